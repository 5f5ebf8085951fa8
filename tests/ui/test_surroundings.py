"""What a screen shows beside the table's state: a bug once, a restart until the next input."""

from __future__ import annotations

from datetime import UTC, datetime

from console.config import training_config
from console.game.rulebook import load_rulebook
from console.table.clock import SetClock
from console.table.views import Recovered
from console.ui.lamps import Lamps
from console.ui.surroundings import Surroundings


def surroundings(recovered: Recovered | None = None) -> Surroundings:
    config = training_config("baccarat", "sv", "en")
    return Surroundings(config, load_rulebook("sv"), SetClock(), {}, Lamps(["shoe"], 10), recovered)


def raised(text: str) -> Exception:
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        return error


def test_a_bug_that_comes_with_every_view_is_recorded_once() -> None:
    around, bug = surroundings(), raised("unforeseen")
    trace = around.foresaw_not(bug)
    assert trace is not None and "unforeseen" in trace
    assert around.foresaw_not(bug) is None


def test_another_bug_is_recorded_too() -> None:
    around = surroundings()
    assert around.foresaw_not(raised("one")) is not None
    assert around.foresaw_not(raised("another")) is not None


def test_the_session_locks_by_the_tables_own_minutes() -> None:
    around = surroundings(Recovered(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)))
    assert not around.presence.lock_due(around.now() + 299)
    assert around.presence.lock_due(around.now() + 300)
