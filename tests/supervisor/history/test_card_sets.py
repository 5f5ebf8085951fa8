"""The life of a table's card sets, from its entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from console.supervisor.history.card_sets import CardSetsFold, Done, Rounds, SetFact
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.card_sets import COLUMNS, set_row
from console.table.core import Game, Table, Who, advance_kept, events
from console.table.core.state.entries import KeptEvent
from console.table.game import Cause, SetFinding
from console.table.game.card_set import FindingKind
from tests.supervisor.history.driven import moments_in
from tests.table.core.play.test_card_set_watch import DONE, found, shuffling
from tests.table.core.tables import Driven, Seen, words

PEOPLE: tuple[Seen, ...] = (
    {"do": "sign_in", "who": "D1", "role": "dealer"},
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    {"do": "open", "by": "P1"},
)


def card_sets_of(game: Game, table: Table, rows: Iterable[KeptEvent]) -> list[SetFact]:
    """The sets of a table from its state before these entries."""
    fold = CardSetsFold()
    for row in rows:
        event = events.DECODER.decode(row.event)
        after = advance_kept(game, table, event, row.refused, row.at)
        fold.follow(event, row.refused, row.at, table, after)
        table = after
    return fold.sets


def done(by: str = "D1", **fields: Any) -> Seen:
    return {"do": "done", "by": by, **fields}


def prepared(**received: Any) -> Iterator[Seen]:
    """From the opening to bets, in sv."""
    yield from PEOPLE
    yield done()
    yield done(**received)
    yield done(counted=416)
    yield done("P1")
    yield from [done()] * 6


def coup(*faces: str) -> Iterator[Seen]:
    yield {"do": "bets", "state": "open"}
    yield {"do": "bets", "state": "closed"}
    yield from ({"do": "card", "card": face} for face in faces)


def sets(*lines: Seen, code: str = "sv", is_ready: bool = False) -> list[SetFact]:
    table = Driven(code, is_ready=is_ready)
    for line in lines:
        view = table.take(line)
        assert view["accepted"], (line, view["why"])
    return card_sets_of(table.game, table.first if is_ready else Table(), table.kept.entries)


def test_a_set_is_received_inspected_presented_and_dealt_from() -> None:
    (only,) = sets(*prepared(set="A-17"), *coup("9H", "2S", "KD", "4C"), done(), done())
    assert (only.number, only.counted, only.round_count, only.shoes) == ("A-17", 416, 1, [1])
    assert only.received is not None and only.inspected is not None and only.presented is not None
    assert (only.received.by, only.inspected.by, only.presented.by) == ("D1", "D1", "P1")
    assert only.received.at <= only.inspected.at <= only.presented.at
    assert only.put_aside is None


def test_a_set_in_play_before_the_journal_is_counted_without_a_number() -> None:
    (only,) = sets(*coup("9H", "2S", "KD", "4C"), is_ready=True)
    assert (only.number, only.received, only.round_count) == (None, None, 1)


@pytest.mark.parametrize("cause", ["order", "copies", "count"])
def test_the_set_in_play_at_the_report_is_put_aside_and_another_comes(cause: str) -> None:
    report: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": cause}}
    old, new = sets(
        *prepared(set="A-17"), *coup("9H"), report, done(set="B-2"), done("P1"), done(),
        *coup("KD", "4C"),
    )  # fmt: skip
    assert (old.number, old.cause, old.round_count) == ("A-17", cause, 1)
    assert old.concerned == [], "its round is void: its bets went back"
    assert old.put_aside is not None
    assert old.put_aside.by == "P1"
    assert (new.number, new.put_aside, new.round_count) == ("B-2", None, 1)


REPORT: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "copies"}}
COUNTED: Seen = {"do": "authorise", "by": "P1", "reason": "the rack was counted"}
WAITS: Seen = {"do": "incident", "by": "P1", "kind": "prohibited_action", "facts": {"what": "card_peeked"}}


def test_the_last_step_counts_although_a_report_that_waited_opens_with_it() -> None:
    old, new = sets(*prepared(set="A-17"), *coup("9H"), REPORT, WAITS, done(set="B-2"), done("P1"))
    assert old.put_aside is not None and old.cause == "copies"
    assert (new.number, new.put_aside) == ("B-2", None)
    past_cut_card: Seen = {
        **{"do": "incident", "by": "P1", "kind": "played_past_cut_card", "facts": {"noticed": "round"}},
    }
    _, came = sets(
        *prepared(set="A-17"), *coup("9H"), past_cut_card, COUNTED, WAITS, {"do": "cut_card"}, done(set="B-2")
    )
    assert (came.number, came.received is not None) == ("B-2", True)


@pytest.mark.parametrize("first", [REPORT, {**REPORT, "facts": {"cause": "count"}}])
def test_a_report_that_waited_puts_the_set_aside_that_was_in_play_as_it_was_made(first: Seen) -> None:
    old, second = sets(
        *prepared(set="A-17"), *coup("9H"), first, REPORT, done(set="B-2"), done("P1"), done("P1")
    )
    assert (old.number, old.put_aside is not None) == ("A-17", True)
    assert (second.number, second.put_aside) == ("B-2", None)


@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize(
    ("received", "came", "said"),
    [
        ("A-17", "B-2", None),
        (None, "B-2", "C-3"),
        (None, None, None),
        (None, "B-2", "B-2"),
    ],
)
def test_a_set_that_was_changed_before_the_first_entry_is_put_aside_for_its_report(
    received: str | None, came: str | None, said: str | None, is_last: bool
) -> None:
    """As in the report of the shift in which the last step is done, which may be its first entry."""

    def step(by: str, number: str | None) -> Seen:
        return done(by) if number is None else done(by, set=number)

    table = Driven("sv", is_ready=False)
    decks = {} if received is None else {"set": received}
    for line in (*prepared(**decks), *coup("9H"), REPORT, step("D1", came)):
        assert table.take(line)["accepted"]
    begun, kept = table.table, len(table.kept.entries)
    said_first: list[Seen] = [] if is_last else [{"do": "say", "by": "P1", "text": "It is in the safe."}]
    for line in (*said_first, step("P1", said)):
        assert table.take(line)["accepted"]
    old, *others = card_sets_of(table.game, begun, table.kept.entries[kept:])
    assert (old.number, old.put_aside is not None) == (received or said, True)
    assert [(each.number, each.put_aside) for each in others] == [(came, None)]


def test_two_reports_of_one_set_that_left_before_the_first_entry_put_one_set_aside() -> None:
    table = Driven("sv", is_ready=False)
    for line in (*prepared(), *coup("9H"), REPORT, REPORT, done(set="B-2")):
        assert table.take(line)["accepted"]
    begun, kept = table.table, len(table.kept.entries)
    for line in (done("P1", set="A-17"), done("P1", set="A-17")):
        assert table.take(line)["accepted"]
    sets = card_sets_of(table.game, begun, table.kept.entries[kept:])
    assert [(each.number, each.put_aside is not None) for each in sets] == [
        ("A-17", True), ("B-2", False),
    ]  # fmt: skip


def test_the_inspection_at_the_close_stands_beside_that_before_play() -> None:
    relief: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
    closed: Seen = {"do": "close", "by": "P1", "on": True}
    (only,) = sets(*prepared(set="A-17"), relief, closed, done("D2", counted=416))
    assert only.inspected is not None and only.inspected_at_close is not None and only.presented is not None
    assert (only.inspected.by, only.inspected_at_close.by) == ("D1", "D2")
    assert (only.counted, only.counted_at_close) == (416, 416)
    assert only.inspected.at < only.presented.at < only.inspected_at_close.at


@pytest.mark.parametrize(("decks", "who"), [({}, "X7"), ({"set": "b -2"}, "X7"), ({"set": "C-3"}, None)])
def test_who_prepared_a_shoes_set_is_not_named_for_other_decks_in_it(decks: Seen, who: str | None) -> None:
    past_cut_card: Seen = {
        **{"do": "incident", "by": "P1", "kind": "played_past_cut_card", "facts": {"noticed": "betting"}},
    }
    opened, *dealt = coup("9H", "2S", "KD", "4C")
    table = Driven("sv", is_ready=False)
    for line in (
        *prepared(set="A-17"), opened, past_cut_card, COUNTED, {"do": "cut_card"}, *dealt, done(), done(),
        done(set="B-2", prepared="X7"), done(**decks),
    ):  # fmt: skip
        assert table.take(line)["accepted"], line
    came = card_sets_of(table.game, Table(), table.kept.entries)[-1]
    assert came.prepared == table.table.sets.prepared == who
    assert came.number == table.table.sets.in_play == decks.get("set", "B-2")


def test_a_number_given_when_the_set_is_put_aside_is_the_old_sets() -> None:
    report: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "copies"}}
    old, new = sets(*prepared(), *coup("9H"), report, done(), done("P1", set="C-3"))
    assert (old.number, new.number) == ("C-3", None)


def test_a_step_that_was_skipped_puts_nothing_aside() -> None:
    report: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "copies"}}
    (only,) = sets(
        *prepared(set="A-17"), *coup("9H"), report,
        done("P1", reason="no other shoe"), done("P1", reason="it is kept"),
    )  # fmt: skip
    assert only.put_aside is None


def test_a_count_that_differs_inspects_nothing() -> None:
    (only,) = sets(*PEOPLE, done(), done(set="A-17"), done(counted=413))
    assert (only.inspected, only.counted) == (None, None)


def test_each_count_of_an_inspection_stands_in_the_sets_life() -> None:
    """TB-4, PR-C3: the one that was taken back, and the one that was typed before."""
    back: Seen = {"do": "withdraw", "by": "P1", "reason": "a card lay under the rack"}
    again = done(counted=416, before=[415, 416])
    (only,) = sets(*PEOPLE, done(), done(set="A-17"), done(counted=413), back, again)
    assert [(each.by, counted) for each, counted in only.other_counts] == [("D1", 413), ("D1", 415)]
    cell = str(set_row(only, RecordFormatter(words("en")))[COLUMNS.index("report.set.inspected")])
    assert [count in cell for count in ("413", "415", "416")] == [True] * 3


def test_the_counts_of_a_set_stand_in_the_order_in_which_they_were_made() -> None:
    """A second count at the close stood before the inspection that let the set into play."""
    opening, close = (Done(Who("D1"), datetime(2026, 11, 20, hour, tzinfo=UTC)) for hour in (6, 13))
    fact = SetFact("A-17", inspected=opening, counted=416, inspected_at_close=close, counted_at_close=414)
    fact.other_counts.append((close, 413))
    cell = str(set_row(fact, RecordFormatter(words("en")))[COLUMNS.index("report.set.inspected")])
    assert cell.index("416") < cell.index("413") < cell.index("414")
    assert cell.count("D1") == 2, "a count that was typed before another one has no time of its own"


def test_a_finding_stands_with_its_set() -> None:
    faces = ("AS", "2S", "3S", "4S", "5S")
    lines = (*coup(*faces), done(), done(), *coup("6S", "7S", "8S", "9S"))
    (only,) = sets(*lines, is_ready=True)
    assert [each.cause for each in only.findings] == ["order"]
    assert only.concerned == [only.rounds]
    assert only.round_count == 2


def test_a_shoe_that_is_brought_for_another_is_one_set_with_its_decks() -> None:
    """Lt brings another shoe after the last hand (LT-BAC-02)."""
    lines = (*coup("9H", "2S", "KD", "4C"), {"do": "reshuffle", "by": "P1"}, done(), done(), done(set="D-4"))
    first, second = sets(*lines, code="lt", is_ready=True)
    assert (first.number, second.number) == (None, "D-4")


def test_signatures_stand_with_the_newest_set_of_their_number() -> None:
    table = Driven("sv", is_ready=False)
    report: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "copies"}}
    for line in (*prepared(set="A-17"), report, done(set="B-2"), done("P1")):
        assert table.take(line)["accepted"], line
    table.session.sign_card_set("a-17", events.SetEnd.RELEASED, "P1", "S1")
    table.session.sign_card_set("A-17", events.SetEnd.DESTROYED, "P1", "S1")
    table.session.sign_card_set("OLD-1", events.SetEnd.RETURNED, "P2", "P1")
    first, unknown, present = card_sets_of(table.game, Table(), table.kept.entries)
    assert first.released is not None and first.destroyed is not None
    assert (first.released.by, first.destroyed.authorised_by) == ("P1", "S1")
    assert (first.returned, present.number) == (None, "B-2")
    assert unknown.number == "OLD-1" and unknown.received is None, "it came before the journal began"
    assert unknown.returned is not None and unknown.returned.by == "P2"


def test_a_refused_signature_changes_no_set() -> None:
    table = Driven("sv", is_ready=False)
    for line in prepared(set="A-17"):
        table.take(line)
    table.session.sign_card_set("A-17", events.SetEnd.DESTROYED, "P1", "P1")
    (only,) = card_sets_of(table.game, Table(), table.kept.entries)
    assert only.destroyed is None


NINE = ("AS", "2S", "3S", "4S", "5S"), ("6S", "7S", "8S", "9S")
"""A new deck's order, in two coups."""
WITHDRAW: Seen = {"do": "withdraw", "by": "P1", "reason": "they were shuffled"}
SHUFFLE: tuple[Seen, ...] = ({"do": "reshuffle", "by": "P1"}, *[done()] * 6)


