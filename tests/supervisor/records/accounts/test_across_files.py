"""An incident that is open as a journal's file is closed: whole, and once, from either of the two files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console import cli
from console.base.words import Words
from console.supervisor.commands import Journals
from console.supervisor.commands.incident import record_lines
from console.supervisor.history import EntrySequence
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import files_of_journal
from console.supervisor.records.accounts.lookup import every, find, find_round, in_newest_file
from console.supervisor.records.accounts.record import Record, RecordedPress
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.documents.proof_verdict import Comparison, compare_file, proof_verdict
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.facts_database import fill
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.table.commands.journal_copies import close_file
from console.table.core import SetClock, encode_table, game_of
from console.table.core.judging.checkpoints import table_after
from console.table.journal import Identity, archives, inclusion, open_journal, review
from console.table.journal.proof.seals import seal
from tests.supervisor.records.accounts.test_blackjack_records import DEALT, STAND
from tests.supervisor.records.exported import exported
from tests.table.core.tables import Seen, book
from tests.table.core.wheel_at_random import number_read, spin_line
from tests.table.journal.sealing import key_in
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    DONE_P,
    FELL,
    OPEN,
    ROUND,
    TICK,
    VOID,
    WITHDRAW,
    card,
    incident,
    say,
    time_of_line,
    written,
)

NIGHT = (*ROUND, *FELL, *ROUND)
"""T7-i1 is reported in line 13, answered in 15, authorised in 16, over in 17."""
REPORTED, OVER = 13, 17
MENDED: Seen = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9D"}
CORRECTED = (*ROUND[:3], MENDED, *ROUND[3:])
HALTED = (*ROUND[:3], *[{"do": "unread"}] * 3, say("They look for it"), VOID, ROUND[-1], *ROUND)


def divided(
    path: Path,
    cut: int,
    lines: tuple[Seen, ...] = NIGHT,
    game: str = "baccarat",
    *,
    refused: Sequence[str] = (),
    keys: Path | None = None,
) -> tuple[Path, Path]:
    """The closed file with the first lines, sealed where there are ``keys``, and the journal with the
    others.
    """
    path.parent.mkdir(exist_ok=True)
    written(path, *lines[:cut], game=game, refused=refused)
    with open_journal(path, Identity("T7", game, "lt")) as journal:
        found = journal.recover()
        table = table_after(game_of(book("lt"), game), found.checkpoint, found.entries)
        if keys is not None:
            seal(journal, key_in(keys), SetClock(time_of_line(cut)))
        closed = archives.go_on_in_new_file(journal, encode_table(table), time_of_line(cut))
    written(path, *lines[cut:], start=time_of_line(cut), game=game)
    return closed, path


def without_entries(record: Record | RecordedPress) -> object:
    """It without the numbers of entries and their file, the chain and the software: another file has
    others.
    """
    of_a_file = ("entry", "file", "proof", "software")

    def bare(value: object) -> object:
        if isinstance(value, dict):
            return {key: bare(each) for key, each in value.items() if key not in of_a_file}
        return [bare(each) for each in value] if isinstance(value, list | tuple) else value

    return bare(msgspec.to_builtins(record, enc_hook=str))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("cut", range(REPORTED - 1, OVER + 1))
def test_an_incident_is_found_whole_from_the_file_before_and_the_file_after(tmp_path: Path, cut: int) -> None:
    whole = find(written(tmp_path / "whole.db", *NIGHT), "T7-i1")
    files = divided(tmp_path / "cut" / "J.db", cut)
    if cut == OVER:  # the seconds around it end with its file, as the proof of its round's file does
        own = tuple(each for each in whole.readings if each.at <= time_of_line(cut))
        whole = replace(whole, readings=own)
    has_it = [file for file in files if "T7-i1" in {each.id for each in every(file)}]
    assert has_it == [file for at, file in enumerate(files) if (cut >= REPORTED, cut < OVER)[at]]
    for file in has_it:
        assert without_entries(find(file, "T7-i1")) == without_entries(whole)
        (listed,) = (each for each in every(file) if each.id == "T7-i1")
        assert (listed.outcome, listed.closed, listed.happened) == (
            whole.outcome,
            whole.closed,
            whole.happened,
        )


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("cut", "named"), [(REPORTED, "{first} ({file}) to {last}"), (OVER, "{first} to {last} ({file})")]
)
def test_a_record_names_the_closed_file_of_its_entries(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cut: int, named: str
) -> None:
    """Each file counts its own entries: somebody looked for 13 to 4 in the newest one."""
    closed, path = divided(tmp_path / "J.db", cut)
    proof = find(closed, "T7-i1").proof
    assert cli.main(["incident", str(path), "T7-i1", "--lang", "en"]) == 0
    said = named.format(first=proof.first, last=proof.last, file=closed.name)
    assert f"entries {said}, chain" in capsys.readouterr().out


@pytest.mark.sweep(2)
@pytest.mark.parametrize("cut", range(REPORTED - 1, OVER + 1))
def test_a_list_over_both_files_has_it_once(tmp_path: Path, cut: int) -> None:
    files = divided(tmp_path / "J.db", cut)
    printed = list(record_lines(files, RecordFormatter(Words("en"))))
    assert [line.split("\t")[0] for line in printed] == ["T7-i1"]
    assert "void" in printed[0]


def test_a_floor_that_holds_both_files_has_it_once(tmp_path: Path) -> None:
    files = divided(tmp_path / "J.db", 15)
    assert Journals("Riga", files, ("T7", "T7"), {}).with_subject("T7-i1", find) == files[1]


def test_a_halt_that_goes_on_in_the_next_file_is_whole(tmp_path: Path) -> None:
    closed, journal = divided(tmp_path / "J.db", 7, HALTED)
    (halt,) = every(closed)
    assert (halt.outcome, [each.id for each in every(journal)]) == ("void", [halt.id])
    last = halt.proof.last
    assert [[*every(journal, number)] != [] for number in (last, last + 1)] == [True, False], last
    assert find(closed, halt.id).closed == halt.closed == time_of_line(8)


def test_an_incident_whose_earlier_file_is_gone_is_recorded_as_far_as_known(tmp_path: Path) -> None:
    closed, journal = divided(tmp_path / "J.db", 15)
    closed.unlink()
    record = find(journal, "T7-i1")
    assert (record.outcome, record.clause, record.closed) == ("void", "LT-BAC-18b", time_of_line(OVER))
    with pytest.raises(NoSuchRecord):
        find(journal, "T7-i2")


@pytest.mark.sweep(2)
@pytest.mark.parametrize("subject", ["T7-i1", "T7-2"])
@pytest.mark.parametrize("cut", [REPORTED - 1, REPORTED, 15])
def test_a_rounds_file_goes_on_over_both_files_and_has_no_proof(
    tmp_path: Path, cut: int, subject: str
) -> None:
    whole = find_round(written(tmp_path / "whole.db", *NIGHT), subject)
    files = divided(tmp_path / "cut" / "J.db", cut)
    for file in files[subject == "T7-i1" and cut < REPORTED :]:
        made = find_round(file, subject)
        assert (made.status, made.times) == (whole.status, whole.times)
        assert [each.face for each in made.dealt] == [each.face for each in whole.dealt]
        assert [without_entries(each) for each in made.records] == [
            without_entries(each) for each in whole.records
        ]
        assert (made.proof, made.unproven) == (None, "two_files")


def test_a_rounds_file_over_two_files_names_the_closed_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the record does, whose numbers would otherwise run from 9 to 2; so does the check of the file."""
    closed, newer = divided(tmp_path / "J.db", REPORTED)
    made, path, words = find_round(newer, "T7-2"), tmp_path / "round.json", Words("en")
    why = words.text("round.file.unproven.two_files", first=f"{made.first} ({closed.name})", last=made.last)
    assert why in str(round_paper(made, RecordFormatter(words), time_of_line(0), ""))
    path.write_bytes(msgspec.json.encode(made, enc_hook=str))
    assert proof_verdict(path, "en") == 2
    assert capsys.readouterr().err == f"{path}: {why}\n"


