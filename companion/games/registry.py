"""The games a table can play: one line each."""

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

USUAL: Final = BaseGame.kind
"""The game that is meant where none is named: by who starts one, or by a recording older than the others."""
