"""Bundles a script and all its imports into one text: one response instead of seventy in sequence.

Each module becomes a function that returns the module's exports; its lines stay as they are. Each function is
called once, after those of its imports. In an import cycle, bindings of later modules are filled in after all
calls, because no module may use them earlier.

A module that another one imports by ``await import("./name.js")`` is a part of the page. It is sent when the
page asks for it, with those of its imports that the page lacks. It shares the others with the page.

The bundler supports only the forms of import and export that occur in the project's modules. It reports any
other as an error instead of guessing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
SIZES_SHEET: Final = STATIC / "design" / "tokens.css"
"""The style sheet that declares the sizes of the pages."""
_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";', re.M)
_REEXPORT: Final = re.compile(r'^export \{([^}]*)\} from "(\.[^"]+)";', re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?function (\w+)|const (\w+)|const \{([^}]*)\} =)", re.M)
_PART: Final = re.compile(r'(?<=await import\(")\.[^"]+(?="\))')
_UNSUPPORTED_FORM: Final = re.compile(r"^(?:import|export)\b(?!\()", re.M)


ModuleLocator = Callable[[str], Path]
"""Returns the file of a module, given its path as other modules import it."""


PartAddress = Callable[[str], str]
"""Returns the address of a page's part, given the path of its module."""


class UnknownFormError(ValueError):
    """Raised for an import or export of a form that the bundler doesn't support."""


@dataclass(frozen=True)
class Module:
    """One JavaScript module.

    Attributes:
        path: as other modules import it.
        imports: the imported modules, and the names imported from each: (theirs, its own).
        exports: the exported names.
        parts: the modules that it imports when it needs them.
        body: its text without imports and exports; each line keeps its number.
    """

    path: str
    imports: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    exports: tuple[str, ...]
    parts: tuple[str, ...]
    body: str


def static_path(path: str) -> Path:
    """Return the path of a module in the static folder."""
    return STATIC / path


def static_path_of_part(part: str) -> str:
    """Return the address of a module in the static folder."""
    return f"/static/{part}"


def parse_module(path: str, locate: ModuleLocator = static_path) -> Module:
    """Parse a module.

    Raises:
        UnknownFormError: it has an import or export of an unsupported form.
    """
    return _parse_text(path, locate(path).read_text("utf-8"))


@lru_cache(maxsize=512)
def _parse_text(path: str, text: str) -> Module:
    imports = [
        (_resolve_import(path, found[2]), _parse_names(found[1] or ""))
        for pattern in (_IMPORT, _REEXPORT)
        for found in pattern.finditer(text)
    ]
    exports = [own for found in _REEXPORT.finditer(text) for _, own in _parse_names(found[1])]
    for function, constant, several in _EXPORT.findall(text):
        exports += [function or constant] if not several else [own for _, own in _parse_names(several)]
    body = _IMPORT.sub(_blank_lines, _REEXPORT.sub(_blank_lines, text))
    body = _EXPORT.sub("", body)
    if unsupported := _UNSUPPORTED_FORM.search(body):
        line = body.count("\n", 0, unsupported.end()) + 1
        raise UnknownFormError(
            f"{path}, line {line}: {unsupported[0].strip()} has a form that can't be bundled"
        )
    parts = tuple(_resolve_import(path, found[0]) for found in _PART.finditer(body))
    return Module(path, tuple(imports), tuple(exports), parts, body)


def bundle(
    scripts: Sequence[str], locate: ModuleLocator = static_path, address: PartAddress = static_path_of_part
) -> str:
    """Return scripts, in their order, with all their imports, as the text of one module."""
    modules = _ModuleOrder(scripts, locate).modules
    shared = {
        path
        for part in _parts(modules)
        for path in _shared_imports(_ModuleOrder([*scripts, part], locate).modules, len(modules))
    }
    begin = "globalThis.pageModules = {};\n" if shared else ""
    return begin + "".join(_render_modules(modules, address, shared=shared))


