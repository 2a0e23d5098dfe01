"""Names and docstrings are plain English (CONTRIBUTING, *Language*).

A function is a verb with its object, or the noun that it returns. A class is a noun with one meaning. A
constant names what it measures. A stranger finds the code by the words of the field.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[1]
PRODUCT = ("companion", "vision", "web")
TOOLS = ("docs", "tests")
SCRIPTS = (TOP / "web" / "static", TOP / "tests" / "web" / "node")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


DIALECT = word_set("amiss anew aright retold said told unsaid untold whatever whoever")
"""Words that no identifier contains."""

IRREGULAR_PARTICIPLES = word_set(
    "been begun bent born borne bought bound brought built burnt caught chosen cut dealt done drawn driven "
    "eaten fallen felt fit forgotten found founded frozen given gone got grown had heard held hidden hit "
    "kept known laid lain learnt led left lent let lit lost made meant met overdue overtaken paid put "
    "ridden risen seen sent set shaken shown shrunk shut slid sought spent split spoken spread stolen stood "
    "struck sunk taken taught thought thrown torn understood undone unread withdrawn won worn woven written"
)
"""Past participles that do not end in -ed."""

NOUNS_LIKE_PARTICIPLES = word_set("bed cut embed feed fit led need red seed set shed speed split spread")
"""Nouns and verbs that look like participles."""

FUNCTION_WORDS = word_set(
    "about above across after again all alone along already also among any anywhere apart around aside at "
    "away back before behind below beneath beside between beyond both by down each either else elsewhere "
    "enough ever every everywhere few fewer for from further he here if in inside instead into it itself "
    "just last late lately later least less like likely many maybe more most much near nearer never next no "
    "none nothing now of off often on once one only onto or other otherwise out outside over perhaps "
    "plainly rather same several since so some soon still such than that the then there they this thrice "
    "through to together too towards twice under until up upon very what when where whether which while who "
    "whom whose why with within without yet"
)
"""Prepositions, adverbs, pronouns, conjunctions and quantifiers: alone they name nothing."""

ADJECTIVES = word_set(
    "alike bare best better blind bright broad certain clear common current dark darker distinct doubtful "
    "due earlier earliest early empty even exact far first foreign free fresh full good great heaviest "
    "heavy high hopeless known large largest latest likelier likeliest live long longest low lying "
    "middle missing mistaken new newest odd old older pale plain quick quiet ready real right rough same "
    "sharp short silent small solo standing steady straight strange strong sure typical unclear unlike "
    "unsure upright usual visible weak whole wide worst wrong young"
)
"""Adjectives: alone they name nothing."""

NOT_THE_NAME_OF_A_FUNCTION = word_set(
    "alike amiss barer browner come comes go goes lie lies meant said stand stands told"
)
"""Verbs that hide the act."""

BEGINNINGS = word_set(
    "After As At Because Before Behind Beside By During For From How If In Into It Of On Once That There "
    "They This Those To Towards What Whatever When Whenever Where Wherever Whether Which While Who Whoever "
    "Whom Whose Why With Within Without"
)
"""A docstring begins with a verb or a noun phrase, so with none of these."""

EXCEPTIONS = {
    "told": "a key of the API",
    "all_told": "a key of options in journals",
    "said": "a key of weight files (vision/training/resources/reader.py)",
}
"""Names that break a rule, each with its reason."""


@dataclass(frozen=True)
class Definition:
    """A definition in a module.

    Attributes:
        name: its identifier.
        place: the file below the project's folder, and the line.
        kind: "module", "class", "function", "parameter", "constant", "variable" or "attribute".
        docstring: its docstring, if it has one.
    """

    name: str
    place: str
    kind: str
    docstring: str | None = None

    def __str__(self) -> str:
        return f"{self.place} {self.name}"


@cache
def definitions() -> tuple[Definition, ...]:
    """All definitions of the product's Python modules."""
    return tuple(
        definition
        for folder in PRODUCT
        for path in sorted((TOP / folder).rglob("*.py"))
        for definition in _definitions_of(path)
    )


def _definitions_of(path: Path) -> Iterator[Definition]:
    tree = ast.parse(path.read_text("utf-8"))
    file = path.relative_to(TOP)
    nodes = list(ast.walk(tree))
    members = {id(node) for body in _enum_bodies(nodes) for node in ast.walk(body)}
    yield Definition(path.stem, f"{file}:1", "module", ast.get_docstring(tree))
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield Definition(node.name, f"{file}:{node.lineno}", "function", ast.get_docstring(node))
                for parameter in _parameters_of(node.args):
                    yield Definition(parameter.arg, f"{file}:{parameter.lineno}", "parameter")
            case ast.ClassDef():
                yield Definition(node.name, f"{file}:{node.lineno}", "class", ast.get_docstring(node))
            case ast.Name(ctx=ast.Store()) if id(node) not in members:
                kind = "constant" if re.fullmatch(r"_*[A-Z][A-Z0-9_]*", node.id) else "variable"
                yield Definition(node.id, f"{file}:{node.lineno}", kind)
            case ast.Attribute(ctx=ast.Store()):
                yield Definition(node.attr, f"{file}:{node.lineno}", "attribute")


