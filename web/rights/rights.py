"""The rights at one table: its secret, its devices, and what pairs another one."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from itsdangerous import BadSignature, Signer, TimestampSigner

from web.rights.codes import PhoneTokens, TabletCode
from web.rights.devices import Device, Devices
from web.rights.places import Places
from web.rights.rates import RateLimit

_TRIES: Final = (10, 20.0)
_CODES_OF_ALL: Final = (40, 10.0)
_POSTS: Final = (100, 0.1)
_EVERYBODY: Final = "everybody"
_PROOF_S: Final = 30


class Rights:
    """Who is paired with a table's server, and who may be."""

    def __init__(
        self,
        secret: str | None = None,
        devices: Devices | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        lasting: bool = False,
        notice: str | None = None,
    ) -> None:
        """Rights that end with this process, unless they were kept.

        Args:
            secret: signs the cookies; a new one by default.
            devices: those that are paired; none by default.
            clock: monotonic seconds.
            lasting: whether they are kept: then browsers keep their cookies too.
            notice: what people should know of how they were found; None where all was well.
        """
        self.lasting = lasting
        self.notice = notice
        self.secret = secret or secrets.token_hex(32)
        self.devices = devices or Devices()
        self.code = TabletCode()
        self.phones = PhoneTokens(clock)
        self.posts = RateLimit(*_POSTS, clock)
        self.streams = Places()
        self._tries = RateLimit(*_TRIES, clock)
        self._codes = RateLimit(*_CODES_OF_ALL, clock)
        self._signer = Signer(self.secret, salt="companion device")
        # Two servers at one address, on two ports, share a browser's cookies: each has its own name.
        self.cookie: Final = f"companion-{self._signer.get_signature('name').decode()[:8]}"

    def signed(self, device: Device) -> str:
        """A device's cookie."""
        return self._signer.sign(device.id).decode()

    def device(self, cookie: str | None) -> Device | None:
        """Whose cookie this is, while that device is paired; None for a forged one."""
        device = self._named(cookie)
        return None if device is None else self.devices.get(device)

    def was_paired(self, cookie: str | None) -> bool:
        """Whether this is the cookie of a device that isn't paired any more."""
        device = self._named(cookie)
        return device is not None and self.devices.get(device) is None

    def _named(self, cookie: str | None) -> str | None:
        """The id of the device whose cookie this is; None for a forged one."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def is_owner(self, proof: str) -> bool:
        """Whether this was made by `owner_proof` with this table's secret, a moment ago."""
        return _prover(self.secret).validate(proof, max_age=_PROOF_S)

    def try_code(self, address: str) -> float:
        """One more try to pair by a code. Returns 0, or the seconds to wait: then it may not be tried now.

        Addresses can be had in plenty: all tries together are bounded too, so that none is guessed. Keys and
        tokens can't be: nobody keeps others from pairing by a link or its picture by trying codes.
        """
        return self._tries.take(address) or self._codes.take(_EVERYBODY)

    def code_was_right(self, address: str) -> None:
        """The last try was right: only wrong ones count."""
        self._tries.give_back(address)
        self._codes.give_back(_EVERYBODY)


def owner_proof(secret: str) -> str:
    """What shows a running server that somebody can read its files."""
    return _prover(secret).sign("owner").decode()


def _prover(secret: str) -> TimestampSigner:
    return TimestampSigner(secret, salt="companion owner")
