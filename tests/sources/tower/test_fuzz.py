"""Mutilated conversations yield only rolls that the tower sent."""

from __future__ import annotations

import random

import pytest

from companion.sources.tower.link import Link
from companion.sources.tower.protocol import MAX_LINE_BYTES, Ack, FaultKind, Hi, TowerFault, TowerRoll
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory

UNIT = "7e57ab1e"


def conversation(chance: random.Random) -> tuple[bytes, set[TowerRoll]]:
    """Return the bytes of a tower during a greeting and eight rolls, and the rolls."""
    board = SensorBoard(TowerMemory(UNIT, last_number=chance.randrange(10**6)), 0.0)
    board.tick(0.0)
    board.receive(Hi(1, "companion/0.1.0").to_bytes(), 0.0)
    stream = board.take_outgoing()
    for second in range(1, 9):
        dice = chance.randint(1, 6), chance.randint(1, 6)
        number = board.throw(dice, (chance.randint(60, 100), 99), second)
        assert number is not None
        board.tick(second + 0.6)
        board.receive(Ack(UNIT, number).to_bytes(), second + 0.7)
        if second == 4:
            board.set_faults([TowerFault(FaultKind.COCKED, 1)], second + 0.8)
        stream += board.take_outgoing()
    lines = stream.splitlines(keepends=True)
    clean, rolls = Link("companion/0.1.0"), set()
    clean.open_connection(0.0)
    for line in lines:  # each report of a roll is a different frame: its age differs
        received = [event for event in clean.receive(line, 0.0) if isinstance(event, TowerRoll)]
        rolls.update(received)
    assert len(rolls) == 8
    return stream, rolls


def mutilate(stream: bytes, chance: random.Random) -> bytes:
    data = bytearray(stream)
    for _ in range(chance.choice([1, 1, 2, 3, 5, 20, 80])):
        if not data:
            break
        place = chance.randrange(len(data))
        length = chance.choice([1, 1, 2, 5, 30])
        other = chance.randrange(len(data))
        match chance.randrange(8):
            case 0:
                data[place] ^= 1 << chance.randrange(8)
            case 1:
                data[place : place + length] = chance.randbytes(length)
            case 2:
                del data[place : place + length]
            case 3:
                data[place:place] = chance.randbytes(length)
            case 4:
                data[place:place] = data[other : other + length]
            case 5:
                data[place : place + length] = data[other : other + length]
            case 6:
                data[place] = chance.choice(b"0123456789 +*$\n")
            case 7:
                del data[place:]
    return bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_mutilated_conversation_never_yields_an_unsent_roll(seed: int) -> None:
    chance = random.Random(seed)
    heard = 0
    for _ in range(60):
        stream, rolls = conversation(chance)
        true = {(roll.identity, roll.dice, roll.quality) for roll in rolls}
        for _ in range(20):
            link = Link("companion/0.1.0")
            link.open_connection(0.0)
            data = mutilate(stream, chance)
            while data:
                size = chance.randint(1, 200)
                for event in link.receive(data[:size], 0.0):
                    if isinstance(event, TowerRoll):
                        roll = event
                        assert (roll.identity, roll.dice, roll.quality) in true
                        link.acknowledge(roll)
                        heard += 1
                assert link.buffered_byte_count <= MAX_LINE_BYTES
                data = data[size:]
    assert heard > 2000, "nothing was heard: the test shows nothing"
