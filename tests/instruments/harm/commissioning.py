"""A table that is commissioned with a fault: a slow disk, a clock 90 s off or set, a changed row or file.

Each fault is a real one, and met twice from the beginning to the end, by the command of an installed console
and by the table's window: the failed proof must be named, nobody may sign, and each later check or signing
of the certificate must say so. Then the same is done to a table that was commissioned well.

- The disk: every call that brings a journal to it comes back 0.35 s late (strace).
- The clock: a real chronyd that follows another one, which is 90 s ahead of it, in a network of their own.
  Neither sets this computer's clock.
- The clock that is set: 90 s forward once the first journal is tried, by a library before the system's;
  the clock that nobody sets goes on as it is. This computer's is not set.
- The row: the rulebook's file of incidents says another outcome for a ball that left the wheel (LT-ROU-29).
- The file: one byte of the installed console is another one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.base.setup import ROOT
from console.base.words import LANGUAGES, Words
from console.commissioning.certificate import Certificate, flaws
from console.commissioning.commands.certificate_lines import report
from console.supervisor.records import Verdict
from console.table.core import Person, Role, Trade
from console.table.people import PeopleFile
from tests.commissioning.certificates import read_certificate
from tests.commissioning.commands.test_signed_at_terminal import Terminal
from tests.commissioning.software.releases import key_at, sign
from tests.instruments.harm.disks import NoTrouble
from tests.instruments.harm.report import Harm

CARDS: Final = 53
"""A deck, and one card more that is drawn halfway."""
PICTURES: Final = "COMMISSIONING_PICTURES"
"""A folder for what the windows show."""
LATE: Final = 350
"""Milliseconds by which a slow disk is late."""
OFF: Final = 90
"""Seconds by which the clock is off."""
TRACKING: Final = f"""\
Reference ID    : 7F000001 (127.0.0.1)
Stratum         : 2
System time     : {OFF}.000015259 seconds slow of NTP time
Last offset     : -0.000001169 seconds
Skew            : 3.036 ppm
Leap status     : Normal
"""
"""A real chrony's answer about itself (4.3), in the lines that matter here."""
EN: Final = Words("en")
PINS: Final = {"T1": "481516", "S1": "233442", "P1": "902617", "D1": "615384"}
ROLES: Final[dict[str, Role | Trade]] = {
    "T1": Trade.TECHNICIAN,
    "S1": Role.SUPERVISOR,
    "P1": Role.PIT_BOSS,
    "D1": Role.DEALER,
}
TABLE: Final = """\
name = "Table 7"
game = "roulette"
rules = "sv"
language = "lt"
journal = "{table}/t7.db"
people = "{table}/people.json"
pepper = "{table}/pepper"
[software]
key = "{table}/release.pem"
"""
_CHANGED_FILE: Final = "console/table/game/roulette/payout.py"
_INCIDENTS: Final = "incidents/lt.toml"
_ROW: Final = b'facts = { ball_damaged = false }, clause = "LT-ROU-29", outcome = "%b"'
_PATIENCE: Final = 900.0
_AT_WINDOW: Final = f"""\
import sys
sys.path.append(sys.argv.pop(1))
from {__package__} import commissioning_window
sys.path.pop()  # a LIVE table refuses a path that is not of its release
commissioning_window.report(*sys.argv[1:])
"""
"""It is imported from the checkout, which the console's own verification must not meet on the path."""
_CLOCKS: Final = """\
ip link set lo up || exit 90
server=$1/usr/sbin/chronyd here=$2
"$server" -x -d -u root -f "$here/ahead.conf" >"$here/ahead.log" 2>&1 & ahead=$!
"$server" -x -d -u root -f "$here/follows.conf" >"$here/follows.log" 2>&1 & follows=$!
"$1/usr/bin/chronyc" -n waitsync 60 0 0 0.5 >/dev/null || exit 91
mount --bind "$1/usr/bin" /usr/sbin || exit 92
shift 2
"$@"
status=$?
kill $ahead $follows
exit $status
"""
"""Two of them and a program in a network of their own, where chrony lies among the system's programs."""


