"""The dossier as a value: its rules, when and by which software it was made, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from console.base.words import Words
from console.commissioning.dossier.clause_evidence import Evidence, GameEvidence
from console.commissioning.dossier.dossier_words import ClauseWords
from console.commissioning.dossier.house_differences import rulebook_differences
from console.commissioning.dossier.standards import STANDARDS, UNREAD
from console.supervisor.records import SOFT_HYPHEN
from console.table.game import Rulebook


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    """A market's clauses, game by game, with what carries out and proves each."""

    rulebook: Rulebook
    digest: str
    """The digest of the rulebook's files."""
    version: str
    made: datetime
    games: tuple[GameEvidence, ...]


def dossier_json(dossier: Dossier, words: Words) -> bytes:
    document: dict[str, Any] = {
        "dossier": 1,
        "language": words.language,
        "rules": dossier.rulebook.id,
        "rulebook": dossier.digest,
        "software": dossier.version,
        "made": dossier.made.isoformat(),
        "otherwise": {
            of.game: rulebook_differences(words, dossier.rulebook, of.game) for of in dossier.games
        },
        "games": [_game(each, ClauseWords(words, dossier.rulebook, each.game)) for each in dossier.games],
        "standards": [
            {
                "name": standard.name,
                "address": standard.address,
                "points": [
                    {
                        "number": point.number,
                        "met": point.met,
                        "asks": words.text(f"standard.{point.key}.asks"),
                        "meets": words.find(f"standard.{point.key}.met"),
                        "lacks": words.find(f"standard.{point.key}.lacks"),
                        "commands": point.commands,
                        "handbook": point.pages,
                    }
                    for point in standard.points
                ],
            }
            for standard in STANDARDS
        ],
        "standards_not_read": UNREAD,
    }
    return (
        msgspec.json.format(msgspec.json.encode(document), indent=2).replace(SOFT_HYPHEN.encode(), b"")
        + b"\n"
    )


def _game(of: GameEvidence, clauses: ClauseWords) -> dict[str, Any]:
    return {
        "game": of.game,
        "scenes": of.scenes,
        "rows": of.rows,
        "clauses": _clauses((*of.open, *of.proven_clauses), clauses),
    }


def _clauses(evidence: Sequence[Evidence], clauses: ClauseWords) -> list[dict[str, Any]]:
    return [
        {
            "id": each.clause.id,
            "kind": each.clause.kind,
            "says": clauses.says(each),
            "verdict": each.proof.verdict,
            "why": clauses.why(each),
            "obliges": each.obliges,
            "prompts": clauses.prompts(each),
            "said": clauses.announcements(each),
            "rulebook": clauses.figures(each),
            "cases": clauses.cases(each),
            "scenes": [
                {
                    "file": scene.file,
                    "line": scene.lines[0][0],
                    "title": scene.title,
                    "verdict": proof.verdict,
                }
                for scene, proof in each.scenes
            ],
            "rows": len(each.rows),
            "tests": each.tests,
            "entries": each.entries,
        }
        for each in evidence
    ]
