"""The terminal's language: what people read there is said from the catalogues that the pages have.

Which language that is, the environment says, as it does for every program that knows gettext; without a word
of it, or without its file, it is English. Help of the command line, logs and JSON stay English.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TextIO

from babel import negotiate_locale, support

from companion.errors import CompanionError
from companion.i18n import sentence, translate

_ENGLISH: Final = "en"
_NO_LANGUAGE: Final = ("C", "POSIX")
_PLAIN: Final = str.maketrans({"’": "'", "«": '"', "»": '"', "œ": "oe", "Œ": "OE", "…": "...", "–": "-"})
_PLAINLY: Final = "companion-plainly"


class OutputError(CompanionError, OSError):
    """What a command says can't be written where it is to go: not all of it arrived there."""


def say(text: str, *, to: TextIO | None = None) -> None:
    """Print a text in the terminal's language, at once; `to`: elsewhere than on the standard output.

    Raises:
        OutputError: it can't be written.
    """
    stream = to or sys.stdout
    put(_writable(spoken(text), stream), to=stream)


def put(text: str, *, to: TextIO | None = None, end: str = "\n") -> None:
    """Print what is said as it is, in every language, at once: JSON, say.

    Raises:
        OutputError: it can't be written.
    """
    try:
        print(text, end=end, file=to or sys.stdout, flush=True)
    except BrokenPipeError as error:
        raise OutputError(
            sentence("the program that read the output has stopped: not everything was written")
        ) from error
    except OSError as error:
        raise OutputError(sentence("the output can't be written: {error}", error=error.strerror)) from error


def mention(text: str) -> None:
    """Say what a program says beside its work: one that has nobody to say it to any more goes on."""
    # A terminal that was closed, or a log on a disk that is full.
    with contextlib.suppress(OSError, ValueError):
        say(text)


def complain(text: object) -> None:
    """Print what went wrong, an error or a text, on the standard error."""
    with contextlib.suppress(OutputError):
        say(f"companion: {spoken(str(text))}", to=sys.stderr)


def ask(question: str) -> str:
    """What is typed after a question, without blanks around it, in small letters.

    Raises:
        EOFError: nobody types any more.
    """
    return input(_writable(spoken(question), sys.stdout)).strip().lower()


def spoken(text: str) -> str:
    """A text in the terminal's language, where it is a sentence; else as it is."""
    known = _translations(wanted(os.environ))
    return translate(text, known.gettext, known.ngettext)


def plain(text: str) -> str:
    """A text without case and accents: as it may be typed."""
    return unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()


def wanted(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The languages that are asked for, best first, as the names of catalogues; the last resort is left out.

    LANGUAGE lists them; else the first of LC_ALL, LC_MESSAGES and LANG that is set has one. Who sets that
    to C or POSIX wants what programs were written in, whatever LANGUAGE says.
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if locale in _NO_LANGUAGE:
        return ()
    asked = environment.get("LANGUAGE") or locale
    return tuple(_tag(each) for each in asked.split(":") if each)


def _tag(locale: str) -> str:
    """ "fr_CA.UTF-8@euro" as "fr-CA"."""
    name = re.split("[.@]", locale, maxsplit=1)[0]
    return _ENGLISH if name in _NO_LANGUAGE else name.replace("_", "-")


@lru_cache(maxsize=4)
def _translations(languages: tuple[str, ...]) -> support.NullTranslations:
    if not languages or languages[0].partition("-")[0] == _ENGLISH:
        return support.NullTranslations()
    # The web framework that comes with it takes its time to load: only who reads another language waits.
    from web.i18n import TRANSLATIONS
    from web.i18n import languages as catalogues

    try:
        known = catalogues(TRANSLATIONS)
    except CompanionError:
        # The server of the pages refuses such a file with a word; here it would hide what is to be said.
        return support.NullTranslations()
    return known[negotiate_locale(languages, known, sep="-") or _ENGLISH].translations


def _writable(text: str, stream: TextIO) -> str:
    """A text with the letters that a stream's encoding lacks written plainly: they would end the program."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, _PLAINLY).decode(encoding)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(_PLAIN)
    plain = unicodedata.normalize("NFKD", lacking).encode("ascii", "ignore").decode()
    return plain or "?" * (error.end - error.start), error.end


codecs.register_error(_PLAINLY, _plainly)
