"""A configured table is LIVE: its devices, people and journal are those of its file."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.app.console_at_table import Console
from console.base.words import Words
from console.table.commands.drive import main as drive
from console.table.config import load_config
from console.table.core import BytesJob, Mode, NoteJob, NoteKind, Person, Role, SetClock, ShownTable, events
from console.table.custody.shift_seals import AGAIN_AFTER
from console.table.devices import SimulatedShoe
from console.table.game import load_rulebook
from console.table.journal import default_folder, review, seal_key, verify
from console.table.journal.proof.keys import FILE
from console.table.journal.proof.seals import last_failure, last_seal
from console.table.people import PeopleFile, system_user
from console.table.ui.kit import begin
from console.table.ui.page import TableActs
from console.table.ui.sign_in import Purpose
from tests.command_lines import run
from tests.table.people.kept import stands_in
from tests.table.ui.harness.at_work import AtWork

at_terminal = partial(run, "people")

PIN = "271828"


Opens = Callable[..., AbstractContextManager[AtWork]]


@pytest.fixture
def shoe() -> Iterator[SimulatedShoe]:
    """A shoe at a pty that deals as fast as it may."""
    made = SimulatedShoe(random.Random(7), pace=None)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def file(tmp_path: Path, shoe: SimulatedShoe) -> Path:
    """A table's file with the shoe's port, and its people beside it."""
    people = PeopleFile(tmp_path / "people.json")
    people.add(Person("D-114", "Rasa K.", Role.DEALER, "lt"), PIN)
    people.add(Person("P-7", "Jónas Þ.", Role.PIT_BOSS, "is"), PIN)
    table = tmp_path / "table7.toml"
    table.write_text(
        'name = "Table 7"\ngame = "baccarat"\nrules = "ja"\nlanguage = "de"\n'
        'journal = "journal.db"\npeople = "people.json"\n'
        f'[[device]]\nname = "shoe"\nurl = "{shoe.url}"\n[table]\nbanker_side = "right"\n',
        "utf-8",
    )
    return table


@pytest.fixture
def opened(qtbot: QtBot, file: Path, shoe: SimulatedShoe) -> Opens:
    """Opens the file's table until the ``with`` ends; ``hears`` is called with each step, beginning with the
    first.
    """

    @contextmanager
    def at_work(hears: Callable[[ShownTable], object] = lambda _: None) -> Iterator[AtWork]:
        with ExitStack() as stack:
            clock = SetClock()
            console = Console(load_config(file), load_rulebook("ja"), clock, stack)
            console.bridge.table_shown.connect(lambda shown: shoe.show(shown.view))
            console.bridge.table_shown.connect(hears)
            qtbot.addWidget(console.window)
            stack.callback(console.window.hide)
            console.open(full_screen=False)
            work = AtWork(console, shoe, clock, qtbot)
            work.until(lambda: console.window.people_here.shown_table is not None)
            work.until(lambda: console.window.sign_in.screen.isVisible())
            yield work

    return at_work


@pytest.fixture
def own_key(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's key lies in a folder of its own, in which there is none yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(file.parent / "own"))


def tries(part: QWidget, who: str, pin: str) -> None:
    """Somebody types an id and a PIN where they are asked for."""
    for text in (who, pin):
        QTest.keyClicks(part, text)
        QTest.keyClick(part, Qt.Key.Key_Return)


@pytest.mark.sweep
def test_people_with_pins_deal_a_coup_from_the_port_in_their_own_languages(opened: Opens, file: Path) -> None:
    with opened() as work:
        work.pins = {"P1": ("P-7", PIN), "D1": ("D-114", PIN)}
        while work.view.phase != "collecting":
            work.follow()
        shown = work.window.people_here.view
        assert shown is not None
        assert (shown.mode, shown.table, shown.rules) == (Mode.LIVE, "Table 7", "ja")
        in_view = work.window.dealer.status.accessibleName()
        assert "7" in in_view, "BAC-1.2.2: the table's own name is in view"
        assert not shown.banker_left
        assert shown.dealer is not None and shown.dealer.name == "Rasa K."
        assert work.window.words.language == "lt", "the dealer's language came with the dealer"
        assert work.console.panel is None, "nothing is simulated at a LIVE table"
    journal = file.parent / "journal.db"
    before = journal.read_bytes()
    assert drive(game="baccarat", rules="ja", journal=journal) == 2, "nobody plays on in it from a terminal"
    assert journal.read_bytes() == before


def test_a_wrong_pin_admits_no_person_and_is_recorded(opened: Opens, file: Path) -> None:
    recorded = list[object]()
    with opened(lambda shown: recorded.append(shown.job)) as work:
        tries(work.window.sign_in.screen, "P-7", "314159")
        work.until(lambda: NoteJob(NoteKind.SIGN_IN_FAILED, who="P-7") in recorded)
        recorded.clear()
        acts = TableActs(work.console.line, work.window.sign_in.people)
        seals = acts.asking(Words("en"), work.window)
        seals.ask(Purpose.SEAL)
        tries(seals, "P-7", "314159")
        work.until(lambda: NoteJob(NoteKind.SIGN_IN_FAILED, who="P-7") in recorded)
        assert work.view.phase == "closed" and not work.shown.table.people
        assert not stands_in((file.parent / "journal.db").read_bytes(), "314159")


def test_a_pit_boss_who_is_disabled_loses_the_authority_that_is_lit(opened: Opens, file: Path) -> None:
    """Each press renewed it: an order to close was taken from somebody who could no longer sign in."""
    people, ended = PeopleFile(file.parent / "people.json"), list[object]()
    people.terminal = "root"
    with opened(lambda shown: ended.append(shown.job)) as work:
        window = work.window
        tries(window.sign_in.screen, "P-7", PIN)
        work.until(lambda: window.people_here.pit_boss_here() == "P-7")
        ended.clear()
        people.disable("P-7")
        work.clock.advance(1)
        window.tick()
        assert window.people_here.pit_boss_here() is None
        work.until(lambda: not work.shown.table.people)
        noted = [each.what for each in ended if isinstance(each, NoteJob)]  # among them the start's own
        assert noted.count(NoteKind.PEOPLE_DISABLED) == 1


def test_each_change_to_people_at_a_terminal_is_in_the_tables_journal_once(opened: Opens, file: Path) -> None:
    """GLI-19 2.8: each addition, reset or block of a person is recorded, with the system's user."""
    people, journal = ["--file", str(file.parent / "people.json")], file.parent / "journal.db"
    ona = ["S-2", "--name", "Ona K.", "--role", "supervisor", "--language", "lt"]
    assert at_terminal(["add", *ona, *people], ask_pin=lambda _: "904418") == 0
    assert at_terminal(["reset", "P-7", *people], ask_pin=lambda _: "904418") == 0
    with opened() as work:
        work.until(lambda: work.shown.table.console.people_change == 4)
        assert at_terminal(["disable", "D-114", *people]) == 0
        tries(work.window.sign_in.screen, "P-7", "314159")
        work.until(lambda: work.shown.table.console.people_change == 5)
    with opened() as again:
        again.until(again.is_settled)
    with review(journal) as found:
        rows = [*found.of_a_kind("noted", "people_")]
    noted = [msgspec.json.decode(each.event, type=events.Noted) for each in rows]
    changes = [(each.what, each.who, (each.text or "").split(" ")[:3], each.terminal) for each in noted]
    user = system_user()
    assert changes == [
        ("people_added", None, ["S-2", "supervisor", "3"], user),
        ("people_reset", None, ["P-7", "pit_boss", "4"], user),
        ("people_disabled", None, ["D-114", "dealer", "5"], user),
    ]