def test_an_order_concerns_the_rounds_of_its_shoe_alone() -> None:
    before = (*coup("9H", "2S", "KD", "4C"), done(), done(), *SHUFFLE)
    wrong = (*coup(*NINE[0]), done(), done(), *coup(*NINE[1]), WITHDRAW, {"do": "card", "card": "KH"})
    (only,) = sets(*before, *wrong, done(), done(), *coup("KD", "2H", "9C", "4C"), is_ready=True)
    assert only.concerned == [Rounds("T1-2", "T1-4", 3)]
    assert only.round_count == 4


def test_copies_concern_each_round_since_the_set_came_into_play() -> None:
    fold = CardSetsFold()
    table, at = Table(), datetime(2026, 11, 27, tzinfo=UTC)
    finding = events.CardSetFound(finding=SetFinding(FindingKind.FEW, 400, 11, 1e-7))
    shoes = (1, 1, 2)
    for number, shoe in enumerate(shoes, 1):
        after = replace(table, shoe_in_play=replace(table.shoe_in_play, number=shoe))
        fold.follow(events.BetsOpened(round=f"{number}", seconds=18), None, at, table, after)
    fold.follow(finding, None, at, table, table)
    assert fold.sets[0].concerned == [Rounds("1", "3", 3)]


PAST_THE_CUT_CARD: tuple[Seen, ...] = (
    {"do": "incident", "by": "P1", "kind": "played_past_cut_card", "facts": {"noticed": "round"}},
    COUNTED,
    {"do": "cut_card", "by": "P1"},
)


