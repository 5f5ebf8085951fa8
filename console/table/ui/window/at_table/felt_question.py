"""The question about the felt, which a pit boss answers before a LIVE table is opened.

A felt that says another rule than the rulebook was dealt on for 26 hours at a published table. The question
comes once after a commissioning, after another felt, and after a change of the rulebook. No choice is set
before, and the rulebook's answer is shown to nobody who has not answered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from console.base.words import Words
from console.table.core.protocol import lines
from console.table.core.state.note_kinds import NoteKind
from console.table.game.rule_values import PrintedRule
from console.table.ui.kit.menu import Menu, MenuRow
from console.table.ui.signs.sign import Sign
from console.table.ui.window.at_table.workplace import Workplace

OTHER: Final = "other"
"""The felt says something else than the choices."""
NOTHING: Final = "nothing"
"""The felt does not mention the rule, and so differs from no rulebook."""


class FeltQuestion:
    """Asks at one screen what the felt of a table says, rule by rule, and opens the table if nothing differs.
    The table's window and the pit boss's own window each ask in a menu of theirs, and each takes all answers.
    """

    def __init__(
        self, workplace: Workplace, menu: Menu, words: Callable[[], Words], who: Callable[[], str | None]
    ) -> None:
        """``who`` gives the person who answers at the screen of this menu."""
        self._workplace, self._menu, self._words, self._who = workplace, menu, words, who
        config = workplace.setup.config
        rules = workplace.setup.rulebook.rules_of(config.game)
        self.printed: tuple[PrintedRule, ...] = () if config.mode.is_simulated else rules.printed
        """The rules that are asked for; none at a simulated table."""
        self._answers: dict[str, str] = {}
        self._is_asked = False
        menu.closed.connect(self._stop)

    def may_open(self, line: lines.Open) -> bool:
        """Whether the table may be opened; if the felt has to be read first, that is asked now."""
        if not self._is_unread or len(self._answers) == len(self.printed):
            return True  # the last answer came just now, so the table opens
        self._answers = {}
        self._ask(line)
        return False

    @property
    def _is_unread(self) -> bool:
        table = self._workplace.people_here.table
        return table is not None and table.console.felt_unread and bool(self.printed)

    def update_table(self) -> None:
        """Take the question back if the felt was read at the table's other screen."""
        if self._is_asked and not self._is_unread:
            self._is_asked = False
            self._menu.close_menu()

    def change(self) -> None:
        self._workplace.line.note(NoteKind.FELT_CHANGED, who=self._workplace.people_here.pit_boss_here())

    def _ask(self, line: lines.Open) -> None:
        rule, words = self.printed[len(self._answers)], self._words()
        rows = (
            MenuRow(said(words, rule, each), Sign("places.table"), partial(self._answer, line, rule, each))
            for each in (*rule.choices, OTHER, NOTHING)
        )
        self._menu.ask(words.text(f"felt.{rule.name}"), *rows, back="button.back")
        self._is_asked = True

    def _stop(self) -> None:
        self._is_asked = False

    def _answer(self, line: lines.Open, rule: PrintedRule, said: str) -> None:
        self._answers[rule.name] = said
        if len(self._answers) < len(self.printed):
            self._ask(line)
            return
        differing = [each for each in self.printed if self._answers[each.name] not in (each.right, NOTHING)]
        text = " ".join(f"{name}={answer}" for name, answer in self._answers.items())
        kind = NoteKind.FELT_DIFFERS if differing else NoteKind.FELT_READ
        self._workplace.line.note(kind, who=self._who(), text=text)
        if differing:
            self._refuse(differing[0])
        else:
            self._workplace.people_here.give(line, self.may_open)
        self._answers = {}

    def _refuse(self, rule: PrintedRule) -> None:
        """Say why the table stays closed."""
        words = self._words()
        felt, right = said(words, rule, self._answers[rule.name]), said(words, rule, rule.right)
        heading = words.text("felt.differs", felt=felt, rules=right)
        back = MenuRow(words.text("button.back"), Sign("outcomes.back"), lambda: None)
        self._menu.open(heading, (back,))


def said(words: Words, rule: PrintedRule, choice: str) -> str:
    if ":" in choice:
        return choice
    return words.text(f"felt.{choice}" if choice in (OTHER, NOTHING) else f"felt.{rule.name}.{choice}")
