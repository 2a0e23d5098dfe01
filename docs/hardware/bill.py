"""The parts to buy for each rung, with their totals, written into hardware.md: `python
docs/hardware/bill.py`.

Prices are typical in Europe in 2026, euro with tax, without postage. What is had at home costs nothing
here and says so.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from inserts import insert


@dataclass(frozen=True)
class Item:
    """One line of the bill: the part, its number, the price of each in euro, a note, and a cable's length in
    centimetres.
    """

    what: str
    number: int
    each: float
    note: str = ""
    unit: str = ""
    length_cm: int = 0

    @property
    def costs(self) -> float:
        """Return the price of all pieces together, in euro."""
        return self.number * self.each


def _items(of: str) -> tuple[Item, ...]:
    return tuple(Item(**entry) for entry in READ[of])


READ = tomllib.loads((Path(__file__).parent / "bill.toml").read_text("utf-8"))
TABLE, TRAY, TOWER = (_items(of) for of in ("table", "tray", "tower"))
"""The parts of the table, of a passive tower beside it, and of the reading tower beside it."""
TOOLS: tuple[str, ...] = tuple(READ["tools"])
RUNGS = (
    ("**no tower**: table, camera, arm; dice read beside the island, or entered", (TABLE,)),
    ("**passive tower**: the same, and a dice tower with a lit tray in the camera's view", (TABLE, TRAY)),
    ("**reading tower**: table and the tower below", (TABLE, TOWER)),
)


def total(*bills: Sequence[Item]) -> int:
    """Return the total in whole euro."""
    return round(sum(item.costs for bill in bills for item in bill))


def table(bill: Sequence[Item], name: str) -> str:
    """Return the bill as a Markdown table, with the total in the last line."""
    lines = [f"| {name} | number | each, euro | together | |", "|---|--:|--:|--:|---|"]
    lines += [
        f"| {item.what} | {item.number}{f' {item.unit}' if item.unit else ''} | {_euro(item.each)} |"
        f" {_euro(item.costs)} | {item.note} |"
        for item in bill
    ]
    lines.append(f"| **together** | | | **{total(bill)}** | |")
    return "\n".join(lines) + "\n"


def _euro(price: float) -> str:
    if price and price < 0.05:
        return f"{price:.4f}".rstrip("0")
    return f"{price:.0f}" if price == round(price) else f"{price:.2f}"


def rungs() -> str:
    """Return the total of each rung as a Markdown table."""
    lines = ["| rung | euro |", "|---|--:|"]
    lines += [f"| {name} | {total(*bills)} |" for name, bills in RUNGS]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all lists into hardware.md."""
    insert("hardware.md", "rungs", rungs())
    insert("hardware.md", "bill of the table", table(TABLE, "for the table"))
    insert("hardware.md", "bill of the tray", table(TRAY, "for a passive tower"))
    insert("hardware.md", "bill of the tower", table(TOWER, "for the reading tower"))
    insert("hardware.md", "tools", "".join(f"- {tool}\n" for tool in TOOLS))


if __name__ == "__main__":
    main()
