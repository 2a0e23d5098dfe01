"""Files that a person names are regular ones of a limited size, or are refused with the reason."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.checksummed_json import MAX_NESTING, check_regular_file, read_bytes, read_json, read_text


def test_a_regular_file_and_a_link_to_one_are_read(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("Zoë")
    (tmp_path / "link").symlink_to(file)
    assert read_bytes(file) == "Zoë".encode()
    assert read_text(tmp_path / "link") == "Zoë"


def test_a_byte_order_mark_is_no_part_of_a_text(tmp_path: Path) -> None:
    file = tmp_path / "names.json"
    file.write_bytes(b'\xef\xbb\xbf{"name": "Zo\xc3\xab"}')
    assert read_text(file) == '{"name": "Zoë"}'
    assert read_json(file) == {"name": "Zoë"}


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/full", "/dev/tty", "pipe", "link", "folder"])
def test_pipes_devices_and_folders_are_refused(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    for read in (read_bytes, check_regular_file):
        with pytest.raises(OSError, match="it is a folder" if place == "folder" else "a device or a pipe"):
            read(tmp_path / place)


def test_the_null_device_is_an_empty_file() -> None:
    assert read_bytes(Path(os.devnull)) == b""


def test_circular_links_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for name, why in (("a", "symbolic links"), ("nothing", "No such file")):
        with pytest.raises(OSError, match=why):
            read_bytes(tmp_path / name)


def test_a_too_large_file_is_refused_and_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="larger than 1 MiB"):
        read_bytes(tmp_path / "large", 1024 * 1024)
    (tmp_path / "whole").write_bytes(bytes(1000))
    assert len(read_bytes(tmp_path / "whole", 1000)) == 1000


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * MAX_NESTING + "]" * MAX_NESTING, None),
        ("[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1), "nested too deep"),
        ('{"a":' * 900 + "1" + "}" * 900, "nested too deep"),
        ("[" * 100_000 + "]" * 100_000, "nested too deep"),
        ("[" * 100_000, "nested too deep"),
        ("1" * 10_000, "digits"),
        ("", "Expecting value"),
    ],
    ids=["deep", "deeper", "objects", "as deep as never", "half of that", "long number", "nothing"],
)
def test_json_is_read_up_to_a_limited_nesting(tmp_path: Path, text: str, why: str | None) -> None:
    file = tmp_path / "report.json"
    file.write_text(text)
    if why is None:
        assert read_json(file) == json.loads(text)
        return
    with pytest.raises(ValueError, match=why):
        read_json(file)


@given(st.binary(max_size=60))
def test_any_file_is_json_or_an_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_bytes(data)
    try:
        value = read_json(file)
    except ValueError:
        return
    assert json.loads(data) == value or value != value
