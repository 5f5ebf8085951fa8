"""The form that adds a person or gives a new PIN; the first run of a LIVE table uses it, too. The form knows
the question and the last refusal; `console.table.people` judges an id, a name and a PIN.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from console.base.words import LANGUAGES, LOCALES, Words, foreseen, why
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role, Trade, role_or_trade
from console.table.game.games import GAMES
from console.table.people import errors
from console.table.people.answers import PIN_MOST, PIN_USUAL
from console.table.people.dealing_rights import NO_RIGHTS, DealingRights, entered_rights
from console.table.people.person import checked_id, new_name
from console.table.ui.dealer.prompt import announce
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone
from console.table.ui.kit.keys import ChoiceKey, Keys, show_keys
from console.table.ui.kit.lettering import by_sentence
from console.table.ui.kit.panel import ACROSS, DOWN, Label, Panel
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.text_field import TextField
from console.table.ui.kit.work import Work
from console.table.ui.sign_in.badge_reader import IgnoredBadges
from console.table.ui.signs.sign import Sign
from console.table.words.names import game_name, role_name

_LABEL: Final = "people.ask.games"
_TRAINEE: Final = "trainee"


class GamesAsked(Panel):
    """A key for each game beneath their label, and one for a trainee beneath its own: a trainee is no game.
    Each turns what it says on or off.
    """

    def __init__(self, parent: QWidget, words: Words, *, high: float) -> None:
        """``high`` is the keys' height in units."""
        self._words = words
        self.games: tuple[str, ...] = ()
        """The games that are chosen; without any the person may deal all."""
        self.trainee = False
        self._label, self._about_trainee = Label(17, theme.T2, bold=True), Label(17, theme.T2, bold=True)
        self.keys = [
            ChoiceKey(parent, "", name, self.turn_game, turns=True)
            for name, row in GAMES.items()
            if not row.is_example
        ]
        self.training = ChoiceKey(parent, "", _TRAINEE, self.turn_trainee, turns=True)
        games = Panel(DOWN, self._label, Panel(ACROSS, *self.keys, high=high, gap=10), gap=4)
        training = Panel(DOWN, self._about_trainee, Panel(ACROSS, self.training, high=high), gap=4)
        super().__init__(ACROSS, games, training, gap=40, shares=(3, 2))

    def begin(self, rights: DealingRights) -> None:
        self.games, self.trainee = rights.games, rights.trainee
        self.set_words(self._words)

    def turn_game(self, game: str) -> None:
        there = {each.code for each in self.keys}
        chosen = {*self.games} ^ {game}
        kept = (each for each in self.games if each not in there)  # the house's own games have no key here
        self.games = (*(each.code for each in self.keys if each.code in chosen), *kept)
        self.set_words(self._words)

    def turn_trainee(self, _: str) -> None:
        """The person is a trainee, or no longer one."""
        self.trainee = not self.trainee
        self.set_words(self._words)

    def set_words(self, words: Words) -> None:
        self._words = words
        self._label.setText(words.text(_LABEL))
        self._about_trainee.setText(words.text("people.rights.trainee"))
        for key in self.keys:
            key.name(game_name(words, key.code))
            key.setChecked(key.code in self.games)
        self.training.name(words.text("people.trainee"))
        self.training.setChecked(self.trainee)


_NAMED: Final = ("people.ask.id", "people.ask.name")
NUMBER, DAY = _LICENCE = ("people.ask.licence", "people.ask.until")
_SECRET: Final = ("people.ask.pin", "people.ask.pin_again")
_WRONG: Final = {
    _NAMED[0]: (errors.BadId, errors.BadgeForId, errors.IdTaken),
    _NAMED[1]: (errors.BadName, errors.UnseenInName, errors.MixedName),
}
"""The errors that another entry in a field ends; of all others the PIN is typed again."""
_SAME_NAME: Final = "people.name.same"
_THERE: Final = "people.first.there"
_MOST: Final = 40
_WIDE: Final = 1088.0
"""The form's width, and the height of its head: what stands beneath the fields lies either above a touch
screen's keyboard or beneath that keyboard's upper edge.
"""
_HEAD, _FIELD, CHOICE_HEIGHT, _KEY = 108.0, 72.0, 54.0, 80.0 + 2 * FOCUS


