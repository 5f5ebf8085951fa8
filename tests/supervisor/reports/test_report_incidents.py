"""A shift report begins with what happened: every incident, from its second of video to who authorised it."""

from __future__ import annotations

import csv as tables
import json
import re
import shutil
import zipfile
from contextlib import ExitStack
from datetime import UTC, datetime, time, timedelta
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.cli import main
from console.supervisor.history.interval import Interval
from console.supervisor.records import Link, Paper, ToSign, csv_of, lines_of
from console.supervisor.records.documents.export import xlsx_of
from console.supervisor.records.documents.paper import Overleaf
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.handover import HandoverSignature
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json, told
from console.supervisor.reports.shift_report import ShiftReport
from console.supervisor.review import Paperwork
from console.supervisor.ui.paper.document import fold_rows, pdf_of
from console.table.config import Video
from console.table.core import SetClock, encode_table, game_of
from console.table.core.judging.checkpoints import table_after
from console.table.custody import open_session
from console.table.game import rulebook
from console.table.journal import Identity, archives, open_journal
from tests.base.words.catalogues import words
from tests.supervisor.records.shift_played import Shift
from tests.sweep import sampled
from tests.table.core.tables import Seen, book
from tests.table.core.wheel_at_random import number_read, spin_line, status, wheel_bytes
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    FELL,
    OPEN,
    ROUND,
    WITHDRAW,
    answer,
    card,
    incident,
    say,
    session_at,
    take,
    time_of_line,
    written,
)

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
VIDEO = Video("https://nvr.example/{camera}?t={time}", "T7", "cam-7")
TAKEN_BACK = (OPEN, CLOSED, card("9H"), incident("card_fell"), {"do": "withdraw", "by": "D1"})


def paper_of(report: ShiftReport, lang: str = "en", video: Video | None = VIDEO) -> Paper:
    videos = {} if video is None else {video.table: video}
    return report_paper(report, RecordFormatter(words(lang), zone=UTC, videos=videos), "1.0")


def report_of(path: Path) -> ShiftReport:
    return shift_report([path], Interval(), MADE)


def test_an_incident_is_reported_with_its_clause_people_and_times(tmp_path: Path) -> None:
    """LT-BAC-18b: a card fell, nobody saw its face, the round is void."""
    (incident,) = map(told, table_report(written(tmp_path / "J.db", *ROUND, *FELL), Interval()).incidents)
    assert (incident["id"], incident["kind"], incident["clause"], incident["outcome"]) == (
        "T7-i1",
        "card_fell",
        "LT-BAC-18b",
        "void",
    )
    assert (incident["round"], incident["by"], incident["authorised_by"]) == ("T7-2", "D1", "P1")
    assert (incident["at"], incident["reported"]) == (time_of_line(13), time_of_line(13))
    assert incident["waited"] == (time_of_line(16) - time_of_line(13)).total_seconds()
    assert incident["authorised"] == time_of_line(16) and incident["closed"] == time_of_line(17)


def test_open_and_withdrawn_incidents_are_reported_too(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *TAKEN_BACK, incident("card_fell", cards=1))
    back, still = map(told, table_report(path, Interval()).incidents)
    assert (back["outcome"], back["closed"]) == ("record_only", time_of_line(5))
    assert (still["outcome"], still["closed"], still["waited"]) == ("open", None, None)


def test_a_withdrawn_incident_names_the_person_and_the_reason(tmp_path: Path) -> None:
    why = {"do": "withdraw", "by": "P1", "reason": "heard wrong"}
    path = written(tmp_path / "J.db", *TAKEN_BACK[:-1], why)
    (back,) = map(told, table_report(path, Interval()).incidents)
    assert (back["outcome"], back["taken_back_by"], back["reason"]) == ("record_only", "P1", "heard wrong")
    text = str(paper_of(report_of(path), "en"))
    assert "Withdrawn · P1 · heard wrong" in text


