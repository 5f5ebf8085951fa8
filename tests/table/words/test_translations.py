"""The translations themselves: complete, alike in their slots, in their own typography."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.plurals import get_plural

from console.base.words import LANGUAGES, LOCALES
from tests.base.words.catalogues import FOLDER, catalogue, phrases, texts

ALSO_FOREIGN = {"en": r"|(?<!\w)'", "ja": "|[‘’]", "lt": "|[‘’]", "is": "|[‘’]", "de": "|[‘’]"}
"""Single marks, where no apostrophe is written with them."""
HEADLINE_LETTERS = 45
HEADLINE_GLYPHS = 22


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def every_text(language: str) -> list[tuple[str, str]]:
    return [(key, text) for key, message in phrases(language).items() for text in texts(message)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_phrase(language: str) -> None:
    assert set(phrases(language)) == set(phrases("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_stands_twice_in_a_file(language: str) -> None:
    """Nor with two texts: a merge by union keeps both where two people changed one, and Babel joins them."""
    source = (FOLDER / f"{language}.po").read_text(encoding="utf-8")
    twice = [key for key, times in Counter(re.findall(r'^msgid "(.+)"$', source, re.M)).items() if times > 1]
    assert twice == [] == re.findall(r'^msgstr ".*"\n(?=msgstr ")', source, re.M)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_or_struck_out(language: str) -> None:
    assert [key for key, text in every_text(language) if not text.strip()] == []
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_begins_or_ends_with_a_space(language: str) -> None:
    stray = [key for key, text in every_text(language) if text != text.strip() and key != "access.list"]
    assert stray == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_has_the_same_slots_in_every_language_and_plural_form(language: str) -> None:
    expected = {key: slots(texts(message)[-1]) for key, message in phrases("en").items()}
    for key, message in phrases(language).items():
        *first, last = texts(message)
        assert slots(last) == expected[key], key
        for text in first:  # where one card is 'the last card', its form needs no figure
            assert slots(text) | {"count"} == expected[key] | {"count"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_all_the_forms_of_its_language(language: str) -> None:
    forms = get_plural(language).num_plurals
    assert catalogue(language).num_plurals == forms
    for key, message in phrases(language).items():
        assert isinstance(message.id, str) == isinstance(phrases("en")[key].id, str), key
        if not isinstance(message.id, str):
            assert message.id == (key, key)
            assert len(texts(message)) == forms, key


NEVER_ONE = {
    "software.is", "replay.cut_short", "commissioning.signs.right", "commissioning.signs.wrong",
    "commissioning.keyboard.pressed", "commissioning.link.times", "commissioning.link.found",
}  # fmt: skip
"""Phrases whose count is of files, entries, letters, keys, bets or a shoe's cards that are always several."""


def test_a_noun_behind_its_count_has_plural_forms() -> None:
    """«1 decks» stood in all languages."""
    counted = re.compile(r"\{(?:count|cards|decks)\}[ \u00a0](?!is\b|was\b|has\b)[a-z]+s\b")
    single = {
        key
        for key, message in phrases("en").items()
        if isinstance(message.id, str) and counted.search(texts(message)[0])
    }
    assert single == NEVER_ONE


@pytest.mark.parametrize("language", LANGUAGES)
def test_babel_finds_no_fault_in_a_file(language: str) -> None:
    assert [str(error) for _, errors in catalogue(language).check() for error in errors] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_the_languages_own(language: str) -> None:
    every = {mark for row in LOCALES.values() for mark in row.quotes} | {'"'}
    foreign = f"[{''.join(every - {*LOCALES[language].quotes})}]{ALSO_FOREIGN.get(language, '')}"
    assert [key for key, text in every_text(language) if re.search(foreign, text)] == []


def test_english_apostrophes_are_typographic() -> None:
    assert [key for key, text in every_text("en") if "'" in text] == []


def test_japanese_has_no_half_width_punctuation_beside_its_own_script() -> None:
    ours = r"[぀-ヿ一-鿿]"
    slips = [key for key, text in every_text("ja") if re.search(rf"{ours}[,.:;!?()]|[,.:;!?()]{ours}", text)]
    assert slips == []
    kana = [key for key, text in every_text("ja") if re.search("[ｦ-ﾟ]|[Ａ-Ｚａ-ｚ０-９]", text)]
    assert kana == [], "half-width kana or full-width letters"


