"""Generate the API's types for the pages' scripts: `types/api.d.ts`.

    make types            # or: python docs/tools/wire_types.py

The types are generated from the schemas of the API's description, and these from the declarations in the code
(docs/api.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from web.openapi.schemas import SCHEMAS

TYPES = Path(__file__).parents[2] / "types" / "api.d.ts"
HEADER = """\
// What pages get and send, as types: written by `make types` from what the code declares. Not to be edited.

declare namespace Api {
"""
MAX_VALUES = 30
"""A type with more values than this, such as the ids of all sites, becomes a string."""
_NAME = re.compile(r"^[A-Za-z_]\w*$")


def declarations() -> str:
    """Return the contents of the whole file."""
    return HEADER + "\n".join(_declaration(name, SCHEMAS[name]) for name in sorted(SCHEMAS)) + "}\n"


def _declaration(name: str, schema: dict[str, Any]) -> str:
    comment = "".join(f"  /** {line} */\n" for line in [_one_line(schema.get("description", ""))] if line)
    if schema.get("type") == "object" and "properties" in schema:
        return f"{comment}  interface {name} {{\n{''.join(_members(schema))}  }}\n"
    return f"{comment}  type {name} = {typescript_type(schema)};\n"


def _members(schema: dict[str, Any]) -> Iterator[str]:
    needed = schema.get("required", ())
    for name, member in schema["properties"].items():
        if about := _one_line(member.get("description", "")):
            yield f"    /** {about} */\n"
        key = name if _NAME.match(name) else f'"{name}"'
        yield f"    {key}{'' if name in needed else '?'}: {typescript_type(member)};\n"


def typescript_type(schema: dict[str, Any]) -> str:
    """Return a schema as a TypeScript type.

    Raises:
        ValueError: it is of a form that isn't known here.
    """
    match schema:
        case {"$ref": name}:
            return str(name).rpartition("/")[2]
        case {"enum": values} if len(values) <= MAX_VALUES:
            return " | ".join(
                f'"{value}"' if isinstance(value, str) else _literal_type(value) for value in values
            )
        case {"anyOf": forms}:
            return " | ".join(dict.fromkeys(typescript_type(each) for each in forms))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(typescript_type(each) for each in items)}]"
        case {"type": "array", "items": items, "minItems": n, "maxItems": m} if n == m and n <= 4:
            return f"[{', '.join([typescript_type(items)] * n)}]"
        case {"type": "array", "items": items}:
            return f"{_in_list(typescript_type(items))}[]"
        case {"type": "object", "properties": _}:
            return f"{{ {' '.join(part.strip() for part in _members(schema))} }}"
        case {"type": "object", "additionalProperties": value, "propertyNames": names}:
            return f"{{ [key in {typescript_type(names)}]?: {typescript_type(value)} }}"
        case {"type": "object", "additionalProperties": value}:
            return f"{{ [key: string]: {typescript_type(value)} }}"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as kind}:
            return str(kind)
    if not schema or set(schema) <= {"description"}:
        return "any"
    raise ValueError(f"no type is known for {schema}")


def _literal_type(value: object) -> str:
    return "null" if value is None else str(value).lower()


def _in_list(kind: str) -> str:
    return f"({kind})" if "|" in kind and not kind.startswith("{") else kind


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("*/", "* /")


def main() -> None:
    """Write the file."""
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(declarations(), "utf-8")
    print(f"{TYPES.name}: {len(SCHEMAS)} types")


if __name__ == "__main__":
    main()
