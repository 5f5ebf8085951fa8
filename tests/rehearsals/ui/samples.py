"""A rehearsal's screens as pictures."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import partial
from random import Random
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.rehearsals.colleague import ColleagueWords, sentences_of
from console.rehearsals.commands.rehearsals import RehearsalOptions, due_texts, everybody_due
from console.rehearsals.exam import Exam
from console.rehearsals.proficiency.matrix import KindFigures, Matrix, MatrixCell, MatrixRow
from console.rehearsals.result import (
    Decided,
    MishapOccurred,
    RehearsalResult,
    Right,
    RightStep,
    ScoreLine,
    ScoreSubject,
    StatedOutcome,
    Way,
)
from console.rehearsals.script import built_in_rehearsals
from console.rehearsals.ui.debriefing_page import DebriefingPage
from console.rehearsals.ui.due_tab import DueTab
from console.rehearsals.ui.exam_page import ExamPage
from console.rehearsals.ui.matrix_page import MatrixPage
from console.rehearsals.ui.rehearsal_desk import RehearsalDesk
from console.rehearsals.ui.rehearsal_window import RehearsalWindow
from console.rehearsals.ui.start_page import OfferedRehearsal, StartPage
from console.table.config import TableConfig, training_config
from console.table.core import DealerView, Mode, Person, Role
from console.table.game import load_rulebook
from console.table.people import people
from console.table.ui.window import Bridge, FirstScreen, TableSetup
from tests.base.words.catalogues import words
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.harness.straight import Straight
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, clock
from tests.table.ui.samples.wheels import WHEEL_SAMPLES


def _report(name: str) -> ColleagueWords:
    """The colleague's words on what goes wrong in a shipped rehearsal."""
    mishap = next(each.script.wrong[0] for each in built_in_rehearsals() if each.name == name)
    return ColleagueWords(4.0, 0, mishap.slip, mishap.facts, sentences_of(mishap))


FELL: Final = _report("baccarat-cards-drop-seen")
OBJECT: Final = _report("roulette-object-falls-in")


class StillRun:
    """A rehearsal that stands still."""

    busy_since, unanswered = None, 0.0
    ended, hides, asks_whether, result = False, False, False, None

    def __init__(self, reports: tuple[ColleagueWords, ...], due: str | None, asks: tuple[str, ...]) -> None:
        self.reports, self.due, self.asks_outcome = reports, due, asks

    def turn(self) -> float:
        return 1.0


def _believed(outcome: str, right: tuple[str, ...], clause: str) -> StatedOutcome:
    """An outcome that somebody stated, and the right ones."""
    return StatedOutcome(0.0, 1, outcome=outcome, right=right, clause=clause)


OUTCOMES: Final = (
    "go_on", "void", "replace_decks", "shuffle_on", "shuffle_again", "change_shoe", "change_shoe_after",
    "carry_card", "burn_card", "replace_reader", "move_card", "move_cards", "replace_card", "remove_last",
    "restore_hands", "pit_boss_decides",
)  # fmt: skip


def _person(language: str, role: Role) -> Person:
    return next(each.person for each in people(language).practice_people if each.person.role is role)


def _window(
    view: DealerView,
    told: tuple[ColleagueWords, ...] = (),
    due: str | None = None,
    asks: tuple[str, ...] = (),
    said: StatedOutcome | None = None,
    *,
    folded: bool = False,
    counted: bool = False,
) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        run, person = StillRun(told, due, asks), _person(language, Role.DEALER)
        plain = training_config(view.game, view.rules, language)
        config = TableConfig(
            Mode.REHEARSAL, "T1", plain.game, plain.rules, language, plain.journal, None, lock_after=60
        )
        setup = TableSetup(config, load_rulebook(view.rules), clock(), people(language), {person.id: person})
        played = {Role.DEALER: person}
        window = RehearsalWindow(run, Bridge(), setup, played=played, language=language)  # type: ignore[arg-type]
        window.resize(wide, high)
        window._timer.stop()
        shown = replace(view, mode=Mode.REHEARSAL)
        window.people_here.view = shown
        window.dealer.show_view(shown)
        window.show_around()
        if counted:
            window.count(2, 5)
        if folded:
            window.note.put_away()
        if said is not None:
            window.belief.show_outcome(said, window.words)
        return window

    return screen_in


def _offers() -> tuple[OfferedRehearsal, ...]:
    due = ("blackjack-hole-card-shown", "blackjack-cards-stuck", "roulette-ball-in-bet-time")
    return tuple(
        OfferedRehearsal(
            each.name, each.script.game, each.script.kind, str(each.script.wrong[0].slip),
            each.script.minutes, each.name in due, tuple(each.script.wrong[0].facts.items()),
        )
        for each in built_in_rehearsals()
    )  # fmt: skip


