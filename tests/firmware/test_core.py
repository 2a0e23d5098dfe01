"""The firmware core on this machine with sanitizers: its C tests and its fuzzer."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator

import pytest

from companion.sources.tower.protocol import Ack, Bye, Do, Hi, HostFrame, Ping, encode_line
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory
from tests.firmware.core_board import Core, CoreBoard
from tests.firmware.programs import FIRMWARE, build_target

NAMES = [
    name
    for source in sorted((FIRMWARE / "tests").glob("test_*.c"))
    for name in re.findall(r"^TEST\((\w+)\)$", source.read_text(), re.M)
]
FUZZED_SECONDS = 10


@pytest.mark.parametrize("name", NAMES)
def test_core(name: str) -> None:
    run = subprocess.run([build_target("build/core-tests"), name], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_every_c_test_is_listed() -> None:
    listed = subprocess.run([build_target("build/core-tests"), "--list"], capture_output=True, text=True)
    assert sorted(listed.stdout.split()) == sorted(NAMES)


@pytest.mark.slow
def test_the_core_survives_random_bytes_scans_restarts_and_power_cuts() -> None:
    run = subprocess.run([build_target("build/fuzz"), str(FUZZED_SECONDS)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


class TestRefusals:
    """The core refuses the same lines for the same reasons as the Python model."""

    LINES = 3000

    @pytest.fixture
    def core(self) -> Iterator[Core]:
        core = Core(build_target("build/model"))
        yield core
        core.close()

    def random_frame(self, chance: random.Random) -> HostFrame:
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

    def damage_frame(self, frame: HostFrame, chance: random.Random) -> bytes:
        """Return the line of a frame: intact, changed with a valid checksum, or damaged."""
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

    @pytest.mark.slow
    @pytest.mark.smoke
    def test_the_core_and_the_model_answer_every_line_alike(self, core: Core) -> None:
        chance = random.Random(4)
        memories = TowerMemory("7e57ab1e"), TowerMemory("7e57ab1e")
        model, board = SensorBoard(memories[0], 0.0), CoreBoard(core, memories[1], 0.0)
        answers = set()
        for number in range(self.LINES):
            line = self.damage_frame(self.random_frame(chance), chance)
            now = number / 8
            for either in (model, board):
                either.tick(now)
                either.receive(line, now)
            outgoing = model.take_outgoing()
            assert board.take_outgoing() == outgoing, line
            answers.add(outgoing.split(b"*")[0])
        assert {
            b"$what " + flaw for flaw in (b"form", b"crc", b"kind", b"value", b"long", b"cut", b"text")
        } <= answers
