"""Render check: refuses entries whose results the game's own code can't compute, before they are written.

A game's rules, tracker and views are pure code that meets every possible input. If that code failed on a
stored entry, the table would fail again at each rendering and each start. So everything that pages will show
of a session is computed before its entries reach the journal.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from companion.games.game_api import Game, Interpretation
from companion.i18n import sentence
from companion.journal import Entry, EntryDraft, JournalError
from companion.observations import InputRefused, Observation
from companion.table.session import GameSession

_LOG = logging.getLogger(__name__)

INTERNAL_ERROR_MESSAGE: Final = sentence(
    "Companion can't calculate what follows from this, so nothing was saved. This is a fault in Companion: "
    "the program's log says more. The game continues without it."
)


REPLAY_ERROR_MESSAGE: Final = sentence("An error in Companion is the cause; the program's log says more.")


@contextmanager
def guard_game_code(task: str, refusal: str = INTERNAL_ERROR_MESSAGE) -> Iterator[None]:
    """Run a game's code; log an unexpected exception and raise it as a refusal.

    Args:
        task: a gerund phrase for the log, without secret cards.
        refusal: the message for people.

    Raises:
        InputRefused: the game's code raised an unexpected exception.
    """
    try:
        yield
    except (InputRefused, JournalError):
        raise
    except Exception as error:
        _LOG.exception("A game's code failed while %s", task)
        raise InputRefused(refusal) from error


def interpret_observation(session: GameSession[Any, Any], observation: Observation) -> Interpretation[Any]:
    """Return a game's interpretation of an observation.

    Raises:
        InputRefused: it makes no sense, or the game's code failed.
    """
    with guard_game_code(f"interpreting {type(observation).__name__}"):
        return session.game.interpret(session.history, observation)


def append_validated(session: GameSession[Any, Any], drafts: Sequence[EntryDraft]) -> GameSession[Any, Any]:
    """Return the session with drafts appended, after checking that it can be rendered.

    This finds entries that can't be folded or shown before they are written.

    Raises:
        InputRefused: they can't be appended or rendered.
    """
    return validate_renderable(append_drafts(session, drafts))


def validate_renderable(
    session: GameSession[Any, Any], refusal: str = INTERNAL_ERROR_MESSAGE
) -> GameSession[Any, Any]:
    """Return the session after checking that everything pages will show of it can be computed.

    Args:
        session: the session.
        refusal: the message for people if it can't.

    Raises:
        InputRefused: it can't be rendered.
    """
    with guard_game_code("rendering a session", refusal):
        session.render_all()
    return session


def open_session(game: Game[Any, Any], entries: Sequence[Entry]) -> GameSession[Any, Any]:
    """Return the session of a game's entries, after checking that it can be rendered.

    Raises:
        InputRefused: they can't be replayed or rendered.
    """
    return validate_renderable(replay_session(game, entries), REPLAY_ERROR_MESSAGE)


def replay_session(game: Game[Any, Any], entries: Sequence[Entry]) -> GameSession[Any, Any]:
    """Return the session of a game's entries, without the check that it can be rendered.

    Raises:
        InputRefused: they can't be replayed.
    """
    with guard_game_code("replaying a stored game", REPLAY_ERROR_MESSAGE):
        try:
            return GameSession.from_entries(game, entries)
        except ValueError as error:
            raise InputRefused(str(error)) from error


def append_drafts(session: GameSession[Any, Any], drafts: Sequence[EntryDraft]) -> GameSession[Any, Any]:
    """Return the session with drafts appended, without the check that it can be rendered.

    Raises:
        InputRefused: they can't be appended.
    """
    with guard_game_code("appending entries"):
        try:
            return session.with_drafts(drafts)
        except ValueError as error:
            raise InputRefused(str(error)) from error
