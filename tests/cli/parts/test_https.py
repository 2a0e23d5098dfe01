"""The --https option: a generated certificate, a given one, or none."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

import pytest
import trustme

from companion.cli.parts.served_table import OWN_CERTIFICATE, open_certificates
from companion.cli.serve.serve import add_page_arguments
from web.certificates import CertificateError, CertificateFromFile, OwnCertificates


@pytest.mark.parametrize(
    ("given", "option"), [([], None), (["--https"], OWN_CERTIFICATE), (["--https", "table.pem"], "table.pem")]
)
def test_https_is_requested_with_or_without_a_certificate_file(given: list[str], option: str | None) -> None:
    parser = argparse.ArgumentParser()
    add_page_arguments(parser)
    assert parser.parse_args(given).https == option


@pytest.mark.parametrize("option", [None, ""])
def test_the_default_is_plain_http(option: str | None, tmp_path: Path) -> None:
    with ExitStack() as stack:
        assert open_certificates(option, tmp_path / "journal.db", stack) is None
    assert list(tmp_path.iterdir()) == []


def test_the_generated_certificate_is_kept_next_to_the_journal(tmp_path: Path) -> None:
    with ExitStack() as stack:
        made = open_certificates(OWN_CERTIFICATE, tmp_path / "games.db", stack)
    assert isinstance(made, OwnCertificates)
    kept = sorted(each.name for each in (tmp_path / "games-https").iterdir())
    assert kept == ["authority.pem", "table.pem"]


def test_no_certificate_is_kept_where_no_game_is_kept() -> None:
    with ExitStack() as stack:
        made = open_certificates(OWN_CERTIFICATE, None, stack)
        assert made is not None
        made.context("192.168.1.20")


def test_a_given_certificate_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "table.pem"
    trustme.CA().issue_cert("table.local").private_key_and_cert_chain_pem.write_to_path(str(file))
    with ExitStack() as stack:
        assert isinstance(open_certificates(str(file), None, stack), CertificateFromFile)
        with pytest.raises(CertificateError):
            open_certificates(str(tmp_path / "none.pem"), None, stack)
