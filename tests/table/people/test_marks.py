"""An older copy of the people's list put back: who was disabled is back, an old PIN is right again.

Each change of who may sign in, and how, leaves a mark; the last mark shows whether a list goes
on from it (GLI-19 2.8: accounts and their changes are kept).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.base.words import Words
from console.table.people.answers import Known, Locked, Wrong
from console.table.people.errors import LostPin, NoPepper, OlderList, OldForm
from console.table.people.file import PeopleFile
from console.table.people.marks import ListMark, mark_in, with_mark
from console.table.people.person import Records
from tests.table.people.kept import (
    ANNA,
    JONAS,
    OLD_BADGE,
    OLD_LIST,
    OTHER,
    PIN,
    RASA,
    ForgersKey,
    SetSeconds,
    old_list,
    people_in,
    rewritten,
    studio,
)


def older(people: PeopleFile, name: str = "older.json") -> Path:
    copy = people.path.with_name(name)
    shutil.copyfile(people.path, copy)
    return copy


def put_back(copy: Path, people: PeopleFile) -> None:
    shutil.copyfile(copy, people.path)


def mark_of(people: PeopleFile) -> ListMark:
    mark = people.mark
    assert mark is not None
    return mark


@pytest.mark.parametrize("mark", [ListMark(7, "k" + "0" * 32), ListMark(7, "0" * 32, 12)])
def test_a_mark_is_read_back_from_its_text(mark: ListMark) -> None:
    assert mark_in(mark.text) == mark


def test_each_change_of_who_may_sign_in_and_how_leaves_a_mark(tmp_path: Path) -> None:
    people = studio(tmp_path)
    marks = [mark_of(people)]
    for change in (
        lambda: people.reset(RASA.id, OTHER),
        lambda: people.disable(JONAS.id),
        lambda: people.enable(JONAS.id),
        lambda: [people.reset(ANNA.id, PIN)],
    ):
        change()
        marks.append(mark_of(people))
    assert [mark.number for mark in marks] == [3, 4, 5, 6, 7], "three were added, and four changes came"
    assert len({mark.digest for mark in marks}) == len(marks)
    assert all(people.goes_on_from(mark) for mark in marks), "a list goes on from all that it was"
    people.verify(RASA.id, PIN)
    people.name_journal("Table 7", "00" * 32)
    now = mark_of(people)
    assert (now.number, now.digest) == (7, marks[-1].digest), "a table's name changes nobody's way in"
    assert now.tried == 1 and people.unaccounted_since(marks[0], 0) == 0


def test_a_person_who_is_locked_by_wrong_tries_leaves_a_mark(tmp_path: Path) -> None:
    """An older copy of the list would let the guessing begin again."""
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    before = mark_of(people)
    for _ in range(40):
        watch.now += 1000
        people.verify(RASA.id, OTHER)
    assert people.listed[0].state == "locked"
    assert mark_of(people).number == before.number + 1


@pytest.mark.parametrize("later", [0, 1, 2, 5])
def test_an_older_copy_is_known_whatever_is_changed_in_it_since(tmp_path: Path, later: int) -> None:
    people = studio(tmp_path)
    copy = older(people)
    people.disable(JONAS.id)
    people.reset(RASA.id, OTHER)
    known = mark_of(people)
    put_back(copy, people)
    for number in range(later):
        people.reset(RASA.id, (PIN, OTHER)[number % 2])
    assert not people.goes_on_from(known), "a fork is none, even where it has as many changes, or more"


def test_a_list_changed_by_hand_keeps_no_mark_that_fits(tmp_path: Path) -> None:
    people = studio(tmp_path)
    people.disable(JONAS.id)
    known = mark_of(people)
    held = msgspec.json.decode(people.path.read_bytes())
    del held["people"][1]["disabled"]
    people.path.write_bytes(msgspec.json.encode(held))
    assert not people.goes_on_from(known)
    with pytest.raises(OlderList):
        people.verify(RASA.id, PIN)
    people.disable(RASA.id)
    assert not people.goes_on_from(known), "no later change makes it good"
    people.accept_changed()
    assert people.goes_on_from(known) and mark_of(people).number == known.number + 1


def test_marks_are_kept_as_far_back_as_a_table_may_stand_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.people.marks.KEPT", 12)
    people = studio(tmp_path)
    marks = [mark_of(people)]
    for number in range(13):
        (people.enable if number % 2 else people.disable)(JONAS.id)
        marks.append(mark_of(people))
    assert people.goes_on_from(marks[-12])
    assert not people.goes_on_from(marks[0]), "what can't be told is not believed"


def test_the_last_thousand_changes_and_marks_are_kept() -> None:
    records = Records(2, "0" * 64, ())
    for _ in range(1_001):
        records = with_mark(
            records.with_change("new_secret", None, "root", datetime(2026, 3, 1, tzinfo=UTC)), ForgersKey()
        )
    assert (len(records.changes), len(records.marks)) == (1_000, 1_000)
    assert (records.changes[0].number, records.changes[-1].number, records.mark) == (2, 1_001, 1_001)
    assert [each.mark for each in records.changes] == [*range(2, 1_002)]


def test_a_table_at_work_asks_no_older_list(tmp_path: Path) -> None:
    """People who were disabled are back in it: nobody signs in until technical service has looked."""
    people = studio(tmp_path)
    at_table, seen = people_in(people.path), list[ListMark]()
    at_table.follow(seen.append)
    assert isinstance(at_table.verify(JONAS.id, PIN), Known)
    copy = older(people)
    people.disable(JONAS.id)
    at_table.verify(RASA.id, PIN)
    assert seen[-1] == mark_of(people), "the table reports what it learns"
    put_back(copy, people)
    for asked in (
        lambda: at_table.verify(JONAS.id, PIN),
        lambda: at_table.verify_badge("123456789012"),
        lambda: at_table.reset(RASA.id, OTHER),
        lambda: at_table.listed,
    ):
        with pytest.raises(OlderList) as refused:
            asked()
        assert refused.value.slots == {"file": str(people.path)}
    assert people.path.read_bytes() == copy.read_bytes(), "it is left as it is"


@pytest.mark.parametrize("text", ["", "4", "4 ", "x c0ffee", "-4 c0ffee", "٤ c0ffee", "9" * 5_000 + " c0"])
def test_a_malformed_mark_is_not_read(text: str) -> None:
    """It comes from a journal, into which somebody may have written anything."""
    assert mark_in("4 c0ffee") == ListMark(4, "c0ffee")
    assert mark_in(text) is None


def forged(people: PeopleFile, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the list as somebody who can write it alone can: with a mark of another key."""
    held = msgspec.json.decode(people.path.read_bytes())
    change(held)
    records = with_mark(msgspec.convert(held, Records), ForgersKey())
    people.path.write_bytes(msgspec.json.encode(records))