class PeopleForm(Surface):
    """Fields beneath a question, the way back and the primary; beneath the question what was refused."""

    made = Signal(object)
    """The :class:`Person` as now stored in the people's file, while the form still asks for this person."""
    left = Signal()
    """The supervisor changes nothing now."""
    language_requested = Signal()
    """The supervisor wants the next language."""

    optional: Collection[str] = ()
    """The fields that may stay empty."""
    back_key = "button.cancel"
    back_sign = Sign("outcomes.back")

    def __init__(
        self,
        fields: Collection[str],
        words: Words,
        parent: QWidget | None = None,
        *,
        secret: Collection[str] = (),
        limit: int = _MOST,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``fields`` are the keys of the fields' labels; what is typed into those that are ``secret`` is not
        shown. A field takes so many characters as its ``limit``.
        """
        super().__init__(parent)
        self.words = words
        self._refused: Exception | str | None = None
        self.work = Work(self, self._refuse)
        self._begun = 0
        """How often the form has asked from the beginning."""
        self._secret = secret
        self._inputs = {key: TextField(self, limit=limit, secret=key in secret) for key in fields}
        for field in self._inputs.values():
            field.returnPressed.connect(self._next)
        guard = PressGuard(monotonic)
        self.primary = Button(Sign("places.person"), Tone.NOW, guard, self)
        self.primary.meant.connect(self.enter)
        self.back = Button(self.back_sign, Tone.PLAIN, guard, self)
        self.back.meant.connect(self.left)
        self._title_label, self._refusal = Label(36, theme.T0, bold=True), Label(22, theme.AMBER, bold=True)
        self._labels = {key: Label(17, theme.T2, bold=True) for key in self._inputs}

    def _lay(self, *parts: QWidget) -> None:
        """Lay the parts between the question and the keys."""
        head = Panel(DOWN, None, self._title_label, self._refusal, gap=4)
        keys = Panel(ACROSS, self.back, None, self.primary, high=_KEY, shares=(3, 4, 6))
        asks = Panel(DOWN, Panel(DOWN, head, high=_HEAD), *parts, gap=16, sides=FOCUS)
        self._body = Panel(DOWN, asks, None, keys, ends=24)
        self._body.setParent(self)

    def _asked(self, key: str, above: QWidget | None = None) -> Panel:
        return Panel(DOWN, above or self._labels[key], Panel(DOWN, self._inputs[key], high=_FIELD), gap=4)

    def input(self, key: str) -> QLineEdit:
        return self._inputs[key]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(self._inputs)

    def set_words(self, words: Words) -> None:
        """Show all of it in another language; what has been typed stays."""
        self.words = words
        for key, label in self._labels.items():
            label.setText(words.text(key))
        for key, field in self._inputs.items():
            field.setAccessibleName(words.text(key))
        self.setAccessibleName(self._title)
        self.back.show_label(words.text(self.back_key))
        self._show_refusal_text()

    def _show_refusal_text(self) -> None:
        """Show the question; beneath it what was refused, if the keyboard does not cover it."""
        size = 24 if self.note else 36
        # Qt would break Japanese within a word.
        self._title_label.setText("\n".join(by_sentence(self._title, _WIDE, theme.font(size, bold=True))))
        self._title_label.set_size(size)
        self._refusal.setText(self.note)
        self._refusal.setVisible(bool(self.note))

    @property
    def _title(self) -> str:
        raise NotImplementedError

    def enter(self) -> None:
        raise NotImplementedError

    def _begin_storing(self, store: Callable[[], Person], stored: Callable[[Person], object]) -> None:
        """Store in a thread, the last refusal gone; ``stored`` is called even if the form was left."""
        self._refused = None
        self._show_refusal_text()
        self.work.begin(self._keep(store, stored, self._begun))

    async def _keep(
        self, store: Callable[[], Person], stored: Callable[[Person], object], begun: int
    ) -> None:
        """Store what was asked for when the form had ``begun`` so often."""
        try:
            made = await self.work.of(lambda _: store())
        except Exception as error:
            if begun == self._begun or not foreseen(error):
                raise
            return  # who left the form has changed nothing, and the form may ask for another person now
        stored(made)
        if begun == self._begun:
            for key in self._secret:
                self._inputs[key].clear()
            self.made.emit(made)

    def _next(self) -> None:
        """Enter goes to the next field, past those that may stay empty unless one of them has the keys; in
        the last one it presses the primary.
        """
        keys = self.fields
        at = next((number for number, key in enumerate(keys) if self._inputs[key].hasFocus()), len(keys) - 1)
        passed = () if keys[at] in self.optional else self.optional
        following = next((key for key in keys[at + 1 :] if key not in passed), None)
        if following is not None:
            self._inputs[following].setFocus()
        else:
            self.enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back, F1 shows keys, F9 the next language; Enter is the field's, alarms the table's."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_F1:
            show_keys(self, self.key_rows(self.words), self.words)
        elif event.key() == Qt.Key.Key_F9:
            self.language_requested.emit()
        else:
            event.setAccepted(event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3))

    def key_rows(self, words: Words) -> Keys:
        return (
            ("Tab", words.text("keys.fields")),
            ("Enter", words.text("keys.fields.enter", press=self.primary.text())),
            ("Esc", words.text("button.back")),
            ("F9", words.text("keys.language")),
        )

    def _refuse(self, reason: Exception | str) -> None:
        self._refused = reason
        announce(self, self.note, at_once=True)
        self._show_refusal_text()

    @property
    def note(self) -> str:
        """The reason why nothing was stored; empty if nothing was refused."""
        match self._refused:
            case None:
                return ""
            case str(key):
                return self.words.text(key)
            case error:
                return why(error, self.words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))

    def arrange(self) -> None:
        wide = _WIDE + 2 * FOCUS
        self.put(self._body, QRectF((self.wide - wide) / 2, 0, wide, self.high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)


class PersonForm(PeopleForm):
    """Id, name, PIN twice, role, language, a dealer's licence and games; of a listed person only the PIN."""

    stored = Signal(object, bool, object)
    """The person whom :attr:`made` gives, whether it is a new one, and the conditions under which that person
    may deal, even if the form was left meanwhile.
    """

    title_key = "people.add.title"
    press_key = "people.add.press"
    roles: tuple[Role | Trade, ...] = (*Role, *Trade)
    optional = _LICENCE
    licensed: tuple[str, ...] = _LICENCE
    """The fields about a dealer's licence."""

    def __init__(
        self,
        make: Callable[..., Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        reset: Callable[[Person, str], Person] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``make`` stores a new person with a PIN (with ``same_name``, even if somebody has the name; with
        ``rights``, if there are any), ``reset`` a new PIN of one who exists; if an error of theirs has
        ``key`` and ``slots``, they are shown in words.
        """
        fields = (*_NAMED, *self.licensed, *_SECRET)
        super().__init__(fields, words, parent, secret=_SECRET, monotonic=monotonic)
        self._make, self._reset = make, reset
        self.person: Person | None = None
        """The person whose new PIN is asked; None if a person is added."""
        self._entered: Person | None = None
        self._language, self._role = words.language, self.roles[0]
        self._roles = [ChoiceKey(self, "", role.value, self.choose_role) for role in self.roles]
        self._languages = [
            ChoiceKey(self, LOCALES[code].name, code, self.choose_language) for code in LANGUAGES
        ]
        self._lay_out()
        self.covers()
        self.set_words(words)

    def _lay_out(self) -> None:
        """Head, the fields, roles, languages, the way back and the primary."""
        self._labels |= {
            key: Label(17, theme.T2, bold=True) for key in ("people.ask.role_of", "sign_in.language")
        }
        self._script = Label(18)
        named = Panel(ACROSS, self._labels["people.ask.name"], self._script, shares=(0, 1))
        self._script.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        asked = {key: self._asked(key, named if key == "people.ask.name" else None) for key in self._inputs}
        self._pairs = [
            Panel(ACROSS, *(asked[key] for key in pair), gap=40, shares=(1, 1)) for pair in (_NAMED, _SECRET)
        ]
        self.games = GamesAsked(self, self.words, high=CHOICE_HEIGHT)
        self._of_licence = [
            Panel(ACROSS, *(asked[key] for key in self.licensed), gap=24, shares=(3, 5)),
            self.games,
        ]
        self._choices = [
            Panel(DOWN, self._labels[key], Panel(ACROSS, *keys, high=CHOICE_HEIGHT, gap=10), gap=4)
            for key, keys in (("people.ask.role_of", self._roles), ("sign_in.language", self._languages))
        ]
        kept = self._choices[0].sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self._choices[0].setSizePolicy(kept)
        named, typed, roles = self._pairs[0], self._pairs[1], self._choices[0]
        licence, games = self._of_licence
        # A dealer's licence stands in the row of the PIN: the games' row fills the room beneath them.
        typed = Panel(ACROSS, licence, typed, gap=24, shares=(1, 1))
        self._lay(named, typed, roles, games, self._choices[1])

    # --- what is asked ----------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[str, ...]:
        if self.person is not None:
            return _SECRET
        return (*_NAMED, *(self.licensed if self._asks_licence else ()), *_SECRET)

    @property
    def _asks_licence(self) -> bool:
        return bool(self.licensed) and self.person is None and self._role is Role.DEALER

    def begin(self, person: Person | None = None) -> None:
        """Ask from the beginning: for another person, or for the PIN of this one."""
        self.person, self._refused = person, None
        self._begun += 1  # the save still completes, and the user is informed
        for field in self._inputs.values():
            field.clear()
        self.games.begin(NO_RIGHTS)
        self.set_words(self.words)
        self._inputs[self.fields[0]].setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_role(self, role: str) -> None:
        self._role = role_or_trade(role)
        self.set_words(self.words)

    def choose_language(self, language: str) -> None:
        self._language = language
        self.set_words(self.words)

    def set_words(self, words: Words) -> None:
        for role in self._roles:
            role.name(role_name(words, role_or_trade(role.code)))
            role.setChecked(role.code == self._role)
        for language in self._languages:
            language.setChecked(language.code == self._language)
        of_name, of_choices = self._pairs[0], self._choices
        for part in (of_name, *of_choices):
            part.setVisible(self.person is None and (part is not of_choices[0] or len(self._roles) > 1))
        self.games.set_words(words)
        for asked in self._of_licence:
            asked.setVisible(self._asks_licence)
        self._script.setText(words.text("people.ask.name.script"))
        self._script.setVisible(words.locale.types_elsewhere)
        self.primary.show_label(words.text(self.press_key if self.person is None else "people.pin.press"))
        super().set_words(words)

    @property
    def _title(self) -> str:
        person = self.person
        if person is None:
            return self.words.text(self.title_key)
        return self.words.text("people.pin.title", name=person.name, id=person.id)

    # --- what is pressed --------------------------------------------------------------------------

    def enter(self) -> None:
        if self.work.busy:
            return
        typed = {key: field.text() for key, field in self._inputs.items()}
        pin, again = (typed[key] for key in _SECRET)
        person = self.person or Person(
            typed["people.ask.id"].strip(), typed["people.ask.name"], self._role, self._language
        )
        try:  # in the order of the fields
            if self.person is None:
                checked_id(person.id)
                new_name(person.name)
            if pin != again:
                raise errors.PinsDiffer
        except errors.PeopleError as error:
            self._refuse(error)
            return
        try:
            rights = self._rights(typed)
        except Exception as error:
            if not foreseen(error):
                raise
            PeopleForm._refuse(self, error)  # what was typed stays, even the PIN: only the day is wrong
            self._inputs[DAY].setFocus()
            return
        # A second press for the same person answers whether somebody else has the name.
        same = getattr(self._refused, "key", "") == _SAME_NAME and person == self._entered
        self._entered = person
        new = self.person is None
        store: Callable[..., Person] = self._make if new or self._reset is None else self._reset
        if same:
            store = partial(store, same_name=True)
        if rights != NO_RIGHTS:
            store = partial(store, rights=rights)
        self._begin_storing(partial(store, person, pin), lambda made: self.stored.emit(made, new, rights))

    def _rights(self, typed: Mapping[str, str]) -> DealingRights:
        """The conditions under which a new dealer may deal. Raises BadLicence, BadDay."""
        if not self._asks_licence:
            return NO_RIGHTS
        known = tuple(key.code for key in self.games.keys)
        return entered_rights(
            typed[NUMBER],
            typed[DAY],
            self.games.games,
            (),
            known_games=known,
            known_rehearsals=(),
            trainee=self.games.trainee,
        )

    def _refuse(self, reason: Exception | str) -> None:
        super()._refuse(reason)
        for key in _SECRET:
            self._inputs[key].clear()
        wrong = (key for key, those in _WRONG.items() if isinstance(reason, those))
        self._inputs[next(wrong, _SECRET[0])].setFocus()


class FirstSupervisor(PersonForm):
    """The first run of a LIVE table asks for its first supervisor, in the language of the screen."""

    title_key = "people.first"
    press_key = "people.first.add"
    back_key = "menu.quit"
    back_sign = Sign("places.leave")
    roles = (Role.SUPERVISOR,)
    licensed = ()

    language_chosen = Signal(str)
    overtaken = Signal()
    """Somebody else has entered a supervisor meanwhile, and the person here goes on to the sign-in."""

    def __init__(
        self,
        make: Callable[..., Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        least: int = PIN_USUAL,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``least``: the digits that a new PIN has at this table at the least."""
        self._slots = {"least": str(least), "most": str(PIN_MOST)}
        super().__init__(make, words, parent, monotonic=monotonic)
        self.badges = IgnoredBadges(self, PressGuard(monotonic), self._show_refusal)
        self.language_requested.connect(lambda: self.choose_language(self.words.next_language))

    @property
    def _is_overtaken(self) -> bool:
        return getattr(self._refused, "key", "") == _THERE

    @property
    def _title(self) -> str:
        return self.words.text("sign_in.title") if self._is_overtaken else super()._title

    def enter(self) -> None:
        """Store what has been typed; nothing more can be stored once there is a supervisor."""
        if self._is_overtaken:
            self.overtaken.emit()
        else:
            super().enter()

    def _refuse(self, reason: Exception | str) -> None:
        super()._refuse(reason)
        if self._is_overtaken:
            self.set_words(self.words)
            self.primary.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_refusal(self, key: str) -> None:
        self._refused = key
        announce(self, self.note, at_once=True)
        self._show_refusal_text()

    def choose_language(self, language: str) -> None:
        """The screen uses this language from now on."""
        self.set_words(Words(language))
        self.language_chosen.emit(language)

    def set_words(self, words: Words) -> None:
        """The language of the screen is the supervisor's."""
        self._language = words.language
        super().set_words(words)
        self._labels["people.ask.pin"].setText(words.text("people.ask.pin.rule", **self._slots))
        self.setWindowTitle(words.text("people.first.add"))
        if self._is_overtaken:
            for part in (*self._pairs, self._choices[0]):
                part.hide()
            self.primary.show_label(words.text("button.sign_in"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Only its own press ends it; any other key does what it does in each form."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        event.accept()

    def key_rows(self, words: Words) -> Keys:
        """The keys of the form, which has no way back."""
        return tuple(row for row in super().key_rows(words) if row[0] != "Esc")
