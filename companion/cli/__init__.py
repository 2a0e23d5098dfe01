"""Floor 6: the command `companion`. Builds what is asked for and starts it."""
