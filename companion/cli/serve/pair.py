"""`companion pair`: prints the code that pairs a tablet. `serve` and `demo` print it with these functions."""

from __future__ import annotations

import argparse
import json
import os
import ssl
import stat
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from companion.cli.common.config import (
    TableFile,
    add_table_arguments,
    configured_journal,
    find_configuration,
    port_number,
)
from companion.cli.common.terminal_output import (
    normalize_typed,
    print_error,
    print_if_possible,
    print_message,
    translate_text,
)
from companion.errors import CompanionError
from companion.i18n import sentence

if TYPE_CHECKING:
    from web.server import WebServer

_REQUEST_TIMEOUT_S: Final = 10.0
_YES: Final = sentence("yes")


class PairError(CompanionError, RuntimeError):
    """No pairing code is available; the message explains what to do."""


def add_parser(subparsers: Any) -> None:
    """Add `pair` to the command line."""
    parser = subparsers.add_parser(
        "pair",
        help="show a new code that pairs a tablet with the running table",
        description="Requests a code from the companion that runs on this computer, for example as a "
        "service. Only a user who may read its files gets one.",
    )
    add_table_arguments(parser)
    parser.add_argument("--host", help="the address that `companion serve` listens on")
    parser.add_argument("--port", type=port_number, help="the port of `companion serve`")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the pairing link and its QR code.

    Raises:
        PairError: no companion runs there, or it uses another journal.
    """
    from web.addresses import NetworkReach
    from web.rights import owner_proof, read_secret
    from web.settings import WILDCARD_HOSTS, Settings

    config = find_configuration(args.config)
    rights_file = TableFile.RIGHTS.path_beside(args.journal or configured_journal(config))
    host = args.host or config.page.host
    port = config.page.port if args.port is None else args.port
    if not rights_file.exists():
        raise PairError(
            sentence(
                "there is no {file}: start 'companion serve' first, or give its --journal", file=rights_file
            )
        )
    local = "127.0.0.1" if host in WILDCARD_HOSTS else host
    authority = f"[{local}]:{port}" if ":" in local else f"{local}:{port}"
    scheme, code, key = _request_code(authority, owner_proof(read_secret(rights_file)))
    reach = NetworkReach(Settings(host=host, port=port, proxy=config.page.proxy))
    network_url = reach.external_url(scheme, authority)
    _print_pairing_link(
        f"{network_url or f'{scheme}://{authority}/'}pair?key={key}", code, drawn=network_url is not None
    )
    return 0


def _request_code(authority: str, proof: str, scheme: str = "http") -> tuple[str, str, str]:
    """Request a new pairing code; return the server's scheme, the code and the key of its link."""
    request = urllib.request.Request(
        f"{scheme}://{authority}/api/pairing/code",
        json.dumps({"proof": proof}).encode(),
        {"Content-Type": "application/json"},
    )
    # This machine's own port is trusted, whatever name the certificate has.
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    # Proxies of the environment must not be used for this machine's own address.
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=tls)
    )
    try:
        with opener.open(request, timeout=_REQUEST_TIMEOUT_S) as answer:
            data = json.load(answer)
            return scheme, str(data["code"]), str(data["key"])
    except urllib.error.HTTPError as error:
        with error:
            if scheme == "http" and urlsplit(error.headers.get("Location", "")).scheme == "https":
                return _request_code(authority, proof, "https")
            raise PairError(
                sentence(
                    "Companion at {address} gives no code ({status}): does it use another --journal?",
                    address=f"http://{authority}/",
                    status=error.code,
                )
            ) from error
    except (OSError, ValueError, KeyError) as error:
        raise PairError(
            sentence(
                "Companion doesn't answer at {address}: start 'companion serve', or give its --port",
                address=f"http://{authority}/",
            )
        ) from error


