"""Phrases that state what a clause says, each read against its document: ``clause_readings.tsv``.

A line has the phrase, its clauses, words of the Lithuanian document at that place, the verdict, and the
digest of what the clause table stated when it was read. A person writes all but the clauses of the decision
table and the digest: ``python3 -m tests english`` adds these, and the ids to ``translations/en.po``'s notes.
"""

from __future__ import annotations

import csv
import re
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from tests.game.clauses import ORIGINAL
from tests.incidents.rows import committed as decisions
from tests.rehearsal.reckoned import IS

FILE: Final = Path(__file__).with_suffix(".tsv")
NOWHERE: Final = "–"
"""Instead of the document's words, if it says nothing of the case."""

_NOTE: Final = re.compile(r"#\. (?:LT-)?(?:BAC|BJ|ROU)-[\w. -]+")


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


def decided_by(phrase: str) -> set[str]:
    """The clauses of the decision table's rows to which a phrase leads."""
    family, *rest = phrase.split(".")
    kind, facts = "", dict[str, str]()
    match family, rest:
        case "recognise", [kind, *_]:
            pass
        case "rehearsal", [_, slip]:
            kind, given = IS[slip]
            facts = {fact: str(value).lower() for fact, value in given.items()}
        case _, [fact, value]:
            facts = {fact: value}
    return {
        row.clause
        for row in decisions()
        if row.clause and kind in ("", row.kind) and facts.items() <= dict(row.facts).items()
    }


def cited() -> set[str]:
    """All clauses of the decision table: the others that a reading cites only define a word."""
    return {row.clause for row in decisions() if row.clause}


def statements() -> dict[str, str]:
    """What the clause table states of each clause; empty if the rules don't lie beside the checkout."""
    if not ORIGINAL.exists():
        return {}
    with ORIGINAL.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["statement"] for row in csv.DictReader(file)}


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
