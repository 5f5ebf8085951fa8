"""The words spoken at a baccarat table, from the protocol's values, in every language."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.table.core import Action, Actor, Bets, Phase, Prompt, Role, RoundStatus, Say, View
from console.table.core.state.views import CoupView
from console.table.game import DECK, Card, Preparing
from console.table.game.baccarat import Coup
from console.table.game.baccarat.coup import Winner
from console.table.words.output_line import encode
from console.table.words.speech import (
    cards_left_text,
    halt_note,
    halt_text,
    halted_text,
    last_card_text,
    moved_on_text,
    note_text,
    press_key,
    prompt_text,
    refusal_text,
    say_text,
    seconds_left_text,
)
from tests.base.words.catalogues import words

D, P, S = Actor.DEALER, Actor.PIT_BOSS, Actor.SYSTEM
HANDS = ("player", "banker")
STEPS = (
    "wash",
    "shuffle",
    "split_piles",
    "riffle",
    "shuffle_1",
    "shuffle_2",
    "shuffle_3",
    "stack",
    "cut",
    "load",
)
PROMPTS = [
    Prompt("sign_in", D, ()),
    Prompt("sign_in", P, ()),
    Prompt("open_table", P, ()),
    Prompt("check_shoe", D, (), cards=416),
    Prompt("receive_decks", D, (), cards=416),
    Prompt("inspect", D, (), cards=416),
    Prompt("inspect", D, (), cards=416, closing=True),
    Prompt("present", P, (), cards=416),
    Prompt("present", P, (), cards=416, with_="dealer"),
    *(Prompt(step, D, (), cards=416) for step in STEPS),
    Prompt("place_cut_card", D, (), cards=416, from_end=7),
    Prompt("burn_card", D, ()),
    *(Prompt("burn", D, (), count=count, burned=Card("AC")) for count in (1, 2, 9, 10)),
    Prompt("replace_shoe", D, (), cards=416),
    Prompt("await_bets", S, ()),
    Prompt("wait", S, (), seconds=18),
    *(Prompt("deal", D, (), hand=hand, card=card) for hand in HANDS for card in (1, 2, 3)),
    Prompt("announce", D, ()),
    Prompt("collect", D, (), direction="left_to_right"),
    Prompt("collect", D, (), direction="right_to_left"),
    Prompt("rescan", D, (), hand="player", card=1, tries=1),
    Prompt("rescan", P, (), hand="player", card=1, tries=3),
    *(
        Prompt("resolve", P, (), reason=reason)
        for reason in ("not_signed_in", "bets_open", "out_of_turn", "impossible_card", "device")
    ),
]
SAYS = [
    *(
        Say(key)
        for key in (
            "place_your_bets",
            "no_more_bets",
            "last_hand_before_shuffle",
            "round_void",
            "play_goes_on",
        )
    ),
    *(Say(key, 8, 3, natural) for key in ("player_wins", "banker_wins", "tie") for natural in (False, True)),
]
REFUSALS = (
    "bad_input",
    "not_this_game",
    "not_in_rulebook",
    "not_signed_in",
    "already_signed_in",
    "not_authorised",
    "fact_needed",
    "halted",
    "bets_open",
    "no_such_hand",
    "out_of_turn",
    "not_offered",
    "not_recorded",
    "impossible_card",
    "not_possible",
    "bug",
)
HALTS = ("not_signed_in", "bets_open", "out_of_turn", "impossible_card", "device", "rescan")


def view(prompt: Prompt, winner: Winner = Winner.PLAYER, phase: Phase = Phase.DEALING) -> View:
    cards = {
        Winner.PLAYER: (("9H", "KD"), ("2S", "4C")),
        Winner.BANKER: (("2S", "4C"), ("9H", "KD")),
        Winner.TIE: (("9H", "KD"), ("9S", "KC")),
    }[winner]
    player, banker = (tuple(map(Card, hand)) for hand in cards)
    coup = Coup(player, banker)
    lying = CoupView("r", RoundStatus.OPEN, player, banker, coup.points, coup.outcome)
    return View(True, None, None, 1, phase, prompt, None, Bets.CLOSED, None, lying, False)


def is_whole(text: str) -> bool:
    return bool(text) and "{" not in text and "None" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_of_a_baccarat_table_has_a_headline(language: str) -> None:
    for prompt in PROMPTS:
        headline = prompt_text(words(language), view(prompt))
        assert is_whole(headline), prompt
        assert len(headline) <= (22 if language == "ja" else 45), prompt


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_beneath_a_headline_is_whole_or_absent(language: str) -> None:
    for prompt in PROMPTS:
        note = note_text(words(language), view(prompt))
        assert note is None or is_whole(note), prompt


def test_an_action_for_which_the_catalogue_has_a_note_has_it_beneath_its_prompt() -> None:
    """Of signing in the dealer alone has one; of a mended device it stands in the incident's panel."""
    english = words("en")
    for action in {*Action, *Preparing} - {Action.SIGN_IN, Action.CONFIRM_MENDED}:
        if english.find(f"note.{action}") is not None:
            assert note_text(english, view(Prompt(action, D, ()))), action


