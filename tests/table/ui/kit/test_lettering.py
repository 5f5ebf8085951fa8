"""Every prompt fits its width in every language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import (
    advance,
    balance,
    break_lines,
    by_sentence,
    fit_headline,
    hyphenate,
    overhang,
    set_in,
    set_in_box,
)
from tests.base.words.catalogues import phrases, texts

WIDTH = 1028.0
SLOTS = {
    "cards": 416, "decks": 8, "deck": 8, "half": 208, "stage": 3, "stages": 3, "most": 3, "from_end": 208,
    "count": 10, "seat": 7, "hand": 2, "number": 36, "later": 36, "tries": 2, "total": 21,
    "card": "būgnų bartukas", "what": "kita programinė įranga", "choice": "Sertifikatas",
    "colour": "raudona", "choices": "hit, stand, double, no insurance", "seats": "1, 2, 3, 4, 5, 6, 7",
    "time": "23:44:23", "by": "P-204",
}  # fmt: skip


def headlines(language: str) -> list[str]:
    found = (message for key, message in phrases(language).items() if key.startswith("prompt."))
    return [text.format_map(SLOTS) for message in found for text in texts(message)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_headline_is_clipped(qtbot: QtBot, language: str) -> None:
    for text in headlines(language):
        fit = fit_headline(text, WIDTH)
        assert len(fit.lines) <= 2
        assert "".join(fit.lines).replace(" ", "") == text.replace(" ", ""), "a word was dropped"
        assert max(advance(line, theme.font(fit.size, bold=True)) for line in fit.lines) <= WIDTH, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_stand_on_one_line_at_44_or_more(qtbot: QtBot, language: str) -> None:
    fits = [fit_headline(text, WIDTH) for text in headlines(language)]
    assert [each.lines for each in fits if each.size < 44 or len(each.lines) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_stands_on_two_lines_at_most(qtbot: QtBot, language: str) -> None:
    for key, message in phrases(language).items():
        if key.startswith(("note.", "halt.choose")) or key in ("refusal.bets_open.card", "refusal.device"):
            text = texts(message)[-1].format_map(
                {**SLOTS, "card": "9 of hearts", "said": "x" * 20, "order": "x" * 30, "choice": "x" * 30}
            )
            assert len(by_sentence(text, WIDTH, theme.font(20))) <= 2, (key, text)


def test_japanese_is_never_cut_inside_a_word(qtbot: QtBot) -> None:
    lines = break_lines("バンカーに2枚目を、プレイヤーに3枚目を配る", 520, theme.font(42, bold=True))
    assert lines == ("バンカーに2枚目を、", "プレイヤーに3枚目を配る")


def test_a_line_begins_with_no_dot_between_two_things_and_no_long_vowel(qtbot: QtBot) -> None:
    for text in ("TABLE 3  ·  Baccarat  ·  Betting", "選択中にーっと待つ、次のラウンドでッ"):
        for width in range(40, 400, 10):
            starts = {line[0] for line in break_lines(text, width, theme.font(20))}
            assert not starts & {"·", "ー", "ッ", "っ"}


def test_a_line_never_begins_with_a_full_stop(qtbot: QtBot) -> None:
    lines = break_lines("カードに触れない。待つ。", 300, theme.font(42))
    assert not any(line.startswith(("。", "、")) for line in lines)


def test_two_lines_are_about_as_long(qtbot: QtBot) -> None:
    lines = balance("Withdraw the reading now", 260, theme.font(22, bold=True))
    assert lines == ("Withdraw", "the reading now") or lines == ("Withdraw the", "reading now")


def test_a_text_fits_alike_at_every_scale(qtbot: QtBot) -> None:
    text = "Padalinkite bankininkui antrą kortą"
    assert advance(text, theme.font(60, bold=True)) == pytest.approx(
        2 * advance(text, theme.font(30, bold=True)), rel=0.01
    )


@pytest.mark.parametrize("text", ["Á" * 64, "Die Konsole dort heißt " + "Á" * 64 + ": prüfen", "前" * 90])
def test_no_line_is_wider_than_its_place_even_with_the_longest_name(qtbot: QtBot, text: str) -> None:
    lines, face = set_in(text, 200, (18, 14))
    assert len(lines) <= 2
    assert all(advance(line, face) <= 200 for line in lines)
    assert any(line.endswith("…") for line in lines)


def test_a_text_stands_in_one_line_before_a_larger_one_in_two_that_its_box_would_cut(qtbot: QtBot) -> None:
    text, box = "Three entries are held back until a card is turned over", QRectF(0, 0, 0, 40)
    box.setWidth(advance(text, theme.font(19)) + 1)
    lines, face = set_in_box(text, box, (20, 19, 18, 17), leading=1.15)
    assert (lines, face.pixelSize()) == ((text,), 19)
    box.setWidth(advance(text, theme.font(17)) * 0.8)
    lines, face = set_in_box(text, box, (20, 19, 18, 17), leading=1.15)
    assert (len(lines), face.pixelSize()) == (2, 17)
    assert len(lines) * face.pixelSize() * 1.15 <= box.height()
    assert set_in_box("It goes on…", box, (20, 19))[1].pixelSize() == 20
    cut_short = "Three entries are held back until a card of " + "Á" * 63 + "… is turned over"
    assert set_in_box(cut_short, QRectF(0, 0, 600, 40), (20, 13), leading=1.15)[1].pixelSize() == 13


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("D196, D191, D186, D181, D176, 35 weitere", "35 weitere"),
        ("Antra korta nuskenuota pirma: taip, šiandien · 3 minutės", "3 minutės"),
        ("Das Kabel ist gezogen, bitte 10 s so lassen", "10 s"),
        ("Gemeldet um 02:14:09 Uhr von Rasa", "02:14:09 Uhr"),
        ("night.db: 7, Baccarat, 2026-11-19 22:00 bis 2026-11-20", "2026-11-19 22:00"),
    ],
)
def test_no_line_ends_between_a_number_and_its_noun_or_a_day_and_its_time(
    qtbot: QtBot, text: str, together: str
) -> None:
    for room in range(140, 500, 10):
        lines = break_lines(text, room, theme.font(16))
        assert " ".join(lines) == text
        assert any(together in line for line in lines)


def test_a_tables_name_with_figures_may_stand_alone_in_a_line(qtbot: QtBot) -> None:
    assert break_lines("D196 übernehmen", 100, theme.font(16)) == ("D196", "übernehmen")


def test_a_letter_that_reaches_left_of_its_place_is_known_and_any_name_may_begin(qtbot: QtBot) -> None:
    assert overhang("J", theme.font(30, bold=True)) > 2
    assert [overhang(letter, theme.font(30)) for letter in ("D", "", "😀", "卓")] == [0.0] * 4


@pytest.mark.parametrize(("name", "figures"), [("コーナー", "7–8–10–11"), ("記録された", "23")])
def test_japanese_breaks_before_its_figures_only_if_it_must(qtbot: QtBot, name: str, figures: str) -> None:
    face = theme.font(18)
    assert hyphenate(name + figures, 300, face) == (name + figures,)
    assert hyphenate(name + figures, 100, face) == (name, figures)


def test_a_note_of_two_things_breaks_at_the_dot_between_them(qtbot: QtBot) -> None:
    parts = ("Handbetrieb seit 02:02 Uhr, durch Jonas P.", "Im Handbetrieb wird der Bestand nicht geprüft.")
    assert by_sentence("  ·  ".join(parts), 900, theme.font(24)) == parts
