"""Paired devices: identification, replacement, and saving before a change counts."""

from __future__ import annotations

import pytest

from web.rights.devices import Devices, PairedDevice
from web.rights.rights import Rights, owner_proof


class TestDevices:
    def test_a_tablet_is_known_by_its_id(self) -> None:
        devices = Devices()
        tablet = devices.pair_tablet()
        assert devices.get(tablet.id) == tablet
        assert (tablet.role, tablet.seat) == ("tablet", None)

    def test_several_tablets_can_be_paired(self) -> None:
        devices = Devices()
        first, second = devices.pair_tablet(), devices.pair_tablet()
        assert devices.list_all() == (first, second)

    def test_a_seat_has_one_phone_even_after_a_change_of_player(self) -> None:
        devices = Devices()
        first = devices.pair_phone("red", "Ana")
        second = devices.pair_phone("red", "Ana")
        third = devices.pair_phone("red", "Zoé")
        assert devices.list_all() == (third,)
        assert devices.get(first.id) is devices.get(second.id) is None

    def test_phones_of_other_seats_stay_paired(self) -> None:
        devices = Devices()
        red, blue = devices.pair_phone("red", "Ana"), devices.pair_phone("blue", "Ben")
        assert devices.phone_of("red", "Ana") == red
        assert devices.phone_of("blue", "Ben") == blue
        assert devices.phone_of("red", "Ben") is None

    def test_a_browser_is_only_the_device_it_was_last_paired_as(self) -> None:
        devices = Devices()
        phone = devices.pair_phone("red", "Ana")
        tablet = devices.pair_tablet(instead_of=phone.id)
        assert devices.list_all() == (tablet,)
        again = devices.pair_phone("blue", "Ben", instead_of=tablet.id)
        assert devices.list_all() == (again,)

    def test_an_unpaired_device_is_unknown_at_once(self) -> None:
        devices = Devices()
        phone = devices.pair_phone("red", "Ana")
        assert devices.unpair(phone.id)
        assert devices.get(phone.id) is None
        assert not devices.unpair(phone.id)

    def test_a_pairing_that_cannot_be_saved_does_not_count(self) -> None:
        def fail_to_save(_: object) -> None:
            raise OSError("the disk is full")

        tablet = PairedDevice("t1", "tablet")
        devices = Devices({"t1": tablet}, fail_to_save)
        with pytest.raises(OSError, match="full"):
            devices.pair_tablet()
        with pytest.raises(OSError, match="full"):
            devices.unpair("t1")
        assert devices.list_all() == (tablet,)


class TestCookies:
    def test_a_device_is_known_by_its_signed_cookie(self) -> None:
        rights = Rights()
        tablet = rights.devices.pair_tablet()
        assert rights.device_of_cookie(rights.sign(tablet)) == tablet

    def test_an_id_without_a_signature_is_rejected(self) -> None:
        rights = Rights()
        tablet = rights.devices.pair_tablet()
        assert rights.device_of_cookie(tablet.id) is None

    def test_another_server_s_signature_is_rejected(self) -> None:
        rights = Rights()
        tablet = rights.devices.pair_tablet()
        assert rights.device_of_cookie(Rights().sign(tablet)) is None

    def test_a_cookie_with_a_changed_bit_is_rejected(self) -> None:
        rights = Rights()
        cookie = rights.sign(rights.devices.pair_tablet())
        for at in range(len(cookie)):
            forged = f"{cookie[:at]}{'A' if cookie[at] != 'A' else 'B'}{cookie[at + 1 :]}"
            # The last character of a signature in base 64 holds bits that mean nothing.
            assert at == len(cookie) - 1 or rights.device_of_cookie(forged) is None

    @pytest.mark.parametrize("cookie", [None, "", ".", "é", "a.b", "x" * 5000, "\x00.\xff"])
    def test_a_malformed_cookie_is_rejected(self, cookie: str | None) -> None:
        assert Rights().device_of_cookie(cookie) is None

    def test_the_cookie_of_an_unpaired_device_is_rejected(self) -> None:
        rights = Rights()
        phone = rights.devices.pair_phone("red", "Ana")
        cookie = rights.sign(phone)
        rights.devices.unpair(phone.id)
        assert rights.device_of_cookie(cookie) is None

    def test_two_servers_at_one_address_use_different_cookie_names(self) -> None:
        assert Rights().cookie != Rights().cookie
        assert Rights("s" * 64).cookie == Rights("s" * 64).cookie


class TestProof:
    def test_the_holder_of_the_secret_is_the_owner(self) -> None:
        rights = Rights()
        assert rights.is_owner(owner_proof(rights.secret))

    @pytest.mark.parametrize("proof", ["", "owner", "é", "owner.aaaa.bbbb"])
    def test_other_proofs_are_rejected(self, proof: str) -> None:
        assert not Rights().is_owner(proof)
        assert not Rights().is_owner(owner_proof("another secret"))

    def test_a_proof_expires_soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rights = Rights()
        monkeypatch.setattr("time.time", lambda: 1_000_000.0)
        proof = owner_proof(rights.secret)
        assert rights.is_owner(proof)
        monkeypatch.setattr("time.time", lambda: 1_000_060.0)
        assert not rights.is_owner(proof)

    def test_a_device_s_cookie_is_not_a_proof(self) -> None:
        rights = Rights()
        assert not rights.is_owner(rights.sign(rights.devices.pair_tablet()))
