"""Floor 6: the command `companion`. Builds the requested parts and starts them."""
