"""The pit boss's page: the open matters with their times, the table's hand, the last incidents, the orders.
The page shows a table to its pit boss, at a screen of its own or over the dealer's; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core import Clock, Phase
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.game.rulebook import load_rulebook
from console.table.ui.dealer.action_bar import can_report
from console.table.ui.dealer.bands import Band, ModeFrame, alone_banner, notice_banner, refusal_banner
from console.table.ui.dealer.open_strip import ABOVE, NO_KEYS, OpenStrip, SideKeys
from console.table.ui.dealer.prompt import PromptPanel, authority_share
from console.table.ui.dealer.status_bar import StatusBar
from console.table.ui.felt.felt import Felt
from console.table.ui.hands import ENTERS, PressGuard, key_of
from console.table.ui.incident.incident_words import come_label, with_late_press
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.keys import KeyCard, Keys, show_keys
from console.table.ui.kit.lettering import write
from console.table.ui.kit.menu import Menu, MenuRow, language_rows
from console.table.ui.kit.prompt_parts import spoken_text
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.tiles import ReasonTile
from console.table.ui.pit.open_list import OpenList, waiting
from console.table.ui.pit.page_prompt import page_prompt, table_caption
from console.table.ui.signs.sign import Sign

_LIST: Final = 560.0
"""The width of the list at the left."""
_FELT: Final = 0.62
"""The scale of the table beside it."""
_GAP: Final = 12.0
"""The distance between two keys."""
_FOOT: Final = 80.0
"""The height that the press under the table takes from it."""
_TOP: Final = theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT


class OrderRow(NamedTuple):
    """A pit boss's order: its phrases, whether it stands, and whether it can be given or taken back now."""

    label: str
    taken_back: str
    stands: Callable[[DealerView], bool]
    is_possible: Callable[[DealerView], bool]


def _is_closed(view: DealerView) -> bool:
    return view.view.phase == Phase.CLOSED


_ORDERS: Final = {
    "reshuffle": OrderRow(
        "button.reshuffle",
        "button.reshuffle_off",
        lambda view: view.orders.reshuffle_ordered and not view.orders.decks_ordered,
        lambda view: view.orders.takes_shuffle_orders and not view.orders.decks_ordered,
    ),
    "decks": OrderRow(
        "pit.decks",
        "button.new_decks_off",
        lambda view: view.orders.decks_ordered,
        lambda view: (
            view.orders.takes_shuffle_orders and view.orders.reshuffle_ordered == view.orders.decks_ordered
        ),
    ),
    "manual": OrderRow(
        "mode.manual",
        "button.manual_off",
        lambda view: view.view.manual,
        lambda view: view.shoe_number > 0 and not _is_closed(view),
    ),
    "close": OrderRow(
        "button.close_table",
        "button.close_table_off",
        lambda view: view.orders.close_ordered,
        lambda view: view.orders.takes_close_orders or _is_closed(view),
    ),
}


class Order(ReasonTile):
    letters = 22
    heavy = True


