"""The screens before and around a table's play as pictures, for ``python3 -m tests pictures``."""

from __future__ import annotations

import atexit
import random
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.demonstration import SECTIONS, device_proofs, sample_paper
from console.commissioning.proofs.panel_proofs import TouchPoint, TouchSample
from console.commissioning.ui.commissioning_screen import CommissioningDesk, CommissioningScreen
from console.commissioning.ui.demonstration_page import DemonstrationPage
from console.commissioning.ui.panel.badge_holds import BadgeHolds
from console.commissioning.ui.panel.displays import Edges
from console.commissioning.ui.panel.keyboard_keys import CAPS, KeyboardKeys
from console.commissioning.ui.panel.language_signs import LanguageSigns
from console.commissioning.ui.panel.panel_page import Sound
from console.commissioning.ui.panel.step import PanelStep
from console.commissioning.ui.panel.touch_points import TouchPoints
from console.rehearsals.commands.rehearsals import due_texts
from console.rehearsals.script import built_in_rehearsals
from console.rehearsals.ui.due_tab import DueTab
from console.supervisor.records.proof import Proof
from console.supervisor.ui.paper.document import page_images, page_pictures
from console.table.config import training_config
from console.table.core.showing.screen_values import DealerView, Person
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Role, Trade
from console.table.core.state.table import PersonAtTable, ShoeInPlay, Table
from console.table.custody.belongings import FileTrouble, Missing
from console.table.custody.table_opening import TerminalsJournal
from console.table.devices.simulation.card_devices import SimulatedShoe
from console.table.devices.simulation.wheel_sensor import SimulatedWheel
from console.table.game.rulebook import load_rulebook
from console.table.people.answers import Answer, BadgeForm, Known, ListedPerson, Locked, Unknown, Wrong
from console.table.people.dealing_rights import NO_RIGHTS, BarKind, Barred, DealingBar, DealingRights
from console.table.people.table_people import TrainingPeople, people
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.dealer.live_strip import TablePresses
from console.table.ui.felt.games import on_screen
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit.keyboard import Keyboard
from console.table.ui.kit.menu import Menu, MenuRow
from console.table.ui.page.page_desk import AtTable
from console.table.ui.page.save_screen import SaveScreen
from console.table.ui.page.table_acts import TableActs
from console.table.ui.people.people_list import PeopleDesk
from console.table.ui.people.person_form import FirstSupervisor
from console.table.ui.sign_in.notes import note
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.sign_in.sign_in_screen import SignInScreen
from console.table.ui.signs.sign import Sign
from console.table.ui.window.at_table.felt_question import NOTHING, OTHER
from console.table.ui.window.at_table.felt_question import said as felt_text
from console.table.ui.window.at_table.table_menu import MenuActs, person_rows
from console.table.ui.window.first_screen import FirstScreen
from console.table.ui.window.practice import Practice, PracticeStrip, with_cards, with_wheel
from console.table.ui.window.start_trouble import DAMAGED, MISSING, PLAIN, TroubleScreen, TroubleWords
from console.table.words.names import sentence
from console.table.words.speech import prompt_text
from tests.base.words.catalogues import words
from tests.commissioning.certificates import certificate
from tests.commissioning.proving import CommissioningOnCall, ProofsOnCall, commissioned, go_to, shipped_rules
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.straight import Straight, StraightLine
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, clock

FOLDER: Final = Path("/home/pit/Documents")


def _save(*, there: bool = False, keys: bool = False) -> Callable[[str, int, int], QWidget]:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = SaveScreen(FOLDER, words(language))
        screen.resize(wide, high)
        screen.ask("shift-2026-11-20-2200.pdf", ("pdf",), lambda _: None)
        if there:
            screen._show_note("save.there", "shift-2026-11-20-2200.pdf")
        if keys:
            Keyboard(screen).open(screen.name)
        return screen

    return screen_in


