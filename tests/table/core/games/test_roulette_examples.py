"""Roulette by the protocol's own words: its example to the letter, what is shown, what stands in the JSON."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.table.core import DealerView, Mode, Situation, dealer_view
from console.table.core.games.registry import game_of
from console.table.core.showing.screen_values import WheelView
from console.table.devices.wheel_status import FAILURE, SAME_DIRECTION, VOID_GAME
from console.table.game import load_rulebook
from console.table.words.speech import note_text
from tests.table.core.tables import CODES, Driven, Seen, book, words
from tests.table.core.wheel_at_random import dealers_number, number_read, spin_line, status, wheel_bytes

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
DONE: Seen = {"do": "done", "by": "D1"}


def take(table: Driven, *lines: Seen) -> Seen:
    for line in lines:
        seen = table.take(line)
        assert seen["accepted"], seen
    return seen


def prompt(seen: Seen) -> Seen:
    return {key: value for key, value in seen["prompt"].items() if key != "clauses"}


def test_the_protocols_example() -> None:
    """LT-ROU-27c: three turns are no spin in lt; a respin with no winning number before it."""
    table = Driven("lt", game="roulette")
    seen = take(table, OPEN, CLOSED, spin_line(3))
    assert prompt(seen) == {
        "action": "resolve",
        "actor": "pit_boss",
        "reason": "no_spin",
        "needs": ["reason"],
    }
    assert seen["phase"] == "halted"
    facts = {"cause": "few_turns"}
    offered = {"kind": "no_spin", "facts": {**facts, "recorded": False}, "round": seen["round"]["id"]}
    assert seen["offer"] == offered
    seen = take(table, {"do": "incident", "kind": "no_spin", "facts": facts, "by": "P1"})
    assert prompt(seen) == {"action": "remove_ball", "actor": "dealer", "step": 1}
    incident = seen["incident"]
    assert (incident["clause"], incident["outcome"]) == ("LT-ROU-27c", "respin")
    assert (seen["bets"], seen["say"]) == ("stand", "no_spin")
    seen = take(table, DONE)
    assert prompt(seen) == {"action": "spin", "actor": "dealer", "from": None}
    assert seen["phase"] == "spinning"
    seen = take(table, spin_line(5))
    assert prompt(seen) == {"action": "await_number", "actor": "system"}
    seen = take(table, number_read(17))
    assert prompt(seen) == {"action": "announce", "actor": "dealer"}
    assert (seen["phase"], seen["say"]) == ("result", "number")
    assert list(seen["round"].items())[2:] == [
        ("number", 17),
        ("recorded", 17),
        ("colour", "black"),
        ("parity", "odd"),
        ("half", "low"),
        ("dozen", 2),
        ("column", 2),
        ("early", []),
    ]


@pytest.mark.parametrize("code", CODES)
def test_a_respin_is_from_the_last_winning_number(code: str) -> None:
    table = Driven(code, game="roulette")
    no_spin = {"do": "incident", "kind": "no_spin", "facts": {"cause": "same_direction"}, "by": "P1"}
    first = take(table, OPEN, CLOSED)
    assert "from" not in first["prompt"]
    take(table, spin_line(4), number_read(0), DONE)
    seen = take(table, OPEN, CLOSED, spin_line(4, "with"), no_spin, DONE)
    assert seen["prompt"]["from"] == 0


@pytest.mark.parametrize("code", CODES)
def test_as_many_turns_as_the_rulebook_asks(code: str) -> None:
    """ROU-3.1.1 three, LT-ROU-25 four."""
    least = 4 if code == "lt" else 3
    for turns in range(7):
        seen = take(Driven(code, game="roulette"), OPEN, CLOSED, spin_line(turns))
        assert seen["phase"] == ("spinning" if turns >= least else "halted")


@pytest.mark.parametrize("code", CODES)
def test_a_table_made_ready_waits_for_bets_at_a_wheel_that_was_checked(code: str) -> None:
    seen = Driven(code, game="roulette").view()
    assert (seen["phase"], seen["bets"], seen["shoe"], seen["round"]) == ("betting", "closed", None, None)
    assert prompt(seen) == {"action": "await_bets", "actor": "system"}


@pytest.mark.parametrize("code", CODES)
def test_bet_time_is_23_seconds(code: str) -> None:
    """LT-ROU-03, where the document is silent in every rulebook."""
    assert take(Driven(code, game="roulette"), OPEN)["prompt"]["seconds"] == 23


@pytest.mark.parametrize("code", CODES)
def test_every_prompt_rests_on_clauses_of_roulette(code: str) -> None:
    table = Driven(code, game="roulette")
    lines = [OPEN, CLOSED, spin_line(4), *([] if code == "lt" else [dealers_number(9)]), number_read(9), DONE]
    for line in lines:
        clauses = take(table, line)["prompt"]["clauses"]
        assert clauses and all("ROU-" in clause for clause in clauses)


NUMBER_17 = {
    "en": "17, black, odd, low",
    "sv": "17, svart, udda, lågt",
    "ja": "17、黒、奇数、ローです",
    "lt": "17, juoda, nelyginis, 1–18",
    "is": "17, svart, oddatala, lágt",
    "de": "17, Schwarz, Impair, Manque",
}
NO_SPIN = {
    "en": "No spin. Bets go back",
    "sv": "No spin, ogiltigt spinn. Insatserna ges tillbaka",
    "ja": "ノースピンです。賭け金をお戻しします",
    "lt": "Sukimo nėra. Statymai grąžinami",
    "is": "Ógildur snúningur. Veðmálum er skilað",
    "de": "No Spin, ungültiger Wurf. Die Einsätze werden zurückgegeben",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_the_number_is_announced_in_the_markets_language(code: str, lang: str) -> None:
    """ROU-3.1.2, LT-ROU-02; the words are the phrasebook's."""
    table = Driven(code, game="roulette", lang=lang)
    seen = take(table, OPEN, CLOSED, spin_line(4), number_read(17))
    assert (seen["say_text"], seen["say_gloss"]) == (NUMBER_17[book(code).market], NUMBER_17[lang])
    seen = take(table, DONE, OPEN, CLOSED, spin_line(1), {"do": "void", "by": "P1"})
    assert seen["say"] == "no_spin"
    assert (seen["say_text"], seen["say_gloss"]) == (NO_SPIN[book(code).market], NO_SPIN[lang])


