"""The overview: the open matters with their times, the table's hand, the last incidents, the orders.

The overview shows a table to its pit boss, at a screen of its own or over the dealer's; it decides nothing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.game.rulebook import load_rulebook
from console.table.running.clock import Clock
from console.table.showing.screen_values import DealerView, Lamp, PastIncident, Person
from console.table.state.open_incident import IncidentState
from console.table.state.phases import Phase
from console.table.state.roles import Actor
from console.ui.dealer.action_bar import can_report
from console.ui.dealer.bands import Band, ModeFrame, notice_banner, refusal_banner
from console.ui.dealer.prompt import PromptPanel, authority_left
from console.ui.dealer.prompt_words import silence_note
from console.ui.dealer.status_bar import StatusBar
from console.ui.felt.condition import cards_out
from console.ui.felt.felt import Felt
from console.ui.felt.games import on_screen
from console.ui.hands.guard import ENTERS, PressGuard
from console.ui.incident.incident_words import (
    come_label,
    kind_name,
    outcome_text,
    past_note,
    with_not_taken,
)
from console.ui.incident.outcome_words import came_text
from console.ui.incident.stage import open_incident
from console.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.ui.kit.keys import KeyCard, Keys, show_keys
from console.ui.kit.lettering import advance, cut, sentence, shrunk, write
from console.ui.kit.prompt_parts import Mood, PromptText, spoken_text
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import (
    ACTION_HEIGHT,
    AMBER,
    AMBER_FILL,
    BAND_HEIGHT,
    BG0,
    BG1,
    GREEN,
    LINE,
    MARGIN,
    PROMPT_HEIGHT,
    STATUS_HEIGHT,
    T0,
    T1,
    T2,
    font,
    unit,
)
from console.ui.kit.tiles import ReasonTile
from console.ui.kit.times import clock_time, lasting
from console.ui.signs import incidents, outcomes, places, states
from console.ui.signs.nib import Sign
from console.words import Words
from console.words.names import inside, labelled, lamp_text, role_inside, role_name
from console.words.speech import halted_text, prompt_text

_DOT: Final = "  ·  "
_ROW: Final = 72.0
_PAST_ROW: Final = 42.0
_BOARD: Final = 158.0
"""The height of the board of results at the foot of the list."""


class Waiting(msgspec.Struct, frozen=True):
    """A matter that waits: an incident, a halt, or a call without an incident."""

    kind: str | None
    at: datetime | None
    by: Person | None
    incident: bool = True
    halted: bool = False
    queued: bool = False


def waiting(view: DealerView) -> tuple[Waiting, ...]:
    """The matters that wait for the pit boss, the oldest first."""
    rows: list[Waiting] = []
    incident, reported = open_incident(view), view.reported
    if incident is not None:
        at, by = (reported.at, reported.by) if reported is not None else (None, None)
        rows.append(Waiting(incident.kind, at, by))
    elif view.view.phase == Phase.HALTED:
        rows.append(Waiting(None, view.held.at if view.held else None, None, incident=False, halted=True))
    rows += [Waiting(each.kind, each.at, each.by, queued=True) for each in view.queue]
    if view.view.call:
        rows.append(Waiting(None, view.called_at, view.dealer, incident=False))
    return tuple(rows)


class OpenList(Surface):
    """The left half of the pit boss's screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._now: datetime | None = None

    def show_view(self, view: DealerView, words: Words, now: datetime) -> None:
        """Show the waiting matters and those that are over."""
        self._view, self._words, self._now = view, words, now
        named = words.text("access.list").join(self._name(each, words) for each in waiting(view))
        spoken = labelled(words, words.text("pit.open"), named) if named else words.text("pit.nothing_open")
        self.setAccessibleName(spoken)
        self.update()

    def _name(self, row: Waiting, words: Words) -> str:
        if row.incident:
            known = words.text("fact.kind") if row.kind is None else kind_name(words, row.kind)
            return known.replace("\u00ad", "")
        return words.text("phase.halted" if row.halted else "pit.call")

    def paint(self, painter: QPainter) -> None:
        """Two headings with their rows; if nothing waits, the place of the first heading says so."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        fill(painter, QRectF(self.wide - 1, 0, 1, self.high), LINE)
        view, words = self._view, self._words
        if view is None or words is None:
            return
        rows = waiting(view)
        if rows:
            self._heading(painter, words.text("pit.open"), 28)
        y = 46.0 if rows else 12.0
        for at, row in enumerate(rows):
            self._paint_waiting(
                painter, row, QRectF(12, y, self.wide - 24, _ROW - 4), view, words, first=at == 0
            )
            y += _ROW + 2
        if not rows:
            states.tick(painter, QRectF(MARGIN, y + 4, 24, 24), GREEN)
            write(painter, words.text("pit.nothing_open"), 58, y + 16, font(20), T1)
            y += 48
        self._heading(painter, words.text("pit.last"), y + 22)
        board = on_screen(view.game).board if view.results else None
        least = y + 60 + _PAST_ROW * min(len(view.past), 1)
        if board is None or least > self.high - _BOARD:
            self._paint_past(painter, view.past, y + 60, self.high, words)
            return
        self._paint_past(painter, view.past, y + 60, self.high - _BOARD, words)
        fill(painter, QRectF(MARGIN, self.high - _BOARD, self.wide - 2 * MARGIN, 1), LINE)
        box = QRectF(MARGIN, self.high - _BOARD + 10, self.wide - 2 * MARGIN, _BOARD - 22)
        board(painter, box, view.results, words, self.u)

    def _heading(self, painter: QPainter, text: str, y: float) -> None:
        write(painter, text.upper(), MARGIN, y, font(16, bold=True, track=106), T2)

    def _paint_waiting(
        self, painter: QPainter, row: Waiting, box: QRectF, view: DealerView, words: Words, *, first: bool
    ) -> None:
        ink = AMBER if first else T1
        if first:
            fill(painter, box, AMBER_FILL, 6)
            fill(painter, QRectF(box.left(), box.top(), 6, box.height()), AMBER)
        middle = box.center().y()
        sign = incidents.kind_sign(row.kind) if row.incident else states.halt if row.halted else places.bell
        sign(painter, QRectF(box.left() + 22, middle - 19, 38, 38), ink)
        since = self._since(row)
        write(painter, since, box.right() - 12, middle, font(26, bold=True), ink, align=1)
        left, room = box.left() + 78, box.width() - 100 - advance(since, font(26, bold=True)) - 12
        name = self._name(row, words)
        write(painter, name, left, middle - 12, shrunk(name, room, (22, 20, 19, 18, 17), bold=first), T0)
        below = words.text("status.round", round=view.round_number)
        if row.by is not None:
            below = f"{below}{words.text('access.list')}{row.by.name}"
        if row.queued:
            below = f"{below}{words.text('access.list')}{words.text('pit.waits')}"
        write(painter, below, left, middle + 15, shrunk(below, room, (16, 15, 14)), T1)

    def _since(self, row: Waiting) -> str:
        """The minutes and seconds that a matter has waited."""
        if row.at is None or self._now is None:
            return ""
        seconds = max(0, int((self._now - row.at).total_seconds()))
        return lasting(seconds)

    def _paint_past(
        self, painter: QPainter, past: tuple[PastIncident, ...], y: float, end: float, words: Words
    ) -> None:
        if not past:
            write(painter, words.text("pit.none_past"), MARGIN, y, font(18), T2)
        for each in past:
            if y > end - 16:
                return
            back = each.taken_back_by is not None
            sign, ink = (states.withdraw, T2) if back else (states.tick, GREEN)
            sign(painter, QRectF(MARGIN, y - 11, 22, 22), ink)
            x = write(painter, clock_time(each.at, words, seconds=False), 58, y, font(18), T2) + 20
            clause = each.clause or ""
            write(painter, clause, self.wide - MARGIN, y, font(17), T2, align=1)
            room = self.wide - MARGIN - advance(clause, font(17)) - 16 - x
            kind, note = kind_name(words, each.kind).replace("\u00ad", ""), past_note(words, each)
            if back and note:
                write(painter, kind, x, y - 11, shrunk(kind, room, (18, 17, 16)), T1)
                face = shrunk(note, room, (15, 14, 13, 12))
                write(painter, cut(note, room, face), x, y + 12, face, T2)
            else:
                both = _DOT.join(filter(None, (kind, note)))
                text = cut(both if advance(both, font(16)) <= room else kind, room, font(16))
                write(painter, text, x, y, shrunk(text, room, (18, 17, 16)), T1)
            y += _PAST_ROW


LIST: Final = 560.0
_FELT: Final = 0.62
_FOOT: Final = 80.0
"""The height that the press under the table takes from it."""
_TOP: Final = STATUS_HEIGHT + PROMPT_HEIGHT
_CORRECTED: Final = frozenset(("dealing", "deciding", "result"))
"""Phases in which a misread card can be put right."""
_ORDERS: Final = ("reshuffle", "decks", "manual", "close")
_WAITS: Final = {
    **dict.fromkeys(("shoe", "reader"), "pit.not_well.note"),
    "wheel": "pit.not_well.note.wheel",
}
"""The devices without which play can't go on, each with its phrase."""
_PASSING: Final = frozenset(("saving", "unsynchronised"))
"""Faults of a device that do not delay play."""


