"""The question about the felt, which a pit boss answers before a LIVE table is opened.

A felt that says another rule than the rulebook was dealt on for 26 hours at a published table. The question
comes once after a commissioning, after another felt, and after a change of the rulebook. No choice is set
before, and the rulebook's answer is shown to nobody who has not answered.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from console.game.rule_values import PrintedRule
from console.table.protocol import lines
from console.table.state.note_kinds import NoteKind
from console.ui.kit.menu import MenuRow
from console.ui.signs.sign import Sign
from console.ui.window.at_table.workplace import Workplace
from console.words import Words

OTHER: Final = "other"
"""The felt says something else than the choices."""
NOTHING: Final = "nothing"
"""The felt says nothing of it, which differs from no rulebook."""


class FeltQuestion:
    """Asks what the felt of a table says, rule by rule, and opens the table if nothing differs."""

    def __init__(self, workplace: Workplace) -> None:
        self._workplace = workplace
        config = workplace.setup.config
        rules = workplace.setup.rulebook.rules_of(config.game)
        self.printed: tuple[PrintedRule, ...] = () if config.mode.is_simulated else rules.printed
        """The rules that are asked for; none at a simulated table."""
        self._answers: dict[str, str] = {}

    def may_open(self, line: lines.Open) -> bool:
        """Whether the table may be opened; if the felt has to be read first, that is asked now."""
        table = self._workplace.people_here.table
        if table is None or not table.console.felt_unread or not self.printed:
            return True
        if len(self._answers) == len(self.printed):
            return True  # the last answer came just now, and opens it
        self._answers = {}
        self._ask(line)
        return False

    def change(self) -> None:
        """Take note of another felt: the next opening asks what it says."""
        self._workplace.line.note(NoteKind.FELT_CHANGED, who=self._workplace.people_here.pit_boss_here())

    def _ask(self, line: lines.Open) -> None:
        """Ask for the first rule that was not answered."""
        rule, words = self.printed[len(self._answers)], self._workplace.words()
        rows = (
            MenuRow(said(words, rule, each), Sign("places.table"), partial(self._answer, line, rule, each))
            for each in (*rule.choices, OTHER, NOTHING)
        )
        self._workplace.menu.ask(words.text(f"felt.{rule.name}"), *rows)

    def _answer(self, line: lines.Open, rule: PrintedRule, said: str) -> None:
        self._answers[rule.name] = said
        if len(self._answers) < len(self.printed):
            self._ask(line)
            return
        differing = [each for each in self.printed if self._answers[each.name] not in (each.right, NOTHING)]
        text = " ".join(f"{name}={answer}" for name, answer in self._answers.items())
        kind = NoteKind.FELT_DIFFERS if differing else NoteKind.FELT_READ
        # The person at this screen has answered; the line may come from the pit boss's own window.
        self._workplace.line.note(kind, who=self._workplace.people_here.who_answers(), text=text)
        if differing:
            self._refuse(differing[0])
        else:
            self._workplace.people_here.give(line)
        self._answers = {}

    def _refuse(self, rule: PrintedRule) -> None:
        """Say why the table stays closed."""
        words = self._workplace.words()
        felt, right = said(words, rule, self._answers[rule.name]), said(words, rule, rule.right)
        heading = words.text("felt.differs", felt=felt, rules=right)
        back = MenuRow(words.text("button.back"), Sign("outcomes.back"), lambda: None)
        self._workplace.menu.open(heading, (back,))


def said(words: Words, rule: PrintedRule, choice: str) -> str:
    """What a felt may say of a rule, as a choice."""
    if ":" in choice:
        return choice
    return words.text(f"felt.{choice}" if choice in (OTHER, NOTHING) else f"felt.{rule.name}.{choice}")
