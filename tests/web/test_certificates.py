"""The generated certificate: its names, its validity, and its storage."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from web.certificates import (
    CERTIFICATE_LIFETIME,
    RENEWAL_MARGIN,
    CertificateError,
    CertificateFromFile,
    OwnCertificates,
)
from web.mdns import MDNS_NAMES

TEST_TIME = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "https"


def table_of(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "table.pem").read_bytes())


def names_in_certificate(folder: Path) -> set[str]:
    of = table_of(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(each.value) for each in of}


def open_certificates(folder: Path, now: datetime = TEST_TIME) -> OwnCertificates:
    return OwnCertificates(folder, lambda: now)


def agree(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> None:
    """Both agree on keys, without a network between them; raises ssl.SSLError where one doesn't trust."""
    out, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = client.wrap_bio(back, out, server_hostname=name)
    other = server.wrap_bio(out, back, server_side=True)
    for _ in range(4):
        for side in (one, other):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert one.version() is not None


def test_the_certificate_names_this_machine_and_each_visited_address(folder: Path) -> None:
    own = open_certificates(folder)
    host = f"{socket.gethostname().partition('.')[0]}.local"
    own_names = {"localhost", host, *MDNS_NAMES, "127.0.0.1", "::1"}
    assert names_in_certificate(folder) == own_names
    own.context("192.168.1.20")
    own.context("::ffff:192.168.1.20")
    own.context("fe80::1%eth0")
    assert names_in_certificate(folder) == own_names | {"192.168.1.20", "fe80::1"}


def test_certificate_and_key_are_saved_for_their_owner_and_reused_after_a_restart(folder: Path) -> None:
    first = open_certificates(folder)
    context = first.context("192.168.1.20")
    kept = (folder / "table.pem").read_bytes()
    again = open_certificates(folder, TEST_TIME + timedelta(days=100))
    again.context("192.168.1.20")
    assert (folder / "table.pem").read_bytes() == kept
    assert again.authority == first.authority
    assert first.context("192.168.1.20") is context
    for name in ("authority.pem", "table.pem"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_certificate_of_an_earlier_version_gets_the_announced_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("web.certificates.MDNS_NAMES", ())
        open_certificates(folder).context("192.168.1.20")
    assert "companion.local" not in names_in_certificate(folder)
    key = table_of(folder).public_key()
    open_certificates(folder)
    assert {"companion.local", "192.168.1.20"} <= names_in_certificate(folder)
    assert table_of(folder).public_key() == key


def test_files_that_others_can_read_are_restricted_to_their_owner_at_each_start(folder: Path) -> None:
    open_certificates(folder)
    for name in ("authority.pem", "table.pem"):
        (folder / name).chmod(0o644)
    open_certificates(folder)
    for name in ("authority.pem", "table.pem"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_the_certificate_is_renewed_before_it_expires_even_while_serving(folder: Path) -> None:
    now = [TEST_TIME]
    own = OwnCertificates(folder, lambda: now[0])
    own.context("192.168.1.20")
    ends = table_of(folder).not_valid_after_utc
    now[0] = ends - RENEWAL_MARGIN + timedelta(minutes=1)
    own.context("127.0.0.1")
    assert table_of(folder).not_valid_after_utc - ends > CERTIFICATE_LIFETIME - RENEWAL_MARGIN - timedelta(
        days=3
    )
    assert "192.168.1.20" in names_in_certificate(folder)


def test_the_certificate_is_valid_as_long_as_browsers_allow_and_only_for_servers(folder: Path) -> None:
    open_certificates(folder)
    made = table_of(folder)
    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=398)
    usage = made.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]


def test_a_computer_with_a_clock_in_1970_creates_a_currently_valid_certificate(folder: Path) -> None:
    open_certificates(folder, datetime(1970, 1, 1, tzinfo=UTC))
    assert table_of(folder).not_valid_after_utc > datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "192.168.1.20"])
def test_a_client_with_the_authority_trusts_the_table(folder: Path, name: str) -> None:
    own = OwnCertificates(folder)
    agree(own.context("192.168.1.20"), ssl.create_default_context(cadata=own.authority.decode()), name)


def test_the_authority_is_limited_to_home_networks(folder: Path) -> None:
    own = open_certificates(folder)
    own.context("203.0.113.5")
    assert "203.0.113.5" not in names_in_certificate(folder)
    authority = x509.load_pem_x509_certificate(own.authority)
    only = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert only.critical
    permitted = {each.value for each in only.value.permitted_subtrees or ()}
    assert {"local", "localhost", ipaddress.ip_network("192.168.0.0/16")} < permitted
    assert ipaddress.ip_network("0.0.0.0/0") not in permitted


@pytest.mark.parametrize("name", ["authority.pem", "table.pem"])
def test_damaged_files_are_created_again(folder: Path, name: str) -> None:
    open_certificates(folder)
    (folder / name).write_bytes(b"nothing of the kind")
    own = OwnCertificates(folder)
    agree(own.context("127.0.0.1"), ssl.create_default_context(cadata=own.authority.decode()), "127.0.0.1")


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CertificateError, match="Can't save a certificate in"):
        open_certificates(tmp_path / "file" / "https")


def test_a_given_certificate_is_used_unchanged(tmp_path: Path) -> None:
    authority = trustme.CA()
    made = authority.issue_cert("table.example.net")
    file = tmp_path / "table.pem"
    made.private_key_and_cert_chain_pem.write_to_path(str(file))
    given = CertificateFromFile(file)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(client)
    agree(given.context("192.168.1.20"), client, "table.example.net")
    assert given.authority is None


def test_a_file_without_a_certificate_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="can't be read: No such file"):
        CertificateFromFile(tmp_path / "nowhere.pem")
    (tmp_path / "text.pem").write_text("a text")
    with pytest.raises(CertificateError, match="must contain a certificate"):
        CertificateFromFile(tmp_path / "text.pem")
