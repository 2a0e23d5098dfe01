"""TLS as the command line and the configuration ask for it: by a certificate of one's own, or one given."""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.common.paths import default_certificates

if TYPE_CHECKING:
    from web.certificates import Certificates

OWN: Final = "own"
"""In a file's stead: the certificate that the companion makes at its first start."""
HTTPS_HELP: Final = (
    "serve the page over TLS, with a certificate that is made at the first start, or with that of a PEM file "
    "that holds it and its key"
)


def add_https_argument(parser: argparse.ArgumentParser) -> None:
    """Whether the page is served over TLS."""
    parser.add_argument("--https", nargs="?", const=OWN, metavar="FILE", help=HTTPS_HELP)


def certificates(said: str | None, journal: Path | None, stack: ExitStack) -> Certificates | None:
    """What the page is served with over TLS; None: it is served over plain HTTP.

    Args:
        said: `OWN`, or the file of a certificate and its key; None or empty: no TLS.
        journal: beside it one's own is kept; None: nothing is kept.
        stack: has what isn't kept go.

    Raises:
        CertificateError: there is none to be had.
    """
    if not said:
        return None
    from web.certificates import GivenCertificate, OwnCertificates

    if said != OWN:
        return GivenCertificate(Path(said).expanduser())
    if journal is not None:
        return OwnCertificates(default_certificates(journal))
    return OwnCertificates(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-https-"))))
