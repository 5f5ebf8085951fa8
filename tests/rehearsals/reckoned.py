"""The right answers of a rehearsal, by hand: from its file, the decision table and the protocol's text.

Nothing of the console's own code is used: neither the incident procedures nor the table. What a table knows
by itself follows here from the moment at which it goes wrong.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from console.rehearsals.script import Mishap, Script
from console.table.incidents import Fact
from tests.table.incidents.rows import COMMITTED, Expected, committed

IS: Final[dict[str, tuple[str, dict[str, Fact]]]] = {
    "card_drops": ("card_fell", {}),
    "card_turns": ("card_turned_in_shuffle", {}),
    "burned_too_many": ("over_burn", {}),
    "burned_too_few": ("under_burn", {}),
    "burn_forgotten": ("no_burn", {}),
    "burn_card_shown": ("burn_card_shown", {}),
    "first_card_shown": ("first_card_face_up", {}),
    "device_fails": ("technical_fault", {}),
    "cut_card_missed": ("played_past_cut_card", {}),
    "cut_card_unscanned": ("cut_card_not_scanned", {}),
    "card_too_many": ("extra_card_drawn", {}),
    "card_in_bet_time": ("early_deal", {"first_card": True}),
    "reader_fails": ("reader_failed", {}),
    "card_on_wrong_side": ("wrong_position", {}),
    "hand_missed": ("too_few_hands", {}),
    "hand_too_many": ("too_many_hands", {}),
    "cards_left": ("cards_left_on_table", {}),
    "card_damaged": ("damaged_card", {}),
    "card_misread": ("misread", {}),
    "card_swapped": ("card_mismatch", {}),
    "card_read_twice": ("double_scan", {}),
    "cards_stuck": ("stuck_cards", {}),
    "cards_out_of_order": ("out_of_order", {}),
    "card_face_down": ("card_face_down", {}),
    "hole_card_shown": ("hole_card_exposed", {}),
    "hole_card_turned": ("hole_card_turned_early", {}),
    "player_passed_over": ("no_chance_to_act", {}),
    "cards_cleared": ("cards_cleared_early", {}),
    "act_forbidden": ("prohibited_action", {}),
    "play_stops": ("cannot_continue", {}),
    "ball_with_wheel": ("no_spin", {"cause": "same_direction", "recorded": False}),
    "ball_wrong_way": ("no_spin", {"cause": "wrong_direction", "recorded": False}),
    "ball_few_turns": ("no_spin", {"cause": "few_turns", "recorded": False}),
    "wheel_stops": ("no_spin", {"cause": "wheel_stopped", "recorded": False}),
    "ball_hangs": ("no_spin", {"cause": "ball_hangs", "recorded": False}),
    "ball_leaves_wheel": ("ball_out", {}),
    "object_falls_in": ("foreign_object", {}),
    "number_not_read": ("not_read", {}),
    "ball_in_bet_time": ("spun_in_bet_time", {"ball": "track"}),
    "ball_falls_in_bet_time": ("spun_in_bet_time", {"ball": "pocket", "recorded": False}),
    "number_in_bet_time": ("spun_in_bet_time", {"ball": "pocket", "recorded": True}),
    "number_wrong": ("wrong_number_recorded", {}),
    "number_changes": ("wrong_number_recorded", {}),
}
"""The incident that a slip is, with its plain facts, unless the slip has the name of its kind."""
UNREPORTED: Final = frozenset(("answer_twice", "answer_late", "clock_is_set", "disk_is_full"))
"""Slips that nobody has to report."""

USUALLY: Final = {
    "card_drops": "cards_out", "card_turns": "shuffle", "burned_too_many": "burned",
    "burned_too_few": "burned", "burn_forgotten": "burned", "burn_card_shown": "burned",
    "first_card_shown": "cards_out", "device_fails": "cards_out", "cut_card_missed": "cards_out",
    "cut_card_unscanned": "cards_out", "card_too_many": "result", "card_in_bet_time": "bet_time",
    "reader_fails": "cards_out", "card_on_wrong_side": "cards_out", "hand_missed": "cards_out",
    "hand_too_many": "cards_out", "cards_left": "burned", "card_damaged": "cards_out",
    "card_misread": "cards_out", "card_swapped": "cards_out", "card_read_twice": "cards_out",
    "cards_stuck": "cards_out", "cards_out_of_order": "cards_out", "card_face_down": "cards_out",
    "hole_card_shown": "deciding", "hole_card_turned": "deciding", "player_passed_over": "result",
    "cards_cleared": "cards_out", "act_forbidden": "burned", "play_stops": "cards_out",
    "ball_with_wheel": "spin_due", "ball_wrong_way": "ball_runs", "ball_few_turns": "spin_due",
    "wheel_stops": "ball_runs", "ball_hangs": "ball_runs", "ball_leaves_wheel": "ball_runs",
    "object_falls_in": "ball_runs", "number_not_read": "ball_runs", "ball_in_bet_time": "bet_time",
    "ball_falls_in_bet_time": "bet_time", "number_in_bet_time": "bet_time", "number_wrong": "result",
    "number_changes": "result",
}  # fmt: skip
"""The moment that is meant where a file names none."""

SHUFFLE: Final = {
    "baccarat": {"sv": 2, "ja": 4, "is": 4, "de": 4, "lt": 3},
    "blackjack": {"sv": 2, "ja": 2, "is": 2, "de": 2, "lt": 3},
}
"""Steps of the shuffle, by the protocol's table."""
LAST_STAGE: Final = 3
PREFIX: Final = {"baccarat": "BAC-", "blackjack": "BJ-", "roulette": "ROU-"}
_IN_ROUND: Final = frozenset(("cards_out", "deciding", "result", "spin_due", "ball_runs"))
_VALUE: Final = {"true": True, "false": False}


