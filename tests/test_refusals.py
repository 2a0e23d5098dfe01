"""Refusals that people see are translatable sentences."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.syntax import tree_of

TOP: Final = Path(__file__).parents[1]
SHOWN_ERRORS: Final = {
    *(
        "InputRefused",
        "LayoutError",
        "AnswerRefused",
        "OptionsError",
        "EventError",
        "ShapeError",
        "BodyError",
    ),
}


def untranslatable_lines(path: Path) -> Iterator[str]:
    """The lines of a module that raise such an error with an untranslatable text."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Raise(
                exc=ast.Call(func=ast.Name(id=name), args=[ast.JoinedStr() | ast.Constant(value=str()), *_])
            ) if name in SHOWN_ERRORS:
                yield f"{path.relative_to(TOP)}:{node.lineno}"


@pytest.mark.slow
def test_refusals_are_sentences() -> None:
    modules = [path for top in ("companion", "web") for path in sorted((TOP / top).rglob("*.py"))]
    assert [line for path in modules for line in untranslatable_lines(path)] == []
