"""A simulated camera over a known game, and a session for its observations."""

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
from companion.island.geometry import SITES, HexId, PieceKind, Site, Standing
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen, DiceDetection, Observation
from companion.table.session import GameSession

SURE_P = 0.98
"""Probability that the camera assigns to the true content of a site."""
CONFUSED_KIND: Final[Mapping[PieceKind, PieceKind]] = {"settlement": "city", "city": "settlement"}
"""The possible misreadings of each piece."""


@dataclass
class SimulatedCamera:
    """A camera over a board, which reports every piece correctly from its appearance on.

    Attributes:
        sure: probability that it gives to what is there.
    """

    confidence: float = SURE_P
    _last_pieces: Mapping[Site, Standing] = field(default_factory=dict)
    _robber: HexId | None = None
    _since_s: dict[Site, float] = field(default_factory=dict)
    _handled_s: dict[Site, float] = field(default_factory=dict)
    _robber_since: float = float("-inf")

    def look(self, state: State, t: float) -> BoardSeen:
        """The board of a state at a time; differences to the last look happened just now."""
        now = pieces_on_board(state)
        for site in SITES:
            if now.get(site) != self._last_pieces.get(site):
                self._since_s[site] = self._handled_s[site] = t
        if state.robber != self._robber:
            self._robber_since = t
        self._last_pieces, self._robber = now, state.robber
        return BoardSeen(
            t,
            "camera",
            PiecesReading({site: self._site_distribution(now.get(site)) for site in SITES}),
            {self._robber: 1.0}
            if self._robber is None
            else {self._robber: self.confidence, None: 1 - self.confidence},
            since=dict(self._since_s),
            robber_since=self._robber_since,
            handled=dict(self._handled_s),
        )

    def _site_distribution(self, there: Standing | None) -> dict[Standing | None, float]:
        """The probabilities of each piece at a site. An empty site may be misread, a settlement as a city."""
        if there is None:
            return {None: 1.0}
        other = CONFUSED_KIND.get(there.kind)
        rest = 1 - self.confidence
        if other is None:
            return {there: self.confidence, None: rest}
        return {there: self.confidence, Standing(other, there.colour): rest / 2, None: rest / 2}


class ObservingSession:
    """A table without journal and threads: observations become a history as at the whole table."""

    def __init__(self, *opening: Event) -> None:
        self.game = BaseGame()
        self.session: GameSession[State, Event] = GameSession.create(self.game)
        self.questions: list[Question] = []
        self._board: BoardSeen | None = None
        for event in opening:
            self._add(Interpretation((event,)), 0.0, "tablet")

    @property
    def state(self) -> State:
        """The recorded state."""
        return self.session.state

    @property
    def belief(self) -> Belief:
        """The belief about the hands."""
        return self.game.believed_replay(self.session.history).belief

    def observe(self, observation: Observation) -> Interpretation[Event]:
        """Interpret an observation; the board is observed once more before a roll counts."""
        if isinstance(observation, BoardSeen):
            self._board = observation
        if isinstance(observation, DiceDetection) and self._board is not None:
            self._record(replace(self._board, t=observation.t, closing=True))
        return self._record(observation)

    def _record(self, observation: Observation) -> Interpretation[Event]:
        telling = self.game.interpret(self.session.history, observation)
        if telling.question and telling.question not in self.questions:
            self.questions.append(telling.question)
        self._add(telling, observation.t, observation.source)
        return telling

    def _add(self, telling: Interpretation[Event], t: float, source: str) -> None:
        drafts = self.session.drafts(telling, t=t, source=source)
        if drafts:
            self.session = self.session.with_drafts(drafts)