def test_an_outcome_that_was_authorised_with_a_reason_names_it(tmp_path: Path) -> None:
    asked, why = incident("cannot_continue", reason="other"), {**AUTHORISE, "reason": "Fire alarm"}
    path = written(tmp_path / "J.db", OPEN, CLOSED, card("9H"), asked, why)
    (decided,) = map(told, table_report(path, Interval()).incidents)
    assert (decided["outcome"], decided["authorised_by"], decided["reason"]) == ("void", "P1", "Fire alarm")
    assert f"{words('en').text('outcome.void')} · Fire alarm" in str(paper_of(report_of(path), "en"))


def test_an_incident_happened_when_play_stopped_and_not_when_it_was_reported(tmp_path: Path) -> None:
    """LT-BAC-25: a card drawn in bet time halts; the report comes later."""
    lines = (OPEN, card("9H"), {"do": "call", "by": "D1", "on": True}, incident("early_deal"))
    path = written(tmp_path / "J.db", *lines, refused=("bets_open",))
    (reported,) = map(told, table_report(path, Interval()).incidents)
    assert (reported["at"], reported["reported"]) == (time_of_line(2), time_of_line(4))


def test_an_incident_that_ended_before_the_interval_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL, *ROUND)
    assert table_report(path, Interval(time_of_line(11), time_of_line(60))).incidents == ()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("cut", range(5, 5 + 4))
def test_an_incident_that_is_open_across_a_bound_is_in_both_intervals(tmp_path: Path, cut: int) -> None:
    """LT-BAC-18b is reported in line 5 and authorised in line 8; line 9 ends it."""
    path, bound = written(tmp_path / "J.db", *FELL, *ROUND), time_of_line(cut + 1)
    whole = table_report(path, Interval())
    earlier = table_report(path, Interval(None, bound))
    later = table_report(path, Interval(bound, None))
    (fell,), (first,), (second,) = (map(told, each.incidents) for each in (whole, earlier, later))
    assert fell["carried_over"] is first["carried_over"] is None
    assert (first["outcome"], first["authorised"]) == ("open", fell["authorised"] if cut == 8 else None)
    assert second == fell | {"carried_over": "authorised" if cut == 8 else "reported"}
    assert (earlier.whole.incidents, later.whole.incidents) == ((), whole.whole.incidents)
    assert (first["counted"], second["counted"]) == (False, True), "it is counted where it ends"
    assert earlier.whole.voids + later.whole.voids == 1
    (dealt,) = (each.figures for each in later.dealers if each.figures.incidents)
    assert dealt.carried_over == 1 and dealt.incidents_per_thousand == 1000


@pytest.mark.sweep
def test_an_incident_that_stays_open_for_long_is_known_from_its_report_on(tmp_path: Path) -> None:
    """Its report lies further back than a report reads for what else was going on."""
    path = written(tmp_path / "J.db", *FELL[:5], *(say("waits") for _ in range(1_100)), *FELL[5:])
    report = table_report(path, Interval(time_of_line(1_090)))
    (fell,), (whole,) = report.incidents, table_report(path, Interval()).incidents
    assert told(fell) == told(whole) | {"carried_over": "reported"}


def test_a_report_that_waits_across_a_bound_is_in_both_intervals(tmp_path: Path) -> None:
    """Two reports at once: the second opens, and is taken back, after the bound."""
    lines = (*FELL[:5], incident("prohibited_action"), *FELL[5:9], {"do": "withdraw", "by": "D1"})
    path = written(tmp_path / "J.db", *lines)
    first, second = (
        [*map(told, table_report(path, each).incidents)]
        for each in (Interval(None, time_of_line(7)), Interval(time_of_line(7)))
    )
    assert [(each["id"], each["outcome"]) for each in first] == [("T7-i1", "open"), ("T7-i2", "open")]
    assert [(each["id"], each["outcome"]) for each in second] == [("T7-i1", "void"), ("T7-i2", "record_only")]
    assert [each["carried_over"] for each in second] == ["reported", "reported"]


