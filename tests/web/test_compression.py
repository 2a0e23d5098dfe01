"""The choice of compressed answers."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.paired import paired_client
from web import create_app, game_pages
from web.bundler import STATIC
from web.compression import minify_script, minify_style

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
ESBUILD = Path(__file__).parent / "node" / "node_modules" / ".bin" / "esbuild"


@pytest.fixture
def client(table: Any) -> FlaskClient:
    return create_app(table).test_client()


def get(client: FlaskClient, path: str, **headers: str) -> Any:
    """An answer, read to its end."""
    response = client.get(path, headers=headers)
    response.get_data()
    response.close()
    return response


@pytest.mark.parametrize(
    "path", ["/", "/static/base_game/base_game.js", "/static/drawing/base.css", "/words/fr.json"]
)
def test_pages_files_and_texts_are_compressed_without_loss(client: FlaskClient, path: str) -> None:
    plain = get(client, path)
    small = get(client, path, **GZIP)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) == int(small.headers["Content-Length"]) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in small.headers["Vary"]


@pytest.mark.parametrize("path", ["/api/state", "/static/pwa/any-192.png", "/static/pwa/icon.svg"])
def test_changing_small_and_compressed_answers_are_not_compressed(client: FlaskClient, path: str) -> None:
    response = get(client, path, **GZIP)
    assert "Content-Encoding" not in response.headers


def test_comments_and_white_space_are_removed_from_scripts(client: FlaskClient) -> None:
    module = b"""// What it is.
/** Adds,
 *  and no more. */
export const add = (a, b) => // not its own line
  a
  /* of two */ + /** @type {number} */ (b);

/*! kept */ const text = "// no comment";
  // Indented.
