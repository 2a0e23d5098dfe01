from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import Entry
from companion.journal.entries import EntryError, HistoryError, NewerFormatError
from companion.journal.history import (
    check_corrections,
    find_redoable_group,
    find_undoable_group,
    resolve,
    retracted_events,
)

Bodies = Sequence[dict[str, Any]]


def event_body(name: str) -> dict[str, Any]:
    return {"v": 1, "event": {"name": name}}


def undo(group: int) -> dict[str, Any]:
    return {"v": 1, "undo": group}


def replace(number: int, name: str | None) -> dict[str, Any]:
    return {"v": 1, "replace": number, "event": None if name is None else {"name": name}}


def insert(before: int, name: str) -> dict[str, Any]:
    return {"v": 1, "insert": before, "event": {"name": name}}


def group_after(entries: Sequence[Entry], bodies: Bodies) -> tuple[Entry, ...]:
    first = len(entries) + 1
    return tuple(Entry(n, first, 0.0, "tablet", 1.0, body) for n, body in enumerate(bodies, first))


def history(*groups: Bodies) -> tuple[Entry, ...]:
    """A game's entries, added group by group, each checked as the journal does."""
    entries: tuple[Entry, ...] = ()
    for bodies in groups:
        more = group_after(entries, bodies)
        check_corrections(entries, more)
        entries += more
    return entries


def lines(entries: Sequence[Entry]) -> list[tuple[int, Any, int]]:
    return [(each.number, each.event, each.effective_entry) for each in resolve(entries)]


def names(entries: Sequence[Entry]) -> str:
    return "".join(each.event["name"] for each in resolve(entries))


THREE = ([event_body("a")], [event_body("b")], [event_body("c")])


def test_without_corrections_all_happened_in_order() -> None:
    assert lines(history([event_body("a"), event_body("b")], [event_body("c")])) == [
        (1, {"name": "a"}, 1),
        (2, {"name": "b"}, 2),
        (3, {"name": "c"}, 3),
    ]


def test_an_undo_removes_all_events_of_one_observation() -> None:
    assert (
        names(history([event_body("a")], [event_body("b"), event_body("c")], [event_body("d")], [undo(2)]))
        == "ad"
    )


def test_an_undone_undo_restores_everything() -> None:
    assert names(history(*THREE, [undo(2)], [undo(4)])) == "abc"
    assert names(history(*THREE, [undo(2)], [undo(4)], [undo(5)])) == "ac"


def test_a_replacement_keeps_place_and_number() -> None:
    assert lines(history(*THREE, [replace(2, "x")]))[1] == (2, {"name": "x"}, 4)


def test_the_last_replacement_counts_and_its_undo_shows_the_one_before() -> None:
    twice = (*THREE, [replace(2, "x")], [replace(2, "y")])
    assert names(history(*twice)) == "ayc"
    assert names(history(*twice, [undo(5)])) == "axc"
    assert names(history(*twice, [undo(4)])) == "ayc"
    assert names(history(*twice, [undo(5)], [undo(4)])) == "abc"


def test_an_event_replaced_by_nothing_may_be_replaced_again() -> None:
    assert names(history(*THREE, [replace(2, None)])) == "ac"
    assert names(history(*THREE, [replace(2, None)], [replace(2, "x")])) == "axc"


def test_undoing_a_replaced_event_takes_it_out_whole_and_brings_it_back_replaced() -> None:
    replaced = (*THREE, [replace(2, "x")])
    assert names(history(*replaced, [undo(2)])) == "ac"
    assert names(history(*replaced, [undo(2)], [undo(5)])) == "axc"


def test_insertions_before_the_same_event_keep_their_order() -> None:
    assert names(history(*THREE, [insert(2, "x")], [insert(2, "y")])) == "axybc"
    assert names(history(*THREE, [insert(2, "x"), insert(2, "y")], [insert(2, "z")])) == "axyzbc"


def test_an_insertion_may_itself_be_corrected() -> None:
    inserted = (*THREE, [insert(2, "x")])
    assert names(history(*inserted, [insert(4, "y")])) == "ayxbc"
    assert names(history(*inserted, [replace(4, "y")])) == "aybc"
    assert names(history(*inserted, [undo(4)])) == "abc"


def test_an_insertion_outlasts_the_event_that_it_was_put_before() -> None:
    inserted = (*THREE, [insert(2, "x")])
    assert names(history(*inserted, [undo(2)])) == "axc"
    assert names(history(*inserted, [replace(2, None)])) == "axc"


