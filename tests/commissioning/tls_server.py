"""A game server that shows one certificate, for the proof that reads it."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from console.table.config import LinkConfig


@contextmanager
def shows_certificate(folder: Path, context: ssl.SSLContext, ca: Path) -> Iterator[LinkConfig]:
    """A server that takes one call, and the link to it in a table's file that names this authority."""
    (folder / "token").write_text("secret")
    (folder / "token").chmod(0o600)
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        end, _ = door.accept()
        try:
            with context.wrap_socket(end, server_side=True) as wrapped:
                wrapped.recv(1)
        except OSError:
            end.close()

    serving = threading.Thread(target=serve, daemon=True)
    serving.start()
    yield LinkConfig(f"tls://127.0.0.1:{door.getsockname()[1]}", ca, folder / "token")
    serving.join(60)
    door.close()
