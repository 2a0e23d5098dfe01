"""What vision refuses."""

from __future__ import annotations

from companion.errors import CompanionError


class PictureError(CompanionError, ValueError):
    """Something was given as a picture that isn't one; the message says what a picture is."""
