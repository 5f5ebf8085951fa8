"""A kind of note is whole: each name in its row is one that the house has, and what is missing is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.table.core import ClockState, events
from console.table.core.state.commissioning_state import ComparedReads, Newer
from console.table.core.state.note_kinds import (
    About,
    CountedAs,
    KnownList,
    NotedDevice,
    NoteKind,
    NoteRow,
    NoteText,
    PeopleChange,
    SealTrouble,
    TakenCall,
    kind_of_name,
    of_health,
)
from console.table.devices import Health
from console.table.journal.proof.statement import is_of_a_terminal
from console.table.people.answers import ChangeName
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven

USUAL = NoteRow("usual", About.CONSOLE)
"""A row that leaves out what it may."""


def lacks(row: NoteRow) -> Iterator[str]:
    """Each name in a row that the program does not have, and each that the row lacks."""
    keys = [f"log.noted.{row.name}"]
    keys += [f"report.doing.{row.name}"] if row.counted_as is CountedAs.REPORT else []
    for language in LANGUAGES:
        yield from (f"name: {language} has no {key!r}" for key in keys if not words(language).has(key))
    if row.health is not None and row.about not in (About.DEVICE, About.LINK):
        yield "health: it is about no device and no link"
    if (row.text in (NoteText.DEVICE, NoteText.MODEL)) != (row.about is About.DEVICE):
        yield "text: it names a device where the note is about one, and nowhere else"
    if (row.counted_as is CountedAs.TEXT) != (row.text is NoteText.READS):
        yield "counted_as: each text by itself where it says how a device reads, and nowhere else"
    if row.is_about_people != (row.text is NoteText.PERSON):
        yield "is_about_people: it does where its text is somebody's account, and nowhere else"
    if row.about in (About.DEVICE, About.LINK) and row.counted_as is not CountedAs.NONE:
        yield "counted_as: devices and the link stand in lists of their own"


@pytest.mark.parametrize("kind", NoteKind)
def test_each_name_in_a_row_is_one_that_the_house_has(kind: NoteKind) -> None:
    assert not [*lacks(kind.row)]


def test_no_two_kinds_have_one_name() -> None:
    assert len(NoteKind) == len(NoteKind.__members__)
    assert all(name.lower() == kind == kind.row.name for name, kind in NoteKind.__members__.items())


@pytest.mark.parametrize(
    "what",
    [
        *(f"people_{change}" for change in get_args(ChangeName)),
        *(f"certificate_{newer}" for newer in Newer),
    ],
)
def test_a_value_that_is_noted_has_its_kind(what: str) -> None:
    assert kind_of_name(what) == what


@pytest.mark.parametrize("change", get_args(ChangeName))
def test_each_change_to_the_list_of_people_reaches_the_table(change: ChangeName) -> None:
    """At a terminal it has a number, by which a table takes it only once; at the table it has none."""
    at_terminal = events.Noted(
        kind_of_name(f"people_{change}"), "S-1", "D-7 dealer 4 2026-11-20", terminal="root"
    )
    at_table = events.Noted(kind_of_name(f"people_{change}"), "S-1", "D-7 dealer")
    assert at_terminal.is_about_people and not at_table.is_about_people
    driven = Driven("lt")
    for event, number in ((at_table, 0), (at_terminal, 4)):
        driven.session.note(kind_of_name(event.what), event.who, event.text, event.terminal)
        assert driven.table.console.people_change == number
    assert not is_of_a_terminal(events.ENCODER.encode(at_terminal)), "the table itself told it"


def test_only_changes_to_the_list_of_people_count_as_such() -> None:
    telling = {kind for kind in NoteKind if kind.row.is_about_people}
    assert telling == {f"people_{change}" for change in get_args(ChangeName)}


@pytest.mark.parametrize("about", [About.DEVICE, About.LINK])
def test_each_state_of_a_device_and_of_the_link_has_its_kind(about: About) -> None:
    states = [each for each in Health if each is not Health.SHARED or about is About.DEVICE]
    assert [of_health(about, each) for each in states] == [f"{about.name.lower()}_{each}" for each in states]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("D-7 dealer", PeopleChange("D-7", "dealer")),
        (
            "D-7 dealer 4 2026-11-20T06:12:09",
            PeopleChange("D-7", "dealer", 4, "2026-11-20T06:12:09"),
        ),
        ("1234", TakenCall(1234)),
        ("9f3a 12 c0ffee", KnownList("9f3a", "12 c0ffee")),
        ("2026-11-20 06:00: /k/seal.pem: no room", SealTrouble("2026-11-20 06:00", "/k/seal.pem: no room")),
        ("journal-1.db: no room", SealTrouble("journal-1.db", "no room")),
        ("no room", SealTrouble("", "no room")),
        ("shoe 4000", ComparedReads("shoe", 4000)),
        ("synchronised UTC+0200", ClockState("synchronised", "UTC+0200")),
    ],
)
def test_a_text_of_a_kept_journal_is_read_and_is_written_so_again(
    text: str, value: PeopleChange | TakenCall | KnownList | SealTrouble | ComparedReads | ClockState
) -> None:
    assert type(value).of(text) == value
    assert value.text == text


@pytest.mark.parametrize("text", ["", "D-7", "D-7 dealer x9", "D-7 dealer -4"])
def test_a_change_without_a_number_is_one_at_the_table(text: str) -> None:
    assert PeopleChange.of(text).number == 0


@pytest.mark.parametrize("text", ["", "call 4", "-4", "٤"])
def test_a_taken_call_without_an_entry_number_has_entry_zero(text: str) -> None:
    assert TakenCall.of(text).entry == 0


@pytest.mark.parametrize(
    ("text", "device"),
    [
        ("wheel", NotedDevice("wheel")),
        ('shoe angel_eye {"card":"x"}', NotedDevice("shoe", "angel_eye")),
        ("", NotedDevice("")),
    ],
)
def test_a_note_names_its_device_first(text: str, device: NotedDevice) -> None:
    assert NotedDevice.of(text) == device


COUNTED_BY_TEXT = "counted_as: each text by itself where it says how a device reads, and nowhere else"
TOLD = "is_about_people: it does where its text is somebody's account, and nowhere else"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": "unlock"}, "name: ja has no 'log.noted.unlock'"),
        ({"counted_as": CountedAs.REPORT}, "name: de has no 'report.doing.unlocked'"),
        ({"health": Health.LOST}, "health: it is about no device and no link"),
        ({"text": NoteText.DEVICE}, "text: it names a device where the note is about one, and nowhere else"),
        ({"text": NoteText.READS}, COUNTED_BY_TEXT),
        ({"counted_as": CountedAs.TEXT}, COUNTED_BY_TEXT),
        ({"is_about_people": True}, TOLD),
        ({"text": NoteText.PERSON}, TOLD),
    ],
)
def test_each_missing_part_of_a_note_kind_is_named(wrong: dict[str, object], message: str) -> None:
    assert message in [*lacks(replace(NoteKind.UNLOCKED.row, **wrong))]


@pytest.mark.parametrize(("name", "about"), [("device_lost", About.DEVICE), ("link_lost", About.LINK)])
def test_a_device_note_and_a_link_note_name_their_missing_parts(name: str, about: About) -> None:
    left_out = {each.partition(":")[0] for each in lacks(NoteRow(name, about))}
    assert left_out == {"counted_as", *(["text"] if about is About.DEVICE else [])}


def test_a_note_row_requires_only_its_name_and_its_subject() -> None:
    assert [field.name for field in msgspec.structs.fields(NoteRow) if field.required] == ["name", "about"]
    assert not [*lacks(replace(USUAL, name="restarted"))], "what is left out is a note of the console itself"


def test_a_note_is_the_plain_name_in_the_journal() -> None:
    assert events.ENCODER.encode(events.Noted(NoteKind.BUG)) == b'{"event":"noted","what":"bug"}'
