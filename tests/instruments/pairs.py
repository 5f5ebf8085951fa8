"""``python3 -m tests pairs``: every two rows of the decision table at one table, and all papers of that.

A pair is two rows of one game that one rulebook has, in this order: the first is reported, the second one
while the first is open, so that it is queued, if any moment of play allows it, else as soon as it can stand
afterwards. In between the console starts again, a dealer or a pit boss is relieved, the journal goes on in
another file, the shift ends, or somebody sets the clock. Both are answered as their rows say, to their ends.

Compared are the views with the second reader's, the papers, the log, the search and the replays with the
second account (not if the clock was set, which that one does not follow), the documents with one another,
and the export with the reports.

They come mixed, so that each row and each thing in between is met early. ``--sample K`` takes K of them, and
``--from N`` leaves the first N out: so a run goes on where another one ended. ``--pair N`` plays one again by
the number that is printed; ``--game G`` takes the pairs of one game. Each pair has one thing in between, by
turns; ``--between B`` names it. ``--views`` leaves the papers out, which takes a tenth of the time.
``--progress FILE`` keeps a line for each hundred pairs.

``--alone`` compares every two reports of one moment with each alone there (``tests.instruments.together``);
``--keep`` keeps the differences for the handbook's table.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from console.table.journal import archives
from tests.instruments import together
from tests.instruments.account.comparing import missing_phrases, of_papers
from tests.instruments.account.felt_reader import application
from tests.instruments.account.reviewed import of_review
from tests.instruments.account.running import own_folder
from tests.instruments.account.sessions import BEGINS, Played, SessionLines, Sitting, difference
from tests.instruments.agree.comparing import of_documents
from tests.instruments.agree.documents import Documents
from tests.instruments.agree.exported import of_exports
from tests.instruments.agree.permitted import reason_for
from tests.instruments.differ.cases import Case, Facts, cases, seek, spoken
from tests.instruments.differ.lines import Line
from tests.instruments.differ.reference.table_values import GAMES, IN_PLAY, Refused, Report

BETWEEN: Final = ("restart", "relief", "file", "shift", "clock")
"""The things that come between the report of the first and the end of the second."""
TOGETHER: Final = 70
"""The lines for which a moment is waited for at which both can stand."""
MOST: Final = 200
"""The lines of a session."""
AFTER: Final = (2, 10)
"""The lines that are played once both are over."""
PHASES: Final = {"S": "shuffle", "I": "inspection", "T": "bet time", **dict.fromkeys("RCN", "round")}
"""The moments that exclude one another; a row of another moment stands in more than one of them."""


class Pair(NamedTuple):
    """Two rows, the rulebook, and what happens in between; the number is its place among all."""

    number: int
    first: Case
    second: Case
    rules: str
    between: str

    @property
    def apart(self) -> bool:
        """Whether no moment has both."""
        return not phases(self.first) & phases(self.second)

    def __str__(self) -> str:
        rows = " then ".join(row_name(row) for row in (self.first, self.second))
        return f"pair {self.number}, {self.first.game} {self.rules}, {self.between}: {rows}"


def row_name(row: Case) -> str:
    """A row by its kind, its moments and its facts."""
    facts = ", ".join(f"{name}={want}" for name, want in row.facts)
    return f"{row.kind} ({' '.join(row.when)}; {facts})"


def phases(row: Case) -> set[str]:
    """The phases in which a row can stand."""
    found = {PHASES.get(each) for each in row.when}
    return {each for each in PHASES.values() if None in found or each in found}


def is_of_shuffle(row: Case) -> bool:
    """Whether a row stands in a preparation alone."""
    return phases(row) <= {"shuffle", "inspection"}


def pairs(between: str | None = None) -> list[Pair]:
    """Every pair that a table can have; rulebooks and what is in between come by turns."""
    found: list[Pair] = []
    for game in GAMES:
        rows = [row for row in cases() if row.game == game]
        for first in rows:
            for second in rows:
                both = [rules for rules in first.rules if rules in second.rules]
                if both:
                    number = len(found)
                    turn = Random(number).randrange(len(BETWEEN))
                    its = between or BETWEEN[turn]
                    found.append(Pair(number, first, second, both[number % len(both)], its))
    return found


def mixed(found: Sequence[Pair]) -> list[Pair]:
    """The same in another order: neighbours have the first row in common, and these do not."""
    return sorted(found, key=lambda pair: pair.number * 7919 % 8513)


class PairLines(SessionLines):
    """Lines that answer each report of a pair as its row says."""

    def __init__(self, chance: Random, table: Any, **settings: Any) -> None:
        super().__init__(chance, table, **settings)
        self.rows: dict[str, Case] = {}
        """The row of each report, by its id."""

    def row(self) -> Case | None:
        """The row of the report that is open."""
        report = self.table.report
        return None if report is None else self.rows.get(report.id)

    def answer(self, prompt: Line) -> Line:
        """The row's own value, if that can be answered."""
        line, row, name = super().answer(prompt), self.row(), prompt["fact"]
        if row is not None:
            wanted = {**dict(row.facts), "kind": row.kind}
            value = self.told(name, wanted[name]) if name in wanted else None
            if value is not None and (prompt["answers"] is None or value in prompt["answers"]):
                line["facts"] = {name: value}
        return line

    def authorise(self, view: Line) -> Line:
        """The row's choice; a reason wherever one is asked for."""
        line, row = super().authorise(view), self.row()
        choices = view["incident"]["choices"] if view["incident"] else []
        if row is not None and (chosen := dict(row.facts).get("choice")) in choices:
            line["choice"] = chosen
        if choices or (row is not None and ("reason", "other") in row.facts):
            line["reason"] = "seen on video"
        return line

    def told(self, name: str, wanted: str) -> object:
        """A value that a row wants."""
        value, table = spoken(wanted), self.table
        if value is not None:
            return value
        low, _, high = wanted.removesuffix("+").partition("-")
        if name == "seat" and table.round and table.round.seats:
            return self.chance.choice(table.round.seats)
        most = int(high or low) + (2 if wanted.endswith("+") else 0)
        return self.chance.randint(int(low), most)

    def report(self, row: Case) -> Line | None:
        """The report of a row, with all its facts or the fewest; None if it can't stand now."""
        table, chance = self.table, self.chance
        facts = {name: self.told(name, want) for name, want in row.facts if name != "choice"}
        if row.kind == "no_chance_to_act" and not self._seat(row, facts):
            return None
        by = self.by(chance.choice(("dealer", "dealer", "dealer", "pit_boss")))
        if by not in table.people or not self._stands(row, facts, by):
            return None
        fewest = {
            name: value for name, value in facts.items() if table.known(row.kind, facts).get(name) != value
        }
        if chance.random() < 0.5:  # what the table knows is left out, and some is asked for
            kept = {name: value for name, value in fewest.items() if chance.random() < 0.5}
            facts = kept if self._stands(row, kept, by, whole=False) else facts
        line: Line = {"do": "incident", "kind": row.kind, "by": by}
        return {**line, "facts": facts} if facts else line

    def _seat(self, row: Case, facts: Facts) -> bool:
        """Choose a hand whose turn has ended and whose total is the row's."""
        then = self.table.moment()
        low, _, high = dict(row.facts)["total"].removesuffix("+").partition("-")
        for seat in (self.table.round.seats or []) if self.table.round else []:
            for hand in self.table.hands_of(seat):
                known = self.table.known(row.kind, {"seat": seat, "hand": hand})["total"]
                if int(low) <= known <= int(high or 99) and self.table.had_turn(then, seat, hand):
                    facts.update(seat=seat, hand=hand, total=known)
                    return True
        return False

    def _stands(self, row: Case, facts: Facts, by: str, *, whole: bool = True) -> bool:
        """Whether a report with these facts is taken, and leads to the row, at once or by answers."""
        table = self.table
        report = Report(0, row.kind, facts, by, table.people[by], None)
        with suppress(Refused):
            table.kind_checked(row.kind, facts)
            table.facts_checked(row.kind, facts)
            table.made(report)
            table.can_stand(report)
            found = seek(table.rows(row.kind, table.then_of(report)), table.filled(report))
            return row in found.rows and (found.asked is None or not whole)
        return False


