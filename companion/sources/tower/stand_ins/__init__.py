"""Towers that aren't there: the firmware in an emulator, and a model of it in Python, each at a port."""
