"""The firmware's core on this machine, under sanitizers: its C tests by their names, and its fuzzer."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator

import pytest

from companion.sources.tower.host_frames import Ack, Bye, Do, Hi, HostFrame, Ping
from companion.sources.tower.line import encode_line
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory
from tests.firmware.core_board import Core, CoreBoard
from tests.firmware.making import FIRMWARE, made

NAMES = [
    name
    for source in sorted((FIRMWARE / "tests").glob("test_*.c"))
    for name in re.findall(r"^TEST\((\w+)\)$", source.read_text(), re.M)
]
FUZZED_SECONDS = 10


@pytest.mark.parametrize("name", NAMES)
def test_core(name: str) -> None:
    run = subprocess.run([made("build/core-tests"), name], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_none_is_left_out() -> None:
    listed = subprocess.run([made("build/core-tests"), "--list"], capture_output=True, text=True)
    assert sorted(listed.stdout.split()) == sorted(NAMES)


@pytest.mark.slow
def test_random_bytes_scans_starts_and_power_cuts_break_nothing() -> None:
    run = subprocess.run([made("build/fuzz"), str(FUZZED_SECONDS)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


class TestRefusals:
    """What the core refuses, and why, is what the model in Python does."""

    LINES = 3000

    @pytest.fixture
    def core(self) -> Iterator[Core]:
        core = Core(made("build/model"))
        yield core
        core.close()

    def frame(self, chance: random.Random) -> HostFrame:
        number = chance.choice([1, 9, 10, 65535, 4294967295, chance.randint(1, 65535)])
        words = chance.choice([("blink",), ("dance",), ("raw", "3"), ("calibrate", "face", "9")])
        kinds: list[HostFrame] = [
            Hi(1, "companion/0.1.0"),
            Ack("7e57ab1e", number),
            Ping(),
            Do(min(number, 65535), words),
            Bye(),
        ]
        return chance.choice(kinds)

    def spoilt(self, frame: HostFrame, chance: random.Random) -> bytes:
        """The frame's line as it is, or with its body changed under a right check sum, or damaged."""
        line = frame.to_bytes()
        body = bytearray(line[1:-6])
        for _ in range(chance.choice([0, 1, 1, 2])):
            place = chance.randrange(len(body))
            match chance.randrange(4):
                case 0:
                    body[place] = chance.choice(b"0129 aAfz/.+-")
                case 1:
                    del body[place]
                case 2:
                    body.insert(place, chance.choice(b"0129 aAfz/.+-"))
                case 3:
                    body += chance.choice([b" ", b" 1", b" a/1", b"0" * 90])
            body = body or bytearray(b"ping")
        line = encode_line(body.decode())
        if chance.random() < 0.3:
            place = chance.randrange(len(line))
            line = line[:place] + chance.randbytes(chance.randrange(3)) + line[place + 1 :]
        return line

    def test_lines_of_any_kind_are_answered_alike(self, core: Core) -> None:
        chance = random.Random(4)
        memories = TowerMemory("7e57ab1e"), TowerMemory("7e57ab1e")
        model, board = SensorBoard(memories[0], 0.0), CoreBoard(core, memories[1], 0.0)
        answers = set()
        for number in range(self.LINES):
            line = self.spoilt(self.frame(chance), chance)
            now = number / 8
            for either in (model, board):
                either.tick(now)
                either.receive(line, now)
            said = model.take_outgoing()
            assert board.take_outgoing() == said, line
            answers.add(said.split(b"*")[0])
        assert {
            b"$what " + flaw for flaw in (b"form", b"crc", b"kind", b"value", b"long", b"cut", b"text")
        } <= answers
