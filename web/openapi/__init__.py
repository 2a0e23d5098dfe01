"""The description of the JSON API as an OpenAPI 3.1 document, served by the API itself."""

from web.openapi.document import blueprint, document

__all__ = ["blueprint", "document"]
