"""The growth of every command that reads a journal: its processor time and peak memory at three sizes.

Three games, a journal alone in its folder; and at the middle size twelve closed files before the journal, and
twenty journals of another table beside it. A command that is asked for everything takes as long for each
entry at any size; one that is asked for a part takes as long at any size. What a command takes without a
journal, mostly its imports, is taken off first.
"""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.history.sequence import files_of_journal
from console.supervisor.records.accounts.lookup import every
from console.table.core import Resumption, Session, Table, encode_table, game_of, of_cards, ready
from console.table.core.play.shifts import ShiftByMinute
from console.table.core.running.table_journal import NoCare, TableJournal, in_next_file
from console.table.core.state.table import ConsoleAtTable
from console.table.devices import SimulatedReader
from console.table.game import load_rulebook
from console.table.journal import Identity, archives, review
from console.table.words import encode
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.long_nights import Ledger, Weeks
from tests.instruments.bench.play import SV, Ticking, line_of, opened
from tests.instruments.bench.seven_seats import AT_FIRST, GAME, SEVEN, answered, read_line
from tests.table.core.wheel_at_random import line_at_wheel
from tests.table.devices.rehearsal import MemoryWire

SIZES: Final = (10_000, 30_000, 90_000)
GAMES: Final = ("baccarat", "blackjack", "roulette")
CLOSED: Final = 12
OTHERS: Final = 20
LINEAR: Final = 1.1
CONSTANT: Final = 1.2
BESIDE: Final = 1.3


class Reading(NamedTuple):
    """A command that reads a journal."""

    line: str
    """Its words; in braces the journal's file, a new file, a new folder, a round, a record, a shift."""
    of_part: bool = False
    """Whether it is asked for a part of the journal."""
    games: Sequence[str] = GAMES
    again: bool = False
    """Whether it is asked a second time, which goes on from the counts of the first."""


CARDS: Final = ("baccarat", "blackjack")
WITH_RECORDS: Final = ("baccarat",)
READS: Final[dict[str, tuple[Reading, ...]]] = {
    "journal facts": (Reading("journal facts {file} --to {new}.db"),),
    "journal verify": (Reading("journal verify {file}"),),
    "journal backup": (Reading("journal backup {file} {new}.db"),),
    "report": (
        Reading("report {file} --recount"),
        Reading("report {file}", of_part=True, again=True),
        Reading("report {file} --shift {shift}", of_part=True),
        Reading("report {file} --handover", of_part=True),
        Reading("report {file} --shifts", of_part=True),
    ),
    "incident": (
        Reading("incident {file} --recount"),
        Reading("incident {file} {record}", of_part=True, games=WITH_RECORDS),
    ),
    "round": (Reading("round {file} {round}", of_part=True),),
    "card-sets": (Reading("card-sets {file} --recount", games=CARDS),),
    "shoe": (Reading("shoe {file} --recount", games=CARDS),),
    "wheel": (Reading("wheel {file} --recount", games=("roulette",)),),
    "rulebook try": (Reading("rulebook try {rules} {file}"),),
    "status": (Reading("status {file}", of_part=True),),
    "support": (Reading("support --journal {file} --out {new}.zip"),),  # it verifies the journal
    "rehearsal from": (
        Reading("rehearsal from {file} {record} --out {new}.toml", of_part=True, games=WITH_RECORDS),
    ),
}
"""By each command that reads a journal the ways in which it is asked."""
_NO_JOURNAL: Final = "reads no journal"
_WINDOW: Final = "opens a window; its pages are measured in growth.py"
_TABLE: Final = "opens a journal as a table does; a restart is measured in growth.py"
_ENDS: Final = "only looks at the end of a journal"
_FLOOR: Final = "reads the floor's database; measured in floor.py"
UNMEASURED: Final[dict[str, str]] = {
    **dict.fromkeys(("drive", "accept", "journal archive"), _TABLE),
    **dict.fromkeys(("review", "rehearsal", "rehearsal play"), _WINDOW),
    **dict.fromkeys(("journal seal", "journal head"), _ENDS),
    "journal restore": "copies what `journal backup` has copied",
    "protocol replay": "plays a night to a game server at the speed of that one",
    "upgrade": "asks for the status of a table, which is measured",
    **dict.fromkeys(("people add", "people licence", "people reset", "people list"), _NO_JOURNAL),
    **dict.fromkeys(("people permissions", "people disable", "people enable", "people badge"), _NO_JOURNAL),
    **dict.fromkeys(("key", "listen", "handbook", "guide", "bundle", "licences"), _NO_JOURNAL),
    **dict.fromkeys(("rulebook check", "rulebook show", "rulebook dossier"), _NO_JOURNAL),
    **dict.fromkeys(("protocol schema", "protocol server", "protocol conform"), _NO_JOURNAL),
    **dict.fromkeys(("commissioning", "commissioning verify", "commissioning sign"), _NO_JOURNAL),
    **dict.fromkeys(("software", "software verify"), _NO_JOURNAL),
    **dict.fromkeys(("kiosk install", "kiosk remove", "kiosk status"), _NO_JOURNAL),
    **dict.fromkeys((f"rehearsal {each}" for each in ("list", "check", "records", "due")), _NO_JOURNAL),
    **dict.fromkeys((f"rehearsal {each}" for each in ("matrix", "certificate", "forget")), _NO_JOURNAL),
}
"""By each other command why it is not measured here; those of ``floor`` all read its database."""


