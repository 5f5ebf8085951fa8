"""The screens before and around a table's play as pictures."""

from __future__ import annotations

import atexit
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.table.core import DealerView, Person, PersonAtTable, Phase, Role, Table
from console.table.core.state.table import ShoeInPlay
from console.table.custody import FileTrouble, Missing
from console.table.custody.table_opening import TerminalsJournal
from console.table.devices import SimulatedShoe, SimulatedWheel
from console.table.game import load_rulebook
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt import on_screen
from console.table.ui.kit import Menu, MenuRow
from console.table.ui.signs import Sign
from console.table.ui.window.at_table.felt_question import NOTHING, OTHER
from console.table.ui.window.at_table.felt_question import said as felt_text
from console.table.ui.window.at_table.table_menu import MenuActs, person_rows
from console.table.ui.window.first_screen import FirstScreen
from console.table.ui.window.practice import Practice, PracticeStrip, with_cards, with_wheel
from console.table.ui.window.start_trouble import DAMAGED, MISSING, PLAIN, TroubleScreen, TroubleWords
from console.table.words import sentence
from console.table.words.speech import prompt_text
from tests.base.words.catalogues import words
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, clock


def _begun(language: str, wide: int, high: int) -> QWidget:
    """How a simulated table begins."""
    screen = FirstScreen(words(language))
    screen.resize(wide, high)
    return screen


def _trouble(language: str, wide: int, high: int) -> QWidget:
    screen = TroubleScreen(words(language), now=lambda: "22:04:31")
    screen.resize(wide, high)
    reason = (
        "table7.toml: device[0].url: no way to sockt://; a port's name, or socket://, rfc2217://, loop://, "
        "spy://, hwgrep://, alt://"
    )
    screen.show_reason(lambda _: reason)
    return screen


def _trouble_in_words(language: str, wide: int, high: int) -> QWidget:
    screen = TroubleScreen(words(language), now=lambda: "22:04:31")
    screen.resize(wide, high)
    screen.show_reason(
        lambda said: said.text("people.not_private", file="/home/pit/.local/share/people.json")
    )
    return screen


def _terminals(language: str, wide: int, high: int) -> QWidget:
    """The table's journal was begun at a terminal: a LIVE table does not go on in it."""
    screen = TroubleScreen(words(language), now=lambda: "22:04:31")
    screen.resize(wide, high)
    error = TerminalsJournal(Path("/home/pit/.local/share/dealer-console/table-7.db"))
    screen.show_reason(lambda said: said.text(error.key, **error.slots))
    return screen


def _beyond(gone: FileTrouble, about: TroubleWords) -> Made:
    """A file that the table had is gone, or its journal beyond rescue: a supervisor goes on."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = TroubleScreen(words(language), now=lambda: "22:04:31")
        screen.resize(wide, high)
        missing = Missing(gone, Path("/home/pit/.local/share/dealer-console/table-7.db"), "table-7-81d0.json")
        screen.show_reason(lambda said: said.text(missing.key, **missing.slots), about)
        return screen

    return screen_in


def _plain(game: str) -> Made:
    """A start before came to a standstill: the last view in words."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = TroubleScreen(words(language), now=lambda: "22:04:31")
        screen.resize(wide, high)
        view = {**SAMPLES, **SEAT_SAMPLES}[game]
        said = (
            prompt_text(words(language), view.view),
            *map(sentence, on_screen(view.game).frozen.spoken(view, words(language))),
        )
        screen.show_reason(lambda _: "\n".join(said), PLAIN)
        return screen

    return screen_in


