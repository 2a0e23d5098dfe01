"""Learn the look of the pieces under this lamp: a settlement of each colour, optionally a city and the
robber.

A placed piece is known to be the requested kind, so it becomes an example of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import DONE_CHOICE, Answer, Choice, StepOutcome, word_of
from companion.calibration.steps.island import plane_to_pixels
from companion.calibration.steps.picture import NewFrames, StepOverlay, find_obstacle, island_reader
from companion.i18n import join_list, plural_sentence, sentence
from companion.island.geometry import COLOUR_NAMES, COLOURS, HEX_INDEX, HexId, PieceColour, Site, Standing
from companion.island.layout import TERRAIN_NAMES, Layout
from companion.sources.camera import Frame, Image
from vision.board import BoardReading, read_board
from vision.draw import highlight_place
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.island_locator import read_island
from vision.follow.readings import BoardUpdate, FrameResult
from vision.follow.tints import HexChange, Tint, same_colour_log_odds, update_tint

# Learn the look of the robber, on request: people move it to another hex, where its look is recorded.
#
# Its hex follows from the belief about the robber if that is sure; otherwise people are asked. The changed
# look of a hex alone doesn't show whether something was added or removed.


SURE_P: Final = 0.8
"""The minimum probability of the robber's hex; below it people are asked."""
ROBBER_CHOICE: Final = Choice("robber", sentence("Show the robber, too"))
NO_ROBBER_CHOICE: Final = Choice("no_robber", sentence("No robber"))
IS_ROBBER_CHOICE: Final = Choice("is_robber", sentence("It is there"))
IS_NO_ROBBER_CHOICE: Final = Choice("is_no_robber", sentence("It isn't there"))


class ShownRobber:
    """Tracks whether the robber is to be shown, and its hex.

    Attributes:
        is_wanted: people are to move it to another hex.
        at_rest: hands were gone since that request, so actions begun before are over.
    """

    def __init__(self) -> None:
        """Start without a request."""
        self.is_wanted = self.at_rest = False
        self._previous_hex: HexId | None = None
        self._doubted: tuple[HexChange, ...] = ()
        self._shown: HexChange | None = None

    @property
    def hex_id(self) -> HexId | None:
        """The hex of the robber; None: it wasn't shown, or was removed."""
        return None if self._shown is None else self._shown.at

    @property
    def tint(self) -> Tint | None:
        """Its look; None: it wasn't shown."""
        return None if self._shown is None else update_tint(None, self._shown.arrived_colour)

    @property
    def doubtful_hex(self) -> HexId | None:
        """The hex about which people are asked; None: there is no question."""
        return self._doubted[0].at if self._doubted else None

    @property
    def is_in_progress(self) -> bool:
        """True if it is to be moved, or a question is open."""
        return self.is_wanted or bool(self._doubted)

    def set_wanted(self, *, wanted: bool) -> None:
        """Request the robber, or withdraw the request."""
        self.is_wanted, self.at_rest = wanted, False

    def answer(self, *, there: bool) -> None:
        """Accept people's answer about the doubtful hex."""
        first, *others = self._doubted
        if there:
            self._accept(first)
        else:
            self._doubted = tuple(others)

    def update(self, seen: FrameResult, update: BoardUpdate | None) -> None:
        """Process a picture.

        Args:
            seen: its result.
            update: the belief about the board since then; None: there is none yet.
        """
        shares = {} if update is None else update.robber
        if self._shown is not None and any(self._is_removal(change) for change in seen.hexes):
            self._shown = None
        if self.is_wanted and self.at_rest and seen.hexes:
            came = [change for change in seen.hexes if change.at != self._previous_hex]
            came.sort(key=lambda change: -shares.get(change.at, 0.0))
            if came and shares.get(came[0].at, 0.0) >= SURE_P:
                self._accept(came[0])
            else:
                self._doubted = tuple(came)
        if seen.state == "quiet":
            self.at_rest = True
            self._previous_hex = next((at for at, share in shares.items() if share >= SURE_P), None)

    def _accept(self, change: HexChange) -> None:
        self._shown, self._doubted, self.is_wanted = change, (), False

    def _is_removal(self, change: HexChange) -> bool:
        """Return whether a change removes the look that was recorded on the robber's hex."""
        shown = self._shown
        if shown is None or change.at != shown.at:
            return False
        return bool(
            same_colour_log_odds(change.departed_colour, shown.arrived_colour)
            > same_colour_log_odds(change.arrived_colour, shown.arrived_colour)
        )


