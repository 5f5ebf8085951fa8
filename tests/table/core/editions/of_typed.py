"""In manual mode, what was typed beside what was read."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_tries import CLOSED, OPEN, UNREAD, card, played
from tests.table.core.editions.scenes import scene
from tests.table.core.play.test_found_contradictions import by_hand, found
from tests.table.core.tables import Seen, card_frame, device, result_frame

MANUAL: Seen = {"do": "manual", "on": True, "by": "P1"}
BEGUN = (OPEN, CLOSED, MANUAL)


def told(code: str, *lines: Seen) -> list[tuple[str, int | None, str, str]]:
    """The contradictions: place, and what either side states."""
    return [
        (each.hand, each.card, each.first.value, each.second.value) for each in found(played(code, *lines))
    ]


def in_turn(typed: str, read: str) -> list[Seen]:
    """Each card typed, then the one that the reader has for it."""
    pairs = zip(typed.split(), read.split(), strict=True)
    return [line for hand, face in pairs for line in (by_hand(hand), *card(face))]


@scene(
    editions.TYPED,
    before=[("banker", 1, "5C", "2D"), ("player", 2, "2D", "9S"), ("banker", 2, "9S", "JD")],
    since=[("player", 1, "6H", "5C")],
)
def one_mistyped_card_is_one_contradiction_at_its_place() -> object:
    return told("sv", *BEGUN, *in_turn("6H 2D 9S JD", "5C 2D 9S JD"))


@scene(editions.TYPED, before=[("banker", 1, "5C", "2D")], since=[("player", 1, "6H", "5C")])
def a_card_that_was_typed_before_it_was_read() -> object:
    return told("sv", *BEGUN, by_hand("6H"), *card("5C"), by_hand("2D"), *card("2D"))


@scene(editions.TYPED, before=[("player", 2, "9S", "KD")], since=[("banker", 1, "2D", "9S")])
def an_unread_draw_fits_any_card() -> object:
    read = (by_hand("6H"), UNREAD, by_hand("2D"), *card("9S"), by_hand("KD"), *card("KD"))
    return told("sv", *BEGUN, *read)


@scene(editions.TYPED, before=[("banker", 2, "6H", "4C")], since=[("", None, "6H", "KD 2S 9S 4C")])
def rows_that_can_be_aligned_in_several_ways_are_a_doubt() -> object:
    lines = (by_hand("KD"), by_hand("2S"), by_hand("9S"), *card("6H"), by_hand("4C"))
    return told("sv", *BEGUN, *lines)


@scene(editions.TYPED, before=[], since=[("player", 1, "KD", "9D"), ("", None, "banker", "player")])
def the_first_hand_of_manual_mode_at_a_shoe_out_of_step() -> object:
    wrong = ({"do": "incident", "by": "P1"}, {"do": "withdraw", "by": "P1"})
    faces = (("player", "KD", "9D"), ("banker", "2S", "2S"), ("player", "QC", "QC"), ("banker", "KS", "KS"))
    read = [
        device(card_frame(str(seq), hand, 1 + (seq > 2), face))
        for seq, (hand, face, _) in enumerate(faces, start=1)
    ]
    kept = {"do": "withdraw", "by": "P1", "reason": "looked at"}
    typed = [line for *_, face in faces for line in (by_hand(face), kept)]
    return told("sv", OPEN, CLOSED, *wrong, MANUAL, *read, device(result_frame("5", "banker")), *typed)
