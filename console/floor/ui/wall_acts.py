"""The acts of a signed-in person at the wall: to take a call, to shelve an alarm, to end a dispute."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.alarms.watch import LONGEST_SHELF
from console.floor.ui.appearance import (
    detail_text,
    no_readings_text,
    place_text,
    span,
    what_inside,
    what_text,
)
from console.floor.ui.desk_line import DeskAct, DeskLine, DeskRequest, NotOnDuty
from console.floor.ui.dispute_panel import Settlement
from console.floor.ui.frame import KeyRow, ResultNote
from console.floor.ui.one_table import PARTS
from console.floor.ui.wall_keys import ACT_KEYS, VIEW_KEYS, WallAct, WallView
from console.floor.ui.wall_readings import FloorHistory, HeardAlarms
from console.floor.ui.wall_review import Part, ReviewOverWall, ReviewRequest, wish_of
from console.floor.ui.wall_tiles import MOVES
from console.floor.ui.wall_views import WallViews
from console.floor.wall import AlarmOver, Boss, DiaryDecision, Reading
from console.table.core import Person, Role, Trade
from console.table.people import BadgeForm, People
from console.table.ui.hands import ENTERS, PressGuard, call_later, key_of
from console.table.ui.kit import Menu, MenuRow
from console.table.ui.sign_in import BadgeReader, Purpose, SignInScreen
from console.table.ui.signs import Sign
from console.table.words import inside

_STAYS: Final = 15 * 60_000
"""Milliseconds after the last press at which the person is signed out."""


Question: TypeAlias = Callable[[Callable[[Any], None]], None]
Conversation: TypeAlias = Generator[Question, Any, None]


def converse(conversation: Conversation) -> None:
    """Ask each question of a conversation as soon as the one before it was answered."""
    _go_on(conversation, None)


def _go_on(conversation: Conversation, answer: object) -> None:
    """Give an answer. A second answer to one question has no effect: the conversation has gone on."""
    try:
        ask = conversation.send(answer)
    except StopIteration:
        return
    answered = False

    def hear(answer: object) -> None:
        nonlocal answered
        if not answered:
            answered = True
            _go_on(conversation, answer)

    ask(hear)


class WallPurpose(NamedTuple):
    """The purpose of a sign-in, and the roles that may do its act at the wall."""

    purpose: Purpose
    roles: tuple[Role, ...]


TAKES: Final = WallPurpose(Purpose.PIT_BOSS, (Role.PIT_BOSS,))
REVIEWS: Final = WallPurpose(Purpose.REVIEW, (Role.PIT_BOSS, Role.SUPERVISOR))
_BY_BADGE: Final[dict[Role | Trade, WallPurpose]] = {Role.PIT_BOSS: TAKES, Role.SUPERVISOR: REVIEWS}
"""The purpose of a badge read without a question, by role; other roles have none."""
COUNTS: Final = WallPurpose(Purpose.COUNT, (Role.PIT_BOSS, Role.SUPERVISOR))
SETTLES: Final = WallPurpose(Purpose.SETTLE, (Role.SUPERVISOR,))
DUTY: Final = WallPurpose(Purpose.DUTY, (Role.SUPERVISOR,))


class WallSignIn(QObject):
    """The sign-in over the wall, its badge reader, and the person who is signed in."""

    signed_in = Signal(object)
    """The :class:`~console.table.core.showing.screen_values.Person` who is here now."""
    signed_out = Signal()
    left = Signal()
    """The sign-in was cancelled."""
    badge_read = Signal()
    """A badge was held to the reader while nobody was asked."""
    refused = Signal(str)
    """A badge's person has no act here; the phrase key of the refusal."""
    barred = Signal()
    """Somebody was to sign in, but nobody can at this window."""

    def __init__(
        self,
        people: People,
        words: Words,
        window: QWidget,
        *,
        now: Callable[[], float],
        somebody_can: Callable[[], bool],
        badges: BadgeForm | None = None,
    ) -> None:
        """``now`` gives the window's seconds; ``somebody_can``: whether anybody can sign in. ``badges``: how
        the house's reader types, if measured.
        """
        super().__init__(window)
        self.person: Person | None = None
        self._window, self.people, self._somebody_can = window, people, somebody_can
        self._pending: Callable[[Person], None] | None = None
        self._for: str | None = None
        """The item, by key, for which somebody is asked to sign in."""
        self._signed_for: tuple[str, Person] | None = None
        """The item of the last sign-in, and its person."""
        self.screen = SignInScreen(people, words, window, now=now)
        self.screen.over_frame = False
        self.guard = PressGuard(now)
        """Refuses a press on the wall's question that came before the question was seen."""
        self.badges = BadgeReader(window, self.guard, self._asked_by_badge, badges)
        self.leaves = QTimer(self, singleShot=True, interval=_STAYS)
        self.leaves.timeout.connect(self.sign_out)
        self.screen.verified.connect(self._sign_in)
        self.screen.cancelled.connect(self._forget_request)
        self.screen.recognised.connect(self._ask_pin_of)

    @property
    def who(self) -> str | None:
        return self.person.id if self.person is not None else None

    def do(self, purpose: WallPurpose, then: Callable[[Person], None], item: AlarmLine | None = None) -> None:
        """Do an act in a person's name: the signed-in person's, if allowed, else of one who signs in for it.
        A person who signed in for the same ``item`` before is asked by name, and needs only the PIN or the
        badge.
        """
        if self.person is not None and self.people.is_disabled(self.person.id):
            self.sign_out()
        if self.person is not None and self.person.role in purpose.roles:
            then(self.person)
            return
        if not self._somebody_can():
            self.barred.emit()
            return
        before = self._signed_for
        again = before is not None and item is not None and before[0] == item.key
        self._ask(purpose.purpose, before[1] if before is not None and again else None, again=again)
        self._pending, self._for = then, item.key if item is not None else None

    def ask(self) -> None:
        """Ask a pit boss to sign in, without an act."""
        self.do(TAKES, lambda person: None)

    def has_taken(self, item: AlarmLine | None) -> bool:
        """Whether the signed-in person, or otherwise the last who signed in for it, took this item's call."""
        taken, person = item.taken if item is not None else None, self.person
        if person is None and item is not None and self._signed_for is not None:
            person = self._signed_for[1] if self._signed_for[0] == item.key else None
        return taken is not None and not taken.arrived and person is not None and taken.who == person.id

    def stay(self) -> None:
        """Somebody pressed something: the sign-in lasts its full time again."""
        if self.person is not None:
            self.leaves.start()

    def sign_out(self) -> None:
        """End the sign-in; the wall stays in view."""
        self.person = None
        self.leaves.stop()
        self.signed_out.emit()

    def _ask(self, purpose: Purpose, person: Person | None = None, *, again: bool = False) -> None:
        self._pending = self._for = None
        self.screen.setGeometry(self._window.rect())
        self.screen.ask(purpose, person=person, again=again)

    def _asked_by_badge(self) -> SignInScreen:
        """Open and return the sign-in for a badge that was read while nobody was asked."""
        if not self.screen.isVisible():
            self.badge_read.emit()
            self._ask(Purpose.BADGE)
        return self.screen

    def _ask_pin_of(self, person: Person) -> None:
        """A badge was read while nobody was asked: ask for the PIN, for what this person may do here."""
        asked = _BY_BADGE.get(person.role)
        if self.who == person.id:
            self.stay()
            self.screen.cancel()  # This person is signed in already.
        elif asked is None:
            self.screen.cancel()
            self.refused.emit("sign_in.needs.pit_boss")
        else:
            self._ask(asked.purpose, person)

    def _sign_in(self, person: Person) -> None:
        self.screen.hide()
        self.person = person
        self.leaves.start()
        pending, self._pending = self._pending, None
        if self._for is not None:
            self._signed_for = (self._for, person)
        self.signed_in.emit(person)
        if pending is not None:
            pending(person)

    def _forget_request(self) -> None:
        self._pending = self._for = None
        self.left.emit()


