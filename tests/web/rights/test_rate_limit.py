"""The rate limit of an address."""

from __future__ import annotations

from web.rights.rate_limit import MAX_ADDRESSES, RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_one_request_per_interval() -> None:
    clock = Clock()
    rates = RateLimit(3, 10.0, clock)
    assert [rates.consume("192.168.1.5") for _ in range(3)] == [0, 0, 0]
    assert rates.consume("192.168.1.5") == 10.0
    clock.now += 4
    assert rates.consume("192.168.1.5") == 6.0
    clock.now += 6
    assert rates.consume("192.168.1.5") == 0
    assert rates.consume("192.168.1.5") == 10.0


def test_refused_requests_do_not_prolong_the_wait() -> None:
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


def test_each_address_has_its_own_limit() -> None:
    rates = RateLimit(1, 10.0, Clock())
    assert rates.consume("192.168.1.5") == 0
    assert rates.consume("192.168.1.6") == 0
    assert rates.consume("192.168.1.5") > 0


def test_the_addresses_of_one_home_s_ipv6_network_count_as_one() -> None:
    rates = RateLimit(1, 10.0, Clock())
    assert rates.consume("2001:db8:1:2::1") == 0
    assert rates.consume("2001:db8:1:2:ffff::9") > 0
    assert rates.consume("2001:db8:1:3::1") == 0


def test_a_returned_token_can_be_used_again() -> None:
    rates = RateLimit(1, 10.0, Clock())
    rates.consume("a")
    rates.refund("a")
    assert rates.consume("a") == 0
    assert rates.consume("a") > 0


def test_returning_an_unused_token_adds_nothing() -> None:
    rates = RateLimit(1, 10.0, Clock())
    rates.refund("a")
    assert [rates.consume("a") for _ in range(2)] == [0, 10.0]


def test_the_number_of_remembered_addresses_is_limited_and_includes_the_current_one() -> None:
    rates = RateLimit(1, 10.0, Clock())
    rates.consume("192.0.2.1")
    for n in range(MAX_ADDRESSES):
        rates.consume(f"10.0.{n // 256}.{n % 256}")
    assert len(rates._full_at) == MAX_ADDRESSES
    assert rates.consume("10.0.0.200") > 0
    assert rates.consume("192.0.2.1") == 0
