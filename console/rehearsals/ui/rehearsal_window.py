"""The table of a rehearsal: the product's own window, and over it a colleague's reports and the questions. A
run plays the people who are not there, and decides what is reported, hidden, asked and scored; the window
shows this, and lets the run act as time goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QColor, QFont, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from console.base.words import Words
from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.concealment import conceal
from console.rehearsals.result import PLAY_ON
from console.rehearsals.slips import slips
from console.rehearsals.ui.outcome_panel import MOST, BeliefPanel
from console.rehearsals.ui.report_note import HIGH, PinkKey, ReportNote, ReportTab, pixels
from console.table.core import Actor, DealerView, Mode, Person, Role, Session, View, lines
from console.table.devices import Health
from console.table.ui.dealer import MARKS
from console.table.ui.hands import PressGuard
from console.table.ui.incident import OpenParts, chip_text, kind_name, open_incident, standing_of
from console.table.ui.kit import Column, Keys, MenuRow, Row, Surface, advance, outline, pen, theme, write_in
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign
from console.table.ui.window import Bridge, PeopleAtScreen, Surroundings, TableLine, TableSetup, TableWindow
from console.table.words import answered_facts, role_name


class RunLine(TableLine):
    """Sends the window's lines to the run, and lets the run act soon after."""

    def __init__(self, run: RehearsalRun) -> None:
        super().__init__(run)  # type: ignore[arg-type]
        self.after: Callable[[], object] = lambda: None

    def send_line(self, line: lines.AnyLine) -> None:
        super().send_line(line)
        self.after()

    def sign_out(self, who: str) -> None:
        """Sign a person out as by a press: the line waits with others while the run asks for an outcome."""
        self.send_line(lines.SignOut(who))

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        super().ask(request, passed_over)
        self.after()


def overlooking(played: Mapping[Role, Person]) -> Person | None:
    """The pit boss who rehearses while the console plays the dealer, and so is always at the screen."""
    return None if Role.DEALER in played else played.get(Role.PIT_BOSS)


class AtRehearsalScreen(PeopleAtScreen):
    """The people at a rehearsal's screen, which asks no person played by the console."""

    def __init__(
        self,
        line: TableLine,
        surroundings: Surroundings,
        *,
        with_seen: Callable[[lines.AnyLine], lines.AnyLine],
        opened_parts: Callable[[], OpenParts],
        played: Mapping[Role, Person],
        leave_to: Callable[[Role], None],
    ) -> None:
        """``played`` are the parts of those who rehearse; ``leave_to`` reports another person's press."""
        super().__init__(line, surroundings, with_seen=with_seen, opened_parts=opened_parts)
        self._played, self._leave_to = played, leave_to

    def authority_holds(self, view: DealerView) -> bool:
        """Whether authority lasts, as that of a pit boss who rehearses alone always does."""
        return overlooking(self._played) is not None or super().authority_holds(view)

    def who_reports(self) -> str | None:
        """The person who reports, never one played by the console."""
        pit_boss = overlooking(self._played)
        return super().who_reports() if pit_boss is None else pit_boss.id

    def whom_asks(self, actor: Actor) -> str | None:
        """The person whom a prompt asks, if they rehearse."""
        if actor is not Actor.SYSTEM and Role(actor) not in self._played:
            self._leave_to(Role(actor))
            return None
        return super().whom_asks(actor)

    def may_be_asked(self, purpose: Purpose) -> bool:
        """Whether a person may be asked to sign in, which those played by the console do not need."""
        if purpose is Purpose.PIT_BOSS and Role.PIT_BOSS not in self._played:
            self._leave_to(Role.PIT_BOSS)
            return False
        return True


class EdgeStrip(QWidget):
    """A strip along the window's edge, above all that opens in the window."""

    keeps_place = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        MARKS[Mode.REHEARSAL].pattern(painter, QRectF(self.rect()))
        painter.end()


