"""``dealer-console rehearsal list``, ``check FILE``, ``play FILE --headless``: rehearsals without a window.

`check` plays a file, with nobody there, under every rulebook that has its incident; if the decision table has
no answer, the message gives the way out. Headless, a person's lines come by standard input, as for `drive`;
the clock moves only while it is the console's turn, so that a script plays the same every time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec

from console.base.command_line import PROGRAM, Arg, BadArgument, Lang, path_text, print_refusal, words_of
from console.base.plain_text import visible
from console.base.system import clear, read_json
from console.base.words import Words
from console.rehearsals.at_play.rehearsed_table import FOLDERS
from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.colleague import ColleagueWords
from console.rehearsals.result import MishapOccurred, RehearsalResult, ScoreLine, Way
from console.rehearsals.right_answer import FactMissing
from console.rehearsals.script import (
    LATEST,
    Mishap,
    NoRehearsal,
    Rehearsal,
    built_in_rehearsals,
    load_rehearsal,
    rehearsal_folder,
)
from console.rehearsals.slips import occasions_in
from console.supervisor.commands import fault_text
from console.table.core import Role, SetClock, ShownTable
from console.table.game import FaultKind, RulebookFault, load_rulebook, rulebook_ids
from console.table.words import encode

WRONG: Final = 1
"""The exit status if a file must be corrected, or a rehearsal was not passed."""
PARTS: Final = {"pit_boss": (Role.PIT_BOSS,), "dealer": (Role.DEALER,), "both": (Role.DEALER, Role.PIT_BOSS)}
"""The parts that a person plays, by the option's words."""
WHO: Final = {Role.DEALER: "D1", Role.PIT_BOSS: "P1"}
STANDS: Final = 40
"""Turns without anything new after which it is the person's move."""
_ROUNDS: Final = LATEST + 40
"""Rounds that `check` plays: most moments come in every second round, and none later than this."""
_COMMAND: Final = f"{PROGRAM} rehearsal"


class OutcomeLine(msgspec.Struct, frozen=True, tag_field="do", tag="outcome"):
    """A line that only a rehearsal has: the outcome that the person expects."""

    outcome: str


class Announce(msgspec.Struct, frozen=True, tag_field="do", tag="announce"):
    """A line that only a rehearsal has: the dealer has made the due announcement."""


def list_files(*, lang: Lang) -> int:
    return _print_list(Words(lang))


def check(file: Annotated[str, Arg("option.rehearsal_named", "FILE", path_text)], *, lang: Lang) -> int:
    """Print what must be corrected in a file: 0 nothing, 1 something. Raises BadArgument without a file."""
    words, name = Words(lang), visible(Path(file).name)
    try:
        return _print_check(words, load_rehearsal(file_of(file)), name)
    except NoRehearsal as error:
        return _print_faults(words, name, error.faults)


def play_headless(file: str, rules: str, way: Way, part: str, lang: str) -> int:
    """Play a file by standard input and output. Returns 0 if passed, 1 if not or something must be corrected,
    2 if nothing could be done. Raises BadArgument without a file.
    """
    words = Words(lang)
    try:
        rehearsal = load_rehearsal(file_of(file))
    except NoRehearsal as error:
        return _print_faults(words, visible(Path(file).name), error.faults)
    rules = rules or next(iter(rehearsal.rulebooks()), "")
    if rules not in rehearsal.rulebooks():
        there = words.list_of(rehearsal.rulebooks())
        message = words.text(
            "rehearsal.no_rules", name=rehearsal.name, rules=rules or "–", there=there or "–"
        )
        return print_refusal(_COMMAND, message)
    people = {role: WHO[role] for role in PARTS[part]}
    clear(FOLDERS)
    result = headless(rehearsal, rules, people, way, words, sys.stdin.buffer, sys.stdout.buffer)
    print(*score_lines(words, result), sep="\n", file=sys.stderr)
    return 0 if result.passed else WRONG


def file_of(name: str) -> Path:
    """An existing file of this name, else a shipped rehearsal. Raises BadArgument."""
    own = rehearsal_folder() / f"{name.removesuffix('.toml')}.toml"
    if Path(name).exists():
        return Path(name)
    if not own.is_file():
        raise BadArgument(words_of().text("journal.not_there", file=name))
    return own


# --- list and check -----------------------------------------------------------------------------------


def _print_list(words: Words) -> int:
    every = rulebook_ids()
    for rehearsal in built_in_rehearsals():
        script, rules = rehearsal.script, rehearsal.rulebooks()
        what = words.text(f"rehearsal.slip.{script.wrong[0].slip}").replace("\u00ad", "")
        where = "" if rules == every else f" ({', '.join(rules)})"
        print(f"{rehearsal.name:42} {words.count('rehearsal.minutes', script.minutes):>12}  {what}{where}")
    return 0


def _print_faults(words: Words, name: str, faults: Sequence[RulebookFault]) -> int:
    for fault in faults:
        print(fault_text(words, fault))
    print(words.text("rulebook.check.bad", file=name))
    return WRONG


def _print_check(words: Words, rehearsal: Rehearsal, name: str) -> int:
    faults = tuple(faults_in_play(rehearsal, name))
    if faults:
        return _print_faults(words, name, faults)
    print(words.text("rehearsal.check.good", file=name, rules=words.list_of(rehearsal.rulebooks())))
    return 0


