"""The index's terms of each entry: the table that they follow is the table after a restart."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import find
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.reports.report_json import told
from console.supervisor.review.log.entry_terms import EntryFactSource, _terms, fact_source
from console.supervisor.review.log.search_words import found_by, search_terms
from console.table.core import SetClock, Table
from console.table.core.judging.checkpoints import table_after
from console.table.journal import Facet, Filter, Log, LogRow, Word, open_journal, review
from tests.base.words.catalogues import words
from tests.instruments.bench.long_nights import written as weeks
from tests.instruments.bench.play import GAME, SV, opened
from tests.supervisor.review.test_journals import prepared
from tests.table.core.play.test_amendments import WRONG, amended
from tests.table.core.tables import Seen, card_frame, device
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    FELL,
    OPEN,
    ROUND,
    START,
    WITHDRAW,
    card,
    incident,
    say,
    session_at,
    written,
)

PEEKED = incident("prohibited_action", what="card_peeked")


def terms_found(path: Path) -> tuple[EntryFactSource, list[tuple[str, dict[Facet, str]]]]:
    """The table at the end, and of each entry its kind and what it is found by."""
    with review(path) as journal:
        source, found = fact_source(journal.identity, journal.begin(0)[1]), []
        for entry in journal.entries(0):
            facts = source.facts_of_next(entry.event, entry.refused, entry.at.isoformat())
            found.append((entry.kind, dict(facts.terms)))
    return source, found


def test_a_devices_bytes_are_found_by_the_device_and_by_a_second_pit_boss(tmp_path: Path) -> None:
    second: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
    path = written(tmp_path / "T7.db", second, OPEN, CLOSED, device(card_frame("1", "player", 1, "9H")))
    _, found = terms_found(path)
    (terms,) = (terms for kind, terms in found if kind == "bytes_received")
    assert (terms[Facet.DEVICE], terms[Facet.PIT_BOSS]) == ("shoe", "P2")


def test_the_words_of_an_entry_are_made_once_for_all_slices_of_a_journal(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *FELL)
    _terms.cache_clear()
    _, first = terms_found(path)
    made = _terms.cache_info().misses
    _, second = terms_found(path)
    assert (first, made) == (second, _terms.cache_info().misses)


@pytest.mark.sweep
def test_the_tables_state_behind_the_terms_equals_that_after_a_restart(tmp_path: Path) -> None:
    path = weeks(tmp_path / "weeks.db", 4_000)
    source, _ = terms_found(path)
    with open_journal(path, SV) as journal:
        recovered = journal.recover()
        table = table_after(GAME, recovered.checkpoint, recovered.entries)
    # Decoders and the times of lines come again from a port's bytes; no term is made of them.
    assert replace(source.table, decoders={}, heard_at={}) == replace(table, decoders={}, heard_at={})


def test_the_result_of_a_round_is_a_term_of_one_entry(tmp_path: Path) -> None:
    _, found = terms_found(written(tmp_path / "T7.db", *ROUND))
    assert [terms[Facet.RESULT] for _, terms in found if Facet.RESULT in terms] == ["player"]


def test_an_incidents_kind_and_outcome_are_terms_of_the_entries_that_set_them(tmp_path: Path) -> None:
    _, found = terms_found(written(tmp_path / "T7.db", *FELL))
    kinds = [(kind, terms[Facet.INCIDENT_KIND]) for kind, terms in found if Facet.INCIDENT_KIND in terms]
    assert kinds == [("incident_reported", "card_fell")]
    outcomes = [terms[Facet.OUTCOME] for _, terms in found if Facet.OUTCOME in terms]
    assert outcomes == ["void"]
    assert [terms[Facet.RESULT] for _, terms in found if Facet.RESULT in terms] == ["void"]


def test_an_entry_that_decides_two_incidents_has_both_their_outcomes(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", OPEN, incident("over_burn"), incident("over_burn", "P1"), AUTHORISE)
    with review(path) as journal:
        source = fact_source(journal.identity, journal.begin(0)[1])
        told = [
            source.facts_of_next(entry.event, entry.refused, entry.at.isoformat()).incidents
            for entry in journal.entries(0)
        ]
    assert [each[:3] for each in told[-1]] == [
        ("T7-i1", "over_burn", "go_on"),
        ("T7-i2", "over_burn", "go_on"),
    ]


def test_a_trainees_entries_are_found_by_the_dealer_beside(tmp_path: Path) -> None:
    path, clock = tmp_path / "T7.db", SetClock(START)
    call: Seen = {"do": "call", "by": "M1", "on": True}
    with session_at(path, clock) as session:
        assert session.sign_in_beside("M1", "E1").accepted
        assert session.take(msgspec.json.encode(call)).accepted
        assert session.sign_in_beside("M1", "E2").accepted
        assert session.take(msgspec.json.encode({**call, "on": False})).accepted
    with prepared([path]) as reads:
        for filter in (Filter(people=frozenset({"E1"})), Filter(dealers=frozenset({"E1"}))):
            found = [(row.kind, row.person) for row in reads.log.newest(filter)]
            assert found[0] == ("pit_boss_called", "M1"), filter
            assert len(found) == 2, "not what M1 did beside E2"


def places_of(path: Path, number: str) -> list[int]:
    """The entries that a search for an incident finds, the oldest first."""
    with prepared([path]) as reads:
        return [row.number for row in reads.log.newest(Filter(incident=number))][::-1]


def test_a_refused_report_is_not_of_the_incident_that_the_next_one_makes(tmp_path: Path) -> None:
    """With the refused one, entry 5, the incident that was over is shown no more."""
    lines = (*FELL[:2], FELL[4], WITHDRAW, incident("wrong_position"), FELL[4])
    path = written(tmp_path / "T7.db", *lines, refused=("out_of_turn",))
    assert (places_of(path, "T7-i1"), places_of(path, "T7-i2")) == ([3, 4], [6])


def test_the_line_that_ends_an_incident_is_found_though_the_next_one_opens_with_it(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *FELL[:8], PEEKED, PEEKED, WITHDRAW, DONE_D)
    found = {number: places_of(path, number) for number in ("T7-i1", "T7-i2", "T7-i3")}
    assert found["T7-i3"] == [12, 13], "a report that waited, and the line that took it back"
    assert found["T7-i1"][-1] == 14, "its last step"
    assert found["T7-i2"] == [11, 14], "its report, and that step, with which it opened"


def rows_of(path: Path) -> list[LogRow]:
    """The rows of the log, the earliest first."""
    with prepared([path]) as reads:
        return [*reads.log.newest(Filter())][::-1]


def test_the_last_step_of_an_incident_is_its_own_though_the_next_one_opens(tmp_path: Path) -> None:
    """Its record has that step; the log's detail named the kind and the outcome of the next one."""
    path = written(tmp_path / "T7.db", *FELL[:8], PEEKED, DONE_D, say("looks"))
    *_, step, said = rows_of(path)
    assert (step.kind, step.incident, step.incident_kind, step.outcome) == (
        "step_done",
        "T7-i1",
        "card_fell",
        "void",
    )
    assert find(path, "T7-i1").proof.last == step.number
    assert said.incident == "T7-i2"


