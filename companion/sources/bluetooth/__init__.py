"""Dice that speak Bluetooth: what they say, the two of a table as one source, and stand-ins for them."""
