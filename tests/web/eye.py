"""A fake receiver of the pictures from a phone's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.errors import CompanionError

RESTING_FEEDBACK: Final = {
    "hold": False,
    "remark": "",
    "state": "resting",
    "text": "",
    "more": [],
    "outline": [],
}
"""The result for a picture while nothing is searched for."""


class FakePhoneCamera:
    """A phone camera that records its pictures and returns the test's feedback for each.

    Attributes:
        taken: who sent each picture, the picture, what was said of the phone, whether somebody looks at it.
        says: the feedback for a picture.
        refusal: why none is taken; empty: all are.
    """

    def __init__(self, says: Mapping[str, Any] = RESTING_FEEDBACK) -> None:
        self.taken: list[tuple[str, bytes, dict[str, str], bool]] = []
        self.says = says
        self.refusal = ""

    def receive_picture(
        self, device: str, jpeg: bytes, status: Mapping[str, str], *, wants_feedback: bool
    ) -> Mapping[str, Any]:
        if self.refusal:
            raise CompanionError(self.refusal)
        self.taken.append((device, jpeg, dict(status), wants_feedback))
        return self.says
