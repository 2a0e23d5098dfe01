"""A small game in one folder that proves the game interface: the first player with twenty wins."""

from tests.games.tally.game import Seated, State, Tally, Thrown

__all__ = ["Seated", "State", "Tally", "Thrown"]
