"""The dossier as a document in one language: what is not met or not proved first, then all else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from console.base.words import Words, date_text
from console.commissioning.dossier.clause_evidence import ALL, VERDICTS, Evidence, GameEvidence
from console.commissioning.dossier.clause_tests import ROWS_TEST, SCENES_TEST
from console.commissioning.dossier.dossier import Dossier
from console.commissioning.dossier.dossier_words import ClauseWords
from console.commissioning.dossier.house_differences import rulebook_differences
from console.commissioning.dossier.standards import STANDARDS, UNREAD, Conformity, Point, Standard
from console.supervisor.records import Cell, LabelledTexts, Link, Paper, Part
from console.table.game import DOCUMENTED
from console.table.words import game_name

PROGRAM: Final = "dealer-console"
_PAGE: Final = "resources/handbook/{}.md"


def dossier_paper(dossier: Dossier, words: Words, zone: tzinfo | None = None) -> Paper:
    """The whole document; times are in ``zone``, by default the machine's own."""
    of_game = {of.game: ClauseWords(words, dossier.rulebook, of.game) for of in dossier.games}
    parts = [_summary(dossier, words), *_house(dossier, words)]
    for of in dossier.games:
        parts += _clauses(words, of_game[of.game], of, "open", of.open)
    for standard in STANDARDS:
        parts += _points(words, standard, Conformity.NOT_MET, Conformity.PARTLY)
    for of in dossier.games:
        parts += _clauses(words, of_game[of.game], of, "proved", of.proven_clauses)
    for standard in STANDARDS:
        parts += _points(words, standard, Conformity.MET)
    parts.append(_sources(words))
    return Paper(
        words.language, words.text("dossier.title"), tuple(_head(dossier, words, zone)), tuple(parts), ()
    )


def _head(dossier: Dossier, words: Words, zone: tzinfo | None) -> Iterator[str]:
    """The rules, the software and the time; and how to read the dossier."""
    rules = dossier.rulebook.id
    named = words.find(f"rules.{rules}") or rules
    made = dossier.made.astimezone(zone)
    date = f"{date_text(made, words.locale)} {made:{words.locale.short_time}}"
    yield words.text("rulebook.sheet.of", rules=named, id=rules, digest=dossier.digest, date=date)
    yield f"{PROGRAM} {dossier.version}"
    yield words.text("dossier.head.played")
    yield words.text("dossier.head.press")
    yield words.text("dossier.head.read")


def _summary(dossier: Dossier, words: Words) -> Part:
    columns = (
        words.text("dossier.column.game"),
        *(words.text(f"commissioning.verdict.{each}") for each in VERDICTS),
        words.text("dossier.column.scenes"),
        words.text("dossier.column.rows"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            _game(words, of.game),
            *(sum(each.proof.verdict is verdict for each in of.clauses) for verdict in VERDICTS),
            *((None, None) if of.game == ALL else (of.scenes, of.rows)),
        )
        for of in dossier.games
    )
    note = words.text("dossier.summary.note", scenes=SCENES_TEST, rows=ROWS_TEST)
    return Part("", words.text("dossier.summary"), columns, rows, note)


def _house(dossier: Dossier, words: Words) -> Iterator[Part]:
    """The differences between a house's own rulebook and its document's."""
    keys = ("dossier.column.about", "dossier.column.house", "dossier.column.document")
    for of in dossier.games:
        if found := rulebook_differences(words, dossier.rulebook, of.game):
            about = words.text("dossier.house", game=_game(words, of.game))
            rows = tuple((each.about, each.house, each.document) for each in found)
            yield Part("", about, tuple(map(words.text, keys)), rows, words.text("dossier.house.note"))


def _game(words: Words, game: str) -> str:
    return words.text("dossier.all_games") if game == ALL else game_name(words, game)


def _clauses(
    words: Words, clauses: ClauseWords, of: GameEvidence, which: str, evidence: tuple[Evidence, ...]
) -> Iterator[Part]:
    """The clauses of a game; ``which`` is ``open`` or ``proved``."""
    about = words.text(f"dossier.{which}", game=_game(words, of.game))
    if which == "open" and of.game not in (ALL, *DOCUMENTED):
        yield Part(about, words.text("dossier.example", game=_game(words, of.game)))
    if not evidence and of.game != ALL:
        yield Part(about, words.text("commissioning.none"))
    for each in evidence:
        kind = words.text(f"dossier.kind.{each.clause.kind}")
        yield LabelledTexts(
            about, words.side_by_side((each.clause.id, kind)), (), tuple(_rows(words, clauses, each))
        )


def _rows(words: Words, clauses: ClauseWords, of: Evidence) -> Iterator[tuple[Cell, ...]]:
    labelled: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("commissioning.column.why", (clauses.why(of),)),
        ("commissioning.column.sense", (clauses.says(of) or "",)),
        ("dossier.label.obliges", (clauses.obliges(of),)),
        ("dossier.label.screen", clauses.prompts(of)),
        ("dossier.label.said", clauses.announcements(of)),
        ("dossier.label.rulebook", clauses.figures(of)),
        ("dossier.label.cases", clauses.cases(of)),
        ("commissioning.column.shown", clauses.scenes(of)),
        ("dossier.label.tests", clauses.tests(of)),
        ("dossier.label.entries", (words.list_of(of.entries),)),
    )
    for label, lines in labelled:
        for number, line in enumerate(filter(None, lines)):
            yield (words.text(label) if not number else "", line)


def _points(words: Words, standard: Standard, *which: Conformity) -> Iterator[Part]:
    """The points of a standard that are met to this degree."""
    about = f"{words.text('dossier.standards')}{words.locale.colon}{standard.name}"
    for point in (each for met in which for each in standard.points if each.met is met):
        heading = words.side_by_side((point.number, words.text(f"dossier.met.{point.met}")))
        yield LabelledTexts(about, heading, (), _point(words, point))


def _point(words: Words, point: Point) -> tuple[tuple[Cell, ...], ...]:
    shown = (*(f"{PROGRAM} {each}" for each in point.commands), *map(_PAGE.format, point.pages))
    labelled = (
        ("dossier.label.lacks", words.find(f"standard.{point.key}.lacks")),
        ("dossier.label.asks", words.text(f"standard.{point.key}.asks")),
        ("dossier.label.meets", words.find(f"standard.{point.key}.met")),
        ("commissioning.column.shown", words.side_by_side(shown)),
    )
    return tuple((words.text(label), text) for label, text in labelled if text)


def _sources(words: Words) -> Part:
    """The addresses of the standards, and those that could not be read."""
    rows = tuple((Link(each.name, each.address),) for each in STANDARDS)
    note = words.text("dossier.standards.unread", names=words.list_of(UNREAD))
    return Part("", words.text("dossier.standards"), (), rows, note)
