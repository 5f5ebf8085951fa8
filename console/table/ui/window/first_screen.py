"""The first question at a simulated table that is closed: deal at once, or open the table as on a shift.

The screen reports the choice. :class:`SimulatedOpening` then takes the steps of a shift's beginning, in the
names of the people to practise as, until bets can be opened; a LIVE table has neither.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.words import LANGUAGES, LOCALES, Words
from console.table.core.protocol import lines
from console.table.core.running.station import ShownTable
from console.table.core.state.actions import Action
from console.table.core.state.events import SeenView
from console.table.core.state.phases import HeldBack, Phase
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Actor, Role
from console.table.game.games import has_wheel
from console.table.people.answers import PracticePerson
from console.table.ui.dealer.bands import fonts_missing
from console.table.ui.dealer.prompt import announce
from console.table.ui.hands.deferred_call import call_later
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.hands.key_places import key_of
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.keys import ChoiceKey, Keys, show_keys
from console.table.ui.kit.lettering import DOT
from console.table.ui.kit.surface import Surface, fill, room_in
from console.table.ui.sign_in.form import in_rows
from console.table.ui.signs.sign import Sign

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from console.table.ui.window.bridge import Bridge
    from console.table.ui.window.table_window import TableWindow

_LEFT: Final = 96.0
_WIDE: Final = theme.WIDTH - 2 * _LEFT
_KEYS: Final = 350.0
_GAP: Final = 24.0
_DEMONSTRATION: Final = 500.0
_LANGUAGES: Final = 620.0
_REMARKS: Final = QRectF(_LEFT, 694, _WIDE, 88)
PREPARING: Final = frozenset((Phase.CLOSED, Phase.SHOE, Phase.WHEEL))


class FirstScreen(Surface):
    """'Begin at a ready table' beside 'Begin as on a shift: open the table'."""

    ready = Signal()
    shift = Signal()
    demonstration = Signal()
    language_chosen = Signal(str)

    def __init__(self, words: Words, sign: Sign | None = None, parent: QWidget | None = None) -> None:
        """``sign`` is the game's, on the key that begins to play; a card by default."""
        super().__init__(parent)
        self.words = words
        guard = PressGuard(time.monotonic)
        chosen = self.language_chosen.emit
        self.languages = [ChoiceKey(self, LOCALES[code].name, code, chosen) for code in LANGUAGES]
        self.deal = Button(sign or Sign("play.deal"), Tone.NOW, guard, self)
        self.deal.meant.connect(self.ready)
        self.open = Button(Sign("places.person"), Tone.PLAIN, guard, self)
        self.open.meant.connect(self.shift)
        self.demonstrate = Button(Sign("states.tick"), Tone.PLAIN, guard, self)
        self.demonstrate.meant.connect(self.demonstration)
        for number, key in enumerate((self.deal, self.open, self.demonstrate), 1):
            key.digit = str(number)
        self._remark: tuple[str, Callable[[Words], Sequence[str]]] | None = None
        self._remarks: tuple[str, str] = ("", "")
        """A heading, and what stands beneath it, in the screen's language."""
        self._lacks_fonts = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covers()
        self.set_words(words)

    def show_remark(self, heading: str, texts: Callable[[Words], Sequence[str]]) -> None:
        """Show texts under a phrase in the calm place beneath the languages, if there are any."""
        self._remark = heading, texts
        self.set_words(self.words)

    def set_words(self, words: Words) -> None:
        self.words = words
        if self._remark is not None:
            heading, texts = self._remark
            remarks = DOT.join(texts(words))
            self._remarks = (words.text(heading) if remarks else "", remarks)
        said = (words.text("first.title"), words.text("mode.training.note"), *filter(None, self._remarks))
        self.setAccessibleName(". ".join(said))
        for choice in self.languages:
            choice.setChecked(choice.code == words.language)
        self.deal.show_label(words.text("first.ready"))
        self.open.show_label(words.text("first.shift"))
        self.demonstrate.show_label(words.text("first.demonstration"))
        self.arrange()
        self.update()

    def ask(self) -> None:
        """Cover the table, and take the keyboard's focus."""
        if (parent := self.parentWidget()) is not None:
            self.setGeometry(room_in(parent))
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.accessibleName(), at_once=False)
        call_later(self, self._look_for_fonts)

    def _look_for_fonts(self) -> None:
        """Look for Japanese once the screen is there: reading the list of fonts takes time."""
        self._lacks_fonts = not theme.has_japanese()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))

    def arrange(self) -> None:
        wide = (_WIDE - _GAP) / 2
        for at, key in enumerate((self.deal, self.open)):
            box = QRectF(_LEFT + at * (wide + _GAP), _KEYS, wide, 120)
            lay(self, key, self._moved(box.adjusted(FOCUS, 0, -FOCUS, 0)))
        lay(self, self.demonstrate, self._moved(QRectF(_LEFT + FOCUS, _DEMONSTRATION, _WIDE - 2 * FOCUS, 72)))
        row = QRectF(_LEFT, _LANGUAGES, _WIDE, 54)
        for choice, box in zip(self.languages, in_rows(row, len(self.languages)), strict=True):
            self.put(choice, self._moved(box))

    def _moved(self, box: QRectF) -> QRectF:
        """A box of a screen 1280 by 800, moved to the middle of this one."""
        return box.translated((self.wide - theme.WIDTH) / 2, (self.high - theme.HEIGHT) / 2)

    def paint(self, painter: QPainter) -> None:
        """The table's kind, and the note that nothing of it reaches players."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        tile = self._moved(QRectF(_LEFT, 136, 120, 120))
        fill(painter, tile, theme.VIOLET_FILL, 14)
        Sign("states.triangle")(painter, tile.adjusted(26, 26, -26, -26), theme.VIOLET)
        place, text = QRectF(tile.right() + 32, tile.top(), _WIDE - 152, tile.height()), self.words.text
        rows = [Row(text("first.title"), 44, bold=True), Row(text("mode.training.note"), 24, theme.T1)]
        if self._lacks_fonts:
            lack = fonts_missing(self.words)
            rows.append(Row(" ".join((lack.text, lack.aside)).rstrip(), 20, theme.AMBER))
        Column(rows, place.width(), place.height()).paint_in(painter, place)
        if heading := self._remarks[0]:
            place = self._moved(_REMARKS)
            told = Row(heading, 20, theme.T2, bold=True), Row(self._remarks[1], 20, theme.T1, gap=4)
            Column(told, place.width(), place.height()).paint_in(painter, place)

    def key_rows(self, words: Words) -> Keys:
        shows = () if self.demonstrate.isHidden() else (("3", self.demonstrate.text()),)
        return (
            ("Enter  1", self.deal.text()),
            ("Esc  2", self.open.text()),
            *shows,
            ("F9", words.text("keys.language")),
        )

    def next_language(self) -> None:
        self.language_chosen.emit(self.words.next_language)

    def _focused(self, *, by_enter: bool) -> Button:
        others = (self.open, self.demonstrate)
        return next((key for key in others if by_enter and key.hasFocus()), self.deal)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and 1 deal at once, 2 and Esc open it as on a shift, 3 demonstrates; F1 and F9 as usual."""
        match key_of(event):
            case _ if event.isAutoRepeat():
                pass
            case key if key in ENTERS or key == Qt.Key.Key_1:
                self._focused(by_enter=key in ENTERS).click()
            case Qt.Key.Key_2 | Qt.Key.Key_Escape:
                self.open.click()
            case Qt.Key.Key_3 if not self.demonstrate.isHidden():
                self.demonstrate.click()
            case Qt.Key.Key_F1:
                show_keys(self, self.key_rows(self.words), self.words)
            case Qt.Key.Key_F9:
                self.next_language()
            case _:
                super().keyPressEvent(event)


