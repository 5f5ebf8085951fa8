"""The words of the prompt in each state, its signs, and its press."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, date_text
from console.table.core import Action, Actor, Lamp, LampFault, Phase, Prompt
from console.table.game import DOCUMENTED, Preparing, WheelCheck, load_rulebook, rulebook_ids
from console.table.ui.dealer.prompt import SIGNS
from console.table.ui.dealer.prompt_words import Primary, no_press_text, primary, prompt_colour, prompt_of
from console.table.ui.felt import cards_out
from console.table.ui.kit import PromptColour, PromptText
from console.table.ui.kit.prompt_parts import spoken_text
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws
from tests.sweep import by_turns
from tests.table.core.play.test_answer_times import decide
from tests.table.incidents.rows import committed
from tests.table.ui.harness.driven import Dealt
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import PIT_BOSS, SAMPLES, changed
from tests.table.ui.samples.wheels import checking


def prompt(name: str, language: str = "en") -> PromptText:
    view = SAMPLES[name]
    return prompt_of(view, words(language), words(view.rules))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_has_words_in_every_language(language: str) -> None:
    assert SAMPLES
    for name in SAMPLES:
        shown = prompt(name, language)
        assert shown.headline and shown.actor, name
        assert "{" not in spoken_text(shown, words(language)), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_a_card_is_scanned_again_the_next_is_not_asked_for(language: str) -> None:
    """LT-BJ-2.3.12: three tries with the same card."""
    text = no_press_text(SEAT_SAMPLES["bj-rescan"], words(language))
    assert text == words(language).text("button.no_press.scan")
    assert no_press_text(SEAT_SAMPLES["bj-deal-hole"], words(language)) != text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_that_scans_a_card_waits_for_the_device_that_is_lost(language: str) -> None:
    """LT-BAC-27: in the halt, too; in manual mode the pit boss enters the card."""
    scan = Prompt("scan_card", Actor.PIT_BOSS, (), step=1)
    whole = replace(SEAT_SAMPLES["bj-rescan"].view, phase=Phase.HALTED, prompt=scan)
    for fault, manual in product((None, LampFault.SILENT, LampFault.LOST), (False, True)):
        lamps = (Lamp("reader", fault),)
        view = replace(SEAT_SAMPLES["bj-rescan"], view=replace(whole, manual=manual))
        view = replace(view, console=replace(view.console, lamps=lamps))
        lost = fault is LampFault.LOST and not manual
        said = no_press_text(view, words(language)) == words(language).text("button.no_press.unheard")
        assert said == lost, (fault, manual)


DONE_WITHOUT_A_PRESS = {"scan_card", "scan_cut_card", "enter_number"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_that_an_incident_can_ask_for_has_its_words_on_the_press(language: str) -> None:
    steps = {step.partition(":")[0] for row in committed() for step in row.steps}
    assert steps > DONE_WITHOUT_A_PRESS
    for step in steps - DONE_WITHOUT_A_PRESS:
        assert words(language).text(f"button.step.{step}")


def test_the_market_speaks_first_and_below_it_the_reader_and_where_the_cut_card_goes() -> None:
    shown, aside = prompt("dealing"), words("en").text("note.cut_card_out")
    assert shown.say == "”Last hand before shuffle, sista handen innan blandning”"
    assert shown.gloss == f"Last hand before shuffle  ·  {aside}"


def test_a_prompt_in_one_language_has_no_translation_beneath() -> None:
    assert prompt("dealing", "sv").gloss == words("sv").text("note.cut_card_out")
    assert prompt("deal-first", "de").gloss is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("dealing", PromptColour.NOW), ("bets-open", PromptColour.WAIT), ("bets-ending", PromptColour.RED),
        ("halted", PromptColour.RED),
        ("bets-ending-flash", PromptColour.WAIT), ("resolve", PromptColour.PIT_BOSS),
        ("closed", PromptColour.PIT_BOSS),
        ("preparing-present", PromptColour.PIT_BOSS),
    ],
)  # fmt: skip
def test_the_colour_says_whose_turn_it_is(name: str, expected: PromptColour) -> None:
    assert prompt_colour(SAMPLES[name]) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("dealing", Primary.NONE), ("bets-open", Primary.NONE), ("await-bets", Primary.NONE),
        ("rescan", Primary.NONE), ("preparing-lt-12", Primary.NONE), ("preparing-lt-13", Primary.DONE),
        ("result", Primary.DONE), ("collecting", Primary.DONE), ("sign-in-due", Primary.SIGN_IN),
        ("locked", Primary.SIGN_IN), ("closed", Primary.DONE), ("closed-nobody", Primary.PIT_BOSS_HERE),
        ("halted", Primary.PIT_BOSS_HERE), ("resolve", Primary.RESOLVE), ("preparing-present", Primary.DONE),
        ("preparing-sv-04", Primary.PIT_BOSS_HERE),
    ],
)  # fmt: skip
def test_at_most_one_press_moves_things_on(name: str, expected: Primary) -> None:
    assert primary(SAMPLES[name]) is expected


def test_the_dealer_is_asked_to_touch_nothing_until_a_pit_boss_arrives() -> None:
    assert prompt("halted").headline == words("en").text("prompt.resolve.cards")
    assert prompt("resolve").headline == words("en").text("prompt.resolve")


def test_a_pit_boss_whose_sign_in_the_table_has_not_taken_yet_presses_nothing_done() -> None:
    """Between the right PIN and the table's answer the prompt is still the sign-in: no press confirms it."""
    view = SAMPLES["halted"]
    waits = replace(view.view, prompt=Prompt(action=Action.SIGN_IN, actor=Actor.PIT_BOSS, clauses=()))
    assert primary(replace(view, view=waits, pit_boss=PIT_BOSS)) is Primary.PIT_BOSS_HERE


