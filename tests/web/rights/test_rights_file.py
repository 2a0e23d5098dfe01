"""The rights file: created at the first start, for its owner only, replaced when damaged."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from web.rights import open_rights, read_secret
from web.rights.rights_file import RightsError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal-rights.json"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_first_start_creates_a_secret_that_only_its_owner_can_read(path: Path) -> None:
    rights = open_rights(path)
    assert mode(path) == 0o600
    assert read_secret(path) == rights.secret
    assert len(bytes.fromhex(rights.secret)) == 32


def test_pairings_outlive_the_server(path: Path) -> None:
    first = open_rights(path)
    tablet, phone = first.devices.pair_tablet(), first.devices.pair_phone("red", "Ana")
    again = open_rights(path)
    assert again.device_of_cookie(first.sign(tablet)) == tablet
    assert again.device_of_cookie(first.sign(phone)) == phone
    assert mode(path) == 0o600


def test_unpaired_devices_stay_unpaired(path: Path) -> None:
    first = open_rights(path)
    phone = first.devices.pair_phone("red", "Ana")
    first.devices.unpair(phone.id)
    assert open_rights(path).device_of_cookie(first.sign(phone)) is None


def test_the_codes_are_in_no_file(path: Path) -> None:
    rights = open_rights(path)
    token = rights.phones.invite("red", "Ana").token
    rights.devices.pair_tablet()
    assert rights.code.digits not in json.loads(path.read_text()).values()
    assert token not in path.read_text()


def test_a_file_that_others_can_read_is_restricted_to_its_owner(path: Path) -> None:
    open_rights(path)
    path.chmod(0o644)
    open_rights(path)
    assert mode(path) == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: text.replace("tablet", "phone"),
        lambda text: text.replace('"secret": "', '"secret": "00'),
        lambda text: "[1, 2]",
    ],
    ids=["half", "empty", "another role", "another secret", "no object"],
)
def test_a_damaged_file_is_moved_aside_and_all_devices_must_pair_again(
    path: Path, damage: object, caplog: pytest.LogCaptureFixture
) -> None:
    first = open_rights(path)
    tablet = first.devices.pair_tablet()
    spoilt = damage(path.read_text())  # type: ignore[operator]  # one of the parameters above
    path.write_text(spoilt)
    again = open_rights(path)
    assert again.devices.list_all() == ()
    assert again.device_of_cookie(first.sign(tablet)) is None
    aside = path.with_name("journal-rights.json.damaged")
    assert aside.read_text() == spoilt
    assert str(aside) in caplog.text


def unwritable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every write fail: the disk is full, or read-only."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)
    for name in ("replace", "chmod", "unlink"):
        monkeypatch.setattr(Path, name, refuse)


def test_a_start_that_changes_nothing_writes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_rights(path)
    tablet = first.devices.pair_tablet()
    before = path.stat().st_ino, path.stat().st_mtime_ns
    unwritable(monkeypatch)
    again = open_rights(path)
    assert again.device_of_cookie(first.sign(tablet)) == tablet
    assert again.notice is None
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == before


def test_the_table_starts_with_an_unwritable_file_and_reports_it(tmp_path: Path) -> None:
    rights = open_rights(tmp_path / "nowhere" / "journal-rights.json")
    assert rights.notice is not None
    assert "can't be written" in rights.notice
    assert not rights.is_persistent
    tablet = rights.devices.pair_tablet()
    assert rights.device_of_cookie(rights.sign(tablet)) == tablet


def test_pairings_made_while_the_file_was_unwritable_are_saved_later(tmp_path: Path) -> None:
    path = tmp_path / "later" / "journal-rights.json"
    rights = open_rights(path)
    tablet = rights.devices.pair_tablet()
    path.parent.mkdir()
    phone = rights.devices.pair_phone("red", "Ana")
    again = open_rights(path)
    assert again.device_of_cookie(rights.sign(tablet)) == tablet
    assert again.device_of_cookie(rights.sign(phone)) == phone


def test_a_damaged_file_that_cannot_be_moved_does_not_stop_the_table(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text('{"half')
    unwritable(monkeypatch)
    rights = open_rights(path)
    assert rights.notice is not None
    assert rights.devices.pair_tablet() in rights.devices.list_all()
    assert path.read_text() == '{"half'


def test_a_missing_file_has_no_secret(path: Path) -> None:
    with pytest.raises(RightsError, match="there is no"):
        read_secret(path)
