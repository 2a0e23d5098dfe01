"""The command that trains a network: the networks that it knows, and the options of each."""

from __future__ import annotations

import argparse
import ast
import re
from pathlib import Path
from typing import Any

import pytest

from tests.score.split import NETS
from tests.syntax import tree_of
from vision.training.configuration import (
    Training,
    add_required_bodies,
    add_source_option,
    training_parser,
)
from vision.training.train import MODULES, main

ROOT = Path(__file__).parents[3]
USUAL_OPTIONS = ["--photos", "photos", "--fonts", "fonts", "--out", "out"]


def configurations(module: str) -> dict[str, ast.Call]:
    """Return the entries of a module's `TRAININGS`, without torch, which only trainings need."""
    path = ROOT / (module.replace(".", "/") + ".py")
    (found,) = (
        node.value
        for node in tree_of(path).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "TRAININGS"
    )
    assert isinstance(found, ast.Dict)
    return {ast.literal_eval(key): call for key, call in zip(found.keys, found.values, strict=True)}  # type: ignore[arg-type, misc]  # each key is a constant


def training(**options: Any) -> Training:
    return Training("A net.", lambda: None, lambda _: lambda _: (), lambda *_: (0, 0.0), (1,), **options)


def parse(one: Training, *arguments: str) -> argparse.Namespace:
    return training_parser("net", one).parse_args([*USUAL_OPTIONS, *arguments])


def test_each_module_configures_the_networks_that_the_command_knows() -> None:
    configured = {(net, module) for module in set(MODULES.values()) for net in configurations(module)}
    assert configured == set(MODULES.items())


def test_every_network_that_is_measured_without_a_source_has_a_training() -> None:
    assert set(NETS) <= set(MODULES)


def test_the_pages_name_known_networks() -> None:
    pages = [ROOT / "docs" / name for name in ("vision.md", "dice.md", "laboratory.md")]
    named = [
        net for page in pages for net in re.findall(r"vision\.training\.train (\S+)", page.read_text("utf-8"))
    ]
    assert len(named) > 8
    assert set(named) <= {*MODULES, "$net"}


def test_a_network_has_its_own_defaults_and_options() -> None:
    options = parse(training(steps=70, batch=12, seed=7))
    assert (options.steps, options.batch, options.seed, options.workers) == (70, 12, 7, 1)
    assert "without" not in options
    assert parse(training(steps=1, add_options=(add_source_option,))).without is None


def test_path_traced_bodies_can_be_required(capsys: pytest.CaptureFixture[str]) -> None:
    one = training(steps=1, add_options=(add_required_bodies,))
    assert parse(one, "--bodies", "roads", "buildings").bodies == [Path("roads"), Path("buildings")]
    with pytest.raises(SystemExit):
        parse(one)
    assert "--bodies" in capsys.readouterr().err


def test_an_unknown_network_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["dragons", *USUAL_OPTIONS])
    assert "dice_pips" in capsys.readouterr().err
