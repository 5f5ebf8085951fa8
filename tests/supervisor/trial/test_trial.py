"""A changed rule is found in each moment that it decides and in no other; the same rulebook finds nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.lookup import every
from console.supervisor.records.accounts.record import Record
from console.supervisor.trial import trial
from console.supervisor.trial.changes import ChangeReach, changes
from console.supervisor.trial.findings import NOT_OFFERED, NOT_TAKEN, Aspect, TrialFinding
from console.supervisor.trial.trial import TrialResult, UntriableJournal, try_journals, winning_bets
from console.table.game import Case, Result, Rulebook
from console.table.game.baccarat import BaccaratRules
from console.table.game.blackjack import BlackjackRules
from console.table.game.incident_cases import OfficeToInform
from console.table.game.roulette import Spin
from console.table.game.roulette.rules import BetKind
from console.table.journal import archives, review
from tests.supervisor.records.shift_played import Shift
from tests.table.core.tables import CODES, Seen, book
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    FELL,
    OPEN,
    ROUND,
    WITHDRAW,
    answer,
    card,
    incident,
    time_of_line,
    written,
)

UNREAD: Seen = {"do": "unread"}
SEEN_AGAIN: Seen = {**AUTHORISE, "reason": "seen on the video"}
"""The authorisation of an outcome against which the table itself knows something."""
NIGHTS = (
    ("baccarat", "lt", 1),
    ("baccarat", "sv", 2),
    ("blackjack", "lt", 3),
    ("roulette", "lt", 4),
    ("roulette", "de", 6),
)


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str, int], Path]:
    """A night each, with whatever may go wrong at its game."""
    folder = tmp_path_factory.mktemp("nights")
    found = {}
    for game, code, seed in NIGHTS:
        found[game, code, seed] = path = folder / f"{game}-{code}-{seed}.journal"
        with ExitStack() as stack:
            Shift(path, code, game, seed, stack).play(150, 14)
    return found


def try_on(rulebook: Rulebook, *journals: Path) -> TrialResult:
    """The trial; a rule by which a moment is found otherwise is never listed as one that decides nothing."""
    with ExitStack() as stack:
        tried = try_journals([stack.enter_context(review(path)) for path in journals], rulebook, "new.toml")
    shown = {ChangeReach.TRIED, ChangeReach.WORKSHEETS}
    assert not tried.otherwise or shown & {each.reach for each in tried.changes}
    return tried


def rulebook_with(code: str, game: str, **parts: Any) -> Rulebook:
    """A rulebook with other parts of a game."""
    rulebook = book(code)
    changed = {**rulebook.games, game: replace(rulebook.games[game], **parts)}
    return replace(rulebook, games=changed)


def with_rows(code: str, game: str, kind: str, rows: Sequence[Case]) -> Rulebook:
    cases = book(code).games[game].incidents
    return rulebook_with(code, game, incidents=replace(cases, kinds={**cases.kinds, kind: tuple(rows)}))


def decided(path: Path) -> list[Record]:
    """The incidents of a journal that came to something, as the records tell them."""
    return [
        each
        for each in every(path)
        if each.sort is InterventionKind.INCIDENT and each.authorised is not None and each.outcome is not None
    ]


def changes_in(found: Sequence[TrialFinding]) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return [(each.aspect.value, each.before, each.after) for each in found]


@pytest.mark.sweep
@pytest.mark.parametrize("night", NIGHTS, ids=lambda n: f"{n[0]}-{n[1]}")
def test_the_same_rulebook_finds_nothing_in_a_night(
    nights: dict[tuple[str, str, int], Path], night: tuple[str, str, int]
) -> None:
    found = try_on(book(night[1]), nights[night])
    assert (found.changes, found.findings) == ((), ())
    journal = found.journals[0]
    assert journal.through
    assert journal.incidents == len(decided(nights[night])) > 9
    assert journal.rounds >= 9


def test_the_house_s_own_example_is_tried_too(tmp_path: Path) -> None:
    path = tmp_path / "duel.journal"
    with ExitStack() as stack:
        Shift(path, "sv", "dragon_tiger", 1, stack).play(120, 0)
    found = try_on(book("ja"), path)
    assert found.journals[0].rounds > 5
    assert found.findings == ()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("night", NIGHTS, ids=lambda n: f"{n[0]}-{n[1]}")
def test_another_outcome_is_found_where_its_clause_decided_and_only_there(
    nights: dict[tuple[str, str, int], Path], night: tuple[str, str, int]
) -> None:
    game, code, _ = night
    records = decided(nights[night])
    by_clause: dict[tuple[str, str], set[str]] = {}
    for each in records:
        if each.kind and each.clause:
            by_clause.setdefault((each.kind, each.clause), set()).add(each.id)
    assert len(by_clause) > 4
    cases = book(code).games[game].incidents.kinds
    for (kind, clause), ids in by_clause.items():
        rows = [
            replace(row, outcome=Result.RECORD_ONLY, choices=()) if row.clause == clause else row
            for row in cases[kind]
        ]
        found = try_on(with_rows(code, game, kind, rows), nights[night])
        of = [each for each in found.findings if each.aspect is Aspect.OUTCOME]
        assert {each.place.incident for each in of} == ids, (kind, clause)
        assert all(each.after == ("record_only",) and each.about == kind for each in of)
        # Which steps are left out at a table hangs on the outcome, too.
        assert {each.aspect for each in found.findings} <= {Aspect.OUTCOME, Aspect.STEPS}
        assert {each.place.incident for each in found.findings} == ids


@pytest.fixture
def fell(tmp_path: Path) -> Path:
    """A round in which a card fell (T7-i1), and a whole one."""
    return written(tmp_path / "fell.journal", *FELL, *ROUND)


def fallen(**other: Any) -> Rulebook:
    """The row that decided, otherwise."""
    rows = book("lt").games["baccarat"].incidents.kinds["card_fell"]
    changed = [replace(row, **other) if row.clause == "LT-BAC-18b" else row for row in rows]
    return with_rows("lt", "baccarat", "card_fell", changed)


def test_another_authority_and_other_steps_are_found_apart(fell: Path) -> None:
    (one,) = try_on(fallen(authority="dealer"), fell).findings
    assert changes_in([one]) == [("authority", ("pit_boss",), ("dealer",))]
    assert (one.place.incident, one.place.round, one.about) == ("T7-i1", "T7-1", "card_fell")
    with review(fell) as journal:
        (row,) = [row for row in journal.entries(0) if row.number == one.place.entry]
    assert (row.kind, row.at) == ("outcome_authorised", one.place.at)
    (other,) = try_on(fallen(steps=()), fell).findings
    assert other.aspect is Aspect.STEPS
    assert other.before != () == other.after


def test_a_refused_answer_decides_nothing_a_second_time(tmp_path: Path) -> None:
    """It comes right after the line that ended one incident, and opened and decided the next."""
    fell = incident("card_fell", "P1", cards=1, seen=False)
    left = incident("cards_left_on_table", "P1")
    lines = (OPEN, CLOSED, card("9H"), card("2S"), fell, left, AUTHORISE, DONE_D, answer(seen=True))
    path = written(tmp_path / "late.journal", *lines, refused=("out_of_turn",))
    assert try_on(book("lt"), path).journals[0].incidents == 2


def test_a_number_that_is_read_before_the_outcome_is_confirmed_counts_for_both(tmp_path: Path) -> None:
    """LT-ROU-27b, LT-ROU-27c: a ball thrown in the wrong direction comes to rest; then the round is void."""
    wrong = incident("no_spin", "D1", cause="wrong_direction")
    read: Seen = {"do": "number", "number": 36, "source": "reader"}
    path = written(
        tmp_path / "fell.journal",
        *(OPEN, CLOSED, spin_line(5), wrong, read, SEEN_AGAIN),
        game="roulette",
        refused=("halted", "out_of_turn"),
    )
    (record,) = decided(path)
    assert (record.clause, record.outcome) == ("LT-ROU-27b", "void")
    assert not try_on(book("lt"), path).findings


def test_an_incident_that_is_decided_again_is_one_incident(tmp_path: Path) -> None:
    """LT-ROU-32: the dealer took the ball out in time, and yet a number is read."""
    found = incident("foreign_object", "D1", ball_removed_in_time=True)
    read: Seen = {"do": "number", "number": 20, "source": "reader"}
    asked = answer(ball_removed_in_time=False)
    path = written(
        tmp_path / "again.journal",
        *(OPEN, CLOSED, spin_line(5), found, read, asked, AUTHORISE, DONE_D),
        game="roulette",
        refused=("halted", "out_of_turn"),
    )
    (record,) = decided(path)
    result = try_on(book("lt"), path)
    assert (record.outcome, result.journals[0].incidents, result.findings) == ("void", 1, ())


@pytest.mark.parametrize("told", [5, 7], ids=["asked", "awaiting"])
def test_a_report_that_was_open_as_its_salvaged_journal_went_on_is_tried(told: int, tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *FELL[:told])
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    written(path, *FELL[told:], start=time_of_line(20))
    assert len(archives.volumes(path)) == 2
    for rulebook, found in ((book("lt"), []), (fallen(authority="dealer"), ["authority"])):
        result = try_on(rulebook, *archives.volumes(path))
        assert [each.incidents for each in result.journals] == [0, 1]
        assert [each.aspect for each in result.findings] == found


def test_a_fact_that_was_not_asked_for_is_reported_and_never_guessed(fell: Path) -> None:
    rows = book("lt").games["baccarat"].incidents.kinds["card_fell"]
    asking = list(rows)
    for row in rows:
        if row.clause == "LT-BAC-18b":
            at = asking.index(row)
            asking[at : at + 1] = [
                replace(row, facts={**row.facts, "damaged": is_so}) for is_so in (True, False)
            ]
    (found,) = try_on(with_rows("lt", "baccarat", "card_fell", asking), fell).findings
    assert (found.asks, found.before, found.after) == ("damaged", ("void",), ())
    assert found.place.incident == "T7-i1"


def test_a_choice_that_was_not_made_is_reported_too(fell: Path) -> None:
    (found,) = try_on(fallen(outcome=Result.PIT_BOSS_DECIDES, choices=("go_on", "void")), fell).findings
    assert (found.asks, found.after) == ("choice", ())


def test_a_kind_that_the_other_rulebook_lacks_could_not_be_reported(fell: Path) -> None:
    (found,) = try_on(with_rows("lt", "baccarat", "card_fell", ()), fell).findings
    assert changes_in([found]) == [("outcome", ("void",), (NOT_TAKEN,))]


def test_a_report_that_was_refused_is_decided_where_a_row_is_new(tmp_path: Path) -> None:
    burned = incident("no_burn", "P1")
    path = written(tmp_path / "sv.journal", OPEN, CLOSED, burned, code="sv", refused=("not_in_rulebook",))
    rows = book("lt").games["baccarat"].incidents.kinds["no_burn"]
    (found,) = try_on(with_rows("sv", "baccarat", "no_burn", rows), path).findings
    assert changes_in([found]) == [("outcome", (NOT_TAKEN,), ("go_on",))]
    assert found.place.incident is None, "the next report gets its number"


# --- rounds ----------------------------------------------------------------------------------------

BANKER = (OPEN, CLOSED, *map(card, ("2S", "9H", "KD", "KC")), DONE_D, DONE_D)


def test_a_report_that_was_refused_behind_another_one_is_decided_in_its_turn(tmp_path: Path) -> None:
    """By the other rulebook it would have waited: it is decided at the table that the open one leaves."""
    failed = incident("reader_failed", "P1", pit_boss_read=True)
    extra = incident("extra_card_drawn", "P1", shown=False)
    lines = (OPEN, CLOSED, card("9H"), card("2S"), UNREAD, failed, extra, card("KD"), card("4C"))
    path = written(tmp_path / "behind.journal", *lines, refused=("out_of_turn",))
    rows = book("lt").games["baccarat"].incidents.kinds["extra_card_drawn"]
    in_rounds = [replace(row, moments=frozenset("R")) for row in rows]
    (one,) = try_on(with_rows("lt", "baccarat", "extra_card_drawn", in_rounds), path).findings
    assert (one.about, one.before, one.after) == ("extra_card_drawn", (NOT_TAKEN,), ("carry_card",))
    assert (one.place.entry, one.place.incident) == (8, None), "the card that the open one asked for"


def test_another_pay_out_is_found_in_the_rounds_that_paid_it_and_in_no_other(tmp_path: Path) -> None:
    path = written(tmp_path / "rounds.journal", *ROUND, *BANKER, *ROUND, *BANKER)
    paid = book("lt").games["baccarat"].payouts  # type: ignore[attr-defined]
    cheaper = rulebook_with(
        "lt", "baccarat", payouts=replace(paid, banker=replace(paid.banker, odds=Fraction(1)))
    )
    found = try_on(cheaper, path).findings
    assert [(each.place.round, each.about) for each in found] == [("T7-2", "banker"), ("T7-4", "banker")]
    assert changes_in(found) == [("pay_out", ("19/20",), ("1",))] * 2
    none = try_on(rulebook_with("lt", "baccarat", side_bets=None), path).findings
    assert {each.after for each in none} == {(NOT_OFFERED,)}
    assert "small" in {each.about for each in none}


def test_the_return_of_a_worksheet_is_computed_under_the_new_rules(tmp_path: Path) -> None:
    bets = [{"on": "banker", "stake": 1000}, {"on": "player", "stake": 10}]
    asked: Seen = {"do": "settle", "by": "P1", "bets": bets}
    path = written(tmp_path / "sheet.journal", *BANKER[:-1], asked, DONE_D)
    paid = book("lt").games["baccarat"].payouts  # type: ignore[attr-defined]
    limits = book("lt").of(BaccaratRules).limits
    assert limits is not None
    changed = rulebook_with(
        "lt",
        "baccarat",
        payouts=replace(paid, banker=replace(paid.banker, odds=Fraction(1))),
        limits=replace(limits, lowest=5),
    )
    assert changes_in(try_on(changed, path).findings) == [
        ("pay_out", ("19/20",), ("1",)),
        ("pay_out", ("1950",), ("2000",)),
        ("limit", ("below",), ()),
    ]


def test_a_bet_that_the_other_rulebook_lacks_hides_no_other_of_its_worksheet(tmp_path: Path) -> None:
    bets = [{"on": "big", "stake": 100}, {"on": "banker", "stake": 1000}]
    asked: Seen = {"do": "settle", "by": "P1", "bets": bets}
    path = written(tmp_path / "sheet.journal", *BANKER[:-1], asked, DONE_D)
    paid = book("lt").games["baccarat"].payouts  # type: ignore[attr-defined]
    banker = replace(paid, banker=replace(paid.banker, odds=Fraction(1)))
    found = try_on(rulebook_with("lt", "baccarat", payouts=banker, side_bets=None), path).findings
    money = [each for each in found if each.before and each.before[0].isdecimal() and len(each.before[0]) > 2]
    assert [(each.about, each.after) for each in money] == [("banker", ("2000",))]
    assert ("big", (NOT_OFFERED,)) in {(each.about, each.after) for each in found}


def spin_line(turns: int) -> Seen:
    return {"do": "spin", "turns": turns, "direction": "against", "by": "D1"}


def test_a_spin_of_too_few_turns_by_the_other_rulebook(tmp_path: Path) -> None:
    read = {"do": "number", "number": 7, "source": "reader"}
    rounds = [line for turns in (3, 5) for line in (OPEN, CLOSED, spin_line(turns), read, DONE_D)]
    path = written(tmp_path / "wheel.journal", *rounds, code="sv", game="roulette")
    rules = book("sv").games["roulette"]
    stricter = rulebook_with("sv", "roulette", turns=replace(rules.turns, least=4))  # type: ignore[attr-defined]
    (found,) = try_on(stricter, path).findings
    assert changes_in([found]) == [("play", ("valid",), ("few_turns",))]
    assert found.place.round == "T7-1"


def test_a_number_that_the_dealer_may_not_say(tmp_path: Path) -> None:
    fields = {"do": "number", "number": 7, "source": "dealer", "by": "D1"}
    path = written(
        tmp_path / "said.journal",
        OPEN,
        CLOSED,
        spin_line(5),
        fields,
        fields,
        DONE_D,
        code="sv",
        game="roulette",
    )
    rules = book("sv").games["roulette"]
    leave = replace(rules.dealers_number, allowed=False)  # type: ignore[attr-defined]
    found = try_on(rulebook_with("sv", "roulette", dealers_number=leave), path).findings
    assert changes_in(found) == [("play", ("taken",), ("refused",))] * 2


@pytest.mark.parametrize(
    ("code", "may", "result"),
    [("sv", False, ("halts", "refused")), ("lt", True, ("refused", "halts"))],
)
def test_a_number_that_neither_rulebook_takes_is_no_difference_unless_it_halts(
    tmp_path: Path, code: str, may: bool, result: tuple[str, str]
) -> None:
    """By both nobody says a number before the ball has run, or in a halt; one of bet time halts by one."""
    said = {"do": "number", "number": 7, "source": "dealer", "by": "D1"}
    stale = {**said, "seen": {"entry": 1, "ms": 900}}
    taken_back = {**WITHDRAW, "reason": "turns misread"}
    path = written(
        tmp_path / "said.journal",
        *(OPEN, CLOSED, said, stale, spin_line(2), said, taken_back, spin_line(5)),
        *({"do": "number", "number": 8, "source": "reader"}, DONE_D, said, OPEN, said),
        code=code,
        game="roulette",
        refused=("out_of_turn", "stale", "halted", "bets_open", "not_in_rulebook"),
    )
    leave = replace(book(code).games["roulette"].dealers_number, allowed=may)  # type: ignore[attr-defined]
    found = try_on(rulebook_with(code, "roulette", dealers_number=leave), path).findings
    assert changes_in(found) == [("play", result[:1], result[1:])]
    assert found[0].place.round == "T7-2"


def test_other_steps_of_the_shuffle_are_found_where_one_began(
    nights: dict[tuple[str, str, int], Path],
) -> None:
    lt, sv = (book(code).games["baccarat"] for code in ("lt", "sv"))
    path = nights["baccarat", "lt", 1]
    found = try_on(rulebook_with("lt", "baccarat", preparation=sv.preparation), path).findings
    begun = [each for each in found if each.aspect is Aspect.PREPARATION]
    assert len(begun) > 1
    assert all("wash:dealer" in each.after and "wash:dealer" not in each.before for each in begun)
    # Which stage a card was turned in is known of another shuffle only by being asked.
    assert {each.asks for each in found if each not in begun} <= {"stage"}
    assert changes("baccarat", lt, replace(lt, preparation=sv.preparation))[0].reach is ChangeReach.TRIED


@pytest.mark.parametrize(("code", "other"), [("is", "sv"), ("lt", "ja"), ("sv", "lt")])
def test_a_report_that_waited_for_another_in_the_shuffle_is_tried_by_other_steps(
    tmp_path: Path, code: str, other: str
) -> None:
    path = written(
        tmp_path / "shuffle.journal",
        {"do": "reshuffle", "by": "P1"},
        *([DONE_D] if code == "lt" else []),  # another shoe is brought first
        incident("card_turned_in_shuffle", cards=3),
        incident("card_fell", cards=3),
        AUTHORISE,
        DONE_D,
        AUTHORISE,
        code=code,
    )
    found = try_on(book(other), path)
    assert found.journals[0].incidents == 2 and found.through
    assert [each for each in found.findings if each.aspect is not Aspect.PREPARATION] == []


def test_a_report_is_tried_as_those_before_it_in_the_queue_left_the_table(tmp_path: Path) -> None:
    """A pit boss's own report voids the round as its turn comes: the next one finds no card out."""
    reports = (incident(kind, "P1") for kind in ("reader_failed", "technical_fault", "cards_left_on_table"))
    lines = (OPEN, CLOSED, card("9H"), card("2S"), UNREAD, *reports, WITHDRAW)
    path = written(tmp_path / "queue.journal", *lines)
    result = try_on(book("lt"), path)
    assert (result.journals[0].incidents, result.findings) == (2, ())


