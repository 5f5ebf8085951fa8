"""A shoe played past its cut card is changed after the hand; another takes its place between rounds."""

from __future__ import annotations

import pytest

from console.table.core import of_cards
from console.table.core.play.preparation import reshuffle_steps
from console.table.core.state.editions import OLDEST
from console.table.game import CARDS, Card
from tests.table.core.editions.scenes import under
from tests.table.core.tables import CODES, Driven, Seen

COUP = ("9H", "2S", "KD", "4C")
AT_MOST = 60
"""Steps in which a shoe is brought into play."""

COUNTED: Seen = {"do": "authorise", "by": "P1", "reason": "the rack was counted"}


def confirm_step(driven: Driven, seen: Seen) -> Seen:
    by = "P1" if seen["prompt"]["actor"] == "pit_boss" else "D1"
    return driven.take({"do": "done", "by": by, "counted": 416})


def confirm_all_steps(driven: Driven) -> list[str]:
    """The steps by which cards come into play, all done."""
    assert driven.table.preparation is not None
    steps = [str(each) for each in driven.table.preparation.steps]
    for _ in range(AT_MOST):
        if driven.table.preparation is None:
            return steps
        confirm_step(driven, driven.view())
    raise AssertionError(driven.view()["prompt"])


def test_the_shoe_is_replaced_after_the_hand_and_only_once() -> None:
    """LT-BAC-22b, under sv, where a shoe is shuffled else (BAC-3.2.2)."""
    driven = Driven("sv")
    driven.take({"do": "bets", "state": "open"})
    noticed = {"noticed": "betting"}
    driven.take({"do": "incident", "kind": "played_past_cut_card", "facts": noticed, "by": "P1"})
    driven.take(COUNTED)
    driven.take({"do": "cut_card"})
    driven.take({"do": "bets", "state": "closed"})
    for face in COUP:
        driven.take({"do": "card", "card": face})
    assert driven.table.shoe_in_play.changed_after_hand
    for _ in ("announce", "collect"):
        confirm_step(driven, driven.view())
    steps = confirm_all_steps(driven)
    assert steps[0] == "replace_shoe" and not driven.table.shoe_in_play.changed_after_hand
    driven.take({"do": "reshuffle", "by": "P1", "on": True})
    assert "replace_shoe" not in confirm_all_steps(driven)


def test_a_new_shoe_in_the_middle_of_a_hand_takes_back_what_was_ordered_for_its_end() -> None:
    """LT-BAC-22a: another shoe is there; nothing is shuffled or changed after this hand for the old one."""
    driven = Driven("sv")
    driven.take({"do": "bets", "state": "open"})
    noticed = {"noticed": "betting"}
    driven.take({"do": "incident", "kind": "played_past_cut_card", "facts": noticed, "by": "P1"})
    driven.take(COUNTED)
    driven.take({"do": "cut_card"})
    driven.take({"do": "bets", "state": "closed"})
    assert driven.table.shoe_in_play.changed_after_hand and driven.table.incident is None
    driven.take({"do": "card", "card": "9H"})
    driven.take({"do": "reshuffle", "by": "P1", "on": True})
    assert driven.table.shoe_in_play.reshuffle == "same" and driven.table.last_hand
    driven.take({"do": "incident", "kind": "played_past_cut_card", "facts": {"noticed": "round"}, "by": "P1"})
    driven.take(COUNTED)
    table = driven.table
    assert (
        table.shoe_in_play.reshuffle,
        table.shoe_in_play.changed_after_hand,
        table.shoe_in_play.last_hand_announced,
    ) == (None, False, False)


def test_a_correction_in_the_round_after_a_changed_shoe_moves_the_new_shoes_count() -> None:
    """In the hand of the change the cards of the old shoe are not counted; later all cards are of the new
    one.
    """
    driven = Driven("sv")
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        {"do": "card", "card": "9H"},
        {"do": "card", "card": "2S"},
        {"do": "incident", "kind": "played_past_cut_card", "facts": {"noticed": "round"}, "by": "P1"},
        COUNTED,
        {"do": "cut_card"},
        {"do": "done", "by": "D1"},
    ):
        assert driven.take(line)["accepted"]
    full = driven.table.shoe
    driven.take({"do": "correct", "hand": "player", "card": 1, "to": "8H", "by": "P1"})
    assert driven.table.shoe == full, "the card came from the shoe before"
    for face in ("KD", "4C"):
        driven.take({"do": "card", "card": face})
    for _ in ("announce", "collect"):
        confirm_step(driven, driven.view())
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "bets", "state": "closed"})
    driven.take({"do": "card", "card": "9H"})
    driven.take({"do": "correct", "hand": "player", "card": 1, "to": "8H", "by": "P1"})
    counted = {face: driven.table.shoe.count(Card(face)) for face in ("9H", "8H", "KD", "4C")}
    assert counted == {"9H": 0, "8H": 1, "KD": 1, "4C": 1}
    assert driven.view()["shoe"]["left"] == CARDS - 3


