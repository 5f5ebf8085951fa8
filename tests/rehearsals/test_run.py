"""The play of a rehearsal: who plays whom, alone and under time, ways to one end, answers at random."""

import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from console.rehearsals.at_play.run import RehearsalRun, outcomes_of
from console.rehearsals.concealment import veiled_view
from console.rehearsals.result import (
    PLAY_ON,
    Announced,
    AnnouncementDue,
    Decided,
    LinePressed,
    PlayersWaited,
    RehearsalResult,
    ScoreLine,
    ScoreSubject,
    StatedOutcome,
    StepTaken,
    Way,
)
from console.rehearsals.script import (
    Mishap,
    Rehearsal,
    Script,
    built_in_rehearsals,
    load_rehearsal,
    rehearsal_folder,
)
from console.rehearsals.slips import Occasion, Slip
from console.table.core import Action, Actor, Role, SetClock, ShownTable, lines, open_kinds
from console.table.game import Card, load_rulebook, rulebook_ids
from tests.rehearsals.played import BOSS, BOTH, DEALER, ENCODER, rehearsal_result, right
from tests.sweep import by_turns


def shipped_rehearsal(name: str) -> Rehearsal:
    return load_rehearsal(rehearsal_folder() / f"{name}.toml")


DROPS = shipped_rehearsal("baccarat-card-drops")


def true_outcome(run: RehearsalRun) -> str:
    return run.belief.answer().outcomes[0]


# --- two ways to one end ------------------------------------------------------------------------------


def next_right_line(run: RehearsalRun) -> lines.Line | None:
    return right(run)


def by_count(run: RehearsalRun) -> lines.Line | None:
    """Type what was counted, a card fewer than there should be."""
    view = run.table.session.view()
    if run.is_held and run.table.table.incident is None and (whole := view.prompt.whole_count) is not None:
        return lines.Done(run.cast.people[Role.DEALER], counted=whole - 1)
    return right(run)


@pytest.mark.parametrize(("game", "rules"), [("baccarat", "sv"), ("blackjack", "lt")])
def test_a_count_that_differs_reports_the_card_that_is_missing(game: str, rules: str) -> None:
    """BAC-3.1.1, BJ-3.1.1: nobody has to name the incident besides."""
    missing = shipped_rehearsal(f"{game}-card-missing-in-inspection")
    result = rehearsal_result(missing, rules, DEALER, by_count)
    assert (result.ended, result.passed, result.score) == ("played", True, 100), result.lines


def by_questions(run: RehearsalRun) -> lines.Line | None:
    """Report that something happened, then what, then each fact as it is asked."""
    if run.is_held and run.table.table.incident is None:
        return lines.Incident(run.cast.people[Role.DEALER])
    return right(run)


def corrected(run: RehearsalRun) -> lines.Line | None:
    """Tell a fact otherwise first, and change it before the outcome is confirmed."""
    incident = run.table.table.incident
    if run.is_held and incident is None:
        return lines.Incident("D1", "card_fell", {"cards": 1, "seen": True})
    if incident is not None and incident.report.facts.get("seen") is True:
        return lines.Answer("D1", {"seen": False})
    return right(run)


def by_the_pit_boss(run: RehearsalRun) -> lines.Line | None:
    if run.is_held and run.table.table.incident is None:
        return lines.Incident("P1", "card_fell", {"cards": 1, "seen": False})
    return right(run)


@pytest.mark.parametrize("way", [next_right_line, by_questions, corrected, by_the_pit_boss])
def test_ways_to_the_same_end_score_the_same(way: object) -> None:
    result = rehearsal_result(DROPS, "lt", BOTH, way)  # type: ignore[arg-type]
    assert (result.passed, result.score) == (True, 100)
    judged = [line for line in result.lines if line.of]
    assert all(line.good for line in judged)


def test_a_halt_voided_by_its_press_and_by_a_report_score_the_same() -> None:
    def voided(run: RehearsalRun) -> lines.Line | None:
        halted = run.table.session.view().prompt.action == Action.RESOLVE
        return lines.Void("P1") if halted else right(run)

    pressed, reported = (
        rehearsal_result(shipped_rehearsal("baccarat-shoe-fails"), "lt", BOSS, each)
        for each in (voided, right)
    )
    assert (pressed.score, pressed.passed) == (reported.score, reported.passed) == (100, True)


