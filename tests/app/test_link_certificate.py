"""The certificate that a game server shows, for the proof that reads it."""

from __future__ import annotations

import ssl
from datetime import timedelta
from pathlib import Path

import pytest

from console.commissioning.proofs.link_proofs import certificate_proof
from console.floor.host.certificates import authority, server
from console.supervisor.records import Verdict
from tests.commissioning.proofs.test_link_proofs import NOW, finding
from tests.commissioning.tls_server import shows_certificate


@pytest.mark.parametrize(
    ("made", "key"),
    [(timedelta(), "tls.found"), (timedelta(days=800), "tls.soon"), (timedelta(days=900), "tls.refused")],
)
def test_the_certificate_that_a_server_shows_is_read(made: timedelta, key: str, tmp_path: Path) -> None:
    """It holds for 825 days."""
    ca = authority("Studio", NOW - timedelta(days=1000))
    shown = server(ca, ("127.0.0.1",), NOW - made)
    for name, text in (("ca", ca.certificate), ("cert", shown.certificate), ("key", shown.key)):
        (tmp_path / name).write_bytes(text)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert", tmp_path / "key")
    with shows_certificate(tmp_path, context, tmp_path / "ca") as link:
        proof = certificate_proof(link, "Table 7", NOW)
    assert finding(proof) == key, proof
    assert proof.verdict is (Verdict.FAILED if key == "tls.refused" else Verdict.PROVED)
