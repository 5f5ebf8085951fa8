"""The people's practice as documents in one language: list, matrix, certificate, and a line of what is due.
Each heading says that it is about rehearsals, so that none is taken for a table's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from console.base.plain_text import visible
from console.base.words import Words, date_text, short_date_text, sort_by_name, sort_by_rank
from console.rehearsals.proficiency.due import DueKind, RehearsalKind, rehearsal_kind, standings
from console.rehearsals.proficiency.matrix import KindFigures, Matrix, MatrixCell, MatrixRow
from console.rehearsals.result import RehearsalResult, Way
from console.supervisor.records import SOFT_HYPHEN, Paper, Part, ToSign, WholePart
from console.supervisor.records import Cell as PaperCell
from console.table.core import Person, Role
from console.table.words import game_name, inside, rehearsed_text, role_inside, role_name, rules_name

PEOPLE_ABREAST: Final = 6
"""People of the matrix side by side on a page or a terminal; a spreadsheet has them all."""
_PASSED, _FAILED, _DUE = "✓", "✗", "●"
_PLAIN: Final = 300
"""Days after which a day without its year could be mistaken."""


def kind_name(words: Words, kind: str) -> str:
    """An incident kind in words, for a page; if nothing must be reported, the slip."""
    slip = kind.partition("-")[2].replace("-", "_")  # It is a file's name such as `blackjack-answer-twice`.
    name = words.find(f"incident.{kind}") or words.find(f"rehearsal.slip.{slip}")
    return visible(kind) if name is None else name


def plain_kind(words: Words, kind: str) -> str:
    """A kind's name for a line of text, without soft hyphens."""
    return kind_name(words, kind).replace(SOFT_HYPHEN, "")


def _title(words: Words, key: str) -> str:
    return f"{words.text('mode.rehearsal')}{words.locale.colon}{words.text(key)}"


# --- what is due -----------------------------------------------------------------------------------


def due_text(words: Words, due: DueKind) -> str:
    """``hole card exposed, 4 minutes``."""
    return words.count("rehearsal.record.due", due.minutes, kind=inside(words, plain_kind(words, due.kind)))


def due_lines(words: Words, dues: Sequence[DueKind]) -> Iterator[str]:
    """The rehearsals due today, a line each, with the day of the last one."""
    if not dues:
        yield words.text("rehearsal.record.due.none")
        return
    yield words.text("rehearsal.record.due.today")
    for each in dues:
        last = words.text("rehearsal.record.due.new")
        if each.since is not None:
            last = words.text("rehearsal.record.due.since", date=date_text(each.since, words.locale))
        due = words.side_by_side((due_text(words, each), last))
        yield f"  {game_name(words, each.game)}{words.locale.colon}{due}"


# --- the list --------------------------------------------------------------------------------------


def records_paper(
    results: Iterable[RehearsalResult], names: Mapping[str, str], words: Words, made_at: datetime
) -> Paper:
    """Every rehearsal, the newest first; ``made_at`` is now, in the zone of the document."""
    keys = ("day", "people", "game", "kind", "file", "rules", "way", "result", "score", "minutes")
    rows = tuple(
        _result_row(each, names, words, made_at)
        for each in sorted(results, key=lambda each: each.began, reverse=True)
    )
    note = "" if rows else words.text("rehearsal.record.none")
    part = Part("", words.text("rehearsal.record.all"), _columns(words, keys), rows, note)
    title, day = _title(words, "rehearsal.record.all"), date_text(made_at, words.locale)
    return Paper(words.language, title, (day,), (part,), ())


def _result_row(
    result: RehearsalResult, names: Mapping[str, str], words: Words, made_at: datetime
) -> tuple[PaperCell, ...]:
    people = words.list_of(
        f"{_person(who, names)} ({role_inside(words, role)})" for role, who in result.people.items()
    )
    at = result.began.astimezone(made_at.tzinfo)
    return (
        at.replace(microsecond=0, tzinfo=None),
        people,
        game_name(words, result.game),
        kind_name(words, rehearsal_kind(result)[1]),
        visible(result.rehearsal),
        visible(result.rules),
        _way(result, words),
        _outcome(result, words),
        result.score,
        round(result.lasted / 60, 1) if result.lasted else None,
    )


