"""Floor 0: the island's geometry, its contents, and the types of its readings.

Independent of games, files (except its own data), clocks and pixels.
"""
