"""What is done to the table from its review: signatures and corrections, each by somebody's PIN.

Asked in the table's own thread, and awaited in the window's: who waits no more takes nothing back of it. Of a
copy there is none of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Literal, TypeVar

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from console.people.answers import People
from console.table.play.corrections import Amendment
from console.table.protocol import lines
from console.table.running.session import Session
from console.table.showing.screen_values import Person
from console.table.state.views import View
from console.ui.sign_in.sign_in_screen import SignInScreen
from console.ui.window.bridge import TableLine
from console.words import Words

_ENCODER: Final = msgspec.json.Encoder()

Side = Literal["outgoing", "incoming"]
T = TypeVar("T")


class TableActs(QObject):
    """The table whose journal is reviewed, as far as the review may act on it."""

    def __init__(
        self,
        line: TableLine,
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
        self._line, self.people, self.badge_suffices = line, people, badge_suffices
        self._seal = seal

    def asking(self, words: Words, over: QWidget) -> SignInScreen:
        """A sign-in over a screen of the review; who fails at it is recorded as at the table's own."""
        screen = SignInScreen(self.people, words, over, badge_suffices=self.badge_suffices)
        screen.refused.connect(self._failed)
        return screen

    def _failed(self, who: str | None) -> None:
        self._line.note("sign_in_failed", who=who)

    def come(self, person: Person) -> None:
        """Have somebody signed in at the table who came for the review."""
        self._line.say(lines.SignIn(person.id, person.role))

    def leave(self, who: str) -> None:
        """Have somebody signed out."""
        self._line.say(lines.SignOut(who))

    async def _ask(self, act: Callable[[Session], tuple[T, View]]) -> T:
        """What comes of an act in the table's thread; an error of it is the table's, and nothing comes."""
        came = Future[T]()

        def asked(session: Session) -> View:
            try:
                answer, view = act(session)
            except BaseException:
                came.cancel()
                raise
            came.set_result(answer)
            return view

        self._line.ask(asked)
        return await asyncio.shield(asyncio.wrap_future(came))

    async def sign(self, person: Person, shift: str, side: Side, remarks: str) -> str | None:
        """Sign the handover for a side; why it was not taken.

        Who is not at the table is signed in for it, and out again.
        """

        def act(session: Session) -> tuple[str | None, View]:
            known = session.table.role_of(person.id) is not None
            if not known:
                session.take(_ENCODER.encode(lines.SignIn(person.id, person.role)))
            view = session.sign_handover(person.id, shift, side, remarks)
            if not known:
                session.take(_ENCODER.encode(lines.SignOut(person.id)))
            return view.refused, session.view(view.refused)

        return await self._ask(act)

    @property
    def can_seal(self) -> bool:
        """Whether the table's journal is one that is sealed."""
        return self._seal is not None

    async def seal(self, who: str) -> Exception | None:
        """Seal the journal up to now, between two lines of the table; why it could not be."""
        seal = self._seal
        assert seal is not None, "it is offered only where it can be"
        return await self._ask(lambda session: (seal(who), session.view()))

    async def amend(self, amended: Amendment) -> str | None:
        """Record a correction after the fact; why it was not taken."""

        def act(session: Session) -> tuple[str | None, View]:
            refused = session.correct_entry(amended).refused
            return refused, session.view(refused)

        return await self._ask(act)
