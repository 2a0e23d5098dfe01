"""The setup form of a new match: teams, mode, and choices that the rules leave open."""

from __future__ import annotations

from typing import Any, Final

from companion.games.api_types import OfferedOption, SetupOptions
from companion.games.spot_it.events import TEAMS
from companion.games.spot_it.options import COLOURS
from companion.i18n import Message, message_to_json, sentence

_Values = tuple[tuple[Any, Message], ...]

MODE_CHOICES: Final[_Values] = (
    ("discovery", sentence("Discovery: one game, several times")),
    ("adventure", sentence("Adventure: the five games in order")),
)
GAME_CHOICES: Final[_Values] = (
    (1, sentence("1: Welcome to Catan")),
    (2, sentence("2: The harbors")),
    (3, sentence("3: The longest road")),
    (4, sentence("4: The barbarians")),
    (5, sentence("5: The knights")),
)
SOLO_TEAM_CHOICES: Final[_Values] = (
    (None, sentence("nobody")),
    ("blue", sentence("the blue team")),
    ("orange", sentence("the orange team")),
    ("red", sentence("the red team")),
)
TWO_AGAINST_ONE_CHOICES: Final[_Values] = (
    ("no_adjustment", sentence("nothing changes")),
    ("as_of_five", sentence("as for the solo player in a five-player game")),
)
BOTH_OUT_CHOICES: Final[_Values] = (
    ("both", sentence("each scores the point")),
    ("neither", sentence("neither scores the point")),
)
PILE_OUT_CHOICES: Final[_Values] = (
    ("match_ends", sentence("the match ends: the most points win")),
    ("shuffle_again", sentence("all shuffle and continue")),
)


def setup_options() -> SetupOptions:
    """The setup form as JSON (`companion.games.game_api.Game.setup_options`)."""
    return {
        "name": message_to_json(sentence("Spot it! CATAN")),
        "players": list(TEAMS),
        "seats": "teams",
        "colours": list(COLOURS),
        "options": [
            _choice("mode", sentence("Mode"), MODE_CHOICES),
            _choice("game", sentence("Game in discovery mode"), GAME_CHOICES),
            _choice("alone", sentence("Plays alone against teams of two"), SOLO_TEAM_CHOICES),
            _choice(
                "two_against_one", sentence("One alone against two"), TWO_AGAINST_ONE_CHOICES, house_rule=True
            ),
            _choice(
                "both_out",
                sentence("Two teams play their last card at the same time"),
                BOTH_OUT_CHOICES,
                house_rule=True,
            ),
            _choice("pile_out", sentence("The piles of game 5 run out"), PILE_OUT_CHOICES, house_rule=True),
        ],
        "editions": [],
    }


def _choice(name: str, label: Message, values: _Values, *, house_rule: bool = False) -> OfferedOption:
    return {
        "name": name,
        "label": message_to_json(label),
        "about": None,
        "house_rule": house_rule,
        "kind": "choice",
        "values": [[value, message_to_json(words)] for value, words in values],
    }
