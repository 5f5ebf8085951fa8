"""An incident's screens: what each stage shows, which keys answer, and the way back until the outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Actor, DealerView, Mode, Person, Prompt, Role, SetClock, Situation, dealer_view
from console.table.core.showing.screen_values import PastIncident
from console.table.game import Card
from console.table.game.baccarat.coup import Hand
from console.table.ui.dealer import DealerScreen
from console.table.ui.dealer.bands import manual_banner
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.felt.card_faces import MarkedFor
from console.table.ui.incident.incident_words import kind_name, past_note
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import PromptColour, clock_time, theme
from console.table.words.speech import prompt_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import flaws, listened, measured
from tests.sweep import by_turns
from tests.table.core.tables import Driven, book
from tests.table.ui.harness.at_work import coup
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.harness.straight import straight
from tests.table.ui.in_turn import in_turn, taken_away
from tests.table.ui.samples.incidents import (
    AUTHORISE,
    CHOOSING,
    HERE,
    INCIDENT_SAMPLES,
    KINDS,
    VOID,
    in_incident,
    incident,
    question_view,
)
from tests.table.ui.samples.screens import screen_of
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import NOW, PIT_BOSS, clock
from tests.table.ui.samples.wheels import WHEEL_SAMPLES

MOST_PRESSES = 4
"""From the tile to the authorised outcome, the PIN apart."""


@pytest.fixture
def time() -> SetClock:
    return clock()


@pytest.fixture
def screen(qtbot: QtBot, time: SetClock) -> DealerScreen:
    return shown_screen(qtbot, time, "lt")


def calls(screen: DealerScreen) -> list[tuple[Any, ...]]:
    """All that is said of the incident, in order."""
    assert isinstance(screen.commands, IncidentCalls)
    calls = screen.commands.all
    screen.incident.pit_boss_here_pressed.connect(lambda: calls.append(("pit_boss_here_pressed",)))
    return calls


def show_for_a_second(screen: DealerScreen, time: SetClock, view: DealerView) -> None:
    screen.show_view(view)
    time.advance(1)


def touch(widget: Any) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_something_went_wrong_halts_play_at_once_and_asks_what(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["play-can-report"])
    touch(screen.bar.wrong)
    assert sent == [("report", None, {})]
    assert screen.incident_stage is Stage.KIND
    assert screen.prompt.text.headline == words("en").text("fact.kind")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_who_waits_for_the_pit_boss_reads_that_one_is_called(
    screen: DealerScreen, time: SetClock, language: str
) -> None:
    screen.set_words(words(language), words("lt"))
    called = words(language).text("incident.called_if_needed")
    for sample in ("p1-kind", "play-can-report"):
        view = INCIDENT_SAMPLES[sample]
        for pit_boss in (None, PIT_BOSS):
            show_for_a_second(screen, time, msgspec.structs.replace(view, pit_boss=pit_boss))
            screen.incident.dialog.begin()
            assert screen.incident_stage is Stage.KIND
            assert (called in (screen.prompt.text.note or "")) is (pit_boss is None)


@pytest.mark.parametrize("sample", ("p1-kind", "p2-seen", "p3-void", "p4-put-back", "d8-manual", "p2-remove"))
def test_in_an_incident_too_a_trainee_reads_that_the_one_beside_left(
    screen: DealerScreen, time: SetClock, sample: str
) -> None:
    """The round ended, and the trainee was signed out without a word before."""
    beside = Person("D-115", "Elín S.", Role.DEALER, "is")
    view = msgspec.structs.replace(INCIDENT_SAMPLES[sample], beside=beside)
    screen.show_view(view)
    stands = words("en").text("bar.beside", name="Elín S.")
    left = words("en").text("band.beside_left", name="Elín S.")
    assert screen.status.name.accessibleName().endswith(stands)
    wide = screen.status.name.width()
    screen.show_view(msgspec.structs.replace(view, beside_left=True))
    assert screen.status.name.accessibleName().endswith(left)
    assert screen.status.name.width() > wide, "all of it is shown"
    assert left in screen.strip.texts or left in screen.band.accessibleName()


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "sample", sorted(name for name in INCIDENT_SAMPLES if name[:2] in ("p1", "p2", "p3"))
)
def test_f1_names_the_digits_that_choose_and_no_others(
    screen: DealerScreen, time: SetClock, sample: str
) -> None:
    """It said '1 – 9' of two answers, and of an outcome that nobody chooses."""
    sent, chooses = calls(screen), [words("en").text(key) for key in ("keys.choice", "keys.choice.key")]
    for digit in "123456789":
        show_for_a_second(screen, time, INCIDENT_SAMPLES["play-can-report"])
        show_for_a_second(screen, time, INCIDENT_SAMPLES[sample])
        sent.clear()
        named = "  ".join(key for key, does in screen.keys.rows(words("en")) if does in chooses)
        panel = screen.incident.zone.panel
        before = panel.grab().toImage()
        QTest.keyClicks(screen, digit)
        acted = bool(sent) or panel.grab().toImage() != before
        assert acted is (digit in digits_of(named)), named


def digits_of(named: str) -> set[str]:
    """The digits of a row's keys: ``1 – 3  5`` are 1, 2, 3 and 5."""
    ends = [part.split(" – ") for part in named.split("  ") if part[:1].isdecimal()]
    return {str(each) for first, *last in ends for each in range(int(first), int((last or [first])[0]) + 1)}


