"""The shoe's preparation: its steps, the person who does each, and a picture of the current step. It knows
how steps look; the rulebook says which steps a preparation has, and their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView, Person, StepState, StepView
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Actor
from console.table.core.state.typed_facts import ALONE, SERIAL, TypedFact
from console.table.game.rule_values import Preparing
from console.table.ui.dealer.prompt_words import counts_cards, prompt_colour
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.stage import open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, shrunk, write
from console.table.ui.kit.prompt_parts import PromptColour
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.kit.times import clock_time
from console.table.ui.signs.sign import Sign
from console.table.words.names import role_name

if TYPE_CHECKING:
    from console.table.ui.dealer.preparation.count_pad import CountPad
    from console.table.ui.dealer.preparation.step_field import FieldAlone, SetField

_TALLEST: Final = 56.0
_PAD_WIDTH: Final = 396.0
"""The width of the pad for a count, beside the picture of what is counted."""
_FIELD, _FOOT = 88.0, 104.0
"""The height of the field for a set's or a wheel's number, and of the room for it beneath a picture."""


class PreparationRow(Surface):
    """One step: done with its time, current, or still to come."""

    _step: StepView | None = None
    _text, _aside, _for_pit_boss = "", "", False

    def show_step(self, step: StepView, view: DealerView, words: Words) -> None:
        """Show a step in words; a step that has not changed is not painted again."""
        text, for_pit_boss = step_text(step, view, words), step.actor is Actor.PIT_BOSS
        spoken = words.text(f"access.step.{step.state}", step=text)
        whose = (role_name(words, step.actor),) if for_pit_boss else ()
        name = words.text("access.list").join((spoken, *whose))
        shown = (step, text, self._beside(step, words))
        if (*shown, name) == (self._step, self._text, self._aside, self.accessibleName()):
            return
        self._step, self._text, self._aside = shown
        self._for_pit_boss = for_pit_boss
        self.setAccessibleName(name)
        self.update()

    @staticmethod
    def _beside(step: StepView, words: Words) -> str:
        match step.state:
            case StepState.DONE if step.at is not None:
                return clock_time(step.at, words, seconds=False)
            case _:
                return ""

    def paint(self, painter: QPainter) -> None:
        if self._step is None:
            return
        middle, state = self.high / 2, self._step.state
        due = theme.AMBER if self._for_pit_boss else theme.NOW
        if state is StepState.NOW:
            box = QRectF(theme.MARGIN, 1, self.wide - theme.MARGIN - 16, self.high - 2)
            fill(painter, box, theme.AMBER_FILL if self._for_pit_boss else theme.NOW_FILL, 4)
            fill(painter, QRectF(theme.MARGIN, 1, 5, self.high - 2), due)
        mark = QRectF(38, middle - 10, 20, 20)
        if state is StepState.DONE:
            Sign("states.tick")(painter, mark, theme.GREEN)
        elif state is StepState.NOW:
            Sign("states.arrow_right")(painter, mark, due)
        else:
            outline(painter, mark.adjusted(3, 3, -3, -3), pen(theme.T2, 2), 7)
        colour = {StepState.DONE: theme.T1, StepState.NOW: theme.T0, StepState.TO_COME: theme.T2}[state]
        quiet = theme.T1 if state is StepState.NOW else theme.T2
        write(painter, self._aside, self.wide - 26, middle, theme.font(theme.LEAST), quiet, align=1)
        if self._for_pit_boss and state is not StepState.DONE:
            Sign("places.pit_boss")(painter, QRectF(self.wide - 52, middle - 12, 24, 24), due)
        room = self.wide - 26 - max(26.0, advance(self._aside, theme.font(theme.LEAST))) - 74 - 12
        sizes = (20, 19, theme.LEAST, 17, 16) if self.high >= 36 else (theme.LEAST, 17, 16)
        face = shrunk(self._text, room, sizes, bold=state is StepState.NOW)
        write(painter, self._text, 74, middle, face, colour)


class StepList(Surface):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[PreparationRow] = []
        self._then, self._count = "", 0

    def show_view(self, view: DealerView, words: Words) -> None:
        steps = view.preparation.steps
        if view.view.phase == Phase.HALTED:  # 'touch no card': no step is to be done now
            steps = tuple(_paused(step) for step in steps)
        while len(self.rows) < len(steps):
            self.rows.append(PreparationRow(self))
            self.rows[-1].set_unit(self.u)
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(steps))
            if at < len(steps):
                row.show_step(steps[at], view, words)
        closing = view.view.prompt.closing or view.orders.close_ordered
        shown = ("" if closing else words.text("prepared.then"), len(steps))
        if shown != (self._then, self._count):
            self._then, self._count = shown
            self.arrange()
            self.update()

    @property
    def _row_height(self) -> float:
        return min(_TALLEST, (self.high - 12) / (self._count + (1 if self._then else 0)))

    def arrange(self) -> None:
        if not self.rows:
            return
        for at, row in enumerate(self.rows):
            self.put(row, QRectF(0, 6 + at * self._row_height, self.wide, self._row_height))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(self.wide - 1, 0, 1, self.high), theme.LINE)
        if self.rows and self._then:
            middle = 6 + (self._count + 0.5) * self._row_height
            size = 20 if self._row_height >= 36 else 18
            outline(painter, QRectF(41, middle - 7, 14, 14), pen(theme.T2, 2), 7)
            write(
                painter, self._then, 74, middle, shrunk(self._then, self.wide - 100, (size, 17, 16)), theme.T2
            )


def _paused(step: StepView) -> StepView:
    is_due = step.state is StepState.NOW
    return msgspec.structs.replace(step, state=StepState.TO_COME) if is_due else step


class StepPicture(Surface):
    """A picture of the current step; none in a halt: a picture asks for the act."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._words = NO_TABLE, words
        self.foot = 0.0
        """The height at its foot that a field covers, in units."""

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view, self._words = view, words
        self.update()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.FELT)
        if self._view.view.phase == Phase.HALTED:
            return
        # Imported here, since most starts find a prepared shoe.
        from console.table.ui.dealer.preparation.step_pictures import FRAME, draw_step

        high = self.high - self.foot
        painter.translate(self.wide / 2, high / 2)
        share = min(1.0, high / FRAME.height(), self.wide / FRAME.width())  # less if a sign-in covers a part
        painter.scale(share, share)
        painter.translate(-FRAME.width() / 2, -FRAME.height() / 2)
        ink = theme.AMBER if prompt_colour(self._view) is PromptColour.PIT_BOSS else theme.NOW
        draw_step(painter, self._view, self._words, ink)


