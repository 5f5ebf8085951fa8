"""A table in play and the findings about its card set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.table.commands.journal_copies import close_file
from console.table.core import Resumption, Session, SetClock, advance, events
from console.table.custody.table_opening import FindingWaits
from console.table.game import CARDS, DECK, UNKNOWN, Cause, Preparing, Shoe
from console.table.game.baccarat import BaccaratRules
from console.table.game.card_set import FindingKind
from console.table.journal import Identity, open_journal
from console.table.journal.archives import Closing, volumes
from console.table.scenes import TableInMemory
from console.table.scenes.table_in_memory import Clockwork
from tests.table.core.editions.of_copies import BEHIND, after_shoes, offered_for_a_ninth, shoe_of
from tests.table.core.tables import Driven, Seen, book
from tests.table.played import session_at

BETS: tuple[Seen, ...] = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
DONE: Seen = {"do": "done", "by": "D1"}


def deal(table: TableInMemory, faces: Iterable[str], **fields: Any) -> Seen:
    """The cards in their order, in as many coups as they need; the last view."""
    view = table.take({"do": "view"})
    for face in faces:
        while (action := view["prompt"]["action"]) != "deal":
            if action == "resolve":
                return view
            lines = BETS if action == "await_bets" else (DONE,)
            for line in lines:
                view = table.take(line)
                assert view["accepted"], (line, view["why"])
        view = table.take({"do": "card", "card": face, **fields})
    return view


NEW_ORDER = ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS")


def found(table: TableInMemory) -> list[events.CardSetFound]:
    every = [events.DECODER.decode(entry.event) for entry in table.kept.entries]
    return [event for event in every if isinstance(event, events.CardSetFound)]


def test_a_finding_is_an_entry_with_its_figures_and_the_edition_of_the_check() -> None:
    table = Driven("sv")
    view = deal(table, NEW_ORDER)
    assert (view["phase"], view["prompt"]["reason"]) == ("halted", "card_set")
    (event,) = found(table)
    assert (event.finding.what, event.finding.cause) == (FindingKind.FACTORY, Cause.ORDER)
    assert event.finding.readings <= 10
    assert event.finding.edition >= 1
    assert "figures" not in view
    assert view["prompt"].get("shown") is None


def test_a_journal_without_the_finding_replays_to_a_table_that_never_halted() -> None:
    """Replay takes findings from their entries and works out none."""
    table = Driven("sv")
    deal(table, NEW_ORDER)
    again = table.first
    for entry in table.kept.entries:
        event = events.DECODER.decode(entry.event)
        if not isinstance(event, events.CardSetFound):
            again = advance(table.game, again, event, entry.refused, entry.at)
    assert again.halt is None


def test_a_restart_in_a_shoe_keeps_what_was_read() -> None:
    table = Driven("sv")
    deal(table, NEW_ORDER[:5])
    table.restart()
    assert deal(table, NEW_ORDER[5:])["prompt"]["reason"] == "card_set"


def test_cards_entered_by_hand_are_unknown_and_halt_nothing() -> None:
    table = Driven("sv")
    table.take({"do": "manual", "by": "P1", "on": True})
    view = deal(table, NEW_ORDER, by="P1")
    assert view["phase"] != "halted"
    assert not found(table)


def test_a_table_that_is_not_watched_is_never_halted_by_its_figures() -> None:
    """A rehearsal's shoe comes in an order of its own."""
    table = Driven("sv")
    table.session = Session(
        table.game, table.kept, Clockwork(), Resumption(table.first), watches_set=False, care=table
    )
    assert deal(table, NEW_ORDER)["phase"] != "halted"


def test_it_is_asked_once_a_shoe_and_cause() -> None:
    table = Driven("sv")
    deal(table, NEW_ORDER)
    withdraw = {"do": "withdraw", "by": "P1", "reason": "shuffled"}
    assert table.take(withdraw)["accepted"]
    assert deal(table, ("TS", "JS", "QS", "KS"))["phase"] != "halted"
    assert len(found(table)) == 1


@pytest.mark.parametrize("count", ["whole", "decks"])
def test_a_house_whose_rulebook_counts_is_asked_for_the_number(count: str) -> None:
    rulebook = book("sv")
    rules = rulebook.of(BaccaratRules)
    decks = tuple(
        replace(step, count=count) if step.action is Preparing.INSPECT else step
        for step in rules.preparation.decks
    )
    counted = replace(rules, preparation=replace(rules.preparation, decks=decks))
    house = replace(rulebook, games={**rulebook.games, "baccarat": counted})
    table = TableInMemory(house, is_ready=False)
    for line in (
        {"do": "sign_in", "who": "D1", "role": "dealer"},
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "open", "by": "P1"},
        DONE,
        DONE,
    ):
        assert table.take(line)["accepted"]
    view = table.take(DONE)
    assert (view["refused"], view["fact"]) == ("fact_needed", "counted")
    assert "counted" in view["why"]
    elsewhere = {**DONE, "reason": "the cards are counted elsewhere"}
    assert table.take(elsewhere)["fact"] == "counted"
    assert table.take({**elsewhere, "by": "P1"})["prompt"]["action"] == "present"