@pytest.mark.parametrize(
    "bet",
    [
        {"on": "split", "numbers": [1, 9], "stake": 100},
        {"on": "corner", "numbers": [1, 2, 4, 6], "stake": 100},
        {"on": "street", "numbers": [2, 3, 4], "stake": 100},
        {"on": "column", "numbers": [1, 2, 3], "stake": 100},
        {"on": "straight", "numbers": [37], "stake": 100},
        {"on": "neighbours", "number": 5, "each": 0, "stake": 100},
        {"on": "neighbours", "number": 5, "stake": 100},
        {"on": "red"},
    ],
)
def test_a_bet_that_the_layout_has_not_is_bad_input_in_every_game(bet: Seen) -> None:
    """ROU-1.1-bets."""
    for game in ("roulette", "baccarat", "blackjack"):
        table = Driven("sv", game=game)
        assert table.take({"do": "settle", "by": "P1", "bets": [bet]})["refused"] == "bad_input"


def test_bets_of_other_games_are_not_this_games() -> None:
    table = Driven("sv", game="roulette")
    bets = [{"on": "red", "stake": 100}, {"on": "tie", "stake": 100}]
    assert table.take({"do": "settle", "by": "P1", "bets": bets})["refused"] == "not_this_game"


def test_more_than_34_numbers_break_the_restriction_of_sv_and_is() -> None:
    """LIM-roulette: sv and is."""
    dozens = [{"on": "dozen", "numbers": [*range(first, first + 12)], "stake": 100} for first in (1, 13, 25)]
    for code in CODES:
        table = Driven(code, game="roulette")
        seen = take(table, {"do": "settle", "by": "P1", "bets": dozens})
        assert seen["worksheet"]["restriction"] == ("LIM-roulette" if code in ("sv", "is") else None)
        assert seen["worksheet"]["back"] is None, "no number is known"


ON_TRACK = wheel_bytes(status(2, 1, 0), status(3, 1, 0))
"""The wheel's own words for a ball on the track."""
WITH_THE_WHEEL = wheel_bytes(status(2, 1, 0), status(3, 1, 0, SAME_DIRECTION))
VOID = wheel_bytes(status(2, 1, 0), status(3, 1, 0), status(4, 1, 0, VOID_GAME))
FAILED = wheel_bytes(status(2, 1, 0), status(3, 1, 0, FAILURE))


