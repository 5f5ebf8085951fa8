"""Mutants of the rooms that decide at a table and show it, each held to the tests of its room.

Cosmic-ray makes them; the trying is our own. Its runner changes the file in the checkout and starts another
Python with one command for all: here the change is in the memory of a forked process, which asks the module's
own tests first, then the transcripts and the decision table, then its room's, then lines at random, and ends
at the first that fails. (mutmut leaves out whatever is decorated: here that is every property of a round.)
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from console.base.setup import ROOT
from tests.instruments.mutants.mutated import Mutated
from tests.instruments.mutants.operators import Mutant, mutants, rows, sample

ROOMS = (
    "console/table/game",
    "console/table/game/baccarat",
    "console/table/game/blackjack",
    "console/table/game/roulette",
    "console/table/incidents",
    "console/table/core/games",
    "console/table/core/incident",
    "console/table/core/judging",
    "console/table/core/play",
    "console/table/core/protocol",
    "console/table/core/running",
    "console/table/core/showing",
    "console/table/core/state",
    "console/supervisor/history",
    "console/supervisor/records/accounts",
    "console/supervisor/reports",
    "console/supervisor/records/documents",
    "console/table/devices",
    "console/table/devices/models",
    "console/table/devices/simulation",
    "console/table/journal",
    "console/table/journal/file",
    "console/table/journal/log",
    "console/table/journal/proof",
    "console/table/journal/rescue",
    "console/table/people",
    "console/table/config",
    "console/table/link",
    "console/table/custody",
    "console/table/words",
    "console/table/commands",
    "console/supervisor/guide",
    "console/supervisor/protocol",
    "console/supervisor/review",
    "console/supervisor/review/log",
    "console/supervisor/trial",
    "console/commissioning",
    "console/commissioning/devices",
    "console/commissioning/dossier",
    "console/commissioning/drift",
    "console/commissioning/proofs",
    "console/commissioning/software",
    "console/floor",
    "console/floor/alarms",
    "console/floor/host",
    "console/floor/monitoring",
    "console/floor/recorder",
    "console/floor/search",
    "console/floor/witness",
    "console/rehearsals",
    "console/rehearsals/proficiency",
    "console/app",
    "console/table/ui/felt",
    "console/table/ui/dealer",
    "console/table/ui/incident",
    "console/table/ui/pit",
    "console/floor/ui",
    "console/supervisor/ui/review",
    "console/supervisor/ui/paper",
)

CORE = ("game", "incidents", "core")
"""The rooms whose tests are also the scenes."""
SCENES = ("tests/table/core/test_transcripts.py", "tests/table/incidents/test_decision_table.py")
RULES = {
    "game": ("tests/table/game", "tests/table/core/games", "tests/supervisor/commands/test_rulebook_look.py"),
    "incidents": ("tests/table/incidents", "tests/table/core/incident"),
    "core": (
        "tests/table/core/games",
        "tests/table/core/play",
        "tests/table/core/incident",
        "tests/table/core/judging",
        "tests/table/core/protocol",
        "tests/table/core/showing",
        "tests/table/core/running",
        "tests/table/core/state",
        "tests/commissioning/devices/test_another_wheel.py",
    ),
    "devices": ("tests/table/devices",),
    "link": ("tests/table/link", "tests/supervisor/protocol/test_replayed_night.py"),
    "journal": ("tests/table/journal", "tests/supervisor/review/log"),
    "history": ("tests/supervisor/history", "tests/supervisor/reports", "tests/supervisor/records"),
    "app": ("tests/table/ui/window/test_start_trouble.py",),
    "records": (
        "tests/supervisor/records/accounts/test_answer_account.py",
        "tests/supervisor/records/accounts/test_corrections_after_the_fact.py",
        "tests/supervisor/history/test_quick_steps.py",
    ),
    "reports": ("tests/floor/monitoring/test_status.py",),
    "review": (
        "tests/commissioning/commands/test_support.py",
        "tests/supervisor/review/log/test_entry_words.py",
    ),
    "dossier": (
        *("tests/commissioning/test_dossier.py", "tests/commissioning/test_clause_tests.py"),
        "tests/app/test_parts.py",
    ),
    "host": (
        "tests/floor/test_backups.py",
        "tests/floor/test_doctor.py",
        "tests/floor/test_operation.py",
        "tests/floor/test_server_files.py",
    ),
    "search": (
        "tests/floor/test_floor_log.py",
        "tests/floor/test_names.py",
        "tests/floor/test_proved_digests.py",
        "tests/floor/test_unreadable_entries.py",
    ),
    "alarms": (
        *("tests/floor/test_alarms.py", "tests/floor/test_alarm_figures.py", "tests/floor/ui"),
        "tests/floor/test_notifications.py",
    ),
}
"""Tests of these rooms, wherever they lie; of the others the room's own tests are all."""
STATED = ("the_tables_are_those_that_the_code_makes", "every_command_and_option_that_a_page_names_is_there")
"""The tests of the handbook's pages that hold its tables, and the commands that it names."""
STARTS_OTHERS = ("tests/table/core/incident/test_killed_in_an_incident.py",)
"""Tests of what runs in another process, where there is no mutant."""

