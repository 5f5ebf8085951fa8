"""Lists stand in the language's own order, as CLDR has it."""

from __future__ import annotations

import random

import pytest

from console.words.collation import ordered
from tests.words.catalogues import words

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
    assert ordered(words(language), mixed, str) == expected


def test_lithuanian_y_stands_with_i_and_before_j() -> None:
    assert ordered(words("lt"), ["jūra", "ypatingas", "įrašas"], str) == ["įrašas", "ypatingas", "jūra"]


def test_of_one_name_the_order_stays() -> None:
    assert ordered(words("sv"), [(2, "kort"), (1, "kort")], lambda each: each[1]) == [
        (2, "kort"),
        (1, "kort"),
    ]
