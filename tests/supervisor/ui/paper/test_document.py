"""A document's pages: as many as it takes, numbered, in every language."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QDate, QIODevice, QLocale
from PySide6.QtGui import QFontDatabase

from console.base.words import LANGUAGES, LOCALES, Which, Words, date_text
from console.cli import main
from console.supervisor.history.interval import Interval
from console.supervisor.records import ExportError, Paper, Part, check_target
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.documents.paper import LeadPart
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.ui.paper.document import empty_document, fold_rows, pdf_of, writer_to
from console.supervisor.ui.paper.drawing_process import draw_in_process
from console.table.ui.kit import with_whole_end
from tests.base.words.catalogues import words
from tests.supervisor.ui.paper.printed import text_of
from tests.table.played import FELL, ROUND, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)

pytestmark = pytest.mark.usefixtures("qapp")


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_and_a_rounds_file_are_pages_of_a4(tmp_path: Path, lang: str) -> None:
    path, formatter = written(tmp_path / "J.db", *FELL, *ROUND), RecordFormatter(words(lang), zone=UTC)
    report = report_paper(shift_report([path], Interval(), MADE), formatter, "1.0")
    of_round = round_paper(find_round(path, "T7-1"), formatter, MADE, "1.0")
    for paper in (report, of_round):
        pdf = pdf_of(paper)
        assert pdf.startswith(b"%PDF") and pages(pdf) >= 1
        assert re.search(rb"/MediaBox \[0 0 595(\.\d+)? 842(\.\d+)?\]", pdf)
        text = text_of(paper).replace("\u2060", "")
        assert paper.title in text and "LT-BAC-18b" in text


@pytest.mark.parametrize(
    ("lang", "remark", "refused"), [("ja", "-", 2), ("en", "山田さん", 2), ("en", "Ž", 0)]
)
def test_a_paper_is_refused_where_no_font_has_its_japanese_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    lang: str, remark: str, refused: int,
) -> None:  # fmt: skip
    """In an English one a remark was printed as boxes, and the command's status was 0."""
    path, out = written(tmp_path / "J.db", {"do": "say", "by": "P1", "text": remark}), tmp_path / "r.pdf"
    monkeypatch.setattr("console.table.ui.kit.theme.has_japanese", lambda: False)
    assert main(["report", str(path), "--lang", lang, "--pdf", str(out)]) == refused
    assert ("fonts-noto-cjk" in capsys.readouterr().err) is (refused == 2)
    assert out.exists() is (refused == 0)


def test_a_paper_is_refused_where_there_is_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: ["Monospace", "Sans Serif", "Serif"])
    with pytest.raises(ExportError, match="fonts-noto-core"):
        pdf_of(Paper("lt", "Pamainos ataskaita", (), (), ()))


def test_a_refusal_in_the_drawing_process_is_no_bug(tmp_path: Path) -> None:
    out = tmp_path / "r.pdf"
    out.touch()
    with pytest.raises(ExportError) as refused:
        draw_in_process(check_target, out)
    assert (refused.value.key, refused.value.slots) == ("record.exists", {"file": str(out)})


def test_nothing_is_left_out_of_a_long_one() -> None:
    rows = tuple((f"row {number}", number) for number in range(500))
    paper = Paper("en", "Long", (), (Part("", "Rows", ("name", "number"), rows),), ("the end",))
    assert pages(pdf_of(paper)) > 5
    text = text_of(paper)
    assert all(f"row {number}" in text for number in range(500)) and "the end" in text


def test_peoples_texts_are_printed_literally_and_not_as_markup() -> None:
    rows = (("<b>bold</b> &amp; <img src='x'>",),)
    text = text_of(Paper("en", "<i>t</i>", ("<h1>",), (Part("", "p", ("c",), rows),), ()))
    assert "<b>bold</b> &amp; <img src='x'>" in text and "<i>t</i>" in text and "<h1>" in text


WIDTHS = range(60, 260, 7)
"""Widths of a column, in pixels of the document."""


