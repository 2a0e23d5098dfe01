"""The games that the companion knows: each in a folder of its own, behind one seam.

A new game is one new folder that offers a `companion.games.game_api.Game`, and one line in
`companion.games.registry`.
"""
