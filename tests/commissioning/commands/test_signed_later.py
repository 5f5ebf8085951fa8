"""A certificate that nobody signed, or that no journal took, is signed later; or it is said why not."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.software import Software
from console.commissioning import journal_entry, table_as_it_stands
from console.commissioning.certificate import Certificate, certificate_bytes, flaws, seal
from console.commissioning.certificate_files import files_in
from console.commissioning.commands import table_certificate
from console.commissioning.journal_entry import entry_of
from console.table.config import load_config
from console.table.core import NoteKind, SetClock, Table, encode_table
from console.table.core.state.table import ConsoleAtTable
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, Unreachable, archives, open_journal, review
from console.table.scenes import sent_by
from tests.command_lines import run
from tests.commissioning.certificates import FAILED, PROVED, read_certificate
from tests.commissioning.commands.test_table_certificate import (
    EN,
    TECHNICIAN_ADDED,
    Commissioning,
    here,
    people,
)
from tests.table.journal.entries import drawn

main = partial(run, "commissioning")

__all__ = ["here", "people"]


@pytest.fixture
def unsigned(here: Commissioning) -> Path:
    """A certificate of this table that nobody has signed."""
    file = here.folder / "c.json"
    assert here.prove("--json", str(file)) == 0
    return file


def sign(here: Commissioning, file: Path, technician: str = "T1", supervisor: str = "S1") -> int:
    argv = ("sign", str(file), "--table", str(here.table), "--by", technician, supervisor, "--lang", "en")
    return main(argv, draw=here.draw, ask_pin=here.ask)


def by_window(here: Commissioning) -> tuple[Path, ...]:
    """The file that was written beside the journal."""
    return tuple(here.folder.glob("commissioning-*"))


def certificates_in_journal(here: Commissioning) -> int:
    """The number of certificates in the journal."""
    if not here.journal.exists():
        return 0
    with review(here.journal) as found:
        return len(list(found.of_a_kind("commissioned", "digest")))


def test_an_unsigned_certificate_is_signed_by_both_later_and_entered(
    here: Commissioning, unsigned: Path
) -> None:
    before, here.shown_before_pins = unsigned.read_bytes(), ""
    assert sign(here, unsigned) == 0
    assert here.asked == ["T1", "S1"] and here.proved == 1, "nothing is proved again"
    assert EN.text("commissioning.heading.not_proved") in here.shown_before_pins, "who signs has seen it"
    (file,) = (each for each in by_window(here) if each.suffix == ".json")
    signed = read_certificate(file)
    assert flaws(file.read_bytes()) == ()
    assert [(each.side, each.id) for each in signed.signatures] == [
        ("technician", "T1"),
        ("supervisor", "S1"),
    ]
    assert (signed.proofs, signed.made) == (
        read_certificate(unsigned).proofs,
        read_certificate(unsigned).made,
    )
    assert entry_of(here.journal, signed.digest) is not None and file.with_suffix(".pdf").exists()
    assert unsigned.read_bytes() == before
    assert here.verify(file, "--journal", str(here.journal), "--table", str(here.table)) == 0


def test_a_certificate_that_the_journal_refused_is_entered_later_with_its_digest(
    here: Commissioning, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def away(config: object, certificate: Certificate) -> int:
        raise Unreachable(here.journal, "no room")

    file = here.folder / "c.json"
    with monkeypatch.context() as patched:
        patched.setattr(journal_entry, "enter_in_file", away)
        assert here.prove("--json", str(file), "--sign", "T1", "S1") == 2
    assert "commissioning sign" in capsys.readouterr().err and not certificates_in_journal(here)
    assert sign(here, file) == 0
    assert here.asked == ["T1", "S1"] * 2, "a signature in a file is no PIN"
    assert entry_of(here.journal, read_certificate(file).digest) is not None
    assert not by_window(here), "signed by the same two it is the same file"


def test_the_signed_files_stand_beside_the_certificate(here: Commissioning) -> None:
    """People look for it in its old place, wherever the command was given and the journal is."""
    folder = here.folder / "certificates"
    folder.mkdir()
    assert here.prove("--json", str(folder / "c.json")) == 0
    assert sign(here, folder / "c.json") == 0
    assert len([*folder.glob("commissioning-*")]) == 2 and not by_window(here)


def test_the_journal_holds_a_commissioning_once(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sign(here, unsigned) == 0
    (file,) = (each for each in by_window(here) if each.suffix == ".json")
    entry = entry_of(here.journal, read_certificate(file).digest)
    assert entry is not None and entry.closed is None
    assert sign(here, file) == 2
    assert EN.text("commissioning.in_journal", file=file, entry=entry.text) in capsys.readouterr().err
    assert sign(here, unsigned) == 2
    assert EN.text("commissioning.entered_since", file=unsigned, entry=entry.text) in capsys.readouterr().err
    assert certificates_in_journal(here) == 1 and here.asked == ["T1", "S1"]


def test_a_commissioning_is_found_in_the_file_that_was_closed_since(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sign(here, unsigned) == 0
    (file,) = (each for each in by_window(here) if each.suffix == ".json")
    with open_journal(here.journal, Identity("Table 7", "baccarat", "lt")) as journal:
        closed = archives.go_on_in_new_file(
            journal, encode_table(Table(console=ConsoleAtTable(live=True))), datetime(2026, 12, 1, tzinfo=UTC)
        )
    entry = entry_of(here.journal, read_certificate(file).digest)
    assert entry is not None and entry.text == f"{entry.number} ({closed.name})"
    capsys.readouterr()
    assert here.verify(file, "--journal", str(here.journal)) == 0
    assert EN.text("commissioning.in_journal", file=file, entry=entry.text) in capsys.readouterr().out
    assert sign(here, file) == 2, "it is entered once"
    assert sign(here, unsigned) == 2
    assert EN.text("commissioning.entered_since", file=unsigned, entry=entry.text) in capsys.readouterr().err
    closed.rename(here.folder / "elsewhere.db")
    assert here.verify(file, "--journal", str(here.journal)) == 1, "that file was not given"


def test_a_certificate_signed_again_within_the_second_has_files_of_its_own(
    here: Commissioning, unsigned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signer can't name a file: the first that was written must not block the second."""
    at = datetime.now(UTC)

    def away(config: object, certificate: Certificate) -> int:
        raise Unreachable(here.journal, "no room")

    monkeypatch.setattr(table_certificate, "files_in", lambda folder, table, _: files_in(folder, table, at))
    with monkeypatch.context() as patched:
        patched.setattr(journal_entry, "enter_in_file", away)
        assert sign(here, unsigned) == 2
    (first,) = (each for each in by_window(here) if each.suffix == ".json")
    content = first.read_bytes()
    assert sign(here, unsigned) == 0
    assert first.read_bytes() == content
    assert sorted(each.name.removeprefix(first.stem) for each in by_window(here)) == [
        "-2.json",
        "-2.pdf",
        ".json",
        ".pdf",
    ]


