"""Texts of a hostile console stay texts: each such entry hides itself alone, and turns nothing beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.cli import main
from console.floor.desk import PostgresDesk
from console.floor.door import BatchRefused
from console.floor.embedded import SUPERUSER, Server
from console.floor.operation import add_studio, add_table, rename_table, table_of_name
from console.floor.self_report import Coming, SelfReport, TableStanding
from console.floor.shipper import Shipper
from console.floor.texts import one_line
from console.supervisor.review import JournalDifference
from console.table.core import Entry
from console.table.journal import Filter, Word
from tests.command_lines import COMMANDS
from tests.floor.review.test_floor_review import Reviewed, rows
from tests.floor.studio_server import FloorServer, journal, new_floor, send_report
from tests.floor.test_shipping import ship_all
from tests.instruments.bench.play import lines_and_entries
from tests.table.played import START

OVERRIDE, ISOLATE, POP = "\u202e", "\u2067", "\u2069"
MARKUP = "<b>Salle</b>"
LONG = "Á" * 5_000


def with_note(entry: Entry, text: str, **changed: object) -> Entry:
    event = msgspec.json.encode({"event": "noted", "what": "said", "by": None, "text": text, "note": text})
    return replace(entry, kind="noted", event=event, **changed)


def hostile_entries() -> list[Entry]:
    """Eight that nothing is wrong with, and after each two one that a hostile console wrote."""
    good = lines_and_entries(12)[1][:12]
    bad = [
        with_note(good[2], "x" * 10_000_000),
        with_note(good[5], "x" * 3_000_000),
        with_note(good[8], f"{OVERRIDE}99{ISOLATE} {MARKUP}\n\u2028", person=LONG, shift=LONG),
        replace(good[11], kind=LONG, event=b"{" * 5_000, round=LONG, refused=LONG, line="\x00" + LONG),
    ]
    return [bad[at // 3] if at % 3 == 2 else entry for at, entry in enumerate(good)]


@pytest.fixture
def hostile(floor: FloorServer, tmp_path: Path) -> Path:
    path = tmp_path / "T1.db"
    with journal(path) as kept:
        for entry in hostile_entries():
            kept.append([entry])
    ship_all(Shipper(path, floor.door("T1"), None))
    return path


@pytest.mark.sweep
def test_an_entry_that_is_too_long_or_unreadable_hides_itself_alone(
    floor: FloorServer, hostile: Path, tmp_path: Path
) -> None:
    assert floor.head()[0] == 12, "each is under the witness"
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    found = rows(reads, Filter(bytes=True))
    assert {row.number for row in found} == set(range(1, 13)), "the others are read on"
    assert all(len(row.event) <= 100_000 for row in found)
    assert reads.count().flaws == (JournalDifference("review.flaw.unreadable", "T1", 3, 3),), (
        "the first of the two"
    )
    for row in found:
        glance = reads.glance(row.place)
        assert (glance is None) is (row.number in (3, 6)), row.number
        assert glance is None or glance.whole.doubt is None, "its bytes are what the table sent"
    assert 4 in {row.number for row in rows(reads, Filter(tables=frozenset(("T1",))))}
    assert rows(reads, Filter(words=(Word("nothing of the kind"),))) == ()
    reads.close()


def test_an_entry_that_the_administrator_made_unreadable_counts_as_missing(
    floor: FloorServer, hostile: Path, tmp_path: Path
) -> None:
    reads = Reviewed(floor, tmp_path / "copies", is_indexed=True).reads
    floor.admin.execute("UPDATE floor.entry SET packed = packed || packed WHERE number = 4")
    rows(reads)
    assert rows(reads) == ()
    assert JournalDifference("review.flaw.missing", "T1", 4, 4) in reads.count().flaws
    reads.close()


@pytest.mark.sweep
def test_an_entry_of_more_than_a_mebibyte_is_held_by_its_digest(floor: FloorServer, hostile: Path) -> None:
    asked = "SELECT number FROM floor.entry WHERE packed IS NULL ORDER BY number"
    assert floor.admin.execute(asked.encode()).fetchall() == [(3,), (6,)]


def test_names_come_to_a_wall_on_one_line_cut_and_isolated(floor: FloorServer) -> None:
    names = (LONG, f"{OVERRIDE}Jonas{ISOLATE}\n", MARKUP, "משה", "Guðrún Ægisdóttir", "\x00\u2028")
    for name in names:
        fields: dict[str, Any] = {"dealer": name, "pit_boss": name, "people": {"P7": name}}
        coming = Coming(who="P7", name=name, call=1, since=START)
        report = SelfReport(standing=TableStanding.PLAYING, since=START, coming=coming, **fields)
        try:
            send_report(floor, report)
        except BatchRefused:
            assert "\x00" in name, "PostgreSQL has no text with a zero in it"
            continue
        desk = PostgresDesk(f"{floor.dsn} user={floor.windows['boss']}")
        (seen,) = [each.report for each in desk.read().tables if each.table == "T1"]
        desk.close()
        assert seen is not None and seen.coming is not None
        for text in (seen.dealer, seen.pit_boss, *seen.people.values(), seen.coming.name):
            assert text == one_line(name)
            assert len(text) <= 66
            assert OVERRIDE not in text and not set(text) & {"\n", "\u2028"}
            assert text.count(ISOLATE) + text.count("\u2068") == text.count(POP)
    assert one_line(MARKUP) == MARKUP and one_line(names[4]) == names[4], (
        "nothing is taken from a text that is one"
    )
    assert one_line("משה") == f"\u2068משה{POP}"
    assert len(one_line(LONG, 2_000)) == 2_000


FORGED = "FORGED: all is well"
COMMANDING = f"T\x1b[2K\rOK\x9b8m{OVERRIDE}\n{FORGED}"
GIVEN = {
    "floor add-studio": ("{text}",),
    "floor add-table": ("{text}", "--studio", "{text}", "--game", "baccarat", "--rules", "lt"),
    "floor move-table": ("{text}", "--to", "Riga"),
    "floor rename-table": ("{text}", f"{COMMANDING} 2"),
    "floor retire-table": ("{text}",),
    "floor add-window": ("{text}", "--studio", "{text}", "--role", "boss"),
    "floor remove-window": ("{text}",),
    "floor new-token": ("{text}",),
    "floor verify": ("{text}",),
}
"""The arguments of those commands that ask for more than the floor's file."""
LET_IN: dict[str, Callable[[psycopg.Connection], object]] = {
    "floor add-studio": lambda old: add_studio(old, COMMANDING),
    "floor add-table": lambda old: add_table(old, COMMANDING, studio=COMMANDING, game="baccarat", rules="lt"),
    "floor rename-table": lambda old: rename_table(
        old, table_of_name(old, COMMANDING, None), f"{COMMANDING} 2"
    ),
}
"""Commands that refuse such a name; an older console let it in."""
APART = {"floor schema", "floor install", "floor backup", "floor restore", "floor index", "floor witness"}
"""Those that read no name from the database; `test_no_command_writes_what_a_terminal_obeys` feeds them."""


