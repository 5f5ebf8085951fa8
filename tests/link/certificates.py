"""Certificates made while the tests run, by the openssl command; none is kept, none is a real one."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Certificates:
    """A studio's CA, and a stranger's that nobody has named."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.ca, self.stranger = self._authority("ca"), self._authority("stranger")

    def server(self, *names: str, ca: Path | None = None) -> ssl.SSLContext:
        """What a server of these names (``DNS:...`` or ``IP:...``) shows, signed by the CA."""
        ca = ca or self.ca
        extra = self._folder / "names"
        extra.write_text(f"subjectAltName={','.join(names)}\n", "utf-8")
        key, request, made = (self._folder / f"server.{kind}" for kind in ("key", "csr", "pem"))
        _openssl("req", *_KEY, "-keyout", key, "-out", request, "-subj", "/CN=a game server")
        signed_by = ("-CA", ca, "-CAkey", ca.with_suffix(".key"), "-set_serial", "7")
        _openssl("x509", "-req", "-in", request, *signed_by, "-days", "2", "-extfile", extra, "-out", made)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made, key)
        return context

    def _authority(self, name: str) -> Path:
        made, key = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        _openssl("req", "-x509", *_KEY, "-keyout", key, "-out", made, "-days", "2", "-subj", f"/CN={name}")
        return made


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)
