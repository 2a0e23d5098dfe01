"""Drawn resource dice for training: six symbols in many drawings and styles."""
