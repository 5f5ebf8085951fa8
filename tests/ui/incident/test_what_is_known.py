"""What stands before whoever decides: what was read meanwhile, what the console lights, who says what."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.review.log.entry_words import source_key
from console.table.running.bet_timer import CLOSE, OPEN
from console.table.state import events
from console.table.state.roles import Actor
from console.ui.incident.incident_prompt import incident_telling
from console.ui.incident.panels.kinds import noticed_kind
from console.ui.incident.panels.outcome import facts_in_words, reported_parts
from console.ui.incident.stage import Here, Stage
from console.ui.kit.times import clock_time
from console.words import LANGUAGES, Words
from tests.ui.samples.incidents import DECIDED, INCIDENT_SAMPLES
from tests.ui.stands.straight import Straight, straight
from tests.words.catalogues import words

SPUN = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
)


def spun(table: Straight) -> None:
    for line in SPUN:
        table.take(line)


def read(number: int) -> dict[str, object]:
    return {"do": "number", "number": number, "source": "reader"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_came_while_the_pit_boss_walked_over_stands_at_the_outcome(
    qtbot: QtBot, language: str
) -> None:
    """LT-ROU-32: the round is void; that a number was read since is before whoever authorises it."""
    with straight(qtbot, "lt", "roulette") as table:
        spun(table)
        table.take({"do": "incident", "kind": "technical_fault", "by": "D1"})
        table.clock.advance(12)
        at = table.clock.utc()
        table.take(read(27))
        table.clock.advance(30)
        view, said = table.view, Words(language)
        assert [(each.number, each.at) for each in view.came_in] == [(27, at)]
        came = said.text("incident.came.number", number=27, time=clock_time(at, said))
        assert view.view.incident is not None
        assert (said.text("fact.name.came"), came) in facts_in_words(view.view.incident, said, view)
        assert came in reported_parts(view, said)[0]
        table.take({"do": "withdraw", "by": "D1"})
        assert table.view.came_in == ()


def test_a_card_that_came_meanwhile_is_told_without_its_face(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        for line in SPUN[:2]:
            table.take(line)
        table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "D1"})
        table.take({"do": "card", "card": "9H"})
        assert [each.number for each in table.view.came_in] == [None]


@pytest.mark.parametrize("rules", ["sv", "lt", "de"])
def test_of_two_numbers_for_one_spin_wrong_number_is_the_tile_that_is_lit(qtbot: QtBot, rules: str) -> None:
    with straight(qtbot, rules, "roulette") as table:
        spun(table)
        table.take(read(17))
        table.take(read(18))
        assert table.view.view.phase == "halted"
        table.take({"do": "incident", "by": "D1"})
        tiles = table.window.dealer.incident.zone.kinds
        assert noticed_kind(table.view) == "wrong_number_recorded"
        assert tiles.shown(table.view)[0] == "wrong_number_recorded"
        lit = words("en").text("incident.noticed").lower()
        assert lit in tiles.tiles[0].accessibleName().lower() + tiles.tiles[0].accessibleDescription().lower()


@pytest.mark.parametrize("language", ["sv", "ja", "de"])
def test_what_the_dealer_decides_alone_the_pit_boss_does_not_say(language: str) -> None:
    """LT-BAC-26a: one card to be moved is the dealer's; nobody authorised it."""
    view = next(
        view
        for view in INCIDENT_SAMPLES.values()
        if view.decided is not None and view.view.prompt.step is not None and view.view.notice is not None
    )
    said = words(language).text("say.by_pit_boss", said="").strip()
    both = [
        incident_telling(replace(view, decided=by), Here(), Stage.STEPS, words(language), words("lt"), None)
        for by in (DECIDED, replace(DECIDED, by=None))
    ]
    assert view.view.prompt.actor in (Actor.DEALER, Actor.PIT_BOSS)
    assert [said in (told.gloss or "") for told in both] == [True, False]
    assert both[1].gloss


def test_bets_that_the_consoles_own_clock_closes_are_told_as_the_consoles(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        for line in (OPEN, CLOSE):
            table.session.take(line, by_clock=True)
        table.session.take(b'{"do":"card","card":"9H"}')
        said = {each.kind: events.DECODER.decode(each.event) for each in table.kept.entries}
        for kind in ("bets_opened", "bets_closed"):
            told = said[kind]
            assert isinstance(told, events.BetsOpened | events.BetsClosed) and told.by_clock
            assert source_key(kind, {"by_clock": told.by_clock}) == "review.by.console"
            assert source_key(kind, {}) == "review.by.server"
