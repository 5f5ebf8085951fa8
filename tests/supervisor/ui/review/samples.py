"""The review's screens as pictures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from console.supervisor.records.documents.record_words import unsealed_text
from console.supervisor.reports.figures import Consumable, SkippedStep
from console.supervisor.reports.finding_rows import DealerRate, Dealers
from console.supervisor.reports.handover import FaultyDevice, Handover, HandoverSignature, PendingIncident
from console.supervisor.review import JournalReads, Paperwork, Reviewing, Story
from console.supervisor.review.log.entry_words import entry_of, event_line
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review import ReplayScreen
from console.supervisor.ui.review.log.entry_detail import EntryOffers
from console.supervisor.ui.review.log.filters import FilterCondition, TimeChoice, with_choice_toggled
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.supervisor.ui.review.report.handover_screen import HandoverScreen
from console.supervisor.ui.review.report.report_screen import ReportScreen
from console.supervisor.ui.review.report.seal_screen import SealScreen
from console.supervisor.ui.review.report.wheel_screen import WheelScreen
from console.supervisor.ui.review.review_desk import ReviewAtTable
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import DealerView, Who
from console.table.journal import Doubt
from console.table.journal.proof.keys import NotPrivate
from console.table.people import people
from console.table.ui.dealer.live_strip import TablePresses
from console.table.ui.hands import PressGuard
from console.table.ui.kit.keyboard import Keyboard
from console.table.ui.page import AtTable, SaveScreen, TableActs
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.night import MADE, NAMES, SHIFT, counted, work
from tests.supervisor.ui.review.stories import (
    PERSONS,
    SUPERVISOR,
    AtOnce,
    fell,
    inquiries_of,
    night,
    whole_round,
)
from tests.supervisor.ui.review.stories_of_games import blackjack_round, roulette_round, spins
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.harness.straight import StraightLine
from tests.table.ui.samples.tables import SAMPLES, clock


def filmed(table: str) -> bool:
    """It is known where every table's video is looked at."""
    return True


def _replay(story: Callable[[], Story], at: int | None = None) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        told = story()
        market = words(told.situation.rulebook.market)
        screen = ReplayScreen(words(language), market, clock(), has_video=filmed)
        screen.resize(wide, high)
        screen.show_story(told, SUPERVISOR)
        if at is not None:
            screen.go_to(at)
        return screen

    return screen_in


def _changed() -> Story:
    """A round of which an entry was changed where a floor keeps it."""
    told = fell()
    return replace(told, doubts=((told.moments[told.begin].number, Doubt.CHANGED),))


def _log(act: Callable[[LogScreen], object] | None = None, since: int | None = None) -> Made:
    """``since``: the list is of a floor, on which so many entries came since."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        offers = EntryOffers(may_correct=True, has_video=filmed)
        inquiries = inquiries_of(night())
        screen = LogScreen(inquiries, words(language), clock(), offers=offers)
        screen.resize(wide, high)
        screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
        screen.show()
        if act is not None:
            act(screen)
        if since is not None:
            inquiries.counted.emit(replace(screen.query.found, as_of=clock().utc(), since=since))
        screen.look()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        return screen

    return screen_in


def _at_desk(language: str, wide: int, high: int) -> QWidget:
    """The log in a window of its own, for keyboard and mouse."""
    makes = Paperwork((night(),), NAMES, lambda: MADE, draw=document_pdf)
    screens = ReviewScreens(inquiries_of(night()), makes, words(language), clock(), touch=False)
    screens.resize(wide, high)
    screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
    screens.log.list.choose(3)
    screens.log.look()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    return screens


def _sorted_out(screen: LogScreen) -> None:
    about = screen.query.filter_choices
    wanted = screen.query.wanted
    wanted = with_choice_toggled(wanted, FilterCondition.TIME, TimeChoice.DAY, about)
    for kind in ("incidents", "corrections", "voids"):
        wanted = with_choice_toggled(wanted, FilterCondition.KIND, kind, about)
    screen.query.look_for(wanted)
    screen.list.choose(3)


def _unfolded(screen: LogScreen) -> None:
    lines = (screen.query.rows.row(line) for line in range(screen.query.rows.count))
    said = [at for at, row in enumerate(lines) if row is not None and row.device is not None]
    screen.list.choose(said[0])
    screen.list.unfold()
    screen.list.choose(said[0] + 1)


def _searched(screen: LogScreen) -> None:
    screen.query.seek("7")
    screen.time.open()


HOUSE: Final = Dealers(
    since=None,
    house=14.6,
    rounds=18_478,
    dealers=(
        DealerRate("D1", 8_412, 110, 13.1, 10.7, 15.8, "no_difference"),
        DealerRate("D2", 7_930, 122, 15.4, 12.8, 18.4, "no_difference"),
        DealerRate("Aleksandra-Gabrielė Kazlauskienė", 2_105, 45, 21.4, 15.6, 28.6, "above"),
        DealerRate("D4", 31, 1, None, None, None, "too_few"),
    ),
)
"""Dealers as ninety days may have them: one night has too few rounds to compare anybody."""


def _night(shown: Callable[[ReportScreen], object] | None = None) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = ReportScreen(work(), words(language), clock(), lambda *_: None)
        screen.resize(wide, high)
        screen.show_shift_report(replace(counted(), dealers=HOUSE))
        screen.begin(SUPERVISOR, NAMES, (SHIFT, "2026-11-19 14:00"))
        screen.refresh()
        if shown is not None:
            shown(screen)
        return screen

    return screen_in


class _Acts(TableActs):
    """A table that is only looked at."""

    def __init__(self) -> None:
        super().__init__(StraightLine(), people("en"), seal=lambda _: None, keeps_duty=True)


PRESSES: Final = TablePresses(lambda: None, lambda: None, lambda: None)
"""Nobody presses on a picture."""


class Reviewed(QWidget):
    """A table's window, as far as a review at it needs one."""

    def __init__(self, language: str, wide: int, high: int, view: DealerView) -> None:
        super().__init__()
        self.resize(wide, high)
        sources = Reviewing(
            lambda: JournalReads([night()], PERSONS),
            lambda: Paperwork((night(),), NAMES, lambda: MADE, draw=document_pdf),
        )
        guard = PressGuard(lambda: 0.0)
        at = AtTable(self, words(language), guard, PRESSES, lambda _: None, lambda: None)
        self.review = ReviewAtTable(at, sources, clock(), _Acts(), asking=AtOnce)
        self.review.open(SUPERVISOR, words(language), lambda _: ("Casino Nord",), known=True)
        self.review.show_view(view, words(language), words(view.rules))
        self.review.release()