@pytest.mark.parametrize(
    ("signing", "key", "slots"),
    [
        (("S1", "s1"), "commissioning.two_people", {}),
        (("T1", "B1"), "sign_in.needs.supervisor_alone", {}),
        (("D1", "S1"), "people.technician.needed", {"id": "D1", "command": TECHNICIAN_ADDED}),
        (("D9", "S1"), "sign_in.disabled", {}),
    ],
)
def test_a_person_without_the_right_is_refused_before_a_pin_is_asked(
    here: Commissioning,
    unsigned: Path,
    capsys: pytest.CaptureFixture[str],
    signing: tuple[str, str],
    key: str,
    slots: dict[str, str],
) -> None:
    assert sign(here, unsigned, *signing) == 2
    assert EN.text(key, **slots) in capsys.readouterr().err
    assert not here.asked and not here.journal.exists()


@pytest.mark.parametrize("typed", [["111222"] * 3, [""]])
def test_without_both_signatures_the_certificate_is_not_written_or_entered(
    here: Commissioning, unsigned: Path, typed: list[str]
) -> None:
    here.typed = {"S1": typed}
    before = unsigned.read_bytes()
    assert sign(here, unsigned) == 2
    assert unsigned.read_bytes() == before and not by_window(here) and not here.journal.exists()