EARLY: Seen = {
    "do": "incident", "kind": "early_deal", "facts": {"first_card": True, "seen": False}, "by": "P1"
}  # fmt: skip
PAST: Seen = {"do": "incident", "kind": "played_past_cut_card", "facts": {"noticed": "round"}, "by": "P1"}
CHANGED: tuple[Seen, ...] = (PAST, COUNTED, {"do": "cut_card"}, {"do": "done", "by": "D1"})


def all_taken(driven: Driven, *lines: Seen) -> Seen:
    for line in lines:
        assert driven.take(line)["accepted"], line
    return driven.view()


def test_a_card_that_waits_for_the_seats_stays_the_old_shoes_when_corrected() -> None:
    """LT-BJ-2.3.10a, LT-BJ-2.3.13a."""
    driven = Driven("lt", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    assert driven.take({"do": "card", "card": "9H"})["refused"] == "bets_open"
    seen = all_taken(
        driven, EARLY, {"do": "bets", "state": "closed"}, *CHANGED, {"do": "seats", "seats": [1]}
    )
    assert seen["round"]["seats"]["1"][0]["cards"] == ["9H"]
    corrected: Seen = {"do": "correct", "hand": "1.1", "card": 1, "to": "8H", "by": "P1"}
    assert all_taken(driven, corrected)["shoe"]["left"] == CARDS
    corrected = {"do": "correct", "hand": "dealer", "card": 1, "to": "8H", "by": "P1"}
    assert all_taken(driven, {"do": "card", "card": "2S"}, corrected)["shoe"]["left"] == CARDS - 1
    assert driven.table.shoe.count(Card("8H")) == 1
    assert driven.from_the_start() == driven.table


def test_a_card_too_many_of_a_shoe_of_1_2_is_the_old_shoes_in_the_next_coup_too() -> None:
    """LT-BAC-24a, LT-BAC-22a; a void bet time leaves it where it is."""
    with under(OLDEST):
        driven = Driven("sv")
        cards: list[Seen] = [{"do": "card", "card": face} for face in COUP]
        all_taken(driven, {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}, *cards)
        assert driven.take({"do": "card", "card": "8D"})["refused"] == "out_of_turn"
        extra: Seen = {"do": "incident", "kind": "extra_card_drawn", "facts": {"shown": False}, "by": "P1"}
        done: Seen = {"do": "done", "by": "D1"}
        stopped: Seen = {"do": "incident", "kind": "technical_fault", "by": "P1"}
        changed = [each for each in CHANGED if each != COUNTED]  # its report is decided as it is made
        seen = all_taken(driven, extra, done, *changed, done, done, {"do": "bets", "state": "open"}, stopped)
        assert seen["phase"] == "betting" and driven.table.aside.of_last_shoe == 1
        all_taken(driven, {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
        assert driven.table.aside.of_last_shoe == 0 and driven.view()["round"]["player"] == ["8D"]
        to: Seen = {"do": "correct", "hand": "player", "card": 1, "to": "7D", "by": "P1"}
        assert all_taken(driven, {"do": "card", "card": "2S"}, to)["shoe"]["left"] == CARDS - 1
        to = {"do": "correct", "hand": "banker", "card": 1, "to": "7D", "by": "P1"}
        all_taken(driven, to)
        assert (driven.table.shoe.count(Card("7D")), driven.table.shoe.count(Card("2S"))) == (1, 0)
        assert driven.from_the_start() == driven.table


FROM: dict[str, str] = {"lt": "shuffle_1"}
"""Its first step in lt is the shuffle (LT-BAC-02); elsewhere cards are received, inspected and presented."""


@pytest.mark.parametrize("game", ("baccarat", "blackjack"))
@pytest.mark.parametrize("code", CODES)
def test_a_shoe_that_replaces_another_is_made_ready_from_where_its_rules_begin(code: str, game: str) -> None:
    """BAC-3.1.4, BJ-3.1.4, LT-BAC-02, LT-BAC-22b."""
    steps = reshuffle_steps(of_cards(Driven(code, game=game).game), new_decks=False, new_shoe=True)
    assert steps[:2] == ("replace_shoe", FROM.get(code, "receive_decks"))
    asked = ("receive_decks", "inspect", "present")
    assert tuple(step for step in steps if step in asked) == (() if code == "lt" else asked)
    assert "load" in steps
