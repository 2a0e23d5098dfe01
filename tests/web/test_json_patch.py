"""The difference of two documents as a JSON Patch."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.web.patching import apply_patch
from web.stream import make_patch

names = st.sampled_from(["a", "b", "/", "~", "~1", "", "0", "-"])
documents = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.floats(0, 2) | st.sampled_from(["", "x", "é"]),
    lambda below: st.lists(below, max_size=5) | st.dictionaries(names, below, max_size=4),
    max_leaves=20,
)


def exactly(document: Any) -> str:
    """Serialize as JSON, where 1, 1.0 and true differ."""
    return json.dumps(document, sort_keys=True)


@given(documents, documents)
def test_applying_the_patch_turns_one_document_into_the_other(before: Any, after: Any) -> None:
    assert exactly(apply_patch(before, make_patch(before, after))) == exactly(after)


@given(documents)
def test_equal_documents_have_an_empty_patch(document: Any) -> None:
    assert make_patch(document, json.loads(json.dumps(document))) == []


def test_true_differs_from_1() -> None:
    assert make_patch({"a": 1}, {"a": True}) == [{"op": "replace", "path": "/a", "value": True}]


def test_members_are_added_removed_and_replaced() -> None:
    assert make_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}, "e": 5}) == [
        {"op": "remove", "path": "/a"},
        {"op": "replace", "path": "/b/d", "value": 4},
        {"op": "add", "path": "/e", "value": 5},
    ]


def test_a_shifted_list_is_patched_at_its_ends() -> None:
    lines = [{"number": number} for number in range(60)]
    assert make_patch({"log": lines[:50]}, {"log": lines[2:53]}) == [
        {"op": "remove", "path": "/log/0"},
        {"op": "remove", "path": "/log/0"},
        *({"op": "add", "path": "/log/-", "value": line} for line in lines[50:53]),
    ]


def test_one_item_in_the_middle_is_patched_alone() -> None:
    pieces = [{"at": at, "kind": "settlement"} for at in range(10)]
    city = [*pieces[:4], {"at": 4, "kind": "city"}, *pieces[5:]]
    assert make_patch(pieces, city) == [{"op": "replace", "path": "/4/kind", "value": "city"}]
    assert make_patch(pieces, [*pieces[:4], *pieces[5:]]) == [{"op": "remove", "path": "/4"}]
    assert make_patch([*pieces[:4], *pieces[5:]], pieces) == [{"op": "add", "path": "/4", "value": pieces[4]}]
