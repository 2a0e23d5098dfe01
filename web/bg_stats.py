"""A play as BG Stats takes it from a link: an app in which people keep what they played, wherever that was.

The link holds the whole play, names and points: whoever follows it gives that to its site, which hands it to
the app. Nothing is sent before.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import segno

from companion.games.game_api import winners
from companion.games.names import alike

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE: Final = "Companion"
_KEPT: Final = ",:-_.~"
"""Signs that may stand in an address as they are, beside letters: the fewer there are, the finer the code."""


def play_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """A finished game as BG Stats names things.

    Args:
        told: as `companion.table.evenings.Evenings.told` has it.
    """
    summary, elsewhere = told["summary"], told["elsewhere"]
    won = winners(summary)
    started = datetime.fromisoformat(told["started"]).astimezone(UTC)
    game: dict[str, Any] = {"name": elsewhere["name"], "sourceGameId": told["kind"]}
    if elsewhere["bgg"] is not None:
        game["bggId"] = elsewhere["bgg"]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{told['kind']}-{told['game']}-{started:%Y%m%dT%H%M%S}",
        "playDate": f"{started:%Y-%m-%d %H:%M:%S}",
        "durationMin": round(summary["seconds"] / 60),
        "game": {**game, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": _known_by(player["name"]),
                "startPlayer": player["colour"] == elsewhere["first"],
                "score": player["points"],
                "rank": _rank(player, summary["players"], won),
                # The app fails at a player of whom this isn't said.
                "winner": player["colour"] in won,
            }
            for player in summary["players"]
        ],
    }


def link(play: Mapping[str, Any]) -> str:
    """The address by which the app takes a play."""
    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return f"{ADDRESS}?data={quote(text, safe=_KEPT)}"


def code(address: str) -> bytes | None:
    """A link as a QR code in SVG, dark on light; None where it is longer than any code can hold."""
    drawn = io.BytesIO()
    try:
        made = segno.make_qr(address, error="l")
    except segno.DataOverflowError:
        return None
    made.save(drawn, kind="svg", border=3, light="#fff", xmldecl=False)
    return drawn.getvalue()


def _known_by(name: str) -> str:
    """What the app knows a person of this table by, the next time too, however the name was typed."""
    return hashlib.sha256(alike(name).encode()).hexdigest()[:8]


def _rank(player: Mapping[str, Any], among: Sequence[Mapping[str, Any]], won: Sequence[str]) -> int:
    """From 1; who won is first, and who has as many points shares a place."""
    if player["colour"] in won:
        return 1
    ahead = [
        other
        for other in among
        if other["colour"] != player["colour"]
        and (other["colour"] in won or other["points"] > player["points"])
    ]
    return 1 + len(ahead)
