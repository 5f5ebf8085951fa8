"""Attacks on a journal by somebody who has the files and no key, and false badges: none is believed.

Each kind ends with the sentence of the README, or of the handbook's promises, that it upholds; its own tests
find them there.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, redirect_stderr, redirect_stdout, suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import pytest

from console import cli
from console.table.core import NoteKind, SetClock
from console.table.core.running import table_journal
from console.table.custody import Belonging, FileTrouble, open_session
from console.table.custody.verdict import replayer
from console.table.journal import (
    Identity,
    JournalError,
    Log,
    SealKey,
    chain,
    open_journal,
    review,
    seal_key,
    sibling,
    verify,
)
from console.table.journal import default_folder as key_folder
from console.table.journal.file import connection
from console.table.journal.file.errors import DerivedDiffers
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.keys import FILE as KEY_FILE
from console.table.journal.proof.seals import seal
from console.table.journal.proof.statement import Seal
from console.table.journal.proof.verification import Verdict
from console.table.journal.rescue.recovery import recover
from console.table.people import default_pepper
from console.table.people.errors import NoPepper
from tests.commissioning.software import test_site_packages
from tests.instruments.harm.report import Harm
from tests.instruments.harm.reviewed import reviewed
from tests.instruments.harm.shifts import shift_of
from tests.supervisor.review.log import test_search
from tests.table.core.tables import book
from tests.table.custody.test_verdict import forged, gone_on_with, put, states
from tests.table.journal.entries import drawn, without_triggers, written
from tests.table.journal.file import test_schema
from tests.table.journal.rescue.test_hostile_pages import LEVELS, SOON, WIDE, leading_round
from tests.table.journal.sealing import rechain
from tests.table.journal.test_archives import closed_twice
from tests.table.people import test_marks, test_sign_in
from tests.table.people.kept import PIN, studio

GAMES: Final = (("baccarat", "lt"), ("blackjack", "sv"), ("roulette", "de"))
LINES: Final = 120
EACH: Final = 30
"""Entries between two kept states."""


class AttackedNight(NamedTuple):
    """A sealed journal, the key and the seal that are kept elsewhere, and all that a review says of it."""

    path: Path
    key: SealKey
    head: Seal
    told: bytes
    plain: Path
    """The same before it was sealed."""
    made_for: tuple[str, str]
    """Its game and rulebook."""

    def verified(self, path: Path) -> Verdict:
        """The verdict on a file that is given out for this one."""
        return verify(path, [self.key.public], self.head, replayers=replayer)


def night(folder: Path, game: str, rules: str, lines: int = LINES, seed: int = 7) -> AttackedNight:
    """A shift of this game, sealed at its end."""
    folder.mkdir(parents=True, exist_ok=True)
    path, clock, key = folder / f"{game}.db", SetClock(), seal_key(folder / "keys")
    with ExitStack() as stack, patch.object(table_journal, "CHECKPOINT_EVERY", EACH):
        table = open_session(path, Identity("T1", game, rules), book(rules), clock, stack, is_ready=True)
        for line in shift_of(game, rules, lines, seed).lines:
            clock.advance(1)
            table.session.take(line)
        while table.journal.last in states(path):
            table.session.note(NoteKind.BUG)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM INTO ?", (str(plain := path.with_suffix(".plain")),))
        head = seal(table.journal, key, clock)
    return AttackedNight(path, key, head, reviewed(path), plain, (game, rules))


Attack = Callable[[AttackedNight, Path, random.Random], list[str]]
"""Does it to a copy; what was believed of it."""


def _state_put_there(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    entry = chance.choice([*range(1, night.head.content.entries if night.head.content else 2)])
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (state,) = connection.execute("SELECT state FROM checkpoint WHERE number = 0").fetchone()
        if entry in states(path):
            entry += 1
        put(connection, entry, forged(state))
    verdict = night.verified(path)
    believed = (
        [] if (verdict.flaw, verdict.entry) == (Flaw.CHECKPOINT, entry) else [f"verify: {verdict.flaw}"]
    )
    if reviewed(path) != night.told:
        believed.append("a review shows otherwise")
    if any(person.who == "X9" for person in gone_on_with(path)[0].people):
        believed.append("a restart knows who never signed in")
    return believed


def _state_rechained(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    number = chance.choice(states(path)[1:])
    with without_triggers(path) as connection:
        (state,) = connection.execute("SELECT state FROM checkpoint WHERE number = ?", (number,)).fetchone()
        bound = chain.state_digest(forged(state))
        connection.execute("UPDATE entry SET state = ? WHERE number = ?", (bound, number))
        rechain(connection, number)
        put(connection, number, forged(state))
        later = connection.execute("SELECT number, state FROM checkpoint WHERE number > ?", (number,))
        for after, as_it_was in later.fetchall():
            put(connection, after, as_it_was)
    found = (night.verified(path).flaw, verify(path, replayers=replayer).flaw)
    return [] if all(found) else [f"verify with the seal and without: {found}"]


def _anything(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """A value of any row of any table, none, or bytes of the file: found, or it reads the same."""
    try:
        if chance.random() < 0.3:
            held = bytearray(path.read_bytes())
            for _ in range(chance.choice([1, 4, 64])):
                held[chance.randrange(100, len(held))] = chance.randrange(256)
            path.write_bytes(held)
        else:
            _row_changed(path, chance)
        if night.verified(path).flaw is not None:
            return []
        return [] if reviewed(path) == night.told else ["verify calls it good, and a review shows otherwise"]
    except (JournalError, sqlite3.Error):
        return []


def _row_changed(path: Path, chance: random.Random) -> None:
    with without_triggers(path) as connection:
        table = chance.choice(
            ["entry", "entry", "checkpoint", "meta", "seal", "subtree", "predecessor", "stretch"]
        )
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
        if not rows:
            return
        row, column = chance.choice(rows), chance.choice(columns)
        match chance.randrange(5):
            case 0:
                connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
            case 1:
                other = chance.choice(rows)
                taken = f"(SELECT {column} FROM {table} WHERE rowid = ?)"
                connection.execute(f"UPDATE {table} SET {column} = {taken} WHERE rowid = ?", (other, row))
            case 2:
                connection.execute(f"UPDATE {table} SET {column} = {column} WHERE rowid = ?", (row,))
            case _:
                value = chance.choice([None, 0, 1, -1, 2**53, "9H", "{}", b"", b"\0" * 32])
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
        if table == "entry" and chance.random() < 0.4:
            rechain(connection, max(1, row))


def _others_file(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """Another table's journal, sealed by the same console, in this one's place."""
    keys, pem = path.parent / "keys", path.parent / "public.pem"
    files = [path.parent / f"{name}.journal" for name in ("T7", "T8")]
    said, believed = StringIO(), list[str]()
    with redirect_stdout(said), redirect_stderr(said):
        for number, file in enumerate(files, 7):
            with open_journal(file, Identity(f"Table {number}", "baccarat", "sv")) as journal:
                journal.append([drawn(each) for each in range(1, chance.randint(2, 30))])
            cli.main(["journal", "seal", str(file), "--keys", str(keys)])
        cli.main(["key", "--export", str(pem), "--keys", str(keys)])
        cli.main(["journal", "head", str(files[0]), str(head := path.parent / "head.json")])
        for asked in (["--table", "Table 7"], ["--head", str(head)]):
            given = ["--key", str(pem), *asked]
            own, other = (cli.main(["journal", "verify", str(file), *given]) for file in files)
            if (own, other) != (0, 1):
                believed.append(f"verify {asked[0]}: {own}, {other}")
    return believed


def _index(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """The log's index of somebody else, in which no refusal is called one."""
    folder = path.parent
    harm = chance.choice(["a link", "a file of all", "a folder of all", "a view"])
    return _tried(
        lambda: test_search.test_an_index_that_others_can_have_written_is_rebuilt_or_not_used(
            folder, Log, harm
        )
    )