@pytest.mark.sweep(8)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("lines", "phrase"),
    [
        ((OPEN, ON_TRACK), "note.remove_ball.spun_in_bet_time"),
        ((OPEN, ON_TRACK, number_read(5)), "refusal.bets_open.number"),
        ((OPEN, number_read(5)), "refusal.bets_open.number"),
        ((OPEN, CLOSED, spin_line(1)), "refusal.no_spin"),
        ((OPEN, CLOSED, WITH_THE_WHEEL), "note.remove_ball.no_spin"),
        ((OPEN, CLOSED, spin_line(5, "with")), "note.remove_ball.no_spin"),
        ((OPEN, CLOSED, WITH_THE_WHEEL, number_read(5)), "refusal.no_spin"),
        ((OPEN, CLOSED, VOID), "refusal.device"),
        ((OPEN, CLOSED, FAILED), "refusal.device"),
        ((OPEN, CLOSED, spin_line(4), number_read(5), number_read(6)), "refusal.out_of_turn.number"),
    ],
)
def test_the_note_at_a_halted_wheel_speaks_of_the_ball_and_not_of_cards(
    lang: str, lines: tuple[Seen, ...], phrase: str
) -> None:
    """In bet time, on the track as in a pocket; no spin by the dealer's word as by the wheel's."""
    table = Driven("sv", game="roulette")
    for line in lines:
        table.take(line)
    assert note_text(words(lang), table.session.view()) == words(lang).text(phrase)


# --- what the screen shows -----------------------------------------------------------------------


def test_the_screen_has_what_is_reported_where_the_ball_fell_before_it_was_out() -> None:
    """LT-ROU-31b: beside the press that says the ball is out is the press that says it is too late."""
    table = Driven("lt", game="roulette")
    for line in (OPEN, wheel_bytes(status(2, 1, 0), status(3, 1, 0))):
        seen = table.take(line)
    assert (seen["prompt"]["action"], seen["prompt"]["clauses"]) == ("remove_ball", ["LT-ROU-31a"])
    too_late = on_screen(table).reporting.too_late
    assert too_late is not None and too_late.facts == {"ball": "pocket"}
    reported = {"do": "incident", "kind": too_late.kind, "facts": too_late.facts, "by": "D1"}
    assert table.take(reported)["incident"]["clause"] == "LT-ROU-31b"
    assert on_screen(table).reporting.too_late is None


def on_screen(table: Driven) -> DealerView:
    situation = Situation(mode=Mode.LIVE, name="T1", game="roulette", rulebook=book(table.code), persons={})
    return dealer_view(table.session.view(), table.table, situation)


def test_the_screen_shows_the_wheels_serial_its_last_reading_and_the_test_run() -> None:
    """ROU-3.2.1: the serial is the note at the wheel's check."""
    table = Driven("lt", game="roulette", is_ready=False)
    people = (
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "sign_in", "who": "D1", "role": "dealer"},
    )
    take(table, *people, {"do": "open", "by": "P1"})
    assert [(step.action, step.state.value) for step in on_screen(table).preparation.steps] == [
        *(("check_wheel", "now"), ("check_level", "to_come"), ("check_run", "to_come")),
        ("check_ball", "to_come"),
    ]
    take(table, {"do": "done", "by": "P1", "note": "W 4711"}, *[{"do": "done", "by": "P1", "note": "x"}] * 3)
    assert on_screen(table).wheel == WheelView(serial="W 4711", turns_asked=4)
    take(
        table,
        OPEN,
        CLOSED,
        wheel_bytes(status(2, 11, 34)[:9]),
        wheel_bytes(status(2, 11, 34)[9:]),
        spin_line(5),
    )
    seen = on_screen(table).wheel
    assert seen is not None and seen.ran == table.kept.entries[-1].at
    assert replace(seen, ran=None) == WheelView(
        state=2,
        speed=140,
        turning="anticlockwise",
        serial="W 4711",
        turns=5,
        direction="against",
        turns_asked=4,
    )
    take(table, number_read(0), DONE)
    assert on_screen(table).results == ("0",)


def test_a_card_table_has_no_wheel() -> None:
    game = game_of(load_rulebook("sv"), "baccarat")
    table = Driven("sv")
    situation = Situation(mode=Mode.LIVE, name="T1", game=game.name, rulebook=book("sv"), persons={})
    assert dealer_view(table.session.view(), table.table, situation).wheel is None


@pytest.mark.sweep
def test_the_last_results_are_few_however_long_a_wheel_is_played() -> None:
    table = Driven("sv", game="roulette")
    for number in range(520):
        take(table, OPEN, CLOSED, spin_line(3), number_read(number % 37), DONE)
    assert len(table.table.results) == 500 and table.table.results[-1] == str(519 % 37)
