"""The commissioning's screens as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.demonstration import SECTIONS, device_proofs, sample_paper
from console.commissioning.proofs.panel_proofs import TouchPoint, TouchSample
from console.commissioning.ui.commissioning_screen import CommissioningDesk, CommissioningScreen
from console.commissioning.ui.demonstration_page import DemonstrationPage
from console.commissioning.ui.panel.panel_page import Sound
from console.commissioning.ui.panel.panel_steps import (
    CAPS,
    BadgeHolds,
    Edges,
    KeyboardKeys,
    LanguageSigns,
    PanelStep,
    TouchPoints,
)
from console.supervisor.records import Proof
from console.supervisor.ui.paper.document import page_images, page_pictures
from console.table.config import training_config
from console.table.people import BadgeForm, people
from console.table.ui.dealer.live_strip import TablePresses
from console.table.ui.hands import PressGuard
from console.table.ui.page import AtTable, TableActs
from tests.base.words.catalogues import words
from tests.commissioning.certificates import certificate
from tests.commissioning.proving import CommissioningOnCall, ProofsOnCall, commissioned, go_to, shipped_rules
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.harness.straight import StraightLine
from tests.table.ui.people.samples import KeptPeople
from tests.table.ui.samples.tables import SAMPLES, clock


def _commissioning(far: str) -> Made:
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
        desk.open(KeptPeople(5).listed[3].person, "Table 7")
        desk.show_view(view, words(language), words(view.rules))
        commissioned(desk.screen, table, far)
        return window

    return screen_in


def _panel(step: type[PanelStep]) -> Made:
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


def _demonstration(far: str) -> Made:
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


SCREENS: Final[Samples] = {
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
}
