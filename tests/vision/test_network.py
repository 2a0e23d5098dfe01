"""A network that ships is run by OpenCV, and nothing that it is shown ends the process."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.network import has_network, network, override_networks


def test_being_shown_nothing_is_an_error_and_not_the_end_of_the_process() -> None:
    with pytest.raises(ValueError, match="nothing"):
        network("buildings.onnx").run(np.zeros((0, 5, 64, 64), np.float32))


def test_a_network_is_there_if_it_ships_or_a_folder_holds_it(tmp_path: Path) -> None:
    (tmp_path / "strange.onnx").touch()
    assert has_network("pieces.onnx")
    assert not has_network("strange.onnx")
    with override_networks(tmp_path):
        assert has_network("strange.onnx")
    assert not has_network("strange.onnx")
