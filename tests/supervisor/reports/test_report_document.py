"""A report on a terminal, as CSV, as a workbook, as JSON, as PDF; and what it says where nothing happened."""

from __future__ import annotations

import csv as tables
import html
import json
import re
import zipfile
from contextlib import ExitStack
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import partial
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from console.base.plain_text import without_formula
from console.base.plain_text.cells import BEGINS_FORMULA
from console.base.words import LANGUAGES
from console.cli import main
from console.supervisor.history import ReportCancelled
from console.supervisor.history.interval import Interval, of_day
from console.supervisor.records import Paper, Part, csv_of, lines_of
from console.supervisor.records.accounts.record import Amendment
from console.supervisor.records.documents.export import xlsx_of
from console.supervisor.records.documents.html_page import html_of
from console.supervisor.records.documents.paper import cell_text, values
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.figures import DeviceFigures
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from console.table.core import NoteKind, Person, Role, SetClock
from console.table.custody import open_session
from console.table.game import GAMES
from console.table.journal import Identity, review
from console.table.people import BarKind, DealingBar, PeopleFile, bar_logged
from tests.base.words.catalogues import words
from tests.command_lines import run
from tests.instruments.bench.play import filled
from tests.table.core.tables import CODES, Seen, book
from tests.table.played import (
    CLOSED,
    FELL,
    OPEN,
    ROUND,
    START,
    WITHDRAW,
    incident,
    noted,
    say,
    session_at,
    time_of_line,
    written,
)

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
WRONG = ("=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "＝1")


def paper_of(path: Path, lang: str = "en", interval: Interval | None = None) -> Paper:
    report = shift_report([path], interval or Interval(), MADE, casino="=Casino Nord")
    return report_paper(report, RecordFormatter(words(lang), zone=UTC), "1.0")


DAYS: Final = {
    "en": "20/11/2026",
    "sv": "2026-11-20",
    "ja": "2026/11/20",
    "lt": "2026-11-20",
    "is": "20.11.2026",
    "de": "20.11.2026",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_time_is_the_readers_on_a_page_and_iso_8601_for_programs(lang: str) -> None:
    moment, wait = datetime(2026, 11, 20, 9, 0, 2), timedelta(seconds=125)
    twice = moment.replace(tzinfo=timezone(timedelta(hours=2)))
    part = Part("", "", ("", "", "", ""), ((moment, wait, twice, date(2026, 11, 20)),))
    paper = Paper(lang, "", (), (part,), ())
    day = DAYS[lang]
    length = words(lang).locale.length.format(2, 5)
    read = (f"{day} 09:00:02", length, f"{day} 09:00:02+02:00", day)
    assert tuple(cell_text(cell, lang) for cell in part.rows[0]) == read
    assert all(html.escape(each) in html_of(paper).decode() for each in read)
    told = ["2026-11-20 09:00:02", "0:02:05", "2026-11-20 09:00:02+02:00", "2026-11-20"]
    assert list(values(paper).parts[0].rows[0]) == told
    assert ",".join(f'"{each}"' for each in told) in csv_of(paper).decode()


def test_a_report_for_programs_has_every_date_as_iso_8601(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL, *ROUND)
    report = shift_report([path], Interval(), MADE)
    told = RecordFormatter(words("de"), zone=UTC).for_programs()
    written_out = csv_of(report_paper(report, told, "1.1")).decode()
    assert "20.11.2026" not in written_out and '"2026-11-20 09:00:02 – 2026-11-20' in written_out
    read = RecordFormatter(words("de"), zone=UTC)
    assert "2026-11-20" not in "\n".join(lines_of(report_paper(report, read, "1.1")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_is_printed_in_every_language(tmp_path: Path, lang: str) -> None:
    text = "\n".join(lines_of(paper_of(written(tmp_path / "J.db", *FELL, *ROUND), lang)))
    assert words(lang).text("incident.card_fell").replace("\u00ad", "") in text
    assert "LT-BAC-18b" in text and f"{DAYS[lang]} 09:00:02" in text
    assert "report." not in text and "\u00ad" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_slip_of_the_document_stands_with_what_is_applied_in_words(tmp_path: Path, lang: str) -> None:
    """LT-BAC-05; and each of every rulebook has its sentence."""
    paper = paper_of(written(tmp_path / "J.db", *ROUND), lang)
    part = next(each for each in paper.parts if each.heading == words(lang).text("report.errata"))
    assert ("LT-BAC-05", words(lang).text("erratum.natural.cards")) in part.rows
    for code in CODES:
        rulebook = book(code)
        for game in GAMES:
            for erratum in rulebook.errata_of(game):
                phrase = words(lang).text(f"erratum.{erratum.about}")
                assert phrase and erratum.about not in phrase and erratum.written not in phrase, erratum


def test_a_report_of_an_empty_interval_says_no_activity(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    text = "\n".join(lines_of(paper_of(path, interval=of_day(date(2020, 1, 1), UTC))))
    assert "No activity" in text and "T7" in text and "01/01/2020 00:00:00" in text


def test_an_interval_holds_what_began_in_it_and_not_its_end(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND, *ROUND)
    first = table_report(path, Interval(START, time_of_line(8)))
    second = table_report(path, Interval(time_of_line(8), time_of_line(17)))
    assert (first.whole.rounds, first.last) == (1, 7)
    assert (second.whole.rounds, second.first) == (1, 8)
    assert first.whole.open_seconds == 14 and second.whole.open_seconds == 16
    assert first.whole.to_result == second.whole.to_result


def test_a_round_that_began_before_the_interval_has_its_whole_time(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    assert table_report(path, Interval(time_of_line(5), time_of_line(60))).whole.to_result.median == 8


@pytest.mark.sweep
def test_the_report_can_be_called_off(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND, *(say(f"word {each}") for each in range(1000)))
    entries: list[int] = []

    def once(entry: int) -> bool:
        entries.append(entry)
        return False

    with pytest.raises(ReportCancelled):
        table_report(path, Interval(), once)
    assert entries == [1000]


@pytest.mark.sweep
def test_lists_that_grow_are_cut_and_say_by_how_much(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *(say(f"word {each}") for each in range(1003)))
    lists = table_report(path, Interval()).lists
    assert (len(lists.remarks), lists.more) == (1000, {"remarks": 3})


@pytest.mark.parametrize("text", WRONG)
def test_no_cell_of_csv_is_a_formula(text: str) -> None:
    paper = Paper("en", text, (text,), (Part(text, text, (text,), ((text, -1),), text),), (text,))
    rows = tables.reader(StringIO(csv_of(paper).decode("utf-8-sig"), newline=""))
    cells = [cell for row in rows for cell in row]
    led_in = f"'{text}" if not text[0].isspace() else f"'{text[0]}'{text[1:]}"
    assert cells.count(led_in) == len(cells) - 1 and cells.count("-1") == 1


def other_cells(written: str) -> list[str]:
    """The possible cells to a reader that separates by a semicolon or a tab, whatever it makes of quotes."""
    text = written.removeprefix("\ufeff")
    rows = [row for by in ";\t" for row in tables.reader(StringIO(text, newline=None), delimiter=by)]
    read = [cell for row in rows for cell in row]
    split = re.split(r"[;\t\r\n]", text)
    return [cell.strip(' "\t\r\n') for cell in (*read, *split)]


def test_no_cell_is_a_formula_where_a_semicolon_or_a_tab_separates_cells() -> None:
    befores = (";", "\t", "\r", "\n", '"\n"', ' ; "', 'a","b";', "", " ")
    for sign, before in product(BEGINS_FORMULA, befores):
        text = f"Slipped{before}{sign}cmd|' /C calc'!A0" if before.strip() else f"{before}{sign}1+1"
        paper = Paper("en", text, (text,), (Part(text, text, (text,), ((text, -1),), text),), (text,))
        written = csv_of(paper).decode()
        assert not [cell for cell in other_cells(written) if cell.startswith(BEGINS_FORMULA)], written


@given(st.lists(st.text(alphabet="'=+;\t\n\" a", max_size=8), min_size=2, max_size=2, unique=True))
@example(["=1+1", "'=1+1"])
@example(["\ta", "'\ta"])
def test_no_two_texts_become_the_same_in_csv(texts: list[str]) -> None:
    one, other = map(without_formula, texts)
    assert one != other


def test_every_text_is_in_quotes_and_no_figure_is() -> None:
    paper = Paper("en", "t", (), (Part("", "p", ("c", "d", "e"), (("7", 8, None), ("x", -1.5, None))),), ())
    assert csv_of(paper).decode("utf-8-sig").splitlines() == [
        '"t"',
        "",
        '"p"',
        '"c","d","e"',
        '"7",8,""',
        '"x",-1.5,""',
    ]


@given(st.text(max_size=20))
def test_peoples_texts_come_back_from_csv(text: str) -> None:
    if "\u00ad" in text:
        return
    paper = Paper("en", "t", (), (Part("", "p", ("c",), ((text,),)),), ())
    *_, row = tables.reader(StringIO(csv_of(paper).decode("utf-8-sig"), newline=""))
    assert row[0].replace("'", "") == text.replace("'", "")


@pytest.mark.parametrize("text", WRONG)
def test_no_cell_of_a_workbook_is_a_formula(text: str) -> None:
    paper = Paper("en", "Report", (text,), (Part("", "[Part]*", ("c",), ((text, 1.5),)),), ())
    with zipfile.ZipFile(BytesIO(xlsx_of(paper))) as book:
        sheets = [book.read(name).decode() for name in book.namelist() if "worksheets/sheet" in name]
        styles = book.read("xl/styles.xml").decode()
    assert len(sheets) == 2 and not any("<f>" in sheet for sheet in sheets)
    assert 't="inlineStr"' in sheets[1] and "<v>1.5</v>" in sheets[1]
    assert 'quotePrefix="1"' in styles


def test_a_workbook_has_moments_and_lengths_as_such_and_its_heads_stay_in_view() -> None:
    moment, clock = datetime(2026, 11, 20, 22, 34, 9), time(22, 34, 9)
    rows = (
        ("22:00", moment, clock, timedelta(seconds=65), 3),
        ("23:00", None, time(2, 0, 1, tzinfo=timezone(timedelta(hours=2))), timedelta(seconds=30), 4),
    )
    part = Part("", "Part", ("hour", "at", "clock", "waited", "count"), rows)
    with zipfile.ZipFile(BytesIO(xlsx_of(Paper("en", "Report", (), (part,), ())))) as book:
        sheet, styles = (book.read(name).decode() for name in ("xl/worksheets/sheet2.xml", "xl/styles.xml"))
    cells = dict(re.findall(r'<c r="([A-E]2)"[^>]*>(?:<v>|<is><t>)([^<]*)', sheet))
    assert cells["A2"] == "22:00", "a row's name is no length"
    assert float(cells["B2"]) == pytest.approx(46346 + 81249 / 86400)
    assert float(cells["C2"]) == pytest.approx(81249 / 86400)
    assert float(cells["D2"]) == pytest.approx(65 / 86400)
    assert cells["E2"] == "3"
    forms = ("yyyy-mm-dd hh:mm:ss", "hh:mm:ss", "[m]:ss", "hh:mm:ss&quot;+02:00&quot;")
    assert all(f'formatCode="{form}"' in styles for form in forms)
    assert 'state="frozen"' in sheet and 'ySplit="1"' in sheet
    widths = [float(wide) for wide in re.findall(r'<col [^>]*width="([0-9.]+)"', sheet)]
    assert widths[1] > 20 > widths[-1] >= 8


def test_a_reports_head_names_its_files_and_its_hours(tmp_path: Path) -> None:
    path = written(tmp_path / "table-7.db", *FELL)
    report = shift_report([path], Interval(), MADE)
    paper = report_paper(report, RecordFormatter(words("en")), "1.1", files=(path,))
    assert words("en").text("report.of_files", files="table-7.db") in paper.head
    assert any(f"{report.tables[0].begun:%H:%M:%S}" in line for line in paper.head if report.tables[0].begun)


def test_a_reports_head_tells_two_files_of_one_name_apart_by_their_folders(tmp_path: Path) -> None:
    files = [tmp_path / place / "table.db" for place in ("north", "south")]
    report = shift_report([written(tmp_path / "table.db", *FELL)], Interval(), MADE)
    paper = report_paper(report, RecordFormatter(words("en")), "1.1", files=files)
    listed = words("en").list_of(("north/table.db", "south/table.db"))
    assert words("en").text("report.of_files", files=listed) in paper.head


def test_parts_of_one_name_have_sheets_of_their_own() -> None:
    parts = tuple(
        Part(f"T{each}", "A heading that is longer than a sheet's name", ("",), ((1,),)) for each in (1, 2)
    )
    with zipfile.ZipFile(BytesIO(xlsx_of(Paper("en", "Report", (), parts, ())))) as book:
        assert book.read("xl/workbook.xml").decode().count("<sheet ") == 3


def test_a_sheets_name_has_31_units_of_utf_16() -> None:
    """Excel and XlsxWriter count UTF-16: the kanji of a house's name may be two of it."""
    parts = tuple(Part("", "\U00020bb7" * 31, ("",), ((each,),)) for each in (1, 2))
    with zipfile.ZipFile(BytesIO(xlsx_of(Paper("ja", "Report", (), parts, ())))) as book:
        names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
    assert names == ["Report", "\U00020bb7" * 15, "\U00020bb7" * 14 + " 2"]


def test_every_export_is_written_once_and_over_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *FELL)
    targets = {each: tmp_path / f"r.{each}" for each in ("json", "csv", "xlsx", "pdf")}
    exports = [word for kind, target in targets.items() for word in (f"--{kind}", str(target))]
    tell = partial(run, "report", draw=lambda paper: b"%PDF", now=lambda: MADE)
    assert tell([str(path), *exports, "--lang", "sv"]) == 0
    assert [file.stat().st_size > 0 for file in targets.values()] == [True] * 4
    parsed = msgspec.json.decode(targets["json"].read_bytes())
    assert parsed["report_version"] == 1
    assert parsed["tables"][0]["whole"]["voids"] == 1
    assert parsed["text"]["language"] == "sv"
    assert tell([str(path), *exports, "--lang", "sv"]) == 2
    assert tell([str(path), "--csv", str(path), "--lang", "sv"]) == 2
    assert "r.json" in capsys.readouterr().err


@pytest.mark.sweep
def test_the_command_line_names_shift_day_or_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(written(tmp_path / "J.db", *FELL))
    assert main(["report", path, "--shifts"]) == 0
    shift = capsys.readouterr().out.strip()
    for asked in (["--shift", shift], ["--day", "2026-11-20"], ["--from", "2026-11-20T00:00+00:00"]):
        assert main(["report", path, "--lang", "en", *asked]) == 0
        assert "A card fell" in capsys.readouterr().out
    assert main(["report", path, "--lang", "en", "--shift", shift.replace("20", "19")]) == 2
    assert f"did you mean {shift}?" in capsys.readouterr().err
    assert main(["report", path, "--lang", "en", "--shift", "nosuch"]) == 2
    assert f"no such value: “nosuch”; possible: {shift}" in capsys.readouterr().err
    assert main(["report", path, "--handover", "--lang", "en"]) == 0
    assert "Fallen cards put back, set not counted since" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["report", path, "--until", "2026-11-20T00:00"])


def test_a_round_in_play_is_one_open_point(tmp_path: Path) -> None:
    report = table_report(written(tmp_path / "J.db", *ROUND, OPEN), Interval())
    assert report.handover is not None
    assert (report.handover.round, report.handover.open_points) == ("T7-2", 1)
    assert report.ended == START + timedelta(seconds=18)


def test_the_casino_the_people_and_the_journal_are_those_of_the_tables_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = written(tmp_path / "T7.db", *ROUND), tmp_path / "table7.toml"
    people = PeopleFile(tmp_path / "people.json")
    people.add(Person("D1", "Rasa K.", Role.DEALER, "lt"), "271828")
    table.write_text(
        'name = "T7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "lt"\njournal = "T7.db"\n'
        'people = "people.json"\n[[device]]\nname = "shoe"\nurl = "/dev/ttyUSB0"\n'
        '[studio]\ncasino = "Kazino Šiaurė"\n',
        "utf-8",
    )
    assert main(["report", "--table", str(table), "--lang", "en"]) == 0
    title, casino, named, interval, journal, made, *_ = capsys.readouterr().out.strip().splitlines()
    assert (title, casino) == ("Shift report", "Kazino Šiaurė")
    assert "T7" in named and "20/11/2026" in interval and made.startswith("Made ")
    assert journal == "Journal: T7.db"
    assert main(["report", str(path), "--table", str(table), "--casino", "Other", "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "Other"


def test_a_report_names_the_closed_file_in_which_its_shift_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    assert main(["journal", "archive", str(path)]) == 0
    (closed,) = {*tmp_path.glob("T7*.db")} - {path}
    written(path, *ROUND, start=START + timedelta(hours=1))
    capsys.readouterr()
    assert main(["report", str(path), "--lang", "en"]) == 0
    assert f"Journal: {closed.name}, T7.db" in capsys.readouterr().out
    assert main(["report", str(path), "--from", "2026-11-20T09:59Z", "--lang", "en"]) == 0
    assert closed.name in capsys.readouterr().out, "a time reads all files, and says so"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_handover_on_paper_names_its_shift_as_its_reader_writes_days(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    with review(path) as journal:
        (shift,) = journal.shifts()
    assert main(["report", str(path), "--shift", shift, "--handover", "--lang", language]) == 0
    named = f"{words(language).text('record.shift')} {RecordFormatter(words(language)).shift(shift)}"
    assert named in capsys.readouterr().out.splitlines()


def test_a_handover_without_a_shift_is_that_of_each_tables_last_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It went through the whole journal for it, and counted what other shifts had handed over."""
    path = filled(tmp_path / "T1.db", 2_000)
    with review(path) as journal:
        first, *_, last = journal.shifts()
    told = list[str]()
    for of in ((), ("--shift", last), ("--from", f"{first}:00Z")):
        assert main(["report", str(path), "--handover", "--lang", "en", *of]) == 0
        told.append(re.sub("Made on.*", "", capsys.readouterr().out))
    assert told[0] == told[1] != told[2]
    other = written(tmp_path / "T7.db", *ROUND, OPEN)
    tables = shift_report([path, other], Interval(), MADE, of_last_shifts=True).tables
    assert [(each.handover and each.handover.shift) for each in tables] == [last, "2026-11-20 06:00"]
    reach = {each.origin.table: each.begun for each in tables}
    assert reach["T1"] == table_report(path, Interval(shift=last)).begun


def test_the_json_of_a_report_names_everybody_in_it(tmp_path: Path) -> None:
    """Who authorised a correction signed in at no time of the interval."""
    path = written(tmp_path / "T7.db", *ROUND)
    report = shift_report([path], Interval(), MADE)
    amended = Amendment("C9", 9, START, 4, "9H", "9H", "8H", "S1", authorised_by="S2", why="misread")
    lists = replace(report.tables[0].lists, amended=(amended,))
    report = replace(report, tables=(replace(report.tables[0], lists=lists),))
    names = {"D1": "Rasa K.", "S1": "Ona S.", "S2": "Ieva S.", "D9": "Jonas J."}
    told = json.loads(report_json(report, report_paper(report, RecordFormatter(words("en")), "1.1"), names))
    assert told["people"] == {who: names[who] for who in ("D1", "S1", "S2")}


def test_a_report_of_nothing_names_what_it_needs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["report"])
    assert "--table" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["report", "--table", str(tmp_path / "nowhere.toml")])
    assert "nowhere.toml" in capsys.readouterr().err


def test_every_report_of_an_empty_journal_says_no_activity(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, clock = tmp_path / "empty.db", SetClock(START)
    with ExitStack() as stack:
        open_session(path, Identity("T7", "baccarat", "lt"), book("lt"), clock, stack)
    for more in ((), ("--handover",), ("--shifts",)):
        assert main(["report", str(path), *more, "--lang", "en"]) == 0
        output = capsys.readouterr().out
        assert "No activity" in output
        assert "– –" not in output


def test_no_two_counts_of_rounds_or_incidents_have_one_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A round that was finished, a void one and one that is open; an incident that was decided, and one that
    was taken back.
    """
    path = written(tmp_path / "J.db", *ROUND, *FELL, OPEN, CLOSED, incident("card_fell"), WITHDRAW)
    asked = (("status", str(path)), ("rulebook", "try", "lt", str(path)), ("report", str(path)))
    told = []
    for each in asked:
        main([*each, "--lang", "en"])
        told.append([" ".join(line.split()) for line in capsys.readouterr().out.splitlines()])
    status, tried, report = told
    assert any(line.endswith("rounds begun: 3, incidents reported: 2") for line in status)
    assert any(line.endswith("rounds ended: 2 · incidents decided: 1") for line in tried)
    for name, count in (("Rounds", 1), ("Rounds void", 1), ("Incidents", 1), ("Reports withdrawn", 1)):
        assert any(line.startswith(f"{name} {count} ") for line in report), name
    shoes = report.index("Shoes and shuffles")
    assert "Rounds begun" in report[shoes + 1] and " 3 " in f"{report[shoes + 2]} "


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("language", "shoe"), [("en", "shoe"), ("sv", "kortsko"), ("ja", "シュー")])
def test_a_report_that_lists_its_shoes_names_none_among_the_empty_parts(
    tmp_path: Path, language: str, shoe: str
) -> None:
    report = shift_report([written(tmp_path / "J.db", *ROUND)], Interval(), MADE)
    parts = report_paper(report, RecordFormatter(words(language)), "1.0").parts
    empty = words(language).text("report.empty")
    named = [part.note if part.heading == empty else part.heading for part in parts]
    assert sum(shoe in each.casefold() for each in named) == 1


def test_the_wheel_that_a_check_names_stands_under_no_heading_of_changes(tmp_path: Path) -> None:
    """ROU-3.2.1: each opening names it, and nothing was exchanged."""
    lines = (
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "open", "by": "P1"},
        {"do": "done", "by": "P1", "note": "W-77"},
    )
    path = tmp_path / "J.db"
    with session_at(path, SetClock(), game="roulette", is_ready=False) as session:
        assert all(session.take(msgspec.json.encode(line)).accepted for line in lines)
    (part,) = (part for part in paper_of(path).parts if "W-77" in {cell for row in part.rows for cell in row})
    assert part.heading == "Equipment"


def test_lines_that_no_device_sent_have_no_error_rate() -> None:
    assert DeviceFigures("", read=0, unread=7).error_rate is None
    assert DeviceFigures("shoe", read=3, unread=1).error_rate == 0.25


def test_a_report_over_the_night_of_a_clock_change_names_both_zones(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND, start=datetime(2026, 10, 25, 0, 30, tzinfo=UTC))
    zone = ZoneInfo("Europe/Vilnius")
    report = shift_report([path], of_day(date(2026, 10, 25), zone), MADE)
    text = "\n".join(lines_of(report_paper(report, RecordFormatter(words("en"), zone=zone), "1.0")))
    assert "UTC+02:00 / UTC+03:00" in text
    assert "03:00+03:00" in text, "the hour that comes twice"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--day", "2026-13-01"), "“2026-13-01” is not a date in the form 2026-03-01"),
        (("--day", "9999-12-31"), "“9999-12-31” is not a date in the form 2026-03-01"),
        (("--day", "0001-01-01"), "“0001-01-01” is not a date in the form 2026-03-01"),
        (("--from", "noon"), "“noon” is not a time in the form 2026-03-01T22:00"),
        (("--from", "2026-11-19T18:20", "--until", "2026-11-19T18:10"), "--until must be later than --from"),
    ],
)
def test_a_malformed_time_is_refused_in_words(
    given: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["report", "J.db", *given])
    assert message in capsys.readouterr().err


def test_a_tables_closed_files_are_left_out_and_an_idle_table_is_listed_once(
    tmp_path: Path,
) -> None:
    older = written(tmp_path / "older.db", *ROUND)
    newer = written(tmp_path / "newer.db", *ROUND, start=START + timedelta(days=40))
    other = written(tmp_path / "other.db", *ROUND, code="sv")
    day = of_day((START + timedelta(days=40)).date(), UTC)
    report = shift_report([older, newer, other], day, MADE)
    assert [(table.origin.rules, table.active) for table in report.tables] == [("lt", True), ("sv", False)]
    never = shift_report([older, newer, other], of_day(date(2020, 1, 1), UTC), MADE)
    assert [table.origin.rules for table in never.tables] == ["lt", "sv"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_hour_of_a_report_over_several_days_has_its_day(tmp_path: Path, language: str) -> None:
    """Two rows were named '09:00'."""
    path = written(tmp_path / "t.db", *ROUND)
    formatter, said = RecordFormatter(words(language), zone=UTC, names={}), words(language)
    for days, is_named in (0, False), (1, True):
        written(path, *ROUND, start=START + timedelta(days=days, minutes=5))
        paper = report_paper(shift_report([path], Interval(), START), formatter, "1.1.0")
        (part,) = (each for each in paper.parts if each.heading == said.text("report.pace"))
        hours = [str(row[0]) for row in part.rows]
        assert len(hours) == len(set(hours)) == 1 + days
        assert (formatter.day_text(START) in hours[0]) is is_named


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_was_refused_as_a_dealer_is_listed_with_the_reason(tmp_path: Path, lang: str) -> None:
    """A right PIN and an ended licence: the count of such refusals alone names nobody."""
    path, text = written(tmp_path / "J.db", *ROUND), words(lang).text
    noted(path, NoteKind.SIGN_IN_FAILED, time_of_line(20), who="D4")
    (plain,) = (part for part in paper_of(path, lang).parts if part.heading == text("report.failed"))
    assert len(plain.columns) == 2, "a wrong PIN needs no reason"
    noted(path, NoteKind.DEALING_REFUSED, time_of_line(21), "expired 2026-11-19", who="D5")
    (part,) = (part for part in paper_of(path, lang).parts if part.heading == text("report.failed"))
    assert part.columns[-1] == text("report.why")
    assert [row[1] for row in part.rows] == ["D4", "D5"]
    assert part.rows[0][2] is None
    assert part.rows[1][2] == bar_logged(words(lang), DealingBar(BarKind.EXPIRED, ("2026-11-19",)))


def test_a_dealer_who_may_not_go_on_did_not_try_to_sign_in(tmp_path: Path) -> None:
    """The licence came to cover another game while D1 dealt: the round's end was a failed sign-in."""
    path, text = written(tmp_path / "J.db", *ROUND), words("en").text
    noted(path, NoteKind.DEALING_REFUSED, time_of_line(20), "game roulette", who="D1")
    paper = paper_of(path, "en")
    assert not [part for part in paper.parts if part.heading == text("report.failed")]
    (people,) = (part for part in paper.parts if part.heading == text("menu.people"))
    ((_, _, what, why),) = people.rows
    assert "D1" in str(what)
    assert why == bar_logged(words("en"), DealingBar(BarKind.GAME, ("roulette",)))


@pytest.mark.parametrize("end", [(), ({"do": "withdraw", "by": "P1"},)], ids=["open", "taken back"])
def test_a_report_that_is_not_counted_is_not_nothing_to_report(tmp_path: Path, end: tuple[Seen, ...]) -> None:
    """The paper listed it under what happened, and named 'Incidents' among the parts without any."""
    path = written(tmp_path / "J.db", *FELL[:5], *end)
    paper = report_paper(shift_report([path], Interval(), START), RecordFormatter(words("en"), zone=UTC), "1")
    (nothing,) = [part.note for part in paper.parts if part.heading == words("en").text("report.empty")]
    assert nothing.startswith("Halts, failed sign-ins")


def test_tables_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    """The second one's incidents and figures stood beneath the first one's heading."""
    for folder in ("riga", "vilnius"):
        (tmp_path / folder).mkdir()
    one = written(tmp_path / "riga" / "T7.db", *FELL)
    other = written(tmp_path / "vilnius" / "T7.db", *ROUND, start=START + timedelta(hours=1))
    report, formatter = shift_report([one, other], Interval(), MADE), RecordFormatter(words("en"), zone=UTC)
    paper = report_paper(report, formatter, "1")
    abouts = [part.about for part in paper.parts if part.heading == words("en").text("report.happened")]
    assert len({*abouts}) == 2
    assert ["riga/T7.db" in each for each in abouts] == [True, False]
    assert ["vilnius/T7.db" in each for each in abouts] == [False, True]
    assert [table.origin.table for table in report.tables] == ["T7", "T7"]
    alone = shift_report([one], Interval(), MADE)
    assert alone.tables[0].origin == replace(report.tables[0].origin, label="")
