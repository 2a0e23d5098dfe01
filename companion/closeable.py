"""Resources that a `with` statement starts and closes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closeable(ABC):
    """A resource for a `with` statement: entering starts it, leaving closes it."""

    def start(self) -> None:  # noqa: B027 (most resources are ready once they are created)
        """Start the resource."""

    @abstractmethod
    def close(self) -> None:
        """Release the resource."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
