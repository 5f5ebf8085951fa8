"""How each shoe of a table came, when it was ready, and what was left of it."""

from __future__ import annotations

from console.supervisor.history.shoes import PreparedStep, ShoeFact, ShoeFold, prepared_steps
from tests.supervisor.history.driven import moments_in, moments_of
from tests.table.core.tables import Driven, Seen
from tests.table.played import card

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
DONE: Seen = {"do": "done", "by": "D1"}
COUP = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C")), DONE, DONE)
RESHUFFLE: Seen = {"do": "reshuffle", "by": "P1", "on": True}
CLOSE: Seen = {"do": "close", "by": "P1", "on": True}


def test_a_shoe_ends_as_the_next_one_begins_with_the_cards_that_were_left() -> None:
    fold, changed = ShoeFold(), list[ShoeFact]()
    passed = moments_of("sv", *COUP, *COUP, RESHUFFLE)
    there = fold.before(passed[0])
    for moment in passed:
        changed += fold.follow(moment)
    assert there is not None and (there.how, there.place, there.cards) == ("there", None, 416)
    *_, first, second = changed
    assert (first.number, first.rounds, first.left) == (there.number, 2, there.cards - 8)
    assert (second.number, second.how, second.cards) == (there.number + 1, "same_cards", 416)
    assert first.ended_place == second.place == passed[-1].place
    assert (second.ready, fold.open) == (None, second)


def test_a_close_breaks_off_the_steps_of_a_shuffle_and_ends_its_shoe() -> None:
    fold, steps, changed = ShoeFold(), list[PreparedStep](), list[ShoeFact]()
    for moment in moments_of("sv", RESHUFFLE, CLOSE):
        steps += prepared_steps(moment)
        changed += fold.follow(moment)
    assert steps and not any(each.is_done for each in steps)
    assert changed[-1].ended is not None and fold.open is None


def test_a_shoe_that_is_changed_out_of_the_burn_was_prepared_before_it_was_brought() -> None:
    """Its burn is done, and the preparation of the one before it never ended."""
    fold, changed = ShoeFold(), list[ShoeFact]()
    table = Driven("lt")
    view = table.take(RESHUFFLE)
    while view["prompt"]["action"] != "burn_card":
        view = table.take(DONE)
        assert view["accepted"], view["why"]
    wrong: Seen = {"do": "incident", "kind": "wrong_card_set", "facts": {"cause": "order"}, "by": "P1"}
    assert table.take(wrong)["accepted"] and table.take(DONE)["accepted"]
    passed = moments_in(table)
    for moment in passed:
        changed += fold.follow(moment)
    *_, shuffled, brought = changed
    assert (shuffled.ready, shuffled.ended) == (None, brought.began)
    assert (brought.number, brought.how, brought.ready) == (shuffled.number + 1, "changed", None)
    assert not [*prepared_steps(passed[-1])], "the burn that was due is not done"
