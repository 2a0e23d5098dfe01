"""Two dice dropped into the tower many times, as rigid bodies: do they come to rest in the pockets, flat?

    pip install mujoco
    make -C firmware/tower tumble

Walls and floors are flat slabs at the places that firmware/tower/params.scad gives them. The dice are
cubes with rounded edges, 5 g, thrown from above the chute in any position, spinning. They rebound with half
of their speed, as hard plastic on hard plastic does; friction is varied, for it differs most from die to die:
on print (and between dice) 0.2 for polished dice on smoothed floors, 0.35 and more for layer lines and wood.
A lane with a liner of fluoropolymer has a friction of its own, 0.1 to 0.15 for any dice.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from measures import ask
from numpy.typing import NDArray

PAGE = Path(__file__).parents[2] / "hardware.md"
BEGIN, END = "<!-- tumble -->", "<!-- end of tumble -->"
Floats = NDArray[np.float64]
METRE = 1000.0
STEP_S, LONGEST_S, STILL_S = 0.00025, 3.5, 0.2
CASES = ((0.2, None), (0.3, None), (0.35, None), (0.5, None), (0.35, 0.15), (0.35, 0.1), (0.5, 0.1))
"""Friction on print and between dice, and of a lined lane; None: it has no liner."""
LANE = range(7)
"""Of the slabs, those that a liner covers: glass, end wall, lip, back wall, mouth's front, guide."""
NEAR = 1.0  # millimetres from its place at which a die still is read
SLAB = 6.0
ROUNDED = 1.6
REBOUND = "0.0015 0.2"  # time constant, s, and damping: exp(-0.2 pi) = 53 % of the speed comes back
NAMES = (
    "die", "along", "across", "lane_z", "lane_width", "lip", "lane_walls", "bar", "pocket_end",
    "mouth_right", "mouth_back", "guide", "chute_x", "chute_y", "lowest_tip", "stage", "reach", "chute_top",
)  # fmt: skip


@dataclass(frozen=True)
class Frame:
    """The lane's frame in the tower's: columns of `turn` are u, v, w; millimetres."""

    turn: Floats
    origin: Floats

    @classmethod
    def of(cls, given: dict[str, Any]) -> Frame:
        """From the slopes of params.scad."""
        a, c = np.radians((given["along"], given["across"]))
        left = np.array([[np.cos(a), 0, -np.sin(a)], [0, 1, 0], [np.sin(a), 0, np.cos(a)]])
        front = np.array([[1, 0, 0], [0, np.cos(c), -np.sin(c)], [0, np.sin(c), np.cos(c)]])
        return cls(left @ front, np.array([0, 0, given["lane_z"]]))

    def to_tower(self, point: Sequence[float]) -> Floats:
        """A point of the lane's frame in the tower's."""
        return np.asarray(self.turn @ np.asarray(point) + self.origin)

    def to_lane(self, point: Floats) -> Floats:
        """And back."""
        return self.turn.T @ (point - self.origin)

    def over(self, x: float, y: float, w: float) -> Floats:
        """The point of the tower's frame at x y whose height over the glass is w."""
        normal = self.turn[:, 2]
        height = (w - normal @ (np.array([x, y, 0]) - self.origin)) / normal[2]
        return np.array([x, y, height])