def test_one_observation_may_have_events_and_corrections_and_is_undone_whole() -> None:
    mixed = (*THREE, [undo(3), replace(1, "x"), event_body("d")])
    assert names(history(*mixed)) == "xbd"
    assert names(history(*mixed, [undo(4)])) == "abc"


@pytest.mark.parametrize(
    "body",
    [
        undo(0),
        undo(-1),
        undo(3),  # second entry of group 2
        undo(6),  # itself
        undo(99),
        replace(0, "x"),
        replace(5, "x"),  # a correction
        replace(6, "x"),
        insert(-1, "x"),
        insert(5, "x"),
        insert(6, "x"),
    ],
)
def test_a_missing_entry_cannot_be_corrected(body: dict[str, Any]) -> None:
    with pytest.raises(HistoryError, match="there is no"):
        history([event_body("a")], [event_body("b"), event_body("c")], [event_body("d")], [undo(4)], [body])


@pytest.mark.parametrize("body", [undo(2), replace(2, "x"), insert(2, "x"), replace(4, "x"), undo(4)])
def test_an_undone_entry_cannot_be_corrected(body: dict[str, Any]) -> None:
    with pytest.raises(HistoryError, match="undone already"):
        history(*THREE, [insert(3, "x")], [undo(2)], [undo(4)], [body])


def test_corrections_of_one_observation_see_those_before_them() -> None:
    with pytest.raises(HistoryError, match="undone already"):
        history(*THREE, [undo(2), replace(2, "x")])
    with pytest.raises(HistoryError, match="no event to correct"):
        history(*THREE, [event_body("d"), replace(4, "x")])


def test_unchecked_entries_are_refused() -> None:
    for body in (replace(5, "x"), insert(5, "x")):
        with pytest.raises(HistoryError):
            resolve(group_after((), [body]))
    with pytest.raises(EntryError):
        resolve(group_after((), [{"v": 1}]))


def test_an_entry_of_a_newer_version_asks_for_an_update() -> None:
    with pytest.raises(NewerFormatError, match="update Companion"):
        resolve(group_after((), [{"v": 2, "event": {}}]))


def test_repeated_undo_reaches_the_opening() -> None:
    entries = history(
        [event_body("a"), event_body("b")], [event_body("c")], [event_body("d")], [replace(3, "x")]
    )
    seen = [names(entries)]
    while (group := find_undoable_group(entries)) is not None:
        entries += group_after(entries, [undo(group)])
        seen.append(names(entries))
    assert seen == ["abxd", "abcd", "abc", "ab"]


def test_what_an_undone_undo_restored_is_undone_next() -> None:
    entries = history(*THREE, [undo(3)], [undo(4)])
    assert find_undoable_group(entries) == 3
    assert find_undoable_group(history(*THREE, [undo(3)])) == 2
    assert find_undoable_group(()) is None


# Any history: each draw is a group of wishes; those that the check refuses are left out.
WISHES = st.lists(
    st.lists(
        st.tuples(st.sampled_from(["told", "told", "undo", "replace", "drop", "insert"]), st.integers(1, 25)),
        min_size=1,
        max_size=3,
    ),
    max_size=25,
)


def entries_from(wishes: list[list[tuple[str, int]]]) -> tuple[Entry, ...]:
    entries: tuple[Entry, ...] = ()
    for group in wishes:
        bodies = [body_of(kind, number, f"<{len(entries)}.{n}>") for n, (kind, number) in enumerate(group)]
        more = group_after(entries, bodies)
        try:
            check_corrections(entries, more)
        except HistoryError:
            continue
        entries += more
    return entries


def body_of(kind: str, number: int, name: str) -> dict[str, Any]:
    match kind:
        case "told":
            return event_body(name)
        case "undo":
            return undo(number)
        case "insert":
            return insert(number, name)
    return replace(number, None if kind == "drop" else name)


@given(WISHES, WISHES)
def test_undoing_the_last_group_restores_the_state_before_it(
    wishes: list[list[tuple[str, int]]], last: list[list[tuple[str, int]]]
) -> None:
    before = entries_from(wishes)
    after = entries_from(wishes + last[:1])
    if after != before:
        undone = after + group_after(after, [undo(len(before) + 1)])
        check_corrections(after, undone[len(after) :])
        assert resolve(undone) == resolve(before)
        again = undone + group_after(undone, [undo(len(after) + 1)])
        check_corrections(undone, again[len(undone) :])
        assert resolve(again) == resolve(after)