def test_a_headline_names_the_role_whose_order_it_is() -> None:
    english = words("en")
    assert prompt_text(english, view(Prompt("sign_in", D, ()))) == "Sign in as dealer"
    assert prompt_text(english, view(Prompt("sign_in", P, ()))) == "Sign in as pit boss"
    assert prompt_text(english, view(Prompt("rescan", D, (), tries=1))) == "Scan the card again"
    assert prompt_text(english, view(Prompt("rescan", P, (), tries=3))) == "Scan the card yourself"


@pytest.mark.parametrize("reason", ["bets_open", "out_of_turn", "not_signed_in"])
def test_a_halt_by_cards_that_were_not_due_says_how_many_lie_apart(reason: str) -> None:
    halted = replace(view(Prompt("resolve", P, (), reason=reason)), cards_apart=2)
    begins = "2 cards were drawn that are in no hand."
    assert halted_text(words("en"), halted, reason).startswith(begins)
    assert not halted_text(words("en"), replace(halted, cards_apart=1), reason).startswith(begins)


@pytest.mark.parametrize(
    ("winner", "text"),
    [(Winner.PLAYER, "player wins"), (Winner.BANKER, "banker wins"), (Winner.TIE, "tie")],
)
def test_the_order_to_announce_names_the_winner(winner: Winner, text: str) -> None:
    prompt = Prompt("announce", D, ("BAC-3.5.3",))
    assert prompt_text(words("en"), view(prompt, winner)) == f"Announce: {text}"


def test_the_burn_counts_in_the_plural_of_the_language() -> None:
    burn = [view(Prompt("burn", D, ("LT-BAC-03",), count=count)) for count in (1, 2, 10)]
    texts = [prompt_text(words("lt"), one) for one in burn]
    assert texts == ["Sudeginkite 1 kortą", "Sudeginkite 2 kortas", "Sudeginkite 10 kortų"]


@pytest.mark.parametrize(("seconds", "ends"), [(6, False), (5, True), (0, True)])
def test_the_last_five_seconds_of_bet_time_hold_the_cards(seconds: int, ends: bool) -> None:
    shown = prompt_text(words("en"), view(Prompt("wait", S, (), seconds=18)), seconds_left=seconds)
    assert (shown == "Draw no card yet: betting is closing") is ends


@pytest.mark.parametrize("action", ["resolve", "sign_in", "rescan"])
def test_while_the_pit_boss_decides_the_dealers_prompt_is_to_touch_no_card(action: str) -> None:
    halted = view(Prompt(action, P, (), reason="bets_open", tries=3), phase=Phase.HALTED)
    assert prompt_text(words("en"), halted, for_dealer=True) == "Stop: touch no card"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_announcement_has_words(language: str) -> None:
    for say in SAYS:
        assert is_whole(say_text(words(language), say)), say


@pytest.mark.parametrize(
    ("winner", "ends"),
    [("player_wins", "player wins"), ("banker_wins", "banker wins"), ("tie", "tie")],
)
def test_a_natural_is_announced_first(winner: str, ends: str) -> None:
    text = say_text(words("en"), Say(winner, 2, 9, natural=True))
    assert text == f"Natural. Player 2, banker 9, {ends}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_for_each_role(language: str) -> None:
    lines = (None, "card", "done", "sign_out", "bets", "device")
    assert REFUSALS
    for refused, line, to in product(REFUSALS, lines, (None, *Role)):
        assert is_whole(refusal_text(words(language), refused, line=line, to=to)), (refused, line, to)
        named = refusal_text(words(language), refused, line=line, to=to, name="Rasa K.", card=Card("9H"))
        assert is_whole(named), (refused, line, to)


def test_a_refusal_names_what_it_knows() -> None:
    english = words("en")
    assert refusal_text(english, "impossible_card", card=Card("9H")).startswith(
        "9 of hearts has already come from this shoe 8 times"
    )
    assert refusal_text(english, "impossible_card", card=Card("AH")).startswith(
        "Ace of hearts has already come"
    )
    assert refusal_text(english, "already_signed_in", name="Rasa K.").startswith("Rasa K. is signed in")
    assert refusal_text(english, "not_authorised", to=Role.PIT_BOSS).startswith("Only the dealer")
    assert refusal_text(english, "not_authorised", to=Role.DEALER).startswith("Only the pit boss")
    assert refusal_text(english, "out_of_turn", line="sign_out").startswith("A round is open")


