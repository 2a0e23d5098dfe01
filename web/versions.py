"""The newest snapshot, and the way to it from those before: the messages that a stream sends."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from web.json_patch import patch

STEPS_KEPT: Final = 200
"""How many versions back a screen may be and still get only what has changed."""


@dataclass(frozen=True)
class _Step:
    """From one version to a later one of the same epoch."""

    start: int
    message: bytes


class Versions:
    """What streams say of one source. Every message is made once, for however many streams.

    A snapshot is told as an event ``snapshot``, the way from an earlier version as events ``changes``:
    ``{"epoch", "from": version, "to": version, "changes": a JSON Patch}``. The id of either is
    the name of the snapshot that the client then has, ``EPOCH-VERSION``, behind whose it is
    where it isn't everybody's: ``red.EPOCH-VERSION``.
    """

    def __init__(self, snapshot: Mapping[str, Any], whose: str = "") -> None:
        """Begin with a snapshot.

        Args:
            snapshot: the newest.
            whose: tells the source's snapshots from those of another source with the same versions.
        """
        self._of = f"{whose}." if whose else ""
        self._steps: deque[_Step] = deque(maxlen=STEPS_KEPT)
        self._set(snapshot)

    def _set(self, snapshot: Mapping[str, Any]) -> None:
        text = json.dumps(dict(snapshot), ensure_ascii=False, separators=(",", ":"))
        # Read back, it is just what a client has, and nobody else's to change.
        self._newest = json.loads(text)
        self.epoch: str = self._newest["epoch"]
        self.version: int = self._newest["version"]
        self._whole = _event("snapshot", self.name, text)
        self._ways: dict[str | None, bytes] = {}

    @property
    def name(self) -> str:
        """The name of the newest snapshot."""
        return f"{self._of}{self.epoch}-{self.version}"

    def take(self, snapshot: Mapping[str, Any]) -> None:
        """Make a snapshot the newest; one that is older than the newest is left."""
        before, epoch, version = self._newest, self.epoch, self.version
        if snapshot["epoch"] == epoch and snapshot["version"] <= version:
            return
        self._set(snapshot)
        if self.epoch != epoch:
            self._steps.clear()
            return
        changes = {"epoch": epoch, "from": version, "to": self.version}
        changes["changes"] = patch(before, self._newest)
        text = json.dumps(changes, ensure_ascii=False, separators=(",", ":"))
        self._steps.append(_Step(version, _event("changes", self.name, text)))

    def since(self, name: str | None) -> bytes:
        """What makes the newest snapshot of the one named: the shorter of all changes and the whole.

        Nothing where the newest is named; the whole where the name is none that is known here. Nearly all
        screens have the same: what is told to the first is kept for the others.
        """
        if name == self.name:
            return b""
        way = self._ways.get(name)
        if way is None:
            way = self._way(name)
            if len(self._ways) < STEPS_KEPT:
                self._ways[name] = way
        return way

    def _way(self, name: str | None) -> bytes:
        epoch, _, version = (name or "").rpartition("-")
        steps = list(self._steps) if epoch == self._of + self.epoch else []
        begin = next((k for k, step in enumerate(steps) if str(step.start) == version), None)
        if begin is None:
            return self._whole
        way = b"".join(step.message for step in steps[begin:])
        return way if len(way) < len(self._whole) else self._whole


def _event(kind: str, name: str, text: str) -> bytes:
    return f"event: {kind}\nid: {name}\ndata: {text}\n\n".encode()