def _parameters_of(arguments: ast.arguments) -> Iterator[ast.arg]:
    """The parameters of a function, and of functions in their default values."""
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (each for each in (arguments.vararg, arguments.kwarg) if each is not None)
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None and not isinstance(default, ast.Constant):
            yield from (node for node in ast.walk(default) if isinstance(node, ast.arg))


def _enum_bodies(nodes: Iterable[ast.AST]) -> Iterator[ast.stmt]:
    """The statements in the bodies of enumerations, whose members spell their values on the wire."""
    for node in nodes:
        if isinstance(node, ast.ClassDef) and any(
            re.search(r"Enum$|Flag$", ast.unparse(base)) for base in node.bases
        ):
            yield from node.body


def words_of(name: str) -> list[str]:
    """The words of an identifier, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def is_participle(word: str) -> bool:
    """Return whether a word is a past participle."""
    regular = len(word) > 4 and word.endswith("ed") and not word.endswith("eed")
    return (regular or word in IRREGULAR_PARTICIPLES) and word not in NOUNS_LIKE_PARTICIPLES


def is_bare(name: str) -> bool:
    """Return whether a name lacks a verb and a noun, such as a participle or a preposition alone."""
    words = [] if name.startswith("__") else words_of(name)
    return bool(words) and all(
        is_participle(word) or word in FUNCTION_WORDS | ADJECTIVES | NOT_THE_NAME_OF_A_FUNCTION
        for word in words
    )


def _broken(found: Iterator[Definition] | list[Definition]) -> list[str]:
    return sorted({str(each) for each in found if each.name not in EXCEPTIONS})


def test_no_function_is_named_by_a_bare_participle_or_an_adjective() -> None:
    assert not _broken([each for each in definitions() if each.kind == "function" and is_bare(each.name)])


def test_no_module_is_named_by_a_bare_participle_or_an_adjective() -> None:
    assert not _broken([each for each in definitions() if each.kind == "module" and is_bare(each.name)])


def test_constants_have_a_noun() -> None:
    assert not _broken([each for each in definitions() if each.kind == "constant" and is_bare(each.name)])


def test_no_identifier_has_a_word_of_the_dialect() -> None:
    assert not _broken([each for each in definitions() if DIALECT & set(words_of(each.name))])


def test_a_class_name_means_one_thing() -> None:
    places = defaultdict(list)
    for each in definitions():
        if each.kind == "class" and each.name not in EXCEPTIONS:
            places[each.name].append(each.place)
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    free = [
        f"{each.place} {each.docstring.splitlines()[0]}"
        for each in definitions()
        if each.docstring and re.split(r"\W", each.docstring, maxsplit=1)[0] in BEGINNINGS
    ]
    assert not free


def test_docstrings_of_tools_and_tests_begin_with_a_verb_or_a_noun() -> None:
    first_words = re.compile(r'(?:\A|:\n +)r?"""(\w+)([^\n]*)')  # a hundred times as fast as parsing
    free = [
        f"{path.relative_to(TOP)} {found[1]}{found[2]}"
        for folder in TOOLS
        for path in sorted((TOP / folder).rglob("*.py"))
        for found in first_words.finditer(path.read_text("utf-8"))
        if found[1] in BEGINNINGS
    ]
    assert not free


def _names_in_tools(pattern: str) -> list[str]:
    """The names that a pattern finds in tools and tests, and that break a rule."""
    return [
        f"{path.relative_to(TOP)} {name}"
        for folder in TOOLS
        for path in sorted((TOP / folder).rglob("*.py"))
        for name in re.findall(pattern, path.read_text("utf-8"), re.M)
        if name not in EXCEPTIONS and (is_bare(name) or DIALECT & set(words_of(name)))
    ]


def test_no_function_of_tools_and_tests_is_named_by_a_bare_participle_or_an_adjective() -> None:
    assert not _names_in_tools(r"^ *(?:async )?def (\w+)")


def test_constants_of_tools_and_tests_have_a_noun() -> None:
    assert not _names_in_tools(r"^ *(_*[A-Z][A-Z0-9_]*)(?:: [^=\n]+)? = ")


def _names_in_scripts(pattern: str) -> Iterator[tuple[Path, str]]:
    """The names that a pattern finds in the pages' scripts and their tests, comments left out."""
    comments = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.S)
    for folder in SCRIPTS:
        for path in sorted(folder.rglob("*.js")):
            if "node_modules" not in path.parts:
                for found in re.finditer(pattern, comments.sub("", path.read_text("utf-8"))):
                    yield path, next(filter(None, found.groups()))


def _bare_names(pattern: str) -> list[str]:
    return [
        f"{path.relative_to(TOP)} {name}"
        for path, name in _names_in_scripts(pattern)
        if name not in EXCEPTIONS and (is_bare(name) or DIALECT & set(words_of(name)))
    ]


def test_no_function_of_the_pages_is_named_by_a_bare_participle_or_an_adjective() -> None:
    arrows = r"\b(?:const|let) (\w+) = (?:async )?(?:\([^()]*\)|\w+) =>"
    assert not _bare_names(rf"\bfunction\*? (\w+)|{arrows}")


def test_constants_of_the_pages_have_a_noun() -> None:
    assert not _bare_names(r"\bconst ([A-Z][A-Z0-9_]*) =")


def test_each_exception_is_needed() -> None:
    assert len(EXCEPTIONS) < 10
    assert all(reason for reason in EXCEPTIONS.values())