def boss(person: Person) -> Boss:
    return Boss(person.id, person.name, person.role.value)


class WallParts(NamedTuple):
    line: DeskLine
    """The line to the floor's server."""
    alarms: HeardAlarms
    sign_in: WallSignIn
    menu: Menu
    note: ResultNote
    """The place of refusals."""
    words: Callable[[], Words]
    """Gives the words of the wall's present language."""

    def touched(self) -> None:
        """Somebody pressed something: the last note goes, and the sign-in lasts its full time again."""
        self.note.hide()
        self.sign_in.stay()

    def say(self, said: Callable[[Words], str], *, stays: bool = False) -> None:
        """Show a note, in the words of the wall's language."""
        self.note.show_text(said, self.words(), stays=stays)

    def signs_in(self, purpose: WallPurpose, item: AlarmLine | None = None) -> Question:
        """The question for a person who may do an act, see :meth:`WallSignIn.do`."""
        return lambda hear: self.sign_in.do(purpose, hear, item)

    def chooses(self, heading: str, sign: Sign, choices: Iterable[tuple[str, object]]) -> Question:
        """The question in the menu for one of some values, each with its text."""

        def ask(hear: Callable[[object], None]) -> None:
            def answer(value: object) -> None:
                call_later(self.menu, partial(hear, value))  # The next question may use this menu too.

            rows = (MenuRow(text, sign, partial(answer, value)) for text, value in choices)
            self.menu.ask(heading, *rows, back="button.back")

        return ask

    def still(self, item: AlarmLine) -> AlarmLine | None:
        """The present state of an alarm. None, with a note, if it ended while a person was asked."""
        present = self.alarms.present(item)
        if present is None:
            self.say(lambda words: words.text("floor.ended"), stays=True)
        return present


