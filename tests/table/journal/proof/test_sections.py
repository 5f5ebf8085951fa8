"""A journal that several processes verify, each in its section, has the verdict of one process alone."""

import os
import pickle
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest

from console.base.system import WorkerProcess
from console.table.core.running.fold import TableReplayer
from console.table.custody.verdict import replayer
from console.table.journal import Heading, chain
from console.table.journal.proof import verification
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.tree import BLOCK
from console.table.journal.proof.verification import Verdict, finding_in, verify
from console.table.journal.proof.walk import Section, StepProgress, WorkStopped, go_on
from tests.instruments.bench.play import GAME, filled, opened, play_again
from tests.sweep import sampled
from tests.table.journal.entries import without_triggers
from tests.table.journal.sealing import COLUMNS, key_in, rechain, sealed

ENTRIES = 3 * BLOCK
"""Three sections of a block, and a kept state in each."""
ENDS = (BLOCK, 2 * BLOCK)
"""The last entries of the first section and of the second, of three."""
PLACES = (7, BLOCK, BLOCK + 1, 2 * BLOCK - 9, 2 * BLOCK, 2 * BLOCK + 1, 3 * BLOCK - 3)
"""Entries at the ends of sections and between."""
STATES = (1330, 2660, 3990)
"""The entries at which play has kept a state, after the one before the first."""
BLOCKS = (1, 2)
"""The whole blocks of the sealed journal's tree."""