def test_a_waiting_report_that_is_no_longer_possible_came_to_nothing(tmp_path: Path) -> None:
    """Nobody withdrew it, and the figures say so; it has no line where no report came to nothing."""
    path = written(tmp_path / "J.db", *FELL[:6], incident("technical_fault", "P1"), *FELL[6:9])
    report = shift_report([path], Interval(), MADE)
    (_, second), whole = map(told, report.tables[0].incidents), report.tables[0].whole
    assert (second["outcome"], second["overtaken_by"]) == ("record_only", "T7-i1")
    assert second["taken_back_by"] is None
    assert (whole.taken_back, whole.came_to_nothing, whole.incident_count) == (0, 1, 1)
    printed = "\n".join(lines_of(paper_of(report)))
    assert "Came to nothing · No longer possible after i1 ended" in printed
    assert re.search("Reports that came to nothing +1 ", printed) and "Withdrawn" not in printed
    others = shift_report([written(tmp_path / "K.db", *TAKEN_BACK)], Interval(), MADE)
    assert "came to nothing" not in "\n".join(lines_of(paper_of(others)))


def test_a_round_that_a_report_made_void_counts_as_void_without_any_bets(tmp_path: Path) -> None:
    nobody = (OPEN, {"do": "seats", "seats": []})
    void = incident("technical_fault", by="P1")
    path = written(tmp_path / "J.db", *nobody, void, *nobody, CLOSED, game="blackjack", code="de")
    whole = table_report(path, Interval()).whole
    assert (whole.voids, whole.unplayed) == (1, 1)


