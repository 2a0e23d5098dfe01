"""Spot it! CATAN: two or three teams, five games, ten points."""
