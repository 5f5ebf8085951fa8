"""What is done to the table from its review: signatures and corrections, each by somebody's PIN.

Asked in the table's own thread; what came of it comes back in the window's. Of a copy there is none of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.people.answers import People
from console.table import lines
from console.table.amending import Amendment
from console.table.session import Session
from console.table.views import Person, View
from console.ui.bridge import Bridge
from console.ui.sign_in import SignInScreen
from console.words import Words

_ENCODER: Final = msgspec.json.Encoder()

Side = Literal["outgoing", "incoming"]


class TableActs(QObject):
    """The table whose journal is reviewed, as far as the review may act on it."""

    answered = Signal(object)
    """Why the last act was not taken; None where it was."""

    sealed = Signal(object)
    """Why the journal could not be sealed; None where it was."""

    def __init__(
        self,
        bridge: Bridge,
        people: People,
        parent: QObject | None = None,
        seal: Callable[[str], Exception | None] | None = None,
        *,
        badge_suffices: bool = False,
    ) -> None:
        """``seal`` seals the journal for a person's id, in the table's thread; None where nobody can.

        ``badge_suffices``: whether a badge alone signs, authorises and seals here.
        """
        super().__init__(parent)
        self._bridge, self.people, self.badge_suffices = bridge, people, badge_suffices
        self._seal = seal

    def asking(self, words: Words, over: QWidget) -> SignInScreen:
        """A sign-in over a screen of the review; who fails at it is recorded as at the table's own."""
        screen = SignInScreen(self.people, words, over, badge_suffices=self.badge_suffices)
        screen.refused.connect(self._failed)
        return screen

    def _failed(self, who: str | None) -> None:
        if self._bridge.station is not None:  # a table that is not at work records nothing
            self._bridge.note("sign_in_failed", who=who)

    def come(self, person: Person) -> None:
        """Have somebody signed in at the table who came for the review."""
        self._bridge.say(lines.SignIn(person.id, person.role))

    def leave(self, who: str) -> None:
        """Have somebody signed out."""
        self._bridge.say(lines.SignOut(who))

    def _ask(self, act: Callable[[Session], View]) -> None:
        def asked(session: Session) -> View:
            refused = act(session).refused
            self.answered.emit(refused)
            return session.view(refused)

        self._bridge.ask(asked)

    def sign(self, person: Person, shift: str, side: Side, remarks: str) -> None:
        """Sign the handover for a side; who is not at the table is signed in for it, and out again."""

        def act(session: Session) -> View:
            known = session.table.role_of(person.id) is not None
            if not known:
                session.take(_ENCODER.encode(lines.SignIn(person.id, person.role)))
            view = session.sign_handover(person.id, shift, side, remarks)
            if not known:
                session.take(_ENCODER.encode(lines.SignOut(person.id)))
            return view

        self._ask(act)

    @property
    def can_seal(self) -> bool:
        """Whether the table's journal is one that is sealed."""
        return self._seal is not None

    def seal(self, who: str) -> None:
        """Seal the journal up to now, between two lines of the table."""
        seal = self._seal
        assert seal is not None, "it is offered only where it can be"

        def asked(session: Session) -> View:
            self.sealed.emit(seal(who))
            return session.view()

        self._bridge.ask(asked)

    def amend(self, amended: Amendment) -> None:
        """Record a correction after the fact."""
        self._ask(lambda session: session.correct_entry(amended))
