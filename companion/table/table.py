"""The table: sources observe, the game's tracker tells, the journal keeps, everybody sees.

All observations pass one door, `Table.observe`, one at a time; it returns when what was told is on
disk. Who looks takes a snapshot and waits for the next.
"""

from __future__ import annotations

import contextlib
import random
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from companion.errors import CompanionError
from companion.games import optional
from companion.games.about import split
from companion.games.game_api import Game, Sensor
from companion.games.optional import DrawOrder
from companion.games.registry import GAMES
from companion.i18n import sentence
from companion.journal import Entry, GameRecord, Journal, JournalError
from companion.journal.history import is_correction
from companion.observations import (
    BoardSeen,
    Clock,
    DiceLay,
    DicePlayed,
    DiceUnread,
    InputEntered,
    InputRefused,
    Observation,
    PlayWatched,
    RollDoubted,
    RollOverDice,
    RollSeen,
    Source,
    SourceReport,
    Waited,
)
from companion.table import meant, snapshot, wire
from companion.table.evenings import Evenings
from companion.table.game_repository import Begun, GameRepository
from companion.table.preview import outcome, previewed
from companion.table.questions import Questions
from companion.table.roll_fusion import RollFusion
from companion.table.seats import NO_GAME, Seats
from companion.table.session import GameSession
from companion.table.showable import interpreted, told, worked_out
from companion.table.source_supervisor import SourceSupervisor
from companion.wire import Sentence

GAME_IS_ON: Final = sentence('A game is in progress. Finish it, or start a new one with "abandon": true.')


def drawn_order(count: int) -> Sequence[int]:
    """The numbers from 0 to below the one given, in an order that nobody can foresee."""
    return random.SystemRandom().sample(range(count), count)


@dataclass(frozen=True)
class _Public:
    """What everybody may see as of one version, all of it worked out: a snapshot is put together of it."""

    version: int
    record: GameRecord | None
    session: GameSession[Any, Any] | None
    camera_turn: float | None
    sources: tuple[wire.SourceShown, ...]
    notices: tuple[Sentence, ...]
    questions: tuple[wire.QuestionShown, ...]


