"""The chosen entry's facts stand beside the log: its hands, why it was refused, and how far it is proved."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.review import Glance
from console.supervisor.ui.review.log.entry_detail import FactRows
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.supervisor.ui.review.replay.chronicle import caption
from console.table.core import SetClock
from console.table.custody import open_session
from console.table.journal import Doubt, Identity
from console.table.ui.kit import clock_time, theme
from tests.base.words.catalogues import words
from tests.supervisor.review.test_journals import prepared
from tests.supervisor.ui.review.log.at_log import fact_labels, facts_beside, in_view, press
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of
from tests.supervisor.ui.review.stories_of_games import spins
from tests.table.core.tables import Driven, Seen, book, card_frame, device
from tests.table.played import CLOSED, DONE_D, OPEN, ROUND, START, card, incident, say, time_of_line, written


def test_the_hands_of_an_entry_lie_beside_it_as_they_lay(screen: LogScreen) -> None:
    fell = next(at for at, row in enumerate(in_view(screen)) if row.kind == "incident_reported")
    screen.list.choose(fell)
    screen.look()
    shown, row = screen.detail.hands.shown, screen.row
    assert shown is not None and shown[0].view.coup is not None and row is not None
    assert (len(shown[0].view.coup.player), len(shown[0].view.coup.banker)) == (1, 1)
    text = words("en").text
    assert facts_beside(screen)[text("review.detail.entry")] == text("review.detail.sound", number=row.number)


def test_the_video_of_a_report_begins_before_the_halt_that_it_is_about(qtbot: QtBot, tmp_path: Path) -> None:
    lines = (OPEN, card("9H"), *(say("They look for it") for _ in range(60)), incident("early_deal"))
    inquiries = inquiries_of(written(tmp_path / "J.db", *lines, refused=("bets_open",)))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    reported = next(at for at, row in enumerate(in_view(screen)) if row.kind == "incident_reported")
    screen.list.choose(reported)
    screen.look()
    asked = list[datetime]()
    screen.detail.video_pressed.connect(lambda _, at: asked.append(at))
    screen.detail.video.meant.emit()
    begin = time_of_line(2) - timedelta(seconds=30)
    facts = facts_beside(screen)
    at = clock_time(begin, words("en"))
    assert facts[words("en").text("record.video")] == words("en").text("review.detail.from", time=at)
    assert asked == [begin]
    inquiries.stop()


def test_the_facts_of_an_entry_scroll_where_they_do_not_all_fit(screen: LogScreen, qtbot: QtBot) -> None:
    facts = screen.detail.facts
    screen.show()
    bar = facts.verticalScrollBar()

    def show(shown: tuple[tuple[str, str, bool], ...], *, is_another: bool) -> int:
        facts.show_facts(shown, is_another=is_another)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        return bar.value()

    few = tuple((f"label {at}", "value", False) for at in range(3))
    show(few, is_another=True)
    assert bar.maximum() == 0 and facts.focusPolicy() == Qt.FocusPolicy.NoFocus
    words_of_one_line = ("x" * 400, "č" * 300, "W" * 23, "한" * 60)
    wide = ("line", "0F " * 60, False), *(("line", each, True) for each in words_of_one_line)
    show(few * 4 + wide, is_another=True)
    assert bar.maximum() > 0 and facts.horizontalScrollBar().maximum() == 0
    for _ in range(40):
        QTest.keyClick(facts, Qt.Key.Key_Down)
    assert bar.value() == bar.maximum(), "to the last, and not beyond"
    assert show(few * 8, is_another=False) > 0
    assert show(few * 8, is_another=True) == 0


def test_everybody_at_the_table_stands_beside_an_entry_as_in_its_replay(qtbot: QtBot, tmp_path: Path) -> None:
    lines: tuple[Seen, ...] = (
        {"do": "sign_in", "who": "S1", "role": "supervisor"},
        {"do": "sign_in", "who": "P2", "role": "pit_boss"},
        OPEN,
        CLOSED,
        device(card_frame("1", "player", 1, "9H")),
    )
    inquiries = inquiries_of(written(tmp_path / "J.db", *lines))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    press(screen, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    seen, people = set[str](), "Rasa K., Jonas P., Ingrid B., P2"
    for at, row in enumerate(in_view(screen)):
        screen.list.choose(at)
        screen.look()
        facts = facts_beside(screen)
        seen.add(row.kind)
        if row.number > 2:
            assert facts[words("en").text("review.detail.at_table")] == people, row.kind
            assert people in screen.detail.accessibleName()
    assert {"bytes_received", "card_drawn"} <= seen
    inquiries.stop()


def test_no_hand_lies_beside_the_steps_of_a_closing(qtbot: QtBot, tmp_path: Path) -> None:
    close: Seen = {"do": "close", "by": "P1", "on": True}
    inquiries = inquiries_of(written(tmp_path / "J.db", *ROUND, close, DONE_D))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    lying = dict[bool, set[bool]]()
    for at, row in enumerate(in_view(screen)):
        if row.kind == "step_done":
            screen.list.choose(at)
            screen.look()
            lying.setdefault(row.round is not None, set()).add(screen.detail.hands.isVisibleTo(screen.detail))
    assert lying == {True: {True}, False: {False}}
    inquiries.stop()


def test_a_wheel_has_no_shoe(qtbot: QtBot) -> None:
    inquiries = inquiries_of(spins())
    screen = LogScreen(inquiries, words("de"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("7",))
    row = screen.row
    assert row is not None and row.game == "roulette"
    facts = facts_beside(screen)
    assert words("de").text("status.shoe", shoe=0) not in facts[words("de").text("record.table")]
    inquiries.stop()


def test_a_withdrawn_report_is_called_withdrawn_as_in_its_record(qtbot: QtBot, tmp_path: Path) -> None:
    lines = (OPEN, card("9H"), incident("early_deal"), {"do": "withdraw", "by": "P1"})
    inquiries = inquiries_of(written(tmp_path / "J.db", *lines, refused=("bets_open",)))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    (*_, withdrawn) = (at for at, row in enumerate(in_view(screen)) if row.kind == "report_withdrawn")
    screen.list.choose(withdrawn)
    facts = facts_beside(screen)
    assert facts[words("en").text("review.filter.incident")].endswith(", withdrawn")
    inquiries.stop()


REFUSED: tuple[tuple[Seen, str], ...] = (
    ({"do": "dance"}, "bad_input"),
    ({"do": "incident", "by": "D1", "kind": "card_fell", "facts": {"cards": 417}}, "bad_input"),
    ({"do": "spin", "turns": 5, "direction": "against", "by": "D1"}, "not_this_game"),
    ({"do": "incident", "by": "D1", "kind": "over_burn"}, "not_in_rulebook"),
    ({"do": "done", "by": "X9"}, "not_signed_in"),
    ({"do": "sign_in", "who": "D1", "role": "dealer"}, "already_signed_in"),
    ({"do": "open", "by": "D1"}, "not_authorised"),
    ({"do": "done", "by": "D1"}, "out_of_turn"),
    ({"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9H"}, "no_such_hand"),
)
"""Lines that a Swedish table of baccarat refuses before its first bets."""


@pytest.mark.sweep
def test_a_refusals_reason_is_in_the_readers_language_and_the_answer_as_it_was_given(
    qtbot: QtBot, tmp_path: Path
) -> None:
    sent = tuple(line for line, _ in REFUSED)
    path = written(tmp_path / "refused.db", *sent, code="sv", refused=tuple({key for _, key in REFUSED}))
    answers = [Driven("sv").take(line)["why"] for line in sent]
    inquiries = inquiries_of(path)
    shown = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(shown)
    for language in LANGUAGES:
        shown.begin(SUPERVISOR, lambda _: ("Casino Nord",))
        shown.set_words(words(language))
        rows = {row.number: at for at, row in enumerate(in_view(shown))}
        for number, ((_, key), answer) in enumerate(zip(REFUSED, answers, strict=True), 1):
            shown.list.choose(rows[number])
            shown.look()
            row = shown.query.rows.row(rows[number])
            assert row is not None and row.refused == key
            facts = facts_beside(shown)
            why = facts[words(language).text("review.detail.why")]
            assert why == words(language).text(f"log.refused.{key}")
            given = facts.get(words(language).text("review.detail.answer"))
            assert given == (answer if key in ("bad_input", "not_this_game") else None)
    inquiries.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_that_a_floor_does_not_prove_never_counts_as_recorded(
    screen: LogScreen, language: str
) -> None:
    read = list[Glance]()
    screen.query.entry_read.connect(read.append)
    screen.list.choose(0)
    screen.look()
    screen.set_words(words(language))
    row, glance, text = screen.row, read[-1], words(language).text
    assert row is not None
    shown = []
    for doubt in (None, *Doubt):
        whole = replace(glance.whole, sound=doubt is None, doubt=doubt)
        screen.detail.show_glance(replace(glance, whole=whole))
        (entry,) = (
            value for label, value in fact_labels(screen) if label.text() == text("review.detail.entry")
        )
        shown.append((entry.text(), entry.palette().color(entry.foregroundRole()) == theme.RED))
    recorded = text("review.detail.sound", number=row.number)
    assert shown[0] == (recorded, False)
    assert all(warns and value != recorded for value, warns in shown[1:])
    assert len(dict(shown)) == 4, "each has words of its own"


def test_facts_that_go_on_beyond_an_edge_fade_there_and_are_not_cut_in_their_letters(qtbot: QtBot) -> None:
    facts = FactRows()
    qtbot.addWidget(facts)
    facts.resize(400, 130)
    facts.set_unit(1.0)
    facts.show_facts([(f"Fact {number}", "Ägypten", False) for number in range(12)], is_another=True)
    facts.show()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    for top, faded in ((0, (False, True)), (60, (True, True)), (1000, (True, False))):
        facts.verticalScrollBar().setValue(top)
        picture = facts.grab().toImage()
        wide = picture.width() - round(16 * picture.devicePixelRatio())
        rows = (1, picture.height() - 2)
        plain = tuple(all(picture.pixelColor(x, row) == theme.BG1 for x in range(wide)) for row in rows)
        assert all(is_plain for is_plain, fades in zip(plain, faded, strict=True) if fades)


def test_a_long_remark_can_be_read_to_its_end_beside_the_log(qtbot: QtBot, tmp_path: Path) -> None:
    """A pit boss's note of some five hundred letters; a short one stands in the title alone."""
    note = " ".join(f"word{number}" for number in range(70)) + " end"
    inquiries = inquiries_of(written(tmp_path / "J.db", OPEN, say(note, "P1"), say("Short", "P1")))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    screen.show()
    assert "What" not in facts_beside(screen)
    screen.list.choose(1)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    label, value = fact_labels(screen)[0]
    assert (label.text(), value.text()) == ("What", f"“{note}”")
    assert value.height() >= value.heightForWidth(value.width())
    inquiries.stop()


def test_a_trainee_at_the_table_is_named_with_the_dealer_beside(qtbot: QtBot, tmp_path: Path) -> None:
    with ExitStack() as stack:
        identity = Identity("T7", "roulette", "lt")
        made = tmp_path / "J.db"
        session = open_session(made, identity, book("lt"), SetClock(START), stack, is_ready=True).session
        assert session.sign_in_beside("T7", "D1").accepted
        assert session.take(b'{"do":"bets","state":"open"}').accepted
    inquiries = inquiries_of(made)
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    screen.list.choose(next(at for at, row in enumerate(in_view(screen)) if row.kind == "bets_opened"))
    screen.look()
    assert facts_beside(screen)[words("en").text("review.detail.at_table")] == "Jonas P., T7 beside Rasa K."
    assert screen.row is not None
    with prepared((made,)) as reads:
        story = reads.story(screen.row.place)
    assert story is not None
    shown = caption(story, len(story.moments) - 1, (), words("en"))
    assert shown == words("en").text("replay.at_table", names="P1, T7 beside D1")
    inquiries.stop()