def test_a_round_that_was_over_before_the_next_file_is_of_one_file(tmp_path: Path) -> None:
    closed, _ = divided(tmp_path / "J.db", 15)
    assert find_round(closed, "T7-1").unproven == "not_sealed"


LEFT: tuple[Seen, ...] = (
    {"do": "close", "by": "P1"},
    DONE_D,
    *({"do": "sign_out", "who": who} for who in ("D1", "P1")),
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("ahead", [(), LEFT, ROUND])
def test_a_rounds_file_has_what_the_next_file_has_before_the_next_bets(
    tmp_path: Path, ahead: tuple[Seen, ...]
) -> None:
    """Until the table closes, and the last of its people leaves."""
    comes, cut = {"do": "call", "by": "P1", "on": False}, len(ROUND) + 1
    call: Seen = {"do": "call", "by": "D1", "on": True}
    lines: tuple[Seen, ...] = (*ROUND, call, comes, say("I looked at it", "P1"), *ahead)
    whole = find_round(written(tmp_path / "whole.db", *lines), "T7-1")
    for file in divided(tmp_path / "cut" / "J.db", cut, lines):
        made = find_round(file, "T7-1")
        assert (made.times, made.people) == (whole.times, whole.people)
        assert [without_entries(each) for each in made.presses] == [
            without_entries(each) for each in whole.presses
        ]
        assert [each.text for each in made.remarks] == ["I looked at it"]
        assert made.unproven == "two_files"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("ahead", "goes_on"), [((), True), (LEFT, False), (ROUND, False)])
