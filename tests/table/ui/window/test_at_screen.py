"""The name in which a screen's presses are said, without a screen: a dealer's, a pit boss's, or nobody's."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.table.config import training_config
from console.table.core import (
    Action,
    Actor,
    Person,
    PersonAtTable,
    Role,
    SetClock,
    ShownTable,
    Table,
    dealer_view,
    game_of,
    lines,
    ready,
    view_of,
)
from console.table.game import load_rulebook
from console.table.people.table_people import TrainingPeople
from console.table.ui.incident import OpenParts
from console.table.ui.window import PeopleAtScreen
from console.table.ui.window.surroundings import Surroundings
from console.table.ui.window.table_setup import TableSetup
from console.table.ui.window.table_window import PlayLines
from tests.table.ui.harness.straight import StraightLine

DEALER, BOSS = Person("D1", "Rasa K.", Role.DEALER, "en"), Person("P1", "Jonas P.", Role.PIT_BOSS, "en")
GAME = game_of(load_rulebook("sv"), "baccarat")
AT_PLAY = replace(ready(GAME), people=(PersonAtTable("D1", Role.DEALER), PersonAtTable("P1", Role.PIT_BOSS)))


class AttendedScreen:
    """Who is at a screen that shows a table, and what was said there."""

    def __init__(self, table: Table = AT_PLAY) -> None:
        config, clock = training_config("baccarat", "sv", "en"), SetClock()
        known = {person.id: person for person in (DEALER, BOSS)}
        self.clock = clock
        self.around = Surroundings(TableSetup(config, load_rulebook("sv"), clock, TrainingPeople(()), known))
        self.parts, self.asked = OpenParts(), 0
        self.line = StraightLine()
        self.here = PeopleAtScreen(
            self.line, self.around, with_seen=lambda line: line, opened_parts=lambda: self.parts
        )
        self.play = PlayLines(self.here, lambda: False, dict, refuses=lambda: False)
        view = view_of(GAME, table, 1)
        self.here.shown_table = ShownTable(view, table, None, None)
        situation = self.around.situation(self.here.shown_table, None, reporting=False)
        self.here.view = dealer_view(view, table, situation)

    @property
    def sent(self) -> list[bytes]:
        """The lines, without the view that their author saw."""
        return [line for line, _ in self.line.waiting]


@pytest.fixture
def screen() -> AttendedScreen:
    return AttendedScreen()


def test_a_pit_boss_who_is_signed_in_elsewhere_is_not_at_this_screen(screen: AttendedScreen) -> None:
    assert screen.here.pit_boss_here() is None
    assert screen.here.who_answers() == "D1"
    screen.here.give_authority(BOSS, "pin")
    assert screen.here.pit_boss_here() == "P1" and screen.here.who_answers() == "P1"


def test_authority_ends_with_its_time(screen: AttendedScreen) -> None:
    screen.here.give_authority(BOSS, "pin")
    screen.clock.advance(screen.around.authority.lasts)
    assert screen.here.pit_boss_here() is None


def test_a_report_is_the_dealers_unless_a_pit_boss_began_it_on_the_own_page(screen: AttendedScreen) -> None:
    screen.here.give_authority(BOSS, "pin")
    assert screen.here.who_reports() == "D1"
    screen.parts = replace(screen.parts, own=True)
    assert screen.here.who_reports() == "P1"


def test_a_person_without_authority_at_the_screen_voids_no_round(screen: AttendedScreen) -> None:
    screen.play.halt.void()
    screen.play.halt.withdraw(None)
    assert screen.sent == []
    screen.here.give_authority(BOSS, "pin")
    screen.play.halt.void()
    (line,) = screen.sent
    assert lines.parse(line) == lines.Void("P1")


def test_without_a_person_signed_in_a_press_sends_no_line() -> None:
    screen = AttendedScreen(replace(AT_PLAY, people=()))
    screen.play.press()
    screen.play.call()
    assert screen.sent == [] and screen.here.whom_asks(Actor.DEALER) is None


def test_a_second_call_waits_until_the_first_is_saved(screen: AttendedScreen) -> None:
    screen.play.call()
    screen.play.call()
    (line,) = screen.sent
    assert lines.parse(line) == lines.Call("D1", on=True)


def test_a_prompt_that_the_console_answers_sends_no_line_when_pressed(screen: AttendedScreen) -> None:
    assert screen.here.shown_table is not None
    assert screen.here.shown_table.view.prompt.action == Action.AWAIT_BETS
    screen.play.press()
    assert screen.sent == []
