"""The journal: the append-only list of entries that is the truth of every game, in one SQLite file.

What `append` has returned is on disk (write-ahead log, synchronous = FULL): it outlasts a killed
process and a pulled plug. A group of entries is written whole or not at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self

from companion.i18n import counted, joined, sentence
from companion.journal.entries import Entry, EntryDraft, GameRecord, check_text, numbered
from companion.journal.errors import JournalError, JournalUnusableError, TokenTakenError, explaining
from companion.journal.exchange import game_from_json
from companion.journal.files import (
    FORMAT_VERSION,
    WriteLock,
    beside,
    check_writable,
    connect,
    identify,
    make_private,
    unusable,
)
from companion.journal.high_water import reached, read_mark, write_mark
from companion.journal.history import check, is_correction
from companion.journal.reader import JournalReader
from companion.journal.repair import make_sound, sound_image
from companion.journal.rows import count_entries, insert_entries, insert_game, last_id, length, place_of

CHECKPOINT_PAGES: Final = 256
"""The write-ahead log is carried over at 1 MiB: after a power cut it is soon read through."""


class Journal(JournalReader):
    """A journal open for writing: by one process at a time.

    Attributes:
        path: the file, as an absolute path without links.
        notice: what people should know of how it was found; None where all was well.
        unwritable: why nothing could be written when it was tried last, and what to do; None where it could.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        lock: WriteLock | None,
        notice: str | None,
        unwritable: str | None = None,
    ) -> None:
        """Use `open` or `open_or_show` instead."""
        super().__init__(path, connection)
        self.notice = notice
        self.unwritable = unwritable
        self._lock = lock
        self._identity = _identity(path)
        self._stale_log = False
        with explaining(path):
            self._count = count_entries(connection)
            self._hold_against_mark()

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at `path`; a new one where there is none.

        A damaged journal is kept aside, what can be read of it is carried over into a new one, and
        `notice` says so.

        Raises:
            ForeignFileError: the file is no journal; it was left as it is.
            NewerFormatError: a newer version of Companion wrote it; it was left as it is.
            JournalInUseError: another process writes to it.
            JournalUnusableError: the folder isn't there, the disk is full or read-only, ...
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
            # A lock is not left beside a file of somebody else's. Whoever has the journal open has
            # made one, so that the file may be read here.
            if not beside(path, ".lock").exists():
                identify(path)
            with ExitStack() as stack:
                lock = stack.enter_context(WriteLock(path))
                check_writable(path)
                notice = make_sound(path)
                make_private(path)
                with explaining(path):
                    connection = connect(path, "rw")
                    stack.callback(connection.close)
                    _prepare(path, connection)
                journal = cls(path, connection, lock, notice)
                stack.pop_all()
                return journal
        except JournalError:
            raise
        except OSError as error:
            raise unusable(path, error) from error

    @classmethod
    def open_or_show(cls, path: Path) -> Self:
        """As `open`; where nothing can be written now, what stands there is shown all the same.

        `unwritable` then says why, and what to do. Every attempt to write tries again, and takes hold of
        the journal once the disk allows it.

        Raises:
            ForeignFileError, NewerFormatError, JournalInUseError: as `open`.
            JournalUnusableError: there is no folder for it, or not even reading is possible.
        """
        try:
            journal = cls.open(path)
        except JournalUnusableError as error:
            path = path.resolve()
            if not path.parent.is_dir():
                raise
            try:
                shown, notice = sound_image(path)
            except OSError:
                raise error from None
            return cls(path, shown, None, notice, str(error))
        with suppress(JournalUnusableError):
            journal._try_to_write()
        return journal

    def begin(
        self, kind: str, drafts: Sequence[EntryDraft] = (), *, started: datetime | None = None
    ) -> GameRecord:
        """Begin a game, with its first entries as group 1; all of it is on disk on return.

        Args:
            kind: which game it is.
            drafts: what opens it.
            started: with a time zone; None: now.

        Raises:
            EntryError, HistoryError, NewerFormatError: as `append`.
            JournalUnusableError: it could not be written; nothing has changed.
        """
        opening = numbered(1, drafts)
        check((), opening)
        return self.keep_game(kind, started or datetime.now(UTC), opening)

    def append(
        self, game_id: int, drafts: Sequence[EntryDraft], *, token: str | None = None
    ) -> tuple[Entry, ...]:
        """Record what one observation told, as one group; it is on disk on return.

        Args:
            game_id: the game that it tells of.
            drafts: in the order in which it happened; with none nothing is recorded.
            token: durable identity of the observation (one roll of one tower's session), so that it
                is never recorded twice; None where it can't be observed twice.

        Raises:
            UnknownGameError: there is no such game.
            TokenTakenError: the observation is recorded already.
            EntryError: a body that says nothing, or isn't JSON.
            NewerFormatError: a body of a version that is yet to come.
            HistoryError: a correction of what can't be corrected (`history.check`).
            JournalUnusableError: it could not be written; nothing has changed, and it can be tried
                again.
        """
        if token is not None:
            check_text("an entry's token", token)
        with self._transaction():
            entries = self._checked(game_id, drafts, token)
            self._insert(game_id, entries)
        self._set_mark(game_id, entries)
        return entries

    def take_in(self, document: Mapping[str, Any]) -> GameRecord:
        """Record a whole exported game, as a new game of this journal.

        Raises:
            TokenTakenError: it is in this journal already.
            EntryError, HistoryError, NewerFormatError: it is no game that this version can read.
            JournalUnusableError: it could not be written; nothing has changed.
        """
        kind, started, entries = game_from_json(document)
        return self.keep_game(kind, started, entries)

    def close(self) -> None:
        """Let go of the file; another process may then write to it."""
        try:
            super().close()
        finally:
            if self._lock is not None:
                self._lock.release()

    def _checked(self, game_id: int, drafts: Sequence[EntryDraft], token: str | None) -> tuple[Entry, ...]:
        self.game(game_id)
        with explaining(self.path):
            entries = numbered(length(self._connection, game_id) + 1, drafts, token)
        if any(is_correction(entry) for entry in entries):
            check(self.entries(game_id), entries)
        return entries

    def keep_game(self, kind: str, started: datetime, entries: Sequence[Entry]) -> GameRecord:
        """Record a whole game, whose entries are numbered and checked already, as a new game.

        Args:
            kind: which game it is.
            started: with a time zone.
            entries: all of them, from number 1 on.

        Raises:
            TokenTakenError: what one of them observed is recorded already.
            EntryError: the kind is no text that can be kept, or a body isn't JSON.
            JournalUnusableError: it could not be written; nothing has changed.
        """
        check_text("a game's kind", kind)
        with self._transaction():
            game = GameRecord(last_id(self._connection) + 1, kind, started.astimezone(UTC))
            insert_game(self._connection, game)
            self._insert(game.id, entries)
        self._set_mark(game.id, entries)
        return game

    def _insert(self, game_id: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.token is not None:
                place = place_of(self._connection, entry.token)
                if place is not None:
                    raise TokenTakenError(entry.token, *place)
            insert_entries(self._connection, game_id, [entry])

    def _hold_against_mark(self) -> None:
        """Say so where the journal ends earlier than it did; where nobody noted how far it goes, note it."""
        mark = read_mark(self.path)
        if mark is None:
            if self._lock is not None and (last := last_id(self._connection)):
                number = length(self._connection, last)
                write_mark(self.path, reached(self._connection, self._count, last, number))
            return
        missing = mark.missing_in(self._connection)
        if missing:
            lost = counted(
                "The journal {path} ends earlier than before: {count} recorded entry is missing. Was it "
                "copied without its -wal file, or replaced by an older one? 'companion restore' lists the "
                "backups. If you play on, the missing entry is lost.",
                "The journal {path} ends earlier than before: {count} recorded entries are missing. Was it "
                "copied without its -wal file, or replaced by an older one? 'companion restore' lists the "
                "backups. If you play on, the missing entries are lost.",
                missing,
                path=self.path,
            )
            self.notice = joined([self.notice, lost]) if self.notice else lost

    def _set_mark(self, game_id: int, entries: Sequence[Entry]) -> None:
        """Note beside the journal how far it goes, once that is on disk."""
        self._count += len(entries)
        number = entries[-1].number if entries else length(self._connection, game_id)
        write_mark(self.path, reached(self._connection, self._count, game_id, number))

    def _try_to_write(self) -> None:
        """Write what stands there already: a full disk is noticed before somebody enters something.

        Raises:
            JournalUnusableError: nothing can be written.
        """
        with self._transaction():
            self._connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")

    def _take_hold(self) -> None:
        """Have what was only shown be written to.

        Raises:
            JournalUnusableError: it can't be written yet, or it isn't what was shown any more.
            JournalInUseError: another process writes to it.
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
                self._take_hold()
            with self._whole():
                yield
        except JournalUnusableError as error:
            self.unwritable = str(error)
            raise
        self.unwritable = None

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """What is written inside is on disk as a whole, or nothing of it."""
        if _identity(self.path) != self._identity:
            raise JournalUnusableError(
                sentence(
                    "the journal {path} was moved or deleted while in use: put it back and start again",
                    path=self.path,
                )
            )
        with explaining(self.path):
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
                # A transaction that failed half way leaves frames in the log that follow from
                # nothing: they'd be taken for damage later.
                self._stale_log = not _empty_log(self._connection)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
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
    _empty_log(connection)


def _empty_log(connection: sqlite3.Connection) -> bool:
    """Carry the write-ahead log over and empty it, if there is room; whether it is empty now."""
    with suppress(sqlite3.OperationalError):
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    return False