MOST_SECONDS = 150
MOST_OF_A_WINDOW = 900
"""Seconds of the processor for the tests of a room of windows, which draw and press."""
WAITING = 10
"""How many times as long they may take by the clock, beside other work."""
MOST_BYTES = 6 << 30
KILLED, SURVIVED, ENDLESS = "killed", "survived", "endless"
FAILED = 3


Tier = tuple[str, ...]


def tiers(path: str, quick: bool) -> list[Tier]:
    """The tests that a module is held to, in the order in which they are asked: pytest's arguments.

    The last two, the other rooms' folders and those that try at random, take a minute; ``quick`` leaves them
    out, but neither single files nor the handbook's tables. The table of limits is not asked: what it alone
    holds, no behaviour shows.
    """
    own = ROOT / Path("tests", *Path(path).parent.parts[1:])
    around = tuple(str(each) for each in sorted(own.glob("test_*.py")))
    near = tuple(each for each in around if Path(path).stem in each)
    if Path(path).name == "part.py":
        near = (str(ROOT / "tests/app/test_parts.py"),)
    room = Path(path).parent.parts[1:3][-1]
    rules = RULES.get(room, ())
    by_rule, at_random = ("-m", "not hypothesis"), ("-m", "hypothesis")
    scenes = SCENES if room in CORE else ()
    every = [(*by_rule, *tests) for tests in (near, scenes, around) if tests]
    files = tuple(each for each in rules if each.endswith(".py") or not around)
    folders = tuple(each for each in rules if each not in files)
    every += [(*by_rule, *files)] if files else []
    every.append(tuple(f"{ROOT}/tests/handbook/test_pages.py::test_{each}" for each in STATED))
    if quick:
        return every
    return [*every, *([(*by_rule, *folders)] if folders else []), (*at_random, *around, *rules)]


@dataclass(frozen=True)
class Tried:
    """A mutant's end, in how many seconds, and what it said instead."""

    mutant: Mutant
    came: str
    seconds: float
    instead: str


def mutants_of_rooms(
    rooms: Sequence[str], most: int, seed: int, only: Sequence[str] = (), *, of_rows: bool = False
) -> list[Mutant]:
    """A sample over the rooms, as large for each as its share of the places; by some operators ``only``, or
    of their tables alone.
    """
    paths = sorted(
        str(each.relative_to(ROOT))
        for room in rooms
        for each in (ROOT / room).glob("*.py")
        if each.name != "__init__.py"
    )
    made = (each for path in paths for each in (rows if of_rows else mutants)(ROOT, path))
    return sample(ROOT, [each for each in made if not only or each.operator in only], most, seed)


def tried(mutant: Mutant, quick: bool) -> Tried:
    """The end of a mutant under the tests of its room."""
    source = mutant.source(ROOT)
    began = time.monotonic()
    came = came_of(mutant.path, source, quick)
    return Tried(mutant, came, time.monotonic() - began, _instead(mutant, source))


def came_of(path: str, source: str, quick: bool) -> str:
    """Run a module's tests in a process of its own, with this source, until one fails or all are through."""
    sys.stdout.flush()
    child = os.fork()
    most = MOST_OF_A_WINDOW if Path(path).parts[2] == "ui" else MOST_SECONDS
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        _held_to_its_tests(path, source, quick)
    return _ended(child, most * WAITING)