def test_no_name_in_the_database_commands_the_terminal_of_an_administrator(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [name for name in COMMANDS.listed if name.startswith("floor ") and name not in APART]
    asked = [name for name in names if name not in GIVEN]
    adding = [name for name in GIVEN if "add" in name]
    with new_floor(server, "commanding"):
        file = tmp_path / "floor.toml"
        settings = f'address = "{server.sockets}"\ndatabase = "commanding"\naccount = "{SUPERUSER}"'
        file.write_text(f'studio = "Riga"\n[floor]\n{settings}\n', "utf-8")
        file.chmod(0o600)
        for name in (*adding, *asked, *(each for each in GIVEN if each not in adding), *asked):
            words = (COMMANDING if each == "{text}" else each for each in GIVEN.get(name, ()))
            command = [*name.split(), *words, "--config", str(file), "--lang", "en"]
            if name in LET_IN:
                with pytest.raises(SystemExit):
                    main(command)
                with psycopg.connect(f"host={server.sockets} dbname=commanding user={SUPERUSER}") as old:
                    LET_IN[name](old)
            else:
                main(command)
            if name in ("floor tables", "floor windows", "floor accounts", "floor doctor"):
                main([*name.split(), "--json", "--config", str(file)])
            printed = capsys.readouterr()
            shown = printed.out + printed.err
            assert set("\x1b\r\x9b\u202e").isdisjoint(shown), (name, shown)
            assert not [line for line in shown.splitlines() if line.startswith(FORGED)], (name, shown)
            assert name != "floor tables" or "<U+001B>" in shown, "the name is among what is shown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_turns_nothing_of_the_sentence_that_it_stands_in(language: str) -> None:
    words = Words(language)
    for name in ("משה", f"{OVERRIDE}Jonas", f"Jonas{ISOLATE}", f"{POP}Jonas{POP}"):
        text = words.text("floor.coming", name=name, wait="1:12")
        depth = 0
        for letter in text:
            assert letter != OVERRIDE
            depth += (letter in "\u2066\u2067\u2068") - (letter == POP)
            assert depth >= 0
        assert depth == 0, "each isolate ends where the name does"
        inside = text[text.index("\u2068") : text.index(POP)]
        assert "1:12" not in inside and ("משה" in inside or "Jonas" in inside)
        once_more = words.text("floor.coming", name=text, wait="0:05")
        assert once_more.count("\u2068") == once_more.count(POP)
    assert "\u2068" not in words.text("floor.coming", name="Guðrún", wait="1:12")
