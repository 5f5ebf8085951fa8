"""Lines played against the reader and the console; where they differ, the fewest lines that show it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from math import inf
from random import Random
from time import monotonic
from typing import Any, Final

from tests.instruments.differ.driven import Driven, DriveProcess
from tests.instruments.differ.lines import LinesAtRandom
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.reference_table import ReferenceTable

Shown = dict[str, Any]
JOURNAL: Final = re.compile("[0-9a-f]{8}")
Group = tuple[str, str, str, str]
READY: Final = 0.8
"""The share of nights that begin at a table that is ready; the others begin at a closed one."""
TROUBLES: Final = (0.0, 0.05, 0.15, 0.3, 0.45)
"""The share of lines that go wrong in a night: one of these."""
HALT_FOR_SET: Final = "(a halt for card_set)"
"""Instead of a field, of a halt that no program can foretell from the text: it is counted apart, and none may
come of cards from shuffled shoes.
"""
NOT_TOLD = (
    *("v", "text", "say_text", "say_gloss", "notice_text", "notice_gloss", "entry", "why", "journal"),
)
"""Words, which the text leaves to the console, and the journal's id, which is chance. Of ``entry``, ``why``
and ``journal`` what the text says is checked.
"""


@dataclass(frozen=True)
class At:
    """A table: its game, its rulebook, and whether it is ready."""

    game: str
    rules: str
    ready: bool = True

    @property
    def options(self) -> str:
        """The arguments of `drive`."""
        return f"--game {self.game} --rules {self.rules}{' --ready' if self.ready else ''}"


@dataclass(frozen=True)
class Difference:
    """Where the console's view is not the reader's."""

    at: At
    lines: tuple[str, ...]
    field: str
    theirs: object
    ours: object

    @property
    def group(self) -> Group:
        """Differences of one cause mostly share the field, what the last line did, and its kind."""
        last = as_object(self.lines[-1])
        facts = last.get("kind") or last.get("choice") or last.get("name") or ""
        return self.at.game, self.field, str(last.get("do")), str(facts)

    def told(self) -> str:
        """The one-liner, the field, the console's value and the text's."""
        lines = " ".join(f"'{line}'" for line in self.lines)
        return (
            f"printf '%s\\n' {lines} | python3 -m console drive {self.at.options} | tail -1\n"
            f"  {self.field}: the console {json.dumps(self.theirs)}\n"
            f"  {' ' * len(self.field)}  the text    {json.dumps(self.ours)}"
        )


def as_object(line: str) -> Shown:
    """A line that may be no JSON object."""
    try:
        read = json.loads(line)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def salient(view: Shown) -> Shown:
    """A view without the parts that are not in the text."""
    told = {name: value for name, value in view.items() if name not in NOT_TOLD}
    if told.get("prompt"):
        told["prompt"] = {
            name: value for name, value in told["prompt"].items() if name not in ("clauses", "closing")
        }
        answers = told["prompt"].get("answers")
        if answers:
            told["prompt"]["answers"] = sorted(answers, key=str)
    if not compared("E4-fault"):
        told.pop("device_fault", None)
    if not compared("E4-late-close"):
        told.pop("wheel_signal", None)
    if not compared("E4-late-number") and (told.get("offer") or {}).get("kind") == "wrong_number_recorded":
        told["offer"] = None
    if told.get("phase") == "halted":  # no bets are opened then, and the text says not how long a fault stays
        told.pop("held_back", None)
    if told.get("incident"):
        steps = [
            {name: step[name] for name in ("action", "actor", "done")} for step in told["incident"]["steps"]
        ]
        told["incident"] = {**told["incident"], "steps": steps}
    for name in ("round", "previous"):
        if told.get(name):
            told[name] = dict(told[name])
            if "seats" in told[name]:
                told[name].pop("outcome", None)
    corrected = (told.get("previous") or {}).get("corrected")
    for about in (told.get("round"), told.get("previous"), corrected):
        for hand in chain(*((about or {}).get("seats") or {}).values()):
            hand.pop("timed_out", None)  # a field that the text does not name
    return told


def first_difference(theirs: Shown, ours: Shown, inside: str = "") -> tuple[str, object, object] | None:
    """The first field, by name, that differs; of objects the field within."""
    for name in sorted({*theirs, *ours}, key=lambda name: (ORDER.get(name, 50), name)):
        one, other = theirs.get(name, "(none)"), ours.get(name, "(none)")
        if type(one) is type(other) and one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict) and not inside:
            return first_difference(one, other, f"{name}.") or (name, one, other)
        return f"{inside}{name}", one, other
    return None


ORDER = {
    name: number for number, name in enumerate(("accepted", "refused", "fact", "phase", "prompt", "incident"))
}


class Pair:
    """A table of the console's and a table of the reader's; both get the same lines."""

    def __init__(self, console: DriveProcess, at: At) -> None:
        self.at = at
        self.console: Driven = console.table(at.game, at.rules, ready=at.ready)
        self.reader = ReferenceTable(at.game, at.rules, ready=at.ready)
        self.entry = 0
        self.journal: object = None

    def take(self, line: str) -> tuple[Shown, tuple[str, object, object] | None]:
        """The reader's view of a line, and where the console's is another."""
        theirs = self.console.take(line)
        if not theirs:
            return {}, ("(the console fails)", None, "a view")
        try:
            ours = self.reader.take(line)
        except Exception as error:
            return {}, ("(the reader fails)", None, repr(error))
        self.reader.entered(theirs["entry"])
        found = self.entry_wrong(line, theirs)
        if theirs["prompt"].get("reason") == "card_set":
            found = HALT_FOR_SET, theirs["offer"], "none: the cards are of shuffled shoes"
        if found is None:
            one, other = salient(theirs), salient(ours)
            if "notice" not in one:
                other.pop("notice")
            found = first_difference(one, other)
        return ours, found

    def entry_wrong(self, line: str, theirs: Shown) -> tuple[str, object, object] | None:
        """`entry` grows with every line but view; `why` is there if refused, of at most 200 characters; and
        the journal's id stays.
        """
        before, self.entry = self.entry, theirs["entry"]
        stays = as_object(line).get("do") == "view" and theirs["accepted"]
        if stays != (self.entry == before) or self.entry < before:
            return "entry", self.entry, f"{'as' if stays else 'more than'} {before}"
        if "why" in theirs:
            why = theirs["why"]
            if (why is None) != (theirs["refused"] is None) or len(why or "") > 200:
                return "why", why, "a sentence of at most 200 characters if refused, else null"
        self.journal = self.journal or theirs.get("journal")
        if theirs.get("journal") != self.journal or not JOURNAL.fullmatch(str(self.journal)):
            return "journal", theirs.get("journal"), f"8 hex digits, always the same: {self.journal}"
        return None

    def end(self) -> None:
        """Let go of the process."""
        self.console.end()


def play(console: DriveProcess, at: At, lines: Sequence[str]) -> Difference | None:
    """The first difference of given lines."""
    pair = Pair(console, at)
    try:
        for number, line in enumerate(lines, 1):
            _, found = pair.take(line)
            if found:
                return Difference(at, tuple(lines[:number]), *found)
    finally:
        pair.end()
    return None


def shrunk(console: DriveProcess, found: Difference, tries: int = 400) -> Difference:
    """Leave out lines, ever fewer at once, as long as the same field still differs at the last line."""
    lines = list(found.lines)
    size = max(len(lines) // 2, 1)
    while size and tries:
        place = 0
        while place < len(lines) and tries:
            shorter = lines[:place] + lines[place + size :]
            tries -= 1
            again = play(console, found.at, shorter) if shorter else None
            if again and again.field == found.field and len(again.lines) <= len(shorter):
                found, lines = again, list(again.lines)
            else:
                place += size
        size //= 2
    return found


@dataclass(frozen=True)
class Search:
    """The nights to be played: of which games and rulebooks, from which seed, and how much goes wrong."""

    games: Sequence[str]
    rules: Sequence[str]
    seed: int = 0
    trouble: float | None = None
    lines: int = 80


def search(
    wanted: Search,
    *,
    seconds: float = inf,
    nights: int | None = None,
    lines: int | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> dict[Group, list[Difference]]:
    """Play until the time, nights or lines are over; the differences by group, the first of each shrunk."""
    groups: dict[Group, list[Difference]] = {}
    played = halted = 0
    end = monotonic() + seconds
    with DriveProcess() as console:
        for seed in count(wanted.seed):
            if monotonic() >= end or seed - wanted.seed == nights or (lines is not None and played >= lines):
                break
            found, phases = night(console, wanted, seed)
            played += len(phases)
            halted += phases.count("halted")
            if found is None:
                continue
            if found.group not in groups:
                found = shrunk(console, found)
                tell(f"{found.told()}\n  (seed {seed})\n")
            groups.setdefault(found.group, []).append(found)
    for group, members in sorted(groups.items(), key=lambda item: -len(item[1])):
        tell(f"{len(members):5} {' '.join(group)}")
    of_set = sum(len(found) for group, found in groups.items() if group[1] == HALT_FOR_SET)
    differences = sum(map(len, groups.values())) - of_set
    told = f"{played} lines, {halted} of them in a halt"
    tell(f"{told}, {differences} differences, {of_set} halts for card_set, {len(groups)} groups")
    return groups


def night(console: DriveProcess, wanted: Search, seed: int) -> tuple[Difference | None, list[str]]:
    """Lines at one table until its first difference, if there is one, and the phase in which each came."""
    chance = Random(seed)
    at = At(chance.choice(wanted.games), chance.choice(wanted.rules), ready=chance.random() < READY)
    trouble = chance.choice(TROUBLES)
    pair = Pair(console, at)
    made = LinesAtRandom(chance, pair.reader, trouble=trouble if wanted.trouble is None else wanted.trouble)
    lines, phases = list[str](), list[str]()
    try:
        view = pair.reader.view()
        while len(lines) < wanted.lines:
            phases.append(view["phase"])
            lines.append(made.next(view))
            view, found = pair.take(lines[-1])
            if found:
                return Difference(at, tuple(lines), *found), phases
    finally:
        pair.end()
    return None, phases
