"""Players' answers on a screen: on the felt, at the question, and on the outcome's page."""

from __future__ import annotations

from math import radians, tan

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import DealerView, Mode, Person, Role, Say, Situation, dealer_view
from console.table.game.blackjack import State
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt.card_faces import SPARE, MarkedFor
from console.table.ui.felt.scene import FeltScene
from console.table.ui.felt.seats.seat import _SIGNS as seat_signs
from console.table.ui.felt.seats.seat import FAR, LEAST_FAR
from console.table.ui.felt.seats.seats_on_felt import SeatsOnFelt
from console.table.ui.felt.seats.shown_seats import bets_texts, shown_seats, state_text
from console.table.ui.incident.incident_prompt import announcement
from console.table.ui.incident.incident_words import effects
from console.table.ui.incident.outcome_words import spoken_text
from console.table.ui.kit.lettering import fit_headline
from console.table.ui.kit.tiles import AnswerTile
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, listened, texts_of
from tests.sweep import by_turns
from tests.table.core.play.test_answer_times import CARDS, Timed, dealt, decide
from tests.table.core.tables import book
from tests.table.ui.harness.driven import Dealt
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, changed, clock


def timed_view(table: Timed) -> DealerView:
    situation = Situation(mode=Mode.LIVE, name="7", game="blackjack", rulebook=book(table.code), persons={})
    return dealer_view(table.session.view(), table.table, situation)


def states(table: Timed, lang: str = "en") -> list[str]:
    seats = shown_seats(timed_view(table), FeltScene(1280, 360, lies=True))
    return [state_text(words(lang), seat, hand) for seat in seats for hand in seat.hands]


def timed_out() -> Timed:
    """Seat 1 did not answer, and its hit came 0.4 seconds later; seat 3 stood."""
    table = dealt(*CARDS)
    table.after(13, decide(1, "timeout"))
    table.after(0.4, decide(1, "hit"))
    table.after(4.2, decide(3, "stand"))
    return table


