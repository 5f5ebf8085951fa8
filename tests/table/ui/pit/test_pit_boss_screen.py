"""The pit boss's screen: what is open and since when, what only a pit boss may order, its own window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, LOCALES
from console.table.core import DealerView, Mode, Person, Role, SetClock, Situation, dealer_view, lines
from console.table.core.showing.screen_values import PastIncident
from console.table.game import Result, Wager
from console.table.game.blackjack import Choice
from console.table.people import Known, people
from console.table.people.answers import Unknown
from console.table.people.table_people import TrainingPeople
from console.table.ui.dealer import KeyboardBand
from console.table.ui.dealer.action_bar import SIGN_ROOM
from console.table.ui.dealer.prompt_words import no_press_text
from console.table.ui.felt.card_faces import CardFace
from console.table.ui.incident.incident_words import not_taken_text, past_note
from console.table.ui.incident.outcome_words import reported_parts
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import screen_of, theme
from console.table.ui.kit.lettering import LINE_HEIGHT
from console.table.ui.pit.open_list import waiting
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from console.table.ui.pit.pit_window import PitDesk
from console.table.ui.sign_in import Purpose
from console.table.ui.sign_in.credentials import Field
from console.table.ui.signs import outcome_sign
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import body_of, flaws, listened, texts_of
from tests.sweep import by_turns
from tests.table.core.play.test_answer_times import CARDS, dealt
from tests.table.core.tables import Driven, Seen, book
from tests.table.played import ROUND
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.painted import bare, painted
from tests.table.ui.harness.straight import straight
from tests.table.ui.in_turn import in_turn, taken_away
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES, PIT_BOSS_SAMPLES
from tests.table.ui.samples.tables import NOW, changed, clock
from tests.table.ui.samples.wheels import WHEEL_SAMPLES
from tests.table.ui.window.test_silent_server import silent


@pytest.fixture
def time() -> SetClock:
    return clock()


@pytest.fixture
def screen(qtbot: QtBot, time: SetClock) -> PitBossScreen:
    screen = PitBossScreen(words("en"), time)
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    return screen


def test_the_open_incident_comes_first_and_the_waiting_ones_after_it(screen: PitBossScreen) -> None:
    view = PIT_BOSS_SAMPLES["p0-open"]
    assert [(row.kind, row.queued) for row in waiting(view)] == [("card_fell", False), ("damaged_card", True)]
    screen.show_view(view)
    assert screen.prompt.text.headline == "A card fell: 2 questions"
    said = screen.open.accessibleName()
    assert said.startswith(f"{words('en').text('pit.open')}: A card fell, Round 4711, Rasa K., 02:14:09. ")
    assert "Damaged card, Round 4711, Rasa K., waiting its turn, 02:14:09" in said
    assert "00:14, Wrong position" in said, "the last incidents are heard as they are seen"


def test_nothing_that_happens_in_a_shuffle_is_of_the_last_round(screen: PitBossScreen) -> None:
    """List and outcome page named it, beside a record without a round."""
    table = Driven("lt")
    report: Seen = {"do": "incident", "by": "D1"}
    call: Seen = {"do": "call", "by": "D1", "on": True}
    for line in (*ROUND, {"do": "reshuffle", "by": "P1", "on": True}, report, report, call):
        assert table.take(line)["accepted"], line
    situation = Situation(mode=Mode.LIVE, name="T1", game="baccarat", rulebook=book("lt"), persons={})
    view = dealer_view(table.session.view(), table.table, situation)
    assert view.round_number == 1 and view.view.round is not None
    assert len(waiting(view)) == 3
    screen.show_view(view)
    said = (screen.open.accessibleName(), *reported_parts(view, words("en")))
    of_round = words("en").text("status.round", round=1)
    assert not [each for each in said if of_round in each]


@pytest.mark.parametrize("name", sorted(PIT_BOSS_SAMPLES))
def test_the_prompt_has_the_sign_of_the_first_open_row(screen: PitBossScreen, name: str) -> None:
    view = PIT_BOSS_SAMPLES[name]
    screen.show_view(view)
    if rows := waiting(view):
        assert screen.prompt.sign == rows[0].sign


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_last_incident_has_its_round_its_outcome_and_that_outcomes_sign(
    qtbot: QtBot, language: str
) -> None:
    """TB-21: 'card in bet time' stood there twice with a tick, once of a void round and once not."""
    with straight(qtbot, "lt", "baccarat") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        for seen in (True, False):
            facts = {"first_card": True, "seen": seen}
            table.take({"do": "bets", "state": "open"})
            table.take({"do": "card", "card": "9H"})
            table.take({"do": "incident", "kind": "early_deal", "facts": facts, "by": "P1"})
            while table.view.view.prompt.action in ("discard", "collect"):
                table.take({"do": "done", "by": "D1"})
        second, first = table.view.incident.past
        assert (first.outcome, first.round, second.outcome, second.round) == ("void", "1", "go_on", "2")
        assert outcome_sign(first.outcome) != outcome_sign(second.outcome)
        page = PitBossScreen(words(language), table.clock)
        qtbot.addWidget(page)
        page.resize(1280, 800)
        page.show_view(table.view)
        (note,) = past_note(words(language), first)
        of_round = words(language).text("status.round", round=1)
        shown = [each.text for each in texts_of(page)]
        (noted,) = (at for at, each in enumerate(shown) if note in each)
        assert any(of_round in each for each in shown[noted - 1 : noted + 1])
        assert flaws(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_list_does_not_repeat_the_headline(qtbot: QtBot, language: str) -> None:
    page = PitBossScreen(words(language), clock())
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show_view(PIT_BOSS_SAMPLES["p0-nothing"])
    assert page.prompt.text.headline == words(language).text("pit.nothing_open")
    assert [each.text for each in texts_of(page)].count(page.prompt.text.headline) == 1
    assert page.open.accessibleName().startswith(words(language).text("pit.last"))
    assert flaws(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_past_incident_is_whole_in_the_list(qtbot: QtBot, language: str) -> None:
    """In German half of the reasons of a report that was taken back ended in dots."""
    ended = [PastIncident("misread", NOW, outcome, "LT-BAC-30a", round="20318") for outcome in Result]
    ended += [
        PastIncident("misread", NOW, "record_only", None, taken_back_by=P1, reason=reason, round="20318")
        for key, reason in words(language).phrases("reason.")
        if key != "type"
    ]
    page = PitBossScreen(words(language), clock())
    qtbot.addWidget(page)
    page.resize(1280, 800)
    for each in ended:
        view = changed(nothing_open(), past=(each, ended[0]))
        page.show_view(view)
        with listened() as heard:
            page.open.grab()
        assert [told.text for _, told in heard if "…" in told.text] == []
        assert flaws(page) == []


def test_a_call_without_an_incident_is_open_too(screen: PitBossScreen) -> None:
    screen.show_view(PIT_BOSS_SAMPLES["p0-called"])
    assert screen.prompt.text.headline == words("en").text("pit.call")
    assert screen.primary.text() == words("en").text("pit.come")


def test_a_table_in_manual_mode_does_not_show_all_well(screen: PitBossScreen) -> None:
    screen.show_view(PIT_BOSS_SAMPLES["p0-manual"])
    assert screen.prompt.text.headline == words("en").text("mode.manual")
    assert words("en").text("pit.all_well") not in screen.prompt.accessibleName()
    assert str(screen.prompt.text.note).endswith("The card set is not checked.")
    assert "manual" not in str(screen.prompt.text.note).lower(), "the headline has it"


def test_orders_are_given_and_taken_back(screen: PitBossScreen, time: SetClock) -> None:
    """BAC-3.2.3: the pit boss may order a reshuffle at any time."""
    orders: list[tuple[str, bool]] = []
    screen.ordered.connect(lambda name, on: orders.append((name, on)))
    screen.show_view(PIT_BOSS_SAMPLES["p0-nothing"])
    time.advance(1)
    assert screen.orders["decks"].isHidden(), "a shuffle is ordered already"
    for name in ("reshuffle", "manual", "close"):
        QTest.mouseClick(screen.orders[name], Qt.MouseButton.LeftButton)
    assert orders == [("reshuffle", False), ("manual", True), ("close", True)]


def test_the_page_says_of_a_trainee_that_the_one_beside_left_and_of_no_pit_boss(
    screen: PitBossScreen,
) -> None:
    """Under the pit boss's own name stood 'beside Elín S.'."""
    beside = Person("D-115", "Elín S.", Role.DEALER, "is")
    stands = words("en").text("bar.beside", name=beside.name)
    left = words("en").text("band.beside_left", name=beside.name)
    for name in ("p0-nothing", "p0-open", "p0-halted", "p0-manual", "p0-nobody"):
        view = replace(PIT_BOSS_SAMPLES[name], beside=beside)
        screen.show_view(view)
        assert (stands in screen.status.name.accessibleName()) is (view.pit_boss is None)
        screen.show_view(replace(view, beside_left=True))
        assert (left in screen.status.name.accessibleName()) is (view.pit_boss is None)
        assert left in screen.strip.texts or left in screen.band.accessibleName()


