"""The check of a round's file: it is reconstructed from the context in its proof, by the same rules as from
the journal, and must be the same to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from console.base.system import content_of, read_json
from console.supervisor.history.sequence import is_quiet
from console.supervisor.history.timeline import Moment, moments
from console.supervisor.records.accounts.round_account import (
    BEFORE,
    NoSuchRecord,
    around,
    ends_completely,
    is_cut_off,
    shown_account,
)
from console.supervisor.records.accounts.round_file import RoundFile
from console.table.core import UNTELLABLE, Game, JournalEntry, game_of, table_of
from console.table.game import RulebookError, load_rulebook
from console.table.journal import Identity, Statement, inclusion, time_of


def parsed_file(path: Path) -> dict[str, Any] | None:
    """A round's file as parsed JSON; None if the file holds no JSON object."""
    try:
        found = read_json(content_of(path))
    except (OSError, msgspec.DecodeError):
        return None
    return found if isinstance(found, dict) else None


class ReconstructedRound(NamedTuple):
    file: RoundFile
    casino: str = ""
    """The casino that the journal named last."""
    live: bool = True
    """Whether a LIVE table had noted itself in the journal by then."""
    is_cut_off: bool = False
    """Whether the entries end with the round, which may go on after them."""


class ContextMissing(ValueError):
    """The proof's context differs from the sealed one, or is too short to reconstruct the round."""


def reconstruct(subject: str, proof: inclusion.Inclusion) -> ReconstructedRound:
    """The file of a round or a record, reconstructed from the context in its proof, which was checked before.
    Raises ContextMissing, and RulebookError or LookupError without
    the rulebook or the game.
    """
    statement, context = proof.seal.content, proof.context
    fields = None if statement is None or context is None else inclusion.covered_entries(context, statement)
    if statement is None or context is None or fields is None:
        raise ContextMissing("it is not what was sealed")
    game = game_of(load_rulebook(statement.rules), statement.game)
    try:
        return _reconstructed(subject, proof, statement, context, fields, game)
    except (NoSuchRecord, RulebookError, *UNTELLABLE) as error:
        raise ContextMissing("it holds no such round") from error


def _reconstructed(
    subject: str,
    proof: inclusion.Inclusion,
    statement: Statement,
    context: inclusion.Context,
    fields: Sequence[bytes],
    game: Game,
) -> ReconstructedRound:
    all_rows = [_row(inclusion.columns_of(each)) for each in fields]
    rows = all_rows[1:] if context.begin else all_rows
    recounted = [*moments(game, context.state, rows)]
    later = [_row(each.columns) for each in context.later]

    def of_a_kind(kind: str, text: str) -> Iterator[JournalEntry]:
        inside = msgspec.json.encode(text)[1:-1]
        return (each for each in (*all_rows, *later) if each.kind == kind and inside in each.event)

    def chain(entry: int) -> str:
        return inclusion.chain_at(context, entry) or ""

    identity = Identity(statement.table, statement.game, statement.rules)
    # A proof is made only once no card in it may still come.
    made = shown_account(subject, identity, game, recounted, of_a_kind, chain)
    far_enough = not context.begin or (
        context.begin <= made.first - BEFORE and is_quiet(table_of(context.state))
    )
    ends = recounted[-1].row.number == statement.entries or ends_completely(recounted, made.first, made.last)
    past = [recounted[-1].row.number, *(each.number for each in later)]
    entries = [each.number for each in proof.entries]
    if not (far_enough and ends) or past != sorted({*past}) or _goes_on(recounted, made.first, made.last):
        raise ContextMissing("something around it is missing, or more than belongs there")
    if entries != [*range(made.file.first, made.file.last + 1)]:
        raise ContextMissing("its own entries are others")
    last = recounted[-1].after
    cut_off = is_cut_off(last, made.file.where.round)
    return ReconstructedRound(
        replace(made.file, proof=proof), last.console.casino, last.console.live, cut_off
    )


def _goes_on(recounted: Sequence[Moment], first: int, last: int) -> bool:
    """Whether there are moments beyond those around the round."""
    return len([*around(recounted, first, last)]) < len(recounted)


def _row(columns: Mapping[str, Any] | None) -> JournalEntry:
    """An entry as a journal's reader has it. Raises ValueError, TypeError for other columns."""
    if columns is None:
        raise ValueError("no entry")
    kept = {name: columns[name] for name in JournalEntry.__struct_fields__}
    return JournalEntry(**kept | {"event": columns["event"].encode(), "at": time_of(columns["at"])})
