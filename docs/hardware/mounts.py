"""Draw the mounts of a camera with their measures, as SVG: `python docs/hardware/mounts.py`.

Seen from the side, centimetres: x from the island's middle, to the right away from the person who hangs the
camera; z up from the table. Where a camera hangs is found as for the table of cameras
(docs/tools/lens_table.py), so that it sees what it is to see; what carries it follows from that.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sheet import FAINT, INK, Point, Sheet

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from inserts import insert
from lens_table import FIELD, LENSES, Lens, Place, lowest

OUTPUT = Path(__file__).parent
PHONE: Lens = LENSES[-1]
ISLAND_FIELD = (54.0, 47.0)
"""Width of the island with its frame, one corner to the left and one to the right."""
TABLE = 74.0
"""Height of a table above the floor."""
RULER = 30.0
CLEARANCE = 2.5
"""Distance from the sea frame to objects on the table."""
EDGE = 40.0
"""Distance from the island's middle to the table's edge."""
BOOM = 100.0
SLACK = 30.0
"""Slack of a cable: its bends, and the plug's way into the Pi."""
PI_BOX = (9.0, 3.0)
"""Length and height of the Pi in its box on the table's edge."""
VIEW = "#fde68a"
CABLE = "#c2410c"
WOOD = "#d6a76c"
STEEL = "#475569"


@dataclass(frozen=True)
class Books:
    """A stack of books, with a ruler on it whose back end is on the stack, and a book under it at the front
    edge.
    """

    place: Place

    @property
    def rise(self) -> float:
        """Rise of the ruler from its back end to the camera at its front end."""
        return RULER * math.sin(math.radians(self.place.tilt))

    @property
    def stack(self) -> float:
        """Height of the stack."""
        return self.place.height - self.rise

    @property
    def front(self) -> float:
        """x of the stack's front edge."""
        return -(ISLAND_FIELD[1] / 2 + CLEARANCE)

    @property
    def ruler_end_x(self) -> float:
        """x of the ruler's back end."""
        return -self.place.back - RULER * math.cos(math.radians(self.place.tilt))

    @property
    def book(self) -> float:
        """Thickness of the book under the ruler."""
        return (self.front - self.ruler_end_x) * math.tan(math.radians(self.place.tilt))


