"""The check of a round's file against the entries in its proof.

If the proof has its context, the round is reconstructed from it by the same rules as from the journal, and
must be the same to the byte.

A file of a console up to version 0.3 has the entries alone: presses, remarks, devices' readings, players'
answers, the faces of cards, its beginning and end, and the table. These are reconstructed and compared. The
hands, the people at the table and the decision on an incident depend on the table before the first entry, and
in such a file nothing proves them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.base.system import content_of
from console.supervisor.history.sequence import is_quiet
from console.supervisor.history.timeline import Moment, moments
from console.supervisor.records.accounts.answer_account import answers_of
from console.supervisor.records.accounts.device_account import readings_of
from console.supervisor.records.accounts.record import UNREAD
from console.supervisor.records.accounts.round_account import (
    BEFORE,
    NoSuchRecord,
    around,
    ends_completely,
    is_cut_off,
    shown_account,
)
from console.supervisor.records.accounts.round_file import (
    PromptRecord,
    RoundFile,
    presses_of,
    prompt_record,
    remarks_of,
    shown,
)
from console.supervisor.records.accounts.spin_account import spin_reports
from console.table.core import UNTELLABLE, Game, JournalEntry, Prompt, Table, events, game_of, table_of
from console.table.game import RulebookError, load_rulebook
from console.table.journal import (
    Context,
    EntryProof,
    Identity,
    Inclusion,
    Statement,
    chain_at,
    columns_of,
    covered_entries,
    time_of,
)

_NOT_OF_ENTRIES: Final = {
    "presses": ("asked",),
    "readings": ("lines",),
    "remarks": (),
    "answers": ("insurance", "asked", "left", "missed", "behind"),
    "spins": ("cause",),
    "prompts": (),
}
"""The parts of a list's items that earlier entries decide."""
_LATER: Final = ("answers", "spins")
"""The parts that files of older consoles may lack."""
_OF_A_CARD: Final = ("entry", "at", "face", "device", "by")


def parsed_file(path: Path) -> dict[str, Any] | None:
    """A round's file as parsed JSON; None if the file holds no JSON object."""
    try:
        found = msgspec.json.decode(content_of(path))
    except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) else None


class ReconstructedRound(NamedTuple):
    """A round reconstructed from its proof."""

    file: RoundFile
    casino: str = ""
    """The casino of the table, as its journal named it last."""
    live: bool = True
    """Whether a LIVE table had noted itself in the journal by then."""
    is_cut_off: bool = False
    """Whether the entries end with it, and it may go on after them."""


class ContextMissing(ValueError):
    """The proof's context differs from the sealed one, or is too short to reconstruct the round."""


def reconstruct(subject: str, proof: Inclusion, *, older: bool = False) -> ReconstructedRound:
    """The file of a round or a record, reconstructed from the context in its proof, with the same proof;
    ``older``: as consoles up to 1.0 told it.

    The proof itself has been checked before. Raises ContextMissing; and RulebookError or LookupError if
    this console does not have the rulebook or the game.
    """
    statement, context = proof.seal.content, proof.context
    fields = None if statement is None or context is None else covered_entries(context, statement)
    if statement is None or context is None or fields is None:
        raise ContextMissing("it is not what was sealed")
    game = game_of(load_rulebook(statement.rules), statement.game)
    try:
        return _reconstructed(subject, proof, statement, context, fields, game, older=older)
    except (NoSuchRecord, RulebookError, *UNTELLABLE) as error:
        raise ContextMissing("it holds no such round") from error


def _reconstructed(
    subject: str,
    proof: Inclusion,
    statement: Statement,
    context: Context,
    fields: Sequence[bytes],
    game: Game,
    *,
    older: bool,
) -> ReconstructedRound:
    all_rows = [_row(columns_of(each)) for each in fields]
    rows = all_rows[1:] if context.begin else all_rows
    recounted = [*moments(game, context.state, rows)]
    later = [_row(each.columns) for each in context.later]

    def of_a_kind(kind: str, text: str) -> Iterator[_Entry]:
        inside = msgspec.json.encode(text)[1:-1]
        return (each for each in (*all_rows, *later) if each.kind == kind and inside in each.event)

    def chain(entry: int) -> str:
        return chain_at(context, entry) or ""

    identity = Identity(statement.table, statement.game, statement.rules)
    # A proof is made once no card in it may still come.
    made = shown_account(subject, identity, game, recounted, of_a_kind, chain, older=older)
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


def differing(parsed: Mapping[str, Any], proof: Inclusion) -> str | None:
    """The first place in a round's file that disagrees with its entries (``presses.2.by``); else None.

    ``parsed`` is the file as parsed JSON. A file of an older console may lack parts that today's files have.
    The proof itself has been checked before. An entry that can't be decoded is reported as ``proof``.
    """
    try:
        proven = [_moment(each) for each in proof.entries]
    except (msgspec.MsgspecError, RecursionError, ValueError, TypeError, KeyError, AttributeError):
        return "proof"
    statement = proof.seal.content
    if statement is None or not proven:
        return "proof"
    return next(_differing(parsed, proven, (statement.table, statement.game, statement.rules)), None)


