"""`companion games`, `companion export` and `companion import`: the journal's games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.paths import default_journal, open_journal
from companion.cli.speech import put, say, spoken
from companion.errors import CompanionError
from companion.games.seam import winners
from companion.named_files import read_json
from companion.words import listed, sentence

if TYPE_CHECKING:
    from companion.journal import GameRecord


class GameFileError(CompanionError, OSError):
    """A game's file that can't be read or written."""


def add_parser(subparsers: Any) -> None:
    """Add the three subcommands."""
    parser = subparsers.add_parser("games", help="list the games that the journal keeps")
    _add_journal(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=run_games)

    parser = subparsers.add_parser("export", help="write one game as JSON")
    _add_journal(parser)
    parser.add_argument("game", type=int, nargs="?", help="its number in `companion games`; else the latest")
    parser.add_argument("--output", type=Path, help="the file to write; else to the terminal")
    parser.set_defaults(run=run_export)

    parser = subparsers.add_parser(
        "import",
        help="keep an exported game, or one told by another engine (then our state after each of its "
        "events is printed)",
    )
    _add_journal(parser)
    parser.add_argument("file", type=Path, metavar="GAME.json")
    parser.set_defaults(run=run_import)


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--journal", type=Path, default=default_journal(), help="the file that keeps the games (%(default)s)"
    )


def run_games(args: argparse.Namespace) -> int:
    """List the games, one a line."""
    from companion.games.registry import GAMES
    from companion.journal import JournalReader
    from companion.table.session import Session

    with JournalReader.open(args.journal) as journal:
        for record in journal.games():
            view: Mapping[str, Any] = {}
            if record.kind in GAMES:
                session = Session.from_entries(GAMES[record.kind], journal.entries(record.id))
                view = session.game.view(session.story)
            if args.json:
                put(json.dumps(_to_json(record, view)))
            else:
                say(_in_words(record, view))
    return 0


def _to_json(record: GameRecord, view: Mapping[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {
        "game": record.id,
        "kind": record.kind,
        "started": record.started.isoformat(timespec="seconds"),
    }
    line |= {name: view[name] for name in ("phase", "turn", "winner") if name in view}
    if view:
        line["players"] = {player["name"]: player["points"] for player in view.get("players", [])}
    return line


def _in_words(record: GameRecord, view: Mapping[str, Any]) -> str:
    started = record.started.astimezone().strftime("%Y-%m-%d %H:%M")
    players = ", ".join(f"{player['name']} {player['points']}" for player in view.get("players", []))
    return f"{record.id:>4}  {started}  {record.kind}  {spoken(_state(view))}  {players}"


def _state(view: Mapping[str, Any]) -> str:
    """How far a game is."""
    won = winners(view)
    if names := [player["name"] for player in view.get("players", []) if player["colour"] in won]:
        return sentence("won by {name}", name=listed(names))
    known = {
        "layout": sentence("no island yet"),
        "founding": sentence("founding"),
        "over": sentence("over"),
    }
    if view.get("phase") in known:
        return known[view["phase"]]
    if view and "turn" not in view:
        return sentence("being played")
    return sentence("turn {turn}", turn=view.get("turn", "?"))


def run_export(args: argparse.Namespace) -> int:
    """Write one game."""
    from companion.journal import JournalReader

    with JournalReader.open(args.journal) as journal:
        game = args.game
        if game is None:
            latest = journal.latest()
            if latest is None:
                raise GameFileError(sentence("{file} keeps no game yet", file=args.journal))
            game = latest.id
        exported = journal.export(game)
    if args.output is None:
        put(json.dumps(exported, ensure_ascii=False, indent=1))
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
    """Keep a game: an exported one as it is; another engine's told to our rules, with our states printed."""
    from companion.games.base.game import BaseGame
    from companion.games.base.oracle import Oracle
    from companion.games.seam import Telling
    from companion.journal.exchange import FORMAT as EXPORT_FORMAT
    from companion.table.session import IMPORTED, Session

    try:
        data = read_json(args.file)
    except OSError as error:
        why = sentence("{file} can't be read: {error}", file=args.file, error=error.strerror or error)
        raise GameFileError(why) from error
    except ValueError as error:
        raise GameFileError(
            sentence("{file} is no game: 'companion export' writes files that are", file=args.file)
        ) from error
    if isinstance(data, dict) and data.get("format") == EXPORT_FORMAT:
        with open_journal(args.journal) as journal:
            say(sentence("Kept as game {number}.", number=journal.take_in(data).id))
        return 0
    oracle = Oracle.from_json(data)
    session = Session.new(BaseGame())
    with open_journal(args.journal) as journal:
        opening = session.drafts(Telling(oracle.opening()), t=0.0, source=IMPORTED)
        record = journal.begin(session.game.kind, opening)
        for number, (event, ours, state) in enumerate(oracle.play(), 1):
            if ours:
                journal.append(record.id, session.drafts(Telling(ours), t=float(number), source=IMPORTED))
            put(json.dumps(oracle.row(event["n"], state)))
    return 0
