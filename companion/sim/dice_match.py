"""A match of the dice game at a simulated table: what its players do, and the people who act it out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.dice_game import sheet
from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, DiceGameStarted, PassDice, Throw
from companion.games.dice_game.state import DiceGameState
from companion.games.dice_game.views import available_actions
from companion.sim.camera import SimulatedCamera
from companion.sim.people import SimulatedPlayers
from companion.sim.resource_dice import SimulatedResourceDice

MAX_TURNS: Final = 200
PATIENCE_S: Final = 3.0
"""Seconds at rest after which people enter dice that the table hasn't recorded."""
_PIECE_VALUES: Final[Mapping[sheet.Piece, float]] = {
    "city": 5.0,
    "settlement": 4.5,
    "road": 3.0,
    "knight": 2.2,
}
"""The players' worth of a piece, in dice that are still missing for it."""


@dataclass(frozen=True)
class ThrownDice:
    """A throw: the dice that stayed where they lay, and the new faces of the others."""

    kept: tuple[sheet.Face, ...]
    thrown: tuple[sheet.Face, ...]

    @property
    def faces(self) -> tuple[sheet.Face, ...]:
        """All dice after the throw."""
        return self.kept + self.thrown


class SimulatedMatch:
    """The true match.

    Args:
        started: the players and options.
        rng: throws the dice, and chooses between equal places.
    """

    def __init__(self, started: DiceGameStarted, rng: random.Random) -> None:
        self.state: DiceGameState = apply(DiceGameState(), started)
        self._rng = rng

    def play(self, max_turns: int = MAX_TURNS) -> Iterator[ThrownDice | Build]:
        """Yield what people see: throws and builds, until somebody wins; `state` is that after each.

        The dice pass to the next player without an action of anybody.
        """
        while self.state.phase == "play" and self.state.turn <= max_turns:
            yield from self._play_turn()
            if self.state.phase == "play":
                self.state = apply(self.state, PassDice(self._player))

    @property
    def _player(self) -> Any:
        return self.state.players[self.state.active].colour

    def _play_turn(self) -> Iterator[ThrownDice | Build]:
        kept: tuple[sheet.Face, ...] = ()
        for _ in range(sheet.MAX_THROWS):
            count = self.state.dice_count - len(kept)
            throw = ThrownDice(kept, tuple(self._rng.choice(sheet.FACES) for _ in range(count)))
            self.state = apply(self.state, Throw(self._player, throw.faces))
            yield throw
            kept, is_paid = choose_kept_dice(throw.faces, self._buildable())
            if is_paid or len(kept) == len(throw.faces):
                break
        while self.state.phase == "play" and (build := self._choose_build()) is not None:
            self.state = apply(self.state, build)
            yield build

    def _buildable(self) -> Mapping[str, Sequence[str]]:
        return available_actions(self.state)["build"]

    def _choose_build(self) -> Build | None:
        """Return the most valuable piece that the dice pay; None: they pay none."""
        left, places = self.state.unspent_dice or (), self._buildable()
        for piece in _PIECE_VALUES:
            if places[piece] and sheet.remaining_dice(left, piece) is not None:
                return Build(self._player, piece, self._rng.choice(places[piece]))
        return None


def choose_kept_dice(
    dice: Sequence[sheet.Face], places: Mapping[str, Sequence[str]]
) -> tuple[tuple[sheet.Face, ...], bool]:
    """Return the dice that a player keeps, and whether they already pay for the piece aimed at.

    Args:
        dice: as they lie.
        places: the places for each piece.
    """
    plans = []
    for piece, worth in _PIECE_VALUES.items():
        if places[piece]:
            kept, missing = _plan_dice(dice, piece)
            plans.append((worth - missing, kept, missing == 0))
    if not plans:
        return tuple(dice), True
    _, kept, is_paid = max(plans, key=lambda plan: plan[0])
    return kept, is_paid


