"""The number of streams that each address may open."""

from __future__ import annotations

import pytest

from web.rights.stream_limit import StreamLimit


def test_an_address_gets_no_more_streams_until_one_is_freed() -> None:
    places = StreamLimit(2)
    assert [places.acquire("192.168.1.5") for _ in range(3)] == [True, True, False]
    places.release("192.168.1.5")
    assert [places.acquire("192.168.1.5") for _ in range(2)] == [True, False]


def test_each_address_has_its_own_limit() -> None:
    places = StreamLimit(1)
    assert places.acquire("192.168.1.5")
    assert places.acquire("192.168.1.6")
    # The devices of a home share their network's part of an IPv6 address.
    assert places.acquire("2001:db8:1:2::1")
    assert places.acquire("2001:db8:1:2::2")
    assert not places.acquire("2001:db8:1:2::2")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_the_local_machine_has_no_limit(address: str) -> None:
    places = StreamLimit(1)
    assert all(places.acquire(address) for _ in range(100))


def test_closed_streams_leave_nothing_behind() -> None:
    places = StreamLimit(1)
    for n in range(100):
        places.acquire(f"192.168.1.{n}")
        places.release(f"192.168.1.{n}")
        places.acquire(f"192.168.1.{n}")
        assert not places.acquire(f"192.168.1.{n}")
        places.release(f"192.168.1.{n}")
    assert not places._held
