"""Explains the first divergence of a game's report, with the observations and reports around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base.rules.events import Roll
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation, Replace, Undo
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.observations import BoardSeen, DiceDetection, InputEntered
from tests.measure.judging import Wrong
from tests.measure.playing import Heard, Played
from tests.measure.public_events import describe_event

BEFORE_S = 5.0
"""Observations are listed from so many seconds before the turn."""


def explain_wrong(played: Played, wrong: Wrong | None) -> Iterator[str]:
    """Return the turn, the true state, the recorded state, and the observations around it, one line each."""
    name = f"seed {played.setting.seed}, {played.setting.temperament}, share {played.setting.habits.share:g}"
    if played.crash:
        yield f"{name}: {played.crash}"
    if wrong is None:
        return
    look = wrong.look
    happened = played.evening.events
    last = happened.index(look.truth) if look.truth in happened else len(happened) - 1
    first = next((n for n in range(last - 1, 0, -1) if isinstance(happened[n].event, Roll)), 0)
    start, end = happened[first].t - BEFORE_S, look.t
    yield f"{name}, turn {look.turn}: {wrong.what}"
    yield from _difference(look.reported_state, look.truth.before)
    yield f"  what happened ({happened[first].t:.1f} to {happened[last].t:.1f} s), from these hands on"
    yield f"    {_hands(happened[first].before)}"
    for done in happened[first : last + 2]:
        yield f"    {done.t:8.2f} {describe_event(done.event)}"
    yield "  the record"
    for step in look.believed.steps:
        if step.record.t >= start:
            recorded = step.record
            violations = f"  violations {', '.join(step.violations.words())}" if step.violations else ""
            yield (
                f"    {recorded.t:8.2f} {recorded.number:4} {recorded.source:9} {recorded.certainty:.3f} "
                f"{describe_event(recorded.event)}{violations}"
            )
    yield "  the observations, and the resulting events"
    board: dict[str, tuple[str, float]] = {}
    for heard in played.heard:
        seen = heard.observation
        if seen.t > end:
            break
        now = _board(seen) if isinstance(seen, BoardSeen) else board
        if seen.t >= start:
            changes = [f"{site} {what} {p:.3f}" for site, (what, p) in now.items() - board.items()]
            yield from _describe_heard(heard, sorted(changes) if board else ())
        board = now


def _difference(reported: State, true: State) -> Iterator[str]:
    for mine, theirs in zip(reported.players, true.players, strict=True):
        for kind, ids in (("roads", PATHS), ("settlements", INTERSECTIONS), ("cities", INTERSECTIONS)):
            reported_cards, is_ = getattr(mine, kind), getattr(theirs, kind)
            for what, bits in (("too many", reported_cards & ~is_), ("missing", is_ & ~reported_cards)):
                if bits:
                    yield f"    {mine.colour} {kind} {what}: {', '.join(ids[n] for n in indices(bits))}"
        if mine.hand != theirs.hand:
            yield f"    {mine.colour} hand {mine.hand} recorded, {theirs.hand} true"
        if mine.knights != theirs.knights:
            yield f"    {mine.colour} knights {mine.knights} recorded, {theirs.knights} true"
    for name in ("robber", "active", "turn", "phase", "longest_road", "largest_army", "winner"):
        if getattr(reported, name) != getattr(true, name):
            yield f"    {name} {getattr(reported, name)} recorded, {getattr(true, name)} true"


def _hands(state: State) -> str:
    return ", ".join(f"{p.colour} {p.hand[:5]}" for p in state.players)


def _board(seen: BoardSeen) -> dict[str, tuple[str, float]]:
    """Describe a board's most likely pieces by site, and the robber's hex."""
    found = {}
    for site, what in seen.pieces.sites.items():
        standing, p = max(what.items(), key=lambda item: item[1])
        found[str(site)] = ("nothing" if standing is None else f"{standing.colour} {standing.kind}", p)
    h, p = max(seen.robber.items(), key=lambda item: item[1])
    return {**found, "robber": (f"at {h}", p)}


def _describe_heard(heard: Heard, changes: Sequence[str]) -> Iterator[str]:
    seen = heard.observation
    lines = [line for telling in heard.tellings for line in _telling(telling)]
    lines += [f"refused: {heard.refused}"] if heard.refused else []
    if isinstance(seen, BoardSeen) and (changes or lines):
        yield f"    {seen.t:8.2f} board {'; '.join(changes)}"
    elif isinstance(seen, DiceDetection):
        yield f"    {seen.t:8.2f} {seen.source} rolled {seen.dice} {seen.confidence:.3f}"
    elif isinstance(seen, InputEntered):
        yield f"    {seen.t:8.2f} input {dict(seen.data)}"
    for line in lines:
        yield f"             -> {line}"


def _telling(telling: Interpretation[object]) -> Iterator[str]:
    for n, event in enumerate(telling.events):
        inferred = " (inferred)" if n in telling.inferred else ""
        yield f"{describe_event(event)} {telling.certainty:.3f}{inferred}"  # type: ignore[arg-type]  # a base game's
    for correction in telling.corrections:
        match correction:
            case Undo(group):
                yield f"undo {group}"
            case Replace(number, event):
                yield f"replace {number} by {'nothing' if event is None else describe_event(event)}"  # type: ignore[arg-type]  # a base game's
            case Insert(before, event):
                yield f"insert before {before} {describe_event(event)}"  # type: ignore[arg-type]  # a base game's
    if telling.question:
        answers = ", ".join(answer.word for answer in telling.question.answers)
        yield f"asked {telling.question.word} {dict(telling.question.fields)}: {answers}"
    if telling.notice:
        yield f"notice {telling.notice}"