_TWICE: Final = 0.5
"""Seconds within which a press is the second one of the press before it."""


class DoublePress:
    """Finds a second press on a key that the first changes: 'Take the call' is then 'Release the call'."""

    def __init__(self, now: Callable[[], float]) -> None:
        """``now`` gives when the present press began, in seconds."""
        self._now = now
        self._last = float("-inf")

    def comes(self) -> bool:
        """Whether a press now is a second one; a third press is the second after it."""
        before = self._last
        self.done()
        return self._last - before < _TWICE

    def done(self) -> None:
        """Note an act, by any press, whose second the next press may be."""
        self._last = self._now()


class Calls:
    def __init__(self, wall: WallParts) -> None:
        self._wall = wall
        self._second = DoublePress(wall.sign_in.guard.now)

    def press(self, item: AlarmLine | None) -> None:
        """Take the call of an item, or the most urgent of several; or release the person's own. The second of
        two quick presses does neither.
        """
        item, sign_in = self._wall.alarms.call_of(item), self._wall.sign_in
        if item is None or self._second.comes():
            return
        if sign_in.has_taken(item):
            converse(self._release(item))
        elif (target := item.to_take) is not None:
            converse(self._take(target))

    def _take(self, item: AlarmLine) -> Conversation:
        person = yield self._wall.signs_in(TAKES, item)
        self._second.done()  # This is for somebody who signed in for it.
        table, line = item.tables[0], self._wall.line
        seen, asked = self._wall.alarms.tables.get(table), DeskRequest(DeskAct.TAKE, table)
        if seen is None or seen.call is None or seen.call.number != item.call:
            line.answered.emit(asked, LookupError(table))  # The call ended during the sign-in.
            return
        line.ask(asked, partial(line.desk.take_call, table, seen.call, boss(person)))

    def _release(self, item: AlarmLine) -> Conversation:
        person = yield self._wall.signs_in(TAKES, item)
        self._second.done()
        table, line = item.tables[0], self._wall.line
        seen = self._wall.alarms.tables.get(table)
        if seen is not None and seen.call is not None:
            call = partial(line.desk.release, table, seen.call, boss(person))
            line.ask(DeskRequest(DeskAct.RELEASE, table), call)


class Disputes:
    """Asks a supervisor for the reason, and ends the dispute by it."""

    def __init__(self, wall: WallParts, history: FloorHistory) -> None:
        """The question covers the window of the wall's note."""
        self._wall, self._history = wall, history
        self._window = wall.note.window()
        self.question = Settlement(wall.words(), self._window, wall.sign_in.guard)
        wall.sign_in.signed_out.connect(self.question.leave)  # Nobody answers for one who left.

    def settle(self, item: AlarmLine) -> Conversation:
        """Ask a supervisor to sign in and end the dispute."""
        person = yield self._wall.signs_in(SETTLES)
        yield from self.settle_by(person, item)

    def settle_by(self, person: Person, item: AlarmLine) -> Conversation:
        if self._wall.still(item) is None:
            return

        def what(words: Words) -> str:
            why = (inside(words, text_of(words, item)) for text_of in (what_text, detail_text))
            return words.text("access.list").join(each for each in (place_text(words, item), *why) if each)

        self.question.setGeometry(self._window.rect())
        reason = yield partial(self.question.ask, what, self._wall.words())
        if self._wall.still(item) is None:
            return
        by, line, history = boss(person), self._wall.line, self._history

        def explain() -> None:
            for table in item.tables:
                line.desk.explain(table, by, reason)
                history.forget(table)
            if item.is_of_diary:
                history.forget(item.detail)

        def settle() -> DiaryDecision:
            (table,) = item.tables
            decision = line.desk.settle(table, by, reason)
            if decision is None:
                raise AlarmOver(table)
            return decision

        end: Callable[[], object] = explain if item.what is AlarmKind.TURNED_BACK else settle
        line.ask(DeskRequest(DeskAct.SETTLE, place_text(self._wall.words(), item)), end)


