"""Reattribution of recorded events after an earlier correction changed seats or turns.

Pieces that the camera saw retain their colour, and inputs from a phone retain their player. An act of the
active player moves to the player who is active after the correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeVar

from companion.games.base.rules import events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.game_api import PHONE_PREFIX, Insert, Reattribute, Replace
from companion.games.history_inputs import Seating
from companion.games.replay import RecordedEvent, Step
from companion.island.geometry import COLOURS

# Recolouring events: replace each player colour in an event by another.


ColourMapping = Callable[[Colour], Colour]
"""Maps each old colour to the new one."""

E = TypeVar("E", bound=events.Event)


def recolour(event: E, new_colour: ColourMapping) -> E:
    """The event with every colour replaced, except the seats of `GameStarted`."""
    changes = {
        f.name: recoloured
        for f in fields(event)
        if (recolour_field := _RECOLOUR_BY_TYPE.get(str(f.type))) is not None
        and (recoloured := recolour_field(value := getattr(event, f.name), new_colour)) != value
    }
    return replace(event, **changes) if changes else event


def colours_of(event: events.Event) -> frozenset[Colour]:
    """The colours that an event mentions."""
    found: set[Colour] = set()

    def record(colour: Colour) -> Colour:
        found.add(colour)
        return colour

    recolour(event, record)
    return frozenset(found)


def _recolour_side(side: events.Side, new_colour: ColourMapping) -> events.Side:
    return replace(side, colour=new_colour(side.colour))


def _recolour_counts(given: events.GivenCounts, new_colour: ColourMapping) -> events.GivenCounts:
    counts = {new_colour(colour): count for colour, count in given}
    return tuple((colour, counts[colour]) for colour in COLOURS if colour in counts)


def _recolour_pieces(
    pieces: tuple[events.PlacedPiece, ...], new_colour: ColourMapping
) -> tuple[events.PlacedPiece, ...]:
    return tuple(replace(piece, colour=new_colour(piece.colour)) for piece in pieces)


def _optional(recolour_value: Callable[[Any, ColourMapping], Any]) -> Callable[[Any, ColourMapping], Any]:
    return lambda value, new_colour: None if value is None else recolour_value(value, new_colour)


def _recolour_colour(colour: Colour, new_colour: ColourMapping) -> Colour:
    return new_colour(colour)


# By the annotation of an event's field.
_RECOLOUR_BY_TYPE: Final[Mapping[str, Callable[[Any, ColourMapping], Any]]] = {
    "Colour": _recolour_colour,
    "Colour | None": _optional(_recolour_colour),
    "tuple[Side, ...]": lambda sides, new_colour: tuple(_recolour_side(side, new_colour) for side in sides),
    "tuple[PlacedPiece, ...] | None": _optional(_recolour_pieces),
    "GivenCounts | None": _optional(_recolour_counts),
}


_BOARD_EVENTS: Final = (
    events.PlaceRoad,
    events.PlaceSettlement,
    events.PlaceCity,
    events.TakeStartingResources,
)
_PAYMENTS: Final = (events.BuyDevelopmentCard, events.DomesticTrade, events.MaritimeTrade)
"""Events that are inferred to pay for pieces that the camera saw."""
_TURN_EVENTS: Final = (
    events.Roll,
    events.UnseenRoll,
    events.EndTurn,
    events.MoveRobber,
    events.Steal,
    events.PlayDevelopmentCard,
    events.RevealVictoryPoints,
    events.ClaimVictory,
    events.BuyDevelopmentCard,
    events.DomesticTrade,
    events.MaritimeTrade,
)


@dataclass(frozen=True)
class RevisedEvent:
    """An event of a corrected history.

    Attributes:
        event: the corrected event.
        before: the state before it, after the correction.
        recorded: the original record; None for an inserted event.
    """

    event: events.Event
    before: State
    recorded: RecordedEvent[events.Event] | None = None


def revise_events(
    steps: Sequence[Step[State, events.Event]],
    inserted: Mapping[int, Sequence[events.Event]],
    removed: Set[int] = frozenset(),
) -> Iterator[RevisedEvent]:
    """Revise a history after rolls were inserted or removed; yields from the first change on.

    Args:
        steps: the history from its first event.
        inserted: by position in the history, the events inserted right before it; contains the first
            changed position, even with no events.
        removed: the numbers of recorded events that are dropped.
    """
    started = steps[0].event
    assert isinstance(started, events.GameStarted)
    unchanged_seating = Seating(started.players, started.players)
    first = min((*inserted, *(n for n, step in enumerate(steps) if step.number in removed)))
    after = steps[first].before
    for n, step in enumerate(steps[first:], first):
        for event in inserted.get(n, ()):
            yield RevisedEvent(event, after)
            after = apply(after, event)
        if step.number not in removed:
            event = revise_event(step.recorded, step.before, after, unchanged_seating)
            yield RevisedEvent(event, after, step.recorded)
            after = apply(after, event)


def revision_corrections(
    steps: Sequence[Step[State, events.Event]],
    inserted: Mapping[int, Sequence[events.Event]],
    removed: Set[int] = frozenset(),
) -> tuple[Insert[events.Event] | Reattribute[events.Event] | Replace[events.Event], ...]:
    """The corrections that revise a history; arguments as of `revise_events`."""
    insertions = (
        Insert[events.Event](steps[n].number, event) for n, added in inserted.items() for event in added
    )
    reattributions = (
        Reattribute(recorded.number, revised.event, recorded.source, recorded.certainty)
        for revised in revise_events(steps, inserted, removed)
        if (recorded := revised.recorded) is not None and revised.event != recorded.event
    )
    removals = (Replace[events.Event](number, None) for number in sorted(removed))
    return (*insertions, *reattributions, *removals)


def revise_event(
    recorded: RecordedEvent[events.Event], before: State, after: State, seating: Seating
) -> events.Event:
    """The recorded event, attributed to the players of the corrected history.

    Args:
        recorded: the original record.
        before, after: the states that precede it in the original and in the corrected history.
        seating: maps the original players to the corrected ones.
    """
    event = recorded.event
    seen = recorded.certainty < 1
    if seen and isinstance(event, (*_BOARD_EVENTS, *_PAYMENTS)):
        return recolour(event, seating.map_seen)
    if seen and isinstance(event, events.TakeUp):
        by_player = recolour(replace(event, pieces=None), seating.map_player)
        return replace(by_player, pieces=recolour(event, seating.map_seen).pieces)
    if (
        isinstance(event, events.Discard)
        and not recorded.source.startswith(PHONE_PREFIX)
        and _has_same_seats(before, after)
    ):
        active, still_owes = _active_colour(after), _owes_discard(after, event.player, event)
        if event.player == _active_colour(before) and not still_owes and _owes_discard(after, active, event):
            # Entered without a name, it was attributed to the active player.
            return replace(event, player=active)
    if isinstance(event, _TURN_EVENTS) and not recorded.source.startswith(PHONE_PREFIX):
        was_active, active = _active_colour(before), _active_colour(after)
        if event.player == was_active:
            player = event.player
            if isinstance(event, events.Steal) and event.victim == player:
                # The victim was entered, and only the thief was wrong: no player robs themselves.
                return replace(event, player=active, victim=seating.map_player(player))
            others = colours_of(event) - {player}
            # No player trades with themselves.
            if active not in {seating.map_player(other) for other in others}:
                return recolour(
                    event, lambda colour: active if colour == player else seating.map_player(colour)
                )
    return recolour(event, seating.map_player)


def _has_same_seats(one: State, other: State) -> bool:
    """Return whether both states seat the same colours in the same order."""
    return [player.colour for player in one.players] == [player.colour for player in other.players]


def _owes_discard(state: State, colour: Colour, given_up: events.Discard) -> bool:
    """Return whether a player owes at least this many cards and can hold these."""
    seat = state.seat(colour)
    is_due = 0 < sum(given_up.resources) <= state.discards_due[seat]
    return is_due and state.players[seat].may_hold(given_up.resources)


def _active_colour(state: State) -> Colour:
    """The colour that acts for the active player; in the founding the first player, whose roll ends it."""
    return state.players[state.first if state.phase == "founding" else state.active].colour
