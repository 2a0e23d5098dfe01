"""Splits a base game into turns, by its current history: setup placements are turns too."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.events import EndTurn, PlaceRoad, PlaceSettlement, Roll
from companion.games.base.rules.options import Colour
from companion.games.base.views.hands import is_hand_certain
from companion.observations import RolledDice, rolled_dice_to_json


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes:
        number: 1, 2, 3 ... including the setup placements.
        player: its player.
        dice: its roll; None in the setup, and if no roll was recorded.
        first_entry: number of its roll's entry, or else of its first entry; corrections don't change it.
        last_step: its last step other than passing the dice.
        is_over: the next turn has begun, or the game is over.
        in_doubt: colours whose pieces or cards may differ from the record, by the last look.
    """

    number: int
    player: Colour
    dice: RolledDice | None
    first_entry: int
    last_step: BelievedStep
    is_over: bool
    in_doubt: frozenset[str] = frozenset()

    def to_json(self, questions: int) -> dict[str, Any]:
        """Return the turn's line; `questions`: the number of open ones."""
        state, belief = self.last_step.state_after, self.last_step.belief
        seats = [(seat, player.colour) for seat, player in enumerate(state.players)]
        hands = {colour: belief.hand(seat) for seat, colour in seats}
        return {
            "t": round(self.last_step.record.t, 3),
            "turn": self.number,
            "player": self.player,
            "dice": None if self.dice is None else rolled_dice_to_json(self.dice),
            "points": {colour: state.public_points(seat) for seat, colour in seats},
            "hands": {colour: cards_to_json(hand.cards) for colour, hand in hands.items()},
            "certain": {
                colour: is_hand_certain(hand) and colour not in self.in_doubt
                for colour, hand in hands.items()
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


def split_into_turns(believed: BelievedReplay) -> list[Turn]:
    """Return the turns of a game, the last of which may be in progress."""
    courses: list[tuple[Hashable, list[BelievedStep]]] = []
    for step in believed.steps:
        key = _turn_key(step)
        if key is None:
            if courses:
                courses[-1][1].append(step)
        elif not courses or courses[-1][0] != key:
            courses.append((key, [step]))
        else:
            courses[-1][1].append(step)
    over = believed.state.phase == "over"
    return [
        _build_turn(number, steps, over or number < len(courses), believed.in_doubt)
        for number, (_, steps) in enumerate(courses, 1)
    ]


def _turn_key(step: BelievedStep) -> Hashable | None:
    """Return the key of a step's turn; None: it belongs to the turn before, if there is one."""
    before, event = step.state_before, step.record.event
    if isinstance(event, Roll) or _wins_before_the_roll(step):
        return "play", step.state_after.turn
    if before.phase in ("play", "over"):
        return "play", before.turn
    if before.phase == "founding" and isinstance(event, PlaceSettlement | PlaceRoad):
        # A settlement and its road are one placement.
        return "founding", sum(p.buildings.bit_count() + p.roads.bit_count() for p in before.players) // 2
    return None


def _build_turn(number: int, steps: Sequence[BelievedStep], over: bool, in_doubt: frozenset[str]) -> Turn:
    counting = [step for step in steps if not isinstance(step.record.event, EndTurn)] or steps[:1]
    dice, opened = None, steps[0].record.number
    for step in steps:
        if isinstance(step.record.event, Roll):
            dice, opened = step.record.event.dice, step.record.number
    return Turn(number, _player_of(steps[0]), dice, opened, counting[-1], over, in_doubt)


def _player_of(first: BelievedStep) -> Colour:
    """Return the player of the turn that a step begins."""
    event = first.record.event
    founding = first.state_before.phase == "founding" and isinstance(event, PlaceSettlement | PlaceRoad)
    if isinstance(event, Roll | PlaceSettlement | PlaceRoad) and (founding or isinstance(event, Roll)):
        return event.player
    state = first.state_after if _wins_before_the_roll(first) else first.state_before
    return state.players[state.active].colour


def _wins_before_the_roll(step: BelievedStep) -> bool:
    """Return whether a player wins by starting a turn."""
    return isinstance(step.record.event, EndTurn) and (step.state_before.phase, step.state_after.phase) == (
        "play",
        "over",
    )


class TurnReporter:
    """Reports each turn once.

    A turn is reported once the next one is over, so that slightly late observations and inputs still count.
    """

    def __init__(self) -> None:
        self._reported: set[int] = set()

    def due_turns(self, found: Sequence[Turn], *, ended: bool = False) -> list[Turn]:
        """Return the turns to report now, in order; `ended`: the game has ended, so all are due."""
        due = [
            turn
            for turn, following in zip_longest(found, found[1:])
            if turn.first_entry not in self._reported
            and (ended or (following is not None and following.is_over))
        ]
        self._reported |= {turn.first_entry for turn in due}
        return due
