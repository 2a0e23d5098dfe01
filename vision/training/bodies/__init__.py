"""Pieces as path-traced bodies: solids of many editions, lit by a renderer, laid as layers over boards."""
