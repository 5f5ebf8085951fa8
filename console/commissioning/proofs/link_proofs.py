"""The link: its token, and the end of its server's certificate; other parts are not tried here. Nothing of
the game is sent: a connection is opened, the certificate is read, and the connection is closed.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Final

from cryptography import x509

from console.supervisor.records import Finding, Proof, Section, Subject, left_out, tried
from console.table.config import LinkConfig, TableConfig
from console.table.link import LinkError, read_token, server_at

EARLY: Final = 30
"""From so many days before it a certificate's end is reported."""


_CERTIFICATE: Final = Subject(Section.LINK, "link certificate", "tls")


def link_proofs(
    config: TableConfig, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Iterator[Proof]:
    """The proofs of the game server's link that need no person, and the omitted ones."""
    why = "not_tried" if config.link is not None else "link.none"
    yield Subject(Section.LINK, "link link").with_finding(left_out(why))
    if config.link is not None:
        yield token_proof(config.link)
        yield certificate_proof(config.link, config.name, now())


@Subject(Section.LINK, "link token").proof
def token_proof(link: LinkConfig) -> Finding:
    """The proof that only its owner can read the token, which has no end of its own."""
    if link.token_file is None:
        return left_out("token.none")
    try:
        read_token(link.token_file)
    except LinkError:
        return tried("token.unusable", False)
    return tried("token.found", True)


@_CERTIFICATE.proof
def certificate_proof(link: LinkConfig, table: str, now: datetime) -> Finding:
    if not link.url.startswith("tls://"):
        return left_out("tls.none")
    try:
        server = server_at(
            link.url, table=table, ca=link.ca, token_file=link.token_file, plain_ok=link.plain_ok
        )
        with server.connect() as end:
            assert isinstance(end, ssl.SSLSocket), "a tls link has TLS"
            shown = end.getpeercert(binary_form=True)
    except ssl.SSLCertVerificationError as error:
        return tried("tls.refused", False, reason=error.verify_message)
    except OSError as error:  # It is the network's error, or an SSLError.
        return tried("tls.away", False, reason=error.strerror or str(error))
    assert shown is not None, "a checked server shows its certificate"
    return _end_found(x509.load_der_x509_certificate(shown).not_valid_after_utc, now)


def ending(until: datetime, now: datetime) -> Proof:
    """The finding about a TLS certificate's end: failed once it has expired, noted if that is near."""
    return _CERTIFICATE.with_finding(_end_found(until, now))


def _end_found(until: datetime, now: datetime) -> Finding:
    days = (until - now).days
    key = "over" if until <= now else "soon" if days < EARLY else "found"
    return tried(f"tls.{key}", until > now, days=max(days, 0), day=f"{until:%Y-%m-%d}")