def _plan_dice(dice: Sequence[sheet.Face], piece: sheet.Piece) -> tuple[tuple[sheet.Face, ...], int]:
    """Return the dice to keep for a piece, and how many are missing for it."""
    left = Counter(dice)
    kept: Counter[sheet.Face] = Counter()
    for resource, cost in sheet.COSTS[piece].items():
        kept[resource] = min(left[resource], cost)
    missing = sum(sheet.COSTS[piece].values()) - kept.total()
    kept["gold"] = min(left["gold"], sheet.GOLD_PER_RESOURCE * missing)
    missing -= kept["gold"] // sheet.GOLD_PER_RESOURCE
    return tuple(face for face in sheet.FACES for _ in range(kept[face])), missing


class SimulatedDicePlayers(SimulatedPlayers):
    """A source that plays a match at a table: the camera sees the dice, and the players tap what they build.

    Where the table hasn't recorded a throw correctly, they enter or correct it.

    Attributes:
        touches: inputs besides builds.
    """

    def __init__(
        self,
        match: SimulatedMatch,
        *,
        dice: SimulatedResourceDice,
        camera: SimulatedCamera,
        snapshot: Callable[[], Mapping[str, Any]],
        pause_s: float,
        max_turns: int = MAX_TURNS,
    ) -> None:
        """Create the players.

        Args:
            match: the true match.
            dice: their dice.
            camera: sees them.
            snapshot: returns what the page displays.
            pause_s: seconds before each action.
            max_turns: turns after which they stop without a winner.
        """
        super().__init__(snapshot, pause_s)
        self._match, self._dice, self._camera, self._max_turns = match, dice, camera, max_turns
        self.touches = 0

    def _play(self) -> None:
        if not self._wait_until(lambda: self._camera.is_watched):
            return
        for action in self._match.play(self._max_turns):
            self._pause()
            if self._is_interrupted or not self._act(action):
                return

    def _act(self, action: ThrownDice | Build) -> bool:
        """Act something out; return whether the table has recorded it in the end."""
        if isinstance(action, Build):
            self._enter({"kind": Build.kind, "piece": action.piece, "at": action.at, "player": action.player})
            return True
        self._camera.stage.play(self._dice.throw(action.thrown, action.kept))
        self._wait_until(lambda: not self._camera.stage.is_busy)
        if not self._wait_until(self._is_recorded, PATIENCE_S):
            self._correct_throw(action)
        self.gave_up = not self._wait_until(self._is_recorded)
        return not self.gave_up

    def _is_recorded(self) -> bool:
        """Return whether the page shows the dice; a throw of the same faces again needs no entry."""
        truth, view = self._match.state, self.view
        return view["turn"] == truth.turn and Counter(view["dice"]["lie"]) == Counter(truth.dice)

    def _correct_throw(self, action: ThrownDice) -> None:
        truth, view = self._match.state, self.view
        dice = list(action.faces)
        if view["turn"] == truth.turn and view["dice"]["throws"] >= truth.throws:
            entry = max(line["number"] for line in view["log"] if line["event"]["kind"] == Throw.kind)
            self._touch({"kind": "correct", "entry": entry, "change": {"dice": dice}})
            return
        if view["turn"] != truth.turn:
            self._touch({"kind": PassDice.kind})
        self._touch({"kind": Throw.kind, "dice": dice})

    def _touch(self, data: Mapping[str, Any]) -> None:
        self.touches += 1
        self._enter(data)

    @property
    def view(self) -> Mapping[str, Any]:
        """The recorded match as the page displays it."""
        view: Mapping[str, Any] = self._snapshot()["game"]["view"]
        return view


def final_differences(truth: DiceGameState, view: Mapping[str, Any]) -> list[str]:
    """Return the names of players whose recorded sheet isn't the true one, and `winner` if that differs."""
    differences = [
        player.name
        for player, seen in zip(truth.players, view["players"], strict=True)
        if any(set(seen["built"][piece]) != player.built[piece] for piece in player.built)
    ]
    winner = None if truth.winner is None else truth.players[truth.winner].colour
    return differences + (["winner"] if view["winner"] != winner else [])