def _start(role: Role, *, due: bool = True, game: str = "", way: Way = Way.GUIDED) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        page = StartPage(words(language), clock(), chance=Random(1))
        page.resize(wide, high)
        offers = _offers() if due else tuple(each._replace(due=False) for each in _offers())
        page.show_offers(_person(language, role), offers, ("Casino Nord",))
        if game:
            page.set_game(game)
        page.set_way(way)
        return page

    return screen_in


def _sign_in(language: str, wide: int, high: int) -> QWidget:
    desk = RehearsalDesk(
        people(language),
        words(language),
        clock(),
        offers=lambda _: _offers(),
        about=lambda _: ("Casino Nord",),
    )
    desk.resize(wide, high)
    desk.begin()
    return desk


RIGHT: Final = Right(
    "card_fell", {"where": "round", "cards": 2, "seen": True}, ("go_on",), "LT-BAC-18a", "house", "pit_boss",
    (RightStep("put_back", "dealer"),),
)  # fmt: skip


FACTS: Final = ("cards=2", "seen=true")
STEPS: Final = ("put_back:dealer", "pick_up_ball:dealer", "check_ball:pit_boss")
"""Longer than any incident of one game has them."""


def result(*, passed: bool) -> RehearsalResult:
    """A rehearsal in which all was right, or one outcome was wrong."""
    lines = (
        ScoreLine(ScoreSubject.NOTICED, 10, 15, measured=14.0, at=(24.0,)),
        ScoreLine(ScoreSubject.KIND, 15, 15, expected=("card_fell",), given=("card_fell",), at=(40.0,)),
        ScoreLine(ScoreSubject.FACTS, 15, 15, expected=FACTS, given=FACTS, at=(40.0,)),
        ScoreLine(
            ScoreSubject.OUTCOME, 30 * passed, 30, expected=("go_on",),
            given=("go_on",) if passed else ("void",), at=(40.0,),
        ),
        ScoreLine(
            ScoreSubject.STEPS, 15 * passed, 15, expected=STEPS,
            given=STEPS if passed else (), at=(44.0,),
        ),
        ScoreLine(
            ScoreSubject.ANNOUNCEMENTS, 10, 10, expected=("play_goes_on",),
            given=("play_goes_on",), at=(41.0,),
        ),
        ScoreLine(ScoreSubject.PRESSES, measured=6.0),
        ScoreLine(ScoreSubject.WAITED, measured=31.0),
    )  # fmt: skip
    course = (
        MishapOccurred(10.0, 12, number=0, slip="card_drops", facts={"cards": 2, "seen": True}, right=RIGHT),
        Decided(40.0, 20, outcome="go_on" if passed else "void", kind="card_fell", right=RIGHT),
    )
    return RehearsalResult(
        rehearsal="baccarat-cards-drop-seen", kind="card_fell", game="baccarat", rules="lt", way=Way.ALONE,
        people={Role.PIT_BOSS: "P1"}, began=datetime(2026, 11, 21, 3, tzinfo=UTC), lasted=70.0,
        passed=passed, score=95 if passed else 60, lines=lines, course=course,
    )  # fmt: skip


def _debriefing(*, passed: bool, following: str = "") -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        page = DebriefingPage(words(language), clock())
        page.resize(wide, high)
        named = words(language).text(f"incident.{following}").replace("\u00ad", "") if following else ""
        page.show_result(result(passed=passed), _person(language, Role.PIT_BOSS), ("Casino Nord",), named)
        return page

    return screen_in


EXAM: Final = (
    "baccarat-cards-drop-seen", "baccarat-card-on-wrong-side", "baccarat-card-damaged-in-inspection",
    "baccarat-cut-card-missed", "baccarat-act-forbidden",
)  # fmt: skip


def _exam(*, passed: bool, of_one: bool = False) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        good, wrong = result(passed=True), result(passed=False)
        late = replace(wrong, ended="out_of_time", score=0)
        exam = Exam(
            EXAM, (good,) * 5 if passed else (good, wrong, late, replace(wrong, ended="left", score=15))
        )
        offers = {each.name: each for each in _offers()}
        person = _person(language, Role.PIT_BOSS)
        if of_one:
            one = DebriefingPage(words(language), clock())
            one.resize(wide, high)
            one.show_result(wrong, person, ("Casino Nord",), of_exam=True)
            return one
        page = ExamPage(words(language), clock())
        page.resize(wide, high)
        page.show_exam(exam, [offers[name] for name in EXAM], person, ("Casino Nord",))
        return page

    return screen_in


def _figures(game: str, kind: str, times: int, failed: int, said: str) -> KindFigures:
    return KindFigures(game, kind, times, 1, failed, 0.0, None, 0.0, said)