class Here:
    """Calls a function when its result is asked for, in this process, with copies of all."""

    asked = 0

    def __init__(self, *call: object) -> None:
        self._call = pickle.dumps(call)

    def result(self, going_on: Callable[[], object]) -> Any:
        going_on()
        type(self).asked += 1
        work, *arguments = pickle.loads(self._call)
        return pickle.loads(pickle.dumps(work(*arguments)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def three_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "free_processors", lambda: 3)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> type[Here]:
    """In place of processes, which take a third of a second each to start."""
    monkeypatch.setattr(verification, "WorkerProcess", Here)
    monkeypatch.setattr(Here, "asked", 0)
    return Here


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real play, with the states that were kept."""
    return filled(tmp_path_factory.mktemp("play") / "table.journal", ENTRIES)


@pytest.fixture(scope="module")
def seals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Entries with a seal in the second section and one in the third."""
    key = key_in(tmp_path_factory.mktemp("keys") / "seal")
    path = tmp_path_factory.mktemp("seals") / "table.journal"
    sealed(path, key, BLOCK + 5, BLOCK, tail=BLOCK)
    return path


def states_alone(heading: Heading) -> TableReplayer:
    """Computes the states, and makes no entry again, which takes ten times as long."""
    return TableReplayer(GAME)


def alone(path: Path) -> Verdict:
    return verify(path, replayers=states_alone, least=sys.maxsize)


def divided(path: Path, progress: StepProgress = go_on) -> Verdict:
    return verify(path, progress=progress, replayers=states_alone, least=BLOCK)


def copied(path: Path, folder: Path) -> Path:
    return Path(shutil.copy(path, folder / "copy.journal"))


@pytest.mark.sweep
def test_sound_journals_have_the_same_verdict(play: Path, seals: Path, here: type[Here]) -> None:
    for asked, path in enumerate((play, seals), 1):
        verdict = divided(path)
        assert verdict.flaw is None and verdict == alone(path)
        assert here.asked == 2 * asked, "two other processes went through the first two sections"
    assert divided(play).states == 3 and divided(seals).sealing.seals == 2


@pytest.mark.sweep
def test_processes_of_their_own_come_to_it(play: Path, seals: Path) -> None:
    assert (divided(play), divided(seals)) == (alone(play), alone(seals))


@pytest.mark.sweep
def test_entries_of_a_live_table_under_no_seal_are_made_again_in_each_section(
    play: Path, tmp_path: Path, here: type[Here]
) -> None:
    path, number = copied(play, tmp_path), BLOCK + 7
    with without_triggers(path) as connection:
        connection.execute("UPDATE entry SET person = 'X9' WHERE number = ?", (number,))
        rechain(connection, number)
        connection.execute("DELETE FROM checkpoint WHERE number > ?", (number,))
        connection.execute("UPDATE entry SET state = NULL WHERE number > ?", (number,))
        rechain(connection, number)
    assert verify(play, replayers=replayer, least=BLOCK).flaw is None and here.asked == 2
    for least in (BLOCK, sys.maxsize):
        verdict = verify(path, replayers=replayer, least=least)
        assert (verdict.flaw, verdict.entry) == (Flaw.TOLD, number)


def test_a_small_journal_is_verified_by_this_process(play: Path, here: type[Here]) -> None:
    verify(play, replayers=states_alone, least=2 * BLOCK)
    assert here.asked == 0


def test_without_a_replayer_too(play: Path, here: type[Here]) -> None:
    assert verify(play, least=BLOCK) == verify(play, least=sys.maxsize) and here.asked == 2


Harm = Callable[[sqlite3.Connection], object]


def said(statement: str, *values: object) -> Harm:
    return lambda connection: connection.execute(statement, values)


def rechained(number: int, column: str, value: str, until: int = sys.maxsize) -> Harm:
    """A change after which digests and chain are right again, up to an entry."""

    def harm(connection: sqlite3.Connection) -> None:
        rest = f"SELECT {COLUMNS}, digest, chain FROM entry WHERE number > ?"
        kept = connection.execute(rest, (until,)).fetchall() if until < ENTRIES else []
        connection.execute(f"UPDATE entry SET {column} = {value} WHERE number = ?", (number,))
        rechain(connection, number)
        for *fields, digest, link in kept:
            changed = "UPDATE entry SET digest = ?, chain = ? WHERE number = ?"
            connection.execute(changed, (digest, link, fields[0]))

    return harm


def another_state(number: int) -> Harm:
    """Another state than the entries come to, for which the chain vouches."""

    def harm(connection: sqlite3.Connection) -> None:
        (state,) = connection.execute("SELECT state FROM checkpoint WHERE number = 0").fetchone()
        value = f"x'{chain.state_digest(state).hex()}'"
        rechained(number, "state", value)(connection)
        (head,) = connection.execute("SELECT chain FROM entry WHERE number = ?", (number,)).fetchone()
        row = (state, chain.seal(number, head, state), number)
        connection.execute("UPDATE checkpoint SET state = ?, digest = ? WHERE number = ?", row)

    return harm


HALF = sampled(PLACES, PLACES[::2])
OTHERS = sampled(PLACES, PLACES[1::2])
HARMS: dict[str, Harm] = {
    **{f"person of {each}": said("UPDATE entry SET person = 'P9' WHERE number = ?", each) for each in HALF},
    **{
        f"link of {each}": said("UPDATE entry SET chain = zeroblob(32) WHERE number = ?", each)
        for each in OTHERS
    },
    **{f"{each} is gone": said("DELETE FROM entry WHERE number = ?", each) for each in OTHERS},
    **{
        f"{each} has another number": said("UPDATE entry SET number = ? WHERE number = ?", 1 << 60, each)
        for each in HALF
    },
    **{f"{each} rechained": rechained(each, "person", "'P9'") for each in HALF},
    **{
        f"{each} rechained to the end of its section": rechained(each, "person", "'P9'", end)
        for each, end in zip((7, BLOCK + 1), ENDS, strict=True)
    },
    **{f"{each} can't have been": rechained(each, "event", "'{}'") for each in OTHERS},
    **{f"another state at {each}": another_state(each) for each in STATES},
    **{
        f"state of {each} is gone": said("DELETE FROM checkpoint WHERE number = ?", each)
        for each in (0, *STATES)
    },
    **{
        f"state of {each}": said("UPDATE checkpoint SET state = x'7b7d' WHERE number = ?", each)
        for each in (0, *STATES)
    },
    "a state before the first": said("UPDATE checkpoint SET number = -1 WHERE number = ?", STATES[0]),
    "one state more": said(
        "INSERT INTO checkpoint SELECT -1, state, digest FROM checkpoint WHERE number = 0"
    ),
    "a state after the last": said("UPDATE checkpoint SET number = 99999 WHERE number = ?", STATES[-1]),
    **{
        f"stretch of {each} is gone": said("DELETE FROM stretch WHERE number = ?", each + 1)
        for each in (0, *STATES[:-1])
    },
    **{
        f"stretch at {each}": said(
            "INSERT INTO stretch SELECT ?, shift, at, before FROM stretch WHERE number = 1", each
        )
        for each in (-3, *HALF, 99_999)
    },
}
SEAL_HARMS: dict[str, Harm] = {
    **{f"{each} rechained": rechained(each, "person", "'P9'") for each in sampled(PLACES[:-1], PLACES[1::2])},
    **{
        f"block {each}": said("UPDATE subtree SET root = zeroblob(32) WHERE number = ?", each)
        for each in BLOCKS
    },
    **{f"block {each} is gone": said("DELETE FROM subtree WHERE number = ?", each) for each in BLOCKS},
    "block 0": said("INSERT INTO subtree VALUES (0, zeroblob(32))"),
    "block 9": said("INSERT INTO subtree VALUES (9, zeroblob(32))"),
    **{f"seal {each} is gone": said("DELETE FROM seal WHERE number = ?", each) for each in (1, 2)},
    **{
        f"seal {each}": said("UPDATE seal SET signature = zeroblob(64) WHERE number = ?", each)
        for each in (1, 2)
    },
    "cut": said("DELETE FROM entry WHERE number > ?", BLOCK + 9),
}


def named_alike(journal: Path, folder: Path, harm: Harm) -> Verdict:
    """The verdict over a harmed copy, in which one process and several agree."""
    path = copied(journal, folder)
    with without_triggers(path) as connection:
        harm(connection)
    verdict = alone(path)
    assert divided(path) == verdict
    return verdict


@pytest.mark.sweep(2)
@pytest.mark.parametrize("harm", HARMS)
def test_verification_in_sections_names_the_same_flaw_of_play(
    harm: str, play: Path, tmp_path: Path, here: type[Here]
) -> None:
    verdict = named_alike(play, tmp_path, HARMS[harm])
    assert verdict.flaw is not None


@pytest.mark.sweep(1)
@pytest.mark.parametrize("harm", SEAL_HARMS)
def test_verification_in_sections_names_the_same_flaw_of_seals(
    harm: str, seals: Path, tmp_path: Path, here: type[Here]
) -> None:
    verdict = named_alike(seals, tmp_path, SEAL_HARMS[harm])
    assert (verdict.flaw is None) is (harm == f"block {BLOCKS[-1]} is gone"), "the last roots may be missing"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("page", sampled(range(2, 120, 9), range(2, 120, 18)))
def test_a_broken_page_is_named_alike(page: int, play: Path, tmp_path: Path, here: type[Here]) -> None:
    path = copied(play, tmp_path)
    with path.open("r+b") as file:
        file.seek(page * 4096 + 1)
        file.write(b"\xff" * 64)
    assert divided(path) == alone(path)


@pytest.mark.sweep
def test_a_change_is_named_alike_by_processes_of_their_own(play: Path, tmp_path: Path) -> None:
    verdict = named_alike(play, tmp_path, said("UPDATE entry SET person = 'P9' WHERE number = ?", ENDS[1]))
    assert (verdict.flaw, verdict.entry) == (Flaw.ALTERED, ENDS[1])


def test_another_file_in_its_place_meanwhile_proves_nothing_of_it(
    seals: Path, tmp_path: Path, here: type[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "free_processors", lambda: 2)
    path, other = copied(seals, tmp_path), Path(shutil.copy(seals, tmp_path / "other.journal"))
    for file, harm in ((path, HARMS["person of 7"]), (other, HARMS["7 rechained"])):
        with without_triggers(file) as connection:
            harm(connection)
    verdict = alone(path)

    def put_there(done: int, of: int) -> bool:
        if other.exists():
            other.replace(path)
        return True

    assert divided(path, put_there) == verdict
    assert (verdict.flaw, verdict.entry, here.asked) == (Flaw.ALTERED, 7, 1)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the processes that were started."""
    numbers = list[int]()

    class Noted(WorkerProcess[Any]):
        def __init__(self, *call: Any) -> None:
            super().__init__(*call)
            numbers.append(self.number)

    monkeypatch.setattr(verification, "WorkerProcess", Noted)
    return numbers


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_that_is_killed_makes_the_journal_neither_right_nor_wrong(
    play: Path, started: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    def kill(done: int, of: int) -> bool:
        if not caplog.records:
            os.kill(started[0], signal.SIGKILL)
        return True

    assert divided(play, kill) == alone(play)
    assert [each.getMessage() for each in caplog.records] == [
        "a journal is verified by one process alone: the process ended with -9"
    ]


def test_stopped_it_leaves_no_process_behind(play: Path, started: list[int]) -> None:
    with pytest.raises(WorkStopped):
        divided(play, lambda *_: False)
    assert len(started) == 2 and not any(map(is_there, started))


def test_a_verification_stopped_at_its_sections_end_leaves_no_process(play: Path, started: list[int]) -> None:
    with pytest.raises(WorkStopped):
        divided(play, lambda done, of: done < of)
    assert len(started) == 2 and not any(map(is_there, started))


def test_a_process_ends_where_the_one_that_started_it_is_gone(
    play: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "is_awaited", lambda: False)
    verdict = alone(play)
    assert verdict.heading is not None
    section = Section(verdict.heading.digest, until=ENDS[1])
    with pytest.raises(WorkStopped):
        finding_in(section, frozenset(), play, verdict.heading, states_alone, 0)


def test_the_divided_verification_reports_its_progress(play: Path, here: type[Here]) -> None:
    seen = list[tuple[int, int]]()
    divided(play, lambda done, of: seen.append((done, of)) or True)  # type: ignore[func-returns-value]
    assert seen == sorted(seen) and {of for _, of in seen} == {divided(play).entries} == {seen[-1][0]}


@pytest.mark.sweep
def test_a_console_may_append_meanwhile(play: Path, tmp_path: Path) -> None:
    path = copied(play, tmp_path)
    with opened(path) as journal:
        coming = play_again(len(STATES))
        journal.append([next(coming)])
        entries, head = journal.last, journal.head

        def append(done: int, of: int) -> bool:
            journal.append([next(coming)])
            return True

        verdict = divided(path, append)
        assert journal.last > entries
    assert (verdict.flaw, verdict.entries, verdict.head) == (None, entries, head)


def test_a_replayer_that_no_other_process_can_find_leaves_it_to_this_one(
    play: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert verify(play, replayers=lambda heading: states_alone(heading), least=BLOCK) == alone(play)
    assert "no process can be started" in caplog.text