class DemonstrationPage(Protocol):
    @property
    def language_requested(self) -> SignalInstance: ...

    @property
    def left(self) -> SignalInstance: ...

    def set_words(self, words: Words) -> None: ...

    def open(self) -> None:
        """Show it, as it was left."""


class SimulatedOpening(QObject):
    """Makes a simulated table ready: opens it, prepares its shoe or its wheel, and signs its dealer in."""

    ended = Signal()

    def __init__(
        self,
        people: tuple[PracticePerson, ...],
        say: Callable[[lines.AnyLine], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._say = say
        self._who = {
            role: next(one.person.id for one in people if one.person.role is role) for role in _ROLES
        }
        self._answered: object = None
        self._is_over = False

    def update_table(self, shown_table: ShownTable) -> None:
        """Do the prompt's action, once for each prompt; an act of the shoe itself is only waited for."""
        table, prompt = shown_table.table, shown_table.view.prompt
        done = len(table.preparation.done) if table.preparation else 0
        # The run of a wheel that is off is refused: it is asked again once the wheel says that it turns.
        asked = (prompt, table.people, done, HeldBack.WHEEL_OFF in (shown_table.view.held_back or ()))
        if self._is_over or (asked == self._answered and shown_table.view.refused != Refusal.STALE):
            return
        self._answered = asked
        dealer = self._who[Role.DEALER]
        if shown_table.view.phase not in PREPARING and table.role_of(dealer) is not Role.DEALER:
            self._say(lines.SignIn(dealer, Role.DEALER))  # a wheel is the pit boss's to prepare
        elif shown_table.view.phase not in PREPARING:
            self._is_over = True
            self._say(lines.SignOut(self._who[Role.PIT_BOSS]))
            self.ended.emit()
        elif prompt.actor is not Actor.SYSTEM and not prompt.ends_by_card_alone:
            role = Role(prompt.actor)
            who = self._who[role]
            if table.role_of(who) is not role:
                self._say(lines.SignIn(who, role))
            elif prompt.action == Action.OPEN_TABLE:
                self._say(lines.Open(who, seen=SeenView(shown_table.view.entry, 0, shown_table.view.file)))
            else:
                seen = SeenView(shown_table.view.entry, 0, shown_table.view.file)
                self._say(lines.Done(who, counted=prompt.whole_count, seen=seen))


_ROLES: Final = (Role.DEALER, Role.PIT_BOSS)


def ask_first(
    window: TableWindow,
    bridge: Bridge,
    say: Callable[[lines.AnyLine], object],
    demonstration: Callable[[QWidget], DemonstrationPage] | None = None,
) -> FirstScreen | None:
    """Ask at a simulated table's window how to begin. None if the table is open or somebody is signed in.
    ``demonstration`` makes the page that shows how a table is commissioned, over the window.
    """
    shown, given = window.people_here.shown_table, window.sign_in.people.practice_people
    if shown is None or shown.table.people or shown.view.phase != Phase.CLOSED or not given:
        return None
    view = window.people_here.view
    screen = FirstScreen(
        window.words,
        Sign("urgency.roulette") if view is not None and has_wheel(view.game) else Sign("play.deal"),
        window,
    )

    def begun() -> None:
        screen.hide()
        screen.deleteLater()
        window.sign_in.screen.setFocus(Qt.FocusReason.OtherFocusReason)

    def made_ready() -> None:
        opening = SimulatedOpening(given, say, window)
        bridge.table_shown.connect(opening.update_table)
        opening.ended.connect(opening.deleteLater)
        begun()
        window.sign_in.cancel()
        if window.people_here.shown_table is not None:
            opening.update_table(window.people_here.shown_table)

    shown_page: list[DemonstrationPage] = []

    def demonstrated() -> None:
        if not shown_page:
            assert demonstration is not None, "it is offered only where it is there"
            page = demonstration(window)
            page.language_requested.connect(screen.next_language)
            window.language_changed.connect(page.set_words)
            page.left.connect(screen.ask)
            shown_page.append(page)
        shown_page[0].open()

    screen.demonstrate.setVisible(demonstration is not None)
    screen.demonstration.connect(demonstrated)
    screen.shift.connect(begun)
    screen.ready.connect(made_ready)
    screen.language_chosen.connect(window.speak)
    window.language_changed.connect(screen.set_words)
    screen.ask()
    return screen
