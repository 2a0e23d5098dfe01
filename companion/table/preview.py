"""What an input comes to: what is answered once it is told, and what it would change if it were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.game_api import PHONE
from companion.games.optional import event_in_public, violations_known_to
from companion.games.replay import Step
from companion.observations import InputEntered
from companion.table import meant
from companion.table.session import GameSession
from companion.table.showable import followed_by, interpreted, reasoning
from companion.table.wire import Outcome, Previewed, RulesDiffer


def previewed(session: GameSession[Any, Any], entered: InputEntered | None) -> Previewed:
    """What an input would come to, and what it would change; None: one that enters nothing.

    Raises:
        InputRefused: it makes no sense at this table now.
    """
    if entered is None:
        return {**outcome(session, session), "changes": []}
    already = meant.told_already(session, entered.data)
    if already is not None:
        return {**outcome(session, session, already), "changes": []}
    telling = interpreted(session, entered)
    after = followed_by(session, session.drafts(telling, t=entered.t, source=entered.source))
    after = replace(after, tried_on=session.history)
    with reasoning("what would change"):
        return {**outcome(session, after, telling.already), "changes": consequences(session, after)}


def outcome(
    before: GameSession[Any, Any] | None,
    after: GameSession[Any, Any] | None,
    already: Sequence[int] | None = None,
    source: str = "",
) -> Outcome:
    """What became of the story, in public.

    Args:
        before: the session that it was told to.
        after: the session that came of it.
        already: numbers of the lines that had told it already; None: it was news.
        source: who asks: a player's phone is told which rules are broken by what its player knows.

    Returns:
        "told": the events of new lines, and "violations", the rules that they break; "taken_back":
        those of lines that are gone; "changed": those of lines that say something else now, or are
        back; "already": null, or those that had been told before; "newest": number of the last entry.
    """
    if after is None:
        return {
            "told": [], "violations": [], "taken_back": [], "changed": [], "already": None, "newest": 0,
        }  # fmt: skip
    known = len(before.entries) if before else 0
    was = {line.number: line for line in before.steps} if before else {}
    now = {line.number: line for line in after.steps}
    told = [line for line in after.log() if line["number"] > known]
    changed = [
        line
        for number, line in now.items()
        if number <= known and (number not in was or _says_otherwise(was[number], line))
    ]
    broken = after.violations
    if source.startswith(PHONE):
        broken = violations_known_to(after.game, after.history, source.removeprefix(PHONE))
    return {
        "told": [line["event"] for line in told],
        "violations": sorted({violation for line in told for violation in broken.get(line["number"], ())}),
        "taken_back": [_public(after, line) for number, line in was.items() if number not in now],
        "changed": [_public(after, line) for line in changed],
        "already": None if already is None else [_public(after, now[n]) for n in already if n in now],
        "newest": len(after.entries),
    }


def _says_otherwise(was: Step[Any, Any], now: Step[Any, Any]) -> bool:
    """Whether a line may say something else. Of a secret one it mustn't show whether what was said is so."""
    if was.recorded.secret or now.recorded.secret:
        return was.recorded.newest != now.recorded.newest
    return bool(was.event != now.event)


def _public(session: GameSession[Any, Any], line: Step[Any, Any]) -> dict[str, Any]:
    return event_in_public(session.game, session.state, line.event)


def consequences(before: GameSession[Any, Any], after: GameSession[Any, Any]) -> list[Mapping[str, Any]]:
    """What differs once something is told: what the game says differs, and the rules that lines break.

    A line's are `{"what": "violations", "entry", "event", "before": [words], "after": [words]}`.
    """
    return [*before.game.differences(before.history, after.history), *_violations(before, after)]


def _violations(before: GameSession[Any, Any], after: GameSession[Any, Any]) -> Iterator[RulesDiffer]:
    """Each line as it is told after it, or where it is gone, as it was."""
    lines = {line.number: (session, line) for session in (before, after) for line in session.steps}
    for number in sorted({*before.violations, *after.violations}):
        was, now = (list(session.violations.get(number, ())) for session in (before, after))
        if was != now:
            session, line = lines[number]
            event = _public(session, line)
            yield {"what": "violations", "entry": number, "event": event, "before": was, "after": now}
