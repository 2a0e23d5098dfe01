"""Opening the port on a real pseudo-terminal, with every possible error."""

from __future__ import annotations

import grp
import os
import pwd
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.sources.tower.port import Port, PortError, PortTrouble
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower


@pytest.fixture
def tower(towers: Callable[..., VirtualTower]) -> VirtualTower:
    """The firmware's model, which is there without a tool chain."""
    return towers()


@contextmanager
def run_as_nobody() -> Iterator[None]:
    """Run as a user without permissions: root could open any port."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def open_error(path: str) -> PortError:
    with pytest.raises(PortError) as refusal:
        Port(path)
    return refusal.value


def test_a_missing_port_is_reported_as_missing(tmp_path: Path) -> None:
    error = open_error(str(tmp_path / "ttyUSB0"))
    assert error.trouble is PortTrouble.MISSING
    assert "plug its USB cable in" in str(error)


def test_a_forbidden_port_names_the_group_and_the_command(tower: VirtualTower) -> None:
    path = os.path.realpath(tower.port)
    Path(path).chmod(0)
    with run_as_nobody():
        error = open_error(path)
    assert error.trouble is PortTrouble.DENIED
    assert "usermod -aG dialout" in str(error)
    assert "log out" in str(error)


class TestMissingPermission:
    """Group membership takes effect at the next login and may not be enough."""

    def refusal_text(self, tower: VirtualTower) -> str:
        path = os.path.realpath(tower.port)
        Path(path).chmod(0)
        with run_as_nobody():
            return str(open_error(path))

    def make_group(self, monkeypatch: pytest.MonkeyPatch, *members: str) -> None:
        group = grp.struct_group(("dialout", "x", 4711, list(members)))
        monkeypatch.setattr(grp, "getgrnam", lambda name: group)

    def user_name(self) -> str:
        with run_as_nobody():
            return pwd.getpwuid(os.geteuid()).pw_name

    def test_a_user_outside_the_group_gets_the_command(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.make_group(monkeypatch, "somebody-else")
        assert f"'sudo usermod -aG dialout {self.user_name()}', then log out" in self.refusal_text(tower)

    def test_a_new_group_member_is_asked_to_log_out(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.make_group(monkeypatch, self.user_name())
        text = self.refusal_text(tower)
        assert "not yet in this session: log out and in again" in text
        assert "usermod" not in text

    def test_a_group_member_without_access_gets_the_udev_rule(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.make_group(monkeypatch, self.user_name())
        monkeypatch.setattr(os, "getgroups", lambda: [4711])
        assert "run 'companion install'" in self.refusal_text(tower)

    def test_without_the_group_the_udev_rule_is_suggested(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unknown(name: str) -> None:
            raise KeyError(name)

        monkeypatch.setattr(grp, "getgrnam", unknown)
        assert "run 'companion install'" in self.refusal_text(tower)


def test_a_port_in_use_is_not_shared(tower: VirtualTower) -> None:
    first = Port(tower.port)
    error = open_error(tower.port)
    assert error.trouble is PortTrouble.BUSY
    assert "Another program" in str(error)
    first.close()
    Port(tower.port).close()


def test_an_unidentified_port_in_use_is_left_to_its_owner(tower: VirtualTower) -> None:
    hold = "import sys; line = open(sys.argv[1], 'rb', 0); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", hold, tower.port]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(PortError) as refusal:
            Port(tower.port, unconfirmed=True)
        assert refusal.value.trouble is PortTrouble.BUSY
        Port(tower.port).close()  # a person chose it
        other.stdin.close()
    Port(tower.port, unconfirmed=True).close()


def test_a_file_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dice")
    assert open_error(str(path)).trouble is PortTrouble.BROKEN
    assert path.read_text() == "dice"


def test_closing_keeps_the_control_line_up_so_the_board_keeps_running(tower: VirtualTower) -> None:
    Port(tower.port).close()
    line = os.open(tower.port, os.O_RDWR | os.O_NOCTTY)
    try:
        assert not termios.tcgetattr(line)[2] & termios.HUPCL
    finally:
        os.close(line)


def test_bytes_are_sent_and_received_and_silence_reads_empty(tower: VirtualTower) -> None:
    port = Port(tower.port)
    try:
        port.write(b"$hi 1 companion/0.1.0*AC7C\n")
        heard = b""
        while b"met" not in heard:
            heard += port.read()
    finally:
        port.close()


def test_a_removed_port_raises_and_closes_quietly(
    tower: VirtualTower, eventually: Callable[..., None]
) -> None:
    port = Port(tower.port)
    tower.unplug()
    errors: list[Any] = []

    def read_until_it_fails() -> bool:
        try:
            port.read()
        except PortError as error:
            errors.append(error)
        return bool(errors)

    eventually(read_until_it_fails)
    assert errors[0].trouble is PortTrouble.BROKEN
    with pytest.raises(PortError):
        port.write(b"$ping*F72B\n")
    port.close()
    port.close()


def test_writing_to_a_blocked_tower_does_not_block(tmp_path: Path) -> None:
    with VirtualTower(tmp_path / "tower") as idle:  # nobody drives it: its end is never read
        port = Port(idle.port)
        with pytest.raises(PortError):
            port.write(b"x" * 1_000_000)
        port.close()
