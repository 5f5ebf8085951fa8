"""Every combination of facts, of every kind, at every moment, in every rulebook, leads to one answer."""

from collections.abc import Collection, Iterator
from itertools import chain, combinations, product

import pytest

from console.table.game import (
    DOCUMENTED,
    Case,
    Cases,
    CaseStep,
    Result,
    load_procedures,
    load_rulebook,
    rulebook_ids,
)
from console.table.game.incident_cases import cases_of
from console.table.incidents.decision import Question, Ruling, answer_to, report_refusal, standing
from console.table.incidents.facts import CHOICE, Fact, are_values, facts_of, fits, span
from console.table.incidents.moments import Moment

FILES = load_procedures()
ALL = [(id, game) for id in rulebook_ids() for game in DOCUMENTED]
every_table = pytest.mark.parametrize(("id", "game"), ALL)
SETS = list(chain.from_iterable(combinations(Moment, size) for size in range(1, len(Moment) + 1)))
"""Every set of moments, those that never stand together too."""
NUMBERS = (0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 36, 37, 40)


def cases(id: str, game: str = "baccarat") -> Cases:
    return cases_of(id, game, load_rulebook(id).incidents, FILES)


def values(of_kind: tuple[Case, ...], fact: str) -> list[Fact]:
    """A value for each that the cases tell apart; of whole numbers those around every limit of theirs."""
    wanted = facts_of(of_kind)[fact]
    if any(span(each) for each in wanted):
        return [number for number in NUMBERS if any(fits(each, number) for each in wanted)]
    return list(wanted)


KINDS_OF_THEIR_OWN = (("ball_out", False), ("foreign_object", False))
"""No spins only once the reader has said a number: before, each is a kind (LT-ROU-29, LT-ROU-32a)."""


def combinations_of(of_kind: tuple[Case, ...]) -> Iterator[dict[str, Fact]]:
    facts = list(facts_of(of_kind))
    for combination in product(*(values(of_kind, fact) for fact in facts)):
        combined = dict(zip(facts, combination, strict=True))
        if (combined.get("cause"), combined.get("recorded")) not in KINDS_OF_THEIR_OWN:
            yield combined


UNMIXED = ("BAC-3.2.3", "BJ-3.2.3")
PUT_ASIDE = CaseStep("quarantine_set", "pit_boss")


def is_single(stand: tuple[Case, ...]) -> bool:
    """Whether a single case is left, or one whose outcome is the same whatever the pit boss chooses.

    Of a wrong card set S I comes before T R, and T R before E (the protocol: The card set proves itself).
    Of cards that were not mixed E comes before T R (the protocol: E4-mixed).
    """
    if [case.outcome for case in stand] == [Result.RESHUFFLE_AFTER, Result.PIT_BOSS_DECIDES]:
        return answer_to(stand, {}) == Ruling((stand[0],))
    if len(stand) > 1 and all(case.steps[-1:] == (PUT_ASIDE,) for case in stand):
        first = min(stand, key=lambda case: next(at for at, each in enumerate("STE") if each in case.moments))
        return answer_to(stand, dict(first.facts)) == Ruling((first,))
    parted = {case.facts.get(CHOICE) for case in stand}
    return len(parted) == len(stand) and len({(case.clause, case.outcome) for case in stand}) == 1


@every_table
def test_all_facts_of_a_kind_together_leave_one_case(id: str, game: str) -> None:
    has = cases(id, game)
    for kind, of_kind in has.kinds.items():
        for facts in combinations_of(of_kind):
            stand = standing(has, kind, list(Moment), facts)
            assert is_single(stand), (kind, facts)
            assert isinstance(answer_to(stand, facts), Ruling)


@pytest.mark.sweep(5)
@every_table
def test_at_every_moment_all_facts_lead_to_one_case_or_can_not_be_reported_now(id: str, game: str) -> None:
    has = cases(id, game)
    for kind, of_kind in has.kinds.items():
        letters = {
            frozenset(moments) & frozenset().union(*(case.moments for case in of_kind)) for moments in SETS
        }
        for moments, facts in product(letters, combinations_of(of_kind)):
            stand = standing(has, kind, moments, facts)
            right = [case for case in of_kind if case.moments & moments and _holds(case, facts)]
            assert list(stand) == right
            assert not stand or is_single(stand), (kind, moments, facts)


def _holds(case: Case, facts: dict[str, Fact]) -> bool:
    return all(fact == CHOICE or fits(wanted, facts[fact]) for fact, wanted in case.facts.items())


def rulings(has: Cases, kind: str, moments: frozenset[str], facts: dict[str, Fact]) -> Iterator[Ruling]:
    """Every answer that the questions lead to when each of their answers is given."""
    stand = standing(has, kind, moments, facts)
    match answer_to(stand, facts):
        case None:
            raise AssertionError(f"{kind} at {set(moments)} with {facts} leads nowhere")
        case Ruling() as answer:
            yield answer
        case Question(fact, answers):
            assert fact not in facts
            for value in answers or values(stand, fact):
                yield from rulings(has, kind, moments, facts | {fact: value})


