"""Judges a table's reports of a game against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.games.base.rules.events import (
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    RevealVictoryPoints,
    Roll,
    ShowHand,
)
from companion.games.base.rules.state import State
from companion.observations import BoardSeen, InputEntered
from tests.measure.playing import Look, Played
from tests.measure.public_events import public_part

SEEN_EVENTS = (Roll, PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)
"""The kinds of event that leave something to be seen."""


@dataclass(frozen=True)
class Wrong:
    """The first difference between the record and the truth.

    Attributes:
        look: the turn.
        what: in words.
    """

    look: Look
    what: str


@dataclass
class Verdict:
    """The figures of one game.

    Attributes:
        crashed: the game ended in a fault of the program.
        turns, points_right, pieces_right, cards_right: turns looked at, and those of them with the public
            points, the pieces and robber, the special cards of everybody right.
        hands, hands_right, hands_certain, certain_wrong: hands looked at, those whose likeliest cards are
            right, those called certain, those called so wrongly.
        certain_unmisled: of the latter, those of games whose pieces and robber had been right after every
            turn so far: nothing misread on the board explains them.
        given: probability given to the likeliest hand, and whether that was right.
        to_true, to_all: probability given to the true hand of a seat, and to those of all seats together.
        final_points, final_cards, final_winner: whether these are right in the end; as far as anybody can
            know them, where the winner had victory point cards that nobody revealed (`hidden`).
        false_seen, false_unseen: events in the last account that did not happen, by kind: such as can be
            seen, and such as were inferred or entered wrongly.
        missing: events that can be seen, happened, and are not in the last account, by kind.
        taken_back: false visible events that were recorded for a while.
        latency: seconds from a piece at rest to its event, for recorded pieces.
        questions: words of the questions asked.
        corrections: made by people: of what they entered wrongly, of rolls misread, by answers.
        refused: inputs that the table refused.
        explaining: seconds of the processor that the game took for each board it was shown.
        first_wrong, first_wrong_hand: the first divergence of what is public, and of a hand called certain.
    """

    crashed: bool = False
    turns: int = 0
    points_right: int = 0
    pieces_right: int = 0
    cards_right: int = 0
    hands: int = 0
    hands_right: int = 0
    hands_certain: int = 0
    certain_wrong: int = 0
    certain_unmisled: int = 0
    given: list[tuple[float, bool]] = field(default_factory=list)
    to_true: list[float] = field(default_factory=list)
    to_all: list[float] = field(default_factory=list)
    final_points: bool = False
    final_cards: bool = False
    final_winner: bool = False
    hidden: bool = False
    false_seen: Counter[str] = field(default_factory=Counter)
    false_unseen: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    taken_back: int = 0
    latency: list[float] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    corrections: int = 0
    refused: list[str] = field(default_factory=list)
    explaining: list[float] = field(default_factory=list)
    first_wrong: Wrong | None = None
    first_wrong_hand: Wrong | None = None

    @property
    def is_right(self) -> bool:
        """Return whether the final points, special cards and winner are correct."""
        return not self.crashed and self.final_points and self.final_cards and self.final_winner


def judge(played: Played) -> Verdict:
    """The figures of a game."""
    found = Verdict(crashed=bool(played.crash))
    found.hidden = _is_won_by_hidden_cards(played)
    for look in played.looks:
        _judge_look(look, found)
    _judge_end(played, found)
    _judge_events(played, found)
    for heard in played.heard:
        found.questions += [str(question["word"]) for question in heard.asked]
        found.refused += [heard.refused] if heard.refused else []
        seen = heard.observation
        if isinstance(seen, InputEntered):
            found.corrections += seen.data["kind"] in ("undo", "correct", "answer")
        if isinstance(seen, BoardSeen):
            found.explaining.append(heard.seconds)
    return found


def points(state: State, *, hidden: bool = False) -> list[int]:
    """Points that everybody may count: a winner's hidden cards too, unless they stayed hidden."""
    return [
        state.points(seat) if state.winner == seat and not hidden else state.public_points(seat)
        for seat in range(len(state.players))
    ]


def pieces(state: State) -> Mapping[str, object]:
    """Pieces on the board."""
    stands: dict[str, object] = {p.colour: (p.roads, p.settlements, p.cities) for p in state.players}
    return {**stands, "robber": state.robber}