def test_a_rounds_file_says_that_the_next_file_which_may_have_more_is_missing(
    tmp_path: Path, ahead: tuple[Seen, ...], goes_on: bool
) -> None:
    """Its proof is in it nevertheless, and holds; a file that has no more says nothing of it."""
    closed, path = divided(tmp_path / "J.db", len(ROUND + ahead), (*ROUND, *ahead), keys=tmp_path / "keys")
    path.unlink()
    file = find_round(closed, "T7-1")
    assert bool(file.may_go_on) is goes_on and file.proof is not None
    out = tmp_path / "round.json"
    out.write_bytes(exported(file, RecordFormatter(Words("en"))))
    assert ("may_go_on" in json.loads(out.read_bytes())) is goes_on
    assert compare_file(out, inclusion.proof_file(out)) == Comparison()
    out.write_bytes(exported(replace(file, may_go_on=True), RecordFormatter(Words("en"))))
    assert (compare_file(out, inclusion.proof_file(out)) == Comparison()) is goes_on


def test_a_round_whose_people_left_before_the_next_file_is_of_one_file(tmp_path: Path) -> None:
    closed, path = divided(tmp_path / "J.db", len(ROUND + LEFT), (*ROUND, *LEFT))
    signed_in: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
    written(path, signed_in, start=time_of_line(99), is_ready=False)
    assert find_round(closed, "T7-1").unproven == "not_sealed"


@pytest.mark.sweep
def test_a_withdrawn_card_is_proved_once_the_next_files_round_is_over(tmp_path: Path) -> None:
    """And not before: it may be that round's. The round before it has it among what is proved around it."""
    lines = (*ROUND[:2], *map(card, ("8H", "3S", "QD", "AC", "8D")), WITHDRAW, *ROUND[-2:])
    cut, refused, out = len(ROUND + lines), ("out_of_turn",), tmp_path / "out.json"
    files = divided(tmp_path / "J.db", cut, (*ROUND, *lines), refused=refused, keys=tmp_path / "keys")
    (halt,) = every(files[0])
    formatter = RecordFormatter(Words("en"))
    for at, line in enumerate(ROUND):
        for subject in ("T7-1", "T7-2", halt.id):
            out.write_bytes(exported(find_round(files[0], subject), formatter))
            is_over = at > ROUND.index(DONE_D)
            assert (proof_verdict(out) == 0) is is_over
            assert (b'"8D"' in out.read_bytes()) is (is_over and subject != "T7-1")
        written(files[1], line, start=time_of_line(cut + at), is_ready=False)


