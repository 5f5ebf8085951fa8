"""A recorder on the loopback: it answers as a test says, and keeps what it was asked."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

JPEG: Final = b"\xff\xd8\xff\xe0" + bytes(1_000)
"""As much of a picture as the console looks at."""


class Recorder:
    """A server that gives each question to :attr:`answer`."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.answer: Callable[[BaseHTTPRequestHandler], None] = lambda _: None
        self.asked: list[tuple[str, dict[str, str]]] = []
        """The path and the headers of each question."""
        self.over = threading.Event()
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                recorder.asked.append((self.path, dict(self.headers)))
                with suppress(OSError):
                    recorder.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                """Nothing is printed."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                """A handshake that the console ends is meant."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def recorder(tls: ssl.SSLContext | None = None) -> Iterator[Recorder]:
    """A recorder while a test needs it."""
    made = Recorder(tls)
    try:
        yield made
    finally:
        made.close()


def sends(
    status: int = 200, headers: dict[str, str] | None = None, body: bytes = JPEG, length: int | None = None
) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer; without a header ``Date`` unless it is given."""

    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response_only(status)
        for name, value in {"Content-Type": "image/jpeg", **(headers or {})}.items():
            asked.send_header(name, value)
        asked.send_header("Content-Length", str(len(body) if length is None else length))
        asked.end_headers()
        asked.wfile.write(body)
        asked.close_connection = True

    return answer
