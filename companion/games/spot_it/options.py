"""The options of a match: how it is played, and where the rules leave something open.

The defaults are those of clarifications.md, "Spot it! CATAN".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Literal, cast, get_args, get_type_hints

from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.games.spot_it.wire import SpotItOptions

Colour = Literal["blue", "orange", "red"]
GameNumber = Literal[1, 2, 3, 4, 5]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
GAME_NUMBERS: Final[tuple[GameNumber, ...]] = get_args(GameNumber)


class OptionsError(CompanionError, ValueError):
    """Options that no match has."""


@dataclass(frozen=True)
class Options:
    """How this table plays.

    Attributes:
        mode: one game again and again, or the five games in order.
        game: which game is played in discovery mode.
        alone: the team of one player against teams of two; None: there is none.
        two_against_one: what becomes of a player alone against one team: nothing, or what becomes of the
            one of five players.
        both_out: two teams laid their last card at once: both score the point, or neither.
        pile_out: a pile of game 5 runs out before ten points: the match ends, or all shuffle again.
    """

    mode: Literal["discovery", "adventure"] = "discovery"
    game: GameNumber = 1
    alone: Colour | None = None
    two_against_one: Literal["no_adjustment", "as_of_five"] = "no_adjustment"
    both_out: Literal["both", "neither"] = "both"
    pile_out: Literal["match_ends", "shuffle_again"] = "match_ends"

    def to_json(self) -> SpotItOptions:
        """Every option by its name."""
        return cast("SpotItOptions", asdict(self))

    @classmethod
    def from_json(cls, data: object) -> Options:
        """Options by name; those left out are the usual ones.

        Raises:
            OptionsError: an unknown option or a value that it can't have.
        """
        if not isinstance(data, Mapping):
            raise OptionsError("options are given as an object")
        for name, value in data.items():
            if name not in _VALUES:
                known = ", ".join(_VALUES)
                raise OptionsError(f"no such option: {str(name)[:40]}; known: {known}")
            if not any(value == known and type(value) is type(known) for known in _VALUES[name]):
                raise OptionsError(f"the option {name} can't be {str(value)[:40]}")
        return cls(**data)


def _values(kind: Any) -> tuple[Any, ...]:
    """The values of a literal, or of one that may be None."""
    parts = get_args(kind)
    if type(None) not in parts:
        return parts
    return (None, *(value for part in parts if part is not type(None) for value in get_args(part)))


_KINDS: Final = get_type_hints(Options)
_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {f.name: _values(_KINDS[f.name]) for f in fields(Options)}
DEFAULT_OPTIONS: Final = Options()
