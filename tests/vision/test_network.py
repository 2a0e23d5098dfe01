"""Shipped networks run for batches of any size and never crash the process."""

from __future__ import annotations

import numpy as np
import pytest

from vision.network import DISPUTED_P, limit_certainty, network


def test_an_empty_input_raises_an_error_and_does_not_crash() -> None:
    with pytest.raises(ValueError, match="empty batch"):
        network("buildings.onnx").run(np.zeros((0, 5, 64, 64), np.float32))


@pytest.mark.parametrize("count", [1, 3])
def test_each_picture_of_a_batch_is_answered_as_if_it_were_alone(count: int) -> None:
    patches = np.random.default_rng(0).random((4, 5, 64, 64), dtype=np.float32)
    together, some = (network("buildings.onnx").run(patches[:n]) for n in (4, count))
    assert some == pytest.approx(together[:count], abs=1e-5)


def test_a_disputed_answer_keeps_its_place_but_not_its_certainty() -> None:
    shares = np.array([[0.99, 0.008, 0.002], [0.99, 0.01, 0.0], [0.5, 0.3, 0.2]])
    limited = limit_certainty(shares, np.array([True, False, True]))
    assert limited[0] == pytest.approx([DISPUTED_P, 0.08, 0.02])
    assert (limited[1:] == shares[1:]).all()
