"""TLS certificates of the server: its own, created at the first start, or one from a file.

Browsers give a page a phone's camera only over TLS, and no public authority certifies a computer at home. So
Companion is its own certificate authority. Trusting it is a small risk: name constraints limit it to
addresses of home networks and names that end in ``.local`` (RFC 5280, 4.2.1.10), even if its key is stolen.
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

from companion.checksummed_json import PRIVATE_MODE, restrict_to_owner
from companion.errors import CompanionError
from companion.i18n import sentence
from web.mdns import MDNS_NAMES

AUTHORITY_LIFETIME: Final = timedelta(days=3650)
"""Lifetime of the authority: a device trusts it once."""
CERTIFICATE_LIFETIME: Final = timedelta(days=397)
"""Lifetime of a server certificate: browsers reject much longer ones."""
RENEWAL_MARGIN: Final = timedelta(days=30)
"""Time before its end at which a certificate is renewed."""
EARLIEST_CLOCK_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Lower bound for the current time: a computer without a battery clock may believe that it is earlier."""
_CLOCK_TOLERANCE: Final = timedelta(days=2)

_HOME_NETWORKS: Final = tuple(
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
_LOCAL_DOMAINS: Final = ("localhost", "local")
_PEM: Final = serialization.Encoding.PEM


class CertificateError(CompanionError, OSError):
    """Raised when there is no usable certificate; the message says what to do."""


class Certificates(Protocol):
    """The certificates of a server that speaks TLS."""

    @property
    def authority(self) -> bytes | None:
        """The authority's certificate as PEM, which devices have to trust; None: they trust the server's
        anyway."""

    def context(self, address: str) -> ssl.SSLContext:
        """Return the TLS context for connections that arrive at an address of this machine."""


class CertificateFromFile:
    """A certificate from a file that contains it, its chain and its key."""

    authority: Final = None

    def __init__(self, path: Path) -> None:
        """Load the certificate.

        Raises:
            CertificateError: the file can't be read, or contains no certificate with chain and key.
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
    """A certificate authority of this machine, stored in a folder, and the server certificate that it issues.

    The server certificate names every address at which a connection has arrived, and is renewed before it
    expires.
    """

    def __init__(self, folder: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Load the pairs from a folder, and create those that are missing or unreadable.

        Args:
            folder: for ``authority.pem`` and ``table.pem``, each a certificate and its key, readable by their
                owner only.
            clock: returns the current time with its zone.

        Raises:
            CertificateError: the folder can't be written.
        """
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._authority = (
                _load_pair(self._authority_file, self._current_time()) or self._create_authority()
            )
            self._server_pair = _load_pair(self._table_file, self._current_time() + RENEWAL_MARGIN)
            if self._server_pair is None or not _has_issued(self._authority, self._server_pair):
                self._issue(())
            elif not set(_own_names()) <= set(names := _subject_names(self._server_pair.certificate)):
                self._issue(names)
        except OSError as error:
            why = error.strerror or error
            raise CertificateError(
                sentence("Can't save a certificate in {folder}: {error}.", folder=folder, error=why)
            ) from error
        self._context = self._load_context()

    @property
    def authority(self) -> bytes:
        """See `Certificates`."""
        return self._authority.certificate.public_bytes(_PEM)

    def context(self, address: str) -> ssl.SSLContext:
        """See `Certificates`."""
        address = _normalize_address(address)
        with self._lock:
            assert self._server_pair is not None
            names = _subject_names(self._server_pair.certificate)
            ends = self._server_pair.certificate.not_valid_after_utc
            is_new = address not in names and _can_vouch_for(address)
            # If the new certificate can't be saved, the old one serves on; once it expires, browsers warn.
            with contextlib.suppress(OSError):
                if is_new or self._current_time() + RENEWAL_MARGIN > ends:
                    self._issue((*names, address) if is_new else names)
                    self._context = self._load_context()
            return self._context

    def _current_time(self) -> datetime:
        return max(self._clock(), EARLIEST_CLOCK_TIME)

    @property
    def _authority_file(self) -> Path:
        return self._folder / "authority.pem"

    @property
    def _table_file(self) -> Path:
        return self._folder / "table.pem"

    def _create_authority(self) -> _KeyPair:
        """Create an authority that may certify addresses of home networks only."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Companion, {socket.gethostname()}"[:64])])
        permitted = [*map(x509.DNSName, _LOCAL_DOMAINS), *map(x509.IPAddress, _HOME_NETWORKS)]
        certificate = (
            _certificate_builder(name, name, key.public_key(), self._current_time(), AUTHORITY_LIFETIME)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .add_extension(_key_usage(signs_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        pair = _KeyPair(certificate, key)
        _save_pair(self._authority_file, pair)
        return pair

    def _issue(self, names: Sequence[str]) -> None:
        """Issue a server certificate for the given names and this machine's own ones."""
        subject_names = [_general_name(each) for each in dict.fromkeys([*_own_names(), *names])]
        # A browser whose user accepted the certificate remembers the key, too.
        key = ec.generate_private_key(ec.SECP256R1()) if self._server_pair is None else self._server_pair.key
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Companion")])
        authority = self._authority.certificate
        certificate = (
            _certificate_builder(
                subject, authority.subject, key.public_key(), self._current_time(), CERTIFICATE_LIFETIME
            )
            .add_extension(x509.SubjectAlternativeName(subject_names), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_key_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._authority.key.public_key()),
                critical=False,
            )
            .sign(self._authority.key, hashes.SHA256())
        )
        self._server_pair = _KeyPair(certificate, key)
        _save_pair(self._table_file, self._server_pair)

    def _load_context(self) -> ssl.SSLContext:
        context = _context()
        context.load_cert_chain(self._table_file)
        return context


