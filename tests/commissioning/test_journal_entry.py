"""A commissioning at a terminal is entered in a closed table's journal, and the table knows it."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.commissioning.devices.wheel_level import level_proof
from console.commissioning.drift.journal_drift import journal_drift
from console.commissioning.journal_entry import (
    enter_in_file,
    enter_in_session,
    entry_of,
    entry_since,
    refuse_unenterable,
)
from console.supervisor.records import Section
from console.table.config import TableConfig, training_config
from console.table.core import NoteKind, Refusal, SetClock, events
from console.table.core.state.commissioning_state import LevelWheel
from console.table.custody import open_session
from console.table.custody.table_opening import InPlay
from console.table.game import load_rulebook
from console.table.journal import DamagedJournal, Identity, review
from console.table.scenes import TableInMemory, sent_by
from tests.commissioning.certificates import certificate


@pytest.fixture
def config(tmp_path: Path) -> TableConfig:
    return replace(training_config("baccarat", "lt", "lt"), name="Table 7", journal=tmp_path / "t7.db")


def enter(config: TableConfig, clock: SetClock) -> int:
    return enter_in_file(config, certificate(signed=True), clock)


def test_a_table_knows_who_signed_that_its_wheel_is_level_until_another_test(
    config: TableConfig,
) -> None:
    """ROU-3.2.2: what was found once is kept until the devices are tested again. Its time is when the
    certificate was made, not when it was signed.
    """
    clock, devices = SetClock(), (Section.DEVICES,)
    level = level_proof(True, ("ROU-3.2.2",))
    at = clock.utc() - timedelta(days=9)
    found = replace(certificate(level, signed=True), made=at.isoformat())
    came = []
    for made in (found, replace(found, carried=devices), certificate(signed=True)):
        enter_in_file(config, made, clock)
        clock.advance(60)
        with ExitStack() as stack:
            identity = Identity(config.name, config.game, config.rules)
            opened = open_session(config.journal, identity, load_rulebook(config.rules), clock, stack)
            assert opened.session.table.commissioned is not None
            came.append(opened.session.table.commissioned.level)
    assert came == [LevelWheel("T1", at), LevelWheel("T1", at), None]


def stopped(config: TableConfig, clock: SetClock) -> datetime | None:
    """When the table stopped, as its next start finds it."""
    with ExitStack() as stack:
        identity = Identity(config.name, config.game, config.rules)
        opened = open_session(config.journal, identity, load_rulebook(config.rules), clock, stack)
        assert opened.session.table.console.live
        return opened.stopped


def test_a_table_that_was_only_commissioned_has_never_stood(config: TableConfig) -> None:
    clock = SetClock()
    enter(config, clock)
    assert stopped(config, clock) is None


def test_every_entry_of_a_commissioning_says_that_a_terminal_made_it(config: TableConfig) -> None:
    clock = SetClock()
    enter(config, clock)
    clock.set(-60)
    enter(config, clock)
    with review(config.journal) as found:
        decoded = [events.DECODER.decode(each.event) for each in found.entries(0)]
    noted = [each.what for each in decoded if isinstance(each, events.Noted) and each.terminal]
    assert noted == [NoteKind.LIVE_TABLE, NoteKind.CLOCK_SET], (
        "the second one notes that the clock was set back before it"
    )
    assert [each.terminal is not None for each in decoded] == [True] * 4


def play(config: TableConfig, *texts: str) -> None:
    """Lines of the protocol at the table; then its console is closed."""
    with ExitStack() as stack:
        identity = Identity(config.name, config.game, config.rules)
        book = load_rulebook(config.rules)
        opened = open_session(config.journal, identity, book, SetClock(), stack, is_ready=True)
        opened.session.note(NoteKind.LIVE_TABLE)
        for text in texts:
            for line in sent_by(text):
                assert opened.session.take(line).accepted


@pytest.mark.parametrize(
    "left",
    [
        ("bets open",),
        ("bets open", "bets closed", "card 2H"),
        ("shoe 1 E 3",),
        ("incident D1",),
    ],
)
def test_nothing_is_entered_while_a_round_or_a_halt_is_open(
    config: TableConfig, left: tuple[str, ...]
) -> None:
    play(config, *left)
    before = config.journal.read_bytes()
    with pytest.raises(InPlay):
        refuse_unenterable(config)
    with pytest.raises(InPlay):
        enter(config, SetClock())
    assert config.journal.read_bytes() == before


def test_a_damaged_journal_is_left_to_the_tables_own_start(config: TableConfig) -> None:
    play(config)
    written = config.journal.read_bytes()
    config.journal.write_bytes(written.replace(b"noted", b"nuted"))
    damaged, there = config.journal.read_bytes(), sorted(config.journal.parent.iterdir())
    for refused in (lambda: refuse_unenterable(config), lambda: enter(config, SetClock())):
        with pytest.raises(DamagedJournal):
            refused()
    assert config.journal.read_bytes() == damaged
    assert sorted(config.journal.parent.iterdir()) == there


def test_a_session_refuses_a_certificate_in_the_middle_of_a_round(config: TableConfig) -> None:
    session = TableInMemory(load_rulebook(config.rules), game=config.game).session
    assert session.commission("ab" * 32, "T1", "S1").accepted
    assert session.take(*sent_by("bets open")).accepted
    assert session.commission("ab" * 32, "T1", "S1").refused == Refusal.OUT_OF_TURN


def test_a_refused_certificate_does_not_count_as_entered(config: TableConfig) -> None:
    """A round began while two people signed: the entry says that the certificate was not taken."""
    play(config, "bets open")
    with ExitStack() as stack:
        identity = Identity(config.name, config.game, config.rules)
        opened = open_session(config.journal, identity, load_rulebook(config.rules), SetClock(), stack)
        made = certificate(signed=True)
        assert enter_in_session(opened.session, made).refused == Refusal.OUT_OF_TURN
    assert entry_of(config.journal, made.digest) is None
    assert entry_since(config.journal, datetime.fromisoformat(made.made)) is None
    assert not journal_drift(config.journal).has_reference
