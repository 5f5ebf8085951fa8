"""The list beside the replay says of each moment what the log says of its entry."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from console.supervisor.review import JournalReads
from console.supervisor.review.log.entry_words import entry_of as in_log
from console.supervisor.ui.review.replay.chronicle import BesideList, entry_of, rows_of
from console.table.journal import Filter
from console.table.ui.kit import ROW
from tests.base.words.catalogues import words
from tests.supervisor.review.test_journals import prepared
from tests.table.core.tables import Seen
from tests.table.played import AUTHORISE, CLOSED, OPEN, card, incident, written


def test_a_decision_is_of_the_incident_that_it_decides_though_the_next_report_opens(tmp_path: Path) -> None:
    peeked = incident("prohibited_action", what="card_peeked")
    path = written(tmp_path / "T7.db", OPEN, incident("over_burn"), peeked, AUTHORISE)
    with prepared([path]) as reads:
        decision, waits, *_ = reads.log.newest(Filter())
        story = reads.story(decision.place)
        assert story is not None
    shown = {moment.number: entry_of(story.game, moment) for moment in story.moments}
    logged = in_log(decision)
    assert (logged.incident_kind, logged.outcome) == ("over_burn", "go_on")
    told = shown[decision.number]
    assert (told.incident_kind, told.outcome) == (logged.incident_kind, logged.outcome)
    assert shown[waits.number].incident_kind is None, "what it reports is in the entry itself"


def test_a_replay_of_a_table_in_play_shows_no_card_that_the_log_hides(tmp_path: Path) -> None:
    """BJ-1.1-hole: the hole card is entered by hand, and another card that nobody asked for; then the first
    is corrected.
    """
    dealt = ({"do": "seats", "seats": [1]}, CLOSED, *map(card, ("8S", "9C", "7D")))
    by_hand = ({"do": "manual", "on": True, "by": "P1"}, card("3H") | {"by": "P1"}, card("KC") | {"by": "P1"})
    corrected: Seen = {"do": "correct", "hand": "dealer", "card": 2, "to": "4H", "by": "P1"}
    path = written(
        tmp_path / "T7.db", OPEN, *dealt, *by_hand, corrected, game="blackjack", refused=["out_of_turn"]
    )
    with closing(JournalReads([path])) as reads:
        story = reads.story(reads.log.newest(Filter())[0].place)
    assert story is not None
    rows = rows_of(story.game, story.moments, words("en"), story.person_name, (), story.covered)
    assert [row.text for row in rows[-3:]] == [
        "Hole card, face down",
        "Not accepted: Card read, not shown yet",
        "Card corrected, dealer 2: ??",
    ]


def test_the_bytes_of_many_lines_of_a_wheel_stay_in_their_row(qtbot: QtBot, tmp_path: Path) -> None:
    lines = b"*X;2;001; 0;0;141;1\r\n" * 30
    read: Seen = {"do": "device", "name": "wheel", "hex": lines.hex()}
    path = written(tmp_path / "T7.db", OPEN, read, game="roulette")
    with closing(JournalReads([path])) as reads:
        story = reads.story(reads.log.newest(Filter())[0].place)
    assert story is not None
    last = rows_of(story.game, story.moments, words("ja"), story.person_name)[-1]
    shown = BesideList()
    qtbot.addWidget(shown)
    shown.resize(320, 400)

    def painted() -> QImage:
        """All above the last row."""
        shown.show_moment(last.moment)
        return shown.viewport().grab().toImage().copy(0, 0, 300, round(ROW))

    without = msgspec.structs.replace(last, below="")
    shown.show_rows((without, without), words("ja"))
    before = painted()
    shown.show_rows((without, last), words("ja"))
    assert painted() == before