def test_japanese_is_written_in_japanese() -> None:
    shared = {key for key, text in every_text("ja") if not re.search("[぀-ヿ一-鿿]", text)}
    same_everywhere = {key for key in shared if texts(phrases("en")[key]) == texts(phrases("ja")[key])}
    allowed = {
        "access.done_to",
        "access.more",
        "access.told",
        "access.list",
        "access.person",
        "floor.key.counted",
        "floor.reason_and_act",
        "journal.verify.whose",
        "picture.count",
        "recovered.times.short",
        "review.moment",
        "rulebook.or",
        "rulebook.step",
        "sign_in.practice.person",
    }
    assert shared - same_everywhere - allowed == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_headline_is_an_order_that_fits_and_has_no_full_stop(language: str) -> None:
    most = HEADLINE_GLYPHS if language == "ja" else HEADLINE_LETTERS
    prompts = [(key, text) for key, text in every_text(language) if key.startswith("prompt.")]
    assert [key for key, text in prompts if text.endswith((".", "。"))] == []
    assert [(key, len(text)) for key, text in prompts if len(_filled(text)) > most] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_whole_sentences_that_name_the_way_out(language: str) -> None:
    refusals = [(key, text) for key, text in every_text(language) if key.startswith("refusal.")]
    stop = LOCALES[language].stop
    assert [key for key, text in refusals if not text.endswith(stop)] == []


def _filled(text: str) -> str:
    return re.sub(r"\{\w+\}", "00", text).replace("­", "")


ORDERS_IN = {
    "ja": {"note.no_ball", "note.unheard.silent", "people.add.title", "listen.which"},
}
"""Questions in English that a language says as an order, and the reverse."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_in_english_is_a_question_in_every_language(language: str) -> None:
    sign = r"[？?]|か(?=[。、）]|$)" if language == "ja" else r"\?"
    for key, text in every_text("en"):
        if key not in ORDERS_IN.get(language, ()):
            asks = [bool(re.search(sign, each)) for each in texts(phrases(language)[key])]
            assert all(asks) if "?" in text else language == "ja" or not any(asks), key


LATIN_SLOTS = frozenset(
    (
        *("name", "file", "folder", "program", "command", "option", "unit", "url", "hidden", "bundle", "id"),
        *("log", "fonts", "manifest", "configuration", "digest", "above", "damaged", "recovered", "journal"),
        *("user", "near", "rulebook", "scheme", "list", "backup"),
    )
)
"""Slots whose values are written in Latin letters: a person's name, a file, a command."""
EITHER_SLOTS = frozenset(("place", "before", "given", "right", "known", "other", "part", "without"))
"""A file in one phrase, a place of a card in another."""


def test_in_japanese_a_space_parts_latin_names_alone_from_its_own_script() -> None:
    wrong = [
        (key, slot)
        for key, text in every_text("ja")
        for slot, space in beside_japanese(text)
        if slot not in EITHER_SLOTS and bool(space) != (slot in LATIN_SLOTS)
    ]
    assert wrong == []


def beside_japanese(text: str) -> Iterator[tuple[str, str]]:
    """Each slot with the space, or none, that parts it from Japanese script before it or after it."""
    ours = "[ぁ-ヺー一-鿿]"
    for found in re.finditer(rf"{ours}( ?)\{{(\w+)\}}", text):
        yield found[2], found[1]
    for found in re.finditer(rf"\{{(\w+)\}}( ?){ours}", text):
        yield found[1], found[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_over_the_permissions_are_of_the_names_and_differ(language: str) -> None:
    fields = {key: texts(message)[0] for key, message in phrases(language).items()}
    parties = ("dealer", "pit_boss", "supervisor", "server", "device")
    marks = {party: fields[f"permission.mark.{party}"] for party in parties}
    assert len({*marks.values(), fields["permission.mark.nobody"]}) == len(parties) + 1
    for party, mark in marks.items():
        name = fields.get(f"permission.{party}") or fields[f"role.{party}"]
        assert len(mark) == 1 and mark.casefold() in name.casefold(), party