def test_no_spin_that_goes_ahead_of_the_number_by_hand_is_tried_before_it(tmp_path: Path) -> None:
    """LT-ROU-27a: the outcome that waits again behind it has settled nothing yet."""
    reports = (incident("technical_fault", "P1"), incident("no_spin", cause="same_direction"))
    known = answer(result_known=True, actual=17)
    lines = (OPEN, CLOSED, *reports, known, SEEN_AGAIN, AUTHORISE)
    path = written(tmp_path / "ahead.journal", *lines, game="roulette")
    assert [each.kind for each in decided(path)] == ["no_spin"]
    assert not try_on(book("lt"), path).findings


def test_the_steps_of_a_report_that_waited_are_those_of_its_own_turn(tmp_path: Path) -> None:
    """The card is dealt with the last step of the incident before it, so that none is left to scan."""
    coup = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD")))
    failed = incident("reader_failed", "P1", pit_boss_read=True)
    path = written(tmp_path / "queue.journal", *coup, UNREAD, failed, failed, card("4C"), SEEN_AGAIN)
    first, second = decided(path)
    assert [step.action for step in first.steps] == ["scan_card"] and not second.steps
    rows = book("lt").games["baccarat"].incidents.kinds["reader_failed"]
    unscanned = with_rows("lt", "baccarat", "reader_failed", [replace(row, steps=()) for row in rows])
    found = try_on(unscanned, path).findings
    assert [each.place.incident for each in found] == [first.id]


