"""Bluetooth dice that aren't there, and the radio that hears them."""
