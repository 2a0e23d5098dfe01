"""What happens at a simulated table, by its time: the events of the game, and what is done on the board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.island.geometry import HexId
from companion.island.pieces import PieceColour, Site, Standing


@dataclass(frozen=True)
class Happened:
    """An event of the game.

    Attributes:
        t: seconds.
        event: what happened.
        before, after: the true state around it.
    """

    t: float
    event: Event
    before: State
    after: State


@dataclass(frozen=True)
class Put:
    """From `t` on a piece stands on a site; None: nothing does."""

    t: float
    site: Site
    standing: Standing | None


@dataclass(frozen=True)
class PutRobber:
    """From `t` on the robber stands on a hex; `by` whose hand, None: nobody's that is known."""

    t: float
    at: HexId
    by: PieceColour | None = None


@dataclass(frozen=True)
class Nudge:
    """At `t` what stands on a site is pushed a little."""

    t: float
    site: Site


@dataclass(frozen=True)
class Cover:
    """Something lies over sites from `t` until `until`."""

    t: float
    until: float
    sites: frozenset[Site]


@dataclass(frozen=True)
class Knock:
    """Camera or board is knocked at `t`; until `until` nothing is read."""

    t: float
    until: float


BoardAction = Put | PutRobber | Nudge | Cover | Knock
