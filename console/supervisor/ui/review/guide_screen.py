"""The house's guides on the screen: reader, language, rulebook and paper are chosen, and the PDF is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from console.base.plain_text import WriteTarget
from console.base.words import LANGUAGES, LOCALES, Words
from console.supervisor.records.documents.edition_check import READERS
from console.supervisor.records.documents.paper import PaperForm
from console.supervisor.review.documents import DocumentMaker, GuideChoice
from console.table.core import Clock, Role
from console.table.game import rulebook_ids
from console.table.ui.kit import ACROSS, DOWN, ChoiceKey, Label, Panel, theme
from console.table.ui.page import AskPath, Page
from console.table.ui.signs import Sign
from console.table.words import role_name, rules_name

_KEY: Final = 56.0
_FORMS: Final = (PaperForm.CARDS, PaperForm.TWO_UP)
_PHRASES: Final = {
    "role": "guide.page.reader",
    "language": "guide.page.language",
    "rules": "guide.page.rules",
    "form": "guide.page.paper",
}
"""The phrase over each part of a guide's choice."""


class GuideScreen(Page):
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
        self._offered = rulebook_ids()
        self.choice = GuideChoice(self._offered[0], Role.PIT_BOSS, words.language)
        choices: dict[str, Sequence[str]] = {
            "role": READERS,
            "language": LANGUAGES,
            "rules": self._offered,
            "form": _FORMS,
        }
        self._keys = {
            part: [ChoiceKey(self, "", code, partial(self._choose, part)) for code in codes]
            for part, codes in choices.items()
        }
        self._labels = {part: Label(17, theme.T2, bold=True) for part in choices}
        groups = (
            Panel(DOWN, self._labels[part], Panel(ACROSS, *keys, high=_KEY), gap=6)
            for part, keys in self._keys.items()
        )
        self.body = Panel(DOWN, *groups, None, gap=20)
        self.body.setParent(self)

    def begin(self) -> None:
        """Offer the guides; the journals' only rulebook is already chosen."""
        self.message = ""
        self.work.begin(self._know_rules())

    async def _know_rules(self) -> None:
        rules = await self.work.of(lambda _: self._makes.rules())
        if rules in self._offered:
            self._choose("rules", rules)

    def _choose(self, part: str, code: Any) -> None:
        """Choose a part of the guide: its reader, its language, its rulebook or its paper."""
        self.choice = self.choice._replace(**{part: code})
        self.refresh()

    def press(self) -> None:
        if not self.work.busy:
            rules, role, language, _ = self.choice
            self._ask_path(f"guide-{role}-{rules}-{language}.pdf", ("pdf",), self._save)

    def _save(self, target: WriteTarget) -> None:
        self.message = ""
        self.progress.begin("guide.page.writing", self.words, file=target.path.name)
        self.work.begin(self._written(target))

    async def _written(self, target: WriteTarget) -> None:
        await self.work.of(partial(self._makes.write_guide, self.choice, target))
        self.say("shift.written", file=target.path.name)

    def refresh(self) -> None:
        words = self.words
        named: dict[str, Callable[[Any], str]] = {
            "role": partial(role_name, words),
            "language": lambda code: LOCALES[code].name,
            "rules": partial(rules_name, words),
            "form": lambda form: words.text(f"guide.page.paper.{form}"),
        }
        for part, keys in self._keys.items():
            about = words.text(_PHRASES[part])
            self._labels[part].setText(about)
            for key in keys:
                key.name(named[part](key.code))
                key.setChecked(key.code == getattr(self.choice, part))
                key.setAccessibleName(f"{about}: {key.text()}")
        super().refresh()
