"""A small game of one folder, to prove the seam: whoever's throws first come to twenty wins."""

from tests.games.tally.game import Seated, State, Tally, Thrown

__all__ = ["Seated", "State", "Tally", "Thrown"]
