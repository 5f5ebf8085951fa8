"""Lines of a wheel, and cards, that were held back on the way, and what comes as a port is opened."""

from __future__ import annotations

from typing import Any

from console.table.core.state import editions
from tests.table.core.editions.of_wheel_lines import wheel
from tests.table.core.editions.scenes import scene
from tests.table.core.editions.spins import CLOSED, DONE, OPEN, authorise, played, says, spin
from tests.table.core.tables import Driven, device

RUNS, FALLS = "3;007;24;0;170;1", "4;007;24;0;170;1"


def held_game(number: int, *, after: int = 134_000, of: int = 7) -> dict[str, Any]:
    """A game of the wheel in one read after a silence: 39 s by its beat."""
    states = [f"3;{of:03};24;0;170;1"] * 8 + [f"4;{of:03};24;0;170;1"] * 52
    return {**wheel(*states, *[f"5;{of:03};{number:2};0;170;1"] * 8), "after": after}


def live(line: str, after: int = 500) -> dict[str, Any]:
    """A line that comes by the wheel's own beat."""
    return {**wheel(line), "after": after}


def said(number: int) -> dict[str, Any]:
    return {"do": "number", "number": number, "source": "dealer", "by": "D1"}


def told_by_hand(code: str = "de", number: int = 5) -> Driven:
    """A table whose wheel went silent, and whose dealer gave the number; the next bets are open."""
    table = Driven(code, game="roulette")
    played(table, OPEN, live("2;007;24;0;170;1"), CLOSED, spin(), said(number), said(number), DONE, OPEN)
    return table


def seen(view: dict[str, Any]) -> tuple[object, ...]:
    """The phase, the bets, the halt's reason, the offer, the number of the round and of the one before."""
    offer = view["offer"] or {}
    before = view["previous"] or {}
    return view["phase"], view["bets"], offer.get("kind"), view["round"]["number"], before.get("number")


HALTED = ("halted", "closed", "spun_in_bet_time", None, 5)


@scene(editions.HELD, before=HALTED, since=("betting", "open", None, None, 5))
def the_last_spins_number_comes_in_the_next_bet_time() -> object:
    return seen(played(told_by_hand(), held_game(5), live("5;007; 5;0;170;1")))


@scene(editions.HELD, before=HALTED, since=("betting", "open", "wrong_number_recorded", None, 6))
def the_dealer_gave_another_number_than_the_wheel_held_back() -> object:
    view = played(told_by_hand(number=6), held_game(5), live("5;007; 5;0;170;1"))
    shown = seen(view)
    return (*shown[:4], 5) if shown[0] == "halted" else shown


def against(table: Driven) -> list[tuple[str, str | None, str, str]]:
    """The open contradictions: what about, of which round, and both sides."""
    return [
        (each.kind.value, each.round, each.first.value, each.second.value)
        for each in table.table.contradictions.open
    ]


@scene(
    editions.HELD,
    before=[("bets_open", "T1-2", "", "")],
    since=[("number", "T1-1", "6", "5")],
)
def the_other_number_is_a_contradiction_of_its_round() -> object:
    table = told_by_hand(number=6)
    played(table, held_game(5), live("5;007; 5;0;170;1"))
    return against(table)


@scene(editions.HELD, before=(None, "bets_open"), since=("T1-1", None))
def the_offer_is_of_the_round_before() -> object:
    view = played(told_by_hand(number=6), held_game(5), live("5;007; 5;0;170;1"))
    return view["offer"].get("round") if view["phase"] == "betting" else None, view["prompt"].get("reason")


@scene(editions.HELD, before=[], since=[("report", "T1-1", "technical_fault", "5")])
def the_number_of_a_round_that_is_void() -> object:
    table = Driven("lt", game="roulette")
    fault = says("P1", "technical_fault", result_known=False)
    played(table, OPEN, live("2;007;24;0;170;1"), CLOSED, spin(), fault)
    while table.view()["phase"] == "halted":
        prompt = table.view()["prompt"]
        line = authorise("no number") if prompt["action"] == "authorise" else {**DONE, "by": "P1"}
        if prompt["action"] not in ("authorise",) and prompt["actor"] == "dealer":
            line = DONE
        table.take(line)
    played(table, held_game(5), live("5;007; 5;0;170;1"))
    return against(table)


