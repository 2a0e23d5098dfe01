from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.entries import draft_entry
from companion.journal.files import sibling_path
from companion.journal.wal import is_whole

FRAME = 24 + 4096


@pytest.fixture
def log(journal: Journal, path: Path) -> bytes:
    game = journal.begin("base")
    for n in range(20):
        journal.append(game.id, [draft_entry(n, "tower", 1.0, {"v": 1, "event": {"n": n}})])
    return sibling_path(path, "-wal").read_bytes()


def test_a_log_of_sqlite_is_whole(log: bytes) -> None:
    assert len(log) > 20 * FRAME
    assert is_whole(log)
    assert is_whole(b"")


def test_a_log_may_lack_whole_frames_at_its_end(log: bytes) -> None:
    assert is_whole(log[: 32 + 3 * FRAME])
    assert is_whole(log[: 32 + 3 * FRAME + 10])


def test_a_log_may_end_in_an_unfinished_transaction(log: bytes) -> None:
    starts = range(32, len(log), FRAME)
    inner = [start for start in starts if not any(log[start + 4 : start + 8])][-1]
    torn = log[: inner + 24] + bytes(4096)
    assert is_whole(torn)
    assert is_whole(torn[:-1000])
    assert not is_whole(torn + log[inner + FRAME :])


def test_a_log_may_end_in_frames_of_an_earlier_generation(journal: Journal, path: Path) -> None:
    game = journal.begin("base")
    sizes = []
    generations: set[bytes] = set()
    while len(generations) < 3:
        journal.append(game.id, [draft_entry(0.0, "tower", 1.0, {"v": 1, "event": {"pad": "." * 40_000}})])
        log = sibling_path(path, "-wal").read_bytes()
        assert is_whole(log)
        sizes.append(len(log))
        generations.add(log[16:24])
    # It was begun again twice without getting shorter.
    assert sizes == sorted(sizes)
    assert {log[start + 8 : start + 16] for start in range(32, len(log), FRAME)} <= generations
    changed = bytearray(log)
    changed[-FRAME + 8 : -FRAME + 16] = b"nonsense"
    assert not is_whole(bytes(changed))


def test_a_log_with_half_a_commit_frame_is_not_whole(log: bytes) -> None:
    assert not is_whole(log[:-100])
    assert not is_whole(log[:20])


def test_a_changed_bit_anywhere_is_noticed(log: bytes) -> None:
    chance = random.Random(5)
    places = [*range(32), *range(32, 32 + 24), *chance.sample(range(32, len(log)), 150)]
    for place in places:
        changed = bytearray(log)
        changed[place] ^= 1 << chance.randrange(8)
        assert not is_whole(bytes(changed)), f"byte {place}"


def test_a_lost_block_in_the_middle_is_noticed(log: bytes) -> None:
    assert not is_whole(log[:8192] + bytes(4096) + log[12288:])


def test_an_overwritten_last_frame_is_noticed(log: bytes) -> None:
    for other in (bytes(FRAME), random.Random(1).randbytes(FRAME), b"\xff" * FRAME):
        assert not is_whole(log[:-FRAME] + other)
