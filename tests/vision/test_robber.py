"""Robber readings on rendered boards with unseen art and shapes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraPose, Light, render_board
from vision import hex_contents
from vision.network import Network, network
from vision.robber import (
    ABSENT_CLASS,
    CLASSES,
    HIDDEN_CLASS,
    ROBBER_CLASS,
    read_robber,
    robber_posterior,
    token_log_odds,
)

ALL_HEXES = np.ones(len(HEXES), np.bool_)


@pytest.mark.slow
@pytest.mark.parametrize(("at", "tilt", "rotation"), [(4, 0, 0), (9, 25, 130), (17, 40, 60)])
def test_a_rendered_robber_is_found(at: int, tilt: float, rotation: float) -> None:
    camera = CameraPose(tilt=tilt, rotation=rotation)
    picture = render_board(
        first_game_layout(), robber=HEXES[at], camera=camera, light=Light(warmth=0.4), seed=at
    )
    shares = read_robber(network("robber.onnx"), picture, camera.homography())
    assert shares.sum() == pytest.approx(1)
    assert shares.argmax() == at


def test_a_board_without_a_robber_has_none() -> None:
    camera = CameraPose(tilt=15)
    picture = render_board(first_game_layout(), camera=camera, seed=4)
    assert read_robber(network("robber.onnx"), picture, camera.homography()).argmax() == len(HEXES)


class Away(Network):
    """A network that sees no robber anywhere; it counts patches."""

    def __init__(self) -> None:
        """Count from nothing."""
        self.shown = 0

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        self.shown += len(inputs)
        row = np.zeros(CLASSES, np.float32)
        row[ABSENT_CLASS] = 9
        return np.repeat(row[None], len(inputs), axis=0)


def test_hexes_clearly_without_a_robber_get_no_closer_look() -> None:
    reader, picture = Away(), render_board(first_game_layout(), camera=CameraPose(tilt=15), seed=4)
    assert read_robber(reader, picture, CameraPose(tilt=15).homography()).argmax() == len(HEXES)
    assert reader.shown == 2 * len(HEXES)


def answers(**class_by_hex: int) -> np.ndarray:
    """The network's answers: away from all hexes but those named h0, h1, ..."""
    found = np.zeros((len(HEXES), CLASSES), np.float32)
    found[:, ABSENT_CLASS] = 8
    for name, kind in class_by_hex.items():
        found[int(name[1:])] = 0
        found[int(name[1:]), kind] = 8
    return found


def test_two_equally_likely_hexes_get_half_each() -> None:
    shares = robber_posterior(answers(h3=ROBBER_CLASS, h8=ROBBER_CLASS), ALL_HEXES)
    assert shares[3] == pytest.approx(shares[8])
    assert 0.45 < shares[3] < 0.51


def test_a_hidden_hex_may_hold_an_unseen_robber() -> None:
    shares = robber_posterior(answers(h5=HIDDEN_CLASS), ALL_HEXES)
    assert shares[5] == max(shares[:-1])
    assert shares[5] > 0.2
    unseen = ALL_HEXES.copy()
    unseen[5] = False
    assert robber_posterior(answers(h5=ABSENT_CLASS), unseen)[5] > 0.2


def read_tokens(clear: float = 0.98, *, bare: Sequence[int] = (), covered: Sequence[int] = ()) -> np.ndarray:
    """Token readings: a number of this clarity on all hexes but some."""
    seen = np.full((len(HEXES), hex_contents.CLASSES), (1 - clear) / (hex_contents.CLASSES - 1))
    seen[:, 3] = clear
    for hexes, kind in ((bare, hex_contents.BARE_CLASS), (covered, hex_contents.COVERED_CLASS)):
        seen[list(hexes)] = 0
        seen[list(hexes), kind] = 1
    return seen


def test_one_unreadable_token_suggests_the_robber() -> None:
    odds = token_log_odds(read_tokens(covered=[4]))
    assert odds[4] > 2
    assert (np.delete(odds, 4) < -1).all()


def test_a_dark_spot_beside_a_clear_token_is_no_robber_if_another_token_is_covered() -> None:
    found = answers(h3=ROBBER_CLASS, h8=ROBBER_CLASS)
    shares = robber_posterior(found, ALL_HEXES, token_log_odds(read_tokens(covered=[8])))
    assert shares[8] > 0.95


def test_a_robber_beside_a_clear_token_is_detected_by_appearance_alone() -> None:
    assert robber_posterior(answers(h3=ROBBER_CLASS), ALL_HEXES, token_log_odds(read_tokens())).argmax() == 3


def test_missing_tokens_of_deserts_and_token_free_islands_are_no_evidence() -> None:
    assert token_log_odds(read_tokens(bare=[4]))[4] == pytest.approx(0)
    assert token_log_odds(read_tokens(bare=range(len(HEXES)))) == pytest.approx(0)


def test_no_token_is_evidence_if_none_is_readable() -> None:
    assert np.abs(token_log_odds(read_tokens(clear=0.15))).max() < 0.2
