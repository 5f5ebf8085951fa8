"""The witness on a machine of its own: what it signed can be shown, and it signs nothing that goes back."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from console import cli
from console.floor.shipper import Shipper
from console.floor.witness.cosigner import Cosigner, note_name
from console.floor.witness.memory import HeadChange, NoMemory
from console.table.journal import Shipment, checkpoint, public_key, seal_key
from tests.floor.studio_server import FloorServer, journal
from tests.floor.test_shipping import ship_all
from tests.floor.witness.test_memory import KnownHeads
from tests.instruments.bench.play import lines_and_entries

NOW = datetime(2026, 5, 1, 3, tzinfo=UTC)


def test_a_note_is_the_head_and_no_byte_of_it_can_be_changed(tmp_path: Path) -> None:
    witness = Cosigner(tmp_path / "w.pem", lambda: NOW)
    (note,), turned = witness.sign(KnownHeads("a", "b", "c"))
    key, signed = public_key(witness.public), note.read_bytes()
    found = checkpoint.note_file(note, [key])
    assert (found.content.table, found.content.entries, found.at, turned) == (
        "B7",
        3,
        int(NOW.timestamp()),
        [],
    )
    for at in range(len(signed)):
        note.write_bytes(signed[:at] + bytes([signed[at] ^ 1]) + signed[at + 1 :])
        with pytest.raises(checkpoint.NotANote):
            checkpoint.note_file(note, [key])
    note.write_bytes(signed)
    with pytest.raises(checkpoint.NotANote):
        checkpoint.note_file(note, [seal_key(tmp_path / "other").public])


@pytest.mark.parametrize(
    "table", ["Студия бакара на улице Бривибас/Стол номер семь", "スタジオ" * 9, "B/7 %*"]
)
def test_a_table_of_any_letters_has_a_note_of_its_own(tmp_path: Path, table: str) -> None:
    """A table's id may have its studio in it; one of 27 Japanese letters stopped all signing."""
    witness, floor = Cosigner(tmp_path / "w.pem", lambda: NOW), KnownHeads("a", "b", "c")
    floor.table = table
    (note,), _ = witness.sign(floor)
    assert checkpoint.note_file(note, [public_key(witness.public)]).content.table == table
    assert note_name(table, 1) == note.name != note_name(f"{table}I", 1)


def test_a_note_is_named_by_200_letters_of_its_table_and_the_digest_of_a_longer_name() -> None:
    longer = "T" * 201
    digest = sha256(longer.encode()).hexdigest()[:16]
    assert note_name(longer[:200], 1) == f"{longer[:200]}-1.note"
    assert note_name(longer, 1) == f"{longer[:200]}-{digest}-1.note"


def test_a_head_that_goes_back_or_elsewhere_is_not_signed_and_the_last_note_stays(tmp_path: Path) -> None:
    witness = Cosigner(tmp_path / "w.pem", lambda: NOW)
    (note,), _ = witness.sign(KnownHeads("a", "b", "c"))
    signed = note.read_bytes()
    for texts, turn in ((("a", "b"), HeadChange.BACK), (("a", "x", "c", "d"), HeadChange.OTHER)):
        notes, turned = Cosigner(tmp_path / "w.pem").sign(KnownHeads(*texts))
        assert (notes, [each.turn for each in turned]) == ([], [turn])
    assert note.read_bytes() == signed


def test_a_key_whose_memory_is_gone_signs_nothing_any_more(tmp_path: Path) -> None:
    Cosigner(tmp_path / "w.pem").sign(KnownHeads("a"))
    (tmp_path / "w.pem.heads").unlink()
    with pytest.raises(NoMemory):
        Cosigner(tmp_path / "w.pem")


def test_a_journal_cut_back_with_floor_and_windows_is_found_by_a_note_that_was_kept(
    floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(80)[1]
    config, key = floor.file(tmp_path, floor.windows["witness"]), tmp_path / "witness" / "w.pem"
    with journal(path) as kept:
        kept.append(every[:50])
    cut = path.read_bytes()
    with journal(path) as kept:
        kept.append(every[50:80])
        ship_all(Shipper(path, floor.door(), None))
        asked = ["floor", "witness", "--config", str(config), "--key", str(key), "--once", "--lang", "en"]
        assert cli.main(asked) == 0
        assert Shipment(path).last()[0] == 80
    note = ["--head", str(key.with_name("w.pem.notes") / "T1-1.note")]
    known = [*note, "--witness", str(key.with_name("w.pem.pub")), "--lang", "en"]
    assert cli.main(["journal", "verify", str(path), *known]) == 0
    path.write_bytes(cut)
    assert cli.main(["journal", "verify", str(path), *known]) == 1
    assert cli.main(["journal", "verify", str(path), *note, "--lang", "en"]) == 2
    assert "--witness" in capsys.readouterr().err
