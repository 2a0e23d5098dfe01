"""Errors of the vision package."""

from __future__ import annotations

from companion.errors import CompanionError


class PictureError(CompanionError, ValueError):
    """An input isn't a picture; the message says what a picture is."""
