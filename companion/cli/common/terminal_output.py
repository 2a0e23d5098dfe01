"""Prints messages in the terminal's language, from the same catalogues as the pages.

The environment selects the language, as for every gettext program. The default is English, also where a
catalogue is missing. Command-line help, logs and JSON stay English.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import sys
import threading
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TextIO, TypeVar

from babel import negotiate_locale, support

from companion.errors import CompanionError
from companion.i18n import sentence, translate

_ENGLISH: Final = "en"
_C_LOCALES: Final = ("C", "POSIX")
_ASCII_REPLACEMENTS: Final = str.maketrans(
    {"’": "'", "«": '"', "»": '"', "œ": "oe", "Œ": "OE", "…": "...", "–": "-"}
)
Key = TypeVar("Key", bound=str)
_ENCODE_ERRORS: Final = "companion-plainly"


class OutputError(CompanionError, OSError):
    """A command's output can't be written; it is incomplete."""


def print_message(text: str, *, to: TextIO | None = None) -> None:
    """Print a translated text and flush it. `to`: a stream other than the standard output.

    Raises:
        OutputError: the text can't be written.
    """
    stream = to or sys.stdout
    print_raw(_to_encodable(translate_text(text), stream), to=stream)


def print_raw(text: str, *, to: TextIO | None = None, end: str = "\n") -> None:
    """Print a text without translation, such as JSON, and flush it.

    Raises:
        OutputError: the text can't be written.
    """
    try:
        print(text, end=end, file=to or sys.stdout, flush=True)
    except BrokenPipeError as error:
        raise OutputError(
            sentence("the program that read the output has stopped: not everything was written")
        ) from error
    except OSError as error:
        raise OutputError(sentence("the output can't be written: {error}", error=error.strerror)) from error


def print_if_possible(text: str) -> None:
    """Print a translated text, and ignore a failure: the program's work doesn't depend on this output."""
    # The terminal may be closed, or the log's disk full.
    with contextlib.suppress(OSError, ValueError):
        print_message(text)


def print_error(text: object) -> None:
    """Print an error on the standard error, translated."""
    with contextlib.suppress(OutputError):
        print_message(f"companion: {translate_text(str(text))}", to=sys.stderr)


def ask(question: str) -> str:
    """Ask a question and return the typed answer, stripped and in lower case.

    Raises:
        EOFError: the input has ended.
    """
    return input(_to_encodable(translate_text(question), sys.stdout)).strip().lower()


def ask_yes(question: str) -> bool:
    """Ask a question and return whether the answer is yes, in any of our languages.

    Raises:
        EOFError: the input has ended.
    """
    return normalize_typed(ask(question)) in ("y", "yes", "o", "oui")


def translate_text(text: str) -> str:
    """Translate a message into the terminal's language; return any other text unchanged."""
    known = _load_translations(requested_languages(os.environ))
    return translate(text, known.gettext, known.ngettext)


def normalize_typed(text: str) -> str:
    """Remove case and accents from a text, to compare it with typed input."""
    return unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()


def find_by_name(typed: str, names: Mapping[Key, str], *, is_prefix: bool = False) -> Key | None:
    """Return the key whose name was typed, in the terminal's language or as the key itself; else None.

    Args:
        typed: the name.
        names: the names for people, by key.
        is_prefix: the beginning of a name suffices if only one begins so.
    """
    sought = normalize_typed(typed)
    translated = {key: translate_text(name) for key, name in names.items()}
    for texts in (translated, {key: str(key) for key in names}):
        known = {key: normalize_typed(text) for key, text in texts.items()}
        matches = [
            key
            for key, text in known.items()
            if sought and (text.startswith(sought) if is_prefix else text == sought)
        ]
        if len(matches) == 1:
            return matches[0]
    return None


def requested_languages(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the requested languages as catalogue names, the preferred first, without the fallback English.

    LANGUAGE lists them. Otherwise the first of LC_ALL, LC_MESSAGES and LANG that is set names one. If that
    locale is C or POSIX, programs stay untranslated, whatever LANGUAGE lists.
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if locale in _C_LOCALES:
        return ()
    languages = environment.get("LANGUAGE") or locale
    return tuple(_language_tag(each) for each in languages.split(":") if each)


def _language_tag(locale: str) -> str:
    """Convert a locale such as "fr_CA.UTF-8@euro" to a tag such as "fr-CA"."""
    name = re.split("[.@]", locale, maxsplit=1)[0]
    return _ENGLISH if name in _C_LOCALES else name.replace("_", "-")


@lru_cache(maxsize=4)
def _load_translations(languages: tuple[str, ...]) -> support.NullTranslations:
    if not languages or languages[0].partition("-")[0] == _ENGLISH:
        return support.NullTranslations()
    # This import loads the web framework, which is slow: only other languages than English pay for it.
    from web.i18n import TRANSLATIONS_FOLDER
    from web.i18n import load_languages as catalogues

    try:
        known = catalogues(TRANSLATIONS_FOLDER)
    except CompanionError:
        # The web server reports a damaged catalogue; here that error would hide the text to be printed.
        return support.NullTranslations()
    return known[negotiate_locale(languages, known, sep="-") or _ENGLISH].translations


def _to_encodable(text: str, stream: TextIO) -> str:
    """Replace the letters that a stream's encoding lacks: they would raise `UnicodeEncodeError`."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, _ENCODE_ERRORS).decode(encoding)


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end].translate(_ASCII_REPLACEMENTS)
    replacement = unicodedata.normalize("NFKD", missing).encode("ascii", "ignore").decode()
    return replacement or "?" * (error.end - error.start), error.end


codecs.register_error(_ENCODE_ERRORS, _replace_unencodable)


# Reads typed lines from the terminal with a timeout.


KEYBOARD_POLL_S: Final = 0.1


class Keyboard:
    """The standard input.

    Args:
        stop: once it is set, `q` counts as typed.
    """

    def __init__(self, stop: threading.Event | None = None) -> None:
        self._stop = stop
        self._buffer = b""

    def wait_for_line(self) -> str | None:
        """Wait for a typed line and return it; None at the end of the input."""
        try:
            while (line := self.read_line(KEYBOARD_POLL_S)) is None:
                pass
        except EOFError:
            return None
        return line

    def read_line(self, seconds: float) -> str | None:
        """Read a typed line, stripped; None if none was completed within the given seconds.

        Raises:
            EOFError: the input has ended.
        """
        if self._stop is not None and self._stop.is_set():
            return "q"
        # Python's own buffer would hide from `select` the lines that were typed ahead.
        try:
            keyboard = sys.stdin.fileno()
        except (AttributeError, OSError) as error:
            raise EOFError from error
        if b"\n" not in self._buffer:
            ready, _, _ = select.select([keyboard], [], [], seconds)
            if not ready:
                return None
            chunk = os.read(keyboard, 1024)
            if not chunk:
                raise EOFError
            self._buffer += chunk
        if b"\n" not in self._buffer:
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace").strip()
