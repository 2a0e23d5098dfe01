"""Shared by all commands: the configuration file, default paths, and the terminal's input and output."""
