"""The prompt over the pit boss's page, also before a sign-in: why play is halted, and what is asked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.table.core import (
    Action,
    Actor,
    DealerView,
    HaltReason,
    Lamp,
    LampFault,
    Mode,
    NoteKind,
    Notification,
    Prompt,
    Situation,
    dealer_view,
)
from console.table.ui.dealer.rail import Rail
from console.table.ui.kit import PromptColour, moment_text, sentence
from console.table.ui.pit.open_list import waiting
from console.table.ui.pit.page_prompt import page_prompt
from console.table.ui.signs import Sign
from console.table.words.speech import halt_text, halted_text, prompt_text
from tests.base.words.catalogues import words
from tests.table.core.play.test_answer_times import CARDS, dealt
from tests.table.core.tables import Driven, Seen, book
from tests.table.ui.samples.tables import changed
from tests.table.ui.samples.wheels import WHEEL_SAMPLES
from tests.table.ui.window.test_silent_server import silent

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
SPIN: Seen = {"do": "spin", "turns": 4, "direction": "against", "by": "D1"}
UNREAD: Seen = {"do": "unread"}


def number(read: int) -> Seen:
    return {"do": "number", "number": read, "source": "reader"}


HALTS: dict[str, tuple[str, tuple[Seen, ...], HaltReason]] = {
    "two numbers": ("roulette", (OPEN, CLOSED, SPIN, number(7), number(9)), HaltReason.NUMBER_DIFFERS),
    "thrice unread": ("baccarat", (OPEN, CLOSED, UNREAD, UNREAD, UNREAD), HaltReason.RESCAN),
    "in bet time": ("baccarat", (OPEN, {"do": "card", "card": "9H"}), HaltReason.BETS_OPEN),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("there", [False, True], ids=["nobody there", "signed in"])
@pytest.mark.parametrize("halt", HALTS)
def test_the_page_says_why_play_is_halted(halt: str, there: bool, language: str) -> None:
    game, lines, reason = HALTS[halt]
    table = Driven("lt", game=game)
    if not there:
        table.take({"do": "sign_out", "who": "P1"})
    for line in lines:
        table.take(line)
    view = table.screen()
    assert view.view.phase == "halted" and (view.pit_boss is not None) is there
    said, _ = page_prompt(view, words(language))
    assert said.note is not None
    assert said.note.startswith(halted_text(words(language), view.view, reason, pit_boss=True))
    assert said.note != halt_text(words(language), HaltReason.DEVICE, pit_boss=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["ro-check-1", "ro-check-2"])
@pytest.mark.parametrize("there", [False, True], ids=["nobody there", "signed in"])
def test_the_pit_page_shows_a_prompt_for_the_pit_boss_instead_of_all_well(
    name: str, there: bool, language: str
) -> None:
    """The table waited for its pit boss, whose own page said that all was well and play went on."""
    speak, view = words(language), WHEEL_SAMPLES[name]
    asked = view.view.prompt
    assert asked.actor is Actor.PIT_BOSS
    if not there:
        comes = replace(view.view, prompt=Prompt(Action.SIGN_IN, Actor.PIT_BOSS, ()))
        view = replace(view, pit_boss=None, behind=asked, view=comes)
    said, sign = page_prompt(view, speak)
    assert said.colour is PromptColour.PIT_BOSS
    assert said.headline == prompt_text(speak, WHEEL_SAMPLES[name].view)
    (row,) = waiting(view)
    assert (row.name(speak), row.sign) == (said.headline, sign)


def test_a_silent_server_stands_in_the_list_of_what_is_outstanding() -> None:
    (row,) = waiting(silent(dealt(*CARDS)))
    assert row.name(words("en")) == "The game server is not answering"


@pytest.mark.parametrize("language", LANGUAGES)
def test_play_goes_on_only_where_it_does(language: str) -> None:
    """It also stood there while the table was being closed."""
    speak, table = words(language), Driven("de")

    def note() -> str | None:
        return page_prompt(table.screen(), speak)[0].note

    assert note() == speak.text("pit.all_well")
    table.take(OPEN)
    table.take({"do": "close", "on": True, "by": "P1"})
    assert note() == sentence(speak.text("rail.close_ordered"))
    table.take({"do": "close", "on": False, "by": "P1"})
    assert note() == speak.text("pit.all_well")
    table.take(CLOSED)
    for card in ("4S", "9D", "5H", "2C"):
        table.take({"do": "card", "card": card})
    table.take({"do": "close", "on": True, "by": "P1"})
    for _ in range(2):
        table.take({"do": "done", "by": "D1"})
    assert table.screen().view.prompt.closing
    assert note() == speak.text("prompt.inspect.close")
    table.take({"do": "sign_out", "who": "D1"})
    assert note() == prompt_text(speak, table.screen().view)


def rail_text(view: DealerView, speak: Words) -> str | None:
    """The words at the right of the dealer's rail."""
    aside = Rail._aside(view, speak)
    return None if aside is None else aside[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_halt_of_bet_time_says_that_bets_are_open_and_for_how_long(language: str) -> None:
    """A halt stops no bet time: what is decided then depends on whether bets are open."""
    speak, table = words(language), Driven("lt")
    table.take(OPEN)
    table.take({"do": "card", "card": "9H"})
    view = changed(table.screen(), seconds_left=12, step_up_left=100)
    left = speak.side_by_side((speak.text("bets.open"), speak.text("decision.left", seconds=12)))
    assert (page_prompt(view, speak)[0].note or "").endswith(left)
    assert rail_text(view, speak) == left
    table.take(CLOSED)
    view = replace(table.screen(), pit_boss=None)
    assert speak.text("bets.open") not in (page_prompt(view, speak)[0].note or "")
    assert rail_text(view, speak) == sentence(speak.text("rail.bets_stand"))


ORDERS: dict[str, Seen] = {
    "rail.reshuffle_ordered": {"do": "reshuffle", "by": "P1", "on": True},
    "rail.new_decks_ordered": {"do": "reshuffle", "by": "P1", "on": True, "new": True},
    "rail.close_ordered": {"do": "close", "by": "P1", "on": True},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("manual", [False, True], ids=["shoe", "by hand"])
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_that_waits_stands_on_page_and_rail(order: str, manual: bool, language: str) -> None:
    speak, table = words(language), Driven("lt")
    for line in (OPEN, CLOSED, {"do": "card", "card": "9H"}, ORDERS[order]):
        table.take(line)
    if manual:
        table.take({"do": "manual", "by": "P1", "on": True})
    view = table.screen()
    assert sentence(speak.text(order)) in (page_prompt(view, speak)[0].note or "")
    assert rail_text(replace(view, pit_boss=None), speak) == sentence(speak.text(order))
    faulty = changed(view, lamps=(Lamp("wheel", LampFault.SILENT),))
    assert sentence(speak.text(order)) in (page_prompt(faulty, speak)[0].note or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_an_office_that_is_still_to_be_informed(language: str) -> None:
    """The page said that nothing was outstanding while the hours of the authority were over."""
    speak, table = words(language), Driven("lt")
    since = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    due = Notification("T7-i1", "authority", since, within_hours=1)
    table.session.note(NoteKind.NOTIFICATION_DUE, text=due.text)
    table.take({"do": "say", "by": "D1", "text": "on"})

    def at(now: datetime) -> Situation:
        return Situation(mode=Mode.LIVE, name="T7", game="baccarat", rulebook=book("lt"), persons={}, now=now)

    asked = table.session.view(), table.table
    view = dealer_view(*asked, at(since + timedelta(hours=2)))
    named = speak.label(speak.text("handover.notification"), speak.text("whom.authority"))
    late = speak.text("notification.overdue", time=moment_text(due.until, speak))
    said, sign = page_prompt(view, speak)
    assert (said.headline, sign) == (named, Sign("outcomes.book"))
    assert said.note is not None and "T7-i1" in said.note and late in said.note
    said, _ = page_prompt(changed(view, lamps=(Lamp("shoe", LampFault.LOST),)), speak)
    assert speak.text("pit.not_well") != said.headline != named
    assert said.note is not None and late in said.note, "what holds back play stands first"
    on_time = dealer_view(*asked, at(since))
    by = speak.text("notification.until", time=moment_text(due.until, speak))
    assert by in (page_prompt(on_time, speak)[0].note or "")
