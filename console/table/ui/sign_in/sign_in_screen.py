"""The sign-in: id and PIN by touch, by a keyboard or by a badge reader that types.

It knows the purpose, and shows the result of a try. It keeps a PIN no longer than the try and never shows
one; its people check the PIN, and the window decides the effect.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from math import ceil
from secrets import token_bytes
from threading import Lock
from typing import Final

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.protocol.permissions import PERMISSIONS
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role, Trade
from console.table.people.answers import Answer, Known, Locked, People, PracticePerson, Unknown, Wrong
from console.table.people.dealing_rights import Barred
from console.table.ui.dealer.prompt import announce
from console.table.ui.hands.deferred_call import call_later
from console.table.ui.hands.guard import ENTERS
from console.table.ui.hands.key_places import digit_of, is_unclear, sign_of
from console.table.ui.hands.shield import shield
from console.table.ui.kit.keys import ENTER, ERASE, KeyCard, Keys, key_names, show_keys
from console.table.ui.kit.work import Work
from console.table.ui.sign_in.credentials import Field, TypedCredentials
from console.table.ui.sign_in.form import FormState, SignInForm, strip
from console.table.ui.sign_in.notes import note
from console.table.ui.sign_in.purpose import Purpose


class PendingTry:
    """A try between its Enter and its answer, which a thread finds."""

    def __init__(self, purpose: Purpose, late: Callable[[Answer, Purpose], object]) -> None:
        """``late`` is called with an answer for which nobody waits any more, in the thread that found it or
        in the one that leaves the try, whichever comes second.
        """
        self._purpose, self._late = purpose, late
        self._lock, self._answer, self._left = Lock(), list[Answer](), False

    def check(self, question: Callable[[], Answer]) -> Answer:
        """The answer to a question, found in the present thread."""
        came = question()
        with self._lock:
            self._answer.append(came)
            left = self._left
        if left:
            self._late(came, self._purpose)
        return came

    def leave(self) -> None:
        """Nobody waits for the answer any more."""
        with self._lock:
            self._left = True
            answer = tuple(self._answer)
        for came in answer:
            self._late(came, self._purpose)


class _PurposeRow(msgspec.Struct, frozen=True):
    """A purpose's demands: its phrase, the roles that may sign in for it, and how."""

    title: str
    """The key of the phrase above the form."""
    roles: tuple[Role | Trade, ...]
    needed: str = "dealer"
    """The last part of the key of the phrase that says whose PIN is needed."""
    by_pin: bool = False
    """Whether the PIN is entered, since it is a decision or a signature; a badge only identifies a person."""


