"""A covered card stays covered, whatever else its entry says: what the table does not know is not shown."""

from __future__ import annotations

import msgspec
import pytest

from console.table.core import EventKind
from console.table.journal.log.rows import UNSEEN, LogPlace, LogRow, covered_event
from tests.table.journal.entries import START


def test_the_card_of_a_covered_event_is_hidden_and_the_rest_stays() -> None:
    for event, covered_as in (
        (
            {"event": "card_drawn", "card": "9H", "device": "shoe", "target": ["player"], "outside": True},
            {"event": "card_drawn", "card": UNSEEN, "device": "shoe", "target": ["player"], "outside": True},
        ),
        (
            {"event": "card_corrected", "by": "P1", "hand": "player", "card": 1, "to": "6H"},
            {"event": "card_corrected", "by": "P1", "hand": "player", "card": 1, "to": UNSEEN},
        ),
        (
            {"event": "bytes_received", "device": "shoe", "received": "OUg="},
            {"event": "bytes_received", "device": "shoe", "received": ""},
        ),
    ):
        assert msgspec.json.decode(covered_event(msgspec.json.encode(event))) == covered_as


@pytest.mark.parametrize("face", ["9H", ["9H"], {"face": "9H"}])
def test_an_event_or_a_field_that_is_not_known_is_covered_whole(face: object) -> None:
    for event in (
        {"event": "card_peeked", "by": "D1", "card": face},
        {"event": "card_drawn", "card": face, "seen_as": face},
        {"event": "bytes_received", "received": face, "text": face},
        {"card": face},
    ):
        assert b"9H" not in covered_event(msgspec.json.encode(event))


@pytest.mark.parametrize(
    ("action", "decides"),
    [("answer", False), ("authorise", False), ("sign_in", False), ("put_back", True), ("deal", True)],
)
def test_a_report_decides_unless_its_facts_or_its_authority_are_still_asked(
    action: str, decides: bool
) -> None:
    """table-protocol.md, Incidents: with no pit boss signed in, sign_in stands for every prompt of one."""
    place, prompted = LogPlace(0, 1, START.isoformat()), f'{{"action":"{action}"}}'
    about = (EventKind.INCIDENT_REPORTED, "{}", None, "D1", None, 0, "T-1", prompted, "", "[]")
    assert LogRow(place, "T", "baccarat", *about).decides is decides


@pytest.mark.parametrize("event", [b"", b"9H", b'"9H"', b'["9H"]', b"9", b"[" * 5_000])
def test_malformed_event_bytes_are_covered_whole(event: bytes) -> None:
    assert b"9H" not in covered_event(event)