def quiet_text(words: Words, item: AlarmLine) -> str:
    """The words that an alarm's sound is stopped, or that it had none."""
    return words.text("floor.said.quiet" if item.sounds else "floor.said.silent", table=_named(words, item))


def refused_text(
    words: Words, act: WallAct, item: AlarmLine | None, *, over: bool, deaf_since: datetime | None = None
) -> str:
    """Why an act has no effect; empty if it has one. ``over``: the chosen alarm has ended; ``deaf_since``:
    since when no readings come.
    """
    match act, item:
        case WallAct.TAKE | WallAct.SHELVE, AlarmLine(what=AlarmKind.NOTHING_HEARD) if deaf_since is not None:
            return no_readings_text(words, deaf_since)
        case WallAct.TAKE | WallAct.SHELVE, AlarmLine() if deaf_since is not None:
            reason = no_readings_text(words, deaf_since)
            return words.text("floor.said.failed", table=_named(words, item), reason=reason)
        case _, None if over:
            return words.text("floor.ended")
        case WallAct.OPEN, _:
            return ""
        case _, None:
            return words.text("floor.said.no_alarm")
        case WallAct.SHELVE, AlarmLine(priority=Priority.HIGH):
            key = "urgent"
        case WallAct.TAKE, AlarmLine(taken=None):
            key = "no_call"
        case WallAct.TAKE | WallAct.SHELVE, AlarmLine(taken=taken) if taken is not None:
            key = "floor.said.earlier" if act is WallAct.TAKE else "floor.said.taken_first"
            key = "floor.there" if taken.arrived else key
            return words.text(key, name=taken.name, table=_named(words, item))
        case WallAct.SHELVE, _:
            key = "not_shelved"
        case _:
            key = "silent"
    return words.text(f"floor.said.{key}", table=_named(words, item))


def _named(words: Words, item: AlarmLine) -> str:
    return place_text(words, item) or what_text(words, item)


_LOOKS: Final = 1_000
"""Milliseconds between two looks whether somebody was disabled: the list of people is a file."""


class ReviewEntrance(QObject):
    """Opens the review for a person who may read it, and leads back to the wall."""

    turned = Signal()
    """The review was opened or left: the window lays its parts out again."""
    left = Signal()
    taken = Signal()
    """The call of the alarm above the review is taken."""

    def __init__(self, wall: WallParts, shown: ReviewOverWall | None, studio: str) -> None:
        """``shown`` is None without a review; ``studio`` is in the review's heading."""
        super().__init__(wall.menu)
        self._wall, self._shown, self._studio = wall, shown, studio
        if shown is not None:
            shown.left.connect(self.turned)
            shown.left.connect(self.left)
            looking = QTimer(self, interval=_LOOKS)
            looking.timeout.connect(self.look)
            looking.start()
            shown.strip.taken.connect(self.taken)

    @property
    def can_open(self) -> bool:
        return self._shown is not None

    def look(self) -> None:
        """End the review of a reader disabled since the sign-in."""
        reader = self._shown.reader if self._shown is not None else None
        if reader is not None and self._wall.sign_in.people.is_disabled(reader):
            self.close()

    @property
    def is_open(self) -> bool:
        return self._shown is not None and not self._shown.isHidden()

    @property
    def item(self) -> AlarmLine | None:
        """The present state of the alarm above the review; None if it has ended."""
        shown = self._shown.strip.item if self._shown is not None else None
        pressing = self._wall.alarms.pressing
        return next((item for item in pressing if shown is not None and item.key == shown.key), None)

    def open(self, table: str | None, part: Part = Part.LOG) -> None:
        """Show the review of one table (None: of all), once a person who may read it is signed in."""
        if self._shown is None or self.is_open:
            return
        alarms = self._wall.alarms
        wish = wish_of(table, part, None if table is None else alarms.tables.get(table))
        named = None if table is None else alarms.called(table)
        converse(self._show(self._shown, wish, named))

    def _show(self, shown: ReviewOverWall, wish: ReviewRequest, named: str | None) -> Conversation:
        person, studio = (yield self._wall.signs_in(REVIEWS)), self._studio

        def heading(words: Words) -> tuple[str, ...]:
            return (studio, words.text("review.floor")) if named is None else (named, studio)

        shown.open(person, self._wall.words(), heading, wish)
        self.turned.emit()

    def give_way(self) -> None:
        """Go back to the wall, so that nothing covers what it shows next; the review keeps its state."""
        if self._shown is not None:
            self._shown.give_way()

    def show_alarms(self) -> None:
        if self._shown is not None and self.is_open:
            words, alarms = self._wall.words(), self._wall.alarms
            self._shown.show_alarms(alarms.pressing, no_readings_text(words, alarms.deaf_since), words)

    def take_focus(self) -> bool:
        """Give the keyboard's focus to the review; returns whether it is open."""
        if self._shown is None or self._shown.screens is None or not self.is_open:
            return False
        self._shown.screens.take_focus()
        return True

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close_review()