_PURPOSES: Final = {
    Purpose.DEALER: _PurposeRow("sign_in.title", (Role.DEALER,)),
    Purpose.RELIEF: _PurposeRow("sign_in.relief", (Role.DEALER,)),
    Purpose.BESIDE: _PurposeRow("sign_in.beside", (Role.DEALER,)),
    Purpose.PIT_BOSS: _PurposeRow("sign_in.step_up", (Role.PIT_BOSS,), "pit_boss", by_pin=True),
    Purpose.UNLOCK: _PurposeRow("sign_in.unlock", PERMISSIONS["unlock"].roles),
    Purpose.REVIEW: _PurposeRow("sign_in.supervisor", PERMISSIONS["review"].roles, "supervisor"),
    Purpose.SIGNATURE: _PurposeRow(
        "sign_in.signature", PERMISSIONS["handover"].roles, "supervisor", by_pin=True
    ),
    Purpose.AUTHORISE: _PurposeRow(
        "sign_in.authorise", PERMISSIONS["amend.authorise"].roles, "supervisor", by_pin=True
    ),
    Purpose.RELEASE: _PurposeRow(
        "card_sets.released", PERMISSIONS["seal"].roles, "supervisor_alone", by_pin=True
    ),
    Purpose.SEAL: _PurposeRow("sign_in.seal", PERMISSIONS["seal"].roles, "supervisor_alone", by_pin=True),
    Purpose.DUTY: _PurposeRow("sign_in.duty", PERMISSIONS["seal"].roles, "supervisor_alone", by_pin=True),
    Purpose.GO_ON: _PurposeRow("sign_in.go_on", PERMISSIONS["go_on"].roles, "supervisor_alone", by_pin=True),
    Purpose.BEGIN_AGAIN: _PurposeRow(
        "sign_in.begin_again", PERMISSIONS["go_on"].roles, "supervisor_alone", by_pin=True
    ),
    Purpose.PEOPLE: _PurposeRow(
        "sign_in.people", PERMISSIONS["people"].roles, "supervisor_alone", by_pin=True
    ),
    Purpose.COMMISSION: _PurposeRow(
        "sign_in.commission", PERMISSIONS["commission"].roles, "supervisor_alone", by_pin=True
    ),
    Purpose.TECHNICIAN: _PurposeRow(
        "sign_in.technician", PERMISSIONS["commission.tested"].people, "technician", by_pin=True
    ),
    Purpose.CERTIFY: _PurposeRow(
        "sign_in.certify", PERMISSIONS["commission"].roles, "supervisor_alone", by_pin=True
    ),
    Purpose.SETTLE: _PurposeRow("sign_in.settle", PERMISSIONS["seal"].roles, "supervisor_alone", by_pin=True),
    Purpose.COUNT: _PurposeRow("sign_in.count", (Role.PIT_BOSS, Role.SUPERVISOR), "supervisor", by_pin=True),
    Purpose.REHEARSAL: _PurposeRow("sign_in.rehearsal", (Role.DEALER, Role.PIT_BOSS, Role.SUPERVISOR)),
    Purpose.PARTNER: _PurposeRow("sign_in.partner", (Role.DEALER, Role.PIT_BOSS)),
    Purpose.BADGE: _PurposeRow("sign_in.badge_read", (Role.DEALER, Role.PIT_BOSS, Role.SUPERVISOR)),
}


_MARK: Final = token_bytes(32)