def test_a_refunded_bet_is_counted_in_the_interval_of_its_authorisation(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: the refund is offered before the bound, and authorised after it."""
    dealt = ({"do": "seats", "seats": [3]}, CLOSED, *map(card, ("2H", "6S", "7D", "4C")))
    passed: Seen = {"do": "decision", "seat": 3, "hand": 1, "choice": "timeout"}
    lines = (OPEN, *dealt, passed, incident("no_chance_to_act", seat=3), {"do": "authorise", "by": "P1"})
    path = written(tmp_path / "J.db", *lines, game="blackjack")
    earlier, later = (
        table_report(path, each).whole
        for each in (Interval(None, time_of_line(10)), Interval(time_of_line(10)))
    )
    assert (earlier.refunds, later.refunds) == (0, 1)
    assert (earlier.incident_count, later.incident_count) == (0, 1)


@pytest.mark.parametrize(
    "ending",
    [(answer(ball_removed_in_time=False), {**AUTHORISE, "reason": "seen on video"}), (WITHDRAW,)],
    ids=["decided", "taken_back"],
)
def test_a_decision_that_is_taken_back_after_a_bound_was_not_made_before_it(
    tmp_path: Path, ending: tuple[Seen, ...]
) -> None:
    """LT-ROU-32a: the number that the reader sends then says that the ball was not removed."""
    began = (OPEN, CLOSED, spin_line(5), incident("foreign_object", by="P1"))
    decided = answer("D1", ball_removed_in_time=True)
    lines = (*began, decided, number_read(5), *ending)
    path = written(tmp_path / "J.db", *lines, game="roulette", refused=("halted",))
    first, second = (
        told(table_report(path, each).incidents[0])
        for each in (Interval(None, time_of_line(6)), Interval(time_of_line(6)))
    )
    assert (first["authorised"], first["carried_over"]) == (time_of_line(5), None)
    assert second["authorised"] in (None, time_of_line(8)) and second["carried_over"] == "reported"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_row_says_what_happened_before_the_interval_and_in_it(tmp_path: Path, lang: str) -> None:
    path, text = written(tmp_path / "J.db", *FELL), words(lang).text
    reported, authorised, closed = (
        f"{text(f'record.{name}')}{words(lang).text('access.told', name='', said=f'09:00:{at}')}"
        for name, at in (("reported", 10), ("authorised", 16), ("closed", 18))
    )
    for cut, before, since in ((8, [reported], [authorised, closed]), (9, [reported, authorised], [closed])):
        earlier, later = (
            paper_of(shift_report([path], each, MADE), lang).parts[0].rows[0][5]
            for each in (Interval(None, time_of_line(cut)), Interval(time_of_line(cut)))
        )
        decided = [text("outcome.void")] if cut == 9 else []
        assert earlier == words(lang).side_by_side((*decided, text("record.open"), *before))
        carried = text("report.carried_over.one", acts=text("access.list").join(before))
        assert later == words(lang).side_by_side((text("outcome.void"), carried, *since))


@pytest.mark.parametrize("until", [16, 17])
def test_an_incident_that_the_interval_cuts_off_is_open_in_every_part(tmp_path: Path, until: int) -> None:
    """The entry that authorises an outcome, or ends the incident, is the first one of the next day."""
    path = written(tmp_path / "J.db", *ROUND, *FELL)
    report = table_report(path, Interval(time_of_line(2), time_of_line(until)))
    (fell,) = map(told, report.incidents)
    assert (fell["outcome"], fell["closed"]) == ("open", None)
    assert (fell["authorised"] is not None) == (until > 16)
    assert report.whole.incidents == ()
    assert report.whole.voids == (until > 16)
    assert report.handover is not None
    assert [each.id for each in report.handover.incidents] == [fell["id"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_one_has_the_incidents_the_open_points_and_the_signatures(tmp_path: Path, lang: str) -> None:
    paper = paper_of(report_of(written(tmp_path / "J.db", *FELL, *ROUND)), lang)
    text = words(lang).text
    turn = next(at for at, part in enumerate(paper.parts) if isinstance(part, Overleaf))
    first, second, *_, last = paper.parts[:turn]
    assert first.heading == text("report.happened")
    assert [what for what, _ in second.rows] == [text("handover.uncounted")]
    assert paper.parts[turn].heading == text("report.figures")
    assert not any(isinstance(part, Overleaf) for part in paper.parts[turn + 1 :])
    (row,) = first.rows
    assert row[0] == "i1" and row[1] == time(9, 0, 10)
    assert row[4] == "LT-BAC-18b" and row[8] == timedelta(seconds=6)
    assert row[-1] == Link("08:59:40", "https://nvr.example/cam-7?t=2026-11-20T08:59:40Z")
    assert isinstance(last, ToSign) and last.heading.startswith(text("handover.signatures"))
    assert text("record.shift") in last.heading
    assert [cells[-2:] for cells in last.rows] == [("", ""), ("", "")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_heading_is_without_content_and_no_column_without_its_heading(tmp_path: Path, lang: str) -> None:
    for lines in (ROUND, (*FELL, *ROUND)):
        paper = paper_of(report_of(written(tmp_path / f"{len(lines)}.db", *lines)), lang)
        for part in paper.parts:
            assert part.heading and (part.rows or part.note), part
            assert all(part.columns[1:]), part.columns
            assert {len(part.columns)} >= {len(row) for row in part.rows}


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "code"), [("baccarat", "lt"), ("blackjack", "ja"), ("roulette", "is")])
def test_no_programmers_key_stands_in_it(tmp_path: Path, game: str, code: str) -> None:
    path = tmp_path / "J.db"
    with ExitStack() as stack:
        Shift(path, code, game, 3, stack).play(500, 30)
    report = report_of(path)
    for lang in LANGUAGES:
        text = "\n".join(lines_of(paper_of(report, lang)))
        found = re.findall(r"\b[a-z]+(?:[_.][a-z]+)+\b", text.replace("nvr.example", ""))
        assert not found, (lang, found)


def test_a_report_without_incidents_says_so(tmp_path: Path) -> None:
    first, *_ = paper_of(report_of(written(tmp_path / "J.db", *ROUND))).parts
    assert first.note == words("en").text("report.happened.none")


def test_every_kind_of_file_leads_to_the_second_of_video(tmp_path: Path) -> None:
    report = report_of(written(tmp_path / "J.db", *FELL))
    paper, address = paper_of(report), "https://nvr.example/cam-7?t=2026-11-20T08:59:40Z"
    assert f"08:59:40  {address}" in "\n".join(lines_of(paper))
    assert f"08:59:40 {address}" in csv_of(paper).decode("utf-8-sig")
    with zipfile.ZipFile(BytesIO(xlsx_of(paper))) as book:
        links = [book.read(name).decode() for name in book.namelist() if "_rels/sheet" in name]
    assert any(address in each for each in links)
    parsed = msgspec.json.decode(report_json(report, paper, {}))
    assert parsed["tables"][0]["incidents"][0]["id"] == "T7-i1"
    assert address in msgspec.json.encode(parsed["text"]).decode()


@pytest.mark.sweep
@pytest.mark.usefixtures("qapp")
def test_in_the_pdf_it_is_a_link_and_without_an_address_a_time(tmp_path: Path) -> None:
    report = report_of(written(tmp_path / "J.db", *FELL))
    linked, plain = pdf_of(paper_of(report)), pdf_of(paper_of(report, video=None))
    assert b"/URI (https://nvr.example/cam-7?t=2026-11-20T08:59:40Z)" in linked
    assert b"/URI (" not in plain


def test_a_signature_by_pin_stands_beside_the_line_for_the_hand(tmp_path: Path) -> None:
    report = report_of(written(tmp_path / "J.db", *ROUND))
    (table,) = report.tables
    assert table.handover is not None
    shift = table.handover.shift or ""
    signed = HandoverSignature("outgoing", "P1", MADE - timedelta(hours=1), 9, "Shoe 2 sticks", shift)
    handover = msgspec.structs.replace(table.handover, signatures=(signed,))
    table = msgspec.structs.replace(table, handover=handover)
    parts = paper_of(msgspec.structs.replace(report, tables=(table,))).parts
    (last,) = (part for part in parts if isinstance(part, ToSign))
    assert [row[1] for row in last.rows] == [
        "P1 · 20/11/2026 11:00:00",
        words("en").text("handover.unsigned"),
    ]
    assert last.rows[0][2] == "Shoe 2 sticks"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_staff_are_who_dealt_from_when_to_when(tmp_path: Path, lang: str) -> None:
    """A pit boss's PIN for a decision, and the relief's, make no line of their own."""
    relief = {"do": "sign_in", "who": "D2", "role": "dealer"}
    lines = (*FELL, {"do": "sign_out", "who": "P1"}, relief)
    paper = paper_of(report_of(written(tmp_path / "J.db", *lines)), lang)
    (staff,) = (part for part in paper.parts if part.heading == words(lang).text("report.staffing"))
    assert [row[0] for row in staff.rows] == ["D1", "D2"]
    assert staff.rows[0][2] == staff.rows[1][1], "the one goes as the other comes"
    assert staff.rows[1][2] is None, "who still deals"


def test_each_part_of_the_csv_is_a_table_with_its_heading(tmp_path: Path) -> None:
    paper = paper_of(report_of(written(tmp_path / "J.db", *FELL)))
    blocks = csv_of(paper).decode("utf-8-sig").split("\r\n\r\n")
    assert len(blocks) == len(paper.parts) + 1
    for part, block in zip(paper.parts, blocks[1:], strict=True):
        heading, *rest = tables.reader(StringIO(block))
        assert heading == [part.heading]
        assert len(rest) == bool(part.rows) + len(part.rows) + bool(part.note)
        assert {len(row) for row in rest[: len(part.rows) + 1]} <= {len(part.columns), 1}


@cache
def report_of_a_shift(game: str) -> ShiftReport:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder) / "J.db"
        Shift(path, "lt", game, 3, stack).play(200, 8)
        return report_of(path)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["baccarat", "blackjack", "roulette"])
def test_every_sheet_has_its_whole_name(game: str, lang: str) -> None:
    """A workbook's sheets have 31 letters: no name is cut within a word, none counted up."""
    paper = paper_of(report_of_a_shift(game), lang)
    with zipfile.ZipFile(BytesIO(xlsx_of(paper))) as book:
        names = re.findall(r'<sheet name="([^"]*)"', book.read("xl/workbook.xml").decode())
    whole = [part.sheet or part.heading for part in paper.parts]
    assert names[1:] == [name.replace("\u00ad", "").replace("/", "") for name in whole]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_of_zeros_are_one_where_it_is_printed(tmp_path: Path, lang: str) -> None:
    paper = paper_of(report_of(written(tmp_path / "J.db", *ROUND)), lang)
    (figures,) = (part for part in paper.parts if part.heading == words(lang).text("report.figures"))
    printed = fold_rows(figures, lang)
    assert len(printed.rows) < len(figures.rows)
    assert not [row for row in printed.rows if 0 in row[1:] and all(not cell for cell in row[1:])]
    for row in set(figures.rows) - set(printed.rows):
        assert str(row[0]).lower() in printed.note.lower() or not any(cell is not None for cell in row[1:])


@pytest.mark.sweep(1)
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_quarter_of_an_hour_is_two_pages(tmp_path: Path, lang: str) -> None:
    lines = (*FELL, {"do": "sign_out", "who": "P1"}, *ROUND, *ROUND, *ROUND)
    printed = pdf_of(paper_of(report_of(written(tmp_path / "J.db", *lines)), lang))
    assert len(re.findall(rb"/Type ?/Page\b", printed)) == 2


def test_a_tables_report_reads_its_closed_files_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A night shift's file is closed halfway through it, by a start after the end of the month."""
    path, file = tmp_path / "T7.db", tmp_path / "table7.toml"
    written(path, *ROUND, *FELL)
    file.write_text(
        f'name = "T7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "en"\njournal = "{path}"\n'
        '[[device]]\nrole = "shoe"\nurl = "/dev/none"\n'
    )
    day = f"{time_of_line(1).astimezone():%Y-%m-%d}"
    told = []
    for archived in (False, True):
        if archived:
            assert main(["journal", "archive", str(path)]) == 0
            capsys.readouterr()
        assert main(["report", "--table", str(file), "--day", day, "--lang", "en"]) == 0
        told.append(capsys.readouterr().out)
    happened = [[line for line in each.splitlines() if "LT-BAC-18b" in line] for each in told]
    assert happened[0] == happened[1] != []
    assert main(["report", "--table", str(file), "--shifts", "--lang", "en"]) == 0
    assert capsys.readouterr().out.strip() != "No activity"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("missing", [False, True])
def test_a_report_of_a_day_or_time_reads_the_closed_files_beside_the_named_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: bool
) -> None:
    """A month's new file knows a part of the day: the page has all of it, or names the file that is missing.
    The dealers' comparison is of the same files as the figures above it.
    """
    closed, newest = _night(tmp_path / "T7.db", 20, is_closed=True)
    day = f"{time_of_line(1).astimezone():%Y-%m-%d}"
    if missing:
        closed.unlink()
    listed = 1 if missing else 2
    for name, asked in (("day", day), ("from", f"{day}T00:00")):
        out = tmp_path / f"{name}.json"
        assert main(["report", str(newest), f"--{name}", asked, "--json", str(out)]) == 0
        (table,) = json.loads(out.read_text("utf-8"))["tables"]
        assert table["gap"] == (
            {"file": newest.name, "before": closed.name, "reader": None} if missing else None
        )
        assert len(table["incidents"]) == listed
    out = tmp_path / "all.json"
    assert main(["report", str(newest), "--json", str(out)]) == 0
    report = json.loads(out.read_text("utf-8"))
    assert report["charts"]["dealers"]["rounds"] == report["tables"][0]["whole"]["rounds"]
    work = Paperwork([newest], {}, lambda: time_of_line(100), draw=pdf_of)
    report = work.report_of_shift(work.shifts()[0], lambda _: True).report
    assert len(report.tables[0].incidents) == listed