def _trainee(view: DealerView, *, left: bool) -> Made:
    """A table at which a trainee deals, beside a dealer or, if that dealer has ``left``, alone."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = DealerScreen(words(language), words("lt"), clock(), IncidentCalls())
        screen.resize(wide, high)
        there = {"dealer": _TRAINEE, "beside": _BESIDE, "beside_left": left}
        screen.show_view(replace(view, **there))
        return screen

    return screen_in


def _felt(game: str, at: int, *, differs: bool = False) -> Made:
    """The question about the felt, asked before a table opens; or the page that says that it differs from the
    rulebook.
    """

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        said, rules = words(language), load_rulebook("lt").rules_of(game)
        screen = DealerScreen(said, words("lt"), clock(), IncidentCalls())
        screen.resize(wide, high)
        screen.show_view(SAMPLES["closed"])
        menu = Menu(screen.guard, screen, lambda: said)
        menu.setGeometry(screen.rect())
        menu.set_unit(screen.u)
        rule = rules.printed[at]
        choices = (*rule.choices, OTHER, NOTHING)
        rows = [MenuRow(felt_text(said, rule, each), Sign("places.table"), lambda: None) for each in choices]
        if differs:
            felt, right = felt_text(said, rule, OTHER), felt_text(said, rule, rule.right)
            back = MenuRow(said.text("button.back"), Sign("outcomes.back"), lambda: None)
            menu.open(said.text("felt.differs", felt=felt, rules=right), (back,))
        else:
            menu.ask(said.text(f"felt.{rule.name}"), *rows, back="button.back")
        return screen

    return screen_in


def _menu(language: str, wide: int, high: int) -> QWidget:
    """The longest menu: a pit boss between two rounds at a table without a shoe that sees the cut card."""
    screen = DealerScreen(words(language), words("lt"), clock(), IncidentCalls())
    screen.resize(wide, high)
    screen.show_view(SAMPLES["dealing"])
    menu = Menu(screen.guard, screen, lambda: words(language))
    menu.setGeometry(screen.rect())
    menu.set_unit(screen.u)
    table = replace(
        Table(),
        phase=Phase.BETTING,
        shoe_in_play=ShoeInPlay(number=1),
        people=(PersonAtTable("D1", Role.DEALER), PersonAtTable("P1", Role.PIT_BOSS)),
    )

    def idle(*_: object) -> None: ...

    every = MenuActs(
        idle,
        idle,
        idle,
        idle,
        idle,
        idle,
        idle,
        idle,
        idle,
        idle,
        reviews=True,
        keeps_people=True,
        commissions=True,
        practice=lambda: None,
    )
    menu.open("Jonas P.", person_rows(words(language), table, every, pit_boss_here=True))
    return screen


def _shoe() -> Practice:
    return with_cards(SimulatedShoe(random.Random(1), pace=None))


def _wheel() -> Practice:
    return with_wheel(SimulatedWheel(random.Random(1), pace=None))


def _practice(practice: Callable[[], Practice], armed: int) -> Made:
    """A window with the strip as it lies where there is room, or over the table."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        window = QWidget()
        window.resize(wide, high)
        screen = DealerScreen(words(language), words("lt"), clock(), IncidentCalls(), parent=window)
        strip = PracticeStrip(practice(), words(language), 1.6, window)
        screen.show_view(SAMPLES["training"])
        menu_rows(strip)[armed].meant.emit()
        strip.turn()
        atexit.register(getattr(strip._device, "stop"))  # noqa: B009 (a device that is drawn has one)
        screen.setGeometry(strip.room)
        strip.raise_()
        return window

    return screen_in


def _wide(made: Made) -> Made:
    return lambda language, wide, high: made(language, 1600, high)


_TRAINEE: Final = Person("T-7", "Mina Kowalczyk", Role.DEALER, "")


_BESIDE: Final = Person("D-114", "Rasa K.", Role.DEALER, "lt")


SCREENS: Final[Samples] = {
    "start-simulated": _begun,
    "start-trouble": _trouble,
    "start-trouble-people": _trouble_in_words,
    "start-missing": _beyond(FileTrouble.JOURNAL, MISSING),
    "start-damaged": _beyond(FileTrouble.DAMAGED, DAMAGED),
    "start-terminals": _terminals,
    "start-plain": _plain("dealing"),
    "start-plain-seats": _plain("bj-all-split"),
    "start-menu": _menu,
    "start-felt": _felt("baccarat", 0),
    "start-felt-blackjack": _felt("blackjack", 0),
    "start-felt-differs": _felt("baccarat", 0, differs=True),
    "start-trainee": _trainee(SAMPLES["dealing"], left=False),
    "start-trainee-left": _trainee(SAMPLES["dealing"], left=True),
    "start-trainee-left-asked": _trainee(INCIDENT_SAMPLES["p2-seen"], left=True),
    "start-trainee-left-steps": _trainee(INCIDENT_SAMPLES["p4-put-back"], left=True),
    "start-practice": _practice(_shoe, 3),
    "start-practice-wheel": _practice(_wheel, 2),
    "start-practice-beside": _wide(_practice(_wheel, 2)),
    "start-practice-beside-shoe": _wide(_practice(_shoe, 1)),
}
