"""An older copy of the people's list put back: who was disabled is back, an old PIN is right again.

Each change of who may sign in, and how, leaves a mark; the last mark shows whether a list goes
on from it (GLI-19 2.8: accounts and their changes are kept).
"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from console.people.answers import Known
from console.people.errors import OlderList
from console.people.file import PeopleFile
from console.people.marks import KEPT, ListMark, mark_in
from tests.people.kept import ANNA, JONAS, OTHER, PIN, RASA, people_in, studio


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
    assert mark_of(people) == marks[-1], "a wrong try and a table's name change nobody's way in"


def test_a_person_who_is_locked_by_wrong_tries_leaves_a_mark(tmp_path: Path) -> None:
    """An older copy of the list would let the guessing begin again."""
    people = studio(tmp_path)
    before = mark_of(people)
    watch = people._now
    for _ in range(40):
        watch.now += 1000  # type: ignore[attr-defined]
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
    people.verify(RASA.id, OTHER)
    people.disable(RASA.id)
    assert not people.goes_on_from(known), "no later change makes it good"
    people.accept_changed()
    assert people.goes_on_from(known) and mark_of(people).number == known.number + 1


def test_an_older_list_without_marks_is_marked_with_its_next_change(
    tmp_path: Path,
) -> None:
    people = studio(tmp_path)
    known = mark_of(people)
    held = msgspec.json.decode(people.path.read_bytes())
    del held["mark"], held["marks"]
    people.path.write_bytes(msgspec.json.encode(held))
    assert people.mark is None and not people.goes_on_from(known)
    people.name_journal("Table 7", "00" * 32)
    assert mark_of(people).number == 1


def test_marks_are_kept_as_far_back_as_a_table_may_stand_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEPT >= 1000
    monkeypatch.setattr("console.people.marks.KEPT", 12)
    people = studio(tmp_path)
    marks = [mark_of(people)]
    for number in range(13):
        (people.enable if number % 2 else people.disable)(JONAS.id)
        marks.append(mark_of(people))
    assert people.goes_on_from(marks[-12])
    assert not people.goes_on_from(marks[0]), "what can't be told is not believed"


def test_a_table_at_work_asks_no_older_list(tmp_path: Path) -> None:
    """People who were disabled are back in it: nobody signs in until technical service has looked."""
    people = studio(tmp_path)
    at_table, seen = people_in(people.path), list[ListMark]()
    at_table.follow(seen.append)
    assert isinstance(at_table.verify(JONAS.id, PIN), Known)
    copy = older(people)
    people.disable(JONAS.id)
    at_table.verify(RASA.id, PIN)
    assert seen == [mark_of(people)], "what the table learns it tells"
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