# --- alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [BOSS, DEALER, BOTH])
def test_alone_nothing_is_shown_before_the_outcome_was_said(people: dict[Role, str]) -> None:
    seen: list[ShownTable] = []
    asked: list[bool] = []

    def says(run: RehearsalRun) -> str:
        asked.append(True)
        shown = [each for each in seen if each.view.incident is not None]
        assert not [each for each in shown if each.view.incident and each.view.incident.outcome]
        assert not [each for each in shown if each.view.incident and each.view.incident.clause]
        return true_outcome(run)

    result = rehearsal_result(DROPS, "lt", people, right, Way.ALONE, believes=says, on_shown=seen.append)
    assert asked == [True]
    assert (result.passed, result.score) == (True, 100)
    believed = next(each for each in result.course if isinstance(each, StatedOutcome))
    assert (believed.right, believed.clause) == (("void",), "LT-BAC-18b")


def test_alone_a_wrong_outcome_is_shown_the_right_one_and_fails() -> None:
    result = rehearsal_result(DROPS, "lt", BOSS, right, Way.ALONE, believes=lambda run: "go_on")
    assert not result.passed
    line = next(each for each in result.lines if each.judged is ScoreSubject.OUTCOME)
    assert (line.given, line.expected) == (("go_on", "void"), ("void",))


def test_the_veil_takes_the_answer_and_leaves_the_facts() -> None:
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), clock := SetClock(), stack, people=BOTH)
        while not run.mishaps.count:
            clock.advance(max(run.turn(), 0.1))
        run.submit(ENCODER.encode(lines.Incident("D1", "card_fell", {"cards": 1, "seen": False})))
        run.turn()
        view = run.table.session.view()
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


def test_under_time_play_goes_on_without_a_person_who_does_nothing() -> None:
    result = rehearsal_result(DROPS, "lt", BOSS, lambda run: None, Way.UNDER_TIME)
    assert (result.ended, result.passed) == ("played", False)
    assert result.lasted > 30
    assert next(each for each in result.lines if each.judged is ScoreSubject.NOTICED).measured is None


def test_under_time_the_bets_are_closed_at_zero_though_the_table_stands_still() -> None:
    def slow(run: RehearsalRun) -> lines.Line | None:
        return right(run) if run.table.now > 40 else None

    result = rehearsal_result(
        shipped_rehearsal("baccarat-card-in-bet-time"),
        "sv",
        BOSS,
        slow,
        Way.UNDER_TIME,
        believes=true_outcome,
    )
    closed = [each for each in result.course if isinstance(each, LinePressed) and each.do == "bets"]
    opened, ended = closed[0].at, closed[1].at
    assert 18 <= ended - opened < 22
    assert result.passed


def test_a_halt_that_the_consoles_pit_boss_ends_late_does_not_pass_the_dealer() -> None:
    def idle(run: RehearsalRun) -> lines.Line | None:
        return None if run.is_held else right(run)

    result = rehearsal_result(shipped_rehearsal("baccarat-shoe-fails"), "lt", DEALER, idle, Way.UNDER_TIME)
    decided = [each for each in result.course if isinstance(each, Decided)]
    assert [(each.outcome, each.by_console) for each in decided] == [("void", True)]
    assert not result.passed


def test_a_rehearsal_without_people_is_played_rightly_and_not_passed() -> None:
    result = rehearsal_result(DROPS, "sv", {}, right)
    assert [each.outcome for each in result.course if isinstance(each, Decided)] == ["void"]
    assert not result.passed


# --- its table ----------------------------------------------------------------------------------------


def test_a_rehearsals_table_is_no_live_one_and_its_journal_goes_with_it() -> None:
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), SetClock(), stack, people=BOSS)
        assert run.journal.is_file()
        assert not run.table.table.console.live
        assert run.table.session.name == "REHEARSAL"
    assert not run.journal.parent.exists()


def test_a_procedure_that_is_turned_off_is_rehearsed_as_it_is_now() -> None:
    """The house's own are asked of the same table: without LT-BAC-18b in sv the pit boss decides."""
    usual, off = rehearsal_result(DROPS, "sv"), rehearsal_result(DROPS, "sv", procedures_off=("LT-BAC-18b",))
    right_of = [
        next(each.right for each in result.course if isinstance(each, Decided)) for result in (usual, off)
    ]
    assert [each.outcomes for each in right_of] == [("void",), ("go_on", "void")]
    assert off.passed


