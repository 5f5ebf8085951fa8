"""Who is let in, who waits, and who is locked out."""

from __future__ import annotations

import json
import logging
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from argon2 import Parameters, PasswordHasher, Type, extract_parameters
from argon2.exceptions import VerifyMismatchError
from argon2.low_level import hash_secret_raw

from console.base.words import Words
from console.table.people import pins
from console.table.people.answers import Known, Locked, Unknown, Wrong
from console.table.people.errors import BadBadge, NoPepper, Unwritable
from console.table.people.file import PeopleFile
from console.table.people.person import Records
from console.table.people.pins import Costs, argon2, badge_digest
from console.table.people.private_file import Store
from console.table.people.table_people import people
from tests.table.people.kept import (
    ANNA,
    JONAS,
    OTHER,
    PIN,
    RASA,
    SetSeconds,
    people_in,
    rewritten,
    stands_in,
    studio,
)

BADGE = "0004711234"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The comparisons of PINs and the writes of the list, in their order."""
    made, change, matches = list[str](), Store.change, pins.matches

    def compared(hasher: PasswordHasher, kept: str, pin: str) -> bool:
        made.append("hash")
        return matches(hasher, kept, pin)

    def written(store: Store, how: Callable[[Records], Records], **named: Any) -> Records:
        made.append("write")
        return change(store, how, **named)

    monkeypatch.setattr("console.table.people.pins.matches", compared)
    monkeypatch.setattr(Store, "change", written)
    return made


def fail(people: PeopleFile, times: int, watch: SetSeconds, id: str = "D-114") -> list[int]:
    """Try a wrong PIN as often as counted, each after its wait; the waits."""
    waits = []
    for _ in range(times):
        answer = people.verify(id, OTHER)
        assert isinstance(answer, Wrong | Unknown), answer
        waits.append(answer.wait_seconds)
        watch.now += answer.wait_seconds
    return waits


def test_the_right_pin_is_the_persons(tmp_path: Path) -> None:
    assert studio(tmp_path).verify("D-114", PIN) == Known(RASA)


def test_capitals_in_an_id_make_no_difference(tmp_path: Path) -> None:
    assert studio(tmp_path).verify("d-114", PIN) == Known(RASA)


def test_another_persons_id_does_not_open_with_a_pin_that_is_not_theirs(tmp_path: Path) -> None:
    people = studio(tmp_path)
    people.reset("P-20", OTHER)
    assert people.verify("P-20", PIN) == Wrong("P-20")
    assert people.verify("P-20", OTHER) == Known(JONAS)


@pytest.mark.parametrize("pin", ["", "2846 ", "28460", "284", "２８４６", "2846\x00", "9" * 10_000])
def test_nothing_but_the_pin_itself_opens(tmp_path: Path, pin: str) -> None:
    assert studio(tmp_path).verify("D-114", pin) == Wrong("D-114")


def test_after_four_wrong_tries_the_wait_grows(tmp_path: Path) -> None:
    watch = SetSeconds()
    assert fail(studio(tmp_path, watch), 9, watch) == [0, 0, 0, 5, 10, 20, 40, 80, 160]


def test_during_a_wait_even_the_right_pin_does_not_count(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    fail(people, 3, watch)
    assert people.verify("D-114", OTHER) == Wrong("D-114", 5)
    watch.now += 2.5
    assert people.verify("D-114", PIN) == Wrong("D-114", 3)
    watch.now += 2.5
    assert people.verify("D-114", PIN) == Known(RASA)


def test_the_right_pin_forgets_the_wrong_ones(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    fail(people, 4, watch)
    assert people.verify("D-114", PIN) == Known(RASA)
    assert fail(people, 4, watch) == [0, 0, 0, 5]


def test_one_persons_wrong_tries_make_no_other_person_wait(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    fail(people, 6, watch)
    assert people.verify("P-20", PIN) == Known(JONAS)


def test_after_ten_wrong_tries_only_a_new_pin_helps(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    fail(people, 9, watch)
    assert people.verify("D-114", OTHER) == Locked("D-114", "tries")
    watch.now += 1e6
    assert people.verify("D-114", PIN) == Locked("D-114", "tries")
    people.reset("D-114", PIN)
    assert people.verify("D-114", PIN) == Known(RASA)


def test_a_restart_forgets_neither_tries_nor_wait(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    fail(people, 5, watch)
    again = people_in(tmp_path / "kept" / "people.json", watch)
    assert again.verify("D-114", PIN) == Wrong("D-114", 10)


def test_an_unknown_id_waits_and_is_locked_as_a_persons_is(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    assert fail(people, 9, watch, "NOBODY") == [0, 0, 0, 5, 10, 20, 40, 80, 160]
    assert people.verify("NOBODY", PIN) == Locked(None, "tries")


def test_an_unknown_id_costs_a_hash_and_a_write_as_a_persons_does(tmp_path: Path, steps: list[str]) -> None:
    people = studio(tmp_path)
    people.verify("D-114", PIN)  # the first of all makes the decoy
    steps.clear()
    people.verify("D-114", OTHER)
    people.verify("NOBODY", OTHER)
    assert steps == ["write", "hash"] * 2, "counted before it is compared"


def test_strangers_are_remembered_in_bounds(tmp_path: Path) -> None:
    people = people_in(tmp_path / "people.json")
    for number in range(1010):
        people._counted(f"x{number}", None)
    assert len(people._unsaved) == 1000


def test_only_the_right_pin_reveals_that_a_person_is_disabled(tmp_path: Path) -> None:
    people = studio(tmp_path)
    people.disable("D-114")
    assert people.verify("D-114", OTHER) == Wrong("D-114")
    assert people.verify("D-114", PIN) == Locked("D-114", "disabled")
    people.enable("D-114")
    assert people.verify("D-114", PIN) == Known(RASA)


def test_a_full_disk_keeps_no_person_out_and_wrong_tries_still_count(tmp_path: Path) -> None:
    watch = SetSeconds()
    people = studio(tmp_path, watch)
    with patch.object(Store, "change", side_effect=Unwritable("people.json", "no space left")):
        assert fail(people, 5, watch) == [0, 0, 0, 5, 10]
        assert people.verify("D-114", PIN) == Known(RASA)


def test_a_badge_is_its_persons(tmp_path: Path) -> None:
    people = people_in(tmp_path / "people.json")
    people.add(ANNA, PIN, BADGE)
    assert people.verify_badge(BADGE) == Known(ANNA)
    assert people.verify_badge("0004711235") == Unknown()
    assert not stands_in((tmp_path / "people.json").read_text("utf-8"), BADGE)
    people.add(RASA, PIN, "99887766")
    people.disable("D-114")
    assert people.verify_badge("99887766") == Locked("D-114", "disabled")


def quickly(number: str, salt: bytes) -> str:
    """A badge's digest that costs nothing."""
    return sha256(salt + number.encode()).hexdigest()


