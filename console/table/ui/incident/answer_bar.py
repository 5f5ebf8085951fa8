"""The action bar while a question is open: the way back at the left, who answers or confirms at the right."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.views import IncidentView, SpinView
from console.table.incidents.known_kinds import BURNED, DRAWN, KIND, WRONG_BURNS
from console.table.ui.felt.condition import is_unwritable
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.authority import is_own_report
from console.table.ui.incident.incident_words import called_text, come_label
from console.table.ui.incident.stage import (
    POCKET,
    IncidentDialog,
    ShownQuestion,
    Stage,
    is_further,
    may_withdraw,
    open_incident,
    question_of,
)
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.lettering import advance, break_lines, shrunk, write
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.times import lasting, logged_time
from console.table.ui.signs.incident_signs import outcome_sign
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import fact_name

_ROW: Final = QRectF(0, 16, 0, 80)
_NARROW: Final = 230.0
"""The most width of a key with words in two lines."""
_WITHDRAW: Final = 262.0
"""The most width of the key that takes the report back: its Icelandic words would have three lines."""
_CALLED: Final = 200.0
"""The width that is kept for the words that the pit boss has been called, beside any primary."""
_CALLED_ASKED: Final = 268.0
"""The width for these words beside a question's keys, which leave no more."""
_VIDEO: Final = 290.0
"""The width kept beside a chosen number for where to look in the video, which settles it (LT-ROU-33)."""


class OfferedChoices(NamedTuple):
    """The choices between which the pit boss decides."""

    values: tuple[str, ...] = ()
    ready: bool = True
    """Whether one may be chosen: its reason comes first."""
    before: int = 0
    """The number of the reasons, whose digits come before those of the choices."""


NO_CHOICE: Final = OfferedChoices()


