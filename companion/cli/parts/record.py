"""`--record DIR`: opens a table that is recorded, for the commands that have this option."""

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
    """Add the option `--record`."""
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="record the pictures, rolls and entries of the next game in this new folder, for "
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
    """Open a table, with a recording of its games if requested.

    Args:
        journal, clock, notices, resume: as for `Table`.
        record: the recording's folder; None: no recording.
        calibration: the file of the camera's calibration; None: there is none.
    """
    from companion.table.table import Table

    if record is None:
        return Table(journal, clock, notices=notices, resume=resume)
    from companion.recording.recorded_table import RecordedTable, read_calibration_data
    from companion.recording.recorder import Recorder

    return RecordedTable(
        journal,
        Recorder(record, clock),
        calibration=lambda: None if calibration is None else read_calibration_data(calibration),
        notices=notices,
        resume=resume,
    )


def recorder_of(table: Table) -> Recorder | None:
    """Return the table's recorder; None: it isn't recorded."""
    from companion.recording.recorded_table import RecordedTable

    return table.recorder if isinstance(table, RecordedTable) else None


def stop_recording(table: Table) -> None:
    """End a table's present recording, if there is one: from now on it would have a gap."""
    from companion.recording.recorded_table import RecordedTable

    if isinstance(table, RecordedTable):
        table.interrupt()


def gate_of(table: Table) -> Gate:
    """Return the gate through which the bytes of the table's dice tower pass."""
    from companion.sources.tower.conversation import pass_through_gate

    recorder = recorder_of(table)
    return pass_through_gate if recorder is None else recorder.receive_bytes