def test_the_last_five_seconds_say_what_comes_next() -> None:
    assert prompt("bets-ending").note == words("en").text("note.wait", said="„Daugiau jokių statymų“")
    assert prompt("bets-open").say == "„Pateikite savo statymus“"


def test_red_comes_early_only_where_the_rules_have_it_so() -> None:
    """BAC-3.4.2: sv as the time runs out, the others when it is over."""
    early = SAMPLES["bets-ending"]
    late = changed(early, end_signal="light")
    assert (prompt_colour(early), prompt_colour(late)) == (PromptColour.RED, PromptColour.WAIT)


def test_a_halt_and_the_end_of_bet_time_are_urgent() -> None:
    assert prompt("halted").urgent and prompt("bets-ending-flash").urgent
    assert not prompt("dealing").urgent


def test_a_hidden_face_is_in_no_words() -> None:
    view = SAMPLES["halted-impossible"]
    assert view.halt.held is not None
    hidden = changed(view, held=msgspec.structs.replace(view.halt.held, face=None))
    aloud = spoken_text(prompt_of(hidden, words("en"), words("lt")), words("en"))
    assert "9 of hearts" in spoken_text(prompt_of(view, words("en"), words("lt")), words("en"))
    assert "hearts" not in aloud


def test_after_a_restart_the_table_is_to_be_compared_first() -> None:
    """The note says how many cards are out, and the press for a table that differs."""
    english = words("en")
    differs = english.text("mode.recovered.differs")
    assert english.text("button.wrong") in differs
    assert prompt("recovered").note == english.side_by_side((english.count("count.cards_out", 3), differs))
    assert prompt("recovered-bets").note == words("en").text("mode.recovered")
    restarted = SEAT_SAMPLES["bj-recovered"].console.recovered
    deciding = changed(SEAT_SAMPLES["bj-decides"], recovered=restarted)
    out = english.count("count.cards_out", cards_out(deciding) or 0)
    assert prompt_of(deciding, english, english).note == english.side_by_side((out, differs))


def test_a_pit_boss_at_the_table_decides_with_two_choices() -> None:
    assert prompt("resolve").note == words("en").text("halt.choose")
    assert prompt("resolve-no-round").note == words("en").text("halt.choose.no_round")
    assert SAMPLES["resolve"].pit_boss == PIT_BOSS


