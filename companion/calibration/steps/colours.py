"""The pieces as they look under this lamp: a settlement of each colour is put down; a city and the robber, if
people wish.

What they are asked to put down is known for what it is, and so an example of its kind from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from companion.calibration.outcome import Choice, StepOutcome
from companion.calibration.steps.island import onto
from companion.calibration.steps.robber import (
    IS_NO_ROBBER,
    IS_ROBBER,
    NO_ROBBER,
    ROBBER,
    ShownRobber,
    asked_about,
    told_of,
)
from companion.calibration.steps.seeing import News, StepOverlay, hindered, reader
from companion.calibration.steps.step import DONE, Answer, word_of
from companion.calibration.world import World
from companion.i18n import counted, listed, sentence
from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.island.pieces import COLOUR_NAMES, COLOURS, PieceColour, Site, Standing
from companion.sources.camera import Frame, Image
from vision.board import BoardReading, read_board
from vision.draw import draw_asked
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.island import read_island
from vision.follow.readings import BoardUpdate, FrameResult

ALL: Final = 4
"""Colours in the box: once so many are known the step is done by itself."""
FEWEST: Final = 3
"""Fewest colours that may play."""
STANDING: Final = 3
"""Where so many pieces stand and none was learned, they stood there before."""
COUNTED_AFTER_S: Final = 5.0
"""Pieces that stand there are counted only where no colour is learned by then: while a board is read, hands
aren't followed."""
SURE: Final = 0.8
EVEN: Final = 0.5
"""What is less likely a city than this reads more like a settlement."""
LOOKS: Final = 8
"""In so many pictures it has to: of the first two nothing is settled."""
TAKEN_S: Final = 3.0
"""So long the last colour waits for its settlement to be taken for an example: a sleeve may lie over it."""
CITY: Final = Choice("city", sentence("Show a city, too"))
NO_CITY: Final = Choice("no_city", sentence("No city"))
IS_CITY: Final = Choice("is_city", sentence("It is a city"))
IS_SETTLEMENT: Final = Choice("is_settlement", sentence("It is a settlement"))


class Follows(Protocol):
    """Follows a board, and learns the colours of pieces that are put down on it."""

    @property
    def calibration(self) -> Calibration:
        """The table as it is known now."""

    def know(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing] | None = None,
        robber: HexId | None = None,
    ) -> None:
        """What surely stands there, as `BoardTracker.know` takes it."""

    def forget(self, site: Site) -> None:
        """What was said of a building there was a mistake."""

    def take(self, picture: Image, t: float) -> FrameResult:
        """The next frame."""


