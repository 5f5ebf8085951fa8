"""The numbers of a table's card sets: a set that was put aside comes into play again once it is released."""

from __future__ import annotations

from typing import Any

import pytest

from console.table.core.state.events import SetEnd
from tests.table.core.tables import Driven, Seen, as_restarted

REPORT: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "copies"}}
PEOPLE: tuple[Seen, ...] = (
    {"do": "sign_in", "who": "D1", "role": "dealer"},
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    {"do": "open", "by": "P1"},
)


def done(by: str = "D1", **fields: Any) -> Seen:
    return {"do": "done", "by": by, **fields}


def playing(code: str = "sv", *, game: str = "baccarat", number: str = "A-17") -> Driven:
    """A table in play with a set of this number."""
    table = Driven(code, game=game, is_ready=False)
    take(table, *PEOPLE, done())
    prepare(table, number)
    return table


def prepare(table: Driven, number: str) -> None:
    """From receive_decks until bets may open; every other step by the person of its prompt."""
    while (prompt := table.view()["prompt"])["action"] != "await_bets":
        by_step: dict[str, Seen] = {"receive_decks": {"set": number}, "inspect": {"counted": 416}}
        given = by_step.get(prompt["action"], {})
        if prompt["action"] == "burn_card":
            take(table, {"do": "card", "card": "AS"})
            continue
        take(table, done("P1" if prompt["actor"] == "pit_boss" else "D1", **given))


def take(table: Driven, *lines: Seen) -> None:
    for line in lines:
        view = table.take(line)
        assert view["accepted"], (line, view["why"])


def put_aside(table: Driven, *, comes: str | None = "B-2") -> None:
    """Report the set in play between rounds: another shoe comes, and it is put aside."""
    take(table, REPORT, done(**({} if comes is None else {"set": comes})), done("P1"))


def test_who_prepared_a_set_is_kept_until_another_set_comes() -> None:
    table = playing()
    take(table, {"do": "reshuffle", "by": "P1", "new": True}, done(set="C-3", prepared=" X7 "))
    assert (table.table.sets.in_play, table.table.sets.prepared) == ("C-3", "X7")
    take(table, done(counted=416, prepared="D9"), done("P1"), *[done()] * 6)
    assert table.table.sets.prepared == "X7", "an inspection brings no set"
    take(table, REPORT, done(set="D-4"), done("P1"))
    assert table.table.sets.prepared is None


@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_a_set_that_was_put_aside_is_refused_until_a_supervisor_releases_it(game: str) -> None:
    table = playing(game=game)
    put_aside(table)
    assert (table.table.sets.in_play, table.table.sets.put_aside) == ("B-2", ("A-17",))
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    refused = table.take(done(set="a -17"))  # the label as a person may type it
    assert (refused["accepted"], refused["refused"]) == (False, "not_authorised")
    assert "put aside" in refused["why"] and "supervisor" in refused["why"]
    assert table.table.sets.in_play == "B-2"
    assert table.session.sign_card_set("A-17", SetEnd.RELEASED, "P1", "S1").refused is None
    take(table, done(set="A-17"))
    assert table.table.sets.in_play == "A-17"


def test_a_set_that_another_table_put_aside_is_refused_while_the_floor_says_so() -> None:
    table = playing()
    table.session.bar_sets({"C-3": "BJ 3"})
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    assert table.take(done(set="C-3"))["refused"] == "not_authorised"
    table.session.bar_sets({})
    take(table, done(set="C-3"))


def test_what_the_floor_says_is_recorded_once() -> None:
    table = playing()
    before = table.kept.last
    table.session.bar_sets({"C-3": "", "B-2": ""})
    table.session.bar_sets({"B-2": "", "C-3": ""})
    assert table.kept.last == before + 1


def test_a_shoe_that_is_changed_brings_no_set_that_was_put_aside() -> None:
    table = playing()
    put_aside(table)
    take(table, REPORT)
    for barred in ("A-17", "b-2"):  # B-2 is the wrong one, which the next step puts aside
        assert table.take(done(set=barred))["refused"] == "not_authorised"
    take(table, done(set="C-3"), done("P1"))
    assert table.table.sets.put_aside == ("A-17", "B-2")


def test_a_set_without_a_number_is_put_aside_under_the_one_that_is_typed_then() -> None:
    """A set in play at the upgrade has no number."""
    table = Driven("sv")
    take(table, REPORT, done(set="B-2"), done("P1", set="OLD-1"))
    assert table.table.sets.put_aside == ("OLD-1",)


def test_a_set_that_stays_without_a_number_bars_nothing() -> None:
    table = Driven("sv")
    take(table, REPORT, done(), done("P1"))
    assert (table.table.sets.in_play, table.table.sets.put_aside) == (None, ())


def test_new_decks_while_the_old_are_received_put_the_present_set_aside() -> None:
    """Without a changed shoe the wrong set is the one that lies there."""
    table = Driven("sv", is_ready=False)
    take(table, *PEOPLE, done(), done(set="A-17"), done(counted=413))
    take(table, {"do": "authorise", "by": "P1"}, done("P1"), done("P1"))
    assert table.table.sets.put_aside == ("A-17",)