NIGHT = (
    *ROUND,
    {"do": "sign_out", "who": "P1"},
    *FELL[:5],
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    *FELL[5:],
    *TAKEN_BACK,
)
"""A round; an incident for which a pit boss has to come; one that was taken back."""


def _night(path: Path, cut: int, *, is_closed: bool) -> list[Path]:
    """The files of a night whose console started again after a line; ``is_closed``: in a new file."""
    written(path, *NIGHT[:cut])
    files = [path]
    if is_closed:
        with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
            found = journal.recover()
            table = table_after(game_of(book("lt"), "baccarat"), found.checkpoint, found.entries)
            files.insert(0, archives.go_on_in_new_file(journal, encode_table(table), time_of_line(cut)))
    written(path, *NIGHT[cut:], start=time_of_line(cut))
    return files


@pytest.mark.sweep
def test_a_file_that_is_closed_in_the_midst_of_a_shift_changes_nothing_in_its_report(tmp_path: Path) -> None:
    for cut in sampled(range(1, len(NIGHT)), range(1, len(NIGHT), 3)):
        files = [_night(tmp_path / f"{cut}{each}.db", cut, is_closed=each) for each in (False, True)]
        whole, divided = (shift_report(each, Interval(), MADE) for each in files)
        assert list(lines_of(paper_of(divided))) == list(lines_of(paper_of(whole))), cut
        (table,), (as_one,) = divided.tables, whole.tables
        assert table.whole == as_one.whole and table.dealers == as_one.dealers, cut
        fell, back = map(told, table.incidents)
        over = [each.fact.ended and each.fact.ended.at for each in as_one.incidents]
        assert (fell["outcome"], fell["authorised_by"], fell["closed"]) == ("void", "P1", over[0])
        assert (back["outcome"], back["closed"]) == ("record_only", over[1])
        backwards = shift_report(files[1][::-1], Interval(), MADE)
        assert [each.whole for each in backwards.tables] == [as_one.whole]


