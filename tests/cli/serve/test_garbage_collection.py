from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from companion.cli.serve import serve


class Ring:
    """A reference cycle, which only the garbage collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def frozen_startup_objects() -> Iterator[None]:
    gc.collect()
    before = weakref.ref(Ring())
    serve.freeze_startup_objects()
    assert before() is None, "what nobody needs goes first"
    yield
    gc.unfreeze()


@pytest.mark.slow
@pytest.mark.usefixtures("frozen_startup_objects")
def test_startup_objects_are_frozen_and_later_objects_are_collected() -> None:
    assert len(gc.get_objects()) < gc.get_freeze_count() / 10
    later = weakref.ref(Ring())
    gc.collect()
    assert later() is None
