"""A base game turn by turn, as the story now tells it: founding placements are turns too."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.events import EndTurn, PlaceRoad, PlaceSettlement, Roll
from companion.games.base.rules.options import Colour
from companion.thrown import Thrown, thrown_to_json


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes:
        number: 1, 2, 3 ... over founding placements and all that follows.
        player: whose it is.
        dice: what was rolled; None in the founding, and where no roll was told.
        opened: number of the entry that told its roll, or else of its first; corrections leave it.
        last: the last step of it that is no mere passing of the dice.
        over: the next turn has begun, or the game is over.
        in_doubt: colours whose pieces or cards may be otherwise than told, by the last look.
    """

    number: int
    player: Colour
    dice: Thrown | None
    opened: int
    last: BelievedStep
    over: bool
    in_doubt: frozenset[str] = frozenset()

    def to_json(self, questions: int) -> dict[str, Any]:
        """The line of a turn; `questions`: how many are open."""
        state, belief = self.last.after, self.last.belief
        seats = [(seat, player.colour) for seat, player in enumerate(state.players)]
        hands = {colour: belief.hand(seat) for seat, colour in seats}
        return {
            "t": round(self.last.recorded.t, 3),
            "turn": self.number,
            "player": self.player,
            "dice": None if self.dice is None else thrown_to_json(self.dice),
            "points": {colour: state.public_points(seat) for seat, colour in seats},
            "hands": {colour: cards_to_json(hand.cards) for colour, hand in hands.items()},
            "certain": {
                colour: hand.certain and colour not in self.in_doubt for colour, hand in hands.items()
            },
            "pieces": {
                player.colour: {
                    "road": player.roads.bit_count(),
                    "settlement": player.settlements.bit_count(),
                    "city": player.cities.bit_count(),
                }
                for player in state.players
            },
            "longest_road": _colour(seats, state.longest_road),
            "largest_army": _colour(seats, state.largest_army),
            "winner": _colour(seats, state.winner),
            "questions": questions,
        }


def _colour(seats: Sequence[tuple[int, Colour]], seat: int | None) -> Colour | None:
    return None if seat is None else seats[seat][1]


def turns(believed: BelievedReplay) -> list[Turn]:
    """The turns of a story, the last of which may still be on."""
    courses: list[tuple[Hashable, list[BelievedStep]]] = []
    for step in believed.steps:
        key = _course(step)
        if key is None:
            if courses:
                courses[-1][1].append(step)
        elif not courses or courses[-1][0] != key:
            courses.append((key, [step]))
        else:
            courses[-1][1].append(step)
    over = believed.state.phase == "over"
    return [
        _turn(number, steps, over or number < len(courses), believed.in_doubt)
        for number, (_, steps) in enumerate(courses, 1)
    ]


def _course(step: BelievedStep) -> Hashable | None:
    """Which turn a step belongs to; None: to the one before it, if there is one."""
    before, event = step.before, step.recorded.event
    if isinstance(event, Roll) or _wins_before_the_roll(step):
        return "play", step.after.turn
    if before.phase in ("play", "over"):
        return "play", before.turn
    if before.phase == "founding" and isinstance(event, PlaceSettlement | PlaceRoad):
        # A settlement and its road are one placement.
        return "founding", sum(p.buildings.bit_count() + p.roads.bit_count() for p in before.players) // 2
    return None


def _turn(number: int, steps: Sequence[BelievedStep], over: bool, in_doubt: frozenset[str]) -> Turn:
    counting = [step for step in steps if not isinstance(step.recorded.event, EndTurn)] or steps[:1]
    dice, opened = None, steps[0].recorded.number
    for step in steps:
        if isinstance(step.recorded.event, Roll):
            dice, opened = step.recorded.event.dice, step.recorded.number
    return Turn(number, _whose(steps[0]), dice, opened, counting[-1], over, in_doubt)


def _whose(first: BelievedStep) -> Colour:
    """Whose turn a step begins."""
    event = first.recorded.event
    founding = first.before.phase == "founding" and isinstance(event, PlaceSettlement | PlaceRoad)
    if isinstance(event, Roll | PlaceSettlement | PlaceRoad) and (founding or isinstance(event, Roll)):
        return event.player
    state = first.after if _wins_before_the_roll(first) else first.before
    return state.players[state.active].colour


def _wins_before_the_roll(step: BelievedStep) -> bool:
    """Whether somebody wins just by coming to turn."""
    return isinstance(step.recorded.event, EndTurn) and (step.before.phase, step.after.phase) == (
        "play",
        "over",
    )


class TurnsTold:
    """Which turns were told already.

    A turn is told once the next one is over, so that what is seen or said a little late still counts.
    """

    def __init__(self) -> None:
        self._told: set[int] = set()

    def due(self, found: Sequence[Turn], *, ended: bool = False) -> list[Turn]:
        """The turns to be told now, in their order; `ended`: nothing more comes, all are due."""
        due = [
            turn
            for turn, following in zip_longest(found, found[1:])
            if turn.opened not in self._told and (ended or (following is not None and following.over))
        ]
        self._told |= {turn.opened for turn in due}
        return due