SHUFFLES: Seen = {"do": "reshuffle", "by": "P1", "on": True}
CLOSES: Seen = {"do": "close", "by": "P1", "on": True}
DEALS: tuple[Seen, ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    *({"do": "card", "card": face} for face in ("9H", "2S", "KD", "4C")),
)


@pytest.mark.parametrize(
    "lines",
    [
        (),
        DEALS[:1],
        DEALS[:4],
        DEALS,
        (*DEALS, {"do": "done", "by": "D1"}),
        (SHUFFLES,),
        (SHUFFLES, {"do": "done", "by": "D1"}),
        (*DEALS[:4], SHUFFLES),
        (*DEALS[:4], CLOSES),
        (CLOSES,),
        (*DEALS[:4], {"do": "incident", "kind": "card_fell", "by": "D1"}),
    ],
    ids=lambda lines: " ".join(line["do"] for line in lines) or "between rounds",
)
def test_an_order_has_a_key_exactly_where_the_table_takes_it(
    screen: PitBossScreen, lines: tuple[Seen, ...]
) -> None:
    def driven() -> Driven:
        table = Driven("sv")
        assert all([table.take(line)["accepted"] for line in lines])
        return table

    screen.show_view(driven().screen())
    for name, line in {
        "reshuffle": {**SHUFFLES, "on": not driven().table.shoe_in_play.reshuffle},
        "decks": {**SHUFFLES, "new": True},
        "close": {**CLOSES, "on": not driven().table.close_ordered},
    }.items():
        assert screen.orders[name].isHidden() is not driven().take(line)["accepted"], name


