"""The options of a base game: where the rule texts differ, each difference is one of these.

The defaults are those of the 2025 rulebook (clarifications.md, "Options").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from companion.games.options import OptionsError as OptionsError
from companion.games.options import read_options
from companion.island.pieces import COLOURS as COLOURS
from companion.island.pieces import PieceColour

Colour = PieceColour


@dataclass(frozen=True)
class Options:
    """How this table plays.

    Attributes:
        setup: founding placements in turns, or pieces as on the first-game diagram.
        first_game_tokens: number tokens of the first game as on the diagram, or A to R in a
            spiral, clockwise from the left-most forest.
        spiral: direction of the number tokens' spiral in the variable set-up, or drawn at random.
        frame: the order of the frame pieces in the variable set-up.
        first_player: who begins: the highest sum of two dice, or the eldest.
        left_out_with_three: the colour that three players leave in the box, if one is said.
        must_rob: whether the mover of the robber must rob if somebody can be robbed.
        trade_before_building: trade first, then build; else both in any order.
        maritime_takes_another: whether maritime trade must take another resource than it gave.
        cards_a_turn: how many development cards may be played a turn; None: any number.
        settlement_needs_roads: own roads in a row that a new settlement needs, one or two.
        opponents_block_roads: whether an opponent's building ends an own road for building on.
        points_to_win: victory points that win on the own turn.
        hand_limit: most resource cards a hand may hold unhurt when a seven is rolled.
        friendly_robber: house rule: the robber spares who has so many points or fewer; None: nobody.
        no_seven_rounds: house rule: in so many first rounds a seven doesn't count and is rolled again.
        gifts: house rule: players may give, or lend, each other cards for nothing.
        trade_before_roll: house rule: who is on turn may trade before the dice are thrown, too.
        turn_seconds: house rule: seconds that a turn may take, which the page counts down; 0: as long as it
            takes. Nothing else follows from it.
        reserve_seconds: house rule: seconds that each player has over the whole game for turns that take
            longer than `turn_seconds`; 0: none.
        claim_victory: house rule: nobody has won before saying so, on the own turn.
        roll_with: dice; or by a house rule a deck of 36 cards, one for each pair of dice, that is shuffled
            anew when it is used up, or when its mark is drawn, which lies on the last five.
        open_hands: the table plays with open hands: the tablet may show them.
        all_told: people enter all that no camera sees, each trade and card: what follows from it is
            certain. Otherwise somebody may always have traded unseen.
        explained: somebody plays for the first time: the pages say what comes next and why. No rule
            follows from it.
    """

    setup: Literal["variable", "first_game"] = "variable"
    first_game_tokens: Literal["diagram", "letters"] = "diagram"
    spiral: Literal["counter_clockwise", "clockwise", "random"] = "counter_clockwise"
    frame: Literal["any_order", "by_the_numerals"] = "any_order"
    first_player: Literal["highest_roll", "eldest"] = "highest_roll"
    left_out_with_three: Literal["white", "red"] | None = "white"
    must_rob: bool = True
    trade_before_building: bool = False
    maritime_takes_another: bool = True
    cards_a_turn: int | None = 1
    settlement_needs_roads: Literal[1, 2] = 1
    opponents_block_roads: bool = True
    points_to_win: int = 10
    hand_limit: int = 7
    friendly_robber: Literal[2, 3] | None = None
    no_seven_rounds: Literal[0, 1, 2] = 0
    gifts: bool = False
    trade_before_roll: bool = False
    claim_victory: bool = False
    turn_seconds: int = 0
    reserve_seconds: int = 0
    roll_with: Literal["dice", "deck", "marked_deck"] = "dice"
    open_hands: bool = False
    all_told: bool = False
    explained: bool = False

    def to_json(self) -> dict[str, Any]:
        """Every option by its name."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Options:
        """Options by name; those left out are those of the edition named, else of 2025.

        Raises:
            OptionsError: an unknown option or a value that it can't have.
        """
        return read_options(
            DEFAULT_OPTIONS, data, editions=EDITIONS, ranges={**RANGES, "cards_a_turn": (1, 25)}
        )


RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "points_to_win": (2, 30),
    "hand_limit": (1, 95),
    "turn_seconds": (0, 1800),
    "reserve_seconds": (0, 7200),
}
"""The least and the most of options that are numbers."""
DEFAULT_OPTIONS: Final = Options()

EDITIONS: Final[Mapping[str, Options]] = {
    "2025": DEFAULT_OPTIONS,
    "digest": Options(
        first_game_tokens="letters",
        first_player="eldest",
        left_out_with_three="red",
        must_rob=False,
        trade_before_building=True,
        maritime_takes_another=False,
        cards_a_turn=None,
        frame="by_the_numerals",
    ),
    "kosmos": Options(
        spiral="random",
        left_out_with_three=None,
        trade_before_building=True,
        maritime_takes_another=False,
        settlement_needs_roads=2,
    ),
}
"""The editions whose texts are kept here. Where one is silent, it plays as the 2025 text says."""
