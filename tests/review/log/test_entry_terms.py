"""The index's terms of each entry: the table that they follow is the table that a restart tells."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.journal import open_journal
from console.journal.log.rows import Facet, Filter
from console.journal.reader import review
from console.review.journals import JournalReads
from console.review.log.entry_terms import EntryTelling, teller
from console.review.log.search_words import found_by, search_terms
from console.table.judging.checkpoints import table_after
from console.words import LANGUAGES
from tests.instruments.bench.long_nights import written as weeks
from tests.instruments.bench.play import GAME, SV
from tests.records.journals import CLOSED, DONE_D, FELL, OPEN, ROUND, card, say, written
from tests.words.catalogues import words


def terms_found(path: Path) -> tuple[EntryTelling, list[tuple[str, dict[Facet, str]]]]:
    """The table at the end, and of each entry its kind and what it is found by."""
    with review(path) as journal:
        telling, found = teller(journal.identity, journal.begin(0)[1]), []
        for entry in journal.entries(0):
            facts = telling.facts_of_next(entry.event, entry.refused, entry.at.isoformat())
            found.append((entry.kind, dict(facts.terms)))
    return telling, found


def test_the_table_that_the_terms_tell_is_the_one_that_a_restart_tells(tmp_path: Path) -> None:
    path = weeks(tmp_path / "weeks.db", 4_000)
    telling, _ = terms_found(path)
    with open_journal(path, SV) as journal:
        recovered = journal.recover()
        table = table_after(GAME, recovered.checkpoint, recovered.entries)
    assert replace(telling._table, decoders={}) == replace(table, decoders={})


def test_the_end_of_a_round_is_told_once(tmp_path: Path) -> None:
    _, found = terms_found(written(tmp_path / "T7.db", *ROUND))
    assert [terms[Facet.RESULT] for _, terms in found if Facet.RESULT in terms] == ["player"]


def test_kind_and_outcome_of_an_incident_are_told_by_the_entries_that_tell_them(tmp_path: Path) -> None:
    _, found = terms_found(written(tmp_path / "T7.db", *FELL))
    kinds = [(kind, terms[Facet.INCIDENT_KIND]) for kind, terms in found if Facet.INCIDENT_KIND in terms]
    assert kinds == [("incident_reported", "card_fell")]
    outcomes = [terms[Facet.OUTCOME] for _, terms in found if Facet.OUTCOME in terms]
    assert outcomes == ["void"]
    assert [terms[Facet.RESULT] for _, terms in found if Facet.RESULT in terms] == ["void"]


def test_a_refused_card_that_halts_the_table_is_told_too(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", card("9H"), say("why"), refused=("out_of_turn",))
    telling, found = terms_found(path)
    assert telling._table.halt is not None
    assert found[0][1][Facet.CARD] == "9H"
    assert found[1][1][Facet.SAID] == "why"


def test_an_entry_is_found_by_the_one_phrase_with_which_its_prompt_asked(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    _, found = terms_found(path)
    dealt = [terms[Facet.ACTION] for kind, terms in found if kind == "card_drawn"]
    assert dealt[:4] == ["deal.player.1", "deal.banker.1", "deal.player.2", "deal.banker.2"]
    german = words("de")
    (bank,) = search_terms("Bank", german)
    with closing(JournalReads((path,))) as reads:
        while reads.prepare() < 1:
            pass
        reads.look_for(Filter(words=(bank,)))
        while not reads.count().done:
            pass
        rows = [row for row in reads.rows(0, 100) if row.kind == "card_drawn"]
    assert len(rows) == sum(action.startswith("deal.banker.") for action in dealt)
    assert {"deal.banker.1", "deal.banker.2"} <= bank.means[Facet.ACTION]
    assert not {"deal", "deal.player.1", "deal.player.2"} & bank.means[Facet.ACTION]
    shown = {found_by(row, bank, german) for row in rows}
    assert shown <= {None, *(german.text(f"prompt.deal.banker.{at}") for at in (1, 2, 3))}


COUPS = {"player_wins": ("9H", "2S", "KD", "4C"), "banker_wins": ("2S", "9H", "4C", "KD")}
"""Two naturals: who wins by which cards."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_announcement_is_found_by_the_result_that_was_announced(tmp_path: Path, language: str) -> None:
    """Never by the other one: each is in the words of its own announcement alone."""
    rounds = (line for faces in COUPS.values() for line in (OPEN, CLOSED, *map(card, faces), DONE_D, DONE_D))
    _, found = terms_found(written(tmp_path / "T7.db", *rounds))
    done = [terms[Facet.ACTION] for kind, terms in found if kind == "step_done"]
    assert [action for action in done if "announce" in action] == [f"announce.{key}" for key in COUPS]
    own = words(language)
    player, banker = (own.text(f"prompt.announce.{key}") for key in COUPS)
    (winner, *_) = (word for word in banker.replace("：", " ").split() if word not in player.split())
    with closing(JournalReads((tmp_path / "T7.db",))) as reads:
        while reads.prepare() < 1:
            pass
        (sought,) = search_terms(winner, own)
        reads.look_for(Filter(words=(sought,)))
        while not reads.count().done:
            pass
        rows = [row for row in reads.rows(0, 100) if row.due_action == "announce"]
    assert len(rows) == 1
    assert found_by(rows[0], sought, own) == banker
