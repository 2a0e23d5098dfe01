"""`companion games`, `archive`, `export` and `import`: commands on the journal's games."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.checksummed_json import read_json
from companion.cli.common.config import default_journal, open_journal
from companion.cli.common.terminal_output import (
    ask_yes,
    print_error,
    print_message,
    print_raw,
    translate_text,
)
from companion.errors import CompanionError
from companion.games.game_api import Interpretation, winners
from companion.i18n import join_list, sentence
from companion.journal import GameRecord, JournalDamagedError, JournalInUseError, JournalReader
from companion.journal.files import set_archived_beside_writer
from companion.journal.history import FORMAT as EXPORT_FORMAT
from companion.observations import InputRefused

if TYPE_CHECKING:
    from companion.table.session import GameSession


class GameFileError(CompanionError, OSError):
    """A game's file that can't be read or written."""


def add_parser(subparsers: Any) -> None:
    """Add `games`, `archive`, `export` and `import` to the command line."""
    parser = subparsers.add_parser("games", help="list the games in the journal")
    _add_journal(parser)
    parser.add_argument("--json", action="store_true", help="print each game as a line of JSON")
    parser.add_argument("--archived", action="store_true", help="list only the archived games")
    parser.set_defaults(run=run_games)

    parser = subparsers.add_parser("archive", help="hide a game from the history; nothing is deleted")
    _add_journal(parser)
    parser.add_argument("game", type=int, help="the game's number in `companion games`")
    parser.add_argument("--undo", action="store_true", help="restore an archived game")
    parser.set_defaults(run=run_archive)

    parser = subparsers.add_parser("export", help="write one game as JSON")
    _add_journal(parser)
    parser.add_argument(
        "game", type=int, nargs="?", help="the game's number in `companion games` (default: the latest)"
    )
    parser.add_argument("--output", type=Path, help="the file to write (default: the terminal)")
    parser.set_defaults(run=run_export)

    parser = subparsers.add_parser(
        "import",
        help="import an exported game; for a game of another engine, print the state after each event",
    )
    _add_journal(parser)
    parser.add_argument("file", type=Path, metavar="GAME.json")
    parser.add_argument(
        "--again", action="store_true", help="import another copy of a game that the journal already has"
    )
    parser.set_defaults(run=run_import)


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--journal", type=Path, default=default_journal(), help="the file that stores the games (%(default)s)"
    )


def run_games(args: argparse.Namespace) -> int:
    """List the games, one per line; the line of an unreadable game contains the error."""
    with JournalReader.open(args.journal) as journal:
        archived_ids = journal.archived_games()
        for record in journal.games():
            if (record.id in archived_ids) != args.archived:
                continue
            view, error = _public_view(journal, record)
            if args.json:
                print_raw(json.dumps(_to_json(record, view, error)))
            else:
                print_message(_to_line(record, view, error))
    return 0


def _public_view(journal: JournalReader, record: GameRecord) -> tuple[Mapping[str, Any], str]:
    """Return a game's public view and the error text; the view is empty if the game can't be shown."""
    from companion.games.registry import GAMES
    from companion.table.session import open_session

    if record.kind not in GAMES:
        return {}, ""
    try:
        return open_session(GAMES[record.kind], journal.entries(record.id)).view, ""
    except (InputRefused, JournalDamagedError) as error:
        return {}, str(error)


def run_archive(args: argparse.Namespace) -> int:
    """Archive a game, or restore it to the list; nothing is erased."""
    with JournalReader.open(args.journal) as reader:
        reader.game(args.game)
    try:
        with open_journal(args.journal) as journal:
            journal.set_archived(args.game, archived=not args.undo)
    except JournalInUseError:
        set_archived_beside_writer(args.journal, args.game, archived=not args.undo)
    return 0


def _to_json(record: GameRecord, view: Mapping[str, Any], error: str) -> dict[str, Any]:
    line: dict[str, Any] = {
        "game": record.id,
        "kind": record.kind,
        "started": record.started.isoformat(timespec="seconds"),
    }
    line |= {name: view[name] for name in ("phase", "turn", "winner") if name in view}
    if error:
        line["unreadable"] = error
    if view:
        line["players"] = {player["name"]: player["points"] for player in view.get("players", [])}
    return line


def _to_line(record: GameRecord, view: Mapping[str, Any], error: str) -> str:
    started = _to_local_time(record.started).strftime("%Y-%m-%d %H:%M")
    if error:
        problem = translate_text(sentence("can't be shown: {why}", why=error))
        return f"{record.id:>4}  {started}  {record.kind}  {problem}"
    players = ", ".join(f"{player['name']} {player['points']}" for player in view.get("players", []))
    return f"{record.id:>4}  {started}  {record.kind}  {translate_text(_progress_text(view))}  {players}"


def _to_local_time(moment: datetime) -> datetime:
    """Convert a moment to this computer's time zone; return it unchanged if the date overflows."""
    try:
        return moment.astimezone()
    except OverflowError:
        return moment


