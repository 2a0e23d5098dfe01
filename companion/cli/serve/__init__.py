"""Commands that run a table: `serve`, `demo` (simulated) and `replay` (recorded); `pair` for a tablet."""
