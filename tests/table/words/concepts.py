"""The concepts of a phrase, by its key, and the way each language's text is held to them.

``concepts.toml`` is the table of concepts, with what each language says for one; ``phrases.toml`` says
which of them each phrase's English says, which exclude each other, and where a language is let off and why.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

from tests.base.words.catalogues import phrases, texts

FOLDER = Path(__file__).resolve().parent

SLOT = "◊"
"""Stands for every slot of a text while concepts are looked for, so that no slot's name is read as a word."""

KINDS = (
    *("prompt", "say", "note", "button", "outcome", "step", "clause", "refusal", "fact", "answer"),
    *("notice", "halt", "band", "choice", "confirm", "way", "then", "at_once", "permission.asked"),
    "rulebook",
)
"""Kinds of phrases that a person acts on or answers: a wrong word in these sends somebody wrong."""

GUARDED = ("not", "player", "banker", "tie", "win", "void")
"""These change what a round comes to, so they stand only where the English has them."""

SELVES = ("player", "banker", "tie", "win", "void", "dealer", "pit_boss")


def kind_of(key: str) -> str | None:
    """The kind of a key that is held to its concepts; None for any other key."""
    return next((kind for kind in KINDS if key.startswith(f"{kind}.")), None)


def held() -> list[str]:
    """The keys of every phrase that has to name its concepts, in the file's order."""
    return [key for key in phrases("en") if kind_of(key)]


@functools.cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((FOLDER / "concepts.toml").read_text(encoding="utf-8"))


def lacking(language: str) -> list[str]:
    """The concepts for which the table has no words in a language."""
    return [name for name, text in _table().items() if language not in text]


@functools.cache
def concepts(language: str) -> dict[str, re.Pattern[str]]:
    """The pattern of each concept in a language; KeyError for a language that the table lacks."""
    return {name: re.compile(text[language], re.I) for name, text in _table().items()}


@functools.cache
def _file() -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / "phrases.toml").read_text(encoding="utf-8"))


@functools.cache
def named() -> dict[str, tuple[str, ...]]:
    """The concepts that each phrase's English says."""
    return {key: tuple(text.split()) for key, text in _file()["says"].items()}


@functools.cache
def opposites() -> dict[str, frozenset[str]]:
    """The concepts that a concept must not be taken for."""
    found: dict[str, set[str]] = {}
    for group in _file()["opposites"]:
        for one in group:
            found.setdefault(one, set()).update(set(group) - {one})
    return {name: frozenset(others) for name, others in found.items()}


def written() -> Mapping[str, str]:
    """The numbers that stand in a text and in no slot, by patterns of keys, and why."""
    found: Mapping[str, str] = _file()["written"]
    return found


def let_off(language: str) -> Mapping[str, Mapping[str, str]]:
    """The phrases that need not have every concept in a language: which concepts, and why."""
    found: Mapping[str, Mapping[str, str]] = _file().get("let_off", {}).get(language, {})
    return found


@functools.cache
def slots(text: str) -> tuple[str, ...]:
    """The slots of a text, as they stand in it."""
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@functools.cache
def bare(text: str) -> str:
    """A text with a lozenge for each slot, without the hyphens and the spaces that are about lines."""
    return re.sub(r"\{\w+\}", SLOT, text).replace("\u00ad", "").replace("\u00a0", " ")


def figures(text: str) -> Counter[str]:
    """The figures written into a text."""
    return Counter(re.findall(r"\d+", re.sub(r"\{\w+\}", "", text)))


NUMERALS = {
    **{"one": "1", "first": "1", "two": "2", "second": "2", "twice": "2", "more_than_one": "2"},
    **{"three": "3", "third": "3", "four": "4", "eight": "8", "ten": "10"},
}
"""The figures for which a concept's word may stand: Japanese counts 3枚目 where English says third.

A one, in Japanese, may be no more than the article of the English: 1枚 is a card.
"""

NUMBERS = ("two", "three", "four", "eight")
"""Numbers that a rulebook decides stand in slots: as a word they stand only where the English names them."""


def faults(language: str, key: str, forms: Sequence[str]) -> list[str]:
    """The faults of a language's text for a key, in each form of a plural; [] where all is said."""
    free = let_off(language).get(key, {})
    return [fault for form in forms for fault in _of_form(language, key, form, free)]


def _of_form(language: str, key: str, form: str, free: Mapping[str, str]) -> list[str]:
    patterns, text = concepts(language), bare(form)
    without = free.get("without", "").split()
    asked = [name for name in named()[key] if name.removesuffix("?") not in without]
    spans = {
        name: [match.span() for match in patterns[name.removesuffix("?")].finditer(text)] for name in asked
    }
    found = [f"no {name}" for name in asked if not name.endswith("?") and not _stands(name, spans)]
    rest = list(text)
    for start, end in chain.from_iterable(spans.values()):
        rest[start:end] = "\0" * (end - start)
    barred = {other for name in asked for other in opposites().get(name.removesuffix("?"), ())} | set(GUARDED)
    names = {name.removesuffix("?") for name in named()[key]}
    values = {NUMERALS[name] for name in names if name in NUMERALS}
    barred |= {name for name in NUMBERS if NUMERALS[name] not in values}
    barred -= {*names, *free.get("with", "").split()}
    found += [f"{name} slipped in" for name in sorted(barred) if patterns[name].search("".join(rest))]
    return found + _slots_and_figures(language, key, form, free)


def _stands(name: str, spans: Mapping[str, Sequence[tuple[int, int]]]) -> bool:
    """True if a concept is said; who wins, or does it, not only as a part of another concept's words."""
    if name not in SELVES:
        return bool(spans[name])
    wider = [span for other, each in spans.items() if other != name for span in each]
    return any(
        not any(start <= one and two <= end and (start, end) != (one, two) for start, end in wider)
        for one, two in spans[name]
    )


def _slots_and_figures(language: str, key: str, form: str, free: Mapping[str, str]) -> list[str]:
    english = texts(phrases("en")[key])[-1]
    order = tuple(free["order"].split()) if "order" in free else slots(english)
    stand = slots(form)
    here = tuple(each for each in order if each in stand)
    found = [] if stand == here else [f"slots stand as {' '.join(stand)}"]
    if language != "ja" and ("?" in form) != ("?" in english):
        found.append("asks, or does not")
    written, wanted = figures(form), figures(english)
    known = wanted + Counter(
        NUMERALS[name] for each in named()[key] if (name := each.removesuffix("?")) in NUMERALS
    )
    if "figures" not in free:
        spare = set(written) - set(known) - ({"1"} if language == "ja" else set())
        found += [f"a figure {each} too many" for each in sorted(spare)]
        found += [f"no figure {each}" for each in set(wanted) - set(written)]
    return found
