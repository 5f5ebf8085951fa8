"""Places where a line may break, on a terminal and on a screen: between words, by JIS X 4051 in Japanese."""

from __future__ import annotations

import pytest

from console.base.words.line_breaks import NEVER_FIRST, NEVER_LAST, cut_at, pieces, places, wrap

TEXTS = (
    "カードを戻す（ディーラー）、次へ。LT-BAC-19c",
    "チェック済みのシューター、キャッシュ…々々",
    "「8枚目」の№4〜6・¥300、ラッキー！",
)


@pytest.mark.sweep(18)
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


@pytest.mark.parametrize("most", range(8, 17))
def test_a_piece_too_long_for_a_line_is_cut_beside_a_word_in_katakana(most: int) -> None:
    piece = "次の三つのメッセージが届いていません"
    cut = cut_at(piece, most)
    assert cut <= most and piece[cut] not in NEVER_FIRST
    assert not 5 < cut < 10, "within the word"
    assert 2 * cut >= most


def test_a_word_in_katakana_that_fills_more_than_half_a_line_is_cut() -> None:
    assert cut_at("メッセージカウンター", 8) == 8
    assert cut_at("カーー", 1) == 1, "no place is right: after the last letter that fits"
