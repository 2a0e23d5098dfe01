"""The host's end alone: lines and times in, lines and events out."""

from __future__ import annotations

import random

import pytest

from companion.sources.tower.host_frames import Ack, Bye, Do, Hi, HostFrame, Ping
from companion.sources.tower.line import MAX_LINE_BYTES, Flaw, LineFrame, encode_line
from companion.sources.tower.link import MAX_REMEMBERED_ROLLS, Link
from companion.sources.tower.link_events import (
    CommandReply,
    CommandTimeout,
    FaultsChanged,
    LineLost,
    LinkEstablished,
    LinkEvent,
    LinkSilence,
    Mismatch,
    RollReceived,
)
from companion.sources.tower.protocol import parse_host_frame
from companion.sources.tower.tower_frames import (
    Beat,
    Cause,
    Err,
    FaultKind,
    ForeignHello,
    Hello,
    Lamp,
    Ok,
    Raw,
    Refusal,
    TowerFault,
    TowerRoll,
    What,
)

UNIT = "7e57ab1e"
HI = Hi(1, "companion/0.1.0")
ALONE = Hello("companion-tower/1.0.0", UNIT, "0001", Cause.RESET, met=False)
MET = Hello("companion-tower/1.0.0", UNIT, "0001", Cause.RESET, met=True)
REBOOTED = Hello("companion-tower/1.0.0", UNIT, "0002", Cause.WATCHDOG, met=True)


def roll(number: int, dice: tuple[int, int] = (3, 5), unit: str = UNIT) -> TowerRoll:
    return TowerRoll(unit, number, dice, (98, 97), 0)


def beat(*faults: TowerFault, boot: str = "0001") -> Beat:
    return Beat(boot, 1, 0, 0, faults)


def hear(link: Link, *frames: LineFrame, now: float = 0.0) -> list[LinkEvent]:
    return link.receive(b"".join(frame.to_bytes() for frame in frames), now)


def said(link: Link) -> list[HostFrame]:
    return [parse_host_frame(line) for line in link.take_outgoing().splitlines(keepends=True)]


def run(link: Link, start: float, end: float) -> tuple[list[LinkEvent], list[HostFrame]]:
    """Let time pass in silence, in tenths of a second."""
    events: list[LinkEvent] = []
    for tenth in range(round(start * 10) + 1, round(end * 10) + 1):
        events += link.tick(tenth / 10)
    return events, said(link)


@pytest.fixture
def opened() -> Link:
    link = Link("companion/0.1.0")
    link.open_connection(0.0)
    return link


@pytest.fixture
def up(opened: Link) -> Link:
    hear(opened, MET)
    said(opened)
    return opened


class TestMeeting:
    def test_it_greets_at_once_and_every_second_until_answered(self, opened: Link) -> None:
        assert said(opened) == [HI]
        assert run(opened, 0, 3)[1] == [HI, HI, HI]
        assert hear(opened, MET, now=3) == [LinkEstablished(MET, rebooted=False)]
        assert run(opened, 3, 4.5)[1] == []

    def test_a_tower_that_is_alone_is_greeted_and_not_yet_met(self, opened: Link) -> None:
        said(opened)
        assert hear(opened, ALONE) == []
        assert said(opened) == [HI]
        assert not opened.is_up

    def test_the_answer_to_a_greeting_is_not_answered(self, opened: Link) -> None:
        said(opened)
        hear(opened, MET, MET, MET)
        assert said(opened) == []
        assert opened.is_up

    def test_a_start_of_the_board_is_told(self, up: Link) -> None:
        assert hear(up, REBOOTED) == [LinkEstablished(REBOOTED, rebooted=True)]

    def test_a_start_whose_hello_was_lost_is_seen_in_the_beat(self, up: Link) -> None:
        assert hear(up, beat(boot="0002")) == []
        assert said(up) == [HI]
        assert hear(up, REBOOTED) == [LinkEstablished(REBOOTED, rebooted=True)]

    def test_another_tower_is_no_start(self, up: Link) -> None:
        other = Hello("companion-tower/1.0.0", "0badcafe", "0009", Cause.POWER, met=True)
        assert hear(up, other) == [LinkEstablished(other, rebooted=False)]

    @pytest.mark.parametrize(
        "hello",
        [
            ForeignHello(2, "companion-tower/2.0.0"),
            ForeignHello(0, "companion-tower/0.1"),
            Hello("marlin/2.1", UNIT, "0001", Cause.POWER, met=True),
        ],
    )
    def test_another_version_or_device_is_told_once_and_never_heard(
        self, opened: Link, hello: Hello | ForeignHello
    ) -> None:
        said(opened)
        (told,) = hear(opened, hello, hello)
        assert isinstance(told, Mismatch)
        assert told.firmware == hello.firmware
        assert hear(opened, roll(1), beat()) == []
        assert run(opened, 0, 20) == ([], [])

    def test_a_new_firmware_put_on_it_is_heard(self, opened: Link) -> None:
        hear(opened, ForeignHello(2, "companion-tower/2.0.0"))
        said(opened)
        hear(opened, ALONE)
        assert said(opened) == [HI]
        assert hear(opened, MET) == [LinkEstablished(MET, rebooted=False)]

    def test_it_says_goodbye_only_to_a_tower_it_met(self, opened: Link) -> None:
        said(opened)
        opened.send_bye()
        assert said(opened) == []
        hear(opened, MET)
        opened.send_bye()
        assert said(opened) == [Bye()]


