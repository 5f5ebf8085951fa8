"""How a rehearsal is played: who plays whom, alone and under time, ways to one end, answers at random."""

import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from console.game.rulebook import load_rulebook
from console.rehearsal.concealment import veiled_view
from console.rehearsal.result import FULL, Believed, Decided, Judged, Pressed, Way
from console.rehearsal.run import PATIENCE, RehearsalRun, outcomes_of
from console.rehearsal.script import Rehearsal, load_rehearsal, rehearsal_folder, shipped
from console.table.protocol import lines
from console.table.running.clock import SetClock
from console.table.running.station import Shown
from console.table.showing.incident_view import kinds_now
from console.table.state.actions import Action
from console.table.state.roles import Actor, Role
from tests.rehearsal.played import BOSS, BOTH, DEALER, ENCODER, played, right


def one(name: str) -> Rehearsal:
    return load_rehearsal(rehearsal_folder() / f"{name}.toml")


DROPS = one("baccarat-card-drops")


def true_outcome(run: RehearsalRun) -> str:
    return run._answer_asked().outcomes[0]


# --- two ways to one end ------------------------------------------------------------------------------


def whole(run: RehearsalRun) -> lines.Line | None:
    return right(run)


def by_questions(run: RehearsalRun) -> lines.Line | None:
    """Report that something happened, then what, then each fact as it is asked."""
    if run._is_held and run.session.table.incident is None:
        return lines.Incident(run._cast.people[Role.DEALER])
    return right(run)


def corrected(run: RehearsalRun) -> lines.Line | None:
    """Tell a fact otherwise first, and change it before the outcome is confirmed."""
    incident = run.session.table.incident
    if run._is_held and incident is None:
        return lines.Incident("D1", "card_fell", {"cards": 1, "seen": True})
    if incident is not None and incident.report.facts.get("seen") is True:
        return lines.Answer("D1", {"seen": False})
    return right(run)


def by_the_pit_boss(run: RehearsalRun) -> lines.Line | None:
    if run._is_held and run.session.table.incident is None:
        return lines.Incident("P1", "card_fell", {"cards": 1, "seen": False})
    return right(run)


@pytest.mark.parametrize("way", [whole, by_questions, corrected, by_the_pit_boss])
def test_ways_to_the_same_end_score_the_same(way: object) -> None:
    result = played(DROPS, "lt", BOTH, way)  # type: ignore[arg-type]
    assert (result.passed, result.score) == (True, FULL)
    judged = [line for line in result.lines if line.of]
    assert all(line.good for line in judged)


def test_a_halt_voided_by_its_press_and_by_a_report_score_the_same() -> None:
    def voided(run: RehearsalRun) -> lines.Line | None:
        halted = run.session.view().prompt.action == Action.RESOLVE
        return lines.Void("P1") if halted else right(run)

    pressed, reported = (played(one("baccarat-shoe-fails"), "lt", BOSS, each) for each in (voided, right))
    assert (pressed.score, pressed.passed) == (reported.score, reported.passed) == (FULL, True)


# --- alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [BOSS, DEALER, BOTH])
def test_alone_nothing_is_shown_before_the_outcome_was_said(people: dict[Role, str]) -> None:
    seen: list[Shown] = []
    asked: list[bool] = []

    def says(run: RehearsalRun) -> str:
        asked.append(True)
        shown = [each for each in seen if each.view.incident is not None]
        assert not [each for each in shown if each.view.incident and each.view.incident.outcome]
        assert not [each for each in shown if each.view.incident and each.view.incident.clause]
        return true_outcome(run)

    result = played(DROPS, "lt", people, right, Way.ALONE, believes=says, shown=seen.append)
    assert asked == [True]
    assert (result.passed, result.score) == (True, FULL)
    believed = next(each for each in result.course if isinstance(each, Believed))
    assert (believed.right, believed.clause) == (("void",), "LT-BAC-18b")


