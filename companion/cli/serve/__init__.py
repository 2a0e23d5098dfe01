"""A table that plays: `serve` a real one, `demo` a simulated, `replay` a recorded; `pair` a tablet."""
