"""Provides the page's TLS certificate: the table's own, or one from a file."""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.common.paths import default_certificates

if TYPE_CHECKING:
    from web.certificates import Certificates

OWN_CERTIFICATE: Final = "own"
"""The value that selects the certificate that the companion creates at its first start."""
HTTPS_HELP: Final = (
    "serve the page over TLS, with a certificate created at the first start, or with a PEM file that "
    "contains a certificate and its key"
)


def add_https_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option for TLS."""
    parser.add_argument("--https", nargs="?", const=OWN_CERTIFICATE, metavar="FILE", help=HTTPS_HELP)


def open_certificates(spec: str | None, journal: Path | None, stack: ExitStack) -> Certificates | None:
    """Return the page's certificates; None: the page is served over plain HTTP.

    Args:
        spec: `OWN_CERTIFICATE`, or the file of a certificate and its key; None or empty: no TLS.
        journal: the table's own certificate is saved next to it; None: it is temporary.
        stack: removes a temporary certificate when it is unwound.

    Raises:
        CertificateError: no certificate is available.
    """
    if not spec:
        return None
    from web.certificates import CertificateFromFile, OwnCertificates

    if spec != OWN_CERTIFICATE:
        return CertificateFromFile(Path(spec).expanduser())
    if journal is not None:
        return OwnCertificates(default_certificates(journal))
    return OwnCertificates(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-https-"))))