def test_ordered_decks_are_taken_back_by_their_own_key(screen: PitBossScreen, time: SetClock) -> None:
    orders: list[tuple[str, bool]] = []
    screen.ordered.connect(lambda name, on: orders.append((name, on)))
    table = Driven("sv")
    for line in (*DEALS[:4], {**SHUFFLES, "new": True}):
        table.take(line)
    screen.show_view(table.screen())
    time.advance(1)
    assert screen.orders["reshuffle"].isHidden()
    assert screen.orders["decks"].text() == words("en").text("button.new_decks_off")
    QTest.mouseClick(screen.orders["decks"], Qt.MouseButton.LeftButton)
    assert orders == [("decks", False)]


def test_without_a_pit_boss_signed_in_the_orders_are_hidden(screen: PitBossScreen) -> None:
    screen.show_view(PIT_BOSS_SAMPLES["p0-nobody"])
    assert all(button.isHidden() for button in screen.orders.values())
    assert screen.correct.isHidden()


@pytest.mark.parametrize(
    ("game", "cards", "phase"),
    [
        ("baccarat", "", "dealing"),
        ("baccarat", "9H", "dealing"),
        ("baccarat", "9H 2S KD 4C", "result"),
        ("blackjack", "5H 6S TD 7S", "deciding"),
        ("blackjack", "5H 6S TD 7S hit 2C", "deciding"),
        ("blackjack", "5H 6S TD 7S hit", "deciding"),
    ],
)
def test_a_misread_card_is_corrected_until_the_next_answer(
    screen: PitBossScreen, game: str, cards: str, phase: str
) -> None:
    """The key is there where the table takes a correction of the last card, and nowhere else."""
    table = Driven("sv", game=game)
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})
    if game == "blackjack":
        table.take({"do": "seats", "seats": [1]})
    for each in cards.split():
        if each == "hit":
            table.take({"do": "decision", "seat": 1, "hand": 1, "choice": each})
        else:
            table.take({"do": "card", "card": each})
    screen.show_view(table.screen())
    assert table.table.phase == phase
    assert screen.correct.isHidden() is (not cards or cards.endswith("hit"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_drawn_in_every_language(qtbot: QtBot, language: str) -> None:
    assert PIT_BOSS_SAMPLES
    for name in in_turn(PIT_BOSS_SAMPLES, language):
        view, screen = PIT_BOSS_SAMPLES[name], PitBossScreen(words(language), clock())
        with taken_away(screen):
            screen.resize(1280, 800)
            screen.show()
            screen.show_view(view)
            assert is_drawn(screen), name


P1 = Person("P1", "Jonas P.", Role.PIT_BOSS, "en")
D1 = Person("D1", "Rasa K.", Role.DEALER, "en")


class PitAtWork:
    """The pit boss's window, and what it says."""

    def __init__(self, window: PitDesk, sent: list[Any], time: SetClock) -> None:
        self.window, self.sent, self.time = window, sent, time

    def take_seat(self, at: DealerView | None = None) -> None:
        """Enter the PIN for what waits there."""
        if at is not None:
            self.window.show_view(replace(at, pit_boss=None))
        self.window.sign_in.verified.emit(P1)


@pytest.fixture
def pit(qtbot: QtBot, time: SetClock) -> Iterator[PitAtWork]:
    sent: list[Any] = []
    window = PitDesk(
        people(),
        words("en"),
        words("lt"),
        time,
        give=lambda line: sent.append(bare(line)),
        sign_out=lambda who: sent.append(("by the console", who)),
        step_up=120,
    )
    qtbot.addWidget(window)
    window.show()
    yield PitAtWork(window, sent, time)
    window.hide()


def test_a_pit_boss_signed_in_at_the_table_is_not_signed_in_at_this_window(pit: PitAtWork) -> None:
    pit.window.show_view(PIT_BOSS_SAMPLES["p0-awaiting"])
    assert pit.window.pit_boss_here() is None
    assert all(button.isHidden() for button in pit.window.page.orders.values())


def test_the_pit_boss_answers_from_the_own_window(pit: PitAtWork) -> None:
    pit.take_seat(PIT_BOSS_SAMPLES["p0-awaiting"])
    assert pit.sent == [lines.SignIn("P1", Role.PIT_BOSS, way="pin")]
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=P1))
    pit.time.advance(1)
    QTest.keyClick(pit.window.page, Qt.Key.Key_Return)
    assert pit.window.table.isVisible()
    pit.time.advance(1)
    QTest.keyClick(pit.window.table, Qt.Key.Key_Return)
    assert pit.sent[1:] == [lines.Authorise("P1")]


def test_the_page_comes_back_once_the_dealer_acts(pit: PitAtWork) -> None:
    pit.take_seat(PIT_BOSS_SAMPLES["p0-awaiting"])
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=P1))
    pit.window.answer()
    assert pit.window.table.isVisible()
    pit.window.show_view(replace(INCIDENT_SAMPLES["p4-put-back"], pit_boss=P1))
    assert pit.window.table.isHidden()


