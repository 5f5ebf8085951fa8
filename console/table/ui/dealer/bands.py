"""The calls for attention at a table: bands with words, and the frame of a table without players.

A band says why somebody should look at the table (a restart, manual mode, an outcome's steps, an unwritable
journal, a bug); it goes when its reason ends, and has no press of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import msgspec
from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractButton, QWidget

from console.base.words import FIRST, Words
from console.table.core.showing.open_matters import may_not_deal
from console.table.core.showing.screen_values import ConsoleHealth, DealerView, LampFault, Mode
from console.table.core.state.entries import Unwritable
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.views import Notice, Say
from console.table.game.incident_cases import Result
from console.table.ui.dealer.open_strip import may_not_deal_text
from console.table.ui.dealer.prompt import announce
from console.table.ui.dealer.top_bar import MARKS
from console.table.ui.felt.condition import is_unwritable
from console.table.ui.hands.guard import PressRefusal
from console.table.ui.incident.authority import is_own_report
from console.table.ui.incident.incident_words import basis_text
from console.table.ui.incident.stage import open_incident, reported_round
from console.table.ui.kit import theme
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.lettering import DOT, advance, by_sentence, shrunk, write
from console.table.ui.kit.surface import Surface, fill, lay_over, outline, pen
from console.table.ui.kit.times import clock_time, lasting, moment_text
from console.table.ui.signs.incident_signs import outcome_sign
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import outcome_text
from console.table.words.names import lamp_text
from console.table.words.speech import notice_text, refusal_text, say_text

_FONTS: Final = "fonts-noto-core, fonts-noto-cjk"
_INVITATION: Final = Say("place_your_bets")
_SIGN: Final = 26.0
_HIGH: Final = 44.0
"""The height of a band; a single line gets less, so that it isn't broken."""
_OF_TWO: Final = 21
"""The size of which two lines fit the height at ``theme.LEAST``."""


class Banner(msgspec.Struct, frozen=True):
    """The content of a band: its order, its reason, and by its colour whether it is a note, a fault, or the
    pit boss's.
    """

    text: str
    aside: str
    ink: QColor = theme.T0
    sign: Sign | None = None
    aloud: str = ""
    """The words that a person reads to the players: drawn in place of the text, in the prompt's size."""
    is_gloss: bool = False
    """Whether the aside is those words' meaning, which gives way to them; a screen reader says all."""


def too_small(words: Words) -> Banner:
    """The band on a screen below the least size; prompt and table are still shown."""
    return Banner(words.text("screen.too_small", width=theme.WIDTH, height=theme.HEIGHT), "", ink=theme.FAULT)


def fonts_missing(words: Words) -> Banner:
    """The band if no font has Japanese: in English first, whose letters are in every font."""
    texts = [each.text("font.missing", fonts=_FONTS) for each in (Words(FIRST), words)]
    return Banner(texts[0], "" if texts[0] == texts[1] else texts[1], ink=theme.FAULT)


def notice_banner(view: DealerView, words: Words, market: Words, *, manual: bool = False) -> Banner | None:
    """The words for players while play stands still, in their language and the person's (LT-BAC-12).

    One sentence is said at a time: an event while play waits, such as the end of bet time, stands alone in
    full size until the next line, and the notice that is still to be said stands at its right. A reading that
    is refused ends no announcement; but nobody is asked for a bet then, and a number that differs from one
    that came later is not announced before somebody has decided. ``manual``: the words in manual mode too, if
    no other band says them.
    """
    notice, say = view.view.notice, view.view.say
    if notice is None or (notice is Notice.MANUAL_MODE and not manual):
        return None
    in_doubt = say is not None and say.number is not None and view.halt.number_stands is not None
    in_doubt = in_doubt or view.incident.read_since is not None
    came = None if say == _INVITATION or in_doubt or view.view.phase != Phase.HALTED else say
    waits, meaning = (notice_text(each, view.view) for each in (market, words))
    aside = "" if market.language == words.language else meaning
    aloud, aside = (waits, aside) if came is None else (say_text(market, came), market.quote(waits))
    quoted = market.quote(aloud)
    said = words.text("band.notice", said=quoted)
    if came is not None and market.language != words.language:
        said = f"{said}. {say_text(words, came)}"
    return Banner(said, aside, sign=Sign("play.speech"), aloud=quoted, is_gloss=True)


