"""One card that a reader is tried at again is one card."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.scenes import scene
from tests.table.core.tables import Driven, Seen

OPEN, CLOSED = {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}
UNREAD = {"do": "unread"}
AUTHORISED = {"do": "authorise", "by": "P1", "reason": "seen on the video"}


def card(*faces: str) -> list[Seen]:
    return [{"do": "card", "card": face} for face in faces]


def told(kind: str, by: str = "D1", **facts: object) -> Seen:
    return {"do": "incident", "kind": kind, "by": by, "facts": facts}


def done(by: str = "D1", **fields: object) -> Seen:
    return {"do": "done", "by": by, **fields}


def played(code: str, *lines: Seen, game: str = "baccarat") -> Driven:
    table = Driven(code, game=game)
    for line in lines:
        table.take(line)
    return table


def left(table: Driven) -> int:
    return int(table.view()["shoe"]["left"])


@scene(editions.TRIES, before=411, since=413)
def a_card_of_bet_time_that_was_tried_three_times() -> object:
    return left(
        played("lt", OPEN, UNREAD, UNREAD, UNREAD, told("early_deal", seen=True, first_card=True), AUTHORISED)
    )


@scene(editions.TRIES, before="halted", since="dealing")
def the_first_card_of_bet_time_lies_where_it_should() -> object:
    early = told("early_deal", seen=False, first_card=True)
    table = played("lt", OPEN, UNREAD, UNREAD, UNREAD, early, AUTHORISED, CLOSED, *card("9H"))
    return table.view()["phase"]


@scene(editions.TRIES, before=(407, 3), since=(409, 1))
def an_extra_card_that_was_tried_three_times_is_burned() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"))
    table = played("lt", *coup, UNREAD, UNREAD, UNREAD, told("extra_card_drawn", shown=True), AUTHORISED)
    return left(table), table.screen().view.cards_apart


@scene(editions.TRIES, before=410, since=411)
def a_card_that_was_read_twice_is_void_without_a_report() -> object:
    dealt: tuple[Seen, ...] = (OPEN, {"do": "seats", "seats": [1]}, CLOSED, *card("9H", "2S", "KD"))
    return left(
        played(
            "lt",
            *dealt,
            {"do": "cut_card"},
            *card("5C", "8D", "8D"),
            {"do": "void", "by": "P1"},
            game="blackjack",
        )
    )


@scene(editions.TRIES, before=("out_of_turn", (None, "9H"), 2), since=("out_of_turn", ("9H",), 1))
def a_card_that_was_read_under_the_report_of_its_halt() -> object:
    table = played("lt", OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), UNREAD)
    table.take(told("damaged_card", cards=1))
    for line in (*card("9H"), {"do": "withdraw", "by": "P1"}):
        table.take(line)
    halt = table.table.halt
    assert halt is not None
    return str(halt.reason), tuple(each and str(each) for each in halt.cards), len(halt.cards)


@scene(editions.TRIES, before=405, since=409)
def readings_under_a_report_without_a_halt() -> object:
    dealt = (OPEN, CLOSED, *card("9H", "2S", "KD"), told("card_fell", cards=1, seen=False))
    tried = (UNREAD, UNREAD, *card("8D", "8D"), UNREAD, *card("8D"))
    return left(played("lt", *dealt, *tried, AUTHORISED))


@scene(editions.TRIES, before=410, since=411)
def a_fourth_try_under_the_report_of_a_failed_reader() -> object:
    dealt = (OPEN, CLOSED, *card("9H", "2S"), UNREAD, UNREAD, UNREAD, told("card_fell", cards=1, seen=False))
    return left(played("lt", *dealt, UNREAD, AUTHORISED))


@scene(editions.TRIES, before=1, since=4)
def a_burned_card_that_was_tried_three_times() -> object:
    table = Driven("lt", is_ready=False)
    for line in (
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "sign_in", "who": "D1", "role": "dealer"},
        {"do": "open", "by": "P1"},
    ):
        table.take(line)
    while (prompt := table.view()["prompt"])["action"] != "burn_card":
        table.take(done("P1" if prompt["actor"] == "pit_boss" else "D1", counted=416))
    for line in (*card("5C"), UNREAD, UNREAD, UNREAD):
        table.take(line)
    seen = table.take(card("KD")[0])
    assert seen["shoe"]["left"] == 415 - (5 - seen["prompt"]["count"])
    return seen["prompt"]["count"]


@scene(editions.TRIES, before=410, since=411)
def the_card_is_read_at_last_under_the_report_of_a_failed_reader() -> object:
    dealt = (OPEN, CLOSED, *card("9H", "2S"), UNREAD, UNREAD, UNREAD, told("card_fell", cards=1, seen=False))
    return left(played("lt", *dealt, *card("4S"), AUTHORISED))


EXTRA = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"))


@scene(editions.TRIES, before=("burn", {"shown": True}), since=("authorise", {"shown": True, "drawn": 1}))
def a_pit_bosss_own_report_of_a_card_that_was_tried_awaits_the_number() -> object:
    seen = played("lt", *EXTRA, UNREAD, UNREAD, told("extra_card_drawn", "P1", shown=True)).view()
    return seen["prompt"]["action"], seen["incident"]["facts"]


@scene(editions.TRIES, before="bad_input", since=(None, 408, 2))
def a_pit_boss_says_that_the_tries_were_two_cards() -> object:
    table = played("lt", *EXTRA, UNREAD, UNREAD, UNREAD, told("extra_card_drawn", shown=True))
    refused = table.take({"do": "answer", "by": "P1", "facts": {"drawn": 2}})["refused"]
    if refused is not None:
        return refused
    table.take(AUTHORISED)
    return refused, left(table), table.screen().view.cards_apart


@scene(editions.TRIES, before="bad_input", since=("not_authorised", "bad_input", "bad_input", None))
def another_number_is_a_pit_bosss_alone_and_no_more_than_the_readings() -> object:
    table = played("lt", *EXTRA, UNREAD, UNREAD)
    by_dealer = table.take(told("extra_card_drawn", shown=True, drawn=2))["refused"]
    if by_dealer == "bad_input":
        return by_dealer
    told_by = (told("extra_card_drawn", "P1", shown=True, drawn=each) for each in (3, 0))
    refused = [table.take(each)["refused"] for each in told_by]
    return (by_dealer, *refused, table.take(told("extra_card_drawn", shown=True, drawn=1))["refused"])


@scene(editions.TRIES, before=407, since=409)
def two_faces_that_were_one_card_by_a_pit_bosss_word() -> object:
    table = played("lt", *EXTRA, *card("8D", "8H"), UNREAD, told("extra_card_drawn", shown=True))
    table.take({"do": "answer", "by": "P1", "facts": {"drawn": 1}})
    table.take(AUTHORISED)
    return left(table)


@scene(editions.TRIES, before=(True, "authorise"), since=(None, "answer"))
def a_card_of_bet_time_that_was_two_is_not_known_to_be_the_first() -> object:
    table = played("lt", OPEN, UNREAD, UNREAD, told("early_deal", seen=True, first_card=True))
    table.take({"do": "answer", "by": "P1", "facts": {"drawn": 2, "first_card": None}})
    seen = table.view()
    return seen["incident"]["facts"].get("first_card"), seen["prompt"]["action"]


@scene(editions.TRIES, before="halted", since="dealing")
def a_step_reads_the_card_that_was_not_read_under_its_report() -> object:
    failed = told("reader_failed", pit_boss_read=True)
    return played("sv", OPEN, CLOSED, failed, UNREAD, AUTHORISED, *card("AC")).view()["phase"]


@scene(editions.TRIES, before={"shown": True}, since={"shown": True, "drawn": 2})
def a_reading_under_an_undecided_report_is_counted_at_once() -> object:
    table = played("lt", *EXTRA, UNREAD, told("extra_card_drawn", shown=True), UNREAD, *card("8D"))
    return table.take(card("9D")[0])["incident"]["facts"]


@scene(editions.TRIES, before="bad_input", since=True)
def as_many_cards_as_were_drawn_reach_the_first_of_the_round() -> object:
    """LT-BAC-30b: of the card dealt and two readings of one more, two cards are all."""
    table = played(
        "lt", OPEN, CLOSED, *card("7C"), told("card_fell", "P1", cards=1, seen=True), *card("JC", "TC")
    )
    table.take(done())
    facts = {"cards_to_remove": 2, "first_card": False, "drawn": 1}
    seen = table.take(told("misread", "P1", **facts))
    return seen["refused"] or seen["incident"]["facts"]["first_card"]
