"""With ``--floor`` a document says byte for byte what it says of the tables' own journals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from console import cli
from console.base.command_line import INTERRUPTED
from console.base.words import LANGUAGES
from console.floor import copies
from console.floor.commands import floor_documents
from console.floor.door import BatchStatus
from console.floor.operation import move_table, rename_table, table_of_name
from console.floor.self_report import SelfReport, TableStanding, encode_report
from console.floor.shipper import Shipper
from console.supervisor.commands import Journals, SeveralTables, incident, report, round, shoe
from console.table.core import SetClock, game_of
from console.table.journal import Batch, Identity, Shipment
from console.table.journal.file.heading import beginning
from tests.floor.studio_server import FloorServer
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.supervisor.records.accounts.test_across_files import HALTED
from tests.supervisor.reports.test_wheel_figures import spun
from tests.table.core.tables import Seen, book
from tests.table.played import CLOSED, FELL, OPEN, ROUND, START, TICK, card, say, session_at, written

LINES: dict[str, tuple[Seen, ...]] = {
    "T1": (*FELL, say("カメラの前でカードが落ちた", "P1"), *ROUND),
    "T2": (*ROUND, OPEN, CLOSED, card("9H"), say("荷官换了牌靴", "P1")),
}
LATER = START + timedelta(days=1)
WRONG = 2
Line = tuple[str | Path, ...]


@pytest.fixture
def house(floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FloorServer:
    """A floor that is this machine's, read by the supervisor's account a day later."""
    dsn = f"{floor.dsn} user={floor.windows['supervisor']}"
    reached = floor_documents.ReadableFloor("Riga", lambda: psycopg.connect(dsn, autocommit=True), {})
    monkeypatch.setattr(floor_documents, "readable_floor", lambda *_: reached)
    monkeypatch.setattr(copies, "own_folder", lambda: tmp_path / "copies")
    for command in (incident.incident, report.report, round.round_file, shoe.shoe):
        monkeypatch.setitem(command.__kwdefaults__ or {}, "now", lambda: LATER)
    return floor


def ship(floor: FloorServer, path: Path, table: str, game: str) -> None:
    shipper = Shipper(path, floor.door(table), game_of(book("lt"), game))
    while shipper.step():
        pass


def shipped_journal(
    house: FloorServer,
    path: Path,
    game: str,
    lines: tuple[Seen, ...],
    after: int,
    own_name: str | None = None,
) -> Path:
    """A table's journal, shipped; its name is the table's, which is in a room of its own. By its
    ``own_name`` it calls itself otherwise.
    """
    table, clock = path.stem, SetClock(START + timedelta(seconds=after))
    with session_at(path, clock, game=game, table=own_name or table) as session:
        for line in lines:
            clock.advance(TICK)
            session.take(msgspec.json.encode(line))
    ship(house, path, table, game)
    house.admin.execute("UPDATE floor.tables SET room = %s WHERE table_id = %s", (f"room {table}", table))
    return path


@pytest.fixture
def tables(house: FloorServer, tmp_path: Path) -> list[Path]:
    """Two tables' journals, the second a second after the first."""
    found = enumerate(LINES.items())
    return [
        shipped_journal(house, tmp_path / f"{table}.db", "baccarat", lines, at)
        for at, (table, lines) in found
    ]


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str | Path, status: int = 0) -> tuple[str, str]:
    done = cli.main([*map(str, arguments)])
    printed = capsys.readouterr()
    assert done == status, printed.err
    return printed.out, printed.err


def records_listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a floor's list of incidents, without its mark."""
    lines = output_of(capsys, "incident", "--floor", "--lang", "en")[0].splitlines()
    return [line for line in lines if not line.startswith("NOT LIVE")]