def as_pit_boss(held: dict[str, Any]) -> None:
    """The dealer's hash over the pit boss's."""
    held["people"][1].update({each: held["people"][0][each] for each in ("pin", "pepper")})


@pytest.mark.sweep(6)
@pytest.mark.parametrize(
    "change",
    [
        as_pit_boss,
        lambda held: held["people"][0].update(role="pit_boss"),
        lambda held: held["people"][0].pop("wrong", None),
        lambda held: held.update(tried=0),
        lambda held: held.update(marks=held["marks"][:-1], mark=held["mark"] - 1),
        lambda held: held["changes"].pop(),
        lambda held: held.update(journals={}),
        lambda held: held.pop("seal"),
        lambda held: held.pop("key"),
    ],
)
@pytest.mark.parametrize("marks_it", [True, False], ids=["with the next mark", "as it is"])
def test_a_list_that_was_changed_without_the_secret_lets_nobody_in(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], marks_it: bool
) -> None:
    people = studio(tmp_path)
    people.name_journal("Table 7", "00" * 32)
    people.verify(RASA.id, OTHER)
    known = mark_of(people)
    if marks_it:
        forged(people, change)
    else:
        held = msgspec.json.decode(people.path.read_bytes())
        change(held)
        people.path.write_bytes(msgspec.json.encode(held))
    assert not people.goes_on_from(known)
    with pytest.raises(OlderList):
        people.verify(JONAS.id, PIN)