class TestRolls:
    def test_a_roll_is_told_and_not_acknowledged_by_itself(self, up: Link) -> None:
        assert hear(up, roll(1)) == [RollReceived(roll(1))]
        assert said(up) == []

    def test_it_is_acknowledged_when_it_is_safe(self, up: Link) -> None:
        hear(up, roll(1))
        up.acknowledge(roll(1))
        assert said(up) == [Ack(UNIT, 1)]

    def test_repeats_before_that_are_told_no_more(self, up: Link) -> None:
        assert hear(up, roll(1), roll(1)) == [RollReceived(roll(1))]
        assert hear(up, roll(1)) == []
        assert said(up) == []

    def test_repeats_after_that_are_acknowledged_again_and_not_told(self, up: Link) -> None:
        hear(up, roll(1))
        up.acknowledge(roll(1))
        said(up)
        assert hear(up, roll(1), roll(1)) == []
        assert said(up) == [Ack(UNIT, 1), Ack(UNIT, 1)]

    def test_the_same_faces_again_are_another_roll(self, up: Link) -> None:
        for number in (1, 2, 3):
            assert hear(up, roll(number, (2, 2))) == [RollReceived(roll(number, (2, 2)))]
            up.acknowledge(roll(number, (2, 2)))

    def test_no_roll_is_heard_before_the_greeting(self, opened: Link) -> None:
        assert hear(opened, roll(1)) == []
        assert hear(opened, MET, roll(1))[-1] == RollReceived(roll(1))

    def test_a_roll_of_a_tower_that_did_not_say_hello_makes_it_ask(self, up: Link) -> None:
        assert hear(up, roll(1, unit="0badcafe")) == []
        assert said(up) == [HI]

    def test_what_was_acknowledged_is_known_after_unplugging_and_after_a_start(self, up: Link) -> None:
        hear(up, roll(1))
        up.acknowledge(roll(1))
        up.close_connection()
        up.open_connection(10.0)
        hear(up, REBOOTED, now=10.0)
        said(up)
        assert hear(up, roll(1), now=10.0) == []
        assert said(up) == [Ack(UNIT, 1)]

    def test_what_was_told_but_not_safe_is_told_again_after_the_connection_broke(self, up: Link) -> None:
        hear(up, roll(1))
        up.close_connection()
        up.open_connection(1.0)
        assert hear(up, MET, roll(1), now=1.0)[-1] == RollReceived(roll(1))

    def test_its_memory_of_rolls_is_bounded(self, up: Link) -> None:
        for number in range(1, MAX_REMEMBERED_ROLLS + 2):
            hear(up, roll(number))
            up.acknowledge(roll(number))
        assert hear(up, roll(2)) == []
        assert hear(up, roll(1)) == [RollReceived(roll(1))]

    def test_boot_text_is_never_a_roll(self, up: Link) -> None:
        text = b"optiboot\r\nroll 7e57ab1e 1 3 5 98 97 0\r\ndice: 6 6\r\n$roll 6 6\r\n"
        assert not [event for event in up.receive(text, 0.0) if isinstance(event, RollReceived)]

    def test_a_wrong_check_sum_is_never_a_roll(self, up: Link) -> None:
        line = roll(1).to_bytes()
        for figures in range(0, 65536, 7):
            forged = line[:-5] + b"%04X\n" % figures
            if forged != line:
                assert not any(isinstance(told, RollReceived) for told in up.receive(forged, 0.0))
        assert up.receive(line, 0.0) == [RollReceived(roll(1))]

    def test_half_a_roll_before_a_start_is_never_one(self, up: Link) -> None:
        line = roll(1).to_bytes()
        for cut in range(1, len(line) - 1):
            told = up.receive(line[:cut] + ALONE.to_bytes() + MET.to_bytes(), 0.0)
            assert not any(isinstance(one, RollReceived) for one in told)


