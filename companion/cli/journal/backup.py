"""`companion backup` and `companion restore`: the journal in a file of its own, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.common.config import BackupSettings, found, kept_journal
from companion.cli.common.paths import default_backups, default_config, default_journal
from companion.cli.common.speech import say, spoken
from companion.i18n import counted, sentence

if TYPE_CHECKING:
    from companion.journal import Generations
    from companion.table.backups import Backups
    from companion.table.table import Table

_S_PER_HOUR = 3600.0


def add_parser(subparsers: Any) -> None:
    """Add the two subcommands."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the journal into a file, also while it is played at",
        description="Copies every game, also what stands in the journal's log alone, and reads the copy"
        " again. An earlier copy of this journal is replaced; nothing else is.",
    )
    _add_journal(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy, on a stick, say")
    parser.set_defaults(run=run_backup)

    parser = subparsers.add_parser(
        "restore",
        help="put a copy in the journal's place, or list those that the companion made by itself",
        description="The journal that is there is kept under another name. Stop the companion first.",
    )
    _add_journal(parser)
    parser.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", help="the copy; without one those there are, are listed"
    )
    parser.set_defaults(run=run_restore)


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"a configuration ({default_config()}, if it is there)"
    )
    parser.add_argument("--journal", type=Path, help=f"the file that keeps the games ({default_journal()})")


def run_backup(args: argparse.Namespace) -> int:
    """Copy the journal.

    Raises:
        JournalError: it can't be copied; the message says what to do.
    """
    from companion.journal import JournalReader, back_up

    with JournalReader.open(args.journal or kept_journal(found(args.config))) as journal:
        held = back_up(journal, args.file)
    say(
        sentence(
            "{file} contains {games} with {entries}, and was verified.",
            file=args.file, games=_games(len(held.games)), entries=_entries(held.entries),
        )
    )  # fmt: skip
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Put a copy in the journal's place, or list the copies.

    Raises:
        JournalError: it can't be put there; the message says what to do.
    """
    from companion.journal import restore

    config = found(args.config)
    path = args.journal or kept_journal(config)
    if args.file is None:
        return _list(generations_of(path, config.backup))
    if path == default_journal():
        path.parent.mkdir(parents=True, exist_ok=True)
    held, aside = restore(args.file, path)
    say(
        sentence(
            "The journal {journal} now contains {games} with {entries}.",
            journal=path, games=_games(len(held.games)), entries=_entries(held.entries),
        )
    )  # fmt: skip
    if aside is not None:
        say(sentence("The previous journal is kept as {aside}.", aside=aside))
    return 0


def generations_of(journal: Path, settings: BackupSettings) -> Generations:
    """The copies that the companion makes of a journal by itself."""
    from companion.journal import Generations

    folder = Path(settings.folder).expanduser() if settings.folder else default_backups(journal)
    return Generations(folder, journal, max(1, settings.keep))


def backups(table: Table, journal: Path, settings: BackupSettings) -> list[Backups]:
    """What makes copies while a table is played at, where they are wanted."""
    from companion.table.backups import Backups

    if not settings.keep:
        return []
    every_s = settings.hours * _S_PER_HOUR
    return [Backups(generations_of(journal, settings), lambda: table.session, every_s=every_s)]


def _list(generations: Generations) -> int:
    """Print each copy that is there and what it holds, the newest first."""
    from companion.journal import JournalError, read_contents

    listed = generations.listed()
    for each in listed:
        try:
            held = read_contents(each.file)
        except JournalError as error:
            say(error.args[0])
            continue
        games, entries = spoken(_games(len(held.games))), spoken(_entries(held.entries))
        say(f"{each.file}  {games}, {entries}")
    if not listed:
        say(sentence("There is no backup yet: Companion makes one at the end of a game, and each day."))
    return 0


def _games(count: int) -> str:
    return counted("{count} game", "{count} games", count)


def _entries(count: int) -> str:
    return counted("{count} entry", "{count} entries", count)