def test_a_live_table_makes_its_key_at_the_first_run_and_seals_when_a_shift_ends(
    opened: Opens, file: Path, own_key: None
) -> None:
    journal = file.parent / "journal.db"
    with opened() as work:
        work.until((default_folder() / FILE).exists)
        work.console.station.note(NoteKind.LOCKED)
        work.clock.advance(8 * 3600)
        work.console.station.note(NoteKind.LOCKED)
        work.until(lambda: last_seal(journal) is not None)
    verdict = verify(journal, [seal_key(default_folder()).public])
    assert (verdict.flaw, verdict.sealing.seals) == (None, 1)


def test_a_shift_that_ends_at_an_idle_table_is_sealed_without_any_entry_of_the_next(
    opened: Opens, file: Path, own_key: None
) -> None:
    journal, came = file.parent / "journal.db", set[object]()

    def hear(shown: ShownTable) -> None:
        came.add(shown.job.what if isinstance(shown.job, NoteJob) else type(shown.job))

    with opened(hear) as work:
        starts = {NoteKind.DEVICE_CONNECTED, NoteKind.SHIFT_BEGAN, NoteKind.SOFTWARE, BytesJob}
        work.until(lambda: starts <= came and (default_folder() / FILE).exists())
        work.until(work.is_settled)
        work.clock.advance(8 * 3600)
        work.until(lambda: last_seal(journal) is not None)
    made = last_seal(journal)
    assert made is not None and made.content is not None
    with review(journal) as found:
        *sealed, seal = (row.at for row in found.entries(0) if row.number <= made.content.entries)
    assert {*sealed} == {SetClock().utc()} and seal > sealed[-1]


