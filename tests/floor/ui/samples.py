"""The floor's window as pictures."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.floor.alarms.items import AlarmKind
from console.floor.alarms.watch import STEADY
from console.floor.texts import one_line
from console.floor.ui.floor_window import FloorWindow, WallOptions
from console.floor.ui.wall_acts import converse
from console.floor.ui.wall_keys import WallAct, WallView
from console.floor.wall import CallEvent, EndedAccount, FloorTable, Reading, RefusedConsole, SeenDuty
from console.supervisor.review import JournalReads, Reviewing
from console.table.core import Mode, Person, Role, SetClock
from console.table.people import SignInObstacle
from console.table.people.answers import MissingRoles
from console.table.people.table_people import TrainingPeople
from tests.base.words.catalogues import words
from tests.floor.nights import FakeDesk, busy_night, calm, certified_night, flood, small_night, with_these
from tests.floor.readings import AT, coming, fault, reading, table, waiting
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import PERSONS, AtOnce, night
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.samples.tables import NOW, SAMPLES
from tests.table.ui.samples.wheels import WHEEL_SAMPLES

BOSS: Final = Person("P-7", "Jonas P.", Role.PIT_BOSS, "lt")
Act = Callable[[FloorWindow], object]


def window_of(told: Reading | None, language: str, *, signed_in: bool = True) -> FloorWindow:
    """A window that has heard this for a while."""
    clock = SetClock(NOW)
    window = FloorWindow(
        FakeDesk(told or reading()),
        TrainingPeople(()),
        words(language),
        "Riga",
        clock=clock,
        options=WallOptions(
            reviews=lambda table: Reviewing(lambda: JournalReads([night()], PERSONS), work),
            beep=lambda: None,
        ),
    )
    assert window.reviewed is not None
    window.reviewed.asking = AtOnce
    if signed_in:
        window.sign_in.person = BOSS
    if told is not None:
        for passed in (0.0, STEADY / 2, STEADY / 2):
            clock.advance(passed)
            window.alarms.watch = window.alarms.watch.after_reading(told, clock.monotonic() / 1e9)
        window.readings.take_reading(told)
    return window


def _scene(told: Callable[[], Reading] | None, *acts: Act, signed_in: bool = True, wide: float = 1.0) -> Made:
    def screen_in(language: str, width: int, height: int) -> QWidget:
        window = window_of(told() if told is not None else None, language, signed_in=signed_in)
        window.resize(width, height)
        for act in acts:
            act(window)
        return window

    return screen_in


def view(chosen: WallView) -> Act:
    """Show another of its views."""
    return lambda window: window.presses.show_view(chosen)


def _deaf(window: FloorWindow) -> None:
    """The floor has said nothing for a while."""
    clock = window.clock
    assert isinstance(clock, SetClock)
    clock.advance(42.0)
    window.alarms.count_on()


def _search(window: FloorWindow) -> None:
    window.presses.show_view(WallView.SEARCH)
    window.views.search.setText("r10")
    window.alarms.count_on()


def _refused() -> Reading:
    """A wrong token, another name, a console that nobody knows."""
    tables = [*small_night().tables]
    why = {
        2: RefusedConsole(why="token", address="10.1.0.4", age=2.0),
        9: RefusedConsole(why="name", asked="Table 10", age=3.0),
    }
    tables[2] = replace(tables[2], silence=95.0, refused=why[2])
    tables[9] = replace(tables[9], report=None, silence=None, refused=why[9])
    strangers = (RefusedConsole(why="unknown", address="10.1.0.31", age=1.0),)
    return Reading(tables=tuple(tables), strangers=strangers, server="db1 primary", took=0.002)


def _locked() -> Reading:
    """A table and a window that changed their own limits or password, and a table that was busy too long."""
    tables = [*small_night().tables]
    tables[2] = replace(
        tables[2], silence=95.0, refused=RefusedConsole(why="settings", address="10.1.0.4", age=2.0)
    )
    ended = (
        EndedAccount(table=tables[2].table, called=tables[2].name, is_locked=True, why="settings", age=95.0),
        EndedAccount(table="", called="pit 1", is_locked=True, why="password", address="10.1.0.9", age=44.0),
        EndedAccount(
            table=tables[4].table, called=tables[4].name, is_locked=False, address="10.1.0.6", age=31.0
        ),
    )
    return Reading(tables=tuple(tables), ended=ended, server="db1 primary", took=0.002)


def _hostile() -> Reading:
    """Names that a hostile console gave: markup, a turned direction, five thousand signs."""
    turned, long, marked = "\u202e99 selbaT\u2067", "Á" * 5_000, "<b>Salle</b> <img src=x>"
    those = {
        1: waiting("x", "call", age=72.0, taken=replace(coming(), name=one_line(turned))),
        4: waiting("x", "halt", age=9.0, round_open=True, reason="out_of_turn"),
        7: waiting("x", "call", age=31.0, taken=replace(coming(), name=one_line(long))),
        9: replace(
            table("x"), silence=40.0, refused=RefusedConsole(why="name", asked=one_line(marked), age=3.0)
        ),
        10: replace(
            table("x"), silence=40.0, refused=RefusedConsole(why="name", asked=one_line(long), age=3.0)
        ),
    }
    tables = with_these(calm(12, room=marked), those)
    for at, name in ((0, marked), (1, turned), (4, long), (7, "משה 7")):
        report = tables[at].report
        assert report is not None
        named = replace(report, dealer=one_line(name), round=one_line(name))
        tables[at] = replace(tables[at], name=one_line(name), report=named)
    strangers = (RefusedConsole(why="unknown", address="10.1.0.31", age=1.0),)
    return Reading(tables=tuple(tables), strangers=strangers, server="db1 primary", took=0.002)


def _no_people(window: FloorWindow) -> None:
    """Nobody can sign in, and somebody has pressed T."""
    obstacle = SignInObstacle(MissingRoles.PEOPLE, "/etc/dealer-console/pit-1/people.json")
    window.alarms.look_for_obstacle = lambda: obstacle
    window.presses.act(WallAct.TAKE)
    window.alarms.count_on()


def _opened(table: str, sample: str = "") -> Act:
    """One table, with the felt that its entries give; without a sample it is still being read."""

    def act(window: FloorWindow) -> None:
        window.presses.open_table(table)
        window.views.opened.show_opened(None, window.words)
        if sample:
            shown = {**SAMPLES, **WHEEL_SAMPLES}[sample]
            events = (
                CallEvent(at=NOW - timedelta(seconds=20), what="coming", name="Jonas P."),
                CallEvent(at=NOW - timedelta(seconds=41), what="called", name="Guðrún Ægisdóttir"),
                CallEvent(at=NOW - timedelta(seconds=48), what="halted"),
            )
            told = FloorTable(
                table=table,
                at=NOW - timedelta(seconds=1),
                number=48_211,
                good=True,
                market=shown.rules,
                view=replace(shown, table=table, mode=Mode.LIVE),
                events=events,
            )
            window.views.reader.show(told)

    return act


def _settled(window: FloorWindow) -> None:
    """A table whose dispute was settled, with its reason."""
    _opened("R7", "ro-result")(window)
    told = window.views.opened.opened
    assert told is not None
    event = CallEvent(at=NOW - timedelta(seconds=9), what="settled", name="Lukas B.", reason="restored")
    window.views.reader.show(replace(told, events=(event, *told.events)))


def _held(window: FloorWindow) -> None:
    """A hand is among the rows while a call ends, and a halt and another call are new."""
    tables = list(small_night().tables)
    those = {7: calm(12)[7], 10: waiting("x", "halt", round_open=True), 9: waiting("x", "call", age=3.0)}
    window.alarms.look()
    window.views.list.steady._held = True
    window.readings.take_reading(reading(*with_these(tables, those)))


def _apart() -> Reading:
    """All ranks: what is live, devices, what is not heard, what a supervisor ends."""
    those = {
        7: waiting("x", "halt", age=9.0, round_open=True, reason="out_of_turn"),
        5: waiting("x", "call", age=72.0, silence=66.0),
        **{at: table("x", disputed="rewritten") for at in (0, 3)},
        **{at: table("x", silence=31.0 + at) for at in (9, 10, 11)},
        4: waiting("x", "outcome", age=31.0),
        6: table("x", faults=fault("clock", "unsynchronised")),
    }
    return reading(*with_these(calm(12), those))


def _lost() -> Reading:
    """All tables are lost together; one was halted, and one had called."""
    those = {
        7: waiting("x", "halt", age=68.0, round_open=True, reason="number_differs"),
        1: waiting("x", "call", age=42.0),
    }
    return reading(*(replace(each, silence=12.0) for each in with_these(calm(20), those)))


def _room() -> Reading:
    """Tables where they stand, of which one never came, some are not LIVE, and one needs somebody."""
    places = ("1,1", "2,1", "4,1", "1,2", "4,2", "1,3", "2,3", "3,3", "4,3", "", "", "")
    tables = [
        table(each.table, game=each.game, room="Riga 1", place=place, mode="training" if at % 3 else "live")
        for at, (each, place) in enumerate(zip(calm(12), places, strict=True))
    ]
    halted = waiting("B2", "halt", round_open=True, mode="training", place="2,1", room="Riga 1")
    never = replace(table("R9", game="roulette", room="Riga 1"), report=None, silence=None)
    return reading(*(tables[at] if at not in (1, 8) else (halted if at == 1 else never) for at in range(12)))


def _full() -> Reading:
    """The server's disk is full: two of three rooms are not heard, one clock is wrong."""
    silent = [table("x", silence=31.0)] * 9
    those = {at + 3: each for at, each in enumerate(silent)} | {1: table("x", clock_ahead=-3600.0)}
    tables = with_these(calm(12), those)
    tables = [replace(each, room=("Blue", "Red", "VIP")[at % 3]) for at, each in enumerate(tables)]
    return replace(reading(*tables), full_for=29.0)


