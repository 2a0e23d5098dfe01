"""A game that was on already: as people describe it, as the board completes it, and what is wrong with it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.base.rules.cards import BANK, DECK_SIZE, DEVELOPMENT_DECK, NONE, SUPPLY, add
from companion.games.base.rules.events import Event, TakeUp, event_from_json
from companion.games.base.rules.fields import Placed
from companion.games.base.rules.rule_violations import LEGAL, RuleViolation
from companion.games.base.rules.sites import SITE_BIT, within_one_path
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation
from companion.games.shapes import an_object
from companion.i18n import sentence
from companion.island.geometry import HexId
from companion.island.pieces import Site, Standing
from companion.observations import BoardSeen

AT_REST_S: Final = 3.0
"""So long nothing has changed on a board that is taken over as it stands."""
SUREST: Final = 0.99
"""What a camera tells is never certain."""
CLEAR: Final = 0.8
"""Least probability of what stands on every site: what is less clear, people say."""


def described(data: object) -> TakeUp:
    """What a new game's `taken_up` describes.

    It has `on_turn`, `pieces` (null: the camera says), `robber`, `longest_road` and `largest_army`, and by
    colour `hands` (null: unknown, `{"unidentified": 5}`: five cards), `played` and `development_cards`.

    Raises:
        ValueError: it describes no game, in plain words.
    """
    rest = dict(an_object(data, sentence("a game joined in progress must be an object")))
    sides: dict[Any, dict[str, Any]] = {}
    for many, one in (("hands", "hand"), ("played", "played"), ("development_cards", "development_cards")):
        by_colour = an_object(rest.pop(many, {}), sentence("{what} must be listed by colour", what=many))
        for colour, what in by_colour.items():
            sides.setdefault(colour, {"colour": colour})[one] = what
    event = event_from_json({**rest, "kind": TakeUp.kind, "sides": list(sides.values())})
    assert isinstance(event, TakeUp)
    return event


def taken_up(state: State, pieces: Mapping[Site, Standing], robber: HexId | None) -> TakeUp:
    """What was said of a game that waits to be taken up, with what is seen on the board.

    Args:
        state: in the phase "taking_up".
        pieces: all that stand.
        robber: its hex; None where it isn't seen: what people said counts, else the desert.
    """
    waiting = state.taking_up
    assert waiting is not None
    placed = tuple(Placed(at, piece.kind, piece.colour) for at, piece in sorted(pieces.items()))
    return replace(waiting, pieces=placed, robber=waiting.robber if robber is None else robber)


def violations(state: State, event: TakeUp) -> RuleViolation:
    """What is wrong: something was founded already, or what lies there doesn't come out of one box.

    Raises:
        ValueError: it is about a colour that nobody plays.
    """
    for colour in filter(None, (event.on_turn, event.longest_road, event.largest_army)):
        state.seat(colour)
    founded = state.phase == "founding" and (state.buildings() or state.roads())
    begun = founded or state.phase not in ("layout", "founding", "taking_up")
    found = RuleViolation.WRONG_PHASE if begun or not state.players else LEGAL
    hands, cards, played = NONE, 0, NONE
    for side in event.sides:
        state.seat(side.colour)
        hands = add(hands, side.hand or NONE)
        cards += side.development_cards + sum(side.played)
        played = add(played, side.played)
    if sum(hands) > sum(BANK) or any(count > most for count, most in zip(hands[:5], BANK[:5], strict=True)):
        found |= RuleViolation.BANK_LACKS
    if cards > DECK_SIZE:
        found |= RuleViolation.DECK_EMPTY
    if any(count > most for count, most in zip(played[:5], DEVELOPMENT_DECK[:5], strict=True)):
        found |= RuleViolation.NO_SUCH_CARD_LEFT
    return found | _standing(state, event.pieces or ())


def _standing(state: State, pieces: Sequence[Placed]) -> RuleViolation:
    """What is wrong with pieces as they stand on the board."""
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


def seen(state: State, board: BoardSeen) -> Interpretation[Event]:
    """The game that waits, with all that stands on the board once that is clear and at rest."""
    changed = max((*board.since.values(), board.robber_since), default=-math.inf)
    if board.covered or (board.t - changed < AT_REST_S and not board.closing):
        return Interpretation()
    likeliest = {
        site: max(shares.items(), key=lambda item: item[1]) for site, shares in board.pieces.sites.items()
    }
    least = min((share for _, share in likeliest.values()), default=0.0)
    pieces = {site: piece for site, (piece, _) in likeliest.items() if piece is not None}
    event = taken_up(state, pieces, max(board.robber, key=lambda h: board.robber[h], default=None))
    if least < CLEAR or violations(state, event):
        return Interpretation()
    return Interpretation((event,), certainty=min(least, SUREST))