def faults_in_play(rehearsal: Rehearsal, name: str) -> Iterator[RulebookFault]:
    """Why a well-formed file can't be played, rulebook by rulebook; each reason once."""
    found: dict[RulebookFault, None] = {}
    for rules in rehearsal.rulebooks():
        for fault in _faults_under(rehearsal, rules, name):
            found.setdefault(fault)
    if not rehearsal.rulebooks():
        found[
            RulebookFault(name, "wrong", FaultKind.VALUE, rehearsal.script.game, ", ".join(rulebook_ids()))
        ] = None
    yield from found


def _faults_under(rehearsal: Rehearsal, rules: str, name: str) -> Iterator[RulebookFault]:
    with ExitStack() as stack:
        run = RehearsalRun(rehearsal, load_rulebook(rules), clock := SetClock(), stack)
        _to_its_end(run, clock)
        for missing in run.mishaps.assumed:
            answers = " | ".join(msgspec.json.encode(each).decode() for each in missing.answers or (1,))
            places = (number for number, each in enumerate(rehearsal.script.wrong) if _is_of(each, missing))
            place = f"wrong[{next(places, 0)}].facts.{missing.fact}"
            yield RulebookFault(name, place, FaultKind.MISSING, "", f"{missing.fact} = {answers}")
        slipped = [each for each in run.jury.course if isinstance(each, MishapOccurred)]
        for number, mishap in enumerate(rehearsal.script.wrong):
            known = next((each for each in slipped if each.number == number), None)
            never = known is None or (mishap.row.kind is not None and not known.right.outcomes)
            if never:
                game = rehearsal.script.game
                occasion = mishap.occasion_in(game)
                others = " | ".join(each for each in occasions_in(game, mishap.row) if each is not occasion)
                given = f'"{occasion}"'
                yield RulebookFault(name, f"wrong[{number}].when", FaultKind.VALUE, given, others or "–")


def _is_of(mishap: Mishap, missing: FactMissing) -> bool:
    kinds = {each.kind for each in mishap.row.incidents}
    return missing.kind in kinds and missing.fact not in mishap.facts


def _to_its_end(run: RehearsalRun, clock: SetClock) -> None:
    """Play to the end without a person: the console does everything right. A slip whose moment has not come
    in :data:`_ROUNDS` never happens.
    """
    while not run.ended and run.table.table.round_number <= _ROUNDS:
        clock.advance(max(run.turn(), 0.1))


# --- by standard input and output ---------------------------------------------------------------------


def headless(
    rehearsal: Rehearsal,
    rules: str,
    people: dict[Role, str],
    way: Way,
    words: Words,
    into: BinaryIO,
    out: BinaryIO,
) -> RehearsalResult:
    """Play with the lines that come in. Each answer is what was reported, then the view; last the result."""
    rulebook, market = load_rulebook(rules), Words(load_rulebook(rules).market)
    views: list[ShownTable] = []
    with ExitStack() as stack:
        clock = SetClock()
        run = RehearsalRun(rehearsal, rulebook, clock, stack, views.append, people=people, way=way)
        run.show()
        sent = 0
        while True:
            _until_a_person(run, clock)
            for each in run.reports[sent:]:
                out.write(_report_line(words, each))
            sent = len(run.reports)
            if run.result is not None:
                out.write(msgspec.json.encode({"result": run.result}) + b"\n")
                out.flush()
                return run.result
            out.write(_view_line(run, views[-1], words, market))
            out.flush()
            line = into.readline()
            if not line:
                run.leave()
                continue
            _take(run, line.strip())


def _take(run: RehearsalRun, line: bytes) -> None:
    try:
        own = read_json(line, type=OutcomeLine | Announce)
    except msgspec.DecodeError:
        run.submit(line)
        return
    if isinstance(own, Announce):
        run.announce()
    else:
        run.believe(own.outcome)


def _until_a_person(run: RehearsalRun, clock: SetClock) -> None:
    """Let the console act until it is a person's turn."""
    still, entry = 0, -1
    while not run.ended and still < STANDS:
        wait = run.turn()
        now = run.table.session.view().entry
        still, entry = (still + 1, entry) if now == entry else (0, now)
        if run.ended or run.awaits_person:
            return
        clock.advance(max(wait, 0.1))


def _report_line(words: Words, report: ColleagueWords) -> bytes:
    fields = {"told": report.slip, "facts": report.facts, "text": " ".join(report_text(words, report))}
    return msgspec.json.encode(fields) + b"\n"


def report_text(words: Words, report: ColleagueWords) -> tuple[str, ...]:
    return tuple(
        words.text(each.key, **each.slots) if each.count is None else words.count(each.key, each.count)
        for each in report.sentences
    )


def _view_line(run: RehearsalRun, shown_table: ShownTable, words: Words, market: Words) -> bytes:
    view = msgspec.Raw(encode(shown_table.view, words, market))
    asks = {"asks": run.asks_outcome, "due": run.due, "seconds": round(run.table.now, 1)}
    return msgspec.json.encode({"view": view, **asks}) + b"\n"


def score_lines(words: Words, result: RehearsalResult) -> Iterator[str]:
    for line in result.lines:
        yield _score_line(words, line)
    yield f"{result.score} / 100"


def _score_line(words: Words, line: ScoreLine) -> str:
    name = words.text(f"rehearsal.judged.{line.judged}")
    points = f"{line.points} / {line.of}" if line.of else "–"
    measured = "" if line.measured is None else f"{line.measured:.1f}"
    expected = "" if line.good else f"{', '.join(line.given) or '–'} → {', '.join(line.expected) or '–'}"
    return f"{name:28} {points:>8}  {measured:>6}  {expected}".rstrip()
