"""The rights at one table: its secret, its devices, and the codes that pair further ones."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, Signer, TimestampSigner

from web.rights.codes import PhoneTokens, TabletCode
from web.rights.devices import Devices, PairedDevice
from web.rights.rate_limit import RateLimit
from web.rights.stream_limit import StreamLimit

_CODE_TRIES_PER_SENDER: Final = (10, 20.0)
_FIRST_CODE_TRIES_PER_ADDRESS: Final = (3, 1200.0)
_FIRST_CODE_TRIES: Final = (20, 20.0)
_FURTHER_CODE_TRIES: Final = (20, 40.0)
_PAIRED_CODE_TRIES: Final = (20, 40.0)
"""Limits of all senders of a kind together. In sum they allow 60 codes, and then one in 10 s."""
_POST_LIMIT: Final = (100, 0.1)
_ALL_SENDERS: Final = "everybody"
_PROOF_S: Final = 30


@dataclass(frozen=True)
class CodeTry:
    """An attempt to pair by a code.

    Attributes:
        consumed: the rate limits that count it, each with its key.
        wait_s: 0, or the seconds to wait because it isn't allowed now.
    """

    consumed: tuple[tuple[RateLimit, str], ...]
    wait_s: float = 0.0

    def refund(self) -> None:
        """Undo the attempt, which was right: only wrong ones count."""
        for limit, key in self.consumed:
            limit.refund(key)


class Rights:
    """The paired devices of a table's server, and the means to pair others."""

    def __init__(
        self,
        secret: str | None = None,
        devices: Devices | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_persistent: bool = False,
        notice: str | None = None,
    ) -> None:
        """Create rights that end with this process, unless they were loaded from a file.

        Args:
            secret: signs the cookies; a new one by default.
            devices: the paired devices; none by default.
            clock: returns monotonic seconds.
            is_persistent: whether the devices are saved: then browsers keep their cookies, too.
            notice: a problem with the saved rights that people should know; None if there was none.
        """
        self.is_persistent = is_persistent
        self.notice = notice
        self.secret = secret or secrets.token_hex(32)
        self.devices = devices or Devices()
        self.code = TabletCode()
        self.phones = PhoneTokens(clock)
        self.posts = RateLimit(*_POST_LIMIT, clock)
        self.streams = StreamLimit()
        self._tries = RateLimit(*_CODE_TRIES_PER_SENDER, clock)
        self._first_tries_per_address = RateLimit(*_FIRST_CODE_TRIES_PER_ADDRESS, clock)
        self._first_tries = RateLimit(*_FIRST_CODE_TRIES, clock)
        self._further_tries = RateLimit(*_FURTHER_CODE_TRIES, clock)
        self._paired_tries = RateLimit(*_PAIRED_CODE_TRIES, clock)
        self._signer = Signer(self.secret, salt="companion device")
        # Two servers on two ports of one address share a browser's cookies, so each uses its own name.
        self.cookie: Final = f"companion-{self._signer.get_signature('name').decode()[:8]}"

    def sign(self, device: PairedDevice) -> str:
        """Return a device's cookie value."""
        return self._signer.sign(device.id).decode()

    def device_of_cookie(self, cookie: str | None) -> PairedDevice | None:
        """Return the paired device that a cookie identifies; None for a forged or outdated one."""
        device_id = self._device_id(cookie)
        return None if device_id is None else self.devices.get(device_id)

    def was_paired(self, cookie: str | None) -> bool:
        """Return whether a cookie identifies a device that is no longer paired."""
        device_id = self._device_id(cookie)
        return device_id is not None and self.devices.get(device_id) is None

    def _device_id(self, cookie: str | None) -> str | None:
        """Return the device id in a cookie; None for a forged one."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def is_owner(self, proof: str) -> bool:
        """Return whether `owner_proof` made this proof with this table's secret, a moment ago."""
        return _prover(self.secret).validate(proof, max_age=_PROOF_S)

    def try_code(self, address: str, device: str | None = None) -> CodeTry:
        """Count an attempt to pair by a code, unless its sender or all senders together exceed a limit.

        Addresses are cheap, so all attempts together are limited too, and no code can be guessed. An
        address's first attempts have a budget of their own, and so have paired devices: a few hosts that
        guess on and on don't use up the attempts of a person who mistypes a code. Keys and tokens can't be
        guessed and need no limit, so nobody can block pairing by link or QR code.

        Args:
            address: the sender's address.
            device: the id of the paired device that sends it, if one does.
        """
        if device is not None:
            return self._consume((self._tries, device), (self._paired_tries, _ALL_SENDERS))
        own = (self._tries, address)
        first = self._consume(
            own, (self._first_tries_per_address, address), (self._first_tries, _ALL_SENDERS)
        )
        return first if first.wait_s == 0 else self._consume(own, (self._further_tries, _ALL_SENDERS))

    @staticmethod
    def _consume(*buckets: tuple[RateLimit, str]) -> CodeTry:
        """Consume a token of each bucket, or of none."""
        consumed: list[tuple[RateLimit, str]] = []
        for limit, key in buckets:
            if wait := limit.consume(key):
                CodeTry(tuple(consumed)).refund()
                return CodeTry((), wait)
            consumed.append((limit, key))
        return CodeTry(tuple(consumed))


def owner_proof(secret: str) -> str:
    """Return a proof for a running server that the caller can read its files."""
    return _prover(secret).sign("owner").decode()


def _prover(secret: str) -> TimestampSigner:
    return TimestampSigner(secret, salt="companion owner")