def test_a_fact_that_a_file_omits_is_assumed_and_listed(tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    file.write_text('game = "baccarat"\n[[wrong]]\nslip = "card_drops"\ncount = 2\n', "utf-8")
    with ExitStack() as stack:
        rehearsal = load_rehearsal(file)
        run = RehearsalRun(rehearsal, load_rulebook("lt"), clock := SetClock(), stack, people=BOSS)
        while not run.mishaps.count:
            clock.advance(max(run.turn(), 0.1))
        assert [each.fact for each in run.mishaps.assumed] == ["cards", "seen"]
        assert run.reports[0].facts == {"cards": 1, "seen": True}
    assert rehearsal_result(rehearsal, "lt").passed


@pytest.mark.parametrize(
    ("told", "assumed", "outcome"), [("", ["hand"], "go_on"), (", hand = 2", [], "refund_hand")]
)
def test_only_the_named_hand_of_a_split_seat_is_right(
    tmp_path: Path, told: str, assumed: list[str], outcome: str
) -> None:
    """The hands have 13 and 10; LT-BJ-2.3.8 gives the bet of a hand under 12 back."""
    file = tmp_path / "split.toml"
    file.write_text(
        'game = "blackjack"\nseats = [1]\nanswers = ["split", "timeout", "timeout"]\n'
        'cards = ["8H", "9S", "8D", "8C", "5H", "2D"]\n'
        f'[[wrong]]\nslip = "player_passed_over"\nwhen = "result"\nfacts = {{ seat = 1{told} }}\n',
        "utf-8",
    )
    rehearsal = load_rehearsal(file)
    with ExitStack() as stack:
        run = RehearsalRun(rehearsal, load_rulebook("lt"), clock := SetClock(), stack, people=BOSS)
        while not run.mishaps.count:
            clock.advance(max(run.turn(), 0.1))
        assert [each.fact for each in run.mishaps.assumed] == assumed
        said = [each.key for each in run.reports[0].sentences]
        assert said[1:] == ["rehearsal.fact.seat", "rehearsal.fact.hand"]
    result = rehearsal_result(rehearsal, "lt")
    assert result.passed
    assert [each.outcome for each in result.course if isinstance(each, Decided)] == [outcome]


def test_slips_follow_one_another_in_one_rehearsal(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    first = DROPS.script.wrong[0]
    file.write_text(
        'game = "baccarat"\n[[wrong]]\nslip = "card_drops"\ncount = 2\nfacts = { cards = 1, seen = true }\n'
        '[[wrong]]\nslip = "card_too_many"\nround = 2\nfacts = { shown = false }\n',
        "utf-8",
    )
    result = rehearsal_result(load_rehearsal(file), "lt", BOTH)
    assert (result.passed, result.score) == (True, 100)
    assert {line.number for line in result.lines if line.judged is ScoreSubject.OUTCOME} == {0, 1}
    assert first.round == 1


# --- wrong answers at random --------------------------------------------------------------------------


def anything(chance: random.Random, run: RehearsalRun) -> lines.Line | None:
    """A press that somebody might make, whatever it is; never the true kind, nor a halt's own right press."""
    view, table = run.table.session.view(), run.table.table
    people = [*run.people.values()]
    by = chance.choice(people)
    kinds = [
        kind
        for kind in run.game.rules.incidents.kinds
        if run.mishaps.right is None or kind != run.mishaps.right.kind
    ]
    prompt = view.prompt
    if prompt.action == Action.ANSWER and isinstance(prompt.answers, tuple) and prompt.answers:
        own = [each for each in prompt.answers if each in kinds or prompt.fact != "kind"]
        return lines.Answer(by, {str(prompt.fact): chance.choice(own)}) if own else None
    possible = [kind for kind in open_kinds(run.game, table) if kind in kinds]
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
    true = () if run.mishaps.right is None else run.mishaps.right.outcomes
    at_once = prompt.action == Action.REMOVE_BALL
    wrong = [
        each
        for each in presses
        if not (isinstance(each, lines.Void) and "void" in true)
        if not (isinstance(each, lines.Done) and at_once)
    ]
    return chance.choice(wrong)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("seed", range(24))
def test_wrong_answers_at_random_never_break_it_and_never_pass_it(seed: int) -> None:
    chance = random.Random(seed)
    rehearsal = chance.choice([each for each in built_in_rehearsals() if each.script.kind is not None])
    rules = chance.choice(rehearsal.rulebooks())
    way = chance.choice(list(Way))
    pressed = 0

    def person(run: RehearsalRun) -> lines.Line | None:
        nonlocal pressed
        if not run.mishaps.count:
            return right(run)
        pressed += 1
        prompt = run.table.session.view().prompt
        plays = (
            prompt.actor is not Actor.SYSTEM and run.table.table.incident is None and run.mishaps.is_handled
        )
        return right(run) if plays else anything(chance, run) if pressed < 60 else None

    def says(run: RehearsalRun) -> str:
        wrong = [each for each in outcomes_of(run.game) if each not in run.belief.answer().outcomes]
        return chance.choice(wrong)

    people = chance.choice([BOSS, DEALER, BOTH])
    result = rehearsal_result(rehearsal, rules, people, person, way, believes=says, patience=30.0)
    assert not result.passed, (rehearsal.name, rules, way)


# --- an examiner that does not err ----------------------------------------------------------------------


def score_line(result: RehearsalResult, what: ScoreSubject) -> ScoreLine:
    return next(line for line in result.lines if line.judged is what)


@pytest.mark.parametrize("rules", rulebook_ids())
def test_the_answer_that_the_pit_boss_decides_is_right_if_the_rule_says_so(
    rules: str, tmp_path: Path
) -> None:
    """BAC-4.2 between two rounds, where there is nothing to choose between, too."""
    file = tmp_path / "peeked.toml"
    file.write_text(
        'game = "baccarat"\n[[wrong]]\nslip = "act_forbidden"\nwhen = "between"\n'
        'facts = { what = "card_peeked" }\n',
        "utf-8",
    )
    for people in (BOSS, DEALER, BOTH):
        result = rehearsal_result(
            load_rehearsal(file), rules, people, way=Way.ALONE, believes=lambda run: "pit_boss_decides"
        )
        assert (result.passed, result.score) == (True, 100)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("rules", rulebook_ids())
def test_an_announcement_by_the_pit_boss_costs_a_dealer_no_points(rules: str) -> None:
    """LT-BAC-12: the pit boss tells the players, and the dealer is asked for no word of it."""
    result = rehearsal_result(DROPS, rules, DEALER, announces=False)
    assert (result.passed, result.score) == (True, 100)
    assert not [each for each in result.course if isinstance(each, AnnouncementDue)]
    silent = rehearsal_result(DROPS, rules, BOSS, announces=False)
    assert score_line(silent, ScoreSubject.ANNOUNCEMENTS).points == 0


def test_a_missed_cut_card_is_scanned_by_the_pit_boss_before_the_shoe_changes() -> None:
    """LT-BAC-22a: the cut card is scanned, then the shoe is changed."""
    for rules in rulebook_ids():
        result = rehearsal_result(shipped_rehearsal("baccarat-cut-card-missed"), rules)
        done = [each.action for each in result.course if isinstance(each, StepTaken)]
        assert done == ["scan_cut_card", "change_shoe"]
        assert score_line(result, ScoreSubject.STEPS).expected == (
            "scan_cut_card:pit_boss",
            "change_shoe:dealer",
        )


QUIET = [each.name for each in built_in_rehearsals() if each.script.kind is None]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("name", "way"), by_turns(QUIET, [*Way]))
def test_a_person_who_does_nothing_does_not_pass(name: str, way: Way) -> None:
    for people in (BOSS, DEALER, BOTH):
        assert not rehearsal_result(shipped_rehearsal(name), "lt", people, lambda run: None, way).passed


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", QUIET)
def test_a_person_who_rightly_states_that_nothing_happened_passes(name: str) -> None:
    for people in (BOSS, DEALER, BOTH):
        assert rehearsal_result(shipped_rehearsal(name), "lt", people, way=Way.UNDER_TIME).passed


def test_a_dealer_who_plays_on_has_said_so_by_it() -> None:
    """The player's answer came late, and the dealer turns the hole card, as is due."""

    def plays_on(run: RehearsalRun) -> lines.Line | None:
        return right(run)

    result = rehearsal_result(shipped_rehearsal("blackjack-answer-late"), "lt", DEALER, plays_on)
    assert result.passed


def test_a_person_who_wrongly_states_that_nothing_happened_fails() -> None:
    found: list[StatedOutcome] = []

    def careless(run: RehearsalRun) -> lines.Line | None:
        if run.asks_whether and not found:
            found.append(run.believe(PLAY_ON))
        return right(run)

    result = rehearsal_result(DROPS, "lt", BOSS, careless)
    assert not result.passed
    assert (found[0].outcome, found[0].right, found[0].clause) == (PLAY_ON, ("void",), "LT-BAC-18b")


def test_steps_by_a_wrong_fact_are_wrong_steps() -> None:
    """One burn card was shown and is left in view; who says two has it turned down and laid away."""

    def two(run: RehearsalRun) -> lines.Line | None:
        if run.is_held and run.table.table.incident is None:
            return lines.Incident("P1", "burn_card_shown", {"cards": 2})
        return right(run)

    result = rehearsal_result(shipped_rehearsal("baccarat-burn-card-shown"), "lt", BOTH, two)
    assert score_line(result, ScoreSubject.FACTS).points == 0
    steps = score_line(result, ScoreSubject.STEPS)
    assert (steps.points, steps.expected) == (0, ("leave_in_view:dealer",))
    assert steps.given == ("turn_down:pit_boss", "discard:dealer")


def test_steps_that_nothing_asks_for_are_no_right_ones() -> None:
    """A person who calls the ball damaged has it replaced without need."""

    def damaged(run: RehearsalRun) -> lines.Line | None:
        if run.is_held and run.table.table.incident is None:
            return lines.Incident("P1", "ball_out", {"ball_damaged": True})
        return right(run)

    steps = score_line(
        rehearsal_result(shipped_rehearsal("roulette-ball-leaves-wheel"), "lt", BOTH, damaged),
        ScoreSubject.STEPS,
    )
    assert 0 < steps.points < steps.of
    assert "replace_ball:pit_boss" in steps.given and "replace_ball:pit_boss" not in steps.expected


@pytest.mark.parametrize("people", [BOSS, DEALER, BOTH])
def test_damage_of_the_ball_found_at_its_check_counts_as_in_time(people: dict[Role, str]) -> None:
    """LT-ROU-29: it is picked up, then checked; no question asks for it before."""

    def unasked(run: RehearsalRun) -> lines.Line | None:
        line = right(run)
        return lines.Incident(line.by, line.kind) if isinstance(line, lines.Incident) else line

    for rehearsal in ("roulette-ball-leaves-wheel-damaged", "roulette-ball-leaves-wheel"):
        result = rehearsal_result(shipped_rehearsal(rehearsal), "lt", people, unasked)
        assert (result.score, [line for line in result.lines if line.of and not line.good]) == (100, [])


@pytest.mark.parametrize("people", [BOSS, DEALER, BOTH])
@pytest.mark.parametrize("rehearsal", ["roulette-ball-few-turns", "roulette-ball-leaves-wheel"])
def test_a_respin_is_of_a_new_game_of_the_wheel_and_its_number_halts_nothing(
    rehearsal: str, people: dict[Role, str]
) -> None:
    course = rehearsal_result(shipped_rehearsal(rehearsal), "lt", people).course
    assert [each.outcome for each in course if isinstance(each, Decided)] == ["respin"]
    assert [each.on for each in course if isinstance(each, PlayersWaited)] == [True, False]


def test_an_announcement_counts_only_beside_its_own_words() -> None:
    """'The round is void' has gone from the screen with the next press: what is said then is said late."""
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), clock := SetClock(), stack, people=BOTH)
        while run.due is None and run.table.now < 300:
            line = right(run)
            if line is not None:
                run.submit(ENCODER.encode(line))
            clock.advance(max(run.turn(), 0.1))
        assert run.due == "round_void"
        run.submit(ENCODER.encode(lines.Done("D1")))
        run.turn()
        assert run.due is None
        run.announce()
        assert not [each for each in run.jury.course if isinstance(each, Announced)]


