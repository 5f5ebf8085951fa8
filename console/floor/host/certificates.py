"""The floor's own certificate authority, and the server certificate that it signs. An existing authority is
kept: tables and windows know the server by it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_AUTHORITY_LASTS = timedelta(days=3_650)
_SERVER_LASTS = timedelta(days=825)
"""The longest time that the strictest of the usual clients accepts."""
_EARLIER = timedelta(hours=1)
"""A table's clock may be behind."""


class Pair(NamedTuple):
    """A certificate and its private key, PEM."""

    certificate: bytes
    key: bytes


def authority(name: str, now: datetime) -> Pair:
    """An authority that signs servers, but no further authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(name)
    made = (
        _dated(now, _AUTHORITY_LASTS)
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Pair(made.public_bytes(serialization.Encoding.PEM), _pem(key))


def server(by: Pair, hosts: Sequence[str], now: datetime) -> Pair:
    """A server's certificate for these names and addresses, its own first."""
    issuer = x509.load_pem_x509_certificate(by.certificate)
    signs = serialization.load_pem_private_key(by.key, None)
    assert isinstance(signs, ec.EllipticCurvePrivateKey), "as this module makes it"
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        _dated(now, _SERVER_LASTS)
        .subject_name(_name(hosts[0]))
        .issuer_name(issuer.subject)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([_host(each) for each in hosts]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signs.public_key()), critical=False)
        .sign(signs, hashes.SHA256())
    )
    return Pair(made.public_bytes(serialization.Encoding.PEM), _pem(key))


def _dated(now: datetime, lasts: timedelta) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().serial_number(x509.random_serial_number())
    return builder.not_valid_before(now - _EARLIER).not_valid_after(now + lasts)


def _name(text: str) -> x509.Name:
    held = text.encode()[:64].decode("utf-8", "ignore")  # A certificate has room for 64 bytes.
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, held)])


def _host(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
