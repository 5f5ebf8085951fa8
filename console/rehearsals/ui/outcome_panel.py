"""Asks which outcome is right before the console shows it; then shows what is right and why. It reports the
chosen one of the given outcomes, and learns the right one only afterwards.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.rehearsals.result import StatedOutcome
from console.rehearsals.ui.debriefing_page import mark_of
from console.rehearsals.ui.score_words import outcomes_text
from console.table.ui.dealer import announce
from console.table.ui.hands import ENTERS, PressGuard, digit_of
from console.table.ui.kit import (
    Button,
    Column,
    Keys,
    KindTile,
    Row,
    Surface,
    Tint,
    Tone,
    fill,
    in_a_row,
    key_names,
    lay,
    outline,
    pen,
    show_keys,
    theme,
)
from console.table.ui.signs import Sign, outcome_sign
from console.table.words import clause_text, outcome_text, rehearsed_text

MOST: Final = 18
"""The most outcomes that are offered: no rulebook has more for one game."""
_COLUMNS: Final = 4
_GAP: Final = 12.0


class BeliefPanel(Surface):
    """The screen below its status bar, while the question is open and while the answer is shown."""

    keeps_place = True
    meant = Signal(str)
    """The outcome that the person chose."""
    went_on = Signal()
    """The person has read what is right."""

    def __init__(self, words: Words, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(parent)
        self.outcomes_asked: tuple[str, ...] = ()
        self.known: tuple[str, ...] = ()
        self.believed: StatedOutcome | None = None
        self._words, self._guard = words, guard
        self.tiles = [KindTile(guard, self) for _ in range(MOST)]
        for at, tile in enumerate(self.tiles):
            tile.meant.connect(lambda at=at: self.choose(at))
        self.primary = Button(Sign("states.arrow_right"), Tone.NOW, guard, self)
        self.primary.meant.connect(self.went_on)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covers()
        self.hide()

    def ask(self, asked: tuple[str, ...], known: tuple[str, ...], words: Words) -> None:
        """Ask which of these outcomes is right; ``known`` is the incident's kind and facts in words."""
        self.outcomes_asked, self.known, self.believed = asked[:MOST], known, None
        self._guard.renew()
        self.set_words(words)
        announce(self, self.title, at_once=False)

    def show_outcome(self, stated: StatedOutcome, words: Words) -> None:
        self.believed = stated
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # The tile that has the keys hides.
        self._guard.renew()
        self.set_words(words)
        announce(self, self.accessibleName(), at_once=True)

    @property
    def is_right(self) -> bool:
        """Whether the person chose the right outcome; False before any choice."""
        return self.believed is not None and self.believed.outcome in self.believed.right

    @property
    def title(self) -> str:
        if self.believed is None:
            return self._words.text("rehearsal.screen.which_outcome")
        return self._words.text("rehearsal.screen.right" if self.is_right else "rehearsal.screen.wrong")

    def set_words(self, words: Words) -> None:
        self._words = words
        for at, tile in enumerate(self.tiles):
            if at < len(self.outcomes_asked):
                named = outcome_text(words, self.outcomes_asked[at])
                sign = outcome_sign(self.outcomes_asked[at])
                tile.show_kind(named, "", sign, key=str(at + 1) if at < 9 else "")
            tile.setVisible(at < len(self.outcomes_asked) and self.believed is None)
        self.primary.setVisible(self.believed is not None)
        self.primary.show_label(words.text("rehearsal.button.go_on"))
        self.setAccessibleName(". ".join((self.title, *self.known, *self._verdict(words))))
        self.arrange()
        self.update()

    def _verdict(self, words: Words) -> tuple[str, ...]:
        believed = self.believed
        if believed is None:
            return ()
        right = [rehearsed_text(words, each) for each in believed.right]
        why = None if believed.clause is None else clause_text(words, believed.clause)
        return tuple(part for part in (*right, believed.clause, why) if part)

    def choose(self, at: int) -> None:
        if self.believed is None and at < len(self.outcomes_asked):
            self.meant.emit(self.outcomes_asked[at])

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The outcomes in four columns; the one press at the lower right."""
        count = max(1, len(self.outcomes_asked))
        rows = -(-count // _COLUMNS)
        top, bottom = theme.PROMPT_HEIGHT + 16, self.high - 28
        wide = (self.wide - 2 * theme.MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
        high = min(120.0, (bottom - top - (rows - 1) * _GAP) / rows)
        for at, tile in enumerate(self.tiles[:count]):
            row, column = divmod(at, _COLUMNS)
            box = QRectF(theme.MARGIN + column * (wide + _GAP), top + row * (high + _GAP), wide, high)
            lay(self, tile, box)
        reach = max(380.0, self.primary.wish(560) - 14)
        place = QRectF(self.wide - theme.MARGIN - reach, self.high - theme.ACTION_HEIGHT + 16, reach, 80)
        lay(self, self.primary, place)

    def paint(self, painter: QPainter) -> None:
        """The question with the known facts; or the chosen outcome, the right one, and the reason."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        sign, accent, ground = Sign("outcomes.question"), theme.PINK, theme.PINK_FILL
        if self.believed is not None:
            (sign, accent), ground = mark_of(self.is_right), theme.BG2 if self.is_right else theme.AMBER_FILL
        tile = QRectF(theme.MARGIN, 22, 172, 172)
        fill(painter, tile, ground, 14)
        outline(painter, tile, pen(accent, 4), 14)
        sign(painter, tile.adjusted(34, 34, -34, -34), accent)
        rows = (
            Row(self._words.text("mode.rehearsal"), theme.LEAST, theme.PINK, bold=True),
            Row(self.title, 52, bold=True),
            Row(self._words.text("access.list").join(self.known), 22, theme.T1),
        )
        Column(rows, self.wide - 228 - theme.MARGIN, theme.PROMPT_HEIGHT - 32).paint(painter, 228, 20)
        fill(painter, QRectF(0, theme.PROMPT_HEIGHT - 1, self.wide, 1), theme.LINE)
        if self.believed is not None:
            self._paint_verdict(painter, self.believed, self._words)

    def _paint_verdict(self, painter: QPainter, stated: StatedOutcome, words: Words) -> None:
        """The chosen outcome at the left, the right one at the right, the clause beneath."""
        bar = QRectF(0, self.high - theme.ACTION_HEIGHT, self.wide, theme.ACTION_HEIGHT)
        fill(painter, bar, theme.BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), theme.LINE)
        half = (self.wide - 2 * theme.MARGIN - 24) / 2
        chosen = QRectF(theme.MARGIN, theme.PROMPT_HEIGHT + 20, half, 136)
        right = chosen.translated(half + 24, 0)
        ink = theme.GREEN if self.is_right else theme.AMBER
        self._answer(painter, chosen, words.text("rehearsal.screen.you_said"), (stated.outcome,), ink)
        self._answer(painter, right, words.text("rehearsal.screen.rules_say"), stated.right, theme.GREEN)
        box = QRectF(
            theme.MARGIN, chosen.bottom() + 20, self.wide - 2 * theme.MARGIN, bar.top() - chosen.bottom() - 40
        )
        clause, box_tint = stated.clause, Tint(theme.PINK, theme.BG1)
        book = Sign("outcomes.book")
        named = clause or words.text("incident.no_rule")
        rows = [Row(named, 26, bold=True, sign=book, sign_ink=theme.PINK, boxed=box_tint)]
        if clause is not None and (why := clause_text(words, clause)) is not None:
            rows.append(Row(why, 23, boxed=box_tint))
        Column(rows, box.width(), box.height()).paint(painter, box.left(), box.top())

    def _answer(
        self, painter: QPainter, box: QRectF, head: str, answers: tuple[str, ...], ink: object
    ) -> None:
        fill(painter, box, theme.BG2, 8)
        outline(painter, box, pen(ink, 3), 8)  # type: ignore[arg-type]
        outcome_sign(answers[0] if answers else None)(
            painter, QRectF(box.left() + 22, box.center().y() - 38, 76, 76), theme.T0
        )
        named = outcomes_text(self._words, answers)
        place = box.adjusted(116, 8, -24, -8)
        rows = (Row(head, theme.LEAST, theme.T1, bold=True), Row(named, 30, bold=True))
        Column(rows, place.width(), place.height()).paint_in(painter, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """1 to 9 choose an outcome, Enter goes on, F1 shows the keys."""
        if event.key() == Qt.Key.Key_F1:
            show_keys(self, self.key_rows(self._words), self._words)
            return
        if not self._guard.accepts(self._guard.now()):
            return
        digit = digit_of(event)
        if self.believed is not None and event.key() in ENTERS:
            self.went_on.emit()
        elif self.believed is None and digit.isdecimal() and digit != "0":
            self.choose(int(digit) - 1)
        else:
            event.ignore()

    def key_rows(self, words: Words) -> Keys:
        if self.believed is not None:
            return (("Enter", self.primary.text()),)
        return (
            (
                in_a_row([tile.key for tile in self.tiles if tile.key and not tile.isHidden()]),
                words.text("keys.choice"),
            ),
            ("Tab", words.text("keys.fields")),
            (key_names(words, "space"), words.text("keys.choice.ring")),
        )
