"""`companion pair`: the code that pairs a tablet; and how `serve` and `demo` show it."""

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
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from companion.cli.common.config import found, kept_journal, port_number
from companion.cli.common.paths import default_config, default_journal, default_rights
from companion.cli.common.speech import complain, mention, plain, say, spoken
from companion.errors import CompanionError
from companion.i18n import sentence

if TYPE_CHECKING:
    from web.server import WebServer

_PATIENCE_S: Final = 10.0
_YES: Final = sentence("yes")


class PairError(CompanionError, RuntimeError):
    """There is no code to be had; the message says what to do."""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "pair",
        help="show a fresh code that pairs a tablet with the table that is running",
        description="Asks the companion that runs on this computer, as the service does, for a code. Who "
        "may read its files gets one.",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"its configuration ({default_config()}, if it is there)"
    )
    parser.add_argument(
        "--journal", type=Path, help=f"the file in which it keeps the games ({default_journal()})"
    )
    parser.add_argument("--host", help="the address that it listens on, as serve was told")
    parser.add_argument("--port", type=port_number, help="its port, as serve was told")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the link and its picture.

    Raises:
        PairError: no companion runs there, or it keeps another journal.
    """
    from web.addresses import NetworkReach
    from web.rights import kept_secret, owner_proof
    from web.settings import EVERY_ADDRESS, Settings

    config = found(args.config)
    kept = default_rights(args.journal or kept_journal(config))
    host = args.host or config.page.host
    port = config.page.port if args.port is None else args.port
    if not kept.exists():
        raise PairError(
            sentence("there is no {file}: start 'companion serve' first, or give its --journal", file=kept)
        )
    local = "127.0.0.1" if host in EVERY_ADDRESS else host
    authority = f"[{local}]:{port}" if ":" in local else f"{local}:{port}"
    scheme, code, key = _ask(authority, owner_proof(kept_secret(kept)))
    reach = NetworkReach(Settings(host=host, port=port, proxy=config.page.proxy))
    seen = reach.seen_by_others(scheme, authority)
    _show(f"{seen or f'{scheme}://{authority}/'}pair?key={key}", code, drawn=seen is not None)
    return 0


def _ask(authority: str, proof: str, scheme: str = "http") -> tuple[str, str, str]:
    """What the companion speaks that listens there, a fresh code, and its link's key."""
    request = urllib.request.Request(
        f"{scheme}://{authority}/api/pairing/code",
        json.dumps({"proof": proof}).encode(),
        {"Content-Type": "application/json"},
    )
    # Who listens at this machine's own port is believed, by whichever name its certificate knows it.
    unasked = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    unasked.check_hostname, unasked.verify_mode = False, ssl.CERT_NONE
    # What the environment says of proxies is meant for addresses elsewhere.
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=unasked)
    )
    try:
        with opener.open(request, timeout=_PATIENCE_S) as answer:
            told = json.load(answer)
            return scheme, str(told["code"]), str(told["key"])
    except urllib.error.HTTPError as error:
        with error:
            if scheme == "http" and urlsplit(error.headers.get("Location", "")).scheme == "https":
                return _ask(authority, proof, "https")
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
    """Print where a table's page is, and what pairs a tablet with it, now and after each pairing."""
    from web.addresses import addresses_in_network
    from web.settings import EVERY_ADDRESS

    mention(sentence("The table is at {address}", address=server.url))
    everywhere = server.settings.host in EVERY_ADDRESS
    for address in addresses_in_network() if everywhere else ():
        there = f"{server.settings.scheme}://{address}:{server.port}/"
        mention(sentence("In your network, it is at {address}", address=there))
    seen = server.reach.seen_by_others(server.settings.scheme, urlsplit(server.url).netloc)
    if seen is None and everywhere:
        mention(
            sentence("This computer isn't on a network: until it is, only this computer can open the page.")
        )
    elif seen is None:
        mention(
            sentence("Only this computer can open it. For a tablet, open it to your network: --host 0.0.0.0")
        )
    elif urlsplit(seen).scheme == "http":
        mention(
            sentence("Over plain HTTP, others in your network could read what is sent: see docs/rights.md.")
        )
    certificates = server.settings.certificates
    if certificates is not None and certificates.authority is not None:
        mention(
            sentence(
                "Browsers warn once about the table's own certificate: “Advanced”, then continue to the "
                "page; see docs/https.md."
            )
        )
    if _is_logged() or _is_kept():
        # Where it can be asked for, whoever may read this table's files is shown it.
        told = sentence("Pair its tablet with the code that 'companion pair' shows.")
        unkept = sentence("The code that pairs a tablet is shown only in a terminal: run this in one.")
        mention(told if server.rights.lasting else unkept)
        return
    code = server.rights.code
    _show(server.link(), code.now, drawn=seen is not None)
    if server.phone_is_camera:
        _show_camera(server.camera_link(), drawn=seen is not None)
    code.on_change(lambda new: _tell_again(server, new))


def offer_network(server: WebServer, typed: Callable[[], str | None]) -> None:
    """Ask once whether a page that is open to this computer only is to be opened to the network.

    Args:
        server: whose page.
        typed: gives the answer; None where there is none.
    """
    if not (server.reach.may_open and _is_answered()):
        return
    say(sentence("Open the page to this network, so that a tablet can be used? [y/N]"))
    if plain(typed() or "")[:1] not in ("y", plain(spoken(_YES))[:1]):
        return
    try:
        server.reach.open()
    except CompanionError as error:
        complain(error)


def _is_answered() -> bool:
    """Whether somebody reads what is printed, and can answer it."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _show(link: str, code: str, *, drawn: bool) -> None:
    """Print a link; `drawn`: where a tablet can open it, its picture, too."""
    mention(sentence("Pair the table's tablet: open {link} on it", link=link))
    mention(sentence("(or the table's page, and there /pair with the code {code}).", code=code))
    if drawn and sys.stdout.isatty():
        import segno

        segno.make_qr(link, error="l").terminal(compact=True, border=2)


def _show_camera(link: str, *, drawn: bool) -> None:
    """Print where a phone becomes the camera."""
    mention(sentence("To use a phone as the camera, open {link} on it.", link=link))
    if drawn and sys.stdout.isatty():
        import segno

        segno.make_qr(link, error="l").terminal(compact=True, border=2)


def _tell_again(server: WebServer, code: str) -> None:
    mention(
        sentence(
            "That code has been used. To pair another tablet, open {link}, or use the code {code}.",
            link=server.link(), code=code,
        )
    )  # fmt: skip
    if server.phone_is_camera:
        _show_camera(server.camera_link(), drawn=False)


def _is_logged(stream: int = 1) -> bool:
    """Whether what is printed goes into the system's log, where others may read it (systemd.exec(5))."""
    try:
        about = os.fstat(stream)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{about.st_dev}:{about.st_ino}"


def _is_kept() -> bool:
    """Whether what is printed goes into a file, where it would stay for others to read."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):
        return False