class IncidentBar(Surface):
    """The lowest strip while something is asked, confirmed, skipped or put right."""

    has_alarm = True
    paints_changes = True

    back_pressed = Signal()
    withdraw_pressed = Signal()
    confirm_pressed = Signal()
    chosen = Signal(int)
    """One of the choices that were shown: where it stands among them."""
    pit_boss_here_pressed = Signal()
    call_pressed = Signal()

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._view, self._words = NO_TABLE, words
        self._stage = Stage.PLAY
        self._asks_number = False
        self._shown: object = None
        """All that was shown last; while it stays equal there is nothing to paint."""
        self.back = Button(Sign("outcomes.back"), Tone.PLAIN, guard, self)
        self.withdraw = Button(Sign("states.withdraw"), Tone.PLAIN, guard, self)
        self.call = Button(Sign("places.bell"), Tone.PLAIN, guard, self)
        self.primary = Button(Sign("places.pit_boss"), Tone.AMBER, guard, self)
        self.choices = [Button(Sign("states.decide"), Tone.AMBER_EDGE, guard, self) for _ in range(2)]
        """The keys of a choice that the rules leave open: alike, and Enter presses none."""
        for at, key in enumerate(self.choices):
            key.among_plain = True  # both have letters of one size
            key.meant.connect(lambda at=at: self.chosen.emit(at))
        for key in (self.withdraw, self.primary, *self.choices):
            key.decides = True
        self.asks_pit_boss = False
        """Whether the large key only calls the pit boss to this screen, and decides nothing."""
        self.back.meant.connect(self.back_pressed)
        self.withdraw.meant.connect(self.withdraw_pressed)
        self.primary.meant.connect(self._press)
        self.call.clicked.connect(self.call_pressed)  # an alarm always works: no guard

    def _press(self) -> None:
        (self.pit_boss_here_pressed if self.asks_pit_boss else self.confirm_pressed).emit()

    def show_view(
        self,
        view: DealerView,
        dialog: IncidentDialog,
        words: Words,
        confirm: str | None,
        choices: OfferedChoices = NO_CHOICE,
    ) -> None:
        """Show the presses; ``confirm`` is the primary's word, None while something is missing."""
        self._view, self._words, self._stage = view, words, dialog.stage
        self._show_back(dialog, view, words)
        fact = self._stage is Stage.FACT
        self._asks_number = fact and question_of(view, dialog.open_parts).fact == POCKET
        typed = fact and confirm is not None
        asked = self._stage in (Stage.FACT, Stage.OUTCOME) and not typed
        asked = asked or (self._stage is Stage.KIND and confirm is None and _lacks_pit_boss(view, dialog))
        waits = asked and (view.pit_boss is None or is_own_report(view))
        self.asks_pit_boss = waits
        if waits:
            tone = Tone.AMBER if self._stage is Stage.OUTCOME else Tone.AMBER_EDGE
            self.primary.show_label(come_label(words, view), Sign("places.pit_boss"), tone)
        elif confirm is not None:
            sign = Sign("places.pit_boss") if self._stage is Stage.OUTCOME else Sign("states.tick")
            self.primary.show_label(confirm, sign, Tone.NOW if view.pit_boss is None else Tone.AMBER)
        self.primary.setVisible(waits or confirm is not None)
        self._show_choices(choices, words)
        self.arrange()
        presses = (self.back, self.withdraw, self.call, self.primary, *self.choices)
        labels = [(press.text(), press.tone, press.isHidden(), press.isEnabled()) for press in presses]
        shown = (view, words, self._stage, labels)
        if shown != self._shown:
            self._shown = shown
            self.update()

    def _show_choices(self, choices: OfferedChoices, words: Words) -> None:
        for at, key in enumerate(self.choices):
            key.setVisible(at < len(choices.values))
            key.setEnabled(choices.ready)
            if at < len(choices.values):
                value = choices.values[at]
                key.digit = str(choices.before + at + 1)
                key.show_label(words.text(f"answer.choice.{value}"), outcome_sign(value), Tone.AMBER_EDGE)

    @property
    def choice_keys(self) -> tuple[str, ...]:
        return tuple(key.digit for key in self.choices if key.isEnabled() and not key.isHidden())

    def press_choice(self, number: int) -> None:
        """A digit: the key of a choice that shows it."""
        for key in self.choices:
            if not key.isHidden() and key.digit == str(number):
                key.click()

    def _show_back(self, dialog: IncidentDialog, view: DealerView, words: Words) -> None:
        before, incident = dialog.previous_question, open_incident(view)
        label = words.text("button.back")
        match self._stage:
            case Stage.KIND if incident is not None and incident.outcome is not None:
                label = words.text("button.back_to_outcome")
            case Stage.FACT if before is not None and before.fact == KIND:
                label = words.text("button.back_to", fact=words.text("fact.kind"))
            case Stage.FACT if before is not None:
                named = fact_name(words, before.fact)
                label = words.text("button.back_to", fact=named)
            case Stage.OUTCOME if before is not None and _is_optional(incident, before):
                label = words.text("button.back_to", fact=fact_name(words, before.fact))
            case Stage.OUTCOME:
                label = words.text("button.change_answer")
        self.back.show_label(label)
        asked = self._stage in (Stage.KIND, Stage.FACT, Stage.OUTCOME)
        self.back.setVisible(dialog.goes_back)
        known = incident is not None and incident.kind is not None
        self.withdraw.show_label(words.text("button.withdraw_report" if known else "button.nothing_wrong"))
        withdrawable = may_withdraw(view)
        further = is_further(view, dialog.open_parts)
        self.withdraw.setVisible(asked and incident is not None and withdrawable and not further)
        outcome = self._stage is Stage.OUTCOME and view.pit_boss is None
        waits = outcome or (asked and _lacks_pit_boss(view, dialog))
        self.call.show_label(words.text("button.call"))
        self.call.setVisible(waits and not view.view.call)

    def arrange(self) -> None:
        """Back at the left, the primary at the right margin, the remaining width for words."""
        left = float(theme.MARGIN)
        back = _NARROW if self._stage is Stage.OUTCOME or self._asks_number else 0.36 * self.wide
        for button, most in ((self.back, back), (self.withdraw, _WITHDRAW), (self.call, _NARROW)):
            if not button.isHidden():
                wide = min(most, button.wish(self.wide) - 2 * FOCUS)
                self._place_button(button, left, wide)
                left += wide + 14
        self._left = left
        edge = self.primary.tone is Tone.AMBER_EDGE
        called = _CALLED if self._stage is Stage.OUTCOME else _CALLED_ASKED
        kept = called if self._shows_call else _VIDEO if self._asks_number else 0
        room = self.wide - theme.MARGIN - left - 20 - kept
        wide = min(room, max(330.0 if edge else 380.0, self.primary.wish(room) - 2 * FOCUS))
        self._place_button(self.primary, self.wide - theme.MARGIN - wide, wide)
        self._right = self.wide - theme.MARGIN - (wide + 16 if not self.primary.isHidden() else 0)
        self._place_choices(left)

    def _place_choices(self, left: float) -> None:
        shown = [key for key in self.choices if not key.isHidden()]
        wide = (self.wide - theme.MARGIN - left) / max(1, len(shown)) - 14
        for at, key in enumerate(shown):
            self._place_button(key, left + 14 + at * (wide + 14), wide)

    @property
    def _shows_call(self) -> bool:
        """Whether the bar says that the pit boss has been called."""
        view = self._view
        asks = self._stage in (Stage.KIND, Stage.FACT, Stage.OUTCOME)
        return asks and view.pit_boss is None and bool(view.view.call)

    def _place_button(self, button: Button, x: float, width: float) -> None:
        lay(self, button, QRectF(x, _ROW.top(), width, _ROW.height()))

    def paint(self, painter: QPainter) -> None:
        """The bar: what is recorded, where to look in the video, who answers, what is missing."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(0, 0, self.wide, 1), theme.LINE)
        view, words = self._view, self._words
        if self._stage is Stage.KIND and self.primary.isHidden() and not self._shows_call:
            kept = "incident.kept.spin" if isinstance(view.view.round, SpinView) else "incident.kept"
            kept = "band.not_recorded.note" if is_unwritable(view) else kept
            write(
                painter,
                words.text(kept),
                self.wide - theme.MARGIN,
                56,
                theme.font(theme.LEAST),
                theme.T2,
                align=1,
            )
            return
        if self._stage is Stage.FACT and not self._shows_call:
            self._paint_video(painter, view, words)
        if self.primary.isHidden():
            if self._stage is Stage.FACT and view.pit_boss is not None:
                self._paint_answers(painter, view, words)
            elif self._stage not in (Stage.FACT, Stage.KIND):
                if not self.choices[0].isHidden():
                    return  # the panel says above the keys what is missing
                lacking = "manual.choose" if self._stage is Stage.CORRECT else "incident.give_reason"
                face = theme.font(18)
                write(painter, words.text(lacking), self.wide - theme.MARGIN, 56, face, theme.T2, align=1)
        if self._shows_call:
            self._paint_called(painter, view, words)

    def _paint_video(self, painter: QPainter, view: DealerView, words: Words) -> None:
        reported = view.incident.reported
        if reported is None or reported.video is None:
            return
        seconds = round((reported.at - reported.video).total_seconds())
        filmed = logged_time(reported.video, words, begun=reported.at)
        time = words.text("video.from", time=filmed)
        before = words.count("video.before", seconds)
        left, room = self._left + 24, self._right - self._left - 40 - 48
        if self.primary.isHidden() and view.pit_boss is not None:
            room = self._answers_at(view, words)[0] - 48 - 20 - left - 48
        face = shrunk(time, room, (19, theme.LEAST), bold=True)
        lines = break_lines(time, room, face)
        if len(lines) > 2:  # it names another day, too: then the sign alone says that it is the video's
            lines = break_lines(filmed, room, face)
        if len(lines) == 1 and advance(before, theme.font(theme.LEAST)) <= room:
            lines = (lines[0], before)
        elif len(lines) > 2 or any(advance(line, face) > room for line in lines):
            return
        Sign("outcomes.video")(painter, QRectF(left, 40, 32, 32), theme.T2)
        for line, y in zip(lines, (42, 71), strict=False):
            is_before = line == before
            write(
                painter,
                line,
                left + 48,
                y,
                theme.font(theme.LEAST) if is_before else face,
                theme.T2 if is_before else theme.T1,
            )

    def _paint_answers(self, painter: QPainter, view: DealerView, words: Words) -> None:
        """Paint the person who answers, and the time left for it; the dealer stays signed in."""
        left, texts, faces = self._answers_at(view, words)
        Sign("outcomes.clock")(painter, QRectF(left - 48, 40, 32, 32), theme.AMBER)
        write(painter, texts[0], left, 42 if texts[1] else 56, faces[0], theme.AMBER)
        write(painter, texts[1], left, 71, faces[1], theme.T1)

    def _answers_at(
        self, view: DealerView, words: Words
    ) -> tuple[float, tuple[str, str], tuple[QFont, QFont]]:
        assert view.pit_boss is not None
        first = words.text("pit.answers", name=view.pit_boss.name)
        second = ""
        if view.screen.step_up_left is not None:
            time = lasting(view.screen.step_up_left)
            second = words.text("pit.time_left", time=time)
            if view.dealer is not None:
                second = words.text("pit.stays", time=time, name=view.dealer.name)
        face, small = shrunk(first, 360, (19, theme.LEAST), bold=True), theme.font(theme.LEAST)
        reach = max(advance(first, face), advance(second, small))
        return self.wide - theme.MARGIN - reach, (first, second), (face, small)

    def _paint_called(self, painter: QPainter, view: DealerView, words: Words) -> None:
        left = self._left + (10 if self._left > theme.MARGIN else 0)
        Sign("places.bell")(painter, QRectF(left, 38, 36, 36), theme.AMBER)
        rows = [Row(words.text("button.called"), 20, theme.AMBER, bold=True)]
        if view.call.called_at is not None:
            rows.append(Row(called_text(view.call, words), theme.LEAST, theme.T1, gap=4, spare=1))
        column = Column(rows, self._right - left - 52, self.high - 12)
        column.paint(painter, left + 52, (self.high - column.high) / 2)


def _is_optional(incident: IncidentView | None, asked: ShownQuestion | None) -> bool:
    """Whether a question is of a fact that no report is asked for, how many cards there were."""
    if incident is None or asked is None:
        return False
    return asked.fact == DRAWN or (asked.fact == BURNED and incident.kind in WRONG_BURNS)


def _lacks_pit_boss(view: DealerView, dialog: IncidentDialog) -> bool:
    """Whether a report is open that the dealer here can't take back, such as a relieved dealer's."""
    is_open = open_incident(view) is not None and not is_further(view, dialog.open_parts)
    return is_open and view.pit_boss is None and not may_withdraw(view)