def test_an_untouched_pit_window_signs_its_pit_boss_out(pit: PitAtWork) -> None:
    pit.take_seat()
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-nothing"], pit_boss=P1))
    pit.time.advance(121)
    pit.window.tick()
    assert pit.sent[-1] == ("by the console", "P1")
    assert pit.window.pit_boss_here() is None


@pytest.fixture
def disabled(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The people who are disabled; asked for before the window."""
    ids = set[str]()
    monkeypatch.setattr(TrainingPeople, "is_disabled", lambda _, id: id in ids)
    return ids


def test_a_pit_boss_who_is_disabled_decides_nothing_more_from_this_window(
    disabled: set[str], pit: PitAtWork
) -> None:
    pit.take_seat(PIT_BOSS_SAMPLES["p0-awaiting"])
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=P1))
    pit.window.answer()
    pit.window.tick()
    assert pit.window.pit_boss_here() == "P1"
    disabled.add("P1")
    pit.time.advance(1)
    pit.window.tick()
    assert pit.sent[-1] == ("by the console", "P1")
    assert pit.window.pit_boss_here() is None and pit.window.table.isHidden()


def test_an_answer_is_changed_in_place_from_this_window_too(pit: PitAtWork) -> None:
    pit.take_seat(INCIDENT_SAMPLES["p2-cards"])
    for name in ("p2-cards", "p2-seen", "p3-void"):
        pit.window.show_view(replace(INCIDENT_SAMPLES[name], pit_boss=P1))
    pit.window.answer()
    pit.time.advance(1)
    QTest.keyClick(pit.window.table, Qt.Key.Key_Escape)
    pit.time.advance(1)
    QTest.keyClick(pit.window.table, Qt.Key.Key_1)
    pit.window.badges.typed.release()
    assert pit.sent[1:] == [lines.Answer("P1", {"seen": True})]


def test_the_wheels_serial_number_is_noted_from_this_window_too(pit: PitAtWork) -> None:
    """ROU-3.2.1: the pit boss checks the wheel."""
    pit.take_seat()
    pit.window.show_view(replace(WHEEL_SAMPLES["ro-check-1"], pit_boss=P1))
    pit.window.answer()
    pit.time.advance(1)
    QTest.keyClick(pit.window.table, Qt.Key.Key_Return)
    assert pit.sent[-1] == lines.Done("P1", note="W-0419")
    pit.window.show_view(replace(WHEEL_SAMPLES["ro-check-2"], pit_boss=P1))
    pit.time.advance(1)
    QTest.keyClick(pit.window.table, Qt.Key.Key_Return)
    assert pit.sent[-1] == lines.Done("P1")


def test_the_worksheet_is_asked_from_this_window_too(pit: PitAtWork) -> None:
    """LT-ROU-33."""
    pit.take_seat(WHEEL_SAMPLES["ro-settle"])
    pit.window.show_view(replace(WHEEL_SAMPLES["ro-settle"], pit_boss=P1))
    pit.window.answer()
    pit.time.advance(1)
    for key in (Qt.Key.Key_R, Qt.Key.Key_5, Qt.Key.Key_0, Qt.Key.Key_Return):
        QTest.keyClick(pit.window.table, key)
        pit.time.advance(0.1)  # no finger's Enter is as soon as a scanner's
    asked = pit.sent[-1]
    assert isinstance(asked, lines.Settle) and asked.by == "P1"
    assert asked.wagers == (Wager(on="red", stake=50),)


def nothing_open(*, call: bool = False) -> DealerView:
    """Nothing waits for the pit boss at this window, but for a call."""
    view = PIT_BOSS_SAMPLES["p0-nothing"]
    return replace(view, pit_boss=P1, view=replace(view.view, call=call))


def test_a_press_does_not_answer_a_call_that_came_with_it(pit: PitAtWork) -> None:
    """Nobody would come: the call is gone from all screens once it was answered."""
    pit.take_seat(nothing_open())
    for call in (False, True):
        pit.time.advance(5)
        pit.window.show_view(nothing_open(call=call))
    painted()
    del pit.sent[:]
    QTest.keyClick(pit.window.page, Qt.Key.Key_Return)
    assert pit.sent == []
    pit.time.advance(1)
    QTest.keyClick(pit.window.page, Qt.Key.Key_Return)
    assert pit.sent == [lines.Call("P1", on=False)]


def test_another_pit_boss_is_called_from_this_window_too(pit: PitAtWork) -> None:
    awaiting = replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=P1)
    assert not awaiting.view.call
    pit.take_seat(awaiting)
    pit.window.show_view(awaiting)
    pit.window.answer()
    del pit.sent[:]
    QTest.keyClick(pit.window.table, Qt.Key.Key_F3)
    pit.window.show_view(replace(awaiting, view=replace(awaiting.view, call=True)))
    QTest.keyClick(pit.window.table, Qt.Key.Key_F3)
    assert pit.sent == [lines.Call("P1", on=True), lines.Call("P1", on=False)]
    pit.window.return_to_page()
    del pit.sent[:]
    QTest.keyClick(pit.window.page, Qt.Key.Key_F3)
    assert pit.sent == [lines.Call("P1", on=False)]


def test_a_pit_boss_who_corrects_a_card_does_not_answer_a_call_by_it(pit: PitAtWork) -> None:
    view = changed(nothing_open(call=True), can_correct=True)
    pit.take_seat(view)
    pit.window.show_view(view)
    pit.time.advance(1)
    del pit.sent[:]
    QTest.mouseClick(pit.window.page.correct, Qt.MouseButton.LeftButton)
    assert pit.sent == [] and pit.window.table.isVisible()
    assert pit.window.table.incident_stage is Stage.CORRECT


def test_a_silent_server_is_answered_from_this_window_too(pit: PitAtWork) -> None:
    """LT-BJ-08: a hand without an answer stands."""
    view = silent(dealt(*CARDS))
    pit.take_seat(view)
    view = replace(view, pit_boss=P1)
    pit.window.show_view(view)
    pit.time.advance(1)
    del pit.sent[:]
    QTest.keyClick(pit.window.page, Qt.Key.Key_Return)
    pit.window.show_view(view)
    assert pit.window.table.isVisible(), "as long as there is something to choose"
    pit.time.advance(1)
    QTest.keyClick(pit.window.table, Qt.Key.Key_Return)
    asked = pit.window.table.presses.confirmation
    pit.time.advance(1)
    why = words("en").text("reason.server_down")
    QTest.mouseClick(menu_row(asked, why), Qt.MouseButton.LeftButton)
    assert pit.sent == [lines.Decision(1, 1, Choice.TIMEOUT, "P1", why)]


def test_the_large_key_leads_to_the_table_only_where_it_asks_for_something(pit: PitAtWork) -> None:
    """Else the table would be there for a tenth of a second, with keys that are the dealer's."""
    pit.take_seat(nothing_open())
    pit.window.show_view(nothing_open())
    pit.time.advance(1)
    assert pit.window.page.primary.isHidden()
    QTest.keyClick(pit.window.page, Qt.Key.Key_Return)
    assert pit.window.table.isHidden()
    for view in (nothing_open(call=True), PIT_BOSS_SAMPLES["p0-awaiting"], INCIDENT_SAMPLES["p2-cards"]):
        pit.window.show_view(replace(view, pit_boss=P1))
        assert pit.window.page.primary.isVisible()


def test_the_end_of_bet_time_sounds_once_though_two_windows_show_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BAC-2.1.6-sound: the table itself lies unseen under the page of the pit boss's own window."""
    sounds: list[None] = []
    monkeypatch.setattr(QApplication, "beep", staticmethod(lambda: sounds.append(None)))
    monkeypatch.setattr(QApplication, "screens", staticmethod(lambda: [None, None]))
    with straight(qtbot, "ja") as table:
        table.window.pit.open_desk(table.window.sign_in)
        desk = table.window.pit.desk
        assert desk is not None
        desk.show()
        for line in DEALS[:2]:
            table.take(line)
        assert len(sounds) == 1


def test_the_pit_window_can_say_that_an_unread_card_was_the_cut_card(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QApplication, "screens", staticmethod(lambda: [None, None]))
    with straight(qtbot, devices=False) as table:
        table.window.pit.open_desk(table.window.sign_in)
        desk = table.window.pit.desk
        assert desk is not None
        desk.show()
        for line in (*DEALS[:2], *({"do": "unread"} for _ in range(3))):
            table.take(line)
        assert table.view.view.phase == "halted"
        desk.sign_in.verified.emit(P1)
        table.settle()
        desk.answer()
        table.settle()
        assert desk.table.bar.second.text() == words("en").text("button.was_cut_card")
        table.touch(desk.table.bar.second)
        assert [(each.kind, each.person) for each in table.kept.entries[-3:-1]] == [
            ("cut_card_drawn", "P1"),
            ("halt_withdrawn", "P1"),
        ]
        assert table.view.view.phase == "dealing"


def test_a_pit_boss_signed_in_at_the_table_takes_the_authority_of_the_pit_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table needs no second sign-in, and gets none."""
    monkeypatch.setattr(QApplication, "screens", staticmethod(lambda: [None, None]))
    with straight(qtbot) as table:
        table.window.pit.open_desk(table.window.sign_in)
        desk = table.window.pit.desk
        assert desk is not None
        desk.show()
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        since = len(table.kept.entries)
        desk.sign_in.verified.emit(P1)
        table.settle()
        table.pass_time(1)
        assert desk.pit_boss_here() == "P1" and len(table.kept.entries) == since
        desk.leave()
        table.settle()
        assert table.session.table.role_of("P1") is None


def test_the_note_that_nothing_is_pressed_leaves_the_key_beside_it_whole(qtbot: QtBot) -> None:
    """LT-BAC-27: the pit boss scans the card, and may skip that step."""
    failed: Seen = {"do": "incident", "kind": "reader_failed", "facts": {"pit_boss_read": False}, "by": "P1"}
    signed: Seen = {"do": "sign_in", "who": "P1", "role": "pit_boss"}
    steps: list[Seen] = [{"do": "done", "by": "P1"}] * 3
    with straight(qtbot, "sv") as table:
        for line in (*DEALS[:3], *[{"do": "unread"}] * 3, signed, failed, *steps):
            table.take(line)
        view, bar = replace(table.view, pit_boss=P1), table.window.dealer.bar
        for language in LANGUAGES:
            its = words(language)
            bar.primary.show_label("OK")  # whatever it said last
            bar.show_view(view, its)
            place, lines = bar.no_press_at(no_press_text(view, its), its)
            assert bar.primary.isHidden() and bar.second.text() == its.text("button.skip_step")
            assert body_of(bar.second, bar).right() / bar.u < place.left() - SIGN_ROOM
            assert len(lines) * theme.LEAST * LINE_HEIGHT < place.height()


def test_the_pit_window_goes_with_its_monitor_and_comes_again_with_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would lie over the dealer's screen, with the authority of somebody who stands elsewhere."""
    screens: list[Any] = [None]
    monkeypatch.setattr(QApplication, "screens", staticmethod(lambda: screens))
    with straight(qtbot) as table:
        application, own = QApplication.instance(), screen_of(table.window)
        assert isinstance(application, QApplication)
        table.window.pit.open_desk(table.window.sign_in)
        assert table.window.pit.desk is None
        screens.append(own)
        monkeypatch.setattr("console.table.ui.pit.pit_window.other_screen", lambda _: screens[-1])
        application.screenAdded.emit(own)
        qtbot.waitUntil(lambda: table.window.pit.desk is not None)
        desk = table.window.pit.desk
        assert desk is not None and desk.isVisible()
        desk.sign_in.verified.emit(P1)
        table.settle()
        assert desk.pit_boss_here() == "P1"
        desk.sign_in.ask(Purpose.PIT_BOSS)
        screens[:] = [None]
        application.screenRemoved.emit(own)
        qtbot.waitUntil(desk.isHidden)
        table.settle()
        assert desk.pit_boss_here() is None and table.session.table.role_of("P1") is None
        screens.append(own)
        application.screenAdded.emit(own)
        qtbot.waitUntil(desk.isVisible)
        assert not desk.sign_in.isVisible()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (1920, 1080)])