"""
    assert minify_script(module).splitlines() == [
        b"",
        b"export const add=(a,b)=>",
        b"a",
        b"+(b);",
        b'/*! kept */const text="// no comment";',
    ]
    for path in ("/static/base_game/base_game.js", "/static/drawing/base.css"):
        assert not re.search(rb"^\s*(//|/\*)|\n\n|^[ \t]", get(client, path).data, re.M)


@pytest.mark.parametrize(
    ("script", "minified"),
    [
        (b"a + +b - -c; i++ + j;", b"a+ +b- -c;i++ +j;"),
        (b"const of = a / b / c; return of;", b"const of=a/b/c;return of;"),
        (b"const rule = /[/\"'`] +x/gi, half = (a) / 2;", b"const rule=/[/\"'`] +x/gi,half=(a)/2;"),
        (
            b"return / {2}/.test(a) ? 1 .toFixed() : typeof a in b;",
            b"return/ {2}/.test(a)?1 .toFixed():typeof a in b;",
        ),
        (b"const text = `a  ${ b + `  ${ { c } }` } // d`;", b"const text=`a  ${b+`  ${{c}}`} // d`;"),
        (b"class A { static #x = 'a  b'; }", b"class A{static #x='a  b';}"),
        (b"const e\xcc\x81 = 'Zo\xc3\xa9  ';", b"const e\xcc\x81='Zo\xc3\xa9  ';"),
    ],
)
def test_spaces_that_separate_tokens_stay(script: bytes, minified: bytes) -> None:
    assert minify_script(script) == minified
    assert minify_script(minified) == minified


def test_an_unknown_token_is_reported_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 2 "):
        minify_script(b"a = 1;\nb = `unfinished")


def test_minified_scripts_are_minified_once_and_for_all() -> None:
    for path in STATIC.rglob("*.js"):
        minified = minify_script(path.read_bytes())
        assert minify_script(minified) == minified, path


def test_minified_scripts_have_the_same_tokens(tmp_path: Path) -> None:
    """esbuild, which parses scripts, prints a minified script as it prints its source."""
    sources = sorted(STATIC.rglob("*.js"))
    converters: dict[str, Callable[[bytes], bytes]] = {"source": bytes, "minified": minify_script}
    printed = {}
    for kind, convert in converters.items():
        for n, path in enumerate(sources):
            file = tmp_path / kind / f"{n}.js"
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(convert(path.read_bytes()))
        folder = tmp_path / f"{kind}-printed"
        subprocess.run(
            [ESBUILD, "--minify-whitespace", "--log-level=warning", f"--outdir={folder}", "*.js"],
            cwd=tmp_path / kind,
            check=True,
        )
        printed[kind] = [(folder / f"{n}.js").read_bytes() for n in range(len(sources))]
    for path, source, minified in zip(sources, printed["source"], printed["minified"], strict=True):
        assert minified == source, path


def test_styles_are_sent_without_the_spaces_that_separate_nothing(client: FlaskClient) -> None:
    sent = get(client, "/static/base_game/base_game.css").data
    assert not re.search(rb", | > |^[\w-]+: | \{|;\}|[;{}]\n", sent, re.M)
    assert b"minmax(0,1fr) auto 3.4rem" in sent


@pytest.mark.parametrize(
    ("condition", "expanded"),
    [
        (
            b"@media (--wide), (--flat)",
            b"@media (min-width: 900px),(min-width: 600px) and (max-height: 439.98px)",
        ),
        (
            b"@container page (--large) and (height < 740px)",
            b"@container page (min-width: 1150px) and (height < 740px)",
        ),
        (
            b"@container page (not (--phone)) and (not (--large))",
            b"@container page (not ((max-width: 599.98px))) and (not ((min-width: 1150px)))",
        ),
        (b"@media (--unknown)", b"@media (--unknown)"),
    ],
)
def test_sizes_are_replaced_by_their_conditions(condition: bytes, expanded: bytes) -> None:
    rule = b"p{margin: var(--wide)}}"
    assert minify_style(condition + b" {\n  " + rule) == expanded + b"{" + rule


def test_the_sizes_themselves_are_not_sent(client: FlaskClient) -> None:
    assert b"@custom-media" not in get(client, "/static/design/tokens.css").data


def test_a_style_sheet_is_sent_again_when_the_sizes_change(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = {
        path: get(client, f"/static/{path}").headers["ETag"] for path in ("table/table.css", "pwa/worker.js")
    }
    changed = tmp_path / "tokens.css"
    changed.write_bytes(b"")
    monkeypatch.setattr(game_pages, "SIZES_SHEET", changed)
    again = {path: get(client, f"/static/{path}").headers["ETag"] for path in tags}
    assert {path for path in tags if tags[path] != again[path]} == {"table/table.css"}


def test_no_script_has_a_template_literal_of_several_lines() -> None:
    """Its blank lines would be part of its text, and are removed."""
    for path in STATIC.rglob("*.js"):
        lines = minify_script(path.read_bytes()).splitlines()
        assert [line for line in lines if line.count(b"`") % 2] == [], path


def test_cached_files_are_not_sent_again(client: FlaskClient) -> None:
    first = get(client, "/static/base_game/base_game.js", **GZIP)
    again = get(client, "/static/base_game/base_game.js", **GZIP, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(("path", "role"), [("/", ("tablet",)), ("/phone", ("phone", "red", "Ana"))])
def test_a_page_with_its_files_is_smaller_than_158_kb(table: Any, path: str, role: tuple[str, ...]) -> None:
    """Measured in the language with the longest texts, including headers."""
    client = paired_client(create_app(table), *role)
    headers = {**GZIP, "Accept-Language": "fr"}
    page = gzip.decompress(get(client, path, **headers).data).decode()
    named = set(re.findall(r'(?:src|href)="(/[^"]+)"|"words": ?"(/words/fr[^"]+)"', page))
    paths = {whole or words for whole, words in named} - {"/"}
    assert any(path.startswith("/words/fr") for path in paths)
    answers = [get(client, each, **headers) for each in (path, *paths)]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) + len(str(answer.headers)) for answer in answers) < 158_000
