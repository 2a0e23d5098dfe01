"""What an input is about, as whoever entered it was shown it: what two devices say of one thing is one.

Any input may hold ``about``, an object of numbers, each of which may be left out:

=========  =======================================================================================
``game``   of the game (the table judges it: `companion.table.meant`)
``turn``   of the turn that was on
``after``  of the last entry that was shown: what was told since, whoever entered it hasn't seen
``as_of``  of the entry that told the line which the input corrects as it was shown (the table's)
=========  =======================================================================================

Without it an input is taken as it comes. The turn may stand beside the other fields, too, as ``turn``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent
from companion.games.shapes import refused
from companion.i18n import sentence
from companion.observations import InputRefused

E = TypeVar("E")
S = TypeVar("S")

NAMES: Final = ("game", "turn", "after", "as_of")
"""What can be named."""


@dataclass(frozen=True)
class About:
    """What an input names; None: it doesn't.

    Attributes:
        game, turn, after, as_of: as above.
    """

    game: int | None = None
    turn: int | None = None
    after: int | None = None
    as_of: int | None = None

    def since(self, recorded: RecordedEvent[Any]) -> bool:
        """Whether an event was told, as it stands, after what was shown to whoever entered the input."""
        return self.after is not None and recorded.newest > self.after

    def in_turn(self, turn: int, name: str, *, same: bool = True) -> None:
        """See to it that the turn that is named, if one is, is on.

        Args:
            turn: the number of the turn that is on.
            name: of the player whose it is.
            same: whoever is named besides has it, too.

        Raises:
            InputRefused: another turn is on.
        """
        if self.turn is None or (self.turn == turn and same):
            return
        if self.turn > turn:
            raise InputRefused(sentence("That turn has been undone. It is {name}'s turn.", name=name))
        raise InputRefused(sentence("That turn is already over. It is {name}'s turn.", name=name))


def split(data: Mapping[str, Any]) -> tuple[About, dict[str, Any]]:
    """What an input is about, and the rest of it.

    Raises:
        InputRefused: ``about`` isn't an object of such numbers.
    """
    rest = dict(data)
    said = rest.pop("about", None)
    if said is None:
        said = {}
    if not isinstance(said, Mapping) or not set(said) <= set(NAMES):
        raise refused(sentence("about is an object of: {names}", names=", ".join(NAMES)))
    if "turn" in rest:
        said = {**said, "turn": rest.pop("turn")}
    if any(number is not None and type(number) is not int for number in said.values()):
        raise refused(sentence("the fields of about are numbers"))
    return About(**said), rest


def told_since(history: GameHistory[S, E], about: About, event: E) -> RecordedEvent[E] | None:
    """The recorded event that told the very same event since what was shown to whoever enters it now."""
    found = (each for each in reversed(history.recorded) if about.since(each) and each.event == event)
    return next(found, None)