def _progress_text(view: Mapping[str, Any]) -> str:
    """Describe a game's progress."""
    winning_colours = winners(view)
    if names := [player["name"] for player in view.get("players", []) if player["colour"] in winning_colours]:
        return sentence("won by {name}", name=join_list(names))
    texts_by_phase = {
        "layout": sentence("no island yet"),
        "founding": sentence("set-up phase"),
        "over": sentence("over"),
    }
    if view.get("phase") in texts_by_phase:
        return texts_by_phase[view["phase"]]
    if view and "turn" not in view:
        return sentence("in progress")
    return sentence("turn {turn}", turn=view.get("turn", "?"))


def run_export(args: argparse.Namespace) -> int:
    """Write one game as JSON."""
    with JournalReader.open(args.journal) as journal:
        game = args.game
        if game is None:
            latest = journal.latest_game()
            if latest is None:
                raise GameFileError(sentence("{file} contains no game yet", file=args.journal))
            game = latest.id
        exported = journal.export(game)
    if args.output is None:
        print_raw(json.dumps(exported, ensure_ascii=False, indent=1))
        return 0
    try:
        with args.output.open("x", encoding="utf-8") as file:
            file.write(json.dumps(exported, ensure_ascii=False, indent=1) + "\n")
    except OSError as error:
        raise GameFileError(
            sentence(
                "{file} can't be written ({error}): choose another", file=args.output, error=error.strerror
            )
        ) from error
    return 0


def run_import(args: argparse.Namespace) -> int:
    """Import a game. One of another engine is replayed by our rules, and our states are printed.

    If the journal has the game already, it asks in a terminal whether to keep another copy.
    """
    from companion.table.game_repository import GameKnownError

    try:
        data = read_json(args.file)
    except OSError as error:
        why = sentence("{file} can't be read: {error}", file=args.file, error=error.strerror or error)
        raise GameFileError(why) from error
    except ValueError as error:
        raise GameFileError(
            sentence("{file} is not a game: use a file that 'companion export' wrote", file=args.file)
        ) from error
    try:
        _import(args.journal, data, again=args.again)
    except GameKnownError as error:
        if not sys.stdin.isatty():
            print_error(error)
            print_error(sentence("“companion import --again” keeps another copy of it."))
            return 1
        print_message(str(error))
        if not ask_yes(sentence("Keep another copy of it? (y/n) ")):
            return 1
        _import(args.journal, data, again=True)
    return 0


def _import(path: Path, data: Any, *, again: bool) -> None:
    """Save the game of a parsed file, and print the result.

    Raises:
        GameKnownError: the journal has it already.
        CompanionError: it can't be saved; the message says why.
    """
    from companion.games.registry import GAMES
    from companion.table.game_repository import import_game, save_game

    if isinstance(data, dict) and data.get("format") == EXPORT_FORMAT:
        with open_journal(path) as journal:
            saved = import_game(journal, data, GAMES, again=again)
        print_message(sentence("Saved as game {number}.", number=saved.id))
        return
    session, rows = _replay_foreign_game(data)
    with open_journal(path) as journal:
        save_game(journal, session, data, again=again)
    for row in rows:
        print_raw(json.dumps(row))


def _replay_foreign_game(data: Any) -> tuple[GameSession[Any, Any], list[dict[str, Any]]]:
    """Replay another engine's game to its end; return the session and our state after each of its events."""
    from companion.games.base.game import BaseGame
    from companion.games.base.rules.oracle import Oracle
    from companion.table.session import IMPORT_SOURCE, GameSession, append_drafts, validate_renderable

    oracle = Oracle.from_json(data)
    session: GameSession[Any, Any] = GameSession.create(BaseGame())
    session = session.with_drafts(
        session.drafts(Interpretation(oracle.opening()), t=0.0, source=IMPORT_SOURCE)
    )
    rows = []
    for number, (event, ours, state) in enumerate(oracle.play(), 1):
        if ours:
            drafts = session.drafts(Interpretation(ours), t=float(number), source=IMPORT_SOURCE)
            session = append_drafts(session, drafts)
        rows.append(oracle.row(event["n"], state))
    return validate_renderable(session), rows