@pytest.mark.parametrize("first", ["card_face_down", "wrong_card_set"])
def test_the_set_of_a_report_that_waited_is_the_one_in_play_as_it_was_made(first: str) -> None:
    """Another set comes with the incident before it: it stays in play, and the wrong one is put aside. With
    its round void its case is another, which the pit boss who reported it still has to authorise.
    """
    table = playing("lt", game="blackjack")
    take(
        table,
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [1]},
        {"do": "bets", "state": "closed"},
    )
    take(table, {"do": "card", "card": "9H"})
    facts = {"facts": {"cause": "count"}} if first == "wrong_card_set" else {}
    take(table, {"do": "incident", "by": "D1", "kind": first, **facts}, REPORT)
    choice = {"choice": "change_shoe"} if first == "card_face_down" else {}
    take(table, {"do": "authorise", "by": "P1", **choice}, done(set="B-2"))
    if first == "wrong_card_set":
        take(table, done("P1"))
    take(table, {"do": "authorise", "by": "P1"})
    assert as_restarted(table.table).incident == table.table.incident
    take(table, done("P1"))
    assert (table.table.sets.in_play, table.table.sets.put_aside) == ("B-2", ("A-17",))


def test_a_restart_keeps_what_was_put_aside() -> None:
    table = playing()
    put_aside(table)
    assert as_restarted(table.table).sets == table.table.sets


@pytest.mark.parametrize("number", ["", "  ", "\u200b\u2060", "\u3164"])
def test_a_number_of_invisible_signs_is_refused(number: str) -> None:
    table = playing()
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    refused = table.take(done(set=number))
    assert (refused["accepted"], refused["refused"]) == (False, "bad_input")
    assert table.session.sign_card_set(number, SetEnd.RETURNED, "P1", "P2").refused == "bad_input"


def test_only_a_set_that_was_put_aside_can_be_released() -> None:
    table = playing()
    assert table.session.sign_card_set("A-17", SetEnd.RELEASED, "S1", "S1").refused == "bad_input"


@pytest.mark.parametrize("what", [SetEnd.RETURNED, SetEnd.DESTROYED])
def test_two_people_sign_a_return_or_a_destruction(what: SetEnd) -> None:
    table = playing()
    put_aside(table)
    assert table.session.sign_card_set("A-17", what, "P1", "P1").refused == "not_authorised"
    assert table.session.sign_card_set("A-17", what, "P1", "S1").refused is None
    assert table.table.bars_set("A-17"), "it was not released"


def deal(table: Driven, *cards: str) -> None:
    take(table, {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
    take(table, *({"do": "card", "card": each} for each in cards), done(), done())


def counted(table: Driven) -> list[int]:
    """The cards that were read in each of the set's earlier shoes."""
    return [sum(each) for each in table.table.card_set.shoes]


def new_decks(table: Driven, number: str) -> None:
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    prepare(table, number)


def test_a_set_that_comes_again_under_its_number_goes_on_with_its_figures() -> None:
    """P-B 2: capitals and spaces of a label make no other set; others came between, and a restart."""
    table = playing(number="A-1")
    deal(table, "9H", "2S", "KD", "4C")
    new_decks(table, "B-1")
    assert counted(table) == []
    deal(table, "9H", "2S", "KD", "4C")
    new_decks(table, " a-1 ")
    assert counted(table) == [4]
    deal(table, "9H", "2S", "KD", "4C")
    new_decks(table, "B-1")
    new_decks(table, "A-1")
    assert counted(table) == [4, 4]
    assert [each.number for each in as_restarted(table.table).sets.resting] == ["B-1"]
    assert as_restarted(table.table).card_set == table.table.card_set


def test_each_shoe_of_a_set_under_lt_counts_for_its_number() -> None:
    table = playing("lt", number="A-1")
    for shoe in range(3):  # the first card burned is read, too (LT-BAC-03)
        assert counted(table) == [5] * shoe
        deal(table, "9H", "2S", "KD", "4C")
        take(table, {"do": "reshuffle", "by": "P1"}, done(set="A-1"))
        prepare(table, "")


def test_a_set_that_was_put_aside_and_released_begins_without_figures() -> None:
    table = playing(number="A-1")
    deal(table, "9H", "2S", "KD", "4C")
    put_aside(table)
    table.session.sign_card_set("A-1", SetEnd.RELEASED, "P1", "S1")
    new_decks(table, "A-1")
    assert (table.table.sets.in_play, counted(table)) == ("A-1", [])


def test_the_figures_of_the_last_forty_sets_are_kept() -> None:
    table = playing(number="1")
    deal(table, "9H", "2S", "KD", "4C")
    for number in range(2, 43):
        new_decks(table, str(number))
        deal(table, "9H", "2S", "KD", "4C")
    assert [each.number for each in table.table.sets.resting] == [str(each) for each in range(2, 42)]


def test_a_number_of_the_decks_that_differs_from_its_shoes_takes_up_its_own_figures() -> None:
    """The number of the shoe was typed wrong: the figures are those of the number of its decks."""
    table = playing("lt", number="A-1")
    deal(table, "9H", "2S", "KD", "4C")
    take(table, {"do": "reshuffle", "by": "P1", "new": True}, done(set="A-1"))
    assert counted(table) == [5]
    take(table, done(set="B-1"))
    assert (table.table.sets.in_play, counted(table)) == ("B-1", [])
    assert [each.number for each in table.table.sets.resting] == ["A-1"]