class Table:
    """The running session: at most one game, any number of sources and lookers-on."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        *,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        notices: Sequence[str] = (),
        order: DrawOrder = drawn_order,
        resume: bool = True,
    ) -> None:
        """A table that goes on with the last game played here where it was.

        Args:
            journal: open, and this table's alone.
            clock: monotonic seconds; the table adds what earlier sessions of a game took.
            games: by kind.
            notices: what people should know from the start.
            order: draws what is left to the lot.
            resume: go on with that game; else none is on, and people choose.
        """
        self._order = order
        self._repository = GameRepository(journal, games)
        self._journal = journal
        self._clock = clock
        self._games = games
        self._door = threading.RLock()
        """Held by whoever tells something, for as long as the game reasons about it: one at a time."""
        self._shown = threading.Condition()
        """Held for a moment by who has something shown, and by who looks: no game reasons under it."""
        self.supervisor = SourceSupervisor(self.observe, self.now)
        self._reports: dict[str, SourceReport] = {}
        self._notices = snapshot.Notices(notices)
        self._questions = Questions()
        self._fusion = RollFusion()
        self._boards: dict[str, BoardSeen] = {}
        self._epoch = secrets.token_hex(4)
        self._version = 1
        self._record: GameRecord | None = None
        self._session: GameSession[Any, Any] | None = None
        self._already: tuple[int, ...] | None = None
        self._offset = 0.0
        self.seats = Seats(self._door, self._look, self.submit, self._changed)
        if resume:
            self._resume()
        self._public = self._publish()
        self._snapshot: tuple[_Public, wire.Snapshot] | None = None

    def _resume(self) -> None:
        """Go on with the last game that was played here."""
        record = self._repository.last()
        if record is None:
            return
        if record.kind not in self._games:
            self._notices.stand(
                sentence(
                    "The last game in the journal is of a kind that this version doesn't play: {kind}.",
                    kind=record.kind,
                )
            )
            return
        try:
            self._take_up(record, self._repository.opened(record))
        except CompanionError as error:
            self._notices.stand(
                sentence(
                    "Game {number} can't be shown: {why} It is saved: 'companion export {number}' writes it "
                    "to a file. Or start another game.",
                    number=record.id, why=error,
                )
            )  # fmt: skip

    def _take_up(self, record: GameRecord, session: GameSession[Any, Any]) -> None:
        self._record, self._session = record, session
        self._offset = max((entry.t for entry in session.entries), default=0.0) - self._clock()

    def now(self) -> float:
        """Seconds since the game began, over all its sessions: the clock that sources are given."""
        return self._clock() + self._offset

    # Sources

    def start(self, sources: Sequence[Source]) -> None:
        """Run each source in a thread of its own, until `stop`."""
        self.supervisor.start(sources)

    def stop(self) -> None:
        """Stop the sources and wait for them, a bounded time; wake whoever waits for a change."""
        self.supervisor.stop()
        with self._shown:
            self._shown.notify_all()
        self.supervisor.join()

    # The one door

    def observe(self, observation: Observation) -> tuple[Entry, ...]:
        """Take an observation; returns the entries it came to once they are on disk.

        Raises:
            InputRefused: a person's input that makes no sense; nothing was written.
            JournalError: it could not be written; nothing has changed.
        """
        with self._door:
            if isinstance(observation, SourceReport):
                last = self._reports.get(observation.source)
                self._reports[observation.source] = observation
                # Said again, a second later, it is no news for the page.
                if last is None or (last.health, last.text) != (observation.health, observation.text):
                    self._changed()
                return ()
            if self._session is None or self._record is None:
                if isinstance(observation, InputEntered):
                    meant.in_game(split(observation.data)[0], None, None)
                    raise InputRefused(NO_GAME)
                return ()
            before = self._session
            self._count_what_lay(self._record, before, observation)
            if isinstance(observation, InputEntered) and self._session is not before:
                observation = replace(observation, data=_of_this_moment(observation.data, before))
            if isinstance(observation, Waited):
                return ()
            if isinstance(observation, DiceUnread):
                self._fusion.not_read(observation.t)
            if isinstance(observation, BoardSeen):
                observation = replace(observation, unread=self._fusion.unread)
                return self._observe_board(self._record, self._session, observation)
            if isinstance(observation, RollSeen):
                return self._observe_roll(self._record, self._session, observation)
            if isinstance(observation, InputEntered) and observation.data.get("kind") == "answer":
                return self._observe_answer(self._record, self._session, observation)
            if isinstance(observation, InputEntered):
                return self._observe_input(self._record, self._session, observation)
            return self._try_commit(self._record, self._session, observation, None)

    def _observe_board(
        self, record: GameRecord, session: GameSession[Any, Any], board: BoardSeen
    ) -> tuple[Entry, ...]:
        self._boards[board.source] = board
        counted = self._watch_play(record, session, board)
        entries = self._try_commit(record, self._session or session, board, None)
        self._say_on(counted)
        return entries

    def _observe_roll(
        self, record: GameRecord, session: GameSession[Any, Any], seen: RollSeen
    ) -> tuple[Entry, ...]:
        if seen.token is not None and self._journal.has_token(seen.token):
            return ()
        at_work = frozenset(name for name, report in self._reports.items() if report.health == "ok")
        judged = self._fusion.match(seen, at_work, len(session.entries))
        if judged is None:
            return ()
        counted: Sequence[str] = ()
        if isinstance(judged, RollSeen | RollOverDice):
            before, session = session, self._count_what_was_played(record, session, judged)
            counted = self._notices.passing[-1:] if session is not before else ()
            session = self._flush_boards(record, session, judged.t)
        entries = self._try_commit(record, session, judged, seen.token)
        self._say_on(counted)
        if isinstance(judged, RollDoubted):
            if judged.told is None:
                self._fusion.doubted(seen)
        elif not entries:
            self._fusion.doubted(seen)
        elif isinstance(judged, RollOverDice) and is_correction(entries[-1]):
            self._fusion.told_instead(seen)
        else:
            # A roll may come with the end of the turn before it; it is the last of what was told.
            self._ask(self._fusion.told(seen, entries[-1].number))
        return entries

    def _say_on(self, said: Sequence[str]) -> None:
        """Say on what was said of what was told right before this."""
        for text in said:
            self._notices.say(text)
        if said:
            self._changed()

    def _count_what_was_played(
        self, record: GameRecord, session: GameSession[Any, Any], seen: RollSeen | RollOverDice
    ) -> GameSession[Any, Any]:
        """Count dice that people were asked about and left so, now that the next have fallen."""
        lay = self._fusion.played(seen) if isinstance(seen, RollSeen) else None
        if lay is None:
            return session
        played = DicePlayed(lay.t, lay.source, lay.dice, lay.confidence)
        entries = self._try_commit(record, session, played, None)
        if entries:
            self._fusion.told(lay, entries[-1].number)
        return self._session or session

    def _count_what_lay(
        self, record: GameRecord, session: GameSession[Any, Any], observation: Observation
    ) -> None:
        """Count dice that came to rest beside a tower at work, once it has told no throw for long enough.

        Who enters what comes after a roll, or enters another, has no need to wait for that.
        """
        entered = False
        if isinstance(observation, InputEntered):
            kind, game = observation.data.get("kind"), session.game
            rolled = optional.entered_roll(game, observation.data) is not None
            if rolled or kind == "answer" or optional.looks_back(game, kind):
                return
            entered = kind is not None
        seen = self._fusion.overdue(observation.t, entered=entered)
        if seen is None:
            return
        session = self._flush_boards(record, session, seen.t)
        entries = self._try_commit(
            record, session, DiceLay(seen.t, seen.source, seen.dice, seen.confidence), None
        )
        if entries:
            self._ask(self._fusion.counted(seen, entries[-1].number))
        else:
            self._fusion.left_out()

    def _watch_play(
        self, record: GameRecord, session: GameSession[Any, Any], board: BoardSeen
    ) -> Sequence[str]:
        """See whether the board shows that dice beside the tower were a roll after all, or none.

        Returns:
            What is said of it.
        """
        found = self._fusion.open
        if found is None:
            return ()
        lay = found.lay
        watched = PlayWatched(
            board.t, lay.source, board, lay.dice, lay.confidence, found.since, found.told, found.own
        )
        entries = self._try_commit(record, session, watched, None)
        if not entries:
            return ()
        self._fusion.shown(entries[-1].number)
        return self._notices.passing[-1:]

    def _ask(self, doubts: Sequence[RollDoubted]) -> None:
        """Ask what is left in doubt once a roll was told."""
        for doubt in doubts:
            if self._record is not None and self._session is not None:
                self._try_commit(self._record, self._session, doubt, None)

    def _flush_boards(
        self, record: GameRecord, session: GameSession[Any, Any], t: float
    ) -> GameSession[Any, Any]:
        """Before the next thing is told, what stands on the board has to be: it came before it."""
        for board in self._boards.values():
            if board.t <= t:
                last = replace(board, t=t, closing=True, unread=self._fusion.unread)
                self._try_commit(record, session, last, None)
                session = self._session or session
        return session

    def _weigh_anew(self) -> None:
        """What the last looks leave open by the story as it is corrected; nothing is told of them."""
        for board in self._boards.values():
            if self._session is None:
                return
            # What people corrected is told by now, whatever a game makes of the look: that was logged.
            with contextlib.suppress(InputRefused):
                in_doubt = interpreted(self._session, board).in_doubt
                if in_doubt is not None and in_doubt != self._session.in_doubt:
                    self._session = worked_out(replace(self._session, in_doubt=in_doubt))
                    self._changed()

    def conclude(self) -> None:
        """Nothing more will be seen or said: what stands on the board now stands.

        Raises:
            InputRefused, JournalError: as `observe`.
        """
        with self._door:
            if self._record is not None and self._session is not None:
                self._flush_boards(self._record, self._session, self.now())

    def _observe_input(
        self, record: GameRecord, session: GameSession[Any, Any], entered: InputEntered
    ) -> tuple[Entry, ...]:
        about, said = split(entered.data)
        meant.in_game(about, record.id, session)
        game, kind = session.game, said.get("kind")
        dice = optional.entered_roll(game, said)
        self._already = meant.told_already(session, entered.data)
        if self._already is not None:
            return ()
        if not optional.looks_back(game, kind):
            before = len(session.entries)
            session = self._flush_boards(record, session, entered.t)
            if about.after is None:
                # What the look tells only now, nobody can have seen who enters something in this moment.
                about = replace(about, after=before)
        seen = None
        if dice is not None and about.turn is None:
            seen = self._fusion.seen_already(dice, entered.t, len(session.entries))
        meant_so = optional.roll_confirmed(game, seen) if seen is not None else said
        named = {name: value for name, value in asdict(about).items() if value is not None}
        thrown_at = None if dice is None else self._fusion.thrown_at
        meant_now = replace(entered, data={**meant_so, "about": named}, thrown_at=thrown_at)
        entries = self._try_commit(record, session, meant_now, None)
        if optional.corrects(game, kind):
            self._weigh_anew()
            event = said.get("event")
            if isinstance(event, Mapping):
                self._fusion.put_right(optional.entered_roll(game, event) or ())
        if seen is not None:
            self._already = (seen,)
        if dice is not None and self._already is not None:
            self._fusion.confirmed(self._already)
        elif dice and entries:
            roll = RollSeen(entered.t, entered.source, dice)
            self._fusion.told(roll, entries[-1].number, entered=True)
        return entries

    def _observe_answer(
        self, record: GameRecord, session: GameSession[Any, Any], given: InputEntered
    ) -> tuple[Entry, ...]:
        meant.in_game(split(given.data)[0], record.id, session)
        number = given.data.get("question")
        answer = self._questions.answer(number, given.data.get("answer"))
        entries: tuple[Entry, ...] = ()
        if answer.input is not None:
            entries = self._observe_input(record, session, InputEntered(given.t, given.source, answer.input))
        if answer.thrown is not None:
            self._fusion.learn(thrown_there=answer.thrown)
        elif answer.word == "no_roll":
            self._fusion.no_roll()
        self._questions.answered(number, entered=answer.input is not None)
        self._changed()
        return entries

    def _try_commit(
        self, record: GameRecord, session: GameSession[Any, Any], observation: Observation, token: str | None
    ) -> tuple[Entry, ...]:
        try:
            return self._commit(record, session, observation, token)
        except InputRefused as error:
            if isinstance(observation, InputEntered):
                raise
            # No source can mend what it saw: people are told, and the source goes on.
            self._notices.say(str(error))
            self._changed()
            return ()

    def _commit(
        self, record: GameRecord, session: GameSession[Any, Any], observation: Observation, token: str | None
    ) -> tuple[Entry, ...]:
        telling = interpreted(session, observation)
        if telling.notice:
            self._notices.say(telling.notice)
        self._already = telling.already
        drafts = session.drafts(telling, t=observation.t, source=observation.source)
        opened = telling.in_doubt is not None and telling.in_doubt != session.in_doubt
        if telling.in_doubt is not None and opened:
            session = replace(session, in_doubt=telling.in_doubt)
        if not drafts:
            self._session = worked_out(session)
            if telling.question:
                self._questions.ask(telling.question, session)
            if telling.notice or telling.question or opened:
                self._changed()
            return ()
        # What can't be told, or not be shown, must not be written: it would be in the way for ever.
        after = told(session, drafts)
        known = self._journal.unwritable
        try:
            entries = self._journal.append(record.id, drafts, token=token)
        except JournalError:
            if self._journal.unwritable != known:
                self._changed()  # everybody sees that nothing can be kept
            raise
        self._session = after
        self._questions.settle(after)
        if telling.question:
            self._questions.ask(telling.question, after)
        if not telling.notice:
            self._notices.pass_by()
        self._changed()
        return entries

    def _changed(self) -> None:
        """Have everybody see what is so by now; the door is held."""
        self._version += 1
        public = self._publish()
        with self._shown:
            self._public = public
            self._shown.notify_all()

    def _publish(self) -> _Public:
        return _Public(
            version=self._version,
            record=self._record,
            session=self._session,
            camera_turn=next((board.turn for board in self._boards.values()), None),
            sources=tuple(snapshot.sources(self._reports)),
            notices=(*snapshot.unkept(self._journal), *self._notices.to_json()),
            questions=tuple(self._questions.to_json()),
        )

    # What people do

    def start_game(self, data: Mapping[str, Any]) -> wire.Begun:
        """Begin a game: `{"game": kind, "players": [...], "options": {...}}`, and what else its kind takes.

        Raises:
            InputRefused: a game is on, or what was chosen can't be played.
        """
        with self._door:
            return self._change_game(data, self._repository.new)

    def go_on(self, data: Mapping[str, Any]) -> wire.Begun:
        """Go on with a game that was left: `{"game": its number in the journal}`.

        Raises:
            InputRefused: a game is on, or there is no such game to go on with.
        """
        with self._door:
            return self._change_game(data, lambda chosen: self._repository.left(chosen.get("game")))

    def leave(self, data: Mapping[str, Any]) -> wire.Begun:
        """Give up the game that is on: `{"game": its number}`. It is kept, and can be gone on with.

        Raises:
            InputRefused: that game isn't on.
        """
        with self._door:
            if self._record is None or data.get("game") != self._record.id:
                raise InputRefused(sentence("That game isn't in progress."))
            left = self._record.id
            self._repository.clear()
            self._record = self._session = None
            self._forget()
            return {"game": left, "version": self._version}

    def archive(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Put a game out of sight, or bring it back: `{"game": its number, "archived": whether}`. It is kept.

        Raises:
            InputRefused: it is on, or there is no such game.
            CompanionError: it can't be noted.
        """
        with self._door:
            if self._record is not None and data.get("game") == self._record.id:
                raise InputRefused(sentence("This game is in progress: quit it first."))
            self._repository.put_away(data.get("game"), data.get("archived"))
            self._changed()
            return {"game": data["game"], "archived": data["archived"], "version": self._version}

    def _forget(self) -> None:
        """Nothing that was asked or seen is about the game that is on from now."""
        self._notices.pass_by()
        self._questions.forget()
        self._fusion.forget()
        self._boards.clear()
        self._changed()

    def _change_game(
        self, data: Mapping[str, Any], begin: Callable[[Mapping[str, Any]], Begun]
    ) -> wire.Begun:
        about, chosen = split(data)
        on = None if self._record is None else self._record.id
        meant.in_game(about, on, self._session)
        if chosen.pop("abandon", False) is not True and self._session is not None and not self._is_over():
            raise InputRefused(GAME_IS_ON)
        record, session = begin(chosen)
        self._take_up(record, session)
        self._forget()
        return {"game": record.id, "version": self._version}

    def expect(self, players: Sequence[Mapping[str, str]]) -> None:
        """Offer these where a game is started: ``name`` and ``colour`` of each, in seat order."""
        self._repository.seated = tuple(players)

    def choices(self) -> wire.Choices:
        """What can be played here (`companion.table.game_repository.GameRepository.choices`).

        Raises:
            JournalError: the journal can't be read now.
        """
        with self._door:
            on = None if self._record is None else self._record.id
        # Looking back on many evenings takes a while: nobody waits at the table for that.
        return self._repository.choices(on)

    def _is_over(self) -> bool:
        return self._session is not None and self._session.view["phase"] == "over"

    def submit(self, data: Mapping[str, Any], source: str = "tablet") -> wire.OutcomeNow:
        """Take what a person entered.

        Raises:
            InputRefused: it makes no sense at this table now.
            JournalError: it could not be written.
        """
        with self._door:
            before, self._already = self._session, None
            self.observe(InputEntered(self.now(), source, self._by_lot(data)))
            told = outcome(before, self._session, self._already, source)
            return {**told, "version": self._version}

    def preview(self, data: Mapping[str, Any], source: str = "tablet") -> wire.Preview:
        """What an input would come to: nothing is written, and nobody sees anything of it.

        Returns:
            as `submit`, and "changes", as `companion.table.preview` tells them.

        Raises:
            InputRefused: it makes no sense at this table now.
        """
        with self._door:
            session = self._session
            if session is None or self._record is None:
                raise InputRefused(NO_GAME)
            meant.in_game(split(data)[0], self._record.id, session)
            entered: Mapping[str, Any] | None = self._by_lot(data)
            if data.get("kind") == "answer":
                entered = self._questions.answer(data.get("question"), data.get("answer")).input
            seen = None if entered is None else InputEntered(self.now(), source, entered)
            return {**previewed(session, seen), "version": self._version}

    def notify(self, notice: str) -> None:
        """Have everybody know something from now on."""
        with self._door:
            self._notices.stand(notice)
            self._changed()

    def _by_lot(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """What people entered, with what the lot decides of it: it is kept as it fell."""
        session = self._session
        return data if session is None else optional.by_lot(session.game, session.history, data, self._order)

    # What people see

    @property
    def playable(self) -> Mapping[str, Game[Any, Any]]:
        """The games that can be played here, by kind."""
        return self._games

    @property
    def evenings(self) -> Evenings:
        """The games played here, looked back on."""
        return self._repository.evenings

    @property
    def session(self) -> GameSession[Any, Any] | None:
        """The game that is on, as its journal tells it; immutable."""
        return self._session

    @property
    def questions_asked(self) -> int:
        """The number of the last question that was asked here, in whichever game."""
        return self._questions.last

    def requires(self, sensor: Sensor) -> bool:
        """Whether the game wants something watched now."""
        session = self._session
        return session is not None and sensor in session.game.required_sensors(session.state)

    def snapshot(self) -> wire.Snapshot:
        """Everything that everybody at the table may see, as JSON; not to be changed."""
        return self._look()[0]

    def _look(self) -> tuple[wire.Snapshot, GameSession[Any, Any] | None]:
        """The newest snapshot, and the session that it shows: whoever tells something isn't waited for."""
        with self._shown:
            public, kept = self._public, self._snapshot
        if kept is None or kept[0] is not public:
            kept = public, self._take_snapshot(public)
            with self._shown:
                self._snapshot = kept
        return kept[1], public.session

    def _take_snapshot(self, public: _Public) -> wire.Snapshot:
        game = snapshot.game(public.record, public.session)
        return {
            "epoch": self._epoch,
            "version": public.version,
            "t": round(self.now(), 1),
            "camera_turn": public.camera_turn,
            "sources": list(public.sources),
            "notices": list(public.notices),
            "questions": list(public.questions),
            "offers": self.seats.offers(game),
            "game": game,
        }

    def earlier(self, before: int) -> list[wire.Line]:
        """Lines of the story before that of an entry, as the snapshot's log has the last ones."""
        session = self.session
        return [] if session is None else session.log(before)

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> wire.Snapshot | None:
        """The newest snapshot once it is another than the one named; None after `timeout` seconds."""
        same = (epoch, version)
        with self._shown:
            stopping = self.supervisor.stopping
            self._shown.wait_for(
                lambda: (self._epoch, self._public.version) != same or stopping.is_set(), timeout
            )
            changed = (self._epoch, self._public.version) != same
        return self.snapshot() if changed else None


def _of_this_moment(data: Mapping[str, Any], before: GameSession[Any, Any]) -> dict[str, Any]:
    """An input in whose moment a roll was counted: who entered it means the turn that is on now.

    Only who ends a turn means the one before.
    """
    about, said = split(data)
    turn = about.turn if optional.ends_turn(before.game, said) else None
    after = len(before.entries) if about.after is None else about.after
    return {**said, "about": asdict(replace(about, turn=turn, after=after))}
