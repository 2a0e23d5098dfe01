"""Applies the changes of a stream as a client does."""

from __future__ import annotations

import copy
from typing import Any


def apply_patch(document: Any, operations: list[dict[str, Any]]) -> Any:
    """Return a document after a JSON Patch of `add`, `remove` and `replace` (RFC 6902)."""
    whole = {"": copy.deepcopy(document)}
    for operation in operations:
        names = [n.replace("~1", "/").replace("~0", "~") for n in operation["path"].split("/")]
        holder: Any = whole
        for name in names[:-1]:
            holder = holder[int(name) if isinstance(holder, list) else name]
        _carry_out(holder, names[-1], **operation)
    return whole[""]


def _carry_out(holder: Any, name: str, op: str, path: str, value: Any = None) -> None:
    if isinstance(holder, list):
        index = len(holder) if name == "-" else int(name)
        # Outside the list no client could carry it out.
        assert 0 <= index < len(holder) + (op == "add"), path
        holder[index : index + (op != "add")] = [] if op == "remove" else [value]
    elif op == "remove":
        del holder[name]
    else:
        assert (name in holder) == (op == "replace"), path
        holder[name] = value
