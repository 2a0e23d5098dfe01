"""The rules of the Catan Dice Game, advanced variant (docs/dice_game.md)."""
