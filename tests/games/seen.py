"""What a camera sees of a game that is known: a board's state as `BoardSeen`, and a listener for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.game import BaseGame
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.games.base.tracker.board_diff import pieces_on_board
from companion.games.game_api import Interpretation, Question
from companion.island.geometry import HexId
from companion.island.pieces import SITES, PieceKind, Site, Standing
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen, Observation, RollSeen
from companion.table.session import GameSession

SURE = 0.98
"""Probability that the camera gives to what really stands on a site."""
OTHER: Final[Mapping[PieceKind, PieceKind]] = {"settlement": "city", "city": "settlement"}
"""What else a piece may be taken for."""


@dataclass
class Eyes:
    """A camera over a board: it sees all that stands there, rightly, and from when on.

    Attributes:
        sure: probability that it gives to what is there.
    """

    sure: float = SURE
    _seen: Mapping[Site, Standing] = field(default_factory=dict)
    _robber: HexId | None = None
    _since: dict[Site, float] = field(default_factory=dict)
    _handled: dict[Site, float] = field(default_factory=dict)
    _robber_since: float = float("-inf")

    def look(self, state: State, t: float) -> BoardSeen:
        """The board of a state at a time; what differs from the last look has just come about."""
        now = pieces_on_board(state)
        for site in SITES:
            if now.get(site) != self._seen.get(site):
                self._since[site] = self._handled[site] = t
        if state.robber != self._robber:
            self._robber_since = t
        self._seen, self._robber = now, state.robber
        return BoardSeen(
            t,
            "camera",
            PiecesReading({site: self._shares(now.get(site)) for site in SITES}),
            {self._robber: 1.0} if self._robber is None else {self._robber: self.sure, None: 1 - self.sure},
            since=dict(self._since),
            robber_since=self._robber_since,
            handled=dict(self._handled),
        )

    def _shares(self, there: Standing | None) -> dict[Standing | None, float]:
        """What a site may bear: emptiness is what a piece is taken for, and a settlement for a city."""
        if there is None:
            return {None: 1.0}
        other = OTHER.get(there.kind)
        rest = 1 - self.sure
        if other is None:
            return {there: self.sure, None: rest}
        return {there: self.sure, Standing(other, there.colour): rest / 2, None: rest / 2}


class Listener:
    """A table without journal and threads: what it is told becomes a story, as at the whole table."""

    def __init__(self, *opening: Event) -> None:
        self.game = BaseGame()
        self.session: GameSession[State, Event] = GameSession.create(self.game)
        self.questions: list[Question] = []
        self._board: BoardSeen | None = None
        for event in opening:
            self._take(Interpretation((event,)), 0.0, "tablet")

    @property
    def state(self) -> State:
        """The state as it was told."""
        return self.session.state

    @property
    def belief(self) -> Belief:
        """What is believed of the hands."""
        return self.game.believed_replay(self.session.history).belief

    def observe(self, observation: Observation) -> Interpretation[Event]:
        """What an observation comes to; the board is looked at once more before a roll counts."""
        if isinstance(observation, BoardSeen):
            self._board = observation
        if isinstance(observation, RollSeen) and self._board is not None:
            self._tell(replace(self._board, t=observation.t, closing=True))
        return self._tell(observation)

    def _tell(self, observation: Observation) -> Interpretation[Event]:
        telling = self.game.interpret(self.session.history, observation)
        if telling.question and telling.question not in self.questions:
            self.questions.append(telling.question)
        self._take(telling, observation.t, observation.source)
        return telling

    def _take(self, telling: Interpretation[Event], t: float, source: str) -> None:
        drafts = self.session.drafts(telling, t=t, source=source)
        if drafts:
            self.session = self.session.with_drafts(drafts)