def test_f2_is_something_went_wrong(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["play-can-report"])
    QTest.keyClick(screen, Qt.Key.Key_F2)
    assert sent == [("report", None, {})]


def test_the_noticed_case_is_lit_in_its_place_and_brings_its_facts(
    screen: DealerScreen, time: SetClock
) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["d7-offered"])
    touch(screen.bar.wrong)
    time.advance(1)
    tile = next(tile for tile in screen.incident.zone.kinds.tiles if tile.noticed)
    assert sent == [], "what halts the table is not reported before it is chosen"
    assert tile.noticed and tile.text() == words("en").text("incident.extra_card_drawn")
    touch(tile)
    assert sent == [("report", "extra_card_drawn", {})]


def test_the_first_page_leads_to_the_other_kinds_and_back_leads_to_it(
    screen: DealerScreen, time: SetClock
) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p1-kind"])
    kinds = screen.incident.zone.kinds
    first = [tile.text() for tile in kinds.tiles]
    often = ("card_fell", "misread", "wrong_position")
    assert first[:3] == [words("en").text(f"incident.{kind}") for kind in often]
    assert first[-1] == words("en").text("incident.other")
    touch(kinds.tiles[-1])
    seconds = [tile.text() for tile in kinds.tiles if not tile.isHidden()]
    assert not set(seconds) & set(first)
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert [tile.text() for tile in kinds.tiles] == first