@pytest.mark.parametrize(
    ("refused", "lines", "text"),
    [
        ("not_signed_in", "card unread cut_card device bets seats decision", "No dealer is signed in."),
        ("not_signed_in", "done call spin number incident", "This person is not signed in."),
        ("out_of_turn", "card unread device", "This card was not due."),
        ("out_of_turn", "done bets number", "This is not the next step."),
    ],
)
def test_a_line_that_nobody_pressed_is_refused_for_its_card_or_its_dealer(
    refused: str, lines: str, text: str
) -> None:
    """A device's line and the game server's have no person who could sign in (table protocol)."""
    for line in lines.split():
        assert refusal_text(words("en"), refused, line=line).startswith(text), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_halt_has_its_reason_in_words(language: str) -> None:
    for reason in HALTS:
        assert is_whole(halt_text(words(language), reason)), reason
    assert is_whole(halt_note(words(language), reason))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pit_bosss_text_of_a_halt_does_not_mention_waiting_for_the_pit_boss(language: str) -> None:
    boss = {"lt": "vadov", "is": "eftirlitsm"}.get(language, words(language).text("role.pit_boss"))
    boss = boss.lower().replace(" ", "").replace("-", "")
    cards = ("bets_open", "out_of_turn", "impossible_card", "device", "not_signed_in", "rescan")
    for reason in (*cards, "no_spin", "number_differs"):
        text = halt_text(words(language), reason, pit_boss=True)
        assert is_whole(text), reason
        assert boss in halt_text(words(language), reason).lower().replace(" ", ""), reason
        assert boss not in text.lower().replace(" ", ""), reason


def test_a_halt_never_names_a_card_whose_face_may_not_be_seen() -> None:
    for card in DECK:
        text = halt_text(words("en"), "bets_open", card) + halt_text(words("en"), "out_of_turn", card)
        assert "hearts" not in text and "spades" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rail_shows_counts_and_the_last_card(language: str) -> None:
    assert "287" in cards_left_text(words(language), 287)
    assert "4" in seconds_left_text(words(language), 4)
    assert is_whole(last_card_text(words(language), (Card("6S"), "player", 2)))


@pytest.mark.parametrize(
    ("action", "cause"),
    [
        (Action.WAIT, "betting closes by itself"),
        (Action.AWAIT_BETS, "bets open by themselves"),
        (Action.AWAIT_SEATS, "the game server sends the seats"),
        (Action.AWAIT_DECISION, "play goes on with the player’s answer"),
        (Action.AWAIT_NUMBER, "play goes on with the number"),
        (Action.RESCAN, "play goes on when the card is scanned"),
        (Action.SCAN_CARD, "play goes on when the card is scanned"),
        (Action.SCAN_CUT_CARD, "play goes on when the cut card is scanned"),
        (Action.DEAL, "play goes on with the next card"),
        (Action.BURN_CARD, "play goes on with the next card"),
    ],
)
def test_a_prompt_without_a_press_says_what_moves_play_on(action: Action, cause: str) -> None:
    assert moved_on_text(words("en"), action) == f"No press needed: {cause}"


BY_QUESTION = {
    *(Action.SIGN_IN, Action.RESOLVE, Action.ANSWER, Action.AUTHORISE),
    *(Action.SPIN, Action.CONFIRM_NUMBER, Action.ENTER_NUMBER),
}
"""Prompts that a page of their own answers, or figures that are typed."""


@pytest.mark.sweep(17)
@pytest.mark.parametrize("action", [each for each in [*Action, *Preparing] if each not in BY_QUESTION])
def test_each_prompt_has_a_press_or_says_what_ends_it(action: str) -> None:
    """A step's press may be its order, as for 'Put the card back'."""
    said = words("en")
    pressed = all(said.has(press_key(action, step=False, at_wheel=wheel)) for wheel in (False, True)) or (
        said.has(press_key(action, step=True, at_wheel=False)) or said.has(f"step.{action}")
    )
    assert moved_on_text(said, action) or pressed, action


def test_a_line_out_has_version_1() -> None:
    """Table protocol, the line out: ``{"v":1,...``."""
    line = encode(view(Prompt("await_bets", S, ())), words("en"), words("en"))
    assert line.startswith(b'{"v":1,')
