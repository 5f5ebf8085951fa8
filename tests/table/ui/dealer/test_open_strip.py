"""The places that show the open matters of a table: each one on the dealer's screen, an incident's page and
the pit boss's page, in the same place.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, get_args, get_type_hints

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.table.core.showing.open_matters import AT_MOST, open_matters
from console.table.core.showing.screen_values import (
    DealerView,
    Lamp,
    LampFault,
    LicenceEnd,
    PastIncident,
    QueuedReport,
)
from console.table.core.state.actions import Action
from console.table.core.state.contradictions import Claim, Contradiction, ContradictionKind, Statement
from console.table.core.state.phases import HeldBack
from console.table.core.state.roles import Actor
from console.table.core.state.views import Prompt
from console.table.ui.dealer.open_strip import OpenStrip
from tests.instruments.pictures.drawn import is_drawn
from tests.table.ui.samples.screens import screen_of
from tests.table.ui.samples.tables import DEALER, NOW, PIT_BOSS

Changed = Callable[[DealerView], DealerView]
_CLAIM: Final = {ContradictionKind.CARD: Claim.CARD, ContradictionKind.RESULT: Claim.WINNER}
_VALUE: Final = {Claim.CARD: "6C", Claim.WINNER: "tie"}


def contradiction(kind: ContradictionKind, number: int = 1) -> Contradiction:
    claim = _CLAIM.get(kind, Claim.NUMBER)
    at = NOW + timedelta(seconds=number)
    value = _VALUE.get(claim, "14")
    first, second = (Statement(claim, at, by=who.id, value=value) for who in (DEALER, PIT_BOSS))
    return Contradiction(f"T1-c{number}", kind, first, second)


def contradicted(kind: ContradictionKind) -> Changed:
    return lambda view: replace(view, contradictions=(contradiction(kind),))


def held(by: HeldBack) -> Changed:
    def changed(view: DealerView) -> DealerView:
        prompt = Prompt(Action.AWAIT_BETS, Actor.SYSTEM, ())
        return replace(view, view=replace(view.view, held_back=(by,), prompt=prompt))

    return changed


def overdue(awaited: str) -> Changed:
    def changed(view: DealerView) -> DealerView:
        prompt = Prompt(awaited, Actor.SYSTEM, (), seat=1, hand=1, offers=())
        server = replace(view.server, overdue=True)
        return replace(view, view=replace(view.view, prompt=prompt), server=server, awaited_since=NOW)

    return changed


def queued(view: DealerView) -> DealerView:
    return replace(view, incident=replace(view.incident, queue=(QueuedReport("card_fell", DEALER, NOW),)))


def came_to_nothing(view: DealerView) -> DealerView:
    past = PastIncident("card_fell", NOW, "record_only", None, came_to_nothing=True, overtaken_by="misread")
    return replace(view, incident=replace(view.incident, past=(past,)), pressed_at=NOW)


def authority(view: DealerView) -> DealerView:
    return replace(view, pit_boss=PIT_BOSS, screen=replace(view.screen, step_up_left=74))


MATTERS: Final[dict[str, Changed]] = {
    **{f"contradiction {kind}": contradicted(kind) for kind in ContradictionKind if kind != "card_set"},
    **{f"held back by {each}": held(each) for each in HeldBack},
    **{
        f"server owes {each}": overdue(each)
        for each in (Action.AWAIT_BETS, Action.WAIT, Action.AWAIT_SEATS, Action.AWAIT_DECISION)
    },
    "table does not answer": lambda view: replace(view, console=replace(view.console, unanswered=True)),
    "dealer is due at a locked screen": lambda view: replace(
        view, awaited_since=NOW, screen=replace(view.screen, locked_due=True)
    ),
    "report waits": queued,
    "report came to nothing": came_to_nothing,
    "authority": authority,
}
PAGES: Final = {"dealer": "dealing", "incident": "ro-outcome", "pit boss": "p0-open"}


def strip_at(qtbot: QtBot, page: str, change: Changed) -> OpenStrip:
    from tests.table.ui.samples.screens import _VIEWS

    screen = screen_of(PAGES[page], "en")
    qtbot.addWidget(screen)
    screen.show_view(change(_VIEWS[PAGES[page]]))
    return screen.strip


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("matter", MATTERS)
def test_each_matter_stands_on_every_page_in_the_same_place(qtbot: QtBot, page: str, matter: str) -> None:
    before = strip_at(qtbot, page, lambda view: view)
    strip = strip_at(qtbot, page, MATTERS[matter])
    told = {*strip.texts, *strip.sides} - {*before.texts, *before.sides}
    assert told and not strip.isHidden()
    assert strip.y() == strip_at(qtbot, "dealer", MATTERS["authority"]).y()


def test_a_licence_that_ended_is_a_line_while_the_band_speaks_to_players(qtbot: QtBot) -> None:
    """It stood in small grey letters, in the place of what the players' words mean."""

    def ended(view: DealerView) -> DealerView:
        return replace(view, licence=LicenceEnd("Petra K.", NOW.date(), is_over=True))

    strip, outside = (strip_at(qtbot, page, ended) for page in ("incident", "dealer"))
    assert any("Petra K." in text for text in strip.texts)
    assert not any("Petra K." in text for text in outside.texts), "the band says it there"


def test_three_lines_and_a_count_and_what_came_since_the_last_press_is_a_line(qtbot: QtBot) -> None:
    def crowded(view: DealerView) -> DealerView:
        many = tuple(contradiction(ContradictionKind.NUMBER, number) for number in (1, 2, 3, 4))
        late = QueuedReport("card_fell", DEALER, NOW + timedelta(seconds=9))
        incident = replace(view.incident, queue=(late,))
        return replace(view, contradictions=many, incident=incident, pressed_at=NOW + timedelta(seconds=5))

    strip = strip_at(qtbot, "dealer", crowded)
    assert len(strip.texts) == AT_MOST and strip.texts[-1].endswith("+ 2 more")
    assert "Report waits" in strip.texts[-1], "the report that has just come is not only counted"
    assert [each.rank for each in strip.matters.lines] == sorted(each.rank for each in strip.matters.lines)


def test_a_report_that_came_to_nothing_is_told_until_the_next_press(qtbot: QtBot) -> None:
    def pressed(view: DealerView) -> DealerView:
        return replace(came_to_nothing(view), pressed_at=NOW + timedelta(seconds=1))

    assert not open_matters(strip_at(qtbot, "dealer", pressed)._view).lines


@pytest.mark.parametrize("device", get_args(get_type_hints(Lamp)["device"]))
@pytest.mark.parametrize("page", PAGES)
def test_each_lamp_that_is_lit_is_drawn(qtbot: QtBot, page: str, device: Any) -> None:
    from tests.table.ui.samples.screens import _VIEWS

    screen = screen_of(PAGES[page], "en")
    qtbot.addWidget(screen)
    view = _VIEWS[PAGES[page]]
    lamps = Lamp("journal"), Lamp(device, LampFault.FAILED)
    screen.show()
    screen.show_view(replace(view, console=replace(view.console, lamps=lamps)))
    assert is_drawn(screen)
