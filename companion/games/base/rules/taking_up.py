"""Joining a game in progress: parsing its description, completing it from the board, and its legality."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.base.rules.cards import BANK, DECK_SIZE, DEVELOPMENT_DECK, NO_CARDS, SUPPLY, add
from companion.games.base.rules.events import Event, TakeUp, event_from_json
from companion.games.base.rules.fields import PlacedPiece
from companion.games.base.rules.rule_violations import LEGAL, RuleViolation
from companion.games.base.rules.sites import SITE_BIT, within_one_path
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation
from companion.games.schema import require_object
from companion.i18n import sentence
from companion.island.geometry import HexId
from companion.island.pieces import Site, Standing
from companion.observations import BoardSeen

BOARD_STABLE_S: Final = 3.0
"""Seconds without a change before the board is accepted as the start."""
MAX_CERTAINTY_P: Final = 0.99
"""Upper bound on the certainty of a camera's reading."""
CLEAR_SITE_P: Final = 0.8
"""Least probability of the reading of each site; below it, people enter the pieces."""


def parse_take_up(data: object) -> TakeUp:
    """Parse the `taken_up` object of a new game.

    Its fields are `on_turn`, `pieces` (null: the camera reads them), `robber`, `longest_road` and
    `largest_army`; and by colour `hands` (null: unknown; `{"unidentified": 5}`: five cards), `played` and
    `development_cards`.

    Raises:
        ValueError: invalid description; the message is for players.
    """
    rest = dict(require_object(data, sentence("a game joined in progress must be an object")))
    sides: dict[Any, dict[str, Any]] = {}
    for many, one in (("hands", "hand"), ("played", "played"), ("development_cards", "development_cards")):
        by_colour = require_object(rest.pop(many, {}), sentence("{what} must be listed by colour", what=many))
        for colour, what in by_colour.items():
            sides.setdefault(colour, {"colour": colour})[one] = what
    event = event_from_json({**rest, "kind": TakeUp.kind, "sides": list(sides.values())})
    assert isinstance(event, TakeUp)
    return event


def complete_take_up(state: State, pieces: Mapping[Site, Standing], robber: HexId | None) -> TakeUp:
    """Complete the pending event with the pieces on the board.

    Args:
        state: in the phase "taking_up".
        pieces: all pieces on the board.
        robber: its hex; None if unseen: then the entered hex counts, else the desert.
    """
    waiting = state.taking_up
    assert waiting is not None
    placed = tuple(PlacedPiece(at, piece.kind, piece.colour) for at, piece in sorted(pieces.items()))
    return replace(waiting, pieces=placed, robber=waiting.robber if robber is None else robber)


def violations(state: State, event: TakeUp) -> RuleViolation:
    """The rules broken: play has begun already, or the cards and pieces exceed the box.

    Raises:
        ValueError: the event mentions a colour that nobody plays.
    """
    for colour in filter(None, (event.on_turn, event.longest_road, event.largest_army)):
        state.seat(colour)
    founded = state.phase == "founding" and (state.buildings() or state.roads())
    has_begun = founded or state.phase not in ("layout", "founding", "taking_up")
    found = RuleViolation.WRONG_PHASE if has_begun or not state.players else LEGAL
    hands, cards, played = NO_CARDS, 0, NO_CARDS
    for side in event.sides:
        state.seat(side.colour)
        hands = add(hands, side.hand or NO_CARDS)
        cards += side.development_cards + sum(side.played)
        played = add(played, side.played)
    if sum(hands) > sum(BANK) or any(count > most for count, most in zip(hands[:5], BANK[:5], strict=True)):
        found |= RuleViolation.BANK_LACKS
    if cards > DECK_SIZE:
        found |= RuleViolation.DECK_EMPTY
    if any(count > most for count, most in zip(played[:5], DEVELOPMENT_DECK[:5], strict=True)):
        found |= RuleViolation.NO_SUCH_CARD_LEFT
    return found | _piece_violations(state, event.pieces or ())


def _piece_violations(state: State, pieces: Sequence[PlacedPiece]) -> RuleViolation:
    """The rules that the pieces on the board break."""
    found = LEGAL
    supplies = Counter((state.seat(piece.colour), piece.kind) for piece in pieces)
    if any(count > SUPPLY[kind] for (_, kind), count in supplies.items()):
        found |= RuleViolation.NO_PIECE_LEFT
    if len({piece.at for piece in pieces}) < len(pieces):
        found |= RuleViolation.SITE_TAKEN
    taken = 0
    for bit in (SITE_BIT[piece.at] for piece in pieces if piece.kind != "road"):
        if within_one_path(taken) & bit & ~taken:
            found |= RuleViolation.DISTANCE_RULE
        taken |= bit
    return found


def interpret_board(state: State, board: BoardSeen) -> Interpretation[Event]:
    """Interpret a board reading as the start of the pending game, once it is clear and stable."""
    changed = max((*board.since.values(), board.robber_since), default=-math.inf)
    if board.covered or (board.t - changed < BOARD_STABLE_S and not board.closing):
        return Interpretation()
    likeliest = {
        site: max(shares.items(), key=lambda item: item[1]) for site, shares in board.pieces.sites.items()
    }
    least = min((share for _, share in likeliest.values()), default=0.0)
    pieces = {site: piece for site, (piece, _) in likeliest.items() if piece is not None}
    event = complete_take_up(state, pieces, max(board.robber, key=lambda h: board.robber[h], default=None))
    if least < CLEAR_SITE_P or violations(state, event):
        return Interpretation()
    return Interpretation((event,), certainty=min(least, MAX_CERTAINTY_P))
