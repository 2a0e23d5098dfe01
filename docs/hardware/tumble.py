"""Simulate many throws of two dice into the tower as rigid bodies, and count how many come to rest flat.

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
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from measures import ask
from walls import KINDS, NAMES, Floats, Frame, outcome, rounded_cube, slabs

PAGE = Path(__file__).parents[2] / "hardware.md"
BEGIN, END = "<!-- tumble -->", "<!-- end of tumble -->"
METRE = 1000.0
STEP_S, LONGEST_S, STILL_S = 0.00025, 3.5, 0.2
CASES = ((0.2, None), (0.3, None), (0.35, None), (0.5, None), (0.35, 0.15), (0.35, 0.1), (0.5, 0.1))
"""Friction on print and between dice, and of a lined lane; None: no liner."""
MAIN_CASE, MAIN_CASE_SHARE = (0.35, 0.1), 3
"""The case that the tower is built for gets so many times as many throws."""
LANE = range(10)
"""The slabs that a liner covers: glass, end wall, lip, back wall, mouth's front, guide, bumpers."""
REBOUND = "0.0015 0.2"  # time constant, s, and damping: exp(-0.2 pi) = 53 % of the speed comes back


def model(
    bodies: Sequence[Floats], die: float, friction: float, lined: float | None = None
) -> mujoco.MjModel:
    """Build the model in metres; `lined`: the friction of the lane's liner, if it has one."""

    def mesh(name: str, points: Floats) -> str:
        return f'<mesh name="{name}" vertex="{" ".join(f"{x:.6f}" for x in points.ravel() / METRE)}"/>'

    def friction_of(of: float) -> str:
        return f'friction="{of} 0.00005 0.00001"'

    def slab_surface(slab: int) -> str:
        # The floor determines the friction, not the die: so a smooth liner counts.
        return f'priority="1" {friction_of(friction if lined is None or slab not in LANE else lined)}'

    dice = "".join(
        f'<body><freejoint/><geom type="mesh" mesh="die" mass="0.005" {friction_of(friction)}/></body>'
        for _ in range(2)
    )
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP_S}" cone="elliptic"/><size memory="50M"/>'
        f'<default><geom solref="{REBOUND}" condim="4"/></default><asset>'
        + "".join(mesh(f"s{n}", body) for n, body in enumerate(bodies))
        + mesh("die", rounded_cube(die))
        + "</asset><worldbody>"
        + "".join(f'<geom type="mesh" mesh="s{n}" {slab_surface(n)}/>' for n in range(len(bodies)))
        + dice
        + "</worldbody></mujoco>"
    )


def throw(
    data: mujoco.MjData, world: mujoco.MjModel, given: dict[str, Any], rng: np.random.Generator
) -> bool:
    """Drop both until they lie still; whether one came up out of the chute again.

    The chute's walls go on over its rim, in place of a hand that aims: a die that jumps out is recognised by
    its height.
    """
    mujoco.mj_resetData(world, data)
    (left, right), (front, back) = given["chute_x"], given["chute_y"]
    for n in range(2):
        turned = rng.normal(size=4)
        over = given["chute_top"] + 14 + 32 * n
        at = (rng.uniform(left + 14, right - 14), rng.uniform(front + 14, back - 14), over)
        data.qpos[7 * n : 7 * n + 7] = [*(np.array(at) / METRE), *(turned / np.linalg.norm(turned))]
        data.qvel[6 * n : 6 * n + 6] = [*rng.normal(0, 0.15, 2), -rng.uniform(0, 0.5), *rng.normal(0, 8, 3)]
    still, rim = 0, given["chute_top"] / METRE
    half = given["die"] / 2 / METRE
    inside = np.zeros(2, dtype=bool)
    for _ in range(round(LONGEST_S / STEP_S)):
        mujoco.mj_step(world, data)
        heights = data.qpos[2::7]
        inside |= heights < rim - half
        if (inside & (heights > rim + half)).any():
            return True
        speed = np.abs(data.qvel.reshape(2, 2, 3)).max(axis=(0, 2))
        still = still + 1 if speed[0] < 0.004 and speed[1] < 0.3 else 0
        if still * STEP_S > STILL_S:
            break
    return False


@dataclass(frozen=True)
class Account:
    """The results of throws: what became of them, and how often each face came up."""

    kinds: Counter[str]
    faces: Floats

    def line(self, friction: str, lined: str) -> str:
        """Return the table's line."""
        throws = self.kinds.total()
        shares = " | ".join(f"{100 * self.kinds[kind] / throws:.0f} %" for kind in KINDS)
        chi = float(((self.faces - self.faces.mean()) ** 2 / self.faces.mean()).sum())
        return f"| {friction} | {lined} | {throws} | {shares} | {chi:.1f} |"


def throw_case(number: int, throws: int) -> Account:
    """Throw the dice of one case so many times. Each case has its own random numbers, so the cases are
    independent.
    """
    friction, lined = CASES[number]
    given = ask(*NAMES)
    frame = Frame.from_slopes(given)
    world = model(slabs(given, frame), given["die"], friction, lined)
    data, rng = mujoco.MjData(world), np.random.default_rng(100 + number)
    counts: Counter[str] = Counter()
    faces = np.zeros(6)
    for _ in range(throws):
        if throw(data, world, given, rng):
            counts["jumped out"] += 1
            continue
        places = [frame.to_lane(data.qpos[7 * n : 7 * n + 3] * METRE) for n in range(2)]
        counts[outcome(sorted(places, key=lambda place: float(place[0])), given["die"])] += 1
        for body in (1, 2):
            up = frame.turn[:, 2] @ data.xmat[body].reshape(3, 3)
            axis = int(np.abs(up).argmax())
            faces[2 * axis + (up[axis] > 0)] += 1
    return Account(counts, faces)


def main() -> None:
    """Simulate all cases, print the table, and write it into hardware.md."""
    throws = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    head = f"| friction on print | on the lane's liner | throws | {' | '.join(KINDS)} "
    lines = [
        f"{head}| chi-squared of the faces (5 degrees of freedom) |",
        "|---|---|---|" + "---|" * (len(KINDS) + 1),
    ]
    with ProcessPoolExecutor() as pool:
        each = [throws * (MAIN_CASE_SHARE if case == MAIN_CASE else 1) for case in CASES]
        found = []
        for (friction, lined), account in zip(
            CASES, pool.map(throw_case, range(len(CASES)), each), strict=True
        ):
            found.append(account)
            lines.append(account.line(str(friction), "–" if lined is None else str(lined)))
            print(lines[-1], flush=True)
    together = Account(sum((it.kinds for it in found), Counter()), np.sum([it.faces for it in found], axis=0))
    lines.append(together.line("all", ""))
    print(lines[-1])
    before, _, after = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text("\n".join([f"{before}{BEGIN}", *lines, END + after.partition(END)[2]]), "utf-8")


if __name__ == "__main__":
    main()