def slabs(given: dict[str, Any], frame: Frame) -> list[Floats]:
    """All that dice may strike: corners of convex bodies, millimetres in the tower's frame."""
    inside_lane = frame.to_tower((given["pocket_end"] + 25, given["lane_width"] / 2, given["bar"] / 2))
    found = [thick([frame.to_tower(point) for point in face], inside_lane) for face in lane_faces(given)]
    (left, right), (front, back) = given["chute_x"], given["chute_y"]
    top, bar = given["chute_top"], given["bar"]
    inside = np.array([(left + right) / 2, (front + back) / 2, top - 1])
    for a, b in (((left, front), (right, front)), ((right, front), (right, back)),
                 ((right, back), (left, back)), ((left, back), (left, front))):  # fmt: skip
        low = [frame.over(*a, bar), frame.over(*b, bar)]
        found.append(thick([*low, np.array([*b, top + 80]), np.array([*a, top + 80])], inside))
    foot = [frame.over(right, y, bar) for y in (front, back)]
    floor = [frame.to_tower((given["mouth_right"], v, 0)) for v in (given["mouth_back"], 0)]
    found.append(thick([*foot, *floor], inside_lane))
    for n in range(3):
        root, way = (left, 1) if n != 1 else (right, -1)
        tip = given["lowest_tip"] + n * given["stage"]
        edge = [(root, tip + given["reach"]), (root + way * given["reach"], tip)]
        upper = [np.array([x, y, z]) for (x, z), y in product(edge, (front, back))]
        found.append(np.array(upper + [point - (0, 0, 3) for point in upper]))
    return found


def lane_faces(given: dict[str, Any]) -> list[list[tuple[float, float, float]]]:
    """The lane's and the mouth's faces, in the lane's frame."""
    end, far, width = given["pocket_end"], given["mouth_right"] + 40, given["lane_width"]
    back, bar, high = given["mouth_back"], given["bar"], given["lane_walls"]
    (gu, gv), (hu, hv) = given["guide"]

    def wall(a: tuple[float, float], b: tuple[float, float], top: float) -> list[tuple[float, float, float]]:
        return [(*a, 0), (*b, 0), (*b, top), (*a, top)]

    return [
        [(-2, -3, 0), (far, -3, 0), (far, back + 2, 0), (-2, back + 2, 0)],
        wall((0, -3), (0, width + 2), high),
        wall((-2, 0), (end + 2, 0), given["lip"]),
        wall((-2, width), (end, width), high),
        wall((end, 0), (far, 0), bar),
        wall((gu, gv), (hu, hv), bar),
        wall((hu, hv), (far, back), bar),
    ]


def thick(face: Sequence[Floats], inside: Floats) -> Floats:
    """A slab behind a face, on the side away from the point `inside`."""
    normal = np.cross(face[1] - face[0], face[2] - face[0])
    normal *= np.sign(normal @ (face[0] - inside)) / np.linalg.norm(normal)
    return np.array([*face, *(point + SLAB * normal for point in face)])


def rounded_cube(edge: float) -> Floats:
    """Points whose hull is a die."""
    angles = np.linspace(0, np.pi / 2, 6)
    ball = [(np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)) for a, b in product(angles, angles)]
    corner = edge / 2 - ROUNDED + ROUNDED * np.array(ball)
    return np.concatenate([np.array(signs) * corner for signs in product((-1, 1), repeat=3)])


def model(
    bodies: Sequence[Floats], die: float, friction: float, lined: float | None = None
) -> mujoco.MjModel:
    """Everything, in metres; `lined`: the friction of the lane's liner, where it has one."""

    def mesh(name: str, points: Floats) -> str:
        return f'<mesh name="{name}" vertex="{" ".join(f"{x:.6f}" for x in points.ravel() / METRE)}"/>'

    def rough(of: float) -> str:
        return f'friction="{of} 0.00005 0.00001"'

    def under(slab: int) -> str:
        # What a die slides on says how well, not the die: so a smooth liner counts.
        return f'priority="1" {rough(friction if lined is None or slab not in LANE else lined)}'

    dice = "".join(
        f'<body><freejoint/><geom type="mesh" mesh="die" mass="0.005" {rough(friction)}/></body>'
        for _ in range(2)
    )
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP_S}" cone="elliptic"/><size memory="50M"/>'
        f'<default><geom solref="{REBOUND}" condim="4"/></default><asset>'
        + "".join(mesh(f"s{n}", body) for n, body in enumerate(bodies))
        + mesh("die", rounded_cube(die))
        + "</asset><worldbody>"
        + "".join(f'<geom type="mesh" mesh="s{n}" {under(n)}/>' for n in range(len(bodies)))
        + dice
        + "</worldbody></mujoco>"
    )