def _page(page: str) -> Callable[[str, int, int], QWidget]:
    """The keyboard with another of its pages."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = SaveScreen(FOLDER, words(language))
        screen.resize(wide, high)
        screen.ask("T7-2.pdf", ("pdf", "json"), lambda _: None)
        keyboard = Keyboard(screen)
        keyboard.open(screen.name)
        keyboard.touch(page)
        return screen

    return screen_in


def _first(*, refused: bool = False) -> Callable[[str, int, int], QWidget]:
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


class _Kept:
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

    def set_rights(
        self, id: str, rights: DealingRights, reason: str, *, by: str, before: DealingRights
    ) -> Person:
        return self.listed[0].person

    def enable(self, id: str, *, by: str) -> Person:
        return self.listed[0].person

    def disable(self, id: str, *, by: str) -> Person:
        return self.listed[0].person


def _people(count: int, chosen: int = 0, form: str = "") -> Callable[[str, int, int], QWidget]:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        window = QWidget()
        window.resize(wide, high)
        guard = PressGuard(lambda: 0.0)
        presses = TablePresses(lambda: None, lambda: None, lambda: None)
        at = AtTable(window, words(language), guard, presses, lambda _: None, lambda: None)
        desk = PeopleDesk(at, _Kept(count), clock())
        desk.open(_Kept(5).listed[3].person, "Table 7", commissions=count == 6)
        view = SAMPLES["dealing"]
        desk.show_view(view, words(language), words(view.rules))
        screen = desk.screen
        screen.table.choose(chosen)
        if form == "licence":
            screen.ask_licence()
        elif form:
            screen._open_form(None if form == "add" else _Kept(5).listed[1].person)
        else:
            screen.message = words(language).text("people.disabled", id="D-116", name="Åsa Öberg")
        return window

    return screen_in


def _commissioning(far: str) -> Callable[[str, int, int], QWidget]:
    """The commissioning as it is not begun, under way, to be signed, with a failed proof, or entered."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        window, table = QWidget(), training_config("baccarat", "lt", language)
        window.resize(wide, high)
        guard = PressGuard(lambda: 0.0)
        presses = TablePresses(lambda: None, lambda: None, lambda: None)
        at = AtTable(window, words(language), guard, presses, lambda _: None, lambda: None)
        acts = TableActs(StraightLine(), people(language), window)
        desk = CommissioningDesk(at, CommissioningOnCall(table, clock()), acts, clock())
        view = SAMPLES["await-bets"]
        desk.open(_Kept(5).listed[3].person, "Table 7")
        desk.show_view(view, words(language), words(view.rules))
        commissioned(desk.screen, table, far)
        return window

    return screen_in


def _panel(step: type[PanelStep]) -> Callable[[str, int, int], QWidget]:
    """The panel's check at a step, some of it answered."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        window = _commissioning("to look at")(language, wide, high)
        screen = window.findChild(CommissioningScreen)
        assert screen is not None, "the desk has it"
        panel = screen.operator_panel
        panel._fill_screen = lambda full: None  # type: ignore[method-assign]  # a picture has no screen
        panel.open("Table 7")
        go_to(panel, step)
        shown = panel.step
        if isinstance(shown, LanguageSigns):
            shown.choose("lt")
            shown.choose("ja")
        elif isinstance(shown, KeyboardKeys):
            shown.pressed = {cap.key for cap in CAPS[1::2]}
            shown.changed.emit()
        elif isinstance(shown, BadgeHolds):
            shown.held = [BadgeForm(10, 92)] * 3
            shown.changed.emit()
        elif isinstance(shown, TouchPoints):
            shown.touched = [TouchSample(TouchPoint.UPPER_LEFT, (40, 40), (40, 40), by_finger=True, most=24)]
        return window

    return screen_in


def _demonstration(far: str) -> Callable[[str, int, int], QWidget]:
    """The demonstration as it is not begun, over, or its sample is read."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        said = words(language)
        proofs = tuple(device_proofs("baccarat"))

        def sampled(found: Sequence[Proof], spoken: Words) -> tuple[bytes, ...]:
            return page_pictures(sample_paper(certificate(*found), spoken), 1)

        page = DemonstrationPage(said, clock(), SECTIONS, begin=lambda: ProofsOnCall(()), sample=sampled)
        page.resize(wide, high)
        page.open()
        if far != "new":
            for section in SECTIONS:
                page.run.begin_section(section)
            page.run.add(*proofs, *shipped_rules("lt", "baccarat"))
        if far == "sample":
            page.pages = page_images(sample_paper(certificate(*page.run.proofs), said), 1)
        page.refresh()
        return page

    return screen_in


