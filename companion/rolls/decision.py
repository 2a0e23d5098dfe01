"""The decisions of the roll machine about the record, and the facts of a game that they depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.observations import Observation
from companion.rolled_dice import RolledDice

Doubt = Literal[
    "unreadable",
    "no_roll",
    "other_dice",
    "counted",
    "earlier_roll",
    "both_rolls",
    "thrown_again",
    "next_player",
]
"""A doubt to ask people about.

- unreadable: dice were moved that can't be read.
- no_roll: dice came to rest that may be no roll; they aren't recorded.
- other_dice: another source read other dice of the recorded roll.
- counted: dice beside a working tower were counted as a roll.
- earlier_roll: dice beside a working tower weren't counted, or were replaced by its next throw.
- both_rolls: dice beside a working tower and its next throw were counted as two rolls.
- thrown_again: both dice were thrown twice with nothing in between; the second throw replaced the first.
- next_player: the same, and the second throw was recorded as the next player's roll.
"""


@dataclass(frozen=True)
class RollDecision(Observation):
    """A decision of the machine that is more than a new roll: a correction, or a question.

    Attributes:
        action: "insert": record the dice as a roll of the next player at time `t`, before the events since
            then. "replace": the dice are the roll of `entry`. "insert_before": they were rolled before the
            roll of `entry`, by the same player. "remove": `entry` is no roll. "ask": only ask.
        dice: the two top faces; None: they can't be read.
        confidence: probability in [0, 1] that these dice were thrown, and both are right.
        entry: number of the entry of the roll concerned; None: it isn't recorded.
        doubt: the doubt to ask about; None: nothing is asked.
        other: the dice of the other throw or reading concerned.
        witness: name of the source of the other reading.
        off_tower: the dice came to rest outside a working source that counts throws.
        earlier_entry: number of the entry of the throw before that of `entry`, if that may be the same throw.
        token: as in `companion.observations.DiceDetection`.
    """

    action: Literal["insert", "replace", "insert_before", "remove", "ask"]
    dice: RolledDice | None
    confidence: float = 1.0
    entry: int | None = None
    doubt: Doubt | None = None
    other: RolledDice | None = None
    witness: str = ""
    off_tower: bool = False
    earlier_entry: int | None = None
    token: str | None = None


@dataclass(frozen=True)
class RollFacts:
    """Facts of a game about the next roll and the last one.

    Attributes:
        accepted: a roll would be recorded now.
        expected: it may come next by what is visible: no duty of the last roll is open.
        played: the player of the last roll has done something that requires it, or its entry is no roll.
        passed: the turn of the last roll has ended: the next roll is surely another.
        duty_open: the last roll demands an action that nobody has taken, as a seven does.
    """

    accepted: bool = True
    expected: bool = False
    played: bool = True
    passed: bool = True
    duty_open: bool = False
