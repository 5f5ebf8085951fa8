"""A screen of a table in words: what is to be done, how, what is announced, and what moves play on."""

from __future__ import annotations

from collections.abc import Iterator

from console.base.words import Words
from console.supervisor.records.documents.paper import Cell
from console.supervisor.records.documents.prompt_answer import prompt_answer
from console.table.core import Actor, DealerView, Role, Say
from console.table.game import Preparing, Rulebook
from console.table.words import role_name, speech


class StepFormatter:
    """Puts screens into words: the person's own, and the market's for what is said aloud."""

    def __init__(self, words: Words, market: Words, rulebook: Rulebook) -> None:
        self._words, self._market, self._rulebook = words, market, rulebook

    def order(self, screen: DealerView) -> str:
        return speech.prompt_text(self._words, screen.view)

    def said(self, aloud: str, meaning: str) -> str:
        """Words to players in the market's quotation marks, with their meaning beneath."""
        quoted = self._market.quote(aloud)
        return quoted if self._words.language == self._market.language else f"{quoted}\n{meaning}"

    def rows(self, screen: DealerView, standing: Say | None = None) -> Iterator[tuple[Cell, ...]]:
        """The rows of a step: actor, manner, announcement, what moves play on, the clauses. ``standing`` is
        the previous step's announcement, which is not made again.
        """
        words, view = self._words, screen.view
        # If the system acts, the dealer waits.
        who = Role.DEALER if view.prompt.actor is Actor.SYSTEM else view.prompt.actor
        yield words.text("guide.who"), role_name(words, who)
        note = speech.note_by_rules(words, view.prompt, screen.preparation) or speech.note_text(words, view)
        if note is not None:
            yield words.text("guide.how"), note
        if view.prompt.action == Preparing.INSPECT and screen.preparation.count is not None:
            yield "", words.text(f"figure.count.{screen.preparation.count}")
        if view.say is not None and view.say != standing:
            said = self.said(speech.say_text(self._market, view.say), speech.say_text(words, view.say))
            yield words.text("dossier.label.said"), said
        yield words.text("guide.then"), prompt_answer(words, view, self._rulebook)
        if view.prompt.clauses:
            yield words.text("rulebook.head.clause"), words.list_of(view.prompt.clauses)