def banner_of(view: DealerView, words: Words, market: Words) -> Banner | None:
    """The band to show over the table: a fault, an outcome, a halt's notice, manual mode, or a restart."""
    return (
        fault_banner(view, words)
        or refusal_banner(view, words)
        or after_restart(view, words, procedure_banner(view, words))
        or passed_over_banner(view, words)
        or aside_banner(view, words)
        or coming_banner(view, words, market)
        or after_restart(view, words, alone_banner(view, words))
        or after_restart(view, words, notice_banner(view, words, market))
        or after_restart(view, words, manual_banner(view, words, market))
        or _restart_banner(view, words)
        or software_banner(view.console, words)
        or licence_banner(view, words)
    )


def fault_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of a table that does not answer, of a journal that can't be written, or of a bug."""
    if view.console.unanswered:
        return Banner(words.text("band.no_answer"), words.text("band.no_answer.note"), ink=theme.AMBER)
    if is_unwritable(view):
        cause = words.text(_cause(view.console.unwritable))
        return Banner(words.text("band.not_recorded"), cause, ink=theme.AMBER)
    if view.console.bug:
        return Banner(words.text("bug.title"), words.text("bug.note"), ink=theme.FAULT)
    return None


def passed_over_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of a console that another one was chosen over; at a halt the words for players (LT-BAC-12)."""
    lamp = next((each for each in view.console.lamps if each.fault is LampFault.PASSED_OVER), None)
    if lamp is None or view.view.notice is not None:
        return None
    return Banner(lamp_text(words, lamp), words.text("band.passed_over"), ink=theme.FAULT)


def aside_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of a journal that was set aside as damaged; at a halt the words for players (LT-BAC-12)."""
    if not view.console.journal_aside or view.view.notice is not None:
        return None
    restart = _restart_banner(view, words)
    if restart is not None and restart.ink == theme.FAULT:
        return restart
    return Banner(
        words.text("log.noted.journal_recovered"), words.text("band.software.note"), ink=theme.FAULT
    )


def software_banner(console: ConsoleHealth, words: Words) -> Banner | None:
    """The band of a console that differs from its release; a band about play takes its place."""
    if not console.software_changed:
        return None
    return Banner(words.text("band.software"), words.text("band.software.note"), ink=theme.FAULT)


def refusal_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of a press that was refused: why, and what to do instead."""
    refusal = view.screen.turned_down
    if refusal is None:
        return None
    why = refusal_text(
        words,
        refusal.refused,
        line=refusal.line,
        to=refusal.to,
        name=refusal.name,
        set_number=refusal.set,
        set_at=refusal.set_at,
    )
    return Banner(words.text("band.turned_down"), why, sign=Sign("states.caution"))


def coming_banner(view: DealerView, words: Words, market: Words) -> Banner | None:
    """The band of a call: who comes to the table, how long players have waited, and the words for players."""
    coming = view.call.coming
    if coming is None:
        return None
    name, notice = coming.by.name, notice_banner(view, words, market)
    if coming.waited is None:
        comes = words.text("band.coming", name=name)
    else:
        comes = words.text("band.coming.wait", name=name, time=lasting(coming.waited))
    if notice is None:
        return Banner(comes, "", sign=Sign("places.person"))
    return msgspec.structs.replace(notice, aside=comes, is_gloss=False)


def four_eyes_banner(view: DealerView, words: Words, market: Words) -> Banner | None:
    """The band over an outcome whose pit boss reported it as dealer; its aside: the words for players."""
    if not is_own_report(view):
        return None
    reported = view.incident.reported
    assert reported is not None, "it was reported by somebody"
    notice = notice_banner(view, words, market)
    aside = DOT.join((reported.by.name, *(() if notice is None else (notice.text,))))
    return Banner(words.text("band.four_eyes"), aside, ink=theme.AMBER, sign=Sign("outcomes.eye"))


def _cause(unwritable: Unwritable | None) -> str:
    """The phrase key of why the journal can't be written, and of whom to call."""
    if unwritable is None or unwritable is Unwritable.FAILED:
        return "band.not_recorded.note"
    return f"band.not_recorded.{unwritable}"