_REASONS: Final = ("technician", "known", "planned", "training")
_MINUTES: Final = (15, 30, 60)


class ShelvedAlarms:
    """Asks in the menu why and for how long; each answer is one press."""

    def __init__(self, wall: WallParts) -> None:
        self._wall = wall

    def shelve(self, item: AlarmLine) -> Conversation:
        """Ask for the reason, then for the time. An alarm that may no longer be shelved stays as it is."""
        person = yield self._wall.signs_in(TAKES, item)
        words = self._wall.words()
        if not self._may_be_shelved(item):
            return
        named = words.text("floor.shelve.what", table=place_text(words, item), what=what_inside(words, item))
        reasons = [(words.text(f"floor.reason.{each}"), each) for each in _REASONS]
        reason = yield self._wall.chooses(named, Sign("urgency.laid_aside"), reasons)
        times = [(words.count("floor.shelve.minutes", each), 60.0 * each) for each in _MINUTES]
        seconds = yield self._wall.chooses(
            words.text(f"floor.reason.{reason}"), Sign("outcomes.clock"), times
        )
        if not self._may_be_shelved(item):
            return
        by, what, place = boss(person), item.shelved_as, place_text(self._wall.words(), item)
        line = self._wall.line
        for table in item.tables:
            call = partial(line.desk.shelve, table, what, by, reason, min(seconds, LONGEST_SHELF))
            line.ask(DeskRequest(DeskAct.SHELVE, place), call)

    def _may_be_shelved(self, item: AlarmLine) -> bool:
        """Whether an alarm may still be shelved; if not, a note appears. While the person signed in or was
        asked, it may have ended or risen, or its call was taken.
        """
        present = self._wall.still(item)
        if present is not None and not present.can_shelve:
            alarms = self._wall.alarms
            self._wall.say(
                lambda words: refused_text(words, WallAct.SHELVE, alarms.present(item), over=False),
                stays=True,
            )
        return present is not None and present.can_shelve

    def unshelve(self, item: AlarmLine) -> Conversation:
        person = yield self._wall.signs_in(TAKES, item)
        table, what, line = item.tables[0], item.shelved_as, self._wall.line
        call = partial(line.desk.unshelve, table, what, boss(person))
        line.ask(DeskRequest(DeskAct.UNSHELVE, table), call)


_CHOSEN_HERE: Final = "wall"
"""The diary's reason, `floor.settle.wall` in words, beside the name of the person who chose."""


