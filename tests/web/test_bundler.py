"""Bundled scripts: one answer with all imported modules, unchanged."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from web import bundler, create_app
from web.compression import minify_style
from web.game_pages import GamePages
from web.modules import COMMON_SCRIPT, all_scripts, page_modules, page_parts

PAGES = GamePages.from_games(GAMES)
RING = {
    "start.js": """import { far } from "./ring/one.js";
import { several, renamed as other } from "./names.js";
import "./alone.js";

export const joined = [far(), several, other, globalThis.alone].join();
document.title = joined;
""",
    "ring/one.js": """import { near } from "./two.js";
// Used only once all have begun.
export function far() {
  return near();
}
export const one = "one";
""",
    "ring/two.js": """import { one } from "./one.js";
export const near = () => `${one} and two`;
""",
    "names.js": """export { renamed } from "./passed.js";
const all = { one: "a", two: "b" };
export const { one: several } = all;
""",
    "passed.js": """const hidden = await Promise.resolve("passed on");
export async function unused() {}
export {
  hidden as renamed,
} from "./origin.js";
""",
    "origin.js": 'export const hidden = "passed on";\n',
    "alone.js": 'globalThis.alone = "alone";\n',
}


@pytest.fixture
def client(table: Any) -> FlaskClient:
    return create_app(table).test_client()


@pytest.fixture
def module_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules that import each other in every way that there is here, some in a ring."""
    for path, text in RING.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    monkeypatch.setattr(bundler, "STATIC", tmp_path)
    return tmp_path


def test_bundled_modules_behave_like_separate_ones(module_folder: Path) -> None:
    (module_folder / "whole.js").write_text(bundler.bundle(["start.js"]), "utf-8")
    assert [title_made_by(module_folder / script) for script in ("start.js", "whole.js")] == [
        "one and two,a,passed on,alone"
    ] * 2


