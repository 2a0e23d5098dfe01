"""The host's end of the link: lines and times in, lines and events out."""

from __future__ import annotations

import random

import pytest

from companion.sources.tower.link import (
    MAX_REMEMBERED_ROLLS,
    CommandReply,
    CommandTimeout,
    FaultsChanged,
    LineLost,
    Link,
    LinkEstablished,
    LinkEvent,
    LinkSilence,
)
from companion.sources.tower.protocol import (
    MAX_LINE_BYTES,
    Ack,
    Beat,
    Bye,
    Cause,
    Do,
    Err,
    FaultKind,
    Flaw,
    ForeignHello,
    Hello,
    Hi,
    HostFrame,
    Lamp,
    LineFrame,
    Ok,
    Ping,
    Raw,
    Refusal,
    TowerFault,
    TowerRoll,
    What,
    encode_line,
    parse_host_frame,
)

UNIT = "7e57ab1e"
HI = Hi(1, "companion/0.1.0")
UNMET_HELLO = Hello("companion-tower/1.0.0", UNIT, "0001", Cause.RESET, met=False)
MET_HELLO = Hello("companion-tower/1.0.0", UNIT, "0001", Cause.RESET, met=True)
REBOOT_HELLO = Hello("companion-tower/1.0.0", UNIT, "0002", Cause.WATCHDOG, met=True)


def roll(number: int, dice: tuple[int, int] = (3, 5), unit: str = UNIT) -> TowerRoll:
    return TowerRoll(unit, number, dice, (98, 97), 0)


def beat(*faults: TowerFault, boot: str = "0001") -> Beat:
    return Beat(boot, 1, 0, 0, faults)


def receive_frames(link: Link, *frames: LineFrame, now: float = 0.0) -> list[LinkEvent]:
    return link.receive(b"".join(frame.to_bytes() for frame in frames), now)


def sent_frames(link: Link) -> list[HostFrame]:
    return [parse_host_frame(line) for line in link.take_outgoing().splitlines(keepends=True)]


def run(link: Link, start: float, end: float) -> tuple[list[LinkEvent], list[HostFrame]]:
    """Let time pass in silence, in tenths of a second."""
    events: list[LinkEvent] = []
    for tenth in range(round(start * 10) + 1, round(end * 10) + 1):
        events += link.tick(tenth / 10)
    return events, sent_frames(link)


@pytest.fixture
def open_link() -> Link:
    link = Link("companion/0.1.0")
    link.open_connection(0.0)
    return link


@pytest.fixture
def met_link(open_link: Link) -> Link:
    receive_frames(open_link, MET_HELLO)
    sent_frames(open_link)
    return open_link