class TwinConsoles:
    """Asks in the menu which of two consoles counts, each with its address and its time."""

    def __init__(self, wall: WallParts) -> None:
        self._wall = wall

    def choose(self, item: AlarmLine) -> Conversation:
        """Have a pit boss or a supervisor decide."""
        person = yield self._wall.signs_in(COUNTS, item)
        words, table = self._wall.words(), item.tables[0]
        if self._wall.still(item) is None:
            return
        seen = self._wall.alarms.tables.get(table)
        consoles = seen.twins.at_work if seen is not None and seen.twins is not None else ()
        choices = [
            (words.text("floor.twins.counts", address=each.label, age=span(words, each.age)), each.id)
            for each in consoles
        ]
        heading = f"{place_text(words, item)}  {what_text(words, item)}"
        console = yield self._wall.chooses(heading, Sign("places.table"), choices)
        if self._wall.still(item) is not None:
            count = partial(self._count, table, console, boss(person))
            self._wall.line.ask(DeskRequest(DeskAct.COUNT, table), count)

    def _count(self, table: str, console: str, by: Boss) -> DiaryDecision:
        """Record which console counts. Blocks. Raises AlarmOver if the two are gone, undecided."""
        decision = self._wall.line.desk.count(table, console, by, _CHOSEN_HERE)
        if decision is None:
            raise AlarmOver(table)
        return decision


_VIEWS: Final = {label: view for view, label in VIEW_KEYS.items()}
_ACTS: Final = {label: act for act, label in ACT_KEYS.items() if act is not WallAct.OPEN}


class DutyActs(QObject):
    def __init__(self, wall: WallParts) -> None:
        super().__init__(wall.menu)
        self._wall = wall
        self._asked: Reading | None = None
        """The reading after which the floor was last asked to end a disabled person's duty. It is asked again
        if the next one still has it: the floor may have been away.
        """
        looking = QTimer(self, interval=_LOOKS)
        looking.timeout.connect(self.look)
        looking.start()

    def look(self) -> None:
        """End the duty of a supervisor who was disabled since."""
        reading, line = self._wall.alarms.watch.reading, self._wall.line
        if reading is None or reading is self._asked:
            return
        for each in reading.duties or ():
            if self._wall.sign_in.people.is_disabled(each.who):
                self._asked = reading
                by = Boss(each.who, each.name, Role.SUPERVISOR.value)
                line.ask(DeskRequest(DeskAct.DUTY_ENDED, ""), partial(line.desk.set_duty, by, begins=False))

    @property
    def is_held(self) -> bool:
        reading = self._wall.alarms.watch.reading
        return reading is not None and bool(reading.duties)

    def begin(self) -> None:
        """Make the supervisor who signs in the one on duty."""
        converse(self._change(begins=True))

    def end(self) -> None:
        """End the duty of the supervisor who signs in, if it is that person's."""
        converse(self._change(begins=False))

    def _change(self, *, begins: bool) -> Conversation:
        person = yield self._wall.signs_in(DUTY)
        reading, line = self._wall.alarms.watch.reading, self._wall.line
        asked = DeskRequest(DeskAct.DUTY, "")
        held = () if reading is None else reading.duties or ()
        if not begins and all(each.who != person.id for each in held):
            line.answered.emit(asked, NotOnDuty())
            return
        line.ask(asked, partial(line.desk.set_duty, boss(person), begins=begins))


class AlarmActs:
    """Calls, shelved alarms, disputes and twin consoles, each in the pressing person's name."""

    def __init__(self, wall: WallParts, history: FloorHistory) -> None:
        self.calls, self.shelved, self.twins = Calls(wall), ShelvedAlarms(wall), TwinConsoles(wall)
        self.disputes, self.duty = Disputes(wall, history), DutyActs(wall)

    def end(self, item: AlarmLine) -> None:
        """Do H's act with an alarm: each kind ends in its own way; one that can't be shelved stays."""
        if item.what is AlarmKind.TWINS:
            converse(self.twins.choose(item))
        elif item.is_settled:
            converse(self.disputes.settle(item))
        elif item.shelf is not None:
            converse(self.shelved.unshelve(item))
        elif item.can_shelve:
            converse(self.shelved.shelve(item))


