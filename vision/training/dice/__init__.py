"""Dice drawn to learn from: shapes cast, faces painted, laid on tables of every kind."""