_SET_CLOCK: Final = """\
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *at)
{{
    const char *file = getenv("CLOCK_IS_SET");
    int failed = syscall(SYS_clock_gettime, which, at);
    if (!failed && which == CLOCK_REALTIME && file && access(file, F_OK) == 0)
        at->tv_sec += {off};
    return failed;
}}
"""
"""A clock that is ahead as soon as a file is there. The other clocks are the system's."""


class Site:
    """An installed console with its manifest and its key, and a table's files beside it."""

    def __init__(self, folder: Path) -> None:
        self.console, self.table = folder / "site", folder / "table"
        package = self.console / "console"
        shutil.copytree(ROOT / "console", package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "resources", package / "resources")
        shutil.copytree(
            ROOT / "translations", package / "translations", ignore=shutil.ignore_patterns("*.po")
        )
        shutil.copy(ROOT / "requirements.lock", package)
        self.table.mkdir()
        key = key_at(folder)
        sign(self.console, key)
        (self.table / "release.pem").write_bytes(key.public.pem())
        self.file = self.table / "table7.toml"
        self.file.write_text(TABLE.format(table=self.table), "utf-8")
        people = PeopleFile(self.table / "people.json", pepper=self.table / "pepper")
        for id, role in ROLES.items():
            people.add(Person(id, f"Name {id}", role, "lt"), PINS[id])
        self.surroundings = {
            "PYTHONPATH": str(self.console),
            "PYTHONSAFEPATH": "1",  # otherwise Python would load the console from the terminal's folder
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_DATA_HOME": str(folder / "data"),
            "QT_QPA_PLATFORM": "offscreen",
        }

    def run(self, *command: str, within: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        """A command of the installed console, within what makes a fault."""
        return self.python("-m", *command, within=within)

    def window(self, *argv: str, within: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        """The program at the installed console's window, within what makes a fault."""
        return self.python("-c", _AT_WINDOW, str(ROOT), *argv, within=within)

    def python(self, *argv: str, within: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """A Python that finds the installed console first."""
        return subprocess.run(
            (*within, sys.executable, *argv),
            cwd=self.table,
            env={**os.environ, **self.surroundings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
        )

    def prove(self, name: str, *argv: str, within: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        """The command, with a certificate of this name."""
        files = ("--json", str(self.table / f"{name}.json"), "--pdf", str(self.table / f"{name}.pdf"))
        table = ("--table", str(self.file), *files, "--lang", "en")
        return self.run("console", "commissioning", *table, *argv, within=within)

    def verify(self, file: Path) -> subprocess.CompletedProcess[str]:
        """The check of a certificate, beside journal and table as they are now."""
        journal = self.table / "t7.db"
        beside = ("--table", str(self.file), *(("--journal", str(journal)) if journal.exists() else ()))
        return self.run("console", "commissioning", "verify", str(file), *beside, "--lang", "en")

    def signed(self, name: str) -> Path:
        """A certificate of a table without a fault, which two have signed at a terminal."""
        file = self.table / f"{name}.json"
        argv = ("commissioning", "--table", str(self.file), "--json", str(file), "--sign", "T1", "S1")
        at = Terminal(*argv, "--lang", "en", program=("-m", "console"), **self.surroundings)
        for id in ("T1", "S1"):
            at.reads(f"({id})")
            at.types(PINS[id])
        if (status := at.ends()) != 0:
            raise AssertionError(f"a table without a fault ended with {status}: {at.output}")
        return file


Within = Callable[[Site], AbstractContextManager[Sequence[str]]]
"""Makes a fault for as long as it is needed; what a program is run by, to meet it."""


@contextmanager
def slow_disk(site: Site) -> Iterator[Sequence[str]]:
    """Every durable write is late."""
    strace = shutil.which("strace")
    if strace is None or subprocess.run((strace, "-o", os.devnull, "true"), check=False).returncode:
        raise NoTrouble("strace is not installed, or may not trace here")
    late = f"inject=fdatasync:delay_exit={LATE * 1_000}"
    yield (strace, "-f", "--seccomp-bpf", "-o", os.devnull, "-e", "trace=fdatasync", "-e", late)


@contextmanager
def clock_set(site: Site) -> Iterator[Sequence[str]]:
    """The clock is set forward between two proofs, for the programs of the table alone."""
    place = site.table.parent / "clock_set"
    place.mkdir(exist_ok=True)
    source, library, is_set = place / "clock.c", place / "clock.so", place / "set"
    source.write_text(_SET_CLOCK.format(off=OFF))
    try:
        compiler = ("cc", "-shared", "-fPIC", "-o", library, source)
        subprocess.run(compiler, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoTrouble(f"no C compiler: {error}") from error
    over = threading.Event()

    def set_it() -> None:
        while not over.wait(0.05):
            if next(site.table.rglob(".commissioning-*"), None) is not None:
                is_set.touch()
                return

    is_set.unlink(missing_ok=True)
    setting = threading.Thread(target=set_it)
    setting.start()
    try:
        yield ("env", f"LD_PRELOAD={library}", f"CLOCK_IS_SET={is_set}")
    finally:
        over.set()
        setting.join()


@contextmanager
def clock_off(site: Site) -> Iterator[Sequence[str]]:
    """The time server is ahead of this computer's clock."""
    here = site.table.parent / "clocks"
    here.mkdir(mode=0o700, exist_ok=True)
    common = "pidfile {here}/{name}.pid\ndriftfile {here}/{name}.drift\nbindcmdaddress {here}/{name}.socket\n"
    ahead = "local stratum 1\nallow 127.0.0.0/8\nport 11123\ncmdport 0\n"
    follows = f"server 127.0.0.1 port 11123 iburst minpoll 0 maxpoll 0 offset {OFF}.0\nport 0\n"
    for name, lines in (("ahead", ahead), ("follows", follows)):
        (here / f"{name}.conf").write_text(lines + common.format(here=here, name=name))
    try:
        isolated = (
            subprocess.run(("unshare", "-rnm", "true"), check=False, capture_output=True).returncode == 0
        )
    except OSError:
        isolated = False
    if not isolated:
        raise NoTrouble("the system gives no network and no mounts of one's own")
    yield ("unshare", "-rnm", "sh", "-c", _CLOCKS, "sh", str(_chrony(here)), str(here))


def _chrony(folder: Path) -> Path:
    """Chrony's programs, unpacked and not installed, so that this computer's clock stays as it is."""
    place = folder / "chrony"
    if not place.is_dir():
        try:
            subprocess.run(("apt-get", "download", "chrony"), cwd=folder, check=True, capture_output=True)
            (package,) = folder.glob("chrony_*.deb")
            subprocess.run(("dpkg-deb", "-x", package, place), check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            raise NoTrouble(f"chrony can't be had: {error}") from error
    return place


@contextmanager
def changed(file: Path, before: bytes, after: bytes) -> Iterator[None]:
    """Bytes of a file are others, as long as it lasts."""
    content = file.read_bytes()
    assert content.count(before) == 1, f"{file}: {before!r}"
    file.write_bytes(content.replace(before, after))
    try:
        yield
    finally:
        file.write_bytes(content)


def changed_row(rulebooks: Path) -> AbstractContextManager[None]:
    """LT-ROU-29: a round counts whose ball left the wheel, as the file in a folder of rulebooks has it."""
    return changed(rulebooks / _INCIDENTS, _ROW % b"respin", _ROW % b"finish")


def changed_byte(site: Site) -> AbstractContextManager[None]:
    """Change a letter in the first sentence of a file that computes payouts; no scene can show it."""
    file = site.console / _CHANGED_FILE
    first = file.read_bytes().split(b"\n")[0]
    return changed(file, first, first[:-1] + bytes((first[-1] ^ 1,)))


@contextmanager
def other_row(site: Site) -> Iterator[Sequence[str]]:
    """In the installed rulebook."""
    with changed_row(site.console / "console/resources/rulebooks"):
        yield ()


@contextmanager
def other_byte(site: Site) -> Iterator[Sequence[str]]:
    """In an installed file."""
    with changed_byte(site):
        yield ()


class Fault(NamedTuple):
    """A fault, how it is made, the proof that must fail by it, and what its words must have in them."""

    name: str
    made: Within
    proof: str
    says: tuple[str, ...]
    figure: tuple[str, float] = ("", 0.0)
    """A figure of the proof, and what it is at least."""


FAULTS: Final = (
    Fault("a slow disk", slow_disk, "commits", ("p99",), ("p99_ms", LATE)),
    Fault("a clock 90 s off", clock_off, "clock", ("chrony", str(OFF)), ("offset_s", OFF - 1)),
    Fault("a clock that is set", clock_set, "clock set", ("UTC", str(OFF)), ("offset_s", OFF - 1)),
    Fault("a changed row", other_row, "row roulette ball_out", ("LT-ROU-29",)),
    Fault("a changed file", other_byte, "software", (_CHANGED_FILE,)),
)


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """Each fault at the command and at the window, and each change to a table that was signed for."""
    site = Site(folder)
    for fault in FAULTS[-1:] if quick else FAULTS:
        yield _harm(f"{fault.name}, at the command", partial(at_command, site, fault))
        if not quick:
            yield _harm(f"{fault.name}, at the window", partial(at_window, site, fault))
    if not quick:
        yield _harm("no fault, at the window", partial(without_fault, site))
        yield _harm("a signed run, at the window", partial(signed_run, site))
    yield _harm("a signed table is changed afterwards", partial(afterwards, site))


def _harm(name: str, met: Callable[[], Iterator[tuple[str, bool]]]) -> Harm:
    harm = Harm(name)
    try:
        checked = list(met())
    except NoTrouble as why:
        return harm.skipped(str(why))
    harm.done(len(checked), [f"{name}: {what}" for what, is_so in checked if not is_so])
    return harm


def at_command(site: Site, fault: Fault) -> Iterator[tuple[str, bool]]:
    """Each requirement of a table that is commissioned at a terminal, and whether it is met."""
    name = fault.proof.replace(" ", "_")
    with fault.made(site) as within:
        proved = site.prove(name, "--sign", "T1", "S1", within=within)
    file = site.table / f"{name}.json"
    yield f"the exit status is 1, not {proved.returncode}: {proved.stderr[-500:]}", proved.returncode == 1
    failed = proved.stdout.partition(EN.text("commissioning.heading.failed"))[2].partition("\n\n")[0]
    _tell(failed.strip())
    yield f"it is named among what failed: {failed}", all(each in failed for each in fault.says)
    yield "nobody is asked for a PIN", EN.text("commissioning.not_signed") in proved.stderr
    yield from _certified(read_certificate(file), fault)
    checked = site.verify(file)
    _tell(checked.stdout.strip())
    yield "its check says that something failed", EN.text("commissioning.holds.not") in checked.stdout
    yield "its check ends with 1", checked.returncode == 1
    later = ("--table", str(site.file), "--by", "T1", "S1", "--lang", "en")
    signed = site.run("console", "commissioning", "sign", str(file), *later)
    _tell(signed.stderr.strip())
    yield "nobody signs it later", EN.text("commissioning.not_signed") in signed.stderr
    yield "no journal has it", not (site.table / "t7.db").exists()


def at_window(site: Site, fault: Fault) -> Iterator[tuple[str, bool]]:
    """The same in the table's window, whose proofs are the ones that it makes by itself."""
    with fault.made(site) as within:
        told = _window(site, fault.proof, "proved", within)
    for language in ("en", "ja"):
        _tell("\n".join(told["listed"][language]))
    yield f"what failed stands first: {told['first']}", told["first"] in told["failed"]
    yield f"it failed: {told['failed']}", any(fault.proof in each for each in told["failed"])
    for language in LANGUAGES:
        named = " ".join(told["listed"][language])
        yield f"it is named, {language}: {named}", all(each in named for each in fault.says)
    yield "nobody is asked to sign", told["press"] == EN.text("commissioning.window.again")
    (file,) = told["file"]
    yield from _certified(read_certificate(Path(file)), fault)
    yield "no certificate is in the journal", told["commissioned"] is None


def without_fault(site: Site) -> Iterator[tuple[str, bool]]:
    """The same window at the same computer without a fault: nothing fails, and a technician is asked."""
    told = _window(site, "without a fault", "proved")
    yield f"nothing failed: {told['listed']['en']}", told["failed"] == []
    yield "a technician is asked to sign", told["press"] == EN.text("commissioning.window.technician")
    yield "no file is written before", told["file"] == []


def signed_run(site: Site) -> Iterator[tuple[str, bool]]:
    """A whole run at the window, which two sign: its certificate has the time of its own test deck."""
    told = _window(site, "signed run", "signed")
    (file,), painted = told["file"], told["painted"]
    certificate, content = read_certificate(Path(file)), Path(file).read_bytes()
    yield "it is as it was written", flaws(content) == () and len(told["pages"]) == 1
    yield "two have signed it", [each.id for each in certificate.signatures] == ["T1", "S1"]
    (of,) = (each for each in certificate.proofs if each.name == "device painted shoe")
    _tell(f"{len(painted)} cards: p50 {of.figures['p50_ms']:.1f} ms, p99 {of.figures['p99_ms']:.1f} ms")
    yield f"each card was measured: {len(painted)}", len(painted) >= CARDS
    middle, last = painted[len(painted) // 2], painted[(len(painted) * 99 - 1) // 100]
    yield f"it has this run's p50: {of.figures}", of.figures["p50_ms"] == middle
    yield f"it has this run's p99: {of.figures}", of.figures["p99_ms"] == last
    checked = site.run("console", "commissioning", "verify", file, "--journal", told["journal"])
    yield f"its check is good: {checked.stdout}", checked.returncode == 0


def _window(site: Site, name: str, how: str, within: Sequence[str] = ()) -> dict[str, Any]:
    """The report of a table's window on its commissioning, from a process of its own."""
    folder = site.table / f"window {name}"
    folder.mkdir()
    seen = site.window(str(folder), str(site.table), how, within=within)
    if seen.returncode:
        raise AssertionError(f"the window did not go through: {seen.stderr[-2_000:]}")
    told: dict[str, Any] = json.loads(seen.stdout.splitlines()[-1])
    if PICTURES in os.environ:
        for picture in folder.glob("*.png"):
            shutil.copy(picture, Path(os.environ[PICTURES]) / f"{name} {picture.name}")
    return told


def _certified(certificate: Certificate, fault: Fault) -> Iterator[tuple[str, bool]]:
    """Each requirement of the certificate, however it was made, and whether it is met."""
    failed = certificate.of(Verdict.FAILED)
    proof = next((each for each in failed if fault.proof in each.name), None)
    yield f"the certificate says it: {[each.name for each in failed]}", proof is not None
    name, least = fault.figure
    if proof is not None and name:
        yield f"{name} is {proof.figures[name]}", proof.figures[name] >= least
    yield "nobody signed it", not certificate.signatures
    for language in LANGUAGES:
        told = "\n".join(report(certificate, Words(language)))
        yield f"its report in {language}", all(each in told for each in fault.says)


def afterwards(site: Site) -> Iterator[tuple[str, bool]]:
    """A table that was signed for is changed: its check names the change, and so does the next signing."""
    file = site.signed("signed")
    good = site.verify(file)
    yield f"as it is its check is good: {good.stdout}", good.returncode == 0
    yield "it is as it was written", flaws(file.read_bytes()) == ()
    changes: tuple[tuple[Callable[[Site], AbstractContextManager[Sequence[str]]], str, str], ...] = (
        (other_row, EN.text("commissioning.stale.rulebook"), _INCIDENTS),
        (other_byte, EN.text("commissioning.stale.files"), _CHANGED_FILE),
    )
    for change, says, name in changes:
        with change(site):
            found = site.verify(file)
        _tell(found.stdout.strip())
        yield f"its check says so: {found.stdout}", says in found.stdout and name in found.stdout
        yield "its check ends with 1", found.returncode == 1
    with changed(file, b'"id": "T1"', b'"id": "T2"'):
        found = site.verify(file)
    _tell(found.stdout.strip())
    yield "a changed signature is named", "signatures" in found.stdout and found.returncode == 1
    yield "as it was its check is good again", site.verify(file).returncode == 0


def _tell(text: str) -> None:
    """Print what a person reads, beside the table of what was lost."""
    print(*(f"    | {line}" for line in text.splitlines()), sep="\n", file=sys.stderr, flush=True)