@given(WISHES, st.integers(1, 60))
def test_undoing_any_undo_restores_the_state_before_it(
    wishes: list[list[tuple[str, int]]], group: int
) -> None:
    entries = entries_from(wishes)
    undoing = group_after(entries, [undo(group)])
    try:
        check_corrections(entries, undoing)
    except HistoryError:
        return
    undone = entries + undoing
    assert resolve(undone + group_after(undone, [undo(len(undone))])) == resolve(entries)


@given(WISHES)
def test_undoing_equals_never_recording_the_group(
    wishes: list[list[tuple[str, int]]],
) -> None:
    entries = entries_from(wishes)
    group = find_undoable_group(entries)
    if group is None or any("undo" in entry.body for entry in entries):
        return
    # Without undos the last group that can be undone is the last of all.
    undone = entries + group_after(entries, [undo(group)])
    assert resolve(undone) == resolve(entries[: group - 1])


@given(WISHES)
def test_resolving_follows_the_definition(wishes: list[list[tuple[str, int]]]) -> None:
    entries = entries_from(wishes)

    def holds(entry: Entry) -> bool:
        return not any(e.body.get("undo") == entry.group and holds(e) for e in entries)

    def resolve_entry(entry: Entry) -> list[tuple[int, Any, int]]:
        found = [line for e in entries if e.body.get("insert") == entry.number for line in resolve_entry(e)]
        tells = [entry, *(e for e in entries if e.body.get("replace") == entry.number and holds(e))]
        event = tells[-1].body["event"]
        return [*found, (entry.number, event, tells[-1].number)] if holds(entry) and event else found

    tells = [entry for entry in entries if set(entry.body) == {"v", "event"}]
    assert lines(entries) == [line for entry in tells for line in resolve_entry(entry)]


@given(WISHES)
def test_without_undo_and_replacement_every_event_happened_once(wishes: list[list[tuple[str, int]]]) -> None:
    kept = [[wish for wish in group if wish[0] in ("told", "insert")] for group in wishes]
    entries = entries_from([group for group in kept if group])
    assert sorted(each.number for each in resolve(entries)) == [entry.number for entry in entries]


def stating_entries(entries: Sequence[Entry]) -> dict[int, int]:
    """Return, for each event, the entry that states its current form."""
    return {happening.number: happening.effective_entry for happening in resolve(entries)}


def test_the_last_valid_replacement_states_an_event() -> None:
    entries = history(*THREE, [replace(1, "x")], [replace(1, "y")], [replace(2, None)])
    assert stating_entries(entries) == {1: 5, 3: 3}
    entries += group_after(entries, [undo(5)])
    assert stating_entries(entries) == {1: 4, 3: 3}


def retracted_names(entries: Sequence[Entry]) -> list[tuple[str, int]]:
    return [(each.event["name"], each.effective_entry) for each in retracted_events(entries)]


def test_nothing_is_retracted_without_corrections() -> None:
    assert retracted_names(history(*THREE)) == []


def test_undone_and_replaced_events_are_retracted_by_their_correction() -> None:
    assert retracted_names(history(*THREE, [undo(2)], [replace(3, "x")], [replace(1, None)])) == [
        ("a", 6),
        ("b", 4),
        ("c", 5),
    ]


def test_a_confirmed_event_is_not_retracted() -> None:
    assert retracted_names(history(*THREE, [replace(2, "b")])) == []


def test_an_undone_correction_retracts_nothing() -> None:
    assert retracted_names(history(*THREE, [replace(2, None)], [undo(4)])) == []


def test_an_undone_undo_retracts_nothing() -> None:
    assert retracted_names(history(*THREE, [undo(3)], [undo(4)])) == []


def test_a_redo_restores_the_last_undo_and_repeated_redos_walk_forwards() -> None:
    entries = history(*THREE, [undo(3)], [undo(2)])
    seen = [names(entries)]
    while (group := find_redoable_group(entries)) is not None:
        entries += group_after(entries, [undo(group)])
        seen.append(names(entries))
    assert seen == ["a", "ab", "abc"]
    assert find_undoable_group(entries) == 3
    assert find_redoable_group(history(*THREE, [undo(3)], [undo(4)], [undo(3)])) == 6


def test_nothing_can_be_redone_after_something_else_or_without_an_undo() -> None:
    assert find_redoable_group(history(*THREE)) is None
    assert find_redoable_group(()) is None
    assert find_redoable_group(history(*THREE, [undo(3)], [event_body("d")])) is None
