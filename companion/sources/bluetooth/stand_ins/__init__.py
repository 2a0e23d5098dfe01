"""Simulated Bluetooth dice, and a simulated radio for them."""