def reason_unmeasured(command: str) -> str | None:
    """Why a command is not measured; None if it is, or nothing is known of it."""
    return _FLOOR if command.partition(" ")[0] == "floor" else UNMEASURED.get(command)


def measure(folder: Path, sizes: Sequence[int] = SIZES, games: Sequence[str] = GAMES) -> Iterator[Measured]:
    """Measure each command, at each size and beside other files."""
    for game in games:
        none, *files = [written(folder / f"{game}-{size}" / "T.db", game, size) for size in (200, *sizes)]
        closed = written(folder / f"{game}-closed" / "T.db", game, sizes[1], CLOSED)
        among = folder / f"{game}-among" / "T.db"
        among.parent.mkdir()
        shutil.copy(files[1], among)
        other = files[0] if game == "roulette" else written(folder / "other" / "T.db", "roulette", sizes[0])
        for number in range(OTHERS):
            shutil.copy(other, among.with_name(f"X{number}.db"))
        for way in (way for ways in READS.values() for way in ways if game in way.games):
            yield from _of_way(way, game, none, files, closed, among)


def _of_way(
    way: Reading, game: str, none: Path, files: Sequence[Path], closed: Path, among: Path
) -> Iterator[Measured]:
    """One way to ask a command: its growth, and its time beside other files."""
    name = f"growth: {' '.join(each for each in way.line.split() if each[0] != '{')}, {game}"
    start = 0.0 if way.of_part else spent(way, none)[0]
    taken = [spent(way, file) for file in files]
    times = [max(seconds - start, 0.001) for seconds, _ in taken]
    sizes = [_last(file) for file in files]
    exponent = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
    how = f"{', '.join(f'{each:.2f}' for each in times)} s, {start:.2f} s of it taken off for the start; "
    how += f"{', '.join(f'{each:.0f}' for _, each in taken)} MiB; exponent {exponent:.2f}"
    if way.of_part:
        ratio, most = taken[-1][0] / taken[0][0], CONSTANT
    else:
        ratio, most = times[-1] / times[0] / (sizes[-1] / sizes[0]), LINEAR
    shown = (f"{times[-1]:.2f} s", f"{times[0]:.2f} s")
    yield Measured(name, *shown, ratio, f"<= {most}x", ratio <= most, how)
    for of, path in ((f"{CLOSED} closed files", closed), (f"{OTHERS} others' journals", among)):
        seconds, _ = spent(way, path)
        ratio = seconds / taken[1][0]
        shown = (f"{seconds:.2f} s", f"{taken[1][0]:.2f} s")
        yield Measured(f"{name}, {of}", *shown, ratio, f"<= {BESIDE}x", ratio <= BESIDE, "as many entries")


def _last(path: Path) -> int:
    with review(path) as journal:
        return journal.last