_WHEN: Final = {"inspection": "I", "shuffle": "S", "round": "R"}
"""The letter of a moment, where the rows have one for each."""


class Reckoned(NamedTuple):
    """The right report and outcome, as the decision table has them."""

    kind: str
    facts: dict[str, Fact]
    outcome: str
    comes_to: tuple[str, ...]
    """The outcome, or what the pit boss can choose between now."""
    clause: str | None
    basis: str | None
    authority: str
    steps: tuple[str, ...]
    announced: tuple[str, ...]
    """The announcements that it brings; all are the pit boss's (LT-BAC-12, LT-BJ-16, LT-ROU-24)."""


def moment(mishap: Mishap) -> str:
    """When it goes wrong."""
    if mishap.when is None:
        assert mishap.slip in USUALLY, (
            f"USUALLY in {__file__} has no moment for '{mishap.slip}': give the rehearsal's file a `when`"
        )
        return USUALLY[mishap.slip]
    return str(mishap.when)


def incident_of(slip: str) -> tuple[str, dict[str, Fact]]:
    """The kind of a slip that is reported, and its plain facts."""
    kind, plain = IS.get(slip, (str(slip), {}))
    assert kind in {row.kind for row in committed()}, (
        f"{__file__}: '{slip}' is the name of no kind of incident: it needs a row in IS or in UNREPORTED"
    )
    return kind, plain


def reckoned(script: Script, mishap: Mishap, rules: str, choice: str | None = None) -> Reckoned | None:
    """The right report under a rulebook; None if nothing is to be reported."""
    if mishap.slip in UNREPORTED:
        return None
    kind, plain = incident_of(mishap.slip)
    known: dict[str, Fact] = {**_known(script, mishap, rules), **plain, **mishap.facts}
    if choice is not None:
        known["choice"] = choice
    rows = fitting(kind, script.game, rules, known, mishap)
    assert len(rows) == 1, (
        f"{COMMITTED} has {len(rows)} rows for {kind} in {script.game} by {rules}, where {known}: "
        f"the rehearsal with '{mishap.slip}' needs `facts`, or the table a row"
    )
    (row,) = rows
    asked = {fact: known[fact] for fact, _ in row.facts if fact != "choice"}
    return Reckoned(
        kind, asked, row.outcome, _comes_to(row, mishap), row.clause or None, _basis(row, script.game, rules),
        row.authority, steps_of(row, mishap),
        _announced(row, script, mishap),
    )  # fmt: skip


