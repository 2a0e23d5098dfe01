"""A phone as the table's camera: its pictures go to whoever looks, what is seen in them back to its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, get_args

from companion.i18n import message_to_json
from companion.sources.camera import PhoneState, SentPictures
from companion.sources.camera.sent import Warmth

RESTING: Final[Mapping[str, Any]] = {"state": "resting", "text": "", "more": [], "outline": []}
"""What a phone is told that asked nothing."""


class PhoneEye:
    """Takes pictures from the web server (`web.camera.PhoneCamera`)."""

    def __init__(self, sent: SentPictures, live: Callable[[], Mapping[str, Any]]) -> None:
        """Hand pictures on.

        Args:
            sent: to whom.
            live: the step of the live picture, as a calibration's view has it; asking has it judged.
        """
        self._sent = sent
        self._live = live

    def take(
        self, device: str, jpeg: bytes, said: Mapping[str, str], *, looked_at: bool
    ) -> Mapping[str, Any]:
        """See `PhoneCamera`."""
        hold = self._sent.put(device, jpeg, state_of(said))
        told = {"hold": hold, "remark": message_to_json(self._sent.remark)}
        if not looked_at:
            return {**told, **RESTING}
        step = self._live()
        about = step.get("about") or {}
        seen = bool(about.get("judged")) and all(one["good"] for one in about["judged"])
        state = "good" if seen and step["state"] != "wrong" else step["state"]
        return {
            **told,
            "state": state if state in ("wrong", "good") else "looking",
            "text": step["text"],
            "more": step["more"],
            "outline": about.get("outline", []),
        }


def state_of(said: Mapping[str, str]) -> PhoneState:
    """How a phone is, from what its page says; what can't be is as if it weren't said."""
    battery = None
    with suppress(KeyError, ValueError):
        battery = min(max(float(said["battery"]), 0.0), 1.0)
    pressure: Warmth | None = next((each for each in get_args(Warmth) if each == said.get("pressure")), None)
    holds = {"1": True, "0": False}.get(said.get("holds", ""))
    # No number at all is none between 0 and 1, either.
    return PhoneState(
        battery if battery == battery else None,
        charging=said.get("charging") == "1",
        pressure=pressure,
        holds=holds,
    )
