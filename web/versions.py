"""The newest snapshot and the changes from earlier ones: the messages of a stream."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from web.json_patch import make_patch

MAX_STEPS: Final = 200
"""The number of versions a client may be behind and still receive only the changes."""


@dataclass(frozen=True)
class _VersionStep:
    """The message that leads from one version to a later one of the same epoch."""

    start: int
    message: bytes


class Versions:
    """The messages of all streams of one source; each message is built once.

    An event ``snapshot`` contains a whole snapshot, an event ``changes`` the changes since an earlier
    version: ``{"epoch", "from": version, "to": version, "changes": a JSON Patch}``. The id of either is the
    name of the resulting snapshot, ``EPOCH-VERSION``, prefixed by the owner of a private source:
    ``red.EPOCH-VERSION``.
    """

    def __init__(self, snapshot: Mapping[str, Any], owner: str = "") -> None:
        """Start with a snapshot.

        Args:
            snapshot: the newest.
            owner: distinguishes the source's snapshots from those of other sources with the same versions.
        """
        self._name_prefix = f"{owner}." if owner else ""
        self._steps: deque[_VersionStep] = deque(maxlen=MAX_STEPS)
        self._set(snapshot)

    def _set(self, snapshot: Mapping[str, Any]) -> None:
        text = json.dumps(dict(snapshot), ensure_ascii=False, separators=(",", ":"))
        # Parsed from the text, it equals the client's copy, and no other code can change it.
        self._newest = json.loads(text)
        self.epoch: str = self._newest["epoch"]
        self.version: int = self._newest["version"]
        self._full_message = _format_event("snapshot", self.name, text)
        self._messages: dict[str | None, bytes] = {}

    @property
    def name(self) -> str:
        """The name of the newest snapshot."""
        return f"{self._name_prefix}{self.epoch}-{self.version}"

    def add(self, snapshot: Mapping[str, Any]) -> None:
        """Make a snapshot the newest; ignore one that is older than the newest."""
        before, epoch, version = self._newest, self.epoch, self.version
        if snapshot["epoch"] == epoch and snapshot["version"] <= version:
            return
        self._set(snapshot)
        if self.epoch != epoch:
            self._steps.clear()
            return
        changes = {"epoch": epoch, "from": version, "to": self.version}
        changes["changes"] = make_patch(before, self._newest)
        text = json.dumps(changes, ensure_ascii=False, separators=(",", ":"))
        self._steps.append(_VersionStep(version, _format_event("changes", self.name, text)))

    def message_since(self, name: str | None) -> bytes:
        """Return the shortest message that leads from the named snapshot to the newest one.

        It is empty for the newest snapshot, and the whole snapshot for an unknown name. Nearly all clients
        have the same snapshot, so messages are cached.
        """
        if name == self.name:
            return b""
        message = self._messages.get(name)
        if message is None:
            message = self._compose_message(name)
            if len(self._messages) < MAX_STEPS:
                self._messages[name] = message
        return message

    def _compose_message(self, name: str | None) -> bytes:
        epoch, _, version = (name or "").rpartition("-")
        steps = list(self._steps) if epoch == self._name_prefix + self.epoch else []
        first = next((k for k, step in enumerate(steps) if str(step.start) == version), None)
        if first is None:
            return self._full_message
        message = b"".join(step.message for step in steps[first:])
        return message if len(message) < len(self._full_message) else self._full_message


def _format_event(kind: str, name: str, text: str) -> bytes:
    return f"event: {kind}\nid: {name}\ndata: {text}\n\n".encode()
