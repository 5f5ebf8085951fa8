"""Rehearsals answered at random, and judged beside the console: ``python3 -m tests fuzz``.

Each answer may be right or wrong: what happened, a fact, which outcome it is, or nothing is done. What came
of it at the table is judged by the decision table (`reckoned.py`), never by the score's own rules: one that
was wrong must not have passed, and one that was right must not have failed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from console.rehearsals.at_play.rehearsed_table import on_disk
from console.rehearsals.at_play.run import RehearsalRun, outcomes_of
from console.rehearsals.result import PLAY_ON, Decided, Ended, RehearsalResult, StatedOutcome, StepTaken, Way
from console.rehearsals.script import Rehearsal, built_in_rehearsals
from console.table.core import Action, Actor, Journal, Role, lines
from console.table.game import rulebook_ids
from console.table.incidents import Fact
from tests.rehearsals.played import BOSS, BOTH, DEALER, rehearsal_result, right
from tests.rehearsals.reckoned import Reckoned, fitting, incident_of, reckoned, steps_of
from tests.table.devices.rehearsal import MemoryJournal
from tests.table.incidents.rows import committed

TIMES: Final = 10_000
"""Rehearsals of a market."""
_QUIET: Final = ("withdrawn", PLAY_ON)
_CARRIED_OUT: Final = {"actual", "cards_to_remove", "cards_to_move", "seat", "hand"}
"""The facts by which money is paid or cards are moved, by the protocol's table of outcomes."""


ON_DISK: Final = 50
"""One rehearsal in this number has a journal in a file, as each has at play; the others' entries are kept in
a list.
"""


LOOKS: Final = 1.0
"""Seconds between two looks at a table where nothing is due: looks are cheap, and many."""


def in_memory(*_: object) -> tuple[Journal, Path]:
    """A journal without a file: nobody will replay it, and what the rehearsal comes to is the same."""
    return MemoryJournal(), Path()


class Game(NamedTuple):
    """A rehearsal that was answered at random, and what the console said of it."""

    rehearsal: Rehearsal
    rules: str
    way: Way
    people: dict[Role, str]
    result: RehearsalResult


class Guesser:
    """Somebody who knows some of it; ``chance`` decides what."""

    def __init__(self, chance: random.Random, rehearsal: Rehearsal, rules: str) -> None:
        self._chance, self._rules = chance, rules
        self._script, self._mishap = rehearsal.script, rehearsal.script.wrong[0]
        self._truth = reckoned(self._script, self._mishap, rules, self._choice)
        self._sure = chance.random() < 0.3
        self._reported = False
        self._idle = self._guess(0.06)
        self._careless = self._guess(0.08)

    @property
    def _choice(self) -> str | None:
        return "reveal" if self._mishap.slip == "card_face_down" else None

    def _guess(self, share: float) -> bool:
        return not self._sure and self._chance.random() < share

    def press(self, run: RehearsalRun) -> lines.Line | None:
        """The line that is pressed now; None presses nothing."""
        prompt, table = run.table.session.view().prompt, run.table.table
        if not run.mishaps.count:
            return right(run)
        if self._idle:
            return None
        if run.asks_whether and not self._reported:
            return self._first(run)
        mine = prompt.actor is not Actor.SYSTEM and Role(prompt.actor) in run.people
        if prompt.action == Action.ANSWER and mine:
            return lines.Answer(run.people[Role(prompt.actor)], {str(prompt.fact): self._answer(run)})
        if run.is_held and table.incident is None:
            return None
        return right(run)

    def _first(self, run: RehearsalRun) -> lines.Line | None:
        """Report it as it is, otherwise, not at all, or take the halt back."""
        self._reported = True
        by = self._chance.choice([*run.people.values()])
        if self._truth is None or self._careless:
            if self._guess(0.7 if self._careless else 0.2):
                return lines.Incident(by, self._other_kind(), {})
            if self._truth is None or self._careless:
                run.believe(PLAY_ON)
                return None
        if self._guess(0.06) and Role.PIT_BOSS in run.people:
            return self._chance.choice([lines.Withdraw(run.people[Role.PIT_BOSS], "no"), lines.Void(by)])
        kind = self._other_kind() if self._guess(0.2) else self._truth.kind
        facts = self._guessed_facts() if kind == self._truth.kind else {}
        if kind == self._truth.kind == "no_spin" and run.cast.turns != 5 and Role.DEALER in run.people:
            self._reported = False
            return right(run)  # who confirms the ball's run says how it ran
        return lines.Incident(by, kind, facts)

    def _other_kind(self) -> str:
        return self._chance.choice(sorted({row.kind for row in committed() if row.game == self._script.game}))

    def _guessed_facts(self) -> dict[str, Fact]:
        """The facts that a person gives; each of them may be wrong."""
        assert self._truth is not None
        _, plain = incident_of(self._mishap.slip)
        known = {
            fact: value
            for fact, value in self._truth.facts.items()
            if fact in {**self._mishap.facts, **plain}
        }
        return {
            fact: self._otherwise(fact, value) if fact not in plain and self._guess(0.25) else value
            for fact, value in known.items()
        }

    def _otherwise(self, fact: str, value: Fact) -> Fact:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self._chance.randint(1, 5)
        there = {known for row in committed() for name, known in row.facts if name == fact}
        return self._chance.choice(sorted(there))

    def _answer(self, run: RehearsalRun) -> Fact:
        """An answer to a question: the true one where there is one, by chance another."""
        prompt = run.table.session.view().prompt
        truth = {} if self._truth is None else {"kind": self._truth.kind, **self._truth.facts}
        if str(prompt.fact) in truth and not self._guess(0.25):
            return truth[str(prompt.fact)]
        answers = prompt.answers
        answer = (
            self._chance.choice(answers)
            if isinstance(answers, tuple) and answers
            else self._chance.randint(1, 5)
        )
        return answer

    def believe(self, run: RehearsalRun) -> str:
        """The outcome that the person states."""
        if self._truth is None or self._guess(0.2):
            return self._chance.choice(outcomes_of(run.game))
        return self._chance.choice((*self._truth.comes_to, self._truth.outcome))


