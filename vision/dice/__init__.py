"""Dice lying in a picture: where they are, and what their top faces say.

`read_dice` is the door. Finding (`vision.dice.finding`) sees any die, whatever is on its faces; a reader of
faces (`vision.dice.pips` for spots) is given patches cut by `vision.dice.patches`.
"""

from vision.dice.finding import DieSeen, find_dice
from vision.dice.reading import DiceReading, DieReading, read_dice

__all__ = ["DiceReading", "DieReading", "DieSeen", "find_dice", "read_dice"]
