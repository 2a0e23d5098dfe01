"""A network that ships is run by OpenCV, and nothing that it is shown ends the process."""

from __future__ import annotations

import numpy as np
import pytest

from vision.network import network


def test_being_shown_nothing_is_an_error_and_not_the_end_of_the_process() -> None:
    with pytest.raises(ValueError, match="nothing"):
        network("buildings.onnx").run(np.zeros((0, 5, 64, 64), np.float32))
