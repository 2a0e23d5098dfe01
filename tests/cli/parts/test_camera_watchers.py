"""The cameras that are opened for a table."""

from __future__ import annotations

import argparse

import pytest

from companion.cli.parts import camera_watchers
from companion.hardware import board


def test_a_computer_that_is_too_small_refuses_a_camera_with_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board, "explain_insufficient_memory", lambda: "A Zero has too little memory.")
    with pytest.raises(camera_watchers.UsageError, match="too little memory"):
        camera_watchers.configured_camera(argparse.Namespace(camera="picamera", exposure=None))
    assert camera_watchers.configured_camera(argparse.Namespace(camera=None, exposure=None)) is None
