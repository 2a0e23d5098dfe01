"""Examples from a table's own buildings classify the next ones."""

from __future__ import annotations

import numpy as np
import pytest

from companion.island.geometry import SITES, PieceKind
from vision.buildings import (
    MAX_EXAMPLES_PER_KIND,
    MAX_LOG_ODDS,
    EditionStatistics,
    Example,
    add_example,
    edition_statistics,
)

NO_EXAMPLES = np.empty((0, 2))


def example(number: int, kind: PieceKind = "settlement", coarse: float = 0.5) -> Example:
    return Example(SITES[-1 - number], kind, (0.0,) * 6, coarse)


def looks_at(*values: float) -> np.ndarray:
    """Return looks for which both networks give the same answer."""
    return np.array([[value, value] for value in values])


def test_no_examples_change_nothing() -> None:
    assert edition_statistics().example_log_odds(
        looks_at(-3, 0, 3), NO_EXAMPLES, NO_EXAMPLES
    ) == pytest.approx(0)


def test_a_piece_similar_to_city_like_settlements_is_a_settlement() -> None:
    log_odds = edition_statistics().example_log_odds(looks_at(1.0), looks_at(1.2, 0.8, 1.1, 0.9), NO_EXAMPLES)
    assert log_odds < -1


def test_a_piece_less_settlement_like_than_all_known_ones_is_probably_a_city() -> None:
    # The networks answer "settlement"; but for this table's settlements they are more certain.
    log_odds = edition_statistics().example_log_odds(
        looks_at(-0.5), looks_at(-6, -5.6, -6.2, -5.8), NO_EXAMPLES
    )
    assert log_odds > 1


def test_a_known_city_is_evidence_too() -> None:
    model, settlements = edition_statistics(), looks_at(-3.0, -3.2)
    (before,) = model.example_log_odds(looks_at(-0.5), settlements, NO_EXAMPLES)
    (after,) = model.example_log_odds(looks_at(-0.5), settlements, looks_at(-0.6))
    assert after > before


def test_typical_examples_change_little() -> None:
    model = edition_statistics()
    usual = model.settlements.mean(axis=0)[None]
    assert abs(model.example_log_odds(usual, usual, NO_EXAMPLES)[0]) < 1


def test_more_examples_have_more_effect() -> None:
    model = edition_statistics()
    (one,), (four,) = (
        model.example_log_odds(looks_at(1.0), looks_at(*[1.0] * many), NO_EXAMPLES) for many in (1, 4)
    )
    assert four < one < 0


def test_no_number_of_examples_makes_it_certain() -> None:
    log_odds = edition_statistics().example_log_odds(
        looks_at(9.0, -9.0), looks_at(*[9.0] * 12), looks_at(*[-9.0] * 12)
    )
    assert np.abs(log_odds).max() <= MAX_LOG_ODDS


def test_the_newest_example_of_a_site_and_kind_counts() -> None:
    kept = add_example(add_example((), example(0, coarse=0.2)), example(0, coarse=0.7))
    assert [one.coarse for one in kept] == [0.7]


def test_a_settlement_that_became_a_city_is_an_example_of_both() -> None:
    kept = add_example(add_example((), example(0)), example(0, "city"))
    assert [one.kind for one in kept] == ["settlement", "city"]


def test_the_newest_examples_of_each_kind_are_kept() -> None:
    kept: tuple[Example, ...] = (example(0, "city"),)
    for number in range(MAX_EXAMPLES_PER_KIND + 3):
        kept = add_example(kept, example(number))
    settlements = [one for one in kept if one.kind == "settlement"]
    assert settlements == [example(number) for number in range(3, MAX_EXAMPLES_PER_KIND + 3)]
    assert example(0, "city") in kept


def test_saved_edition_statistics_are_loaded_unchanged() -> None:
    rng = np.random.default_rng(1)
    made = EditionStatistics.from_tables(
        (rng.normal(-2, 1, (5, 2)), rng.normal(2, 1, (4, 2))) for _ in range(6)
    )
    again = EditionStatistics.from_json(made.to_json())
    assert made.example_log_odds(looks_at(0.5), looks_at(-1.0), looks_at(2.0)) == pytest.approx(
        again.example_log_odds(looks_at(0.5), looks_at(-1.0), looks_at(2.0)), abs=0.05
    )
