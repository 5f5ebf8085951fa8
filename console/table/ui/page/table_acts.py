"""Acts on the table from a page over it: to sign, to correct and to seal, each with a PIN.

A call runs in the table's own thread, and the window's thread awaits its result; to stop waiting does not
undo the call. A copy of a journal allows no act.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Literal, TypeVar

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from console.base.errors import WordedError
from console.base.words import Words
from console.table.core.play.corrections import AmendmentRequest
from console.table.core.protocol import lines
from console.table.core.running.session import Session
from console.table.core.showing.screen_values import Person
from console.table.core.state.events import SetEnd
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.notifications import Notification
from console.table.core.state.on_duty import Duty
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Role
from console.table.core.state.views import View
from console.table.people.answers import People
from console.table.ui.sign_in.sign_in_screen import SignInScreen
from console.table.ui.window.bridge import TableLine

_ENCODER: Final = msgspec.json.Encoder()

Side = Literal["outgoing", "incoming"]
T = TypeVar("T")


class ActNotRecorded(WordedError[object]):
    """The table's journal can't be written now: nothing was done."""

    def __init__(self) -> None:
        super().__init__(f"refusal.{Refusal.NOT_RECORDED}")


class TableActs(QObject):
    """The acts that a page may do on the table beneath it."""

    def __init__(
        self,
        line: TableLine,
        people: People,
        parent: QObject | None = None,
        seal: Callable[[str], Exception | None] | None = None,
        *,
        badge_suffices: bool = False,
        keeps_duty: bool = False,
    ) -> None:
        """``seal`` seals the journal for a person's id, in the table's thread; None if it cannot be sealed.

        ``badge_suffices``: whether a badge without a PIN signs, authorises and seals here. ``keeps_duty``:
        whether supervisors say here that they are on duty, since no wall does it for this table.
        """
        super().__init__(parent)
        self.keeps_duty = keeps_duty
        self._line, self.people, self.badge_suffices = line, people, badge_suffices
        self._seal = seal

    def asking(self, words: Words, over: QWidget) -> SignInScreen:
        """The sign-in over a page; a failed try is recorded, as it is at the table's own sign-in."""
        screen = SignInScreen(self.people, words, over, badge_suffices=self.badge_suffices)
        screen.refused.connect(self._failed)
        return screen

    def _failed(self, who: str | None) -> None:
        self._line.note(NoteKind.SIGN_IN_FAILED, who=who)

    def come(self, person: Person) -> None:
        """Sign in at the table a person who came for the review."""
        self._line.send_line(lines.SignIn(person.id, Role(person.role)))

    def leave(self, who: str) -> None:
        """Sign out a person whose review has ended."""
        self._line.sign_out(who)

    async def _ask(self, act: Callable[[Session], tuple[T, View]]) -> T:
        """The result of a call in the table's thread; if it fails there, the table has the error, and the
        coroutine that waits is cancelled. Raises ActNotRecorded if the table did not make the call.
        """
        came = Future[T]()

        def asked(session: Session) -> View:
            try:
                answer, view = act(session)
            except BaseException:
                came.cancel()
                raise
            came.set_result(answer)
            return view

        self._line.ask(asked, lambda: came.set_exception(ActNotRecorded()))
        return await asyncio.shield(asyncio.wrap_future(came))

    async def sign(self, person: Person, shift: str, side: Side, remarks: str) -> str | None:
        """Sign the handover for one side; returns why it was refused. Raises ActNotRecorded. A person who is
        not signed in at the table is signed in for it, and out again.
        """

        def act(session: Session) -> tuple[str | None, View]:
            if session.table.role_of(person.id) is not None:
                view = session.sign_handover(person.id, shift, side, remarks)
                return view.refused, view
            session.take(_ENCODER.encode(lines.SignIn(person.id, Role(person.role))))
            refused = session.sign_handover(person.id, shift, side, remarks).refused
            return refused, session.take(_ENCODER.encode(lines.SignOut(person.id)), by_clock=True)

        return _recorded(await self._ask(act))

    @property
    def can_seal(self) -> bool:
        return self._seal is not None

    async def seal(self, who: str) -> Exception | None:
        """Seal the journal up to now, between two lines of the table; returns why it could not be sealed."""
        seal = self._seal
        assert seal is not None, "it is offered only where it can be"
        return await self._ask(lambda session: (seal(who), session.view()))

    def note(self, kind: NoteKind, text: str) -> None:
        self._line.note(kind, text=text)

    async def note_entry(self, kind: NoteKind, text: str | None = None) -> int:
        """The number of the entry by which the journal notes what the console did. Raises ActNotRecorded."""

        def note(session: Session) -> tuple[View, View]:
            view = session.note(kind, text=text)
            return view, view

        noted = await self._ask(note)
        _recorded(noted.refused)
        return noted.entry

    async def enter(self, act: Callable[[Session], View]) -> str | None:
        """Enter something in the journal by the table's session; returns why it was refused."""

        def entered(session: Session) -> tuple[str | None, View]:
            view = act(session)
            return view.refused, view

        return await self._ask(entered)

    async def amend(self, amended: AmendmentRequest) -> str | None:
        """Record a correction after the fact; returns why it was refused. Raises ActNotRecorded."""
        return _recorded(await self.enter(lambda session: session.correct_entry(amended)))

    async def tick(self, ticked: Notification, by: Person) -> str | None:
        """Record that an office was informed; returns why it was refused. Raises ActNotRecorded."""
        return _recorded(await self.enter(lambda session: session.tick_notification(ticked, by.id)))

    async def answer_contradiction(self, id: str, by: Person, reason: str) -> str | None:
        """Record the answer to a contradiction; returns why it was refused. Raises ActNotRecorded."""
        return _recorded(await self.enter(lambda session: session.answer_contradiction(id, by.id, reason)))

    async def change_duty(self, by: Person) -> Duty | None:
        """Record that a supervisor takes or ends the duty; returns who is on duty. Raises ActNotRecorded."""

        def change(session: Session) -> tuple[tuple[str | None, Duty | None], View]:
            present = session.table.console.on_duty
            view = session.set_on_duty("" if present is not None and present.who == by.id else by.id)
            return (view.refused, session.table.console.on_duty), view

        refused, duty = await self._ask(change)
        _recorded(refused)
        return duty

    async def sign_set(self, number: str, what: SetEnd, by: Person, authorised_by: Person) -> str | None:
        """Record what becomes of a card set; returns why it was refused. Raises ActNotRecorded."""
        return _recorded(
            await self.enter(lambda session: session.sign_card_set(number, what, by.id, authorised_by.id))
        )


def _recorded(refused: str | None) -> str | None:
    """Why an act was refused, if a person can do something about it. Raises ActNotRecorded."""
    if refused == Refusal.NOT_RECORDED:
        raise ActNotRecorded
    return refused