class Order(ReasonTile):
    """The orders that only the pit boss may give."""

    letters = 22
    heavy = True


class PitBossScreen(Surface):
    """The pit boss's view of a table."""

    answer_pressed = Signal()
    """Go to the open matter; to the table if nothing is open."""
    ordered = Signal(str, bool)
    """``reshuffle``, ``decks``, ``manual`` or ``close``, and whether it is ordered or taken back."""
    open_pressed = Signal()
    correct_pressed = Signal()
    wrong_pressed = Signal()
    """The pit boss reports that something went wrong."""
    back_pressed = Signal()
    language_requested = Signal()
    end_pressed = Signal()
    """The pit boss gives up the authority."""

    def __init__(
        self,
        person: Words,
        clock: Clock,
        parent: QWidget | None = None,
        guard: PressGuard | None = None,
    ) -> None:
        """``guard`` is the window's, where the overview is only a part of it."""
        super().__init__(parent)
        self.covers()
        self._clock = clock
        self._view: DealerView | None = None
        self._words = person
        self.guard = guard or PressGuard(lambda: clock.monotonic() / 1e9)
        self._foot, self._corner = 0.0, 0.0
        self.key_card: KeyCard | None = None
        """What F1 shows; None until it is first asked for."""
        self.status = StatusBar(clock.utc, self)
        self.prompt = PromptPanel(self)
        self.open = OpenList(self)
        self.band = Band(self)
        self.felt = Felt(self, scale=_FELT)
        self.orders = {name: Order(self.guard, self) for name in _ORDERS}
        self.correct = Button(outcomes.correct, Tone.PLAIN, self.guard, self)
        self.wrong = Button(states.caution, Tone.PLAIN, self.guard, self)
        self.wrong.sign_ink = AMBER
        self.primary = Button(states.arrow_right, Tone.AMBER, self.guard, self)
        self.frame = ModeFrame(self)
        self.guard.shown_on(self)
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _connect(self) -> None:
        for name, button in self.orders.items():
            button.meant.connect(lambda name=name: self._order(name))
        self.correct.meant.connect(self.correct_pressed)
        self.wrong.clicked.connect(self.wrong_pressed)  # an alarm always works: no guard
        self.primary.meant.connect(self.answer_pressed)
        self.status.end_pressed.connect(self.end_pressed)
        self.status.start()

    def _order(self, name: str) -> None:
        view = self._view
        if view is None:
            return
        if name == "close" and view.view.phase == Phase.CLOSED:
            self.open_pressed.emit()
        else:
            self.ordered.emit(name, not _is_ordered(view, name))

    def set_words(self, person: Words) -> None:
        """Use another language."""
        self._words = person
        if self._view is not None:
            self._show(self._view)

    def show_view(self, view: DealerView) -> None:
        """Show the table as it is now."""
        before, self._view = self._view, view
        if before is None or _meant(before) != _meant(view):
            self.guard.renew()
        self._show(view)
        self.guard.hand_over()

    def leave_foot(self, foot: float, corner: float) -> None:
        """Keep this height free at the screen's foot, and more in its right corner, for a part that covers
        it.
        """
        if (foot, corner) != (self._foot, self._corner):
            self._foot, self._corner = foot, corner
            if self._view is not None:
                self._show(self._view)

    def tick(self) -> None:
        """Count on the waiting times."""
        if self._view is not None and self.isVisible():
            self.open.show_view(self._view, self._words, self._clock.utc())

    def _show(self, view: DealerView) -> None:
        words = self._words
        self.frame.show_mode(view.mode)
        self.status.show_view(msgspec.structs.replace(view, dealer=view.pit_boss or view.dealer), words)
        prompt, sign = _prompt(view, words)
        prompt = with_not_taken(prompt, view, words)
        self.prompt.show_authority(authority_left(view))
        self.prompt.show_text(prompt, sign)
        self.open.show_view(view, words, self._clock.utc())
        foot = max(_FOOT, self._foot - ACTION_HEIGHT)
        caption = "" if self._foot else _caption(view, words)
        self.felt.show_view(view, words, band=False, caption=caption, foot=foot, corner=self._corner)
        self._show_notice(view, words)
        self._show_orders(view, words)
        self.arrange()
        self.update()

    def _show_notice(self, view: DealerView, words: Words) -> None:
        """Show the words for players above list and table (LT-BAC-12)."""
        market = Words(load_rulebook(view.rules).market)
        banner = refusal_banner(view, words) or notice_banner(view, words, market, manual=True)
        self.band.setVisible(banner is not None)
        if banner is not None:
            self.band.show_banner(banner)

    def _show_orders(self, view: DealerView, words: Words) -> None:
        here, closed = view.pit_boss is not None, view.view.phase == Phase.CLOSED
        for name, button in self.orders.items():
            button.show_answer(words.text(_label(view, name)), chosen=_is_ordered(view, name))
            button.tone = Tone.AMBER_EDGE
            allowed = name == "close" or (not closed and view.shoe_number > 0)
            button.setVisible(here and allowed)
        lying = view.view.round
        lies = lying is not None and lying.status == "open" and bool(cards_out(view))
        self.correct.show_label(words.text("button.correct"))
        self.correct.setVisible(here and lies and view.view.phase in _CORRECTED)
        self.wrong.show_label(words.text("button.wrong"))
        self.wrong.setVisible(here and can_report(view))
        if not here:
            asked = come_label(words, view) if view.decider is not None else words.text("button.step_up")
            self.primary.show_label(asked, places.pit_boss, Tone.AMBER)
        elif waiting(view):
            key = "button.answer" if view.view.phase == Phase.HALTED else "pit.come"
            self.primary.show_label(words.text(key), states.arrow_right, Tone.AMBER)
        else:
            self.primary.show_label(words.text("pit.to_table"), places.table, Tone.AMBER_EDGE)

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """The list at the left, the table at the right, the orders below."""
        wide, high = self.wide, self.high
        self.put(self.status, QRectF(0, 0, wide, STATUS_HEIGHT))
        self.put(self.prompt, QRectF(0, STATUS_HEIGHT, wide, PROMPT_HEIGHT))
        top = _TOP + (0 if self.band.isHidden() else BAND_HEIGHT)
        zone = high - top - ACTION_HEIGHT
        self.put(self.band, QRectF(0, _TOP, wide, BAND_HEIGHT))
        self.put(self.open, QRectF(0, top, LIST, high - top - max(ACTION_HEIGHT, self._foot)))
        self.put(self.felt, QRectF(LIST, top, wide - LIST, zone))
        self.frame.surround(QRectF(0, STATUS_HEIGHT, wide, high - STATUS_HEIGHT))
        self.frame.raise_all()
        if self.key_card is not None:
            self.put(self.key_card, QRectF(0, 0, wide, high))
        self._arrange_foot(QRectF(LIST + MARGIN, top + zone - 76, wide - LIST - 2 * MARGIN, 64))
        self._arrange_bar(QRectF(MARGIN, high - ACTION_HEIGHT + 16, wide - 2 * MARGIN, 80))

    def _arrange_foot(self, row: QRectF) -> None:
        """'Something went wrong' at the left, under the table; the press that puts a card right at the
        right.
        """
        room = (row.width() - 12) / 2
        wrong = min(room, self.wrong.wish(room) - 2 * FOCUS)
        lay(self, self.wrong, QRectF(row.left(), row.top(), wrong, row.height()))
        wide = min(row.width() - 12 - wrong, self.correct.wish(room) - 2 * FOCUS)
        lay(self, self.correct, QRectF(row.right() - wide, row.top(), wide, row.height()))

    def _arrange_bar(self, row: QRectF) -> None:
        wide = max(330.0, min(420.0, self.primary.wish(420) - 2 * FOCUS))
        each = (row.width() - wide - 24 - 3 * 12) / 4
        for at, button in enumerate(self.orders.values()):
            lay(self, button, QRectF(row.left() + at * (each + 12), row.top(), each, row.height()))
        lay(self, self.primary, QRectF(row.right() - wide, row.top(), wide, row.height()))

    def paint(self, painter: QPainter) -> None:
        """The ground and the bar."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        bar = QRectF(0, self.high - ACTION_HEIGHT, self.wide, ACTION_HEIGHT)
        fill(painter, bar, BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), LINE)
        if self._view is not None and self._view.pit_boss is None:
            text = self._words.text("pit.sign_in_here")
            write_quiet(painter, text, MARGIN, bar.center().y())

    # --- keys -------------------------------------------------------------------------------------

    def key_rows(self, words: Words) -> Keys:
        """The keys that do something here now."""
        text = words.text
        rows = [
            ("Enter", self.primary.text(), not self.primary.isHidden()),
            *(
                (f"{at}", order.text(), not order.isHidden())
                for at, order in enumerate(self.orders.values(), 1)
            ),
            ("F2", self.wrong.text(), not self.wrong.isHidden()),
            ("Esc  F4", text("button.back"), True),
            ("F8", text("authority.end"), self._view is not None and self._view.pit_boss is not None),
            ("F9", text("keys.language"), True),
        ]
        return tuple((key, does) for key, does, counts in rows if counts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is the primary, 1 to 4 the orders, Esc and F4 go back; F1, F2, F8 and F9 as at the table."""
        if not event.isAutoRepeat():
            with self.guard.at(self.guard.time_of(event)):
                self._take_key(event)

    def _take_key(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_F1:
                keys = self.key_rows(self._words)
                self.key_card = show_keys(self, keys, self._words, top=STATUS_HEIGHT)
            case Qt.Key.Key_F2:
                if not self.wrong.isHidden():
                    self.wrong.click()
            case key if key in ENTERS:
                self.primary.click()
            case Qt.Key.Key_Escape | Qt.Key.Key_F4:
                self.back_pressed.emit()
            case Qt.Key.Key_F8:
                self.end_pressed.emit()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case key if Qt.Key.Key_1 <= key <= Qt.Key.Key_4:
                button = self.orders[_ORDERS[key - Qt.Key.Key_1]]
                if not button.isHidden():
                    button.click()
            case _:
                super().keyPressEvent(event)


def write_quiet(painter: QPainter, text: str, x: float, y: float) -> None:
    """A quiet line in the bar."""
    write(painter, text, x, y, font(18), T2)


def _prompt(view: DealerView, words: Words) -> tuple[PromptText, Sign]:
    rows = waiting(view)
    who = role_name(words, Actor.PIT_BOSS)
    faults = [lamp for lamp in view.lamps if lamp.fault is not None and lamp.fault not in _PASSING]
    # the fault of the device that reads the cards is why they are entered by hand
    if view.manual is not None:
        faults = [lamp for lamp in faults if lamp.device not in ("shoe", "reader")]
    if view.silence is not None and not any(row.incident or row.halted for row in rows):
        return _silent(view, words), states.caution
    if not rows and faults:
        return _not_well(faults, words), states.caution
    if not rows and view.manual is not None:
        return _by_hand(view, words)
    if not rows:
        actor = f"{who}  ·  {words.text('pit.watching')}".upper()
        prompt = PromptText(Mood.WAIT, actor, words.text("pit.nothing_open"), note=words.text("pit.all_well"))
        return msgspec.structs.replace(prompt, aloud=spoken_text(prompt, words)), outcomes.eye
    count = len(rows)
    manner = words.text("actor.open_incidents", count=count) if count > 1 else words.text("pit.one_open")
    prompt = PromptText(
        mood=Mood.PIT_BOSS, actor=f"{who}  ·  {manner}".upper(), headline=_headline(view, rows[0], words),
        note=_note(view, rows[0], words), urgent=True,
    )  # fmt: skip
    sign = incidents.kind_sign(rows[0].kind) if rows[0].incident else places.bell
    return msgspec.structs.replace(prompt, aloud=spoken_text(prompt, words)), sign


def _not_well(faults: list[Lamp], words: Words) -> PromptText:
    """Nothing is open, but a device that the table needs can't be heard: amber, as only the pit boss can
    help.
    """
    first, more = faults[0], faults[1:]
    waited = first.device in _WAITS
    notes = [_named(lamp, words) for lamp in (more if waited else faults)]
    if waited:
        notes.insert(0, words.text(_WAITS[first.device]))
    prompt = PromptText(
        mood=Mood.PIT_BOSS,
        actor=f"{role_name(words, Actor.PIT_BOSS)}  ·  {words.text('actor.now')}".upper(),
        headline=_named(first, words) if waited else words.text("pit.not_well"),
        note="  ·  ".join(notes),
        urgent=True,
    )
    return msgspec.structs.replace(prompt, aloud=spoken_text(prompt, words))


def _silent(view: DealerView, words: Words) -> PromptText:
    """The game server owes an answer: the choice is made at the table's own screen."""
    prompt = PromptText(
        mood=Mood.PIT_BOSS,
        actor=f"{role_name(words, Actor.PIT_BOSS)}  ·  {words.text('actor.now')}".upper(),
        headline=words.text("prompt.silent"),
        note=silence_note(view, words),
        urgent=True,
    )
    return msgspec.structs.replace(prompt, aloud=spoken_text(prompt, words))


def _named(lamp: Lamp, words: Words) -> str:
    """``Shoe: connection lost``, ``Shoe not responding``."""
    fault = lamp_text(words, lamp)
    if lamp.device not in _WAITS or lamp.fault == "silent":
        return fault
    return labelled(words, words.text(f"report.device.{lamp.device}"), inside(words, fault))


def _by_hand(view: DealerView, words: Words) -> tuple[PromptText, Sign]:
    """Nothing waits for the pit boss, but cards are entered by hand, which is not the normal state."""
    assert view.manual is not None
    since = words.text(
        "mode.manual.since", time=clock_time(view.manual.since, words), name=view.manual.by.name
    )
    actor = f"{role_name(words, Actor.PIT_BOSS)}  ·  {words.text('pit.watching')}".upper()
    prompt = PromptText(Mood.PIT_BOSS, actor, words.text("mode.manual"), note=since)
    return msgspec.structs.replace(prompt, aloud=spoken_text(prompt, words)), outcomes.enter


def _headline(view: DealerView, first: Waiting, words: Words) -> str:
    """The headline of the first open matter, with its present step."""
    incident = view.view.incident
    if not first.incident or incident is None or not incident.open:
        return words.text("pit.call") if not first.halted else words.text("prompt.resolve")
    if incident.kind is None:
        return words.text("fact.kind")
    kind = kind_name(words, incident.kind).replace("\u00ad", "")
    match incident.state:
        case IncidentState.FACTS if view.reported is not None:
            left = max(1, view.reported.questions - view.reported.question + 1)
            return words.count("count.questions", left, kind=kind)
        case IncidentState.AWAITING:
            return outcome_text(words, incident.outcome, incident.facts)
        case IncidentState.STEPS:
            due = view.view.prompt.step is not None
            decided = outcome_text(words, incident.outcome, incident.facts)
            return prompt_text(words, view.view) if due else decided
        case _:
            return kind


def _note(view: DealerView, first: Waiting, words: Words) -> str | None:
    if first.halted:
        reason = view.view.prompt.reason or (view.held.reason if view.held else "device")
        face = view.held.face if view.held else None
        return halted_text(words, view.view, reason, face, pit_boss=True)
    if first.by is None or first.at is None:
        return None
    role, at = role_inside(words, first.by.role), clock_time(first.at, words)
    key = "pit.reported_by" if first.incident else "pit.called_by"
    report = words.text(key, name=first.by.name, role=role, time=at)
    return "  ·  ".join(filter(None, (report, sentence(came_text(view, words)))))


def _caption(view: DealerView, words: Words) -> str:
    lying: datetime | None = view.reported.at if view.reported else None
    seen = words.text("pit.as_dealer_sees")
    return seen if lying is None else f"{seen}{words.text('access.list')}{clock_time(lying, words)}"


def _is_ordered(view: DealerView, name: str) -> bool:
    match name:
        case "manual":
            return view.view.manual
        case "close":
            return view.close_ordered
        case "reshuffle":
            return view.reshuffle_ordered
        case _:
            return False


def _label(view: DealerView, name: str) -> str:
    on = _is_ordered(view, name)
    match name:
        case "manual":
            return "button.manual_off" if on else "mode.manual"
        case "close" if view.view.phase == Phase.CLOSED:
            return "button.open_table"
        case "close":
            return "button.close_table_off" if on else "button.close_table"
        case "decks":
            return "pit.decks"
        case _:
            return "button.reshuffle_off" if on else "button.reshuffle"


def _meant(view: DealerView) -> tuple[object, ...]:
    incident = view.view.incident
    state = (incident.id, incident.state) if incident is not None and incident.open else None
    ordered = tuple(_is_ordered(view, name) for name in _ORDERS)
    return (view.view.prompt, view.pit_boss, state, ordered, view.view.phase)