def test_a_seal_that_can_not_be_made_is_noted_and_made_as_soon_as_it_can_be(
    opened: Opens, file: Path, own_key: None
) -> None:
    default_folder().parent.mkdir(parents=True)
    default_folder().write_text("in the key's place")
    journal, failures = file.parent / "journal.db", list[str]()

    def hear(shown: ShownTable) -> None:
        if isinstance(shown.job, NoteJob) and shown.job.what == NoteKind.JOURNAL_NOT_SEALED:
            failures.append(shown.job.text or "")

    with opened(hear) as work:
        work.until(lambda: len(failures) == 1)  # at the first run: there can be no key
        work.clock.advance(8 * 3600)
        work.console.station.note(NoteKind.LOCKED)
        work.until(lambda: len(failures) == 2)
        assert failures[1].startswith("20") and last_failure(journal) == failures[1]
        default_folder().unlink()
        work.clock.advance(AGAIN_AFTER)
        work.console.station.note(NoteKind.LOCKED)
        work.until(lambda: last_seal(journal) is not None)
        assert last_failure(journal) is None
    verdict = verify(journal, [seal_key(default_folder()).public])
    assert (verdict.flaw, verdict.sealing.seals) == (None, 1)


def test_a_supervisor_seals_the_journal_while_its_table_waits(
    opened: Opens, file: Path, own_key: None
) -> None:
    with opened() as work:
        acts = TableActs(work.console.line, work.window.sign_in.people, seal=work.console.seal)
        assert acts.can_seal
        work.console.line.note(NoteKind.LOCKED, who="P-7")
        sealing = begin(acts.seal("S-1"))
        work.until(sealing.done)
        assert sealing.result() is None
        made = last_seal(file.parent / "journal.db")
        assert made is not None and made.content is not None
        assert made.content.by == "S-1"


def test_the_second_signature_of_the_handover_seals_the_shift(
    opened: Opens, file: Path, own_key: None
) -> None:
    journal, shift = file.parent / "journal.db", "2026-01-01 06:00"
    jonas = Person("P-7", "Jónas Þ.", Role.PIT_BOSS, "is")
    ona = Person("S-1", "Ona K.", Role.SUPERVISOR, "lt")
    with opened() as work:
        acts = TableActs(work.console.line, work.window.sign_in.people)
        signing = begin(acts.sign(jonas, shift, "outgoing", ""))
        work.until(signing.done)
        assert signing.result() is None
        assert last_seal(journal) is None
        begin(acts.sign(ona, shift, "incoming", ""))
        work.until(lambda: last_seal(journal) is not None)
        made = last_seal(journal)
        assert made is not None and made.content is not None
        assert (made.content.shift, made.content.by) == (shift, "S-1")


def test_a_tables_file_sets_the_limits_that_stand_on_its_felt(opened: Opens, file: Path) -> None:
    """BJ-1.3, LT-BAC-10: recorded at the start, and taken back where the file names none any more."""
    plain = file.read_text("utf-8")
    file.write_text(f'{plain}\n[limits]\ncurrency = "JPY"\nlowest = 500\nhighest = 90000\n', "utf-8")
    with opened() as work:
        limits = work.shown.table.limits
        assert limits is not None
        assert (limits.currency, limits.lowest, limits.highest) == ("JPY", 500, 90000)
    file.write_text(plain, "utf-8")
    with opened() as again:
        assert again.shown.table.limits is None
