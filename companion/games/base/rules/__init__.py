"""The rules of the base game: its state, its events, what each does to the state, and what is legal. Pure."""