def test_an_unknown_badge_held_to_the_reader_keeps_no_other_person_out(tmp_path: Path) -> None:
    watch = SetSeconds()
    with patch("console.table.people.pins.badge_digest", quickly):
        people = studio(tmp_path, watch)
        people.add(msgspec.structs.replace(ANNA, id="S-2"), PIN, BADGE)
        for _ in range(40):
            answer = people.verify_badge("0000000000")
            assert isinstance(answer, Unknown), "a badge that nobody has is never locked"
            watch.now += answer.wait_seconds
        assert answer == Unknown(40), "its own wait ends, and is the longest"
        assert people.verify_badge(BADGE) == Known(msgspec.structs.replace(ANNA, id="S-2"))


def test_a_reader_that_is_shown_ever_new_badges_waits_with_all_and_every_wait_ends(tmp_path: Path) -> None:
    watch = SetSeconds()
    with patch("console.table.people.pins.badge_digest", quickly):
        people = studio(tmp_path, watch)
        people.add(msgspec.structs.replace(ANNA, id="S-2"), PIN, BADGE)
        waits = []
        for number in range(40):
            answer = people.verify_badge(f"{number:010}")
            assert isinstance(answer, Unknown)
            waits.append(answer.wait_seconds)
            watch.now += answer.wait_seconds
        assert waits == [0, 0, 0, 5, 10, 20, *[40] * 34]
        people.verify_badge("9999999999")
        assert people.verify_badge(BADGE) == Unknown(40), "one that guesses learns nothing while it waits"
        watch.now += 40
        assert isinstance(people.verify_badge(BADGE), Known)
        watch.now += 600
        assert people.verify_badge("8888888888") == Unknown(), "what was long ago is forgotten"


def test_only_four_of_forty_simultaneous_tries_are_compared(tmp_path: Path, steps: list[str]) -> None:
    people = studio(tmp_path)
    people.verify("P-20", PIN)  # the first of all makes the decoy
    steps.clear()
    gate = Barrier(40)

    def tried() -> None:
        gate.wait()
        people.verify("D-114", OTHER)

    tries = [Thread(target=tried) for _ in range(40)]
    for each in tries:
        each.start()
    for each in tries:
        each.join()
    assert steps.count("hash") == 4
    assert {record.id: record.wrong for record in people.people}["D-114"] == 4


def without_pepper(folder: Path) -> PeopleFile:
    """A people's file as an earlier console wrote it."""
    people = studio(folder)

    def older(kept: dict[str, Any]) -> None:
        for one in kept["people"]:
            one["pin"] = argon2().hash(PIN)
            del one["pepper"], one["bound"]

    rewritten(people, older)
    return people