def test_a_change_that_journals_cannot_show_is_reported_as_unknown() -> None:
    lt = book("lt").games["baccarat"]
    longer = replace(lt, bet_time=replace(lt.bet_time, seconds=25))
    (change,) = changes("baccarat", lt, longer)
    assert (change.place, change.before, change.after) == ("baccarat.bet_time.seconds", "18", "25")
    assert change.reach is ChangeReach.UNKNOWN


@pytest.mark.parametrize(
    ("key", "reach"),
    [
        *((key, "tried") for key in ("replaced_shoe", "after_last_hand", "preparation", "surrender", "burn")),
        *((key, "tried") for key in ("side_bets", "turns", "dealers_number", "ball_in_bet_time")),
        ("limits", "worksheets"),
        ("restriction", "worksheets"),
        ("restrictions", "worksheets"),
        ("decision_time", "unknown"),
        ("pick_up", "nothing"),
    ],
)
def test_a_rule_that_differs_is_listed_with_how_far_a_journal_shows_it(key: str, reach: str) -> None:
    found = {
        str(each.reach)
        for game in ("baccarat", "blackjack", "roulette")
        for code in CODES
        for each in changes(game, book("sv").games[game], book(code).games[game])
        if each.place.split(".")[1] == key
    }
    assert found == {reach}