def test_alone_a_wrong_outcome_is_shown_the_right_one_and_fails() -> None:
    result = played(DROPS, "lt", BOSS, right, Way.ALONE, believes=lambda run: "go_on")
    assert not result.passed
    line = next(each for each in result.lines if each.judged is Judged.OUTCOME)
    assert (line.given, line.expected) == (("go_on", "void"), ("void",))


def test_the_veil_takes_the_answer_and_leaves_the_facts() -> None:
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), clock := SetClock(), stack, people=BOTH)
        while not run.slipped:
            clock.advance(max(run.turn(), 0.1))
        run.submit(ENCODER.encode(lines.Incident("D1", "card_fell", {"cards": 1, "seen": False})))
        run.turn()
        view = run.session.view()
        assert view.incident is not None and view.incident.outcome == "void"
        veiled = veiled_view(view).incident
        assert veiled is not None
        assert (veiled.facts, veiled.kind) == (view.incident.facts, "card_fell")
        assert (veiled.outcome, veiled.clause, veiled.authority, veiled.steps) == (None, None, None, ())
        assert veiled_view(view).prompt.clauses == ()


def test_the_outcomes_asked_for_are_the_rulebooks_of_the_game() -> None:
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), SetClock(), stack)
        assert {"void", "go_on", "carry_card", "pit_boss_decides"} <= set(outcomes_of(run.game))
        assert "respin" not in outcomes_of(run.game)


# --- under time, and nobody there ---------------------------------------------------------------------


def test_under_time_play_goes_on_without_whoever_does_nothing() -> None:
    result = played(DROPS, "lt", BOSS, lambda run: None, Way.UNDER_TIME)
    assert (result.ended, result.passed) == ("played", False)
    assert result.lasted > PATIENCE
    assert next(each for each in result.lines if each.judged is Judged.NOTICED).measured is None


def test_under_time_the_bets_are_closed_at_zero_though_the_table_stands_still() -> None:
    def slow(run: RehearsalRun) -> lines.Line | None:
        return right(run) if run.now > 40 else None

    result = played(one("baccarat-card-in-bet-time"), "sv", BOSS, slow, Way.UNDER_TIME, believes=true_outcome)
    closed = [each for each in result.course if isinstance(each, Pressed) and each.do == "bets"]
    opened, ended = closed[0].at, closed[1].at
    assert 18 <= ended - opened < 22
    assert result.passed


def test_a_pit_boss_of_the_console_takes_a_halt_in_hand_late_and_it_counts_for_nobody() -> None:
    def idle(run: RehearsalRun) -> lines.Line | None:
        return None if run._is_held else right(run)

    result = played(one("baccarat-shoe-fails"), "lt", DEALER, idle, Way.UNDER_TIME)
    decided = [each for each in result.course if isinstance(each, Decided)]
    assert [(each.outcome, each.by_console) for each in decided] == [("void", True)]
    assert not result.passed


def test_with_nobody_there_the_console_plays_it_rightly_and_nobody_passes() -> None:
    result = played(DROPS, "sv", {}, right)
    assert [each.outcome for each in result.course if isinstance(each, Decided)] == ["void"]
    assert not result.passed


# --- its table ----------------------------------------------------------------------------------------


def test_its_table_is_no_live_one_and_its_journal_goes_with_it() -> None:
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), SetClock(), stack, people=BOSS)
        assert run.journal.is_file()
        assert not run.session.table.live
        assert run.session.name == "REHEARSAL"
    assert not run.journal.parent.exists()


def test_a_procedure_that_is_turned_off_is_rehearsed_as_it_is_now() -> None:
    """The house's own are asked of the same table: without LT-BAC-18b in sv the pit boss decides."""
    usual, off = played(DROPS, "sv"), played(DROPS, "sv", off=("LT-BAC-18b",))
    right_of = [
        next(each.right for each in result.course if isinstance(each, Decided)) for result in (usual, off)
    ]
    assert [each.outcomes for each in right_of] == [("void",), ("go_on", "void")]
    assert off.passed