def test_a_closed_files_incidents_before_the_interval_are_not_counted(tmp_path: Path) -> None:
    """The interval begins in the new file, or ends in the old one."""
    files = _night(tmp_path / "J.db", 15, is_closed=True)
    (after,) = shift_report(files, Interval(time_of_line(16), None), MADE).tables
    assert [(each.fact.id, each.carried_over) for each in after.incidents] == [
        ("T7-i1", "reported"),
        ("T7-i2", None),
    ]
    assert after.incidents[0].fact.entry is not None, "the earlier file has it"
    (alone,) = shift_report(files[1:], Interval(), MADE).tables
    first, second = map(told, after.incidents)
    assert [*map(told, alone.incidents)] == [first | {"entry": None}, second], "of the later file alone"
    (before,) = shift_report(files, Interval(None, time_of_line(15)), MADE).tables
    assert [(each.fact.id, each.outcome) for each in before.incidents] == [("T7-i1", "open")]
    assert before.whole.incidents == ()


def test_an_incident_that_a_void_reports_is_not_carried_over(tmp_path: Path) -> None:
    """ROU-2.1.6: in sv to void the round of a wheel's fault is to report it."""
    failing = wheel_bytes(status(3, 1, 0, 4))
    lines = (OPEN, CLOSED, failing, {"do": "void", "by": "P1"})
    path = written(tmp_path / "J.db", *lines, game="roulette", code="sv", refused=("not_possible",))
    (listed,) = map(told, shift_report([path], Interval(), MADE).tables[0].incidents)
    assert (listed["kind"], listed["carried_over"], listed["by"]) == ("technical_fault", None, "P1")
    assert (listed["reported"], listed["entry"] is not None) == (time_of_line(4), True)


