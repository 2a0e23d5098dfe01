"""Shares are used only from networks that never saw the picture's source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.island.geometry import Standing
from tests.score.alternative_coverage import KINDS, Asked
from tests.score.alternatives import FILE, is_held_out

SETTLEMENT, ROAD = Standing("settlement", "red"), Standing("road", "red")


@pytest.mark.parametrize(
    ("nets", "one", "counts"),
    [
        ((), Asked("terrain", "hills", {"hills": 1.0}), False),
        (("finder",), Asked("terrain", "hills", {"hills": 1.0}), True),
        (("reader",), Asked("number", 8, {8: 1.0}), True),
        (("pieces",), Asked("piece", ROAD, {ROAD: 1.0}), True),
        (("pieces",), Asked("piece", None, {None: 1.0}), True),
        (("pieces",), Asked("piece", SETTLEMENT, {SETTLEMENT: 1.0}), False),
        (("pieces", "buildings"), Asked("piece", SETTLEMENT, {SETTLEMENT: 1.0}), True),
        (("pieces", "buildings"), Asked("robber", "h0,0", {"h0,0": 1.0}), False),
    ],
)
def test_an_answer_counts_only_if_its_networks_were_trained_without_its_source(
    tmp_path: Path, nets: tuple[str, ...], one: Asked, counts: bool
) -> None:
    for net in nets:
        (tmp_path / f"{net}.onnx").touch()
    assert is_held_out(tmp_path, one) == counts


def test_the_shipped_thresholds_cover_every_kind() -> None:
    shipped = json.loads(FILE.read_text("utf-8"))
    assert {question: tuple(least) for question, least in shipped.items()} == {
        question: tuple(map(str, kinds)) for question, kinds in KINDS.items()
    }
