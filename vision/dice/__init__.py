"""Dice in a picture: their places, and the values of their top faces.

The entry point is `read_dice`. Detection (`vision.dice.die_finder`) finds any die, whatever its faces show; a
face reader (`vision.dice.reading` for spots) gets patches cut by `vision.dice.reading`.
"""

from vision.dice.die_finder import DieDetection, find_dice
from vision.dice.reading import DiceReading, DieReading, read_dice

__all__ = ["DiceReading", "DieDetection", "DieReading", "find_dice", "read_dice"]
