"""The forms in which operations are described."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from web import idempotency

Schema = dict[str, Any]
Operation = dict[str, Any]
Paths = Mapping[str, Mapping[str, Any]]

NOTHING: Final[Schema] = {"type": "object", "description": "Nothing to say: `{}`."}

REFUSALS: Final = {
    400: "It makes no sense here, or not now; nothing was done.",
    403: "Not from this device: the sentence says how to pair it.",
    404: "There is no such thing.",
    409: "Not as things stand, or it came too late; nothing was done.",
    413: "The body is too large.",
    415: "The body has to be JSON, with the content type application/json.",
    429: "Too often from one address; the header Retry-After says in how many seconds again.",
    503: "Not now: no room for a stream more, or the journal can't be read or written.",
}


_ONCE: Final[list[Schema]] = [
    {
        "name": idempotency.KEY_HEADER,
        "in": "header",
        "schema": {"type": "string", "pattern": idempotency.KEY_PATTERN},
        "description": "A name of its own: what comes again by it is answered as before, not taken again.",
    },
    {
        "name": idempotency.DEADLINE_HEADER,
        "in": "header",
        "schema": {"type": "string", "pattern": idempotency.DEADLINE_PATTERN},
        "description": "RUN-SECONDS, by `run` and `up` of /api/clock: it is taken until then, or not at all.",
    },
]


def ref(name: str) -> Schema:
    """What stands among the schemas under a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": items}


def obj(properties: Mapping[str, Schema], *optional: str, closed: bool = False) -> Schema:
    """An object that has all these members, but for the optional ones."""
    schema: Schema = {"type": "object", "properties": dict(properties)}
    if required := [name for name in properties if name not in optional]:
        schema["required"] = required
    if closed:
        schema["additionalProperties"] = False
    return schema


def one_of(*values: str | None) -> Schema:
    """One of these texts."""
    return {"enum": list(values)}


def refused(*statuses: int) -> Operation:
    """The responses of the ways in which something is refused."""
    content = {"application/json": {"schema": ref("Refused")}}
    return {str(status): {"description": REFUSALS[status], "content": content} for status in statuses}


def answers(schema: Schema, *refusals: int, media: str = "application/json", says: str = "") -> Operation:
    """The responses: what is answered, and the ways in which it is refused."""
    answer = {"description": says or "As asked.", "content": {media: {"schema": schema}}}
    return {"200": answer, **refused(*refusals)}


def reads(
    summary: str, responses: Operation, *roles: str, parameters: list[Schema] | None = None
) -> Operation:
    """A GET; by whoever is in the network where no roles are named."""
    if roles:
        responses = {**responses, **refused(403)}
    return _operation(summary, responses, roles, parameters)


def enters(
    summary: str,
    body: Schema | None,
    responses: Operation,
    *roles: str,
    parameters: list[Schema] | None = None,
) -> Operation:
    """A POST of a JSON object, taken once and in time; any device may be refused that posts too often."""
    # Whoever isn't paired is refused, and so is another site's page.
    responses = {**responses, **refused(400, 403, 409, 413, 415, 429, 503)}
    operation = _operation(summary, responses, roles, [*_ONCE, *(parameters or [])])
    operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def in_path(name: str, schema: Schema, description: str) -> Schema:
    """A part of the address."""
    return {"name": name, "in": "path", "required": True, "schema": schema, "description": description}


def in_query(name: str, schema: Schema, description: str, *, required: bool = False) -> Schema:
    """A value behind the address."""
    return {"name": name, "in": "query", "required": required, "schema": schema, "description": description}


def _operation(
    summary: str, responses: Operation, roles: tuple[str, ...], parameters: list[Schema] | None
) -> Operation:
    operation: Operation = {"summary": summary, "responses": responses}
    operation["security"] = [{role: []} for role in roles]
    if parameters:
        operation["parameters"] = parameters
    return operation
