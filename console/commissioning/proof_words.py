"""A proof in words: a phrase with its slots, figures as a language writes them, a machine's line as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.records import (
    SOFT_HYPHEN,
    Phrase,
    Proof,
    ProofText,
    SheetRow,
    decided_text,
    face,
    fact_text,
    sheet_row,
    step_texts,
    when_text,
)
from console.table.core import UNTELLABLE
from console.table.game import Card, Case, CaseStep, FactText, Result
from console.table.words import card_name, inside, sentence

_NAMED: Final = 5
"""How many cards are named in words; more are listed as printed, or a deck would fill a page."""
_TRUTH: Final = {"true": True, "false": False}


def proof_text(words: Words, text: ProofText) -> str:
    """A text of a proof in words, on one line; as in its file if no console can have written it."""
    if isinstance(text, str):
        return visible(text)
    try:
        slots = dict(_slot(words, name, value) for name, value in text.slots.items())
        return words.text(text.key, **slots)
    except UNTELLABLE:  # Forged: a person who checks the file continues with the key.
        told = (text.key, *(f"{name}={value}" for name, value in text.slots.items()))
        return words.side_by_side(map(visible, told))


def _slot(words: Words, name: str, value: str | int | float) -> tuple[str, str]:
    if not isinstance(value, str):
        return name, words.figure(value, 0 if isinstance(value, int) else 1)
    for ending, slot_text in _ENDINGS.items():
        if name.endswith(ending):
            return name.removesuffix(ending), slot_text(words, value).replace(SOFT_HYPHEN, "") or "–"
    return name, visible(value)


def _cards_text(words: Words, faces: str) -> str:
    """Cards, or pairs of them: ``7H 2S``, ``7H≠2S``."""
    each = [pair.split("≠") for pair in faces.split()]
    if len(each) > _NAMED:
        return words.list_of(" ≠ ".join(map(face, pair)) for pair in each)
    return words.list_of(" ≠ ".join(card_name(words, Card(card)) for card in pair) for pair in each)


def _files_text(words: Words, findings: str) -> str:
    """Files, each on a line behind its fault: ``changed console/cli.py``."""
    each = (line.partition(" ") for line in findings.splitlines())
    return words.list_of(words.text(f"software.{kind}", name=visible(name)) for kind, _, name in each)


def _decision_text(words: Words, written: str) -> str:
    """An outcome, and the pit boss's choices: ``pit_boss_decides restore void``."""
    outcome, *choices = written.split()
    return decided_text(words, outcome, choices)


def _facts_text(words: Words, written: str) -> str:
    """Facts in one line; only the first keeps its capital."""
    each = (inside(words, fact_text(words, *fact)) for fact in facts_of(written).items())
    return sentence(words.list_of(each))


def _steps_text(words: Words, written: str) -> str:
    """An incident's kind, facts and steps, a line each: ``ball_out``, ``ball=floor``, ``pick_up_ball:dealer
    check_ball:pit_boss``.
    """
    kind, facts, steps = written.split("\n")
    each = (action_and_actor(step) for step in steps.split())
    return words.list_of(step_texts(words, kind, facts_of(facts), each))


_SlotText: TypeAlias = Callable[[Words, str], str]
_ENDINGS: Final[Mapping[str, _SlotText]] = MappingProxyType({
    "_key": lambda words, key: words.text(key),
    "_keys": lambda words, keys: words.list_of(map(words.text, keys.split())),
    "_moment": when_text,
    "_facts": _facts_text,
    "_cards": _cards_text,
    # These words are alike in every language, a line each: sizes of screens, libraries with their versions.
    "_list": lambda words, members: words.list_of(map(visible, members.splitlines())),
    # A line each: the sign on a key, or the phrase of its name.
    "_caps": lambda words, caps: words.list_of(words.find(cap) or visible(cap) for cap in caps.splitlines()),
    "_files": _files_text,
    "_decision": _decision_text,
    "_steps": _steps_text,
})
"""The endings of slot names, each with its way of wording. The values are: a phrase's key, several keys, a
moment's letter, facts (``fact=value; …``), cards, a list, keys of the keyboard, files, an incident's outcome,
its steps.
"""


def action_and_actor(step: str) -> tuple[str, str]:
    """A step's action and actor, from a proof's notation: ``pick_up_ball:dealer``."""
    action, _, actor = step.partition(":")
    return action, actor


def facts_of(written: str) -> dict[str, FactText]:
    """Facts from a proof's notation."""
    parts = (part.partition("=") for part in written.split("; ") if part)
    return {fact: _TRUTH.get(wanted, wanted) for fact, _, wanted in parts}


def row_in_words(words: Words, row: Phrase) -> SheetRow:
    """The proof's row of the decision table, as in the pit's own sheet."""
    slots = {name: str(value) for name, value in row.slots.items()}
    steps = map(action_and_actor, slots["steps"].split())
    case = Case(
        frozenset(slots["when_moment"]),
        facts_of(slots["facts_facts"]),
        slots["clause"] or None,
        None,
        Result(slots["outcome"]),
        "dealer" if slots["authority"] == "dealer" else "pit_boss",
        tuple(CaseStep(action, "dealer" if actor == "dealer" else "pit_boss") for action, actor in steps),
    )
    return sheet_row(words, slots["kind_key"].removeprefix("incident."), case)


def figure_text(words: Words, proof: Proof) -> str:
    """The measured values: ``p50 2.1 ms, p99 8.0 ms``."""
    return words.list_of(_figure(words, name, value) for name, value in proof.figures.items())


def _figure(words: Words, name: str, value: float) -> str:
    """A figure by its name, whose last word is the unit: ``p99_ms``."""
    what, _, unit = name.rpartition("_")
    places = 0 if value == int(value) else 2 if value < 10 else 1
    shown = f"{words.figure(value, places)}\u00a0{unit}"
    what_text = words.find(f"commissioning.figure.{what}") or what
    return f"{what_text} {shown}" if what else shown