@cache
def _of(rules: str) -> tuple[Rehearsal, ...]:
    return tuple(each for each in built_in_rehearsals() if rules in each.rulebooks())


def answered(chance: random.Random, rules: str) -> Game:
    """One rehearsal, answered at random."""
    rehearsal = chance.choice(_of(rules))
    way, people = chance.choice([*Way]), chance.choice([BOSS, DEALER, BOTH])
    guesser = Guesser(chance, rehearsal, rules)
    result = rehearsal_result(
        rehearsal, rules, people, guesser.press, way, believes=guesser.believe, patience=20.0,
        announces=chance.random() < 0.7, looks=LOOKS,
        keeps=chance.choices((on_disk, in_memory), (1, ON_DISK - 1))[0],
    )  # fmt: skip
    return Game(rehearsal, rules, way, people, result)


def was_right(game: Game) -> bool:
    """Whether what was done is what the decision table asks, whatever points it has."""
    course, script = game.result.course, game.rehearsal.script
    (ended,) = [each for each in course if isinstance(each, Ended)]
    decided = [each for each in course if isinstance(each, Decided)]
    found = [each for each in course if isinstance(each, StatedOutcome)]
    truth = reckoned(
        script, script.wrong[0], game.rules, "reveal" if script.wrong[0].slip == "card_face_down" else None
    )
    if ended.how != "played" or not decided:
        return False
    if truth is None:
        return all(each.outcome in _QUIET for each in decided) and all(
            each.outcome == PLAY_ON for each in found
        )
    came = [each for each in decided if each.outcome != "record_only"]
    if not came or _is_harmful(game, came[-1], truth):
        return False
    return all(_is_right(game, each, truth, found) for each in came)


def _is_harmful(game: Game, decided: Decided, truth: Reckoned) -> bool:
    """Whether a false fact changed what is paid, which cards are moved, or the steps of the table's row."""
    found = {fact: value for each in game.result.course if isinstance(each, StepTaken)
             for fact, value in each.facts.items()}  # fmt: skip
    told = {**decided.facts, **found}
    false = {fact for fact, value in truth.facts.items() if told.get(fact, value) != value}
    of = decided.kind or "", game.rehearsal.script.game, game.rules
    choice = {"choice": "reveal"} if truth.kind == "card_face_down" else {}
    mishap = game.rehearsal.script.wrong[0]
    rows = (fitting(*of, {**facts, **choice}, mishap) for facts in ({**truth.facts, **told}, truth.facts))
    steps, right_steps = ([steps_of(row, mishap) for row in each] for each in rows)
    return bool(false & _CARRIED_OUT) or (bool(false) and steps != right_steps)


def _is_right(game: Game, decided: Decided, truth: Reckoned, found: list[StatedOutcome]) -> bool:
    """Whether the decision is about this incident and has one of its outcomes, as has all that was stated."""
    if decided.by_console or decided.kind != truth.kind or decided.outcome not in truth.comes_to:
        return False
    fields = {**decided.facts, "choice": "reveal"} if truth.kind == "card_face_down" else decided.facts
    script = game.rehearsal.script
    rows = fitting(truth.kind, script.game, game.rules, fields, script.wrong[0])
    outcomes = {row.outcome for row in rows} | {*truth.comes_to}
    return all(each.outcome in outcomes for each in found)


def main(argv: Sequence[str]) -> int:
    """Answer them; 1 if the console has judged otherwise."""
    parser = argparse.ArgumentParser(prog="python3 -m tests fuzz", description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES, help="rehearsals of each market")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", nargs="*", default=rulebook_ids())
    asked = parser.parse_args(argv)
    strange = 0
    for rules in asked.rules:
        passed = 0
        for seed in range(asked.seed, asked.seed + asked.times):
            game = answered(random.Random(f"{rules} {seed}"), rules)
            passed += game.result.passed
            if game.result.passed != was_right(game):
                strange += 1
                print(strangely(game, seed), flush=True)
            if (done := seed - asked.seed + 1) % 1_000 == 0 or done == asked.times:
                print(f"{rules}: {done} answered, {passed} passed", flush=True)
    print(f"{strange} judged otherwise than by the decision table")
    return 1 if strange else 0


def strangely(game: Game, seed: int) -> str:
    """A line on a game that the console has judged otherwise."""
    result = "passed" if game.result.passed else "failed"
    found = [each for each in game.result.course if isinstance(each, Decided | StatedOutcome)]
    return f"{game.rules} {seed}: {game.rehearsal.name}, {game.way}, {[*game.people]}: {result}, {found}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