class ColoursStep:
    """Colours learned, and what settlements look like here; if people wish, what a city and the robber do.

    Args:
        follow: makes who follows the bare board.
        read: reads a board, to tell of pieces that stand there already, and of the robber's hex.
    """

    def __init__(
        self,
        follow: Callable[[Calibration], Follows] = lambda made: BoardTracker(
            replace(made, tints={}, examples=(), robber=None), standing={}
        ),
        read: Callable[..., BoardReading] = read_board,
    ) -> None:
        self._follow, self._read = follow, read
        self._standing: int | None = None
        self._since: float | None = None
        self._tracker: Follows | None = None
        self._news = News()
        self._result: FrameResult | None = None
        self._done = False
        self._before: frozenset[Site] | None = None
        self._put: dict[Site, Standing] = {}
        self._city_next = self._at_rest = False
        self._doubted: tuple[Site, Standing] | None = None
        self._update: BoardUpdate | None = None
        self._looks: dict[Site, int] = {}
        self._all_since: float | None = None
        self._robber = ShownRobber()
        self._island: Layout | None = None
        self._island_read = False
        self._overlay = StepOverlay()

    def look(self, world: World) -> StepOutcome:
        """Take in the newest picture; tell whose colour has been learned."""
        if (why := hindered(world)) is not None:
            return why
        assert world.calibration is not None
        frame = self._news.of(world)
        if self._tracker is None:
            self._tracker = self._follow(world.calibration)
        if frame is not None:
            self._result = self._tracker.take(frame.image, frame.t)
            self._update = self._result.update or self._update
            self._robber.look(self._result, self._update)
            self._read_for_robber(world, frame.image)
            if self._update is not None:
                self._know(self._tracker, self._update)
            self._at_rest |= self._result.state == "quiet"
        learned = self._learned()
        if frame is not None and not learned and self._standing is None:
            self._since = frame.t if self._since is None else self._since
            if frame.t - self._since >= COUNTED_AFTER_S:
                self._standing = self._count(world, frame.image)
        enough = len(learned) >= ALL or (self._done and len(learned) >= FEWEST)
        open_still = self._city_next or self._doubted is not None or self._robber.going_on
        if enough and not open_still and self._all_taken(self._tracker, frame):
            world.calibration = replace(self._tracker.calibration, robber=self._robber.tint)
            world.setup = replace(world.setup, colours=learned)
            text = sentence("The colours are learned. Take the pieces off again.")
            return StepOutcome(
                "good", text, more=(_listed(learned), *self._seen()), about={"colours": list(learned)}
            )
        if self._result is not None and self._result.why:
            self._overlay.end()
            text = sentence("The board can't be watched: {why}.", why=self._result.why)
            return StepOutcome("wrong", text, about={"colours": list(learned)})
        self._mark(world, world.calibration)
        return self._asked(learned)

    def answer(self, world: World, given: Answer) -> None:
        """Those are all; or a city or the robber is shown next, or neither is after all; or what it is that
        was put down.
        """
        asking = (DONE, CITY, NO_CITY, ROBBER, NO_ROBBER)
        saying = (IS_CITY, IS_SETTLEMENT, IS_ROBBER, IS_NO_ROBBER)
        word = word_of(given, *(each.word for each in asking + saying))
        if self._doubted is not None:
            if word in (IS_CITY.word, IS_SETTLEMENT.word):
                site, standing = self._doubted
                self._take(site, standing, city=word == IS_CITY.word)
        elif self._robber.doubted is not None:
            if word in (IS_ROBBER.word, IS_NO_ROBBER.word):
                self._robber.say(there=word == IS_ROBBER.word)
        elif word in [each.word for each in asking]:
            self._done |= word == DONE.word
            self._city_next, self._at_rest = word == CITY.word, False
            self._robber.ask(wanted=word == ROBBER.word)

    def end(self) -> None:
        """The picture is shown as it was before."""
        self._overlay.end()

    def _count(self, world: World, picture: Image) -> int:
        """How many pieces stand on the board."""
        seen = reader(world, self._read)(picture).sites
        return sum(one.standing is not None and one.confidence >= SURE for one in seen)

    def _mark(self, world: World, made: Calibration) -> None:
        """Let what people are asked about shine on the live picture."""
        at = self._doubted[0] if self._doubted is not None else self._robber.doubted
        if at is None:
            self._overlay.end()
        else:
            self._overlay.add(world, partial(draw_asked, onto=onto(made), at=at))

    def _read_for_robber(self, world: World, picture: Image) -> None:
        """Once before the robber is put down, what lies on the hexes: that is how people call them."""
        if self._island_read or not (self._robber.asked and self._robber.at_rest):
            return
        assert world.calibration is not None
        read = read_island(picture, onto(world.calibration), reader(world, self._read))
        self._island_read, self._island = True, None if isinstance(read, str) else read.most_likely()

    def _seen(self) -> tuple[str, ...]:
        """Where the robber was shown, in a sentence."""
        return () if self._robber.at is None else (told_of(self._robber.at, self._island),)

    def _learned(self) -> tuple[PieceColour, ...]:
        assert self._tracker is not None
        tints = self._tracker.calibration.tints
        return tuple(colour for colour in COLOURS if colour in tints)

    def _know(self, tracker: Follows, update: BoardUpdate) -> None:
        """What came to stand on corners since is what people were asked for, unless it looks otherwise; what
        was taken off again was put down by mistake.
        """
        seen: dict[Site, Standing] = {}
        bare: set[Site] = set()
        for site, shares in update.pieces.sites.items():
            likeliest = max(shares, key=lambda standing: shares[standing])
            if likeliest is not None and likeliest.kind != "road" and 1 - shares[None] > SURE:
                seen[site] = likeliest
            elif shares[None] > SURE:
                bare.add(site)
        if self._before is None:
            self._before = frozenset(seen)
        for site in bare & self._looks.keys():
            del self._looks[site]
        for site in bare & self._put.keys():
            del self._put[site]
            tracker.forget(site)
        if self._doubted is not None and self._doubted[0] in bare:
            self._doubted = None
        for site, standing in seen.items():
            if site in self._before or site in self._put or self._doubted is not None:
                continue
            # What a hand was about to put down when a city was asked for is a settlement still.
            asked_for = self._city_next and self._at_rest
            if asked_for and _as_city(update, site) < EVEN:
                self._looks[site] = self._looks.get(site, 0) + 1
                if self._looks[site] >= LOOKS:
                    self._doubted = site, standing
            else:
                self._take(site, standing, city=asked_for)
        tracker.know(self._put, None, self._robber.at)

    def _take(self, site: Site, standing: Standing, *, city: bool) -> None:
        """It is known for what it is."""
        self._put[site] = replace(standing, kind="city" if city else "settlement")
        self._city_next &= not city
        self._doubted = None

    def _all_taken(self, tracker: Follows, frame: Frame | None) -> bool:
        """Whether all that was put down has become an example, or was waited for long enough."""
        if frame is not None and self._all_since is None:
            self._all_since = frame.t
        taken = {one.at for one in tracker.calibration.examples}
        waited = frame is not None and self._all_since is not None and frame.t - self._all_since >= TAKEN_S
        return waited or self._put.keys() <= taken

    def _asked(self, learned: tuple[PieceColour, ...]) -> StepOutcome:
        about = {"colours": list(learned), "city": self._city_next, "robber": self._robber.asked}
        if self._doubted is not None:
            text = sentence("This looks like a settlement. Is it a city?")
            again = sentence("After a wrong answer, pick the piece up and put it down again.")
            return StepOutcome("looking", text, (IS_CITY, IS_SETTLEMENT), (again,), about)
        if self._robber.doubted is not None:
            asked = asked_about(self._robber.doubted, self._island)
            return StepOutcome("looking", asked, (IS_ROBBER, IS_NO_ROBBER), about=about)
        if self._robber.asked:
            text = sentence("Put the robber on another hex, and take your hand away.")
            return StepOutcome("looking", text, (NO_ROBBER,), about=about)
        if self._city_next:
            text = sentence("Put one city on another corner of a hex, and take your hand away.")
            return StepOutcome("looking", text, (NO_CITY,), about=about)
        text = sentence("Put one settlement of each colour on a corner of a hex, and take your hand away.")
        if learned:
            text = counted(
                "{count} colour learned. Put down one settlement of the next colour.",
                "{count} colours learned. Put down one settlement of the next colour.",
                len(learned),
            )
        choices = (DONE,) if len(learned) >= FEWEST else ()
        if learned and all(standing.kind != "city" for standing in self._put.values()):
            choices = (*choices, CITY)
        if learned and self._robber.at is None:
            choices = (*choices, ROBBER)
        more: tuple[str, ...] = (*((_listed(learned),) if learned else ()), *self._seen())
        if (self._standing or 0) >= STANDING:
            more = (
                *more,
                counted(
                    "{count} piece is already there and doesn't count: put down others beside it.",
                    "{count} pieces are already there and don't count: put down others beside them.",
                    self._standing or 0,
                ),
            )
        if learned and len(learned) < FEWEST:
            more = (*more, sentence("The game is for {fewest} or {most} players.", fewest=FEWEST, most=ALL))
        return StepOutcome("looking", text, choices, more, about)


def _as_city(update: BoardUpdate, site: Site) -> float:
    """How likely the building there is a city, of whatever colour."""
    shares = update.pieces.sites[site]
    city, settlement = (
        sum(share for one, share in shares.items() if one is not None and one.kind == kind)
        for kind in ("city", "settlement")
    )
    return city / max(city + settlement, 1e-9)


def _listed(colours: Sequence[PieceColour]) -> str:
    return listed([COLOUR_NAMES[colour] for colour in colours])