def _outcome(result: RehearsalResult, words: Words) -> str:
    """Passed or not, and why a rehearsal has no end, which nobody should take for wrong answers."""
    passed = words.text("rehearsal.record.passed" if result.passed else "rehearsal.record.failed")
    if result.ended == "played":
        return passed
    return words.side_by_side((passed, words.text(f"rehearsal.screen.ended.{result.ended}")))


def _way(result: RehearsalResult, words: Words) -> str:
    """How it was played, with its number in an exam: a person who left one has fewer than it has."""
    way = words.text(f"rehearsal.record.way.{result.way}")
    sat = result.sitting
    if not sat:
        return way
    return words.side_by_side((way, words.text("rehearsal.exam.place", number=sat.number, of=sat.of)))


def _person(who: str, names: Mapping[str, str]) -> str:
    name = names.get(who)
    return visible(who if name is None or name == who else f"{name} ({who})")


# --- the matrix ------------------------------------------------------------------------------------


def matrix_paper(
    matrix: Matrix, words: Words, made_at: datetime, *, abreast: int | None = PEOPLE_ABREAST
) -> Paper:
    """Kinds by people, and the house's weakest kinds; ``abreast`` None: one part for each game."""
    rows = matrix.rows
    of = len(rows) if abreast is None else abreast
    parts = [_house(matrix.house, words)]
    for at in range(0, len(rows), max(of, 1)):
        parts += _parts(matrix.kinds, rows[at : at + of], words, made_at)
    head = [date_text(made_at, words.locale)]
    if matrix.former:
        head.append(words.count("rehearsal.record.former", matrix.former))
    note = words.text("rehearsal.record.signs", passed=_PASSED, failed=_FAILED, due=_DUE)
    return Paper(words.language, _title(words, "rehearsal.record.matrix"), tuple(head), tuple(parts), (note,))


def _parts(
    kinds: Sequence[RehearsalKind], rows: Sequence[MatrixRow], words: Words, made_at: datetime
) -> Iterator[Part]:
    """A part a game, with kinds that none of these people has rehearsed."""
    people = tuple(visible(row.person.name) for row in rows)
    by_name = sort_by_name(words, enumerate(kinds), lambda each: kind_name(words, each[1][1]))
    for game in dict.fromkeys(game for game, _ in kinds):
        cells = tuple(
            (kind_name(words, kind), *(_cell(row.cells[number], made_at.date(), words) for row in rows))
            for number, (one, kind) in by_name
            if one == game
        )
        heading = f"{words.text('rehearsal.record.who')}{words.locale.colon}{game_name(words, game)}"
        yield WholePart("", heading, (*_columns(words, ("kind",)), *people), cells)


def _cell(cell: MatrixCell | None, today: date, words: Words) -> PaperCell:
    """The day on one line, without its year unless it is so long ago that it needs one."""
    if cell is None:
        return None
    sign = _PASSED if cell.passed else _FAILED
    text = short_date_text if (today - cell.last).days < _PLAIN else date_text
    day = text(cell.last, words.locale)
    return "\u00a0".join((sign, str(cell.score), day, *((_DUE,) if cell.is_due else ())))


def _house(figures: Sequence[KindFigures], words: Words) -> Part:
    keys = ("game", "kind", "times", "by", "failed", "mean", "lost", "said")
    by_rank = sort_by_rank(words, figures, lambda each: each.rank, lambda each: kind_name(words, each.kind))
    rows = tuple(_of_kind(each, words) for each in by_rank)
    note = "" if rows else words.text("rehearsal.record.none")
    return Part("", words.text("rehearsal.record.worst"), _columns(words, keys), rows, note)


