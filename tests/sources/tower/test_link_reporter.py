"""The link reporter: health changes, and a second tower beside a healthy one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.observations import SourceReport
from companion.sources.tower import wording
from companion.sources.tower.link import FaultsChanged
from companion.sources.tower.protocol import FaultKind, TowerFault
from companion.sources.tower.source import LinkReporter

NO_LINK: Any = None


@pytest.fixture
def reports() -> list[SourceReport]:
    return []


@pytest.fixture
def reporter(reports: list[SourceReport]) -> LinkReporter:
    def emit(observation: Any) -> None:
        reports.append(observation)

    return LinkReporter("tower", emit, lambda: 1.0)


OTHERS = wording.explain_other_ports("/dev/serial/by-id/usb-1a86_A", ["/dev/serial/by-id/usb-FTDI_B"])


def test_the_text_names_both_ports_and_a_remedy() -> None:
    assert "usb-1a86_A is in use" in OTHERS
    assert "another one at usb-FTDI_B" in OTHERS
    assert "--tower" in OTHERS
    assert wording.explain_other_ports("/dev/serial/by-id/usb-1a86_A", []) == ""


def test_another_port_is_reported_once_and_cleared_when_it_disappears(
    reporter: LinkReporter, reports: list[SourceReport], caplog: pytest.LogCaptureFixture
) -> None:
    reporter.report_event(FaultsChanged(()), NO_LINK, "A")
    for _ in range(3):
        reporter.report_other_ports(OTHERS)
    reporter.report_other_ports("")
    assert [(each.health, each.text) for each in reports] == [("ok", ""), ("ok", OTHERS), ("ok", "")]
    assert len(caplog.messages) == 1


def test_a_fault_takes_precedence_over_other_ports(
    reporter: LinkReporter, reports: list[SourceReport]
) -> None:
    reporter.report_event(FaultsChanged((TowerFault(FaultKind.LIGHT, 0),)), NO_LINK, "A")
    reporter.report_other_ports(OTHERS)
    reporter.report_event(FaultsChanged(()), NO_LINK, "A")
    assert [each.health for each in reports] == ["fault", "ok"]
    assert reports[-1].text == OTHERS
