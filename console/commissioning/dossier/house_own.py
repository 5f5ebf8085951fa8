"""What a house's own rulebook says otherwise than the rulebook of the document that it follows."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from console.game.rulebook import Rulebook, load_rulebook, rulebook_ids
from console.records.documents.decision_sheet import sheet_row
from console.records.documents.rulebook_figures import figure_sheet
from console.words import Words


class Otherwise(msgspec.Struct, frozen=True):
    """A figure or a row of the decision table: what it is about, as the house has it, as the document's
    rulebook has it. None where one of them does not have it.
    """

    about: str
    house: str | None
    document: str | None


def otherwise(words: Words, rulebook: Rulebook, game: str) -> tuple[Otherwise, ...]:
    """Every figure, then every row, in which they differ; empty of a rulebook that ships, and of a game that
    no document gives. Raises RulebookError.
    """
    if rulebook.document not in rulebook_ids():
        return ()
    document = load_rulebook(rulebook.document)
    if game not in document.games or game not in rulebook.games:
        return ()
    own, its = dict(_lines(words, rulebook, game)), dict(_lines(words, document, game))
    return tuple(
        Otherwise(about, own.get(about), its.get(about))
        for about in dict.fromkeys((*own, *its))
        if own.get(about) != its.get(about)
    )


def _lines(words: Words, rulebook: Rulebook, game: str) -> Iterator[tuple[str, str]]:
    """What is said of the game, by what it is about."""
    for part in figure_sheet(words, rulebook, game).parts:
        for number, row in enumerate(part.rows, start=1):
            name = words.beside(row.name.splitlines())
            place = f" {number}" if sum(each.name == row.name for each in part.rows) > 1 else ""
            told = (*row.value.splitlines(), *row.clauses)
            yield f"{part.heading}{words.locale.colon}{name}{place}", words.beside(told)
    for kind, cases in rulebook.games[game].incidents.kinds.items():
        for case in cases:
            found = sheet_row(words, kind, case)
            told = (found.outcome, found.authority, *found.steps, case.clause or "")
            yield words.beside((found.kind, found.when, *found.facts)), words.beside(told)
