"""The operator panel: each answer of a person stands in the certificate as it was given."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from console.commissioning.certificate import certificate_bytes
from console.commissioning.certificate_paper import certificate_paper
from console.commissioning.proof_words import proof_text
from console.commissioning.proofs.panel_proofs import (
    Display,
    TouchPoint,
    TouchSample,
    badges_proof,
    display_proof,
    keyboard_proof,
    no_keyboard,
    no_touch,
    not_looked_at,
    not_measured,
    one_screen,
    second_proof,
    signs_proof,
    sound_proof,
    touch_proof,
)
from console.supervisor.records import Phrase, Verdict
from console.table.people import BadgeForm
from tests.base.words.catalogues import words
from tests.commissioning.certificates import certificate

DISPLAY = Display(1920, 1080, 1.0, (344, 194))


def touched(landed: tuple[int, int]) -> TouchSample:
    return TouchSample(TouchPoint.UPPER_LEFT, (54, 54), landed, by_finger=True, most=32.4)


def test_without_a_window_every_part_is_listed_and_says_that_it_needs_one() -> None:
    proofs = tuple(not_looked_at())
    answered = (
        display_proof(DISPLAY, edges_seen=True), second_proof([DISPLAY], seen=True), signs_proof(9, "", ()),
        *no_touch(), keyboard_proof(["A"], ()), badges_proof([BadgeForm(10, 8)], None),
        sound_proof(heard=True),
    )  # fmt: skip
    assert [proof.name for proof in proofs] == [proof.name for proof in answered], "so each can be replaced"
    assert {proof.verdict for proof in proofs} == {Verdict.LEFT_OUT}
    for language in LANGUAGES:
        text = words(language).text("commissioning.screen.why")
        assert {
            proof_text(words(language), proof.why) for proof in proofs if proof.name != "machine badges"
        } == {text}
        named = {
            "en": "command",
            "sv": "kommando",
            "ja": "コマンド",
            "lt": "komand",
            "is": "skipun",
            "de": "Befehl",
        }
        assert named[language].lower() not in text.lower(), "the table's window has the same line"


@pytest.mark.parametrize(
    ("size", "edges_seen", "verdict"),
    [
        ((1280, 800), True, Verdict.PROVED),
        ((1279, 800), True, Verdict.FAILED),
        ((1280, 799), True, Verdict.FAILED),
        ((1280, 800), False, Verdict.FAILED),
    ],
)
def test_a_screen_is_large_enough_and_none_of_it_lies_under_its_frame(
    size: tuple[int, int], edges_seen: bool, verdict: Verdict
) -> None:
    proof = display_proof(Display(*size, 1.0), edges_seen=edges_seen)
    assert proof.verdict is verdict and not proof.figures, "the panel reports no size"
    measured = display_proof(DISPLAY, edges_seen=edges_seen)
    assert measured.figures == {"wide_mm": 344.0, "high_mm": 194.0}


def test_a_touch_that_lands_elsewhere_is_named_with_both_places() -> None:
    near, far = touch_proof(touched((54, 86))), touch_proof(touched((54, 87)))
    assert near.verdict is Verdict.PROVED and near.figures == {"off_px": 32.0}
    assert far.verdict is Verdict.FAILED
    text = proof_text(words("en"), far.found)
    assert "54, 54" in text and "54, 87" in text and words("en").text("commissioning.touch.finger") in text


def test_a_sign_that_no_font_has_fails_although_a_person_found_all_right() -> None:
    assert signs_proof(700, "", ()).verdict is Verdict.PROVED
    lacking = signs_proof(700, "直", ())
    assert lacking.verdict is Verdict.FAILED and "直" in proof_text(words("en"), lacking.found)
    assert "Lietuvių" in proof_text(words("en"), signs_proof(700, "", ["Lietuvių"]).found)


def test_keys_of_which_no_press_came_are_named() -> None:
    proof = keyboard_proof(["F4", "F9", "A"], ["F9", "commissioning.key.home"])
    assert proof.verdict is Verdict.FAILED
    assert isinstance(proof.found, Phrase) and proof.found.slots == {
        "count": 1,
        "keys_caps": "F9\ncommissioning.key.home",
    }
    told = proof_text(words("de"), proof.found)
    assert "F9" in told and "Pos1" in told


def test_equipment_that_a_table_lacks_is_left_out_with_its_reason() -> None:
    for proof in (one_screen(), no_keyboard(), *no_touch()):
        assert proof.verdict is Verdict.LEFT_OUT and proof.why != Phrase("commissioning.screen.why")


def test_every_answer_stands_in_both_files_of_the_certificate() -> None:
    answered = (
        display_proof(DISPLAY, edges_seen=True),
        touch_proof(touched((54, 87))),
        sound_proof(heard=False),
    )
    made = certificate(*answered)
    for language in LANGUAGES:
        cells = str(certificate_paper(made, words(language)))
        assert all(proof_text(words(language), proof.found) in cells for proof in answered)
    assert all(proof.name.encode() in certificate_bytes(made) for proof in answered)


SLOW = BadgeForm(10, 92, ";", "?")


@pytest.mark.parametrize(
    ("held", "form", "verdict"),
    [
        ([BadgeForm(10, 8)] * 5, None, Verdict.PROVED),
        ([BadgeForm(10, 92)] * 5, None, Verdict.FAILED),
        ([SLOW] * 5, None, Verdict.FAILED),
        ([SLOW] * 5, BadgeForm(10, 100, ";", "?"), Verdict.PROVED),
        ([SLOW] * 5, BadgeForm(10, 90, ";", "?"), Verdict.FAILED),
        ([SLOW] * 5, BadgeForm(12, 100, ";", "?"), Verdict.FAILED),
        ([*[SLOW] * 4, BadgeForm(10, 92)], BadgeForm(10, 100, ";", "?"), Verdict.FAILED),
    ],
)
def test_a_reader_holds_if_the_console_can_tell_each_badge_from_typing(
    held: list[BadgeForm], form: BadgeForm | None, verdict: Verdict
) -> None:
    proof = badges_proof(held, form)
    assert proof.verdict is verdict and proof.figures == {"pace_ms": float(max(each.pace for each in held))}
    shown = proof_text(words("en"), proof.found)
    assert "10" in shown and all((each.prefix or "–") in shown for each in held)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_certificate_says_that_nobody_measured_the_reader(language: str) -> None:
    said = words(language).text("commissioning.badges.not_measured")
    assert not_measured().verdict is Verdict.LEFT_OUT
    assert proof_text(words(language), not_measured().why) == said
