"""The table: receives observations, lets the game interpret them, stores and publishes the result.

`Table.observe` handles one observation at a time and returns when its entries are on disk. Readers get an
immutable snapshot and wait for the next version; they never wait for writers.
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
from companion.games.game_api import Game, Sensor
from companion.games.history_inputs import split_context
from companion.games.registry import GAMES
from companion.i18n import sentence
from companion.journal import Entry, GameRecord, Journal, JournalError
from companion.observations import (
    BoardSeen,
    Clock,
    DiceDetection,
    InputEntered,
    InputRefused,
    Observation,
    Source,
    SourceReport,
    TimePassed,
)
from companion.table import api_types, preview, questions
from companion.table.game_archive import GameArchive
from companion.table.game_repository import GameRepository, RecordAndSession
from companion.table.preview import outcome, preview_input
from companion.table.questions import Questions, RollRecorder
from companion.table.seats import NO_GAME_MESSAGE, Seats
from companion.table.session import GameSession, append_validated, interpret_observation, validate_renderable
from companion.table.source_supervisor import SourceSupervisor
from companion.wire import Sentence

GAME_IN_PROGRESS: Final = sentence(
    'A game is in progress. Finish it, or start a new one with "abandon": true.'
)


def random_permutation(count: int) -> Sequence[int]:
    """Return the numbers from 0 to below the given count in an unpredictable order."""
    return random.SystemRandom().sample(range(count), count)


@dataclass(frozen=True)
class _PublicState:
    """The public state of one version, completely computed; the snapshot is assembled from it."""

    version: int
    record: GameRecord | None
    session: GameSession[Any, Any] | None
    camera_turn: float | None
    sources: tuple[api_types.SourceShown, ...]
    notices: tuple[Sentence, ...]
    questions: tuple[api_types.QuestionShown, ...]


class Table:
    """The running session: at most one game, any number of sources and viewers."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        *,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        notices: Sequence[str] = (),
        resume: bool = True,
    ) -> None:
        """Create a table, which resumes the last game played here.

        Args:
            journal: open for writing, and used by this table only.
            clock: monotonic seconds; the table adds the duration of a game's earlier sessions.
            games: the games by kind.
            notices: permanent notices.
            resume: whether to resume that game; else none is in progress until people choose.
        """
        self._repository = GameRepository(journal, games)
        self._journal = journal
        self._clock = clock
        self._games = games
        self._write_lock = threading.RLock()
        """Held by a writer for the whole handling of an observation or input: one at a time."""
        self._public_changed = threading.Condition()
        """Held briefly by readers and by a writer that publishes; no game code runs under it."""
        self.supervisor = SourceSupervisor(self.observe, self.game_time)
        self._reports: dict[str, SourceReport] = {}
        self._notices = questions.Notices(notices)
        self._questions = Questions()
        self._rolls = RollRecorder(self._try_commit, self._flush_boards, lambda: self._session, self._reports)
        self._boards: dict[str, BoardSeen] = {}
        self._epoch = secrets.token_hex(4)
        self._version = 1
        self._record: GameRecord | None = None
        self._session: GameSession[Any, Any] | None = None
        self._duplicate_of: tuple[int, ...] | None = None
        self._offset = 0.0
        self.seats = Seats(self._write_lock, self._read_snapshot, self.submit, self._publish)
        if resume:
            self._resume_last_game()
        self._public = self._create_public_state()
        self._snapshot: tuple[_PublicState, api_types.Snapshot] | None = None

    def _resume_last_game(self) -> None:
        """Resume the last game that was played here."""
        record = self._repository.last_played_game()
        if record is None:
            return
        if record.kind not in self._games:
            self._notices.add_permanent(
                sentence(
                    "The last game in the journal is of a kind that this version doesn't play: {kind}.",
                    kind=record.kind,
                )
            )
            return
        try:
            self._set_current_game(record, self._repository.open_game(record))
        except CompanionError as error:
            self._notices.add_permanent(
                sentence(
                    "Game {number} can't be shown: {why} It is saved: 'companion export {number}' writes it "
                    "to a file. Or start another game.",
                    number=record.id, why=error,
                )
            )  # fmt: skip

    def _set_current_game(self, record: GameRecord, session: GameSession[Any, Any]) -> None:
        self._record, self._session = record, session
        self._offset = max((entry.t for entry in session.entries), default=0.0) - self._clock()

    def game_time(self) -> float:
        """Return the seconds since the game began, over all its sessions: the sources' clock."""
        return self._clock() + self._offset

    # Sources

    def start(self, sources: Sequence[Source]) -> None:
        """Run each source in its own thread until `stop`."""
        self.supervisor.start(sources)

    def stop(self) -> None:
        """Stop the sources, wait for them for a bounded time, and wake all waiting readers."""
        self.supervisor.stop()
        with self._public_changed:
            self._public_changed.notify_all()
        self.supervisor.join()

    # Observations

    def observe(self, observation: Observation) -> tuple[Entry, ...]:
        """Handle an observation; return its entries once they are on disk.

        Raises:
            InputRefused: a person's input that makes no sense; nothing was written.
            JournalError: it could not be written; nothing has changed.
        """
        with self._write_lock:
            if isinstance(observation, SourceReport):
                last = self._reports.get(observation.source)
                self._reports[observation.source] = observation
                # A repeated report changes nothing on the page.
                if last is None or (last.health, last.text) != (observation.health, observation.text):
                    self._publish()
                return ()
            if self._session is None or self._record is None:
                if isinstance(observation, InputEntered):
                    preview.check_not_stale(split_context(observation.data)[0], None, None)
                    raise InputRefused(NO_GAME_MESSAGE)
                return ()
            before = self._session
            self._notices.begin_observation()
            self._rolls.advance(observation)
            if isinstance(observation, InputEntered):
                if self._session is not before:
                    observation = replace(observation, data=_refresh_context(observation.data, before))
                handle = (
                    self._observe_answer if observation.data.get("kind") == "answer" else self._observe_input
                )
                return handle(self._record, self._session, observation)
            if isinstance(observation, TimePassed):
                return ()
            if isinstance(observation, DiceDetection):
                known = observation.token is not None and self._journal.has_token(observation.token)
                return () if known else self._rolls.detect(observation)
            if isinstance(observation, BoardSeen):
                self._boards[observation.source] = observation
                self._rolls.machine.observe_board(observation)
                observation = replace(observation, unread=self._rolls.machine.unread_times)
            return self._try_commit(observation)

    def _flush_boards(self, t: float) -> None:
        """Commit the latest boards before the next event, as their pieces precede it."""
        for board in self._boards.values():
            if board.t <= t:
                unread = self._rolls.machine.unread_times
                self._try_commit(replace(board, t=t, closing=True, unread=unread))

    def _reevaluate_boards(self) -> None:
        """Update the doubts about the latest boards after a correction, without new entries."""
        for board in self._boards.values():
            if self._session is None:
                return
            # The correction is recorded already; a failure of the game's code here was logged.
            with contextlib.suppress(InputRefused):
                in_doubt = interpret_observation(self._session, board).in_doubt
                if in_doubt is not None and in_doubt != self._session.in_doubt:
                    self._session = validate_renderable(replace(self._session, in_doubt=in_doubt))
                    self._publish()

    def conclude(self) -> None:
        """Commit the latest boards when no further observation will follow.

        Raises:
            InputRefused, JournalError: as `observe`.
        """
        with self._write_lock:
            if self._session is not None:
                self._flush_boards(self.game_time())

    def _observe_input(
        self, record: GameRecord, session: GameSession[Any, Any], entered: InputEntered
    ) -> tuple[Entry, ...]:
        about, fields = split_context(entered.data)
        preview.check_not_stale(about, record.id, session)
        game, kind = session.game, fields.get("kind")
        dice = game.entered_roll(fields)
        self._duplicate_of = preview.find_duplicate(session, entered.data)
        if self._duplicate_of is not None:
            return ()
        if not game.is_history_input(kind):
            before = len(session.entries)
            self._flush_boards(entered.t)
            session = self._session or session
            if about.after is None:
                # The sender can't have seen entries that only this flush of the boards has recorded.
                about = replace(about, after=before)
        duplicate = None
        if dice is not None and about.turn is None:
            duplicate = self._rolls.machine.find_duplicate(dice, entered.t)
        confirmed = {"kind": "confirm", "entry": duplicate} if duplicate is not None else fields
        named = {name: value for name, value in asdict(about).items() if value is not None}
        thrown_at = None if dice is None else self._rolls.machine.find_throw_time(dice, entered.t)
        contextual = replace(entered, data={**confirmed, "about": named}, thrown_at=thrown_at)
        entries = self._try_commit(contextual)
        if game.is_correction_input(kind):
            self._reevaluate_boards()
        if duplicate is not None:
            self._duplicate_of = (duplicate,)
        self._rolls.add_input(entered, dice, self._duplicate_of, entries)
        return entries

    def _observe_answer(
        self, record: GameRecord, session: GameSession[Any, Any], given: InputEntered
    ) -> tuple[Entry, ...]:
        preview.check_not_stale(split_context(given.data)[0], record.id, session)
        number = given.data.get("question")
        answer = self._questions.answer(number, given.data.get("answer"))
        entries: tuple[Entry, ...] = ()
        if answer.input is not None:
            entries = self._observe_input(record, session, InputEntered(given.t, given.source, answer.input))
        self._rolls.apply_answer(answer)
        self._questions.close(number, entered=answer.input is not None)
        self._publish()
        return entries

    def _try_commit(self, observation: Observation, token: str | None = None) -> tuple[Entry, ...]:
        assert self._record is not None
        assert self._session is not None
        try:
            return self._commit(self._record, self._session, observation, token)
        except InputRefused as error:
            if isinstance(observation, InputEntered):
                raise
            # A source can't correct its observation: notify the people, and let the source continue.
            self._notices.add(str(error))
            self._publish()
            return ()

    def _commit(
        self, record: GameRecord, session: GameSession[Any, Any], observation: Observation, token: str | None
    ) -> tuple[Entry, ...]:
        interpretation = interpret_observation(session, observation)
        if interpretation.notice:
            self._notices.add(interpretation.notice)
        self._duplicate_of = interpretation.duplicate_of
        drafts = session.drafts(interpretation, t=observation.t, source=observation.source)
        doubts_changed = interpretation.in_doubt is not None and interpretation.in_doubt != session.in_doubt
        if interpretation.in_doubt is not None and doubts_changed:
            session = replace(session, in_doubt=interpretation.in_doubt)
        if not drafts:
            self._session = validate_renderable(session)
            if interpretation.question:
                self._questions.ask(interpretation.question, session)
            if interpretation.notice or interpretation.question or doubts_changed:
                self._publish()
            return ()
        # Entries that can't be replayed or rendered must not be written: they would stay forever.
        after = append_validated(session, drafts)
        known = self._journal.write_error
        try:
            entries = self._journal.append(record.id, drafts, token=token, after=len(session.entries))
        except JournalError:
            if self._journal.write_error != known:
                self._publish()  # adds the notice that nothing can be saved
            raise
        self._session = after
        self._questions.drop_moot(after)
        if interpretation.question:
            new = len(interpretation.events) or len(drafts)
            self._questions.ask(interpretation.question, after, len(session.entries) + new)
        if not interpretation.notice:
            self._notices.clear_earlier_notices()
        self._publish()
        return entries

    def _publish(self) -> None:
        """Publish a new version of the public state; the caller holds the write lock."""
        self._version += 1
        public = self._create_public_state()
        with self._public_changed:
            self._public = public
            self._public_changed.notify_all()

    def _create_public_state(self) -> _PublicState:
        return _PublicState(
            version=self._version,
            record=self._record,
            session=self._session,
            camera_turn=next((board.turn for board in self._boards.values()), None),
            sources=tuple(questions.sources_to_json(self._reports)),
            notices=(*questions.storage_notices(self._journal), *self._notices.to_json()),
            questions=tuple(self._questions.to_json()),
        )

    # Actions of people

    def start_game(self, data: Mapping[str, Any]) -> api_types.Begun:
        """Start a game: `{"game": kind, "players": [...], "options": {...}}`, and its kind's other fields.

        Raises:
            InputRefused: a game is in progress, or the choice can't be played.
        """
        with self._write_lock:
            return self._change_game(data, self._repository.create_game)

    def resume_game(self, data: Mapping[str, Any]) -> api_types.Begun:
        """Resume an unfinished game: `{"game": its number in the journal}`.

        Raises:
            InputRefused: a game is in progress, or there is no such unfinished game.
        """
        with self._write_lock:
            return self._change_game(data, lambda chosen: self._repository.resume_game(chosen.get("game")))

    def leave(self, data: Mapping[str, Any]) -> api_types.Begun:
        """Quit the game in progress: `{"game": its number}`. It is kept and can be resumed.

        Raises:
            InputRefused: that game isn't in progress.
        """
        with self._write_lock:
            if self._record is None or data.get("game") != self._record.id:
                raise InputRefused(sentence("That game isn't in progress."))
            left = self._record.id
            self._repository.clear_current_game()
            self._record = self._session = None
            self._clear_game_state()
            return {"game": left, "version": self._version}

    def archive(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Archive a game or restore it: `{"game": its number, "archived": whether}`. It is kept.

        Raises:
            InputRefused: it is in progress, or there is no such game.
            CompanionError: the list can't be saved.
        """
        with self._write_lock:
            if self._record is not None and data.get("game") == self._record.id:
                raise InputRefused(sentence("This game is in progress: quit it first."))
            self._repository.set_archived(data.get("game"), data.get("archived"))
            self._publish()
            return {"game": data["game"], "archived": data["archived"], "version": self._version}

    def _clear_game_state(self) -> None:
        """Clear the state of the previous game: notices, questions, rolls and boards."""
        self._notices.clear_transient()
        self._questions.reset()
        self._rolls.machine.reset()
        self._boards.clear()
        self._publish()

    def _change_game(
        self, data: Mapping[str, Any], begin: Callable[[Mapping[str, Any]], RecordAndSession]
    ) -> api_types.Begun:
        about, chosen = split_context(data)
        current = None if self._record is None else self._record.id
        preview.check_not_stale(about, current, self._session)
        if chosen.pop("abandon", False) is not True and self._session is not None and not self._is_over():
            raise InputRefused(GAME_IN_PROGRESS)
        record, session = begin(chosen)
        self._set_current_game(record, session)
        self._clear_game_state()
        return {"game": record.id, "version": self._version}

    def expect_players(self, players: Sequence[Mapping[str, str]]) -> None:
        """Suggest these players for the next game: ``name`` and ``colour`` of each, in seat order."""
        self._repository.expected_players = tuple(players)

    def choices(self) -> api_types.Choices:
        """Return the choices for the next game (`companion.table.game_repository.GameRepository.choices`).

        Raises:
            JournalError: the journal can't be read now.
        """
        with self._write_lock:
            on = None if self._record is None else self._record.id
        # Reading many games takes a while, so writers must not wait for it.
        return self._repository.choices(on)

    def _is_over(self) -> bool:
        return self._session is not None and self._session.view["phase"] == "over"

    def submit(self, data: Mapping[str, Any], source: str = "tablet") -> api_types.OutcomeNow:
        """Submit a person's input.

        Raises:
            InputRefused: it makes no sense at this table now.
            JournalError: it could not be written.
        """
        with self._write_lock:
            before, self._duplicate_of = self._session, None
            self.observe(InputEntered(self.game_time(), source, self._draw_random(data)))
            result = outcome(before, self._session, self._duplicate_of, source)
            return {**result, "version": self._version}

    def preview(self, data: Mapping[str, Any], source: str = "tablet") -> api_types.Preview:
        """Return the outcome that an input would have. Nothing is written or published.

        Returns:
            As `submit`, and "changes" (`companion.table.preview`).

        Raises:
            InputRefused: it makes no sense at this table now.
        """
        with self._write_lock:
            session = self._session
            if session is None or self._record is None:
                raise InputRefused(NO_GAME_MESSAGE)
            preview.check_not_stale(split_context(data)[0], self._record.id, session)
            entered: Mapping[str, Any] | None = self._draw_random(data)
            if data.get("kind") == "answer":
                entered = self._questions.answer(data.get("question"), data.get("answer")).input
            observation = None if entered is None else InputEntered(self.game_time(), source, entered)
            return {**preview_input(session, observation), "version": self._version}

    def notify(self, notice: str) -> None:
        """Add a permanent notice."""
        with self._write_lock:
            self._notices.add_permanent(notice)
            self._publish()

    def _draw_random(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an input with its random draws made; the journal stores the result of the draw."""
        session = self._session
        return (
            data if session is None else session.game.draw_random(session.history, data, random_permutation)
        )

    # Public views

    @property
    def playable(self) -> Mapping[str, Game[Any, Any]]:
        """The games that can be played here, by kind."""
        return self._games

    @property
    def game_archive(self) -> GameArchive:
        """The games recorded in the journal."""
        return self._repository.game_archive

    @property
    def session(self) -> GameSession[Any, Any] | None:
        """The game in progress, from its journal; immutable."""
        return self._session

    @property
    def last_question_number(self) -> int:
        """The number of the last question that was asked here, in any game."""
        return self._questions.last_number

    def question_picture(self, number: int, index: int) -> bytes | None:
        """Return a picture of an open question as JPEG; None: there is none."""
        return self._questions.picture(number, index)

    def requires(self, sensor: Sensor) -> bool:
        """Return whether the game needs a sensor now."""
        session = self._session
        return session is not None and sensor in session.game.required_sensors(session.state)

    def snapshot(self) -> api_types.Snapshot:
        """Return the public snapshot as JSON; don't mutate it."""
        return self._read_snapshot()[0]

    def _read_snapshot(self) -> tuple[api_types.Snapshot, GameSession[Any, Any] | None]:
        """Return the newest snapshot, and the session that it shows, without waiting for writers."""
        with self._public_changed:
            public, cached = self._public, self._snapshot
        if cached is None or cached[0] is not public:
            cached = public, self._create_snapshot(public)
            with self._public_changed:
                self._snapshot = cached
        return cached[1], public.session

    def _create_snapshot(self, public: _PublicState) -> api_types.Snapshot:
        game = questions.game_to_json(public.record, public.session)
        return {
            "epoch": self._epoch,
            "version": public.version,
            "t": round(self.game_time(), 1),
            "camera_turn": public.camera_turn,
            "sources": list(public.sources),
            "notices": list(public.notices),
            "questions": list(public.questions),
            "offers": self.seats.offers(game),
            "game": game,
        }

    def lines_before(self, before: int) -> list[api_types.Line]:
        """Return the log lines before that of an entry, in the form of the snapshot's log."""
        session = self.session
        return [] if session is None else session.log(before)

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> api_types.Snapshot | None:
        """Return the newest snapshot as soon as it isn't the named one; None after `timeout` seconds."""
        same = (epoch, version)
        with self._public_changed:
            stopping = self.supervisor.stopping
            self._public_changed.wait_for(
                lambda: (self._epoch, self._public.version) != same or stopping.is_set(), timeout
            )
            changed = (self._epoch, self._public.version) != same
        return self.snapshot() if changed else None


def _refresh_context(data: Mapping[str, Any], before: GameSession[Any, Any]) -> dict[str, Any]:
    """Return an input with its context moved past a roll that was recorded while it arrived.

    It now refers to the current turn, unless it ends a turn: then to the one before.
    """
    about, fields = split_context(data)
    turn = about.turn if before.game.ends_turn(fields) else None
    after = len(before.entries) if about.after is None else about.after
    return {**fields, "about": asdict(replace(about, turn=turn, after=after))}
