"""The outcome of an input, and a preview of its changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.capabilities import event_in_public, violations_known_to
from companion.games.game_api import PHONE_PREFIX
from companion.games.replay import Step
from companion.observations import InputEntered
from companion.table import stale_input
from companion.table.api_types import Outcome, Previewed, RulesDiffer
from companion.table.render_check import append_drafts, guard_game_code, interpret_observation
from companion.table.session import GameSession


def preview_input(session: GameSession[Any, Any], entered: InputEntered | None) -> Previewed:
    """Return the outcome and the changes that an input would have; None: an answer that enters nothing.

    Raises:
        InputRefused: it makes no sense at this table now.
    """
    if entered is None:
        return {**outcome(session, session), "changes": []}
    duplicate_of = stale_input.find_duplicate(session, entered.data)
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
        violations = violations_known_to(after.game, after.history, source.removeprefix(PHONE_PREFIX))
    return {
        "told": [line["event"] for line in added],
        "violations": sorted(
            {violation for line in added for violation in violations.get(line["number"], ())}
        ),
        "taken_back": [_public_event(after, line) for number, line in was.items() if number not in now],
        "changed": [_public_event(after, line) for line in changed],
        "already": None
        if duplicate_of is None
        else [_public_event(after, now[n]) for n in duplicate_of if n in now],
        "newest": len(after.entries),
    }


def _differs(before: Step[Any, Any], after: Step[Any, Any]) -> bool:
    """Return whether a line may have changed; for a secret line, only whether it was entered again."""
    if before.recorded.secret or after.recorded.secret:
        return before.recorded.effective_entry != after.recorded.effective_entry
    return bool(before.event != after.event)


def _public_event(session: GameSession[Any, Any], line: Step[Any, Any]) -> dict[str, Any]:
    return event_in_public(session.game, session.state, line.event)


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
            event = _public_event(session, line)
            yield {"what": "violations", "entry": number, "event": event, "before": was, "after": now}
