"""Connects a phone's page with the table's camera source: forwards pictures and returns feedback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, get_args

from companion.i18n import message_to_json, sentence
from companion.sources.camera import PhonePictures, PhoneState
from companion.sources.camera.phone_camera import NO_PHONE_SENDS, CpuPressure

RESTING_ANSWER: Final[Mapping[str, Any]] = {"state": "resting", "text": "", "more": [], "outline": []}
"""The answer to a phone that requests no feedback."""
PICTURES_ARRIVE: Final = sentence("The table receives this phone's pictures.")
"""The feedback until the table's camera has noticed the phone."""


class PhonePictureReceiver:
    """Receives pictures from the web server (`web.camera.PhoneCamera`)."""

    def __init__(self, sent: PhonePictures, live: Callable[[], Mapping[str, Any]]) -> None:
        """Forward pictures to a camera source.

        Args:
            sent: receives the pictures.
            live: returns the live picture's step of the calibration's view; the call starts its check.
        """
        self._sent = sent
        self._live = live

    def receive_picture(
        self, device: str, jpeg: bytes, status: Mapping[str, str], *, wants_feedback: bool
    ) -> Mapping[str, Any]:
        """See `PhoneCamera`."""
        hold = self._sent.submit_picture(device, jpeg, parse_phone_state(status))
        answer = {"hold": hold, "remark": message_to_json(self._sent.remark)}
        if not wants_feedback:
            return {**answer, **RESTING_ANSWER}
        step = self._live()
        about = step.get("about") or {}
        is_board_seen = bool(about.get("judged")) and all(one["good"] for one in about["judged"])
        state = "good" if is_board_seen and step["state"] != "wrong" else step["state"]
        return {
            **answer,
            "state": state if state in ("wrong", "good") else "looking",
            "text": message_to_json(PICTURES_ARRIVE) if _reports_no_phone(step) else step["text"],
            "more": step["more"],
            "outline": about.get("outline", []),
        }


def _reports_no_phone(step: Mapping[str, Any]) -> bool:
    """Return whether a step still reports that no phone sends pictures."""
    return step["text"] in (NO_PHONE_SENDS, message_to_json(NO_PHONE_SENDS))


def parse_phone_state(fields: Mapping[str, str]) -> PhoneState:
    """Parse a phone's state from its page's fields; invalid values are ignored."""
    battery = None
    with suppress(KeyError, ValueError):
        battery = min(max(float(fields["battery"]), 0.0), 1.0)
    pressure: CpuPressure | None = next(
        (each for each in get_args(CpuPressure) if each == fields.get("pressure")), None
    )
    holds = {"1": True, "0": False}.get(fields.get("holds", ""))
    # A NaN passes the clamp above: treat it as missing.
    return PhoneState(
        battery if battery == battery else None,
        charging=fields.get("charging") == "1",
        pressure=pressure,
        holds=holds,
    )