def _begun(language: str, wide: int, high: int) -> QWidget:
    """How a simulated table begins."""
    screen = FirstScreen(words(language))
    screen.resize(wide, high)
    return screen


def _due(language: str, wide: int, high: int) -> QWidget:
    """A simulated table whose dealer should rehearse something today."""
    window = Straight("lt", "blackjack", language=language).window
    window.resize(wide, high)
    script = next(each.script for each in built_in_rehearsals() if each.script.kind == "hole_card_exposed")
    window.dealer.show_view(SEAT_SAMPLES["bj-training"])
    DueTab(window, lambda _, said: due_texts(script, said), lambda _: None)
    return window


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


def _beyond(gone: FileTrouble, about: TroubleWords) -> Callable[[str, int, int], QWidget]:
    """A file that the table had is gone, or its journal beyond rescue: a supervisor goes on."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = TroubleScreen(words(language), now=lambda: "22:04:31")
        screen.resize(wide, high)
        missing = Missing(gone, Path("/home/pit/.local/share/dealer-console/table-7.db"), "table-7-81d0.json")
        screen.show_reason(lambda said: said.text(missing.key, **missing.slots), about)
        return screen

    return screen_in


def _plain(game: str) -> Callable[[str, int, int], QWidget]:
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


def _sign_in(
    purpose: Purpose, answer: Answer | None = None, *, live: bool = True
) -> Callable[[str, int, int], QWidget]:
    """Over a table, whole or as a strip; ``answer`` came of a try. Only for practice are people listed."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        table = DealerScreen(words(language), words("lt"), clock(), IncidentCalls())
        table.resize(wide, high)
        table.show_view(SAMPLES["dealing" if live else "training"])
        screen = SignInScreen(TrainingPeople(()) if live else people(language), words(language), table)
        screen.setGeometry(table.rect())
        beside = purpose is Purpose.BESIDE
        named = (lambda said: (said.text("sign_in.beside", name=_TRAINEE.name), "")) if beside else None
        screen.ask(purpose, overlay=beside or purpose in (Purpose.PIT_BOSS, Purpose.RELIEF), named=named)
        for key in "p1" if purpose is Purpose.PIT_BOSS else "D-1":
            screen.type(key)
        if answer is not None:
            needed = purpose if purpose in (Purpose.PIT_BOSS, Purpose.TECHNICIAN) else "dealer"
            said = note(
                words(language), answer, wait=30, badge=False, needed=needed, person=None, waits=False
            )
            screen.show_seen(replace(screen.state, note=said))
        return table

    return screen_in


