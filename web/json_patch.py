"""What differs between two JSON documents, as a JSON Patch (RFC 6902) of ``add``, ``remove``, ``replace``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Operation = dict[str, Any]


def patch(before: Any, after: Any) -> list[Operation]:
    """The operations that make `after` of `before`, in the order to carry them out.

    Small where little has changed, rather than the smallest there is: a list that lost items at its
    front and gained some at its end (the story's last lines do) is told so, item by item otherwise.
    """
    return list(_differences("", before, after))


def _differences(at: str, before: Any, after: Any) -> Iterator[Operation]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(at, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(at, before, after)
    # To Python 1, 1.0 and True are equal; to JSON they aren't.
    elif type(before) is not type(after) or before != after:
        yield {"op": "replace", "path": at, "value": after}


def _of_objects(at: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Operation]:
    for name, value in before.items():
        if name in after:
            yield from _differences(_below(at, name), value, after[name])
        else:
            yield {"op": "remove", "path": _below(at, name)}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": _below(at, name), "value": value}


def _of_lists(at: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Operation]:
    old, new = [_text(item) for item in before], [_text(item) for item in after]
    if old == new:
        return
    gone = _slid(old, new)
    if gone is not None:
        yield from ({"op": "remove", "path": _below(at, 0)} for _ in range(gone))
        added = after[len(before) - gone :]
        yield from ({"op": "add", "path": _below(at, "-"), "value": item} for item in added)
        return
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    old_end, new_end = len(before) - last, len(after) - last
    both = min(old_end, new_end)
    for index in range(first, both):
        yield from _differences(_below(at, index), before[index], after[index])
    yield from ({"op": "remove", "path": _below(at, both)} for _ in range(both, old_end))
    for index in range(both, new_end):
        yield {"op": "add", "path": _below(at, index), "value": after[index]}


def _slid(old: Sequence[str], new: Sequence[str]) -> int | None:
    """How many items went at the front of a list that otherwise grew at its end only; None: it did not."""
    for gone in range(len(old)):
        if old[gone:] == new[: len(old) - gone]:
            return gone
    return None


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """How many items the two have in common from the first on."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _below(at: str, name: str | int) -> str:
    """The JSON pointer (RFC 6901) to a member or an item of what another points to."""
    return f"{at}/{str(name).replace('~', '~0').replace('/', '~1')}"