def test_the_consoles_dealer_waits_for_the_announcement_to_the_players() -> None:
    with ExitStack() as stack:
        run = RehearsalRun(DROPS, load_rulebook("lt"), clock := SetClock(), stack, people=BOSS)
        while run.due is None and run.table.now < 300:
            line = right(run)
            if line is not None:
                run.submit(ENCODER.encode(line))
            clock.advance(max(run.turn(), 0.1))
        entry = run.table.session.view().entry
        for _ in range(100):
            clock.advance(max(run.turn(), 0.1))
        assert (run.table.session.view().entry, run.due, run.awaits_person) == (entry, "round_void", True)
        run.announce()
        for _ in range(100):
            clock.advance(max(run.turn(), 0.1))
        assert run.table.session.view().entry > entry


@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_shoe_that_is_empty_before_its_slip_ends_no_rehearsal(left: int) -> None:
    """Its file says so few cards that the table counts below none before anybody changes the shoe."""
    missed = Mishap(slip=Slip.CUT_CARD_MISSED, when=Occasion.CARDS_OUT, count=4)
    script = Script(game="baccarat", left=left, wrong=(missed,), cards=(Card("2S"), Card("3S")))
    with ExitStack() as stack:
        run = RehearsalRun(Rehearsal("empty", script), load_rulebook("ja"), clock := SetClock(), stack)
        while not run.ended:
            clock.advance(max(run.turn(), 0.1))
    assert run.result is not None and run.result.ended == "played"
