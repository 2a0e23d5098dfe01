"""The camera looks for the island: while the game wants it watched, new frames are read cold."""

from __future__ import annotations



