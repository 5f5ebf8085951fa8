"""Each line of a result is in the reader's words, and says what was right."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.rehearsals.proficiency.matrix import KindFigures
from console.rehearsals.proficiency.proficiency_paper import _of_kind
from console.rehearsals.result import (
    PLAY_ON,
    Decided,
    Ended,
    MishapOccurred,
    RehearsalResult,
    Right,
    RightStep,
    ScoreLine,
    ScoreSubject,
)
from console.rehearsals.score import score
from console.rehearsals.ui.debriefing_page import DebriefingPage
from console.rehearsals.ui.exam_page import ExamPage
from console.rehearsals.ui.score_words import line_text
from console.table.core import SetClock
from tests.rehearsals.ui.hands import given
from tests.rehearsals.ui.samples import result as kept_result
from tests.table.ui.harness.painted import labels_of

BURNED = Right("over_burn", {"extras": "shown"}, ("go_on",), "LT-BAC-13b", "rule", "dealer")


def result_of(*lines: ScoreLine, right: Right = BURNED, **decided: Any) -> RehearsalResult:
    mishap = MishapOccurred(1.0, number=0, slip="burned_too_many", facts={"extras": "shown"}, right=right)
    end = Decided(5.0, outcome="go_on", kind=right.kind, right=right)
    course = (mishap, replace(end, **decided), Ended(9.0, how="played"))
    judged = score(course)
    return replace(
        kept_result(passed=False), course=course, lines=lines or judged.lines, passed=judged.passed
    )


def line_of(judged: ScoreSubject, given: tuple[str, ...], *expected: str) -> ScoreLine:
    return ScoreLine(judged, 0, 15, expected=expected, given=given)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_is_no_incidents_outcome_has_words_in_result_and_matrix(language: str) -> None:
    """A halt that was lifted; nothing to report; a report that was taken back, which is not kept."""
    words = Words(language)
    keys = ("log.halt_withdrawn", "rehearsal.screen.play_on", "outcome.taken_back")
    for answer, key in zip(("withdrawn", PLAY_ON, "record_only"), keys, strict=True):
        line = line_of(ScoreSubject.OUTCOME, (answer,), "void")
        assert line_text(words, result_of(line), line)[0] == words.text(key)
        figures = KindFigures("baccarat", "card_fell", 1, 1, 1, 0.0, None, 0.0, answer)
        assert _of_kind(figures, words)[-1] == words.text(key).replace("\u00ad", "")


def test_the_matrix_names_a_card_that_was_replaced_in_words() -> None:
    figures = KindFigures("baccarat", "card_fell", 1, 1, 1, 0.0, None, 0.0, "replace_card")
    assert _of_kind(figures, Words("en"))[-1] == "An identical card replaces it"


def test_steps_where_none_was_due_have_nothing_as_the_right_answer() -> None:
    line = line_of(ScoreSubject.STEPS, ("change_shoe:pit_boss",))
    assert line_text(Words("en"), result_of(line), line) == ("Replace the shoe", "Right: nothing")


def test_several_outcomes_are_told_apart_though_one_has_a_comma() -> None:
    line = line_of(ScoreSubject.OUTCOME, ("void", "go_on"), "go_on")
    given, right = line_text(Words("en"), result_of(line), line)
    assert (given, right) == ("“Round void, bets go back”, “Play goes on”", "Right: Play goes on")


def test_a_zero_is_a_number_with_its_colour() -> None:
    line = line_of(ScoreSubject.FACTS, (), "actual=0")
    right = Right("wrong_number_recorded", {"actual": 0}, ("settle_by_hand",))
    _, text = line_text(Words("en"), replace(result_of(line, right=right), kind=right.kind), line)
    assert text == "Right: Right number: 0, green"


def test_several_announcements_are_told_apart() -> None:
    line = line_of(ScoreSubject.ANNOUNCEMENTS, ("play_goes_on", "round_void"), "round_void")
    given, _ = line_text(Words("en"), result_of(line), line)
    assert given == "“Play goes on, bets stand”, “The round is void, bets go back”"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "facts"), [("number_corrected", {"actual": 0}), ("hand_refunded", {"seat": 3}), ("no_spin", {})]
)
def test_an_announcement_has_its_words_whatever_figures_it_has(
    language: str, key: str, facts: dict[str, int]
) -> None:
    line = line_of(ScoreSubject.ANNOUNCEMENTS, (), key)
    _, right = line_text(Words(language), result_of(line, facts=facts), line)
    assert key not in right and ("3" in right or "seat" not in facts)


def test_the_announcement_of_a_void_spin_is_not_that_of_a_respin() -> None:
    line = line_of(ScoreSubject.ANNOUNCEMENTS, (), "no_spin")
    _, right = line_text(Words("en"), result_of(line, outcome="void"), line)
    assert right == Words("en").text("rehearsal.screen.expected", what=Words("en").text("say.no_spin.void"))


@pytest.mark.parametrize(("after", "text"), [(10.0, "After 10 seconds"), (10.3, "After 11 seconds")])
def test_the_seconds_until_it_was_noticed_agree_with_the_points(after: float, text: str) -> None:
    """Full points are given up to ten seconds."""
    line = ScoreLine(ScoreSubject.NOTICED, measured=after)
    assert line_text(Words("en"), result_of(line), line) == (text, "")


def test_a_fact_that_alone_failed_it_is_named_as_the_reason(qtbot: object) -> None:
    failed = result_of(facts={"extras": "aside"}, kind="over_burn", steps=(RightStep("set_aside", "dealer"),))
    judged = {line.judged: line.good for line in failed.lines}
    assert not failed.passed and judged[ScoreSubject.OUTCOME] and judged[ScoreSubject.KIND]
    page = DebriefingPage(Words("en"), SetClock())
    page.show_result(failed, given("en", "P1"), ())
    assert page.beneath == "Facts · Right: Extra cards: shown to the players"
    exam = ExamPage(Words("en"), SetClock())
    assert exam._chosen(failed)[1] == "Right: Extra cards: shown to the players"


def test_a_rehearsal_left_before_anything_went_wrong_has_no_right_outcome(qtbot: object) -> None:
    """That play goes on would be false: the incident that is practised has another outcome."""
    left = replace(kept_result(passed=False), course=(Ended(3.0, how="left"),), lines=(), ended="left")
    page = DebriefingPage(Words("en"), SetClock())
    page.show_result(left, given("en", "P1"), ())
    shown, text = "\n".join(labels_of(page)), Words("en").text
    assert text("rehearsal.screen.rules_say").upper() not in shown and text("outcome.go_on") not in shown