def _note(window: FloorWindow) -> None:
    slots = {"table": "B17", "name": "Guðrún Ægisdóttir"}
    window.note.show_text(lambda words: words.text("floor.said.earlier", **slots), window.words)


def _long_note(window: FloorWindow) -> None:
    tables = "B17, B18, B19, B20"
    window.note.show_text(lambda words: words.text("floor.said.not_settled", table=tables), window.words)


def _unshown() -> Reading:
    """The busy night, and B17 holds entries back."""
    tables = [
        replace(each, report=replace(each.report, held_back=3))
        if each.table == "B17" and each.report
        else each
        for each in busy_night().tables
    ]
    return reading(*tables)


def _shelve(window: FloorWindow) -> None:
    item = next(each for each in window.alarms.moment.items if each.can_shelve)
    converse(window.acts.shelved.shelve(item))


def _settle(window: FloorWindow) -> None:
    item = next(each for each in window.alarms.moment.items if each.what is AlarmKind.DISPUTED)
    converse(window.acts.disputes.settle_by(BOSS, item))


def _review(window: FloorWindow) -> None:
    window.presses.open_review()
    window.presses.show_view(WallView.REVIEW)


def _last_row(window: FloorWindow) -> None:
    window.views.list.choose(window.views.list.lines[-1].key)


