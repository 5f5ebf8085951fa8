"""`journal verify --floor`: which of cut, rewritten, replaced a journal is, in six languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES, Words
from console.floor.commands.floor_verdict import lines_about
from console.floor.shipper import Shipper
from console.floor.witness.comparison import ComparisonResult, Finding
from console.table.journal import Batch, Identity, Shipment
from tests.floor.studio_server import FloorServer, journal
from tests.floor.test_shipping import ship_all
from tests.instruments.bench.play import FIRST, lines_and_entries, opened


@pytest.fixture
def house(floor: FloorServer, tmp_path: Path) -> Path:
    file = tmp_path / "floor.toml"
    address, database = floor.server.sockets, floor.admin.info.dbname
    account = floor.windows["witness"]
    file.write_text(
        f'studio = "Riga"\n[floor]\naddress = "{address}"\ndatabase = "{database}"\naccount = "{account}"\n'
    )
    return file


def verify(path: Path, *beside: object) -> int:
    return cli.main(["journal", "verify", str(path), "--lang", "en", *map(str, beside)])


def test_a_cut_after_the_last_seal_is_found_by_the_floor_and_by_nothing_in_the_file(
    floor: FloorServer, house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, cut, every = tmp_path / "a" / "journal.db", tmp_path / "b" / "journal.db", lines_and_entries(120)[1]
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    with journal(path) as kept:
        kept.append(every[:90])
    cut.write_bytes(path.read_bytes())
    with journal(path) as kept:
        kept.append(every[90:110])
        ship_all(Shipper(path, floor.door(), None))
        kept.append(every[110:])
    assert (verify(cut), verify(cut, "--floor", house), verify(path, "--floor", house)) == (0, 1, 0)
    printed = capsys.readouterr().out
    assert "the end was cut off: the floor server stores 20 more entries, from 91 on" in printed
    assert "the floor server stores the same entries up to 110" in printed
    assert "The floor server is behind: 10 later entries" in printed


def test_a_tables_own_account_is_enough_to_compare_its_journal(
    floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The technician at the table has its file, and no other account."""
    path, file = tmp_path / "T1.db", tmp_path / "table1.toml"
    address, database = floor.server.sockets, floor.admin.info.dbname
    file.write_text(
        'name = "T1"\ngame = "baccarat"\nrules = "sv"\nlanguage = "en"\n'
        '[[device]]\nrole = "shoe"\nurl = "/dev/none"\n'
        f'[floor]\naddress = "{address}"\ndatabase = "{database}"\naccount = "{floor.accounts["T1"]}"\n'
    )
    with journal(path, 30):
        ship_all(Shipper(path, floor.door(), None))
    assert verify(path, "--floor", file) == 0, capsys.readouterr().err
    assert "the floor server stores the same entries up to 30" in capsys.readouterr().out


def test_a_missing_floor_or_a_file_without_one_is_reported_in_one_line(
    floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, nowhere = tmp_path / "journal.db", tmp_path / "floor.toml"
    with journal(path, 5):
        pass
    nowhere.write_text(f'studio = "Riga"\n[floor]\naddress = "{tmp_path}"\naccount = "boss"\n')
    assert verify(path, "--floor", nowhere) == 2
    assert capsys.readouterr().err.startswith("The floor server is not answering, so nothing is compared: ")
    assert verify(path, "--floor", tmp_path / "none.toml") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_words(language: str) -> None:
    words = Words(language)
    texts = {
        "\n".join(
            lines_about(
                ComparisonResult(each, 90, 10, 91, 20, Path("night.db")),
                "B7",
                words,
                Path("night.db"),
            )
        )
        for each in Finding
    }
    assert len(texts) == len(Finding)
    assert not any("{" in each or "journal.floor" in each for each in texts)


def test_a_file_is_compared_with_its_own_table_whatever_that_one_is_called(
    floor: FloorServer, house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of a table that was renamed, or has the first name of another, was called replaced."""
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    for path, table in ((first, "T1"), (second, "T2")):
        with opened(path, Identity("Table 7", "baccarat", "sv"), FIRST) as kept:
            kept.append(lines_and_entries(30)[1][:30])
            ship_all(Shipper(path, floor.door(table), None))
    named = "UPDATE floor.tables SET studio = %s, name = %s WHERE table_id = %s"
    floor.admin.execute("INSERT INTO floor.watch VALUES (%s, 'Vilnius')", (floor.windows["witness"],))
    try:
        for of_first, of_second in (
            (("Riga", "Table 7"), ("Vilnius", "Table 7")),
            (("Riga", "Table 8"), ("Riga", "Table 7")),
            (("Riga", "Table 8"), ("Riga", "Table 9")),
        ):
            floor.admin.execute(named, (*of_first, "T1"))
            floor.admin.execute(named, (*of_second, "T2"))
            for path in (first, second):
                assert verify(path, "--floor", house) == 0, capsys.readouterr()
                assert f"{path}: the floor server stores the same entries up to 30" in capsys.readouterr().out
        floor.admin.execute(named, ("Riga", "Table 7", "T1"))
        floor.admin.execute(named, ("Vilnius", "Table 7", "T2"))
        forged = Shipment(first).heading
        floor.door("T2").ship(2, forged, Batch(1, forged.digest))
        verify(first, "--floor", house)
        printed = capsys.readouterr().out
        assert "Table Riga/Table 7\n" in printed and "Table Vilnius/Table 7\n" in printed
    finally:
        floor.admin.execute("UPDATE floor.tables SET studio = 'Riga', name = table_id")
        floor.admin.execute("DELETE FROM floor.watch WHERE studio = 'Vilnius' AND account LIKE 'witness%'")