def test_a_rulebook_without_the_key_is_not_asked_and_takes_a_count() -> None:
    table = Driven("sv")
    table.take({"do": "close", "by": "P1"})
    assert table.take({**DONE, "counted": 416})["phase"] == "closed"


def test_a_count_that_differs_is_a_report_with_the_next_number() -> None:
    table = Driven("sv", is_ready=False)
    before: tuple[Seen, ...] = (
        {"do": "sign_in", "who": "D1", "role": "dealer"},
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "open", "by": "P1"},
        {"do": "incident", "by": "P1", "kind": "prohibited_action", "facts": {"what": "card_peeked"}},
        {"do": "withdraw", "by": "P1"},
    )
    for line in (*before, *[{**DONE, "counted": 413}] * 3):
        view = table.take(line)
    assert (view["incident"]["id"], view["incident"]["kind"]) == ("T1-i2", "wrong_card_set")


def loaded(code: str = "sv") -> Driven:
    """A table whose first shoe was prepared step by step: its cut card was placed."""
    table = Driven(code, is_ready=False)
    people: tuple[Seen, ...] = (
        {"do": "sign_in", "who": "D1", "role": "dealer"},
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "open", "by": "P1"},
    )
    for line in people:
        table.take(line)
    while (prompt := table.take({"do": "view"})["prompt"])["action"] != "await_bets":
        by = "P1" if prompt["actor"] == "pit_boss" else "D1"
        assert table.take({"do": "done", "by": by, "counted": 416})["accepted"]
    return table


def five_missing() -> list[str]:
    cards = [str(card) for card in DECK] * 8
    Random(7).shuffle(cards)
    return cards[5:]


def dealt_to_the_cut_card(table: Driven) -> Seen:
    """The cards of a set without five are dealt up to the cut card, seven from the end; the view after it."""
    view = deal(table, five_missing()[:404])
    assert view["round"]["status"] == "open"
    return table.take({"do": "cut_card"})


def test_five_missing_cards_halt_at_the_first_cut_card_and_it_is_said_later() -> None:
    table = loaded()
    view = dealt_to_the_cut_card(table)
    assert (view["phase"], view["prompt"]["reason"], view["say"]) == ("halted", "card_set", None)
    offered = {"kind": "wrong_card_set", "facts": {"cause": "copies"}, "round": view["round"]["id"]}
    assert view["offer"] == offered
    assert found(table)[0].finding.what is FindingKind.EARLY
    after = table.take({"do": "withdraw", "by": "P1", "reason": "the set was counted"})
    assert after["say"] == "last_hand_before_shuffle"
    assert after["shoe"]["last_hand"] is True


def test_the_place_of_a_cut_card_that_nobody_saw_placed_says_nothing() -> None:
    """A table that began ready."""
    assert dealt_to_the_cut_card(Driven("sv"))["phase"] != "halted"


def test_a_finding_that_waits_for_a_report_outlasts_a_restart() -> None:
    """The set was dealt on, and never asked for."""
    table = loaded()
    deal(table, five_missing()[:404])
    fell = {"do": "incident", "kind": "card_fell", "by": "D1", "facts": {"cards": 1}}
    assert table.take(fell)["accepted"] and table.take({"do": "cut_card"})["accepted"]
    table.restart()
    view = table.take({"do": "withdraw", "by": "P1"})
    assert (view["phase"], view["prompt"]["reason"]) == ("halted", "card_set")
    assert len(found(table)) == 1


def shuffling() -> Driven:
    """The cut card came between two rounds, and with it the shuffle; a finding waits until that is over."""
    table = loaded()
    cards = [str(card) for card in DECK if str(card) != "AS"] * 8
    Random(7).shuffle(cards)
    view = deal(table, cards[:390])
    while view["prompt"]["action"] != "await_bets":
        view = table.take({"do": "card", "card": cards[390]} if view["prompt"]["action"] == "deal" else DONE)
    assert table.take({"do": "cut_card"})["phase"] == "shoe"
    return table


def is_asked_for_the_set(take: Callable[[Seen], Seen]) -> bool:
    """Whether the table is halted by the finding once the shoe is ready."""
    view = take({"do": "view"})
    while view["prompt"]["action"] != "resolve":
        if view["prompt"]["action"] == "await_bets":
            return False
        view = take({**DONE, "counted": 416})
        assert view["accepted"], view["why"]
    return bool(view["prompt"]["reason"] == "card_set")


def test_a_finding_that_waits_for_the_shuffle_outlasts_a_restart() -> None:
    table = shuffling()
    table.restart()
    assert is_asked_for_the_set(table.take)


