"""The seal on the screen: the last one's content, a check with its verdict, and what the check can't show.

A journal's head stands there as 64 digits in groups, each digit in a cell of one width: people read it aloud
and compare it group by group.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.review.documents import DocumentMaker, SealCheck
from console.table.running.clock import Clock
from console.table.showing.screen_values import Person
from console.ui.kit.buttons import lay
from console.ui.kit.keys import SmallKey
from console.ui.kit.lettering import advance, shrunk, write
from console.ui.kit.surface import fill
from console.ui.kit.theme import AMBER, BG2, GREEN, MARGIN, RED, STATUS_HEIGHT, T0, T1, T2, font
from console.ui.review.page import TOP, Page, paragraph
from console.ui.review.table_acts import TableActs
from console.ui.sign_in.purpose import Purpose
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.failures import why

GROUP: Final = 16
_DIGITS: Final = "0123456789abcdef"
_HEAD: Final = re.compile(r"\b[0-9a-f]{64}\b")


def groups_of(digits: str) -> tuple[str, ...]:
    """The digits in groups of sixteen."""
    return tuple(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def paragraph_with_heads(
    painter: QPainter, text: str, x: float, y: float, room: float, size: int = 17
) -> float:
    """Write a text from ``y`` down, each head in it on lines of its own; returns the text's end."""
    found = _HEAD.search(text)
    if found is None:
        return paragraph(painter, text, x, y, room, size)
    y = paragraph(painter, text[: found.start()].rstrip(), x, y, room, size)
    y = _write_digits(painter, found.group(), x, y + 2, room, size)
    rest = text[found.end() :].strip()
    return paragraph_with_heads(painter, rest, x, y, room, size) if rest.strip(".。") else y