def test_a_report_is_found_by_the_kind_that_the_shift_report_counts_it_by(
    tmp_path: Path,
) -> None:
    """The dealer chooses a kind with the report, and takes it back before confirming it."""
    meant: Seen = {"do": "incident", "by": "D1", "meant": "card_fell"}
    path = written(tmp_path / "T7.db", *FELL[:4], meant, WITHDRAW)
    (listed,) = map(told, table_report(path, Interval()).incidents)
    with prepared([path]) as reads:
        found = reads.log.newest(Filter(incident_kinds=frozenset({"card_fell"})))
    assert listed["kind"] == "card_fell" == find(path, listed["id"]).kind
    assert [row.incident for row in found] == [listed["id"]]


@pytest.mark.parametrize(
    ("lines", "taken_back"),
    [((*FELL[:7], PEEKED, WITHDRAW), "T7-i1"), ((*FELL[:8], PEEKED, WITHDRAW), "T7-i2")],
    ids=["open, another opens", "waits"],
)
def test_a_withdrawal_belongs_to_the_report_that_it_takes_back(
    tmp_path: Path, lines: tuple[dict[str, Any], ...], taken_back: str
) -> None:
    with prepared([written(tmp_path / "T7.db", *lines)]) as reads:
        (row,) = reads.log.newest(Filter(outcomes=frozenset({"taken_back"})))
    assert (row.kind, row.incident, row.outcome) == ("report_withdrawn", taken_back, "taken_back")


def test_a_report_that_can_no_longer_be_is_found_as_come_to_nothing(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *FELL[:7], incident("double_scan"), *FELL[7:])
    _, found = terms_found(path)
    assert [terms.get(Facet.OUTCOME) for _, terms in found][-3:] == ["void", "came_to_nothing", None]


def test_a_refused_card_that_halts_the_table_is_a_term_too(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", card("9H"), say("why"), refused=("out_of_turn",))
    source, found = terms_found(path)
    assert source.table.halt is not None
    assert found[0][1][Facet.CARD] == "9H"
    assert found[1][1][Facet.SAID] == "why"


def test_an_entry_is_found_by_the_one_phrase_with_which_its_prompt_asked(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    _, found = terms_found(path)
    dealt = [terms[Facet.ACTION] for kind, terms in found if kind == "card_drawn"]
    assert dealt[:4] == ["deal.player.1", "deal.banker.1", "deal.player.2", "deal.banker.2"]
    german = words("de")
    (bank,) = search_terms("Bank", german)
    with prepared((path,)) as reads:
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
    with prepared((tmp_path / "T7.db",)) as reads:
        (sought,) = search_terms(winner, own)
        reads.look_for(Filter(words=(sought,)))
        while not reads.count().done:
            pass
        rows = [row for row in reads.rows(0, 100) if row.due_action == "announce"]
    assert len(rows) == 1
    assert found_by(rows[0], sought, own) == banker


@pytest.mark.parametrize("at", ["2026-11-20T09:00:00", "9999-12-31T23:59:59+00:00"])
def test_a_time_that_no_console_wrote_is_refused_where_the_terms_are_made(at: str) -> None:
    with pytest.raises(ValueError, match="no entry's time"):
        EntryFactSource(GAME, Table()).facts_of_next(b'{"event":"remarked","by":"D1","text":"x"}', None, at)


def test_a_correction_stands_in_the_log_and_in_the_view_for_other_tools(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    *_, memory = amended(WRONG)
    with opened(path) as journal:
        journal.append(memory.entries)
    with closing(sqlite3.connect(path)) as other:  # opened in the way of another program
        rows = other.execute("SELECT what, before, after, authorised_by, why FROM corrections").fetchall()
    assert rows == [("third card of the banker", "9H", "6H", "S1", "the film shows a six")]
    with Log([path]) as log:
        list(log.fill(fact_source))
        (row,) = log.newest(Filter(words=(Word("film"),)))
        assert row.figures["entry"] == 7
