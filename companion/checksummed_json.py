"""Files of what is known of a table beside its games: JSON with a checksum.

They are written so that a power cut leaves the old one or the new one, never half of one, and whatever is
wrong with a file is said when it is loaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.named_files import read_json, read_text

T = TypeVar("T")


@dataclass(frozen=True)
class ChecksummedJsonFile:
    """One kind of such files: what messages call it, its format, and what is raised when one can't be had.

    Attributes:
        what: its name in messages, such as "calibration"; a sentence, as `again`.
        format: version that is written and read.
        again: what a person does to get a good one, for messages.
        error: what is raised.
        private: whether nobody but its owner may read it.
    """

    what: str
    format: int
    again: str
    error: type[CompanionError]
    private: bool = False

    def save(self, path: Path, content: Mapping[str, Any]) -> None:
        """Write the file; when this returns, it is on disk, whole. One that says the same is left as it is.

        Args:
            path: where; its folder must be there.
            content: what JSON can hold.

        Raises:
            CompanionError: (`error`) it can't be written there.
        """
        whole = {"format": self.format, **content}
        text = json.dumps({"checksum": _checksum(whole), **whole}, indent=1)
        if self._stands(path, text):
            return
        beside = path.with_name(path.name + ".new")
        try:
            with beside.open("w", encoding="utf-8") as file:
                if self.private:
                    os.fchmod(file.fileno(), stat.S_IRUSR | stat.S_IWUSR)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise self.error(
                sentence(
                    "the {what} can't be written to {path}: {error}",
                    what=self.what,
                    path=path,
                    error=error.strerror,
                )
            ) from error

    def _stands(self, path: Path, text: str) -> bool:
        """Whether the file says just this, and nobody reads it who shouldn't."""
        try:
            closed = not self.private or stat.S_IMODE(path.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR
            return closed and read_text(path) == text
        except (OSError, UnicodeDecodeError):
            return False

    def load(self, path: Path, parse: Callable[[Mapping[str, Any]], T]) -> T:
        """Read a file.

        Args:
            path: where it is.
            parse: makes the thing of the content given to `save`; raises KeyError,
                TypeError or ValueError where that doesn't hold together.

        Raises:
            CompanionError: (`error`) there is none, it is damaged, or another version wrote it.
        """
        named = {"what": self.what, "path": path, "again": self.again}
        try:
            content = read_json(path)
        except FileNotFoundError as error:
            raise self.error(sentence("there is no {what} at {path}: {again}", **named)) from error
        except OSError as error:
            text = sentence("the {what} {path} can't be read: {error}", **named, error=error.strerror)
            raise self.error(text) from error
        except ValueError as error:
            text = sentence("{path} is not a {what}, or only part of one: {again}", **named)
            raise self.error(text) from error
        if not isinstance(content, dict) or "format" not in content:
            raise self.error(sentence("{path} is not a {what}: {again}", **named))
        if content["format"] != self.format:
            text = sentence(
                "{path} was written in format {found}; this version reads format {known}: {again}",
                **named,
                found=content["format"],
                known=self.format,
            )
            raise self.error(text)
        if content.pop("checksum", None) != _checksum(content):
            raise self.error(sentence("{path} is damaged (its checksum is wrong): {again}", **named))
        try:
            return parse(content)
        except (KeyError, TypeError, ValueError) as error:
            text = sentence("{path} is inconsistent ({error}): {again}", **named, error=error)
            raise self.error(text) from error


def _checksum(content: Mapping[str, Any]) -> str:
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()