def test_a_pin_and_a_badge_are_nobody_elses_whoever_signs_the_list(tmp_path: Path) -> None:
    """Somebody who has the list and its secret can sign any list, and still copies no PIN."""
    people = studio(tmp_path)
    people.reset(RASA.id, OTHER)
    people.add(msgspec.structs.replace(ANNA, id="S-2"), PIN, OLD_BADGE)
    rewritten(people, as_pit_boss)

    def badge_too(held: dict[str, Any]) -> None:
        held["people"][1].update({each: held["people"][3].pop(each) for each in BADGE_FIELDS})

    assert people.verify(JONAS.id, OTHER) == Wrong(JONAS.id)
    assert isinstance(people.verify_badge(OLD_BADGE), Known)
    rewritten(people, badge_too)
    assert not isinstance(people.verify_badge(OLD_BADGE), Known)


BADGE_FIELDS = ("badge", "badge_pepper", "badge_bound")


def test_a_copy_of_before_the_wrong_tries_gives_no_more_of_them(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    at_table = people_in(people.path, watch)
    at_table.follow(lambda _: None)
    copy = older(people)
    for _ in range(3):
        assert isinstance(at_table.verify(JONAS.id, OTHER), Wrong)
    known = mark_of(people)
    put_back(copy, people)
    with pytest.raises(OlderList):
        at_table.verify(JONAS.id, OTHER)
    assert not people.goes_on_from(known), "after a restart neither: the table's record has the tries"


def test_after_a_lost_secret_the_list_goes_on_and_no_other_pin_is_right(tmp_path: Path) -> None:
    people = studio(tmp_path)
    known = mark_of(people)
    kept = people.secret.read_bytes()
    people.secret.unlink()
    with pytest.raises(NoPepper):
        people.goes_on_from(known)
    with pytest.raises(NoPepper):
        people.reset(ANNA.id, OTHER)
    people.reset(ANNA.id, OTHER, new_secret=True)
    assert people.goes_on_from(known) and people.unaccounted_since(known, 0) == 0
    assert isinstance(people.verify(ANNA.id, OTHER), Known)
    assert [each.state for each in people.listed] == ["no_pin", "no_pin", "active"]
    people.secret.write_bytes(kept)
    with pytest.raises(NoPepper):
        people.verify(ANNA.id, OTHER)


def test_a_secret_that_is_only_said_to_be_another_signs_no_forged_list(tmp_path: Path) -> None:
    """With another id of the key in it, a forged list looks as if its secret were lost."""
    people = studio(tmp_path)

    def forge(held: dict[str, Any]) -> None:
        held["people"][0]["role"] = "pit_boss"
        held["key"] = "0123456789abcdef"

    forged(people, forge)
    people.reset(ANNA.id, OTHER, new_secret=True)
    with pytest.raises(LostPin):
        people.verify(RASA.id, PIN)


def test_a_person_who_is_locked_stays_so_in_a_sealed_list(tmp_path: Path) -> None:
    people = studio(tmp_path)
    rewritten(people, lambda held: held["people"][1].update(wrong=10))
    assert isinstance(people.verify(JONAS.id, PIN), Locked)


def test_a_list_of_1_0_0_is_refused_with_the_version_that_takes_it_over(tmp_path: Path) -> None:
    people = old_list(tmp_path)
    with pytest.raises(OldForm, match=r"1\.2\.0"):
        people.verify(RASA.id, PIN)
    with pytest.raises(OldForm):
        people.reset(RASA.id, PIN)
    assert people.path.read_bytes() == OLD_LIST.read_bytes()
    assert "1.2.0" in Words("de").text(OldForm.key, file="people.json")
