"""The wheel's part of a record in words: the number, the ball's spins, the reader's lines, worksheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.records.accounts.record import (
    Meaning,
    ReadBytes,
    ReaderLine,
    SpinReport,
    SpinState,
    WorksheetRecord,
)
from console.supervisor.records.accounts.spin_account import in_one
from console.supervisor.records.documents.paper import LabelledText, WorksheetPart
from console.table.core import EventKind
from console.table.devices import wheel_status
from console.table.game import Wager, WorksheetRow, load_rulebook
from console.table.game.roulette import BETS, RouletteRules, pocket, whole_stake
from console.table.words import answer_text, bet_name, currency, mistaken_head, money, named_money


def number_text(words: Words, number: int) -> str:
    """``17, black``."""
    return words.text("wheel.number", number=number, colour=words.text(f"say.colour.{pocket(number).colour}"))


def numbers_text(words: Words, numbers: Iterable[int]) -> str:
    """``19, red · 20, black``."""
    return words.side_by_side(number_text(words, each) for each in numbers)


def stood_lines(words: Words, spin_state: SpinState, rules: str) -> Iterator[LabelledText]:
    """The number, the other numbers given for it, and the ball's spin. The press for a valid spin names the
    turns that the rulebook ``rules`` requires.
    """
    text = words.text
    numbers = (
        (text("round.file.result"), spin_state.number),
        (text("record.number.recorded"), spin_state.recorded),
        (text("record.number.said"), spin_state.said),
        (text("record.number.second"), spin_state.second),
    )
    for at, (label, number) in enumerate(numbers):
        if number is not None or at < 2:
            yield LabelledText(label, "–" if number is None else number_text(words, number))
    if spin_state.wrong:
        yield LabelledText(text("record.number.mistaken"), numbers_text(words, spin_state.wrong))
    turns = spin_state.turns
    run = "–" if turns is None else text(f"wheel.turns.{spin_state.direction}", turns=turns)
    if turns == load_rulebook(rules).of(RouletteRules).turns.least:
        direction = text(f"log.direction.{spin_state.direction}")
        run = words.side_by_side((text("wheel.turns.asked", turns=turns), direction))
    yield LabelledText(text("wheel.turns"), run)


# --- reports on the spin -------------------------------------------------------------------------


def report_text(words: Words, report: SpinReport) -> str:
    """``Ball’s turns: 4, against the wheel``, or the dealer's number."""
    if report.number is not None:
        text = words.text("log.number_said", number=number_text(words, report.number))
    else:
        direction = words.text(f"log.direction.{report.direction}")
        text = words.text("log.ball_ran", turns=report.turns, direction=direction)
    return accepted_or_not(words, report, text)


def judged_text(words: Words, report: SpinReport) -> str:
    """The decision on a spin: valid, or why not; empty for a number, or without a decision."""
    if report.number is not None or report.refused is not None or report.counts is False:
        return ""
    if report.cause is None:
        return words.text("record.run.valid")
    no_spin = words.text("incident.no_spin")
    return words.text("access.list").join((no_spin, answer_text(words, "cause", report.cause)))


# --- the reader's lines --------------------------------------------------------------------------


def reading_text(words: Words, reading: ReadBytes) -> str:
    """The reader's lines in words, with refused readings; or only the names of the readings."""
    parts = [_counted(line_text(words, line), count) for line, count in in_one(reading.lines)]
    parts += [
        meaning_text(words, meaning)
        for meaning in reading.said
        if not _stands_in_lines(meaning) or not reading.lines
    ]
    # A text that is contained in another one says nothing more.
    parts = [part for part in parts if not any(part in other for other in parts if other != part)]
    return words.text("access.list").join(dict.fromkeys(parts))


def _stands_in_lines(meaning: Meaning) -> bool:
    """Whether the wheel's own lines contain it all."""
    return not meaning.refused and meaning.counts is not False and meaning.event != EventKind.WHEEL_FAULTED


def accepted_or_not(words: Words, meaning: Meaning | SpinReport, said: str) -> str:
    """The words for a reading or report, with a remark if it was refused or changed nothing."""
    if meaning.counts is False:
        return words.text("record.said.no_effect", said=said)
    is_refused = meaning.refused and meaning.counts is not True
    return words.text("record.said.refused", said=said) if is_refused else said


def lines_text(reading: ReadBytes) -> str:
    """The reader's lines as they came, each kind once; or the bytes if they make no line."""
    came = (_counted(visible(line.line), count) for line, count in in_one(reading.lines))
    return "  ".join(came) or reading.hex or ""