def last_lines(text: str, printed: str) -> list[int]:
    """The number of letters on a text's last line in columns of these widths, where it has several lines."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = writer_to(buffer)
    found = []
    for width in WIDTHS:
        document = empty_document(writer, 8.5)
        document.setPlainText(printed)
        document.setTextWidth(width * writer.logicalDpiX() / 96)
        layout = document.firstBlock().layout()
        document.pageCount()
        if layout.lineCount() > 1:
            last = layout.lineAt(layout.lineCount() - 1)
            shown = printed[last.textStart() : last.textStart() + last.textLength()]
            found.append(len(shown.replace("\u2060", "").rstrip()))
    assert found, text
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "key", ["clock.none", "display.expected", "roles.expected", "half.expected", "four_eyes.expected"]
)
def test_no_two_japanese_letters_stand_alone_on_a_cell_s_last_line(key: str) -> None:
    """A table's certificate had two letters alone: «応答しませ|ん。», «見え|る»."""
    slots = {"size": "1280 × 800"} if key == "display.expected" else {}
    text = words("ja").text(f"commissioning.{key}", **slots)
    assert min(last_lines(text, text)) < 3, "nor is it the width that keeps them together"
    assert min(last_lines(text, with_whole_end(text))) >= 3
    assert with_whole_end(text) in text_of(Paper("ja", "", (), (Part("", "", ("a",), ((text,),)),), ()))


@pytest.mark.parametrize(
    "text",
    ["プレイヤーに見えたか：はい", "ピットボスが裁定する：続行／ラウンド無効", "返却する（ピットボス）"],
)
def test_no_japanese_line_ends_within_an_answer_or_a_word_in_katakana(text: str) -> None:
    """The pit's sheet had «見えた|か：はい», «ラウ|ンド無効» and «ピッ|トボス»."""
    pieces = with_whole_end(text).replace("\u2060", "·")
    for word in re.findall(r"[ァ-ヺー]{2,}|はい", text):
        assert "·".join(word) in pieces
    assert "か·" not in pieces and "·：" not in pieces


@pytest.mark.parametrize("text", ["", "–", "0 px", "nothing · lost: 0", "第 3", "52", "Ausgelassen"])
def test_a_text_with_another_ending_is_printed_unchanged(text: str) -> None:
    assert with_whole_end(text) == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_languages_date_is_cldrs(lang: str) -> None:
    locale = LOCALES[lang]
    cldr = QLocale(locale.cldr)
    form = re.sub(r"\byy?\b", "yyyy", cldr.dateFormat(QLocale.FormatType.ShortFormat))
    for day in (date(2026, 11, 20), date(2026, 3, 5)):
        assert date_text(day, locale) == cldr.toString(QDate(day.year, day.month, day.day), form)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rows_of_zeros_and_the_note_after_them_are_two_texts(lang: str) -> None:
    """The list of names ran into the note's first word: 'longer than eight hours Not counted'."""
    part = Part("", "", ("what", "many"), (("one", 0), ("two", 0), ("three", 3)), "Not counted: T1.")
    note = fold_rows(part, lang).note
    assert note.endswith(f"{Words(lang).locale.dot}{part.note}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nine_incidents_with_the_sentences_of_carried_over_ones_fit_on_a_page(lang: str) -> None:
    """The column of sentences was the narrowest: five filled a page, a word a line, and times broke."""
    text = words(lang).text
    outcome = words(lang).side_by_side(
        (
            text("outcome.void"),
            text("report.carried_over.one", acts=words(lang).label(text("record.reported"), "21:59:03")),
            words(lang).label(text("record.closed"), "22:03:31"),
        )
    )
    who, at = "Dora Zalcmane", time(3, 53, 19, tzinfo=Which("+03:00", timedelta(hours=3)))
    kind, wait = text("incident.card_fell"), timedelta(minutes=4, seconds=27)
    row = ("i1", at, "14", kind, "LT-BAC-18b", outcome, who, who, wait, "–")
    names = (
        *("report.number", "report.time", "record.round", "report.kind", "report.clause"),
        *("record.head.outcome", "report.reported_by", "report.authorised_by", "report.waited"),
        "record.video",
    )
    part = LeadPart("T7", text("report.happened"), tuple(map(text, names)), (row,) * 9, told=5)
    paper = Paper(lang, "T7", (), (part,), ())
    assert pages(pdf_of(paper)) == 1


def test_a_name_in_katakana_with_a_dot_stays_whole_in_its_cell() -> None:
    """The dot that parts an incident's sentences in Japanese parts given name and surname, too."""
    row = ("i1", words("ja").side_by_side(("無効", "翌日")), "アンナ・レヴィ")
    part = LeadPart("T7", "概要", ("番号", "裁定", "承認者"), (row,) * 2, told=1)
    printed = text_of(Paper("ja", "T7", (), (part,), ())).replace("\u2060", "")
    assert printed.count("アンナ・レヴィ") == 2 and "無効・翌日" not in printed