def matrix() -> Matrix:
    """Eight people and every kind that can be rehearsed."""
    kinds = tuple(
        dict.fromkeys((each.script.game, each.script.kind or each.name) for each in built_in_rehearsals())
    )
    names = (
        ("D-114", "Žemyna Kazlauskienė", Role.DEALER), ("P-7", "Jürgen Großmann-Hohenfeld", Role.PIT_BOSS),
        ("D-115", "山田 花子", Role.DEALER), ("D-116", "Åsa Öberg", Role.DEALER),
        ("S-1", "Guðrún Ægisdóttir", Role.SUPERVISOR), ("D-117", "Rasa K.", Role.DEALER),
        ("D-118", "Haruto M.", Role.DEALER), ("P-8", "Astrid L.", Role.PIT_BOSS),
    )  # fmt: skip
    rows = []
    for at, (who, name, role) in enumerate(names):
        cells = tuple(
            None
            if (at * 7 + place) % 4 == 0
            else MatrixCell(
                date(2026, 11, 1 + (at + place) % 20), (at + place) % 5 != 0, 40 + (at * 13 + place * 7) % 60,
                1, date(2026, 11, 28), (at + place) % 6 == 0,
            )
            for place in range(len(kinds))
        )  # fmt: skip
        rows.append(MatrixRow(Person(who, name, role, ""), cells))
    house = (
        _figures("blackjack", "hole_card_exposed", 14, 9, "void"),
        _figures("roulette", "no_spin", 22, 8, "finish"),
        _figures("baccarat", "card_fell", 31, 6, "go_on"),
    )
    return Matrix(kinds, tuple(rows), house, 0)


def _matrix(game: str) -> Made:
    def screen_in(language: str, wide: int, high: int) -> QWidget:
        page = MatrixPage(words(language), clock())
        page.resize(wide, high)
        page.show_matrix(matrix(), _person(language, Role.SUPERVISOR), ("Casino Nord",))
        page.set_game(game)
        return page

    return screen_in


def _due(language: str, wide: int, high: int) -> QWidget:
    """A simulated table whose dealer should rehearse something today."""
    window = Straight("lt", "blackjack", language=language).window
    window.resize(wide, high)
    script = next(each.script for each in built_in_rehearsals() if each.script.kind == "hole_card_exposed")
    window.dealer.show_view(SEAT_SAMPLES["bj-training"])
    DueTab(window, lambda _, said: due_texts(script, said), lambda _: None)
    return window


def _everybody_due(language: str, wide: int, high: int) -> QWidget:
    """The first screen of a simulated table, with what each person should rehearse today."""
    screen = FirstScreen(words(language))
    screen.resize(wide, high)
    everybody = partial(everybody_due, RehearsalOptions("lt", language), game="blackjack")
    screen.show_remark("rehearsal.due.short", everybody)
    return screen


SCREENS: Final[Samples] = {
    "start-simulated-due": _due,
    "start-simulated-everybody-due": _everybody_due,
    "rehearsal-sign-in": _sign_in,
    "rehearsal-start": _start(Role.PIT_BOSS),
    "rehearsal-start-more": _start(Role.DEALER, due=False, game="baccarat"),
    "rehearsal-start-supervisor": _start(Role.SUPERVISOR, game="roulette"),
    "rehearsal-start-exam": _start(Role.PIT_BOSS, way=Way.UNDER_TIME),
    "rehearsal-exam-place": _window(SAMPLES["rehearsal"], (FELL,), folded=True, counted=True),
    "rehearsal-exam-passed": _exam(passed=True),
    "rehearsal-exam-failed": _exam(passed=False),
    "rehearsal-exam-one": _exam(passed=False, of_one=True),
    "rehearsal-told": _window(SAMPLES["rehearsal"], (FELL,)),
    "rehearsal-told-folded": _window(SAMPLES["rehearsal"], (FELL,), folded=True),
    "rehearsal-told-wheel": _window(WHEEL_SAMPLES["ro-rehearsal"], (OBJECT,)),
    "rehearsal-said": _window(SAMPLES["result"], (FELL,), "play_goes_on", folded=True),
    "rehearsal-belief": _window(SAMPLES["rehearsal"], (FELL,), asks=OUTCOMES),
    "rehearsal-belief-right": _window(
        SAMPLES["rehearsal"], (FELL,), asks=OUTCOMES, said=_believed("go_on", ("go_on",), "LT-BAC-18a")
    ),
    "rehearsal-belief-wrong": _window(
        SAMPLES["rehearsal"], (FELL,), asks=OUTCOMES,
        said=_believed("change_shoe_after", ("go_on",), "LT-BAC-18a"),
    ),
    "rehearsal-passed": _debriefing(passed=True, following="hole_card_exposed"),
    "rehearsal-failed": _debriefing(passed=False),
    "rehearsal-matrix": _matrix("baccarat"),
    "rehearsal-matrix-blackjack": _matrix("blackjack"),
}  # fmt: skip
