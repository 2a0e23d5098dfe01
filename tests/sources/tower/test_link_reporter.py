"""How the source is doing is told when it changes; a second tower while the first is well."""

from __future__ import annotations

from typing import Any

import pytest

from companion.observations import SourceReport
from companion.sources.tower import wording
from companion.sources.tower.link_events import FaultsChanged
from companion.sources.tower.link_reporter import LinkReporter
from companion.sources.tower.tower_frames import FaultKind, TowerFault

NO_LINK: Any = None


@pytest.fixture
def told() -> list[SourceReport]:
    return []


@pytest.fixture
def reporter(told: list[SourceReport]) -> LinkReporter:
    def emit(observation: Any) -> None:
        told.append(observation)

    return LinkReporter("tower", emit, lambda: 1.0)


OTHERS = wording.explain_other_ports("/dev/serial/by-id/usb-1a86_A", ["/dev/serial/by-id/usb-FTDI_B"])


def test_it_names_both_and_says_what_to_do() -> None:
    assert "usb-1a86_A is heard" in OTHERS
    assert "usb-FTDI_B may be another one" in OTHERS
    assert "--tower" in OTHERS
    assert wording.explain_other_ports("/dev/serial/by-id/usb-1a86_A", []) == ""


def test_it_is_named_once_while_all_is_well_and_no_more_when_it_has_gone(
    reporter: LinkReporter, told: list[SourceReport], caplog: pytest.LogCaptureFixture
) -> None:
    reporter.report_event(FaultsChanged(()), NO_LINK, "A")
    for _ in range(3):
        reporter.report_other_ports(OTHERS)
    reporter.report_other_ports("")
    assert [(each.health, each.text) for each in told] == [("ok", ""), ("ok", OTHERS), ("ok", "")]
    assert len(caplog.messages) == 1


def test_what_needs_a_person_comes_first_and_is_followed_by_it(
    reporter: LinkReporter, told: list[SourceReport]
) -> None:
    reporter.report_event(FaultsChanged((TowerFault(FaultKind.LIGHT, 0),)), NO_LINK, "A")
    reporter.report_other_ports(OTHERS)
    reporter.report_event(FaultsChanged(()), NO_LINK, "A")
    assert [each.health for each in told] == ["fault", "ok"]
    assert told[-1].text == OTHERS
