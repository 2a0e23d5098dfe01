"""What is kept must be showable: whatever a game's own code can't work out is refused before it is written.

A game's rules, tracker and views are pure code that meets everything that people enter. Where it fails at
something, a table that had written that down would fail at it again each time it is shown, and each time it
starts. So all that people will see of a session is worked out before its entries reach the journal.
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

UNREASONED: Final = sentence(
    "Companion can't calculate what follows from this, so nothing was saved. This is a fault in Companion: "
    "the program's log says more. The game continues without it."
)


UNFOLLOWED: Final = sentence("An error in Companion is the cause; the program's log says more.")


@contextmanager
def reasoning(what: str, refusal: str = UNREASONED) -> Iterator[None]:
    """Have a game reason about something: where its own code fails, that is refused, and logged.

    Args:
        what: is reasoned about, for the log: no cards that are secret.
        refusal: what people are told then.

    Raises:
        InputRefused: the game's code raised what it never should.
    """
    try:
        yield
    except (InputRefused, JournalError):
        raise
    except Exception as error:
        _LOG.exception("A game's code failed at %s", what)
        raise InputRefused(refusal) from error


def interpreted(session: GameSession[Any, Any], observation: Observation) -> Interpretation[Any]:
    """What an observation tells of a session's game.

    Raises:
        InputRefused: it makes no sense, or the game's own code failed at it.
    """
    with reasoning(type(observation).__name__):
        return session.game.interpret(session.history, observation)


def told(session: GameSession[Any, Any], drafts: Sequence[EntryDraft]) -> GameSession[Any, Any]:
    """The session once drafts are told, with all that will be shown of it worked out.

    What can't be folded, or can't be shown, is found here: before it is written.

    Raises:
        InputRefused: they can't be told.
    """
    return worked_out(followed_by(session, drafts))


def worked_out(session: GameSession[Any, Any], refusal: str = UNREASONED) -> GameSession[Any, Any]:
    """The session, once all that will be shown of it is worked out.

    Args:
        session: what is to be shown.
        refusal: what people are told where it can't be.

    Raises:
        InputRefused: it can't be shown.
    """
    with reasoning("what is to be shown", refusal):
        session.work_out()
    return session


def opened(game: Game[Any, Any], entries: Sequence[Entry]) -> GameSession[Any, Any]:
    """The session that a game's entries tell, with all that will be shown of it worked out.

    Raises:
        InputRefused: they can't be followed, or what they come to can't be shown.
    """
    return worked_out(followed(game, entries), UNFOLLOWED)


def followed(game: Game[Any, Any], entries: Sequence[Entry]) -> GameSession[Any, Any]:
    """The session that a game's entries tell; whether it can be shown is not asked.

    Raises:
        InputRefused: they can't be followed.
    """
    with reasoning("a game that is opened", UNFOLLOWED):
        try:
            return GameSession.from_entries(game, entries)
        except ValueError as error:
            raise InputRefused(str(error)) from error


def followed_by(session: GameSession[Any, Any], drafts: Sequence[EntryDraft]) -> GameSession[Any, Any]:
    """The session once drafts are told; whether it can be shown is not asked.

    Raises:
        InputRefused: they can't be told.
    """
    with reasoning("what is to be told"):
        try:
            return session.with_drafts(drafts)
        except ValueError as error:
            raise InputRefused(str(error)) from error
