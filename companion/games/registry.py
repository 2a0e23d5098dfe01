"""The games that a table can play, one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.base.game import BaseGame
from companion.games.dice_game.game import DiceGame
from companion.games.game_api import Game
from companion.games.spot_it.game import SpotItGame

GAMES: Final[Mapping[str, Game[Any, Any]]] = {
    game.kind: game
    for game in (
        BaseGame(),
        DiceGame(),
        SpotItGame(),
    )
}

DEFAULT_GAME: Final = BaseGame.kind
"""The game's kind where none is named: for a new game, or in a recording made before there were others."""