def announce(server: WebServer) -> None:
    """Print the addresses of a table's page and the pairing code, now and after each pairing."""
    from web.addresses import own_addresses
    from web.settings import WILDCARD_HOSTS

    print_if_possible(sentence("The table is at {address}", address=server.url))
    everywhere = server.settings.host in WILDCARD_HOSTS
    for address in own_addresses() if everywhere else ():
        network_address = f"{server.settings.scheme}://{address}:{server.port}/"
        print_if_possible(sentence("In your network, it is at {address}", address=network_address))
    network_url = server.reach.external_url(server.settings.scheme, urlsplit(server.url).netloc)
    if network_url is None and everywhere:
        print_if_possible(
            sentence("This computer isn't on a network: until it is, only this computer can open the page.")
        )
    elif network_url is None:
        print_if_possible(
            sentence("Only this computer can open it. For a tablet, open it to your network: --host 0.0.0.0")
        )
    elif urlsplit(network_url).scheme == "http":
        print_if_possible(
            sentence("Over plain HTTP, others in your network could read what is sent: see docs/rights.md.")
        )
    certificates = server.settings.certificates
    if certificates is not None and certificates.authority is not None:
        print_if_possible(
            sentence(
                "Browsers warn once about the table's own certificate: “Advanced”, then continue to the "
                "page; see docs/https.md."
            )
        )
    if _is_output_kept():
        # The code must not be logged. `companion pair` shows it to people who may read this table's files.
        hint = sentence("Pair its tablet with the code that 'companion pair' shows.")
        terminal_hint = sentence("The code that pairs a tablet is shown only in a terminal: run this in one.")
        print_if_possible(hint if server.rights.is_persistent else terminal_hint)
        return
    code = server.rights.code
    _print_pairing_link(server.pairing_link(), code.digits, drawn=network_url is not None)
    if server.phone_is_camera:
        _print_camera_link(server.camera_link(), drawn=network_url is not None)
    code.on_change(lambda new: _print_new_code(server, new))


def announce_name(server: WebServer, stack: ExitStack) -> None:
    """Announce the table's name in its network until the stack is unwound, and print it if others find it."""
    from web.addresses import own_addresses
    from web.guard import LOCAL_NAMES
    from web.mdns import announced_name
    from web.settings import WILDCARD_HOSTS

    host = server.settings.host
    addresses = own_addresses() if host in WILDCARD_HOSTS else [host]
    if host in LOCAL_NAMES or server.settings.proxy or not addresses:
        return
    name = stack.enter_context(announced_name(addresses[0], server.port))
    if name is not None:
        address = f"{server.settings.scheme}://{name}:{server.port}/"
        print_if_possible(sentence("Most devices also find it at {address}", address=address))


def offer_network(server: WebServer, read_line: Callable[[], str | None]) -> None:
    """Ask once whether to open a page, which only this computer can reach, to the network.

    Args:
        server: the page's server.
        read_line: returns the answer; None at the end of the input.
    """
    if not (server.reach.can_open and _is_interactive()):
        return
    print_message(sentence("Open the page to this network, so that a tablet can be used? [y/N]"))
    if normalize_typed(read_line() or "")[:1] not in ("y", normalize_typed(translate_text(_YES))[:1]):
        return
    try:
        server.reach.open()
    except CompanionError as error:
        print_error(error)


def _is_interactive() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _print_pairing_link(link: str, code: str, *, drawn: bool) -> None:
    """Print a pairing link. `drawn`: a tablet can reach it, so print its QR code, too."""
    print_if_possible(sentence("Pair the table's tablet: open {link} on it", link=link))
    print_if_possible(sentence("(or the table's page, and there /pair with the code {code}).", code=code))
    _draw_link(link, drawn=drawn)


def _print_camera_link(link: str, *, drawn: bool) -> None:
    """Print the link that makes a phone the camera."""
    print_if_possible(sentence("To use a phone as the camera, open {link} on it.", link=link))
    _draw_link(link, drawn=drawn)


def _draw_link(link: str, *, drawn: bool) -> None:
    """Draw a link's QR code if the output is a terminal."""
    if drawn and sys.stdout.isatty():
        import segno

        segno.make_qr(link, error="l").terminal(compact=True, border=2)


def _print_new_code(server: WebServer, code: str) -> None:
    print_if_possible(
        sentence(
            "That code has been used. To pair another tablet, open {link}, or use the code {code}.",
            link=server.pairing_link(), code=code,
        )
    )  # fmt: skip
    if server.phone_is_camera:
        _print_camera_link(server.camera_link(), drawn=False)


def _is_output_kept() -> bool:
    """Return whether others may read the output later, in a file or in the system log (systemd.exec(5))."""
    try:
        about = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(about.st_mode) or (
        os.environ.get("JOURNAL_STREAM") == f"{about.st_dev}:{about.st_ino}"
    )