@pytest.mark.parametrize("rules", rulebook_ids())
def test_each_step_of_the_wheels_check_is_looked_at_with_its_own_clause(rules: str) -> None:
    """ROU-3.2.1 to ROU-3.2.4: the samples have the clauses of the rulebooks."""
    preparation = load_rulebook(rules).games["roulette"].preparation
    assert isinstance(preparation, WheelCheck)
    prompts = [checking(at, rules).view.prompt for at in range(len(preparation.wheel))]
    assert [(each.action, each.clauses) for each in prompts] == [
        (step.action, step.clauses) for step in preparation.wheel
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_level_s_step_says_who_signed_that_the_wheel_was_level(
    language: str,
) -> None:
    """ROU-3.2.2: beside how it is measured; where no certificate says it, that alone."""
    person, at = words(language), datetime(2026, 11, 21, 12, tzinfo=UTC)
    view = checking(1)
    how = person.text("note.check_level")
    assert prompt_of(view, person, words(view.rules)).note == how
    note = prompt_of(changed(view, level_found=("Rasa K.", at)), person, words(view.rules)).note
    assert (
        note is not None
        and note.startswith(how)
        and "Rasa K." in note
        and date_text(at, person.locale) in note
    )
    signed = {"en": "signed", "sv": "signerat", "ja": "署名", "lt": "pasirašė"}
    signed |= {"is": "undirritaði", "de": "unterschrieben"}
    assert signed[language] in note, "who signs need not be who looked at the spirit level"
    other = checking(0, level_found=("Rasa K.", at))
    assert "Rasa K." not in (prompt_of(other, person, words(view.rules)).note or "")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "code", "game"),
    [
        (language, *rest)
        for language, rest in by_turns(LANGUAGES, [*product(["lt", "de"], ["baccarat", "blackjack"])])
    ],
)
def test_a_shuffle_ordered_at_the_result_leaves_the_result_to_be_said(
    qtbot: QtBot, game: str, code: str, language: str
) -> None:
    """The words for the last hand stood alone under the order to announce who won."""
    table = Dealt(qtbot, code, game)
    table.bets("open")
    table.bets("closed")
    cards = {"baccarat": ("4S", "9D", "5H", "2C"), "blackjack": ("TS", "9D", "TH", "8C")}
    for card in cards[game]:
        table.take({"do": "card", "card": card})
    if game == "blackjack":
        table.take(decide(1, "stand"))
        table.take({"do": "done", "by": "D1"})
    table.screen.set_words(words(language), words(code))
    result = table.prompt.say
    table.take({"do": "reshuffle", "on": True, "new": False, "by": "P1"})
    view = table.show()
    assert view.view.prompt.action == "announce" and view.view.say is not None
    assert view.view.say.key == "last_hand_before_shuffle"
    last = words(code).quote(words(code).text("say.last_hand_before_shuffle"))
    assert table.prompt.say == f"{result} {last}"
    assert flaws(table.screen) == []


@pytest.mark.parametrize("game", DOCUMENTED)
@pytest.mark.parametrize("order", ["close", "reshuffle"])
def test_an_order_in_bet_time_leaves_place_your_bets_to_be_said(qtbot: QtBot, game: str, order: str) -> None:
    """Whether the pit boss gives it or takes it back: bets are still taken."""
    table = Dealt(qtbot, "de", game)
    table.bets("open")
    said = table.prompt.say
    assert said == words("de").quote(words("de").text("say.place_your_bets"))
    if order == "reshuffle" and game == "roulette":
        return
    given = table.take({"do": order, "on": True, "by": "P1"})
    announced = words("de").quote(words("de").text("say.last_hand_before_shuffle"))
    assert given["accepted"] and table.prompt.say == (said if order == "close" else announced)
    assert table.take({"do": order, "on": False, "by": "P1"})["accepted"]
    assert table.prompt.say == said


BY_WHO_OR_HOW = {"sign_in", "deal", "collect"}
"""The sign shows who signs in, how the card is laid, from which side cards are collected."""
OF_INCIDENTS = {
    "answer", "authorise", "replace_ball", "scan_card", "scan_cut_card", "leave_in_view", "change_shoe",
    "put_back", "remove_cards", "move_card", "move_cards", "restore", "settle", "confirm_mended",
    "replace_decks", "quarantine_set", "pick_up_ball", "discard", "replace_card", "set_aside", "turn_card",
    "turn_down",
}  # fmt: skip
"""Actions that an incident's own page asks for, with the sign of its kind."""


def test_every_action_and_every_step_of_a_preparation_has_its_sign() -> None:
    every = {each.value for each in (*Action, *Preparing)}
    assert every - BY_WHO_OR_HOW - OF_INCIDENTS == set(SIGNS)
    assert Sign("states.caution") not in SIGNS.values()