class TestMeeting:
    def test_the_host_greets_immediately_and_every_second_until_answered(self, open_link: Link) -> None:
        assert sent_frames(open_link) == [HI]
        assert run(open_link, 0, 3)[1] == [HI, HI, HI]
        assert receive_frames(open_link, MET_HELLO, now=3) == [LinkEstablished(MET_HELLO, rebooted=False)]
        assert run(open_link, 3, 4.5)[1] == []

    def test_a_tower_without_a_host_is_greeted_and_not_yet_met(self, open_link: Link) -> None:
        sent_frames(open_link)
        assert receive_frames(open_link, UNMET_HELLO) == []
        assert sent_frames(open_link) == [HI]
        assert not open_link.is_up

    def test_the_answer_to_a_greeting_is_not_answered(self, open_link: Link) -> None:
        sent_frames(open_link)
        receive_frames(open_link, MET_HELLO, MET_HELLO, MET_HELLO)
        assert sent_frames(open_link) == []
        assert open_link.is_up

    def test_a_board_restart_is_reported(self, met_link: Link) -> None:
        assert receive_frames(met_link, REBOOT_HELLO) == [LinkEstablished(REBOOT_HELLO, rebooted=True)]

    def test_a_restart_with_a_lost_hello_is_detected_from_the_beat(self, met_link: Link) -> None:
        assert receive_frames(met_link, beat(boot="0002")) == []
        assert sent_frames(met_link) == [HI]
        assert receive_frames(met_link, REBOOT_HELLO) == [LinkEstablished(REBOOT_HELLO, rebooted=True)]

    def test_another_tower_is_not_a_restart(self, met_link: Link) -> None:
        other = Hello("companion-tower/1.0.0", "0badcafe", "0009", Cause.POWER, met=True)
        assert receive_frames(met_link, other) == [LinkEstablished(other, rebooted=False)]

    @pytest.mark.parametrize(
        "hello",
        [
            ForeignHello(2, "companion-tower/2.0.0"),
            ForeignHello(0, "companion-tower/0.1"),
            Hello("marlin/2.1", UNIT, "0001", Cause.POWER, met=True),
        ],
    )
    def test_another_version_or_device_is_reported_once_and_ignored(
        self, open_link: Link, hello: Hello | ForeignHello
    ) -> None:
        sent_frames(open_link)
        (mismatch,) = receive_frames(open_link, hello, hello)
        assert isinstance(mismatch, ForeignHello)
        assert mismatch.firmware == hello.firmware
        assert receive_frames(open_link, roll(1), beat()) == []
        assert run(open_link, 0, 20) == ([], [])

    def test_an_updated_firmware_is_accepted(self, open_link: Link) -> None:
        receive_frames(open_link, ForeignHello(2, "companion-tower/2.0.0"))
        sent_frames(open_link)
        receive_frames(open_link, UNMET_HELLO)
        assert sent_frames(open_link) == [HI]
        assert receive_frames(open_link, MET_HELLO) == [LinkEstablished(MET_HELLO, rebooted=False)]

    def test_the_host_says_goodbye_only_to_a_tower_that_it_met(self, open_link: Link) -> None:
        sent_frames(open_link)
        open_link.send_bye()
        assert sent_frames(open_link) == []
        receive_frames(open_link, MET_HELLO)
        open_link.send_bye()
        assert sent_frames(open_link) == [Bye()]


class TestRolls:
    def test_a_roll_is_reported_and_not_acknowledged_automatically(self, met_link: Link) -> None:
        assert receive_frames(met_link, roll(1)) == [roll(1)]
        assert sent_frames(met_link) == []

    def test_a_roll_is_acknowledged_when_it_is_stored(self, met_link: Link) -> None:
        receive_frames(met_link, roll(1))
        met_link.acknowledge(roll(1))
        assert sent_frames(met_link) == [Ack(UNIT, 1)]

    def test_repeats_before_storage_are_not_reported(self, met_link: Link) -> None:
        assert receive_frames(met_link, roll(1), roll(1)) == [roll(1)]
        assert receive_frames(met_link, roll(1)) == []
        assert sent_frames(met_link) == []

    def test_repeats_after_storage_are_acknowledged_and_not_reported(self, met_link: Link) -> None:
        receive_frames(met_link, roll(1))
        met_link.acknowledge(roll(1))
        sent_frames(met_link)
        assert receive_frames(met_link, roll(1), roll(1)) == []
        assert sent_frames(met_link) == [Ack(UNIT, 1), Ack(UNIT, 1)]

    def test_the_same_faces_with_a_new_number_are_another_roll(self, met_link: Link) -> None:
        for number in (1, 2, 3):
            assert receive_frames(met_link, roll(number, (2, 2))) == [roll(number, (2, 2))]
            met_link.acknowledge(roll(number, (2, 2)))

    def test_no_roll_is_accepted_before_the_greeting(self, open_link: Link) -> None:
        assert receive_frames(open_link, roll(1)) == []
        assert receive_frames(open_link, MET_HELLO, roll(1))[-1] == roll(1)

    def test_a_roll_from_an_unknown_tower_triggers_a_greeting(self, met_link: Link) -> None:
        assert receive_frames(met_link, roll(1, unit="0badcafe")) == []
        assert sent_frames(met_link) == [HI]

    def test_acknowledged_rolls_are_remembered_after_unplugging_and_restart(self, met_link: Link) -> None:
        receive_frames(met_link, roll(1))
        met_link.acknowledge(roll(1))
        met_link.close_connection()
        met_link.open_connection(10.0)
        receive_frames(met_link, REBOOT_HELLO, now=10.0)
        sent_frames(met_link)
        assert receive_frames(met_link, roll(1), now=10.0) == []
        assert sent_frames(met_link) == [Ack(UNIT, 1)]

    def test_an_unstored_roll_is_reported_again_after_a_reconnection(self, met_link: Link) -> None:
        receive_frames(met_link, roll(1))
        met_link.close_connection()
        met_link.open_connection(1.0)
        assert receive_frames(met_link, MET_HELLO, roll(1), now=1.0)[-1] == roll(1)

    def test_the_number_of_remembered_rolls_is_limited(self, met_link: Link) -> None:
        for number in range(1, MAX_REMEMBERED_ROLLS + 2):
            receive_frames(met_link, roll(number))
            met_link.acknowledge(roll(number))
        assert receive_frames(met_link, roll(2)) == []
        assert receive_frames(met_link, roll(1)) == [roll(1)]

    def test_boot_text_is_never_a_roll(self, met_link: Link) -> None:
        text = b"optiboot\r\nroll 7e57ab1e 1 3 5 98 97 0\r\ndice: 6 6\r\n$roll 6 6\r\n"
        assert not [event for event in met_link.receive(text, 0.0) if isinstance(event, TowerRoll)]

    def test_a_wrong_checksum_is_never_a_roll(self, met_link: Link) -> None:
        line = roll(1).to_bytes()
        for figures in range(0, 65536, 7):
            forged = line[:-5] + b"%04X\n" % figures
            if forged != line:
                assert not any(isinstance(event, TowerRoll) for event in met_link.receive(forged, 0.0))
        assert met_link.receive(line, 0.0) == [roll(1)]

    def test_half_a_roll_before_a_restart_is_never_a_roll(self, met_link: Link) -> None:
        line = roll(1).to_bytes()
        for cut in range(1, len(line) - 1):
            events = met_link.receive(line[:cut] + UNMET_HELLO.to_bytes() + MET_HELLO.to_bytes(), 0.0)
            assert not any(isinstance(one, TowerRoll) for one in events)