def _write_digits(painter: QPainter, digits: str, x: float, y: float, room: float, size: int) -> float:
    """Write a head's digits, at most two groups in a line: in two rows or four."""
    face = font(size)
    cell = max(advance(digit, face) for digit in _DIGITS)
    wide, step = (GROUP + 1.5) * cell, size * 1.42
    across = 2 if 2 * wide - 1.5 * cell <= room else 1
    groups = groups_of(digits)
    for at, group in enumerate(groups):
        left, middle = x + at % across * wide, y + at // across * step + step / 2
        for place, digit in enumerate(group):
            write(painter, digit, left + (place + 0.5) * cell, middle, face, T0, align=0.5)
    return y + -(-len(groups) // across) * step


_SIDE: Final = 560.0
_KEY: Final = 300.0


class SealScreen(Page):
    """One journal's seal."""

    def __init__(
        self,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        acts: TableActs | None = None,
    ) -> None:
        """``acts`` acts on the journal's own table, if it is at work here: only then can the journal be
        sealed.
        """
        super().__init__(Sign("states.tick"), words, clock, parent)
        self._makes, self._acts = makes, acts
        self.seal = SmallKey(Sign("review.seal"), self)
        self.seal.meant.connect(self.ask)
        self.known: SealCheck | None = None
        self.checked = False
        """Whether the whole journal has been read for the shown verdict."""

    def begin(self) -> None:
        """Show the last seal; nothing is checked yet."""
        self.message, self.checked = "", False
        self.work.begin(self._know())

    async def _know(self) -> None:
        words = self.words
        self.show_known(await self.work.of(lambda _: self._makes.seal_now(words)))

    def show_known(self, known: SealCheck, *, checked: bool = False) -> None:
        """Show what is known of the seal."""
        self.known, self.checked = known, checked
        self.progress.end()
        self.refresh()

    def press(self) -> None:
        """Check the whole journal."""
        if self.work.busy:
            return
        self.message = ""
        self.progress.begin("sealed.checking", self.words)
        self.work.begin(self._check())

    async def _check(self) -> None:
        words = self.words
        known = await self.work.of(lambda going_on: self._makes.check(words, going_on))
        self.show_known(known, checked=True)

    # --- sealing ----------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for the PIN of the person who seals."""
        if self._acts is None or self.work.busy:
            return
        self.ask_whose_pin(self._acts, Purpose.SEAL)

    def signed_in(self, person: Person) -> None:
        """Seal it."""
        self.work.begin(self._seal(person))

    async def _seal(self, person: Person) -> None:
        assert self._acts is not None
        error = await self._acts.seal(person.id)
        self.message, self.checked = "", False
        await self._know()
        if error is None:
            self.say("sealed.made", name=person.name)
        else:
            self.say("sealed.not_made", why=why(error, self.words))

    # --- what it says -----------------------------------------------------------------------------

    def refresh(self) -> None:
        self.seal.show_label(self.words.text("sealed.now"))
        self.seal.setVisible(self._acts is not None and self._acts.can_seal)
        super().refresh()

    def arrange(self) -> None:
        """The key to seal at the right of the headline."""
        super().arrange()
        lay(self, self.seal, QRectF(self.wide - MARGIN - _KEY, STATUS_HEIGHT + 20, _KEY, 56))

    @property
    def title(self) -> str:
        return self.words.text("sealed.title")

    @property
    def beneath(self) -> str:
        return self.known.file if self.known is not None else ""

    @property
    def primary_label(self) -> str:
        return self.words.text("sealed.check")

    @property
    def verdict(self) -> str:
        """The verdict in a few words."""
        if self.known is None or not self.checked:
            return self.words.text("sealed.not_checked")
        return self.words.text("sealed.intact" if self.known.good else "sealed.broken")

    def paint(self, painter: QPainter) -> None:
        """The verdict at the left, the limits of the check at the right."""
        super().paint(painter)
        known, text = self.known, self.words.text
        self._paint_verdict(painter)
        if known is None:
            return
        y = TOP + 124
        if known.failed is not None:
            y = self._paint_failed(painter, known.failed, y)
        for sentence in known.proves:
            y = paragraph_with_heads(painter, sentence, MARGIN, y, _SIDE) + 10
        for label, value in (("sealed.last", known.sealed), ("sealed.key", known.key)):
            if value and value not in known.proves:
                write(painter, text(label), MARGIN, y + 14, font(16), T2)
                y = paragraph_with_heads(painter, value, MARGIN, y + 26, _SIDE) + 10
        if known.limits:
            x = MARGIN + _SIDE + 60
            write(painter, text("sealed.can_not"), x, TOP + 20, font(20, bold=True), T0)
            y = TOP + 44
            for sentence in known.limits:
                y = paragraph(painter, sentence, x, y, self.wide - MARGIN - x) + 14

    def _paint_failed(self, painter: QPainter, reason: str, y: float) -> float:
        """Write from ``y`` down that no seal could be made since; returns the text's end."""
        Sign("states.caution")(painter, QRectF(MARGIN, y, 28, 28), AMBER)
        write(painter, self.words.text("sealed.failed"), MARGIN + 40, y + 14, font(19, bold=True), AMBER)
        return paragraph(painter, reason, MARGIN + 40, y + 30, _SIDE - 40, 16) + 14

    def _paint_verdict(self, painter: QPainter) -> None:
        box = QRectF(MARGIN, TOP, _SIDE, 100)
        fill(painter, box, BG2, 12)
        good = self.checked and self.known is not None and self.known.good
        bad = self.checked and not good
        sign = Sign("states.tick") if good else Sign("states.halt") if bad else Sign("review.seal")
        ink = GREEN if good else RED if bad else T1
        sign(painter, QRectF(box.left() + 24, box.top() + 26, 48, 48), ink)
        face = shrunk(self.verdict, _SIDE - 120, (30, 28, 26, 24, 22, 20), bold=True)
        write(painter, self.verdict, box.left() + 96, box.center().y(), face, T0)
