"""True events of a film in the orientation of the table's reading."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.base.rules.events import event_to_json
from companion.island.geometry import SYMMETRIES
from companion.island.layout import Layout
from companion.island.setups import first_game_layout
from tests.games.base.histories import FOUNDING, OPENING
from tests.measure.replaying import HAPPENED_FILE, as_reported, events_in


def test_replayed_places_use_the_orientation_of_the_island_reading(tmp_path: Path) -> None:
    rows = [{"t": float(n), "event": event_to_json(event)} for n, event in enumerate((*OPENING, *FOUNDING))]
    (tmp_path / HAPPENED_FILE).write_text("".join(json.dumps(row) + "\n" for row in rows))
    happened = events_in(tmp_path)
    turn = SYMMETRIES[3]
    laid = first_game_layout().to_json()
    read = Layout.from_json(
        {
            "hexes": {turn(h): what for h, what in laid["hexes"].items()},
            "harbors": {turn(path): kind for path, kind in laid["harbors"].items()},
        }
    )
    events = as_reported(happened, read)
    assert events[-1].after.land is not None
    assert events[-1].after.land.layout == read
    assert [done.t for done in events] == [done.t for done in happened]
    first = FOUNDING[0]
    assert getattr(events[len(OPENING)].event, "at", None) == turn(first.at)
    assert as_reported(happened, first_game_layout()) == happened
