"""How often an address may do something."""

from __future__ import annotations

from web.rights.rate_limit import MAX_ADDRESSES, RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_one_every_so_often() -> None:
    clock = Clock()
    rates = RateLimit(3, 10.0, clock)
    assert [rates.consume("192.168.1.5") for _ in range(3)] == [0, 0, 0]
    assert rates.consume("192.168.1.5") == 10.0
    clock.now += 4
    assert rates.consume("192.168.1.5") == 6.0
    clock.now += 6
    assert rates.consume("192.168.1.5") == 0
    assert rates.consume("192.168.1.5") == 10.0


def test_who_asks_too_often_doesn_t_wait_the_longer_for_it() -> None:
    clock = Clock()
    rates = RateLimit(1, 10.0, clock)
    rates.consume("a")
    for _ in range(50):
        assert rates.consume("a") == 10.0
    clock.now += 10
    assert rates.consume("a") == 0


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    clock = Clock()
    rates = RateLimit(2, 10.0, clock)
    clock.now += 1000
    assert [rates.consume("a") for _ in range(3)] == [0, 0, 10.0]


def test_one_address_leaves_the_others_theirs() -> None:
    rates = RateLimit(1, 10.0, Clock())
    assert rates.consume("192.168.1.5") == 0
    assert rates.consume("192.168.1.6") == 0
    assert rates.consume("192.168.1.5") > 0


def test_the_addresses_of_one_home_s_ipv6_network_count_as_one() -> None:
    rates = RateLimit(1, 10.0, Clock())
    assert rates.consume("2001:db8:1:2::1") == 0
    assert rates.consume("2001:db8:1:2:ffff::9") > 0
    assert rates.consume("2001:db8:1:3::1") == 0


def test_what_was_given_back_can_be_taken_again() -> None:
    rates = RateLimit(1, 10.0, Clock())
    rates.consume("a")
    rates.refund("a")
    assert rates.consume("a") == 0
    assert rates.consume("a") > 0


def test_giving_back_what_was_never_taken_gives_nothing() -> None:
    rates = RateLimit(1, 10.0, Clock())
    rates.refund("a")
    assert [rates.consume("a") for _ in range(2)] == [0, 10.0]


def test_only_so_many_addresses_are_remembered_and_the_one_asking_is_among_them() -> None:
    rates = RateLimit(1, 10.0, Clock())
    rates.consume("192.0.2.1")
    for n in range(MAX_ADDRESSES):
        rates.consume(f"10.0.{n // 256}.{n % 256}")
    assert len(rates._full_at) == MAX_ADDRESSES
    assert rates.consume("10.0.0.200") > 0
    assert rates.consume("192.0.2.1") == 0
