"""The screens of tables at play, the dealer's and the pit boss's, as pictures."""

from __future__ import annotations

from functools import partial
from typing import Final

from console.table.ui.dealer import DealerScreen
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from tests.base.words.catalogues import words
from tests.table.ui.harness.drawn import SIZE, Samples
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.duels import DUEL_SAMPLES
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES, PIT_BOSS_SAMPLES
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, clock
from tests.table.ui.samples.wheels import WHEEL_ACTS, WHEEL_SAMPLES

_VIEWS: Final = {
    **SAMPLES,
    **INCIDENT_SAMPLES,
    **PIT_BOSS_SAMPLES,
    **SEAT_SAMPLES,
    **WHEEL_SAMPLES,
    **DUEL_SAMPLES,
}


def _count_again(screen: DealerScreen) -> None:
    """A number of cards that differs is typed."""
    counter = screen.preparation.count
    assert counter is not None, "the set is counted"
    for figure in "415":
        counter.keys[figure].meant.emit()
    screen.bar.primary.meant.emit()


_ACTS: Final = {**WHEEL_ACTS, "preparing-count-again": _count_again}


def screen_of(
    name: str, language: str, wide: int = SIZE[0], high: int = SIZE[1]
) -> DealerScreen | PitBossScreen:
    """The screen of one state in one language."""
    view = _VIEWS[name]
    screen: DealerScreen | PitBossScreen = (
        PitBossScreen(words(language), clock())
        if name in PIT_BOSS_SAMPLES or name.startswith(("bj-p0", "ro-p0"))
        else DealerScreen(words(language), words(view.rules), clock(), IncidentCalls())
    )
    screen.resize(wide, high)
    screen.show_view(view)
    if name in _ACTS and isinstance(screen, DealerScreen):
        _ACTS[name](screen)
    return screen


SCREENS: Final[Samples] = {name: partial(screen_of, name) for name in _VIEWS}
