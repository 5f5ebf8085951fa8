"""A commissioned LIVE table whose shoe reads worse the next day: the supervisor learns of it before it fails.

Cards are dealt by a shoe on a pty through the table's own window, in two openings of the table. The reference
has a few rounds where a house's own has thousands of reads, or it would take an hour.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.commissioning.drift import drift_watch, journal_drift
from console.commissioning.ui.at_table import CertifiedTable
from console.commissioning.ui.commissioning_screen import CommissioningDesk
from console.floor.self_report import Certificate
from console.floor.table_side.own_report import OutsideFacts, certificate_of
from console.floor.ui.rows.floor_lines import newer_since
from console.supervisor.records import Section
from console.table.core import Measure, Newer, NoteKind, Phase, Table, events
from console.table.core.state.commissioning_state import drift_of
from console.table.journal import review
from console.table.words import compared_text, drift_text, sure
from tests.base.words.catalogues import words
from tests.commissioning.ui.test_commissioning_desk import called, on_call, open_desk, press, sign
from tests.table.ui.harness.at_work import AtWork, at_work

ROUNDS = 6
"""Rounds that are dealt on each day."""
MEDIAN = 1.5
"""Seconds from one card to the next, as this dealer deals."""


class Dealer:
    """Deals at a table, a card in some seconds, and counts what the shoe did."""

    def __init__(self, work: AtWork) -> None:
        self.work, self._chance = work, random.Random(7)
        self.drawn = self.failed = 0

    def deal(self, *, late: float = 0.0, fails: bool = False) -> None:
        """Deal the day's rounds. Each card is sent ``late`` seconds late; every second one ``fails`` to be
        read first.
        """
        work, again = self.work, self.work.shoe
        ends = work.shown.table.round_number + ROUNDS
        while work.shown.table.round_number < ends or work.shown.table.open_round:
            if work.due in ("deal", "rescan"):
                self.drawn += 1
                if fails and work.due == "deal" and self.drawn % 2:
                    self.failed += 1
                    again.next_unreadable()
                work.clock.advance(MEDIAN * self._chance.lognormvariate(0, 0.2) + late)
            work.follow()

    def close_and_open(self) -> None:
        """The pit boss closes the table, which opens again."""
        work = self.work
        for line in (b'{"do":"sign_in","who":"P1","role":"pit_boss"}', b'{"do":"close","by":"P1"}'):
            work.after(partial(work.console.station.submit, line))
        while work.shown.table.phase is not Phase.CLOSED:
            work.follow()
        work.after(partial(work.console.station.submit, b'{"do":"sign_out","who":"P1"}'))
        self.drawn = self.failed = 0


def commission(work: AtWork, desk: CommissioningDesk) -> None:
    """Prove what is to be proved, and have two people sign; nobody tests the shoe."""
    commissioning = called(work)
    before = len(commissioning.runs)
    press(work, desk.screen.primary)
    work.until(
        lambda: desk.screen.devices.under_test is not None and work.shown.table.tested_device == "shoe"
    )
    press(work, desk.screen.devices.panel.omit)
    work.until(lambda: len(commissioning.runs) > before)
    commissioning.runs[-1].let(30)
    work.until(lambda: not desk.screen.work.busy)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: desk.screen.course.is_entered)
    work.after(partial(work.console.station.note, NoteKind.FELT_READ, who="P1", text="banker=commission"))


@pytest.fixture
def dealer(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dealer]:
    """A LIVE table that is commissioned, and whose first cards after that were dealt."""
    monkeypatch.setattr(journal_drift, "LEAST", 20)
    monkeypatch.setattr(journal_drift, "FIRST", 20)
    monkeypatch.setattr(drift_watch, "FIRST_ROUNDS", ROUNDS)
    with at_work(qtbot, tmp_path, live=True) as work:
        on_call(work)
        desk = open_desk(work)
        commission(work, desk)
        desk.close()
        dealer = Dealer(work)
        dealer.deal()
        dealer.close_and_open()
        yield dealer


def texts_noted(work: AtWork, what: str) -> list[str]:
    """The texts of what was noted."""
    watching = [getattr(each, "__self__", None) for each in work.console._receivers]
    (certified,) = [each for each in watching if isinstance(each, CertifiedTable)]
    certified.drift.wait()
    work.until(work.is_settled)
    with review(work.console.config.journal) as journal:
        decoded = [events.DECODER.decode(each.event) for each in journal.of_a_kind("noted", what)]
    return [each.text or "" for each in decoded if isinstance(each, events.Noted) and each.what == what]


@pytest.mark.sweep
def test_a_shoe_that_slows_repeats_and_errs_is_noted_as_drift_during_play(
    dealer: Dealer,
) -> None:
    work = dealer.work
    work.shoe.repeats = 1  # each message is sent twice from now on
    dealer.deal(late=2.0, fails=True)
    texts = texts_noted(work, NoteKind.CERTIFICATE_DRIFT)
    drifts = {drift.measure: drift for drift in map(drift_of, texts) if drift is not None}
    assert set(drifts) == {Measure.UNREAD, Measure.REPEATED, Measure.BETWEEN}
    assert drifts[Measure.UNREAD].then == 0.0 and drifts[Measure.UNREAD].reads == dealer.drawn
    assert drifts[Measure.UNREAD].now == pytest.approx(1e3 * dealer.failed / dealer.drawn, abs=0.01)
    assert drifts[Measure.REPEATED].then == 0.0 and drifts[Measure.REPEATED].now > 900
    slower = drifts[Measure.BETWEEN]
    assert slower.then == pytest.approx(MEDIAN, rel=0.2) and slower.now == pytest.approx(MEDIAN + 2, rel=0.2)
    assert max(drift.chance for drift in drifts.values()) < journal_drift.CHANCE / len(Measure)
    assert texts_noted(work, NoteKind.CERTIFICATE_COMPARED) == []
    table = work.shown.table
    assert not table.halted and table.incident is None, "it still deals"
    assert the_walls_row(table) == [compared_text(work.window.words, text) for text in texts]
    desk = open_desk(work)  # the supervisor, between two rounds
    work.until(lambda: desk.screen.course.last.of is not None and not desk.screen.work.busy)
    words = work.window.words
    first = desk.screen.proofs_to_read[: len(drifts)]
    assert [each.what for each in first] == [drift_text(words, drifts[each]) for each in drifts]
    assert all(sure(words, drifts[each]) in str(row.why) for each, row in zip(drifts, first, strict=True))
    assert words.text("commissioning.stale.drift") in desk.screen.beneath
    assert Section.DEVICES in desk.screen.course.last.again, "it is tested again"
    work.shoe.repeats = 0
    commission(work, desk)
    assert work.shown.table.commissioned is not None and work.shown.table.commissioned.drifts == ()
    assert at_the_wall(work.shown.table).is_valid
    desk.close()
    dealer.deal()  # the new reference
    dealer.close_and_open()
    before = len(texts_noted(work, NoteKind.CERTIFICATE_DRIFT))
    dealer.deal()
    assert len(texts_noted(work, NoteKind.CERTIFICATE_DRIFT)) == before, "the mended shoe is as it was proved"
    assert texts_noted(work, NoteKind.CERTIFICATE_COMPARED) == [f"shoe {dealer.drawn}"], "and that is noted"


def at_the_wall(table: Table) -> Certificate:
    """The table's certificate as the wall shows it."""
    assert table.commissioned is not None
    here = table.commissioned.installed
    found = certificate_of(
        table, OutsideFacts(mode="LIVE", place="", version="", console="", name=str, installed=here)
    )
    assert found is not None
    return found


def the_walls_row(table: Table) -> list[str]:
    """The wall's words, in its list of certificates, on a device of this table that drifts."""
    found = at_the_wall(table)
    assert found.newer == (Newer.DRIFT,) and not found.is_valid
    return [*newer_since(words("en"), found)]
