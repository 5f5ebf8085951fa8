"""Lists stand in the language's own order, as CLDR has it."""

from __future__ import annotations

import random

import pytest

from console.base.words.collation import sort_by_name, sort_by_rank
from tests.base.words.catalogues import words

IN_ORDER = {
    "en": "apple Banana café cafés dealer zero",
    "sv": "apelsin bana zon ånga ärende öppen",
    "lt": "Ąžuolas balsas cukrus čekis dėžė ėjimas euras gintaras įrašas jūra šalis ūkis žaidimas",
    "is": "afl áfram bíll dagur ðu efni ég zeta þak ægir öxl",
    "de": "Abend Äpfel Bank Öffnung Straße Übung Zahl",
    "ja": "1枚目 カット シャッフル バーン 誤読 重複",
}
"""Words of each language as its dictionaries have them: å, ä, ö and þ, æ, ö last, č after c, ą with a."""


@pytest.mark.parametrize("language", IN_ORDER)
def test_names_stand_in_the_languages_order(language: str) -> None:
    expected = IN_ORDER[language].split()
    mixed = random.Random(7).sample(expected, len(expected))
    assert sort_by_name(words(language), mixed, str) == expected


FOREIGN = {
    "sv": "Anna Berg Ðan Đorđe Łukasz Straße Þór Zoe Åke Ægir Örn Øystein",
    "lt": "Ha Ybas Įbas Icas Jonas",
    "ja": "Åke Örn Zoe アイ いか イシ うえ かき がき",
    "is": "Dan Ðan Zoe Þór Æsa Örn Øystein",
    "de": "Ægir Anna Łukasz Zoe",
}
"""Names as ICU 72 orders them: a letter of another language is none before a."""


@pytest.mark.parametrize("language", FOREIGN)
def test_a_letter_of_another_language_stands_by_its_base_and_a_kana_by_its_sound(language: str) -> None:
    expected = FOREIGN[language].split()
    mixed = random.Random(7).sample(expected, len(expected))
    assert sort_by_name(words(language), mixed, str) == expected


def test_lithuanian_y_stands_with_i_and_before_j() -> None:
    assert sort_by_name(words("lt"), ["jūra", "įrašas", "ypatingas"], str) == ["ypatingas", "įrašas", "jūra"]


def test_rows_of_one_name_keep_their_order() -> None:
    assert sort_by_name(words("sv"), [(2, "kort"), (1, "kort")], lambda each: each[1]) == [
        (2, "kort"),
        (1, "kort"),
    ]


def test_in_a_rank_the_name_decides() -> None:
    members = [(1, "ö"), (0, "z"), (1, "å")]
    assert sort_by_rank(words("sv"), members, lambda each: each[0], lambda each: each[1]) == [
        (0, "z"),
        (1, "å"),
        (1, "ö"),
    ]