def bundle_part(
    scripts: Sequence[str],
    part: str,
    locate: ModuleLocator = static_path,
    address: PartAddress = static_path_of_part,
) -> str:
    """Return a part of the page of these scripts, with the imports that the page lacks, as one module."""
    start = len(_ModuleOrder(scripts, locate).modules)
    modules = _ModuleOrder([*scripts, part], locate).modules
    text = "".join(_render_modules(modules, address, start))
    imported = ", ".join(f'"{path}": m{n}' for path, n in _shared_imports(modules, start).items())
    # The part itself comes last, after its imports.
    return (
        f"const {{ {imported} }} = globalThis.pageModules;\n{text}"
        f"export const {{ {', '.join(modules[-1].exports)} }} = m{len(modules) - 1};\n"
    )


def bundle_styles(sheets: Sequence[str], locate: ModuleLocator = static_path) -> str:
    """Return style sheets, in their order, as the text of one.

    The addresses in them are absolute, because the one has another address.
    """
    return "".join(locate(sheet).read_text("utf-8") for sheet in sheets)


def modules_of(scripts: Sequence[str], locate: ModuleLocator = static_path) -> tuple[str, ...]:
    """Return the paths of scripts and all their imports, in execution order."""
    return tuple(module.path for module in _ModuleOrder(scripts, locate).modules)


def parts_of(scripts: Sequence[str], locate: ModuleLocator = static_path) -> tuple[str, ...]:
    """Return the modules that a page imports when it needs them."""
    return _parts(_ModuleOrder(scripts, locate).modules)


def _parts(modules: Sequence[Module]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for module in modules for part in module.parts))


def _shared_imports(modules: Sequence[Module], start: int) -> dict[str, int]:
    """Return the modules before an index that those from it on import, and their indices."""
    number = {module.path: n for n, module in enumerate(modules)}
    return {
        path: number[path] for module in modules[start:] for path, _ in module.imports if number[path] < start
    }


@dataclass
class _ModuleOrder:
    """Modules in the order in which a browser runs them: each after its imports."""

    scripts: Sequence[str]
    locate: ModuleLocator
    modules: list[Module] = field(default_factory=list)
    _visited: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for script in self.scripts:
            self._add(script)

    def _add(self, path: str) -> None:
        if path in self._visited:
            return
        self._visited.add(path)
        module = parse_module(path, self.locate)
        for imported, _ in module.imports:
            self._add(imported)
        self.modules.append(module)


def _address_of_part(address: PartAddress, path: str, found: re.Match[str]) -> str:
    return address(_resolve_import(path, found[0]))


def _render_modules(
    modules: Sequence[Module], address: PartAddress, start: int = 0, shared: Collection[str] = ()
) -> Iterator[str]:
    """Render each module from an index on as a function that is called immediately.

    Its result is ``m`` plus the module's number. Parts of the page find those of the
    `shared` modules by their paths.
    """
    number = {module.path: n for n, module in enumerate(modules)}
    pending: dict[int, list[str]] = {}
    for n, module in list(enumerate(modules))[start:]:
        own = []
        for place, (path, names) in enumerate(module.imports):
            bindings = ", ".join(f"{there}: {here}" if there != here else here for there, here in names)
            if not names:
                continue
            if number[path] < n:
                own.append(f"const {{ {bindings} }} = m{number[path]};")
                continue
            fill = f"fill{n}_{place}"
            yield f"let {fill};\n"
            own.append(f"let {', '.join(here for _, here in names)};")
            own.append(f"{fill} = () => ({{ {bindings} }} = m{number[path]});")
            pending.setdefault(number[path], []).append(fill)
        yield f"/*! {module.path} */ const m{n} = await (async () => {{ {' '.join(own)}\n"
        yield _PART.sub(partial(_address_of_part, address, module.path), module.body)
        yield f"return {{ {', '.join(module.exports)} }};\n}})();\n"
        if module.path in shared:
            yield f'globalThis.pageModules["{module.path}"] = m{n};\n'
        yield from (f"{fill}();\n" for fill in pending.get(n, ()))


def _parse_names(names: str) -> tuple[tuple[str, str], ...]:
    """Parse the names in braces into pairs (there, here): `a`, `a as b` and `a: b`."""
    pairs = [re.split(r"\s+as\s+|\s*:\s*", each.strip()) for each in names.split(",") if each.strip()]
    return tuple((pair[0], pair[-1]) for pair in pairs)


def _blank_lines(found: re.Match[str]) -> str:
    """Return the same number of empty lines."""
    return "\n" * found[0].count("\n")


def _resolve_import(importer: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))
