"""A proof in words: a phrase with its slots, figures as a language writes them, a machine's line as it is."""

from __future__ import annotations

from typing import Final

from console.commissioning.proof import Proof, Said, Told
from console.game.incident_cases import Case, CaseStep, FactText, Result
from console.records.documents.decision_sheet import SheetRow, fact_text, sheet_row, when_text
from console.records.documents.paper import SOFT_HYPHEN, visible
from console.words import Words

KEY, MOMENT, FACTS = "_key", "_moment", "_facts"
"""How a slot is named whose value is a phrase's key, a moment's letter, or facts (``fact=value; …``)."""
_TRUTH: Final = {"true": True, "false": False}


def told_text(words: Words, told: Told) -> str:
    """What is said, on one line."""
    if isinstance(told, str):
        return visible(told)
    slots = dict(_slot(words, name, value) for name, value in told.slots.items())
    return words.text(told.key, **slots)


def _slot(words: Words, name: str, value: str | int | float) -> tuple[str, str]:
    """A slot by the name that the phrase has for it, and its value in words."""
    if not isinstance(value, str):
        return name, words.figure(value, 0 if isinstance(value, int) else 1)
    for ending, said in ((KEY, words.text), (MOMENT, None), (FACTS, None)):
        if name.endswith(ending):
            shown = said(value) if said else _told_moment(words, ending, value)
            return name.removesuffix(ending), shown.replace(SOFT_HYPHEN, "")
    return name, visible(value)


def _told_moment(words: Words, ending: str, value: str) -> str:
    if ending == MOMENT:
        return when_text(words, value)
    facts = (fact_text(words, fact, wanted) for fact, wanted in facts_of(value).items())
    return words.listed(facts) or "–"


def facts_of(written: str) -> dict[str, FactText]:
    """Facts from the form in which a proof has them."""
    parts = (part.partition("=") for part in written.split("; ") if part)
    return {fact: _TRUTH.get(wanted, wanted) for fact, _, wanted in parts}


def row_in_words(words: Words, row: Said) -> SheetRow:
    """A row of the decision table that a proof is of, as the pit's own sheet has it."""
    slots = {name: str(value) for name, value in row.slots.items()}
    steps = (step.partition(":") for step in slots["steps"].split())
    case = Case(
        frozenset(slots["when_moment"]),
        facts_of(slots["facts_facts"]),
        slots["clause"] or None,
        None,
        Result(slots["outcome"]),
        "dealer" if slots["authority"] == "dealer" else "pit_boss",
        tuple(CaseStep(action, "dealer" if actor == "dealer" else "pit_boss") for action, _, actor in steps),
    )
    return sheet_row(words, slots["kind_key"].removeprefix("incident."), case)


def figure_text(words: Words, proof: Proof) -> str:
    """What was measured: ``p50 2.1 ms, p99 8.0 ms``."""
    return words.listed(_figure(words, name, value) for name, value in proof.figures.items())


def _figure(words: Words, name: str, value: float) -> str:
    """A figure by its name, whose last word is the unit: ``p99_ms``."""
    what, _, unit = name.rpartition("_")
    places = 0 if value == int(value) else 2 if value < 10 else 1
    shown = f"{words.figure(value, places)}\u00a0{unit}"
    said = words.find(f"commissioning.figure.{what}") or what
    return f"{said} {shown}" if what else shown
