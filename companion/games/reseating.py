"""Corrections of the seating: other names, colours or places, and their consequences for later events.

A seat's id (`companion.games.seats.Seat.id`) never changes. Each game decides which of its events must be
rewritten, and how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from companion.games.game_api import PHONE_PREFIX, GameHistory, Reattribute, Replace
from companion.games.replay import RecordedEvent
from companion.games.seats import Seat
from companion.i18n import sentence
from companion.island.pieces import PieceColour
from companion.observations import InputRefused

S = TypeVar("S")
E = TypeVar("E")


class Seating:
    """The mapping from recorded colours to corrected colours."""

    def __init__(self, before: Sequence[Seat], after: Sequence[Seat]) -> None:
        """Compare the recorded seats with the corrected seats."""
        corrected: Mapping[PieceColour, PieceColour] = {seat.id: seat.colour for seat in after}
        self._names = {seat.colour: seat.name for seat in before}
        self._became = {seat.colour: corrected.get(seat.id) for seat in before}
        self._played = frozenset(corrected.values())
        self.unchanged = [(seat.id, seat.colour) for seat in before] == [
            (seat.id, seat.colour) for seat in after
        ]

    def map_player(self, colour: PieceColour) -> PieceColour:
        """Return the corrected colour of the player who was recorded with this colour.

        Raises:
            InputRefused: that player is removed from the game.
        """
        became = self._became.get(colour, colour)
        if became is None:
            raise InputRefused(
                sentence(
                    "The game log already mentions {name}, so this player can't be removed. The seat can "
                    "have another name or colour.",
                    name=self._names[colour],
                )
            )
        return became

    def map_seen(self, colour: PieceColour) -> PieceColour:
        """Return the corrected colour of a colour that a sensor saw: unchanged, unless nobody plays it.

        Raises:
            InputRefused: nobody plays it, and its recorded player is removed from the game.
        """
        return colour if colour in self._played else self.map_player(colour)

    def map_source(self, source: str) -> str:
        """Return the corrected source: a phone follows its player."""
        for colour, became in self._became.items():
            if source == f"{PHONE_PREFIX}{colour}" and became is not None:
                return f"{PHONE_PREFIX}{became}"
        return source


RewriteEvent = Callable[[RecordedEvent[E], S, S, Seating], E]
"""Rewrites a recorded event for a new seating, given the states before it without and with the correction."""


def reseat(
    history: GameHistory[S, E],
    opening: RecordedEvent[E],
    event: E,
    seating: Seating,
    initial: S,
    apply: Callable[[S, E], S],
    rewrite: RewriteEvent[E, S],
) -> tuple[Replace[E] | Reattribute[E], ...]:
    """Return the corrections that change a game's seating.

    Args:
        history: the game so far.
        opening: the recorded event that started the game.
        event: its replacement.
        seating: the mapping of colours.
        initial: the state before any event.
        apply: applies an event to a state.
        rewrite: rewrites each later event.

    Raises:
        InputRefused: a player is removed whom the log mentions.
    """
    corrected = Replace(opening.number, event)
    if seating.unchanged:
        return (corrected,)
    return (corrected, *_reattributions(history, opening, event, seating, initial, apply, rewrite))


def _reattributions(
    history: GameHistory[S, E],
    opening: RecordedEvent[E],
    event: E,
    seating: Seating,
    initial: S,
    apply: Callable[[S, E], S],
    rewrite: RewriteEvent[E, S],
) -> Iterator[Reattribute[E]]:
    before = after = initial
    for recorded in history.recorded_events:
        rewritten = event if recorded is opening else rewrite(recorded, before, after, seating)
        source = seating.map_source(recorded.source)
        if recorded is not opening and (rewritten, source) != (recorded.event, recorded.source):
            yield Reattribute(recorded.number, rewritten, source, recorded.certainty)
        before, after = apply(before, recorded.event), apply(after, rewritten)
