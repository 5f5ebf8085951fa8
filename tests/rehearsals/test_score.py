"""The score is a fold over what happened: what is right has its points, and a wrong outcome is a fail."""

import msgspec
import pytest

from console.rehearsals.at_play.jury import _OWN_SAYS
from console.rehearsals.result import (
    Announced,
    AnnouncementDue,
    Course,
    Decided,
    Ended,
    LinePressed,
    MishapOccurred,
    PlayersWaited,
    RehearsalResult,
    ReportedKind,
    Right,
    RightStep,
    ScoreLine,
    ScoreSubject,
    StatedOutcome,
    StepTaken,
    Way,
)
from console.rehearsals.score import score
from console.table.core import Game, Role, Table, events
from console.table.incidents import Fact
from tests.table.core.transcripts import follow_scenes

RIGHT = Right(
    "card_fell",
    {"where": "round", "cards": 1, "seen": False},
    ("void",),
    "LT-BAC-18b",
    "house",
    "pit_boss",
    (RightStep("put_back", "dealer"),),
)
TOLD: dict[str, Fact] = {"cards": 1, "seen": False}
SLIPPED = MishapOccurred(5.0, number=0, slip="card_drops", facts={**TOLD}, right=RIGHT)


def decided(outcome: str = "void", *, at: float = 9.0, kind: str = "card_fell", **facts: int) -> Decided:
    fields: dict[str, Fact] = {"where": "round", **TOLD, **facts}
    return Decided(at, outcome=outcome, kind=kind, facts=fields, right=RIGHT)


def course(*middle: object) -> Course:
    named = ReportedKind(8.0, kind="card_fell", facts={**TOLD})
    whole = (
        SLIPPED,
        PlayersWaited(8.0, on=True),
        named,
        *middle,
        PlayersWaited(12.0, on=False),
        Ended(15.0, how="played"),
    )
    return whole  # type: ignore[return-value]


STEP = StepTaken(11.0, action="put_back", actor="dealer")


def line(of: Course, judged: ScoreSubject) -> ScoreLine:
    return next(each for each in score(of).lines if each.judged is judged)


def test_a_course_without_faults_scores_every_point() -> None:
    done = score(course(decided(), STEP))
    assert (done.points, done.passed) == (100, True)


def test_one_wrong_outcome_is_a_fail_whatever_the_rest() -> None:
    wrong = course(decided("go_on"), STEP)
    assert not score(wrong).passed
    assert score(wrong).points < 100
    assert line(wrong, ScoreSubject.OUTCOME).given == ("go_on",)
    assert line(wrong, ScoreSubject.OUTCOME).expected == ("void",)


def test_a_wrong_kind_that_comes_to_the_same_is_a_fail() -> None:
    assert not score(course(decided(kind="first_card_face_up"), STEP)).passed


def test_a_wrong_belief_is_a_wrong_outcome() -> None:
    believed = StatedOutcome(8.5, outcome="go_on", right=("void",))
    assert not score(course(believed, decided(), STEP)).passed


def test_a_wrong_outcome_stated_after_the_second_slip_counts_for_that_slip_alone() -> None:
    again = msgspec.structs.replace(SLIPPED, at=20.0, number=1)
    of_first = (SLIPPED, ReportedKind(8.0, kind="card_fell", facts={**TOLD}), decided(), STEP)
    of_second = (
        ReportedKind(21.0, kind="card_fell", facts={**TOLD}),
        StatedOutcome(21.5, outcome="go_on", right=("void",)),
        msgspec.structs.replace(decided(at=22.0), number=1),
        msgspec.structs.replace(STEP, at=23.0),
    )
    done = score((*of_first, again, *of_second, Ended(30.0, how="played")))
    outcomes = [each for each in done.lines if each.judged is ScoreSubject.OUTCOME]
    assert [(each.number, each.good, each.given) for each in outcomes] == [
        (0, True, ("void",)),
        (1, False, ("go_on", "void")),
    ]
    assert not done.passed


def test_an_outcome_that_the_console_decided_does_not_pass_the_person() -> None:
    by_console = msgspec.structs.replace(decided(), by_console=True)
    assert not score(course(by_console, STEP)).passed


def test_a_withdrawn_report_counts_against_a_person_only_without_a_later_one() -> None:
    taken_back = decided("record_only", at=8.5)
    assert score(course(taken_back, decided(), STEP)).passed
    assert not score(course(taken_back)).passed


