"""Which cameras are opened for a table."""

from __future__ import annotations

import argparse

import pytest

from companion.cli.parts import watching
from companion.hardware import board


def test_on_a_board_that_is_too_small_a_camera_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board, "too_small_for_a_camera", lambda: "A Zero has too little memory.")
    with pytest.raises(watching.UsageError, match="too little memory"):
        watching.camera_of(argparse.Namespace(camera="picamera", exposure=None))
    assert watching.camera_of(argparse.Namespace(camera=None, exposure=None)) is None