def _live(state: str) -> Made:
    return lambda language, wide, high: Reviewed(language, wide, high, SAMPLES[state])


def _handover(*, copy: bool) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        screen = HandoverScreen(None if copy else _Acts(), words(language), clock())
        screen.resize(wide, high)
        screen.show_page(SUPERVISOR, ("7",))
        screen.begin(OPEN, SHIFT, dict(NAMES))
        return screen

    return screen_in


def _seal(*, checked: bool, failed: str | None = None) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        makes = work()
        screen = SealScreen(makes, words(language), clock(), acts=_Acts())
        screen.resize(wide, high)
        screen.show_page(SUPERVISOR, ("Casino Nord", "7"))
        known = makes.check(words(language), lambda _: True) if checked else makes.seal_now(words(language))
        told = None if failed is None else unsealed_text(words(language), failed)
        screen.show_known(replace(known, failed=told), checked=checked)
        return screen

    return screen_in


def _named(who: str) -> str:
    return NAMES.get(who, who)


def _correction(language: str, wide: int, high: int) -> QWidget:
    with closing(JournalReads((night(),), PERSONS)) as reads:
        reads.count()
        row = next(row for row in reads.rows(0, 60) if row.kind == "card_drawn")
    screen = CorrectionScreen(_Acts(), words(language), clock())
    screen.resize(wide, high)
    screen.show_page(SUPERVISOR, (row.table,))
    screen.begin(row, event_line(words(language), entry_of(row), _named), _named)
    return screen


def _wheel(language: str, wide: int, high: int) -> QWidget:
    makes = Paperwork((spins(),), NAMES, lambda: MADE, draw=document_pdf)
    screen = WheelScreen(makes, words(language), clock())
    screen.resize(wide, high)
    screen.show_page(SUPERVISOR, ("7",))
    screen.show_report(makes.wheel(lambda _: True))
    return screen


OPEN: Final = Handover(
    at=MADE,
    shift=SHIFT,
    duties=(),
    incidents=(PendingIncident("7-i4", "card_fell", "LT-BAC-18b", "steps", "put_back", MADE, "D1"),),
    called=MADE,
    ailing=(FaultyDevice("shoe", "silent"),),
    storage=(Consumable(MADE, "return_decks", Who("P1"), "7♠ creased, deck 3"),),
    follow_ups=(
        SkippedStep(MADE, "check_reader", Who("P1"), "No service before eight; the reader was changed"),
    ),
    signatures=(
        HandoverSignature("outgoing", "P1", MADE, 4711, "The shoe was silent twice after four.", SHIFT),
    ),
)
"""A shift that leaves much open."""

_KEY: Final = Path("/home/table7/.local/share/dealer-console/seal/seal.pem")
NO_KEY: Final = f"{SHIFT}: {NotPrivate(_KEY)}"
"""Why a shift is not sealed, as the journal has it."""

FOLDER: Final = Path("/home/pit/Documents")


def _save(*, there: bool = False, keys: bool = False) -> Made:
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


def _page(page: str) -> Made:
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


SCREENS: Final[Samples] = {
    "review-log": _log(lambda screen: screen.list.choose(14)),
    "review-log-desk": _at_desk,
    "review-log-bytes": _log(_unfolded),
    "review-log-all-bytes": _log(lambda screen: screen.query.turn_bytes()),
    "review-log-filtered": _log(_sorted_out),
    "review-log-choices": _log(lambda screen: screen.filters.ask(FilterCondition.INCIDENT)),
    "review-log-nothing": _log(lambda screen: screen.query.seek("zeppelin")),
    "review-log-searched": _log(_searched),
    "review-live": _live("dealing"),
    "review-live-bets": _live("bets-ending"),
    "review-live-result": _live("result"),
    "review-report": _night(),
    "review-report-working": _night(
        lambda screen: screen.progress.begin("shift.writing", screen.words, file="XLSX")
    ),
    "review-handover": _handover(copy=False),
    "review-handover-copy": _handover(copy=True),
    "review-seal": _seal(checked=False),
    "review-seal-checked": _seal(checked=True),
    "review-seal-failed": _seal(checked=True, failed=NO_KEY),
    "review-correction": _correction,
    "review-wheel": _wheel,
    "review-replay-roulette": _replay(roulette_round),
    "review-replay-blackjack": _replay(blackjack_round),
    "review-log-aged": _log(since=14),
    "review-replay": _replay(fell),
    "review-replay-changed": _replay(_changed),
    "review-replay-void": _replay(fell, 9),
    "review-replay-bets": _replay(whole_round, 0),
    "review-replay-round": _replay(whole_round, 7),
    "start-save": _save(),
    "start-save-there": _save(there=True, keys=True),
    "start-keys-foreign": _page("letters"),
    "start-keys-signs": _page("signs"),
}
