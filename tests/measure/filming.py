"""Films of simulated games: recordings as ../shared/formats/recording.md has them, with their truth.

A film shows the founding and the first turns of a game, or all of it: other lamps, cameras, printings and
pieces from one to the next, hands that come and go, and upsets.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

import cv2

from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    PlaceRoad,
    Roll,
    event_to_json,
)
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.recording.lines import FrameLine, InputLine, Line, SerialLine, to_text
from companion.sim.camera import SimulatedExposure, TableStage, find_camera_pose, throw_beside_island
from companion.sim.hands import Hands, draw_light, is_visible_on_board
from companion.sim.picture import PIECE_SETS, PRINTINGS, TABLES, Light
from companion.sim.tabletop import Painter, TableAppearance, Tabletop
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.sources.tower.protocol import TowerRoll
from companion.sources.tower.source import create_link
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory
from tests.measure.replaying import HAPPENED_FILE

FPS: Final = 4.0
"""Frames a second while something happens; half as many while nothing does."""
EMPTY_S: Final = 4.0
"""So long the board lies there before the first piece is put down."""
AFTER_S: Final = 5.0
"""So long it is filmed on when all is over."""
PAUSE_S: Final = (0.8, 3.0)
"""Between two things that people do."""
LATE_ENTRY_SHARE: Final = 0.1
"""Of the things entered, so many are entered only when the next has happened."""
SECRET: Final = 0.8
"""Of the cards bought, so many are entered without saying which."""
QUALITY: Final = 90
_NAMES: Final = ("Ana", "Ben", "Cyr", "Dora")
_COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "white", "orange")


@dataclass(frozen=True)
class Plot:
    """Description of the film to draw.

    Attributes:
        seed: of the game and of all chance.
        players: how many.
        turns: after so many turns, founding placements not counted, the film ends; None: with the game.
        entered: the share of what no camera sees that is entered.
        dice: thrown where the camera sees them, into the tower, or entered.
        upsets: how often something happens to the table between two turns.
        clumsy: how often somebody hesitates before a piece is built, or pushes one afterwards.
        offset: standard deviation of the offset at which pieces are put down, in hex sides.
        looks: of the table.
        light: at the beginning.
        tilt, rotation: of the camera, in degrees.
        metered: whether the camera exposes by all that it sees, most of which is table: a dark one burns the
            board pale; else as it should.
        size: of the pictures.
    """

    seed: int
    players: int = 3
    turns: int | None = 8
    entered: float = 1.0
    dice: Literal["table", "tower", "entered"] = "table"
    upsets: float = 0.3
    clumsy: float = 0.06
    offset: float = 0.045
    looks: TableAppearance = field(default_factory=TableAppearance)
    light: Light = field(default_factory=Light)
    tilt: float = 20.0
    rotation: float = 0.0
    metered: bool = False
    size: tuple[int, int] = (1280, 720)


def plot(seed: int, **fixed: Any) -> Plot:
    """Return a random plot, with another table and other players for each seed, except for the fixed
    parameters.
    """
    rng = random.Random(f"plot {seed}")
    looks = TableAppearance(
        cloth=rng.choice(TABLES),
        piece_set=PIECE_SETS[seed % len(PIECE_SETS)],
        printing=PRINTINGS[seed % len(PRINTINGS)],
        blur=rng.uniform(0.4, 0.9),
        grain=rng.uniform(1.2, 3.5),
        seed=seed,
    )
    made = Plot(
        seed=seed,
        players=rng.choice((3, 4)),
        entered=rng.choice((1.0, 1.0, 0.5, 0.0)),
        dice=rng.choice(("table", "table", "tower")),
        looks=looks,
        light=draw_light(rng),
        tilt=rng.uniform(4, 35),
        rotation=rng.choice((0, 180)) + rng.uniform(-22, 22),
    )
    return replace(made, **fixed)


def film(folder: Path, plot: Plot) -> None:
    """Write a film into a folder that isn't there yet.

    Raises:
        OSError: it can't be written there.
    """
    _Filming(folder, plot).run()


class _Filming:
    """One film while it is made."""

    def __init__(self, folder: Path, plot: Plot) -> None:
        rng = random.Random(f"game {plot.seed}")
        layout = shuffled_island(rng)
        self._plot, self._folder, self._layout = plot, folder, layout
        # In an order of their own, so that the first player isn't always red.
        colours = rng.sample(_COLOURS, plot.players)
        self._seats = [Seat(name, colour) for name, colour in zip(_NAMES, colours, strict=False)]
        self._options = Options(all_told=plot.entered >= 1)
        self._world = SimulatedGame(layout, self._seats, rng, self._options)
        self._rng = random.Random(f"film {plot.seed}")
        self._hands = Hands(colours, self._rng, clumsy=plot.clumsy, upsets=plot.upsets)
        camera = find_camera_pose(*plot.size, plot.tilt, plot.rotation, dice=plot.dice == "table")
        table = Tabletop(camera, robber=self._world.state.robber, light=plot.light, offset_sigma=plot.offset)
        self._stage = TableStage(table, FPS, self._rng)
        self._painter = Painter(layout, plot.looks)
        self._exposure = SimulatedExposure(automatic=plot.metered)
        self._tower = _Tower(f"{plot.seed % 16**8:08x}") if plot.dice == "tower" else None
        self._step = 0
        self._turn = 0
        self._frames = 0
        self._late: deque[Mapping[str, Any]] = deque()

    @property
    def _now_s(self) -> float:
        return round(self._step / FPS, 3)

    def run(self) -> None:
        """Film it."""
        (self._folder / "frames").mkdir(parents=True)
        players = [{"name": seat.name, "colour": seat.colour} for seat in self._seats]
        options = {"setup": self._options.setup, "all_told": self._options.all_told}
        table = {"format": 1, "game": "base", "options": options, "players": players, "calibration": None}
        (self._folder / "table.json").write_text(json.dumps(table, indent=1))
        with (
            (self._folder / "log.jsonl").open("w") as self._log,
            (self._folder / "truth.jsonl").open("w") as self._truth,
            (self._folder / HAPPENED_FILE).open("w") as self._happened,
        ):
            for event in (GameStarted(tuple(self._seats), self._options), LayoutSet(self._layout)):
                self._keep(event)
            self._wait(EMPTY_S)
            self._play()
            self._catch_up()
            self._wait(AFTER_S)
        winner = self._world.state.winner
        if winner is not None:
            state = self._world.state
            hidden = state.points(winner) - state.public_points(winner)
            (self._folder / "film.json").write_text(json.dumps({"hidden_victory_points_of_winner": hidden}))

    def _play(self) -> None:
        before = self._world.state
        for event in self._world.play():
            after = self._world.state
            self._wait(self._rng.uniform(*PAUSE_S))
            if isinstance(event, Roll):
                self._roll(event)
            elif is_visible_on_board(event):
                self._stage.play(*self._hands.scripts_for(event, after))
                self._finish()
            elif not isinstance(event, EndTurn):
                self._enter(event)
            self._keep(event)
            founded = before.phase == "founding" and isinstance(event, PlaceRoad)
            if founded or isinstance(event, EndTurn) or after.winner is not None:
                colour = getattr(event, "player", before.players[before.active].colour)
                # Changes caused by passing the dice belong to the next turn, except a victory.
                passed = isinstance(event, EndTurn) and after.winner is None
                self._tell(before if passed else after, colour, before)
                if before.phase == "play" and before.turn == self._plot.turns:
                    return
            before = after

    def _keep(self, event: Event) -> None:
        """Record an event that has just happened."""
        self._happened.write(json.dumps({"t": self._now_s, "event": event_to_json(event)}) + "\n")

    def _roll(self, roll: Roll) -> None:
        assert len(roll.dice) == 2, "whoever throws them sees both faces"
        self._stage.play(*self._hands.upset_scripts())
        self._finish()
        self._wait(0.5)
        if self._plot.dice == "entered":
            self._say(InputLine(self._now_s, {"kind": "roll", "dice": list(roll.dice)}))
        elif self._tower is not None:
            self._tower.throw(roll.dice)
        else:
            self._stage.play(throw_beside_island(roll.dice, self._rng.uniform(60, 120)))
        self._finish()
        self._wait(1.5)

    def _enter(self, event: Event) -> None:
        """Enter an event that nobody could see, enter it late, or omit it."""
        if self._rng.random() >= self._plot.entered:
            return
        if isinstance(event, BuyDevelopmentCard) and self._rng.random() < SECRET:
            event = replace(event, card=None)
        if self._rng.random() < LATE_ENTRY_SHARE:
            self._late.append(to_input(event))
        else:
            self._say(InputLine(self._now_s, to_input(event)))
            self._catch_up()

    def _catch_up(self) -> None:
        while self._late:
            self._say(InputLine(self._now_s, self._late.popleft()))

    def _finish(self) -> None:
        """Film until all motion has ended, then enter the forgotten events."""
        while self._stage.is_busy:
            self._shoot()
        self._catch_up()

    def _wait(self, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self._shoot()

    def _shoot(self) -> None:
        """One moment, on film if something happens in it, else every other one."""
        busy = self._stage.is_busy
        moment = self._stage.next_moment()
        if busy or self._step % 2 == 0:
            name = f"frames/{self._frames:06d}.jpg"
            picture = self._painter.draw_frame(self._exposure.expose(moment), self._frames)
            self._exposure.meter(picture)
            cv2.imwrite(str(self._folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            self._say(FrameLine(self._now_s, name))
            self._frames += 1
        if self._tower is not None:
            for data in self._tower.take_output(self._now_s):
                self._say(SerialLine(self._now_s, data))
        self._step += 1

    def _say(self, line: Line) -> None:
        self._log.write(to_text(line))

    def _tell(self, state: State, player: Colour, during: State) -> None:
        """The truth after a turn."""
        self._turn += 1
        seats = list(enumerate(state.players))
        row = {
            "t": self._now_s,
            "turn": self._turn,
            "player": player,
            "dice": None if during.dice is None else list(during.dice),
            "points": {p.colour: state.public_points(seat) for seat, p in seats},
            "hands": {p.colour: cards_to_json(p.hand) for _, p in seats},
            "pieces": {
                p.colour: {
                    "road": p.roads.bit_count(),
                    "settlement": p.settlements.bit_count(),
                    "city": p.cities.bit_count(),
                }
                for _, p in seats
            },
            "longest_road": _colour(state, state.longest_road),
            "largest_army": _colour(state, state.largest_army),
            "winner": _colour(state, state.winner),
        }
        self._truth.write(json.dumps(row) + "\n")


class _Tower:
    """A dice tower's line between its board and the table, in the time of the film."""

    def __init__(self, unit: str) -> None:
        self._board = SensorBoard(TowerMemory(unit), 0.0)
        self._link = create_link()
        self._link.open_connection(0.0)
        self._thrown: deque[tuple[int, int]] = deque()

    def throw(self, dice: tuple[int, int]) -> None:
        """Let dice come to rest in the tower at the next poll."""
        self._thrown.append(dice)

    def take_output(self, now: float) -> Iterator[bytes]:
        """Yield the bytes sent until now."""
        self._board.receive(self._link.take_outgoing(), now)
        self._board.tick(now)
        while self._thrown and self._board.is_counting(now):
            self._board.throw(self._thrown.popleft(), (99, 99), now)
            self._board.empty_pockets()
        data = self._board.take_outgoing()
        if data:
            yield data
        for happening in self._link.receive(data, now) + self._link.tick(now):
            if isinstance(happening, TowerRoll):
                self._link.acknowledge(happening)


def _colour(state: State, seat: int | None) -> Colour | None:
    return None if seat is None else state.players[seat].colour
