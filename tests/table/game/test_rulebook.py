"""The five rulebooks: what each house has its own way, and that every rule of theirs rests on a clause."""

import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from console.table.game.baccarat import BaccaratRules, Coup
from console.table.game.baccarat.coup import POINTS
from console.table.game.cards import Card
from console.table.game.rule_values import Preparing
from console.table.game.rulebook import load_rulebook, rulebook_folder, rulebook_ids
from tests.sources import ROOT
from tests.table.game.clauses import Row, committed

IDS = ("de", "is", "ja", "lt", "sv")
BOOKS = {id: load_rulebook(id) for id in IDS}
TABLES: dict[str, dict[str, Any]] = {
    id: tomllib.loads((rulebook_folder() / f"{id}.toml").read_text("utf-8")) for id in IDS
}
ROWS: dict[str, Row] = {row.id: row for row in committed()}
OTHER = {"sv": "lt", "ja": "lt", "is": "lt", "de": "lt", "lt": "sv"}


def clauses_of(value: Any) -> set[str]:
    """Every clause id below a part of a rulebook's tables."""
    match value:
        case dict():
            return set().union(*map(clauses_of, value.values()))
        case list():
            return set().union(*map(clauses_of, value))
        case str() if re.match(r"(GEN|BAC|LIM|LT-BAC)-", value):
            return {value}
    return set()


FIRST_READERS = """
from threading import Barrier, Thread

from console.table.game.rulebook import load_rulebook

together = Barrier(8)

def read():
    together.wait()
    load_rulebook("lt")

readers = [Thread(target=read) for _ in range(8)]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
"""


def test_eight_threads_may_read_a_rulebook_first_at_once() -> None:
    """Without a lock this process ends by a segmentation fault in msgspec."""
    subprocess.run((sys.executable, "-c", FIRST_READERS), cwd=ROOT, check=True)


every_rulebook = pytest.mark.parametrize("id", IDS)


# What they say


def test_there_are_five_rulebooks() -> None:
    assert rulebook_ids() == IDS


@every_rulebook
def test_one_of_the_programs_own_is_read_once_and_anothers_whenever_it_is_asked_for(id: str) -> None:
    assert load_rulebook(id) is load_rulebook(id) == BOOKS[id]
    assert load_rulebook(id, rulebook_folder()) is not load_rulebook(id, rulebook_folder())


@every_rulebook
def test_a_rulebook_is_of_its_document_and_its_market(id: str) -> None:
    book = BOOKS[id]
    assert (book.id, book.market, book.document, book.silent_as) == (id, id, id, OTHER[id])


@every_rulebook
def test_every_clause_is_of_this_document_or_of_the_one_that_stands_in(id: str) -> None:
    quoted = clauses_of(TABLES[id])
    assert len(quoted) > 20
    assert [clause for clause in quoted if clause not in ROWS] == []
    assert [c for c in quoted if not {id, OTHER[id]} & set(ROWS[c].documents)] == []


STOOD_IN = {"LT-BAC-11", "LT-BAC-22b", "LT-BAC-27"}
"""Where sv, ja, is and de are silent: bet time's length, another shoe, three tries of a scan."""


@pytest.mark.parametrize("id", ["sv", "ja", "is", "de"])
def test_the_lithuanian_document_stands_in_for_the_others_in_three_things(id: str) -> None:
    assert {clause for clause in clauses_of(TABLES[id]) if id not in ROWS[clause].documents} == STOOD_IN


def test_the_lithuanian_table_does_as_the_swedish_where_its_document_is_silent() -> None:
    lt, sv = BOOKS["lt"].of(BaccaratRules), BOOKS["sv"].of(BaccaratRules)
    assert (lt.cut_card, lt.pick_up, lt.end_signal) == (sv.cut_card, sv.pick_up, sv.end_signal)
    assert lt.preparation.load == sv.preparation.load
    assert lt.prompts.collect == sv.prompts.collect


SAYS_OTHERWISE = {"de": {"BAC-1.3.3"}}
"""Where the clause table names a document's difference that no table applies, and doesn't call it a slip."""


@every_rulebook
def test_each_erratum_of_the_document_is_kept_with_what_is_applied(id: str) -> None:
    """BAC-1.3.3."""
    due = {row.id for row in ROWS.values() if row.game in ("baccarat", "all") and id in row.errata}
    due |= SAYS_OTHERWISE.get(id, set())
    assert {erratum.clause for erratum in BOOKS[id].errata} == due
    assert due
    assert all(erratum.written != erratum.applied for erratum in BOOKS[id].errata)


