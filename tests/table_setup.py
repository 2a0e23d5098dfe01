"""The start of tests at a real table: founding pieces and a clock."""

from __future__ import annotations

from typing import Final

FOUNDING: Final = (
    ("settlement", "i4,1"), ("road", "p3,0"),
    ("settlement", "i5,-4"), ("road", "p3,-3"),
    ("settlement", "i1,4"), ("road", "p1,2"),
    ("settlement", "i-5,4"), ("road", "p-3,3"),
    ("settlement", "i-2,4"), ("road", "p-1,3"),
    ("settlement", "i-2,-2"), ("road", "p-2,-1"),
)  # fmt: skip
"""How three found on the first game's island, in the order of the rules: once around, and back."""


class Seconds:
    """A clock that advances with every reading."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        self.t += 0.5
        return self.t