def test_a_kind_that_can_not_be_now_can_not_be_pressed(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p1-kind"])
    kinds = screen.incident.zone.kinds
    late = next(tile for tile in kinds.tiles if tile.text() == words("en").text("incident.early_deal"))
    touch(late)
    assert sent == []


def test_a_key_chooses_the_kind_of_a_report_without_a_kind(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p1-kind"])
    QTest.keyClick(screen, Qt.Key.Key_1)
    assert sent == [("answer", {"kind": "card_fell"})]


@pytest.mark.parametrize(("key", "value"), [(Qt.Key.Key_1, True), (Qt.Key.Key_2, False)])
def test_a_question_is_answered_by_its_keys(
    screen: DealerScreen, time: SetClock, key: Qt.Key, value: bool
) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-seen"])
    QTest.keyClick(screen, key)
    assert sent == [("answer", {"seen": value})]


def test_a_number_is_a_whole_number_to_the_table(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-cards"])
    touch(screen.incident.zone.facts.answer_tiles[3])
    assert sent == [("answer", {"cards": 4})]


def test_a_key_that_was_down_before_the_question_answers_nothing(
    screen: DealerScreen, time: SetClock
) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-cards"])
    screen.show_view(INCIDENT_SAMPLES["p2-seen"])
    time.advance(0.2)
    QTest.keyClick(screen, Qt.Key.Key_1)
    touch(screen.incident.zone.facts.answer_tiles[0])
    assert sent == []


def test_the_known_facts_stand_under_the_question(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-seen"])
    assert [chip.text for chip in screen.incident.parts.chips.chips] == [
        "A card fell", "In the round", "1 card",
    ]  # fmt: skip


def test_esc_leads_back_question_by_question_and_then_forward_to_what_is_asked(
    screen: DealerScreen, time: SetClock
) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-cards"])
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-seen"])
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert screen.prompt.text.headline == words("en").text("fact.cards.card_fell")
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_2)
    assert sent == [("answer", {"cards": 2})]
    screen.show_view(INCIDENT_SAMPLES["p2-cards"])
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert screen.incident_stage is Stage.KIND, "the wrong tile is mended too"
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    now = screen.incident.dialog
    assert now.stage == "fact" and sent == [("answer", {"cards": 2})]


def test_an_answer_can_be_changed_until_the_outcome_is_confirmed(
    screen: DealerScreen, time: SetClock
) -> None:
    sent = calls(screen)
    for name in ("p2-cards", "p2-seen", "p3-void"):
        show_for_a_second(screen, time, INCIDENT_SAMPLES[name])
    touch(screen.incident.bar.back)
    assert screen.prompt.text.headline == words("en").text("fact.seen")
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_1)
    assert sent == [("answer", {"seen": True})]


def test_the_outcome_names_its_reason_before_it_is_confirmed(screen: DealerScreen, time: SetClock) -> None:
    """LT-BAC-18b, and LT-BAC-12: the market's words first."""
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-void"])
    prompt = screen.prompt.text
    assert prompt.headline == words("en").text("outcome.void")
    assert prompt.say == words("lt").quote(words("lt").text("say.round_void"))
    assert prompt.gloss == words("en").text("say.round_void")
    panel = screen.incident.zone.outcome.accessibleName()
    assert "LT-BAC-18b" in panel and words("en").text("clause.LT-BAC-18b") in panel
    assert screen.incident.bar.primary.text() == words("en").text("button.authorise", name=PIT_BOSS.name)


def test_a_house_procedure_says_that_it_is_one(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-house"])
    house = words("en").text("outcome.basis.house", clause="LT-BAC-18b")
    assert house in screen.incident.zone.outcome.accessibleName()


def test_a_dealer_alone_sees_what_is_to_be_confirmed_and_confirms_nothing(
    screen: DealerScreen, time: SetClock
) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-awaiting"])
    assert screen.prompt.text.headline == words("en").text("prompt.resolve.cards")
    assert screen.prompt.text.say is None, "no announcement to the players yet"
    assert not screen.incident.bar.back.isHidden(), "a slip is mended until a pit boss has answered"
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == [("pit_boss_here_pressed",)]


def test_a_step_of_the_pit_boss_is_no_order_to_the_dealer_who_waits(
    screen: DealerScreen, time: SetClock
) -> None:
    show_for_a_second(screen, time, WHEEL_SAMPLES["ro-settle-wait"])
    prompt = screen.prompt.text
    assert prompt.headline == words("en").text("prompt.step.wait")
    assert prompt.note == words("en").text("note.then", order=words("en").text("step.settle"))


def test_without_a_rule_both_a_choice_and_a_reason_must_be_given(
    screen: DealerScreen, time: SetClock
) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-choose"])
    deciding, bar = screen.incident.zone.deciding, screen.incident.bar
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == [] and bar.primary.isHidden()
    touch(bar.choices[1])
    assert sent == [], "a reason is still to be given"
    QTest.keyClicks(deciding.field, "  The card was bent ")
    QTest.keyClick(deciding.field, Qt.Key.Key_Return)
    assert sent == [], "Enter chooses nothing"
    touch(bar.choices[1])
    assert sent == [("authorise", "void", "The card was bent")]


def test_a_reason_can_be_a_tile(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-choose"])
    for key in (Qt.Key.Key_1, Qt.Key.Key_5):
        QTest.keyClick(screen, key)
        time.advance(0.5)  # digits that come faster are a number, and no two choices
    assert sent == [("authorise", "go_on", words("en").text("reason.video"))]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_leave_open_has_keys_alike_and_none_at_enter(
    screen: DealerScreen, time: SetClock, language: str
) -> None:
    """A void that was solid, wider and at Enter's place looked chosen: a hurried hand gave the bets back."""
    sent = calls(screen)
    screen.set_words(words(language), words("lt"))
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-choose"])
    deciding, bar = screen.incident.zone.deciding, screen.incident.bar
    go_on, void = bar.choices
    unlit = [key.grab().toImage() for key in bar.choices]
    touch(deciding.reasons[3])
    assert [key.text() for key in bar.choices] == [
        words(language).text(f"answer.choice.{each}") for each in ("go_on", "void")
    ]
    assert void.size() == go_on.size() and void.y() == go_on.y()
    lit = [key.grab().toImage() for key in bar.choices]
    assert all(now != before for now, before in zip(lit, unlit, strict=True))
    grounds = [picture.pixelColor(picture.width() // 2, 20) for picture in lit]
    assert grounds == [theme.AMBER_FILL, theme.AMBER_FILL]
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert not sent


def test_one_choice_only_is_not_asked_for_but_its_reason_is(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    only = msgspec.structs.replace(CHOOSING, choices=("go_on",))
    show_for_a_second(screen, time, in_incident(Prompt("authorise", Actor.PIT_BOSS, ()), only, **HERE))
    touch(screen.incident.zone.deciding.reasons[0])
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == [("authorise", "go_on", words("en").text("reason.video"))]


def test_steps_are_shown_with_the_outcome_until_the_last(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p4-put-back"])
    assert screen.band.isVisible()
    assert "4711" in screen.band.accessibleName() and PIT_BOSS.name in screen.band.accessibleName()
    assert screen.prompt.text.colour is PromptColour.NOW
    assert screen.bar.primary.text() == words("en").text("button.step.put_back")
    names = [row.accessibleName() for row in screen.incident.zone.steps.rows if row.isVisible()]
    assert [name.split(":")[0] for name in names] == ["done", "done", "now", "to come"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reports_that_wait_stand_between_the_last_step_and_how_play_goes_on(
    screen: DealerScreen, language: str
) -> None:
    """Without them a report over a step would look as if it had not been taken."""
    person = words(language)
    screen.set_words(person, words("lt"))
    screen.show_view(INCIDENT_SAMPLES["p4-more-wait"])
    names = [row.accessibleName() for row in screen.incident.zone.steps.rows if row.isVisible()]
    *_, cut_card, nameless, then = [name.replace("\u00ad", "") for name in names]
    assert kind_name(person, "played_past_cut_card").replace("\u00ad", "") in cut_card
    assert person.text("fact.kind") in nameless
    assert all(person.text("pit.waits") in row for row in (cut_card, nameless))
    assert person.text("then.next_round") in then


def test_the_pit_boss_skips_a_step_only_with_a_reason(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p4-pit-boss-step"])
    touch(screen.bar.second)
    time.advance(1)
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == []
    touch(screen.incident.zone.deciding.reasons[0])
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == [("skip", words("en").text("reason.done_already"))]


def test_cards_cleared_early_are_shown_where_they_lay(screen: DealerScreen, time: SetClock) -> None:
    """LT-BAC-32: laid out again from the journal, each at its place."""
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p4-restore"])
    places = coup(screen.incident.zone.steps.felt).places
    assert places[Hand.PLAYER, 3].face.card is Card("6D")
    assert places[Hand.BANKER, 2].face.card is Card("KD")
    assert all(place.face.marked is MarkedFor.PIT_BOSS for place in places.values())


def test_a_card_is_entered_by_suit_and_rank_and_enter(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["d8-manual"])
    assert screen.primary is Primary.TAKE and screen.bar.primary.isHidden()
    QTest.keyClick(screen, Qt.Key.Key_H)
    QTest.keyClick(screen, Qt.Key.Key_8)
    assert screen.bar.primary.text() == words("en").text("button.take_card", card="8 of hearts")
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == [("enter", Card("8H"))]


def test_the_next_card_begins_with_nothing_chosen(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["d8-manual"])
    touch(screen.incident.zone.by_hand.pad.suits[Card("8H").suit])
    touch(screen.incident.zone.by_hand.pad.ranks[Card("8H").rank])
    assert screen.bar.card is Card("8H")
    view = INCIDENT_SAMPLES["d8-manual"]
    due = msgspec.structs.replace(view.view.prompt, hand="player", card=3)
    show_for_a_second(
        screen, time, msgspec.structs.replace(view, view=msgspec.structs.replace(view.view, prompt=due))
    )
    assert screen.bar.card is None and screen.bar.primary.isHidden()


def test_in_manual_mode_without_the_pit_boss_nothing_is_entered(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["d8-manual-alone"])
    assert screen.primary is Primary.PIT_BOSS_HERE
    assert screen.band.isVisible(), "manual mode is announced on the screen"


SHIFT = {"en": "shift", "sv": "pass", "de": "schicht", "ja": "シフト", "lt": "pamain", "is": "vakt"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_of_manual_mode_are_counted_since_it_began_and_in_no_shift(language: str) -> None:
    """It goes on over the end of a shift, and may begin twice in one."""
    banner = manual_banner(INCIDENT_SAMPLES["d8-manual"], words(language), words("lt"))
    assert banner is not None and words(language).count("count.entered_by_hand", 4) == banner.aside
    assert SHIFT[language] not in banner.aside.lower()


def test_a_misread_card_is_touched_on_the_felt_and_put_right(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["play-can-report-here"])
    screen.incident.dialog.correct()
    time.advance(1)
    felt = screen.incident.zone.by_hand.felt
    spot = coup(felt).places[Hand.PLAYER, 2].geometry().center()
    QTest.mouseClick(felt, Qt.MouseButton.LeftButton, pos=QPoint(spot))
    for key in (Qt.Key.Key_D, Qt.Key.Key_T, Qt.Key.Key_Return):
        QTest.keyClick(screen, key)
    assert sent == [("correct", "player", 2, Card("TD"))]
    assert screen.incident_stage is Stage.PLAY


def test_the_question_whether_two_cards_were_seen_is_in_the_plural(screen: DealerScreen) -> None:
    two = question_view("seen", (True, False), facts={"where": "round", "cards": 2})
    screen.show_view(two)
    asked = words("en").count("fact.seen", 2)
    assert screen.prompt.text.headline == asked == prompt_text(words("en"), two.view)


def test_the_language_is_switched_in_the_middle_of_a_question(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-seen"])
    for language in LANGUAGES:
        screen.set_words(words(language), words("lt"))
        assert screen.prompt.text.headline == words(language).text("fact.seen")
        assert screen.incident.zone.facts.answer_tiles[0].text() == words(language).text("answer.seen.true")


def test_from_the_tile_to_the_authorised_outcome_are_four_presses(
    screen: DealerScreen, time: SetClock
) -> None:
    """Card fell, one card, not seen, authorise: the PIN apart, and pressed as a person presses."""
    sent, presses = calls(screen), 0
    steps: tuple[tuple[DealerView, Callable[[], QWidget]], ...] = (
        (INCIDENT_SAMPLES["p1-kind"], lambda: screen.incident.zone.kinds.tiles[0]),
        (
            question_view("cards", None, facts={"where": "round"}),
            lambda: screen.incident.zone.facts.answer_tiles[0],
        ),
        (INCIDENT_SAMPLES["p2-seen"], lambda: screen.incident.zone.facts.answer_tiles[1]),
        (in_incident(AUTHORISE, VOID, **HERE), lambda: screen.incident.bar.primary),
    )
    for view, target in steps:
        show_for_a_second(screen, time, view)
        touch(target())
        presses += 1
    assert sent == [
        ("answer", {"kind": "card_fell"}),
        ("answer", {"cards": 1}),
        ("answer", {"seen": False}),
        ("authorise", None, None),
    ]
    assert presses <= MOST_PRESSES


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_is_drawn_in_every_language(qtbot: QtBot, language: str) -> None:
    """Each in one by turns, in a sweep in all; every text of every screen is measured in ``test_texts``."""
    for name in in_turn(INCIDENT_SAMPLES, language):
        view = INCIDENT_SAMPLES[name]
        screen = DealerScreen(words(language), words(view.rules), clock(), IncidentCalls())
        with taken_away(screen):
            screen.resize(1280, 800)
            screen.show()
            screen.show_view(view)
            assert is_drawn(screen), name
            assert screen.prompt.accessibleName(), name


def test_a_second_report_is_chosen_over_the_steps_of_the_first(screen: DealerScreen, time: SetClock) -> None:
    sent = calls(screen)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p4-put-back"])
    touch(screen.bar.wrong)
    time.advance(1)
    touch(screen.incident.zone.kinds.tiles[2])
    assert sent == [("report", "wrong_position", {})]
    assert screen.incident_stage is Stage.STEPS


def test_an_incident_without_a_kind_has_no_chip(screen: DealerScreen, time: SetClock) -> None:
    screen.show_view(
        in_incident(Prompt("answer", Actor.DEALER, (), fact="kind", answers=KINDS), incident(None))
    )
    assert screen.incident.parts.chips.isHidden()


@pytest.mark.parametrize(("language", "pit_boss"), by_turns(LANGUAGES, [None, PIT_BOSS]))
def test_the_outcome_names_the_seat_whose_bet_goes_back(
    screen: DealerScreen, language: str, pit_boss: Any
) -> None:
    """LT-BJ-2.3.8: a player without a chance to act gets the bet back; the outcome names the seat."""
    facts = {"seat": 3, "hand": 1, "total": 9}
    refunded = incident("no_chance_to_act", "awaiting", facts=facts, outcome="refund_hand")
    past = (PastIncident("no_chance_to_act", NOW, "refund_hand", "LT-BJ-2.3.8"),)
    here = {} if pit_boss is None else HERE
    view = in_incident(AUTHORISE, refunded, past=past, **here)
    screen.set_words(words(language), words("lt"))
    screen.show_view(view)
    prompt = screen.prompt.text
    assert "3" in (prompt.note or "" if pit_boss is None else prompt.headline)


def test_a_round_that_was_voided_is_over_in_the_list_of_what_is_over() -> None:
    """'Bets go back' is said while they have to; hours later they have gone back."""
    misread = PastIncident("misread", NOW, "void", None)
    notes = {code: past_note(words(code), misread) for code in ("en", "lt", "ja")}
    assert notes == {
        "en": ("Round void, bets went back",),
        "lt": ("Lošimas anuliuotas, statymai grąžinti",),
        "ja": ("ラウンド無効、賭け金は戻しました",),
    }
    assert past_note(words("en"), PastIncident("misread", NOW, None, None)) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_that_was_taken_back_has_one_word_with_who_and_why(language: str) -> None:
    """On the pit boss's page, where a typed reason has quotation marks: it is nobody's phrase."""
    quote = words(language).quote
    back = PastIncident("misread", NOW, "record_only", None, taken_back_by=PIT_BOSS, reason="heard wrong")
    word = words(language).text("outcome.taken_back")
    assert past_note(words(language), back) == (word, PIT_BOSS.name, quote("heard wrong"))
    ready = msgspec.structs.replace(back, reason=words("lt").text("reason.reported_twice"))
    assert past_note(words(language), ready)[-1] == words(language).text("reason.reported_twice")
    name = msgspec.structs.replace(PIT_BOSS, name="אבי")
    hebrew = msgspec.structs.replace(back, taken_back_by=name, reason="47")
    assert past_note(words(language), hebrew)[1] == "\u2068אבי\u2069", "else what follows comes first"


def test_a_report_that_waited_and_fits_no_more_came_to_nothing_in_the_pit_bosss_list(qtbot: QtBot) -> None:
    """The report's document says so, too."""
    with straight(qtbot, "lt", "baccarat") as table:
        for line in (
            {"do": "bets", "state": "open"},
            {"do": "bets", "state": "closed"},
            *({"do": "incident", "kind": "technical_fault", "by": "D1"},) * 2,
            {"do": "sign_in", "who": "P1", "role": "pit_boss"},
            {"do": "authorise", "by": "P1"},
        ):
            table.take(line)
        notes = [past_note(words("en"), each) for each in table.view.incident.past]
        assert notes == [("Came to nothing",), ("Round void, bets went back",)]


def test_a_stage_of_the_shuffle_is_counted_in_this_rulebooks_steps(
    screen: DealerScreen, time: SetClock
) -> None:
    """Two of them under sv: the last one is what LT-BAC-19b calls the third."""
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p2-shuffle"])
    assert any(chip.text.endswith("2 of 2") for chip in screen.incident.parts.chips.chips)
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-shuffle"])
    page = screen.incident.zone.outcome.accessibleName()
    assert "Shuffle stage: 2 of 2" in page


def test_with_no_round_open_no_bets_are_promised_and_players_hear_of_the_shuffle(
    screen: DealerScreen, time: SetClock
) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-shuffle"])
    page = screen.incident.zone.outcome.accessibleName().lower()
    assert words("en").text("at_once.no_round").lower() in page
    assert words("en").text("bets.stand").lower() not in page
    assert words("en").text("step.tell_players").lower() not in page
    assert words("lt").text("say.shuffle_again") in (screen.prompt.text.say or "")


def test_only_played_seats_are_offered_each_by_its_own_number(screen: DealerScreen, time: SetClock) -> None:
    """LT-BJ-2.3.8: seat 5 is free, and has no choice."""
    sent = calls(screen)
    show_for_a_second(screen, time, SEAT_SAMPLES["bj-p2-seat"])
    choices = [choice.text() for choice in screen.incident.zone.facts.answer_tiles if choice.isVisible()]
    assert choices == [words("en").text("seat.number", seat=seat) for seat in (1, 2, 3, 4, 6, 7)]
    QTest.keyClick(screen, Qt.Key.Key_5)
    assert sent == []
    time.advance(0.5)  # digits that come faster are a number, and no choice
    QTest.keyClick(screen, Qt.Key.Key_6)
    assert sent == [("answer", {"seat": 6})]


def test_correcting_says_when_a_misread_card_is_to_be_reported_instead(
    screen: DealerScreen, time: SetClock
) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["play-can-report-here"])
    screen.incident.dialog.correct()
    assert words("en").text("incident.misread") in (screen.prompt.text.note or "")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)], 2)
)
def test_the_press_that_takes_a_report_back_is_read_in_two_lines(
    qtbot: QtBot, size: tuple[int, int], language: str
) -> None:
    """In Icelandic it had three, of the smallest letters."""
    screen = shown_screen(qtbot, clock(), language=language)
    screen.resize(*size)
    screen.show_view(INCIDENT_SAMPLES["p3-void"])
    key = screen.incident.bar.withdraw
    assert key.isVisible()
    with listened() as heard:
        key.grab()
    said = [told for _, told in heard]
    assert len(said) <= 2 and min(told.size for told in said) >= 18 * screen.u
    assert flaws(screen.incident.bar) == []


def test_letters_begin_the_reason_of_a_decision(screen: DealerScreen, time: SetClock) -> None:
    show_for_a_second(screen, time, INCIDENT_SAMPLES["p3-choose"])
    QTest.keyClicks(screen, "v")
    field = screen.incident.zone.deciding.field
    assert field.text() == "v"


SPLIT: tuple[dict[str, Any], ...] = (
    {"do": "bets", "state": "open"},
    {"do": "seats", "seats": [1, 2]},
    {"do": "bets", "state": "closed"},
    *({"do": "card", "card": card} for card in ("5S", "9H", "7D", "5C", "8H", "9C")),
    {"do": "decision", "seat": 1, "hand": 1, "choice": "split"},
    *({"do": "card", "card": card} for card in ("KS", "4D")),
    *({"do": "decision", "seat": 1, "hand": 2, "choice": "stand"} for _ in range(2)),
    {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"},
    {"do": "decision", "seat": 1, "hand": 2, "choice": "timeout"},
    {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1, "hand": 2}, "by": "D1"},
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reporter_does_not_touch_the_seats_answers(qtbot: QtBot, language: str) -> None:
    """LT-BJ-2.3.8: the round's number, at the end of that row, stood against the first answer."""
    table = Driven("lt", game="blackjack")
    for line in SPLIT:
        table.take(line)
    situation = Situation(mode=Mode.LIVE, name="7", game="blackjack", rulebook=book("lt"), persons={})
    screen = shown_screen(qtbot, clock(), language=language)
    screen.show_view(dealer_view(table.session.view(), table.table, situation))
    texts, flawed = measured(screen)
    assert not flawed
    heading = words(language).text("record.head.answers").upper()
    (head,) = (text.seen for text in texts if text.text == heading)
    answers = [text for text in texts if text.seen.top() > head.top() and head.left() <= text.seen.left()]
    assert len(answers) >= 3


def test_a_chosen_number_leaves_the_videos_time_in_view(qtbot: QtBot) -> None:
    """LT-ROU-33: the video settles which number it is, so it is looked up just then."""
    with straight(qtbot, "lt", "roulette") as table:
        for state in ("open", "closed"):
            table.take({"do": "bets", "state": state})
        table.take({"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
        table.take({"do": "number", "number": 6, "source": "reader"})
        table.take({"do": "incident", "kind": "wrong_number_recorded", "by": "D1"})
        dealer = table.window.dealer
        for typed in ("", "23"):
            table.type(typed)
            for language in LANGUAGES:
                table.window.speak(language)
                table.settle()
                with listened() as heard:
                    dealer.incident.bar.grab()
                texts = [text.text for _, text in heard]
                reported = table.view.incident.reported
                assert reported is not None and reported.video is not None
                from_then = clock_time(reported.video, words(language))
                video = words(language).text("video.from", time=from_then)
                assert video in " ".join(texts), (typed, language)
                assert flaws(dealer) == [], (typed, language)
            table.key(Qt.Key.Key_F4)
            table.pin()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_side_by_side_are_written_in_one_size(qtbot: QtBot, language: str) -> None:
    """One answer of three stood in smaller letters, as if it counted less."""
    for name in ("p2-what", "p2-stage", "p2-affect"):
        screen = screen_of(name, language)
        qtbot.addWidget(screen)
        assert isinstance(screen, DealerScreen)
        with listened() as heard:
            screen.grab()
        tiles = [tile for tile in screen.incident.zone.facts.answer_tiles if tile.isVisibleTo(screen)]
        assert len(tiles) > 1
        sizes = {told.size for part, told in heard if part in tiles and len(told.text) > 1}
        assert len(sizes) == 1, name
