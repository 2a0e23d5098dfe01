"""The games that the companion knows: each in its own folder, behind one interface.

To add a game, add a folder that provides a `companion.games.game_api.Game`, and one line in
`companion.games.registry`.
"""
