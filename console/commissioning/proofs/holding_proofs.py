"""What holds when something goes wrong: a kill in the middle of a coup, a full disk; seal, backup, people.

All of it is tried in a folder beside the table's journal, on the same disk, with a journal and a list of
people of its own: the table's are never touched.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from console.commissioning.proof import Proof, Said, Section, tried
from console.commissioning.proofs.decision_play import BETS, CARDS, at_moment
from console.commissioning.proofs.driven_table import DrivenTable, Silent
from console.commissioning.proofs.rule_tables import rows_of
from console.config import TableConfig
from console.custody.table_opening import make_folder
from console.game.rulebook import load_rulebook
from console.journal import Identity, JournalError, open_journal
from console.journal.backup import backup, restore
from console.journal.proof.keys import seal_key
from console.journal.proof.seals import seal
from console.journal.proof.verification import verify
from console.people.answers import Known, Wrong
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.scenes.line_terms import sent_by
from console.table.running.clock import SystemClock
from console.table.showing.screen_values import Person
from console.table.state.phases import Phase
from console.table.state.reasons import Refusal
from console.table.state.roles import Role
from console.words.locales import FIRST

_ROULETTE: Final = ("spin D1 4 against",)
_SAME: Final = ("phase", "prompt", "round", "bets", "shoe")
"""What must be as it was."""
_FULL: Final = 250_000
"""Bytes that a file may have where a full disk is tried: some hundred entries more than a beginning."""
_MOST_LINES: Final = 5_000
_MOST_TRIES: Final = 20
"""Wrong PINs after which at the latest one has to wait."""
_VIEW: Final = b'{"do":"view"}'
_PINS: Final = {"D1": "481516", "S1": "902617"}


_tried = partial(tried, Section.HOLDING)


def holding_proofs(config: TableConfig) -> Iterator[Proof]:
    """All of them, each as it is made. Raises OSError, JournalError where the disk takes nothing."""
    make_folder(config.journal)
    with tempfile.TemporaryDirectory(dir=config.journal.parent, prefix=".commissioning-") as place:
        folder = Path(place)
        yield kill_proof(folder / "killed.db", config.game, config.rules)
        yield full_disk_proof(folder / "full.db", config.game, config.rules)
        yield seal_proof(folder / "killed.db", folder / "keys", Identity("T1", config.game, config.rules))
        yield backup_proof(folder / "killed.db", folder)
        yield pins_proof(folder / "people.json")
    yield four_eyes_proof(config)
    yield roles_proof(config)


def coup(game: str) -> Iterator[bytes]:
    """The lines that lead into the middle of a round."""
    for text in (*BETS[game], *([CARDS[game]] if game in CARDS else _ROULETTE)):
        yield from sent_by(text)


def kill_proof(journal: Path, game: str, rules: str) -> Proof:
    """The console is killed in the middle of a coup, and comes back to the same table."""
    what, expected = Said("commissioning.kill"), Said("commissioning.kill.expected")
    try:
        with DrivenTable(journal, game, rules) as table:
            for line in coup(game):
                before = table.take(line)
        with DrivenTable(journal, game, rules) as table:
            after = table.take(_VIEW)
    except Silent as error:
        return _tried("kill", what, expected, _silent(error), False)
    other = [f"commissioning.kill.{name}" for name in _SAME if before[name] != after[name]]
    found = (
        Said("commissioning.kill.same")
        if not other
        else Said("commissioning.kill.other", {"names_keys": " ".join(other)})
    )
    return _tried("kill", what, expected, found, not other)


def full_disk_proof(journal: Path, game: str, rules: str) -> Proof:
    """Where the disk takes no more, nothing is shown that is not recorded, and nothing that was is lost."""
    what, expected = Said("commissioning.full"), Said("commissioning.full.expected")
    try:
        with DrivenTable(journal, game, rules, most=_FULL) as table:
            before = table.take(_VIEW)
            for _ in range(_MOST_LINES):
                seen = table.take(
                    b'{"do":"bets","state":"open"}' if before["phase"] == Phase.BETTING else _VIEW
                )
                seen = table.take(b'{"do":"call","by":"D1","on":true}') if seen["accepted"] else seen
                if seen["refused"] == Refusal.NOT_RECORDED:
                    break
                before = seen
            else:
                return _tried("full", what, expected, Said("commissioning.full.never"), False)
            shown = table.take(_VIEW)
        with DrivenTable(journal, game, rules) as table:
            after = table.take(_VIEW)
        verdict = verify(journal)
    except Silent as error:
        return _tried("full", what, expected, _silent(error), False)
    except JournalError as error:
        return _tried("full", what, expected, Said(error.key, {**error.slots}), False)
    held = after["entry"] == shown["entry"] and all(shown[name] == after[name] for name in _SAME)
    key = "commissioning.full.found" if held and verdict.flaw is None else "commissioning.full.lost"
    return _tried(
        "full", what, expected, Said(key, {"entries": verdict.entries}), held and verdict.flaw is None
    )


def _silent(error: Silent) -> Said:
    """What the process itself said stands as it is: no language has it."""
    return Said("commissioning.drive.silent", {"said": str(error) or "–"})


def seal_proof(journal: Path, keys: Path, identity: Identity) -> Proof:
    """A journal is sealed, and the seal verified with its key."""
    what, expected = Said("commissioning.seal"), Said("commissioning.seal.expected")
    try:
        key = seal_key(keys)
        with open_journal(journal, identity) as opened:
            seal(opened, key, SystemClock())
        verdict = verify(journal, (key.public,))
    except JournalError as error:
        return _tried("seal", what, expected, Said(error.key, {**error.slots}), False)
    good = verdict.good and verdict.sealing.seals > 0
    return _tried(
        "seal", what, expected, Said("commissioning.seal.found", {"entries": verdict.entries}), good
    )


def backup_proof(journal: Path, folder: Path) -> Proof:
    """A backup is restored elsewhere, and compared by its chain."""
    what, expected = Said("commissioning.backup"), Said("commissioning.backup.expected")
    try:
        copied = backup(journal, folder / "copy.db")
        restored = restore(folder / "copy.db", folder / "restored.db")
        there = verify(journal)
    except JournalError as error:
        return _tried("backup", what, expected, Said(error.key, {**error.slots}), False)
    same = (restored.entries, restored.head) == (there.entries, there.head) == (copied.entries, copied.head)
    return _tried(
        "backup", what, expected, Said("commissioning.backup.found", {"entries": restored.entries}), same
    )


def pins_proof(file: Path) -> Proof:
    """Two sign in by their PINs, and a wrong PIN is counted until it has to wait.

    No time passes meanwhile: at a slow computer the wait would be over before the right PIN was compared.
    """
    what, expected = Said("commissioning.pins"), Said("commissioning.pins.expected")
    people = PeopleFile(file, lambda: 0.0, pepper=file.with_suffix(".pepper"))
    try:
        for id, role in (("D1", Role.DEALER), ("S1", Role.SUPERVISOR)):
            people.add(Person(id, id, role, FIRST), _PINS[id])
        known = all(isinstance(people.verify(id, pin), Known) for id, pin in _PINS.items())
        waits = (people.verify("D1", "111213") for _ in range(_MOST_TRIES))
        tries = next(
            (n for n, each in enumerate(waits, 1) if not isinstance(each, Wrong) or each.wait_seconds), 0
        )
        shut = not isinstance(people.verify("D1", _PINS["D1"]), Known)
    except PeopleError as error:
        return _tried("pins", what, expected, Said(error.key, {**error.slots}), False)
    good = known and tries > 0 and shut
    return _tried("pins", what, expected, Said("commissioning.pins.found", {"tries": tries}), good)


def four_eyes_proof(config: TableConfig) -> Proof:
    """Who reports an incident as dealer does not confirm it as pit boss; another pit boss does."""
    what, expected = Said("commissioning.four_eyes"), Said("commissioning.four_eyes.expected")
    rulebook = load_rulebook(config.rules)
    row = next(
        each
        for each in rows_of(rulebook, config.game)
        if each.authority == "pit_boss" and "R" in each.when and not each.choices
    )
    table = at_moment(row, "R", rulebook)
    table.take({"do": "incident", "by": "D1", "kind": row.kind, "facts": row.told})
    lines = (
        "sign_in D2 dealer",
        "sign_in D1 pit_boss",
        "authorise D1",
        "sign_in P1 pit_boss",
        "authorise P1",
    )
    _, _, own, _, other = (table.take(sent)["refused"] for line in lines for sent in sent_by(line))
    good = own == "not_authorised" and other is None
    key = "commissioning.four_eyes.held" if good else "commissioning.four_eyes.broken"
    return _tried("four_eyes", what, expected, Said(key), good)


def roles_proof(config: TableConfig) -> Proof:
    """Somebody of each role is on the table's list, and may sign in."""
    what, expected = Said("commissioning.roles"), Said("commissioning.roles.expected")
    try:
        people = None if config.people is None else PeopleFile(config.people, pepper=config.pepper)
        listed = () if people is None else people.listed
        active = [each.person for each in listed if each.is_active]
    except PeopleError as error:
        return _tried("roles", what, expected, Said(error.key, {**error.slots}), False)
    count = {role: sum(person.role is role for person in active) for role in Role}
    found = Said("commissioning.roles.found", {str(role): many for role, many in count.items()})
    return _tried("roles", what, expected, found, all(count.values()))
