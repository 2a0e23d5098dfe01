"""The difference of two JSON documents as a JSON Patch (RFC 6902) of ``add``, ``remove``, ``replace``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Operation = dict[str, Any]


def make_patch(before: Any, after: Any) -> list[Operation]:
    """Return the operations that turn `before` into `after`, in order.

    The patch is small when little has changed, but not always minimal. It handles a list that lost items at
    its front and gained some at its end (the recent log lines) as a whole, and other lists item by item.
    """
    return list(_diff("", before, after))


def _diff(pointer: str, before: Any, after: Any) -> Iterator[Operation]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _diff_objects(pointer, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _diff_lists(pointer, before, after)
    # 1, 1.0 and True are equal in Python, but not in JSON.
    elif type(before) is not type(after) or before != after:
        yield {"op": "replace", "path": pointer, "value": after}


def _diff_objects(pointer: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Operation]:
    for name, value in before.items():
        if name in after:
            yield from _diff(_child_pointer(pointer, name), value, after[name])
        else:
            yield {"op": "remove", "path": _child_pointer(pointer, name)}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": _child_pointer(pointer, name), "value": value}


def _diff_lists(pointer: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Operation]:
    old, new = [_canonical_text(item) for item in before], [_canonical_text(item) for item in after]
    if old == new:
        return
    removed = _shift_length(old, new)
    if removed is not None:
        yield from ({"op": "remove", "path": _child_pointer(pointer, 0)} for _ in range(removed))
        added = after[len(before) - removed :]
        yield from ({"op": "add", "path": _child_pointer(pointer, "-"), "value": item} for item in added)
        return
    first = _common_prefix_length(old, new)
    last = _common_prefix_length(old[first:][::-1], new[first:][::-1])
    old_end, new_end = len(before) - last, len(after) - last
    both = min(old_end, new_end)
    for index in range(first, both):
        yield from _diff(_child_pointer(pointer, index), before[index], after[index])
    yield from ({"op": "remove", "path": _child_pointer(pointer, both)} for _ in range(both, old_end))
    for index in range(both, new_end):
        yield {"op": "add", "path": _child_pointer(pointer, index), "value": after[index]}


def _shift_length(old: Sequence[str], new: Sequence[str]) -> int | None:
    """Return how many items a list lost at its front while it otherwise only grew at its end, or None."""
    for removed in range(len(old)):
        if old[removed:] == new[: len(old) - removed]:
            return removed
    return None


def _common_prefix_length(old: Sequence[str], new: Sequence[str]) -> int:
    """Return the number of leading items that two lists have in common."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count


def _canonical_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _child_pointer(pointer: str, name: str | int) -> str:
    """Return the JSON pointer (RFC 6901) to a member or an item."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"
