"""Syntax trees of this project's modules."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from pathlib import Path


def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module.

    Python 3.11 counts how deeply it stands while it builds a tree, and refuses its own count
    (`AST constructor recursion depth mismatch`) where the collection of garbage, meanwhile, finishes what
    another test left half run: no garbage is collected for so long.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text("utf-8"))
    finally:
        if collected:
            gc.enable()


def walk_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements of a module, without the expressions that `ast.walk` also visits."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            children = getattr(node, name, ())
            yield from children
            pending.extend(children)