def screen_of(qtbot: QtBot, view: DealerView, lang: str = "en") -> DealerScreen:
    screen = DealerScreen(words(lang), words("lt"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_view(view)
    return screen


def test_a_seat_that_timed_out_does_not_look_like_one_that_stood() -> None:
    assert states(timed_out()) == ["no answer", "stands"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_timed_out_seat_looks_different_in_every_language(lang: str) -> None:
    one, other = states(timed_out(), lang)
    assert one != other


def test_a_seat_that_did_not_answer_the_ace_declined_nothing() -> None:
    table = dealt("TH", "9H", "AS", "2D", "7D", "4C")
    table.after(13, decide(1, "timeout"))
    assert states(table)[0] == "no answer"


def test_the_question_for_the_seat_lists_each_seats_answers(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8 is not decided blind."""
    table = timed_out()
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1"})
    choices = screen_of(qtbot, timed_view(table)).incident.zone.facts.answer_tiles
    one, three = (" ".join(choice.notes) for choice in choices[:2])
    assert "no answer in 13 s" in one and "answer not counted: 0.4 s too late" in one
    assert "stand · 8.4 s left" in three and "no answer" not in three


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_halt_the_hourglass_of_a_split_hand_stands_over_its_name(
    qtbot: QtBot, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a halt no hand has the panel: the deciding hand's sign is as small as those beside it."""
    table = dealt("TH", "9H", "6S", "KD", "7D", "4C")
    table.after(1, decide(1, "split"))
    for card in ("4S", "5S", "2H"):
        table.take({"do": "card", "card": card})
    view = timed_view(table)
    assert view.view.phase == "halted"
    drawn: list[QRectF] = []

    def note(sign: Sign, painter: QPainter, box: QRectF, ink: QColor) -> None:
        if sign == Sign("states.hourglass"):
            drawn.append(painter.transform().mapRect(box))

    monkeypatch.setattr(Sign, "__call__", note)
    screen = screen_of(qtbot, view, lang)
    with listened() as heard:
        screen.felt.grab()
    sign = drawn[-1]
    name = words(lang).text("seat.hand", hand=1)
    text = next(text for _, text in heard if text.text.lower() == name.lower())
    assert sign.top() + sign.height() * 88 / 96 < text.box.top()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_halt_the_hourglass_of_a_hand_stands_over_its_word(
    qtbot: QtBot, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In German the dots of the Ä touched it: an hourglass draws more of its height than other signs."""
    drawn: list[QRectF] = []

    def note(sign: Sign, painter: QPainter, box: QRectF, ink: QColor) -> None:
        if sign == Sign("states.hourglass"):
            drawn.append(painter.transform().mapRect(box))

    monkeypatch.setattr(Sign, "__call__", note)
    screen = screen_of(qtbot, SEAT_SAMPLES["bj-halted"], lang)
    with listened() as heard:
        screen.felt.grab()
    sign, name = drawn[-1], words(lang).text("seat.acting").lower()
    word = next(text for _, text in heard if text.text.lower() == name)
    assert sign.top() + sign.height() * 91 / 96 + 2 < word.box.top()


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("lang", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)], 1))
def test_every_answer_has_room_in_one_of_seven_tiles(qtbot: QtBot, lang: str, size: tuple[int, int]) -> None:
    """Insurance, its refusal and a surrender have the longest names, in Japanese without a space."""
    up = ("8H", "9S", "TD", "JC", "5S", "6D", "7C", "AS")
    table = dealt(*up, "8D", "2C", "KH", "9D", "5C", "5D", "7H", "6S", seats=(1, 2, 3, 4, 5, 6, 7))
    for seat in (1, 4):
        table.after(1, decide(seat, "insure"))
    table.after(1, decide(2, "surrender"))
    for seat in (3, 5, 6, 7):
        table.after(1, decide(seat, "decline"))
    table.take({"do": "done", "by": "D1"})
    for seat in (1, 3, 4, 5, 6, 7):
        table.after(13, decide(seat, "timeout"))
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1"})
    screen = screen_of(qtbot, timed_view(table), lang)
    screen.resize(*size)
    assert len(screen.incident.zone.facts.answer_tiles) == 7
    assert flaws(screen) == []


def test_the_outcomes_page_lists_that_seats_answers() -> None:
    table = timed_out()
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1", "facts": {"seat": 1}})
    view = timed_view(table)
    assert view.view.incident is not None
    page = spoken_text(view.view.incident, words("en"), view)
    assert "no answer in 13 s" in page and "hit · answer not counted: 0.4 s" in page


def refunded() -> Timed:
    """Seat 1 with 9 had no chance to act, and a pit boss has decided so; seat 3 missed its turn, too."""
    table = dealt("5H", "9H", "6S", "4D", "7D", "4C")
    for seat in (1, 3):
        table.after(13, decide(seat, "timeout"))
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1", "facts": {"seat": 1}})
    return table


def test_at_once_names_the_bet_that_goes_back() -> None:
    """LT-BJ-2.3.8."""
    view = timed_view(refunded())
    assert view.view.incident is not None
    texts = [text for _, text in effects(words("en"), view.view.incident, view)]
    assert texts[:2] == ["Seat 1, hand 1: the bet goes back", "The other bets stand"]


def test_the_page_of_a_bet_that_goes_back_shows_the_hand_whose_it_is(qtbot: QtBot) -> None:
    """It showed the hand whose turn it was."""
    table = dealt("5H", "9H", "6S", "4D", "7D", "4C")
    table.after(13, decide(1, "timeout"))
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1", "facts": {"seat": 1}})
    shown = {each.text for each in texts_of(screen_of(qtbot, timed_view(table)).incident.parts.hand)}
    assert "SEAT 1" in shown and "SEAT 3" not in shown


def test_a_seat_whose_bet_is_back_is_no_tile_any_more(qtbot: QtBot) -> None:
    table = refunded()
    table.take({"do": "authorise", "by": "P1"})
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1"})
    assert timed_view(table).reporting.hands == ("3.1",)
    choices = screen_of(qtbot, timed_view(table)).incident.zone.facts.answer_tiles
    assert [choice.text() for choice in choices if not choice.isHidden()] == ["Seat 3"]


def test_a_seat_whose_turn_is_still_to_come_is_no_tile(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8: a slip of one key gave a bet back that nobody had lost yet."""
    table = dealt("5H", "9H", "6S", "4D", "7D", "4C")
    table.after(13, decide(1, "timeout"))
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1"})
    (seat,) = (each for each in _shown(qtbot, table) if not each.isHidden())
    assert seat.text() == "Seat 1"


def split() -> Timed:
    """Seat 1 split and stood with 15; its second hand, of 9, did not answer. It is alone."""
    table = dealt("5S", "7D", "5C", "9C", seats=(1,))
    table.after(1, decide(1, "split"))
    for card in ("KS", "4D"):
        table.take({"do": "card", "card": card})
    table.after(1, decide(1, "stand"))
    table.after(13, decide(1, "timeout", 2))
    return table


def test_the_question_for_the_hand_lists_each_hands_total_and_answers(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8: the refund is one hand's."""
    table = split()
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1"})
    (seat,) = (each for each in _shown(qtbot, table) if not each.isHidden())
    assert (seat.text(), seat.hint) == ("Seat 1", "15, 9")
    table.take({"do": "answer", "facts": {"seat": 1}, "by": "D1"})
    one, two = (each for each in _shown(qtbot, table) if not each.isHidden())
    assert [(each.text(), each.hint) for each in (one, two)] == [("Hand 1", "15"), ("Hand 2", "9")]
    assert "stand" in " ".join(one.notes) and "no answer" not in " ".join(one.notes)
    assert "no answer in 13 s" in " ".join(two.notes) and "stand" not in " ".join(two.notes)


def test_the_other_hand_of_a_seat_stands_and_is_the_one_that_is_left(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8: with its last hand the round is void, and the players hear that at once."""
    table = split()
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1", "facts": {"seat": 1, "hand": 2}})
    view = timed_view(table)
    assert view.view.incident is not None
    texts = [text for _, text in effects(words("en"), view.view.incident, view)]
    assert texts[:2] == ["Seat 1, hand 2: the bet goes back", "The other bets stand"]
    assert announcement(view.view.incident, view) == Say("hand_refunded", seats=(1,), hand=2)
    said = table.take({"do": "authorise", "by": "P1"})["say_text"]
    assert said.startswith("Vieta 1, kombinacija 2: ")
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "D1", "facts": {"seat": 1}})
    (left,) = (each for each in _shown(qtbot, table) if not each.isHidden())
    assert left.text() == "Hand 1"


def _shown(qtbot: QtBot, table: Timed) -> list[AnswerTile]:
    return screen_of(qtbot, timed_view(table)).incident.zone.facts.answer_tiles


def test_side_bets_of_a_refunded_hand_stay_and_a_void_rounds_have_won_nothing() -> None:
    """LT-BJ-2.3.6, LT-BJ-2.3.8: a void takes all bets back, a refund the main bet alone."""
    pair = ("5H", "9H", "6S", "5D", "7D", "4C")
    void, out = dealt(*pair), dealt(*pair)
    void.take({"do": "incident", "kind": "technical_fault", "by": "P1"})
    out.after(13, decide(1, "timeout"))
    out.take({"do": "incident", "kind": "no_chance_to_act", "by": "P1", "facts": {"seat": 1}})
    won = ("coloured pair",)
    assert [_lines(table) for table in (dealt(*pair), void, out)] == [won, (), won]


def test_what_one_hand_of_a_split_keeps_stands_after_the_others_refund() -> None:
    """LT-BJ-2.3.8."""
    table = dealt("5S", "AD", "5C", "9C", seats=(1,))
    table.after(1, decide(1, "insure"))
    table.after(3, {"do": "done", "by": "D1"})
    table.after(1, decide(1, "split"))
    for card in ("6S", "4D"):
        table.take({"do": "card", "card": card})
    table.after(1, decide(1, "double"))
    table.take({"do": "card", "card": "2H"})
    table.after(13, decide(1, "timeout", 2))
    for line in ({"do": "done", "by": "D1"}, {"do": "card", "card": "4S"}):
        table.take(line)
    kept = ("hand 1 · doubled", "insurance: lost", "coloured pair")
    assert _lines(table) == ("no answer", *kept)
    table.take({"do": "incident", "kind": "no_chance_to_act", "by": "P1", "facts": {"seat": 1, "hand": 2}})
    assert _lines(table) == kept


def _lines(table: Timed) -> tuple[str, ...]:
    return bets_texts(words("en"), shown_seats(timed_view(table), FeltScene(1280, 360, lies=True))[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_face_down_is_void_by_a_rule_and_no_reason_is_asked(qtbot: QtBot, lang: str) -> None:
    """LT-BJ-2.3.3: the pit boss chooses only what becomes of the card."""
    table = dealt("TH", "9H")
    table.take({"do": "incident", "kind": "card_face_down", "by": "D1"})
    view = replace(timed_view(table), pit_boss=Person("P1", "Greta", Role.PIT_BOSS, "lt"))
    screen, text = screen_of(qtbot, view, lang), words(lang).text
    prompt = screen.prompt.text
    assert prompt.headline == text("outcome.void") and prompt.note is None
    assert prompt.say == words("lt").quote(words("lt").text("say.round_void"))
    screen.show()
    drawn = [each.text for each in texts_of(screen)]
    assert text("at_once.bets_back") in drawn and any("LT-BJ-2.3.3" in each for each in drawn)
    assert text("incident.choose_reason") not in drawn


def widths(screen: DealerScreen) -> dict[str, float]:
    """The width of the cards of each hand, in units."""
    screen.grab()
    assert isinstance(screen.felt.on, SeatsOnFelt)
    found: dict[str, float] = {}
    for place in screen.felt.on.seats.values():
        faces = iter(place.cards)
        for hand in place.seat.hands:
            for _ in range(len(hand.cards) + hand.next):
                found[hand.name] = round(next(faces).width() / screen.u)
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seats", [(1, 3, 4, 6), (1, 2, 3, 4, 5, 6, 7)])
def test_the_hand_that_decides_is_the_largest_on_the_felt(qtbot: QtBot, seats: tuple[int, ...]) -> None:
    table = Timed()
    cards = ("8H", "9H", "2C", "3S", "4C", "5D", "6H")[: len(seats)]
    again = ("8C", "9D", "4D", "5S", "7D", "6S", "5H")[: len(seats)]
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "seats", "seats": list(seats)})
    table.take({"do": "bets", "state": "closed"})
    for card in (*cards, "7S", *again, "TC"):
        assert table.take({"do": "card", "card": card})["accepted"]
    own = widths(screen_of(qtbot, timed_view(table)))
    assert own["1.1"] > max(width for name, width in own.items() if name != "1.1")
    for line in (decide(1, "split"), {"do": "card", "card": "2D"}, {"do": "card", "card": "3D"}):
        table.take(line)
    own = widths(screen_of(qtbot, timed_view(table)))
    assert own["1.1"] > max(width for name, width in own.items() if name != "1.1")


def test_all_hands_of_a_void_round_look_alike(qtbot: QtBot) -> None:
    """Where the round was broken off while a seat acted, that seat's sign was brighter than the others'."""
    table = Dealt(qtbot, "lt", "blackjack")
    table.bets("open", (1, 3))
    table.bets("closed")
    for card in ("9H", "8D", "TC"):
        table.take({"do": "card", "card": card})
    table.take({"do": "incident", "kind": "too_many_hands", "facts": {"seen": True}, "by": "D1"})
    table.take({"do": "authorise", "by": "P1"})
    on = table.screen.felt.on
    assert isinstance(on, SeatsOnFelt) and on.seats[1].seat.void
    inks = {on.seats[seat]._ink(on.seats[seat].seat.hands[0]).name() for seat in (1, 3)}
    assert len(inks) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sign_in_over_the_felt_cuts_no_line_of_a_seat(qtbot: QtBot, lang: str) -> None:
    table = Dealt(qtbot, "lt", "blackjack")
    table.bets("open", (1, 3))
    table.bets("closed")
    for card in ("8D", "9H", "TC", "8S", "6D", "5S"):
        table.take({"do": "card", "card": card})
    for line in (decide(1, "split"), {"do": "card", "card": "3C"}, {"do": "card", "card": "2D"}):
        table.take(line)
    for seat, hand in ((1, 1), (1, 2), (3, 1)):
        table.take({**decide(seat, "stand"), "hand": hand})
    screen = table.screen
    screen.set_words(words(lang), words("lt"))
    screen.leave_foot(196.0)
    table.show(software_changed=1)
    on = screen.felt.on
    assert isinstance(on, SeatsOnFelt)
    with listened() as heard:
        for place in on.seats.values():
            place.grab()
    assert heard and all(told.part.contains(told.box) for _, told in heard)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_became_of_insurance_is_shown_whole_or_not_at_all(qtbot: QtBot, lang: str) -> None:
    """Under the band of a restart two lines did not fit, and 'insurance:' stood there alone."""
    table = Dealt(qtbot, "sv", "blackjack")
    table.bets("open", (2, 3))
    table.bets("closed")
    for card in ("8H", "5D", "AS", "8C", "6C", "7D"):
        table.take({"do": "card", "card": card})
    for seat in (2, 3):
        table.take({**decide(seat, "insure"), "hand": 1})
    table.take({"do": "done", "by": "D1"})
    lines = decide(2, "split"), {"do": "card", "card": "3C"}, {"do": "card", "card": "KD"}
    for line in (*lines, decide(2, "double"), {"do": "card", "card": "5S"}):
        table.take(line)
    table.take({**decide(2, "stand"), "hand": 2})
    table.take(decide(3, "stand"))
    table.take({"do": "done", "by": "D1"})
    screen = table.screen
    screen.set_words(words(lang), words("sv"))
    table.show(recovered=SAMPLES["recovered"].console.recovered)
    on = screen.felt.on
    assert isinstance(on, SeatsOnFelt) and on.layout.band
    lost = words(lang).text("seat.insured.lost")
    for place in on.seats.values():
        with listened() as heard:
            place.grab()
        drawn = [told.text for _, told in heard if told.text]
        begun = any(lost.startswith(text) for text in drawn)
        assert not begun or lost.replace(" ", "") in "".join(drawn).replace(" ", "")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("seat", "size"), by_turns([*range(1, 8)], [(1280, 800), (1920, 1080)]))
def test_a_band_makes_the_deciding_hands_cards_no_smaller(
    qtbot: QtBot, seat: int, size: tuple[int, int]
) -> None:
    table = Timed()
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "seats", "seats": [seat]})
    table.take({"do": "bets", "state": "closed"})
    for card in ("8H", "7S", "8C", "TC"):
        assert table.take({"do": "card", "card": card})["accepted"]
    for line in ({"do": "view"}, decide(seat, "split"), {"do": "card", "card": "2D"}):
        table.take(line)
        view = timed_view(table)
        own: list[float] = []
        for band in (False, True):
            screen = screen_of(qtbot, view)
            screen.resize(*size)
            recovered = SAMPLES["recovered"].console.recovered if band else None
            screen.show_view(changed(view, recovered=recovered))
            assert isinstance(screen.felt.on, SeatsOnFelt)
            assert screen.felt.on.layout.band is band
            own.append(widths(screen)[f"{seat}.1"])
            assert flaws(screen) == []
        assert own[0] <= own[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_players_choice_is_the_headline_in_full_size(qtbot: QtBot, lang: str) -> None:
    table = dealt(*CARDS)
    table.take(decide(1, "double"))
    prompt = screen_of(qtbot, timed_view(table), lang).prompt.text
    assert words(lang).text("seat.doubled").upper() in prompt.headline
    assert fit_headline(prompt.headline, 1028).size == 60
    assert prompt.note is not None, "and beneath it the order"


@pytest.mark.parametrize(("choice", "key"), [("stand", "seat.stood"), ("timeout", "seat.timeout")])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_players_stand_is_a_headline_as_a_hit_is(qtbot: QtBot, lang: str, choice: str, key: str) -> None:
    """BJ-3.5-iii: nobody is dealt a card who stood or did not answer."""
    table = dealt(*CARDS)
    table.after(13 if choice == "timeout" else 2, decide(1, choice))
    prompt, text = screen_of(qtbot, timed_view(table), lang).prompt.text, words(lang).text
    assert prompt.headline.startswith(text("seat.number", seat=1))
    for part in {key, "seat.stood"}:
        assert text(part).upper() in prompt.headline
    assert fit_headline(prompt.headline, 1028).size >= (60 if choice == "stand" else 46)
    assert prompt.note is not None
    assert text("prompt.await_decision", seat=3) in prompt.note, "beneath it whose turn it is"


def test_in_the_next_players_last_seconds_who_is_waited_for_is_the_headline(qtbot: QtBot) -> None:
    table = dealt(*CARDS)
    table.after(2, decide(1, "stand"))
    late = changed(timed_view(table), seconds_left=5)
    assert screen_of(qtbot, late).prompt.text.headline == "Seat 3: wait for the answer"


def test_the_last_players_stand_is_noted_beneath_the_order_for_the_hole_card(qtbot: QtBot) -> None:
    table = dealt(*CARDS)
    for seat in (1, 3):
        table.after(2, decide(seat, "stand"))
    prompt = screen_of(qtbot, timed_view(table)).prompt.text
    assert table.session.view().prompt.action == "turn_hole"
    assert "STANDS" not in prompt.headline and "Seat 3: STANDS" in (prompt.note or prompt.gloss or "")


def test_a_hit_after_another_seat_stood_is_the_headline(qtbot: QtBot) -> None:
    table = dealt(*CARDS)
    table.after(2, decide(1, "stand"))
    table.after(2, decide(3, "hit"))
    assert screen_of(qtbot, timed_view(table)).prompt.text.headline == "Seat 3: HIT"


def test_the_card_that_is_moved_is_lit_where_it_belongs(qtbot: QtBot) -> None:
    """LT-BJ-2.3.4: the dealer moves the last card."""
    table = dealt("TH", "9H", "6S", "2D")
    table.take({"do": "incident", "kind": "wrong_position", "by": "D1", "facts": {"cards_to_move": 1}})
    assert table.session.view().prompt.action == "move_card"
    screen = screen_of(qtbot, timed_view(table))
    on = screen.incident.zone.steps.felt.on
    assert isinstance(on, SeatsOnFelt)
    lit = [
        (place.seat.number, face.face.card)
        for place in on.seats.values()
        for face in place.cards
        if face.face.marked is MarkedFor.NOW
    ]
    assert lit == [(1, "2D")]


def test_a_seats_state_is_read_from_three_metres(qtbot: QtBot) -> None:
    """Fifteen minutes of arc at 3 m, on a panel of 0.26 mm a pixel, is 50 pixels: the ring has them."""
    needed = 3000 * tan(radians(15 / 60)) / 0.26
    image = QImage(60, 60, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    Sign("outcomes.clock")(painter, QRectF(0, 0, FAR, FAR), QColor("white"))
    painter.end()
    rows = [y for y in range(60) if any(image.pixelColor(x, y).alpha() > 60 for x in range(60))]
    assert rows[-1] - rows[0] + 1 >= needed


@pytest.mark.parametrize("seats", [(1, 3, 5), (1, 2, 3, 4, 5, 6, 7)])
def test_a_split_hand_that_waits_and_a_soft_hand_have_signs_that_are_read_from_afar(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, seats: tuple[int, ...]
) -> None:
    """Those of hands that share a seat, or its line with a long total, are two thirds as large or more."""
    drawn: list[tuple[State, float]] = []
    for state, own in list(seat_signs.items()):

        def sign(painter: QPainter, box: QRectF, ink: QColor, state: State = state, own: Sign = own) -> None:
            drawn.append((state, box.width()))
            own(painter, box, ink)

        monkeypatch.setitem(seat_signs, state, sign)
    table = Timed()
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "seats", "seats": list(seats)})
    table.take({"do": "bets", "state": "closed"})
    cards = ("8H", "AC", "2C", "AS", "4C", "AD", "6H")[: len(seats)]
    again = ("8C", "6D", "4D", "7S", "7D", "2S", "5H")[: len(seats)]
    for card in (*cards, "7S", *again, "TC"):
        assert table.take({"do": "card", "card": card})["accepted"]
    for line in (decide(1, "split"), {"do": "card", "card": "2D"}, {"do": "card", "card": "3D"}):
        table.take(line)
    screen_of(qtbot, timed_view(table), "ja").grab()
    waiting = [side for state, side in drawn if state is State.WAITING]
    assert len(waiting) >= len(seats) and min(waiting) >= LEAST_FAR


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
def test_no_sign_of_a_state_reaches_over_the_cards(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Under a band the cards lie close to it: the sign is smaller there, and still two thirds as large."""
    drawn: list[QRectF] = []
    for state, own in list(seat_signs.items()):

        def sign(painter: QPainter, box: QRectF, ink: QColor, own: Sign = own) -> None:
            drawn.append(painter.transform().mapRect(box))
            own(painter, box, ink)

        monkeypatch.setitem(seat_signs, state, sign)
    table = Dealt(qtbot, "lt", "blackjack")
    table.bets("open", (1, 3, 5))
    table.bets("closed")
    for card in ("9H", "8D", "TC", "AS", "9D", "8H", "7C", "TH"):  # pairs: a side bet has a line, too
        table.take({"do": "card", "card": card})
    table.screen.resize(*size)
    on = table.screen.felt.on
    assert isinstance(on, SeatsOnFelt)
    for choice in ("surrender", "insure"):
        table.take(decide(3 if choice == "surrender" else 1, choice))
        table.show(software_changed=1)
        for place in on.seats.values():
            drawn.clear()
            place.grab()
            spare = SPARE * place.u
            lie = [QRectF(face.geometry()) for face in place.cards if not face.isHidden()]
            cards = [each.adjusted(spare, spare, -spare, -spare) for each in lie]
            for box in drawn:
                inked = box.adjusted(0, box.height() / 12, 0, 0)
                assert not any(inked.intersects(card) for card in cards), place.seat


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_seat_shows_a_decision_in_a_deal_that_a_halt_breaks_off(qtbot: QtBot, language: str) -> None:
    table = Dealt(qtbot, "lt", "blackjack")
    table.bets("open", (1, 3))
    table.bets("closed")
    for card in ("9H", "8D", "TC"):
        table.take({"do": "card", "card": card})
    for _ in range(3):
        table.take({"do": "unread"})
    assert table.table.session.view().phase == "halted"
    table.screen.set_words(words(language), words("lt"))
    table.screen.grab()
    said = {text.text.lower() for text in texts_of(table.screen)}
    assert not said & {words(language).text(f"seat.{state}").lower() for state in ("acting", "waiting")}
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "void", "by": "P1"})
    said = {text.text.lower() for text in texts_of(table.screen)}
    assert words(language).text("seat.void").lower() in said


HALT = {"do": "incident", "by": "D1", "kind": None}


@pytest.mark.parametrize(
    ("choice", "word"), [("double", "doubled"), ("hit", "hit"), ("split", "split"), (None, "decides")]
)
def test_a_hand_that_waits_for_its_card_is_not_deciding_in_a_halt(choice: str | None, word: str) -> None:
    """A pit boss who came read that the player of a doubled bet still decided."""
    table = dealt("8H", "9H", "6S", "8D", "7D", "4C")
    if choice is not None:
        table.after(1, decide(1, choice))
    for line in ({"do": "view"}, HALT):
        table.take(line)
        assert states(table)[0] == word


def test_no_hand_decides_in_a_halt_of_the_deal() -> None:
    table = dealt("8H", "9H", "6S")
    before = states(table)
    table.take(HALT)
    assert states(table) == before and words("en").text("seat.acting") not in before
