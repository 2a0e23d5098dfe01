"""A browser that trusts a server's certificate without a warning."""

from __future__ import annotations

import base64
import hashlib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser

from tests.conftest import CHROMIUM, HOME
from web import WebServer


@contextmanager
def trusting_browser(browser: Browser, server: WebServer, *more: str) -> Iterator[Browser]:
    """Start a second browser that trusts a server; `more` are further command-line options."""
    shown = ssl.get_server_certificate(("127.0.0.1", server.port))
    key = x509.load_pem_x509_certificate(shown.encode()).public_key()
    printed = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    launched = browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--host-resolver-rules=MAP {HOME} 127.0.0.1",
            f"--ignore-certificate-errors-spki-list={base64.b64encode(printed).decode()}",
            *more,
        ],
    )
    try:
        yield launched
    finally:
        launched.close()
