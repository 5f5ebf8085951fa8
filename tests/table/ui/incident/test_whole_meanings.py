"""A clause's meaning is never cut where its outcome is authorised, in any language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache

import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import DealerView, Fact, IncidentState, IncidentView
from console.table.core.showing.screen_values import CameIn
from console.table.ui.incident.incident_words import sense_text
from console.table.ui.incident.stage import decides, open_incident
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import measured
from tests.sweep import sampled
from tests.table.core.tables import Driven
from tests.table.incidents.rows import Expected, committed
from tests.table.ui.harness.instant import P1, Instant
from tests.table.ui.incident.test_presses import GAMES, NUMBER, begun
from tests.table.ui.samples.tables import changed

SIZES = ((1280, 800), (1366, 768), (1920, 1080))
KNOWN = ("where", "noticed", "stage", "first_card", "total", "recorded", "result_known", "ball_damaged")
"""Facts that the table fills in itself."""
AT = datetime(2026, 11, 24, 2, 22, 5, tzinfo=UTC)
CARDS = (CameIn(AT), CameIn(AT), CameIn(AT, unread=True))
MEANWHILE = {
    "baccarat": (CARDS, CARDS[2:]),
    "blackjack": (CARDS, CARDS[2:]),
    "roulette": ((CameIn(AT, 20),),),
}
"""Readings since play stopped: they take a row of their own."""


def reported(row: Expected) -> Driven:
    """A table whose dealer has reported a row with its facts."""
    table, lines = begun(row)
    facts = {fact: _value(value) for fact, value in row.facts if fact not in ("choice", *KNOWN)}
    for line in (*lines, {"do": "incident", "by": "D1", "kind": row.kind, "facts": facts}):
        table.take(line)
    for _ in range(6):
        prompt = table.session.view().prompt
        if prompt.action != "answer" or prompt.fact is None:
            break
        wanted = dict(row.facts).get(prompt.fact, "1")
        table.take({"do": "answer", "by": "D1", "facts": {prompt.fact: _value(wanted)}})
    return table


def _value(value: str) -> Fact:
    if value in ("true", "false"):
        return value == "true"
    if value == "=":
        return NUMBER
    low = value.rstrip("+").split("-")[0]
    return int(low) if low.isdecimal() else value


@cache
def shown_outcomes() -> dict[str, list[tuple[Expected, Driven]]]:
    """The tables at which a pit boss has an outcome to authorise, by their game."""
    found: dict[str, list[tuple[Expected, Driven]]] = {game: [] for game in GAMES}
    for row in committed():
        if row.authority == "pit_boss":
            table = reported(row)
            incident = table.session.view().incident
            assert incident is not None and incident.state == IncidentState.AWAITING, row
            found[row.game].append((row, table))
    return found


def views(bot: QtBot, game: str) -> Iterator[tuple[Instant, DealerView]]:
    """Each outcome on its window, with readings that came meanwhile."""
    windows: dict[str, Instant] = {}
    for _, table in shown_outcomes()[game]:
        at = windows.setdefault(table.code, Instant(bot, game, table.code))
        at.put_to(table)
        view = at.window.people_here.view
        assert view is not None
        yield at, view


def longest_and_by_turns(incident: IncidentView, turn: int) -> list[str]:
    """The language in which this meaning has the most letters, for there it would be cut first, and another
    by turns.
    """
    longest = max(LANGUAGES, key=lambda code: len(sense_text(words(code), incident)))
    others = [code for code in LANGUAGES if code != longest]
    return sampled(LANGUAGES, (longest, others[turn % len(others)]))


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_no_clauses_meaning_is_cut_where_it_is_authorised(qtbot: QtBot, game: str) -> None:
    """Found at LT-BAC-30a in Lithuanian, with five facts."""
    found, looked = list[str](), Counter[str]()
    for turn, (at, shown) in enumerate(views(qtbot, game)):
        incident = open_incident(shown)
        assert incident is not None
        came_in = MEANWHILE[game][turn % len(MEANWHILE[game])]
        view = changed(shown, came_in=came_in, pit_boss=P1 if decides(shown) else None)
        for language in longest_and_by_turns(incident, turn):
            person = words(language)
            at.screen.set_words(person, words(view.rules))
            at.screen.show_view(view)
            zone = at.screen.incident.zone
            for size in sampled(SIZES, [SIZES[looked.total() % len(SIZES)]]):
                at.window.resize(*size)
                texts, flawed = measured(zone)
                about = f"{language} {size} {incident.kind} {incident.clause}"
                found += [f"{about}: {flaw}" for flaw in flawed]
                read = "".join("".join(each.text.split()) for each in texts)
                if "".join(sense_text(person, incident).split()) not in read:
                    found.append(f"{about}: not whole")
                looked[language] += 1
    assert set(looked) == set(LANGUAGES) and looked.total() >= 2 * len(shown_outcomes()[game])
    assert found == []
