"""The pages' scripts take what travels as it is declared: tsc checks their types."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "docs" / "tools"))

import script_types
from script_types import Fault

MOST_UNFINISHED = 104
"""So many scripts are left to be given types; never more."""


@pytest.fixture(scope="module")
def found() -> tuple[Fault, ...]:
    return script_types.faults()


@pytest.mark.timeout(600)
def test_no_script_takes_anything_for_what_it_is_not(found: tuple[Fault, ...]) -> None:
    wrong = script_types.not_let_pass(found, script_types.unfinished())
    assert not [f"{fault.path}:{fault.line}: {fault.text}" for fault in wrong]


def test_whoever_finishes_a_script_takes_it_off_the_list(found: tuple[Fault, ...]) -> None:
    assert not list(script_types.better_than_listed(found, script_types.unfinished()))


def test_the_list_of_unfinished_scripts_only_gets_shorter() -> None:
    listed = script_types.unfinished()
    assert set(listed.values()) <= {"implied", "unchecked"}
    assert len(listed) <= MOST_UNFINISHED
    assert all((script_types.ROOT / path).is_file() for path in listed)


def test_a_fault_is_let_pass_as_far_as_the_list_says() -> None:
    implied, wrong = Fault("a.js", 1, "", implied=True), Fault("a.js", 2, "", implied=False)
    assert list(script_types.not_let_pass([implied, wrong], {})) == [implied, wrong]
    assert list(script_types.not_let_pass([implied, wrong], {"a.js": "implied"})) == [wrong]
    assert list(script_types.not_let_pass([implied, wrong], {"a.js": "unchecked"})) == []
    assert list(script_types.better_than_listed([implied], {"a.js": "unchecked", "b.js": "implied"})) == [
        "a.js",
        "b.js",
    ]