def _trainee(view: DealerView, *, left: bool) -> Callable[[str, int, int], QWidget]:
    """A table at which a trainee deals, beside a dealer or, if that dealer has ``left``, alone."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = DealerScreen(words(language), words("lt"), clock(), IncidentCalls())
        screen.resize(wide, high)
        there = {"dealer": _TRAINEE, "beside": _BESIDE, "beside_left": left}
        screen.show_view(replace(view, **there))
        return screen

    return screen_in


def _felt(game: str, at: int, *, differs: bool = False) -> Callable[[str, int, int], QWidget]:
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


def _practice(practice: Callable[[], Practice], armed: int) -> Callable[[str, int, int], QWidget]:
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


def _wide(made: Callable[[str, int, int], QWidget]) -> Callable[[str, int, int], QWidget]:
    return lambda language, wide, high: made(language, 1600, high)


_TRAINEE: Final = Person("T-7", "Mina Kowalczyk", Role.DEALER, "")
_BESIDE: Final = Person("D-114", "Rasa K.", Role.DEALER, "lt")


def _barred(bar: DealingBar, before: date | None = None) -> Barred:
    """Somebody who may not deal, by a clock that may have been set back from a day."""
    return Barred(_TRAINEE, bar, "baccarat", date(2026, 11, 1), before)


START: Final[dict[str, Callable[[str, int, int], QWidget]]] = {
    "start-first": _first(),
    "start-first-refused": _first(refused=True),
    "start-people": _people(6, 5),
    "start-people-many": _people(23, 14),
    "start-people-add": _people(5, form="add"),
    "start-people-pin": _people(5, form="pin"),
    "start-people-licence": _people(5, form="licence"),
    "start-commissioning": _commissioning("new"),
    "start-commissioning-no-technician": _commissioning("no technician"),
    "start-demonstration": _demonstration("new"),
    "start-demonstration-over": _demonstration("over"),
    "start-demonstration-sample": _demonstration("sample"),
    "start-commissioning-panel-edges": _panel(Edges),
    "start-commissioning-panel-signs": _panel(LanguageSigns),
    "start-commissioning-panel-touch": _panel(TouchPoints),
    "start-commissioning-panel-keyboard": _panel(KeyboardKeys),
    "start-commissioning-panel-badges": _panel(BadgeHolds),
    "start-commissioning-panel-sound": _panel(Sound),
    "start-commissioning-under-way": _commissioning("under way"),
    "start-commissioning-deck": _commissioning("deck"),
    "start-commissioning-card": _commissioning("card"),
    "start-commissioning-half": _commissioning("half"),
    "start-commissioning-level": _commissioning("level"),
    "start-commissioning-spin": _commissioning("spin"),
    "start-commissioning-number": _commissioning("number"),
    "start-commissioning-drifts": _commissioning("drifts"),
    "start-commissioning-witness": _commissioning("witness"),
    "start-commissioning-floor": _commissioning("floor"),
    "start-commissioning-pull": _commissioning("pull"),
    "start-commissioning-out": _commissioning("out"),
    "start-commissioning-to-sign": _commissioning("to sign"),
    "start-commissioning-failed": _commissioning("failed"),
    "start-commissioning-entered": _commissioning("entered"),
    "start-commissioning-both-pins": _commissioning("both pins"),
    "start-simulated": _begun,
    "start-simulated-due": _due,
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
    "start-sign-in-duty": _sign_in(Purpose.DUTY),
    "start-sign-in-practice": _sign_in(Purpose.DEALER, live=False),
    "start-sign-in-practice-relief": _sign_in(Purpose.RELIEF, live=False),
    "start-sign-in": _sign_in(Purpose.DEALER),
    "start-sign-in-relief": _sign_in(Purpose.RELIEF, Unknown(30)),
    "start-sign-in-pit-boss": _sign_in(Purpose.PIT_BOSS, Wrong("P1", 30)),
    "start-sign-in-locked": _sign_in(Purpose.AUTHORISE, Locked("P1", "tries")),
    "start-sign-in-beside": _sign_in(Purpose.BESIDE, _barred(DealingBar(BarKind.TRAINEE))),
    "start-sign-in-set-back": _sign_in(
        Purpose.DEALER, _barred(DealingBar(BarKind.EXPIRED, ("2026-11-20",)), date(2026, 11, 27))
    ),
    "start-trainee": _trainee(SAMPLES["dealing"], left=False),
    "start-trainee-left": _trainee(SAMPLES["dealing"], left=True),
    "start-trainee-left-asked": _trainee(INCIDENT_SAMPLES["p2-seen"], left=True),
    "start-trainee-left-steps": _trainee(INCIDENT_SAMPLES["p4-put-back"], left=True),
    "start-sign-in-technician": _sign_in(
        Purpose.TECHNICIAN, Known(Person("D-1", "Rasa K.", Role.DEALER, "lt"))
    ),
    "start-practice": _practice(_shoe, 3),
    "start-practice-wheel": _practice(_wheel, 2),
    "start-practice-beside": _wide(_practice(_wheel, 2)),
    "start-practice-beside-shoe": _wide(_practice(_shoe, 1)),
    "start-save": _save(),
    "start-save-there": _save(there=True, keys=True),
    "start-keys-foreign": _page("letters"),
    "start-keys-signs": _page("signs"),
}
"""A screen of each state in a language and a size, by the name of its picture."""
