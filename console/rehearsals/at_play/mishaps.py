"""The mishaps of one rehearsal, one after the other, and the right answer to the last."""

from __future__ import annotations

from msgspec.structs import replace

from console.rehearsals.at_play.rehearsed_table import RehearsedTable
from console.rehearsals.colleague import SHOWN, ColleagueWords, sentences_of
from console.rehearsals.occasions import is_occasion
from console.rehearsals.result import MishapOccurred, Right
from console.rehearsals.right_answer import FactMissing, right_answer
from console.rehearsals.script import Mishap, Script
from console.rehearsals.slips import Occasion
from console.table.core import Table


class Mishaps:
    def __init__(self, script: Script, table: RehearsedTable) -> None:
        self._all, self._table = list(script.wrong), table
        self.count = 0
        """How many mishaps have happened."""
        self.is_handled = True
        """Whether somebody has dealt with the last one."""
        self.right: Right | None = None
        """The right answer to the last mishap, for the table at that moment."""
        self.at, self.round = 0.0, 0
        """When the last went wrong, in seconds, and in which round."""
        self.assumed: tuple[FactMissing, ...] = ()
        """The facts missing in the file, which had to be assumed."""
        self.reports: tuple[ColleagueWords, ...] = ()
        """The reports that a colleague has made so far."""

    @property
    def last(self) -> Mishap | None:
        return self._all[self.count - 1] if self.count else None

    @property
    def are_over(self) -> bool:
        return self.count == len(self._all)

    @property
    def is_due(self) -> bool:
        if self.are_over or not self.is_handled:
            return False
        table = self._table
        return is_occasion(self._all[self.count], table.game, table.table, table.view)

    def begin(self) -> Mishap:
        """Make the next mishap of the script happen now."""
        self.count += 1
        self.is_handled = False
        self.at, self.round = self._table.now, self._table.table.round_number
        return self._all[self.count - 1]

    def judge(self) -> MishapOccurred:
        """The slip that has just happened, with the right answer and a colleague's report of it."""
        seen = self._table.table.halted
        self.right = self._answer()
        mishap, number = self._all[self.count - 1], self.count - 1
        if mishap.row.act not in SHOWN or mishap.facts or not seen:
            report = ColleagueWords(self._table.now, number, mishap.slip, mishap.facts, sentences_of(mishap))
            self.reports = (*self.reports, report)
        right = self.right or Right(mishap.row.kind)
        plain = {fact: value for each in mishap.row.incidents for fact, value in each.facts.items()}
        return MishapOccurred(
            self.at,
            self._table.view.entry,
            number=number,
            slip=mishap.slip,
            facts={**plain, **mishap.facts},
            right=right,
            seen=seen,
        )

    def _answer(self) -> Right | None:
        """The right answer; a needed fact that is not in the file gets its first value."""
        at = self.count - 1
        while True:
            try:
                return right_answer(self._table.game, self._table.table, self._all[at])
            except FactMissing as missing:
                self.assumed = (*self.assumed, missing)
                value = missing.answers[0] if missing.answers else 1
                facts = {**self._all[at].facts, missing.fact: value}
                self._all[at] = replace(self._all[at], facts=facts)

    def right_of(self, table: Table, choice: str | None) -> Right:
        """The right answer to the last mishap for the table now, else for its first moment."""
        mishap = self._all[self.count - 1]
        try:
            now = right_answer(self._table.game, table, mishap, choice)
        except FactMissing:  # The table has since come to a moment that needs more facts.
            now = None
        return now or self.right or Right(mishap.row.kind)

    @property
    def waits_for_round(self) -> bool:
        """Whether the last mishap belongs before a coming round, and nobody has done anything yet."""
        if self.last is None or self.last.occasion_in(self._table.game.name) not in (
            Occasion.BURNED,
            Occasion.BETWEEN,
        ):
            return False
        return not self.is_handled and self._table.table.round_number <= self.round
