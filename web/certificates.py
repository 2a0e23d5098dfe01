"""The certificates by which a server speaks TLS: its own, made at its first start, or one that is given.

A phone gives a page its camera over TLS only, and no public authority vouches for a computer at home: the
companion is its own authority. Whoever lets a device trust that one risks little: it can vouch for nothing
but addresses of home networks and names that end in ``.local`` (RFC 5280, 4.2.1.10), also if its key is
stolen.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import CompanionError
from companion.i18n import sentence

LASTS: Final = timedelta(days=3650)
"""How long the authority is one: a device trusts it once."""
SERVES: Final = timedelta(days=397)
"""How long one certificate serves: browsers take none that lasts much longer."""
AHEAD: Final = timedelta(days=30)
"""So long before its end a certificate is made anew."""
EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A computer without a clock of its own may believe that it is earlier."""
_CLOCKS_DIFFER: Final = timedelta(days=2)

_HOME: Final = tuple(
    ipaddress.ip_network(each)
    for each in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
_NAMES: Final = ("localhost", "local")
_PEM: Final = serialization.Encoding.PEM


class CertificateError(CompanionError, OSError):
    """There is no certificate to be had there; the message says what to do."""


class Certificates(Protocol):
    """What a server shows to those who want to speak TLS with it."""

    @property
    def authority(self) -> bytes | None:
        """The certificate that a device has to trust, as PEM; None: devices trust it as it is."""

    def context(self, address: str) -> ssl.SSLContext:
        """With what a connection is made secret that came to an address of this machine."""


class GivenCertificate:
    """A certificate that somebody else made, of a file that holds it, its chain and its key."""

    authority: Final = None

    def __init__(self, path: Path) -> None:
        """Read it.

        Raises:
            CertificateError: it can't be read, or isn't that.
        """
        self._context = _context()
        try:
            self._context.load_cert_chain(path, password=_no_password)
        except ssl.SSLError as error:
            raise CertificateError(
                sentence(
                    "{file} must contain a certificate, its chain, and its key without a password, in this "
                    "order and all as PEM ({error}).",
                    file=path,
                    error=error.reason or error,
                )
            ) from error
        except OSError as error:
            why = error.strerror or error
            raise CertificateError(
                sentence("{path} can't be read: {error}.", path=path, error=why)
            ) from error

    def context(self, address: str) -> ssl.SSLContext:
        """See `Certificates`."""
        return self._context


class OwnCertificates:
    """An authority of this machine's own, kept in a folder, and the certificate that it makes for the server.

    That one names every address by which somebody came so far, and is made anew before it ends.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Take what is kept in a folder, which is made at the first start; what can't be read is made anew.

        Args:
            folder: for ``authority.pem`` and ``table.pem``, each a certificate and its key, which nobody but
                their owner may read.
            now: the time of day, with its zone.

        Raises:
            CertificateError: nothing can be kept there.
        """
        self._folder = folder
        self._clock = now
        self._lock = threading.Lock()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._authority = _kept(self._authority_file, self._now()) or self._found()
            self._made = _kept(self._table_file, self._now() + AHEAD)
            if self._made is None or not _vouches(self._authority, self._made):
                self._issue(())
        except OSError as error:
            why = error.strerror or error
            raise CertificateError(
                sentence("Can't save a certificate in {folder}: {error}.", folder=folder, error=why)
            ) from error
        self._context = self._loaded()

    @property
    def authority(self) -> bytes:
        """See `Certificates`."""
        return self._authority.certificate.public_bytes(_PEM)

    def context(self, address: str) -> ssl.SSLContext:
        """See `Certificates`."""
        address = _plainly(address)
        with self._lock:
            assert self._made is not None
            named = _names(self._made.certificate)
            ends = self._made.certificate.not_valid_after_utc
            new = address not in named and _may_be_named(address)
            # What can't be kept now serves all the same: as long as it may, and with a warning after.
            with contextlib.suppress(OSError):
                if new or self._now() + AHEAD > ends:
                    self._issue((*named, address) if new else named)
                    self._context = self._loaded()
            return self._context

    def _now(self) -> datetime:
        return max(self._clock(), EARLIEST)

    @property
    def _authority_file(self) -> Path:
        return self._folder / "authority.pem"

    @property
    def _table_file(self) -> Path:
        return self._folder / "table.pem"

    def _found(self) -> _Pair:
        """A new authority, which may vouch for addresses of home networks only."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Companion, {socket.gethostname()}"[:64])])
        permitted = [*map(x509.DNSName, _NAMES), *map(x509.IPAddress, _HOME)]
        made = (
            _began(name, name, key.public_key(), self._now(), LASTS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        pair = _Pair(made, key)
        _keep(self._authority_file, pair)
        return pair

    def _issue(self, named: Sequence[str]) -> None:
        """A certificate of the table that names these, and this machine by its own names."""
        ours = [_NAMES[0], f"{socket.gethostname().partition('.')[0]}.local", "127.0.0.1", "::1"]
        of = [_general(each) for each in dict.fromkeys([*ours, *named])]
        # A browser that was told to go on remembers the key, too.
        key = ec.generate_private_key(ec.SECP256R1()) if self._made is None else self._made.key
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Companion")])
        authority = self._authority.certificate
        made = (
            _began(subject, authority.subject, key.public_key(), self._now(), SERVES)
            .add_extension(x509.SubjectAlternativeName(of), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._authority.key.public_key()),
                critical=False,
            )
            .sign(self._authority.key, hashes.SHA256())
        )
        self._made = _Pair(made, key)
        _keep(self._table_file, self._made)

    def _loaded(self) -> ssl.SSLContext:
        context = _context()
        context.load_cert_chain(self._table_file)
        return context


class _Pair:
    """A certificate and its key."""

    def __init__(self, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
        self.certificate = certificate
        self.key = key


def _began(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + lasts - _CLOCKS_DIFFER)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general(name: str) -> x509.GeneralName:
    with contextlib.suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    """What a certificate names."""
    of = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return tuple(str(each.value) for each in of)


def _plainly(address: str) -> str:
    """An address of this machine without the interface, and as IPv4 where it is one in IPv6's clothes."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address.partition("%")[0])
        return str(getattr(ip, "ipv4_mapped", None) or ip)
    return address


def _may_be_named(address: str) -> bool:
    """Whether the authority may vouch for an address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in network for network in _HOME if network.version == ip.version)


def _vouches(authority: _Pair, made: _Pair) -> bool:
    try:
        made.certificate.verify_directly_issued_by(authority.certificate)
    except Exception:  # whatever it is of which it isn't: it is made anew
        return False
    return True


def _kept(path: Path, until: datetime) -> _Pair | None:
    """The pair in a file; None: there is none that can be read and is good until then."""
    try:
        told = path.read_bytes()
        certificate = x509.load_pem_x509_certificate(told)
        key = serialization.load_pem_private_key(told, None)
    except (OSError, ValueError, TypeError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or certificate.not_valid_after_utc < until:
        return None
    return _Pair(certificate, key) if certificate.public_key() == key.public_key() else None


def _keep(path: Path, pair: _Pair) -> None:
    """Write a pair whole or not at all, for nobody but its owner to read."""
    kind, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    aside = path.with_name(f"{path.name}.new")
    aside.unlink(missing_ok=True)
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 (a mode from the first)
        file.write(pair.certificate.public_bytes(_PEM) + pair.key.private_bytes(_PEM, kind, plain))
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _no_password() -> str:
    """OpenSSL would ask in the terminal."""
    return ""
