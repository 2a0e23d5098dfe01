"""Simulated towers, each at a port: the firmware in an emulator, and a Python model of the firmware."""
