"""Killed between any two steps of an incident, the console comes back to that step, and acts once."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.test_drive import opened

View = dict[str, Any]

DEALT = [
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "card", "card": "9H"},
    {"do": "card", "card": "2S"},
]
WALKS: dict[str, list[View]] = {
    "LT-BAC-18b: a card fell unseen, the round is void": [
        *DEALT,
        {"do": "incident", "kind": "card_fell", "by": "D1"},
        {"do": "answer", "facts": {"cards": 1}, "by": "D1"},
        {"do": "answer", "facts": {"seen": False}, "by": "P1"},
        {"do": "authorise", "by": "P1"},
        {"do": "done", "by": "D1"},
        {"do": "done", "by": "D1"},
        {"do": "bets", "state": "open"},
    ],
    "LT-BAC-30a: two cards stuck together, the last is removed": [
        *DEALT,
        {"do": "card", "card": "KD"},
        {"do": "incident", "kind": "stuck_cards", "facts": {"may_affect": True}, "by": "D1"},
        {"do": "answer", "facts": {"first_card": False, "cards_to_remove": 1}, "by": "D1"},
        {"do": "authorise", "by": "P1"},
        {"do": "done", "by": "P1"},
        {"do": "card", "card": "4C"},
    ],
    "LT-BAC-27: a card won't scan, the reader is replaced": [
        *DEALT,
        {"do": "unread"},
        {"do": "unread"},
        {"do": "unread"},
        {"do": "incident", "kind": "reader_failed", "facts": {"pit_boss_read": False}, "by": "P1"},
        {"do": "done", "by": "P1"},
        {"do": "done", "by": "P1"},
        {"do": "done", "by": "P1"},
        {"do": "card", "card": "KD"},
        {"do": "card", "card": "4C"},
    ],
    "LT-BAC-22a: the cut card was played past, the shoe is changed": [
        *DEALT,
        {"do": "incident", "kind": "played_past_cut_card", "by": "D1"},
        {"do": "authorise", "by": "P1", "reason": "the rack was counted"},
        {"do": "cut_card"},
        {"do": "done", "by": "D1"},
        {"do": "card", "card": "KD"},
    ],
}


def lasting(view: View) -> View:
    """A view without what only its own line brought: whether it was taken, and the incident that it ended."""
    once = {"accepted", "refused", "fact", "ended"}
    incident = view["incident"]
    kept = {key: value for key, value in view.items() if key not in once}
    return kept | {"incident": incident if incident and incident["open"] else None}


@pytest.mark.parametrize(
    ("walk", "rules"), [*zip(WALKS.values(), cycle(["lt", "sv"]), strict=False)], ids=WALKS
)
def test_a_killed_table_resumes_at_the_step(tmp_path: Path, walk: list[View], rules: str) -> None:
    file = tmp_path / "journal.db"
    last: View | None = None
    for line in walk:
        with opened("--ready", "--journal", file, rules=rules) as table:
            again = table.take({"do": "view"})
            assert last is None or lasting(again) == lasting(last)
            last = taken = table.take(line)
            assert taken["accepted"], (line, taken["refused"])
            table.process.kill()
    assert last is not None
    assert last["phase"] != "halted", json.dumps(last["prompt"])