def test_an_unturned_hole_card_is_proved_once_the_next_files_round_is_over(tmp_path: Path) -> None:
    lines = (*DEALT, card("9D"), VOID, DONE_D)
    refused, keys = ("out_of_turn",), tmp_path / "keys"
    closed, path = divided(tmp_path / "J.db", len(lines), lines, "blackjack", refused=refused, keys=keys)
    assert find_round(closed, "T7-1").unproven == "card_may_come"
    hand = (*DEALT, *STAND, DONE_D, card("8H"), DONE_D)
    written(path, *hand, start=time_of_line(len(lines)), game="blackjack", is_ready=False)
    out = tmp_path / "out.json"
    out.write_bytes(exported(find_round(closed, "T7-1"), RecordFormatter(Words("en"))))
    assert proof_verdict(out) == 0


SPUN = (OPEN, CLOSED, spin_line(5), number_read(17), DONE_D)
NO_NUMBER = (OPEN, incident("technical_fault", by="P1", result_known=False))
SEEN_AGAIN: Seen = {**AUTHORISE, "reason": "seen on the video"}
FEW_TURNS = incident("no_spin", by="P1", cause="few_turns")
NUMBER_LOST = (*SPUN[:3], number_read(5), FEW_TURNS, SEEN_AGAIN, DONE_D)
PUT_RIGHT = (incident("wrong_number_recorded", by="P1", actual=20), DONE_P)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("voids", [(), NO_NUMBER, NO_NUMBER * 4, NO_NUMBER * 3 + NUMBER_LOST])
@pytest.mark.parametrize("cut", [None, len(SPUN)])
def test_a_number_that_is_put_right_later_is_the_rounds_number(
    tmp_path: Path, cut: int | None, voids: tuple[Seen, ...]
) -> None:
    """LT-ROU-33: in the next file, and after void rounds, one of them with a number."""
    lines = (*SPUN, *voids, *PUT_RIGHT, *SPUN)
    if cut is None:
        file = written(tmp_path / "J.db", *lines, game="roulette")
    else:
        file, _ = divided(tmp_path / "J.db", cut, lines, "roulette")
    found = find_round(file, "T7-1")
    (record,) = (each for each in found.records if each.kind == "wrong_number_recorded")
    assert (record.after.spin and record.after.spin.number) == (found.result or {})["number"] == 20


def test_a_number_that_is_put_right_after_the_next_opening_is_the_rounds_number(tmp_path: Path) -> None:
    """Before the next bets (LT-ROU-33): its file has no more entries, and its result is the right one."""
    opened: tuple[Seen, ...] = ({"do": "close", "by": "P1"}, {"do": "open", "by": "P1"})
    file = find_round(written(tmp_path / "J.db", *SPUN, *opened, *PUT_RIGHT, game="roulette"), "T7-1")
    assert (file.last, (file.result or {})["number"]) == (len(SPUN) + 1, 20)


def test_a_number_that_is_put_right_behind_an_empty_file_is_the_rounds_number(
    tmp_path: Path,
) -> None:
    """The console was archived twice, with no entry between."""
    path = tmp_path / "J.db"
    closed, _ = divided(path, len(SPUN), SPUN, "roulette")
    empty, _ = divided(path, 0, PUT_RIGHT, "roulette")
    with review(empty) as journal:
        assert journal.bounds(None, None, None) is None
    for each in (closed, path):
        file = find_round(each, "T7-i1" if each == path else "T7-1")
        assert (file.unproven, (file.result or {})["number"]) == ("two_files", 20)
        assert file.people[0].since == time_of_line(1)


@pytest.mark.parametrize(
    ("game", "before", "lines", "cut", "told"),
    [
        ("baccarat", ROUND, FELL, 3, ("card_fell", None)),
        ("roulette", SPUN, (*SPUN, *PUT_RIGHT), len(SPUN), ("wrong_number_recorded", 20)),
    ],
)
def test_a_round_of_the_second_file_has_what_the_third_file_has_of_it(
    tmp_path: Path, game: str, before: tuple[Seen, ...], lines: tuple[Seen, ...], cut: int, told: object
) -> None:
    _, path = divided(tmp_path / "J.db", len(before), before, game)
    for file in divided(path, cut, lines, game):
        made = find_round(file, "T7-2")
        (record,) = made.records
        assert made.unproven == "two_files"
        assert (record.kind, (made.result or {}).get("number")) == told


