"""A pit boss's authority belongs to amber prompts alone, and ends with them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as some
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Actor
from console.table.ui.incident.stage import Stage, open_incident
from console.table.ui.kit import Button
from console.table.ui.sign_in import Purpose
from console.table.words.speech import notice_text
from tests.examples import examples
from tests.instruments.pictures.text_measure import flaws
from tests.table.ui.harness.straight import Straight, straight

CARDS = ("9H", "2S", "KD", "4C", "3D", "5C")
EMPTY_FELT = QPoint(640, 600)


@pytest.fixture
def table(qtbot: QtBot) -> Any:
    with straight(qtbot) as made:
        yield made


def to_a_coup(table: Straight, cards: int = 1) -> None:
    """Bets open and close, and cards are dealt."""
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})
    for card in CARDS[:cards]:
        table.take({"do": "card", "card": card})


def a_card_in_bet_time(table: Straight) -> None:
    """LT-BAC-25: it halts the table."""
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "card", "card": "9H"})


def take_back(table: Straight) -> None:
    """The reading that halted the table is taken back, once it was meant twice."""
    table.touch(table.window.dealer.bar.second)
    table.touch(table.window.dealer.presses.confirmation.findChildren(Button)[-1])


def step_up(table: Straight) -> None:
    """The pit boss comes to the screen and enters the PIN."""
    table.key(Qt.Key.Key_F4)
    table.pin()


# --- what is the dealer's ------------------------------------------------------------------------


def test_a_report_from_the_dealers_prompt_is_the_dealers(table: Straight) -> None:
    """A pit boss who opened the table is not whose round is void a minute later."""
    a_card_in_bet_time(table)
    step_up(table)
    take_back(table)
    table.take({"do": "bets", "state": "closed"})
    for card in CARDS[:2]:
        table.take({"do": "card", "card": card})
        table.touch(table.window.dealer, EMPTY_FELT)
    before = len(table.kept.entries)
    table.touch(table.window.dealer.bar.wrong)
    tiles = table.window.dealer.incident.zone.kinds
    while "technical_fault" not in tiles.page_kinds(table.view):
        table.touch(tiles.tiles[-1])
    table.touch(tiles.tiles[tiles.page_kinds(table.view).index("technical_fault")])
    incident = open_incident(table.view)
    assert incident is not None and incident.state == "awaiting", "no outcome is carried out without a PIN"
    assert table.named("P1", before) == []
    assert table.named("D1", before)[0] == "incident_reported"


def test_a_dealers_press_on_empty_felt_prolongs_nothing(table: Straight) -> None:
    a_card_in_bet_time(table)
    step_up(table)
    for _ in range(13):
        table.touch(table.window.dealer, EMPTY_FELT)
        table.pass_time(9.5)
    assert table.window.people_here.pit_boss_here() is None


def test_a_press_on_the_amber_prompt_prolongs_it(table: Straight) -> None:
    to_a_coup(table, 3)
    table.touch(table.window.dealer.bar.wrong)
    step_up(table)
    table.pass_time(100)
    table.touch(table.window.dealer.incident.zone.kinds.tiles[0])
    assert table.view.screen.step_up_left is not None and table.view.screen.step_up_left > 110


# --- its end -------------------------------------------------------------------------------------


def test_the_authority_ends_with_the_dealers_prompt(table: Straight) -> None:
    a_card_in_bet_time(table)
    step_up(table)
    assert table.window.people_here.pit_boss_here() == "P1"
    take_back(table)
    assert table.view.view.phase == "betting" and table.window.people_here.pit_boss_here() is None
    assert table.session.table.role_of("P1") is None, "the journal says when the pit boss left"


def test_the_authority_ends_at_once_by_a_press_and_by_its_key(table: Straight) -> None:
    a_card_in_bet_time(table)
    for by_key in (False, True):
        step_up(table)
        assert table.window.dealer.status.authority.isVisible()
        if by_key:
            table.key(Qt.Key.Key_F8)
        else:
            table.touch(table.window.dealer.status.authority)
        assert table.window.people_here.pit_boss_here() is None
        assert not table.window.dealer.status.authority.isVisible()
        assert table.view.dealer is not None, "the dealer's name stays in the status bar"


def test_the_authority_ends_with_its_time_and_the_ring_runs_down(table: Straight) -> None:
    a_card_in_bet_time(table)
    step_up(table)
    left = [table.window.dealer.prompt.authority]
    for _ in range(3):
        table.pass_time(30)
        left.append(table.window.dealer.prompt.authority)
    assert left == sorted(left, reverse=True) and len(set(left)) == 4  # type: ignore[type-var]
    table.pass_time(31)
    assert table.window.dealer.prompt.authority is None
    assert table.window.people_here.pit_boss_here() is None


def test_the_authority_ends_with_the_incident_that_it_was_given_for(table: Straight) -> None:
    """A report that waited behind is another one: its outcome takes a PIN of its own."""
    to_a_coup(table, 3)
    for kind in ("technical_fault", "technical_fault"):
        table.take({"do": "incident", "kind": kind, "by": "D1"})
    step_up(table)
    first = open_incident(table.view)
    table.touch(table.window.dealer.incident.bar.primary)
    second = open_incident(table.view)
    assert first is not None and (second is None or second.id != first.id)
    assert table.window.people_here.pit_boss_here() is None


def test_a_pit_boss_who_overlooks_the_table_decides_no_halt_that_comes_later(table: Straight) -> None:
    to_a_coup(table, 1)
    step_up(table)
    assert table.window.pit.page.is_there and table.window.people_here.pit_boss_here() == "P1"
    table.take({"do": "device", "name": "shoe", "hex": "00"})
    assert table.window.people_here.pit_boss_here() == "P1"
    for card in CARDS[1:5]:
        table.take({"do": "card", "card": card})
    assert table.view.view.phase == "halted"
    assert table.window.people_here.pit_boss_here() is None


def test_leaving_the_pit_bosss_page_gives_the_screen_back_to_the_dealer(table: Straight) -> None:
    to_a_coup(table, 1)
    step_up(table)
    table.key(Qt.Key.Key_3)
    assert table.named("P1")[-1] == "manual_set"
    table.key(Qt.Key.Key_3)
    table.key(Qt.Key.Key_Escape)
    assert table.window.people_here.pit_boss_here() is None


def test_a_misread_card_is_put_right_with_one_pin(table: Straight) -> None:
    to_a_coup(table, 2)
    step_up(table)
    table.window.pit.correct()
    table.settle()
    assert table.window.dealer.incident_stage is Stage.CORRECT
    assert table.window.people_here.pit_boss_here() == "P1"
    table.key(Qt.Key.Key_Escape)
    assert table.window.people_here.pit_boss_here() is None


def test_the_list_of_keys_says_that_a_digit_names_the_card(table: Straight) -> None:
    to_a_coup(table, 2)
    step_up(table)
    table.window.pit.correct()
    table.settle()
    keys, words = table.window.dealer.keys, table.window.words
    assert ("1 – 9", words.text("correct.touch")) in keys.rows(words)
    table.key(Qt.Key.Key_1)
    assert "1 – 9" not in dict(keys.rows(words))
    for key in (Qt.Key.Key_5, Qt.Key.Key_D):
        table.key(key)
    table.key(Qt.Key.Key_Return)
    assert table.named("P1")[-1] == "card_corrected"
    coup = table.view.view.coup
    assert coup is not None and "5D" in (*coup.player, *coup.banker)


def test_the_preparations_amber_steps_show_it_too(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "roulette") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "close", "by": "P1"})
        table.take({"do": "open", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        step_up(table)
        for step in ("check_wheel", "check_level", "check_run", "check_ball"):
            assert table.view.view.prompt.action == step
            assert table.window.dealer.status.authority.isVisible()
            assert table.window.dealer.prompt.authority is not None
            table.touch(table.window.dealer.bar.primary)
        assert table.window.people_here.pit_boss_here() is None
        assert table.named("P1")[-4:] == ["step_done"] * 4


def test_an_open_menu_orders_nothing_once_the_authority_has_ended(table: Straight) -> None:
    a_card_in_bet_time(table)
    step_up(table)
    table.touch(table.window.dealer.status.name)
    assert table.window.menu.isVisible()
    table.pass_time(121)
    assert not table.window.menu.isVisible() and table.named("P1") == []


def test_two_pit_bosses_are_not_mixed_up(table: Straight) -> None:
    """The name is that of the PIN's owner, though another person is signed in elsewhere."""
    table.take({"do": "sign_in", "who": "P7", "role": "pit_boss"})
    a_card_in_bet_time(table)
    step_up(table)
    take_back(table)
    assert table.named("P1") == ["halt_withdrawn"] and table.named("P7") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reporter_who_was_dealer_sees_that_another_must_decide(table: Straight, language: str) -> None:
    """Four eyes: nobody authorises an outcome of a report of one's own."""
    to_a_coup(table, 2)
    table.take({"do": "sign_in", "who": "P1", "role": "dealer"})
    table.take({"do": "incident", "kind": "technical_fault", "by": "P1"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    step_up(table)
    table.window.speak(language)
    band, text = table.window.dealer.band, Words(language).text
    assert band.isVisible() and text("band.four_eyes") in band.accessibleName()
    assert notice_text(Words(table.view.rules), table.view.view) in band.accessibleName(), "LT-BAC-12"
    assert flaws(band) == []
    assert table.window.dealer.incident.bar.primary.text() == text("button.pit_boss_here")
    before = len(table.kept.entries)
    table.key(Qt.Key.Key_Return)
    assert table.named("P1", before) == []


# --- no sequence of presses -----------------------------------------------------------------------

WORLD = ("goes_on", "goes_on", "extra_card")
KEYS = {
    "enter": Qt.Key.Key_Return,
    "back": Qt.Key.Key_Escape,
    "wrong": Qt.Key.Key_F2,
    "call": Qt.Key.Key_F3,
    "pit_boss": Qt.Key.Key_F4,
    "end": Qt.Key.Key_F8,
    "1": Qt.Key.Key_1,
    "2": Qt.Key.Key_2,
}
TABLES = (("lt", "baccarat"), ("sv", "roulette"))
ACTS = some.one_of(
    some.sampled_from((*WORLD, *KEYS, "felt", "time", "pin", "pin")),
    some.integers(0, 40),
)
"""The acts at a table: the world, keys, empty felt, time, a PIN, or the touch of any button."""


OVERLOOKING: list[str | int] = ["goes_on", "goes_on", "goes_on", "pit_boss", "pin"]
HALTED: list[str | int] = ["goes_on", "extra_card", "pit_boss", "pin"]
REPORTED: list[str | int] = ["goes_on", "goes_on", "goes_on", "wrong", "1", "pit_boss", "pin"]
BEGUN: tuple[list[str | int], ...] = ([], OVERLOOKING, HALTED, REPORTED)
"""The ways in which a night can have begun: in one a PIN was entered."""
NIGHTS = some.tuples(some.sampled_from(BEGUN), some.lists(ACTS, min_size=8, max_size=30)).map(
    lambda parts: [*parts[0], *parts[1]]
)


class Watched:
    """The acts so far, and whether the pit boss's PIN was entered since the dealer's last prompt came."""

    def __init__(self, table: Straight) -> None:
        self.table = table
        self.entered = False
        self.prompt: object = None
        self.overlooked = False

    def do(self, act: str | int) -> None:
        """Do it, and look whether anything stands in the pit boss's name that must not."""
        table, before = self.table, len(self.table.kept.entries)
        entered = self.entered or act == "pin"
        match act:
            case int():
                if buttons := table.buttons():
                    table.touch(buttons[act % len(buttons)])
            case "felt":
                table.touch(table.window.dealer, EMPTY_FELT)
            case "time":
                table.pass_time(50)
            case "pin":
                entered = entered and table.window.sign_in.is_asking
                self.entered = self.entered or entered
                table.pin()
            case "goes_on":
                self._goes_on()
            case "extra_card":
                table.take({"do": "card", "card": "8D"})
            case _:
                table.key(KEYS[act])
        done = table.named("P1", before)
        assert entered or not done, f"{done} in the pit boss's name without a PIN, after {act}"
        self._look(ended=act == "end")

    def _look(self, *, ended: bool) -> None:
        view, over = self.table.view, self.table.window.pit.page.is_there
        incident = open_incident(view)
        asked = incident is not None and incident.state in ("facts", "awaiting")
        dealers = view.view.prompt.actor is Actor.DEALER and not asked
        due = (view.view.prompt, incident.id if incident is not None else None)
        came = (due != self.prompt and not over) or (self.overlooked and not over)
        if ended or (dealers and came):
            self.entered = False
        self.prompt, self.overlooked = due, over

    def _goes_on(self) -> None:
        prompt, take = self.table.view.view.prompt, self.table.take
        match prompt.action:
            case "await_bets":
                take({"do": "bets", "state": "open"})
            case "wait":
                take({"do": "bets", "state": "closed"})
            case "deal" | "rescan" | "scan_card":
                seen = self.table.session.table.shoe.seen
                take({"do": "card", "card": CARDS[len(seen) % len(CARDS)]})
            case "await_number" | "confirm_number":
                take({"do": "number", "number": 17, "source": "reader"})


@pytest.mark.sweep
@settings(
    max_examples=examples(6, at_night=120),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=NIGHTS, where=some.sampled_from(TABLES))
@example(acts=[*OVERLOOKING, "back", "pit_boss", "1", "2"], where=TABLES[0])
@example(acts=[*HALTED, "2", "enter", "goes_on", "goes_on", "pit_boss", "1"], where=TABLES[0])
@example(acts=[*REPORTED, "time", "time", "time", "enter", "1"], where=TABLES[0])
@example(acts=[*OVERLOOKING, "goes_on", "extra_card", "extra_card", "enter"], where=TABLES[0])
def test_no_presses_give_an_entry_in_the_pit_bosss_name_without_a_pin(
    qtbot: QtBot, acts: list[str | int], where: tuple[str, str]
) -> None:
    """Whatever is pressed: without a PIN since the dealer's last prompt nothing is the pit boss's."""
    with straight(qtbot, *where) as table:
        watched = Watched(table)
        for act in acts:
            watched.do(act)


# --- two reports at once ---------------------------------------------------------------------------


def to_the_second_of_two_reports(table: Straight) -> None:
    """The pit boss signs in for the first one, and decides it; the second one opens behind it."""
    to_a_coup(table, 4)
    for kind in ("card_fell", "prohibited_action"):
        table.take({"do": "incident", "kind": kind, "by": "D1"})
    step_up(table)
    dealer = table.window.dealer
    while (incident := open_incident(table.view)) is not None and incident.id.endswith("1"):
        if dealer.incident_stage is Stage.FACT:
            table.touch(dealer.incident.zone.facts.answer_tiles[0])
        else:
            table.touch(dealer.incident.bar.primary if dealer.incident.has_bar else dealer.bar.primary)
    assert incident is not None and table.window.people_here.pit_boss_here() is None


def test_the_second_of_two_reports_needs_a_pin_or_badge_again_at_the_dealers_screen(table: Straight) -> None:
    """Anyone who stood there could decide it, by a press in the name of a pit boss who had gone."""
    to_the_second_of_two_reports(table)
    bar = table.window.dealer.incident.bar
    assert "Astrid" not in bar.primary.text()
    table.touch(bar.primary)
    assert table.window.sign_in.is_asking and table.window.people_here.pit_boss_here() is None
    assert table.session.table.role_of("P1") is None


@pytest.mark.parametrize("how", ["time", "signed out", "locked"])
def test_the_second_report_needs_a_sign_in_once_the_authority_is_over(table: Straight, how: str) -> None:
    to_the_second_of_two_reports(table)
    if how == "time":
        table.pass_time(121)
    elif how == "signed out":
        table.key(Qt.Key.Key_F8)
        table.window.arrivals.end_authority()
    else:
        table.window.arrivals.lock()
        table.window.arrivals.come(table.person("D1"), Purpose.UNLOCK)
    table.window.refresh()
    table.key(Qt.Key.Key_F4)
    assert table.window.people_here.pit_boss_here() is None and table.window.sign_in.is_asking


def test_a_report_that_did_not_wait_behind_the_first_one_needs_a_sign_in(table: Straight) -> None:
    """The pit boss had a PIN for a halt: one press of the dealer's decided an incident nobody had seen."""
    a_card_in_bet_time(table)
    step_up(table)
    assert table.window.people_here.pit_boss_here() == "P1"
    table.take({"do": "incident", "kind": "prohibited_action", "by": "D1"})
    assert open_incident(table.view) is not None and table.window.people_here.pit_boss_here() is None
    table.key(Qt.Key.Key_F4)
    assert table.window.people_here.pit_boss_here() is None and table.window.sign_in.is_asking


def test_a_report_after_the_first_one_was_decided_needs_a_sign_in(table: Straight) -> None:
    """The dealer could otherwise decide what the pit boss has never seen."""
    a_card_in_bet_time(table)
    step_up(table)
    take_back(table)
    table.take({"do": "incident", "kind": "prohibited_action", "by": "D1"})
    table.key(Qt.Key.Key_F4)
    assert table.window.people_here.pit_boss_here() is None and table.window.sign_in.is_asking
