"""Notices to players, as long as they last, and that play goes on: LT-BAC-12, LT-BJ-16, LT-ROU-24."""

from __future__ import annotations

import pytest

from console.table.core import game_of
from console.table.words import clause_text
from tests.table.core.tables import CODES, Driven, Seen, book, words

GAMES = ("baccarat", "blackjack", "roulette")
OPEN = {"do": "bets", "state": "open"}
CLOSED = {"do": "bets", "state": "closed"}
LEAVING = {"do": "incident", "by": "D1"}
WITHDRAW = {"do": "withdraw", "by": "P1"}
CARD = {"do": "card", "card": "9H"}


def notices(seen: Seen) -> tuple[str | None, str | None]:
    return seen["notice"], seen["say"]


@pytest.mark.parametrize("game", GAMES)
def test_players_see_please_wait_in_a_halt_and_then_that_play_goes_on(game: str) -> None:
    for code in CODES:
        table = Driven(code, game=game)
        assert notices(table.view()) == (None, None)
        if game != "roulette":  # all of its incidents belong to a round
            assert notices(table.take(LEAVING)) == ("please_wait", None), (
                "with no round open they wait as well"
            )
            assert notices(table.take(WITHDRAW)) == (None, None), "and no bet is there that stands"
        assert notices(table.take(OPEN)) == (None, "place_your_bets")
        assert notices(table.take(LEAVING))[0] == "please_wait", "bet time is a round's, too"
        assert notices(table.take(WITHDRAW)) == (None, "play_goes_on")
        halted = table.take(CARD if game != "roulette" else LEAVING)
        assert halted["phase"] == "halted" and halted["notice"] == "please_wait"
        market, person = (words(each).text("notice.please_wait") for each in (code, "en"))
        assert (halted["notice_text"], halted["notice_gloss"]) == (market, person)
        gone_on = table.take(WITHDRAW)
        assert notices(gone_on) == (None, "play_goes_on")
        assert gone_on["notice_text"] is gone_on["notice_gloss"] is None


def test_players_wait_through_a_void_rounds_steps_until_play_is_no_longer_halted() -> None:
    table = Driven("lt")
    for line in (OPEN, CLOSED, {"do": "card", "card": "9H"}, LEAVING):
        table.take(line)
    void = table.take({"do": "answer", "by": "P1", "facts": {"kind": "card_fell", "cards": 3}})
    void = table.take({"do": "authorise", "by": "P1"}) if void["incident"]["state"] == "awaiting" else void
    assert void["round"]["status"] == "void" and void["prompt"]["action"] == "put_back"
    assert notices(void) == ("please_wait", "round_void")
    assert table.take({"do": "done", "by": "D1"})["notice"] is None


def test_players_wait_while_a_shuffle_stands_still_and_hear_that_it_starts_over() -> None:
    for code, cards in (("lt", 1), ("sv", 3)):
        table = Driven(code, is_ready=False)
        for line in ({"do": "sign_in", "who": "D1", "role": "dealer"},):
            table.take(line)
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        seen = table.take({"do": "open", "by": "P1"})
        last = "shuffle_3" if code == "lt" else "shuffle"
        while seen["prompt"]["action"] != last:
            by = "P1" if seen["prompt"]["actor"] == "pit_boss" else "D1"
            seen = table.take({"do": "done", "by": by, "counted": 416})
        assert notices(seen) == (None, None)
        fell = {"do": "incident", "kind": "card_fell", "facts": {"cards": cards}, "by": "P1"}
        assert notices(table.take(fell)) == ("please_wait", "shuffle_again")
        step = table.view()["prompt"]
        by = "P1" if step["actor"] == "pit_boss" else "D1"
        assert notices(table.take({"do": "done", "by": by, "counted": 416})) == (None, None)


def test_players_wait_until_both_a_halt_and_the_report_over_it_are_withdrawn() -> None:
    table = Driven("sv")
    for line in (OPEN, CLOSED, *({"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C", "8D"))):
        table.take(line)
    assert notices(table.take(LEAVING))[0] == "please_wait"
    assert notices(table.take(WITHDRAW)) == ("please_wait", None), "the halt is still there"
    assert notices(table.take(WITHDRAW)) == (None, "player_wins"), "the result is due to be announced"
    table.take({"do": "card", "card": "8D"})
    assert notices(table.take(WITHDRAW)) == (None, "player_wins"), "and is said after each halt of it"


@pytest.mark.parametrize("game", ("baccarat", "blackjack"))
def test_players_see_manual_mode_unless_they_are_asked_to_wait(game: str) -> None:
    table = Driven("lt", game=game)
    manual = table.take({"do": "manual", "on": True, "by": "P1"})
    assert notices(manual) == ("manual_mode", None)
    assert manual["notice_text"] == words("lt").text("notice.manual_mode")
    assert notices(table.take(OPEN)) == ("manual_mode", "place_your_bets")
    assert notices(table.take(LEAVING))[0] == "please_wait"
    assert notices(table.take(WITHDRAW)) == ("manual_mode", "play_goes_on")
    assert notices(table.take({"do": "manual", "on": False, "by": "P1"}))[0] is None


