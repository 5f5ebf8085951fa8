"""The proofs of robustness: a kill in the middle of a coup, a full disk; seal, backup, people. They use a
folder beside the table's journal, on the same disk, with its own journal and list of people, and never touch
the table's files.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Self

import msgspec

from console.base.errors import WordedError
from console.base.system import read_json
from console.base.words import FIRST
from console.commissioning.trial_folder import trial_folder
from console.supervisor.records import Finding, Proof, Section, Subject, left_out, tried
from console.table.config import TableConfig
from console.table.core import NotRecorded, Person, Phase, Refusal, Role, SystemClock
from console.table.custody import make_folder
from console.table.game import GAMES, load_rulebook
from console.table.journal import (
    Identity,
    Unreachable,
    backup,
    open_journal,
    restore,
    seal_key,
    seals,
    verify,
)
from console.table.people import Known, ListedPerson, PeopleFile, Wrong
from console.table.scenes import at_moment, rows_of, sent_by

_SAME: Final = ("phase", "prompt", "round", "bets", "shoe")
"""The parts of a view that must not have changed."""
_FULL: Final = 250_000
"""The most bytes of a file in the trial of a full disk: some hundred entries more than at first."""
_MOST_LINES: Final = 5_000
_MOST_TRIES: Final = 20
"""Wrong PINs after which, at the latest, one has to wait."""
_VIEW: Final = b'{"do":"view"}'
_PINS: Final = {"D1": "481516", "S1": "902617"}


_subject = partial(Subject, Section.HOLDING)


def holding_proofs(config: TableConfig) -> Iterator[Proof]:
    """All proofs of holding, each as it is made. Raises OSError, JournalError if the disk takes nothing."""
    make_folder(config.journal)
    with trial_folder(config.journal.parent) as folder:
        yield kill_proof(folder / "killed.db", config.game, config.rules)
        yield full_disk_proof(folder / "full.db", config.game, config.rules)
        yield seal_proof(folder / "killed.db", folder / "keys", Identity("T1", config.game, config.rules))
        yield backup_proof(folder / "killed.db", folder)
        yield pins_proof(folder / "people.json")
    yield four_eyes_proof(config)
    yield roles_proof(config)
    yield licences_proof(config)


def coup(game: str) -> Iterator[bytes]:
    """The lines that lead into the middle of a round."""
    sample = GAMES[game].sample
    for text in (*sample.bets, sample.begun):
        yield from sent_by(text)


@_subject("holding kill").proof
def kill_proof(journal: Path, game: str, rules: str) -> Finding:
    """The proof that a console killed in the middle of a coup returns to the same table."""
    with DrivenTable(journal, game, rules) as table:
        for line in coup(game):
            before = table.take(line)
    with DrivenTable(journal, game, rules) as table:
        after = table.take(_VIEW)
    if other := [f"commissioning.kill.{name}" for name in _SAME if before[name] != after[name]]:
        return tried("kill.other", False, names_keys=" ".join(other))
    return tried("kill.same", True)


@_subject("holding full").proof
def full_disk_proof(journal: Path, game: str, rules: str) -> Finding:
    """The proof that a full disk shows nothing unrecorded, and loses nothing recorded."""
    with DrivenTable(journal, game, rules, most=_FULL) as table:
        before = table.take(_VIEW)
        for _ in range(_MOST_LINES):
            seen = table.take(b'{"do":"bets","state":"open"}' if before["phase"] == Phase.BETTING else _VIEW)
            seen = table.take(b'{"do":"call","by":"D1","on":true}') if seen["accepted"] else seen
            if seen["refused"] == Refusal.NOT_RECORDED:
                break
            before = seen
        else:
            return tried("full.never", False)
        shown = table.take(_VIEW)
    with DrivenTable(journal, game, rules) as table:
        after = table.take(_VIEW)
    verdict = verify(journal)
    is_same = after["entry"] == shown["entry"] and all(shown[name] == after[name] for name in _SAME)
    good = is_same and verdict.flaw is None
    return tried("full.found" if good else "full.lost", good, entries=verdict.entries)


@_subject("holding seal").proof
def seal_proof(journal: Path, keys: Path, identity: Identity) -> Finding:
    """The proof that a journal can be sealed, and the seal verified with its key."""
    key = seal_key(keys)
    with open_journal(journal, identity) as opened:
        try:
            seals.seal(opened, key, SystemClock())
        except NotRecorded as error:
            raise Unreachable(journal, str(error)) from error
    verdict = verify(journal, (key.public,))
    return tried("seal.found", verdict.good and verdict.sealing.seals > 0, entries=verdict.entries)


@_subject("holding backup").proof
def backup_proof(journal: Path, folder: Path) -> Finding:
    """The proof that a backup can be restored elsewhere, with the same chain."""
    copied = backup(journal, folder / "copy.db")
    restored = restore(folder / "copy.db", folder / "restored.db")
    there = verify(journal)
    same = (restored.entries, restored.head) == (there.entries, there.head) == (copied.entries, copied.head)
    return tried("backup.found", same, entries=restored.entries)


@_subject("holding pins").proof
def pins_proof(file: Path) -> Finding:
    """The proof that two can sign in by PIN, and wrong PINs are counted until one has to wait. The clock
    stands still: on a slow computer the wait would end before the right PIN was compared.
    """
    people = PeopleFile(file, lambda: 0.0, pepper=file.with_suffix(".pepper"))
    for id, role in (("D1", Role.DEALER), ("S1", Role.SUPERVISOR)):
        people.add(Person(id, id, role, FIRST), _PINS[id])
    known = all(isinstance(people.verify(id, pin), Known) for id, pin in _PINS.items())
    waits = (people.verify("D1", "111213") for _ in range(_MOST_TRIES))
    tries = next(
        (n for n, each in enumerate(waits, 1) if not isinstance(each, Wrong) or each.wait_seconds), 0
    )
    shut = not isinstance(people.verify("D1", _PINS["D1"]), Known)
    return tried("pins.found", known and tries > 0 and shut, tries=tries)


@_subject("holding four_eyes").proof
def four_eyes_proof(config: TableConfig) -> Finding:
    """The proof that a dealer can't confirm their own report as pit boss, and another pit boss can."""
    rulebook = load_rulebook(config.rules)
    row = next(
        each
        for each in rows_of(rulebook, config.game)
        if each.authority == "pit_boss" and "R" in each.when and not each.choices
    )
    table = at_moment(row, "R", rulebook)
    table.take({"do": "incident", "by": "D1", "kind": row.kind, "facts": row.reported_facts})
    by_dealer, by_other = ("sign_in D1 pit_boss", "authorise D1"), ("sign_in P1 pit_boss", "authorise P1")
    lines = ("sign_in D2 dealer", *by_dealer, *by_other)
    _, _, own, _, other = (table.take(sent)["refused"] for line in lines for sent in sent_by(line))
    good = own == "not_authorised" and other is None
    return tried("four_eyes.held" if good else "four_eyes.broken", good)


