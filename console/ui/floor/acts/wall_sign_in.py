"""The person who is signed in at the wall, and the sign-in for an act.

A sign-in ends a quarter of an hour after the last press. A person who signed in for an alarm is asked by name
for the same one again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from console.floor.alarms.items import AlarmLine
from console.floor.wall import Boss
from console.people.answers import People
from console.table.showing.screen_values import Person
from console.table.state.roles import Role, Trade
from console.ui.hands.guard import PressGuard
from console.ui.kit.keys import KeyCard
from console.ui.sign_in.badge_reader import BadgeReader
from console.ui.sign_in.purpose import Purpose
from console.ui.sign_in.sign_in_screen import SignInScreen
from console.words import Words

_STAYS: Final = 15 * 60_000
"""Milliseconds after the last press at which the person is signed out."""


class WallPurpose(NamedTuple):
    """The purpose of a sign-in, and the roles that may do its act at the wall."""

    purpose: Purpose
    roles: tuple[Role, ...]


TAKES: Final = WallPurpose(Purpose.PIT_BOSS, (Role.PIT_BOSS,))
REVIEWS: Final = WallPurpose(Purpose.REVIEW, (Role.PIT_BOSS, Role.SUPERVISOR))
_BY_BADGE: Final[dict[Role | Trade, WallPurpose]] = {Role.PIT_BOSS: TAKES, Role.SUPERVISOR: REVIEWS}
"""The purpose of a badge that is read while nobody was asked, by role; other roles have none."""
COUNTS: Final = WallPurpose(Purpose.PIT_BOSS, (Role.PIT_BOSS, Role.SUPERVISOR))
SETTLES: Final = WallPurpose(Purpose.SETTLE, (Role.SUPERVISOR,))


class WallSignIn(QObject):
    """The sign-in over the wall, its badge reader, and the person who is signed in."""

    signed_in = Signal(object)
    """The :class:`~console.table.showing.screen_values.Person` who is here now."""
    signed_out = Signal()
    left = Signal()
    """The sign-in was left without a sign-in."""
    badge_read = Signal()
    """A badge was held to the reader while nobody was asked."""
    refused = Signal(str)
    """A badge's person has no act here; the phrase key of the refusal."""
    barred = Signal()
    """Somebody was to sign in, and nobody can at this window."""

    def __init__(
        self,
        people: People,
        words: Words,
        window: QWidget,
        *,
        now: Callable[[], float],
        somebody_can: Callable[[], bool],
    ) -> None:
        """``now`` gives the window's seconds; ``somebody_can`` looks whether anybody can sign in."""
        super().__init__(window)
        self.person: Person | None = None
        self._window, self._somebody_can = window, somebody_can
        self._pending: Callable[[Person], None] | None = None
        self._for: str | None = None
        """The item for which somebody is asked to sign in, by its key."""
        self._signed_for: tuple[str, Person] | None = None
        """The item of the last sign-in, and its person."""
        self.screen = SignInScreen(people, words, window, now=now)
        self.screen.over_frame = False
        self.guard = PressGuard(now)
        """Refuses a press on the wall's question that came before the question was seen."""
        self.badges = BadgeReader(window, self.guard, self._asked_by_badge)
        self.leaves = QTimer(self, singleShot=True, interval=_STAYS)
        self.leaves.timeout.connect(self.sign_out)
        self.screen.verified.connect(self._sign_in)
        self.screen.cancelled.connect(self._forget_request)
        self.screen.recognised.connect(self._ask_pin_of)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "a window is made by an application"
        application.focusChanged.connect(self._keep_focus)

    @property
    def who(self) -> str | None:
        """The id of the person who is signed in."""
        return self.person.id if self.person is not None else None

    def do(self, purpose: WallPurpose, then: Callable[[Person], None], item: AlarmLine | None = None) -> None:
        """Do an act in a person's name: the signed-in person's, if that person may do it, else of a person
        who signs in for it.

        A person who signed in for the same ``item`` before is asked by name, and needs only the PIN or the
        badge.
        """
        if self.person is not None and self.person.role in purpose.roles:
            then(self.person)
            return
        if not self._somebody_can():
            self.barred.emit()
            return
        before = self._signed_for
        again = before is not None and item is not None and before[0] == item.key
        self._ask(purpose, before[1] if before is not None and again else None, again=again)
        self._pending, self._for = then, item.key if item is not None else None

    def ask(self) -> None:
        """Ask a pit boss to sign in, without an act."""
        self.do(TAKES, lambda person: None)

    def has_taken(self, item: AlarmLine | None) -> bool:
        """Whether the signed-in person took this item's call; with nobody signed in, whether the person who
        signed in for it before did.
        """
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

    def _ask(self, purpose: WallPurpose, person: Person | None = None, *, again: bool = False) -> None:
        self._pending = self._for = None
        self.screen.setGeometry(self._window.rect())
        self.screen.ask(purpose.purpose, person=person, again=again)

    def _keep_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Give the focus back to an open sign-in after any change of the wall beneath it."""
        screen = self.screen
        if now is None or not screen.isVisible() or now.window() is not self._window:
            return
        if now is not screen and not screen.isAncestorOf(now) and not isinstance(now, KeyCard):
            screen.setFocus(Qt.FocusReason.OtherFocusReason)

    def _asked_by_badge(self) -> SignInScreen:
        """Open the sign-in for a badge that was read while nobody was asked, and return it."""
        if not self.screen.isVisible():
            self.badge_read.emit()
            self._pending = self._for = None
            self.screen.setGeometry(self._window.rect())
            self.screen.ask(Purpose.BADGE)
        return self.screen

    def _ask_pin_of(self, person: Person) -> None:
        """A badge was read while nobody was asked: ask for what this person may do here, by the PIN."""
        asked = _BY_BADGE.get(person.role)
        if self.who == person.id:
            self.stay()
            self.screen.cancel()  # who is here is here
        elif asked is None:
            self.screen.cancel()
            self.refused.emit("sign_in.needs.pit_boss")
        else:
            self._ask(asked, person)

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
    """A person in the form for the floor's desk."""
    return Boss(person.id, person.name, person.role.value)