def test_a_round_that_goes_on_from_another_shoe_is_one_of_both_sets() -> None:
    """LT-BAC-22a: cards of both lie in it, and either set may be found to be wrong."""
    report: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "count"}}
    lines = (
        *coup("9H", "2S"), *PAST_THE_CUT_CARD, done(set="B-2"), {"do": "card", "card": "KD"},
        {"do": "card", "card": "4C"}, done(), done(), *coup("9H", "2S", "KD", "4C"), done(), done(),
    )  # fmt: skip
    old, new = sets(*lines, is_ready=True)
    assert (old.rounds, new.rounds) == (Rounds("T1-1", "T1-1"), Rounds("T1-1", "T1-2", 2))
    assert (old.shoes, new.shoes) == ([1], [2])
    _, wrong, _ = sets(*lines, report, done(), done("P1"), is_ready=True)
    assert wrong.concerned == [Rounds("T1-1", "T1-2", 2)]


def test_a_set_put_aside_concerns_its_rounds_before_the_first_entry_here_too() -> None:
    """Its file may begin after some of them: the report knows how many there were."""
    table = Driven("sv", is_ready=True)
    for line in (*coup("9H", "2S", "KD", "4C"), done(), done()):
        table.take(line)
    before, begun = table.table, table.kept.last
    report: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "count"}}
    for line in (*coup("9H", "2S", "KD", "4C"), done(), done(), report, done(), done("P1")):
        table.take(line)
    wrong, _ = card_sets_of(table.game, before, table.kept.entries[begun:])
    assert (wrong.rounds, wrong.concerned) == (Rounds("T1-2", "T1-2"), [Rounds("T1-1", "T1-2", 2)])


