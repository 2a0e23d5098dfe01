"""Floor 5: the pages and the JSON API of a table, built on its views and inputs."""

from web.app import create_app
from web.server import ServerError, WebServer
from web.settings import Settings

__all__ = ["ServerError", "Settings", "WebServer", "create_app"]