def test_one_with_a_failed_test_is_not_signed_later_either(
    here: Commissioning, capsys: pytest.CaptureFixture[str]
) -> None:
    here.proofs, file = (PROVED, FAILED), here.folder / "c.json"
    assert here.prove("--json", str(file)) == 1
    assert sign(here, file) == 2
    assert EN.text("commissioning.not_signed") in capsys.readouterr().err and not here.asked


def test_a_changed_part_is_named_and_the_certificate_stays_unsigned(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = replace(read_certificate(unsigned), proofs=read_certificate(unsigned).proofs[:-1])
    unsigned.write_bytes(certificate_bytes(changed))
    assert sign(here, unsigned) == 2
    text = EN.text("commissioning.flaw.part", file=unsigned, where="0003 clause LT-BAC-33")
    assert text in capsys.readouterr().err
    assert not here.asked and not certificates_in_journal(here)


def test_a_file_that_is_not_there_or_another_tables_is_named(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sign(here, here.folder / "none.json") == 2
    assert "none.json" in capsys.readouterr().err
    unsigned.write_bytes(certificate_bytes(seal(replace(read_certificate(unsigned), table="Table 8"))))
    assert sign(here, unsigned) == 2
    assert EN.text("commissioning.other_table", file=unsigned, table="Table 8") in capsys.readouterr().err


@pytest.mark.parametrize("what", ["software", "rulebook", "scenes", "configuration"])
def test_a_part_that_differs_since_is_named_and_the_certificate_stays_unsigned(
    here: Commissioning,
    unsigned: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    if what == "software":
        other = Software("0.4.0", "cd" * 32, "", load_config(here.table).digest)
        monkeypatch.setattr(table_as_it_stands, "at_work", lambda *_: other)
    elif what == "configuration":
        here.table.write_text(f"{here.table.read_text('utf-8')}# touched\n", "utf-8")
    else:
        monkeypatch.setattr(table_as_it_stands, f"{what}_digest", lambda _: "99" * 32)
    assert sign(here, unsigned) == 2
    text = EN.text("commissioning.stale", file=unsigned, what=EN.text(f"commissioning.stale.{what}"))
    assert text in capsys.readouterr().err
    assert not here.asked and not certificates_in_journal(here)


def test_a_round_that_is_open_is_finished_first(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack:
        identity, book = Identity("Table 7", "baccarat", "lt"), load_rulebook("lt")
        opened = open_session(here.journal, identity, book, SetClock(), stack, is_ready=True)
        opened.session.note(NoteKind.LIVE_TABLE)
        assert opened.session.take(*sent_by("bets open")).accepted
    assert sign(here, unsigned) == 2
    printed = capsys.readouterr().err
    assert "t7.db" in printed and not here.asked and not certificates_in_journal(here)


def test_a_journal_that_a_console_has_or_that_is_damaged_is_left_as_it_is(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(here.journal, Identity("Table 7", "baccarat", "lt")) as journal:
        journal.append([drawn(1)])
        assert sign(here, unsigned) == 2
    here.journal.write_bytes(here.journal.read_bytes().replace(b"card", b"curd"))
    damaged = here.journal.read_bytes()
    assert sign(here, unsigned) == 2
    assert capsys.readouterr().err.count("t7.db") == 2
    assert here.journal.read_bytes() == damaged and not here.asked


def test_signing_without_a_table_and_signers_names_the_missing_options(
    here: Commissioning, unsigned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["sign", str(unsigned), "--lang", "en"], draw=here.draw)
    printed = capsys.readouterr().err
    assert ended.value.code == 2 and "--table" in printed and "--by" in printed
