"""`companion backup` and `companion restore`: copy the journal into a file, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.common.config import (
    BackupSettings,
    TableFile,
    add_table_arguments,
    configured_journal,
    default_journal,
    find_configuration,
)
from companion.cli.common.terminal_output import print_message, translate_text
from companion.i18n import plural_sentence, sentence
from companion.journal import Generations, JournalError, JournalReader, create_backup, read_contents, restore
from companion.journal.rows import JournalContents

if TYPE_CHECKING:
    from companion.table.backups import Backups
    from companion.table.table import Table

_S_PER_HOUR = 3600.0


def add_parser(subparsers: Any) -> None:
    """Add `backup` and `restore` to the command line."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the journal to a file, also during a game",
        description="Copies every game, including the entries in the write-ahead log, and verifies the copy. "
        "Replaces an earlier copy of the same journal, but never another file.",
    )
    add_table_arguments(parser)
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write, for example on a USB stick"
    )
    parser.set_defaults(run=run_backup)

    parser = subparsers.add_parser(
        "restore",
        help="replace the journal by a backup, or list the automatic backups",
        description="Keeps the previous journal under another name. Stop the companion first.",
    )
    add_table_arguments(parser)
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        nargs="?",
        help="the backup; without it, the automatic backups are listed",
    )
    parser.set_defaults(run=run_restore)


def run_backup(args: argparse.Namespace) -> int:
    """Copy the journal into a file.

    Raises:
        JournalError: the copy failed; the message explains what to do.
    """
    with JournalReader.open(args.journal or configured_journal(find_configuration(args.config))) as journal:
        contents = create_backup(journal, args.file)
    print_message(
        sentence(
            "{file} contains {games} with {entries}, and was verified.",
            file=args.file, **_count(contents),
        )
    )  # fmt: skip
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Replace the journal by a copy, or list the copies.

    Raises:
        JournalError: the journal can't be replaced; the message explains what to do.
    """
    config = find_configuration(args.config)
    path = args.journal or configured_journal(config)
    if args.file is None:
        return _print_copies(generations_of(path, config.backup))
    if path == default_journal():
        path.parent.mkdir(parents=True, exist_ok=True)
    contents, aside = restore(args.file, path)
    print_message(
        sentence(
            "The journal {journal} now contains {games} with {entries}.",
            journal=path, **_count(contents),
        )
    )  # fmt: skip
    if aside is not None:
        print_message(sentence("The previous journal is kept as {aside}.", aside=aside))
    return 0


def generations_of(journal: Path, settings: BackupSettings) -> Generations:
    """Return the automatic backups of a journal."""
    folder = Path(settings.folder).expanduser() if settings.folder else TableFile.BACKUPS.path_beside(journal)
    return Generations(folder, journal, max(1, settings.keep))


def backup_sources(table: Table, journal: Path, settings: BackupSettings) -> list[Backups]:
    """Return the source that backs up a running table's journal; none if the configuration disables it."""
    from companion.table.backups import Backups

    if not settings.keep:
        return []
    every_s = settings.hours * _S_PER_HOUR
    return [Backups(generations_of(journal, settings), lambda: table.session, interval_s=every_s)]


def _print_copies(generations: Generations) -> int:
    """Print each copy with its contents, the newest first."""
    copies = generations.list_newest_first()
    for copy in copies:
        try:
            contents = read_contents(copy.file)
        except JournalError as error:
            print_message(error.args[0])
            continue
        counts = map(translate_text, _count(contents).values())
        print_message(f"{copy.file}  {', '.join(counts)}")
    if not copies:
        print_message(
            sentence("There is no backup yet: Companion makes one at the end of a game, and each day.")
        )
    return 0


def _count(contents: JournalContents) -> dict[str, str]:
    """Return the numbers of games and entries as texts."""
    return {
        "games": plural_sentence("{count} game", "{count} games", len(contents.games)),
        "entries": plural_sentence("{count} entry", "{count} entries", contents.entries),
    }