def fitting(kind: str, game: str, rules: str, facts: dict[str, Fact], mishap: Mishap) -> list[Expected]:
    """The rows of a kind under a rulebook that these facts fit; of a wrong card set, those of its moment."""
    when = _WHEN[_where(mishap)]
    return [
        row for row in committed()
        if (row.kind, row.game) == (kind, game) and (not row.rules or rules in row.rules)
        if all(fact in facts and _fits(value, facts[fact]) for fact, value in row.facts)
        if kind != "wrong_card_set" or when in row.when
    ]  # fmt: skip


def _where(mishap: Mishap) -> str:
    when = moment(mishap)
    return when if when in ("shuffle", "inspection") else "round"


def _known(script: Script, mishap: Mishap, rules: str) -> dict[str, Fact]:
    """The facts that the table itself knows at that moment."""
    when = moment(mishap)
    known: dict[str, Fact] = {"where": _where(mishap)}
    if mishap.slip == "cut_card_missed":
        known["noticed"] = "betting" if when == "bet_time" else "round"
    elif mishap.slip == "cards_left":
        known["noticed"] = "after_deal" if when in _IN_ROUND else "before_deal"
    else:
        known["noticed"] = "before_first_round" if when == "burned" else "later"
    if when == "shuffle":
        steps = SHUFFLE[script.game][rules]
        due = min(mishap.count or 1, steps)
        known["stage"] = LAST_STAGE if due == steps else min(due, LAST_STAGE)
    if mishap.slip == "player_passed_over":
        first, second = script.cards[0], script.cards[len(script.seats) + 1]
        known["hand"] = 1  # nobody has split
        known["total"] = _points(str(first)[0]) + _points(str(second)[0])
    return known


def _points(rank: str) -> int:
    return 11 if rank == "A" else 10 if rank in "TJQK" else int(rank)


def _fits(wanted: str, fact: Fact) -> bool:
    """Whether a fact is what a row asks: a word, true or false, ``3``, ``1-2``, ``3+``."""
    if isinstance(fact, bool):
        return _VALUE.get(wanted) is fact
    if isinstance(fact, int):
        least, _, most = wanted.removesuffix("+").partition("-")
        return int(least) <= fact and (wanted.endswith("+") or fact <= int(most or least))
    return wanted == fact


def _comes_to(row: Expected, mishap: Mishap) -> tuple[str, ...]:
    """Nobody can void a round where none is open."""
    if row.outcome != "pit_boss_decides":
        return (row.outcome,)
    return row.choices if moment(mishap) in {*_IN_ROUND, "bet_time"} else ("go_on",)


def _basis(row: Expected, game: str, rules: str) -> str | None:
    if not row.clause:
        return None
    of_lt = row.clause.startswith("LT-")
    own = row.clause.removeprefix("LT-").startswith(PREFIX[game])
    return "rule" if own and of_lt == (rules == "lt") and row.kind != "wrong_card_set" else "house"


def steps_of(row: Expected, mishap: Mishap) -> tuple[str, ...]:
    """The steps of a row that are still to be done at the moment of the mishap."""
    return tuple(step for step in row.steps if not _left_out(step, mishap))


def _left_out(step: str, mishap: Mishap) -> bool:
    """A card that halted the table in bet time is read already, and so is a number."""
    return (step, mishap.slip) in {
        ("scan_card:pit_boss", "card_in_bet_time"),
        ("enter_number:dealer", "number_in_bet_time"),
    }


def _announced(row: Expected, script: Script, mishap: Mishap) -> tuple[str, ...]:
    """'At the decision', of the protocol."""
    when, alone = moment(mishap), len(script.seats) == 1
    match row.outcome:
        case "void":
            return ("no_spin",) if row.kind == "no_spin" else ("round_void",)
        case "respin":
            return ("no_spin",)
        case "settle_by_hand":
            return ("number_corrected",)
        case "shuffle_again" | "replace_decks":
            return ("shuffle_again",)
        case "refund_hand":
            return ("round_void",) if alone else ("hand_refunded",)
        case "finish" | "shuffle_on":
            return ()
        case "change_shoe_after":
            return ()  # the step's cut card says that it is the last hand, which is a round's announcement
        case _ if when == "result":
            return ()
        case _:
            return ("play_goes_on",) if when in {*_IN_ROUND, "bet_time"} else ()