def test_a_long_rule_that_differs_only_at_its_end_is_a_change() -> None:
    ja = book("ja").of(BlackjackRules)
    *others, last = ja.errata
    (change,) = changes("blackjack", ja, replace(ja, errata=(*others, replace(last, applied="another"))))
    assert change.place == "blackjack.errata" and len(str(change.before)) > 160
    assert str(change.after).endswith(":another")


def test_another_cut_card_is_reported_as_unknown() -> None:
    lt = book("lt").of(BaccaratRules)
    (change,) = changes("baccarat", lt, replace(lt, cut_card=replace(lt.cut_card, from_end=30)))
    assert (change.place, change.reach) == ("baccarat.cut_card.from_end", ChangeReach.UNKNOWN)


@pytest.mark.parametrize(
    ("game", "rule", "clauses"), [("baccarat", "burn", "LT-BAC-03"), ("blackjack", "surrender", "LT-BJ-07")]
)
def test_a_burn_or_surrender_that_one_rulebook_lacks_is_no_mere_clause(
    game: str, rule: str, clauses: str
) -> None:
    lt = book("lt").games[game]
    (change,) = changes(game, lt, replace(lt, **{rule: None}))
    assert (change.place, change.before, change.after) == (f"{game}.{rule}", clauses, None)
    assert change.reach is ChangeReach.TRIED
    (other,) = changes(game, lt, replace(lt, **{rule: replace(getattr(lt, rule), clauses=("GEN-deal",))}))
    assert (other.place, other.reach) == (f"{game}.clauses", ChangeReach.NOTHING)


