"""The firmware model follows the protocol rules for the tower."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.sources.tower.protocol import (
    Ack,
    Beat,
    Bye,
    Cause,
    Do,
    Err,
    FaultKind,
    Flaw,
    Hello,
    Hi,
    LineFrame,
    Ok,
    Ping,
    Raw,
    Refusal,
    TowerFault,
    TowerFrame,
    TowerRoll,
    What,
    parse_tower_frame,
)
from companion.sources.tower.stand_ins.sensor_board import MAX_PENDING_ROLLS, SensorBoard, TowerMemory

UNIT = "7e57ab1e"
NewBoard = Callable[..., SensorBoard]
HIGH_QUALITY = (98, 97)


def send_frames(board: SensorBoard, *frames: LineFrame, now: float = 0.0) -> list[TowerFrame]:
    board.receive(b"".join(frame.to_bytes() for frame in frames), now)
    return take_frames(board)


def take_frames(board: SensorBoard) -> list[TowerFrame]:
    return [parse_tower_frame(line) for line in board.take_outgoing().splitlines(keepends=True)]


def run(board: SensorBoard, start: float, end: float) -> list[TowerFrame]:
    for tenth in range(round(start * 10) + 1, round(end * 10) + 1):
        board.tick(tenth / 10)
    return take_frames(board)


@pytest.fixture
def memory() -> TowerMemory:
    return TowerMemory(UNIT)


@pytest.fixture
def board(new_board: NewBoard, memory: TowerMemory) -> SensorBoard:
    """Board that a host greeted at time 0."""
    board = new_board(memory, 0.0)
    send_frames(board, Hi(1, "companion/0.1.0"))
    return board


def test_the_board_sends_hello_at_its_start_and_every_two_seconds_without_a_host(
    new_board: NewBoard, memory: TowerMemory
) -> None:
    board = new_board(memory, 0.0, Cause.BROWNOUT)
    board.tick(0.0)
    (hello,) = take_frames(board)
    assert hello == Hello("companion-tower/1.0.0", UNIT, "0001", Cause.BROWNOUT, met=False)
    assert run(board, 0, 4.1) == [hello, hello]


def test_each_start_has_a_new_boot_id(new_board: NewBoard, memory: TowerMemory) -> None:
    boots = set()
    for _ in range(3):
        board = new_board(memory, 0.0)
        board.tick(0.0)
        (hello,) = take_frames(board)
        assert isinstance(hello, Hello)
        boots.add(hello.boot)
    assert len(boots) == 3


def test_the_board_answers_every_hi_with_hello_and_beat(new_board: NewBoard, memory: TowerMemory) -> None:
    board = new_board(memory, 0.0)
    for _ in range(2):
        hello, beat = send_frames(board, Hi(1, "companion/0.1.0"))
        assert isinstance(hello, Hello)
        assert hello.met
        assert isinstance(beat, Beat)


def test_a_host_of_another_version_is_not_accepted(new_board: NewBoard, memory: TowerMemory) -> None:
    board = new_board(memory, 0.0)
    (hello,) = send_frames(board, Hi(2, "companion/9.9"))
    assert isinstance(hello, Hello)
    assert not hello.met
    assert not board.is_counting(0.0)


def test_without_a_host_the_board_answers_with_hello_only(new_board: NewBoard, memory: TowerMemory) -> None:
    board = new_board(memory, 0.0)
    for frame in (Ping(), Do(1, ("blink",))):
        (answer,) = send_frames(board, frame)
        assert isinstance(answer, Hello)


def test_the_board_sends_a_beat_every_second_and_answers_a_ping(board: SensorBoard) -> None:
    assert len(run(board, 0, 3.1)) == 3
    (beat,) = send_frames(board, Ping(), now=3.2)
    assert beat == Beat("0001", 3, 0, 0)


def test_a_roll_is_sent_immediately_and_twice_a_second_until_acknowledged(board: SensorBoard) -> None:
    board.throw((3, 5), HIGH_QUALITY, 0.0)
    assert take_frames(board) == [TowerRoll(UNIT, 1, (3, 5), HIGH_QUALITY, 0)]
    repeats = [frame for frame in run(board, 0, 1.0) if isinstance(frame, TowerRoll)]
    assert [(again.number, again.age) for again in repeats] == [(1, 500), (1, 1000)]
    send_frames(board, Ack(UNIT, 1), now=1.0)
    assert not [frame for frame in run(board, 1, 3) if isinstance(frame, TowerRoll)]


def test_the_next_roll_waits_for_the_acknowledgement(board: SensorBoard) -> None:
    board.throw((3, 5), HIGH_QUALITY, 0.0)
    board.throw((6, 6), HIGH_QUALITY, 0.1)
    assert [frame.number for frame in take_frames(board) if isinstance(frame, TowerRoll)] == [1]
    assert send_frames(board, Ack(UNIT, 1), now=0.3) == [TowerRoll(UNIT, 2, (6, 6), HIGH_QUALITY, 200)]


@pytest.mark.parametrize("ack", [Ack(UNIT, 2), Ack("0badcafe", 1), Ack(UNIT, 9)])
def test_an_acknowledgement_of_another_roll_is_ignored(
    board: SensorBoard, memory: TowerMemory, ack: Ack
) -> None:
    board.throw((3, 5), HIGH_QUALITY, 0.0)
    board.throw((6, 6), HIGH_QUALITY, 0.0)
    send_frames(board, ack)
    assert [kept.number for kept in memory.pending_rolls] == [1, 2]


def test_an_unacknowledged_roll_keeps_its_identity_after_a_restart(
    new_board: NewBoard, board: SensorBoard, memory: TowerMemory
) -> None:
    board.throw((3, 5), HIGH_QUALITY, 0.0)
    again = new_board(memory, 5.0, Cause.RESET)
    again.tick(5.0)
    assert not [frame for frame in take_frames(again) if isinstance(frame, TowerRoll)]
    send_frames(again, Hi(1, "companion/0.1.0"), now=5.2)
    again.tick(5.2)
    assert take_frames(again) == [TowerRoll(UNIT, 1, (3, 5), HIGH_QUALITY, 200, survived=True)]


def test_roll_numbers_continue_after_a_restart(
    new_board: NewBoard, board: SensorBoard, memory: TowerMemory
) -> None:
    board.throw((3, 5), HIGH_QUALITY, 0.0)
    send_frames(board, Ack(UNIT, 1))
    again = new_board(memory, 5.0, Cause.RESET)
    assert again.throw((3, 5), HIGH_QUALITY, 5.0) == 2


def test_an_acknowledgement_after_a_restart_is_accepted(
    new_board: NewBoard, board: SensorBoard, memory: TowerMemory
) -> None:
    board.throw((3, 5), HIGH_QUALITY, 0.0)
    again = new_board(memory, 1.0, Cause.WATCHDOG)
    send_frames(again, Ack(UNIT, 1), now=1.0)
    assert memory.pending_rolls == []


def test_throws_count_while_a_host_is_present(new_board: NewBoard, memory: TowerMemory) -> None:
    board = new_board(memory, 0.0)
    assert board.throw((1, 1), HIGH_QUALITY, 1.0) is None
    send_frames(board, Hi(1, "companion/0.1.0"), now=2.0)
    assert board.throw((1, 1), HIGH_QUALITY, 3.0) == 1
    send_frames(board, Ping(), now=50.0)
    assert board.throw((1, 1), HIGH_QUALITY, 109.0) == 2
    run(board, 109, 111)
    assert board.throw((1, 1), HIGH_QUALITY, 111.0) is None
    assert not board.is_host_present


def test_throws_count_for_a_while_after_a_restart_in_mid_game(
    new_board: NewBoard, memory: TowerMemory
) -> None:
    board = new_board(memory, 0.0, Cause.RESET)
    assert board.throw((1, 1), HIGH_QUALITY, 9.0) == 1
    assert board.throw((1, 1), HIGH_QUALITY, 11.0) is None


def test_throws_do_not_count_after_goodbye(board: SensorBoard) -> None:
    send_frames(board, Bye())
    assert board.throw((1, 1), HIGH_QUALITY, 0.1) is None
    assert [type(frame) for frame in run(board, 0, 2.1)] == [Hello]


def test_a_full_memory_is_a_fault_until_a_roll_is_acknowledged(
    board: SensorBoard, memory: TowerMemory
) -> None:
    for _ in range(MAX_PENDING_ROLLS):
        assert board.throw((1, 2), HIGH_QUALITY, 0.0)
    assert board.throw((1, 2), HIGH_QUALITY, 0.0) is None
    beat = take_frames(board)[-1]
    assert isinstance(beat, Beat)
    assert (beat.waiting, beat.faults) == (MAX_PENDING_ROLLS, (TowerFault(FaultKind.FULL),))
    after = send_frames(board, Ack(UNIT, 1))
    assert Beat("0001", 0, MAX_PENDING_ROLLS - 1, 0) in after
    assert board.throw((1, 2), HIGH_QUALITY, 0.0) == MAX_PENDING_ROLLS + 1


def test_faults_are_reported_immediately_and_in_every_beat(board: SensorBoard) -> None:
    askew, bright = TowerFault(FaultKind.COCKED, 2), TowerFault(FaultKind.LIGHT)
    board.set_faults([bright, askew], 0.5)
    assert take_frames(board) == [Beat("0001", 0, 0, 0, (askew, bright))]
    assert run(board, 0.5, 1.6) == [Beat("0001", 1, 0, 0, (askew, bright))]
    board.set_faults([], 1.6)
    assert take_frames(board) == [Beat("0001", 1, 0, 0)]


def test_a_damaged_line_is_reported_once_and_counted(board: SensorBoard) -> None:
    board.receive(b"$ping*0000\n$ping*0001\nhelp\n", 0.0)
    assert take_frames(board) == [What(Flaw.CRC)]
    (beat,) = send_frames(board, Ping())
    assert isinstance(beat, Beat)
    assert beat.refused == 1


class TestCommands:
    """Sensor commands of the model only; those of the core are tested with sensors."""

    @pytest.fixture
    def new_board(self) -> NewBoard:
        return SensorBoard

    def test_commands_are_executed_or_refused(self, board: SensorBoard) -> None:
        dark, lit, done = send_frames(board, Do(1, ("raw", "1")))
        assert isinstance(dark, Raw)
        assert isinstance(lit, Raw)
        assert done == Ok(1)
        assert send_frames(board, Do(2, ("raw", "3"))) == [Err(2, Refusal.ARGUMENT)]
        assert send_frames(board, Do(3, ("dance",))) == [Err(3, Refusal.UNKNOWN)]

    def test_raw_readings_have_nine_sensors_throat_and_reference(self, board: SensorBoard) -> None:
        _, empty, _ = send_frames(board, Do(1, ("raw", "1")))
        board.throw((6, 1), HIGH_QUALITY, 0.0)
        take_frames(board)
        _, six_up, _ = send_frames(board, Do(2, ("raw", "1")))
        _, one_up, _ = send_frames(board, Do(3, ("raw", "2")))
        for reading in (empty, six_up, one_up):
            assert isinstance(reading, Raw)
            assert len(reading.values) == 11
            assert reading.values[10] == 675
        assert isinstance(empty, Raw)
        assert isinstance(six_up, Raw)
        assert isinstance(one_up, Raw)
        assert set(empty.values[:9]) == {60}
        assert [place for place in range(9) if six_up.values[place] < 300] == [4]
        assert [place for place in range(9) if one_up.values[place] < 300] == [0, 2, 3, 5, 6, 8]

    def test_a_command_repeated_gets_the_same_answer(self, board: SensorBoard) -> None:
        first = send_frames(board, Do(1, ("calibrate", "empty")))
        board.throw((6, 6), HIGH_QUALITY, 0.0)
        take_frames(board)
        assert send_frames(board, Do(1, ("calibrate", "empty"))) == first
        send_frames(board, Hi(1, "companion/0.1.0"))
        assert send_frames(board, Do(1, ("calibrate", "empty"))) == [Err(1, Refusal.DIE)]


class TestCalibration:
    """Order of the calibration steps, and refusals."""

    @pytest.fixture
    def new_board(self) -> NewBoard:
        return SensorBoard

    def ask(self, board: SensorBoard, *words: str) -> Refusal | None:
        self.number = getattr(self, "number", 0) + 1
        answer = next(
            frame for frame in send_frames(board, Do(self.number, words)) if isinstance(frame, Ok | Err)
        )
        return answer.refusal if isinstance(answer, Err) else None

    def lay(self, board: SensorBoard, face: int) -> None:
        board.throw((face, face), HIGH_QUALITY, 0.0)
        take_frames(board)

    def take_all(self, board: SensorBoard, faces: tuple[int, ...] = (6, 1)) -> None:
        board.empty_pockets()
        assert self.ask(board, "calibrate", "empty") is None
        for face in faces:
            self.lay(board, face)
            for pocket in "12":
                assert self.ask(board, "calibrate", "face", pocket, str(face)) is None

    def test_empty_pockets_are_recorded_without_dice_and_faces_with_one(self, board: SensorBoard) -> None:
        assert self.ask(board, "calibrate", "empty") is None
        assert self.ask(board, "calibrate", "face", "1", "6") is Refusal.DIE
        self.lay(board, 6)
        assert self.ask(board, "calibrate", "face", "1", "6") is None
        assert self.ask(board, "calibrate", "empty") is Refusal.DIE

    def test_calibration_starts_with_empty_pockets_and_refuses_a_wrong_face(self, board: SensorBoard) -> None:
        self.lay(board, 6)
        assert self.ask(board, "calibrate", "face", "1", "6") is Refusal.RANGE
        board.empty_pockets()
        assert self.ask(board, "calibrate", "empty") is None
        self.lay(board, 6)
        assert self.ask(board, "calibrate", "face", "1", "1") is Refusal.RANGE

    def test_calibration_is_saved_only_after_both_faces_of_both_pockets(self, board: SensorBoard) -> None:
        self.take_all(board, faces=(6,))
        assert self.ask(board, "calibrate", "save") is Refusal.RANGE
        self.take_all(board)
        assert self.ask(board, "calibrate", "save") is None
        assert self.ask(board, "calibrate", "save") is Refusal.RANGE, "what was taken is stored and gone"

    def test_calibration_readings_can_be_discarded(self, board: SensorBoard) -> None:
        self.take_all(board)
        assert self.ask(board, "calibrate", "forget") is None
        assert self.ask(board, "calibrate", "save") is Refusal.RANGE

    def test_an_uncalibrated_board_reports_that_and_counts_no_throw_until_calibrated(self) -> None:
        board = SensorBoard(TowerMemory("7e57ab1e", calibrated=False), 0.0)
        (*_, beat) = send_frames(board, Hi(1, "companion/0.1.0"))
        assert isinstance(beat, Beat)
        assert beat.faults == (TowerFault(FaultKind.CALIBRATE, 1), TowerFault(FaultKind.CALIBRATE, 2))
        assert board.throw((3, 4), HIGH_QUALITY, 0.0) is None
        self.take_all(board)
        (answer, beat) = send_frames(board, Do(1000, ("calibrate", "save")))
        assert answer == Ok(1000)
        assert isinstance(beat, Beat)
        assert beat.faults == ()
        assert board.throw((3, 4), HIGH_QUALITY, 0.0) == 1
