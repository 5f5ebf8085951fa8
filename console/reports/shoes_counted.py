"""How cards came into play, counted as moments come: shoes, shuffles, the checks and what was noted of them.

The wheel's check is a preparation like any other.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Final, Literal

from msgspec.structs import replace

from console.records.moments import Moment
from console.reports.figures import CheckCount, Consumable, ShoeUsed, Skipped
from console.reports.listed import Listed
from console.table import events
from console.table.games.game import Game
from console.table.guiding import skips, step_due
from console.table.prompts import prompt_due
from console.table.state import Preparation, Table

USED_UP: Final = frozenset(
    (
        "receive_decks",
        "replace_shoe",
        "change_shoe",
        "replace_decks",
        "return_decks",
        "replace_card",
        "replace_reader",
        "replace_ball",
        "replace_wheel",
    )
)
"""Steps that put decks, a shoe, a reader or a ball into play or take them out of it."""


class ShoesCounted:
    """Lists shoes, checks, skipped steps and consumables of one table."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.shoes: Listed[ShoeUsed] = Listed()
        self.skipped: Listed[Skipped] = Listed()
        self.consumables: Listed[Consumable] = Listed()
        self.shuffles = 0
        self._done: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()
        self._shoe: ShoeUsed | None = None

    def begin(self, table: Table, at: datetime) -> None:
        """The interval begins with this table."""
        if table.shoe_number:
            self._shoe = ShoeUsed(table.shoe_number, "there", at, table.shoe.left)

    def take(self, moment: Moment) -> None:
        """Go on by a moment of the interval."""
        before, after = moment.before, moment.after
        if after.shoe_number != before.shoe_number:
            self._leave(before, moment.row.at)
            self._shoe = ShoeUsed(after.shoe_number, _how(moment), moment.row.at, after.shoe.left)
        if self._shoe is not None and after.rounds > before.rounds and after.open_round:
            self._shoe = replace(self._shoe, rounds=self._shoe.rounds + 1)
        if before.preparation is not None and before.preparation is not after.preparation:
            self._prepared(moment, before.preparation)
        if moment.taken and isinstance(moment.event, events.StepDone):
            self._pressed(moment, moment.event)

    def end(self, table: Table) -> None:
        """The interval is over."""
        self._leave(table, None)

    @property
    def checks(self) -> tuple[CheckCount, ...]:
        """The steps that were due in the interval, by action."""
        actions = sorted({*self._done, *self._missed})
        return tuple(CheckCount(each, self._done[each], self._missed[each]) for each in actions)

    def _leave(self, table: Table, at: datetime | None) -> None:
        if self._shoe is not None:
            self.shoes.add(replace(self._shoe, ended=at, left=table.shoe.left))
        self._shoe = None

    def _prepared(self, moment: Moment, then: Preparation) -> None:
        now = moment.after.preparation
        if now is not None and now.steps == then.steps:
            self._done[then.due] += len(now.done) > len(then.done)
        elif now is None and moment.after.phase is not moment.before.phase:
            self._done[then.due] += 1
            self._ready(moment, then)
        elif now is not None and now.closing and not then.closing:
            for action in then.steps[len(then.done) :]:
                self._missed[action] += 1
                self.skipped.add(Skipped(moment.row.at, action, moment.row.person, None))

    def _ready(self, moment: Moment, then: Preparation) -> None:
        if then.closing:
            return
        self.shuffles += "load" in then.steps
        if self._shoe is not None:
            self._shoe = replace(self._shoe, ready=moment.row.at)

    def _pressed(self, moment: Moment, event: events.StepDone) -> None:
        at = moment.row.at
        step = step_due(moment.before)
        if step is not None and skips(moment.before, event):
            self.skipped.add(Skipped(at, step.action, event.by, event.reason))
        due = prompt_due(self._game, moment.before).action if event.note or _may_use_up(moment) else ""
        if event.note or due in USED_UP:
            self.consumables.add(Consumable(at, due, event.by, event.note or ""))


def _may_use_up(moment: Moment) -> bool:
    """Whether a step may be about what is used up: one of a preparation, or of an incident."""
    return moment.before.preparation is not None or moment.before.incident is not None


def _how(
    moment: Moment,
) -> Literal["there", "opening", "new_decks", "same_cards", "other_shoe", "changed"]:
    """How the cards came into the shoe that begins now."""
    preparation = moment.after.preparation
    if isinstance(moment.event, events.TableOpened):
        return "opening"
    if preparation is None:
        return "changed"
    if "receive_decks" in preparation.steps:
        return "new_decks"
    return "other_shoe" if "replace_shoe" in preparation.steps else "same_cards"
