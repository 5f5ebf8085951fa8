"""The evidence for a clause in words: its sense, whom it obliges, what carries it out, what proves it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from console.base.words import Words
from console.commissioning.dossier.clause_evidence import ALL, Evidence, games_of
from console.commissioning.dossier.clause_tests import ROWS_TEST, SCENES_TEST
from console.commissioning.proof_words import proof_text
from console.supervisor.records import (
    FigureRow,
    Verdict,
    erratum_text,
    figure_parts,
    is_keyed,
    prompt_answer,
    sheet_row,
)
from console.table.core import Role
from console.table.game import Rulebook
from console.table.words import clause_sense, role_inside, role_name, speech

_OF_THE_SERVER: Final = ("payout", "link", "limit")
"""Kinds of clauses that the game server carries out if no person does."""
_DEFINES: Final = "term"
"""The kind of clause that defines a word: there is nothing to carry out."""


class ClauseWords:
    """Puts the evidence for the clauses of one game into words, in one language."""

    def __init__(self, words: Words, rulebook: Rulebook, game: str) -> None:
        """The rulebook's figures are worded once; for :data:`ALL`, those of every game."""
        self._words = words
        self._rulebook = rulebook
        self._figures: list[tuple[tuple[str, ...], str]] = []
        self._announcements: list[tuple[tuple[str, ...], str]] = []
        for each in games_of(rulebook) if game == ALL else (game,):
            for row, is_announced in _rows(words, rulebook, each):
                of = self._announcements if is_announced else self._figures
                of.append((row.clauses, _on_one_line(words, row, is_announced=is_announced)))

    def says(self, of: Evidence) -> str | None:
        """The clause in the console's own words, if the documents have it."""
        return clause_sense(self._words, of.clause.id)

    def obliges(self, of: Evidence) -> str:
        """The people whom the clause obliges, by its prompts and cases; empty if they name none, or if the
        clause only defines a word.
        """
        if not of.obliges and (of.clause.kind == _DEFINES or not (of.scenes or of.rows)):
            return ""
        if not of.obliges and of.clause.kind in _OF_THE_SERVER:
            return self._words.text("dossier.obliges.server")
        if not of.obliges and self.announcements(of):
            return role_name(self._words, Role.DEALER)
        if not of.obliges:
            return self._words.text("dossier.obliges.nobody")
        first, *others = of.obliges
        named = [role_name(self._words, first), *(role_inside(self._words, each) for each in others)]
        return self._words.list_of(named)

    def why(self, of: Evidence) -> str:
        """Why the clause is not proved; empty if it is."""
        return proof_text(self._words, of.proof.why) if of.proof.why else ""

    def prompts(self, of: Evidence) -> tuple[str, ...]:
        """The screen's prompts by the clause, each text once, with the person asked and the answer."""
        texts = (
            f"{role_name(self._words, view.prompt.actor)}{self._words.locale.colon}"
            f"{speech.prompt_text(self._words, view)} → {prompt_answer(self._words, view, self._rulebook)}"
            for view in of.prompts
        )
        return tuple(dict.fromkeys(texts))

    def announcements(self, of: Evidence) -> tuple[str, ...]:
        """The dealer's announcements by the clause, in the market's language, with their meaning."""
        return tuple(text for clauses, text in self._announcements if of.clause.id in clauses)

    def figures(self, of: Evidence) -> tuple[str, ...]:
        """The rulebook's values by the clause: figures, steps of the preparation, errata."""
        return tuple(text for clauses, text in self._figures if of.clause.id in clauses)

    def cases(self, of: Evidence) -> tuple[str, ...]:
        """The clause's cases in the decision table, with their outcomes."""
        words, texts = self._words, []
        for own in of.cases:
            row = sheet_row(words, own.kind, own.case)
            what = words.side_by_side((row.kind, row.when, *row.facts))
            texts.append(f"{what} → {words.side_by_side((row.outcome, row.authority))}")
            texts += [f"→ {step}" for step in row.steps]
        return tuple(texts)

    def scenes(self, of: Evidence) -> tuple[str, ...]:
        """The clause's scenes by file, with their first lines; a failed scene with what was found."""
        words = self._words
        passed = [
            (scene.file, scene.lines[0][0])
            for scene, proof in of.scenes
            if proof.verdict is not Verdict.FAILED
        ]
        texts = [
            words.text("dossier.scenes", file=file, lines=words.list_of(str(line) for _, line in lines))
            for file, lines in groupby(passed, key=lambda each: each[0])
        ]
        failed = (proof for _, proof in of.scenes if proof.verdict is Verdict.FAILED)
        texts += [
            f"{proof_text(words, each.what)}{words.locale.colon}{proof_text(words, each.found)}"
            for each in failed
        ]
        if of.rows:
            texts.append(words.text("dossier.rows", count=len(of.rows)))
        return tuple(texts)

    def tests(self, of: Evidence) -> tuple[str, ...]:
        """The tests that name the clause, file by file; else those that play its scenes and rows."""
        own = [test for test in of.tests if test not in (SCENES_TEST, ROWS_TEST)] or of.tests
        parted = [test.split("::") for test in own]
        return tuple(
            f"{file}{self._words.locale.colon}{self._words.list_of(test for _, test in tests)}"
            for file, tests in groupby(parted, key=lambda each: each[0])
        )


def _rows(words: Words, rulebook: Rulebook, game: str) -> Iterator[tuple[FigureRow, bool]]:
    """The rulebook's figures, and whether each is an announcement. The row of an erratum that only the file's
    own names can state has the applied reading.
    """
    announced = words.text("figure.part.announcements")
    keyed = {erratum_text(words, each) for each in rulebook.errata_of(game) if is_keyed(each)}
    for part in figure_parts(words, rulebook, game):
        for row in part.rows:
            yield (replace(row, value="") if row.value in keyed else row), part.heading == announced


def _on_one_line(words: Words, row: FigureRow, *, is_announced: bool) -> str:
    """A figure with its name; an announcement once, if the market speaks the reader's language."""
    name, value = (words.side_by_side(each.splitlines()) for each in (row.name, row.value))
    if is_announced and name in value:
        return value
    return f"{name}{words.locale.colon}{value}" if value else name