class TestSignsOfLife:
    def test_the_host_pings_every_two_seconds(self, met_link: Link) -> None:
        assert run(met_link, 0, 4.5)[1] == [Ping(), Ping()]

    def test_silence_is_reported_once_and_the_host_greets_again(self, met_link: Link) -> None:
        events, lines = run(met_link, 0, 8.5)
        assert events == [LinkSilence(chatter=False)]
        assert lines.count(HI) == 4
        assert not met_link.is_up

    def test_any_frame_is_a_sign_of_life(self, met_link: Link) -> None:
        receive_frames(met_link, beat(), now=4.9)
        assert run(met_link, 4.9, 9.8)[0] == []
        assert run(met_link, 9.8, 9.9)[0] == [LinkSilence(chatter=False)]

    def test_junk_is_no_sign_of_life(self, open_link: Link) -> None:
        open_link.receive(b"ok T:21.3\n", 4.0)
        assert run(open_link, 0, 6)[0] == [LinkSilence(chatter=True)]

    def test_the_tower_is_greeted_again_after_silence(self, met_link: Link) -> None:
        run(met_link, 0, 6)
        assert receive_frames(met_link, MET_HELLO, now=6.0) == [LinkEstablished(MET_HELLO, rebooted=False)]
        assert run(met_link, 6, 11)[0] == [LinkSilence(chatter=False)]

    def test_no_ping_is_sent_on_a_closed_line(self, met_link: Link) -> None:
        met_link.close_connection()
        assert run(met_link, 0, 20) == ([], [])


