"""What an input is meant of, as whoever entered it was shown it: the game, the line, the last thing told.

Of the turn, and of what happens in a game, the game judges itself (`companion.games.about`). This is what is
the same in all of them: that the game is still on, and that what is corrected still says what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.about import About, split
from companion.games.game_api import Insert, Replace, Undo
from companion.games.optional import event_in_public
from companion.games.replay import Step
from companion.i18n import listed, sentence
from companion.journal.history import undoable
from companion.observations import InputEntered, InputRefused
from companion.table.session import GameSession
from companion.table.showable import interpreted


def in_game(about: About, game: int | None, session: GameSession[Any, Any] | None) -> None:
    """See to it that the game that is named, if one is, is on.

    Args:
        about: what the input names.
        game: the number of the game that is on; None: none is.
        session: that game.

    Raises:
        InputRefused: another game is on, or none.
    """
    if about.game is None or about.game == game:
        return
    if session is None:
        raise InputRefused(sentence("Somebody has quit the game: none is in progress."))
    players = session.view.get("players", ())
    names = listed([player["name"] for player in players])
    raise InputRefused(sentence("Another game is now in progress: {names}.", names=names))


def told_already(session: GameSession[Any, Any], data: Mapping[str, Any]) -> tuple[int, ...] | None:
    """The lines that say already what a correction says; none where it is taken back; None: it is news.

    Raises:
        InputRefused: what it corrects, or takes back, is another by now.
    """
    about, said = split(data)
    if said.get("kind") == "undo":
        return _undone(session, about)
    if about.as_of is not None and "entry" in said:
        return _corrected(session, about.as_of, said)
    if about.after is not None and said.get("kind") == "correct" and "before" in said:
        return _inserted(session, about.after, said)
    return None


def _undone(session: GameSession[Any, Any], about: About) -> tuple[int, ...] | None:
    if about.after is None:
        return None
    meant = undoable(session.entries[: max(0, about.after)])
    if meant == undoable(session.entries):
        return None
    since = [entry.said for entry in session.entries[max(0, about.after) :]]
    if any(isinstance(body, Undo) and body.group == meant for body in since):
        return ()
    raise InputRefused(sentence("Something else has been entered since. Check what you want to undo."))


def _corrected(session: GameSession[Any, Any], as_of: int, said: Mapping[str, Any]) -> tuple[int, ...] | None:
    line = session.step(said["entry"])
    strikes = "event" in said and said["event"] is None
    if line is None:
        if strikes:
            return ()
        raise InputRefused(sentence("This entry has been undone since."))
    if line.recorded.newest == as_of or _shown(session, as_of) == _in_public(session, line.event):
        return None
    for correction in _corrections(session, said):
        same = isinstance(correction, Replace) and correction.number == line.number
        if same and _is_said(session, line, correction.event):
            return (line.number,)
    raise InputRefused(sentence("This entry has been corrected since. Check it again."))


def _inserted(session: GameSession[Any, Any], after: int, said: Mapping[str, Any]) -> tuple[int, ...] | None:
    for correction in _corrections(session, said):
        for line in session.steps:
            if line.number <= after:
                continue
            told = session.entries[line.number - 1].said
            same = isinstance(told, Insert) and correction == Insert(told.before, correction.event)
            if same and _is_said(session, line, correction.event):
                return (line.number,)
    return None


def _corrections(session: GameSession[Any, Any], said: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a correction says, as its game reads it."""
    newest = session.entries[-1]
    return interpreted(session, InputEntered(newest.t, newest.source, said)).corrections


def _is_said(session: GameSession[Any, Any], line: Step[Any, Any], event: Any) -> bool:
    """Whether a line says an event; of a secret one, as far as everybody knows what it says."""
    if line.recorded.secret and event is not None:
        return _in_public(session, event) == _in_public(session, line.event)
    return bool(event == line.event)


def _shown(session: GameSession[Any, Any], number: int) -> dict[str, Any] | None:
    """What an entry told, as everybody was shown it; None: it told nothing."""
    if not 0 < number <= len(session.entries):
        return None
    event = session.told[number]
    return None if event is None else _in_public(session, event)


def _in_public(session: GameSession[Any, Any], event: Any) -> dict[str, Any]:
    return event_in_public(session.game, session.state, event)
