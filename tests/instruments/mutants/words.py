"""Faults in what a language says, one at a time, and whether what a phrase has to say would find them.

Two phrases of one kind and the same slots are exchanged, every other time two whose keys are neighbours; a
negation is taken out; a word is turned into its opposite; a note, or a sentence of any text, is emptied; two
slots change places. Each is held to ``tests/table/words/test_concepts.py``'s own question, in process.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, zip_longest
from pathlib import Path

from console.base.words import LANGUAGES
from tests.base.words.catalogues import phrases, texts
from tests.table.words.concepts import KINDS, faults, held, kind_of, slots

Forms = tuple[str, ...]

STRICT = ("prompt", "say", "outcome", "answer", "step", "permission.asked")
"""A dealer acts on these with no second look."""

GOALS = {True: 95, False: 90}
"""The least percentage of mutants to be caught: of the strict kinds, and of the rest."""

SORTS = ("swapped", "negation out", "opposite", "emptied", "slots swapped")


@dataclass(frozen=True)
class Mutant:
    """One fault: what sort, in which language, and what its keys say then."""

    sort: str
    language: str
    says: Mapping[str, Forms]

    @property
    def kind(self) -> str:
        """The kind of its phrases."""
        return str(kind_of(next(iter(self.says))))

    def caught(self) -> bool:
        """True if the tests of the words would fail with it."""
        return any(
            not all(form.strip() for form in forms) or faults(self.language, key, forms)
            for key, forms in self.says.items()
        )

    def __str__(self) -> str:
        told = "; ".join(f"{key}: {forms[-1]}" for key, forms in self.says.items())
        return f"{self.language} {self.sort}: {told}"


@dataclass(frozen=True)
class Tally:
    """The number of mutants, and those that nothing found."""

    of: int
    survivors: tuple[Mutant, ...]

    @property
    def caught(self) -> float:
        """In a hundred."""
        return 100.0 if not self.of else 100 * (self.of - len(self.survivors)) / self.of


def mutants(language: str, most: int, seed: int) -> list[Mutant]:
    """A sample of a language's mutants, each sort in its turn while it has any; the same ones for a seed."""
    chance = random.Random(f"{language} {seed}")
    of_sorts = [list(_swapped(language, chance, most))]
    for each in (_neighbours_swapped, _negation_out, _opposite, _emptied, _slots_swapped):
        of_sorts.append(list(each(language)))
        chance.shuffle(of_sorts[-1])
    in_turn = dict.fromkeys(one for row in zip_longest(*of_sorts) for one in row if one is not None)
    return [Mutant(sort, language, dict(says)) for sort, says in islice(in_turn, most)]


def tallies(made: list[Mutant]) -> dict[str, Tally]:
    """The mutants by the kind of their phrases."""
    of: dict[str, list[Mutant]] = defaultdict(list)
    for each in made:
        of[each.kind].append(each)
    return {
        kind: Tally(len(all_), tuple(one for one in all_ if not one.caught())) for kind, all_ in of.items()
    }


Made = tuple[str, tuple[tuple[str, Forms], ...]]
"""A mutant before it is built, as a value that can be looked up: its sort, and keys with their forms."""


@cache
def _forms(language: str) -> dict[str, Forms]:
    return {key: texts(phrases(language)[key]) for key in held()}


def _alike(language: str) -> dict[object, list[str]]:
    """Keys whose phrases could stand for one another: of one kind, with the same slots and plural forms."""
    alike: dict[object, list[str]] = defaultdict(list)
    for key, forms in _forms(language).items():
        alike[kind_of(key), frozenset(slots(forms[-1])), len(forms)].append(key)
    return alike


def _swap(language: str, one: str, other: str) -> Made:
    forms = _forms(language)
    return "swapped", ((one, forms[other]), (other, forms[one]))


def _swapped(language: str, chance: random.Random, most: int) -> Iterator[Made]:
    """Any two that are alike, by chance."""
    forms = _forms(language)
    groups = [group for group in _alike(language).values() if len(group) > 1]
    for group in chance.choices(groups, weights=[len(group) for group in groups], k=most):
        one, other = chance.sample(group, 2)
        if forms[one] != forms[other]:
            yield _swap(language, one, other)


