"""Floor 4.5: recordings of a table: all its inputs, written during a session and replayed later."""
