"""Places where a line may break, on a terminal and on a screen: between words, by JIS X 4051 in Japanese."""

from __future__ import annotations

import pytest

from console.words.line_breaks import NEVER_FIRST, NEVER_LAST, pieces, places, wrap

TEXTS = (
    "カードを戻す（ディーラー）、次へ。LT-BAC-19c",
    "チェック済みのシューター、キャッシュ…々々",
    "「8枚目」の№4〜6・¥300、ラッキー！",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("width", range(10, 40))
def test_no_line_begins_or_ends_with_a_mark_that_may_not(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert "".join(lines) == text
    for line in lines:
        assert places(line) <= width
        assert line[0] not in NEVER_FIRST and line[-1] not in NEVER_LAST, lines


def test_a_long_vowel_and_a_small_kana_stay_with_their_letter() -> None:
    assert [*pieces("シャッフルのカード")] == ["シャッ", "フ", "ル", "の", "カー", "ド"]
    assert wrap("カードを戻す（ディーラー）、次へ", 18) == ["カードを戻す", "（ディーラー）、次", "へ"]


def test_a_figure_stays_with_its_counter() -> None:
    assert wrap("カードは3枚以上", 9) == ["カードは", "3枚以上"]


def test_words_part_at_their_space_and_one_longer_than_a_line_is_cut() -> None:
    assert wrap("return the card", 8) == ["return", "the card"]
    assert wrap("Kartenschlitten", 8) == ["Kartensc", "hlitten"]
