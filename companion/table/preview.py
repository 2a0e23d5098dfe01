"""The outcome of an input, and a preview of its changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from companion.games.game_api import PHONE_PREFIX, Insert, Replace, Undo
from companion.games.history_inputs import InputContext, split_context
from companion.games.replay import Step
from companion.i18n import join_list, sentence
from companion.journal import Entry
from companion.journal.history import find_redoable_group, find_undoable_group
from companion.observations import InputEntered, InputRefused
from companion.table.api_types import Outcome, Previewed, RulesDiffer
from companion.table.session import GameSession, append_drafts, guard_game_code, interpret_observation

# Checks that an input still refers to what its sender saw: game, log line, latest entry.
#
# A duplicate confirms the entry that already says the same. A stale input is refused. Each game checks turns
# and events itself (`companion.games.history_inputs`); this module checks what all games have in common.


FindTarget: TypeAlias = Callable[[Sequence[Entry]], int | None]
_FIND_TARGET: Final[Mapping[str, FindTarget]] = {"undo": find_undoable_group, "redo": find_redoable_group}


def check_not_stale(about: InputContext, game: int | None, session: GameSession[Any, Any] | None) -> None:
    """Check that the game named by an input's context, if any, is in progress.

    Args:
        about: the input's context.
        game: the number of the game in progress; None: none.
        session: that game.

    Raises:
        InputRefused: another game is in progress, or none.
    """
    if about.game is None or about.game == game:
        return
    if session is None:
        raise InputRefused(sentence("Somebody has quit the game. No game is in progress."))
    players = session.view.get("players", ())
    names = join_list([player["name"] for player in players])
    raise InputRefused(sentence("Another game is now in progress: {names}.", names=names))


def find_duplicate(session: GameSession[Any, Any], data: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Return the numbers of the log lines that a correction duplicates.

    Returns:
        The numbers; empty for a duplicate undo or removal; None: the input is no duplicate.

    Raises:
        InputRefused: the line that it corrects or undoes has changed since.
    """
    about, fields = split_context(data)
    find_target = _FIND_TARGET.get(str(fields.get("kind")))
    if find_target is not None:
        return _find_duplicate_undo(session, about, find_target)
    if about.as_of is not None and "entry" in fields:
        return _find_duplicate_correction(session, about.as_of, fields)
    if about.after is not None and fields.get("kind") == "correct" and "before" in fields:
        return _find_duplicate_insert(session, about.after, fields)
    return None


def _find_duplicate_undo(
    session: GameSession[Any, Any], about: InputContext, find_target: FindTarget
) -> tuple[int, ...] | None:
    """Find the duplicate of an undo or a redo; `find_target` finds the group that it reverts."""
    if about.after is None:
        return None
    target = find_target(session.entries[: max(0, about.after)])
    if target == find_target(session.entries):
        return None
    later = [entry.parsed_body for entry in session.entries[max(0, about.after) :]]
    if any(isinstance(body, Undo) and body.group == target for body in later):
        return ()
    raise InputRefused(sentence("Something else has been entered since. Check what you want to undo."))


def _find_duplicate_correction(
    session: GameSession[Any, Any], as_of: int, data: Mapping[str, Any]
) -> tuple[int, ...] | None:
    line = session.step(data["entry"])
    removes = "event" in data and data["event"] is None
    if line is None:
        if removes:
            return ()
        raise InputRefused(sentence("This entry has been undone since."))
    if line.recorded.effective_entry == as_of or _public_event_of_entry(session, as_of) == _public_event(
        session, line.event
    ):
        return None
    for correction in _parse_corrections(session, data):
        same = isinstance(correction, Replace) and correction.number == line.number
        if same and _has_event(session, line, correction.event):
            return (line.number,)
    raise InputRefused(sentence("This entry has been corrected since. Check it again."))


def _find_duplicate_insert(
    session: GameSession[Any, Any], after: int, data: Mapping[str, Any]
) -> tuple[int, ...] | None:
    for correction in _parse_corrections(session, data):
        for line in session.steps:
            if line.number <= after:
                continue
            body = session.entries[line.number - 1].parsed_body
            same = isinstance(body, Insert) and correction == Insert(body.before, correction.event)
            if same and _has_event(session, line, correction.event):
                return (line.number,)
    return None


