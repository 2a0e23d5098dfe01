"""The film of the demo at the top of the README: small, long enough, and moving."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.pictures.__main__ import FILMS
from tests.pictures.film import FILM, FPS, MOST_BYTES, SCENES, SIZE, TAKEN_OVER_S

ROOT = Path(__file__).parents[2]


def test_the_film_is_first_in_the_readme_and_made_by_a_command() -> None:
    shown = (ROOT / "README.md").read_text("utf-8").split("## ")[0]
    assert f"]({FILM.relative_to(ROOT).as_posix()})" in shown
    assert "film" in FILMS


@pytest.mark.slow
def test_the_film_is_small_lasts_twenty_seconds_and_keeps_moving() -> None:
    assert FILM.stat().st_size <= MOST_BYTES
    read, film = cv2.imreadanimation(str(FILM))
    assert read
    assert sum(film.durations) == 20_000
    lasts = sum(scene.lasts_s for scene in SCENES) + TAKEN_OVER_S
    assert round(lasts * FPS) * 1000 // FPS == 20_000
    frames = [np.asarray(frame)[:, :, :3].astype(int) for frame in film.frames]
    assert frames[0].shape == (SIZE[1], SIZE[0], 3)
    assert frames[0].std() > 20, "a still of it says something, too"
    moves = [np.abs(one - other).mean() for one, other in zip(frames[::10], frames[10::10], strict=False)]
    assert len(moves) > 5
    assert min(moves) > 0