def test_the_name_on_the_page_opens_the_languages_as_at_the_table(
    pit: PitAtWork, size: tuple[int, int]
) -> None:
    """It could be pressed, and nothing came of it: with a touch screen alone nobody changed the language."""
    pit.window.resize(*size)
    pit.take_seat(nothing_open())
    pit.window.show_view(nothing_open())
    page = pit.window.page
    QTest.mouseClick(page.status.name, Qt.MouseButton.LeftButton)
    assert page.menu.isVisible() and page.menu.geometry() == page.rect()
    labels = [row.text() for row in menu_rows(page.menu)]
    assert labels == [*(LOCALES[code].name for code in LANGUAGES), words("en").text("button.back")]
    QTest.mouseClick(menu_row(page.menu, LOCALES["ja"].name), Qt.MouseButton.LeftButton)
    assert not page.menu.isVisible()
    assert page.prompt.text.headline == words("ja").text("pit.nothing_open")
    QTest.keyClick(page, Qt.Key.Key_F8)
    assert pit.window.pit_boss_here() is None


def test_the_languages_are_gone_once_the_page_is_left(pit: PitAtWork) -> None:
    pit.take_seat(PIT_BOSS_SAMPLES["p0-awaiting"])
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=P1))
    page = pit.window.page
    QTest.mouseClick(page.status.name, Qt.MouseButton.LeftButton)
    QTest.keyClick(page.menu, Qt.Key.Key_Escape)
    assert page.isVisible() and not page.menu.isVisible()
    QTest.mouseClick(page.status.name, Qt.MouseButton.LeftButton)
    pit.window.answer()
    pit.window.return_to_page()
    assert not page.menu.isVisible()


