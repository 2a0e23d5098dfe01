"""The errors of a journal. Each message says in plain words what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.i18n import sentence


class JournalError(CompanionError):
    """The base class of all journal errors."""


class ForeignFileError(JournalError, ValueError):
    """The file is no journal; it was left as it is."""


class NewerFormatError(JournalError, ValueError):
    """A newer version of Companion wrote the data; it was left as it is."""


class JournalInUseError(JournalError, OSError):
    """Another program is writing to the journal."""


class JournalGrownError(JournalInUseError):
    """Another program has added entries to the game since this one last read or wrote it."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            sentence(
                "another Companion has added to this game in the journal {path}, so nothing was saved: stop "
                "one of the two, then start the other again",
                path=path,
            )
        )


class JournalUnusableError(JournalError, OSError):
    """The disk is full, read-only, failing, forbidden or missing; all recorded entries are preserved."""


class JournalDamagedError(JournalError, ValueError):
    """The journal contains data that Companion didn't write."""


class EntryError(JournalError, ValueError):
    """An invalid entry."""


class TokenTakenError(EntryError):
    """The journal already has an entry with this token.

    Attributes:
        token: the token.
        game_id: the game of the entry with the token.
        number: the number of that entry.
    """

    def __init__(self, token: str, game_id: int, number: int) -> None:
        super().__init__(f"{token!r} is recorded already, as entry {number} of game {game_id}")
        self.token = token
        self.game_id = game_id
        self.number = number


class HistoryError(JournalError, ValueError):
    """A correction of an entry that can't be corrected."""


class UnknownGameError(JournalError, LookupError):
    """The journal has no such game."""

    def __init__(self, game_id: int) -> None:
        super().__init__(sentence("the journal has no game {number}", number=game_id))


_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_FORBIDDEN = frozenset(
    {sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH}
)
_FAILING = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_NOLFS})
_UNREADABLE_PLACES = frozenset(
    {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
)
"""Failures to read a single place, unlike those of a whole disk: the rest may be readable."""


SQLITE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that SQLite raises: if it quotes damaged text, even its message may be invalid UTF-8."""


def to_journal_error(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> JournalError:
    """Return the journal error that explains an SQLite error to a person."""
    # Errors of Python's sqlite3 module itself (undecodable text) have no code: they mean damage.
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    code = extended & 0xFF
    if code == sqlite3.SQLITE_FULL or extended == sqlite3.SQLITE_IOERR_SHMSIZE:
        return JournalUnusableError(
            sentence(
                "the disk of the journal {path} is full: free some space and continue; everything recorded "
                "so far is kept",
                path=path,
            )
        )
    if code in _BUSY:
        return JournalInUseError(
            sentence("another program is using the journal {path}: close it and try again", path=path)
        )
    if code in _FORBIDDEN:
        return JournalUnusableError(
            sentence(
                "the journal {path} can't be opened or written ({error}): make the file and its "
                "folder writable for this user, or choose another place",
                path=path,
                error=error,
            )
        )
    if code in _FAILING and extended not in _UNREADABLE_PLACES:
        return JournalUnusableError(
            sentence(
                "the disk of the journal {path} is failing ({error}): check the memory card or the stick, "
                "then start again; everything recorded so far is kept",
                path=path,
                error=error,
            )
        )
    return JournalDamagedError(
        sentence(
            "the journal {path} is damaged ({error}): start again, and Companion copies everything readable "
            "into a new one",
            path=path,
            error=error,
        )
    )


@contextmanager
def raise_journal_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as journal errors, which a person can understand."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # the caller used a closed connection; the file is fine
    except SQLITE_ERRORS as error:
        raise to_journal_error(path, error) from error