def throw(
    data: mujoco.MjData, world: mujoco.MjModel, given: dict[str, Any], rng: np.random.Generator
) -> None:
    """Drop both until they lie still."""
    mujoco.mj_resetData(world, data)
    (left, right), (front, back) = given["chute_x"], given["chute_y"]
    for n in range(2):
        turned = rng.normal(size=4)
        over = given["chute_top"] + 14 + 32 * n
        at = (rng.uniform(left + 14, right - 14), rng.uniform(front + 14, back - 14), over)
        data.qpos[7 * n : 7 * n + 7] = [*(np.array(at) / METRE), *(turned / np.linalg.norm(turned))]
        data.qvel[6 * n : 6 * n + 6] = [*rng.normal(0, 0.15, 2), -rng.uniform(0, 0.5), *rng.normal(0, 8, 3)]
    still = 0
    for _ in range(round(LONGEST_S / STEP_S)):
        mujoco.mj_step(world, data)
        speed = np.abs(data.qvel.reshape(2, 2, 3)).max(axis=(0, 2))
        still = still + 1 if speed[0] < 0.004 and speed[1] < 0.3 else 0
        if still * STEP_S > STILL_S:
            return


def outcome(places: Sequence[Floats], die: float) -> str:
    """What became of a throw; places of both dice in the lane's frame, the lower one first."""
    aims = [np.array([(n + 0.5) * die, die / 2, die / 2]) for n in range(2)]
    if all(np.abs(place - aim).max() < NEAR for place, aim in zip(places, aims, strict=True)):
        return "flat in both pockets"
    if min(place[2] for place in places) < 0 or min(place[1] for place in places) < 0:
        return "jumped out"
    return "stuck on the way" if places[1][0] > 2.2 * die else "askew in a pocket"


KINDS = ("flat in both pockets", "askew in a pocket", "stuck on the way", "jumped out")


def row(case: tuple[float, float | None], throws: int) -> str:
    """A line of the table: dice thrown so many times."""
    friction, lined = case
    given = ask(*NAMES)
    frame = Frame.of(given)
    world = model(slabs(given, frame), given["die"], friction, lined)
    data, rng = mujoco.MjData(world), np.random.default_rng(1)
    counts: Counter[str] = Counter()
    faces = np.zeros(6)
    for _ in range(throws):
        throw(data, world, given, rng)
        places = [frame.to_lane(data.qpos[7 * n : 7 * n + 3] * METRE) for n in range(2)]
        counts[outcome(sorted(places, key=lambda place: float(place[0])), given["die"])] += 1
        for body in (1, 2):
            up = frame.turn[:, 2] @ data.xmat[body].reshape(3, 3)
            axis = int(np.abs(up).argmax())
            faces[2 * axis + (up[axis] > 0)] += 1
    chi = float(((faces - faces.mean()) ** 2 / faces.mean()).sum())
    shares = " | ".join(f"{100 * counts[kind] / throws:.0f} %" for kind in KINDS)
    return f"| {friction} | {'–' if lined is None else lined} | {throws} | {shares} | {chi:.1f} |"


def main() -> None:
    """Throw, count, print a table, and put it into hardware.md."""
    throws = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    head = f"| friction on print | on the lane's liner | throws | {' | '.join(KINDS)} "
    lines = [
        f"{head}| chi-squared of the faces (5 degrees of freedom) |",
        "|---|---|---|" + "---|" * (len(KINDS) + 1),
    ]
    with ProcessPoolExecutor() as pool:
        for line in pool.map(row, CASES, [throws] * len(CASES)):
            lines.append(line)
            print(line, flush=True)
    before, _, after = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text("\n".join([f"{before}{BEGIN}", *lines, END + after.partition(END)[2]]), "utf-8")


if __name__ == "__main__":
    main()
