"""`--record DIR`: a table of which a recording is kept, for the commands that can keep one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.observations import Clock
    from companion.recording.recorder import Recorder
    from companion.sources.tower.conversation import Gate
    from companion.table.table import Table


def add_record_argument(parser: argparse.ArgumentParser) -> None:
    """Where a recording is kept."""
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="keep what is seen, heard and entered from the next start of a game on in this new folder, for "
        "'companion replay'; further games in DIR-2, DIR-3 ...",
    )


def open_table(
    journal: Journal,
    clock: Clock,
    record: Path | None,
    calibration: Path | None = None,
    notices: Sequence[str] = (),
    *,
    resume: bool = True,
) -> Table:
    """A table, and where it is wanted the recording of its games.

    Args:
        journal, clock, notices, resume: as `Table` takes them.
        record: where the recording is kept; None: nowhere.
        calibration: the file that keeps how the camera sees the board, if there is one.
    """
    from companion.table.table import Table

    if record is None:
        return Table(journal, clock, notices=notices, resume=resume)
    from companion.recording.recorded_table import RecordedTable, kept_calibration
    from companion.recording.recorder import Recorder

    return RecordedTable(
        journal,
        Recorder(record, clock),
        calibration=lambda: None if calibration is None else kept_calibration(calibration),
        notices=notices,
        resume=resume,
    )


def recorder_of(table: Table) -> Recorder | None:
    """Who records a table; None: nobody."""
    from companion.recording.recorded_table import RecordedTable

    return table.recorder if isinstance(table, RecordedTable) else None


def break_off(table: Table) -> None:
    """End what is being recorded of a table, if anything is: it will have a gap from now on."""
    from companion.recording.recorded_table import RecordedTable

    if isinstance(table, RecordedTable):
        table.break_off()


def gate_of(table: Table) -> Gate:
    """What the bytes of a table's dice tower pass."""
    from companion.sources.tower.conversation import open_gate

    recorder = recorder_of(table)
    return open_gate if recorder is None else recorder.hearing