def test_zero_wins_straight_up_and_in_its_splits_streets_and_corner_alone() -> None:
    """ROU-1.1-bets: zero has three splits, two streets and one corner, and is in no other bet."""
    bets = [kind.value for kind in BetKind]
    spin = Spin()
    assert winning_bets(spin, bets) == []
    for number in range(37):
        won = winning_bets(replace(spin, number=number), bets)
        assert won == (bets if number else ["straight", "split", "street", "corner"])


def test_every_two_rulebooks_that_differ_have_changes() -> None:
    for one in CODES:
        for other in CODES:
            for game in ("baccarat", "blackjack", "roulette"):
                told_apart = changes(game, book(one).games[game], book(other).games[game])
                assert bool(told_apart) is (book(one).games[game] != book(other).games[game])


def test_a_row_that_differs_only_in_whom_to_inform_is_a_change_and_a_finding(fell: Path) -> None:
    told = fallen(tell=OfficeToInform("authority", 24))
    (change,) = changes("baccarat", book("lt").games["baccarat"], told.games["baccarat"])
    assert change.before is not None and change.after == f"{change.before} tell=authority:24"
    assert change.reach is ChangeReach.TRIED
    assert changes_in(try_on(told, fell).findings) == [("notification", (), ("authority:24",))]
    # Sooner: the same office, other hours.
    sooner = fallen(tell=OfficeToInform("authority", 4))
    (change,) = changes("baccarat", told.games["baccarat"], sooner.games["baccarat"])
    assert str(change.before).endswith(" tell=authority:24")
    assert str(change.after).endswith(" tell=authority:4")


