"""``drive`` as it is used: a process, lines in, views out, and its journal whatever becomes of it."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Any

import pytest

from console import cli
from console.table.core import NoteKind, SetClock, Table, encode_table
from console.table.core.state.table import ConsoleAtTable
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, archives, open_journal, review
from tests.base.words.catalogues import words
from tests.handbook import pages
from tests.table.journal.entries import drawn
from tests.warmed import Process, Warmed

ROOT = Path(__file__).parents[1]
RUN = "import sys; from console.cli import main; sys.exit(main(sys.argv[1:]))"
RUN_AND_TELL = (
    "import sys; from console.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
)

COUP: list[dict[str, Any]] = [
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    *({"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")),
    {"do": "done", "by": "D1"},
    {"do": "done", "by": "D1"},
]
View = dict[str, Any]
STDERR = 2
PATIENCE = 120
"""Seconds after which a process that says nothing is a failure, not a wait."""


def coup_of(suits: Iterable[str]) -> list[View]:
    """A coup whose cards are of these suits."""
    suit = iter(suits)
    return [line | {"card": line["card"][0] + next(suit)} if line["do"] == "card" else line for line in COUP]


def started(sent: bytes, *arguments: object, run: str = RUN) -> tuple[int, bytes, bytes]:
    """The exit status of a process that Python was started for, what it wrote, and what it said of errors."""
    command = [sys.executable, "-c", run, "drive", *map(str, arguments)]
    ended = subprocess.run(command, input=sent, capture_output=True, cwd=ROOT, timeout=PATIENCE)
    return ended.returncode, ended.stdout, ended.stderr


@cache
def warmed() -> Warmed:
    """Where all others come from."""
    process = Warmed()
    atexit.register(process.end)
    return process


def forked(sent: bytes, *arguments: object) -> tuple[int, bytes, bytes]:
    """The same of one that was forked."""
    with TemporaryFile() as into, TemporaryFile() as out, TemporaryFile() as opened:
        into.write(sent)
        into.seek(0)
        streams = [stream.fileno() for stream in (into, out, opened)]
        with patient(warmed().begin(["drive", *map(str, arguments)], streams)) as process:
            status = process.wait()
        out.seek(0)
        opened.seek(0)
        return status, out.read(), opened.read()


@contextmanager
def patient(process: Process) -> Iterator[Process]:
    """A process that ends with this, and after so long in any case."""
    give_up = Timer(PATIENCE, process.send_signal, [signal.SIGKILL])
    give_up.start()
    try:
        yield process
    finally:
        give_up.cancel()
        process.kill()


def drive(
    sent: bytes,
    *arguments: object,
    code: int = 0,
    rules: str = "sv",
    game: str = "baccarat",
    run: Callable[..., tuple[int, bytes, bytes]] = forked,
) -> tuple[bytes, bytes]:
    status, out, output = run(sent, "--game", game, "--rules", rules, *arguments)
    assert status == code, output.decode()
    return out, output


def views(sent: bytes, *arguments: object, **table: Any) -> list[View]:
    out, output = drive(sent, *arguments, **table)
    assert output == b""
    assert out == b"" or out.endswith(b"\n")
    return [json.loads(line) for line in out.splitlines()]


def as_lines(lines: list[Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


class Open:
    """A process that is spoken to line by line."""

    def __init__(self, process: Process, into: IO[bytes], out: IO[bytes]) -> None:
        self.process, self.into, self.out = process, into, out

    def send(self, *lines: View) -> None:
        self.into.write(as_lines([*lines]))
        self.into.flush()

    def read(self) -> View:
        seen: View = json.loads(self.out.readline())
        return seen

    def take(self, line: View) -> View:
        self.send(line)
        return self.read()


@contextmanager
def opened(*arguments: object, rules: str = "sv") -> Iterator[Open]:
    options = ["drive", "--game", "baccarat", "--rules", rules, *map(str, arguments)]
    (its_in, into), (out, its_out) = os.pipe(), os.pipe()
    process = warmed().begin(options, (its_in, its_out, STDERR))
    os.close(its_in)
    os.close(its_out)
    with os.fdopen(into, "wb") as written, os.fdopen(out, "rb") as read, patient(process):
        yield Open(process, written, read)


# --- one view a line --------------------------------------------------------------------------------


def test_one_view_for_each_line_whatever_it_is() -> None:
    sent = [
        b'{"do":"bets","state":"open"}',
        b"",
        b"   ",
        b"\xff\xfe\x80",
        b'{"do":"say","by":"D1","text":"\xc3\x28"}',
        b'{"do":"say","by":"D1","text":"' + b"x" * 1_000_000 + b'"}',
        b"x" * 1_000_000,
        b"[" * 200_000,
        b'{"do":"view","deep":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}",
        b'{"do":"say","by":"D1","text":"\\ud800"}',
        b'{"do":"say","by":"D1","text":"a\\u0000b \\u2028 \\r\\n"}',
        b'{"do":"view"}\r',
        b"\x00",
        '{"do":"say","by":"D1","text":"žąsis ディーラー"}'.encode(),
        b'{"do":"bets","state":"closed"}',
    ]
    seen = views(b"\n".join(sent), "--ready", run=started)
    assert len(seen) == len(sent)
    accepted = [view["accepted"] for view in seen]
    assert accepted[0] and accepted[11] and accepted[13]
    assert not accepted[5], "a remark has two thousand characters at most"
    assert {view["refused"] for view in seen} == {None, "bad_input"}
    assert (seen[-1]["phase"], seen[-1]["prompt"]["action"]) == ("dealing", "deal")
    grown = [after["entry"] - before["entry"] for before, after in pairwise(seen)]
    assert [number for number, more in enumerate(grown, start=1) if more == 0] == [11], "but for view"
    assert min(grown) == 0


@pytest.mark.parametrize(
    ("sent", "lines"),
    [
        (b"", 0),
        (b"\n", 1),
        (b"\n\n\n", 3),
        (b'{"do":"view"}', 1),
        (b'{"do":"view"}\n', 1),
        (b"\n{", 2),
        (b" ", 1),
    ],
)
def test_empty_lines_and_a_last_one_without_its_end_have_their_view(sent: bytes, lines: int) -> None:
    assert len(views(sent)) == lines


def test_a_view_comes_before_the_next_line_is_sent() -> None:
    with opened("--ready") as table:
        phases = [table.take(line)["phase"] for line in COUP]
    assert phases == ["betting", *["dealing"] * 4, "result", "collecting", "betting"]


def test_nothing_of_qt_nor_of_a_serial_port_is_loaded() -> None:
    _, modules = drive(as_lines(COUP), "--ready", run=partial(started, run=RUN_AND_TELL))
    tops = {name.partition(".")[0] for name in modules.decode().split()}
    assert "console" in tops
    assert tops.isdisjoint({"PySide6", "shiboken6", "serial"})


def test_without_ready_the_table_is_closed_and_empty() -> None:
    (seen,) = views(b'{"do":"view"}')
    assert (seen["phase"], seen["prompt"]["action"], seen["entry"]) == ("closed", "sign_in", 0)
    assert seen["round"] is None


def test_the_persons_language_is_an_argument_the_markets_is_the_rulebooks() -> None:
    closed = views(as_lines(COUP[:2]), "--ready", "--lang", "ja", rules="de")[-1]
    assert (closed["text"], closed["say_text"]) == ("プレイヤーに1枚目を配る", "Nichts geht mehr")
    assert closed["say_gloss"] == "No more bets、これ以上賭けられません"
    unnamed = views(as_lines(COUP[:2]), "--ready", rules="de")[-1]
    assert (unnamed["text"], unnamed["say_gloss"]) == ("Deal the player’s first card", "No more bets")


ROUND: list[View] = [
    {"do": "bets", "state": "open"},
    {"do": "seats", "seats": [1, 3]},
    {"do": "bets", "state": "closed"},
    *({"do": "card", "card": card} for card in ("TH", "9H", "6S", "8D", "7D", "TC")),
    {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"},
    {"do": "decision", "seat": 3, "hand": 1, "choice": "timeout"},
    {"do": "done", "by": "D1"},
    {"do": "card", "card": "5C"},
    {"do": "done", "by": "D1"},
    {"do": "done", "by": "D1"},
]


def without_journal(views: list[View]) -> list[View]:
    """The views of one journal, without its id."""
    assert len({view["journal"] for view in views}) == 1
    return [{**view, "journal": None} for view in views]


def test_a_round_of_blackjack_is_the_same_with_a_restart_at_every_line(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    straight = views(as_lines(ROUND), "--ready", rules="lt", game="blackjack")
    assert [view["refused"] for view in straight] == [None] * len(ROUND)
    phases = ["betting"] * 2 + ["dealing"] * 6 + ["deciding"] * 2 + ["dealing"] * 2 + ["result"]
    assert [view["phase"] for view in straight] == [*phases, "collecting", "betting"]
    hands = straight[-1]["round"]["seats"]
    assert [hands[seat][0]["state"] for seat in "13"] == ["lost", "lost"]
    pieces = [
        views(as_lines([line]), "--ready", "--journal", file, rules="lt", game="blackjack")[0]
        for line in ROUND
    ]
    assert without_journal(pieces) == without_journal(straight)


SPIN: list[View] = [
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 3, "direction": "against", "by": "D1"},
    {"do": "incident", "kind": "no_spin", "facts": {"cause": "few_turns"}, "by": "P1"},
    {"do": "done", "by": "D1"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "device", "name": "wheel", "hex": b"*X;4;011;34;0;139;1\r\n*X;5;0".hex()},
    {"do": "device", "name": "wheel", "hex": b"11;27;0;136;1\r\n".hex()},
    {"do": "done", "by": "D1"},
]
"""The protocol's example in lt, but for the number: the wheel's own line, in two pieces."""


def test_a_respin_is_the_same_with_a_restart_at_every_line(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    straight = views(as_lines(SPIN), "--ready", rules="lt", game="roulette")
    assert [view["refused"] for view in straight] == [None] * len(SPIN)
    phases = ["betting", "spinning", "halted", "halted", *["spinning"] * 3, "result", "betting"]
    assert [view["phase"] for view in straight] == phases
    assert straight[4]["prompt"]["from"] is None
    assert [view["round"]["number"] for view in straight[-2:]] == [27, 27]
    pieces = [
        views(as_lines([line]), "--ready", "--journal", file, rules="lt", game="roulette")[0] for line in SPIN
    ]
    assert without_journal(pieces) == without_journal(straight)


def test_a_journal_of_another_game_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    views(as_lines(ROUND[:2]), "--ready", "--journal", file, game="blackjack")
    before = file.read_bytes()
    out, output = drive(b"\n", "--journal", file, code=2)
    assert (out, len(output.splitlines())) == (b"", 1)
    assert file.read_bytes() == before


# --- arguments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--game baccarat",
        "--rules sv",
        "--game chess --rules sv",
        "--game roulette --rules fr",
        "--game baccarat --rules fr",
        "--game baccarat --rules sv --lang fr",
        "--game baccarat --rules sv --journal",
        "--game baccarat --rules sv --colour red",
        "--game baccarat --rules sv more",
    ],
)
def test_bad_arguments_are_one_line_and_exit_status_2(arguments: str) -> None:
    status, out, output = forked(b"\n", *arguments.split())
    assert (status, out) == (2, b"")
    assert len(output.splitlines()) == 1


def test_a_file_that_is_no_journal_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letters.txt"
    file.write_bytes(b"Dear Sir,\n")
    out, output = drive(b"\n", "--journal", file, code=2)
    assert (out, len(output.splitlines())) == (b"", 1)
    assert file.read_bytes() == b"Dear Sir,\n"


def test_a_journal_of_another_rulebook_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    views(as_lines(COUP), "--ready", "--journal", file)
    before = file.read_bytes()
    out, output = drive(b"\n", "--journal", file, rules="lt", code=2)
    assert (out, len(output.splitlines())) == (b"", 1)
    assert file.read_bytes() == before


def live(file: Path, *, play: bool) -> None:
    """A journal as a LIVE table's console leaves it."""
    with ExitStack() as stack:
        rulebook = load_rulebook("sv")
        identity, clock = Identity("T1", "baccarat", "sv"), SetClock()
        opened = open_session(file, identity, rulebook, clock, stack, is_ready=play)
        opened.session.note(NoteKind.LIVE_TABLE)
        for line in COUP if play else ():
            opened.session.take(json.dumps(line).encode())


