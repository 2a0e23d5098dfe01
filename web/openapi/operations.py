"""Builders for OpenAPI operations, parameters and responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from web import idempotency

Schema = dict[str, Any]
Operation = dict[str, Any]
Paths = Mapping[str, Mapping[str, Any]]

EMPTY_OBJECT: Final[Schema] = {"type": "object", "description": "An empty object: `{}`."}

REFUSAL_DESCRIPTIONS: Final = {
    400: "The request is invalid, or not possible now; nothing was changed.",
    403: "This device lacks permission; the message says how to pair it.",
    404: "There is no such resource.",
    409: "The request conflicts with the current state, or is too late; nothing was changed.",
    413: "The body is too large.",
    415: "The body must be JSON, with the content type application/json.",
    429: "Too many requests from one address; the header Retry-After contains the seconds to wait.",
    503: "Unavailable now: too many streams, or the journal can't be read or written.",
}


_IDEMPOTENCY_HEADERS: Final[list[Schema]] = [
    {
        "name": idempotency.KEY_HEADER,
        "in": "header",
        "schema": {"type": "string", "pattern": idempotency.KEY_PATTERN},
        "description": "A name used for one request only; a repeated one returns the first response.",
    },
    {
        "name": idempotency.DEADLINE_HEADER,
        "in": "header",
        "schema": {"type": "string", "pattern": idempotency.DEADLINE_PATTERN},
        "description": "RUN-SECONDS, by `run` and `up` of /api/clock: the latest time to apply the request.",
    },
]


def schema_reference(name: str) -> Schema:
    """Return a reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def array_schema(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def object_schema(properties: Mapping[str, Schema], *optional: str) -> Schema:
    """Return the schema of an object with these members, of which some are optional."""
    schema: Schema = {"type": "object", "properties": dict(properties)}
    if required := [name for name in properties if name not in optional]:
        schema["required"] = required
    return schema


def text_enum(*values: str | None) -> Schema:
    """Return the schema of a fixed set of texts."""
    return {"enum": list(values)}


def refusal_responses(*statuses: int) -> Operation:
    """Return the responses for refusals with these statuses."""
    content = {"application/json": {"schema": schema_reference("Refused")}}
    return {
        str(status): {"description": REFUSAL_DESCRIPTIONS[status], "content": content} for status in statuses
    }


def response_set(
    schema: Schema, *refusals: int, media: str = "application/json", says: str = ""
) -> Operation:
    """Return the success response and the refusals."""
    answer = {"description": says or "Success.", "content": {media: {"schema": schema}}}
    return {"200": answer, **refusal_responses(*refusals)}


def get_operation(
    summary: str, responses: Operation, *roles: str, parameters: list[Schema] | None = None
) -> Operation:
    """Return a GET operation; without roles it is public in the network."""
    if roles:
        responses = {**responses, **refusal_responses(403)}
    return _operation(summary, responses, roles, parameters)


def post_operation(
    summary: str,
    body: Schema | None,
    responses: Operation,
    *roles: str,
    parameters: list[Schema] | None = None,
) -> Operation:
    """Return a POST of a JSON object, with idempotency headers; every device has a rate limit."""
    # Unpaired devices and other sites' pages are refused.
    responses = {**responses, **refusal_responses(400, 403, 409, 413, 415, 429, 503)}
    operation = _operation(summary, responses, roles, [*_IDEMPOTENCY_HEADERS, *(parameters or [])])
    operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def path_parameter(name: str, schema: Schema, description: str) -> Schema:
    """Return a parameter in the path."""
    return {"name": name, "in": "path", "required": True, "schema": schema, "description": description}


def query_parameter(name: str, schema: Schema, description: str, *, required: bool = False) -> Schema:
    """Return a parameter in the query."""
    return {"name": name, "in": "query", "required": required, "schema": schema, "description": description}


def _operation(
    summary: str, responses: Operation, roles: tuple[str, ...], parameters: list[Schema] | None
) -> Operation:
    operation: Operation = {"summary": summary, "responses": responses}
    operation["security"] = [{role: []} for role in roles]
    if parameters:
        operation["parameters"] = parameters
    return operation
