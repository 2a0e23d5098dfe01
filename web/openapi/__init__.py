"""What the JSON API takes and answers, as an OpenAPI 3.1 document that is served beside it."""

from web.openapi.document import blueprint, document

__all__ = ["blueprint", "document"]