def procedure_banner(view: DealerView, words: Words) -> Banner | None:
    """The outcome and who authorised it, until the outcome's last step."""
    incident = open_incident(view)
    if incident is None or incident.state != IncidentState.STEPS:
        return None
    text = outcome_text(words, incident.outcome, incident.facts)
    if incident.outcome == Result.VOID and view.round_number:
        text = words.text("band.void", round=view.round_number)
    elif (number := reported_round(view)) is not None and number != str(view.round_number):
        text = DOT.join((text, words.text("status.round", round=number)))
    aside, decided = basis_text(words, incident), view.incident.decided
    if decided is not None and decided.by is not None:
        at = clock_time(decided.at, words)
        aside = words.text("band.authorised_by", name=decided.by.name, time=at)
    return Banner(text, aside, ink=theme.AMBER, sign=outcome_sign(incident.outcome))


def manual_banner(view: DealerView, words: Words, market: Words) -> Banner | None:
    """Manual mode's band: the words for players, and the cards entered so far."""
    manual, notice = view.manual, notice_banner(view, words, market, manual=True)
    if manual is None or notice is None or not view.view.manual:
        return None
    count = words.count("count.entered_by_hand", manual.cards)
    return msgspec.structs.replace(notice, aside=count, ink=theme.AMBER, is_gloss=False)


def alone_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of a trainee whose dealer has left, or of a licence that is over; while it has the words for
    players the strip says it.
    """
    gone = may_not_deal(view)
    if gone is None or view.dealer is None or view.view.notice is not None:
        return None
    note = words.text("band.beside_left.note", name=view.dealer.name)
    return Banner(may_not_deal_text(gone, words), note, ink=theme.AMBER)


def licence_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of the last day of a dealer's licence, between rounds."""
    licence, lying = view.licence, view.view.round
    is_open = lying is not None and lying.status == RoundStatus.OPEN
    if licence is None or licence.is_over or is_open:
        return None
    return Banner(words.text("band.licence.last", name=licence.name), words.text("band.licence.last.note"))


def after_restart(view: DealerView, words: Words, due: Banner | None) -> Banner | None:
    """The band with the words that the console was restarted before its own; unchanged without a restart.

    Until the next input an incident, too, says that screen and table are to be compared, or that cards may
    be missing on the screen.
    """
    restart = _restart_banner(view, words)
    if due is None or restart is None:
        return due
    text = restart.aside if restart.ink == theme.FAULT and restart.aside else restart.text
    ink = restart.ink if due.ink == theme.T0 else due.ink
    return Banner(text, due.text, ink, sign=Sign("states.eye"))


def _restart_banner(view: DealerView, words: Words) -> Banner | None:
    """The band of a restart; while bet time runs the prompt's note says it."""
    runs = view.view.bets == Bets.OPEN and view.view.phase != Phase.HALTED
    restart = view.console.recovered
    if restart is None or runs:
        return None
    ends = restart.stopped, restart.back
    said = clock_time if len({each.astimezone().date() for each in ends}) == 1 else moment_text
    stopped, back = (said(each, words) for each in ends)
    times = words.text("mode.recovered.times", stopped=stopped, back=back)
    if restart.damaged and view.pit_boss is not None:
        return Banner(words.text("mode.recovered.damaged.pit_boss"), "", ink=theme.FAULT)
    if restart.damaged:
        return Banner(words.text("mode.recovered"), words.text("mode.recovered.damaged"), ink=theme.FAULT)
    return Banner(words.text("mode.recovered"), times)


class Band(Surface):
    """A strip over the upper edge of the table zone."""

    _banner: Banner | None = None

    def show_banner(self, banner: Banner) -> None:
        """Show it, and have a screen reader say it with its aside."""
        if banner != self._banner:
            self._banner = banner
            self.setAccessibleName(f"{banner.text}. {banner.aside}")
            self.update()

    def paint(self, painter: QPainter) -> None:
        banner = self._banner
        if banner is None:
            return
        ink, ground = banner.ink, theme.AMBER_FILL if banner.ink == theme.AMBER else theme.BG3
        fill(painter, QRectF(0, 0, self.wide, self.high), ground)
        dash, step = (8, 14) if ink == theme.FAULT else (self.wide, round(self.wide))
        for x in range(0, round(self.wide), step):
            fill(painter, QRectF(x, 0, dash, 2), ink)
        sign = banner.sign or Sign("states.eye" if ink == theme.T0 else "states.caution")
        sign(painter, QRectF(theme.MARGIN, self.high / 2 - _SIGN / 2 + 1, _SIGN, _SIGN), ink)
        left = theme.MARGIN + _SIGN + 12
        for column in _set(banner, self.wide - theme.MARGIN - left, ink):
            free = self.high - column.high
            column.paint(painter, left, min(free / 2 + 1, free - 0.52))  # accents and tails stay inside


