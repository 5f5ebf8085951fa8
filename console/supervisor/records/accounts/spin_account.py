"""The wheel's part of a record as values, made from moments of the journal. The parts that all games have are
in :mod:`console.supervisor.records.accounts.incident_account`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.supervisor.records.accounts.record import (
    ReadBytes,
    ReaderLine,
    SpinReport,
    SpinState,
    WorksheetRecord,
)
from console.table.core import Halt, Incident, NoteKind, RoundStatus, Table, events, settled_round
from console.table.devices import WheelDecoder, catalogue
from console.table.game.roulette import Spin
from console.table.incidents import Kind


def spin_state(table: Table, halt: Halt | None, round_id: str | None) -> SpinState:
    """The spin of the table's round (None), or of this one, even the one before. A void one has no number."""
    last, spin = table.wheel.last_numbered, table.play
    if last is not None and last.round == round_id and not is_of(table, round_id):
        spin = last.play
    spin = spin if isinstance(spin, Spin) else Spin()
    second = halt.number if halt is not None else None
    turns, direction = (spin.run.turns, spin.run.direction) if spin.run is not None else (None, None)
    void = (
        table.round is not None
        and round_id in (None, table.round.id)
        and table.round.status is RoundStatus.VOID
    )
    number = None if void else spin.number
    said = spin.said if spin.number is None else None  # A second entry has confirmed it (ROU-3.1.2).
    wrong = tuple(each for each in spin.mistakes if each != spin.number)
    first = next((each for each in (spin.mistaken, *spin.earlier) if each in wrong), None)
    return SpinState(number, spin.recorded, said, first, second, turns, direction, wrong)


def is_of(table: Table, round_id: str | None) -> bool:
    return table.round is not None and table.round.id == round_id


def spin_reports(near: Iterable[Moment], moments: Iterable[Moment]) -> Iterator[SpinReport]:
    """The ball's runs and the dealer's numbers ``near`` an intervention, in order; an outcome anywhere among
    ``moments`` can undo one.
    """
    undone = _undone_runs(moments)
    for moment in near:
        row, event = moment.row, moment.event
        counts: Literal[False] | UnsetType = False if moment.was_without_effect else UNSET
        match event:
            case events.BallRan():
                halt = moment.after.halt if moment.before.halt is None else None
                cause = halt.cause if halt is not None and row.refused is None else undone.get(row.number)
                run = (event.turns, event.direction)
                told = SpinReport(row.number, row.at, event.person, *run, cause=cause, refused=row.refused)
                yield replace(told, counts=counts)
            case events.NumberSaid():
                told = SpinReport(row.number, row.at, event.person, number=event.number, refused=row.refused)
                yield replace(told, counts=counts)


def _undone_runs(moments: Iterable[Moment]) -> dict[int, str]:
    """The runs' entries that an outcome undid, with the cause, unless its decision was taken back (LT-ROU-27,
    LT-ROU-29, LT-ROU-32).
    """
    undone, run = dict[int, str](), None
    for moment in moments:
        before, after = moment.before, moment.after
        if isinstance(moment.event, events.BallRan) and moment.is_accepted:
            run = moment.row.number
        if run is None or before.round is None or not is_of(after, before.round.id):
            continue
        stood, stands = _has_valid_run(before), _has_valid_run(after)
        if stands and not stood:
            undone.pop(run, None)
        elif stood and not stands and (cause := _cause_of(after.shown_incident)) is not None:
            undone[run] = cause
    return undone


def _has_valid_run(table: Table) -> bool:
    """Whether the round is not void and has a run of the ball."""
    void = table.round is None or table.round.status is RoundStatus.VOID
    return not void and isinstance(table.play, Spin) and table.play.run is not None


def _cause_of(incident: Incident | None) -> str | None:
    """The answer to the question why a spin is invalid, if the incident asks it."""
    if incident is None:
        return None
    match incident.report.kind:
        case Kind.NO_SPIN:
            cause = incident.facts.get("cause")
            return None if cause is None else str(cause)
        case Kind.BALL_OUT:
            return "ball_out"
        case Kind.FOREIGN_OBJECT:
            return "foreign_object"
        case _:
            return None


def worksheets_of_round(moments: Iterable[Moment], round_id: str) -> tuple[WorksheetRecord, ...]:
    """One round's worksheets; a wrong number's bets are settled in the next bet time (LT-ROU-33)."""
    return _with_drafts(each for each in _reckoned(moments) if each.sheet.round == round_id)