def words_of(way: Reading, path: Path) -> list[str]:
    """The command's arguments for this journal: its middle round, its last record, its last shift."""
    with review(path) as journal:
        rounds = [row.round for row in journal.of_a_kind("bets_opened", "") if row.round is not None]
        shift, rules = journal.shifts()[-1], journal.identity.rules
    record = ""
    if "{record}" in way.line:
        *_, record = (each.id for file in files_of_journal(path) for each in every(file) if "-" in each.id)
    new = path.with_name("new")
    for made in path.parent.glob("new*"):
        made.unlink()
    slots = {"file": path, "new": new, "round": rounds[len(rounds) // 2], "record": record}
    words = way.line.split()
    return [each.format(**slots, shift=shift, rules=rules) for each in words]


def spent(way: Reading, path: Path) -> tuple[float, float]:
    """The processor time in seconds of the command, and its peak memory in MiB."""
    command = [sys.executable, "-m", "tests.instruments.processes.measured_command", *words_of(way, path)]
    if way.again:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    *said, used = done.stderr.splitlines()
    assert not said, (command, said)
    seconds, kib = map(float, used.split())
    return seconds, kib / 1024


class _Seats:
    """A table of blackjack with somebody at each seat."""

    def __init__(self, ledger: Ledger) -> None:
        self.session, self._wire = begun(SEVEN, ledger), MemoryWire()
        self._cut_cards = list[bytes]()
        self._reader = SimulatedReader(
            random.Random(1),
            wire=self._wire,
            pace=None,
            used_counts=AT_FIRST.shoe.seen,
            from_end=of_cards(GAME).rules.cut_card.from_end,
            on_cut_card=lambda: self._cut_cards.append(line_of("cut_card")),
        )

    def go_on(self) -> None:
        view = self.session.view()
        self._reader.show(view)
        is_card = self._reader.step() and not self._cut_cards
        waiting = self._cut_cards
        self.session.take(read_line(self._wire) if is_card else waiting.pop() if waiting else answered(view))


class _Wheel:
    """A table of roulette, with a remark now and then."""

    def __init__(self, ledger: Ledger) -> None:
        self.session, self._chance = begun(WHEEL, ledger), random.Random(1)
        self._words, self._market = Words("en"), Words(load_rulebook(WHEEL.rules).market)

    def go_on(self) -> None:
        seen = msgspec.json.decode(encode(self.session.view(), self._words, self._market))
        line = line_at_wheel(self.session.table, seen, self._chance.randrange(1000))
        if self._chance.random() < 0.002:
            line = {"do": "say", "text": "The wheel was cleaned", "by": "P1"}
        self.session.take(msgspec.json.encode(line))


WHEEL: Final = Identity("T8", "roulette", "lt")


def first_of(identity: Identity) -> Table:
    """The LIVE table at which a journal begins."""
    game = game_of(load_rulebook(identity.rules), identity.game)
    return replace(ready(game), console=ConsoleAtTable(live=True))


def begun(identity: Identity, ledger: Ledger) -> Session:
    """A session whose entries go into a ledger."""
    game = game_of(load_rulebook(identity.rules), identity.game)
    session = Session(game, ledger, Ticking(), Resumption(first_of(identity)), shift=hour)
    session._journal = TableJournal(ledger, NoCare(), 0, "00000000")
    return session


class _Shoes(Weeks):
    """The weeks of a baccarat table, in shifts of an hour."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.session._shift = ShiftByMinute(hour)


def hour(at: datetime) -> str:
    """The shift of an hour."""
    return f"{at:%Y-%m-%d %H:00}"


class _Playing(Protocol):
    """A table that plays itself."""

    session: Session

    def go_on(self) -> None:
        """Do the next thing."""


_PLAYS: Final[dict[str, tuple[Identity, Callable[[Ledger], _Playing]]]] = {
    "baccarat": (SV, _Shoes),
    "blackjack": (SEVEN, _Seats),
    "roulette": (WHEEL, _Wheel),
}


def written(path: Path, game: str, entries: int, closed: int = 0) -> Path:
    """A journal of so many entries, or a few more, over this many closed files and the last one."""
    path.parent.mkdir(exist_ok=True)
    identity, play_of = _PLAYS[game]
    with opened(path, identity, begin=first_of(identity)) as journal:
        ledger = Ledger(journal)
        play = play_of(ledger)
        for number in range(closed + 1):
            while ledger.last < entries // (closed + 1) or play.session.view().prompt.action != "await_bets":
                play.go_on()
            ledger.close(play.session.table)
            if number < closed:
                table = in_next_file(play.session.table, "00000000", journal.last, is_first=number == 0)
                at = datetime(2026, 3, 1, 6, tzinfo=UTC) + timedelta(days=number + 1)
                archives.go_on_in_new_file(journal, encode_table(table), at)
    return path