@scene(editions.HELD, before=("result", 5), since=("spinning", None))
def lines_after_a_silence_wait_for_each_other() -> object:
    table = Driven("lt", game="roulette")
    played(table, live("2;007;24;0;170;1"), OPEN, CLOSED, live(RUNS), spin(), live(FALLS))
    view = table.take(live("5;007; 5;0;170;1", after=2_001))
    return view["phase"], view["round"]["number"]


@scene(editions.HELD, before=[5, 5], since=[None, 5])
def a_number_of_this_round_that_was_held_back_counts() -> object:
    table = Driven("lt", game="roulette")
    played(table, live("2;007;24;0;170;1"), OPEN, CLOSED, live(RUNS), spin())
    lines = held_game(5, after=40_000), {**wheel(), "after": 1_000}
    return [table.take(each)["round"]["number"] for each in lines]


@scene(editions.HELD, before="halted", since="betting")
def an_opened_port_hands_over_a_game() -> object:
    game = held_game(5)
    game.pop("after")
    return played(told_by_hand(), {**game, "opened": True}, live("5;007; 5;0;170;1"))["phase"]


@scene(editions.HELD, before="halted", since="betting")
def a_warning_that_was_held_back_is_of_the_round_before() -> object:
    lines = wheel(*[RUNS] * 8, *["4;007;24;4;170;1"] * 40, *[FALLS] * 4)
    return played(told_by_hand("sv"), {**lines, "after": 134_000}, live(FALLS))["phase"]


def cards(*faces: str, **fields: object) -> dict[str, Any]:
    """Lines of a reader in one read."""
    return {**device("".join(f"{each}\r\n" for each in faces).encode(), "reader"), **fields}


def halted(view: dict[str, Any]) -> tuple[object, ...]:
    """The halt's reason, the offer, the next card's place, and the cards left in the shoe."""
    prompt, offer = view["prompt"], view["offer"] or {}
    return (
        prompt.get("reason"),
        offer.get("kind"),
        prompt.get("hand"),
        prompt.get("card"),
        view["shoe"]["left"],
    )


COUP = "9H", "2S", "KD", "4C"


@scene(
    editions.OPENED,
    before=(None, None, None, None, 412),
    since=("device", "early_deal", None, None, 416),
)
def cards_that_a_serial_server_kept_over_the_end_of_bet_time() -> object:
    table = Driven("sv")
    return halted(played(table, OPEN, cards(), CLOSED, cards(*COUP, opened=True)))


@scene(
    editions.OPENED,
    before=(None, None, "banker", 2, 413),
    since=("device", None, None, None, 414),
)
def one_kept_card_is_taken_if_it_was_due_all_along() -> object:
    table = Driven("sv")
    return (
        halted(played(table, OPEN, CLOSED, cards("9H"), cards("2S", "KD", opened=True)))[:2]
        + halted(table.view())[2:]
    )


@scene(editions.OPENED, before=(414, "dealing"), since=(414, "collecting"))
def kept_cards_are_drawn_if_the_round_is_void() -> object:
    table = Driven("sv")
    kept = cards("2S", "KD", opened=True)
    played(table, OPEN, cards(), CLOSED, kept, {"do": "void", "by": "P1"})
    shown = table.view()
    return shown["shoe"]["left"], shown["phase"]


@scene(editions.HELD, before=(None, 412), since=("device", 414))
def two_cards_in_one_reading_after_a_silence() -> object:
    table = Driven("sv")
    played(table, OPEN, cards(), CLOSED)
    view = played(table, cards("9H", after=3_000), cards("2S", "KD", "4C", after=3_000))
    return view["prompt"].get("reason"), view["shoe"]["left"]


@scene(editions.UNREAD, before=["deal", "deal", "deal"], since=["rescan", "deal", "deal"])
def a_line_with_any_words_while_a_card_is_due() -> object:
    found = list[str]()
    for said in ("TIME OUT", "Port already in use", "Welcome"):
        table = Driven("sv")
        played(table, OPEN, CLOSED, cards("9H"))
        found.append(table.take(cards(said, opened=said == "Welcome"))["prompt"]["action"])
    return found


@scene(editions.UNREAD, before=["halted", "betting"], since=["betting", "halted"])
def a_line_that_is_no_card_with_none_due() -> object:
    found = list[str]()
    for said in ("1H", "MISS"):
        table = Driven("sv")
        played(table, OPEN)
        found.append(table.take(cards(said))["phase"])
    return found
