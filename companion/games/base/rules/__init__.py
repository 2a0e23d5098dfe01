"""The rules of the base game as pure functions: state, events, effects of events, and legality."""