class SignInScreen(SignInForm):
    """The sign-in over a table: over all of it, or as a strip that leaves table and prompt visible."""

    verified = Signal(object)
    """The :class:`Person` whose PIN or badge it was; they have a role that was asked for."""
    refused = Signal(object)
    """A failed sign-in: the person's id, or None if nobody has the id or badge."""
    barred = Signal(object)
    """The :class:`Barred` person whose PIN or badge was right and who may not deal here."""
    beside_needed = Signal(object)
    """The :class:`Barred` trainee whose PIN or badge was right: the dealer beside has to sign in too."""
    answered_late = Signal(object, object)
    """An answer for which nobody waits any more, and the purpose of its try."""
    recognised = Signal(object)
    """The :class:`Person` whose badge was read while nobody was asked; this signs nobody in."""
    way = "pin"
    """By what the last person signed in: ``pin`` or ``badge``."""
    cancelled = Signal()
    taken = Signal(float)
    """The height of the screen's foot that the sign-in takes now, in units."""
    language_chosen = Signal(str)
    """A person chose this language on the screen, which uses it already."""

    def __init__(
        self,
        people: People,
        words: Words,
        parent: QWidget | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        badge_suffices: bool = False,
        admit: Callable[[Answer, Purpose], Answer] = lambda answer, _: answer,
    ) -> None:
        """``badge_suffices``: whether a badge without a PIN is accepted if a decision needs a PIN.
        ``admit`` gives the answer for somebody who is known and may not deal here; it is called in the
        thread that found the answer.
        """
        super().__init__(people.practice_people, words, parent)
        self._people, self._now, self._badge_suffices = people, now, badge_suffices
        self.opens_menu: Callable[[], object] | None = None
        """Opens the menu whose key is in view beside the sign-in; None without one."""
        self._admit = admit
        self.purpose = Purpose.DEALER
        self._overlay = False
        self._named_by: Callable[[Words], tuple[str, str]] | None = None
        self._entry = TypedCredentials()
        self.pin_mark = b""
        """A mark of the last PIN that was tried: the same for the same PIN, until the console ends."""
        self._meanwhile: list[str] = []
        """The keys that are typed while a try is being checked."""
        self._expected: Person | None = None
        """The person whose name stands here before anything is typed."""
        self._again: Person | None = None
        """The person whose badge suffices without a PIN: the PIN was right before, for the same incident."""
        self._answer: Answer | Exception | None = None
        self._is_unclear = False
        """Whether the last key typed a sign that is no id's and no PIN's."""
        self._card: KeyCard | None = None
        """The keys that F1 shows: over the whole table, if this is a strip."""
        self._wait_until = 0.0
        self._verifying = Work(self, self._take)
        self._pending: PendingTry | None = None
        """The try that is being checked."""
        self._counting = QTimer(self, interval=200)
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.set_words(words)
        self.hide()

    def _connect(self) -> None:
        self.typed.connect(self.type)
        self.field_pressed.connect(self._go_to)
        self.given_chosen.connect(self._choose)
        self.language_pressed.connect(self._speak)
        self.back_pressed.connect(self.cancel)
        self.answered_late.connect(self._emit_refused)
        self._counting.timeout.connect(self.count_down)

    # --- what the window says ----------------------------------------------------------------

    def ask(
        self,
        purpose: Purpose,
        *,
        overlay: bool = False,
        person: Person | None = None,
        again: bool = False,
        named: Callable[[Words], tuple[str, str]] | None = None,
    ) -> None:
        """Ask a person to sign in; ``overlay`` leaves the table visible, ``person`` is expected.

        ``again``: for the same incident as before, so that the person's badge suffices. ``named`` gives a
        title that names more than the purpose does, and the line beneath it.
        """
        self._stop_checking()
        self._meanwhile.clear()
        self._expected, self._again = person, person if again else None
        self.purpose, self._overlay, self._named_by = purpose, overlay, named
        self._answer = None
        self._entry = TypedCredentials(person.id, field=Field.PIN) if person else TypedCredentials()
        self._show()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.state.title, at_once=False)

    def set_words(self, words: Words) -> None:
        """Show all of it in another language; what has been typed stays."""
        self.show_words(words)
        self._show()

    def cancel(self) -> None:
        """Go back to the table as it was; a locked one stays locked."""
        if self.purpose is not Purpose.UNLOCK:
            self.hide()
            self.cancelled.emit()

    def setVisible(self, visible: bool) -> None:
        """Delete the typed credentials when the form closes."""
        if not visible:
            if self._card is not None:
                self._card.hide()
            if self.isVisible():
                shield(self, self.mask().boundingRect().translated(self.pos()))
            self._meanwhile.clear()
            self._stop_checking()
            self._counting.stop()
            self._entry = TypedCredentials()
        super().setVisible(visible)
        overlays = visible and self._overlay
        self.taken.emit(strip(self.high, framed=self.framed) if overlays else 0.0)

    # --- what is typed -----------------------------------------------------------------------

    @property
    def is_verifying(self) -> bool:
        return self._verifying.busy

    def type(self, letter: str) -> None:
        """A key, from the pad or from a keyboard; one typed while a try is checked waits for the result, and
        behind those that wait already.
        """
        if self.is_verifying or self._meanwhile:
            self._meanwhile.append(letter)
            return
        if self._is_of_before and letter.isalpha():
            # Somebody types an id although a name is there already, or somebody else has come.
            self._entry = TypedCredentials()
        if letter == ENTER:
            self._enter()
        else:
            self._change(self._entry.without_last_key() if letter == ERASE else self._entry.with_key(letter))

    def read_badge(self, number: str) -> None:
        """A badge was held to the reader; earlier typing does not matter."""
        if self.is_verifying:
            return
        self._meanwhile.clear()
        self._entry = TypedCredentials(number)
        self._enter()

    @property
    def _is_of_before(self) -> bool:
        """Whether the name that stands here is the one that was expected, with no PIN yet."""
        before = self._expected
        return before is not None and self._entry == TypedCredentials(before.id, field=Field.PIN)

    def _sign_of(self, event: QKeyEvent) -> str:
        """The sign that a key can mean in this field: for a PIN a digit alone, or an id's first letter."""
        if self._entry.field is not Field.PIN:
            return sign_of(event) or digit_of(event)
        return digit_of(event) or (sign_of(event) if self._is_of_before else "")

    def _enter(self) -> None:
        typed, people = self._entry, self._people
        match typed.submission():
            case "pin":
                self.pin_mark = blake2b(typed.pin.encode(), key=_MARK).digest()
                self._verifying.begin(self._verify(lambda: people.verify(typed.id, typed.pin)))
                self._change(typed.at(Field.PIN))
            case "badge":
                self._verifying.begin(self._verify(lambda: people.verify_badge(typed.id)))
                self._change(TypedCredentials())
            case None:
                self._change(typed.on_enter())

    def _choose(self, id: str) -> None:
        self._change(TypedCredentials(id, field=Field.PIN))
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_to(self, field: Field) -> None:
        if not self.is_verifying and (field is Field.ID or self._entry.id):
            self._change(self._entry.at(field))

    def _change(self, entry: TypedCredentials) -> None:
        if entry.id != self._entry.id:
            self._answer = None
        self._is_unclear = False
        self._entry = entry
        self._show()

    def _speak(self, language: str) -> None:
        self.set_words(Words(language))
        self.language_chosen.emit(language)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters, digits, Backspace, Enter; Esc goes back, F1 shows the keys, F9 languages, F10 the menu. A
        key that is held down types once; only Backspace repeats.
        """
        if event.isAutoRepeat() and event.key() != Qt.Key.Key_Backspace:
            return
        match event.key():
            case key if key in ENTERS:
                self.type(ENTER)
            case Qt.Key.Key_Backspace:
                self.type(ERASE)
            case Qt.Key.Key_Escape:
                self.cancel()
            case Qt.Key.Key_F1:
                self._card = show_keys(self.parentWidget() or self, self.key_rows(self._words), self._words)
            case Qt.Key.Key_F9:
                self._speak(self._words.next_language)
            case Qt.Key.Key_F10 if self._menu is not None:
                self._menu()
            case _ if letter := self._sign_of(event):
                self.type(letter)
            case _ if is_unclear(event):
                self._is_unclear = True
                self._show()
                announce(self, self.state.note.text, at_once=True)
            case _:
                event.ignore()

    def key_rows(self, words: Words) -> Keys:
        text = words.text
        rows = (
            ("A – Z  0 – 9", text("keys.id_and_pin")),
            (key_names(words, "erase"), text("keys.erase")),
            ("Tab", text("keys.fields")),
            ("Enter", text("button.sign_in")),
            ("Esc", text("button.back")),
            ("F9", text("keys.language")),
            ("F10", text("menu.open")),
        )
        without = {"Esc": not self.state.back, "F10": self._menu is None}
        return tuple(row for row in rows if not without.get(row[0], False))

    @property
    def _menu(self) -> Callable[[], object] | None:
        """Opens the menu; None at a locked table, which has none."""
        return None if self.purpose is Purpose.UNLOCK else self.opens_menu

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Tab goes from the id to the PIN, and back; only then to the other keys."""
        # Qt finds no focus in a window that no window manager has activated, and its keys come here still.
        here, entry = self.window().focusWidget() is self, self._entry
        leads_on = entry.field is Field.ID and bool(entry.id) and onward
        if here and (leads_on or (entry.field is Field.PIN and not onward)):
            self._go_to(Field.PIN if leads_on else Field.ID)
            return True
        return super().focusNextPrevChild(onward)

    # --- what came of it ---------------------------------------------------------------------

    async def _verify(self, question: Callable[[], Answer]) -> None:
        pending = self._pending = PendingTry(self.purpose, self._answer_late)
        self._show()
        admit, purpose = self._admit, self.purpose
        asked = partial(pending.check, lambda: admit(question(), purpose))
        came = await self._verifying.of(lambda _: asked())  # a PIN's hash takes 80 ms
        self._take(came)

    def _answer_late(self, came: Answer, purpose: Purpose) -> None:
        """Tell the window's thread of an answer, from any thread."""
        with suppress(RuntimeError):  # the screen may be gone by now
            self.answered_late.emit(came, purpose)

    def _stop_checking(self) -> None:
        """Stop waiting for the answer to the present try; a failure is still shown."""
        self._verifying.stop()
        if self._pending is not None:
            self._pending.leave()
            self._pending = None

    def _take(self, came: Answer | Exception) -> None:
        self._pending = None
        self._counting.stop()  # the wait of another person before would remove this answer
        match came:
            case Known(person) if self.purpose is Purpose.BADGE:
                self._meanwhile.clear()
                self.recognised.emit(person)
                return
            case Known(person) if person.role in _PURPOSES[self.purpose].roles:
                self._welcome(person)
                return
            case Wrong(_, wait) | Unknown(wait):
                self._wait(wait)
            case Barred() | Known():
                self._entry = TypedCredentials()  # the right PIN: only somebody else can sign in now
        if isinstance(came, Barred) and came.may_beside and self.purpose is not Purpose.BESIDE:
            self.beside_needed.emit(came)  # the sign-in of the dealer opens, with the reason under its fields
        else:
            self._emit_refused(came, self.purpose)
        self._answer = came
        self._show()
        announce(self, self.state.note.text, at_once=True)
        call_later(self, self._type_on)

    def _emit_refused(self, came: Answer | Exception, purpose: Purpose) -> None:
        """Show a failed try, even if the person went back before its answer came."""
        match came:
            case Known(person) if (
                purpose is not Purpose.BADGE and person.role not in _PURPOSES[purpose].roles
            ):
                self.refused.emit(person.id)
            case Wrong(id) | Locked(id):
                self.refused.emit(id)
            case Unknown():
                self.refused.emit(None)
            case Barred():
                self.barred.emit(came)

    def _type_on(self) -> None:
        """Type the keys that came while the try was being checked: they begin the next try."""
        waiting, self._meanwhile = self._meanwhile, []
        for letter in waiting:
            self.type(letter)

    def _welcome(self, person: Person) -> None:
        """Sign the person in; a decision needs the PIN, unless the table's file says that badges suffice."""
        decides = _PURPOSES[self.purpose].by_pin or person.role is Role.PIT_BOSS
        suffices = self._badge_suffices or (self._again is not None and person.id == self._again.id)
        if decides and not self._entry.id and not suffices:
            self._change(TypedCredentials(person.id, field=Field.PIN))
            call_later(self, self._type_on)
            return
        self.way = "pin" if self._entry.id else "badge"
        self._answer = None
        self._meanwhile.clear()
        self._change(TypedCredentials())
        self.verified.emit(person)

    def _wait(self, seconds: int) -> None:
        self._wait_until = self._now() + seconds
        if seconds:
            self._counting.start()

    def count_down(self) -> None:
        """Count down a delay after failed tries; remove the note when it is over."""
        if self._wait_left() == 0:
            self._counting.stop()
            self._answer = None
        self._show()

    def _wait_left(self) -> int:
        """The whole seconds that are still to wait, rounded up."""
        return max(0, ceil(self._wait_until - self._now()))

    # --- how it is now -----------------------------------------------------------------------

    def _show(self) -> None:
        entry = self._entry
        row, practice = _PURPOSES[self.purpose], self._people.practice_people
        asked = tuple(one for one in practice if one.person.role in row.roles)
        amber = self.purpose is Purpose.PIT_BOSS
        named = self._named_by
        title, subtitle = (self._words.text(row.title), "") if named is None else named(self._words)
        if named is None and self._again is not None and entry.id == self._again.id:
            title = self._words.text("button.pit_boss_again", name=self._again.name)
        self.show_seen(
            FormState(
                title=title,
                subtitle=subtitle,
                id=entry.id,
                digits=len(entry.pin),
                field=entry.field,
                note=note(
                    self._words,
                    self._answer,
                    wait=self._wait_left(),
                    badge=not entry.id,
                    needed=row.needed,
                    person=self._given(asked) if entry.field is Field.PIN else None,
                    waits=not practice,
                    unclear=self._is_unclear,
                    checking=self._pending is not None,
                ),
                amber=amber,
                back=self.purpose is not Purpose.UNLOCK,
                overlay=self._overlay,
                asked=asked,
            )
        )

    def _given(self, people: tuple[PracticePerson, ...]) -> PracticePerson | None:
        """The person to practise as whose id has been typed."""
        return next((one for one in people if one.person.id == self._entry.id), None)