def test_training_is_unmistakable_on_the_pit_bosss_screen_too(qtbot: QtBot) -> None:
    screen = PitBossScreen(words("en"), clock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    for mode in (Mode.LIVE, Mode.TRAINING, Mode.REHEARSAL):
        screen.show_view(replace(next(iter(PIT_BOSS_SAMPLES.values())), mode=mode))
        assert all(strip.isVisible() is mode.is_simulated for strip in screen.frame.strips)


# --- a badge at the pit boss's own window ----------------------------------------------------------

BADGES = {"0012345617": P1, "0012345625": D1}


@pytest.fixture
def badges(pit: PitAtWork, monkeypatch: pytest.MonkeyPatch) -> None:
    """The people whose badges the reader reads here."""
    known = {number: Known(person) for number, person in BADGES.items()}
    of = type(pit.window.sign_in._people)
    monkeypatch.setattr(of, "verify_badge", lambda _, number: known.get(number, Unknown()))


def hold_badge(desk: PitAtWork, to: QWidget, number: str) -> None:
    """Held to the reader long after the page was painted: a sign every ten milliseconds, and an Enter."""
    desk.time.advance(1)
    for sign in number:
        QTest.keyClicks(to, sign)
        desk.time.advance(0.01)
    QTest.keyClick(to, Qt.Key.Key_Return)


def test_a_badge_at_the_page_orders_nothing_and_asks_for_that_pit_boss(
    pit: PitAtWork, badges: None, qtbot: QtBot
) -> None:
    """Its digits are the orders' keys, its Enter is the large press."""
    pit.take_seat()
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-nothing"], pit_boss=P1))
    del pit.sent[:]
    hold_badge(pit, pit.window.page, "0012345617")
    form = pit.window.sign_in
    qtbot.waitUntil(lambda: form.state.id == "P1")
    assert form.isVisible() and form.state.field is Field.PIN
    assert pit.sent == [] and not any(order.isDown() for order in pit.window.page.orders.values())


def test_a_badge_on_a_question_of_facts_answers_nothing(pit: PitAtWork, badges: None, qtbot: QtBot) -> None:
    pit.take_seat(INCIDENT_SAMPLES["p2-cards"])
    pit.window.show_view(replace(INCIDENT_SAMPLES["p2-cards"], pit_boss=P1))
    pit.window.answer()
    del pit.sent[:]
    hold_badge(pit, pit.window.table, "1212345617")
    assert pit.sent == []


def test_a_digit_answers_here_a_moment_after_it_was_pressed_and_only_what_was_seen(
    pit: PitAtWork, qtbot: QtBot
) -> None:
    pit.take_seat(INCIDENT_SAMPLES["p2-cards"])
    pit.window.show_view(replace(INCIDENT_SAMPLES["p2-cards"], pit_boss=P1))
    pit.window.answer()
    del pit.sent[:]
    painted()
    pit.time.advance(0.3)
    QTest.keyClick(pit.window.table, Qt.Key.Key_1)
    pit.time.advance(0.2)
    pit.window.badges.typed.release()
    assert pit.sent == [], "pressed too soon, though it acts later"
    pit.time.advance(0.5)
    QTest.keyClick(pit.window.table, Qt.Key.Key_1)
    assert pit.sent == [], "another sign may follow"
    qtbot.waitUntil(lambda: bool(pit.sent))
    assert [type(line) for line in pit.sent] == [lines.Answer]


def test_a_dealers_badge_signs_no_person_in_at_the_pit_window(
    pit: PitAtWork, badges: None, qtbot: QtBot
) -> None:
    pit.window.show_view(PIT_BOSS_SAMPLES["p0-awaiting"])
    hold_badge(pit, pit.window.page, "0012345625")
    qtbot.waitUntil(lambda: not pit.window.sign_in.isVisible())
    assert pit.window.pit_boss_here() is None and pit.sent == []


def test_the_pit_bosss_language_leaves_the_window_with_the_pit_boss(pit: PitAtWork) -> None:
    pit.window.show_view(PIT_BOSS_SAMPLES["p0-awaiting"], ())
    headline = pit.window.page.prompt.text.headline
    pit.window.sign_in.verified.emit(replace(P1, language="de"))
    assert pit.window.windowTitle() == words("de").text("pit.screen")
    pit.window.leave()
    assert pit.window.windowTitle() == words("en").text("pit.screen")
    assert pit.window.page.prompt.text.headline == headline


def test_a_pit_boss_signed_out_at_another_screen_leaves_no_language_here(pit: PitAtWork) -> None:
    view = PIT_BOSS_SAMPLES["p0-awaiting"]
    pit.window.show_view(replace(view, pit_boss=None))
    pit.window.sign_in.verified.emit(replace(P1, language="de"))
    pit.window.show_view(replace(view, pit_boss=P1))
    assert pit.window.windowTitle() == words("de").text("pit.screen")
    pit.window.show_view(replace(view, pit_boss=None))
    assert pit.window.windowTitle() == words("en").text("pit.screen")


def test_within_one_incident_the_pit_boss_is_asked_by_name_and_the_badge_is_enough(
    pit: PitAtWork, badges: None, qtbot: QtBot
) -> None:
    """One incident, one sign-in: at its later step nothing is said in the name without PIN or badge."""
    awaiting = PIT_BOSS_SAMPLES["p0-awaiting"]
    pit.take_seat(awaiting)
    pit.window.show_view(replace(awaiting, pit_boss=P1))
    pit.window.leave()
    del pit.sent[:]
    pit.window.show_view(replace(awaiting, pit_boss=None), ())
    named = words("en").text("button.pit_boss_again", name=P1.name)
    assert pit.window.page.primary.text() == named
    pit.window.answer()
    form = pit.window.sign_in
    assert (form.state.id, form.state.field, form.state.title) == ("P1", Field.PIN, named)
    assert pit.sent == []
    hold_badge(pit, form, "0012345617")
    qtbot.waitUntil(lambda: not form.isVisible())
    assert pit.sent == [lines.SignIn("P1", Role.PIT_BOSS, way="badge")]


def test_the_second_of_two_reports_needs_one_press_of_the_same_pit_boss(pit: PitAtWork) -> None:
    """TB-30: within her authority's time, and at this window too."""
    first = PIT_BOSS_SAMPLES["p0-open"]
    incident = first.view.incident
    assert incident is not None and first.incident.queue, "another report waits"
    pit.take_seat(first)
    pit.window.show_view(replace(first, pit_boss=P1))
    second = changed(
        first, queue=(), view=replace(first.view, incident=replace(incident, id="T7-i9", queued=0))
    )
    pit.window.show_view(replace(second, pit_boss=P1))
    assert pit.window.pit_boss_here() is None
    pit.window.show_view(second, ())
    del pit.sent[:]
    assert pit.window.page.primary.text() == words("en").text("button.pit_boss_next", name=P1.name)
    pit.window.answer()
    assert not pit.window.sign_in.isVisible()
    assert (pit.sent, pit.window.pit_boss_here()) == (
        [lines.SignIn("P1", Role.PIT_BOSS, way="lasting")],
        "P1",
    )


def test_the_second_report_needs_a_pin_at_the_pit_window_once_the_time_is_over(pit: PitAtWork) -> None:
    first = PIT_BOSS_SAMPLES["p0-open"]
    assert first.view.incident is not None
    pit.take_seat(first)
    pit.window.show_view(replace(first, pit_boss=P1))
    second = changed(
        first, queue=(), view=replace(first.view, incident=replace(first.view.incident, id="T7-i9"))
    )
    pit.window.show_view(replace(second, pit_boss=P1))
    pit.window.show_view(second, ())
    pit.time.advance(121)
    pit.window.tick()
    assert pit.window.page.primary.text() == words("en").text("button.step_up")
    pit.window.answer()
    assert pit.window.sign_in.isVisible() and pit.window.pit_boss_here() is None


# --- what lies over it, and what was not taken ------------------------------------------------------


def test_list_and_cards_end_above_the_sign_in_that_lies_over_them(pit: PitAtWork) -> None:
    pit.window.resize(1280, 800)
    pit.window.show_view(replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=None), ())
    page, form = pit.window.page, pit.window.sign_in
    before = page.open.geometry()
    pit.window.ask(P1)  # with the digits of a PIN, the highest that it comes
    assert form.isVisible() and page.open.geometry().bottom() < before.bottom()
    faces = [face for face in page.felt.findChildren(CardFace) if face.isVisible()]
    assert len(faces) >= 3
    for part in (page.open, *faces):
        box = QRect(part.mapTo(pit.window, QPoint(0, 0)), part.size())
        assert not form.mask().intersects(box), (part, box)
    form.cancel()
    assert page.open.geometry() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_late_press_is_explained_on_the_page_too(pit: PitAtWork, language: str) -> None:
    meant = PIT_BOSS_SAMPLES["p0-awaiting"].view
    pit.window.speak(language)
    pit.window.sight.not_taken = meant
    pit.window.show_view(PIT_BOSS_SAMPLES["p0-awaiting"])
    prompt = pit.window.page.prompt.text
    assert prompt.not_taken == not_taken_text(words(language), meant)
    assert prompt.not_taken is not None and prompt.not_taken in pit.window.page.prompt.accessibleName()


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)], 1)
)
def test_each_order_shows_the_digit_that_is_its_key(
    screen: PitBossScreen, size: tuple[int, int], language: str
) -> None:
    screen.resize(*size)
    screen.set_words(words(language))
    for name in ("p0-nothing", "p0-open"):
        screen.show_view(PIT_BOSS_SAMPLES[name])
        shown = [order for order in screen.orders.values() if order.isVisible()]
        assert shown, name
        keys = dict(screen.key_rows(words(language)))
        for order in shown:
            with listened() as heard:
                order.grab()
            assert order.key in [told.text for _, told in heard]
            assert keys[order.key] == order.text()
        assert flaws(screen) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_press_that_puts_a_card_right_has_a_key_on_the_page_and_its_card(
    screen: PitBossScreen, time: SetClock, language: str
) -> None:
    screen.set_words(words(language))
    pressed: list[bool] = []
    screen.correct_pressed.connect(lambda: pressed.append(True))
    screen.show_view(nothing_open())
    assert "5" not in dict(screen.key_rows(words(language)))
    screen.show_view(changed(nothing_open(), can_correct=True))
    assert dict(screen.key_rows(words(language)))["5"] == screen.correct.text()
    screen.grab()
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_5)
    assert pressed == [True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_does_not_say_that_all_is_well_while_a_device_is_down(
    screen: PitBossScreen, language: str
) -> None:
    screen.set_words(words(language))
    samples = {**PIT_BOSS_SAMPLES, "by hand": changed(INCIDENT_SAMPLES["d8-manual"], pit_boss=P1)}
    for name, said in (
        ("p0-shoe-lost", "pit.not_well"),
        ("by hand", "pit.not_well"),
        ("p0-manual", "pit.nothing_open"),
    ):
        screen.show_view(samples[name])
        with listened() as heard:
            screen.open.grab()
        assert words(language).text(said) in [told.text for _, told in heard]
        assert screen.open.accessibleName().startswith(words(language).text(said))
    assert flaws(screen) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dealer_who_is_due_is_no_device_that_is_down(screen: PitBossScreen, language: str) -> None:
    screen.set_words(words(language))
    screen.show_view(PIT_BOSS_SAMPLES["p0-dealer-due"])
    with listened() as heard:
        screen.grab()
    said = [told.text for _, told in heard]
    assert words(language).text("pit.not_well") not in said
    assert screen.prompt.text.headline == words(language).text("lamp.dealer")
    assert flaws(screen) == []


def test_a_band_says_that_the_keys_of_who_works_at_this_window_go_elsewhere(
    pit: PitAtWork, qtbot: QtBot
) -> None:
    """With nobody here the keys are the dealer's, and nothing is said; another program's window is said."""
    window, other = pit.window, QWidget()
    qtbot.addWidget(other)
    (band,) = window.findChildren(KeyboardBand)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    window.tick()
    assert not band.isVisible()
    pit.take_seat(PIT_BOSS_SAMPLES["p0-awaiting"])
    window.show_view(replace(PIT_BOSS_SAMPLES["p0-awaiting"], pit_boss=P1))
    window.tick()
    assert band.isVisible() and flaws(band) == []
    window.leave()
    window.tick()
    assert not band.isVisible()
    other.hide()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is None)
    window.tick()
    assert band.isVisible()
    QTest.mouseClick(band, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not band.isVisible())