CASE_PARTS = {
    "moments": frozenset("T"),
    "facts": {"seen": True},
    "outcome": Result.RECORD_ONLY,
    "authority": "dealer",
    "steps": (),
    "choices": ("void", "go_on"),
    "stops": False,
    "tell": OfficeToInform("authority", 24),
}
"""Each part of a row with another value than that of LT-BAC-18b; a quoted clause decides nothing."""


@pytest.mark.parametrize("part", sorted(set(Case.__struct_fields__) - {"clause", "basis"}))
def test_each_part_of_a_row_is_a_change(part: str) -> None:
    lt = book("lt").games["baccarat"]
    other = fallen(**{part: CASE_PARTS[part]}).games["baccarat"]
    (change,) = changes("baccarat", lt, other)
    assert change.before != change.after
    assert change.reach is (ChangeReach.NOTHING if part == "stops" else ChangeReach.TRIED)


def test_rows_in_another_order_are_a_change_by_their_numbers() -> None:
    rows = book("lt").games["baccarat"].incidents.kinds["card_turned_in_shuffle"]
    turned = with_rows("lt", "baccarat", "card_turned_in_shuffle", rows[::-1]).games["baccarat"]
    (change,) = changes("baccarat", book("lt").games["baccarat"], turned)
    assert (change.before, change.after) == ("1 2 3", "3 2 1")


# --- what is refused, and stopped ------------------------------------------------------------------


def test_a_journal_of_a_game_that_the_rulebook_lacks_is_refused_by_name(fell: Path) -> None:
    rulebook = book("lt")
    without = replace(rulebook, games={"roulette": rulebook.games["roulette"]})
    with pytest.raises(UntriableJournal) as refused:
        try_on(without, fell)
    assert refused.value.key == "trial.refused.other_game"
    assert refused.value.slots == {"file": str(fell), "game": "baccarat", "rules": "new.toml"}


def test_a_stopped_trial_keeps_its_findings(
    nights: dict[tuple[str, str, int], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "STEP", 50)
    paths = [nights["baccarat", "lt", 1], nights["roulette", "lt", 4]]
    with ExitStack() as stack:
        journals = [stack.enter_context(review(path)) for path in paths]
        found = try_journals(journals, book("sv"), "sv.toml", lambda entry: entry < 100)
    assert not found.through
    assert [(each.entries, each.through) for each in found.journals] == [(99, False), (0, False)]
    assert found.findings
    assert all(each.place.entry < 100 for each in found.findings)
    whole = try_on(book("sv"), paths[0]).findings
    assert whole[: len(found.findings)] == found.findings