def test_a_set_that_was_in_play_is_listed_though_no_round_began_with_it() -> None:
    """Of a shift whose first act is to bring new decks."""
    driven = Driven("sv", is_ready=False)
    for line in (*prepared(set="A-17"), *coup("9H", "2S", "KD", "4C"), done(), done()):
        assert driven.take(line)["accepted"], line
    before, count = driven.table, len(driven.kept.entries)
    for line in ({"do": "reshuffle", "by": "P1", "new": True}, done(set="B-2")):
        assert driven.take(line)["accepted"], line
    old, new = card_sets_of(driven.game, before, driven.kept.entries[count:])
    assert (old.number, old.received, old.round_count, new.number) == ("A-17", None, 0, "B-2")
    closed = Driven("sv", is_ready=False)
    for line in prepared(set="C-3"):
        closed.take(line)
    assert [each.number for each in card_sets_of(closed.game, Table(), closed.kept.entries)] == ["C-3"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("restarts", (False, True))
def test_a_finding_that_waits_is_on_record_if_the_table_is_closed_first(restarts: bool) -> None:
    """The next day began with another set, and nobody knew that there had been one."""
    table = shuffling()
    if restarts:
        table.restart()
    view = table.take({"do": "close", "by": "P1"})
    assert not found(table), "the set is inspected first"
    while view["phase"] != "closed":
        view = table.take({**DONE, "counted": 416})
        assert view["accepted"], view["why"]
    (event,) = found(table)
    assert event.finding.what is FindingKind.FEW
    assert table.table.halt is None and table.table.card_set.asked == (Cause.COPIES,)
    assert table.table == table.from_the_start()
    fold = CardSetsFold()
    for moment in moments_in(table):
        fold.follow(moment.event, moment.row.refused, moment.row.at, moment.before, moment.after)
    assert [each.findings for each in fold.sets] == [[event.finding]]
    assert fold.sets[0].concerned == [fold.sets[0].rounds]
    table.restart()
    view = table.take({"do": "open", "by": "P1"})
    while view["prompt"]["action"] != "await_bets":
        view = table.take({"do": "done", "by": view["prompt"]["actor"][0].upper() + "1", "counted": 416})
        assert view["accepted"], view["why"]


def fold_of(*lines: Seen) -> CardSetsFold:
    table = Driven("sv", is_ready=False)
    for line in lines:
        assert table.take(line)["accepted"], line
    return fold_in(table)


def fold_in(table: Driven) -> CardSetsFold:
    fold, now = CardSetsFold(), Table()
    for row in table.kept.entries:
        event = events.DECODER.decode(row.event)
        after = advance_kept(table.game, now, event, row.refused, row.at)
        fold.follow(event, row.refused, row.at, now, after)
        now = after
    return fold


COUP = (*coup("9H", "2S", "KD", "4C"), done(), done())
NEW: Seen = {"do": "reshuffle", "by": "P1", "new": True}


def again(**received: Any) -> Iterator[Seen]:
    """Other decks, from the order to bets."""
    yield NEW
    yield done(**received)
    yield done(counted=416)
    yield done("P1")
    yield from [done()] * 6


def test_a_set_out_of_play_that_nobody_signed_for_is_astray() -> None:
    """Macau 2024: set B-1 was never seen again, and nothing was open."""
    fold = fold_of(*prepared(set="A-1"), *COUP, *again(set="B-1"), *COUP)
    assert [each.number for each in fold.astray] == ["A-1"]
    back = fold_of(*prepared(set="A-1"), *COUP, *again(set="B-1"), *COUP, *again(set="a -1"), *COUP)
    assert [each.number for each in back.astray] == ["B-1"], "A-1 is in play: spaces and case are one number"


def test_a_set_that_two_people_signed_to_rest_is_not_astray() -> None:
    table = Driven("sv", is_ready=False)
    for line in (*prepared(set="A-1"), *COUP, *again(set="B-1"), *COUP):
        assert table.take(line)["accepted"], line
    table.session.sign_card_set("A-1", events.SetEnd.RESTING, "P1", "P1")
    assert [each.number for each in fold_in(table).astray] == ["A-1"], "one person signed twice"
    table.session.sign_card_set("A-1", events.SetEnd.RESTING, "P1", "S1")
    assert not fold_in(table).astray
    (rests, _) = fold_in(table).sets
    assert rests.resting is not None and rests.resting.authorised_by == "S1"
    for line in (*again(set="A-1"), *again(set="C-1")):
        assert table.take(line)["accepted"], line
    assert [each.number for each in fold_in(table).astray] == ["B-1", "A-1"], "it was in play again"


def test_a_set_without_a_number_is_astray_only_where_sets_have_numbers() -> None:
    """NJ 13:69E-1.18: a house that numbers its sets reconciles them daily."""
    assert not fold_of(*prepared(), *COUP, *again(), *COUP).astray
    fold = fold_of(*prepared(set="A-1"), *COUP, *again(), *COUP)
    assert [each.number for each in fold.astray] == ["A-1", None]