def open_kinds(has: Cases, moments: Collection[str]) -> tuple[str, ...]:
    return tuple(kind for kind in has.kinds if standing(has, kind, moments, {}))


@pytest.mark.sweep(5)
@every_table
def test_every_answer_to_every_question_leads_on_to_the_end(id: str, game: str) -> None:
    has = cases(id, game)
    met: set[tuple[str, str | None]] = set()
    begun = set[tuple[str, frozenset[str]]]()
    for moments in map(frozenset, SETS):
        for kind in open_kinds(has, moments):
            told_apart = moments & frozenset().union(*(case.moments for case in has.kinds[kind]))
            if (kind, told_apart) in begun:
                continue  # the same cases stand, and the same is asked
            begun.add((kind, told_apart))
            met |= {(kind, answer.cases[0].clause) for answer in rulings(has, kind, moments, {})}
    assert met == {(kind, case.clause) for kind, of_kind in has.kinds.items() for case in of_kind}


@every_table
def test_no_rule_written_means_that_the_pit_boss_decides(id: str, game: str) -> None:
    for of_kind in cases(id, game).kinds.values():
        for case in of_kind:
            assert case.clause is not None or case.outcome is Result.PIT_BOSS_DECIDES
            if case.outcome is Result.PIT_BOSS_DECIDES:
                first = "reshuffle_after" if case.clause in UNMIXED else "go_on"
                assert case.choices == (first, "void")
                assert case.authority == "pit_boss"


@every_table
def test_the_dealer_alone_decides_only_what_the_rules_give_the_dealer(id: str, game: str) -> None:
    """LT-BAC-26a, LT-BJ-2.3.4, LT-BJ-2.3.9a, LT-ROU-31a, LT-ROU-32a; no dealer voids a round."""
    has = [case for of_kind in cases(id, game).kinds.values() for case in of_kind]
    alone = {case.clause for case in has if case.authority == "dealer"}
    given = {"LT-BAC-26a", "LT-BJ-2.3.4", "LT-BJ-2.3.9a", "LT-ROU-31a", "LT-ROU-32a"}
    assert alone <= given
    assert all(case.outcome is not Result.VOID for case in has if case.authority == "dealer")


# Questions in their order


def decision_on(kind: str, moments: str, facts: dict[str, Fact], id: str = "lt") -> Question | Ruling | None:
    return answer_to(standing(cases(id), kind, moments, facts), facts)


def clause(kind: str, moments: str, facts: dict[str, Fact], id: str = "lt") -> str | None:
    answer = decision_on(kind, moments, facts, id)
    assert isinstance(answer, Ruling), answer
    return answer.case().clause


def test_one_card_fell_asks_whether_it_was_seen() -> None:
    """LT-BAC-18a, LT-BAC-18b, LT-BAC-18c."""
    assert decision_on("card_fell", "R", {"where": "round"}) == Question("cards", None)
    assert decision_on("card_fell", "R", {"where": "round", "cards": 2}) == Question("seen", (True, False))
    assert clause("card_fell", "R", {"where": "round", "cards": 2, "seen": True}) == "LT-BAC-18a"
    assert clause("card_fell", "R", {"where": "round", "cards": 1, "seen": False}) == "LT-BAC-18b"
    assert clause("card_fell", "R", {"where": "round", "cards": 3}) == "LT-BAC-18c"


def test_in_the_shuffle_the_stage_decides() -> None:
    """LT-BAC-19a, LT-BAC-19b, LT-BAC-19c, LT-BAC-23a, LT-BAC-23b, LT-BAC-23c."""
    for stage, fell, turned in ((1, "19a", "23a"), (2, "19a", "23a"), (3, "19b", "23b")):
        facts: dict[str, Fact] = {"cards": 2, "stage": stage}
        assert clause("card_fell", "S", {"where": "shuffle", **facts}) == f"LT-BAC-{fell}"
        assert clause("card_turned_in_shuffle", "S", facts) == f"LT-BAC-{turned}"
    assert clause("card_fell", "S", {"where": "shuffle", "cards": 3}) == "LT-BAC-19c"
    assert clause("card_turned_in_shuffle", "S", {"cards": 7}) == "LT-BAC-23c"


def test_a_misread_that_can_not_affect_the_result_is_written_nowhere() -> None:
    """LT-BAC-30a, LT-BAC-30b, LT-BAC-30c."""
    for kind in ("misread", "double_scan", "stuck_cards"):
        assert decision_on(kind, "RC", {}) == Question("may_affect", (True, False))
        assert clause(kind, "RC", {"may_affect": False}) is None
        assert clause(kind, "RC", {"may_affect": True, "first_card": True}) == "LT-BAC-30b"
        rest: dict[str, Fact] = {"may_affect": True, "first_card": False}
        assert clause(kind, "RC", {**rest, "cards_to_remove": 2}) == "LT-BAC-30a"
        assert clause(kind, "RC", {**rest, "cards_to_remove": 3}) == "LT-BAC-30c"


