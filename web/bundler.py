"""A script and all the modules that it imports, joined into one: one answer instead of seventy in turn.

Every module becomes a function of its own, that gives what the module exports; its lines stay as they are
written. They are called once each, a module after those that it imports. Where modules import each other
in a ring, what comes later is filled in once all were called, as nobody may use it sooner.

Only the forms of import and export are known that the modules here have. Any other is an error, not a guess.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";', re.M)
_PASSED_ON: Final = re.compile(r'^export \{([^}]*)\} from "(\.[^"]+)";', re.M)
_NAMED: Final = re.compile(r"^export (?=(?:async )?function (\w+)|const (\w+)|const \{([^}]*)\} =)", re.M)
_UNKNOWN: Final = re.compile(r"^(?:import|export)\b(?!\()", re.M)


Find = Callable[[str], Path]
"""Where a module lies, by its path as others import it."""


class UnknownFormError(ValueError):
    """A module imports or exports in a way that isn't known here."""


@dataclass(frozen=True)
class Module:
    """One module.

    Attributes:
        path: as others import it.
        imports: the modules that it imports, and which names of each: (theirs, its own).
        exports: what others may import of it.
        body: its text, without imports and exports; each line where it was.
    """

    path: str
    imports: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    exports: tuple[str, ...]
    body: str


def of_this_room(path: str) -> Path:
    """Where a module of the static folder lies."""
    return STATIC / path


def read(path: str, find: Find = of_this_room) -> Module:
    """A module.

    Raises:
        UnknownFormError: it imports or exports in a way that isn't known here.
    """
    text = find(path).read_text("utf-8")
    imports = [
        (_below(path, found[2]), _names(found[1] or ""))
        for pattern in (_IMPORT, _PASSED_ON)
        for found in pattern.finditer(text)
    ]
    exports = [own for found in _PASSED_ON.finditer(text) for _, own in _names(found[1])]
    for function, constant, several in _NAMED.findall(text):
        exports += [function or constant] if not several else [own for _, own in _names(several)]
    body = _IMPORT.sub(_emptied, _PASSED_ON.sub(_emptied, text))
    body = _NAMED.sub("", body)
    if unknown := _UNKNOWN.search(body):
        line = body.count("\n", 0, unknown.end()) + 1
        raise UnknownFormError(f"{path}, line {line}: {unknown[0].strip()} in a form that can't be joined")
    return Module(path, tuple(imports), tuple(exports), body)


def bundle(scripts: Sequence[str], find: Find = of_this_room) -> str:
    """Some scripts, in their order, with all that they import, as the text of one module."""
    return "".join(_written(_Order(scripts, find).modules))


def modules_of(scripts: Sequence[str], find: Find = of_this_room) -> tuple[str, ...]:
    """The paths of some scripts and of all that they import, in the order in which they run."""
    return tuple(module.path for module in _Order(scripts, find).modules)


@dataclass
class _Order:
    """Modules in the order in which a browser runs them: each after those that it imports."""

    scripts: Sequence[str]
    find: Find
    modules: list[Module] = field(default_factory=list)
    _met: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for script in self.scripts:
            self._add(script)

    def _add(self, path: str) -> None:
        if path in self._met:
            return
        self._met.add(path)
        module = read(path, self.find)
        for imported, _ in module.imports:
            self._add(imported)
        self.modules.append(module)


def _written(modules: Sequence[Module]) -> Iterator[str]:
    """Each module as a function that is called at once, and what it gives as ``m`` and its number."""
    number = {module.path: n for n, module in enumerate(modules)}
    awaited: dict[int, list[str]] = {}
    for n, module in enumerate(modules):
        own = []
        for place, (path, names) in enumerate(module.imports):
            taken = ", ".join(f"{there}: {here}" if there != here else here for there, here in names)
            if not names:
                continue
            if number[path] < n:
                own.append(f"const {{ {taken} }} = m{number[path]};")
                continue
            fill = f"fill{n}_{place}"
            yield f"let {fill};\n"
            own.append(f"let {', '.join(here for _, here in names)};")
            own.append(f"{fill} = () => ({{ {taken} }} = m{number[path]});")
            awaited.setdefault(number[path], []).append(fill)
        yield f"/* {module.path} */ const m{n} = await (async () => {{ {' '.join(own)}\n{module.body}"
        yield f"return {{ {', '.join(module.exports)} }};\n}})();\n"
        yield from (f"{fill}();\n" for fill in awaited.get(n, ()))


def _names(listed: str) -> tuple[tuple[str, str], ...]:
    """The names in braces, each as (there, here): `a`, `a as b` and `a: b`."""
    pairs = [re.split(r"\s+as\s+|\s*:\s*", each.strip()) for each in listed.split(",") if each.strip()]
    return tuple((pair[0], pair[-1]) for pair in pairs)


def _emptied(found: re.Match[str]) -> str:
    """As many lines as there were."""
    return "\n" * found[0].count("\n")


def _below(importer: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))