def test_a_halt_taken_back_is_an_outcome() -> None:
    assert not score(course(decided("withdrawn", at=8.5), decided(), STEP)).passed


def test_a_wrong_fact_takes_its_share_and_the_steps_theirs() -> None:
    found = course(decided(cards=2), STEP)
    assert 0 < line(found, ScoreSubject.FACTS).points < line(found, ScoreSubject.FACTS).of
    skipped = course(decided(), msgspec.structs.replace(STEP, skipped=True))
    assert line(skipped, ScoreSubject.STEPS).points == 0
    assert score(skipped).passed


@pytest.mark.parametrize(
    ("after", "points"), [(10.0, 15), (10.1, 10), (20.0, 10), (20.1, 5), (40.0, 5), (40.1, 0)]
)
def test_a_slip_noticed_later_scores_fewer_points(after: float, points: int) -> None:
    late = (
        SLIPPED,
        ReportedKind(5.0 + after, kind="card_fell"),
        decided(at=120.0),
        Ended(130.0, how="played"),
    )
    assert line(late, ScoreSubject.NOTICED).points == points


def test_a_hundred_points_are_shared_out_and_the_outcome_has_most() -> None:
    due = AnnouncementDue(9.5, key="round_void")
    shared = {each.judged: each.of for each in score(course(decided(), due, STEP)).lines if each.of}
    assert shared == {
        ScoreSubject.NOTICED: 15,
        ScoreSubject.KIND: 15,
        ScoreSubject.FACTS: 15,
        ScoreSubject.OUTCOME: 30,
        ScoreSubject.ANNOUNCEMENTS: 10,
        ScoreSubject.STEPS: 15,
    }


@pytest.mark.parametrize("do", ["view", "call", "sign_in", "sign_out", "say"])
def test_a_line_that_handles_no_incident_counts_as_no_press(do: str) -> None:
    pressed = LinePressed(6.0, do=do, by="D1", role=Role.DEALER)
    assert line(course(pressed, decided(), STEP), ScoreSubject.PRESSES).measured == 0.0


def test_presses_and_the_players_wait_are_measured_and_worth_nothing() -> None:
    pressed = [LinePressed(at, do="done", by="D1", role=Role.DEALER) for at in (6.0, 7.0, 8.0)]
    many, few = course(*pressed, decided(), STEP), course(decided(), STEP)
    assert score(many).points == score(few).points
    assert (line(many, ScoreSubject.PRESSES).measured, line(few, ScoreSubject.PRESSES).measured) == (3.0, 0.0)
    assert line(few, ScoreSubject.WAITED).measured == 4.0


def test_an_announcement_that_was_not_made_takes_its_points() -> None:
    due = AnnouncementDue(9.5, key="round_void")
    assert score(course(decided(), due, Announced(10.0, key="round_void"), STEP)).points == 100
    assert line(course(decided(), due, STEP), ScoreSubject.ANNOUNCEMENTS).points == 0


def test_a_person_who_leaves_does_not_pass() -> None:
    left = (SLIPPED, decided(), STEP, Ended(12.0, how="left"))
    assert not score(left).passed


def test_a_course_without_a_slip_is_not_judged() -> None:
    none = score((Ended(300.0, how="out_of_time"),))
    assert (none.lines, none.points, none.passed) == ((), 0, False)


def test_a_result_goes_to_json_and_back() -> None:
    from datetime import UTC, datetime

    happened = course(decided(), STEP)
    made = score(happened)
    result = RehearsalResult(
        rehearsal="card-drops", kind="card_fell", game="baccarat", rules="lt", way=Way.ALONE,
        people={Role.DEALER: "D1"}, began=datetime(2026, 1, 1, tzinfo=UTC), lasted=15.0,
        passed=made.passed, score=made.points, lines=made.lines, course=happened,
    )  # fmt: skip
    assert msgspec.json.decode(msgspec.json.encode(result), type=RehearsalResult) == result


@pytest.mark.sweep
def test_the_pit_boss_says_aloud_what_no_undisturbed_round_announces() -> None:
    """An announcement is a round's own if play comes to it with no halt and no report, in any scene."""
    of_rounds, of_incidents = set[str](), set[str]()

    def see(_: Game, before: Table, event: events.AnyEvent, _refused: str | None, after: Table) -> None:
        if after.say is not None and after.say != before.say:
            disturbed = before.halted or isinstance(event, events.IncidentReported)
            (of_incidents if disturbed else of_rounds).add(after.say.key)

    follow_scenes(see)
    assert of_incidents - of_rounds == _OWN_SAYS
