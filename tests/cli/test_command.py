"""The command itself, without its subcommands."""

from __future__ import annotations

import importlib.metadata

import pytest

from companion.cli.command import main


def test_the_command_prints_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {importlib.metadata.version('companion')}\n"
