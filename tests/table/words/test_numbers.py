"""A number in a text for people comes from the rulebook, through a slot: 'at least 3 turns' is never
written.
"""

from __future__ import annotations

import re
from fnmatch import fnmatch

import pytest

from console.base.words import LANGUAGES
from console.table.game import CARDS, DECKS, STAGES, TRIES, CardRules, Preparing, load_rulebook, rulebook_ids
from console.table.words.speech import halt_text, stack_text
from tests.base.words.catalogues import phrases, texts, words
from tests.table.words.concepts import held, kind_of, written

VALUES = {
    **{"one": 1, "once": 1, "first": 1, "two": 2, "twice": 2, "both": 2, "second": 2, "three": 3, "third": 3},
    **{
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "nine": 9,
        "ninth": 9,
        "ten": 10,
        "twelve": 12,
    },
}
NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(VALUES)})\b", re.I)


def numbers(text: str) -> set[int]:
    """The numbers written into an English text, as figures and as words."""
    bare = re.sub(r"\{\w+\}|in \{count\} seconds?", "", text)
    return {
        VALUES[found.lower()] if found.lower() in VALUES else int(found) for found in NUMBER.findall(bare)
    }


def test_no_number_is_written_that_a_rulebook_could_decide() -> None:
    """The sense of a clause is left out: its numbers are the clause's own."""
    strange = {}
    for key in held():
        if kind_of(key) == "clause" or any(fnmatch(key, pattern) for pattern in written()):
            continue
        of_key = {int(each) for each in re.findall(r"\d+", key)}
        found = set().union(*(numbers(text) for text in texts(phrases("en")[key]))) - of_key
        if found:
            strange[key] = found
    assert strange == {}


def test_every_exception_is_one_and_has_a_reason() -> None:
    assert [pattern for pattern, why in written().items() if not why.strip()] == []
    needed = {
        pattern
        for pattern in written()
        for key in held()
        if fnmatch(key, pattern) and any(numbers(text) for text in texts(phrases("en")[key]))
    }
    assert set(written()) == needed


def test_the_numbers_of_the_slots_are_every_rulebooks() -> None:
    """BAC-1.3.1, LT-BAC-19a: the decks, and the stages where the shuffle has some."""
    stages = {Preparing.SHUFFLE_1, Preparing.SHUFFLE_2, Preparing.SHUFFLE_3}
    for each in rulebook_ids():
        book = load_rulebook(each)
        for game in book.games.values():
            if not isinstance(game, CardRules):
                continue
            assert game.decks == DECKS
            asked = {step.action for step in game.preparation.steps} & stages
            assert len(asked) in (0, STAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_says_the_rulebooks_numbers(language: str) -> None:
    in_words = words(language)
    assert str(DECKS) in halt_text(in_words, "impossible_card")
    assert str(DECKS) in halt_text(in_words, "impossible_card", pit_boss=True)
    assert str(TRIES) in halt_text(in_words, "rescan")
    assert str(TRIES) in halt_text(in_words, "rescan", pit_boss=True)
    assert str(CARDS) in stack_text(in_words, "faces")
    assert str(STAGES) in in_words.text("prompt.shuffle_1", stages=STAGES)
