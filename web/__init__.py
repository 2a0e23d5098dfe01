"""Floor 5: the pages and the JSON API. Knows a table's views and the inputs it takes."""

from web.app import create_app
from web.server import ServerError, WebServer
from web.settings import Settings
from web.table import TableApi

__all__ = ["ServerError", "Settings", "TableApi", "WebServer", "create_app"]