def _parse_corrections(session: GameSession[Any, Any], data: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the corrections that the game reads from an input."""
    newest = session.entries[-1]
    return interpret_observation(session, InputEntered(newest.t, newest.source, data)).corrections


def _has_event(session: GameSession[Any, Any], line: Step[Any, Any], event: Any) -> bool:
    """Return whether a line has an event; for a secret line, compare only the public part."""
    if line.recorded.secret and event is not None:
        return _public_event(session, event) == _public_event(session, line.event)
    return bool(event == line.event)


def _public_event_of_entry(session: GameSession[Any, Any], number: int) -> dict[str, Any] | None:
    """Return the public form of an entry's event; None: it has none."""
    if not 0 < number <= len(session.entries):
        return None
    event = session.events_by_entry[number]
    return None if event is None else _public_event(session, event)


def _public_event(session: GameSession[Any, Any], event: Any) -> dict[str, Any]:
    return session.game.event_in_public(session.state, event)


def preview_input(session: GameSession[Any, Any], entered: InputEntered | None) -> Previewed:
    """Return the outcome and the changes that an input would have; None: an answer that enters nothing.

    Raises:
        InputRefused: it makes no sense at this table now.
    """
    if entered is None:
        return {**outcome(session, session), "changes": []}
    duplicate_of = find_duplicate(session, entered.data)
    if duplicate_of is not None:
        return {**outcome(session, session, duplicate_of), "changes": []}
    interpretation = interpret_observation(session, entered)
    after = append_drafts(session, session.drafts(interpretation, t=entered.t, source=entered.source))
    after = replace(after, preview_base=session.history)
    with guard_game_code("previewing changes"):
        return {
            **outcome(session, after, interpretation.duplicate_of),
            "changes": consequences(session, after),
        }


def outcome(
    before: GameSession[Any, Any] | None,
    after: GameSession[Any, Any] | None,
    duplicate_of: Sequence[int] | None = None,
    source: str = "",
) -> Outcome:
    """Return the public outcome of an input.

    Args:
        before: the session before the input.
        after: the session after it.
        duplicate_of: numbers of the lines that the input duplicates; None: it is new.
        source: the sender; a player's phone receives the violations that its player can know.

    Returns:
        "told": the events of new lines; "violations": the rules that they break; "taken_back": the events of
            removed lines; "changed": those of changed or restored lines; "already": null, or the events of
            the lines that the input duplicates; "newest": number of the last entry.
    """
    if after is None:
        return {
            "told": [], "violations": [], "taken_back": [], "changed": [], "already": None, "newest": 0,
        }  # fmt: skip
    known = len(before.entries) if before else 0
    was = {line.number: line for line in before.steps} if before else {}
    now = {line.number: line for line in after.steps}
    added = [line for line in after.log() if line["number"] > known]
    changed = [
        line
        for number, line in now.items()
        if number <= known and (number not in was or _differs(was[number], line))
    ]
    violations = after.violations
    if source.startswith(PHONE_PREFIX):
        violations = after.game.violations_known_to(after.history, source.removeprefix(PHONE_PREFIX))
    return {
        "told": [line["event"] for line in added],
        "violations": sorted(
            {violation for line in added for violation in violations.get(line["number"], ())}
        ),
        "taken_back": [_public_line_event(after, line) for number, line in was.items() if number not in now],
        "changed": [_public_line_event(after, line) for line in changed],
        "already": None
        if duplicate_of is None
        else [_public_line_event(after, now[n]) for n in duplicate_of if n in now],
        "newest": len(after.entries),
    }


def _differs(before: Step[Any, Any], after: Step[Any, Any]) -> bool:
    """Return whether a line may have changed; for a secret line, only whether it was entered again."""
    if before.recorded.secret or after.recorded.secret:
        return before.recorded.effective_entry != after.recorded.effective_entry
    return bool(before.event != after.event)


def _public_line_event(session: GameSession[Any, Any], line: Step[Any, Any]) -> dict[str, Any]:
    return session.game.event_in_public(session.state, line.event)


def consequences(before: GameSession[Any, Any], after: GameSession[Any, Any]) -> list[Mapping[str, Any]]:
    """Return the differences between two sessions: those of the game, and of the rules that lines break.

    The latter are `{"what": "violations", "entry", "event", "before": [words], "after": [words]}`.
    """
    return [*before.game.differences(before.history, after.history), *_diff_violations(before, after)]


def _diff_violations(before: GameSession[Any, Any], after: GameSession[Any, Any]) -> Iterator[RulesDiffer]:
    """Yield each line whose violations differ, as it is after the change, or was before its removal."""
    lines = {line.number: (session, line) for session in (before, after) for line in session.steps}
    for number in sorted({*before.violations, *after.violations}):
        was, now = (list(session.violations.get(number, ())) for session in (before, after))
        if was != now:
            session, line = lines[number]
            event = _public_line_event(session, line)
            yield {"what": "violations", "entry": number, "event": event, "before": was, "after": now}
