"""Pieces as path-traced bodies: solids of many editions, rendered into layers to composite onto boards."""
