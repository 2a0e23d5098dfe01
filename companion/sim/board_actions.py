"""The timed events of a simulated game, and the timed actions of hands on its board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.island.geometry import HexId
from companion.island.pieces import PieceColour, Site, Standing


@dataclass(frozen=True)
class TimedEvent:
    """An event of the game with its time.

    Attributes:
        t: seconds.
        event: the event.
        before, after: the true states before and after it.
    """

    t: float
    event: Event
    before: State
    after: State


@dataclass(frozen=True)
class SiteChange:
    """A change of a site at time `t`: the piece on it from then on, or None."""

    t: float
    site: Site
    standing: Standing | None


@dataclass(frozen=True)
class RobberMove:
    """A move of the robber to a hex at time `t`; `by`: the player who moves it, None: unknown."""

    t: float
    at: HexId
    by: PieceColour | None = None


@dataclass(frozen=True)
class Nudge:
    """A slight push of the piece on a site at time `t`."""

    t: float
    site: Site


@dataclass(frozen=True)
class Cover:
    """An object that covers sites from `t` until `until`."""

    t: float
    until: float
    sites: frozenset[Site]


@dataclass(frozen=True)
class Knock:
    """A knock of camera or board at `t`; until `until` the board can't be read."""

    t: float
    until: float


BoardAction = SiteChange | RobberMove | Nudge | Cover | Knock
