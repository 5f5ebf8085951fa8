"""Certificates made while the tests run: none of them is kept, and none is a real one."""

from __future__ import annotations

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Certificates:
    """A studio's CA, and a stranger's that nobody has named."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.ca, self.stranger = folder / "ca.pem", folder / "stranger.pem"
        for authority in (self.ca, self.stranger):
            _make(authority, None, (), (-1, 2))

    def server(self, *names: str, ca: Path | None = None, days: tuple[int, int] = (-1, 2)) -> ssl.SSLContext:
        """The TLS context of a server of these names (``DNS:...`` or ``IP:...``), signed by the CA, valid
        from and until so many days from now.
        """
        made = self._folder / "server.pem"
        _make(made, ca or self.ca, names, days)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made, made.with_suffix(".key"))
        return context


def _make(made: Path, ca: Path | None, names: tuple[str, ...], days: tuple[int, int]) -> None:
    """A certificate of its own or signed by ``ca``, and beside it its key."""

    def named(name: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    def alternative(name: str) -> x509.GeneralName:
        kind, _, value = name.partition(":")
        return x509.IPAddress(ipaddress.ip_address(value)) if kind == "IP" else x509.DNSName(value)

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    signer = key
    if ca is not None:
        loaded = serialization.load_pem_private_key(ca.with_suffix(".key").read_bytes(), None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        signer = loaded
    certificate = (
        x509.CertificateBuilder()
        .subject_name(named(made.stem))
        .issuer_name(named(ca.stem if ca else made.stem))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days[0]))
        .not_valid_after(now + timedelta(days[1]))
        .add_extension(x509.BasicConstraints(ca=ca is None, path_length=None), critical=True)
    )
    if names:
        certificate = certificate.add_extension(
            x509.SubjectAlternativeName(list(map(alternative, names))), critical=False
        )
    pem = serialization.Encoding.PEM
    made.write_bytes(certificate.sign(signer, hashes.SHA256()).public_bytes(pem))
    plain = serialization.NoEncryption()
    made.with_suffix(".key").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