@pytest.mark.parametrize("code", CODES)
def test_players_hear_why_they_wait_as_soon_as_a_report_says_it(code: str) -> None:
    """LT-BAC-12: the pit boss tells the players what disturbed the game, until its last step is done."""
    table = Driven(code)
    for line in (OPEN, CLOSED, CARD):
        table.take(line)
    assert table.take(LEAVING)["notice_text"] == words(code).text("notice.please_wait")
    fell: Seen = {"do": "answer", "by": "P1", "facts": {"kind": "card_fell"}}
    for line in (fell, {**fell, "facts": {"cards": 3}}, {"do": "authorise", "by": "P1"}):
        told = table.take(line)
        assert told["notice_gloss"] == "A card fell: play is halted, please wait"
        assert "\u00ad" not in told["notice_text"]
        assert told["notice_text"].startswith(words(code).text("incident.card_fell").replace("\u00ad", ""))
    assert table.take({"do": "done", "by": "D1"})["notice_text"] is None


def test_players_who_waited_before_a_restart_wait_after_it() -> None:
    table = Driven("de")
    for line in (OPEN, CLOSED, {"do": "unread"}, {"do": "unread"}, {"do": "unread"}):
        table.take(line)
    table.restart()
    assert table.view()["notice"] == "please_wait"
    assert notices(table.take(WITHDRAW)) == (None, "play_goes_on")


def dealt_too_many(code: str) -> Driven:
    """One seat in play, and its first card out."""
    table = Driven(code, game="blackjack")
    for line in (OPEN, {"do": "seats", "seats": [1]}, CLOSED, {"do": "card", "card": "TH"}):
        table.take(line)
    return table


@pytest.mark.parametrize("code", CODES)
def test_players_hear_of_no_halt_where_the_clause_says_that_play_never_stopped(code: str) -> None:
    """LT-BJ-2.3.9a: from the report to the last step players are asked to wait, and hear nothing of a
    halt.
    """
    table = dealt_too_many(code)
    begun = table.take(LEAVING)
    asked = table.take({"do": "answer", "facts": {"kind": "too_many_hands"}, "by": "D1"})
    step = table.take({"do": "answer", "by": "D1", "facts": {"seen": False, "cards_to_move": 1}})
    assert (step["incident"]["clause"], step["prompt"]["action"]) == ("LT-BJ-2.3.9a", "move_card")
    for seen in (begun, asked, step):
        assert seen["phase"] == "halted" and seen["notice"] == "please_wait", "the seam's own word stays"
        assert seen["notice_text"] == words(code).text("notice.please_wait.not_stopped")
        assert seen["notice_gloss"] == words("en").text("notice.please_wait.not_stopped")
    assert notices(table.take({"do": "done", "by": "D1"})) == (None, "play_goes_on")


@pytest.mark.parametrize("facts", [{"seen": True}, {"seen": False, "cards_to_move": 2}])
def test_players_hear_of_the_halt_once_the_answers_come_to_a_clause_that_stops_play(facts: Seen) -> None:
    """LT-BJ-2.3.9b, LT-BJ-2.3.9c."""
    table = dealt_too_many("lt")
    seen = table.take({"do": "incident", "kind": "too_many_hands", "by": "D1", "facts": facts})
    assert seen["incident"]["state"] == "awaiting"
    what = words("lt").text("incident.too_many_hands")
    assert seen["notice_text"] == words("lt").text("notice.please_wait.for", what=what)


def test_players_hear_of_the_halt_under_a_report_until_its_outcome_ends_that_too() -> None:
    """LT-BJ-16, LT-BJ-2.3.9a: a card too many halts play by itself; the report over it takes it back."""
    table = dealt_too_many("lt")
    for face in ("9D", "5S", "7C", "2S"):
        halted = table.take({"do": "card", "card": face})
    assert halted["phase"] == "halted"
    asked = table.take({"do": "incident", "kind": "too_many_hands", "by": "D1"})
    what = words("lt").text("incident.too_many_hands")
    assert asked["notice_text"] == words("lt").text("notice.please_wait.for", what=what)
    step = table.take({"do": "answer", "by": "D1", "facts": {"seen": False, "cards_to_move": 1}})
    assert step["notice_text"] == words("lt").text("notice.please_wait.not_stopped")


def test_a_case_that_does_not_stop_play_is_one_whose_clause_says_so() -> None:
    """The clause and the notice say the same, under all rulebooks and at all games."""
    unstopped = set()
    for code in CODES:
        for game in ("baccarat", "blackjack", "dragon_tiger", "roulette"):
            kinds = game_of(book(code), game).rules.incidents.kinds
            for case in (case for cases in kinds.values() for case in cases):
                phrase = clause_text(words("en"), case.clause or "none") or ""
                assert case.stops is ("not stopped" not in phrase), (code, game, case.clause)
                unstopped |= {case.clause} - ({case.clause} if case.stops else set())
    assert unstopped == {"LT-BJ-2.3.9a"}
