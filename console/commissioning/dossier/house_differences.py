"""The differences between a house's own rulebook and the rulebook of the document that it follows."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from console.base.words import Words
from console.supervisor.records import figure_parts, sheet_row
from console.table.game import Rulebook, load_rulebook, rulebook_ids


class RulebookDifference(msgspec.Struct, frozen=True):
    """A differing figure or row of the decision table: its name, the house's and the document's value."""

    about: str
    house: str | None
    document: str | None


def rulebook_differences(words: Words, rulebook: Rulebook, game: str) -> tuple[RulebookDifference, ...]:
    """Every differing figure, then every differing row; empty for a shipped rulebook, and for a game without
    a document. Raises RulebookError.
    """
    if rulebook.document not in rulebook_ids():
        return ()
    document = load_rulebook(rulebook.document)
    if game not in document.games or game not in rulebook.games:
        return ()
    own, its = dict(_lines(words, rulebook, game)), dict(_lines(words, document, game))
    return tuple(
        RulebookDifference(about, own.get(about), its.get(about))
        for about in dict.fromkeys((*own, *its))
        if own.get(about) != its.get(about)
    )


def _lines(words: Words, rulebook: Rulebook, game: str) -> Iterator[tuple[str, str]]:
    for part in figure_parts(words, rulebook, game):
        for number, row in enumerate(part.rows, start=1):
            name = words.side_by_side(row.name.splitlines())
            place = f" {number}" if sum(each.name == row.name for each in part.rows) > 1 else ""
            texts = (*row.value.splitlines(), *row.clauses)
            yield f"{part.heading}{words.locale.colon}{name}{place}", words.side_by_side(texts)
    for kind, cases in rulebook.games[game].incidents.kinds.items():
        for case in cases:
            found = sheet_row(words, kind, case)
            texts = (found.outcome, found.authority, *found.steps, case.clause or "")
            yield words.side_by_side((found.kind, found.when, *found.facts)), words.side_by_side(texts)