def _set(banner: Banner, wide: float, ink: QColor) -> Iterator[Column]:
    """The words in one line with the aside at its end, a gloss in one or two lines; else without a gloss that
    has no room, or over the aside, or in two lines. Words for players are white, and so large that they can
    be read from a metre.
    """
    text, size, least = banner.text, 20, theme.LEAST
    if banner.aloud:
        text, size, least, ink = banner.aloud, 28, 24, theme.T0
    said, aside = Row(text, size, ink, bold=True), Row(banner.aside, theme.LEAST, theme.T1, gap=0)
    beside = advance(banner.aside, theme.font(theme.LEAST)) + 24 if banner.aside else 0.0
    alone, before = (Column([said], room, _HIGH - 4, least=least) for room in (wide, wide - beside))
    if before.fits and (not banner.is_gloss or before.factor == alone.factor):
        yield from (before, Column([aside], wide, _HIGH, align=1))
    elif alone.fits and (banner.is_gloss or not banner.aside):
        yield alone
        spoken, face = alone.rows[0], theme.font(theme.LEAST)
        room = wide - advance(spoken.lines[0], theme.font(spoken.size, bold=True)) - 24
        # Two lines so close stay beneath the band's edge with their accents.
        gloss = [aside._replace(text=line, gap=-3) for line in by_sentence(banner.aside, room, face)]
        column = Column(gloss, wide, _HIGH, align=1)
        if column.fits and all(advance(row.text, face) <= room for row in gloss):
            yield column
    else:
        below = [] if banner.is_gloss or not banner.aside else [aside._replace(size=_OF_TWO)]
        yield Column([said._replace(size=_OF_TWO), *below], wide, _HIGH, least=16)


_THICK = 10.0


class _Strip(Surface):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.covers()  # a frame is hidden if there is no pattern
        self.mode = Mode.LIVE

    def paint(self, painter: QPainter) -> None:
        if self.mode in MARKS:
            MARKS[self.mode].pattern(painter, QRectF(0, 0, self.wide, self.high))


class KeyboardBand(Band):
    """The band in a window while another one has the keyboard, whichever page is in front.

    Its window has it follow the keyboard: a filter of the window's events would be called while Qt destroys
    that window, and PySide then ends the process.
    """

    keeps_place = True

    def follow(self, words: Words, place: QRect, u: float, *, is_needed: bool = True) -> None:
        """Show it at this place in its window, or hide it; ``is_needed``: whether anybody would press keys.
        It moves no other part: a press that gives the window the keyboard back comes where it was aimed at.
        """
        window = self.window()
        if not is_needed or window.isActiveWindow() or not window.isVisible():
            self.hide()
            return
        text, aside = (words.text(f"band.keyboard_{each}") for each in ("elsewhere", "back"))
        self.show_banner(Banner(text, aside, ink=theme.FAULT))
        self.set_unit(u)
        self.setGeometry(place)
        self.show()
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the keyboard back: a press anywhere else might do more."""
        self.window().activateWindow()


class ModeFrame:
    """Three strips at the left, the right and the bottom; the status bar is the frame's upper side."""

    def __init__(self, parent: Surface) -> None:
        self._parent = parent
        self.strips = tuple(_Strip(parent) for _ in range(3))
        self.show_mode(Mode.LIVE)

    def show_mode(self, mode: Mode) -> None:
        """Draw the frame of a TRAINING or REHEARSAL table; a LIVE table has none."""
        for strip in self.strips:
            if strip.mode is not mode:
                strip.mode = mode
                strip.update()
            strip.setVisible(mode in MARKS)

    def surround(self, box: QRectF) -> None:
        """Place the strips along a box's inner edges, in the parent's units."""
        left, right, bottom = self.strips
        self._parent.put(left, QRectF(box.left(), box.top(), _THICK, box.height()))
        self._parent.put(right, QRectF(box.right() - _THICK, box.top(), _THICK, box.height()))
        self._parent.put(bottom, QRectF(box.left(), box.bottom() - _THICK, box.width(), _THICK))

    def raise_all(self) -> None:
        lay_over(self.strips)