def _judge_look(look: Look, found: Verdict) -> None:
    reported, true = look.reported_state, look.truth.before
    wrong = []
    found.turns += 1
    reported_points, is_ = points(reported, hidden=found.hidden), points(true, hidden=found.hidden)
    if reported_points == is_:
        found.points_right += 1
    else:
        wrong.append(f"points {reported_points} instead of {is_}")
    if pieces(reported) == pieces(true):
        found.pieces_right += 1
    else:
        wrong.append("pieces or robber")
    cards = (reported.longest_road, reported.largest_army), (true.longest_road, true.largest_army)
    if cards[0] == cards[1]:
        found.cards_right += 1
    else:
        wrong.append(f"special cards {cards[0]} instead of {cards[1]}")
    if wrong and found.first_wrong is None:
        found.first_wrong = Wrong(look, "; ".join(wrong))
    _judge_hands(look, found)


def _judge_hands(look: Look, found: Verdict) -> None:
    belief = look.believed.steps[look.step - 1].belief
    true = look.truth.before.players
    wrong = []
    for seat, player in enumerate(true):
        hand = belief.hand(seat)
        right = hand.cards == player.hand
        found.hands += 1
        found.hands_right += right
        found.given.append((hand.probability, right))
        found.to_true.append(belief.particles.hand_distribution(seat).get(player.hand, 0.0))
        if hand.certain and player.colour not in look.believed.in_doubt:
            found.hands_certain += 1
            if not right:
                found.certain_wrong += 1
                found.certain_unmisled += found.pieces_right == found.turns
                wrong.append(f"{player.colour}'s hand certainly {hand.cards[:5]}, true {player.hand[:5]}")
    hands = np.array([player.hand[:5] for player in true])
    alike = np.all(belief.particles.cards[:, :, :5] == hands, axis=(1, 2))
    found.to_all.append(float(belief.particles.weights[alike].sum()))
    if wrong and found.first_wrong_hand is None:
        found.first_wrong_hand = Wrong(look, "; ".join(wrong))


def _is_won_by_hidden_cards(played: Played) -> bool:
    """Return whether the winner won by victory point cards that nobody revealed."""
    true = played.looks[-1].truth.before
    revealed = any(isinstance(step.record.event, RevealVictoryPoints) for step in played.final_replay.steps)
    return true.winner is not None and points(true) != points(true, hidden=True) and not revealed


def _judge_end(played: Played, found: Verdict) -> None:
    last = played.looks[-1]
    reported, true = last.reported_state, last.truth.before
    known = (None, true.winner) if found.hidden else (true.winner,)
    found.final_points = points(reported, hidden=found.hidden) == points(true, hidden=found.hidden)
    found.final_cards = (reported.longest_road, reported.largest_army) == (
        true.longest_road,
        true.largest_army,
    )
    found.final_winner = reported.winner in known


def _judge_events(played: Played, found: Verdict) -> None:
    """Count the events that were reported but did not happen, and the reverse."""
    happened = Counter(public_part(done.event) for done in played.evening.events)
    reported = Counter(
        public_part(step.record.event)
        for step in played.final_replay.steps
        if not isinstance(step.record.event, GameStarted | LayoutSet | ShowHand | RevealVictoryPoints)
    )
    for event, count in (reported - happened).items():
        found.false_seen.update({event.kind: count} if isinstance(event, SEEN_EVENTS) else {})
        found.false_unseen.update({} if isinstance(event, (*SEEN_EVENTS, EndTurn)) else {event.kind: count})
    for event, count in (happened - reported).items():
        found.missing.update({event.kind: count} if isinstance(event, SEEN_EVENTS) else {})
    ever = Counter(public_part(event) for heard in played.heard for t in heard.tellings for event in t.events)
    found.taken_back = sum(
        count
        for event, count in (ever - happened - (reported - happened)).items()
        if isinstance(event, SEEN_EVENTS)
    )
    found.latency = list(_latencies(played))


def _latencies(played: Played) -> Iterator[float]:
    at: dict[Event, list[float]] = {}
    for step in played.final_replay.steps:
        at.setdefault(public_part(step.record.event), []).append(step.record.t)
    for done in played.evening.events:
        times = at.get(public_part(done.event))
        if times and isinstance(done.event, SEEN_EVENTS) and not isinstance(done.event, Roll):
            yield max(0.0, times.pop(0) - done.t)
