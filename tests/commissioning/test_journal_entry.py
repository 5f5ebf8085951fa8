"""What a commissioning at a terminal enters in a closed table's journal, and what the table makes of it."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.commissioning.journal_entry import entered
from console.config import TableConfig, training_config
from console.custody.table_opening import open_session
from console.game.rulebook import load_rulebook
from console.journal import Identity
from console.journal.reader import review
from console.table.judging.transition import LIVE
from console.table.running.clock import CLOCK_SET, SetClock
from console.table.state import events
from tests.commissioning.certificates import certificate


@pytest.fixture
def config(tmp_path: Path) -> TableConfig:
    return replace(training_config("baccarat", "lt", "lt"), name="Table 7", journal=tmp_path / "t7.db")


def enter(config: TableConfig, clock: SetClock) -> int:
    return entered(config, certificate(signed=True), "T1", "S1", clock)


def stopped(config: TableConfig, clock: SetClock) -> datetime | None:
    """When the table stopped, as its next start finds it."""
    with ExitStack() as stack:
        identity = Identity(config.name, config.game, config.rules)
        opened = open_session(config.journal, identity, load_rulebook(config.rules), clock, stack)
        assert opened.session.table.live
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
        told = [events.DECODER.decode(each.event) for each in found.entries(0)]
    noted = [each.what for each in told if isinstance(each, events.Noted) and each.terminal]
    assert noted == [LIVE, CLOCK_SET], "a clock that was set back before the second one is told by it"
    assert [each.terminal is not None for each in told] == [True] * 4