@dataclass(frozen=True)
class Gooseneck:
    """A gooseneck clamped to the table's edge, bent over to the camera."""

    place: Place

    @property
    def way(self) -> list[Point]:
        """Return points along the neck, from the clamp to the camera: up, then over in a Bezier curve."""
        (x0, z0), (x1, z1) = (-EDGE, 2.0), (-EDGE, 1.2 * self.place.height)
        x2, z2 = -self.place.back, self.place.height + 2

        def bezier(a: float, b: float, c: float, t: float) -> float:
            return (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c

        return [(bezier(x0, x1, x2, n / 24), bezier(z0, z1, z2, n / 24)) for n in range(25)]

    @property
    def length(self) -> float:
        """Length of the neck."""
        return sum(math.dist(a, b) for a, b in zip(self.way, self.way[1:], strict=False))

    @property
    def sold_length(self) -> int:
        """Length as sold: whole steps of 5 cm."""
        return 5 * math.ceil(self.length / 5)


@dataclass(frozen=True)
class Boom:
    """A stand on the floor beside the table, with a boom of one metre; the camera looks straight down."""

    place: Place
    beside: float = 12.0
    """Distance from the table's edge to the middle of the stand."""
    rise: float = 10.0
    """Length of the boom from its joint to its end."""

    @property
    def joint(self) -> Point:
        """The point that holds the boom."""
        return -(EDGE + self.beside), self.place.height + 5 - self.rise

    @property
    def reach(self) -> float:
        """Distance from the joint to the camera, along the boom."""
        return math.hypot(self.joint[0], self.rise)

    @property
    def joint_height(self) -> float:
        """Height of the joint above the floor."""
        return TABLE + self.joint[1]

    @property
    def cable_way(self) -> list[Point]:
        """Return the camera cable's way: up to the boom, along it, down the stand, to the Pi on the table's
        edge.
        """
        camera = (0.0, self.place.height)
        return [
            camera,
            (0.0, self.place.height + 5),
            self.joint,
            (self.joint[0], PI_BOX[1]),
            (-EDGE + 1, PI_BOX[1]),
        ]

    @property
    def cable(self) -> float:
        """Length of the camera's cable along its way, with its slack."""
        return sum(math.dist(a, b) for a, b in zip(self.cable_way, self.cable_way[1:], strict=False)) + SLACK


def books() -> Books:
    """Return the books that carry a phone for the island alone."""
    return Books(lowest(PHONE, 15, ISLAND_FIELD))


def gooseneck() -> Gooseneck:
    """Return a gooseneck at the same position."""
    return Gooseneck(lowest(PHONE, 15, ISLAND_FIELD))


def boom() -> Boom:
    """Return a boom straight over the whole field."""
    return Boom(lowest(PHONE, 0))


def cross_arm() -> Boom:
    """Return a tripod whose level arm is shorter."""
    return Boom(lowest(PHONE, 0), 20.0, 0.0)


class Side:
    """A drawing in centimetres, seen from the side."""

    def __init__(self, title: str, left: float, right: float, top: float, low: float, scale: float) -> None:
        self.left, self.top, self.scale = left, top, scale
        self.sheet = Sheet(round((right - left) * scale), round((top - low) * scale) + 46, title)
        self.sheet.text((16, 30), title, size=20, bold=True)

    def pixel(self, x: float, z: float) -> Point:
        """Convert a point to pixels."""
        return (x - self.left) * self.scale, (self.top - z) * self.scale + 46

    def line(self, *points: Point, colour: str = INK, width: float = 2.5) -> None:
        """Draw a line along points."""
        self.sheet.wire(*(self.pixel(*point) for point in points), colour=colour, width=width)

    def solid(self, *points: Point, fill: str) -> None:
        """Draw a filled outline."""
        self.sheet.area([self.pixel(*point) for point in points], fill)
        self.line(*points, points[0], width=1.5)

    def block(self, x: tuple[float, float], z: tuple[float, float], fill: str) -> None:
        """Draw an upright rectangle."""
        self.solid((x[0], z[0]), (x[1], z[0]), (x[1], z[1]), (x[0], z[1]), fill=fill)

    def words(self, x: float, z: float, text: str, colour: str = INK) -> None:
        """Write a text to the right of a point."""
        self.sheet.text(self.pixel(x, z), text, size=15, colour=colour)

    def measure(self, a: Point, b: Point, text: str, left: bool = False) -> None:
        """Draw a dimension line with ticks, its length above its middle, or beside it."""
        (x0, y0), (x1, y1) = self.pixel(*a), self.pixel(*b)
        level = y0 == y1
        tick = (0, 6) if level else (6, 0)
        self.sheet.wire((x0, y0), (x1, y1), colour=STEEL, width=1.2)
        for x, y in ((x0, y0), (x1, y1)):
            self.sheet.wire((x - tick[0], y - tick[1]), (x + tick[0], y + tick[1]), colour=STEEL, width=1.2)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        if level:
            self.sheet.text((middle[0], middle[1] - 6), text, "middle", 15, STEEL)
        else:
            place = (middle[0] + (-8 if left else 8), middle[1] + 5)
            self.sheet.text(place, text, "end" if left else "start", 15, STEEL)

    def scene(self, place: Place, field: tuple[float, float], edge: float = EDGE) -> None:
        """Draw the field of view, the table, the island, and the camera with its height and distance."""
        camera, half = (-place.back, place.height), field[1] / 2
        self.sheet.area([self.pixel(*camera), self.pixel(-half, 0), self.pixel(half, 0)], VIEW)
        self.block((-edge, half + 8), (-2.5, 0), WOOD)
        self.block((-ISLAND_FIELD[1] / 2, ISLAND_FIELD[1] / 2), (0, 0.9), "#7dd3fc")
        self.words(-10, -6.5, "the island", INK)
        if field != ISLAND_FIELD:
            for x in (-half + 1.5, half - 3):
                self.block((x, x + 1.6), (0, 1.6), "#ffffff")
        self.measure((half + 4, 0), (half + 4, place.height), f"{place.height:.0f} cm")
        self.line((half + 2, place.height), camera, colour=FAINT, width=1)
        if place.back:
            self.measure((-place.back, place.height + 9), (0, place.height + 9), f"{place.back:.0f} cm")
            self.line((0, 0), (0, place.height + 9), colour=FAINT, width=1)

    def phone(self, place: Place) -> None:
        """Draw a phone, or the camera in its place."""
        turn = math.radians(place.tilt)
        along, up = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        corners = [(a, b) for a, b in ((-4, 0), (3.5, 0), (3.5, 1), (-4, 1))]
        points = [
            (-place.back + a * along[0] + b * up[0], place.height + a * along[1] + b * up[1])
            for a, b in corners
        ]
        self.solid(*points, fill=INK)


def draw_books() -> Sheet:
    """Books and a ruler."""
    mount = books()
    place, side = mount.place, Side("Books and a ruler", -70, 52, 84, -10, 5)
    back = mount.front - 24
    side.scene(place, ISLAND_FIELD, 6 - back)
    thick = mount.stack / 11
    for n in range(11):
        inset = 1.2 * (n % 3 == 1)
        side.block((back + inset, mount.front - (n < 10) * inset), (n * thick, (n + 1) * thick), "#e2e8f0")
    side.block((mount.front - 5, mount.front), (mount.stack, mount.stack + mount.book - 1.5), "#cbd5e1")
    end = (mount.ruler_end_x, mount.stack)
    side.solid(
        end, (-place.back, place.height), (-place.back, place.height + 0.6), (end[0], end[1] + 0.6), fill=WOOD
    )
    side.phone(Place(place.height + 0.7, place.back, place.tilt))
    slope = (math.cos(math.radians(place.tilt)), math.sin(math.radians(place.tilt)))
    lies = [(along * slope[0] - up * slope[1], along * slope[1] + up * slope[0])
            for along, up in ((-1, 0.6), (11, 0.6), (11, 4.6), (-1, 4.6))]  # fmt: skip
    side.solid(*((end[0] + x, end[1] + z) for x, z in lies), fill="#cbd5e1")
    side.words(mount.ruler_end_x - 18, mount.stack + 14, "a book on the ruler's end")
    side.measure((back - 4, 0), (back - 4, mount.stack), f"{mount.stack:.0f} cm", left=True)
    side.words(mount.front + 0.6, mount.stack + 1, f"{mount.book:.0f} cm")
    side.words(-place.back + 6, place.height + 2, f"{place.tilt:.0f} degrees")
    return side.sheet


def draw_gooseneck() -> Sheet:
    """A gooseneck."""
    mount = gooseneck()
    place, side = mount.place, Side("A gooseneck", -62, 52, 84, -10, 5)
    side.scene(place, ISLAND_FIELD)
    side.block((-EDGE - 2, -EDGE + 6), (0, 2), STEEL)
    side.block((-EDGE - 2, -EDGE), (-7, 2), STEEL)
    side.block((-EDGE - 2, -EDGE + 5), (-7, -5.5), STEEL)
    side.line(*mount.way, colour=STEEL, width=7)
    side.phone(place)
    side.words(-EDGE - 18, 40, f"{mount.sold_length} cm")
    side.words(-EDGE - 18, 36, "or longer")
    side.measure((-EDGE, -8.5), (0, -8.5), f"{EDGE:.0f} cm")
    side.words(-place.back + 6, place.height + 2, f"{place.tilt:.0f} degrees")
    return side.sheet


def draw_boom() -> Sheet:
    """A stand with a boom."""
    mount = boom()
    side = draw_stand("A stand with a boom of a metre", mount)
    way = (-mount.joint[0] / mount.reach, mount.rise / mount.reach)
    behind = BOOM - mount.reach
    tail = (mount.joint[0] - behind * way[0], mount.joint[1] - behind * way[1])
    side.line(tail, (0, mount.place.height + 5), colour=STEEL, width=6)
    side.block((tail[0] - 3, tail[0] + 3), (tail[1] - 8, tail[1]), STEEL)
    side.words(tail[0] - 4, tail[1] - 14, "1 kg, tied on")
    reach = f"{math.ceil(mount.reach)} cm of the boom"
    side.measure((mount.joint[0], mount.place.height + 14), (0, mount.place.height + 14), reach)
    side.measure((tail[0], mount.joint[1] + 16), (mount.joint[0], mount.joint[1] + 16), f"{behind:.0f} cm")
    return side.sheet


def draw_cross_arm() -> Sheet:
    """A tripod with a cross arm."""
    mount = cross_arm()
    side = draw_stand("A tripod with a cross arm", mount)
    end = mount.joint[0] - 12
    side.line((end, mount.joint[1]), (0, mount.joint[1]), colour=STEEL, width=6)
    side.line((mount.joint[0] - 6, mount.joint[1]), (mount.joint[0] - 6, mount.joint[1] - 24), width=1.5)
    side.block(
        (mount.joint[0] - 11, mount.joint[0] - 1), (mount.joint[1] - 36, mount.joint[1] - 24), "#cbd5e1"
    )
    side.words(mount.joint[0] - 26, mount.joint[1] - 42, "a bag of 2 kg")
    side.measure(
        (mount.joint[0], mount.place.height + 14), (0, mount.place.height + 14), f"{-mount.joint[0]:.0f} cm"
    )
    return side.sheet


def draw_stand(title: str, mount: Boom) -> Side:
    """Draw everything but the boom: the floor, the stand, the camera over the field."""
    side = Side(title, -112, 52, mount.place.height + 26, -TABLE - 6, 3.4)
    side.scene(mount.place, FIELD)
    side.block((FIELD[1] / 2 + 2, FIELD[1] / 2 + 6), (-TABLE, -2.5), WOOD)
    side.line((-112, -TABLE), (52, -TABLE), width=3)
    x, z = mount.joint
    side.line((x, -TABLE + 20), (x, z), colour=STEEL, width=6)
    for spread in (-24, 24 - 14 * (mount.rise > 0)):
        side.line((x, -TABLE + 45), (x + spread, -TABLE), colour=STEEL, width=4)
    side.sheet.circle(side.pixel(x, z), 8, fill=STEEL)
    side.line((0, mount.place.height + 5), (0, mount.place.height), colour=STEEL, width=5)
    side.phone(mount.place)
    side.measure((x - 30, -TABLE), (x - 30, z), f"{mount.joint_height:.0f} cm", left=True)
    side.block((-EDGE + 1, -EDGE + 1 + PI_BOX[0]), (0, PI_BOX[1]), "#dcfce7")
    side.words(-EDGE + 1.5, PI_BOX[1] + 2, "Pi")
    side.line(*mount.cable_way, colour=CABLE, width=1.5)
    side.words(x + 3, 30, f"cable {mount.cable / 100:.1f} m", CABLE)
    side.measure((-EDGE, -22), (x, -22), "")
    side.words(x + 2, -30, f"{mount.beside:.0f} cm")
    return side


DRAWINGS: Mapping[str, Callable[[], Sheet]] = {
    "mount_books": draw_books, "mount_gooseneck": draw_gooseneck,
    "mount_boom": draw_boom, "mount_cross_arm": draw_cross_arm,
}  # fmt: skip


def table() -> str:
    """Return the dimensions of all mounts as a Markdown table."""
    low, neck, long, level = books(), gooseneck(), boom(), cross_arm()
    rows = [
        (
            "books and a ruler",
            low.place,
            "the island",
            f"a stack of {low.stack:.0f} cm, its front edge {-low.front:.0f} cm from the island's middle; on"
            f" it a ruler of {RULER:.0f} cm, under that a book of {low.book:.0f} cm at the stack's front"
            " edge, another on its back end",
        ),
        (
            "a gooseneck",
            neck.place,
            "the island",
            f"{neck.sold_length} cm or longer, clamped to the table's edge {EDGE:.0f} cm from the middle",
        ),
        (
            "a stand with a boom",
            long.place,
            "island and dice",
            f"its joint {long.joint_height:.0f} cm over the floor, {long.beside:.0f} cm beside the table;"
            f" a boom of {BOOM / 100:.0f} m: {math.ceil(long.reach)} cm before the joint, a weight behind it;"
            f" a USB camera's cable to the Pi on the table's edge takes {long.cable / 100:.1f} m",
        ),
        (
            "a tripod with a cross arm",
            level.place,
            "island and dice",
            f"its joint {level.joint_height:.0f} cm over the floor, {level.beside:.0f} cm beside the table;"
            f" an arm that reaches {math.ceil(level.reach)} cm, a weight behind it; the cable takes"
            f" {level.cable / 100:.1f} m",
        ),
    ]
    lines = ["| mount | sees | camera over the table | back from the island's middle | tilt | measures |",
             "|---|---|--:|--:|--:|---|"]  # fmt: skip
    lines += [
        f"| {name} | {sees} | {place.height:.0f} cm | {place.back:.0f} cm | {place.tilt:.0f}° | {measures} |"
        for name, place, sees, measures in rows
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Draw all mounts, and write their dimensions into hardware.md."""
    for name, draw in DRAWINGS.items():
        draw().save(OUTPUT / f"{name}.svg")
    insert("hardware.md", "mounts", table())


if __name__ == "__main__":
    main()
