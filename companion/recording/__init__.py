"""Floor 4.5: recordings of a table: what came in, written while it is on, and run again later."""