def robber_question(at: HexId, island: Layout | None) -> str:
    """Return the question whether the robber is on a hex; ``island`` describes the hex if it was read."""
    if island is None:
        return sentence("Something changed on a hex. Is the robber there now?")
    named = {"hex": _hex_name(at, island)}
    return sentence("Something changed on this hex: {hex}. Is the robber there now?", **named)


def robber_seen_text(at: HexId, island: Layout | None) -> str:
    """Return a sentence about the robber's hex, and the remedy if it is wrong."""
    if island is None:
        return sentence("The camera sees the robber. If that is wrong, remove what you put there.")
    named = {"hex": _hex_name(at, island)}
    return sentence(
        "The camera sees the robber on this hex: {hex}. If that is wrong, remove what you put there.", **named
    )


def _hex_name(at: HexId, island: Layout) -> str:
    """Return a hex's name for people."""
    terrain, number = TERRAIN_NAMES[island.terrains[HEX_INDEX[at]]], island.numbers[HEX_INDEX[at]]
    return terrain if number is None else sentence("{terrain} {number}", terrain=terrain, number=number)


MAX_COLOURS: Final = 4
"""The colours in the box: with so many learned the step ends automatically."""
MIN_COLOURS: Final = 3
"""The minimum number of colours in a game."""
MIN_STANDING_PIECES: Final = 3
"""If so many pieces are there and none was learned, they were there before."""
COUNT_AFTER_S: Final = 5.0
"""Existing pieces are only counted if no colour is learned by then: hands aren't tracked while a board is
read."""
CITY_EVEN_P: Final = 0.5
"""A building with a lower probability of being a city looks more like a settlement."""
MIN_DOUBTFUL_LOOKS: Final = 8
"""The number of pictures that must look so: the first two are unreliable."""
EXAMPLE_TIMEOUT_S: Final = 3.0
"""The maximum wait for the last settlement to become an example: a sleeve may cover it."""
CITY: Final = Choice("city", sentence("Show a city, too"))
NO_CITY: Final = Choice("no_city", sentence("No city"))
IS_CITY: Final = Choice("is_city", sentence("It is a city"))
IS_SETTLEMENT: Final = Choice("is_settlement", sentence("It is a settlement"))


