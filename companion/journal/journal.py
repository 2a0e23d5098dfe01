"""The append-only journal: the authoritative list of entries of every game, in one SQLite file.

Entries that `append` has returned are on disk (write-ahead log, synchronous = FULL): they survive a killed
process and a power cut. A group of entries is written completely or not at all. Two writers can't interleave
their entries: `append` compares the length of the game that its caller knows with the stored one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self
from uuid import uuid4

from companion.i18n import join_sentences, plural_sentence, sentence
from companion.journal import files, rows
from companion.journal.entries import (
    Entry,
    GameRecord,
    JournalError,
    JournalGrownError,
    JournalUnusableError,
    Note,
    TokenTakenError,
    check_text,
    number_entries,
    raise_journal_errors,
)
from companion.journal.history import ExchangedGame, check_corrections, is_correction
from companion.journal.reader import JournalReader
from companion.journal.repair import load_readable_image, repair_journal

CHECKPOINT_PAGES: Final = 256
"""A checkpoint runs when the write-ahead log reaches 1 MiB, so recovery after a power cut is fast."""


class Journal(JournalReader):
    """A journal open for writing, by one process at a time.

    Attributes:
        path: the file, as an absolute path without symbolic links.
        notice: a message for people about the state in which it was found; None if all was well.
        write_error: why the last attempt to write failed, and what to do; None if it succeeded.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        lock: files.WriteLock | None,
        notice: str | None,
        write_error: str | None = None,
    ) -> None:
        """Use `open` or `open_or_read_only` instead."""
        super().__init__(path, connection)
        self.notice = notice
        self.write_error = write_error
        self._lock = lock
        self._identity = _identity(path)
        self._stale_log = False
        with raise_journal_errors(path):
            self._count = rows.count_entries(connection)
            self._compare_with_mark()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the journal at `path`; create it if it doesn't exist.

        A damaged journal is moved aside, its readable entries are copied to a new one, and `notice` reports
        it.

        Raises:
            ForeignFileError: the file is no journal; it was left as it is.
            NewerFormatError: a newer version of Companion wrote it; it was left as it is.
            JournalInUseError: another process is writing to it.
            JournalUnusableError: the folder is missing, the disk is full or read-only, ...
        """
        try:
            path = path.resolve()
            if not path.parent.is_dir():
                raise JournalUnusableError(
                    sentence(
                        "there is no folder {parent} for the journal: create it, or choose another place",
                        parent=path.parent,
                    )
                )
            # Don't create a lock next to a foreign file. A process that has the journal open has
            # created its lock, so without one the header may be read here.
            if not files.sibling_path(path, ".lock").exists():
                files.read_header(path)
            with ExitStack() as stack:
                lock = stack.enter_context(files.WriteLock(path))
                files.check_writable(path)
                notice = repair_journal(path)
                files.make_private(path)
                with raise_journal_errors(path):
                    connection = files.connect(path, "rw")
                    stack.callback(connection.close)
                    _configure(path, connection)
                    files.move_notes_into_rows(connection, path)
                journal = cls(path, connection, lock, notice)
                stack.pop_all()
                return journal
        except JournalError:
            raise
        except OSError as error:
            raise files.journal_unusable_error(path, error) from error

    @classmethod
    def open_or_read_only(cls, path: Path) -> Self:
        """Open the journal like `open`; if it isn't writable, show its entries read-only.

        `write_error` then says why, and what to do. Every attempt to write tries to reopen the journal for
        writing.

        Raises:
            ForeignFileError, NewerFormatError, JournalInUseError: as `open`.
            JournalUnusableError: its folder is missing, or it isn't even readable.
        """
        try:
            journal = cls.open(path)
        except JournalUnusableError as error:
            path = path.resolve()
            if not path.parent.is_dir():
                raise
            try:
                shown, notice = load_readable_image(path)
            except OSError:
                raise error from None
            return cls(path, shown, None, notice, str(error))
        with suppress(JournalUnusableError):
            journal._try_to_write()
        return journal

    def begin(
        self, kind: str, drafts: Sequence[Entry] = (), *, started: datetime | None = None
    ) -> GameRecord:
        """Begin a game, with its first entries as group 1; all of it is on disk on return.

        It becomes the current game, and gets a random identity.

        Args:
            kind: the kind of game.
            drafts: the opening entries.
            started: start time with a time zone; None: now.

        Raises:
            EntryError, HistoryError, NewerFormatError: as `append`.
            JournalUnusableError: it could not be written; nothing has changed.
        """
        opening = number_entries(1, drafts)
        check_corrections((), opening)
        begun = ExchangedGame(kind, started or datetime.now(UTC), str(uuid4()), opening)
        return self.record_game(begun, current=True)

    def append(
        self,
        game_id: int,
        drafts: Sequence[Entry],
        *,
        token: str | None = None,
        after: int | None = None,
    ) -> tuple[Entry, ...]:
        """Record the entries of one observation, as one group; they are on disk on return.

        Args:
            game_id: the game.
            drafts: in the order of events; without any nothing is recorded.
            token: idempotency key of the observation (one roll of one tower's session), so it is never
                recorded twice; None if the observation can't be repeated.
            after: the number of the game's last entry that the caller knows; None: any.

        Raises:
            UnknownGameError: there is no such game.
            JournalGrownError: the game's last entry isn't the one that the caller knows.
            TokenTakenError: the observation is recorded already.
            EntryError: a body has none of the known forms, or isn't JSON.
            NewerFormatError: a body has a version that this one doesn't know.
            HistoryError: a correction of an entry that can't be corrected (`history.check_corrections`).
            JournalUnusableError: it could not be written; nothing has changed, and the call can be repeated.
        """
        if token is not None:
            check_text("an entry's token", token)
        with self._transaction():
            self.game(game_id)
            length = self.entry_count(game_id)
            if after not in (None, length):
                raise JournalGrownError(self.path)
            entries = number_entries(length + 1, drafts, token)
            if any(is_correction(entry) for entry in entries):
                check_corrections(self.entries(game_id), entries)
            self._insert(game_id, entries)
        self._set_mark(game_id, entries)
        return entries

    def set_current_game(self, game_id: int | None) -> None:
        """Note the number of the current game; None: nothing is noted.

        Raises:
            JournalUnusableError: it could not be written.
        """
        if game_id != self.current_game():
            self._write_note(files.JOURNAL, files.CURRENT_GAME_KEY, None if game_id is None else str(game_id))

    def set_archived(self, game_id: int, *, archived: bool) -> None:
        """Archive a game, or restore it.

        Raises:
            JournalUnusableError: it could not be written.
        """
        if archived != (game_id in self.archived_games()):
            self._write_note(game_id, files.ARCHIVED_KEY, "" if archived else None)

    def _write_note(self, game_id: int, name: str, value: str | None) -> None:
        with self._transaction():
            if value is None:
                rows.delete_note(self._connection, game_id, name)
            else:
                rows.write_note(self._connection, Note(game_id, name, value))

    def close(self) -> None:
        """Close the file and release the lock; another process may then write to it."""
        try:
            super().close()
        finally:
            if self._lock is not None:
                self._lock.close()

    def record_game(self, recorded: ExchangedGame, *, current: bool = False) -> GameRecord:
        """Record a whole game, whose entries are already numbered and checked, as a new game.

        Args:
            recorded: the game.
            current: whether it becomes the current one.

        Raises:
            TokenTakenError: an entry's token is recorded already.
            EntryError: the kind is no printable text, or a body isn't JSON.
            JournalUnusableError: it could not be written; nothing has changed.
        """
        check_text("a game's kind", recorded.kind)
        with self._transaction():
            started = recorded.started.astimezone(UTC)
            game = GameRecord(rows.last_id(self._connection) + 1, recorded.kind, started)
            rows.insert_game(self._connection, game)
            rows.write_note(self._connection, Note(game.id, files.UUID, recorded.uuid))
            self._insert(game.id, recorded.entries)
            if current:
                rows.write_note(self._connection, Note(files.JOURNAL, files.CURRENT_GAME_KEY, str(game.id)))
        self._set_mark(game.id, recorded.entries)
        return game

    def _insert(self, game_id: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.token is not None:
                place = rows.find_token(self._connection, entry.token)
                if place is not None:
                    raise TokenTakenError(entry.token, *place)
            rows.insert_entries(self._connection, game_id, [entry])

    def _compare_with_mark(self) -> None:
        """Set a notice if the journal is shorter than its high-water mark; write a missing mark."""
        mark = files.read_mark(self.path)
        if mark is None:
            if self._lock is not None and (last := rows.last_id(self._connection)):
                number = rows.entry_count(self._connection, last)
                files.write_mark(
                    self.path, files.HighWater.measure(self._connection, self._count, last, number)
                )
            return
        missing = mark.count_missing(self._connection)
        if missing:
            lost = plural_sentence(
                "The journal {path} ends earlier than before: {count} recorded entry is missing. Was it "
                "copied without its -wal file, or replaced by an older one? 'companion restore' lists the "
                "backups. If you play on, the missing entry is lost.",
                "The journal {path} ends earlier than before: {count} recorded entries are missing. Was it "
                "copied without its -wal file, or replaced by an older one? 'companion restore' lists the "
                "backups. If you play on, the missing entries are lost.",
                missing,
                path=self.path,
            )
            self.notice = join_sentences([self.notice, lost]) if self.notice else lost

    def _set_mark(self, game_id: int, entries: Sequence[Entry]) -> None:
        """Write the high-water mark after the entries are on disk."""
        self._count += len(entries)
        number = entries[-1].number if entries else rows.entry_count(self._connection, game_id)
        files.write_mark(self.path, files.HighWater.measure(self._connection, self._count, game_id, number))

    def _try_to_write(self) -> None:
        """Write a value that is there already, to detect a full disk before a person enters something.

        Raises:
            JournalUnusableError: nothing can be written.
        """
        with self._transaction():
            self._connection.execute(f"PRAGMA user_version = {files.FORMAT_VERSION}")

    def _reopen_for_writing(self) -> None:
        """Reopen a journal that was open read-only.

        Raises:
            JournalUnusableError: it still isn't writable, or it has changed since it was read.
            JournalInUseError: another process is writing to it.
        """
        held = Journal.open(self.path)
        if held.contents() != self.contents():
            held.close()
            raise JournalUnusableError(
                sentence("the journal {path} has changed since it was read: start again", path=self.path)
            )
        self._connection.close()
        self._connection, self._lock, self._identity = held._connection, held._lock, held._identity
        self._count = held._count

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            if self._lock is None:
                self._reopen_for_writing()
            with self._write_atomically():
                yield
        except JournalUnusableError as error:
            self.write_error = str(error)
            raise
        self.write_error = None

    @contextmanager
    def _write_atomically(self) -> Iterator[None]:
        """Run the block in one transaction: all its writes are on disk afterwards, or none."""
        if _identity(self.path) != self._identity:
            raise JournalUnusableError(
                sentence(
                    "the journal {path} was moved or deleted while in use: put it back and start again",
                    path=self.path,
                )
            )
        with raise_journal_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException as error:
                self._stale_log |= isinstance(error, sqlite3.Error)
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            if self._stale_log:
                # A transaction that failed half way leaves frames in the log that a later check
                # would classify as damage.
                self._stale_log = not _truncate_log(self._connection)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _configure(path: Path, connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalUnusableError(
            sentence(
                "the disk of the journal {path} doesn't support a write-ahead log: choose another disk",
                path=path,
            )
        )
    _truncate_log(connection)


def _truncate_log(connection: sqlite3.Connection) -> bool:
    """Run a checkpoint that empties the write-ahead log, if there is room; return whether it is empty."""
    with suppress(sqlite3.OperationalError):
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    return False