class TestFaults:
    def test_faults_are_reported_after_the_greeting_and_when_they_change(self, met_link: Link) -> None:
        askew = TowerFault(FaultKind.COCKED, 1)
        assert receive_frames(met_link, beat(), beat()) == [FaultsChanged(())]
        assert receive_frames(met_link, beat(askew), beat(askew)) == [FaultsChanged((askew,))]
        assert receive_frames(met_link, beat()) == [FaultsChanged(())]

    def test_a_restart_clears_the_faults(self, met_link: Link) -> None:
        askew = TowerFault(FaultKind.COCKED, 1)
        receive_frames(met_link, beat(askew))
        assert receive_frames(met_link, REBOOT_HELLO, beat(askew, boot="0002"))[-1] == FaultsChanged((askew,))

    def test_a_line_error_of_the_tower_is_reported(self, met_link: Link) -> None:
        assert receive_frames(met_link, What(Flaw.CRC)) == [LineLost("host", "crc")]

    def test_damaged_lines_are_reported_once(self, met_link: Link) -> None:
        (loss,) = met_link.receive(b"$mess*0000\n$mess*0001\n", 0.0)
        assert isinstance(loss, LineLost)
        assert loss.end == "tower"


class TestCommands:
    def test_a_command_is_repeated_until_answered(self, met_link: Link) -> None:
        number = met_link.request("blink")
        assert run(met_link, 0, 1.9)[1] == [Do(number, ("blink",)), Do(number, ("blink",))]
        assert receive_frames(met_link, Ok(number), now=1.9) == [CommandReply(number, None)]
        assert receive_frames(met_link, Ok(number), now=1.9) == []
        assert run(met_link, 1.9, 3.9)[1] == [Ping()]

    def test_readings_arrive_with_the_answer(self, met_link: Link) -> None:
        number = met_link.request("raw", "1")
        met_link.tick(0.0)
        dark, lit = Raw(number, 1, Lamp.DARK, (1, 2)), Raw(number, 1, Lamp.LIT, (500, 600))
        assert receive_frames(met_link, dark, lit) == []
        (reply,) = receive_frames(met_link, dark, lit, Ok(number))
        assert reply == CommandReply(number, None, {(1, Lamp.DARK): (1, 2), (1, Lamp.LIT): (500, 600)})

    def test_a_refused_command_is_reported(self, met_link: Link) -> None:
        number = met_link.request("dance")
        met_link.tick(0.0)
        assert receive_frames(met_link, Err(number, Refusal.UNKNOWN)) == [
            CommandReply(number, Refusal.UNKNOWN)
        ]

    def test_commands_are_sent_one_at_a_time(self, met_link: Link) -> None:
        first, second = met_link.request("blink"), met_link.request("raw", "2")
        assert first != second
        met_link.tick(0.0)
        assert sent_frames(met_link) == [Do(first, ("blink",))]
        assert receive_frames(met_link, Ok(second)) == []
        receive_frames(met_link, Ok(first))
        met_link.tick(0.1)
        assert sent_frames(met_link) == [Do(second, ("raw", "2"))]

    def test_an_unanswered_command_times_out(self, met_link: Link) -> None:
        number = met_link.request("blink")
        events = []
        for tenth in range(120):
            events += receive_frames(met_link, beat(), now=tenth / 10)
            events += met_link.tick(tenth / 10)
        assert CommandTimeout(number) in events

    def test_a_command_fails_when_its_connection_closes(self, met_link: Link) -> None:
        number = met_link.request("blink")
        assert met_link.close_connection() == [CommandTimeout(number)]
        assert met_link.close_connection() == []


def test_a_hundred_kilobytes_of_junk_do_not_exceed_the_buffer_limit(met_link: Link) -> None:
    chance = random.Random(2)
    held = 0
    for _ in range(100):
        met_link.receive(chance.randbytes(1000).replace(b"\n", b"$" if chance.random() < 0.1 else b""), 0.0)
        held = max(held, met_link.buffered_byte_count)
    assert 0 < held <= MAX_LINE_BYTES
    assert met_link.receive(b"\n" + roll(1).to_bytes(), 0.0)[-1] == roll(1)


def test_a_line_with_a_carriage_return_is_accepted(met_link: Link) -> None:
    assert met_link.receive(roll(1).to_bytes().replace(b"\n", b"\r\n"), 0.0) == [roll(1)]


def test_an_unknown_kind_of_frame_is_refused_and_reported(met_link: Link) -> None:
    (loss,) = met_link.receive(encode_line("sing 1 2"), 0.0)
    assert isinstance(loss, LineLost)
    assert loss.text.startswith("kind")