def test_a_number_that_is_put_right_two_files_later_is_the_rounds_number(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    opened: tuple[Seen, ...] = ({"do": "close", "by": "P1"}, {"do": "open", "by": "P1"})
    closed, _ = divided(path, len(SPUN) + 1, (*SPUN, *opened), "roulette")
    divided(path, 0, PUT_RIGHT, "roulette")
    assert (find_round(closed, "T7-1").result or {})["number"] == 20


@pytest.mark.sweep(1)
@pytest.mark.parametrize("cut", [None, len(SPUN), len(SPUN) + 1, len(SPUN) + 2])
def test_a_worksheet_of_the_last_round_is_in_its_file_whenever_it_was_made(
    tmp_path: Path, cut: int | None
) -> None:
    """In the next file, after the table was closed and opened again; nothing else of the round is there."""
    settled: Seen = {"do": "settle", "by": "P1", "bets": [{"on": "black", "stake": 100}]}
    lines: tuple[Seen, ...] = (*SPUN, {"do": "close", "by": "P1"}, {"do": "open", "by": "P1"}, settled)
    if cut is None:
        file = written(tmp_path / "J.db", *lines, game="roulette")
    else:
        file, _ = divided(tmp_path / "J.db", cut, lines, "roulette")
    (sheet,) = find_round(file, "T7-1").worksheets
    assert (sheet.number, sheet.worksheet.back) == (17, 200)


@pytest.mark.parametrize("cut", [None, len(SPUN), len(SPUN) + 1])
def test_a_wrong_number_has_its_spin_and_its_readings_whatever_asks_for_it(
    tmp_path: Path, cut: int | None
) -> None:
    """LT-ROU-33: it is put right in the next round, which may have begun in the next file."""
    lines = (*SPUN, OPEN, *PUT_RIGHT, *SPUN[1:])
    if cut is None:
        path = written(tmp_path / "J.db", *lines, game="roulette")
    else:
        _, path = divided(tmp_path / "J.db", cut, lines, "roulette")
    record, (inside,) = find(path, "T7-i1"), find_round(path, "T7-2").records
    assert [(each.turns, each.number) for each in record.spins] == [(5, None)]
    assert [each.said[0].card for each in record.readings] == ["17"]
    assert (inside.spins, inside.readings) == (record.spins, record.readings)


def test_a_card_of_the_next_file_is_no_reading_of_an_incident_before_it(tmp_path: Path) -> None:
    """A proof holds the entries of one file, so a record has the same readings whatever asks for it."""
    closed, _ = divided(tmp_path / "J.db", len(ROUND) + len(FELL))
    (inside,) = find_round(closed, "T7-2").records
    for record in (find(closed, "T7-i1"), inside):
        assert [each.said[0].card for each in record.readings] == ["9H", "4C"]


def test_a_report_after_a_rounds_end_is_whole_in_that_rounds_file(tmp_path: Path) -> None:
    report = (incident("cards_left_on_table", by="P1"), {"do": "done", "by": "P1"}, DONE_D)
    lines = (*ROUND, *report, *ROUND)
    closed, _ = divided(tmp_path / "J.db", len(ROUND) + 1, lines)
    (record,) = find_round(closed, "T7-1").records
    assert (record.outcome, record.closed) == ("go_on", time_of_line(len(ROUND) + 3))


def test_a_round_without_a_doubted_number_is_read_from_one_file(tmp_path: Path) -> None:
    file, _ = divided(tmp_path / "J.db", len(SPUN), (*SPUN, *SPUN, *PUT_RIGHT), "roulette")
    assert find_round(file, "T7-1").unproven == "not_sealed"


def test_a_round_over_two_files_is_timed_from_the_end_of_its_bets(tmp_path: Path) -> None:
    """Its bets are closed in the first file; the interval begins in the other one."""
    files = divided(tmp_path / "T7.db", 3, ROUND)
    begin = Interval(start=time_of_line(5))
    (table,) = shift_report(files, begin, time_of_line(99)).tables
    assert table.whole.to_result.count == 1
    assert table.whole.to_result.mean == (time_of_line(6) - time_of_line(2)).total_seconds()


@pytest.mark.sweep
def test_a_report_of_a_file_begins_with_its_shift_in_the_file_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A journal closed halfway through a shift: the report of its file said that no incident was reported."""
    closed, path = divided(tmp_path / "J.db", OVER)
    with review(path) as journal:
        (shift,) = journal.shifts()
    for at, of in enumerate(([], ["--shift", shift])):
        whole, half = tmp_path / f"whole{at}.json", tmp_path / f"half{at}.json"
        for files, out in (([closed, path], whole), ([path], half)):
            arguments = ["report", *map(str, files), *of, "--json", str(out)]
            assert cli.main(arguments) == 0
        tables = [json.loads(out.read_bytes())["tables"] for out in (whole, half)]
        assert tables[0] == tables[1] and tables[0][0]["incidents"]
    for command in (["incident"], ["report"], ["report", "--handover"]):
        capsys.readouterr()
        assert cli.main([*command, str(path), "--lang", "en"]) == 0
        assert "There is a gap" not in capsys.readouterr().out
    assert cli.main(["incident", str(path)]) == 0
    assert capsys.readouterr().out.startswith("T7-i1\t")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("command", [["incident"], ["report"], ["report", "--handover"]])
def test_a_file_whose_shift_begins_in_a_file_that_is_gone_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    closed, path = divided(tmp_path / "J.db", OVER)
    closed.unlink()
    assert cli.main([*command, str(path), "--lang", "en"]) == 0
    gap = f"There is a gap before J.db: it goes on from {closed.name}, which is not among these files."
    assert gap in capsys.readouterr().out


@pytest.mark.sweep(1)
@pytest.mark.parametrize("subject", ["T7-i1", "i1"])
def test_an_incident_of_an_earlier_file_is_shown_from_the_file_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], subject: str
) -> None:
    """By its id, or as the report names it."""
    _, path = divided(tmp_path / "J.db", OVER + 1)
    for command in ("incident", "round"):
        assert cli.main([command, str(path), subject, "--lang", "en"]) == 0, command
    assert "T7-i1" in capsys.readouterr().out


def test_a_round_is_found_by_its_number_in_the_earlier_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, path = divided(tmp_path / "J.db", OVER + 1)
    assert cli.main(["round", str(path), "1", "--lang", "en"]) == 0
    assert "T7-1" in capsys.readouterr().out


def test_a_subject_is_looked_for_from_the_named_file_back_to_the_first(tmp_path: Path) -> None:
    looked = list[Path]()

    def look(file: Path, subject: str) -> str:
        looked.append(file)
        if file != first:
            raise NoSuchRecord(subject)
        return subject

    first, path = divided(tmp_path / "J.db", 0, ROUND)
    second, _ = divided(path, 0, ROUND)
    assert in_newest_file(second, "T7-1", look) == "T7-1"
    assert looked == [second, first]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("command", ["incident", "round"])
def test_a_command_that_finds_nothing_says_which_earlier_file_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    closed, path = divided(tmp_path / "J.db", OVER + 1)
    capsys.readouterr()
    assert cli.main([command, str(path), "T7-i9", "--lang", "en"]) == 2
    assert closed.name not in capsys.readouterr().err
    closed.unlink()
    for subject in ("T7-i1", "i1"):
        assert cli.main([command, str(path), subject, "--lang", "en"]) == 2
        gap = f"There is a gap before J.db: it goes on from {closed.name}, which is not among these files."
        assert gap in capsys.readouterr().err


def in_files(path: Path, keys: Path, *parts: Sequence[Seen]) -> list[Path]:
    """The files of a journal, each closed after its part as a console closes it; the last one stays open."""
    clock = SetClock(time_of_line(0))
    for at, lines in enumerate(parts):
        if at:
            close_file(path, clock, keys)
        written(path, *lines, start=clock.utc())
        clock.advance(TICK * (len(lines) + 1))
    return files_of_journal(path)


def test_a_halt_of_an_earlier_file_is_found_from_the_newest_and_the_gap_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    closed, path = in_files(tmp_path / "J.db", tmp_path / "keys", HALTED[: -len(ROUND)], ROUND)
    (halt,) = every(closed)
    assert cli.main(["incident", str(path), halt.id, "--lang", "en"]) == 0
    closed.unlink()
    capsys.readouterr()
    assert cli.main(["incident", str(path), halt.id, "--lang", "en"]) == 2
    gap = f"There is a gap before J.db: it goes on from {closed.name}, which is not among these files."
    assert gap in capsys.readouterr().err


@pytest.mark.sweep
@pytest.mark.parametrize("files", [2, 3])
@pytest.mark.parametrize(("letter", "lines"), [("H", HALTED[: -len(ROUND)]), ("C", CORRECTED)])
def test_an_id_of_a_halt_or_a_correction_is_its_journals_only_one(
    tmp_path: Path, letter: str, lines: Sequence[Seen], files: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same happens in each file, and has the same number there: its id counts those before."""
    path, keys = tmp_path / "J.db", tmp_path / "keys"
    parts = in_files(path, keys, *[lines] * files)
    assert len(parts) == files
    sequence, ids = EntrySequence(parts), list[str]()
    for at, part in enumerate(parts):
        (one,) = every(part)
        ids.append(one.id)
        assert one.id == f"{letter}{sequence.earlier(at) + one.proof.first}"
        record = find(part, one.id)
        assert (record.proof, record.happened) == (one.proof, one.happened)
        assert find(parts[0], one.id) == find(path, one.id) == record
        of_round = find_round(path, one.id)
        assert (of_round.subject, [each.id for each in of_round.records]) == (one.id, [one.id])
        assert of_round.where.round == f"T7-{at + 1}"
        assert of_round.first <= one.proof.first <= of_round.last
        with closing(sqlite3.connect(part)) as tool:
            viewed = [row[0] for row in tool.execute("SELECT correction FROM corrections")]
        assert viewed == ([one.id] if letter == "C" else [])
    assert len({*ids}) == files
    out = tmp_path / "round.json"
    out.write_bytes(exported(find_round(path, ids[-2]), RecordFormatter(Words("en"))))
    assert compare_file(out, inclusion.proof_file(out)) == Comparison(), "its proof has the count"
    assert Journals("Riga", tuple(parts), ("T7",) * files, {}).with_subject(ids[0], find) == path
    report = table_report(parts[0], Interval(), later=parts[1:])
    assert [each.id for each in report.lists.halts] == (ids if letter == "H" else [])
    assert cli.main(["incident", str(path), "--lang", "en"]) == 0
    listed = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in listed] == ids and len({len(line) for line in listed}) == 1
    for id in ids:
        assert cli.main(["incident", str(path), id, "--lang", "en"]) == 0
    table = "halt" if letter == "H" else "correction"
    with closing(sqlite3.connect(":memory:")) as found:
        fill(found, JournalFacts(parts).rows)
        assert [row[0] for row in found.execute(f"SELECT id FROM {table} ORDER BY rowid")] == ids
    assert (
        cli.main(["incident", str(path), f"{letter}{sequence.earlier(files - 1) + 999}", "--lang", "en"]) == 2
    )


@pytest.mark.sweep
def test_the_wheels_of_a_file_that_goes_on_are_counted_from_there_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    closed, path = divided(tmp_path / "J.db", len(SPUN), (*SPUN, *SPUN), "roulette")
    for files, says in (([path], True), ([closed, path], False), ([closed], False)):
        assert cli.main(["wheel", *map(str, files), "--lang", "en"]) == 0
        assert (f"J.db goes on from {closed.name}, which was not named" in capsys.readouterr().out) is says


@pytest.mark.sweep(1)
@pytest.mark.parametrize("command", [["report"], ["report", "--handover"]])
def test_a_new_file_without_entries_is_of_the_shift_in_which_the_one_before_it_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """The table closed with an incident open; the handover said 'no activity'."""
    closed, path = divided(tmp_path / "J.db", 15, NIGHT[:15])
    assert cli.main([*command, str(path), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "No activity" not in said and "i1" in said
    closed.unlink()
    assert cli.main([*command, str(path), "--lang", "en"]) == 0
    assert f"There is a gap before J.db: it goes on from {closed.name}" in capsys.readouterr().out