class PreparationPanel(Surface):
    """The zone of table and rail while the shoe is made ready."""

    counted = Signal()
    """Another number of cards stands on the pad, and waits for Enter."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._guard = guard
        self.steps = StepList(self)
        self.picture = StepPicture(words, self)
        self.typed: dict[TypedFact, FieldAlone] = {}
        """The fields of what is typed with a step, such as a checked wheel's serial number."""
        self.count: CountPad | None = None
        """The pad for the number of cards counted, once an inspection asked for one."""
        self.set_number: SetField | None = None
        """The field for a card set's number, while its decks are received."""
        self._typist: dict[QWidget, Person] = {}
        """The person who was asked last at each part in which something is typed."""

    def show_view(self, view: DealerView, words: Words) -> None:
        self.steps.setVisible(bool(view.preparation.steps))
        if view.preparation.steps:
            self.steps.show_view(view, words)
        self.picture.show_view(view, words)
        self._show_typed(view, words)
        self._show_set_number(view, words)
        self.arrange()

    def _show_typed(self, view: DealerView, words: Words) -> None:
        """Show the fields of what is typed with the step that is due, by the person whom it asks."""
        asked = view.pit_boss if view.view.prompt.actor is Actor.PIT_BOSS else view.dealer
        for row in ALONE:
            wanted = view.view.prompt.action in row.steps and asked is not None
            if wanted and row not in self.typed:
                from console.table.ui.dealer.preparation.step_field import FieldAlone

                self.typed[row] = FieldAlone(row, self)
                self.typed[row].set_unit(self.u)
            if (field := self.typed.get(row)) is not None:
                field.setVisible(wanted)
                if wanted and self._is_anothers(field, view):
                    field.clear()
                field.show_view(view, words)

    def show_count(self, view: DealerView, words: Words) -> int | None:
        """Show the pad while an inspection asks for a count; returns the number that waits for Enter."""
        wanted = counts_cards(view) and view.view.phase != Phase.HALTED and not view.screen.locked
        if self.count is None and wanted:
            from console.table.ui.dealer.preparation.count_pad import CountPad

            self.count = CountPad(self._guard, self)
            self.count.set_unit(self.u)
            self.count.changed.connect(self.counted)
        if self.count is None:
            return None
        anothers = wanted and self._is_anothers(self.count, view)
        if view.preparation.count is None or open_incident(view) is not None or anothers:
            self.count.clear()
        self.count.setVisible(wanted)
        if not wanted:
            return None
        self.count.show_view(view, words)
        return self.count.number

    def ask_again(self) -> None:
        if self.count is not None:
            self.count.ask_again()

    def take_count(self, number: int) -> int | list[int] | None:
        """Take a number as counted; returns the whole count, or None while decks are still to be counted."""
        return None if self.count is None else self.count.take(number)

    @property
    def asks_count(self) -> bool:
        """Whether a number of cards is typed here now."""
        return self.count is not None and self.count.isVisible()

    def takes(self, key: int, text: str) -> bool:
        return self.count is not None and self.count.takes(key, text)

    def _show_set_number(self, view: DealerView, words: Words) -> None:
        wanted = brings_set(view)
        if self.set_number is None and wanted:
            from console.table.ui.dealer.preparation.step_field import SetField

            self.set_number = SetField(words, self)
            self.set_number.set_unit(self.u)
        if self.set_number is not None:
            if not wanted or self._is_anothers(self.set_number, view):
                self.set_number.clear()
            self.set_number.setVisible(wanted)
            self.set_number.show_view(view, words)

    def _is_anothers(self, part: QWidget, view: DealerView) -> bool:
        """Whether somebody else is asked now than the one who typed here: nobody confirms another's count."""
        asked = view.pit_boss if view.view.prompt.actor is Actor.PIT_BOSS else view.dealer
        before = self._typist.get(part)
        if asked is not None:
            self._typist[part] = asked
        return asked is not None and before is not None and asked.id != before.id

    @property
    def typed_texts(self) -> dict[str, str | None]:
        """The texts in the fields of this step, by the names of its line."""
        return {row.name: field.text for row, field in self.typed.items() if not field.isHidden()}

    @property
    def set_field(self) -> SetField | None:
        shown = self.isVisible() and self.set_number is not None and not self.set_number.isHidden()
        return self.set_number if shown else None

    def arrange(self) -> None:
        left, right = theme.LIST_WIDTH if not self.steps.isHidden() else 0, self.wide
        self.put(self.steps, QRectF(0, 0, theme.LIST_WIDTH, self.high))
        if self.count is not None and not self.count.isHidden():
            right -= _PAD_WIDTH + theme.MARGIN
            self.put(self.count, QRectF(right, 0, self.wide - right, self.high))
        self.put(self.picture, QRectF(left, 0, right - left, self.high))
        wide, foot = min(560.0, self.wide - left - 80), self.high - _FOOT
        middle = left + (self.wide - left - wide) / 2
        inside = self.high / 2 + 108  # the picture of a wheel has room for the field, at its full size
        is_low = inside + _FIELD > self.high
        shown = {row for row, field in self.typed.items() if not field.isHidden()}
        asks_set = self.set_number is not None and not self.set_number.isHidden()
        self.picture.foot = _FOOT if asks_set or shown - {SERIAL} or (shown and is_low) else 0.0
        for row, field in self.typed.items():
            beneath = foot if is_low or row is not SERIAL else inside
            self.put(field, QRectF(middle, beneath, wide, _FIELD))
        if self.set_number is not None:
            wide = min(868.0, self.wide - left - 80)  # two fields
            self.put(self.set_number, QRectF(left + (self.wide - left - wide) / 2, foot, wide, _FIELD))


def brings_set(view: DealerView) -> bool:
    """Whether the step that is due brings a card set, whose number is asked; play goes on without one. A shoe
    that is brought before its decks are received is one set with them: it is asked for once.
    """
    if view.view.phase == Phase.HALTED or view.dealer is None:
        return False
    match view.view.prompt.action:
        case Preparing.RECEIVE_DECKS:
            return True
        case Action.REPLACE_SHOE:
            return all(step.action != Preparing.RECEIVE_DECKS for step in view.preparation.steps)
        case _:
            return False


def step_text(step: StepView, view: DealerView, words: Words) -> str:
    """A step as the list shows it."""
    prompt = view.view.prompt
    with_dealer = step.action == prompt.action == Preparing.PRESENT and prompt.with_ == "dealer"
    key = "prepared.present.with_dealer" if with_dealer else f"prepared.{step.action}"
    return words.text(key, from_end=prompt.from_end or view.preparation.cut_card_from_end)
