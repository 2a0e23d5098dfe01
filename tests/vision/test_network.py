"""Shipped networks run in OpenCV and never crash the process."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.network import has_network, network, override_networks


def test_an_empty_input_raises_an_error_and_does_not_crash() -> None:
    with pytest.raises(ValueError, match="empty batch"):
        network("buildings.onnx").run(np.zeros((0, 5, 64, 64), np.float32))


def test_a_network_exists_if_shipped_or_in_the_given_folder(tmp_path: Path) -> None:
    (tmp_path / "strange.onnx").touch()
    assert has_network("pieces.onnx")
    assert not has_network("strange.onnx")
    with override_networks(tmp_path):
        assert has_network("strange.onnx")
    assert not has_network("strange.onnx")
