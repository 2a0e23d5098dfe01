"""Holds open event streams in a separate process, like other screens: python -m ... URL COUNT.

Prints a line once every stream has begun, and ends once its input does.
"""

from __future__ import annotations

import asyncio
import sys
from urllib.parse import urlsplit


async def listen(url: str, count: int) -> None:
    """Read `count` streams, and discard their messages."""
    begun = [asyncio.Event() for _ in range(count)]
    reading = [asyncio.create_task(_read(url, one)) for one in begun]
    await asyncio.gather(*(one.wait() for one in begun))
    print("all are open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)


async def _read(url: str, begun: asyncio.Event) -> None:
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
    while received := await reader.read(65536):
        if not begun.is_set() and b" 200 " not in received.splitlines()[0]:
            sys.exit(f"no stream: {received.decode()}")
        begun.set()


if __name__ == "__main__":
    asyncio.run(listen(sys.argv[1], int(sys.argv[2])))