def test_an_older_hash_gets_the_pepper_with_the_next_right_pin(tmp_path: Path) -> None:
    people, path = without_pepper(tmp_path), tmp_path / "kept" / "people.json"
    assert people.verify("D-114", OTHER) == Wrong("D-114")
    assert not any("pepper" in each for each in json.loads(path.read_text("utf-8"))["people"])
    for _ in range(2):
        assert people.verify("D-114", PIN) == Known(RASA)
    (rasa, jonas, _) = json.loads(path.read_text("utf-8"))["people"]
    assert rasa["pepper"] and "pepper" not in jonas
    with pytest.raises(VerifyMismatchError):
        argon2().verify(rasa["pin"], PIN)  # the file alone does not show that this is the PIN
    assert people.verify("P-20", PIN) == Known(JONAS)


def test_an_older_badge_gets_the_pepper_with_its_next_use(tmp_path: Path) -> None:
    people, path = without_pepper(tmp_path), tmp_path / "kept" / "people.json"
    kept = json.loads(path.read_text("utf-8"))
    with patch("console.table.people.pins.badge_digest", quickly):
        kept["people"][0]["badge"] = quickly(BADGE, bytes.fromhex(kept["salt"]))
        rewritten(people, lambda held: held["people"][0].update(badge=kept["people"][0]["badge"]))
        for _ in range(2):
            assert people.verify_badge(BADGE) == Known(RASA)
        with pytest.raises(BadBadge):
            people.add(msgspec.structs.replace(ANNA, id="S-2"), PIN, BADGE)
    (rasa, *_) = json.loads(path.read_text("utf-8"))["people"]
    assert rasa["badge_pepper"] and rasa["badge"] != kept["people"][0]["badge"]


@pytest.mark.parametrize("harm", ["gone", "another", "short"])
def test_without_the_pepper_no_person_is_admitted_and_no_try_is_counted(tmp_path: Path, harm: str) -> None:
    pepper = tmp_path / "pepper"
    people = PeopleFile(tmp_path / "people.json", SetSeconds(), pepper=pepper)
    people.add(RASA, PIN)
    assert stat.S_IMODE(pepper.stat().st_mode) == 0o600
    match harm:
        case "gone":
            pepper.unlink()
        case "another":
            pepper.write_bytes(bytes(32))
        case _:
            pepper.write_bytes(b"")
    with pytest.raises(NoPepper):
        people.verify("D-114", PIN)
    assert [record.wrong for record in people.people] == [0]
    assert Words("de").text(NoPepper.key, file=str(pepper))


def test_a_missing_people_file_knows_no_person_and_is_not_made(tmp_path: Path) -> None:
    people = people_in(tmp_path / "people.json")
    assert people.verify("D-114", PIN) == Unknown()
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("dear")
def test_a_try_at_a_pin_or_a_badge_costs_what_rfc_9106_asks_of_little_memory() -> None:
    """Its second recommended option: t = 3, 64 MiB, four lanes, 32 bytes, a salt of 16."""
    asked = Parameters(Type.ID, 19, 16, 32, time_cost=3, memory_cost=64 * 1024, parallelism=4)
    made = argon2().hash(PIN)
    assert extract_parameters(made) == asked
    salt = made.split("$")[4].encode()
    again = hash_secret_raw(b"00417", salt, 3, 64 * 1024, 4, 32, Type.ID)
    assert badge_digest("00417", salt) == again.hex()


def test_a_hash_made_at_other_costs_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    studio(tmp_path)
    path = tmp_path / "kept" / "people.json"
    monkeypatch.setattr(pins, "COSTS", Costs(1, 16, 1))
    dearer = PeopleFile(path, SetSeconds())
    assert dearer.verify("D-114", PIN) == Known(RASA)
    assert "m=16" in path.read_text("utf-8")
    assert dearer.verify("D-114", PIN) == Known(RASA)


def test_no_pin_is_in_the_file_in_an_answer_or_in_a_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    people = studio(tmp_path)
    answers = [
        people.verify("D-114", "62840517"),
        people.verify("62840517", PIN),
        people.verify("D-114", PIN),
    ]
    written = (tmp_path / "kept" / "people.json").read_text("utf-8")
    for pin in (PIN, "62840517"):
        assert not stands_in(written, pin)
        assert not stands_in((repr(answers) + caplog.text).replace(str(tmp_path), ""), pin)


def test_the_people_of_a_practice_table_are_those_of_the_readme() -> None:
    given = {each.person.id: (each.person.role.value, each.pin) for each in people("en").practice_people}
    assert given == {
        "D1": ("dealer", "1111"),
        "D2": ("dealer", "2222"),
        "P1": ("pit_boss", "3333"),
        "S1": ("supervisor", "4444"),
    }
    assert [each.person.name for each in people("en").practice_people] == [
        "Elín S.", "Haruto M.", "Astrid L.", "Lukas B."
    ]  # fmt: skip
