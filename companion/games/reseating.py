"""Who sits there was told wrongly: other names, colours or places, and what follows for the story.

A seat keeps its id (`companion.games.seats.Seat.id`), whatever else of it is corrected. Which of a story's
events go with it, and how, each game says itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from companion.games.game_api import PHONE, GameHistory, Reattribute, Replace
from companion.games.replay import RecordedEvent
from companion.games.seats import Seat
from companion.i18n import sentence
from companion.island.pieces import PieceColour
from companion.observations import InputRefused

S = TypeVar("S")
E = TypeVar("E")


class Seating:
    """Which colour stands for which, once others sit there."""

    def __init__(self, before: Sequence[Seat], after: Sequence[Seat]) -> None:
        """Compare the seats as they were told with those that they are in truth."""
        now: Mapping[PieceColour, PieceColour] = {seat.id: seat.colour for seat in after}
        self._names = {seat.colour: seat.name for seat in before}
        self._became = {seat.colour: now.get(seat.id) for seat in before}
        self._played = frozenset(now.values())
        self.same = [(seat.id, seat.colour) for seat in before] == [(seat.id, seat.colour) for seat in after]

    def player(self, colour: PieceColour) -> PieceColour:
        """The colour of the player who was said to have another.

        Raises:
            InputRefused: that player is taken out of the game.
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

    def seen(self, colour: PieceColour) -> PieceColour:
        """A colour that was seen: it stays, unless nobody plays it.

        Raises:
            InputRefused: nobody plays it, and who did is taken out of the game.
        """
        return colour if colour in self._played else self.player(colour)

    def teller(self, source: str) -> str:
        """Who told something: a phone goes with its player."""
        for colour, became in self._became.items():
            if source == f"{PHONE}{colour}" and became is not None:
                return f"{PHONE}{became}"
        return source


SaidAnew = Callable[[RecordedEvent[E], S, S, Seating], E]
"""What a recorded event tells once others sit there, by the states that it meets before and after that."""


def reseated(
    history: GameHistory[S, E],
    opening: RecordedEvent[E],
    event: E,
    seating: Seating,
    start: S,
    apply: Callable[[S, E], S],
    said_anew: SaidAnew[E, S],
) -> tuple[Replace[E] | Reattribute[E], ...]:
    """The corrections by which a game starts otherwise.

    Args:
        history: so far.
        opening: tells how the game started.
        event: how it started in truth.
        seating: who is who then.
        start: the state before any event.
        apply: what an event does to a state.
        said_anew: what each later event tells then.

    Raises:
        InputRefused: a player is taken out of whom something is told.
    """
    corrected = Replace(opening.number, event)
    if seating.same:
        return (corrected,)
    return (corrected, *_retold(history, opening, event, seating, start, apply, said_anew))


def _retold(
    history: GameHistory[S, E],
    opening: RecordedEvent[E],
    event: E,
    seating: Seating,
    start: S,
    apply: Callable[[S, E], S],
    said_anew: SaidAnew[E, S],
) -> Iterator[Reattribute[E]]:
    before = after = start
    for told in history.recorded:
        said = event if told is opening else said_anew(told, before, after, seating)
        source = seating.teller(told.source)
        if told is not opening and (said, source) != (told.event, told.source):
            yield Reattribute(told.number, said, source, told.certainty)
        before, after = apply(before, told.event), apply(after, said)
