"""Phrases that state what a clause says, each read against its document: ``clause_readings.tsv``.

A line has the phrase, its clauses, words of the document at that place, the verdict, and the digest of what
the clause table stated when it was read. The words are Lithuanian, or stand behind their language: ``sv: … |
de: …``. A person writes all but the clauses of the decision table and of the rulebooks, and the digest:
``python3 -m tests english`` adds these, and the ids to ``translations/en.po``'s notes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.supervisor.records import FigureRow, figure_parts
from console.table.game import load_rulebook, rulebook_ids
from tests.base.words.catalogues import phrases, texts, words
from tests.rehearsals.reckoned import IS
from tests.table.game.clauses import ORIGINAL
from tests.table.incidents.rows import Expected
from tests.table.incidents.rows import committed as decisions

FILE: Final = Path(__file__).with_suffix(".tsv")
NOWHERE: Final = "–"
"""Instead of the document's words, if it says nothing of the case."""

_NOTE: Final = re.compile(r"#\. (?:LT-)?(?:BAC|BJ|ROU|LIM)-[\w. -]+")


class Reading(msgspec.Struct, frozen=True):
    """A phrase that was read, with the clauses that it states."""

    phrase: str
    clauses: tuple[str, ...]
    document: str
    verdict: str
    digest: str = ""

    def line(self) -> str:
        return "\t".join((self.phrase, " ".join(self.clauses), self.document, self.verdict, self.digest))


def readings() -> tuple[Reading, ...]:
    lines = (line.split("\t") for line in FILE.read_text("utf-8").splitlines())
    return tuple(Reading(phrase, tuple(clauses.split()), *rest) for phrase, clauses, *rest in lines)


def due() -> Iterator[str]:
    """The phrases that state what a clause says: all that lead to one."""
    families = ("recognise", "incident", "rehearsal.told", "answer", "way", "outcome", "step", "figure")
    for phrase in phrases("en"):
        if phrase.startswith(tuple(f"{family}." for family in families)) and decided_by(phrase):
            yield phrase


@cache
def decided_by(phrase: str) -> frozenset[str]:
    """The clauses to which a phrase leads: of the decision table's rows that it tells apart or that order it,
    or those beside a figure of a rulebook.
    """
    match phrase.split("."):
        case ["recognise" | "incident", kind, *_]:
            return _clauses(row for row in decisions() if row.kind == kind)
        case ["rehearsal", _, slip, *_] if slip in IS:
            kind, given = IS[slip]
            facts = {(fact, str(value).lower()) for fact, value in given.items()}
            return _clauses(row for row in decisions() if row.kind == kind and facts <= set(row.facts))
        case ["answer" | "way", fact, value, *_]:
            return _clauses(row for row in decisions() if (fact, value) in row.facts)
        case ["outcome", outcome, *_]:
            return _clauses(row for row in decisions() if row.outcome == outcome)
        case ["step", step, *_]:
            return _clauses(
                row for row in decisions() if any(each.startswith(f"{step}:") for each in row.steps)
            )
        case ["figure", *_]:
            return _beside_figures().get(phrase, frozenset())
    return frozenset()


def _clauses(rows: Iterator[Expected]) -> frozenset[str]:
    return frozenset(row.clause for row in rows if row.clause)


class _Figure(NamedTuple):
    """A figure's phrase on a rulebook's sheet: its row's name, or a line of its value."""

    phrase: str
    names: bool
    book: str
    row: FigureRow


@cache
def _figures() -> tuple[_Figure, ...]:
    """The figures on the English sheets of all rulebooks."""
    patterns = {
        key: [re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in texts(message)]
        for key, message in phrases("en").items()
        if key.startswith("figure.")
    }
    return tuple(
        _Figure(key, cell is row.name, book.id, row)
        for book in map(load_rulebook, rulebook_ids())
        for game in book.games
        for part in figure_parts(words("en"), book, game)
        for row in part.rows
        for cell in (row.name, *row.value.split("\n"))
        for key, known in patterns.items()
        if any(re.fullmatch(each, cell) for each in known)
    )


@cache
def _beside_figures() -> dict[str, frozenset[str]]:
    """The clauses beside each figure, by its phrase."""
    found = dict[str, frozenset[str]]()
    for figure in _figures():
        found[figure.phrase] = found.get(figure.phrase, frozenset()) | set(figure.row.clauses)
    return found


def figures_that_differ(phrase: str) -> set[str]:
    """The figures in which the rulebooks differ, beside a clause that this phrase states."""
    beside = {each.phrase for each in _figures() if decided_by(phrase) & set(each.row.clauses)}
    values = dict[str, dict[str, set[str]]]()
    for figure in _figures():
        if figure.names and figure.phrase in beside:
            values.setdefault(figure.phrase, {}).setdefault(figure.book, set()).add(figure.row.value)
    return {key for key, of in values.items() if len(set(map(frozenset, of.values()))) > 1}


def cited() -> set[str]:
    """All clauses of the decision table: the others that a reading cites only define a word."""
    return {row.clause for row in decisions() if row.clause}


def statements() -> dict[str, str]:
    """The clause table's statements of each clause; empty if the rules don't lie beside the checkout."""
    if not ORIGINAL.exists():
        return {}
    with ORIGINAL.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["statement"] for row in csv.DictReader(file)}


def quoted(document: str) -> Iterator[tuple[str, str]]:
    """The words of the documents in a reading, each part with the document's language."""
    for of_one in document.split(" | "):
        tagged = re.fullmatch(r"(sv|ja|is|de): (.+)", of_one)
        language, text = tagged.groups() if tagged else ("lt", of_one)
        yield from ((language, part) for part in text.split("…") if document != NOWHERE)


def digest_of(clauses: tuple[str, ...], stated: dict[str, str]) -> str:
    return sha256("\n".join(stated.get(clause, "") for clause in clauses).encode()).hexdigest()[:8]


def completed() -> tuple[Reading, ...]:
    """The readings with the clauses of the decision table and the digests as they are now."""
    known, stated, found = cited(), statements(), list[Reading]()
    for each in readings():
        defining = {clause for clause in each.clauses if clause not in known}
        clauses = tuple(sorted(decided_by(each.phrase) | defining))
        digest = digest_of(clauses, stated) if stated else each.digest
        found.append(msgspec.structs.replace(each, clauses=clauses, digest=digest))
    return tuple(found)


def with_notes(catalogue: str) -> str:
    """The text of ``en.po`` with the clauses in the note of each phrase that was read."""
    notes = {f'msgid "{each.phrase}"': f"#. {' '.join(each.clauses)}" for each in readings()}
    lines = list[str]()
    for line in catalogue.splitlines():
        if line in notes:
            if lines and _NOTE.fullmatch(lines[-1]):
                lines.pop()
            lines.append(notes[line])
        lines.append(line)
    return "\n".join(lines) + "\n"
