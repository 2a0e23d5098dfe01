"""The bill of materials: hardware.md matches the list, and its sums are right."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "hardware"))

import bill
from inserts import insert_text

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "hardware.md").read_text("utf-8")
WIRING = (ROOT / "docs" / "hardware" / "wiring.svg").read_text("utf-8")


def section(name: str) -> str:
    return DOCUMENT.partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]


@pytest.mark.parametrize("name", ["bill of the table", "bill of the tray", "bill of the tower"])
def test_the_lines_of_a_table_add_up_to_its_total(name: str) -> None:
    rows = [line.strip("| ").split(" | ") for line in section(name).splitlines() if line.startswith("| ")]
    together = sum(float(row[3]) for row in rows[1:-1])
    assert abs(together - int(re.findall(r"\*\*(\d+)\*\*", " ".join(rows[-1]))[0])) < 1


def test_each_build_level_shows_its_total() -> None:
    totals = [int(figure) for figure in re.findall(r"\| (\d+) \|", section("rungs"))]
    assert totals == [bill.total(*bills) for _, bills in bill.RUNGS]
    assert totals == sorted(totals)


def test_the_document_matches_the_bill_of_materials() -> None:
    made = insert_text(DOCUMENT, "rungs", bill.rungs())
    made = insert_text(made, "bill of the table", bill.table(bill.TABLE, "for the table"))
    made = insert_text(made, "bill of the tray", bill.table(bill.TRAY, "for a passive tower"))
    made = insert_text(made, "bill of the tower", bill.table(bill.TOWER, "for the reading tower"))
    made = insert_text(made, "tools", "".join(f"- {tool}\n" for tool in bill.TOOLS))
    assert made == DOCUMENT, "python docs/hardware/bill.py"


@pytest.mark.parametrize(
    ("part", "drawn"),
    [("68 Ohm", "68 Ohm"), ("120 Ohm", "120 Ohm"), ("82 Ohm", "82 Ohm"),
     ("10 kOhm", "10 k"), ("100 kOhm", "100 k"), ("2N7000", "2N7000"),
     ("100 µF", "100 µF"), ("100 nF", "100 nF"), ("TEPT4400", "TEPT4400"), ("74HC4067", "74HC4067")],
)  # fmt: skip
def test_every_part_of_the_wiring_is_on_the_bill_of_materials(part: str, drawn: str) -> None:
    assert drawn in WIRING
    assert any(part in item.what for item in bill.TOWER)


def test_the_quantities_match_the_tower() -> None:
    def number(part: str) -> int:
        (found,) = [item for item in bill.TOWER if part in item.what]
        return found.number

    lamps = 4 + 4 + 2
    assert number("68 Ohm") == lamps <= number("light diode")
    assert number("phototransistor") >= 2 * 9 + 1
    assert number("74HC4067") == number("2N7000") == number("10 kOhm") == number("100 kOhm") == 2
    assert number("M3 x 10") == number("M3 x 16") == 4