def test_a_live_tables_journal_stays_as_it_is(tmp_path: Path) -> None:
    """Nobody plays on in it from a terminal, in anybody's name; nor in the file that goes on from it."""
    file = tmp_path / "journal.db"
    for play in (False, True):
        file.unlink(missing_ok=True)
        live(file, play=play)
        before = file.read_bytes()
        out, output = drive(b'{"do":"sign_in","who":"P-7","role":"pit_boss"}\n', "--journal", file, code=2)
        assert (out, len(output.splitlines())) == (b"", 1) and b"LIVE" in output
        assert file.read_bytes() == before
    with open_journal(file, Identity("T1", "baccarat", "sv")) as journal:
        state = encode_table(Table(console=ConsoleAtTable(live=True)))
        archives.seal_and_go_on(journal, lambda _: state, SetClock(), SetClock().utc(), tmp_path / "keys")
    before = file.read_bytes()
    assert drive(b"\n", "--journal", file, code=2)[0] == b""
    assert file.read_bytes() == before


def test_a_damaged_journal_of_a_live_table_is_refused_as_well(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    live(file, play=True)
    whole = file.read_bytes()
    for harm in (
        whole.replace(b'"card":"KD"', b'"card":"KC"'),
        bytes(4096) + whole[4096:],  # its first page; what is left says that it is LIVE
    ):
        assert harm != whole
        file.write_bytes(harm)
        before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
        out, output = drive(b"\n", "--journal", file, code=2)
        assert (out, len(output.splitlines())) == (b"", 1) and b"LIVE" in output
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before, "nothing is rescued"


def test_a_journal_that_was_cut_short_is_refused_as_damaged_not_as_a_live_tables(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    views(as_lines(COUP), "--ready", "--journal", file)
    os.truncate(file, 20_000)
    cut = file.read_bytes()
    out, output = drive(b"\n", "--journal", file, code=2)
    assert out == b"" and b"is not as it was written, from entry 1 on" in output and b"LIVE" not in output
    assert file.read_bytes() == cut


@pytest.mark.parametrize("left", [None, b""])
def test_a_journal_that_is_lost_though_its_mark_counts_entries_is_recorded(
    tmp_path: Path, left: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "journal.db"
    before = views(as_lines(COUP), "--ready", "--journal", file)[-1]["entry"]
    file.unlink()
    if left is not None:
        file.write_bytes(left)
    out, output = drive(b"\n", "--journal", file)
    assert json.loads(out)["entry"] == 2 and b"journal.db.lock" in output
    with review(file) as journal:
        (noted,) = journal.of_a_kind("noted", NoteKind.FILES_MISSING)
    assert f"{file}; {before} entries by its lock" in noted.event.decode()
    assert drive(b"\n", "--journal", file)[1] == b"", "it is recorded once"
    assert cli.main(["journal", "verify", str(file), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines.count(f"{file}: {words('en').text('log.noted.files_missing')}") == 1


def test_a_journal_whose_header_was_changed_is_set_aside_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    before = views(as_lines(COUP), "--ready", "--journal", file)[-1]
    whole = file.read_bytes()
    file.write_bytes(whole[:18] + b"\x07" + whole[19:])
    out, output = drive(b"\n", "--journal", file)
    assert json.loads(out)["round"] == before["round"] and b"was set aside" in output


def test_a_table_that_goes_on_from_an_older_copy_gives_ids_of_rounds_again(tmp_path: Path) -> None:
    """A game server's page says so: journal and round are no key of a payment then."""
    file, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    views(as_lines(COUP), "--ready", "--journal", file)
    assert cli.main(["journal", "backup", str(file), str(copy)]) == 0
    lost = views(as_lines(COUP), "--journal", file)[-1]
    file.unlink()
    assert cli.main(["journal", "restore", str(copy), str(file)]) == 0
    again = views(as_lines(COUP), "--journal", file)[-1]
    assert (again["journal"], again["round"]["id"]) == (lost["journal"], lost["round"]["id"])
    assert "older copy" in pages.pages()["protocol.md"]


@pytest.mark.parametrize("left", [None, b"", b"no journal any more"])
def test_a_lost_journal_of_a_table_with_a_name_is_refused_and_its_mark_stays(
    tmp_path: Path, left: bytes | None
) -> None:
    file = tmp_path / "journal.db"
    with open_journal(file, Identity("Bord 7", "baccarat", "sv")) as journal:
        journal.append([drawn(1)])
    file.unlink()
    if left is not None:
        file.write_bytes(left)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    out, output = drive(b"\n", "--journal", file, code=2)
    assert (out, len(output.splitlines())) == (b"", 1) and b"LIVE" in output
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_journal_that_another_console_has_open_is_a_bad_argument(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with opened("--ready", "--journal", file) as table:
        assert table.take(COUP[0])["accepted"]
        out, output = drive(b"\n", "--journal", file, code=2)
        assert (out, len(output.splitlines())) == (b"", 1)
        assert table.take(COUP[1])["accepted"]


# --- the journal --------------------------------------------------------------------------------------


def test_killed_between_any_two_lines_it_shows_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    lines: list[View] = [
        *COUP,
        {"do": "bets", "state": "open", "seconds": 30},
        {"do": "card", "card": "5C"},
        {"do": "sign_in", "who": "D2", "role": "dealer"},
        {"do": "bets", "state": "closed"},
        {"do": "withdraw", "by": "P1"},
        {"do": "device", "name": "shoe", "hex": "05314481"},
        {"do": "device", "name": "shoe", "hex": "B8033446"},
        {"do": "cut_card"},
    ]
    last: View | None = None
    for number in range(0, len(lines), 3):
        with opened("--ready", "--journal", file) as table:
            again = table.take({"do": "view"})
            assert last is None or again == last | {"accepted": True, "refused": None}
            for line in lines[number : number + 3]:
                last = table.take(line)
            table.process.kill()
    (again,) = views(b'{"do":"view"}', "--journal", file)
    assert again == last
    assert again["round"]["player"] == ["8S"]


def test_killed_while_lines_pour_in_it_has_at_least_what_it_showed(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    shuffled = Random(1).sample  # a stretch that comes again halts the table
    coups = zip(*(shuffled("SHDC" * 8, 32) for _ in range(4)), strict=True)
    lines = [line for suits in coups for line in coup_of(suits)]
    straight = views(as_lines(lines), "--ready")
    assert all(view["accepted"] for view in straight)
    with opened("--ready", "--journal", file) as table:
        table.send(*lines)
        shown = [table.read() for _ in range(100)][-1]
        table.process.kill()
    (again,) = views(b'{"do":"view"}', "--journal", file)
    assert again["entry"] >= shown["entry"]
    (then,) = (view for view in straight if view["entry"] == again["entry"])
    assert without_journal([again]) == without_journal([then])


def test_ready_is_for_a_new_journal_only(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    (seen,) = views(as_lines([{"do": "sign_in", "who": "P7", "role": "pit_boss"}]), "--journal", file)
    (again,) = views(b'{"do":"view"}', "--ready", "--journal", file)
    assert again == seen
    assert again["phase"] == "closed"


def test_a_journal_without_an_entry_can_be_made_ready(tmp_path: Path) -> None:
    """Only a file with entries is gone on with."""
    file = tmp_path / "journal.db"
    assert views(b"", "--journal", file) == []
    (seen,) = views(as_lines(COUP[:1]), "--ready", "--journal", file)
    assert seen["phase"] == "betting"
    (again,) = views(b'{"do":"view"}', "--journal", file)
    assert again == seen