_SHOWN_FOR: Final = 3_000
"""Milliseconds for which the line is shown."""
_NOTE_HIGH: Final = 52.0
_NOTE_PAD: Final = 16.0
_NOTE_LINE: Final = 23.0
_NOTE_FACE: Final = (20, 19, 18)


class PressNote(Surface):
    """A line in the window, as large as a band's; it disappears after a moment, and covers no key.

    It lies on the rail; if keys or words leave it too little room there, on the table's upper edge or the
    prompt's lower one. Beside them it may have two lines.
    """

    keeps_place = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self._drop: PressRefusal | None = None
        self._room = QRect()
        self._left = float(theme.MARGIN)
        self._in_two = False
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_FOR)
        self._timer.timeout.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_refusal(self, drop: PressRefusal, words: Words, u: float, room: QRect) -> None:
        """Say why a press was not accepted; the line lies over all other parts of the window."""
        self._drop, self._room, self.u = drop, room, u
        self._lay(words)
        self._timer.start()
        announce(self, self.text, at_once=False)

    def set_words(self, words: Words) -> None:
        if not self.isHidden():
            self._lay(words)

    def _lay(self, words: Words) -> None:
        self.text = words.text(f"press.{self._drop}")
        self.setAccessibleName(self.text)
        self.hide()
        self._take_free_strip(self._room)
        self.show()
        self.raise_()
        self.update()

    def _take_free_strip(self, room: QRect) -> None:
        """Take the first strip with room beside the keys: over no words, else over words, else the last."""
        table, high = (theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT) * self.u, _NOTE_HIGH * self.u
        foot = room.bottom() + 1 - (theme.ACTION_HEIGHT + theme.RAIL_HEIGHT / 2) * self.u
        keys = _keys_seen(self.window())
        over_words: tuple[QRect, float] | None = None
        tops = (foot - high / 2, room.top() + table, room.top() + table - high)
        for top, self._in_two in product(tops, (False, True)):
            strip = QRect(room.left(), round(top), room.width(), round(high))
            ends = [key.right() + 1 - room.left() for key in keys if key.intersects(strip)]
            self._left = max([float(theme.MARGIN), *(end / self.u + _NOTE_PAD / 2 for end in ends)])
            self.setGeometry(strip)
            box, lines, _ = self._set_out()
            if len(lines) > 2 or box.width() > self.wide - theme.MARGIN - self._left:
                continue
            if _is_blank(self.window(), self.pixels_of(box).translated(strip.topLeft())):
                return
            over_words = over_words or (strip, self._left)
        self._in_two = False
        if over_words is not None:
            strip, self._left = over_words
            self.setGeometry(strip)

    def _set_out(self) -> tuple[QRectF, tuple[str, ...], QFont]:
        """The text's box at the right, its lines, and their letters."""
        room = self.wide - theme.MARGIN - self._left - 2 * _NOTE_PAD
        face = shrunk(self.text, room, _NOTE_FACE, bold=True)
        narrow = min(room, 0.8 * advance(self.text, face))
        lines = by_sentence(self.text, narrow if self._in_two else room, face)
        wide = max(advance(line, face) for line in lines) + 2 * _NOTE_PAD
        high = 38.0 if len(lines) == 1 else self.high
        return QRectF(self.wide - theme.MARGIN - wide, (self.high - high) / 2, wide, high), lines, face

    def paint(self, painter: QPainter) -> None:
        box, lines, face = self._set_out()
        middle = self.high / 2
        fill(painter, box, theme.BG2, 8)
        outline(painter, box, pen(theme.STRONG_EDGE, 2), 8)
        for at, line in enumerate(lines):
            y = middle + (at - (len(lines) - 1) / 2) * _NOTE_LINE
            write(painter, line, box.right() - _NOTE_PAD, y, face, theme.T0, align=1)


def _is_blank(window: QWidget, place: QRect) -> bool:
    """Whether a place of a window shows nothing but its ground, and perhaps lines across."""
    picture = window.grab(place).toImage()
    edge = picture.copy(0, 0, 1, picture.height())
    return edge.scaled(picture.size()) == picture


def _keys_seen(window: QWidget) -> list[QRect]:
    """The places of a window's keys that no other part covers."""
    found: list[QRect] = []
    for key in window.findChildren(QAbstractButton):
        if key.isVisible():
            place = QRect(key.mapTo(window, QPoint()), key.size())
            upper = window.childAt(place.center())
            if upper is not None and (upper is key or key.isAncestorOf(upper)):
                found.append(place)
    return found
