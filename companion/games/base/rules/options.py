"""The options of a base game: differences between rule texts, and house rules.

The defaults are those of the 2025 rulebook (clarifications.md, "Options").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from companion.games.api_types import CountedSide, OfferedOption, SetupOptions, TakingUp
from companion.games.schema import read_options
from companion.i18n import Message, message_to_json, sentence
from companion.island.geometry import COLOURS, PieceColour

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


# The setup form of a new base game: player counts, colours, and every option that changes play.
#
# Omits options that only people apply, such as how to lay the island or who begins.


PLAYER_COUNTS: Final = (3, 4)


@dataclass(frozen=True)
class SetupOption:
    """An option as the setup form shows it.

    Attributes:
        name: the field's name in `Options`.
        label: short description.
        about: the option's effect, if the label doesn't explain it.
        values: each value with its text; empty for numbers and for yes or no.
        house_rule: whether few tables depart from their edition's value.
        usual: the default, for options that don't depend on the edition.
        for_newcomers: whether the option is on by default at a table without experienced players.
    """

    name: str
    label: Message
    about: Message | None = None
    values: tuple[tuple[Any, Message], ...] = ()
    house_rule: bool = True
    usual: Any = None
    for_newcomers: bool = False

    def to_json(self) -> OfferedOption:
        """The option as JSON for a page; ``kind`` is choice, number or tick."""
        field: OfferedOption = {
            "name": self.name,
            "label": message_to_json(self.label),
            "about": None if self.about is None else message_to_json(self.about),
            "house_rule": self.house_rule,
            "kind": "choice" if self.values else "number" if self.name in RANGES else "tick",
        }
        if self.usual is not None:
            field["usual"] = self.usual
        if self.for_newcomers:
            field["for_newcomers"] = True
        if self.values:
            field["values"] = [[value, message_to_json(words)] for value, words in self.values]
        elif self.name in RANGES:
            field["least"], field["most"] = RANGES[self.name]
        return field


SETUP_OPTIONS: Final = (
    SetupOption(
        "setup",
        sentence("Set-up"),
        values=(("variable", sentence("variable set-up")), ("first_game", sentence("first game"))),
        house_rule=False,
    ),
    SetupOption("points_to_win", sentence("Points to win"), house_rule=False),
    SetupOption(
        "all_told",
        sentence(
            "We enter everything that the camera can't see, each trade and each card, so that all counts "
            "are exact"
        ),
        house_rule=False,
        usual=True,
    ),
    SetupOption(
        "open_hands",
        sentence("We play with open hands"),
        sentence("The tablet then shows which cards everybody holds."),
        house_rule=False,
    ),
    SetupOption(
        "explained",
        sentence("Explain each step: someone is playing for the first time"),
        sentence("Shows the next step and its reason at the top of the page until someone closes it."),
        house_rule=False,
        usual=False,
        for_newcomers=True,
    ),
    SetupOption("hand_limit", sentence("Most cards that you can keep on a seven")),
    SetupOption(
        "friendly_robber",
        sentence("House rule, friendly robber: it spares players with at most this many points"),
        sentence(
            "The robber can't move to a hex where such a player has built, except the desert, and robs none "
            "of them."
        ),
        values=((None, sentence("nobody")), (2, sentence("two")), (3, sentence("three"))),
    ),
    SetupOption(
        "no_seven_rounds",
        sentence("House rule: number of first rounds in which a seven is rolled again"),
        values=((0, sentence("none")), (1, sentence("the first")), (2, sentence("the first two"))),
    ),
    SetupOption(
        "gifts",
        sentence("House rule: gifts and loans between players"),
        sentence("A trade with the active player may be one-sided; a loan is paid back in another trade."),
    ),
    SetupOption("trade_before_roll", sentence("House rule: trade before the roll, too")),
    SetupOption(
        "roll_with",
        sentence("House rule: dice or a deck of cards"),
        sentence(
            "Companion draws the cards; dice are not watched. Each combination of two dice is there once."
        ),
        values=(
            ("dice", sentence("two dice")),
            ("deck", sentence("a deck of 36 cards")),
            ("marked_deck", sentence("the deck, reshuffled when five cards are left")),
        ),
    ),
    SetupOption(
        "claim_victory",
        sentence("House rule: a victory must be claimed"),
        sentence(
            "A player with enough points wins by claiming victory on their own turn: Companion doesn't "
            "announce it."
        ),
    ),
    SetupOption("turn_seconds", sentence("House rule, turn clock: seconds per turn (0: no clock)")),
    SetupOption(
        "reserve_seconds",
        sentence("House rule, turn clock: seconds of reserve for each player in the whole game (0: none)"),
    ),
    SetupOption("must_rob", sentence("The player who moves the robber must rob someone if possible")),
    SetupOption("trade_before_building", sentence("Trade first, then build")),
    SetupOption("maritime_takes_another", sentence("The bank gives another resource than it takes")),
    SetupOption(
        "cards_a_turn",
        sentence("Development cards played in a turn"),
        values=((1, sentence("one")), (None, sentence("no limit"))),
    ),
    SetupOption(
        "settlement_needs_roads",
        sentence("Connected roads needed for a new settlement"),
        values=((1, sentence("one")), (2, sentence("two"))),
    ),
    SetupOption("opponents_block_roads", sentence("Roads can't continue past another player's building")),
)

MAX_CARDS_BEFORE_PLAYER: Final = 95
"""The number of resource cards in the box."""

_EDITIONS: Final[Mapping[str, Message]] = {
    "2025": sentence("2025 rules"),
    "digest": sentence("summary of the rules"),
    "kosmos": sentence("Kosmos, short rules"),
}


def setup_options() -> SetupOptions:
    """The setup form as JSON (`companion.games.game_api.Game.setup_options`)."""
    return {
        "name": message_to_json(sentence("CATAN, the base game")),
        "players": list(PLAYER_COUNTS),
        "colours": list(COLOURS),
        "options": [option.to_json() for option in SETUP_OPTIONS],
        "editions": [
            {
                "name": name,
                "label": message_to_json(_EDITIONS[name]),
                "options": {
                    option.name: getattr(options, option.name)
                    for option in SETUP_OPTIONS
                    if option.usual is None
                },
            }
            for name, options in EDITIONS.items()
        ],
        "taken_up": _taking_up(),
        "who_begins": True,
    }


def _taking_up() -> TakingUp:
    """The card counts to enter when joining a game in progress; the camera reads the pieces."""
    seats = range(1, max(PLAYER_COUNTS) + 1)
    cards = [sentence("Resource cards of player {number}", number=seat) for seat in seats]
    development = [sentence("Development cards of player {number}", number=seat) for seat in seats]
    knights = [sentence("Knights played by player {number}", number=seat) for seat in seats]
    return {
        "on_turn": message_to_json(sentence("Active player, before the roll")),
        "sides": [
            {**_counted_side("hands", cards, sentence("resource cards")), "of": "unidentified"},
            _counted_side("development_cards", development, sentence("development cards")),
            {**_counted_side("played", knights, sentence("knights played")), "of": "knight"},
        ],
    }


def _counted_side(name: str, labels: Sequence[Message], short: Message) -> CountedSide:
    return {
        "name": name,
        "labels": [message_to_json(label) for label in labels],
        "short": message_to_json(short),
        "most": MAX_CARDS_BEFORE_PLAYER,
    }
