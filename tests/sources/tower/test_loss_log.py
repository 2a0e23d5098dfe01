"""Lost lines are logged immediately once, then as a count per minute."""

from __future__ import annotations

import pytest

from companion.sources.tower.source import LossLog


class Clock:
    def __init__(self) -> None:
        self.t = 1000.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_first_lost_line_is_logged_immediately(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    LossLog(clock).record_loss("tower", "/dev/ttyUSB0", "crc: 'R 3 5'")
    assert caplog.messages == ["a line of the tower was lost at /dev/ttyUSB0: crc: 'R 3 5'"]


def test_an_hour_of_noise_is_one_log_line_a_minute_with_exact_counts(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    noise = LossLog(clock)
    for n in range(60 * 60 * 50):
        clock.t += 1 / 50
        noise.record_loss("tower", "/dev/ttyUSB0", f"{n}")
    clock.t += 60
    noise.log_summary()
    assert 60 <= len(caplog.messages) <= 62
    counted = sum(int(each.split()[0]) for each in caplog.messages if each[0].isdigit())
    alone = sum(not each[0].isdigit() for each in caplog.messages)
    assert counted + alone == 60 * 60 * 50


def test_a_burst_is_summarized_though_no_line_follows(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    noise = LossLog(clock)
    for n in range(40):
        noise.record_loss("tower", "/dev/ttyUSB0", f"line {n}")
    clock.t += 59
    noise.log_summary()
    assert len(caplog.messages) == 1
    clock.t += 2
    noise.log_summary()
    assert caplog.messages[1] == (
        "39 more lines of the tower were lost at /dev/ttyUSB0 within 61 s; the last: line 39"
    )


def test_after_a_quiet_minute_the_next_loss_is_logged_immediately(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    noise = LossLog(clock)
    noise.record_loss("tower", "/dev/ttyUSB0", "first")
    clock.t += 61
    noise.record_loss("tower", "/dev/ttyUSB0", "second")
    assert [each.rsplit(" ", 1)[1] for each in caplog.messages] == ["first", "second"]
