"""A record's page: one sheet of A4, whatever the record holds and in whatever language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from console.base.words import LANGUAGES
from console.supervisor.records import LabelledTexts, Paper
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.records.documents.paper import ActionRow, LabelledText, PaperForm, Sheet
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.ui.paper.document import pdf_of
from tests.base.words.catalogues import words
from tests.supervisor.records.accounts.test_roulette_records import WRONG, settle
from tests.supervisor.ui.paper import printed
from tests.sweep import by_turns
from tests.table.played import FELL, long_story, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
A4 = (595, 842)
"""In points."""

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("pages")
    written(folder / "short.db", *FELL)
    written(folder / "long.db", *long_story(12))
    yield folder


def sheet(folder: Path, journal: str, language: str) -> Sheet:
    record = find(folder / journal, "T7-i1")
    return RecordFormatter(words(language), zone=UTC).sheet(record, MADE, "1.0")


def on_paper(page: Sheet) -> str:
    """All that stands on the one page."""
    paper = record_paper(page, words(page.language))
    (only,) = printed.pages(paper)
    return " ".join(" ".join(printed.lines_on(only)).split()).replace("\u2060", "")


def squeezed(text: str) -> str:
    """A text without blanks and the signs that keep it together, for a line may end anywhere in it."""
    return "".join(text.split()).replace("\u2060", "").replace("\u00ad", "")


def drawn(page: Sheet) -> bytes:
    return pdf_of(record_paper(page, words(page.language)))


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("journal", "language"), by_turns(["short.db", "long.db"], LANGUAGES))
def test_a_record_is_one_page_of_a4_in_every_language(folder: Path, journal: str, language: str) -> None:
    pdf = drawn(sheet(folder, journal, language))
    assert pages(pdf) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)", pdf)
    assert box is not None
    assert (round(float(box[1])), round(float(box[2]))) == A4


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_a_common_record_is_on_its_page(folder: Path, language: str) -> None:
    record = sheet(folder, "short.db", language)
    paper = squeezed(on_paper(record))
    lines = (
        *record.when,
        *record.facts,
        *record.decided,
        *(line for each in record.hands for line in each.lines),
    )
    for text in (
        record.title,
        record.id,
        record.kind,
        record.outcome,
        record.basis,
        record.sense,
        *record.footer,
    ):
        assert squeezed(text) in paper
    for line in lines:
        assert squeezed(line.label) in paper and squeezed(line.text) in paper
    for action in (*record.steps, *record.remarks, *record.readings):
        assert all(squeezed(each) in paper for each in (action.what, action.at, action.by))


@pytest.mark.sweep
def test_a_page_that_is_too_full_says_how_much_is_in_the_json(folder: Path) -> None:
    record = sheet(folder, "short.db", "en")
    many = tuple(ActionRow(f"{number}♥", "09:00:00.000", "Shoe", "05 30 44") for number in range(400))
    paper = on_paper(replace(record, readings=many))
    assert re.search(r"3\d\d more lines are in the JSON export", paper)
    assert pages(drawn(replace(record, readings=many))) == 1


@pytest.mark.sweep
def test_nothing_that_people_wrote_makes_a_second_page(folder: Path) -> None:
    record = sheet(folder, "short.db", "lt")
    endless = "nebeprisikiškiakopūsteliaujantiesiems" * 200
    worst = replace(
        record,
        facts=tuple(LabelledText(endless[:60], endless) for _ in range(6)),
        decided=tuple(LabelledText("Priežastis", endless) for _ in range(4)),
        remarks=tuple(ActionRow(endless, "09:00:00", endless[:120]) for _ in range(100)),
        steps=tuple(ActionRow(endless, "09:00:00", endless[:120], endless) for _ in range(8)),
        readings=tuple(ActionRow(endless, "09:00:00.000", "Shoe", endless) for _ in range(100)),
    )
    assert pages(drawn(worst)) == 1


# --- a wheel's ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wheels_page_has_the_number_the_run_and_the_worksheet(tmp_path: Path, language: str) -> None:
    """LT-ROU-33."""
    written(tmp_path / "wheel.db", *WRONG, game="roulette")
    page = on_paper(sheet(tmp_path, "wheel.db", language))
    text = words(language).text
    assert text("record.head.spin") in page and text("record.head.hands") not in page
    assert text("sheet.kept") in page and text("sheet.total") in page
    assert "*X;5;094;23;0;160;0" in page
    assert text("record.head.corrections") not in page, "a wheel has no cards to correct"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_source_of_a_reading_stands_on_one_line(folder: Path, language: str) -> None:
    record = sheet(folder, "short.db", language)
    entered = ActionRow("A", "09:00:00.000", words(language).text("record.entered").replace("\u00ad", ""))
    wheel = ActionRow("A", "09:00:00.000", words(language).text("record.reader").replace("\u00ad", ""))
    paper = record_paper(replace(record, readings=(entered, wheel)), words(language))
    lines = [line for page in printed.pages(paper) for line in printed.lines_on(page)]
    assert {entered.by, wheel.by} <= {line.replace("\u2060", "").strip() for line in lines}


@pytest.mark.sweep
def test_the_paying_ones_of_many_bets_stay_on_the_page(tmp_path: Path) -> None:
    bets = [{"on": "straight", "numbers": [number], "stake": 1000 + number} for number in range(37)]
    written(tmp_path / "wheel.db", *WRONG[:9], settle(*bets, *bets), WRONG[-1], game="roulette")
    record = sheet(tmp_path, "wheel.db", "en")
    assert pages(drawn(record)) == 1
    page = on_paper(record)
    assert page.count("Straight 17") == page.count("Straight 23") == 2, "the right one and the wrong one"
    assert page.count("Straight") < 74 and "JSON" in page


def test_peoples_texts_on_a_sheet_are_never_markup(folder: Path) -> None:
    record = sheet(folder, "short.db", "en")
    wrote = '<b>bold</b> <img src="/etc/passwd"> & "so on"'
    paper = on_paper(replace(record, remarks=(ActionRow(wrote, "09:00:00", "<i>D1</i>"),)))
    assert wrote in paper and "<i>D1</i>" in paper


def test_a_page_needs_no_screen(folder: Path) -> None:
    assert QApplication.instance() is not None
    assert drawn(sheet(folder, "short.db", "ja")).startswith(b"%PDF")


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_a_record_or_a_round_is_broken_inside_a_word(
    folder: Path, language: str, tmp_path: Path
) -> None:
    """The Swedish record had «Rapporterade|s»."""
    formatter, own = RecordFormatter(words(language), zone=UTC), words(language)
    wheel = written(tmp_path / "wheel.db", *WRONG, game="roulette")
    journals = (folder / "short.db", folder / "long.db", wheel)
    papers = [record_paper(formatter.sheet(each, MADE, "1.0"), own) for at in journals for each in every(at)]
    papers += [round_paper(find_round(folder / "short.db", "T7-1"), formatter, MADE, "1.0")]
    asked = tuple((question, "") for _, question in own.phrases("fact."))
    papers += [Paper(language, "", (), (LabelledTexts("", "", (), asked),), (), PaperForm.SHEET)]
    assert [torn for paper in papers for torn in printed.torn_words(paper)] == []