def test_a_finding_that_waits_keeps_the_journals_file_until_it_was_asked_for(tmp_path: Path) -> None:
    """The month's end began a new file, in which nobody looked for it."""
    path, identity = tmp_path / "t.db", Identity("T1", "baccarat", "sv")
    with open_journal(path, identity) as journal:
        journal.append(shuffling().kept.entries)
    with pytest.raises(FindingWaits):
        close_file(path, SetClock(), tmp_path)
    for files in (1, 2):
        closing = Closing(mib=0, keys=tmp_path)
        with session_at(path, SetClock(), rules="sv", table="T1", is_ready=False, closing=closing) as session:
            assert len(volumes(path)) == files

            def take(line: Seen, session: Session = session) -> Seen:
                view = session.take(msgspec.json.encode(line))
                return dict(msgspec.json.decode(msgspec.json.encode(view)))

            assert is_asked_for_the_set(take) is (files == 1)
            take({"do": "withdraw", "by": "P1", "reason": "the set was counted"})


@pytest.mark.parametrize("by", [{}, {"by": "P1"}], ids=["read", "by hand"])
def test_a_card_that_is_scanned_after_it_left_the_shoe_is_counted_once(by: Seen) -> None:
    """LT-BAC-20: it counts as drawn with the void round, and its step scans it."""
    table = Driven("lt")
    burned = len(table.table.card_set.order)
    face_up: Seen = {"do": "incident", "kind": "first_card_face_up", "by": "P1"}
    manual: tuple[Seen, ...] = ({"do": "manual", "on": True, "by": "P1"},) if by else ()
    for line in (*BETS, *manual, face_up, {"do": "card", "card": "QS", **by}):
        view = table.take(line)
        assert view["accepted"], (line, view["why"])
    order = table.table.card_set.order
    assert len(order) == CARDS - table.table.shoe.left == burned + 1
    assert order[-1] == (UNKNOWN if by else DECK.index("QS"))


def test_a_cut_card_that_is_scanned_once_it_was_missed_says_nothing_of_the_set() -> None:
    """LT-BAC-22: it had come earlier, and nobody knows after how many cards."""
    cards = [str(card) for card in DECK] * 8
    Random(11).shuffle(cards)
    table = loaded()
    deal(table, cards[: CARDS - 2])
    past: Seen = {
        "do": "incident",
        "kind": "played_past_cut_card",
        "by": "P1",
        "facts": {"noticed": "betting"},
    }
    for line in (past, {"do": "cut_card", "by": "P1"}):
        view = table.take(line)
        assert view["accepted"], (line, view["why"])
    assert view["phase"] != "halted" and found(table) == []


def test_a_card_after_all_416_were_read_halts_as_copies_and_none_is_left() -> None:
    """PR-P3: no count falls below 0."""
    table = Driven("sv")
    table.first = replace(table.first, shoe=Shoe().draw_unseen(415))
    table.session = Session(table.game, table.kept, Clockwork(), Resumption(table.first), care=table)
    views = [deal(table, (face,)) for face in ("9H", "2S")]
    assert [(view["phase"], view["shoe"]["left"]) for view in views] == [("dealing", 0), ("halted", 0)]
    assert (views[1]["accepted"], views[1]["prompt"]["reason"]) == (True, "card_set")
    offered = {"kind": "wrong_card_set", "facts": {"cause": "copies"}, "round": views[1]["round"]["id"]}
    assert views[1]["offer"] == offered


def test_a_card_too_many_is_offered_once_most_shoes_had_a_ninth_of_it() -> None:
    """One in each of three shoes, of a reader that misreads nothing else; a restart knows."""
    table = after_shoes(*(shoe_of(behind, "7C") for behind in BEHIND[:2]))
    assert offered_for_a_ninth(table) == "wrong_card_set"
    assert table.view()["offer"]["facts"] == {"cause": "copies"}
    table.restart()
    assert table.view()["offer"]["kind"] == "wrong_card_set"


@pytest.mark.parametrize(
    "shoes",
    [
        [shoe_of(behind, "7C") for behind in BEHIND[:2]] + [shoe_of(behind) for behind in BEHIND] * 2,
        [shoe_of(f"{behind} 7D", "7C") for behind in BEHIND[:2]],
        [shoe_of(behind, "7C 2S QD JS 9H KD TD 3H") for behind in BEHIND[:2]],
    ],
    ids=["shoes without one", "a face short as often", "a reader that misreads others"],
)
def test_what_speaks_against_a_card_too_many_is_weighed(shoes: list[bytes]) -> None:
    assert offered_for_a_ninth(after_shoes(*shoes)) == "misread"


def test_a_ninth_that_was_taken_back_does_not_count() -> None:
    table = after_shoes(shoe_of(BEHIND[0], "7C"))
    assert offered_for_a_ninth(table) == "misread"
    assert table.take({"do": "withdraw", "by": "P1"})["accepted"]
    assert table.table.card_set.ninths == table.table.card_set.ninths_of_shoe == b""
