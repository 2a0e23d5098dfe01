"""`companion games`, `archive`, `export` and `import`: the journal's games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.common.paths import default_journal, open_journal
from companion.cli.common.speech import put, say, spoken
from companion.errors import CompanionError
from companion.games.game_api import winners
from companion.i18n import listed, sentence
from companion.named_files import read_json

if TYPE_CHECKING:
    from datetime import datetime

    from companion.journal import GameRecord, JournalReader
    from companion.table.session import GameSession


class GameFileError(CompanionError, OSError):
    """A game's file that can't be read or written."""


def add_parser(subparsers: Any) -> None:
    """Add the four subcommands."""
    parser = subparsers.add_parser("games", help="list the games that the journal keeps")
    _add_journal(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--archived", action="store_true", help="the archived ones, in place of the others")
    parser.set_defaults(run=run_games)

    parser = subparsers.add_parser("archive", help="put a game out of sight; it is kept")
    _add_journal(parser)
    parser.add_argument("game", type=int, help="its number in `companion games`")
    parser.add_argument("--undo", action="store_true", help="bring it back")
    parser.set_defaults(run=run_archive)

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
    """List the games, one a line; what is wrong with one is said in its own line."""
    from companion.journal import JournalReader
    from companion.table.archive import Archive

    with JournalReader.open(args.journal) as journal:
        away = Archive(args.journal.resolve()).games
        for record in journal.games():
            if (record.id in away) != args.archived:
                continue
            view, why = _shown(journal, record)
            if args.json:
                put(json.dumps(_to_json(record, view, why)))
            else:
                say(_in_words(record, view, why))
    return 0


def _shown(journal: JournalReader, record: GameRecord) -> tuple[Mapping[str, Any], str]:
    """What everybody may see of a game; and why nothing, where it can't be shown."""
    from companion.games.registry import GAMES
    from companion.journal import JournalDamagedError
    from companion.observations import InputRefused
    from companion.table.showable import opened

    if record.kind not in GAMES:
        return {}, ""
    try:
        return opened(GAMES[record.kind], journal.entries(record.id)).view, ""
    except (InputRefused, JournalDamagedError) as error:
        return {}, str(error)


def run_archive(args: argparse.Namespace) -> int:
    """Put a game out of sight, or bring it back; nothing of it is erased."""
    from companion.journal import JournalReader
    from companion.table.archive import Archive

    with JournalReader.open(args.journal) as journal:
        journal.game(args.game)
    Archive(args.journal.resolve()).put(args.game, archived=not args.undo)
    return 0


def _to_json(record: GameRecord, view: Mapping[str, Any], why: str) -> dict[str, Any]:
    line: dict[str, Any] = {
        "game": record.id,
        "kind": record.kind,
        "started": record.started.isoformat(timespec="seconds"),
    }
    line |= {name: view[name] for name in ("phase", "turn", "winner") if name in view}
    if why:
        line["unreadable"] = why
    if view:
        line["players"] = {player["name"]: player["points"] for player in view.get("players", [])}
    return line


def _in_words(record: GameRecord, view: Mapping[str, Any], why: str) -> str:
    started = _local(record.started).strftime("%Y-%m-%d %H:%M")
    if why:
        problem = spoken(sentence("can't be shown: {why}", why=why))
        return f"{record.id:>4}  {started}  {record.kind}  {problem}"
    players = ", ".join(f"{player['name']} {player['points']}" for player in view.get("players", []))
    return f"{record.id:>4}  {started}  {record.kind}  {spoken(_state(view))}  {players}"


def _local(moment: datetime) -> datetime:
    """A moment by this computer's time zone, where there is such a date."""
    try:
        return moment.astimezone()
    except OverflowError:
        return moment


def _state(view: Mapping[str, Any]) -> str:
    """How far a game is."""
    won = winners(view)
    if names := [player["name"] for player in view.get("players", []) if player["colour"] in won]:
        return sentence("won by {name}", name=listed(names))
    known = {
        "layout": sentence("no island yet"),
        "founding": sentence("set-up phase"),
        "over": sentence("over"),
    }
    if view.get("phase") in known:
        return known[view["phase"]]
    if view and "turn" not in view:
        return sentence("in progress")
    return sentence("turn {turn}", turn=view.get("turn", "?"))


def run_export(args: argparse.Namespace) -> int:
    """Write one game."""
    from companion.journal import JournalReader

    with JournalReader.open(args.journal) as journal:
        game = args.game
        if game is None:
            latest = journal.latest()
            if latest is None:
                raise GameFileError(sentence("{file} contains no game yet", file=args.journal))
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
    from companion.games.registry import GAMES
    from companion.journal.exchange import FORMAT as EXPORT_FORMAT
    from companion.table.importing import keep_played, take_in

    try:
        data = read_json(args.file)
    except OSError as error:
        why = sentence("{file} can't be read: {error}", file=args.file, error=error.strerror or error)
        raise GameFileError(why) from error
    except ValueError as error:
        raise GameFileError(
            sentence("{file} is not a game: use a file that 'companion export' wrote", file=args.file)
        ) from error
    if isinstance(data, dict) and data.get("format") == EXPORT_FORMAT:
        with open_journal(args.journal) as journal:
            say(sentence("Saved as game {number}.", number=take_in(journal, data, GAMES).id))
        return 0
    session, rows = _followed(data)
    with open_journal(args.journal) as journal:
        keep_played(journal, session)
    for row in rows:
        put(json.dumps(row))
    return 0


def _followed(data: Any) -> tuple[GameSession[Any, Any], list[dict[str, Any]]]:
    """A game told by another engine, followed to its end, and our state after each of its events."""
    from companion.games.base.game import BaseGame
    from companion.games.base.rules.oracle import Oracle
    from companion.games.game_api import Interpretation
    from companion.table.session import IMPORTED, GameSession
    from companion.table.showable import followed_by, worked_out

    oracle = Oracle.from_json(data)
    session: GameSession[Any, Any] = GameSession.new(BaseGame())
    session = session.with_drafts(session.drafts(Interpretation(oracle.opening()), t=0.0, source=IMPORTED))
    rows = []
    for number, (event, ours, state) in enumerate(oracle.play(), 1):
        if ours:
            drafts = session.drafts(Interpretation(ours), t=float(number), source=IMPORTED)
            session = followed_by(session, drafts)
        rows.append(oracle.row(event["n"], state))
    return worked_out(session), rows