def line_text(words: Words, line: ReaderLine) -> str:
    """State, number and warnings of a status line: ``Ball in a pocket 17 (Ball ran with the wheel)``."""
    status = line.status
    if status is None:
        return words.text("record.reader.garbled")
    state = words.text(f"wheel.state.{status.state}")
    if status.state == wheel_status.WINNING_NUMBER and status.number is not None and not status.warnings:
        state = f"{state} {status.number}"
    warned = words.text("access.list").join(_bits(words, status))
    return f"{state} ({warned})" if warned else state


def meaning_text(words: Words, meaning: Meaning) -> str:
    """A wheel's reading in words: its number, the ball on its track, its warnings."""
    match meaning.event:
        case "number_read" if meaning.card is not None:
            text = words.text("log.number_read", number=meaning.card)
        case "wheel_faulted" if meaning.card is not None:
            text = words.text(f"wheel_figures.fault.{meaning.card}")
        case "ball_sent":
            text = words.text("log.ball_sent")
        case _:
            text = words.text("log.device_noted", device=words.text("log.device.wheel"))
    return accepted_or_not(words, meaning, text)


def _bits(words: Words, status: wheel_status.WheelStatus) -> Iterator[str]:
    if status.bits & wheel_status.BALL_REMOVED:
        yield words.text("record.reader.ball_removed")
    for meaning in status.warnings:
        yield words.text(f"wheel_figures.fault.{meaning}")


def _counted(text: str, count: int) -> str:
    return text if count == 1 else f"{text} ×{count}"


# --- the worksheet -------------------------------------------------------------------------------


def worksheet_part(
    words: Words, worksheet: WorksheetRecord, rules: str, time: str, who: str
) -> WorksheetPart:
    """A worksheet as a table: every bet with its return, then the total."""
    text, sheet = words.text, worksheet.worksheet
    by = (
        text("sheet.back")
        if worksheet.number is None or worksheet.void
        else text("sheet.by", number=worksheet.number)
    )
    head = mistaken_head(words, worksheet.recorded, worksheet.paid_by)
    recorded = () if head is None else (head,)
    heads = (text("sheet.stake"), by, *recorded, text("sheet.credit"), text("sheet.kept"))
    unit = currency(rules) if worksheet.currency is None else worksheet.currency
    rows = [_row(words, row, worksheet, recorded, unit) for row in sheet.bets]
    sums = _sums(worksheet, recorded)
    total = ("–" if amount is None else named_money(amount, words, unit) for amount in sums)
    heading = text("record.head.worksheet", time=time, who=who)
    whole = (*rows, (text("sheet.total"), *total))
    return WorksheetPart("", heading, ("", *heads), whole, _note(words, worksheet))


def _note(words: Words, worksheet: WorksheetRecord) -> str:
    """The rules that the bets break together, and that nothing was paid by a wrong number."""
    notes, restricted = [], worksheet.worksheet.restriction
    if restricted is not None:
        notes.append(words.text("sheet.restriction", clause=restricted))
    if worksheet.recorded is not None and not worksheet.paid:
        notes.append(words.text("sheet.unpaid", number=worksheet.recorded))
    return " ".join(notes)


def _row(
    words: Words, row: WorksheetRow, worksheet: WorksheetRecord, recorded: Sequence[str], unit: str
) -> tuple[str, ...]:
    name = bet_name(words, row)
    name = name if row.limit is None else f"{name} ({words.text(f'sheet.limit.{row.limit}')})"
    wrong = (row.by_mistake,) if recorded else ()
    ends = _ends(row.back, row.manual_credit(paid=worksheet.paid), row.unreturned(paid=worksheet.paid))
    chips = _laid(row) // row.stake
    each = money(row.stake, words, unit)
    stake = each if chips == 1 else f"{chips} × {each}"
    amounts = (row.back, *wrong, *ends)
    return name, stake, *("–" if amount is None else money(amount, words, unit) for amount in amounts)


def _laid(wager: Wager) -> int:
    """The amount on the layout: a bet round the wheel states one chip's stake (LT-ROU-07)."""
    return whole_stake(wager) if wager.on in BETS else wager.stake


def _sums(worksheet: WorksheetRecord, recorded: Sequence[str]) -> tuple[int | None, ...]:
    sheet = worksheet.worksheet
    wrong = (sum(row.by_mistake or 0 for row in sheet.bets),) if recorded else ()
    ends = _ends(sheet.back, sheet.manual_credit(paid=worksheet.paid), sheet.unreturned(paid=worksheet.paid))
    return sum(map(_laid, sheet.bets)), sheet.back, *wrong, *ends


def _ends(back: int | None, credited: int, kept: int) -> tuple[int | None, int | None]:
    """The amounts credited and not taken back; both None while nothing is decided."""
    return (None, None) if back is None else (credited, kept)
