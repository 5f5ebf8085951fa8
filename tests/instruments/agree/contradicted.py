"""Contradictions: in the log, the reports, the handover, the records and the rounds' files of one journal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

import msgspec

from console.table.core import Contradiction
from console.table.journal import UNSEEN
from tests.instruments.agree.documents import WHOLE, Documents, Found, unlike

IN_ROUND: Final = ("no_spin", "ball_out", "card", "result")
"""The kinds that are found while their round is open."""
Told = tuple[Any, ...]


def of_contradictions(documents: Documents) -> Found:
    """Each contradiction of the log beside the reports, the handover, the records and the rounds' files."""
    logged, covered = log_of(documents)
    whole = {each.id: told(each) for each in documents.whole.contradictions}
    seen = {id: each for id, each in whole.items() if id in logged}
    yield from unlike("contradictions: the log and the report", WHOLE, logged, seen)
    yield from unlike("contradictions: covered in the log", WHOLE, covered, len(whole) - len(seen))
    still = [id for id, (*_, answer) in whole.items() if answer is None]
    yield from unlike("contradictions: open at the end", WHOLE, ids(documents.whole.handover), still)
    shifts = [table for table in documents.by_shift.values() if table.active]
    listed = {each.id for table in shifts for each in table.contradictions}
    yield from unlike("contradictions: the shifts' lists", WHOLE, listed, {*whole})
    for table, following in pairwise([] if documents.whole.lists.clock else shifts):
        left = {*ids(table.handover)} - {each.id for each in following.contradictions}
        yield from unlike("contradictions: handed over", f"{table.ended}", left, set())
    for _, record in documents.listed:
        for each in record.contradictions or ():
            other = whole.get(each.id, ())
            yield from unlike("contradictions: a record", record.id, told(each)[:3], other[:3])
    for each in documents.whole.contradictions:
        file = documents.rounds.get(each.round) if each.round and each.kind in IN_ROUND else None
        if file is not None:
            found, where = {other.id for other in file.contradictions or ()}, f"{each.round} {each.kind}"
            yield from unlike("contradictions: the round's file", where, {each.id} - found, set())


def log_of(documents: Documents) -> tuple[dict[str, Told], int]:
    """The log's contradictions with their answers, and how many of them it covers."""
    logged, covered = dict[str, Told](), 0
    for row in sorted(documents.rows, key=lambda row: (row.place.journal, row.number)):
        if row.refused is not None:
            continue
        if row.kind == "contradiction_found":
            what = row.figures["contradiction"]
            covered += what == UNSEEN
            if what != UNSEEN:
                found = msgspec.convert(what, Contradiction)
                logged[found.id] = told(found)
        elif row.kind == "contradiction_answered" and row.figures["id"] in logged:
            id = row.figures["id"]
            logged[id] = *logged[id][:-1], (row.person, row.figures["reason"])
    return logged, covered


def told(found: Contradiction) -> Told:
    """A contradiction without its times: its kind, both statements, its round and its answer."""
    sides = (found.first, found.second)
    first, second = ((each.claim, each.by, each.device, each.value, each.finding) for each in sides)
    answer = None if found.answer is None else (found.answer.by, found.answer.reason)
    return str(found.kind), first, second, found.round, answer


def ids(handover: Any) -> list[str]:
    """The contradictions that a handover leaves open."""
    left: Iterable[Contradiction] = () if handover is None else handover.contradictions
    return [each.id for each in left]
