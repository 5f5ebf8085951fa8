"""Who was at a table, from when to when, and how each stay ended."""

from __future__ import annotations

from console.supervisor.history.stays import Stay, StayFold
from console.table.core import NoteKind
from tests.supervisor.history.driven import moments_in, moments_of
from tests.table.core.play.test_trainees import dealing
from tests.table.core.tables import Seen

RELIEF: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
LEAVES: Seen = {"do": "sign_out", "who": "P1"}
COMES: Seen = {"do": "sign_in", "who": "P1", "role": "pit_boss"}


def test_a_stay_ends_as_its_person_leaves_or_is_relieved() -> None:
    fold, changed = StayFold(), list[Stay]()
    passed = moments_of("sv", RELIEF, LEAVES, COMES)
    there = {(each.who, each.place) for each in fold.before(passed[0])}
    for moment in passed:
        changed += fold.follow(moment)
    assert there == {("D1", None), ("P1", None)}, "they were there before what is read"
    ended = [(each.who, each.place, each.how) for each in changed if each.how is not None]
    assert ended == [("D1", None, "relieved"), ("P1", None, "left")]
    begun = [(each.who, each.place) for each in changed if each.how is None]
    assert begun == [("D2", 1), ("P1", 3)]
    assert {(each.who, each.place) for each in fold.before(passed[-1])} == {("D2", 1), ("P1", 3)}


def test_a_stay_beside_a_dealer_ends_as_that_dealer_leaves() -> None:
    table = dealing()
    table.session.note(NoteKind.BESIDE_LEFT, who="D1", text="T7")
    table.session.sign_in_beside("T7", "D2")
    table.take({"do": "sign_out", "who": "T7"})
    fold, changed = StayFold(), list[Stay]()
    for moment in moments_in(table):
        changed += fold.follow(moment)
    assert [(each.who, each.who.beside, each.how) for each in changed] == [
        ("D1", None, "relieved"), ("T7", "D1", None),
        ("T7", "D1", "stays"), ("T7", None, None),
        ("T7", None, "stays"), ("T7", "D2", None),
        ("T7", "D2", "left"),
    ]  # fmt: skip