def test_a_kind_that_is_impossible_at_the_moment_has_no_decision() -> None:
    assert decision_on("card_fell", "T", {}) is None
    assert decision_on("card_fell", "R", {"where": "shuffle"}) is None
    assert "card_fell" not in open_kinds(cases("lt"), "TA")
    assert open_kinds(cases("sv"), "EA") == (
        "prohibited_action", "wrong_card_set", "not_mixed", "extra_card_drawn", "cards_left_on_table",
    )  # fmt: skip


def test_facts_that_the_table_knows_may_rule_a_kind_out() -> None:
    assert "played_past_cut_card" in open_kinds(cases("lt"), "RA")
    assert not standing(cases("lt"), "played_past_cut_card", "RA", {"noticed": "before_deal"})


def test_a_choice_is_no_fact_that_is_asked() -> None:
    """LT-BJ-2.3.3: the pit boss chooses when the outcome is authorised."""
    stand = standing(cases("lt", "blackjack"), "card_face_down", "R", {})
    answer = answer_to(stand, {})
    assert isinstance(answer, Ruling)
    assert answer.choices == ("reveal", "change_shoe")
    assert [step.action for step in answer.case("change_shoe").steps] == ["change_shoe"]
    assert [step.action for step in answer.case("reveal").steps] == ["turn_card", "scan_card"]


def test_a_house_procedure_that_is_turned_off_leaves_it_to_the_pit_boss() -> None:
    facts: dict[str, Fact] = {"where": "round", "cards": 1, "seen": False}
    (off,) = standing(cases("sv"), "card_fell", "R", facts, procedures_off=("LT-BAC-18b",))
    assert (off.clause, off.basis, off.outcome, off.steps) == (None, None, Result.PIT_BOSS_DECIDES, ())
    assert off.choices == ("go_on", "void")
    (rule,) = standing(cases("lt"), "card_fell", "R", facts, procedures_off=("LT-BAC-18b",))
    assert rule.clause == "LT-BAC-18b"


@every_table
def test_with_every_house_procedure_off_there_still_is_one_answer(id: str, game: str) -> None:
    has = cases(id, game)
    off = {case.clause for of_kind in has.kinds.values() for case in of_kind if case.clause}
    for kind, of_kind in has.kinds.items():
        for facts in combinations_of(of_kind):
            stand = standing(has, kind, list(Moment), facts, off)
            assert isinstance(answer_to(stand, facts), Ruling)
            assert all(case.basis != "house" for case in stand)


# What can't be a report at all


@pytest.mark.parametrize(
    ("kind", "facts", "why"),
    [
        ("card_fell", {"cards": 1}, None),
        ("card_flew", {}, "bad_input"),
        ("card_fell", {"cards": 0}, "bad_input"),
        ("card_fell", {"cards": True}, "bad_input"),
        ("card_fell", {"cards": "1-2"}, "bad_input"),
        ("card_fell", {"seen": 1}, "bad_input"),
        ("card_fell", {"where": "inspection"}, "bad_input"),
        ("card_fell", {"stage": 4}, "bad_input"),
        ("card_fell", {"shown": True}, "bad_input"),
        ("card_face_down", {"choice": "reveal"}, "bad_input"),
        ("ball_out", {}, "not_this_game"),
        ("ball_out", {"ball_damaged": False}, "not_this_game"),
        ("ball_out", {"ball_damaged": "no"}, "bad_input"),
        ("over_burn", {"noticed": "later"}, "not_in_rulebook"),
        ("over_burn", {"noticed": "never"}, "bad_input"),
    ],
)
def test_a_report_that_can_not_be_this_tables_is_refused(
    kind: str, facts: dict[str, Fact], why: str | None
) -> None:
    assert report_refusal(cases("sv"), kind, facts) == why


@pytest.mark.parametrize(
    ("code", "kind", "facts", "why"),
    [
        ("ja", "spun_in_bet_time", {"ball": "track"}, "not_in_rulebook"),
        ("is", "spun_in_bet_time", {"ball": "track"}, "not_in_rulebook"),
        ("de", "spun_in_bet_time", {"ball": "track", "recorded": True}, "not_in_rulebook"),
        ("ja", "spun_in_bet_time", {"ball": "rim"}, "bad_input"),
        ("ja", "spun_in_bet_time", {"ball": "pocket"}, None),
        ("sv", "spun_in_bet_time", {"ball": "track"}, None),
        ("sv", "technical_fault", {"result_known": True}, "bad_input"),
        ("lt", "technical_fault", {"result_known": True}, None),
    ],
)
def test_a_value_that_only_other_rulebooks_have_a_row_for_is_not_in_this_one(
    code: str, kind: str, facts: dict[str, Fact], why: str | None
) -> None:
    """LT-ROU-31a is followed in sv and lt; ja, is and de let the ball run while bets are open."""
    assert report_refusal(cases(code, "roulette"), kind, facts) == why


def test_true_is_no_number_and_one_is_not_true() -> None:
    assert not fits(1, True)
    assert not fits(True, 1)
    assert fits("3+", 10**18)
    assert not fits("1-2", 3)
    assert fits("round", "round")
    assert are_values(cases("lt").kinds["burn_card_shown"], {"cards": 12})
