"""Certificates made while the tests run: by the cryptography package where it is, else by openssl's command.

None of them is kept, and none is a real one.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Certificates:
    """A studio's CA, and a stranger's that nobody has named."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._make = _by_package if importlib.util.find_spec("cryptography") else _by_command
        self.ca, self.stranger = folder / "ca.pem", folder / "stranger.pem"
        for authority in (self.ca, self.stranger):
            self._make(authority, None, ())

    def server(self, *names: str, ca: Path | None = None) -> ssl.SSLContext:
        """The TLS context of a server of these names (``DNS:...`` or ``IP:...``), signed by the CA."""
        made = self._folder / "server.pem"
        self._make(made, ca or self.ca, names)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made, made.with_suffix(".key"))
        return context


def _by_command(made: Path, ca: Path | None, names: tuple[str, ...]) -> None:
    """A key, and a certificate of its own or signed by ``ca`` beside it."""
    key, subject = made.with_suffix(".key"), ("-subj", f"/CN={made.stem}")
    if ca is None:
        _openssl("req", "-x509", *_CURVE, "-keyout", key, "-out", made, "-days", "2", *subject)
        return
    extra, request = made.with_suffix(".names"), made.with_suffix(".csr")
    extra.write_text(f"subjectAltName={','.join(names)}\n", "utf-8")
    _openssl("req", *_CURVE, "-keyout", key, "-out", request, *subject)
    signed_by = ("-CA", ca, "-CAkey", ca.with_suffix(".key"), "-set_serial", "7")
    _openssl("x509", "-req", "-in", request, *signed_by, "-days", "2", "-extfile", extra, "-out", made)


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def _by_package(made: Path, ca: Path | None, names: tuple[str, ...]) -> None:
    """The same without the command; the package is no dependency, so its types are not known here."""
    x509: Any = importlib.import_module("cryptography.x509")
    hazmat = "cryptography.hazmat.primitives"
    serialization: Any = importlib.import_module(f"{hazmat}.serialization")
    ec: Any = importlib.import_module(f"{hazmat}.asymmetric.ec")
    hashes: Any = importlib.import_module(f"{hazmat}.hashes")

    def named(name: str) -> Any:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    def alternative(name: str) -> Any:
        kind, _, value = name.partition(":")
        return x509.IPAddress(ipaddress.ip_address(value)) if kind == "IP" else x509.DNSName(value)

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    signer = key
    if ca is not None:
        signer = serialization.load_pem_private_key(ca.with_suffix(".key").read_bytes(), None)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(named(made.stem))
        .issuer_name(named(ca.stem if ca else made.stem))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.BasicConstraints(ca=ca is None, path_length=None), critical=True)
    )
    if names:
        certificate = certificate.add_extension(
            x509.SubjectAlternativeName(list(map(alternative, names))), critical=False
        )
    pem = serialization.Encoding.PEM
    made.write_bytes(certificate.sign(signer, hashes.SHA256()).public_bytes(pem))
    form = (pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    made.with_suffix(".key").write_bytes(key.private_bytes(*form))