class TestSignsOfLife:
    def test_it_asks_every_two_seconds(self, up: Link) -> None:
        assert run(up, 0, 4.5)[1] == [Ping(), Ping()]

    def test_silence_is_told_once_and_then_it_greets(self, up: Link) -> None:
        events, lines = run(up, 0, 8.5)
        assert events == [LinkSilence(chatter=False)]
        assert lines.count(HI) == 4
        assert not up.is_up

    def test_any_frame_is_a_sign_of_life(self, up: Link) -> None:
        hear(up, beat(), now=4.9)
        assert run(up, 4.9, 9.8)[0] == []
        assert run(up, 9.8, 9.9)[0] == [LinkSilence(chatter=False)]

    def test_junk_is_none(self, opened: Link) -> None:
        opened.receive(b"ok T:21.3\n", 4.0)
        assert run(opened, 0, 6)[0] == [LinkSilence(chatter=True)]

    def test_after_silence_the_tower_is_greeted_anew(self, up: Link) -> None:
        run(up, 0, 6)
        assert hear(up, MET, now=6.0) == [LinkEstablished(MET, rebooted=False)]
        assert run(up, 6, 11)[0] == [LinkSilence(chatter=False)]

    def test_nothing_is_asked_of_a_closed_line(self, up: Link) -> None:
        up.close_connection()
        assert run(up, 0, 20) == ([], [])


class TestFaults:
    def test_they_are_told_after_the_greeting_and_when_they_change(self, up: Link) -> None:
        askew = TowerFault(FaultKind.COCKED, 1)
        assert hear(up, beat(), beat()) == [FaultsChanged(())]
        assert hear(up, beat(askew), beat(askew)) == [FaultsChanged((askew,))]
        assert hear(up, beat()) == [FaultsChanged(())]

    def test_a_start_forgets_them(self, up: Link) -> None:
        askew = TowerFault(FaultKind.COCKED, 1)
        hear(up, beat(askew))
        assert hear(up, REBOOTED, beat(askew, boot="0002"))[-1] == FaultsChanged((askew,))

    def test_the_towers_complaint_is_told(self, up: Link) -> None:
        assert hear(up, What(Flaw.CRC)) == [LineLost("host", "crc")]

    def test_damage_is_told_once(self, up: Link) -> None:
        (told,) = up.receive(b"$mess*0000\n$mess*0001\n", 0.0)
        assert isinstance(told, LineLost)
        assert told.end == "tower"


class TestCommands:
    def test_one_is_sent_again_until_it_is_answered(self, up: Link) -> None:
        number = up.request("blink")
        assert run(up, 0, 1.9)[1] == [Do(number, ("blink",)), Do(number, ("blink",))]
        assert hear(up, Ok(number), now=1.9) == [CommandReply(number, None)]
        assert hear(up, Ok(number), now=1.9) == []
        assert run(up, 1.9, 3.9)[1] == [Ping()]

    def test_readings_come_with_the_answer(self, up: Link) -> None:
        number = up.request("raw", "1")
        up.tick(0.0)
        dark, lit = Raw(number, 1, Lamp.DARK, (1, 2)), Raw(number, 1, Lamp.LIT, (500, 600))
        assert hear(up, dark, lit) == []
        (reply,) = hear(up, dark, lit, Ok(number))
        assert reply == CommandReply(number, None, {(1, Lamp.DARK): (1, 2), (1, Lamp.LIT): (500, 600)})

    def test_a_refusal_is_told(self, up: Link) -> None:
        number = up.request("dance")
        up.tick(0.0)
        assert hear(up, Err(number, Refusal.UNKNOWN)) == [CommandReply(number, Refusal.UNKNOWN)]

    def test_they_wait_for_one_another(self, up: Link) -> None:
        first, second = up.request("blink"), up.request("raw", "2")
        assert first != second
        up.tick(0.0)
        assert said(up) == [Do(first, ("blink",))]
        assert hear(up, Ok(second)) == []
        hear(up, Ok(first))
        up.tick(0.1)
        assert said(up) == [Do(second, ("raw", "2"))]

    def test_one_that_is_never_answered_is_given_up(self, up: Link) -> None:
        number = up.request("blink")
        told = []
        for tenth in range(120):
            told += hear(up, beat(), now=tenth / 10)
            told += up.tick(tenth / 10)
        assert CommandTimeout(number) in told

    def test_so_is_one_whose_connection_ends(self, up: Link) -> None:
        number = up.request("blink")
        assert up.close_connection() == [CommandTimeout(number)]
        assert up.close_connection() == []


def test_a_hundred_kilobytes_of_junk_leave_its_buffer_at_its_bound(up: Link) -> None:
    chance = random.Random(2)
    held = 0
    for _ in range(100):
        up.receive(chance.randbytes(1000).replace(b"\n", b"$" if chance.random() < 0.1 else b""), 0.0)
        held = max(held, up.buffered_byte_count)
    assert 0 < held <= MAX_LINE_BYTES
    assert up.receive(b"\n" + roll(1).to_bytes(), 0.0)[-1] == RollReceived(roll(1))


def test_a_line_with_a_carriage_return_is_heard(up: Link) -> None:
    assert up.receive(roll(1).to_bytes().replace(b"\n", b"\r\n"), 0.0) == [RollReceived(roll(1))]


def test_an_unknown_kind_of_frame_is_refused_and_told(up: Link) -> None:
    (told,) = up.receive(encode_line("sing 1 2"), 0.0)
    assert isinstance(told, LineLost)
    assert told.text.startswith("kind")