def _people(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """A list of people that was changed by somebody who has no secret, with the next mark or without."""
    check = test_marks.test_a_list_that_was_changed_without_the_secret_lets_nobody_in
    marks = getattr(check, "pytestmark")  # noqa: B009 (mypy knows no attribute of a function)
    named = {each.args[0]: chance.choice(each.args[1]) for each in marks if each.name == "parametrize"}
    return _tried(lambda: check(path.parent, **named))


def _old_people(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """The list with fewer tries, or a forged one whose secret is only said to be another."""
    check: Callable[[Path], None] = chance.choice(
        (
            test_marks.test_a_copy_of_before_the_wrong_tries_gives_no_more_of_them,
            test_marks.test_a_secret_that_is_only_said_to_be_another_signs_no_forged_list,
        )
    )
    return _tried(lambda: check(path.parent / "people"))


def _copied_hash(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    return _tried(
        lambda: test_marks.test_a_pin_and_a_badge_are_nobody_elses_whoever_signs_the_list(path.parent)
    )


_STRETCHES_CHANGED: Final = (
    "DELETE FROM stretch",
    "DELETE FROM stretch WHERE number = {at}",
    "UPDATE stretch SET shift = 'x' WHERE number = {at}",
    "UPDATE stretch SET at = '2020' WHERE number = {at}",
    "UPDATE stretch SET before = '2020' WHERE number = {at}",
    "UPDATE stretch SET number = number + 1 WHERE number = {at}",
    "INSERT INTO stretch VALUES ({free}, 'x', '2020', NULL)",
)


def _derived(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """Another table of what entries are found by; the entries, the chain and the seals are as they were."""
    change = chance.choice(_STRETCHES_CHANGED)
    with closing(sqlite3.connect(path)) as connection:
        begun = [row[0] for row in connection.execute("SELECT number FROM stretch")]
        (last,) = connection.execute("SELECT max(number) FROM entry").fetchone()
    free = chance.choice([each for each in range(1, last + 2) if each not in begun])
    with without_triggers(path) as connection:
        connection.execute(change.format(at=chance.choice(begun), free=free))
    believed = [] if night.verified(path).flaw is Flaw.DERIVED else [f"{change}: verify doesn't name it"]
    try:
        with review(path):
            believed.append(f"{change}: it is read")
    except DerivedDiffers:
        pass
    return believed


def _foreign_part(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """A part that nobody released, with a RECORD that vouches for it."""
    check = test_site_packages.test_a_part_that_the_signed_list_does_not_name_is_named_without_a_bundle
    part = chance.choice(getattr(check, "pytestmark")[0].args[1])  # noqa: B009 (pytest sets it)
    return _tried(lambda: check(test_site_packages.with_a_part(path.parent), path.parent, part))


def _beside(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """Any file around a journal, changed anyhow, with its own marks and chains made again or not."""
    from tests.instruments.harm import census_beside  # census_beside takes its games from this module

    kind = chance.choice(census_beside.KINDS)
    case = path.parent / "case"
    case.mkdir()
    with census_beside.own_folders(case):
        file = kind.made(case)
        sound = kind.told(case)
        said, change = chance.choice([*kind.changes(file)])
        change(file)
        third = census_beside.ended(kind, sound, case).third
    return [f"{kind.name}: {said}: {third}"] if third else []


def _schema(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """A view in a table's place, a trigger, an index, an endless view, something gone."""
    check = test_schema.test_no_reader_believes_a_schema_that_is_not_the_consoles_own
    change, named = chance.choice(getattr(check, "pytestmark")[0].args[1])  # noqa: B009 (pytest sets it)
    return _tried(lambda: check(written(path.parent / "t.journal", 2), path.parent, change, named))


def _missing(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """Files of a LIVE table are gone, one or some at once, the table's own record of them too."""
    own = {"XDG_DATA_HOME": str(path.parent / "own"), "XDG_CONFIG_HOME": str(path.parent / "settings")}
    with patch.dict(os.environ, own):
        people, journal = studio(path.parent), path.parent / "live.db"
        archives = closed_twice(journal)
        seal_key(key_folder())
        files = Belonging(journal, people, "T1")
        files.keep()
        places = {
            "people": people.path,
            "journal": journal,
            "lock": sibling(journal, ".lock"),
            "key": key_folder() / KEY_FILE,
            "pepper": default_pepper(),
            "archive": chance.choice(archives),
        }
        if list(files.missing()):
            return ["something is missing before anything is gone"]
        gone = chance.sample([*places], chance.choice([1, 1, 2, 3]))
        for each in gone:
            places[each].unlink()
        knows = chance.random() < 0.7
        if not knows:
            files.record.unlink()
        said = {each.gone: each for each in files.missing()} | {each.file: each for each in files.missing()}
        believed = list[str]()
        if "people" in gone and (FileTrouble.PEOPLE not in said or said[FileTrouble.PEOPLE].by_pin):
            believed.append(f"without {gone}: anybody there can become the first supervisor")
        if "journal" in gone and FileTrouble.JOURNAL not in said:
            believed.append(f"without {gone}: a new journal begins without a word")
        # The lock of a journal that is gone, too, is the new one's to make.
        others = {"key", "archive", "lock", "pepper"} & {*gone} - ({"lock"} if "journal" in gone else set())
        # Who nobody is left of needs no secret; the people's own list says that it does.
        others -= {"pepper"} if "people" in gone else set()
        for each in others if knows else others & {"pepper"}:
            if places[each] not in said:
                believed.append(f"without {gone}: nothing is said of the {each}")
        if "pepper" in gone and "people" not in gone:
            try:
                believed.append(f"without the PINs' secret: {people.verify('S-1', PIN)}")
            except NoPepper:
                believed += ["a new secret is made for it"] if places["pepper"].exists() else []
        return believed


def _pages(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    """Pages that lead back to one another: every question ends, and nobody takes them for a journal."""
    levels, wide = chance.randint(2, LEVELS), chance.choice([2, 20, WIDE])
    believed = list[str]()
    with ExitStack() as soon:
        for name, limit in SOON.items():
            soon.enter_context(patch.object(connection, name, limit))
        leading_round(path := path.parent / "round.journal", levels, wide)
        if verify(path).flaw is None:
            believed.append(f"verify: good, with {levels} levels of {wide}")
        with suppress(JournalError), review(path) as found:  # that it ends is what is asked of it
            read = sum(1 for _ in found.entries(0))
            believed += [f"a review reads {read} entries"] if read > 400 else []
        with suppress(JournalError):
            done = recover(path, lambda *_: b"{}", datetime(2026, 11, 20, tzinfo=UTC), b"{}")
            if verify(done.recovered).flaw is not None:
                believed.append("what is rescued of it is not good")
    return believed


def _one_badge(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    return _tried(
        lambda: test_sign_in.test_an_unknown_badge_held_to_the_reader_keeps_no_other_person_out(path.parent)
    )


def _ever_new_badges(night: AttackedNight, path: Path, chance: random.Random) -> list[str]:
    check = test_sign_in.test_a_reader_that_is_shown_ever_new_badges_waits_with_all_and_every_wait_ends
    return _tried(lambda: check(path.parent))


def _tried(check: Callable[[], object]) -> list[str]:
    """The findings of a test of the suite, in its words."""
    try:
        check()
    except (AssertionError, pytest.fail.Exception) as error:
        return [repr(error)]
    return []


class Kind(NamedTuple):
    """An attack, and the promised sentence that it can't make untrue."""

    attack: Attack
    upholds: str


_ONLY_VOUCHED: Final = "no replay begins from a kept state that the chain does not vouch for"

KINDS: Final[dict[str, Kind]] = {
    "a state that somebody put there": Kind(_state_put_there, _ONLY_VOUCHED),
    "a state with a recomputed chain": Kind(_state_rechained, _ONLY_VOUCHED),
    "anything changed anywhere": Kind(
        _anything, "a file that verify calls good gives the same review, byte for byte"
    ),
    "another table's file": Kind(_others_file, "another table's file is not this one's, under any seal"),
    "another schema": Kind(_schema, "no schema is read but the console's own"),
    "another index of the log": Kind(
        _index, "the log's index is believed only where nobody else can write it"
    ),
    "a forged list of people": Kind(
        _people, "a list of people that was changed without the PINs' secret lets nobody in"
    ),
    "a list of people in an older form": Kind(
        _old_people, "a list of people that was changed without the PINs' secret lets nobody in"
    ),
    "another person's PIN or badge": Kind(
        _copied_hash, "a PIN's hash and a badge's digest are right for one person alone"
    ),
    "other derived tables": Kind(
        _derived, "what entries are found by is believed only as the entries give it"
    ),
    "a foreign part": Kind(
        _foreign_part, "a part that the signed list does not name is named without a bundle"
    ),
    "any file around a journal": Kind(_beside, "a LIVE table's file that is gone is never taken for new"),
    "files that are gone": Kind(_missing, "a LIVE table's file that is gone is never taken for new"),
    "pages that lead in circles": Kind(_pages, "no page of a file keeps a reader waiting for ever"),
    "one unknown badge, over and over": Kind(_one_badge, "no badge keeps another out, and every wait ends"),
    "ever new badges": Kind(_ever_new_badges, "no badge keeps another out, and every wait ends"),
}
OFTEN: Final = {"anything changed anywhere": 20}
"""Kinds that are tried this many times as often as the others."""


def nights(folder: Path, lines: int = LINES) -> list[AttackedNight]:
    """One of each game."""
    return [night(folder / game, game, rules, lines) for game, rules in GAMES]


def attacked(folder: Path, name: str, times: int, on: list[AttackedNight], seed: int = 1) -> Harm:
    """Make one kind of attack ``times`` times, on each of these journals in turn."""
    kind, chance = KINDS[name], random.Random(f"{name} {seed}")
    harm = Harm(name, upholds=kind.upholds)
    for number in range(times):
        of = on[number % len(on)]
        place = folder / str(number)
        place.mkdir(parents=True)
        path = place / "T1.db"
        shutil.copyfile(of.path, path)
        harm.done(1, [f"{name}, no. {number}: {each}" for each in kind.attack(of, path, chance)])
        shutil.rmtree(place)
    return harm
