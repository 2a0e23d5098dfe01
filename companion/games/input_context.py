"""The context of an input: what its sender saw when entering it. Prevents duplicates from several devices.

Any input may have an ``about`` field, an object of numbers, each of which is optional:

=========  =======================================================================================
``game``   the game's number (the table checks it: `companion.table.stale_input`)
``turn``   the number of the turn in progress
``after``  the latest entry that the sender saw; the sender hasn't seen any later entry
``as_of``  the entry that last changed the log line which this input corrects (checked by the table)
=========  =======================================================================================

Without a context, an input is accepted as it arrives. ``turn`` may also be a field of the input itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent
from companion.games.schema import shape_refusal
from companion.i18n import sentence
from companion.observations import InputRefused

E = TypeVar("E")
S = TypeVar("S")

CONTEXT_FIELDS: Final = ("game", "turn", "after", "as_of")
"""The fields of a context."""


@dataclass(frozen=True)
class InputContext:
    """The context of an input; a field is None where the input leaves it out.

    Attributes:
        game, turn, after, as_of: as the module describes them.
    """

    game: int | None = None
    turn: int | None = None
    after: int | None = None
    as_of: int | None = None

    def is_unseen(self, recorded: RecordedEvent[Any]) -> bool:
        """Return whether an event was recorded, or last changed, after the entry that the sender saw."""
        return self.after is not None and recorded.effective_entry > self.after

    def check_turn(self, turn: int, player_name: str, *, same_player: bool = True) -> None:
        """Check that the turn named by the context, if any, is in progress.

        Args:
            turn: the number of the turn in progress.
            player_name: the name of the active player.
            same_player: whether the player that the input names, if any, is the active player.

        Raises:
            InputRefused: another turn is in progress.
        """
        if self.turn is None or (self.turn == turn and same_player):
            return
        if self.turn > turn:
            raise InputRefused(sentence("That turn has been undone. It is {name}'s turn.", name=player_name))
        raise InputRefused(sentence("That turn is already over. It is {name}'s turn.", name=player_name))


def split_context(data: Mapping[str, Any]) -> tuple[InputContext, dict[str, Any]]:
    """Split an input into its context and its other fields.

    Raises:
        InputRefused: ``about`` isn't an object of such numbers.
    """
    rest = dict(data)
    fields = rest.pop("about", None)
    if fields is None:
        fields = {}
    if not isinstance(fields, Mapping) or not set(fields) <= set(CONTEXT_FIELDS):
        raise shape_refusal(sentence("about is an object of: {names}", names=", ".join(CONTEXT_FIELDS)))
    if "turn" in rest:
        fields = {**fields, "turn": rest.pop("turn")}
    if any(number is not None and type(number) is not int for number in fields.values()):
        raise shape_refusal(sentence("the fields of about are numbers"))
    return InputContext(**fields), rest


def find_unseen_duplicate(
    history: GameHistory[S, E], about: InputContext, event: E
) -> RecordedEvent[E] | None:
    """Return the recorded event that equals this one and that the sender hadn't seen yet, or None."""
    found = (
        each for each in reversed(history.recorded_events) if about.is_unseen(each) and each.event == event
    )
    return next(found, None)
