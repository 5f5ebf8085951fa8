"""The seal on the screen: the last one's content, a check with its verdict, and the check's limits. A
journal's head is 64 digits in groups, each digit in a cell of one width: people read it aloud and compare it
group by group.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from console.base.words import Words
from console.supervisor.review.documents import DocumentMaker, SealCheck
from console.table.core import Clock, Person
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    Label,
    Panel,
    ScrolledPanel,
    SignWithWords,
    SmallKey,
    Surface,
    advance,
    lay,
    theme,
    write,
)
from console.table.ui.page import Page, TableActs
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign

GROUP: Final = 16
_DIGITS: Final = "0123456789abcdef"
_HEAD: Final = re.compile(r"\b([0-9a-f]{64})\b")
_LINE: Final = 24.0
_KEY: Final = 300.0


def groups_of(digits: str) -> tuple[str, ...]:
    return tuple(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


class HeadDigits(Surface):
    """A journal's head, two groups of its digits in a line."""

    def __init__(self, digits: str) -> None:
        super().__init__()
        self._groups = groups_of(digits)
        self.setAccessibleName(" ".join(self._groups))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def arrange(self) -> None:
        self.setFixedHeight(round(-(-len(self._groups) // 2) * _LINE * self.u))

    def paint(self, painter: QPainter) -> None:
        face = theme.font(17)
        cell = max(advance(digit, face) for digit in _DIGITS)
        for at, group in enumerate(self._groups):
            left, middle = at % 2 * (GROUP + 1.5) * cell, (at // 2 + 0.5) * _LINE
            for place, digit in enumerate(group):
                write(painter, digit, left + (place + 0.5) * cell, middle, face, theme.T0, align=0.5)


def with_heads(text: str) -> Panel:
    """A text with each head on lines of its own."""
    parts = [part.strip() for part in _HEAD.split(text) if part.strip(" .。")]
    found = (HeadDigits(part) if _HEAD.fullmatch(part) else Label(17, theme.T1, part) for part in parts)
    return Panel(DOWN, *found, gap=4)


class SealScreen(Page):
    title_key, primary_key = "sealed.title", "sealed.check"

    def __init__(
        self,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        acts: TableActs | None = None,
    ) -> None:
        """``acts`` is for the journal's table, if at work here: only then can it be sealed."""
        super().__init__(Sign("states.tick"), words, clock, parent)
        self._makes, self._acts = makes, acts
        self.seal = SmallKey(Sign("review.seal"), self)
        self.seal.meant.connect(self.ask)
        self.known: SealCheck | None = None
        self.checked = False
        """Whether the shown verdict is on the whole journal."""

    def begin(self) -> None:
        """Show the last seal, unchecked."""
        self.message, self.checked = "", False
        self.work.begin(self._know())

    async def _know(self) -> None:
        words = self.words
        self.show_known(await self.work.of(lambda _: self._makes.seal_now(words)))

    def show_known(self, known: SealCheck, *, checked: bool = False) -> None:
        self.known, self.checked = known, checked
        self.progress.end()
        self.refresh()

    def press(self) -> None:
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
        if self._acts is None or self.work.busy:
            return
        self.ask_whose_pin(self._acts, Purpose.SEAL)

    def signed_in(self, person: Person) -> None:
        self.work.begin(self._seal(person))

    async def _seal(self, person: Person) -> None:
        assert self._acts is not None
        error = await self._acts.seal(person.id)
        self.message, self.checked = "", False
        await self._know()
        if error is None:
            self.say("sealed.made", name=person.name)
        else:
            self.say_why("sealed.not_made", error)

    # --- what it says -----------------------------------------------------------------------------

    def refresh(self) -> None:
        self.seal.show_label(self.words.text("sealed.now"))
        self.seal.setVisible(self._acts is not None and self._acts.can_seal)
        self.replace_body(self._lay_out())
        super().refresh()

    def arrange(self) -> None:
        super().arrange()
        lay(self, self.seal, QRectF(self.wide - theme.MARGIN - _KEY, theme.STATUS_HEIGHT + 20, _KEY, 56))

    @property
    def beneath(self) -> str:
        return self.known.file if self.known is not None else ""

    @property
    def verdict(self) -> str:
        if self.known is None or not self.checked:
            return self.words.text("sealed.not_checked")
        return self.words.text("sealed.intact" if self.known.good else "sealed.broken")

    def _lay_out(self) -> Panel:
        """The verdict at the left, the limits of the check at the right."""
        good = self.checked and self.known is not None and self.known.good
        bad = self.checked and not good
        sign = Sign("states.tick") if good else Sign("states.halt") if bad else Sign("review.seal")
        mark = SignWithWords(48, sign, theme.GREEN if good else theme.RED if bad else theme.T1)
        verdict = Label(30, theme.T0, self.verdict, bold=True)
        card = Panel(ACROSS, mark, verdict, sides=24, ends=24, gap=24, shares=(0, 1), edge=theme.EDGE)
        known, text = self.known, self.words.text
        if known is None:
            return Panel(ACROSS, Panel(DOWN, card, None), None, gap=60, shares=(14, 15))
        found = [with_heads(sentence) for sentence in known.proves]
        if known.failed is not None:
            title = Label(19, theme.AMBER, text("sealed.failed"), bold=True)
            failed = Panel(DOWN, title, Label(16, theme.T1, known.failed), gap=4)
            caution = Panel(DOWN, SignWithWords(28, Sign("states.caution"), theme.AMBER), None)
            found.insert(0, Panel(ACROSS, caution, failed, shares=(0, 1)))
        for label, value in (("sealed.last", known.sealed), ("sealed.key", known.key)):
            if value and value not in known.proves:
                found.append(Panel(DOWN, Label(16, theme.T2, text(label)), with_heads(value), gap=0))
        limits = [Label(17, theme.T1, sentence) for sentence in known.limits]
        if limits:
            limits.insert(0, Label(20, theme.T0, text("sealed.can_not"), bold=True))
        proves = ScrolledPanel(Panel(DOWN, *found, None), self.verdict)
        left = Panel(DOWN, card, proves, gap=24, shares=(0, 1))
        can_not = ScrolledPanel(Panel(DOWN, *limits, None), text("sealed.can_not"))
        return Panel(ACROSS, left, can_not, gap=60, shares=(14, 15))
