"""A minimal server of an event stream, as the baseline for the delay of a change."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Any, Final, Self

PAGE: Final = b"""<!doctype html><h1 id="title"></h1><script>
new EventSource("/events").onmessage = ({ data }) => (document.getElementById("title").textContent = data);
</script>"""
_HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1000\n\n"


class BareServer:
    """Serves one page and one stream. Usable as a context manager."""

    def __init__(self) -> None:
        self._end = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._streams: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._end.getsockname()[1]}/"

    def tell(self, text: str) -> None:
        """Send a message to every stream."""
        message = f"data: {text}\n\n".encode()
        for stream in self._streams:
            stream.sendall(message)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._end.shutdown(socket.SHUT_RDWR)
        self._end.close()
        self._thread.join()
        for stream in self._streams:
            stream.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                asked, _ = self._end.accept()
                asked.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if b"GET /events" in asked.recv(65536):
                    asked.sendall(_HEAD)
                    self._streams.append(asked)
                else:
                    length = f"Content-Length: {len(PAGE)}\r\nConnection: close\r\n\r\n"
                    asked.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + length.encode() + PAGE)
                    asked.close()
