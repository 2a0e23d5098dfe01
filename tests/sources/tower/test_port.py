"""Opening the port, on a real pseudo-terminal, with every trouble there can be."""

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
def as_nobody() -> Iterator[None]:
    """A user without rights, for whom a port may be closed that is open to root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def trouble(path: str) -> PortError:
    with pytest.raises(PortError) as refusal:
        Port(path)
    return refusal.value


def test_what_is_not_there_is_missing(tmp_path: Path) -> None:
    error = trouble(str(tmp_path / "ttyUSB0"))
    assert error.trouble is PortTrouble.MISSING
    assert "plug its USB cable in" in str(error)


def test_a_port_this_user_may_not_open_names_the_group_and_the_command(tower: VirtualTower) -> None:
    path = os.path.realpath(tower.port)
    Path(path).chmod(0)
    with as_nobody():
        error = trouble(path)
    assert error.trouble is PortTrouble.DENIED
    assert "usermod -aG dialout" in str(error)
    assert "log out" in str(error)


class TestWhoMayNotOpenThePort:
    """Groups count from the next login on, and being in the group may not be enough."""

    def denied(self, tower: VirtualTower) -> str:
        path = os.path.realpath(tower.port)
        Path(path).chmod(0)
        with as_nobody():
            return str(trouble(path))

    def make_group(self, monkeypatch: pytest.MonkeyPatch, *members: str) -> None:
        group = grp.struct_group(("dialout", "x", 4711, list(members)))
        monkeypatch.setattr(grp, "getgrnam", lambda name: group)

    def user(self) -> str:
        with as_nobody():
            return pwd.getpwuid(os.geteuid()).pw_name

    def test_a_stranger_is_told_the_command(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.make_group(monkeypatch, "somebody-else")
        assert f"'sudo usermod -aG dialout {self.user()}', then log out" in self.denied(tower)

    def test_a_new_member_is_told_to_log_out(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.make_group(monkeypatch, self.user())
        said = self.denied(tower)
        assert "not yet in this session: log out and in again" in said
        assert "usermod" not in said

    def test_a_member_who_is_kept_out_all_the_same_is_told_of_the_rule(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.make_group(monkeypatch, self.user())
        monkeypatch.setattr(os, "getgroups", lambda: [4711])
        assert "run 'companion install'" in self.denied(tower)

    def test_where_there_is_no_such_group_the_rule_helps(
        self, tower: VirtualTower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unknown(name: str) -> None:
            raise KeyError(name)

        monkeypatch.setattr(grp, "getgrnam", unknown)
        assert "run 'companion install'" in self.denied(tower)


def test_a_port_in_use_is_not_shared(tower: VirtualTower) -> None:
    first = Port(tower.port)
    error = trouble(tower.port)
    assert error.trouble is PortTrouble.BUSY
    assert "Another program" in str(error)
    first.close()
    Port(tower.port).close()


def test_a_port_that_may_not_be_a_tower_s_is_left_to_whoever_has_it_open(tower: VirtualTower) -> None:
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
    assert trouble(str(path)).trouble is PortTrouble.BROKEN
    assert path.read_text() == "dice"


def test_closing_leaves_the_control_line_up_so_that_the_board_runs_on(tower: VirtualTower) -> None:
    Port(tower.port).close()
    line = os.open(tower.port, os.O_RDWR | os.O_NOCTTY)
    try:
        assert not termios.tcgetattr(line)[2] & termios.HUPCL
    finally:
        os.close(line)


def test_bytes_go_both_ways_and_silence_is_nothing(tower: VirtualTower) -> None:
    port = Port(tower.port)
    try:
        port.write(b"$hi 1 companion/0.1.0*AC7C\n")
        heard = b""
        while b"met" not in heard:
            heard += port.read()
    finally:
        port.close()


def test_a_port_that_goes_away_says_so_and_closes_quietly(
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


def test_a_tower_that_takes_nothing_does_not_hold_us_up(tmp_path: Path) -> None:
    with VirtualTower(tmp_path / "tower") as idle:  # nobody drives it: its end is never read
        port = Port(idle.port)
        with pytest.raises(PortError):
            port.write(b"x" * 1_000_000)
        port.close()
