"""The screens of the list of people as pictures."""

from __future__ import annotations

from datetime import date
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.table.core import Person, Role, Trade
from console.table.people import NO_RIGHTS, DealingRights, ListedPerson
from console.table.ui.dealer.live_strip import TablePresses
from console.table.ui.hands import PressGuard
from console.table.ui.kit.keyboard import Keyboard
from console.table.ui.page import AtTable
from console.table.ui.people.people_list import PeopleDesk
from console.table.ui.people.person_form import FirstSupervisor
from tests.base.words.catalogues import words
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.samples.tables import SAMPLES, clock


def _first(*, refused: bool = False) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = FirstSupervisor(lambda person, _: person, words(language))
        screen.resize(wide, high)
        screen.input("people.ask.id").setText("S-1")
        screen.input("people.ask.name").setText("Guðrún Ægisdóttir")
        if refused:
            screen._refuse("people.pin.differ")
            Keyboard(screen).open(screen.input("people.ask.name"))
        return screen

    return screen_in


class KeptPeople:
    """People as they are kept, and nothing that changes them."""

    def __init__(self, count: int) -> None:
        named: tuple[ListedPerson, ...] = (
            ListedPerson(
                Person("D-114", "Žemyna Kazlauskienė", Role.DEALER, "lt"),
                "active",
                rights=DealingRights("LT 4711-B", date(2026, 1, 20), ("baccarat", "blackjack", "roulette")),
            ),
            ListedPerson(Person("P-7", "Jürgen Großmann-Hohenfeld", Role.PIT_BOSS, "de"), "active"),
            ListedPerson(Person("D-115", "山田 花子", Role.DEALER, "ja"), "locked"),
            ListedPerson(Person("S-1", "Guðrún Ægisdóttir", Role.SUPERVISOR, "is"), "active"),
            ListedPerson(Person("T-2", "Eglė Šimkutė", Trade.TECHNICIAN, "lt"), "active"),
            ListedPerson(Person("D-116", "Åsa Öberg", Role.DEALER, "sv"), "disabled"),
        )
        self.listed = tuple(
            replace(one, person=replace(one.person, id=f"{one.person.id}{at // 6 or ''}"))
            for at, one in ((at, named[at % 6]) for at in range(count))
        )

    def add(
        self,
        person: Person,
        pin: str,
        *,
        by: str = "",
        asks_same_name: bool = False,
        rights: DealingRights = NO_RIGHTS,
    ) -> Person:
        return person

    def reset(self, id: str, pin: str, *, by: str = "") -> Person:
        return self.listed[0].person

    def set_badge(self, id: str, number: str | None, *, by: str) -> Person:
        return self.listed[0].person

    def set_rights(
        self, id: str, rights: DealingRights, reason: str, *, by: str, before: DealingRights
    ) -> Person:
        return self.listed[0].person

    def enable(self, id: str, *, by: str) -> Person:
        return self.listed[0].person

    def disable(self, id: str, *, by: str) -> Person:
        return self.listed[0].person


def _people(count: int, chosen: int = 0, form: str = "") -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        window = QWidget()
        window.resize(wide, high)
        guard = PressGuard(lambda: 0.0)
        presses = TablePresses(lambda: None, lambda: None, lambda: None)
        at = AtTable(window, words(language), guard, presses, lambda _: None, lambda: None)
        desk = PeopleDesk(at, KeptPeople(count), clock())
        desk.open(KeptPeople(5).listed[3].person, "Table 7", commissions=count == 6)
        view = SAMPLES["dealing"]
        desk.show_view(view, words(language), words(view.rules))
        screen = desk.screen
        screen.table.choose(chosen)
        if form == "licence":
            screen.ask_licence()
        elif form == "badge":
            screen.ask_badge()
        elif form:
            screen._open_form(None if form == "add" else KeptPeople(5).listed[1].person)
        else:
            screen.message = words(language).text("people.disabled", id="D-116", name="Åsa Öberg")
        return window

    return screen_in


SCREENS: Final[Samples] = {
    "start-first": _first(),
    "start-first-refused": _first(refused=True),
    "start-people": _people(6, 5),
    "start-people-many": _people(23, 14),
    "start-people-add": _people(5, form="add"),
    "start-people-pin": _people(5, form="pin"),
    "start-people-licence": _people(5, form="licence"),
    "start-people-badge": _people(5, form="badge"),
}
