"""A certificate says who entered those who signed it: who chose both PINs can sign as two people."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.commissioning.certificate import (
    Certificate,
    Flaw,
    PinGiver,
    certificate_bytes,
    certificate_of,
    flaws,
)
from console.commissioning.certificate_paper import certificate_paper
from console.commissioning.programme_at_table import TableCommissioning
from console.commissioning.signers import pin_lines, signatures
from console.table.config import training_config
from console.table.core import Person, Role, SetClock, Trade
from console.table.people import PeopleFile, file
from console.table.people.signatures import IdDisabled
from tests.base.words.catalogues import words
from tests.commissioning.certificates import certificate
from tests.table.people.kept import people_in

SARA = Person("S1", "Sara", Role.SUPERVISOR, "en")
BO = Person("S2", "Bo", Role.SUPERVISOR, "en")
TOMAS = Person("T1", "Tomas", Trade.TECHNICIAN, "en")


class StandsStill(datetime):
    """A clock of one night: a list that is made before midnight is read on the same day."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 11, 20, 23, 59, 59, tzinfo=UTC).astimezone(tz)


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PeopleFile:
    """A list whose first supervisor is Sara, who entered Bo."""
    monkeypatch.setattr(file, "datetime", StandsStill)
    people = people_in(tmp_path / "people.json")
    people.add(SARA, "482915")
    people.add(BO, "739164", by="S1")
    return people


def signed(people: PeopleFile, supervisor: Person) -> Certificate:
    return certificate().with_signatures(signatures(TOMAS, supervisor, people.people))


def test_the_certificate_names_the_supervisor_who_entered_the_technician(people: PeopleFile) -> None:
    people.add(TOMAS, "205837", by="s1")
    made = signed(people, SARA)
    assert made.knows_both_pins
    first, technician, supervisor = pin_lines(made, words("en"))
    assert first == words("en").text("commissioning.entered.both_pins")
    assert technician == "Tomas (T1) was entered in the list of people by Sara (s1) on 20/11/2026."
    assert (
        supervisor
        == "Sara (S1) was entered in the list of people by the person who set the table up on 20/11/2026."
    )


def test_another_supervisor_signs_without_that_note(people: PeopleFile) -> None:
    people.add(TOMAS, "205837", by="S1")
    made = signed(people, BO)
    assert not made.knows_both_pins
    assert [line.partition(" was ")[0] for line in pin_lines(made, words("en"))] == ["Tomas (T1)", "Bo (S2)"]


def test_a_supervisor_who_reset_the_technicians_pin_knows_both_pins(people: PeopleFile) -> None:
    people.terminal = "root"
    people.add(TOMAS, "205837")
    assert not signed(people, BO).knows_both_pins
    people.terminal = None
    people.reset("T1", "918273", by="S2")
    made = signed(people, BO)
    assert made.knows_both_pins
    _, entered, new_pin, _ = pin_lines(made, words("en"))
    assert "by the system user root at a terminal" in entered
    assert new_pin == "Tomas (T1) was given a new PIN by Bo (S2) on 20/11/2026."


def test_a_list_that_does_not_say_who_entered_a_person_says_that(people: PeopleFile) -> None:
    people.add(TOMAS, "205837", by="S1")
    listed = tuple(replace(each, entered=None) for each in people.people)
    made = certificate().with_signatures(signatures(TOMAS, SARA, listed))
    assert made.signatures[0].entered == PinGiver() and not made.knows_both_pins
    assert next(pin_lines(made, words("en"))) == "The list of people does not say who entered Tomas (T1)."


def test_the_file_holds_it_to_the_byte_and_an_older_one_is_as_it_was(people: PeopleFile) -> None:
    people.add(TOMAS, "205837", by="S1")
    content = certificate_bytes(signed(people, SARA))
    assert flaws(content) == () and certificate_of(content) == signed(people, SARA)
    assert certificate_of(content).edition == 3
    forged = content.replace(b'"by": "S1"', b'"by": "S2"')
    assert forged != content
    assert {(each.flaw, each.where) for each in flaws(forged)} >= {(Flaw.PART, "signatures")}
    older = certificate(signed=True)
    assert (
        older.edition == 1
        and flaws(certificate_bytes(older)) == ()
        and list(pin_lines(older, words("en"))) == []
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paper_has_it_beneath_the_signatures(people: PeopleFile, language: str) -> None:
    people.add(TOMAS, "205837", by="S1")
    made = signed(people, SARA)
    note = certificate_paper(made, words(language)).parts[-1].note
    assert note == " ".join(pin_lines(made, words(language)))
    assert words(language).text("commissioning.entered.both_pins") in note


def test_an_unreadable_time_of_a_pin_prints_as_unknown() -> None:
    """A list of people is a file: a person who can write it can write anything there."""
    made = certificate(signed=True)
    entered = tuple(replace(each, entered=PinGiver(at="soon", by="S9")) for each in made.signatures)
    untold = [
        words("en").text("commissioning.entered.untold", whom=f"{each.name} ({each.id})") for each in entered
    ]
    assert list(pin_lines(made.with_signatures(entered), words("en"))) == untold


def test_a_technician_who_was_disabled_meanwhile_signs_no_certificate(
    people: PeopleFile, tmp_path: Path
) -> None:
    """At a table's window the supervisor's PIN comes minutes after the technician's."""
    people.add(TOMAS, "205837", by="S1")
    config = replace(training_config("baccarat", "lt", "en"), people=tmp_path / "people.json")
    config = replace(config, journal=tmp_path / "t.db")
    commissioning = TableCommissioning(config, SetClock(), lambda paper: b"")
    assert commissioning.sign(certificate(), TOMAS, SARA).has_two_signers
    people.disable("T1")
    with pytest.raises(IdDisabled):
        commissioning.sign(certificate(), TOMAS, SARA)
