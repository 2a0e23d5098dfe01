"""The cameras that are opened for a table."""

from __future__ import annotations

import pytest

from companion.cli.parts import device_access


def test_a_computer_that_is_too_small_refuses_a_camera_with_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(device_access, "explain_insufficient_memory", lambda: "A Zero has too little memory.")
    with pytest.raises(device_access.UsageError, match="too little memory"):
        device_access.open_named_camera("picamera", None)