class WallPresses(QObject):
    """Carries out the presses at the wall, and keeps the keys that show them."""

    def __init__(
        self, wall: WallParts, views: WallViews, keys: KeyRow, *, acts: AlarmActs, review: ReviewEntrance
    ) -> None:
        super().__init__(keys)
        self._wall, self._views, self._keys = wall, views, keys
        self._acts, self._review = acts, review
        keys.view_pressed.connect(self.show_view)
        keys.act_pressed.connect(self.act)
        views.wall.opened.connect(self.open_table)
        views.wall.looked_at.connect(self.show_keys)
        views.list.opened.connect(lambda _: self.act(WallAct.OPEN))
        views.list.taken.connect(self._press_row_key)
        views.list.chose.connect(self.show_keys)
        views.search.found.connect(self.open_table)
        views.opened.part_asked.connect(self.open_review)
        review.taken.connect(self._take)

    @property
    def item(self) -> AlarmLine | None:
        """The alarm that a press belongs to: the strip's over the review, else the shown part's."""
        return self._review.item if self._review.is_open else self._views.item

    def show_keys(self) -> None:
        words, item, views, alarms = self._wall.words(), self.item, self._views, self._wall.alarms
        able, opened = self._review.can_open, views.open_table is not None
        counts = alarms.counts(self._wall.sign_in.who)
        self._keys.show_views(words, views.chosen_view, counts, able=able)
        own = self._wall.sign_in.has_taken(call := alarms.call_of(item))
        heard = alarms.deaf_since is None
        self._keys.show_acts(words, item, call, own=own, opens=views.can_open, opened=opened, heard=heard)
        views.opened.show_keys(words, able=able)

    def takes(self, event: QKeyEvent) -> bool:
        """Do what a key means: F1 to F5, slash, T, A, H, Enter, Esc; 1 to 5 for an opened table. Returns
        whether it means anything.
        """
        self._views.list.steady.give_way()
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False  # Ctrl+A chooses rows of a list: it silences no alarm.
        key = key_of(event) if event.text() else event.key()  # The keypad's arrows stay arrows.
        reads, held = self._review.is_open, event.isAutoRepeat()
        label = QKeySequence(key).toString()
        act = WallAct.OPEN if key in ENTERS and not reads else _ACTS.get(label)
        part = None if reads or self._views.open_table is None else PARTS.get(key)
        if (view := _VIEWS.get(label)) is not None:
            self.show_view(view)
        elif part is not None and not held:
            self.open_review(part)
        elif act is not None and not held:
            self.act(act)
        elif key == Qt.Key.Key_Escape:
            (self._review.give_way if self._review.is_open else self._views.escape)()
        elif key in MOVES and not reads and self._views.choose_first_tile():
            self.show_keys()
        else:
            return False
        return True

    def show_view(self, view: WallView) -> None:
        self._wall.touched()
        if view is WallView.REVIEW:
            self.open_review()
            return
        read = self._review.is_open
        self._review.give_way()
        if view is WallView.SEARCH:
            self._views.begin_search()
        else:
            self._views.turn(view, again=not read)

    def open_table(self, table: str) -> None:
        """Show one table instead of the wall; its tile may be on the second screen, beside a review."""
        self._wall.touched()
        self._review.give_way()
        self._views.open(table)

    def open_review(self, part: Part = Part.LOG) -> None:
        """Show the review of all tables, or of the opened one, to a person who may read it."""
        self._review.open(self._views.open_table, part)

    def act(self, act: WallAct) -> None:
        """Do an act with the chosen alarm or table, or show why it can't be done."""
        self._wall.touched()
        self.show_keys()
        item = self.item
        if item is not None:
            self._views.list.keep_chosen()
        silences = act is WallAct.QUIET and item is not None  # A silent alarm gets a note instead.
        if not silences and not self._keys.acts[act].isEnabled():
            self._say_why_not(act, item)
            return
        match act:
            case WallAct.TAKE:
                self._acts.calls.press(item)
            case WallAct.OPEN:
                if (table := self._views.open_chosen()) is not None:
                    self.open_table(table)
            case WallAct.QUIET if item is not None:
                self._wall.say(lambda words: quiet_text(words, item))
                self._wall.alarms.quiet(item)
            case WallAct.SHELVE if item is not None:
                self._acts.end(item)

    def _say_why_not(self, act: WallAct, item: AlarmLine | None) -> None:
        alarms, over = self._wall.alarms, self._views.list.is_over

        def why(words: Words) -> str:
            now = None if item is None else alarms.present(item)
            of = alarms.call_of(now) if act is WallAct.TAKE else now
            ended = over or (item is not None and now is None)
            return refused_text(words, act, of, over=ended, deaf_since=alarms.deaf_since)

        if why(self._wall.words()):
            self._wall.say(why, stays=True)

    def _take(self) -> None:
        self._acts.calls.press(self.item)

    def _press_row_key(self) -> None:
        """The key at the end of a row: take, give back, or take up again."""
        item = self.item
        if self._views.view is WallView.SHELVED and item is not None:
            self._acts.end(item)
        else:
            self._acts.calls.press(item)