def _on_duty() -> Reading:
    """A supervisor with a long name is on duty."""
    duty = SeenDuty(studio="riga", who="S1", name="Guðrún Aðalsteinsdóttir", since=AT)
    return replace(small_night(), duties=(duty,))


def _nobody_on_duty() -> Reading:
    return replace(small_night(), duties=())


def _few() -> Reading:
    return reading(*calm(12))


def _training() -> Reading:
    return reading(*calm(12, mode="training"))


SCREENS: Final[Samples] = {
    "floor-12": _scene(small_night),
    "floor-certified": _scene(certified_night),
    "floor-certificates": _scene(certified_night, view(WallView.CERTIFICATES)),
    "floor-12-calm": _scene(_training, signed_in=False),
    "floor-duty": _scene(_on_duty),
    "floor-duty-nobody": _scene(_nobody_on_duty, lambda window: window.open_menu()),
    "floor-duty-many": _scene(lambda: replace(flood(), duties=_on_duty().duties)),
    "floor-200": _scene(busy_night),
    "floor-flood": _scene(flood),
    "floor-list": _scene(busy_night, view(WallView.LIST)),
    "floor-mine": _scene(small_night, view(WallView.MINE)),
    "floor-shelved": _scene(busy_night, view(WallView.SHELVED)),
    "floor-nothing-shelved": _scene(_few, view(WallView.SHELVED)),
    "floor-deaf": _scene(small_night, _deaf),
    "floor-deaf-refused": _scene(
        small_night, lambda window: window.alarms.miss(OSError("authentication")), _deaf
    ),
    "floor-first": _scene(None, signed_in=False),
    "floor-search": _scene(busy_night, _search),
    "floor-taken": _scene(small_night, _note),
    "floor-menu": _scene(small_night, lambda window: window.open_menu()),
    "floor-shelve": _scene(small_night, _shelve),
    "floor-sign-in": _scene(small_night, lambda window: window.presses.act(WallAct.TAKE), signed_in=False),
    "floor-opened": _scene(busy_night, _opened("B17", "result")),
    "floor-opened-halted": _scene(busy_night, _opened("B17", "halted")),
    "floor-opened-settled": _scene(small_night, _settled),
    "floor-opened-wheel": _scene(small_night, _opened("R7", "ro-result")),
    "floor-settle": _scene(busy_night, _settle),
    "floor-review": _scene(small_night, _review),
    "floor-review-deaf": _scene(small_night, _review, _deaf),
    "floor-held": _scene(small_night, _held),
    "floor-apart": _scene(_apart),
    "floor-lost": _scene(_lost),
    "floor-lost-list": _scene(_lost, view(WallView.LIST)),
    "floor-lost-chosen": _scene(_lost, _last_row),
    "floor-room": _scene(_room),
    "floor-full": _scene(_full),
    "floor-note": _scene(small_night, _long_note),
    "floor-unshown": _scene(_unshown, _opened("B17", "result")),
    "floor-refused": _scene(_refused),
    "floor-locked": _scene(_locked),
    "floor-hostile": _scene(_hostile),
    "floor-hostile-list": _scene(_hostile, view(WallView.LIST)),
    "floor-hostile-opened": _scene(_hostile, _opened("B2", "result")),
    "floor-nobody": _scene(small_night, _no_people, signed_in=False),
    "floor-unreached": _scene(
        None, lambda window: window.alarms.miss(OSError("authentication")), signed_in=False
    ),
    "floor-opening": _scene(busy_night, _opened("J81")),
}
