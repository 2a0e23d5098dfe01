"""The options of a base game: differences between rule texts, and house rules.

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
    """The options that a table plays with.

    Attributes:
        setup: founding placements in turns, or pieces as on the first-game diagram.
        first_game_tokens: number tokens of the first game as on the diagram, or A to R in a
            spiral, clockwise from the left-most forest.
        spiral: direction of the number tokens' spiral in the variable set-up, or drawn at random.
        frame: the order of the frame pieces in the variable set-up.
        first_player: the player who begins: the one with the highest sum of two dice, or the eldest.
        left_out_with_three: the colour that three players leave in the box, if the rules name one.
        must_rob: whether the player who moves the robber must rob if possible.
        trade_before_building: trade first, then build; otherwise both in any order.
        maritime_takes_another: whether maritime trade must take another resource than it gave.
        cards_a_turn: maximal number of development cards played in a turn; None: any number.
        settlement_needs_roads: consecutive own roads that a new settlement needs, one or two.
        opponents_block_roads: whether a road can't be continued past an opponent's building.
        points_to_win: victory points that win in one's own turn.
        hand_limit: largest number of resource cards without a discard on a seven.
        friendly_robber: house rule: the robber spares players with at most this many points; None: nobody.
        no_seven_rounds: house rule: number of first rounds in which a seven is void and rolled again.
        gifts: house rule: players may give, or lend, each other cards for nothing.
        trade_before_roll: house rule: the active player may also trade before the roll.
        turn_seconds: house rule: seconds per turn, counted down on the page; 0: no limit. Display only.
        reserve_seconds: house rule: seconds that each player has in the whole game for turns longer than
            `turn_seconds`; 0: none.
        claim_victory: house rule: a player wins only by claiming victory in their own turn.
        roll_with: dice; or by a house rule a deck of 36 cards, one for each pair of dice. The deck is
            reshuffled when it is used up, or when its mark above the last five cards is drawn.
        open_hands: whether the tablet may show all hands.
        all_told: whether players enter everything that the camera can't see, each trade and each card, so
            that counts are exact. Otherwise unrecorded trades are always possible.
        explained: whether the pages explain each step to a new player. Has no effect on rules.
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
        """Parse options by name; missing ones default to the named edition, else to 2025.

        Raises:
            OptionsError: an unknown option or an invalid value.
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
"""The least and the greatest value of each numeric option."""
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
"""Options by edition. An edition that leaves a question open follows the 2025 text."""