def test_baccarat_is_played_as_the_errata_apply() -> None:
    """BAC-1.3.2, BAC-2.2, BAC-3.3.4, BAC-2.1.5."""
    applied = {(id, e.clause): e.applied for id in IDS for e in BOOKS[id].errata}
    example, points = applied["sv", "BAC-1.3.2"].split(" = ")
    assert sum(POINTS[Card(f"{rank}S")] for rank in example.split()) % 10 == int(points)
    assert applied["is", "BAC-2.2"] == f"{BOOKS['is'].of(BaccaratRules).payouts.tie.odds}:1"
    assert applied["is", "BAC-2.1.5"] == "player banker"
    assert applied["de", "BAC-3.3.4"] == "cards"
    assert applied["sv", "BAC-1.1-natural"] == "2"


@every_rulebook
def test_eight_decks_eighteen_seconds_and_seven_cards_behind_the_cut_card(id: str) -> None:
    """BAC-1.3.1, LT-BAC-01, LT-BAC-11, BAC-3.3.4."""
    rules = BOOKS[id].of(BaccaratRules)
    assert (rules.decks, rules.bet_time.seconds, rules.cut_card.from_end) == (8, 18, 7)


SHUFFLES = {
    "sv": "wash shuffle",
    "ja": "split_piles wash split_piles riffle",
    "is": "split_piles wash split_piles riffle",
    "de": "split_piles wash split_piles shuffle",
    "lt": "shuffle_1 shuffle_2 shuffle_3",
}


@every_rulebook
def test_the_cards_go_into_the_shoe_step_by_step(id: str) -> None:
    """BAC-3.2.1, BAC-3.3.1 to BAC-3.3.5: each house's own shuffle between the same beginning and end."""
    way = BOOKS[id].of(BaccaratRules).preparation
    assert [step.action for step in way.steps] == [
        *("check_shoe", "receive_decks", "inspect", "present"),
        *SHUFFLES[id].split(),
        *("stack", "cut", "place_cut_card", "load"),
    ]
    assert way.steps[way.first_of_decks].action is Preparing.RECEIVE_DECKS
    assert way.steps[way.first_of_shuffle].action == SHUFFLES[id].split()[0]
    assert way.steps[way.first_of_load].action is Preparing.STACK


@every_rulebook
def test_the_pit_boss_presents_the_cards_and_the_dealer_does_the_rest(id: str) -> None:
    """BAC-3.1.2: alone in sv, with the dealer in ja, is and de."""
    steps = BOOKS[id].of(BaccaratRules).preparation.steps
    assert {step.action: step.with_ for step in steps if step.actor == "pit_boss"} == {
        Preparing.PRESENT: "dealer" if id in ("ja", "is", "de") else None
    }
    assert all(step.with_ is None for step in steps if step.actor == "dealer")


def test_the_end_of_bet_time_shows_and_sounds_as_each_document_has_it() -> None:
    """BAC-3.4.2, BAC-2.1.6-sound."""
    signals = {id: book.of(BaccaratRules).end_signal for id, book in BOOKS.items()}
    assert {id: (signal.shows, signal.sound) for id, signal in signals.items()} == {
        "sv": ("blink_running_out", False),
        "lt": ("blink_running_out", False),
        "ja": ("flash", True),
        "de": ("flash", True),
        "is": ("light", True),
    }


def test_cards_are_picked_up_in_the_documents_direction() -> None:
    """BAC-3.6.1."""
    directions = {id: book.of(BaccaratRules).pick_up.direction for id, book in BOOKS.items()}
    assert [id for id in IDS if directions[id] == "right_to_left"] == ["de", "is", "ja"]
    assert [id for id in IDS if directions[id] == "left_to_right"] == ["lt", "sv"]


def test_only_the_lithuanian_table_burns_changes_the_shoe_and_takes_side_bets() -> None:
    """LT-BAC-02, LT-BAC-03, LT-BAC-09, LT-BAC-10; BAC-3.2.2."""
    rules = {id: BOOKS[id].of(BaccaratRules) for id in IDS}
    assert [id for id in IDS if rules[id].burn] == ["lt"]
    assert [id for id in IDS if rules[id].side_bets] == ["lt"]
    assert [id for id in IDS if rules[id].limits] == ["lt"]
    assert [id for id in IDS if rules[id].after_last_hand.action == "replace_shoe"] == ["lt"]


@every_rulebook
def test_every_card_that_is_due_has_its_clauses(id: str) -> None:
    """BAC-3.4.3 to BAC-3.4.5; the banker's third by whether the player drew (BAC-3.5.1-iii, BAC-3.5.1-v)."""
    deal = BOOKS[id].of(BaccaratRules).prompts.deal
    coup, due = Coup(), []
    for card in (Card.HT, Card.SK, Card.D2, Card.CQ, Card.CA, Card.H7):
        due.append(deal.due(coup))
        coup = coup.deal(card)
    assert due[1:4] == [("BAC-3.4.3",)] * 3
    assert (due[0], due[4], due[5]) == (deal.player_1, deal.player_3, deal.banker_3_player_drew)
    assert deal.due(coup) == ()
    stood = Coup((Card.HT, Card.D6), (Card.SK, Card.CQ))
    assert deal.due(stood) == deal.banker_3_player_stood != deal.banker_3_player_drew