class _KeyPair:
    """A certificate and its key."""

    def __init__(self, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
        self.certificate = certificate
        self.key = key


def _certificate_builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCK_TOLERANCE)
        .not_valid_after(now + lasts - _CLOCK_TOLERANCE)
    )


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
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


def _own_names() -> tuple[str, ...]:
    """Return the names of this machine, and those that `web.mdns` announces."""
    return (
        _LOCAL_DOMAINS[0],
        f"{socket.gethostname().partition('.')[0]}.local",
        *MDNS_NAMES,
        "127.0.0.1",
        "::1",
    )


def _general_name(name: str) -> x509.GeneralName:
    with contextlib.suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


def _subject_names(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the names in a certificate."""
    extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return tuple(str(each.value) for each in extension)


def _normalize_address(address: str) -> str:
    """Return an address without its interface, and an IPv4-mapped IPv6 address as IPv4."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address.partition("%")[0])
        return str(getattr(ip, "ipv4_mapped", None) or ip)
    return address


def _can_vouch_for(address: str) -> bool:
    """Return whether the authority may certify an address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in network for network in _HOME_NETWORKS if network.version == ip.version)


def _has_issued(authority: _KeyPair, issued: _KeyPair) -> bool:
    try:
        issued.certificate.verify_directly_issued_by(authority.certificate)
    except Exception:  # issued by anything else, or invalid: the caller issues a new one
        return False
    return True


def _load_pair(path: Path, until: datetime) -> _KeyPair | None:
    """Load the pair from a file; None: there is no readable pair that is valid until then."""
    try:
        data = path.read_bytes()
        # A copy or a restored backup may have other permissions.
        restrict_to_owner(path)
        certificate = x509.load_pem_x509_certificate(data)
        key = serialization.load_pem_private_key(data, None)
    except (OSError, ValueError, TypeError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or certificate.not_valid_after_utc < until:
        return None
    return _KeyPair(certificate, key) if certificate.public_key() == key.public_key() else None


def _save_pair(path: Path, pair: _KeyPair) -> None:
    """Write a pair atomically, readable by its owner only."""
    pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE), "wb") as file:  # noqa: PTH123 (with its mode from the start)
        file.write(pair.certificate.public_bytes(_PEM) + pair.key.private_bytes(_PEM, pkcs8, plain))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _no_password() -> str:
    """Return no password; without this callback, OpenSSL would prompt in the terminal."""
    return ""
