"""Floor 0: the island's geometry, what lies on it, and what a reader of it may say.

Knows nothing of games, files (but its own data), clocks or pixels.
"""
