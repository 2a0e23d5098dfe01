"""CATAN, the base game: its rules, its tracker and its views."""