class PairSitting(Sitting):
    """One table at which a pair is played."""

    def __init__(self, pair: Pair, folder: Path) -> None:
        super().__init__(pair.number, folder, (pair.first.game,), (pair.rules,))
        self.pair = pair
        self.lines: PairLines = PairLines(self.chance, self.account.table, trouble=0.0)
        self.lines.devices = self.chance.random() < 0.15
        self.followed = pair.between != "clock"
        """Whether the account keeps its book beside the table."""
        self.queued = False
        """Whether the second was reported while the first was open."""
        self.played = Played(pair.number, self.game, self.rules, self.account, [], found=self.found)

    @property
    def both(self) -> bool:
        """Whether both were reported."""
        return len(self.lines.rows) == 2

    @property
    def course(self) -> str:
        """How far the pair came."""
        if not self.both:
            return "not both reported"
        return "queued" if self.queued else "one after the other"

    def play_pair(self) -> Played:
        """Play until both have been over for a while."""
        played, table, chance = self.played, self.account.table, self.chance
        view, left = table.view(), chance.randint(*AFTER)
        patience, until = chance.randrange(12), chance.choice((0, 1, 1, 1, 2, 3, 4, 6))
        due = True
        with self.stack:
            while len(played.lines) < MOST and left and not played.found:
                self._wait(view)
                if self.lines.rows and due:
                    due, until = (until > 0 or not self._come_between()), until - 1
                    view = table.view()
                report = self._report(len(played.lines) - patience)
                text = self._named(report or self._next_of_pair(view))
                view = self._send(text)
                if report is not None and view["accepted"]:
                    row = self.pair.second if self.lines.rows else self.pair.first
                    self.lines.rows[f"T1-i{table.incidents}"] = row
                left -= self.both and not due and not table.report
        self.account.end_shift()
        played.files = archives.volumes(self.path)
        return played

    def _wait(self, view: Line) -> None:
        if self.followed:
            self._pass_time(view)
        else:
            self.clock.advance(self.chance.choice((0.25, 1, 2, 3, 5, 8, 20)))
            self.screen.note_silence()

    def _send(self, text: str) -> Line:
        played = self.played
        played.lines.append(text)
        at = self.clock.utc()
        if self.followed:
            view: Line = self.account.take(text, at, self._shift(at))
        else:
            view = self.account.table.take(text)
        theirs = self._seen(text)
        played.screens.append(self.screen.view())
        if self.followed:
            self.account.written(theirs["entry"])
        else:
            self.account.table.entered(theirs["entry"])
        if found := difference(theirs, view):
            played.found.append(f"view, line {len(played.lines)} {text}: {found}")
        return view

    def _report(self, waited: int) -> str | None:
        """The report of the row whose turn it is, if it can stand and the moment is the right one."""
        table, rows = self.account.table, self.lines.rows
        if self.both or waited < 0 or (not rows and (table.report or table.halt)):
            return None
        together = not rows and waited < TOGETHER and not self.pair.apart
        if together and self.lines.report(self.pair.second) is None:
            return None
        line = self.lines.report(self.pair.second if rows else self.pair.first)
        if line is None:
            return None
        if rows:
            self.queued = table.report is not None and table.report.id in rows
        return json.dumps(line)

    def _next_of_pair(self, view: Line) -> str:
        """The line that is asked for; a shuffle is ordered if the next row is of one, a step is skipped at
        times.
        """
        table, chance = self.account.table, self.chance
        row = None if self.both else self.pair.second if self.lines.rows else self.pair.first
        boss = self.lines.by("pit_boss")
        rows = [*([row] if row else []), *([] if self.lines.rows or self.pair.apart else [self.pair.second])]
        wants = any(map(is_of_shuffle, rows))
        is_free = table.reshuffle is None and table.stage in IN_PLAY and not table.report
        # Otherwise no round would be played between two of them.
        if wants and is_free and chance.random() < 0.3:
            return json.dumps({"do": "reshuffle", "by": boss, "on": True, "new": True})
        in_steps = table.report is not None and table.report.state == "steps"
        if in_steps and chance.random() < 0.05:
            return json.dumps({"do": "done", "by": boss, "reason": "not needed"})
        if view["prompt"]["action"] == "settle" and chance.random() < 0.4:
            return json.dumps(self.lines.settle())
        return self.lines.next(view)

    def _come_between(self) -> bool:
        """Play what stands between the two reports; False if it has to be tried again."""
        chance = self.chance
        match self.pair.between:
            case "restart":
                self._start_again()
            case "relief":
                who, role = chance.choice((("D2", "dealer"), ("D3", "dealer"), ("P2", "pit_boss")))
                self._say({"do": "sign_in", "who": who, "role": role})
                if role == "pit_boss":
                    self._say({"do": "sign_out", "who": "P1"})
            case "shift":
                past = [bound for bound in self.bounds if bound > self.clock.utc()]
                self._let_pass((past[0] - self.clock.utc()).total_seconds() + 1 if past else 1)
            case "clock":
                self.clock.set(chance.choice((-200, -45, -5, 5, 45, 200)))
            case "file":
                month = BEGINS.astimezone() + timedelta(minutes=10)
                self._let_pass(max(0.0, (month - self.clock.utc()).total_seconds()) + 1)
                self._start_again()
                return self.account.file > 0
        return True

    def _say(self, line: Line) -> None:
        """A line of people, which is always taken; what follows comes a moment later."""
        self._send(json.dumps(line))
        self._let_pass(0.25)


