"""Blackjack on the dealer's screen: seven seats, whose turn it is, and a hole card that nothing reveals."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import DealerView, HandsView, RoundStatus
from console.table.game import DECK, load_rulebook
from console.table.game.blackjack import BlackjackRules
from console.table.game.blackjack.layout import BACK
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt import Felt
from console.table.ui.felt.card_faces import CardFace, LaidThing, MarkedFor
from console.table.ui.felt.notices import notices
from console.table.ui.felt.seats.seat import SeatPlace
from console.table.ui.felt.seats.seat_layout import fan
from console.table.ui.felt.seats.seats_on_felt import SeatsOnFelt
from console.table.ui.kit import theme
from console.table.ui.signs import Sign
from console.table.words import card_name
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import listened
from tests.sweep import by_turns
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.harness.straight import straight
from tests.table.ui.in_turn import in_turn, taken_away
from tests.table.ui.samples.seats import INSURED_SPLIT, RESULT_DOUBLED, SEAT_SAMPLES
from tests.table.ui.samples.tables import changed, clock

HIDDEN = {
    name: view
    for name, view in SEAT_SAMPLES.items()
    if isinstance(view.view.round, HandsView) and BACK in view.view.round.dealer.cards
}
"""Every state in which a card lies face down."""


@pytest.fixture
def screen(qtbot: QtBot) -> DealerScreen:
    return shown_screen(qtbot, clock())


def seats(felt: Felt) -> SeatsOnFelt:
    assert isinstance(felt.on, SeatsOnFelt)
    return felt.on


def showing(screen: DealerScreen, name: str) -> SeatsOnFelt:
    screen.show_view(SEAT_SAMPLES[name])
    return seats(screen.felt)


def cards(place: SeatPlace) -> list[CardFace]:
    return [card for card in place.cards if not card.isHidden()]


def names(root: QWidget) -> list[str]:
    """All that assistive tools find on a screen."""
    found = [root, *root.findChildren(QWidget)]
    return [part.accessibleName() for part in found if part.isVisibleTo(root) or part is root]


def test_seat_1_is_at_the_dealers_left_and_so_at_the_screens(screen: DealerScreen) -> None:
    """BJ-3.4: the deal begins at the dealer's left."""
    on = showing(screen, "bj-decides")
    lefts = [on.seats[number].x() for number in range(1, 8)]
    assert lefts == sorted(lefts)


def test_a_hand_of_a_void_round_says_void_and_neither_stands_nor_waits(screen: DealerScreen) -> None:
    screen.show_view(SEAT_SAMPLES["bj-put-back"])
    seats = [name for name in names(screen.incident.zone) if name.startswith("Seat ") and ": " in name]
    seats = [name for name in seats if not name.endswith("free")]
    assert len(seats) == 6 and all(name.endswith("void") for name in seats)
    faces = screen.incident.zone.steps.felt.findChildren(CardFace)
    assert not any(each.face.dimmed for each in faces), "the dealer reads a bust hand's cards, too"


