"""The terminal's language: how it is chosen, translated output, and missing letters."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.syntax import tree_of

sys.path.insert(0, str(Path(__file__).parents[3] / "docs" / "tools"))

import catalogues

from companion.calibration.step_outcome import CONFIRM_CHOICE, AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.island import PossibleContents
from companion.cli.calibrate import terminal_guide
from companion.cli.calibrate.terminal_guide import island_lines
from companion.cli.common import terminal_output
from companion.i18n import plural_sentence, sentence
from companion.island.setups import first_game_layout
from web.i18n import TRANSLATIONS_FOLDER, load_languages, text_key

CLI = Path(terminal_output.__file__).parents[1]
FOR_PEOPLE = (
    "calibrate/calibrate",
    "calibrate/resource_dice",
    "calibrate/terminal_guide",
    "command",
    "doctor/__init__",
    "doctor/measuring_form",
    "journal/history",
    "parts/device_access",
    "parts/served_table",
    "serve/demo",
    "serve/pair",
    "serve/serve",
    "service/install",
)
"""Modules whose words people at a table read."""


@pytest.fixture
def in_french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")


class TestTheLanguage:
    @pytest.mark.parametrize(
        ("environment", "languages"),
        [
            ({}, ()),
            ({"LANG": "fr_FR.UTF-8"}, ("fr-FR",)),
            ({"LANG": "fr_CA@euro"}, ("fr-CA",)),
            ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, ("fr-FR",)),
            ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, ("fr-FR",)),
            ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, ("de", "fr", "en")),
            ({"LANGUAGE": "fr"}, ("fr",)),
            ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, ("fr-FR",)),
            ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, ("fr-FR",)),
            ({"LANG": "C.UTF-8"}, ("en",)),
            ({"LANGUAGE": "fr", "LC_ALL": "C"}, ()),
            ({"LANGUAGE": "fr", "LANG": "POSIX"}, ()),
        ],
    )
    def test_the_language_is_chosen_as_gettext_does(
        self, environment: dict[str, str], languages: tuple[str, ...]
    ) -> None:
        assert terminal_output.requested_languages(environment) == languages

    @pytest.mark.parametrize(
        ("asked", "translation"),
        [
            ("fr_CA", "Tout va bien."),
            ("de:fr", "Tout va bien."),
            ("en:fr", "All is well."),
            ("de", "All is well."),
            ("gibberish", "All is well."),
        ],
    )
    def test_the_first_available_language_is_used(
        self, monkeypatch: pytest.MonkeyPatch, in_french: None, asked: str, translation: str
    ) -> None:
        monkeypatch.setenv("LANGUAGE", asked)
        assert terminal_output.translate_text(sentence("All is well.")) == translation

    def test_numbers_and_nested_sentences_are_translated(self, in_french: None) -> None:
        known = plural_sentence("{count} card", "{count} cards", 0)
        assert terminal_output.translate_text(known) == "0 carte"
        message = sentence("The last error: {trouble}", trouble=sentence("The dice tower is starting."))
        assert terminal_output.translate_text(message) == "La dernière erreur : La tour à dés démarre."

    def test_plain_text_is_not_translated(self, in_french: None) -> None:
        assert terminal_output.translate_text("All is well.") == "All is well."


class TestMissingLetters:
    @pytest.mark.parametrize(
        ("encoding", "printed"),
        [
            ("utf-8", "« L’île »\u00a0: 3 œufs…"),
            ("latin-1", "« L'île »\u00a0: 3 oeufs..."),
            ("ascii", '" L\'ile " : 3 oeufs...'),
        ],
    )
    def test_missing_letters_are_replaced_by_plain_ones(self, encoding: str, printed: str) -> None:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        terminal_output.print_message("« L’île »\u00a0: 3 œufs…", to=stream)
        stream.seek(0)
        assert stream.read() == f"{printed}\n"

    def test_letters_without_a_plain_form_are_marked(self) -> None:
        stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        terminal_output.print_message("Zoë 東京", to=stream)
        stream.seek(0)
        assert stream.read() == "Zoe ??\n"


def run_in_language(
    language: str, *arguments: str, home: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in the environment of a language, installed here or not."""
    others = {name: value for name, value in os.environ.items() if name != "LANGUAGE" and name[:3] != "LC_"}
    where = {"XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        env={**others, **where, "LANG": language, "PYTHONIOENCODING": "utf-8", **more},
        capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


class TestCommands:
    @pytest.mark.slow
    def test_doctor_reports_in_the_language(self, tmp_path: Path) -> None:
        french = run_in_language("fr_FR.UTF-8", "doctor", home=tmp_path)
        english = run_in_language("C", "doctor", home=tmp_path)
        assert "!! Aucune caméra n’a été choisie" in french.stdout
        assert "!! No camera was chosen" in english.stdout
        assert french.returncode == english.returncode == 1

    @pytest.mark.slow
    def test_a_terminal_without_accents_does_not_fail(self, tmp_path: Path) -> None:
        output = run_in_language("fr_FR.UTF-8", "doctor", home=tmp_path, PYTHONIOENCODING="ascii")
        assert "!! Aucune camera n'a ete choisie" in output.stdout

    def test_machine_readable_output_stays_english(self, tmp_path: Path) -> None:
        assert (
            "No camera was chosen" in run_in_language("fr_FR.UTF-8", "doctor", "--json", home=tmp_path).stdout
        )

    @pytest.mark.slow
    def test_refusals_are_translated(self, tmp_path: Path) -> None:
        (tmp_path / "companion").mkdir()
        (tmp_path / "companion" / "config.toml").write_text("[page]\nport = 70000\n")
        refused = run_in_language("fr_FR.UTF-8", "doctor", home=tmp_path)
        assert refused.returncode == 1
        assert "page.port ne peut pas être 70000\u00a0: il faut un nombre de 0 à 65535." in refused.stderr
        assert "a number from 0 to 65535" in run_in_language("C", "doctor", home=tmp_path).stderr

    @pytest.mark.slow
    def test_calibration_asks_in_the_language(self, tmp_path: Path) -> None:
        asked = run_in_language("fr_FR.UTF-8", "calibrate", "--no-page", "players", home=tmp_path)
        assert "1 sur 2. Joueurs" in asked.stdout
        assert "Qui joue\u00a0?" in asked.stdout
        assert "tapez Ana:rouge,Ben:bleu" in asked.stdout
        assert "Arrêté. Ce qui a été fait jusque-là est enregistré." in asked.stdout


def step(name: str, *choices: Choice) -> dict[str, object]:
    return {"name": name, **StepOutcome("looking", "?", choices).to_json()}


class TestTypedAnswers:
    @pytest.mark.parametrize(
        ("name", "line", "answer"),
        [
            ("island", "h0,-2 Forêt 9", {"hex": "h0,-2", "terrain": "forest", "number": 9}),
            ("island", "h0,-2 foret 9", {"hex": "h0,-2", "terrain": "forest", "number": 9}),
            ("island", "h0,-2 forest 9", {"hex": "h0,-2", "terrain": "forest", "number": 9}),
            ("island", "h0,0 désert aucun", {"hex": "h0,0", "terrain": "desert", "number": None}),
            ("island", "p0,-5 minerai", {"path": "p0,-5", "harbor": "ore"}),
            ("island", "p0,-5 3:1", {"path": "p0,-5", "harbor": "generic"}),
            ("island", "p0,-5 aucun", {"path": "p0,-5", "harbor": None}),
            (
                "players",
                "Ana:rouge, Ben:BLEU",
                {"players": [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]},
            ),
        ],
    )
    def test_answers_are_accepted_in_the_language(
        self, in_french: None, name: str, line: str, answer: dict[str, object]
    ) -> None:
        assert terminal_guide.parse_answer(step(name, CONFIRM_CHOICE), line) == answer

    @pytest.mark.parametrize("line", ["h0,-2 rhubarbe 9", "h0,-2 forêt beaucoup", "p0,-5 rhubarbe"])
    def test_unknown_answers_are_refused_in_the_language(self, in_french: None, line: str) -> None:
        with pytest.raises(AnswerRefused) as refused:
            terminal_guide.parse_answer(step("island", CONFIRM_CHOICE), line)
        assert "[s] passer" in terminal_output.translate_text(str(refused.value))

    def test_the_island_is_printed_in_the_words_that_can_be_typed(self, in_french: None) -> None:
        text = "\n".join(
            island_lines(
                first_game_layout().to_json(),
                PossibleContents({"h0,0": [{"terrain": "desert", "number": None}]}, {}),
                width=100,
            )
        )
        for terrain in ("désert", "forêt 11", "minerai", "laine"):
            assert terrain in text
        assert "? incertain : à vérifier d’abord" in text


def test_pages_have_the_texts_that_commands_pass_to_them() -> None:
    (french,) = (
        catalogues.read_catalogue(path)
        for path in catalogues.catalogue_files()
        if path.parent.parent.name == "fr"
    )
    handed = {f"companion/cli/parts/{name}.py" for name in ("device_access", "served_table")}
    texts = json.loads(load_languages(TRANSLATIONS_FOLDER)["fr"].page)["texts"]
    translated = [each for each in french if each.id and {file for file, _ in each.locations} & handed]
    assert translated
    assert [each.id for each in translated if text_key(str(each.id)) not in texts] == []


def printed_expressions(tree: ast.AST) -> set[str]:
    """Return the source of the arguments of print, print_raw and input."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    printing = ("print", "print_raw", "input")
    return {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) in printing}


@pytest.mark.parametrize("module", FOR_PEOPLE)
def test_only_machine_readable_output_bypasses_translation(module: str) -> None:
    for text in printed_expressions(tree_of(CLI / f"{module}.py")):
        assert text.startswith(("json.dumps(", r"'\x1b[")), text