def played_pair(pair: Pair, folder: Path, *, papers: bool = True) -> tuple[PairSitting, list[str]]:
    """Play a pair; the sitting, and each fact that two of its papers have otherwise, or a view alone."""
    app = application()
    sitting = PairSitting(pair, folder)
    played = sitting.play_pair()
    if not papers or played.found:
        return sitting, played.found
    found = list[str]()
    with closing(Documents(played.files)) as documents:
        if sitting.followed:
            found += of_papers(played, documents, pdf=False)
            found += of_review(played, documents.reads)
        found += [str(each)[:600] for each in of_documents(documents) if reason_for(each) is None]
        found += of_exports(documents)
    app.processEvents()
    return sitting, [*found, *missing_phrases()]


def chosen(given: argparse.Namespace) -> list[Pair]:
    """The pairs that were asked for."""
    found = mixed(pairs(given.between))
    if given.pair is not None:
        return [pair for pair in found if pair.number == given.pair]
    of_game = [pair for pair in found if given.game in (None, pair.first.game)]
    return of_game[given.first :][: given.sample]


def main(argv: Sequence[str]) -> int:
    """Play and compare; 1 if anything differs."""
    parser = argparse.ArgumentParser("python3 -m tests pairs", description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="the pairs of one game")
    parser.add_argument("--from", dest="first", type=int, default=0, help="how many are left out first (0)")
    parser.add_argument("--sample", type=int, help="how many (all)")
    parser.add_argument("--pair", type=int, help="one pair, by its number")
    parser.add_argument("--between", choices=BETWEEN, help="what is in between (by turns)")
    parser.add_argument("--views", action="store_true", help="compare the views alone, and no papers")
    parser.add_argument("--progress", type=Path, help="a file that keeps a line for each hundred")
    parser.add_argument("--alone", action="store_true", help="compare two of one moment with each alone")
    parser.add_argument("--keep", action="store_true", help="keep those differences for the handbook")
    given = parser.parse_args(argv)
    if given.alone:
        return together.run(given)
    os.environ["TZ"] = "UTC"
    time.tzset()
    logging.disable(logging.CRITICAL)
    every, counted, differ = chosen(given), Counter[str](), 0
    with own_folder() as folder:
        for at, pair in enumerate(every, 1):
            with TemporaryDirectory(dir=folder) as own:
                sitting, found = played_pair(pair, Path(own), papers=not given.views)
            counted[sitting.course] += 1
            counted[pair.between] += 1
            differ += bool(found)
            for each in found:
                print(f"{pair}: {each}", flush=True)
            if given.progress is not None and (at % 100 == 0 or at == len(every)):
                given.progress.write_text(f"{told(at, len(every), counted, differ)}\n", "utf-8")
            if at % 100 == 0:
                gc.collect()  # by its own threshold it comes after gigabytes
    print(told(len(every), len(every), counted, differ))
    return 1 if differ else 0


def told(played: int, every: int, counted: Counter[str], differ: int) -> str:
    """The number of pairs that were played, and of those that differ."""
    counts = ", ".join(f"{count} {name}" for name, count in counted.items())
    return f"{played} of {every} pairs ({counts}): {differ} differ"