class PlaceMark(Surface):
    """The mark '2 of 5' in the status bar: which rehearsal of an exam it is."""

    keeps_place = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_text(self, text: str) -> None:
        self.text = text
        self.setAccessibleName(text)
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it takes; 0 for a rehearsal outside an exam."""
        return advance(self.text, _place_font()) + 28 if self.text else 0.0

    def paint(self, painter: QPainter) -> None:
        box = QRectF(1, 5, self.wide - 10, self.high - 10)
        outline(painter, box, pen(theme.PINK, 2), 8)
        write_in(painter, self.text, box, _place_font(), theme.PINK)


def _place_font() -> QFont:
    return theme.font(20, bold=True)


class AnnouncedKey(PinkKey):
    """The key beside the words to say, pressed after they were said."""

    mark, edge = Sign("play.speech"), 3

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        self.sign(painter, QRectF(body.left() + 12, body.center().y() - 14, 28, 28), ink)
        place = body.adjusted(48, 0, -8, 0)
        row = Row(self.text(), ink=ink, bold=True)
        Column([row], place.width(), place.height()).paint_in(painter, place)


LONGEST_TURN: Final = 0.25
"""The most seconds after which the run acts again."""
_TAB: Final = 214.0
"""The width of the tab in the status bar, in units, as all measures here."""
_ANNOUNCED: Final = QRectF(-214, theme.STATUS_HEIGHT + 116, 190, 72)
"""The key beside the words to say; its left edge is counted from the window's right one."""
_THICK: Final = 10
"""The thickness of the window's edge."""