def test_an_outcome_of_a_houses_own_row_that_is_only_recorded_counts_as_an_incident(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends like a report that came to nothing, but a pit boss authorised it by a clause."""
    shutil.copytree(rulebook.rulebook_folder(), tmp_path / "rulebooks")
    rows = tmp_path / "rulebooks" / "incidents" / "lt.toml"
    row = 'clause = "LT-BAC-14", outcome = "{}"'
    text = rows.read_text("utf-8").replace(row.format("go_on"), row.format("record_only"))
    rows.write_text(text, "utf-8")
    monkeypatch.setattr(rulebook, "rulebook_folder", lambda: tmp_path / "rulebooks")
    own = rulebook.load_rulebook("lt")
    with ExitStack() as stack:
        path = tmp_path / "J.db"
        identity = Identity("T7", "baccarat", "lt")
        session = open_session(path, identity, own, SetClock(), stack, is_ready=True).session
        take(session, incident("under_burn"), AUTHORISE)
    (table,) = shift_report([path], Interval(), MADE).tables
    (listed,) = map(told, table.incidents)
    assert (listed["outcome"], listed["authorised_by"], listed["overtaken_by"]) == ("record_only", "P1", None)
    assert (table.whole.incident_count, table.whole.came_to_nothing) == (1, 0)


OVERNIGHT = datetime(2026, 11, 20, 23, 59, 40, tzinfo=UTC)
"""Twenty seconds before midnight; a line takes two."""


def test_times_of_the_day_before_have_their_day(tmp_path: Path) -> None:
    """An incident just after midnight is filmed from before it, and the handover names its report's day."""
    fell = (OPEN, CLOSED, card("9H"), *(say("a line") for _ in range(10)), incident("card_fell", cards=1))
    path = written(tmp_path / "J.db", *fell, start=OVERNIGHT)
    (row,) = paper_of(report_of(path), video=None).parts[0].rows
    assert (str(row[1]), row[-1]) == ("2026-11-21 00:00:08", "20/11/2026 23:59:38")
    written(path, say("on"), start=OVERNIGHT + timedelta(days=1, minutes=1), is_ready=False)
    points = next(each for each in paper_of(report_of(path)).parts if "Open points" in each.heading)
    assert str(points.rows[0][1]).endswith("21/11/2026 00:00:08")


def test_the_number_of_cards_stands_in_the_outcome(tmp_path: Path) -> None:
    damaged = (OPEN, CLOSED, card("9H"), incident("damaged_card", "P1", cards=2), {"do": "done", "by": "P1"})
    (row,) = paper_of(report_of(written(tmp_path / "J.db", *damaged))).parts[0].rows
    assert row[5] == "Identical cards replace them"


def test_a_halt_from_the_shift_before_says_when_it_began_and_ended(
    tmp_path: Path,
) -> None:
    extra = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C", "8D")))
    path = written(tmp_path / "J.db", *extra, refused=["out_of_turn"])
    later = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
    written(path, {"do": "void", "by": "P1"}, start=later, is_ready=False)
    report = shift_report([path], Interval(shift="2026-11-20 14:00"), MADE)
    (row,) = paper_of(report).parts[0].rows
    assert row[5] == "Round void, bets go back · open from before (Reported: 09:00:14) · Ended: 14:30:02"


def test_dealers_are_not_compared_over_no_days(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    heading, printed = words("en").text("report.against"), list[bool]()
    for days in ("90", "0"):
        assert main(["report", str(path), "--compared", days, "--lang", "en"]) == 0
        printed.append(heading in capsys.readouterr().out)
    assert printed == [True, False]


def test_dealers_are_compared_over_rounds_from_before_the_clock_was_set_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are dated after the report's end, and stand in its figures all the same."""
    path, clock = tmp_path / "J.db", SetClock(MADE)
    with session_at(path, clock) as session:
        for lines in (ROUND, ROUND):
            take(session, *lines, clock=clock)
            clock.set(-3600)
    assert main(["report", str(path), "--lang", "en"]) == 0
    compared = capsys.readouterr().out.partition(words("en").text("report.against"))[2]
    assert re.search(r"D1 +2 +0 ", compared), compared


def test_the_wait_is_the_one_between_the_printed_times(tmp_path: Path) -> None:
    """Each was cut off on its own: 21:59:03 to 22:03:31 stood beside a wait of 4:27."""
    path, clock = tmp_path / "J.db", SetClock(datetime(2026, 11, 20, 9, 0, 0, 900_000, tzinfo=UTC))
    with session_at(path, clock) as session:
        take(session, *FELL, clock=clock, seconds=2.3)
    report = report_of(path)
    (fact,) = (each.fact for each in report.tables[0].incidents)
    (row,) = paper_of(report).parts[0].rows
    assert fact.authorised is not None
    printed = [at.replace(microsecond=0) for at in (fact.reported, fact.authorised.at)]
    assert row[8] == printed[1] - printed[0] != timedelta(seconds=int(fact.waited or 0))
