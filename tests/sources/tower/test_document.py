"""`firmware/PROTOCOL.md` matches the code: its lines and conversations are executed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.sources.tower import link, protocol, source
from companion.sources.tower.link import Link
from companion.sources.tower.protocol import (
    Cause,
    FaultKind,
    Flaw,
    ProtocolError,
    Refusal,
    TowerFault,
    TowerRoll,
    crc,
    encode_line,
    parse_host_frame,
    parse_tower_frame,
)
from companion.sources.tower.stand_ins import sensor_board
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory

DOCUMENT = (Path(__file__).parents[3] / "firmware" / "PROTOCOL.md").read_text()
CONVERSATIONS = re.findall(r"```conversation\n(.*?)```", DOCUMENT, re.S)
LINES = re.findall(r"^(?: *[\d.]+ )?([<>])x? (\$.*)$", DOCUMENT, re.M)
STEP = 0.1


class Conversation:
    """Both ends and the line between them, on a simulated clock; every line is written down.

    Its stage directions (`!`): what happens at the table, and to the ends.
    """

    def __init__(self, new_board: Callable[..., SensorBoard]) -> None:
        self.memory = TowerMemory("7e57ab1e", last_number=16)
        self.new_board = new_board
        self.board: SensorBoard | None = None
        self.link: Link | None = None
        self.on_disk: set[tuple[str, int]] = set()
        self.kill_before_ack = False
        self.lost = {"<": 0, ">": 0}
        self.written: list[str] = []
        self.now = 0.0

    def direct(self, direction: str) -> None:
        match direction.split():
            case ["board", "starts:", cause]:
                self.board = self.new_board(self.memory, self.now, Cause(cause))
            case ["host", "opens", "the", "port"]:
                self.link = Link("companion/0.1.0")
                self.link.open_connection(self.now)
            case ["host", "closes", "the", "port"]:
                assert self.link is not None
                self.link.send_bye()
                self.exchange()
                self.link = None
            case ["host", "will", "be", "killed", "between", "disk", "and", "ack"]:
                self.kill_before_ack = True
            case ["dice:", a, b]:
                assert self.board is not None
                self.board.throw((int(a), int(b)), (98, 97), self.now)
            case ["faults:", *words]:
                assert self.board is not None
                self.board.set_faults([TowerFault.from_word(word) for word in words], self.now)
            case ["command:", *words]:
                assert self.link is not None
                self.link.request(*words)
            case ["next", "line", "lost:", "<" | ">" as way]:
                self.lost[way] += 1
            case ["end"]:
                pass
            case _:
                raise AssertionError(f"no such stage direction: {direction}")

    def exchange(self) -> None:
        """Exchange lines until both ends are quiet."""
        if self.board is not None:
            self.board.tick(self.now)
        if self.link is not None:
            self.link.tick(self.now)
        while True:
            to_board = self.link.take_outgoing() if self.link else b""
            to_host = self.board.take_outgoing() if self.board else b""
            if not to_board and not to_host:
                return
            receive_due = self.carry(">", to_board)
            if self.board is not None:
                self.board.receive(receive_due, self.now)
            self.hear(self.carry("<", to_host))

    def carry(self, way: str, data: bytes) -> bytes:
        receive_due = b""
        for one in data.splitlines(keepends=True):
            lost = self.lost[way] > 0
            self.lost[way] -= lost
            mark = "x" if lost else " "
            self.written.append(f"{self.now:6.2f} {way}{mark} {one.decode().strip()}")
            receive_due += b"" if lost else one
        return receive_due

    def hear(self, data: bytes) -> None:
        if self.link is None:
            return
        for event in self.link.receive(data, self.now):
            if isinstance(event, TowerRoll):
                self.on_disk.add(event.identity)
                if self.kill_before_ack:
                    self.link, self.kill_before_ack = None, False
                    return
                self.link.acknowledge(event)

    def perform(self, script: str) -> str:
        """Follow the stage directions of a conversation; return the transcript with the directions."""
        directions = re.findall(r"^ *([\d.]+) ! (.*)$", script, re.M)
        for when, direction in directions:
            while round(self.now + STEP, 6) <= float(when):
                self.now = round(self.now + STEP, 6)
                self.exchange()
            self.now = float(when)
            self.written.append(f"{self.now:6.2f} !  {direction}")
            self.direct(direction)
            self.exchange()
        return "".join(f"{entry}\n" for entry in self.written)


def tidy(script: str) -> str:
    return re.sub(r"^( *[\d.]+) ! +", r"\1 !  ", script, flags=re.M)


@pytest.mark.parametrize("script", CONVERSATIONS)
def test_every_documented_conversation_matches_the_implementation(
    script: str, new_board: Callable[..., SensorBoard]
) -> None:
    assert Conversation(new_board).perform(re.sub(r" !  ", " ! ", script)) == tidy(script)


def test_the_document_contains_conversations_and_lines() -> None:
    assert len(CONVERSATIONS) >= 6
    shown = {re.split(r"[ *]", text)[0] for _, text in LINES}
    kinds = "hi ack ping bye do hello roll beat raw ok err what"
    assert shown == {f"${kind}" for kind in kinds.split()}


@pytest.mark.parametrize(("way", "text"), sorted(set(LINES)))
def test_every_documented_line_is_a_frame_in_canonical_form(way: str, text: str) -> None:
    frame = (parse_host_frame if way == ">" else parse_tower_frame)(text.encode() + b"\n")
    assert frame.to_bytes() == text.encode() + b"\n"


def test_the_example_checksums_are_correct() -> None:
    worked = re.findall(r"^\| `([^`]+)` \| `([0-9A-F]{4})` \|$", DOCUMENT, re.M)
    assert len(worked) >= 3
    assert dict(worked)["123456789"] == "29B1"
    for body, figures in worked:
        assert f"{crc(body):04X}" == figures
        if " " in body:
            assert encode_line(body).decode() == f"${body}*{figures}\n"


def test_documented_invalid_lines_are_refused_for_the_documented_reason() -> None:
    wrong = re.findall(r"^\| `(\$[^`]*)` \| `(\w+)` \|", DOCUMENT, re.M)
    assert {flaw for _, flaw in wrong} == {"form", "crc", "kind", "value"}
    for text, flaw in wrong:
        with pytest.raises(ProtocolError) as refusal:
            parse_tower_frame(text.encode())
        assert refusal.value.flaw == Flaw(flaw), text


def test_every_fault_refusal_flaw_and_cause_is_documented() -> None:
    for word in (*FaultKind, *Refusal, *Flaw, *Cause):
        assert f"`{word}`" in DOCUMENT, word


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        (protocol.MAX_LINE_BYTES, "{} bytes"),
        (link.HI_EVERY_S, "| host: `hi` again while unanswered | {:g} s |"),
        (link.PING_EVERY_S, "| host: `ping` | {:g} s |"),
        (source.GIVE_UP_AFTER_S, "| host: closes a port without a tower after | {:g} s |"),
        (link.SILENT_AFTER_S, "| host: the tower counts as silent after | {:g} s |"),
        (link.COMMAND_RETRY_S, "| host: command again while unanswered | {:g} s |"),
        (link.COMMAND_TIMEOUT_S, "| host: gives a command up after | {:g} s |"),
        (sensor_board.HELLO_EVERY_S, "| tower: `hello` while alone | {:g} s |"),
        (sensor_board.BEAT_EVERY_S, "| tower: `beat` | {:g} s |"),
        (sensor_board.RESEND_EVERY_S, "| tower: `roll` again while not acknowledged | {:g} s |"),
        (sensor_board.COUNTS_FOR_S, "| tower: throws count after the host's last line for | {:g} s |"),
        (sensor_board.COUNTS_AFTER_START_S, "| tower: throws count after a start for | {:g} s |"),
        (sensor_board.MAX_PENDING_ROLLS, "{} rolls"),
        (protocol.MAX_RAW_VALUES, "{} values"),
        (protocol.MAX_AGE_MS, "{}"),
    ],
)
def test_every_constant_of_the_code_is_documented(figure: float, sentence: str) -> None:
    assert sentence.format(figure) in DOCUMENT
