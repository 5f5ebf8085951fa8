"""The question what went wrong, as tiles: every kind of the game, on its page, in its place, with its key.

Hands learn them, so none changes with the phase: a kind that can't be now stays where it is and looks so, the
kind that the console noticed is lit there, and its page is shown first. The panel shows kinds and reports
which was chosen; the table says which are possible.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.reasons import HaltReason
from console.table.core.state.views import Fact, Offer
from console.table.incidents.known_kinds import Kind
from console.table.ui.felt.games import on_screen
from console.table.ui.hands.guard import PressGuard, PressRefusal
from console.table.ui.incident.incident_words import kind_hint, kind_name
from console.table.ui.incident.stage import ChosenKind, OpenParts, is_further, kind_in_force, open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import Tone, lay
from console.table.ui.kit.lettering import sentence
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.tiles import KindTile
from console.table.ui.signs.incident_signs import kind_sign
from console.table.ui.signs.sign import Sign

PAGE: Final = 12
"""Tiles on one page; the last leads to the next page if there is one."""
KEYS: Final = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The kinds' keys, the first kind's first: no two kinds of a game have the same, whatever their pages."""
_MORE: Final = KEYS[PAGE - 1]
"""The key of the tile that leads to the next page, and then of no kind."""
_COLUMNS: Final = 4
_GAP: Final = 14.0
_NOTHING_OPEN: Final = OpenParts()


class KindTiles(Surface):
    """The zone of table and rail while a kind is chosen."""

    chosen = Signal(str, dict)
    """A kind, with the facts that the console knows of it."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view, self._words, self._guard = NO_TABLE, words, guard
        self._open_parts = _NOTHING_OPEN
        self._page, self._begins = 0, False
        self.was_refused = False
        """Whether the last key that was taken here is of a kind that can't be now."""
        self.tiles = [KindTile(guard, self) for _ in range(PAGE)]
        for at, tile in enumerate(self.tiles):
            tile.meant.connect(lambda at=at: self.press(at))
            tile.installEventFilter(self)

    def begin(self) -> None:
        """Begin with the page of the kind in force, else of the one that was noticed, else with the first
        page that has a kind that can be now, as soon as a view names the kinds.
        """
        self._page, self._begins = 0, True

    @property
    def _meant(self) -> ChosenKind | None:
        """The kind that was chosen before its report existed."""
        return self._open_parts.meant

    def show_view(self, view: DealerView, words: Words, open_parts: OpenParts = _NOTHING_OPEN) -> None:
        """Show the kinds; the one that is in force or chosen before its report existed is lit."""
        self._view, self._words, self._open_parts = view, words, open_parts
        if self._begins and view.reporting.every_kind:
            self._begins = False
            kind = kind_in_force(view, open_parts) or noticed_kind(view, open_parts)
            can_be = {kind} if kind else set(kinds_now(view, open_parts))
            self._page = next((at for at, page in enumerate(_pages(_kinds(view))) if can_be & {*page}), 0)
        shown = self.page_kinds(view)
        for at, tile in enumerate(self.tiles):
            tile.setVisible(at < len(shown))
            if at < len(shown):
                tile.tone = answer_tone(view)
                self._show_tile(at, shown[at], view, words)
        self.arrange()

    def page_kinds(self, view: DealerView) -> tuple[str, ...]:
        pages = _pages(_kinds(view))
        return pages[self._page] if self._page + 1 == len(pages) else (*pages[self._page], "")

    @property
    def is_later_page(self) -> bool:
        return self._page > 0

    def page_back(self) -> None:
        self._page -= 1
        self.show_view(self._view, self._words, self._open_parts)

    def _show_tile(self, at: int, kind: str, view: DealerView, words: Words) -> None:
        tile = self.tiles[at]
        if not kind:
            rest = len(_kinds(view)) - (self._page + 1) * (PAGE - 1)
            hint = words.count("incident.other.hint", rest)
            tile.show_kind(words.text("incident.other"), hint, Sign("incidents.more"), key=_MORE)
            tile.setEnabled(True)  # its place may have been that of a kind that can't be now
            return
        noticed = noticed_kind(view, self._open_parts) == kind
        remark = words.text("incident.noticed") if noticed else ""
        quiet = not noticed and kind not in kinds_now(view, self._open_parts)
        name = kind_name(words, kind)
        hint = words.text("incident.not_now") if quiet else kind_hint(words, kind)
        chosen = not is_ruled_out(view, kind) and (
            kind_in_force(view, self._open_parts) == kind
            or (self._meant is not None and self._meant.kind == kind)
        )
        tile.show_kind(
            name,
            hint,
            kind_sign(kind),
            quiet=quiet and not chosen,
            noticed=sentence(remark),
            chosen=chosen,
            key=_keys(view)[kind],
        )
        tile.setEnabled(not quiet)

    def press_key(self, text: str) -> None:
        """Press a tile by its key; if the kind is on another page, show that page: nobody chooses unseen."""
        key, view = text.upper(), self._view
        self.was_refused = False
        for tile in self.tiles:
            if tile.key == key and not tile.isHidden():
                self.was_refused = not tile.isEnabled()
                self._press_tile(tile)
                return
        kind = next((kind for kind, its in _keys(view).items() if its == key), None)
        if kind is not None:
            self._page = next(at for at, page in enumerate(_pages(_kinds(view))) if kind in page)
            self.show_view(view, self._words, self._open_parts)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer a touch of a tile whose kind can't be now: Qt's own buttons swallow it."""
        pressed = event.type() is QEvent.Type.MouseButtonPress
        if pressed and isinstance(watched, KindTile) and not watched.isEnabled():
            self._guard.on_refused(PressRefusal.NOT_NOW)
        return False

    def _press_tile(self, tile: KindTile) -> None:
        if tile.isEnabled():
            tile.click()
        else:
            self._guard.on_refused(PressRefusal.NOT_NOW)

    def press(self, at: int) -> None:
        shown = self.page_kinds(self._view)
        if at >= len(shown) or (shown[at] and not self.tiles[at].isEnabled()):
            return
        if not shown[at]:
            self._page += 1
            self.show_view(self._view, self._words, self._open_parts)
            return
        self.chosen.emit(shown[at], self._facts(shown[at]))

    def _facts(self, kind: str) -> dict[str, Fact]:
        if self._meant is not None and self._meant.kind == kind:
            return dict(self._meant.facts)
        offer = _offer(self._view, self._open_parts)
        return dict(offer.facts) if offer is not None and offer.kind == kind else {}

    def arrange(self) -> None:
        """Four columns, and three rows: two for a game with few kinds."""
        rows = min(PAGE // _COLUMNS, max(2, -(-len(self._view.reporting.every_kind) // _COLUMNS)))
        wide = (self.wide - 2 * theme.MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
        high = (self.high - 2 * 18 - (rows - 1) * _GAP) / rows
        for at, tile in enumerate(self.tiles):
            row, column = divmod(at, _COLUMNS)
            box = QRectF(theme.MARGIN + column * (wide + _GAP), 18 + row * (high + _GAP), wide, high)
            lay(self, tile, box)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)


def answer_tone(view: DealerView) -> Tone:
    """The tone in which the given answer is lit: in the colour of the person who is asked."""
    return Tone.AMBER_EDGE if view.pit_boss is not None else Tone.PLAIN


def _asked_about(view: DealerView, open_parts: OpenParts) -> str | None:
    """The open incident whose kind is asked for, be it again; None if the kind is a new report's."""
    incident = open_incident(view)
    return None if incident is None or is_further(view, open_parts) else incident.id