class ColoursStep:
    """Learns the colours and the look of settlements; on request also that of a city and of the robber.

    Args:
        follow: creates the tracker of the empty board.
        read: reads a board, to find existing pieces and the robber's hex.
    """

    def __init__(
        self,
        follow: Callable[[Calibration], BoardTracker] = lambda made: BoardTracker(
            replace(made, tints={}, examples=(), robber=None), standing={}
        ),
        read: Callable[..., BoardReading] = read_board,
    ) -> None:
        self._follow, self._read = follow, read
        self._standing: int | None = None
        self._since: float | None = None
        self._tracker: BoardTracker | None = None
        self._news = NewFrames()
        self._result: FrameResult | None = None
        self._done = False
        self._before: frozenset[Site] | None = None
        self._placed: dict[Site, Standing] = {}
        self._city_next = self._at_rest = False
        self._doubted: tuple[Site, Standing] | None = None
        self._update: BoardUpdate | None = None
        self._looks: dict[Site, int] = {}
        self._complete_since: float | None = None
        self._robber = ShownRobber()
        self._island: Layout | None = None
        self._island_read = False
        self._overlay = StepOverlay()

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Process the newest picture; report the learned colours."""
        if (why := find_obstacle(context)) is not None:
            return why
        assert context.calibration is not None
        frame = self._news.next_frame(context)
        if self._tracker is None:
            self._tracker = self._follow(context.calibration)
        if frame is not None:
            self._result = self._tracker.process_frame(frame.image, frame.t)
            self._update = self._result.update or self._update
            self._robber.update(self._result, self._update)
            self._read_for_robber(context, frame.image)
            if self._update is not None:
                self._update_pieces(self._tracker, self._update)
            self._at_rest |= self._result.state == "quiet"
        learned = self._learned_colours()
        if frame is not None and not learned and self._standing is None:
            self._since = frame.t if self._since is None else self._since
            if frame.t - self._since >= COUNT_AFTER_S:
                self._standing = self._count_pieces(context, frame.image)
        enough = len(learned) >= MAX_COLOURS or (self._done and len(learned) >= MIN_COLOURS)
        open_still = self._city_next or self._doubted is not None or self._robber.is_in_progress
        if enough and not open_still and self._has_all_examples(self._tracker, frame):
            context.calibration = replace(self._tracker.calibration, robber=self._robber.tint)
            context.setup = replace(context.setup, colours=learned)
            text = sentence("The colours are learned. Take the pieces off again.")
            return StepOutcome(
                "good",
                text,
                more=(_colour_list(learned), *self._robber_notes()),
                about={"colours": list(learned)},
            )
        if self._result is not None and self._result.why:
            self._overlay.end()
            text = sentence("The board can't be watched: {why}.", why=self._result.why)
            return StepOutcome("wrong", text, about={"colours": list(learned)})
        self._highlight_doubt(context, context.calibration)
        return self._question_outcome(learned)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept a choice: finish, show or skip a city or the robber, or identify the placed piece."""
        asking = (DONE_CHOICE, CITY, NO_CITY, ROBBER_CHOICE, NO_ROBBER_CHOICE)
        saying = (IS_CITY, IS_SETTLEMENT, IS_ROBBER_CHOICE, IS_NO_ROBBER_CHOICE)
        word = word_of(given, *(each.word for each in asking + saying))
        if self._doubted is not None:
            if word in (IS_CITY.word, IS_SETTLEMENT.word):
                site, standing = self._doubted
                self._accept_piece(site, standing, city=word == IS_CITY.word)
        elif self._robber.doubtful_hex is not None:
            if word in (IS_ROBBER_CHOICE.word, IS_NO_ROBBER_CHOICE.word):
                self._robber.answer(there=word == IS_ROBBER_CHOICE.word)
        elif word in [each.word for each in asking]:
            self._done |= word == DONE_CHOICE.word
            self._city_next, self._at_rest = word == CITY.word, False
            self._robber.set_wanted(wanted=word == ROBBER_CHOICE.word)

    def end(self) -> None:
        """Remove the step's overlay."""
        self._overlay.end()

    def _count_pieces(self, context: CalibrationContext, picture: Image) -> int:
        """Count the pieces on the board."""
        seen = island_reader(context, self._read)(picture).sites
        return sum(one.piece is not None and one.confidence >= SURE_P for one in seen)

    def _highlight_doubt(self, context: CalibrationContext, made: Calibration) -> None:
        """Highlight the site or hex in question on the live picture."""
        at = self._doubted[0] if self._doubted is not None else self._robber.doubtful_hex
        if at is None:
            self._overlay.end()
        else:
            highlight = partial(highlight_place, onto=plane_to_pixels(made), at=at)
            self._overlay.show(context, highlight, on_top=True)

    def _read_for_robber(self, context: CalibrationContext, picture: Image) -> None:
        """Read the island once before the robber is placed, because people name hexes by their contents."""
        if self._island_read or not (self._robber.is_wanted and self._robber.at_rest):
            return
        assert context.calibration is not None
        read = read_island(picture, plane_to_pixels(context.calibration), island_reader(context, self._read))
        self._island_read, self._island = True, None if isinstance(read, str) else read.most_likely_layout()

    def _robber_notes(self) -> tuple[str, ...]:
        """Return a sentence about the robber's hex, if it was shown."""
        return () if self._robber.hex_id is None else (robber_seen_text(self._robber.hex_id, self._island),)

    def _learned_colours(self) -> tuple[PieceColour, ...]:
        assert self._tracker is not None
        tints = self._tracker.calibration.tints
        return tuple(colour for colour in COLOURS if colour in tints)

    def _update_pieces(self, tracker: BoardTracker, update: BoardUpdate) -> None:
        """Accept new buildings as the requested pieces unless they look different; discard removed ones."""
        seen: dict[Site, Standing] = {}
        bare: set[Site] = set()
        for site, shares in update.pieces.sites.items():
            likeliest = max(shares, key=lambda standing: shares[standing])
            if likeliest is not None and likeliest.kind != "road" and 1 - shares[None] > SURE_P:
                seen[site] = likeliest
            elif shares[None] > SURE_P:
                bare.add(site)
        if self._before is None:
            self._before = frozenset(seen)
        for site in bare & self._looks.keys():
            del self._looks[site]
        for site in bare & self._placed.keys():
            del self._placed[site]
            tracker.forget_example(site)
        if self._doubted is not None and self._doubted[0] in bare:
            self._doubted = None
        for site, standing in seen.items():
            if site in self._before or site in self._placed or self._doubted is not None:
                continue
            # A piece that was already in the hand when a city was requested is still a settlement.
            asked_for = self._city_next and self._at_rest
            if asked_for and _city_share(update, site) < CITY_EVEN_P:
                self._looks[site] = self._looks.get(site, 0) + 1
                if self._looks[site] >= MIN_DOUBTFUL_LOOKS:
                    self._doubted = site, standing
            else:
                self._accept_piece(site, standing, city=asked_for)
        tracker.set_certain_pieces(self._placed, None, self._robber.hex_id)

    def _accept_piece(self, site: Site, standing: Standing, *, city: bool) -> None:
        """Record a placed piece as known for certain."""
        self._placed[site] = replace(standing, kind="city" if city else "settlement")
        self._city_next &= not city
        self._doubted = None

    def _has_all_examples(self, tracker: BoardTracker, frame: Frame | None) -> bool:
        """Return whether every placed piece has become an example, or the wait has timed out."""
        if frame is not None and self._complete_since is None:
            self._complete_since = frame.t
        taken = {one.at for one in tracker.calibration.examples}
        waited = (
            frame is not None
            and self._complete_since is not None
            and frame.t - self._complete_since >= EXAMPLE_TIMEOUT_S
        )
        return waited or self._placed.keys() <= taken

    def _question_outcome(self, learned: tuple[PieceColour, ...]) -> StepOutcome:
        about = {"colours": list(learned), "city": self._city_next, "robber": self._robber.is_wanted}
        if self._doubted is not None:
            text = sentence("This looks like a settlement. Is it a city?")
            again = sentence("After a wrong answer, pick the piece up and put it down again.")
            return StepOutcome("looking", text, (IS_CITY, IS_SETTLEMENT), (again,), about)
        if self._robber.doubtful_hex is not None:
            asked = robber_question(self._robber.doubtful_hex, self._island)
            return StepOutcome("looking", asked, (IS_ROBBER_CHOICE, IS_NO_ROBBER_CHOICE), about=about)
        if self._robber.is_wanted:
            text = sentence("Put the robber on another hex, and take your hand away.")
            return StepOutcome("looking", text, (NO_ROBBER_CHOICE,), about=about)
        if self._city_next:
            text = sentence("Put one city on another corner of a hex, and take your hand away.")
            return StepOutcome("looking", text, (NO_CITY,), about=about)
        text = sentence("Put one settlement of each colour on a corner of a hex, and take your hand away.")
        if learned:
            text = plural_sentence(
                "{count} colour learned. Put down one settlement of the next colour.",
                "{count} colours learned. Put down one settlement of the next colour.",
                len(learned),
            )
        choices = [DONE_CHOICE] if len(learned) >= MIN_COLOURS else []
        if learned and all(standing.kind != "city" for standing in self._placed.values()):
            choices.append(CITY)
        if learned and self._robber.hex_id is None:
            choices.append(ROBBER_CHOICE)
        more = [*([_colour_list(learned)] if learned else []), *self._robber_notes()]
        if (self._standing or 0) >= MIN_STANDING_PIECES:
            more.append(
                plural_sentence(
                    "{count} piece is already there and doesn't count: put down others beside it.",
                    "{count} pieces are already there and don't count: put down others beside them.",
                    self._standing or 0,
                )
            )
        if learned and len(learned) < MIN_COLOURS:
            more.append(
                sentence("The game is for {fewest} or {most} players.", fewest=MIN_COLOURS, most=MAX_COLOURS)
            )
        return StepOutcome("looking", text, tuple(choices), tuple(more), about)


def _city_share(update: BoardUpdate, site: Site) -> float:
    """Return the probability that a building is a city, regardless of its colour."""
    shares = update.pieces.sites[site]
    city, settlement = (
        sum(share for one, share in shares.items() if one is not None and one.kind == kind)
        for kind in ("city", "settlement")
    )
    return city / max(city + settlement, 1e-9)


def _colour_list(colours: Sequence[PieceColour]) -> str:
    return join_list([COLOUR_NAMES[colour] for colour in colours])