def without_files(printed: str) -> str:
    """A document without the line of its journals' files, which a floor does not have."""
    return "".join(line for line in printed.splitlines(keepends=True) if ".db" not in line)


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_document_over_the_floor_is_that_of_the_tables_own_journals(
    tables: list[Path], tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lang = ("--lang", language)
    found: tuple[tuple[Line, Line], ...] = (
        (("report", "--floor"), ("report", *tables)),
        (("report", "--floor", "--rooms", "room T2"), ("report", tables[1])),
        (("incident", "--floor"), ("incident", tables[0])),
        (("incident", "--floor", "T1-i1"), ("incident", tables[0], "T1-i1")),
        (("round", "T1-i1", "--floor"), ("round", tables[0], "T1-i1")),
    )
    for ours, theirs in found:
        out, err = output_of(capsys, *ours, *lang)
        other, complaint = output_of(capsys, *theirs, *lang)
        assert (out, err) == (without_files(other), complaint) and out
    files: tuple[tuple[str, Line, Line], ...] = (
        ("report", ("--floor",), (*tables,)),
        ("incident", ("--floor", "T1-i1"), (tables[0], "T1-i1")),
        ("round", ("--floor", "T1-i1"), (tables[0], "T1-i1")),
    )
    for name, ours, theirs in files:
        papers = [tmp_path / f"{name}-{of}.json" for of in ("ours", "theirs")]
        for target, of in zip(papers, (ours, theirs), strict=True):
            output_of(capsys, name, *of, "--json", target, *lang)
        mine, other = (msgspec.json.decode(each.read_bytes()) for each in papers)
        if head := other.get("text", {}).get("head"):
            head[:] = [line for line in head if ".db" not in line]
        assert mine == other


@pytest.mark.sweep
def test_a_halt_in_a_floors_list_is_named_with_its_table(
    house: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for after, table in enumerate(("T1", "T2")):
        shipped_journal(house, tmp_path / f"{table}.db", "baccarat", HALTED, after)
    first, second = (line.split("\t") for line in records_listed(capsys))
    assert first[0] == second[0] and first[0].startswith("H")
    assert (first[-1], second[-1]) == ("T1", "T2")


@pytest.fixture
def renamed(house: FloorServer, tables: list[Path]) -> Iterator[list[Path]]:
    """The two tables, of which the first is called T7 now and the second has its name; at the end they are as
    they were.
    """
    known = [table_of_name(house.admin, name) for name in ("T1", "T2")]
    for each, name in zip(known, ("T7", "T1"), strict=True):
        rename_table(house.admin, each, name)
    yield tables
    put_back = "UPDATE floor.tables SET studio = %s, name = %s WHERE table_id = %s"
    house.admin.execute("UPDATE floor.tables SET name = table_id || ' before' WHERE table_id IN ('T1', 'T2')")
    for table in known:
        house.admin.execute(put_back, (table.studio, table.name, table.table))
    house.admin.execute("DELETE FROM floor.watch WHERE studio = 'Vilnius' AND account LIKE 'supervisor%'")


def test_a_name_that_a_renamed_table_had_before_chooses_the_table_that_has_it_now(
    renamed: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """A table's id is its first name: both tables stood in the report of one."""
    for name, path in (("T1", renamed[1]), ("T7", renamed[0]), ("Riga/T1", renamed[1])):
        out, _ = output_of(capsys, "report", "--floor", "--tables", name, "--lang", "en")
        assert out == without_files(output_of(capsys, "report", path, "--lang", "en")[0]), name


def test_of_two_tables_with_one_name_each_is_chosen_with_its_studio(
    house: FloorServer, renamed: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing chose one of them: a record that both had could not be printed."""
    move_table(house.admin, table_of_name(house.admin, "T1"), "Vilnius")
    rename_table(house.admin, table_of_name(house.admin, "T7"), "T1")
    house.admin.execute("INSERT INTO floor.watch VALUES (%s, 'Vilnius')", (house.windows["supervisor"],))
    _, err = output_of(capsys, "report", "--floor", "--tables", "T9", "--lang", "en", status=WRONG)
    named = [name for name in ("Riga/T1", "Vilnius/T1") if name in err]
    for name, path in zip(named, renamed, strict=True):
        out, _ = output_of(capsys, "report", "--floor", "--tables", name, "--lang", "en")
        assert out == without_files(output_of(capsys, "report", path, "--lang", "en")[0]), name


@pytest.fixture
def alike(house: FloorServer, tmp_path: Path) -> Iterator[FloorServer]:
    """A table in each of two studios; both are called Table 7."""
    move_table(house.admin, table_of_name(house.admin, "T2"), "Vilnius")
    for after, (table, lines) in enumerate(LINES.items()):
        shipped_journal(house, tmp_path / f"{table}.db", "baccarat", lines, after, "Table 7")
        rename_table(house.admin, table_of_name(house.admin, table), "Table 7")
    house.admin.execute("INSERT INTO floor.watch VALUES (%s, 'Vilnius')", (house.windows["supervisor"],))
    yield house
    house.admin.execute("UPDATE floor.tables SET name = table_id, studio = 'Riga'")
    house.admin.execute("DELETE FROM floor.watch WHERE studio = 'Vilnius' AND account LIKE 'supervisor%'")


def test_two_studios_tables_of_one_name_are_told_apart_in_each_document(
    alike: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second table's parts stood beneath the heading of the first, its open round as that one's; of two
    sets without a number the shoes were added.
    """
    both = ("Riga/Table 7", "Vilnius/Table 7")
    for arguments in (("report",), ("report", "--handover"), ("card-sets",), ("shoe",)):
        out, _ = output_of(capsys, *arguments, "--floor", "--lang", "en")
        first, *mine = out.split(both[0])[1:]
        own = (first + "".join(mine)).split(both[1])
        assert len(own) > 1, arguments
        assert all("Table 7" not in each.replace("Table 7-", "") for each in own), arguments
    assert [line.split("\t")[-1] for line in records_listed(capsys)] == [both[0]]
    out, _ = output_of(capsys, "report", "--floor", "--tables", both[1], "--lang", "en")
    assert "/Table 7" not in out and "Table Table 7" in out


def test_a_copy_of_a_journal_that_another_studios_table_sends_keeps_it_from_no_paper(
    alike: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a stolen token of a table of that name the first table was left out, and the copy stood for it."""
    alike.empty()
    for table in ("T2", "T1"):
        ship(alike, tmp_path / "T1.db", table, "baccarat")
    for arguments in (("report",), ("report", "--handover"), ("card-sets",), ("shoe",)):
        out, err = output_of(capsys, *arguments, "--floor", "--lang", "en")
        assert "Riga/Table 7" in out and "Vilnius/Table 7" in out and not err, arguments
    assert [line.split("\t")[-1] for line in records_listed(capsys)] == ["Riga/Table 7", "Vilnius/Table 7"]
    _, err = output_of(capsys, "round", "--floor", "Table 7-1", "--lang", "en", status=WRONG)
    assert "Riga/Table 7" in err and "Vilnius/Table 7" in err
    out, _ = output_of(capsys, "round", "--floor", "Table 7-1", "--tables", "Riga/Table 7", "--lang", "en")
    assert "Round Table 7-1" in out


def test_an_incident_that_another_table_claims_is_named_with_that_table(
    house: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a stolen token of T2 the entries of T1 stood in T2's journal, and in the list as T1's own."""
    own = Shipment(shipped_journal(house, tmp_path / "T1.db", "baccarat", LINES["T1"], 0))
    heading = replace(own.heading, table="T2")
    heading = replace(heading, digest=beginning(heading))
    batch = replace(own.batch(1, own.last()[0]), before=heading.digest)
    assert house.door("T2").ship(1, heading, batch).status is BatchStatus.TAKEN
    house.admin.execute(
        "INSERT INTO floor.checkpoint SELECT 'T2', part, number, state FROM floor.checkpoint "
        "WHERE table_id = 'T1' ON CONFLICT DO NOTHING"
    )
    lines = sorted(records_listed(capsys), key=len)
    assert lines == [lines[0], f"{lines[0]}\tT2"]
    for command in ("incident", "round"):
        _, err = output_of(capsys, command, "--floor", "T1-i1", "--lang", "en", status=WRONG)
        assert "T1-i1 is in more than one journal" in err
        out, _ = output_of(capsys, command, "--floor", "T1-i1", "--tables", "T2", "--lang", "en")
        assert re.search(r"^ *Table +T2\b", out, re.MULTILINE), "it says whose word it is"


@pytest.mark.sweep
def test_a_wheels_figures_over_the_floor_are_those_of_its_own_journal(
    house: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lang = ("--serial", "W-1042", "--lang", "en")
    shipped_journal(house, tmp_path / "T1.db", "baccarat", LINES["T1"], 0)
    _, err = output_of(capsys, "wheel", "--floor", *lang, status=WRONG)
    assert err.count("\n") == 1, "a table that plays cards has none"
    wheel = shipped_journal(house, tmp_path / "T2.db", "roulette", (*spun(1, 17), *spun(2, 0)), 1)
    ours = output_of(capsys, "wheel", "--floor", *lang)
    assert ours == output_of(capsys, "wheel", wheel, *lang) and "17: 1" in ours[0]


def test_a_table_whose_entries_were_changed_is_named_and_left_out(
    house: FloorServer, tables: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    house.admin.execute(
        "UPDATE floor.entry SET packed = packed || packed WHERE table_id = 'T1' AND number = 9"
    )
    lang = ("--lang", "en")
    out, err = output_of(capsys, "report", "--floor", *lang, status=floor_documents.NOT_WHOLE)
    why = err.removeprefix("dealer-console report: ")
    assert out.replace(why, "") == without_files(output_of(capsys, "report", tables[1], *lang)[0])
    assert err.count("\n") == 1 and "Table T1: entry 9" in why and why in out
    out, err = output_of(capsys, "incident", "--floor", "T1-i1", *lang, status=WRONG)
    assert out == "" and "Table T1: entry 9" in err and "Riga" in err
    out, err = output_of(capsys, "report", "--floor", "--tables", "T1", *lang, status=WRONG)
    assert out == "" and "Table T1: entry 9" in err


def test_a_handover_says_what_a_table_reports_and_its_entries_do_not_say_yet(
    house: FloorServer, tables: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The entry of a halt waited for its card to be shown, and the handover said nothing of the halt."""
    heading, (number, head) = Shipment(tables[0]).heading, house.head("T1")
    since = datetime(2026, 5, 1, 3, 35, 55, tzinfo=UTC)
    report = SelfReport(standing=TableStanding.HALTED, since=since, entry=number + 2, held_back=2)
    house.door("T1").ship(1, heading, Batch(number + 1, head), encode_report(report))
    target = tmp_path / "out.json"
    output_of(capsys, "report", "--floor", "--json", target, "--lang", "en")
    handed_over, _ = output_of(capsys, "report", "--floor", "--handover", "--lang", "en")
    line = "T1: its last 2 entries have not reached the floor server yet. By its own report it has been "
    line += f"halted since {since.astimezone():%H:%M:%S}."
    assert line in " ".join(handed_over.split())
    assert line in msgspec.json.decode(target.read_bytes())["text"]["head"]


def test_a_table_with_an_unreadable_entry_is_left_out_with_a_message(
    house: FloorServer,
    tables: list[Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    heading, (number, head) = Shipment(tables[0]).heading, house.head("T1")
    strange = b"\x9e" + msgspec.msgpack.encode(number + 1) + b"\xa1\xff"
    batch = Batch(number + 1, head, ("2026-05-01T03:00:00Z",), ("noted",), (strange,))
    assert house.door("T1").ship(1, heading, batch).status is BatchStatus.TAKEN
    target = tmp_path / "out.json"
    command = ("report", "--floor", "--json", target, "--lang", "en")
    _, errors = output_of(capsys, *command, status=floor_documents.NOT_WHOLE)
    said = f"Table T1: entry {number + 1} is too long or can’t be read. Nothing of this table"
    (left_out,) = msgspec.json.decode(target.read_bytes())["left_out"]
    assert said in errors and said in left_out


def strange_table(
    house: FloorServer, path: Path, identity: Identity, event: bytes | None, after: int
) -> None:
    """A file of T2's that no console wrote, or with an identity that none here has; without the first entries
    the others can't be followed.
    """
    with opened(path, identity, FIRST) as made:
        entries = lines_and_entries(20)[1][after:20]
        made.append([each if event is None else replace(each, event=event) for each in entries])
    shipper = Shipper(path, house.door("T2"), None)
    while shipper.step():
        pass


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("game", "rules", "event", "after", "named"),
    [
        ("baccarat", "zz", None, 0, "the rulebook zz"),
        ("baccarat", "lt", b"{}", 0, "entry 1 is too long or can’t be read"),
        ("baccarat", "lt", None, 3, "entry 10 is too long or can’t be read"),
        ("roulette", "lt", b"{}", 0, "entry 1 is too long or can’t be read"),
    ],
)
def test_a_table_that_can_not_be_read_here_is_named_and_keeps_no_other_out(
    house: FloorServer,
    tmp_path: Path,
    game: str,
    rules: str,
    event: bytes | None,
    after: int,
    named: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each command with ``--floor`` ended at such a file; those with a paper of their own name it there."""
    lines = LINES["T1"] if game == "baccarat" else (*spun(1, 17), *spun(2, 0))
    own = shipped_journal(house, tmp_path / "T1.db", game, lines, 0)
    for name in ("T2", "T2-again"):
        strange_table(house, tmp_path / f"{name}.db", Identity("T2", game, rules), event, after)
    lang = ("--lang", "en")
    of_cards, of_wheels = [(("card-sets",), False), (("shoe",), True)], [(("wheel",), False)]
    for arguments, is_on_paper in (
        (("report",), True),
        (("report", "--handover"), True),
        (("incident",), False),
        *(of_cards if game == "baccarat" else of_wheels),
    ):
        out, err = output_of(capsys, *arguments, "--floor", *lang, status=floor_documents.NOT_WHOLE)
        why = err.removeprefix(f"dealer-console {arguments[0]}: ")
        assert err.count("\n") == 1 and "T2" in why and named in why
        assert (why in out) is is_on_paper
        theirs, _ = output_of(capsys, *arguments, own, *lang)
        expected = without_files(theirs)
        assert out.replace(why, "") == expected
    out, err = output_of(capsys, "report", "--floor", "--tables", "T2", *lang, status=WRONG)
    assert out == "" and err.count("\n") == 2 and "T2" in err and "Riga" in err


def test_an_id_that_several_tables_have_is_asked_for_with_its_table(tmp_path: Path) -> None:
    first, second = (written(tmp_path / name, OPEN) for name in ("a.db", "b.db"))
    journals = Journals("Riga", (first, second), ("T1", "T2"), {})
    with pytest.raises(SeveralTables) as error:
        journals.with_subject("H9", lambda path, subject: None)
    assert error.value.slots == {"id": "H9", "tables": ("T1", "T2")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_request_is_refused_in_one_line_that_names_it(
    tables: list[Path], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, named in (
        (("report", tables[0], "--floor"), "--floor"),
        (("round", tables[0], "R1", "--floor"), "--floor"),
        (("report", "--floor", "--table", "t.toml"), "--tables"),
        (("wheel", tables[0], "--rooms", "A"), "--rooms"),
        (("report", "--floor", "--tables", "T1,T9"), "T9"),
        (("report", "--floor", "--rooms", "Z"), "room T2"),
        (("incident", "--floor", "T1-i9"), "dealer-console incident --floor"),
        (("round", "--floor", "T1-i9"), "T1-i9"),
    ):
        out, err = output_of(capsys, *arguments, "--lang", language, status=WRONG)
        assert out == "" and err.count("\n") == 1 and named in err, arguments


def test_an_empty_or_silent_floor_is_reported_in_one_line(
    house: FloorServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, err = output_of(capsys, "report", "--floor", "--lang", "en", status=WRONG)
    assert err.count("\n") == 1 and "Riga" in err

    def silent() -> psycopg.Connection:
        raise psycopg.OperationalError("connection refused\nIs the server running?")

    gone = floor_documents.ReadableFloor("Riga", silent, {})
    monkeypatch.setattr(floor_documents, "readable_floor", lambda *_: gone)
    _, err = output_of(capsys, "report", "--floor", "--lang", "en", status=WRONG)
    assert "connection refused. " in err and err.count("\n") == 1


def test_ctrl_c_while_it_is_copied_ends_it_in_one_line(
    tables: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(floor_documents, "_bring_up", pressed)
    out, err = output_of(capsys, "report", "--floor", "--lang", "en", status=INTERRUPTED)
    assert (out, err) == ("", "dealer-console report: Cancelled; nothing was written.\n")
