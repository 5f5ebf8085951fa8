"""Published cases 1 to 6, 14 to 17, 19: a wrong card set, its inspection waved through, a set taken away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.instruments.published_cases import CASES, Case
from tests.published.scene import EN, Learns, Reader, Scene, paper, row, scene
from tests.supervisor.history.test_card_sets import coup, done, prepared
from tests.sweep import sampled
from tests.table.core.tables import Seen
from tests.table.played import START, written

ORDER, COPIES, COUNT = "Their order", "Copies of one card", "Number of all cards"
CAUSES = {1: COPIES, 2: COPIES, 3: COUNT, 4: COPIES, 5: COPIES, 14: ORDER}
"""The answer that the record gives to what is wrong with the cards, by the case's number."""
BACCARAT = tuple(each for each in CASES if each.number in CAUSES)
UNMIXED = tuple(each for each in CASES if each.number in (6, 15, 16))
"""The cases whose set is whole: its order is a new deck's, or one in which it came before."""
(NEW_DECKS,) = (each for each in CASES if each.number == 19)
IN_PLAY = (
    ("sign_in", "pit_boss"),
    ("resolve", "pit_boss"),
    ("answer", "pit_boss"),
    ("authorise", "pit_boss"),
    ("change_shoe", "dealer"),
    ("sign_in", "pit_boss"),
    ("quarantine_set", "pit_boss"),
)
"""The steps, each with the person who is asked for it, once the table has stopped."""
AT_CLOSE = (
    ("inspect", "dealer"),
    ("sign_in", "pit_boss"),
    ("authorise", "pit_boss"),
    ("quarantine_set", "pit_boss"),
)


def play(at: Scene, case: Case) -> None:
    """Deal until the table stops, or as many rounds as were published have gone by and the set is counted."""
    at.until(lambda: at.is_stopped or (at.rounds == case.rounds and at.prompt.action == "await_bets"))
    if not at.is_stopped:
        at.count = len(case.cards)
        at.order("button.close_table")
        at.press(EN.text("pit.to_table"))
    at.asked.clear()
    at.said.clear()
    at.until(lambda: at.prompt.action == "await_bets" or at.view.phase == "closed")


@pytest.mark.parametrize("case", sampled(BACCARAT, BACCARAT[5:]), ids=lambda case: case.what)
def test_a_wrong_set_stops_the_table_and_stays_open_for_the_house(
    qtbot: QtBot, tmp_path: Path, case: Case, learns: Learns
) -> None:
    """BAC-3.1.1: dealer and pit boss are led to another shoe; papers say which rounds were dealt from it."""
    with scene(qtbot, tmp_path, "sv", "baccarat", case) as at:
        play(at, case)
        after = f"{at.cards} cards, round {at.rounds}"
    cause = CAUSES[case.number]
    led = AT_CLOSE if cause == COUNT else IN_PLAY
    assert tuple(at.asked[: len(led)]) == led
    stops = led.index(("sign_in", "pit_boss"))
    for reader, prompt in zip((Reader.DEALER, Reader.PIT_BOSS), led[stops:], strict=False):
        learns(case.number, reader, at.said[prompt], after=after)
    record, report = at.paper("incident", "T7-i1"), at.paper("report")
    settled = at.rounds - ("Round void, bets go back" in record)
    concerned = settled - at.rounds_before_shoe if cause == ORDER else settled
    dealt = f"{at.rounds} rounds, {concerned} concerned"
    assert row(record, f"{cause} · ")
    learns(case.number, Reader.RECORD, record, f"Rounds since this set came into play  {dealt}")
    put_aside = learns(case.number, Reader.REPORT, report, dealt, "cards counted")
    assert put_aside.count("P1") == 2, "who presented it and put it aside"
    assert "416 cards counted" in put_aside, "the inspection that was waved through"
    handed_over = at.paper("report", "--handover")
    concern = learns(case.number, Reader.NEXT_SHIFT, handed_over, dealt)
    assert "For the house to decide" in concern


@pytest.mark.parametrize("case", sampled(UNMIXED, UNMIXED[:1]), ids=lambda case: case.what)
def test_cards_that_were_not_mixed_are_shuffled_after_their_hand(
    qtbot: QtBot, tmp_path: Path, case: Case, learns: Learns
) -> None:
    """BAC-3.2.3: no set is put aside, and the bets stand."""
    with scene(qtbot, tmp_path, "sv", "baccarat", case) as at:
        at.until(lambda: at.is_stopped)
        after = f"{at.cards} cards, round {at.rounds}"
        at.asked.clear()
        at.said.clear()
        at.until(lambda: at.prompt.action == "wash")
    led = tuple((action, "pit_boss") for action in ("sign_in", "resolve", "answer", "authorise"))
    assert tuple(at.asked[:4]) == led
    for reader, prompt in zip((Reader.DEALER, Reader.PIT_BOSS), led, strict=False):
        learns(case.number, reader, at.said[prompt], after=after)
    learns(case.number, Reader.RECORD, at.paper("incident", "T7-i1"), "What went wrong?", "Cards not mixed")
    learns(case.number, Reader.REPORT, at.paper("report"), "i1", "Cards not mixed", "Shuffle after this hand")
    assert "Card set out of play" not in at.paper("report", "--handover")


def test_new_decks_that_a_pit_boss_deals_on_are_handed_over_with_the_reason(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 19, New Jersey 2014: blackjack, four rounds, and nobody looks at the cards (BJ-3.1.1)."""
    with scene(qtbot, tmp_path, "sv", "blackjack", NEW_DECKS) as at:
        at.until(lambda: at.is_stopped)
        after = f"{at.cards} cards, round {at.rounds}"
        learns(19, Reader.DEALER, at.headline, "The card set may be wrong", after=after)
        at.follow()
        learns(19, Reader.PIT_BOSS, at.headline, "as if they were not mixed", after=after)
        at.table.touch(at.table.window.dealer.bar.second)
        at.press("The set was counted")
        at.until(lambda: at.rounds > NEW_DECKS.rounds)
    dismissed = ("card set dismissed", "as if they were not mixed", "P1", "“The set was counted”")
    learns(19, Reader.NEXT_SHIFT, at.paper("report", "--handover"), *dismissed)
    learns(19, Reader.REPORT, at.paper("report"), "Halt: card set in doubt", "Halt lifted", "P1")


NEW_CARDS: Seen = {"do": "reshuffle", "by": "P1", "new": True}


def banker_wins(number: int) -> Iterator[Seen]:
    """A coup of nothing against a natural, each in other cards than the one before."""
    faces = ("TJQK"[number % 4], "TJQK"[number // 4 % 4], "TJQK"[number // 7 % 4], "89"[number // 5 % 2])
    suits = ("SHDC"[(number * at + number // 4) % 4] for at in (1, 2, 3, 5))
    yield from coup(*map("".join, zip(faces, suits, strict=True)))
    yield from (done(), done())


def set_comes(number: str) -> Iterator[Seen]:
    """New decks under this number, up to bets."""
    yield NEW_CARDS
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