def title_made_by(script: Path) -> str:
    """The title that a module gives its page, once it has run in node."""
    (script.parent / "package.json").write_text('{"type": "module"}', "utf-8")
    run = f"""globalThis.document = {{}};
    await import({json.dumps(script.as_uri())});
    console.log(document.title);"""
    node = shutil.which("node")
    assert node, "node isn't there: `make test` installs it"
    ran = subprocess.run(
        [node, "--input-type=module", "--eval", run], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.usefixtures("module_folder")
def test_each_module_runs_once_after_its_imports() -> None:
    order = bundler.modules_of(["start.js", "names.js"])
    assert sorted(order) == sorted(RING)
    assert (
        order.index("origin.js")
        < order.index("passed.js")
        < order.index("names.js")
        < order.index("start.js")
    )


@pytest.mark.parametrize(
    "form",
    [
        "import whole from './a.js';",
        'import * as all from "./a.js";',
        "export default 5;",
        "export let changes = 1;",
        "export class Thing {}",
        'export * from "./a.js";',
    ],
)
def test_an_unsupported_import_is_an_error_with_its_location(module_folder: Path, form: str) -> None:
    (module_folder / "odd.js").write_text(f"// One line before.\n{form}\n", "utf-8")
    with pytest.raises(bundler.UnknownFormError, match=r"odd\.js, line 2"):
        bundler.parse_module("odd.js")


@pytest.mark.parametrize("script", all_scripts(PAGES))
def test_every_page_s_bundle_contains_its_files_line_by_line(client: FlaskClient, script: str) -> None:
    answer = client.get(f"/scripts/{script}")
    assert answer.status_code == 200
    assert answer.mimetype == "text/javascript"
    texts = [bundler.bundle((COMMON_SCRIPT, script))]
    texts += [bundler.bundle_part((COMMON_SCRIPT, script), part) for part in page_parts(script, PAGES)]
    for path in page_modules(script, PAGES):
        lines = (bundler.STATIC / path).read_text("utf-8").splitlines()
        mark = f"/*! {path} */"
        [text] = [each for each in texts if mark in each]
        begin = text[: text.index(mark)].count("\n") + 1
        kept = text.splitlines()[begin : begin + len(lines)]
        wrong = [
            (one, other)
            for one, other in zip(lines, kept, strict=True)
            if other not in (one, "", re.sub("^export ", "", one)) and "await import(" not in one
        ]
        assert wrong == []
        assert not any(re.match("import |export ", line) for line in kept)


def test_a_page_loads_one_script(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert re.findall(r'<script type="module" src="([^"]+)"', page) == ["/scripts/base_game/base_game.js"]
    assert {"network/connection.js", "network/api.js", "table/action_bar.js", COMMON_SCRIPT} <= set(
        page_modules("base_game/base_game.js", PAGES)
    )


def test_a_part_shares_the_page_s_modules_and_runs_its_own_once(module_folder: Path) -> None:
    (module_folder / "page.js").write_text(
        """import { renamed } from "./passed.js";
const { joined, other } = await import("./part.js");
const again = await import("./part.js");
document.title = [renamed, joined, other === again.other].join();
""",
        "utf-8",
    )
    (module_folder / "part.js").write_text(
        """import { renamed } from "./passed.js";
import { one } from "./ring/one.js";
export const joined = `${renamed} ${one}`;
export const other = {};
""",
        "utf-8",
    )
    assert bundler.parts_of(["page.js"]) == ("part.js",)
    (module_folder / "static").mkdir()
    whole = bundler.bundle(["page.js"], address=lambda part: f"./static/{part}")
    (module_folder / "whole.js").write_text(whole, "utf-8")
    part = bundler.bundle_part(["page.js"], "part.js")
    assert "ring/one.js" in part
    assert "/*! passed.js */" not in part
    (module_folder / "static" / "part.js").write_text(part, "utf-8")
    shown = "passed on,passed on one,true"
    assert [title_made_by(module_folder / script) for script in ("page.js", "whole.js")] == [shown] * 2


def test_only_parts_of_a_page_are_served(client: FlaskClient) -> None:
    script = "/scripts/base_game/base_game.js"
    for part in page_parts("base_game/base_game.js", PAGES):
        assert client.get(script, query_string={"part": part}).status_code == 200
    assert client.get(f"{script}?part=drawing/dom.js").status_code == 404
    assert client.get(f"{script}?part=../app.py").status_code == 404


def test_a_page_without_a_game_preloads_its_first_screen(empty_table: Any, client: FlaskClient) -> None:
    link = '<link rel="modulepreload" href="/scripts/base_game/base_game.js?part=start/start.js">'
    assert link in create_app(empty_table).test_client().get("/").get_data(as_text=True)
    assert "modulepreload" not in client.get("/").get_data(as_text=True)


def test_a_page_links_its_style_sheets_as_one_in_their_order(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    [link] = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    names = link.removeprefix("/styles.css?names=").split(",")
    assert names[:2] == ["design/tokens", "drawing/base"]
    assert names[-1] == "table/victory"
    joined = client.get(link)
    assert joined.mimetype == "text/css"
    sheets = [bundler.STATIC / f"{name}.css" for name in names]
    assert joined.data == minify_style(b"".join(sheet.read_bytes() for sheet in sheets))
    again = client.get(link, headers={"If-None-Match": joined.headers["ETag"]})
    assert again.status_code == 304


def test_only_style_sheets_are_joined(client: FlaskClient) -> None:
    for names in ("", "drawing/nothing", "drawing/base,../app.py"):
        assert client.get("/styles.css", query_string={"names": names}).status_code == 404


def test_a_style_sheet_named_twice_is_refused(client: FlaskClient) -> None:
    """Otherwise any device could have an answer of any size made, and kept in memory."""
    assert client.get("/styles.css", query_string={"names": "drawing/base"}).status_code == 200
    for count in (2, 500):
        names = ",".join(["drawing/base"] * count)
        assert client.get("/styles.css", query_string={"names": names}).status_code == 404


def test_addresses_in_style_sheets_are_absolute() -> None:
    for path in bundler.STATIC.rglob("*.css"):
        assert re.findall(r'url\("?(?![/#"])[^)]*', path.read_text("utf-8")) == [], path


def test_only_page_scripts_are_served_as_bundles(client: FlaskClient) -> None:
    assert client.get("/scripts/drawing/dom.js").status_code == 404
    assert client.get("/scripts/pwa/worker.js").status_code == 404


def test_a_cached_bundle_is_answered_with_not_modified(client: FlaskClient) -> None:
    first = client.get("/scripts/base_game/base_game.js")
    again = client.get("/scripts/base_game/base_game.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_an_edited_module_changes_the_bundle(
    module_folder: Path, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (module_folder / "pwa").mkdir()
    (module_folder / COMMON_SCRIPT).write_text("", "utf-8")
    page = module_folder / "base_game" / "base_game.js"
    page.parent.mkdir()
    page.write_text('import { several } from "../names.js";\nseveral;\n', "utf-8")
    monkeypatch.setattr("web.game_pages.STATIC", module_folder)
    first = client.get("/scripts/base_game/base_game.js")
    (module_folder / "names.js").write_text('export const several = "other";\n', "utf-8")
    again = client.get("/scripts/base_game/base_game.js", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert b'"other"' in again.data