@_subject("holding roles").proof
def roles_proof(config: TableConfig) -> Finding:
    """The proof that the table's list has a person of each role who may sign in."""
    roles = [each.person.role for each in _active(config)]
    count = {str(role): roles.count(role) for role in Role}
    return tried("roles.found", all(count.values()), **count)


@_subject("holding licences").proof
def licences_proof(config: TableConfig) -> Finding:
    """The proof that each listed dealer has a licence with its last day, if the house keeps licences here."""
    dealers = [each for each in _active(config) if each.person.role is Role.DEALER]
    kept = sum(each.rights.until is not None for each in dealers)
    if not kept:
        return left_out("licences.elsewhere")
    return tried("licences.found", kept == len(dealers), kept=kept, dealers=len(dealers))


def _active(config: TableConfig) -> list[ListedPerson]:
    """The people on the table's list who may sign in. Raises PeopleError."""
    people = None if config.people is None else PeopleFile(config.people, pepper=config.pepper)
    return [] if people is None else [each for each in people.listed if each.is_active]


_STARTED: Final = "import sys; from console.cli import main; sys.exit(main())"
_LIMITED: Final = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most})); "
"""The limit of every file of the process: beyond it writing is refused, as on a full disk."""
WAIT: Final = 30.0
"""Seconds that a process may take to end."""


class Silent(WordedError[str]):
    """The process ended, or its answer is no view."""

    def __init__(self, said: str) -> None:
        """``said`` is the process's output instead, untranslated."""
        super().__init__("commissioning.drive.silent", said=said or "–")


class DrivenTable:
    """``dealer-console drive`` as a child: a line in, a view out."""

    def __init__(self, journal: Path, game: str, rules: str, *, most: int | None = None) -> None:
        """``most`` is how many bytes each of its files may have."""
        start = _STARTED if most is None else _LIMITED.format(most=most) + _STARTED
        file, pipe = str(journal.absolute()), subprocess.PIPE  # The child process works in another folder.
        options = ("--game", game, "--rules", rules, "--journal", file, "--ready", "--lang", FIRST)
        command, root = (sys.executable, "-c", start, "drive", *options), Path(__file__).parents[3]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=root)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def take(self, line: bytes) -> dict[str, Any]:
        """The view after a line. Raises Silent."""
        into, out = _pipe(self._process.stdin), _pipe(self._process.stdout)
        try:
            into.write(line + b"\n")
            into.flush()
            seen: dict[str, Any] = read_json(out.readline())
        except (OSError, msgspec.DecodeError) as error:
            raise Silent(self.kill() or str(error)) from error
        return seen

    def kill(self) -> str:
        """End the process at once, like a power cut; returns its error output."""
        self._process.kill()
        self._process.wait(WAIT)
        errors = ""
        for pipe in map(_pipe, (self._process.stdin, self._process.stdout, self._process.stderr)):
            if pipe is self._process.stderr and not pipe.closed:
                errors = pipe.read().decode("utf-8", "replace").strip()
            with suppress(OSError):  # These are unwritten bytes of its pipe.
                pipe.close()
        return errors


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "asked for at the start"
    return pipe
