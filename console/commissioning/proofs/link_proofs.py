"""The link: its token, and the end of its server's certificate; what else is not tried here.

Nothing of the game is sent: a connection is opened, the certificate is read, and the connection is closed.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

from cryptography import x509

from console.supervisor.records import Phrase, Proof, Section, Slots, left_out, proof_of
from console.table.config import LinkConfig, TableConfig
from console.table.link import LinkError, read_token, server_at

EARLY: Final = 30
"""Days before its end from which a certificate's end is reported."""


_tried, _left_out = partial(proof_of, Section.LINK), partial(left_out, Section.LINK)


def link_proofs(
    config: TableConfig, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Iterator[Proof]:
    """The proofs of the game server's link that need no person, and those that were left out."""
    why = "commissioning.not_tried" if config.link is not None else "commissioning.link.none"
    yield _left_out("link", Phrase("commissioning.link"), Phrase("commissioning.link.expected"), Phrase(why))
    if config.link is not None:
        yield token_proof(config.link)
        yield certificate_proof(config.link, config.name, now())


def token_proof(link: LinkConfig) -> Proof:
    """The proof that the token can be read by its owner alone; a token has no end of its own."""
    what, expected = Phrase("commissioning.token"), Phrase("commissioning.token.expected")
    if link.token_file is None:
        return _left_out("token", what, expected, Phrase("commissioning.token.none"))
    try:
        read_token(link.token_file)
    except LinkError:
        return _tried("token", what, expected, Phrase("commissioning.token.unusable"), good=False)
    return _tried("token", what, expected, Phrase("commissioning.token.found"), good=True)


def certificate_proof(link: LinkConfig, table: str, now: datetime) -> Proof:
    """The time when the certificate of the game server ends."""
    what, expected = Phrase("commissioning.tls"), Phrase("commissioning.tls.expected")
    if not link.url.startswith("tls://"):
        return _left_out("certificate", what, expected, Phrase("commissioning.tls.none"))
    try:
        server = server_at(
            link.url, table=table, ca=link.ca, token_file=link.token_file, plain_ok=link.plain_ok
        )
        with server.connect() as end:
            assert isinstance(end, ssl.SSLSocket), "a tls link has TLS"
            shown = end.getpeercert(binary_form=True)
    except ssl.SSLCertVerificationError as error:
        found = Phrase("commissioning.tls.refused", {"reason": error.verify_message})
        return _tried("certificate", what, expected, found, good=False)
    except LinkError as error:
        return _tried("certificate", what, expected, Phrase(error.key, dict(error.slots)), good=False)
    except OSError as error:  # of the network, or an SSLError
        found = Phrase("commissioning.tls.away", {"reason": error.strerror or str(error)})
        return _tried("certificate", what, expected, found, good=False)
    assert shown is not None, "a checked server shows its certificate"
    return ending(x509.load_der_x509_certificate(shown).not_valid_after_utc, now)


def ending(until: datetime, now: datetime) -> Proof:
    """The finding about the end of a TLS certificate's validity: failed once it has expired, noted if that is
    near.
    """
    days = (until - now).days
    named: Slots = {"days": max(days, 0), "day": f"{until:%Y-%m-%d}"}
    key = "over" if until <= now else "soon" if days < EARLY else "found"
    what, expected = Phrase("commissioning.tls"), Phrase("commissioning.tls.expected")
    return _tried("certificate", what, expected, Phrase(f"commissioning.tls.{key}", named), good=until > now)
