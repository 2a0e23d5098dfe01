"""How many streams each address may hold."""

from __future__ import annotations

import pytest

from web.rights.places import Places


def test_so_many_and_no_more_until_one_is_freed() -> None:
    places = Places(2)
    assert [places.take("192.168.1.5") for _ in range(3)] == [True, True, False]
    places.free("192.168.1.5")
    assert [places.take("192.168.1.5") for _ in range(2)] == [True, False]


def test_each_address_has_its_own() -> None:
    places = Places(1)
    assert places.take("192.168.1.5")
    assert places.take("192.168.1.6")
    # The devices of a home share their network's part of an IPv6 address.
    assert places.take("2001:db8:1:2::1")
    assert places.take("2001:db8:1:2::2")
    assert not places.take("2001:db8:1:2::2")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_this_machine_may_hold_any_number(address: str) -> None:
    places = Places(1)
    assert all(places.take(address) for _ in range(100))


def test_nothing_is_remembered_of_who_left() -> None:
    places = Places(1)
    for n in range(100):
        places.take(f"192.168.1.{n}")
        places.free(f"192.168.1.{n}")
        places.take(f"192.168.1.{n}")
        assert not places.take(f"192.168.1.{n}")
        places.free(f"192.168.1.{n}")
    assert not places._held
