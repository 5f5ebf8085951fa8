"""A rulebook's incidents as a decision table: the sheet that hangs in the pit. Each row of the rulebook is
one row: the incident, its moment, the deciding facts; the outcome, who decides it, the steps, the clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Final

import msgspec

from console.base.words import Words, date_text
from console.supervisor.records.documents.paper import Grouped, Paper, PaperForm
from console.supervisor.records.documents.rulebook_figures import figure_table
from console.table.core import Action, Role
from console.table.game import Case, FactText, Rulebook
from console.table.incidents import CHOICE, Moment, span
from console.table.words import fact_name, game_name, outcome_text, role_name, step_of, whom_text

HOUSE: Final = "◇"
"""The mark after a clause that only another market's document has: here a procedure of the studio."""
HEADS: Final = (
    "rulebook.head.kind",
    "rulebook.head.when",
    "rulebook.head.facts",
    "record.head.outcome",
    "rulebook.head.authority",
    "record.head.steps",
    "rulebook.head.clause",
)
_SHARES: Final = (14, 13, 19, 15, 10, 18, 11)
_COUNTS: Final = ("cards", "cards_to_remove")
"""The facts whose numbers count cards."""


class SheetRow(msgspec.Struct, frozen=True):
    """One case of the table in words."""

    kind: str
    when: str
    facts: tuple[str, ...]
    outcome: str
    authority: str
    steps: tuple[str, ...]
    clause: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells, one a column; a cell of several lines has a text for each line."""
        facts, steps = "\n".join(self.facts), "\n".join(self.steps)
        return (self.kind, self.when, facts, self.outcome, self.authority, steps, self.clause)


def decision_sheet(
    words: Words, rulebook: Rulebook, games: Sequence[str], digest: str, made_at: datetime
) -> Paper:
    """The decision tables of a rulebook's games, each followed by the game's figures; ``digest`` is of the
    rulebook's files, ``made_at`` the day of printing.
    """
    named = words.find(f"rules.{rulebook.id}") or rulebook.id
    of = {"rules": named, "id": rulebook.id, "digest": digest, "date": date_text(made_at, words.locale)}
    parts = [
        part
        for game in games
        for part in (decision_table(words, rulebook, game), figure_table(words, rulebook, game))
    ]
    return Paper(
        words.language,
        words.locale.dot.join(part.about for part in parts[::2]),
        (words.text("rulebook.sheet.of", **of),),
        tuple(parts),
        (f"{HOUSE} {words.text('rulebook.sheet.house')}",),
        PaperForm.POSTER,
    )


def decision_table(words: Words, rulebook: Rulebook, game: str) -> Grouped:
    kinds = rulebook.games[game].incidents.kinds
    return Grouped(
        words.text("rulebook.sheet.title", game=game_name(words, game)),
        "",
        tuple(map(words.text, HEADS)),
        tuple(sheet_row(words, kind, case).cells for kind, cases in kinds.items() for case in cases),
        answer=HEADS.index("record.head.outcome"),
        shares=_SHARES,
    )


def sheet_row(words: Words, kind: str, case: Case) -> SheetRow:
    """A case of a kind in words, as a row of the sheet."""
    return SheetRow(
        words.text(f"incident.{kind}"),
        when_text(words, case.moments),
        tuple(fact_text(words, fact, wanted) for fact, wanted in case.facts.items()),
        decided_text(words, case.outcome, () if CHOICE in case.facts else case.choices, case.facts),
        role_name(words, Role(case.authority)),
        (
            *step_texts(words, kind, case.facts, ((step.action, step.actor) for step in case.steps)),
            *_told(words, case),
        ),
        _clause(case),
    )


def when_text(words: Words, moments: Iterable[str]) -> str:
    """The moments at which a case can be reported, in the order of a round."""
    there = set(moments)
    names = (words.text(f"rulebook.when.{each.name.lower()}") for each in Moment if each in there)
    return either(words, names)


def either(words: Words, texts: Iterable[str]) -> str:
    return reduce(lambda one, other: words.text("rulebook.or", one=one, other=other), texts)


def fact_text(words: Words, fact: str, condition: FactText) -> str:
    """A case's condition on a fact: ``Cards: 3 or more cards``."""
    return f"{fact_name(words, fact)}{words.locale.colon}{answer_of(words, fact, condition)}"


def answer_of(words: Words, fact: str, condition: FactText) -> str:
    """A case's condition on a fact in words, without the fact: ``3 or more cards``."""
    if isinstance(condition, bool):
        return words.text("answer.yes" if condition else "answer.no")
    family = "cards" if fact in _COUNTS else fact
    phrase = words.find(f"answer.{family}.{condition}")
    if phrase is not None or span(condition) is None:
        return phrase or words.text(f"answer.{fact}.{condition}")
    return str(condition).replace("-", "–")


def decided_text(
    words: Words, outcome: str, choices: Sequence[str] = (), facts: Mapping[str, FactText] | None = None
) -> str:
    """An outcome, with the pit boss's options if there is a choice; ``facts`` count its cards."""
    cards = {"cards": (facts or {}).get("cards")}
    text = outcome_text(words, outcome, cards)
    if not choices:
        return text
    ways = either(words, (words.text(f"answer.choice.{each}") for each in choices))
    return f"{text}{words.locale.colon}{ways}"


def step_texts(
    words: Words, kind: str, facts: Mapping[str, FactText], steps: Iterable[tuple[str, str]]
) -> tuple[str, ...]:
    """The steps of an outcome, numbered, each an action and its role."""
    return tuple(
        words.text(
            "rulebook.step",
            number=number,
            step=_step(words, kind, facts, action),
            who=role_name(words, Role(actor)),
        )
        for number, (action, actor) in enumerate(steps, start=1)
    )


def _step(words: Words, kind: str, facts: Mapping[str, FactText], action: str) -> str:
    if action == Action.REMOVE_CARDS:  # The table knows how many cards.
        return words.text("rulebook.step.remove_cards")
    return step_of(words, kind, facts, action)


def _told(words: Words, case: Case) -> Iterator[str]:
    """The office that the house informs, and by when, after the steps."""
    if case.tell is not None:
        within = words.text("notification.within", hours=case.tell.within_hours)
        told = words.text("access.list").join((whom_text(words, case.tell.whom), within))
        yield words.label(words.text("handover.notification"), told)


def _clause(case: Case) -> str:
    if case.clause is None:
        return "–"
    return f"{case.clause} {HOUSE}" if case.basis == "house" else case.clause