def worksheets(round_moments: Iterable[Moment]) -> tuple[WorksheetRecord, ...]:
    """Every worksheet, in order. Of worksheets that grew bet by bet all but the last are drafts; so is one
    whose bets were all entered again after a restart.
    """
    return _with_drafts(_reckoned(round_moments))


def is_restart(moment: Moment) -> bool:
    """Whether the console restarted: the bets entered at its window are gone."""
    return isinstance(moment.event, events.Noted) and moment.event.what == NoteKind.RESTARTED


class _Reckoned(NamedTuple):
    """A worksheet, and how often the console had restarted by then."""

    sheet: WorksheetRecord
    restarts: int


def _with_drafts(sheets: Iterable[_Reckoned]) -> tuple[WorksheetRecord, ...]:
    made = tuple(sheets)
    drafts = tuple(
        replace(
            each.sheet,
            draft=_goes_on(each.sheet, later.sheet) or any(_is_entered_again(each, one) for one in made[at:]),
        )
        for at, (each, later) in enumerate(pairwise(made), 1)
    )
    return (*drafts, *(each.sheet for each in made[-1:]))


def _reckoned(round_moments: Iterable[Moment]) -> Iterator[_Reckoned]:
    restarts = 0
    for moment in round_moments:
        row, event = moment.row, moment.event
        restarts += is_restart(moment)
        if not isinstance(event, events.WorksheetMade) or event.worksheet is None or row.refused is not None:
            continue
        round_, play, void = settled_round(moment.before)
        number, wrong, by = (
            (play.number, play.wrong, play.paid) if isinstance(play, Spin) else (None, None, ())
        )
        limits = moment.before.limits
        made = WorksheetRecord(
            row.number,
            row.at,
            event.person,
            round_,
            void,
            number,
            wrong,
            bool(by),
            event.worksheet,
            paid_by=by,
            currency=limits.currency if limits is not None else None,
        )
        yield _Reckoned(made, restarts)


def _goes_on(draft: WorksheetRecord, later: WorksheetRecord) -> bool:
    """Whether the later worksheet is the draft with one bet more or less, perhaps by the next pit boss."""
    if (draft.round, draft.number) != (later.round, later.number):
        return False
    before, after = (Counter(map(repr, each.worksheet.bets)) for each in (draft, later))
    return sum((before - after).values()) + sum((after - before).values()) <= 1


def _is_entered_again(draft: _Reckoned, later: _Reckoned) -> bool:
    """Whether a worksheet has all bets of a draft from before a restart, which are credited once. Without a
    restart between, equal bets are another player's.
    """
    one, other = draft.sheet, later.sheet
    if draft.restarts == later.restarts or (one.round, one.number) != (other.round, other.number):
        return False
    before, after = (Counter(map(repr, each.worksheet.bets)) for each in (one, other))
    return bool(before) and before <= after


def reader_lines(table: Table, received: bytes) -> tuple[ReaderLine, ...]:
    """The status lines that end in these bytes, which follow the earlier bytes."""
    decoder = table.decoders.get("wheel") or catalogue.decoder_for("wheel")
    assert isinstance(decoder, WheelDecoder), "what reads a wheel's lines"
    return tuple(
        ReaderLine(line.decode("ascii", "replace"), decoder.status_of(line))
        for line in decoder.lines(received)
    )


def in_one(lines: Sequence[ReaderLine]) -> Iterator[tuple[ReaderLine, int]]:
    for _, repeated in groupby(lines, _says):
        first, *others = repeated
        yield first, 1 + len(others)


def join_repeats(readings: Iterable[ReadBytes]) -> Iterator[ReadBytes]:
    """The readings, a wheel's repeats (two a second) joined to the first. The record keeps all bytes."""
    before: ReadBytes | None = None
    for reading in readings:
        if before is not None and _goes_on_saying(before, reading):
            before = replace(before, lines=before.lines + reading.lines)
            continue
        if before is not None:
            yield before
        before = reading
    if before is not None:
        yield before


def _goes_on_saying(before: ReadBytes, reading: ReadBytes) -> bool:
    alike = {_says(line) for line in (*before.lines[-1:], *reading.lines)}
    return bool(before.lines and reading.lines) and not reading.said and len(alike) == 1


def _says(line: ReaderLine) -> object:
    """The parts of a line that are compared: not the rotor's speed, nor another game's number."""
    status = line.status
    if status is None:
        return line.line
    number = status.number if status.state == 5 else None
    return status.state, status.game, number, status.bits, status.direction
