"""The rights at one table: its secret, its devices, and the codes that pair further ones."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from itsdangerous import BadSignature, Signer, TimestampSigner

from web.rights.codes import PhoneTokens, TabletCode
from web.rights.devices import Devices, PairedDevice
from web.rights.rate_limit import RateLimit
from web.rights.stream_limit import StreamLimit

_CODE_TRIES_PER_ADDRESS: Final = (10, 20.0)
_CODE_TRIES_OF_ALL: Final = (40, 10.0)
_POST_LIMIT: Final = (100, 0.1)
_ALL_ADDRESSES: Final = "everybody"
_PROOF_S: Final = 30


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
        self._tries = RateLimit(*_CODE_TRIES_PER_ADDRESS, clock)
        self._codes = RateLimit(*_CODE_TRIES_OF_ALL, clock)
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

    def try_code(self, address: str) -> float:
        """Count an attempt to pair by a code. Returns 0, or the seconds to wait: then it isn't allowed now.

        Addresses are cheap, so all attempts together are limited too, and no code can be guessed. Keys and
        tokens can't be guessed and need no limit, so nobody can block pairing by link or QR code by trying
        codes.
        """
        return self._tries.consume(address) or self._codes.consume(_ALL_ADDRESSES)

    def refund_try(self, address: str) -> None:
        """Undo the last attempt, which was right: only wrong ones count."""
        self._tries.refund(address)
        self._codes.refund(_ALL_ADDRESSES)


def owner_proof(secret: str) -> str:
    """Return a proof for a running server that the caller can read its files."""
    return _prover(secret).sign("owner").decode()


def _prover(secret: str) -> TimestampSigner:
    return TimestampSigner(secret, salt="companion owner")
