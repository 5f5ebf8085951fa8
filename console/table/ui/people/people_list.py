"""Everybody who may sign in, and what a supervisor can do: add, give a new PIN, block, unblock. The list does
not know where the people are stored; a listener records the changes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.words import LOCALES, Words, date_text, foreseen, sort_key, why
from console.table.core.running.clock import Clock
from console.table.core.showing.screen_values import Mode, Person
from console.table.core.state.note_kinds import PeopleChange
from console.table.people.answers import REASON_MOST, ListedPerson, PeopleEditor
from console.table.people.dealing_rights import NO_RIGHTS, DealingRights, entered_rights
from console.table.people.dealing_words import rights_lines
from console.table.ui.dealer.prompt import announce
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS
from console.table.ui.kit.keys import SmallKey
from console.table.ui.kit.panel import ACROSS, DOWN, Label, Panel
from console.table.ui.kit.row_table import Cell, RowTable, TableColumn
from console.table.ui.page.page import Page
from console.table.ui.page.page_desk import AtTable, PageDesk
from console.table.ui.people.person_form import CHOICE_HEIGHT, DAY, NUMBER, GamesAsked, PeopleForm, PersonForm
from console.table.ui.sign_in.badge_reader import TakesBadges
from console.table.ui.signs.sign import Sign
from console.table.words.names import role_name

_KEY: Final = 60.0 + 2 * FOCUS
_LOOKS: Final = 1_000
"""Milliseconds between two looks at the list, which a terminal or another table may have changed."""


class PeopleScreen(Page):
    """The list at the left, the chosen person at the right, the form over it."""

    title_key, primary_key, back_to_key = "people.title", "people.add", "record.table"
    mode = Mode.LIVE
    shows_keys = True
    enter_presses = True

    changed = Signal(str, object, object)
    """The change (``added``, ``reset``, ``disabled``, ``enabled``, ``badge_given``, ``badge_taken``), its
    :class:`Person`, and its author.
    """

    licensed = Signal(object, object, str)
    """A :class:`PeopleChange` with conditions under which somebody may deal, its author, and the change
    (``licensed``, ``added``).
    """
    commission_asked = Signal(object)
    """The supervisor, a :class:`Person`, goes on to the table's commissioning."""

    def __init__(
        self,
        keeps: PeopleEditor,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        rehearsals: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """``rehearsals`` gives the names of those that a licence may ask for."""
        super().__init__(Sign("places.person"), words, clock, parent)
        self._keeps, self._clock = keeps, clock
        self.table = RowTable(
            "people",
            (
                self._column("people.ask.id", 105, lambda each: each.person.id, bold=True),
                self._column("people.ask.name", 190, lambda each: each.person.name),
                self._column("people.ask.role_of", 160, lambda each: role_name(self.words, each.person.role)),
                TableColumn("people.until", 130, self._until, lambda each: str(each.rights.until or "")),
                TableColumn("people.state", 220, self._state, lambda each: each.state),
            ),
            lambda each: each.person.id,
            wide=1,
            names=1,
        )
        self.listed = self.table
        self.table.chose.connect(self._choose)
        self.pin = SmallKey(Sign("review.pencil"))
        self._guard = PressGuard(lambda: clock.monotonic() / 1e9)
        """Refuses a press on a word that another's change has just turned into its opposite."""
        self.block = SmallKey(Sign("states.lock"), guard=self._guard)
        self.licence = SmallKey(Sign("states.tick"))
        self.licence.meant.connect(self.ask_licence)
        self.badge = SmallKey(Sign("places.person"))
        self.badge.meant.connect(self.ask_badge)
        self.commission = SmallKey(Sign("states.tick"))
        self.commission.meant.connect(lambda: self.commission_asked.emit(self.person))
        self._commissions = False
        self.pin.meant.connect(self.ask_pin)
        self.block.meant.connect(self.turn_block)
        self._name = Label(24, theme.T0, bold=True)
        self._facts = [Label(19) for _ in range(3)]
        self._rights = Label(19)
        about = Panel(DOWN, self._name, *self._facts, self._rights, sides=16 - FOCUS + 4, gap=8)
        proofs = Panel(ACROSS, self.pin, self.badge, high=_KEY, gap=0, shares=(1, 1))
        keys = Panel(DOWN, proofs, self.licence, self.block, high=_KEY, gap=0)
        self._card = Panel(DOWN, about, keys, sides=FOCUS, ends=16, gap=16, edge=theme.EDGE)
        side = Panel(DOWN, self._card, Panel(DOWN, self.commission, high=_KEY), None)
        self.body: Panel = Panel(ACROSS, self.table, side, gap=24, shares=(19, 10))
        self.body.setParent(self)
        self.setFocusProxy(self.table)
        self.form = PersonForm(self._add, words, self, reset=self._reset)
        self.form.stored.connect(self._show_stored)
        self.form.made.connect(self.close_form)
        self.form.left.connect(self.close_form)
        self.licence_form = LicenceForm(self._set_rights, words, self, rehearsals=rehearsals)
        self.licence_form.stored.connect(self._show_rights)
        self.licence_form.made.connect(self.close_form)
        self.licence_form.left.connect(self.close_form)
        self.badge_form = PersonsBadgeForm(self._set_badge, words, self)
        self.badge_form.stored.connect(self._show_change)
        self.badge_form.made.connect(self.close_form)
        self.badge_form.left.connect(self.close_form)
        self._forms: tuple[PeopleForm, ...] = (self.form, self.licence_form, self.badge_form)
        for form in self._forms:
            form.language_requested.connect(self.language_requested)
            form.hide()
        self._looking = QTimer(self, interval=_LOOKS)
        self._looking.timeout.connect(self.look)
        self._looking.start()

    # --- what it says -----------------------------------------------------------------------------

    @property
    def beneath(self) -> str:
        count = self.words.count("people.count", len(self.table.of.rows))
        return f"{count}  ·  {self.words.text('people.recorded')}"

    @property
    def selection(self) -> ListedPerson | None:
        return self.table.current

    def _column(
        self, title: str, wide: float, text: Callable[[ListedPerson], str], *, bold: bool = False
    ) -> TableColumn[ListedPerson]:
        """A column of texts; those of a person who can't sign in are quiet."""

        def cell(each: ListedPerson) -> Cell:
            return Cell(text(each), theme.T0 if each.state == "active" else theme.T2, bold=bold)

        return TableColumn(title, wide, cell, lambda each: sort_key(self.words.language, text(each)))

    def _state(self, each: ListedPerson) -> Cell:
        """The person's state: who may not sign in has a lock."""
        text = self.words.text(f"people.state.{each.state}")
        return (
            Cell(text, theme.T2, 17)
            if each.state == "active"
            else Cell(text, theme.AMBER, 17, sign=Sign("states.lock"))
        )

    @property
    def _today(self) -> date:
        """The day by which a licence's end is judged, in the studio's time zone."""
        return self._clock.utc().astimezone().date()

    def _until(self, each: ListedPerson) -> Cell:
        """The last day of the person's licence; amber once it ends soon."""
        soon = each.rights.ends_soon(self._today)
        day = "" if each.rights.until is None else date_text(each.rights.until, self.words.locale)
        return Cell(day, theme.AMBER if soon else theme.T1, 17)

    def begin(self, person: Person, heading: str, *, commissions: bool = False) -> None:
        """Show everybody to a supervisor, beneath the table's name; ``commissions``: that is still due."""
        self._commissions = commissions
        self.person, self.message, self.about = person, "", (heading,)
        self.close_form()
        self.reload()
        self.table.choose(0)

    def reload(self) -> None:
        people, error = self._read()
        if error is not None:
            self.say_in(partial(why, error))
        self.table.show_rows(people, self.words)
        if self.selection is None:
            self.table.choose(0)
        self.refresh()

    def look(self) -> None:
        """Show the list again if somebody else has changed it; a change of one's own shows it too."""
        if self.isVisible() and not self.work.busy and self._read()[0] != self.table.of.given:
            before = self.block.text()
            self.reload()
            if self.block.text() != before:
                self._guard.renew()

    def _read(self) -> tuple[tuple[ListedPerson, ...], Exception | None]:
        try:
            return self._keeps.listed, None
        except Exception as error:
            if not foreseen(error):
                raise
            return (), error

    def set_words(self, words: Words) -> None:
        for form in self._forms:
            form.set_words(words)
        self.words = words
        self.table.show_rows(self.table.of.given, words)
        super().set_words(words)

    def refresh(self) -> None:
        chosen, text = self.selection, self.words.text
        self._card.setVisible(chosen is not None)
        if chosen is not None:
            person = chosen.person
            self._name.setText(person.name)
            facts = (
                f"{person.id}  ·  {role_name(self.words, person.role)}",
                LOCALES[person.language].name,
                text(f"people.state.{chosen.state}"),
            )
            for line, fact in zip(self._facts, facts, strict=True):
                line.setText(fact)
            known = replace(chosen.rights, rehearsals=())  # its form has those
            rights = rights_lines(self.words, known, self._today)
            self._rights.setText("\n".join(rights))
            self._rights.setVisible(bool(rights))
            self.pin.show_label(text("people.new_pin"))
            self.badge.show_label(text("people.badge"))
            self.licence.show_label(text("people.licence"))
            blocked = chosen.state == "disabled"
            label = text("people.enable" if blocked else "people.disable")
            self.block.show_label(label, Sign("states.tick") if blocked else Sign("states.lock"))
        self.commission.setVisible(self._commissions)
        self.commission.show_label(text("menu.commission"))
        self.table.setAccessibleName(self.title)
        super().refresh()

    # --- what is done -----------------------------------------------------------------------------

    def press(self) -> None:
        self._open_form(None)

    def ask_pin(self) -> None:
        if self.selection is not None:
            self._open_form(self.selection.person)

    def ask_licence(self) -> None:
        if self.selection is not None:
            self._cover(self.licence_form)
            self.licence_form.begin(self.selection)
            self._hide_body()

    def ask_badge(self) -> None:
        if self.selection is not None:
            self._cover(self.badge_form)
            self.badge_form.begin(self.selection.person)
            self._hide_body()

    def _open_form(self, person: Person | None) -> None:
        self._cover(self.form)
        self.form.begin(person)
        self._hide_body()

    def _cover(self, form: PeopleForm) -> None:
        self.message = ""
        form.setGeometry(self.rect())
        form.show()
        form.raise_()

    def _hide_body(self) -> None:
        self.body.hide()  # what is covered is not heard either; now it has no focus to lose

    def close_form(self) -> None:
        self.body.show()
        for form in self._forms:
            form.hide()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _by(self) -> str:
        return "" if self.person is None else self.person.id

    def _add(
        self, person: Person, pin: str, *, same_name: bool = False, rights: DealingRights = NO_RIGHTS
    ) -> Person:
        """Store a new person, in a thread of the form's."""
        return self._keeps.add(person, pin, by=self._by, asks_same_name=not same_name, rights=rights)

    def _reset(self, person: Person, pin: str) -> Person:
        """Store a new PIN, in a thread of the form's."""
        return self._keeps.reset(person.id, pin, by=self._by)

    def _set_badge(self, person: Person, number: str | None) -> Person:
        """Store the badge of a person, in a thread of the form's."""
        return self._keeps.set_badge(person.id, number, by=self._by)

    def _set_rights(self, listed: ListedPerson, rights: DealingRights, reason: str) -> Person:
        """Store the licence of a person, in a thread of the form's."""
        return self._keeps.set_rights(listed.person.id, rights, reason, by=self._by, before=listed.rights)

    def _show_rights(self, person: Person, rights: DealingRights, reason: str) -> None:
        change = PeopleChange(person.id, person.role, rights=rights.text, reason=reason)
        self.licensed.emit(change, self.person, "licensed")
        self._show_list("licensed", person)

    def _show_stored(self, person: Person, new: bool, rights: DealingRights) -> None:
        if rights == NO_RIGHTS:
            self._show_change("added" if new else "reset", person)
            return
        self.licensed.emit(PeopleChange(person.id, person.role, rights=rights.text), self.person, "added")
        self._show_list("added", person)

    def turn_block(self) -> None:
        chosen = self.selection
        if chosen is None or self.work.busy:
            return
        enables = chosen.state == "disabled"
        self.work.begin(self._turn(chosen.person.id, enables=enables))

    async def _turn(self, id: str, *, enables: bool) -> None:
        act = partial(self._keeps.enable if enables else self._keeps.disable, id, by=self._by)
        self._show_change("enabled" if enables else "disabled", await self.work.of(lambda _: act()))

    def show_failure(self, error: Exception) -> None:
        """Say why no account was changed, beside the list as it is now."""
        self.reload()
        self.say_in(partial(why, error))
        announce(self, self.message, at_once=True)

    def _show_change(self, what: str, person: Person) -> None:
        self.changed.emit(what, person, self.person)
        self._show_list(what, person)

    def _show_list(self, what: str, person: Person) -> None:
        self.reload()
        self.table.choose_key(person.id)
        named = {"name": person.name, "id": person.id}
        self.say_in(lambda words: words.text(f"people.{what}", role=role_name(words, person.role), **named))
        announce(self, self.message, at_once=False)

    def _choose(self) -> None:
        self.message = ""
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for form in self._forms:
            form.setGeometry(self.rect())


class PeopleDesk(PageDesk[PeopleScreen]):
    def __init__(
        self,
        at: AtTable,
        keeps: PeopleEditor,
        clock: Clock,
        *,
        rehearsals: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """``keeps`` is the store of the people; ``rehearsals`` names those that a licence may ask for."""
        super().__init__(at, lambda desk: PeopleScreen(keeps, at.words, clock, desk, rehearsals=rehearsals))

    def open(self, person: Person, heading: str, *, commissions: bool = False) -> None:
        """Show everybody to a supervisor whose PIN was right; ``commissions``: with the key to the
        commissioning, at a table without a certificate.
        """
        self.show()
        self.screen.begin(person, heading, commissions=commissions)

    def put_away(self) -> None:
        """Close the form with what was typed."""
        self.screen.form.begin()
        self.screen.badge_form.forget()
        self.screen.close_form()


REHEARSALS, REASON = "people.rights.rehearsals", "people.ask.reason"
_FIELDS: Final = (NUMBER, DAY, REHEARSALS, REASON)


class LicenceForm(PeopleForm):
    """A person's licence, as it is now, to be changed."""

    stored = Signal(object, object, str)
    """The :class:`Person`, the new :class:`DealingRights`, and the reason, even if the form was left."""

    def __init__(
        self,
        store: Callable[[ListedPerson, DealingRights, str], Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        rehearsals: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """``store`` keeps new conditions for a reason, of a person as listed when the form began; a thread
        calls it. ``rehearsals`` gives the names of those that may be asked for.
        """
        super().__init__(_FIELDS, words, parent, limit=REASON_MOST)
        self._store, self._rehearsals = store, rehearsals
        self.listed: ListedPerson | None = None
        """The person whose licence is asked for."""
        self.games = GamesAsked(self, words, high=CHOICE_HEIGHT)
        first = Panel(ACROSS, self._asked(NUMBER), self._asked(DAY), gap=40, shares=(1, 1))
        self._lay(first, self.games, self._asked(REHEARSALS), self._asked(REASON))
        self.covers()
        self.set_words(words)

    def begin(self, listed: ListedPerson) -> None:
        """Ask for a person's licence; the fields have it as it is."""
        rights = listed.rights
        self.listed, self._refused = listed, None
        self.games.begin(rights)
        self._begun += 1
        until = "" if rights.until is None else date_text(rights.until, self.words.locale)
        texts = (rights.licence, until, " ".join(rights.rehearsals), "")
        for key, text in zip(_FIELDS, texts, strict=True):
            self._inputs[key].setText(text)
        self.set_words(self.words)
        self._inputs[DAY].setFocus(Qt.FocusReason.OtherFocusReason)
        self._inputs[DAY].selectAll()

    def set_words(self, words: Words) -> None:
        self.games.set_words(words)
        self.primary.show_label(words.text("people.licence.press"))
        super().set_words(words)

    @property
    def _title(self) -> str:
        if self.listed is None:
            return ""
        person = self.listed.person
        return self.words.text("people.licence.title", name=person.name, id=person.id)

    def enter(self) -> None:
        if self.work.busy or self.listed is None:
            return
        typed = {key: field.text() for key, field in self._inputs.items()}
        rehearsals = tuple(typed[REHEARSALS].replace(",", " ").split())
        listed, before = self.listed, self.listed.rights
        known = {*before.rehearsals, *(self._rehearsals() if rehearsals != before.rehearsals else ())}
        games = (*(key.code for key in self.games.keys), *before.games)
        try:
            rights = entered_rights(
                typed[NUMBER],
                typed[DAY],
                self.games.games,
                rehearsals,
                known_games=games,
                known_rehearsals=known,
                trainee=self.games.trainee,
            )
        except Exception as error:
            if not foreseen(error):
                raise
            self._refuse(error)
            return
        reason = typed[REASON]
        self._begin_storing(
            lambda: self._store(listed, rights, reason), lambda made: self.stored.emit(made, rights, reason)
        )


BADGE: Final = "people.badge.number"


class PersonsBadgeForm(PeopleForm, TakesBadges):
    """A badge's number, which nobody reads on the screen: a badge may be enough to decide."""

    stored = Signal(str, object)
    """The change, ``badge_given`` or ``badge_taken``, and the :class:`Person`, even if the form was left."""
    optional = (BADGE,)

    def __init__(
        self, store: Callable[[Person, str | None], Person], words: Words, parent: QWidget | None = None
    ) -> None:
        """``store`` gives the person this badge, or takes the badge away; a thread calls it."""
        super().__init__((BADGE,), words, parent, secret=(BADGE,))
        self._store = store
        self.person: Person | None = None
        """The person whose badge is asked for."""
        self._lay(self._asked(BADGE))
        self._inputs[BADGE].textChanged.connect(lambda: self._name_press())
        self.covers()
        self.set_words(words)

    def begin(self, person: Person) -> None:
        """Ask for a person's badge."""
        self.person, self._refused = person, None
        self._begun += 1
        self._inputs[BADGE].clear()
        self.set_words(self.words)
        self._inputs[BADGE].setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        self._begun += 1
        self._inputs[BADGE].clear()

    def read_badge(self, number: str) -> None:
        """Fill in a badge that was read; what it does is pressed."""
        self._inputs[BADGE].setText(number)

    def set_words(self, words: Words) -> None:
        super().set_words(words)
        self._name_press()

    def _name_press(self) -> None:
        press = "give" if self._inputs[BADGE].text() else "take"
        self.primary.show_label(self.words.text(f"people.badge.{press}"))

    @property
    def _title(self) -> str:
        if self.person is None:
            return ""
        return self.words.text("people.badge.title", name=self.person.name, id=self.person.id)

    def enter(self) -> None:
        person, number = self.person, self._inputs[BADGE].text().strip() or None
        if not self.work.busy and person is not None:
            change = "badge_taken" if number is None else "badge_given"
            self._begin_storing(
                lambda: self._store(person, number), lambda made: self.stored.emit(change, made)
            )