def test_the_signs_of_a_void_round_are_of_one_size(
    screen: DealerScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that had waited had a smaller one beside those that had stood or asked for a card."""
    shown, sides = SEAT_SAMPLES["bj-collecting"], set[float]()
    lying, draw = SEAT_SAMPLES["bj-decides-pair"].view.round, Sign.__call__
    assert isinstance(lying, HandsView)
    over = replace(lying, status=RoundStatus.VOID)

    def noted(sign: Sign, painter: QPainter, box: QRectF, ink: QColor) -> None:
        if sign == Sign("states.void"):
            sides.add(round(box.width(), 1))
        draw(sign, painter, box, ink)

    monkeypatch.setattr(Sign, "__call__", noted)
    screen.show_view(replace(shown, view=replace(shown.view, round=over)))
    sides.clear()
    screen.felt.grab()
    assert len(sides) == 1, sides


def test_a_setting_mirrors_the_seats_and_nothing_else(screen: DealerScreen) -> None:
    on = showing(screen, "bj-split")
    dealer = [face.geometry() for face in on.dealer if not face.isHidden()]
    showing(screen, "bj-split-mirrored")
    lefts = [on.seats[number].geometry().center().x() for number in range(1, 8)]
    assert lefts == sorted(lefts, reverse=True)
    assert dealer == [face.geometry() for face in on.dealer if not face.isHidden()]


def test_seats_come_with_the_first_view_at_any_size(qtbot: QtBot) -> None:
    """The game is known from the first view: its places take the unit of a screen that is shown already."""
    small, large = (
        dealer_screen(qtbot, SEAT_SAMPLES["bj-split"], "en", size) for size in ((1280, 800), (2560, 1600))
    )
    for number in range(1, 8):
        place, bigger = seats(small.felt).seats[number], seats(large.felt).seats[number]
        assert not place.isHidden() and bigger.u == 2 * place.u
        for card, big in zip(cards(place), cards(bigger), strict=True):
            assert big.u == 2 and abs(big.width() - 2 * card.width()) <= 3


def test_every_card_of_a_seat_has_its_name(screen: DealerScreen) -> None:
    on = showing(screen, "bj-split")
    assert [card.accessibleName() for card in cards(on.seats[3])] == [
        "seat 3, hand 1, card 1, 8 of spades",
        "seat 3, hand 1, card 2, 5 of diamonds",
        "seat 3, hand 1, card 3, next card goes here",
        "seat 3, hand 2, card 1, 8 of hearts",
        "seat 3, hand 2, card 2, 10 of clubs",
    ]
    assert on.seats[1].accessibleName() == "Seat 1: 18, stands; straight"
    assert on.seats[4].accessibleName() == "Seat 4: soft 17, waits"
    assert on.seats[5].accessibleName() == "Seat 5: free"


def test_the_table_is_heard_as_one_sentence(screen: DealerScreen) -> None:
    showing(screen, "bj-peek")
    sentence = screen.felt.accessibleName()
    assert sentence.startswith("the table. Seat 1: 18, waits. Seat 2: 14, waits; insurance.")
    assert sentence.endswith("dealer: soft 11, hole card, face down")


def open_cards(name: str) -> set[str]:
    """The names of the cards whose face may be seen in a state: on the felt, held, or dealt last."""
    sample = SEAT_SAMPLES[name]
    round = sample.view.round
    assert isinstance(round, HandsView)
    on_the_felt = [card for card in round.dealer.cards if card != BACK]
    on_the_felt += [card for hands in round.seats.values() for hand in hands for card in hand.cards]
    apart, laid = sample.halt.held, sample.cards.last_card
    held = [apart.face] if apart is not None and apart.face is not None else []
    last = [laid[0]] if laid is not None else []
    return {card_name(words("en"), card) for card in (*on_the_felt, *held, *last)}


@pytest.mark.sweep(12)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("name", HIDDEN)
def test_the_hole_card_is_a_back_and_nothing_says_more(screen: DealerScreen, name: str) -> None:
    """BJ-1.1-hole: neither a face, nor a total, nor a text that assistive tools read."""
    seats = showing(screen, name)
    (back,) = [face for face in seats.dealer if face.face.lies is LaidThing.BACK and not face.isHidden()]
    assert back.accessibleName() == "hole card, face down"
    assert back.face.card is None
    spoken = " | ".join(names(screen))
    named = {card for card in (card_name(words("en"), card) for card in DECK) if card in spoken}
    assert named <= open_cards(name)


def test_the_screen_is_the_same_whatever_lies_face_down(screen: DealerScreen) -> None:
    """The view has no more than a back: two rounds that differ in the hole card alone give one picture."""
    from tests.table.ui.samples.seats import playing, round_after

    pictures = []
    for hole in ("2C", "KD"):
        screen.show_view(playing(round_after("1 3 6", f"TS 9C 8S 9H 8D 5H AC {hole}"), seconds_left=9))
        pictures.append((screen.grab().toImage(), sorted(names(screen))))
    assert pictures[0] == pictures[1]


def test_the_dealers_total_is_the_one_that_shows(screen: DealerScreen) -> None:
    """BJ-1.1-hole."""
    on = showing(screen, "bj-decides")
    assert on.speech(words("en"))[-1] == "dealer: 9, hole card, face down"
    on = showing(screen, "bj-dealer-draws")
    assert on.speech(words("en"))[-1].startswith("dealer: 11")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notices_are_in_view_all_the_time(screen: DealerScreen, language: str) -> None:
    """BJ-1.2.3, BJ-1.3, LT-BJ-14."""
    limits = load_rulebook("lt").of(BlackjackRules).limits
    text = " ".join(notices("lt", words(language), limits))
    for figure in ("16", "17", "3", "2", "1", "5", "EUR"):
        assert figure in text
    assert len(notices("lt", words(language), limits)) == 5 and len(notices("sv", words(language), None)) == 4


def test_the_notices_are_in_english_what_the_rule_says() -> None:
    """BJ-1.2.3."""
    assert notices("sv", words("en"), None)[:3] == (
        "Dealer draws to 16, stands on 17",
        "Blackjack pays 3 to 2",
        "Insurance pays 2 to 1",
    )


def now_pixels(picture: QImage, box: QRect) -> int:
    columns = range(box.left(), box.right())
    rows = range(box.top(), box.bottom())
    return sum(picture.pixelColor(x, y).name() == theme.NOW.name() for x in columns for y in rows)


@pytest.mark.sweep
def test_the_acting_seat_alone_is_marked(screen: DealerScreen) -> None:
    on = showing(screen, "bj-split")
    picture = screen.felt.grab().toImage()
    lit = {number: now_pixels(picture, place.geometry()) for number, place in on.seats.items()}
    assert lit.pop(3) > 1500
    assert max(lit.values()) < 1200 and sum(count == 0 for count in lit.values()) >= 4
    assert [place.seat.number for place in on.seats.values() if place.seat.acts] == [3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_total_of_the_acting_hand_leaves_the_words_accents_whole(qtbot: QtBot, language: str) -> None:
    """In German and in Swedish it covered the dots of the letter beneath it."""
    screen = shown_screen(qtbot, clock(), language=language)
    seat = showing(screen, "bj-decides").seats[1]
    with listened() as heard:
        screen.grab()
    picture = seat.grab().toImage()
    texts = [text for widget, text in heard if widget is seat]
    total = next(each for each in texts if each.text == "18")
    word = min((each for each in texts if each.base > total.base), key=lambda each: each.base)
    beside, base = round(total.box.left()) - 5, round(total.base)
    ground = picture.pixelColor(beside, base)
    end = next(y for y in range(base, picture.height()) if picture.pixelColor(beside, y) != ground)
    assert end <= word.box.top()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_countdown_covers_no_word_of_the_middle_seat(qtbot: QtBot, language: str) -> None:
    screen = shown_screen(qtbot, clock(), language=language)
    view = SEAT_SAMPLES["bj-bets-open"]
    lying = view.view.round
    assert isinstance(lying, HandsView)
    lying = replace(lying, seats={"4": lying.seats["3"]})
    screen.show_view(replace(view, view=replace(view.view, round=lying)))
    seat = seats(screen.felt).seats[4]
    with listened() as heard:
        screen.grab()
    figure = next(text.box for widget, text in heard if widget is screen.felt and text.text == "16")
    words = [text.box.translated(seat.pos()) for widget, text in heard if widget is seat]
    assert len(words) == 2 and all(box.bottom() < figure.top() for box in words)


def test_the_acting_hand_of_a_split_is_marked_and_the_other_steps_back(screen: DealerScreen) -> None:
    on = showing(screen, "bj-split")
    first, second = on.seats[3].seat.hands
    assert (first.acts, first.next, second.acts) == (True, True, False)
    dimmed = [card.face.dimmed for card in cards(on.seats[3])]
    assert dimmed == [False, False, False, True, True]


def texts_at(screen: DealerScreen, seat: SeatPlace) -> set[str]:
    """The picture of a seat."""
    with listened() as heard:
        screen.grab()
    return {text.text for widget, text in heard if widget is seat}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_soft_totals_of_two_hands_stand_beside_each_other_whole(qtbot: QtBot, language: str) -> None:
    """Found at split aces beside the seat that acts: in Japanese the second figure could not be read."""
    with straight(qtbot, "lt", "blackjack") as table:
        table.window.resize(1280, 800)
        table.take({"do": "bets", "state": "open"})
        table.take({"do": "seats", "seats": [2, 3, 4]})
        table.take({"do": "bets", "state": "closed"})
        for each in ("8H", "AD", "7H", "5S", "8C", "AH", "7C", "6D"):
            table.take({"do": "card", "card": each})
        table.take({"do": "decision", "seat": 2, "hand": 1, "choice": "stand"})
        table.take({"do": "decision", "seat": 3, "hand": 1, "choice": "split"})
        for each in ("KS", "KH"):
            table.take({"do": "card", "card": each})
        table.window.speak(language)
        seat = seats(table.window.dealer.felt).seats[3]
        with listened() as heard:
            table.window.grab()
        totals = [text for widget, text in heard if widget is seat and "21" in text.text]
        assert len(totals) == 2 and not totals[0].box.intersects(totals[1].box)
        assert all(each.part.contains(each.box) for each in totals)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_won_pair_is_named_beside_the_deciding_seat_too(qtbot: QtBot, language: str) -> None:
    """Seats 1 and 6 have the same pair; there was no room for the Japanese at seat 6."""
    screen = dealer_screen(qtbot, SEAT_SAMPLES["bj-all-split"], language)
    pair = {"en": "mixed pair", "ja": "ミックスペア"}[language]
    assert all(pair in texts_at(screen, seats(screen.felt).seats[seat]) for seat in (1, 6))


def test_a_result_shows_which_hands_were_doubled(screen: DealerScreen) -> None:
    """BJ-3.5: what such a hand wins or loses is twice its bet."""
    screen.show_view(RESULT_DOUBLED)
    on = seats(screen.felt)
    text = words("en").text
    of_split = f"{text('seat.hand', hand=1)} · {text('seat.doubled')}"
    assert of_split in texts_at(screen, on.seats[1])
    assert text("seat.doubled") in texts_at(screen, on.seats[3])
    assert not any(text("seat.doubled") in each for each in texts_at(screen, on.seats[2]))
    assert of_split in on.seats[1].accessibleName()


@pytest.mark.parametrize("view", (INSURED_SPLIT, RESULT_DOUBLED))
def test_insurance_is_seen_beside_a_split(screen: DealerScreen, view: DealerView) -> None:
    screen.show_view(view)
    on = seats(screen.felt)
    assert words("en").text("seat.insured.lost") in texts_at(screen, on.seats[1])


def test_seats_that_owe_an_answer_to_insurance_are_marked(screen: DealerScreen) -> None:
    on = showing(screen, "bj-insurance-lt")
    asked = [number for number, place in on.seats.items() if place.seat.asked]
    assert asked == [1, 4] and not any(place.seat.acts for place in on.seats.values())
    assert on.seats[2].accessibleName() == "Seat 2: 14, insurance"
    assert on.seats[3].accessibleName() == "Seat 3: 18, no insurance"
    assert on.seats[5].accessibleName() == "Seat 5: 14, surrendered; mixed pair"
    assert screen.prompt.text.note == "Seats still to answer: 1, 4."


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("name", "seat", "name_of_seat"),
    [
        ("bj-middle", 4, "Seat 4: 19, decides"),
        ("bj-double", 4, "Seat 4: soft 17, doubled, next card goes here"),
        ("bj-split-second", 3, "Seat 3: hand 1, 8, split, next card goes here; hand 2, 8, waits"),
        ("bj-result", 2, "Seat 2: 24, lost"),
        ("bj-result", 6, "Seat 6: 21, won"),
        ("bj-result-blackjack", 1, "Seat 1: 21, push; insurance: won"),
        ("bj-refunded", 4, "Seat 4: soft 20, bet back"),
        ("bj-bets-open", 3, "Seat 3"),
        ("bj-deal-first", 1, "Seat 1: next card goes here"),
    ],
)
def test_a_seat_says_how_it_stands(screen: DealerScreen, name: str, seat: int, name_of_seat: str) -> None:
    assert showing(screen, name).seats[seat].accessibleName() == name_of_seat


@pytest.mark.sweep
def test_a_seats_accessible_name_has_the_languages_own_punctuation(qtbot: QtBot) -> None:
    screen = DealerScreen(words("ja"), words("sv"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    for name in SEAT_SAMPLES:
        seats = [seat.accessibleName() for seat in showing(screen, name).seats.values()]
        assert not re.search("[,:;] ", "".join(seats)), (name, seats)
    insurance = showing(screen, "bj-result-blackjack").seats[1].accessibleName()
    assert insurance == "1番席：21、プッシュ／インシュランス：勝ち"


def test_the_players_choice_is_the_prompt(screen: DealerScreen) -> None:
    showing(screen, "bj-split")
    assert screen.prompt.text.headline == "Seat 3, hand 1: HIT"
    showing(screen, "bj-deal-first")
    assert "HIT" not in screen.prompt.text.headline


def test_the_prompt_lists_the_players_choices(screen: DealerScreen) -> None:
    showing(screen, "bj-decides-pair")
    assert screen.prompt.text.note == "The player can choose: hit, stand, double, split."


def test_time_for_an_answer_counts_like_bet_time_and_never_in_red(screen: DealerScreen) -> None:
    """LT-BJ-08: thirteen blocks. Red is the end of bet time's alone."""
    on = showing(screen, "bj-decides-pair")
    image = screen.felt.grab().toImage()
    row = round(on.layout.blocks.bottom()) - 4
    lit = [image.pixelColor(x, row).name() for x in range(24, 1256)]
    assert "#f4574d" not in lit and lit.count("#f4efe3") == pytest.approx(4 * 1232 / 13, abs=40)


def test_seats_never_move_when_time_begins_to_run(screen: DealerScreen) -> None:
    on = showing(screen, "bj-decides")
    before = {number: place.geometry() for number, place in on.seats.items()}
    screen.show_view(changed(SEAT_SAMPLES["bj-decides"], seconds_left=None))
    assert before == {number: place.geometry() for number, place in on.seats.items()}


def test_the_hole_card_is_marked_for_the_hand_on_it(screen: DealerScreen) -> None:
    for name in ("bj-peek", "bj-turn-hole"):
        assert showing(screen, name).dealer[1].face.marked is MarkedFor.NOW
    assert showing(screen, "bj-decides").dealer[1].face.marked is MarkedFor.NOT


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_drawn_with_no_part_over_another(qtbot: QtBot, language: str) -> None:
    """Each in one by turns, in a sweep in all; every text of every screen is measured in ``test_texts``."""
    for name in in_turn((name for name in SEAT_SAMPLES if "-p0-" not in name), language):
        screen = laid_out(SEAT_SAMPLES[name], language)
        with taken_away(screen):
            assert is_drawn(screen), name
            for zone in (screen.felt, screen.rail, screen.bar, screen.status):
                if not zone.isHidden():
                    _apart(zone, name)


def laid_out(view: DealerView, language: str, size: tuple[int, int] = (1280, 800)) -> DealerScreen:
    screen = DealerScreen(words(language), words(view.rules), clock(), IncidentCalls())
    screen.resize(*size)
    screen.show()
    screen.show_view(view)
    return screen


def dealer_screen(
    qtbot: QtBot, view: DealerView, language: str, size: tuple[int, int] = (1280, 800)
) -> DealerScreen:
    screen = laid_out(view, language, size)
    qtbot.addWidget(screen)
    return screen


def _apart(zone: QWidget, name: str) -> None:
    parts = [part for part in zone.children() if isinstance(part, QWidget) and not part.isHidden()]
    for at, part in enumerate(parts):
        body = part.geometry().adjusted(8, 8, -8, -8)
        assert not [
            other for other in parts[at + 1 :] if body.intersects(other.geometry().adjusted(4, 4, -4, -4))
        ], name


@pytest.mark.parametrize(
    ("size", "name"),
    by_turns(
        [(1280, 800), (1920, 1080), (1280, 1024), (2560, 1440)],
        ["bj-all-split", "bj-middle", "bj-recovered", "bj-result-lt"],
    ),
)
def test_cards_stay_in_their_seat(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    screen = dealer_screen(qtbot, SEAT_SAMPLES[name], "en", size)
    for place in seats(screen.felt).seats.values():
        for card in cards(place):
            assert place.rect().adjusted(-6, 0, 6, 0).contains(card.geometry())
        hands = len(place.seat.hands)
        if hands == 2:
            count = len(place.seat.hands[0].cards) + place.seat.hands[0].next
            first = max(card.geometry().right() for card in cards(place)[:count])
            second = min(card.geometry().left() for card in cards(place)[count:])
            assert first - second < 10 * screen.u  # only the room for their shadows


@pytest.mark.sweep(11)
@pytest.mark.parametrize("count", range(1, 12))
@pytest.mark.parametrize("wide", [70.0, 85.0, 150.0])
def test_a_fan_fits_its_box(count: int, wide: float) -> None:
    way = fan(count, wide, 92)
    boxes = [way.place_of(at, count, wide / 2, 0) for at in range(count)]
    assert min(box.left() for box in boxes) >= -0.01
    assert max(box.right() for box in boxes) <= wide + 0.01
    assert max(box.bottom() for box in boxes) <= 92.01
    assert len({(box.x(), box.y()) for box in boxes}) == count


def test_up_to_four_cards_of_a_hand_lie_in_one_row_as_large_as_can_be() -> None:
    assert [fan(count, 148, 92).width for count in (1, 2, 3, 4)] == [56.0] * 4


def test_a_touched_card_is_the_upper_of_two(screen: DealerScreen) -> None:
    on = showing(screen, "bj-decides")
    place = on.seats[1]
    second = cards(place)[1].geometry().translated(place.pos())
    assert on.at(second.center().toPointF()) == ("1.1", 2)
    hole = on.dealer[1].geometry().center().toPointF()
    assert on.at(hole) is None
    assert ("dealer", 1) in on.cards and ("dealer", 2) not in on.cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_label_of_the_peek_does_not_depend_on_the_hole_card(screen: DealerScreen, language: str) -> None:
    """BJ-3.7: the same whatever the hole card is."""
    screen.set_words(words(language), words("sv"))
    showing(screen, "bj-peek")
    assert screen.bar.primary.text() == words(language).text("button.done.peek")