class RehearsalWindow(TableWindow):
    ended = Signal(object)
    """The result: a :class:`~console.rehearsals.result.RehearsalResult`; None if it never began."""

    def __init__(
        self,
        run: RehearsalRun,
        bridge: Bridge,
        setup: TableSetup,
        *,
        played: Mapping[Role, Person],
        language: str,
    ) -> None:
        """``played`` are those who rehearse, by their parts; the console plays the others."""
        assert setup.config.mode is Mode.REHEARSAL, "a rehearsal is no LIVE table"
        self.run, self.played = run, dict(played)
        self._is_over = False
        line = RunLine(run)
        super().__init__(bridge, line, setup)
        line.after = self.turn_soon
        self.note = ReportNote(self)
        self._left_to: Actor | None = None
        """The person named in the note as the one whom the prompt asks."""
        self.tab = ReportTab(self)
        self.announced_key = AnnouncedKey(self)
        self.mark = PlaceMark(self)
        self._counted = (0, 0)
        """Its number in a series, and the length of the series; 0 and 0 outside a series."""
        self.belief = BeliefPanel(self.words, PressGuard(self.surroundings.now), self)
        self._belief_in = ""
        """The language in which the question was last shown."""
        self._edges = [EdgeStrip(self) for _ in range(3)]
        self._turning = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._turning.timeout.connect(self.turn)
        self.note.folded.connect(self._place_parts)
        self.note.nothing_key.meant.connect(self._nothing)
        self._recalled = False
        """Whether the note was opened again: it stays until it is closed."""
        self.dealer.keys.more = self.more_keys
        self.dealer.keys.card_opened.connect(self.note.put_away)  # It would lie over the card's rows.
        self.tab.meant.connect(self._recall)
        self.announced_key.meant.connect(self._announced)
        self.belief.meant.connect(self._believe)
        self.belief.went_on.connect(self._go_on)
        self.language_changed.connect(lambda _: self.show_around())
        for part in (self.note, self.tab, self.announced_key, self.belief):
            part.hide()
        self.setWindowTitle(self.words.text("mode.rehearsal"))
        self.speak(language)

    # --- the run -----------------------------------------------------------------------------

    def begin(self) -> None:
        for device in self._config.watched_roles:
            self.surroundings.lamps.link_changed(device, Health.CONNECTED)
        self.run.show()
        self.turn()

    def turn_soon(self) -> None:
        """Let the run act as soon as the present work is done."""
        if not self._is_over:
            self._turning.start(0)

    def turn(self) -> None:
        """Do what the time requires, show the result, and look again when something is due."""
        if self._is_over:
            return
        for device in self._config.watched_roles:
            self.surroundings.bytes_came(device)  # A simulated device fails only by what it sends.
        wait = self.run.turn()
        self.refresh()
        self.show_around()
        if self.run.ended:
            self._end()
            return
        self._turning.start(round(1000 * max(0.0, min(wait, LONGEST_TURN))))

    def count(self, number: int, of: int) -> None:
        """Show that it is number ``number`` of a series of ``of``."""
        self._counted = (number, of)
        self.show_around()

    def _end(self) -> None:
        self._is_over = True
        self._turning.stop()
        self.ended.emit(self.run.result)

    def put_down(self) -> None:
        """Let the run act no more: its table may be gone."""
        self._is_over = True
        self._turning.stop()
        super().put_down()

    def leave(self) -> None:
        if not self._is_over:
            self.run.leave()
            self._end()

    def as_shown(self, view: DealerView) -> DealerView:
        """Hide outcome and clause until the person has chosen an outcome. Hide the video, since no camera
        films here.
        """
        seen = conceal(view) if self.run.hides else view
        incident = seen.incident
        if incident.reported is None:
            return seen
        return replace(seen, incident=replace(incident, reported=replace(incident.reported, video=None)))

    # --- whose press it is -------------------------------------------------------------------

    def _at_screen(
        self, with_seen: Callable[[lines.AnyLine], lines.AnyLine], opened_parts: Callable[[], OpenParts]
    ) -> PeopleAtScreen:
        return AtRehearsalScreen(
            self._line,
            self.surroundings,
            with_seen=with_seen,
            opened_parts=opened_parts,
            played=self.played,
            leave_to=self._leave_to,
        )

    def refresh(self, *, by_clock: bool = True) -> None:
        """Show the table; a pit boss who rehearses alone has authority from signing in."""
        pit_boss = overlooking(self.played)
        if pit_boss is not None and self.people_here.view is not None:
            standing = standing_of(self.people_here.view, own=True)
            self.surroundings.authority.give(pit_boss, self.surroundings.now(), standing)
        super().refresh(by_clock=by_clock)

    def _leave_to(self, role: Role) -> None:
        """Show whose press it is."""
        words, view = self.words, self.people_here.view
        due = None if view is None else view.view.prompt.actor
        self._left_to = due if due == Actor(role) else None
        self.note.show_text(words.text(f"rehearsal.screen.leave_to.{role}"), role_name(words, role))

    # --- what lies over the table ------------------------------------------------------------

    def show_around(self) -> None:
        """Show the run's present parts: a colleague's report, the words to say, the question."""
        self._show_reports()
        self._show_place()
        self._show_announced_key()
        self._ask_outcome()
        self._place_parts()

    def _show_reports(self) -> None:
        words, reports, view = self.words, self.run.reports, self.people_here.view
        if self._left_to is not None and view is not None and view.view.prompt.actor != self._left_to:
            self._left_to = None
            self.note.end_text()  # The person named by the note has acted.
        kind = slips()[reports[-1].slip].kind if reports else None
        self.note.show_reports(reports, kind, words.text("rehearsal.screen.colleague"), words)
        if self.note.wanted and not self._recalled and self._is_pressed_there:
            self.note.put_away()  # The question covers the note.
        self.note.ask(self.run.asks_whether)
        self.tab.show_label(words.text("rehearsal.button.told"))

    def _show_place(self) -> None:
        """Show the place in a series; the status bar keeps room for it and for the tab."""
        number, of = self._counted
        self.mark.show_text(self.words.text("rehearsal.exam.place", number=number, of=of) if of else "")
        room = self.mark.wish + (_TAB if self.run.reports else 0.0)
        self.dealer.status.keep(room, least=room)

    def _show_announced_key(self) -> None:
        waits = self.run.due is not None and not self.run.asks_outcome and self._table_is_free
        self.announced_key.show_label(self.words.text("rehearsal.button.said"))
        self.announced_key.setVisible(waits)
        room = _ANNOUNCED.width() + 20 if waits else 0.0
        if room != self.dealer.beside_the_words:
            self.dealer.beside_the_words = room
            self.dealer.set_words(self.words, self._market)

    @property
    def _is_pressed_there(self) -> bool:
        """Whether something that can be pressed lies where the note appears."""
        place = self._box_at(theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT)
        return any(
            part.isVisible() and part.isEnabled() and place.intersects(_within(part, self))
            for part in self.dealer.findChildren(QAbstractButton)
        )

    @property
    def _table_is_free(self) -> bool:
        """Whether nothing covers the table: no menu, no sign-in, no question."""
        asked = self.sign_in.is_made and not self.sign_in.screen.isHidden()
        over = (self.menu, self.dealer.presses.confirmation, self.belief)
        return not asked and all(each.isHidden() for each in over)

    def _ask_outcome(self) -> None:
        """Ask what the person expects, as long as the run wants to know it."""
        belief, asked = self.belief, self.run.asks_outcome[:MOST]
        is_answered = belief.believed is not None
        if asked and (belief.isHidden() or not (is_answered or asked == belief.outcomes_asked)):
            belief.ask(asked, self._known_so_far(), self.words)
            self._open_belief()
        elif not (asked or is_answered):
            belief.hide()
        if not belief.isHidden() and self._belief_in != self.words.language:
            belief.known = self._known_so_far()
            belief.set_words(self.words)
        self._belief_in = self.words.language

    def _open_belief(self) -> None:
        self.belief.show()
        self.belief.raise_()
        self.belief.setFocus(Qt.FocusReason.OtherFocusReason)

    def _known_so_far(self) -> tuple[str, ...]:
        """Kind and facts of the open incident, in words."""
        view = self.people_here.view
        incident = open_incident(view) if view is not None else None
        if view is None or incident is None or incident.kind is None:
            return ()
        chips = [
            chip_text(self.words, fact, value, view) for fact, value in answered_facts(incident.facts).items()
        ]
        return (kind_name(self.words, incident.kind).replace("\u00ad", ""), *chips)

    def _believe(self, outcome: str) -> None:
        self.belief.show_outcome(self.run.believe(outcome), self.words)
        self.turn_soon()

    def _nothing(self) -> None:
        """The person reports nothing; after a wrong answer the right one is shown."""
        belief = self.run.believe(PLAY_ON)
        self.note.put_away()
        if PLAY_ON not in belief.right:
            self.belief.ask((), self._known_so_far(), self.words)
            self.belief.show_outcome(belief, self.words)
            self._open_belief()
        self.turn_soon()

    def _go_on(self) -> None:
        self.belief.believed = None
        self.belief.hide()
        self.back_to_table()
        self.turn_soon()

    def _announced(self) -> None:
        self.run.announce()
        self.turn()

    # --- the menu and the keys ---------------------------------------------------------------

    def open_menu(self) -> None:
        """The menu: the language, a pit boss's orders, and the way out."""
        if (table := self.people_here.table) is None:
            return
        text, rows = self.words.text, self.table_menu.rows(table)
        kept = tuple(row for row in rows if row.pit_boss or row.label == text("menu.language"))
        leave = MenuRow(text("rehearsal.button.leave"), Sign("places.leave"), self.leave)
        self.note.put_away()  # It would lie over the menu's rows.
        self.menu.open(self.table_menu.heading, (*kept, leave))
        self.show_around()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F6 shows the colleague's report, F7 confirms the announcement."""
        match event.key():
            case Qt.Key.Key_F6 if not event.isAutoRepeat():
                self._recall()
            case Qt.Key.Key_F7 if not event.isAutoRepeat() and not self.announced_key.isHidden():
                self._announced()
            case _:
                super().keyPressEvent(event)

    def more_keys(self, words: Words) -> Keys:
        keys = (("F6", self.tab), ("F7", self.announced_key))
        return tuple((key, button.text()) for key, button in keys if not button.isHidden())

    @property
    def _note_box(self) -> QRect:
        """The note's place at the table's upper edge, or over the prompt if something is pressed there."""
        beneath = theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT
        return self._box_at(theme.STATUS_HEIGHT if self._is_pressed_there else beneath)

    def _box_at(self, top: float) -> QRect:
        u = theme.unit(self.width(), self.height())
        return pixels(QRectF(_THICK, top, self.width() / u - 2 * _THICK, HIGH), u)

    def _recall(self) -> None:
        """Close the note, or open it again."""
        self._recalled = not self.note.wanted
        self.note.fold()

    # --- places ------------------------------------------------------------------------------

    def _place_parts(self) -> None:
        u = theme.unit(self.width(), self.height())
        for part in (self.note, self.belief, self.mark):
            if part.u != u:
                part.set_unit(u)
        for key in (self.tab, self.announced_key):
            key.u = u
        wide, high = self.width() / u, self.height() / u
        self.note.setGeometry(self._note_box)
        self.note.setVisible(self.note.wanted and self.belief.isHidden())
        self.belief.setGeometry(pixels(QRectF(0, theme.STATUS_HEIGHT, wide, high - theme.STATUS_HEIGHT), u))
        self.announced_key.setGeometry(pixels(_ANNOUNCED.translated(wide, 0), u))
        self._place_in_bar(u)
        self._place_edges(u)
        self._raise()

    def _place_in_bar(self, u: float) -> None:
        """Place the mark of the series and the tab where the status bar keeps room for them."""
        kept = self.dealer.status.kept_box
        self.mark.setGeometry(pixels(QRectF(kept.left(), kept.top(), self.mark.wish, kept.height()), u))
        self.mark.setVisible(bool(self.mark.text))
        self.tab.setGeometry(pixels(kept.adjusted(self.mark.wish, 0, 0, 0), u))
        self.tab.setVisible(bool(self.run.reports) and kept.width() > 20)

    def _place_edges(self, u: float) -> None:
        thick, top = round(_THICK * u), round(theme.STATUS_HEIGHT * u)
        wide, high = self.width(), self.height()
        left, right, bottom = self._edges
        left.setGeometry(0, top, thick, high - top)
        right.setGeometry(wide - thick, top, thick, high - top)
        bottom.setGeometry(0, high - thick, wide, thick)

    def _raise(self) -> None:
        """Raise the rehearsal's parts above the table if they are not: raising paints all beneath."""
        every = (self.mark, self.tab, self.announced_key, self.note, self.belief, *self._edges)
        over = [part for part in every if not part.isHidden()]
        shown = [part for part in self.children() if isinstance(part, QWidget) and not part.isHidden()]
        if shown[-len(over) :] != over:
            for part in over:
                part.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_parts()

    def closeEvent(self, event: QCloseEvent) -> None:
        """A window that the window system closes is left."""
        event.ignore()
        self.leave()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the rehearsal's edge above all that opens over the table."""
        moved = event.type() is QEvent.Type.ZOrderChange and watched.parent() is self
        for edge in self._edges if moved and watched not in self._edges else ():
            edge.raise_()
        if super().eventFilter(watched, event):
            return True
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._is_behind(watched):
            self.belief.keyPressEvent(event)
            if event.isAccepted():
                return True
            event.accept()  # The event goes on unchanged to the part with the focus.
        return False

    def _is_behind(self, part: QObject) -> bool:
        """Whether a key goes to the status bar or the table while the outcome is asked or shown: Enter would
        press something that nobody sees.
        """
        table = isinstance(part, QWidget) and (part is self.tab or self.dealer.isAncestorOf(part))
        return table and not self.belief.isHidden() and self.front.cover is None


def _within(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, part.rect().topLeft()), part.size())
