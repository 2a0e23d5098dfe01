"""CSV for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest

from web.csv_text import csv_text


def read(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator))


def test_the_first_line_names_the_columns_and_numbers_are_numbers() -> None:
    assert csv_text(("roll", "sum"), [(1, 8), (2, None)], ",") == "\ufeffroll,sum\r\n1,8\r\n2,\r\n"


@pytest.mark.parametrize("name", ["=1+1", "+41", "-3", "@SUM(A1)", " =1+1", "＝1+1", "\tx", "\rx"])
def test_a_name_is_never_a_formula(name: str) -> None:
    assert read(csv_text(("player",), [(name,)], ",")) == [["player"], [f"'{name}"]]


def test_a_negative_number_stays_a_number() -> None:
    assert read(csv_text(("luck",), [(-3,)], ","))[1] == ["-3"]


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_name_can_contain_any_character(separator: str) -> None:
    names = ("Ana, the first", 'Ben "the bold"', "Zoé;", "李")
    assert read(csv_text("abcd", [names], separator), separator)[1] == list(names)