def test_a_fact_that_a_file_does_not_say_is_assumed_and_told(tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    file.write_text('game = "baccarat"\n[[wrong]]\nslip = "card_drops"\ncount = 2\n', "utf-8")
    with ExitStack() as stack:
        rehearsal = load_rehearsal(file)
        run = RehearsalRun(rehearsal, load_rulebook("lt"), clock := SetClock(), stack, people=BOSS)
        while not run.slipped:
            clock.advance(max(run.turn(), 0.1))
        assert [each.fact for each in run.assumed] == ["cards", "seen"]
        assert run.told[0].facts == {"cards": 1, "seen": True}
    assert played(rehearsal, "lt").passed


def test_slips_follow_one_another_in_one_rehearsal(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    first = DROPS.script.wrong[0]
    file.write_text(
        'game = "baccarat"\n[[wrong]]\nslip = "card_drops"\ncount = 2\nfacts = { cards = 1, seen = true }\n'
        '[[wrong]]\nslip = "card_too_many"\nround = 2\nfacts = { shown = false }\n',
        "utf-8",
    )
    result = played(load_rehearsal(file), "lt", BOTH)
    assert (result.passed, result.score) == (True, FULL)
    assert {line.number for line in result.lines if line.judged is Judged.OUTCOME} == {0, 1}
    assert first.round == 1


# --- wrong answers at random --------------------------------------------------------------------------


def anything(chance: random.Random, run: RehearsalRun) -> lines.Line | None:
    """A press that somebody might make, whatever it is; never the true kind, nor a halt's own right press."""
    view, table = run.session.view(), run.session.table
    people = [*run.people.values()]
    by = chance.choice(people)
    kinds = [kind for kind in run.game.rules.incidents.kinds if run._right is None or kind != run._right.kind]
    prompt = view.prompt
    if prompt.action == Action.ANSWER and isinstance(prompt.answers, tuple) and prompt.answers:
        own = [each for each in prompt.answers if each in kinds or prompt.fact != "kind"]
        return lines.Answer(by, {str(prompt.fact): chance.choice(own)}) if own else None
    possible = [kind for kind in kinds_now(run.game, table) if kind in kinds]
    presses: list[lines.Line] = [
        lines.Withdraw(by, "no"),
        lines.Void(by),
        lines.Done(by),
        lines.Done(by, "no"),
        lines.Authorise(by),
        lines.Authorise(by, "go_on", "no"),
        lines.Answer(by, {"cards": 2, "seen": True}),
        lines.Answer(by, {str(prompt.fact): chance.randint(1, 5)}),
        lines.Incident(by, chance.choice(possible or kinds)),
        lines.Number(chance.randrange(37), "dealer", by),
        lines.Spin(chance.randint(1, 5), "against", by),
    ]
    true = () if run._right is None else run._right.outcomes
    at_once = prompt.action == Action.REMOVE_BALL
    wrong = [
        each
        for each in presses
        if not (isinstance(each, lines.Void) and "void" in true)
        if not (isinstance(each, lines.Done) and at_once)
    ]
    return chance.choice(wrong)


@pytest.mark.parametrize("seed", range(24))
def test_wrong_answers_at_random_never_break_it_and_never_pass_it(seed: int) -> None:
    chance = random.Random(seed)
    rehearsal = chance.choice([each for each in shipped() if each.script.kind is not None])
    rules = chance.choice(rehearsal.rulebooks())
    way = chance.choice(list(Way))
    pressed = 0

    def person(run: RehearsalRun) -> lines.Line | None:
        nonlocal pressed
        if not run.slipped:
            return right(run)
        pressed += 1
        prompt = run.session.view().prompt
        plays = prompt.actor is not Actor.SYSTEM and run.session.table.incident is None and run._handled
        return right(run) if plays else anything(chance, run) if pressed < 60 else None

    def says(run: RehearsalRun) -> str:
        wrong = [each for each in outcomes_of(run.game) if each not in run._answer_asked().outcomes]
        return chance.choice(wrong)

    people = chance.choice([BOSS, DEALER, BOTH])
    result = played(rehearsal, rules, people, person, way, believes=says, patience=30.0)
    assert not result.passed, (rehearsal.name, rules, way)