def _neighbours_swapped(language: str) -> Iterator[Made]:
    """Those that are likest to be taken for one another: their keys differ in the last word alone."""
    forms = _forms(language)
    for group in _alike(language).values():
        near: dict[str, list[str]] = defaultdict(list)
        for key in group:
            if key.count(".") > 1:
                near[key.rpartition(".")[0]].append(key)
        for each in near.values():
            for one, other in combinations(each, 2):
                if forms[one] != forms[other]:
                    yield _swap(language, one, other)


def _negation_out(language: str) -> Iterator[Made]:
    for pattern, instead in _turned()["negations"][language]:
        for key, forms in _forms(language).items():
            if any(re.search(pattern, form) for form in forms):
                yield "negation out", ((key, tuple(re.sub(pattern, instead, form) for form in forms)),)


def _opposite(language: str) -> Iterator[Made]:
    for pair in _turned()["opposites"][language]:
        for one, other in (pair, pair[::-1]):
            found = re.compile(
                re.escape(one) if language == "ja" else rf"(?<!\{{)\b{re.escape(one)}\b(?!\}})"
            )
            for key, forms in _forms(language).items():
                if any(found.search(form) for form in forms):
                    yield "opposite", ((key, tuple(found.sub(other, form) for form in forms)),)


def _emptied(language: str) -> Iterator[Made]:
    for key, forms in _forms(language).items():
        if kind_of(key) == "note":
            yield "emptied", ((key, ("",) * len(forms)),)
        sentences = re.findall(r"[^.。?？;；:：]+[.。?？;；:：]*\s*", forms[-1])
        if len(forms) == 1 and len(sentences) > 1 and "{" not in forms[-1]:
            for left_out in range(len(sentences)):
                rest = "".join(sentences[:left_out] + sentences[left_out + 1 :]).strip()
                yield "emptied", ((key, (rest,)),)


def _slots_swapped(language: str) -> Iterator[Made]:
    for key, forms in _forms(language).items():
        for one, other in combinations(sorted(set(slots(forms[-1]))), 2):
            yield "slots swapped", ((key, tuple(_exchanged(form, one, other) for form in forms)),)


def _exchanged(form: str, one: str, other: str) -> str:
    turned = {f"{{{one}}}": f"{{{other}}}", f"{{{other}}}": f"{{{one}}}"}
    return re.sub(r"\{\w+\}", lambda slot: turned.get(slot[0], slot[0]), form)


@cache
def _turned() -> Mapping[str, Mapping[str, list[list[str]]]]:
    return tomllib.loads(Path(__file__).with_name("turned_words.toml").read_text(encoding="utf-8"))


def report(seed: int, most: int) -> tuple[list[str], bool]:
    """The lines that say what was caught and what survived; True if the goals are met."""
    lines: list[str] = []
    survivors: list[str] = []
    good = True
    every: dict[str, Tally] = {}
    for language in LANGUAGES:
        by_kind = tallies(mutants(language, most, seed))
        for strict in (True, False):
            tally = _sum([each for kind, each in by_kind.items() if (kind in STRICT) is strict])
            good &= tally.caught >= GOALS[strict]
            lines.append(f"{language}: {_said(tally)} {'of the strict kinds' if strict else 'of the rest'}")
        for kind, tally in by_kind.items():
            every[kind] = _sum([every.get(kind, Tally(0, ())), tally])
            survivors += [str(each) for each in tally.survivors]
    lines += [f"{kind}: {_said(every[kind])}" for kind in KINDS if kind in every]
    return [*lines, *(f"survived: {each}" for each in survivors)], good


def _sum(tallies: list[Tally]) -> Tally:
    return Tally(sum(each.of for each in tallies), tuple(one for each in tallies for one in each.survivors))


def _said(tally: Tally) -> str:
    return f"{tally.of - len(tally.survivors)} of {tally.of} caught ({tally.caught:.1f} in 100)"