def is_ruled_out(view: DealerView, kind: str) -> bool:
    """Whether a number that was read rules out the kind that the open report had: it is asked again."""
    incident, is_asked = open_incident(view), view.view.prompt.asks_kind
    return (
        incident is not None and is_asked and view.incident.read_since is not None and incident.kind == kind
    )


def _offer(view: DealerView, open_parts: OpenParts) -> Offer | None:
    for kind in (Kind.BALL_OUT, Kind.FOREIGN_OBJECT):
        if is_ruled_out(view, kind) and not is_further(view, open_parts):
            return Offer(Kind.NO_SPIN, {"cause": kind})  # it is this cause of another kind (LT-ROU-27b)
    return view.view.offer if _asked_about(view, open_parts) is None else view.reporting.noticed


def noticed_kind(view: DealerView, open_parts: OpenParts = _NOTHING_OPEN) -> str | None:
    """The kind that the console noticed and offers; of two numbers for one spin, that one is wrong."""
    offer = _offer(view, open_parts)
    if offer is not None:
        return offer.kind
    differs = view.wheel is not None and view.wheel.halted == HaltReason.NUMBER_DIFFERS
    is_possible = Kind.WRONG_NUMBER_RECORDED in kinds_now(view, open_parts)
    return Kind.WRONG_NUMBER_RECORDED if differs and is_possible else None


def kinds_now(view: DealerView, open_parts: OpenParts = _NOTHING_OPEN) -> tuple[str, ...]:
    """The kinds that can be chosen: those that the prompt asks for, else an open or a new report's."""
    answers = view.view.prompt.answers if view.view.prompt.asks_kind else None
    if isinstance(answers, tuple):
        return tuple(map(str, answers))
    new = _asked_about(view, open_parts) is None
    return view.reporting.kinds if new else view.reporting.report_kinds


def _kinds(view: DealerView) -> tuple[str, ...]:
    """All kinds of a table's rulebook, in their places; one that the screen does not know comes last."""
    places = {kind: place for place, kind in enumerate(on_screen(view.game).kinds)}
    return tuple(sorted(view.reporting.every_kind, key=lambda kind: places.get(kind, len(places))))


def _pages(kinds: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    if len(kinds) <= PAGE:
        return (kinds,)
    return (kinds[: PAGE - 1], *_pages(kinds[PAGE - 1 :]))


def _keys(view: DealerView) -> dict[str, str]:
    kinds = _kinds(view)
    keys = KEYS if len(kinds) <= PAGE else KEYS.replace(_MORE, "")
    return dict(zip(kinds, keys, strict=False))