def _ended(child: int, most: int) -> str:
    began = time.monotonic()
    while time.monotonic() - began < most:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended and os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
            return ENDLESS
        if ended:
            return SURVIVED if status == 0 else KILLED
        time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return ENDLESS


def _held_to_its_tests(path: str, source: str, quick: bool) -> None:
    """Ends the process: 0 if every test passed."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    silent = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(silent, each)
    status = FAILED
    try:
        os.chdir(ROOT)
        for name in [each for each in sys.modules if each.partition(".")[0] in ("console", "tests")]:
            del sys.modules[name]
        module = path.removesuffix(".py").replace("/", ".")
        sys.meta_path.insert(0, Mutated(module, str(ROOT / path), source))
        status = _first_failure(tiers(path, quick))
    finally:
        os._exit(status)


def _first_failure(in_turn: Sequence[Sequence[str]]) -> int:
    import pytest

    ask = (
        "-x",
        "--assert=plain",  # what is loaded before the fork could not be rewritten
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        "--hypothesis-profile",
        "mutants",
        "--rootdir",
        str(ROOT),
    )
    for tests in in_turn:
        left_out = (f"--ignore={ROOT / each}" for each in STARTS_OTHERS)
        status = pytest.main([*ask, *left_out, *tests])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return int(status)
    return 0


def _instead(mutant: Mutant, source: str) -> str:
    before = (ROOT / mutant.path).read_text("utf-8").splitlines()
    lines = unified_diff(before, source.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def key(mutant: Mutant) -> str:
    """The mutant's name from one run to the next, as long as its module stays as it is."""
    digest = hashlib.sha256((ROOT / mutant.path).read_bytes()).hexdigest()[:12]
    return f"{mutant.path} {digest} {mutant.operator} {mutant.occurrence}"


def run(chosen: Sequence[Mutant], kept: Path, again: bool, quick: bool) -> Iterator[tuple[Mutant, str, str]]:
    """Try those that ``kept`` does not know yet, and with ``again`` those that survived; note each there."""
    known: dict[str, dict[str, str]] = {}
    if kept.exists():
        known = {each["key"]: each for each in map(json.loads, kept.read_text("utf-8").splitlines())}
    with kept.open("a", encoding="utf-8") as notes:
        for mutant in chosen:
            it = known.get(key(mutant))
            if it is None or (again and it["came"] != KILLED):
                now = tried(mutant, quick)
                it = {"key": key(mutant), "came": now.came, "instead": now.instead}
                notes.write(json.dumps(it | {"seconds": round(now.seconds, 1)}, ensure_ascii=False) + "\n")
                notes.flush()
                print(f"{now.came} {now.seconds:.1f} s {mutant}", file=sys.stderr, flush=True)
            yield mutant, it["came"], it["instead"]


def report(
    rooms: Sequence[str], chosen: Sequence[Mutant], kept: Path, again: bool, quick: bool
) -> list[str]:
    """The share of mutants killed in each room, and every one that survived with what it says instead."""
    for early in (
        "hypothesis.stateful",
        "msgspec",
        "PySide6.QtWidgets",
        "cryptography.fernet",
        "sqlite_utils",
        "xlsxwriter",
    ):
        with suppress(ImportError):
            importlib.import_module(early)
    for path in {each.path for each in chosen[:1]}:
        if came_of(path, (ROOT / path).read_text("utf-8"), quick) != SURVIVED:
            raise SystemExit(f"with {path} as it is the tests fail or don't run: all would count as killed")
    came = list(run(chosen, kept, again, quick))
    lines = []
    for room in rooms:
        of = [what for mutant, what, _ in came if str(Path(mutant.path).parent) == room]
        lines.append(
            f"{room}: {len(of) - of.count(SURVIVED)} of {len(of)} killed, {of.count(SURVIVED)} survived"
        )
    all_ = [what for _, what, _ in came]
    lines.append(
        f"all: {len(all_) - all_.count(SURVIVED)} of {len(all_)} killed, {all_.count(ENDLESS)} of them ran on"
    )
    return [*lines, *(f"survived: {mutant}\n{instead}" for mutant, what, instead in came if what == SURVIVED)]