class PitBossScreen(Surface):
    answer_pressed = Signal()
    """Go to the open matter; to the table if nothing is open."""
    ordered = Signal(str, bool)
    """``reshuffle``, ``decks``, ``manual`` or ``close``, and whether it is ordered or taken back."""
    open_pressed = Signal()
    correct_pressed = Signal()
    wrong_pressed = Signal()
    """The pit boss reports that something went wrong."""
    call_pressed = Signal()
    """The pit boss calls another one, or says that the one who was called has come."""
    back_pressed = Signal()
    language_requested = Signal()
    """The next language is to be spoken."""
    language_chosen = Signal(str)
    end_pressed = Signal()
    """The pit boss gives up the authority."""

    def __init__(
        self,
        person: Words,
        clock: Clock,
        parent: QWidget | None = None,
        guard: PressGuard | None = None,
        *,
        asks_at_table: Callable[[DealerView], bool] | None = None,
    ) -> None:
        """``guard`` is the window's, if the pit boss's page is only a part of it.

        ``asks_at_table``: whether the table's own screen asks the pit boss for something; only then does a
        page in a window of its own lead there. None: the page lies over the table, and always leads back.
        """
        super().__init__(parent)
        self.covers()
        self._asks_at_table = asks_at_table
        self._clock = clock
        self._view, self._side_keys = NO_TABLE, NO_KEYS
        self._words = person
        self.guard = guard or PressGuard(lambda: clock.monotonic() / 1e9)
        self._foot = 0.0
        self.key_card: KeyCard | None = None
        """The card that F1 shows; None before its first use."""
        self.status = StatusBar(clock.utc, person, self)
        self.prompt = PromptPanel(self)
        self.open = OpenList(person, self)
        self.band = Band(self)
        self.strip = OpenStrip(self.guard, self)
        self.felt = Felt(self, scale=_FELT)
        self.orders = {name: Order(self.guard, self) for name in _ORDERS}
        self.correct = Button(Sign("outcomes.correct"), Tone.PLAIN, self.guard, self)
        self.wrong = Button(Sign("states.caution"), Tone.PLAIN, self.guard, self)
        self.wrong.sign_ink = theme.AMBER
        self.primary = Button(Sign("states.arrow_right"), Tone.AMBER, self.guard, self)
        self.frame = ModeFrame(self)
        self.menu = Menu(self.guard, self, lambda: self._words)
        """The languages, behind the name in the bar."""
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
        self.status.menu_requested.connect(self.open_menu)
        self.menu.closed.connect(self.setFocus)
        self.status.start()

    def open_menu(self) -> None:
        """Let the person choose the language of this page."""
        words, view = self._words, self._view
        person = view.pit_boss or view.dealer
        heading = "" if person is None else words.text("menu.title", name=person.name)
        back = MenuRow(words.text("button.back"), Sign("outcomes.back"), lambda: None)
        self.menu.open(heading, (*language_rows(words.language, self.language_chosen.emit), back))

    def _order(self, name: str) -> None:
        view = self._view
        if name == "close" and _is_closed(view):
            self.open_pressed.emit()
        else:
            self.ordered.emit(name, not _ORDERS[name].stands(view))

    def set_words(self, person: Words) -> None:
        self._words = person
        self._close_card()
        self._show_again()

    def _close_card(self) -> None:
        if self.key_card is not None:
            self.key_card.close_card()

    def show_view(self, view: DealerView, side_keys: SideKeys = NO_KEYS) -> None:
        """``side_keys`` of the table's own screen in the same window decide a contradiction."""
        before, self._view, self._side_keys = self._view, view, side_keys
        if _meant(before) != _meant(view):
            self.guard.renew()
            self.menu.close_menu()
            self._close_card()
        self._show(view)
        self.guard.hand_over()

    def leave_foot(self, foot: float) -> None:
        if foot != self._foot:
            self._foot = foot
            self._show_again()

    def _show_again(self) -> None:
        if self._view is not NO_TABLE:
            self._show(self._view)

    def tick(self) -> None:
        if self._view is not NO_TABLE and self.isVisible():
            self._show_open()

    def _show_open(self) -> None:
        self.open.show_view(self._view, self._words, self._clock.utc(), self.prompt.text.headline)

    def _show(self, view: DealerView) -> None:
        words = self._words
        self.frame.show_mode(view.mode)
        here = view if view.pit_boss is None else replace(view, dealer=view.pit_boss, beside=None)
        self.status.show_view(here, words)
        prompt, sign = page_prompt(view, words)
        prompt = with_late_press(prompt, view, words)
        self.prompt.show_authority(authority_share(view))
        aloud = spoken_text(prompt, words)
        self.prompt.show_text(prompt, sign, aloud)
        self.setAccessibleName(aloud)
        self._show_open()
        foot = max(_FOOT, self._foot - theme.ACTION_HEIGHT)
        caption = "" if self._foot else table_caption(view, words)
        self.felt.show_view(view, words, band=False, caption=caption, foot=foot)
        market = Words(load_rulebook(view.rules).market)
        banner = (
            refusal_banner(view, words)
            or alone_banner(view, words)
            or notice_banner(view, words, market, manual=True)
        )
        self.band.setVisible(banner is not None)
        if banner is not None:
            self.band.show_banner(banner)
        self.strip.show_view(view, words, self._side_keys)
        self._show_orders(view, words)
        self.arrange()
        self.update()

    def _show_orders(self, view: DealerView, words: Words) -> None:
        here = view.pit_boss is not None
        for at, (name, button) in enumerate(self.orders.items(), 1):
            label, stands = words.text(_label(view, name)), _ORDERS[name].stands(view)
            button.show_answer(label, key=str(at), chosen=stands)
            button.tone = Tone.AMBER_EDGE
            button.setVisible(here and _ORDERS[name].is_possible(view))
        self.correct.show_label(words.text("button.correct"))
        self.correct.setVisible(here and view.cards.can_correct)
        self.wrong.show_label(words.text("button.wrong"))
        self.wrong.setVisible(here and can_report(view))
        leads_to_table = self._asks_at_table is None or self._asks_at_table(view)
        self.primary.setVisible(not here or view.view.call or leads_to_table)
        if not here:
            decides = view.screen.decider is not None
            asked = come_label(words, view) if decides else words.text("button.step_up")
            self.primary.show_label(asked, Sign("places.pit_boss"), Tone.AMBER)
        elif rows := waiting(view):
            play = all(row.asks is not None or row.silent for row in rows)
            key = "button.answer" if view.view.phase == Phase.HALTED else "pit.come"
            label = words.text("pit.to_table" if play else key)
            self.primary.show_label(label, Sign("states.arrow_right"), Tone.AMBER)
        elif view.screen.answered is not None:
            self.primary.show_label(words.text("pit.settled"), Sign("places.table"), Tone.AMBER)
        else:
            self.primary.show_label(words.text("pit.to_table"), Sign("places.table"), Tone.AMBER_EDGE)

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))

    def hideEvent(self, event: QHideEvent) -> None:
        """Neither the menu nor the card of the keys waits for the page to come back."""
        super().hideEvent(event)
        self.menu.hide()
        if self.key_card is not None:
            self.key_card.hide()

    def arrange(self) -> None:
        wide, high = self.wide, self.high
        self.put(self.status, QRectF(0, 0, wide, theme.STATUS_HEIGHT))
        self.put(self.prompt, QRectF(0, theme.STATUS_HEIGHT, wide, theme.PROMPT_HEIGHT))
        under = _TOP + self.strip.below
        top = under + (0 if self.band.isHidden() else theme.BAND_HEIGHT)
        self.put(self.strip, QRectF(0, _TOP - ABOVE, wide, self.strip.need))
        zone = high - top - theme.ACTION_HEIGHT
        self.put(self.band, QRectF(0, under, wide, theme.BAND_HEIGHT))
        self.put(self.open, QRectF(0, top, _LIST, high - top - max(theme.ACTION_HEIGHT, self._foot)))
        self.put(self.felt, QRectF(_LIST, top, wide - _LIST, zone))
        self.frame.surround(QRectF(0, theme.STATUS_HEIGHT, wide, high - theme.STATUS_HEIGHT))
        self.strip.raise_()
        self.frame.raise_all()
        self.put(self.menu, QRectF(0, 0, wide, high))
        if self.key_card is not None:
            self.put(self.key_card, QRectF(0, 0, wide, high))
        self._arrange_foot(QRectF(_LIST + theme.MARGIN, top + zone - 76, wide - _LIST - 2 * theme.MARGIN, 64))
        self._arrange_bar(QRectF(theme.MARGIN, high - theme.ACTION_HEIGHT + 16, wide - 2 * theme.MARGIN, 80))

    def _arrange_foot(self, row: QRectF) -> None:
        """'Something went wrong' at the left, under the table; at the right the press to correct a card."""
        room = (row.width() - _GAP) / 2
        wrong = min(room, self.wrong.wish(room) - 2 * FOCUS)
        lay(self, self.wrong, QRectF(row.left(), row.top(), wrong, row.height()))
        wide = min(row.width() - _GAP - wrong, self.correct.wish(room) - 2 * FOCUS)
        lay(self, self.correct, QRectF(row.right() - wide, row.top(), wide, row.height()))

    def _arrange_bar(self, row: QRectF) -> None:
        wide = max(330.0, min(420.0, self.primary.wish(420) - 2 * FOCUS))
        count = len(self.orders)
        each = (row.width() - wide - 24 - (count - 1) * _GAP) / count
        for at, button in enumerate(self.orders.values()):
            lay(self, button, QRectF(row.left() + at * (each + _GAP), row.top(), each, row.height()))
        lay(self, self.primary, QRectF(row.right() - wide, row.top(), wide, row.height()))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        bar = QRectF(0, self.high - theme.ACTION_HEIGHT, self.wide, theme.ACTION_HEIGHT)
        fill(painter, bar, theme.BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), theme.LINE)
        if self._view.pit_boss is None:
            text = self._words.text("pit.sign_in_here")
            write(painter, text, theme.MARGIN, bar.center().y(), theme.font(18), theme.T2)

    # --- keys -------------------------------------------------------------------------------------

    def key_rows(self, words: Words) -> Keys:
        text = words.text
        here = self._view.pit_boss is not None
        called = self._view.view.call
        rows = [
            ("Enter", self.primary.text(), not self.primary.isHidden()),
            *(
                (f"{at}", order.text(), not order.isHidden())
                for at, order in enumerate(self.orders.values(), 1)
            ),
            ("5", self.correct.text(), not self.correct.isHidden()),
            ("F2", self.wrong.text(), not self.wrong.isHidden()),
            ("F3", text("button.come" if called else "button.call.another"), here),
            ("Esc  F4", text("button.back"), True),
            ("F8", text("authority.end"), here),
            ("F9", text("keys.language"), True),
            ("F10", text("menu.open"), True),
        ]
        return tuple((key, does) for key, does, counts in rows if counts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is the primary, 1 to 4 the orders, 5 puts a card right, Esc and F4 go back; the other F keys
        as at the table.
        """
        if not event.isAutoRepeat():
            with self.guard.at(self.guard.time_of(event)):
                self._take_key(event)

    def _take_key(self, event: QKeyEvent) -> None:
        match key_of(event):
            case Qt.Key.Key_F1:
                keys = self.key_rows(self._words)
                self.key_card = show_keys(self, keys, self._words, top=theme.STATUS_HEIGHT)
            case Qt.Key.Key_F2:
                if not self.wrong.isHidden():
                    self.wrong.click()
            case Qt.Key.Key_F3:
                self.call_pressed.emit()
            case key if key in ENTERS:
                if not self.primary.isHidden():
                    self.primary.click()
            case Qt.Key.Key_Escape | Qt.Key.Key_F4:
                self.back_pressed.emit()
            case Qt.Key.Key_F8:
                self.end_pressed.emit()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case Qt.Key.Key_F10:
                self.open_menu()
            case key if Qt.Key.Key_1 <= key <= Qt.Key.Key_4:
                button = list(self.orders.values())[key - Qt.Key.Key_1]
                if not button.isHidden():
                    button.click()
            case Qt.Key.Key_5 if not self.correct.isHidden():
                self.correct.click()
            case _:
                super().keyPressEvent(event)


def _label(view: DealerView, name: str) -> str:
    """The phrase on an order's key: to give it, or to take it back; at a closed table, to open it."""
    if name == "close" and view.view.phase == Phase.CLOSED:
        return "button.open_table"
    row = _ORDERS[name]
    return row.taken_back if row.stands(view) else row.label


def _meant(view: DealerView) -> tuple[object, ...]:
    incident = view.view.incident
    state = (incident.id, incident.state) if incident is not None and incident.open else None
    ordered = tuple(row.stands(view) for row in _ORDERS.values())
    waits = (bool(waiting(view)), view.view.call, view.server.silence is None)
    return (view.view.prompt, view.pit_boss, state, ordered, view.view.phase, waits)