def _differing(parsed: Mapping[str, Any], proven: list[Moment], whose: tuple[str, str, str]) -> Iterator[str]:
    first, last = proven[0].row, proven[-1].row
    if [each.row.number for each in proven] != [*range(first.number, last.number + 1)]:
        yield "proof.entries"
    yield from _other("first", parsed.get("first"), first.number)
    yield from _other("last", parsed.get("last"), last.number)
    yield from _other("sealed", parsed.get("sealed"), False)
    yield from _other("unproven", parsed.get("unproven"), None)
    origin, where, times = (_mapping(parsed, name) for name in ("origin", "where", "times"))
    for name, value in zip(("table", "game", "rules"), whose, strict=True):
        yield from _other(f"origin.{name}", origin.get(name), value)
    yield from _other("where.shift", where.get("shift"), first.shift)
    if where.get("round") not in (None, *(each.row.round for each in proven)):
        yield "where.round"
    yield from _other("times.opened", times.get("opened"), _plain(first.at))
    yield from _other("times.ended", times.get("ended"), _plain(last.at))
    again: dict[str, Iterable[Any]] = {
        "presses": presses_of(proven, lambda _: ""),
        "readings": readings_of(proven, Table(), older=True),
        "remarks": remarks_of(proven),
        "answers": answers_of(proven),
        "spins": spin_reports(proven, proven, older=True),
        "prompts": _prompts([*shown(proven)]),
    }
    every = [*_prompts(proven)]  # 0.3 listed those too that no view showed
    if isinstance(given := parsed.get("prompts"), list) and len(given) == len(every):
        again["prompts"] = every
    for name, made in again.items():
        if name in _LATER and name not in parsed:
            continue
        yield from _lists(name, parsed.get(name), [_plain(each) for each in made], _NOT_OF_ENTRIES[name])
    yield from _cards(parsed.get("dealt"), proven)


def _lists(
    name: str, value: Any, expected: Sequence[Mapping[str, Any]], beyond: tuple[str, ...]
) -> Iterator[str]:
    if not isinstance(value, list):
        yield name
        return
    for place, again in enumerate(expected):
        if place >= len(value) or not isinstance(value[place], dict):
            yield f"{name}.{place}"
            return
        each = value[place]
        for key in (*again, *(key for key in each if key not in again)):
            older = key == "seen_ms" and key not in each
            if key not in beyond and not older and (key not in again or each.get(key) != again[key]):
                yield f"{name}.{place}.{key}"
    if len(value) > len(expected):
        yield f"{name}.{len(expected)}"


def _cards(values: Any, proven: Sequence[Moment]) -> Iterator[str]:
    """Each given card was drawn so, in this order; its hand depends on the table before, which is
    not known.
    """
    drawn = {
        each.row.number: (each.row.at, each.event)
        for each in proven
        if isinstance(each.event, events.CardDrawn) and each.row.refused is None
    }
    before = 0
    for place, card in enumerate(values if isinstance(values, list) else ()):
        here = card.get("entry") if isinstance(card, dict) else None
        if not isinstance(here, int) or here not in drawn or here <= before:
            yield f"dealt.{place}.entry"
            return
        before, (at, event) = here, drawn[here]
        made = (here, _plain(at), event.card.value, event.device, event.by)
        for key, value in zip(_OF_A_CARD, made, strict=True):
            if not (key == "face" and card.get(key) == UNREAD):
                yield from _other(f"dealt.{place}.{key}", card.get(key), value)
    if not isinstance(values, list):
        yield "dealt"


def _other(place: str, value: Any, expected: Any) -> Iterator[str]:
    if value != expected or type(value) is not type(expected):
        yield place


def _mapping(parsed: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = parsed.get(name)
    return found if isinstance(found, dict) else {}


def _prompts(proven: Sequence[Moment]) -> Iterator[PromptRecord]:
    """The prompts, each as held by the entry after which it was due."""
    last: Prompt | None = None
    for moment in proven:
        row = moment.row
        assert isinstance(row, _Entry), "made here"
        if row.due is not None and row.due != last:
            last = row.due
            yield prompt_record(row, last)


def _plain(value: Any) -> Any:
    """A value in the form that the file's JSON has."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))


class _Entry(JournalEntry, frozen=True, gc=False):
    """An entry with the prompt that was due after it."""

    due: Prompt | None = None


_AS_KEPT: Final = (
    "number",
    "kind",
    "refused",
    "monotonic",
    "person",
    "shift",
    "shoe",
    "round",
    "line",
    "raw",
)


def _moment(proven: EntryProof) -> Moment:
    """A proven entry as a moment; nothing is known of the table before and after it."""
    row = _row(proven.columns)
    return Moment(row, events.DECODER.decode(row.event), _UNKNOWN, _UNKNOWN, row.number, 0.0, 0.0, 0.0, False)


def _row(columns: Mapping[str, Any] | None) -> _Entry:
    """An entry in the form of a journal's reader. Raises ValueError, TypeError if the columns are no
    entry's.
    """
    if columns is None:
        raise ValueError("no entry")
    due = None if columns["prompt"] is None else msgspec.json.decode(columns["prompt"], type=Prompt)
    kept = {name: columns[name] for name in _AS_KEPT}
    return _Entry(**kept, event=columns["event"].encode(), at=time_of(columns["at"]), due=due)


_UNKNOWN: Final = Table()
