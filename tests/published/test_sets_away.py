"""Published case 17, Macau 2024: employees take a box of cards, arrange it in a room, and bring it back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from tests.published.scene import Learns, Reader, paper
from tests.supervisor.history.test_card_sets import coup, done, prepared
from tests.table.core.tables import Seen
from tests.table.played import START, written

NEW_DECKS: Seen = {"do": "reshuffle", "by": "P1", "new": True}


def banker_wins(number: int) -> Iterator[Seen]:
    """A coup of nothing against a natural, each in other cards than the one before."""
    faces = ("TJQK"[number % 4], "TJQK"[number // 4 % 4], "TJQK"[number // 7 % 4], "89"[number // 5 % 2])
    suits = ("SHDC"[(number * at + number // 4) % 4] for at in (1, 2, 3, 5))
    yield from coup(*map("".join, zip(faces, suits, strict=True)))
    yield from (done(), done())


def set_comes(number: str) -> Iterator[Seen]:
    """New decks under this number, up to bets."""
    yield NEW_DECKS
    yield from list(prepared(set=number))[4:]


def test_a_set_that_is_away_stays_open_and_a_run_of_one_side_stands_with_its_chance(
    tmp_path: Path, learns: Learns
) -> None:
    journal = tmp_path / "T7.db"
    written(journal, *prepared(set="A-1"), *banker_wins(0), *set_comes("B-1"), code="sv", is_ready=False)
    away = "Card set out of play"
    learns(17, Reader.NEXT_SHIFT, paper(journal, "report", "--handover"), away, "A-1")
    arranged = (line for number in range(24) for line in banker_wins(number))
    later = START + timedelta(minutes=10)
    written(journal, *set_comes("A-1"), *arranged, code="sv", start=later, is_ready=False)
    learns(17, Reader.NEXT_SHIFT, paper(journal, "report", "--handover"), away, "B-1")
    learns(17, Reader.REPORT, paper(journal, "report"), "Banker won 25, longest run 25 (p < 0.000")
