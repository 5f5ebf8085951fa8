"""The house's guides on the screen: reader, language, rulebook and paper are chosen, and the PDF is saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from console.game.rulebook import rulebook_ids
from console.records.documents.edition_check import READERS
from console.records.documents.paper import PaperForm
from console.review.documents import DocumentMaker, GuideChoice, WriteTarget
from console.table.running.clock import Clock
from console.table.state.roles import Role
from console.ui.kit.keys import ChoiceKey
from console.ui.kit.panel import ACROSS, DOWN, Label, Panel
from console.ui.kit.theme import T2
from console.ui.review.page import Page
from console.ui.review.save_screen import AskPath
from console.ui.signs.sign import Sign
from console.words import LANGUAGES, Words
from console.words.locales import LOCALES
from console.words.names import role_name, rules_name

_KEY: Final = 56.0
_FORMS: Final = (PaperForm.CARDS, PaperForm.TWO_UP)


class GuideScreen(Page):
    """The choice of a guide."""

    title_key, beneath_key, primary_key = "guide.page", "guide.page.beneath", "guide.page.write"

    def __init__(
        self,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        ask_path: AskPath,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Sign("review.save"), words, clock, parent)
        self._makes, self._ask_path = makes, ask_path
        self.role, self.language, self.form = Role.PIT_BOSS, words.language, PaperForm.CARDS
        self.rules, *_ = self._offered = rulebook_ids()
        self._roles = [ChoiceKey(self, "", role.value, self.choose_role) for role in READERS]
        self._languages = [
            ChoiceKey(self, LOCALES[code].name, code, self.choose_language) for code in LANGUAGES
        ]
        self._rules = [ChoiceKey(self, "", rules, self.choose_rules) for rules in self._offered]
        self._forms = [ChoiceKey(self, "", form.value, self.choose_form) for form in _FORMS]
        self._labels = tuple(Label(17, T2, bold=True) for _ in self._groups)
        groups = (
            Panel(DOWN, label, Panel(ACROSS, *keys, high=_KEY), gap=6)
            for label, (_, keys, _) in zip(self._labels, self._groups, strict=True)
        )
        self.body = Panel(DOWN, *groups, None, gap=20)
        self.body.setParent(self)

    def begin(self) -> None:
        """Offer the guides; the rulebook of the journals is chosen already, if they have only one."""
        self.message = ""
        self.work.begin(self._know_rules())

    async def _know_rules(self) -> None:
        rules = await self.work.of(lambda _: self._makes.rules())
        if rules in self._offered:
            self.choose_rules(rules)

    def choose_role(self, role: str) -> None:
        """The role for which the guide is written."""
        self.role = Role(role)
        self.refresh()

    def choose_language(self, language: str) -> None:
        self.language = language
        self.refresh()

    def choose_rules(self, rules: str) -> None:
        """The rulebook from which it is made."""
        self.rules = rules
        self.refresh()

    def choose_form(self, form: str) -> None:
        """The paper on which it is printed."""
        self.form = PaperForm(form)
        self.refresh()

    # --- saving -----------------------------------------------------------------------------------

    def press(self) -> None:
        if not self.work.busy:
            self._ask_path(f"guide-{self.role}-{self.rules}-{self.language}.pdf", ("pdf",), self._save)

    def _save(self, target: WriteTarget) -> None:
        self.message = ""
        self.progress.begin("guide.page.writing", self.words, file=target.path.name)
        self.work.begin(self._written(target))

    async def _written(self, target: WriteTarget) -> None:
        chosen = GuideChoice(self.rules, self.role, self.language, self.form)
        await self.work.of(partial(self._makes.write_guide, chosen, target))
        self.say("shift.written", file=target.path.name)

    # --- what it says -----------------------------------------------------------------------------

    @property
    def _groups(self) -> tuple[tuple[str, Sequence[ChoiceKey], str], ...]:
        """The label's phrase, the keys and the chosen code of each choice."""
        return (
            ("guide.page.reader", self._roles, self.role),
            ("guide.page.language", self._languages, self.language),
            ("guide.page.rules", self._rules, self.rules),
            ("guide.page.paper", self._forms, self.form),
        )

    def refresh(self) -> None:
        words = self.words
        for key in self._roles:
            key.name(role_name(words, Role(key.code)))
        for key in self._rules:
            key.name(rules_name(words, key.code))
        for key in self._forms:
            key.name(words.text(f"guide.page.paper.{key.code}"))
        for label, (phrase, keys, chosen) in zip(self._labels, self._groups, strict=True):
            label.setText(words.text(phrase))
            for key in keys:
                key.setChecked(key.code == chosen)
                key.setAccessibleName(f"{words.text(phrase)}: {key.text()}")
        super().refresh()