def _of_kind(figures: KindFigures, words: Words) -> tuple[PaperCell, ...]:
    lost = None
    if figures.lost is not None:
        named = words.text(f"rehearsal.record.part.{figures.lost}")
        lost = f"{named} ({round(figures.share * 100)} %)"
    outcome = None
    if figures.mistaken_for is not None:
        outcome = rehearsed_text(words, figures.mistaken_for).replace(SOFT_HYPHEN, "")
    return (
        game_name(words, figures.game),
        kind_name(words, figures.kind),
        figures.times,
        figures.people,
        figures.failed,
        round(figures.score),
        lost,
        outcome,
    )


# --- a certificate ---------------------------------------------------------------------------------


def certificate(
    results: Sequence[RehearsalResult], person: Person, words: Words, made_at: datetime, head: str
) -> Paper:
    """One page: the kinds that a person passed last time, by game and rulebook; in which part, how, and when.
    A rehearsal with the console's help is no exam, and does not count. ``head`` is the records' digest;
    ``words`` are of the person's language.
    """
    text = words.text
    results = [each for each in results if each.way is not Way.GUIDED]
    passed = {
        kind: standing
        for kind, standing in standings(results, person.id, made_at.tzinfo).items()
        if standing.last.passed
    }
    alike: dict[tuple[str, ...], list[tuple[str, RehearsalResult]]] = {}
    by_name = sort_by_name(words, passed.items(), lambda each: kind_name(words, each[0][1]))
    for (game, kind), standing in by_name:
        last = standing.last
        as_whom = next(role for role, who in last.people.items() if who.casefold() == person.id.casefold())
        alike.setdefault((game, last.rules, as_whom, last.way), []).append((kind, last))
    parts = [_passed(of, alike[of], words, made_at) for of in sorted(alike)]
    if not parts:
        parts = [Part("", text("rehearsal.record.head.result"), note=text("rehearsal.record.none_passed"))]
    signed = ToSign(
        "",
        text("rehearsal.record.sign"),
        _columns(words, ("day", "sign.name", "sign.hand")),
        ((date_text(made_at, words.locale), "", ""),),
    )
    who = text(
        "rehearsal.record.whose", name=visible(person.name), id=person.id, role=role_name(words, person.role)
    )
    count = words.count("rehearsal.record.count", len(passed), date=date_text(made_at, words.locale))
    proof: tuple[str, ...] = (text("rehearsal.record.only_exams"),)
    if head:
        proof += (text("rehearsal.record.proof", digest=head),)
    return Paper(
        words.language, _title(words, "rehearsal.record.certificate"), (who, count), (*parts, signed), proof
    )


def _passed(
    of: tuple[str, ...], kinds: Sequence[tuple[str, RehearsalResult]], words: Words, made_at: datetime
) -> Part:
    """The kinds passed at a game by a rulebook, with part and way; two kinds in a row, to fit on a page."""
    game, rules, as_whom, way = of
    half = (len(kinds) + 1) // 2
    cells = [_last(kind, result, words, made_at) for kind, result in kinds]
    empty = ("", "", "")
    rows = tuple((*cells[at], *(cells[at + half] if at + half < len(cells) else empty)) for at in range(half))
    how = (
        rules_name(words, rules),
        role_name(words, Role(as_whom)),
        words.text(f"rehearsal.record.way.{way}"),
    )
    heading = f"{game_name(words, game)}{words.locale.colon}{words.text('access.list').join(how)}"
    return Part("", heading, _columns(words, ("kind", "day", "score") * 2), rows)


def _last(kind: str, result: RehearsalResult, words: Words, made_at: datetime) -> tuple[PaperCell, ...]:
    return kind_name(words, kind), result.began.astimezone(made_at.tzinfo).date(), str(result.score)


def _columns(words: Words, keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(words.text(f"rehearsal.record.head.{key}") for key in keys)
