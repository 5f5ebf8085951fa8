"""The people's file: what may be kept, and what becomes of a file that somebody else has had."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from console.base.words import LANGUAGES, Words
from console.table.people.answers import Known
from console.table.people.dealing_rights import DealingRights
from console.table.people.errors import (
    BadBadge,
    BadgeForId,
    BadId,
    BadLength,
    BadName,
    IdsDigits,
    IdTaken,
    LastSupervisor,
    NotPrivate,
    PeopleError,
    TooSimple,
    UnknownPerson,
    Unreadable,
    Unwritable,
)
from console.table.people.file import PeopleFile, system_user
from console.table.people.person import Records
from console.table.people.pins import is_simple
from console.table.people.waits import LAST
from tests.base.words.catalogues import words
from tests.table.people.kept import ANNA, OTHER, PIN, RASA, people_in, rewritten, studio


@pytest.mark.parametrize("id", ["D-114", "7", "a" * 16, "1234567", "A-1-b", "d114"])
def test_an_id_is_up_to_sixteen_letters_digits_and_hyphens(tmp_path: Path, id: str) -> None:
    people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, id=id), PIN)


@pytest.mark.parametrize(
    "id",
    [
        *("", "a" * 17, "-1", "D 1", "D1\n", "\nD1", "Ö1", "D.1", "D/1", "１", "D\x00"),
        *("x" * 20, "x" * 21, "x" * 10_000),
    ],
)
def test_any_other_id_is_refused(tmp_path: Path, id: str) -> None:
    with pytest.raises(BadId) as refused:
        people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, id=id), PIN)
    shown = "".join(sign if sign.isprintable() else "?" for sign in id)
    assert refused.value.slots["id"] == (shown if len(shown) <= 20 else f"{shown[:19]}…")


def test_an_id_that_would_pass_for_a_badge_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadgeForId):
        people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, id="12345678"), PIN)


def test_two_people_never_have_one_id_in_whatever_capitals(tmp_path: Path) -> None:
    people = studio(tmp_path)
    with pytest.raises(IdTaken):
        people.add(msgspec.structs.replace(RASA, id="d-114"), OTHER)


def test_an_id_that_differs_in_a_dash_alone_is_the_same_person(
    tmp_path: Path,
) -> None:
    people = studio(tmp_path)
    with pytest.raises(IdTaken, match="D-114"):
        people.add(msgspec.structs.replace(RASA, id="d114"), OTHER)
    assert people.person("\uff24 114").id == "D-114"
    assert people.alike == ()


def test_ids_of_an_older_list_that_differ_in_a_dash_stay_two_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = studio(tmp_path)
    with monkeypatch.context() as older:
        older.setattr(Records, "alike", lambda records, id: ())
        people.add(msgspec.structs.replace(RASA, id="D114"), OTHER)
    assert people.alike == ("D-114", "D114")
    assert [people.person(id).id for id in ("d-114", "d114")] == ["D-114", "D114"]
    with pytest.raises(UnknownPerson):
        people.person("D 114")
    assert people.reset("d114", PIN).id == "D114"
    assert people.verify("D114", PIN) == Known(people.person("D114"))


@pytest.mark.parametrize("name", ["Rūta", "山田 太郎", "Þórður Ö.", "O’Neill", "محمد", "Ж", "a" * 40])
def test_a_name_is_written_as_its_person_writes_it(tmp_path: Path, name: str) -> None:
    added = people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, name=name), PIN)
    assert added.name == name


def test_a_name_is_kept_without_spaces_around_it(tmp_path: Path) -> None:
    added = people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, name="  Rūta "), PIN)
    assert added.name == "Rūta"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "Ra\nsa",
        "Rasa\n",
        "Ra\x00sa",
        "Ra\u2028sa",
        "Ra\u202esa",
        "Ra\u0007",
        "...",
        "a" * 41,
        "\ud800a",
    ],
)
def test_a_name_of_more_lines_or_unseen_letters_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadName):
        people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, name=name), PIN)


@pytest.mark.parametrize("pin", ["", "123", "123456789", "12a4", "28 46", "２８４６", "-2846", "2846\n"])
def test_a_pin_is_four_to_eight_digits(tmp_path: Path, pin: str) -> None:
    with pytest.raises(BadLength):
        people_in(tmp_path / "p.json").add(RASA, pin)


def test_a_table_asks_for_six_digits_and_takes_an_older_shorter_pin(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    people_in(path).add(RASA, PIN)
    at_table = PeopleFile(path, least=6)
    assert at_table.verify(RASA.id, PIN) == Known(RASA)
    acts: list[Callable[[], object]] = [
        lambda: at_table.add(ANNA, PIN),
        lambda: at_table.reset(RASA.id, OTHER),
    ]
    for act in acts:
        with pytest.raises(BadLength) as refused:
            act()
        assert refused.value.slots == {"least": "6", "most": "8"}
    at_table.reset(RASA.id, "284651")


@pytest.mark.parametrize(
    "pin",
    [
        *(
            "1111",
            "1234",
            "4321",
            "7890",
            "0123456",
            "9876",
            "1212",
            "123123",
            "12121",
            "00000000",
            "4747474",
        ),
        *("1357", "1123", "100000", "111222", "112233", "555111", "654987", "135790", "246810", "11112222"),
    ],
)
def test_a_pin_of_a_row_or_of_repeats_is_refused(tmp_path: Path, pin: str) -> None:
    with pytest.raises(TooSimple):
        people_in(tmp_path / "p.json").add(RASA, pin)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_pin_too_simple_name_two_that_are_refused(language: str) -> None:
    """A row of equal steps is one, as 1357 is, not of consecutive digits alone."""
    named = re.findall("[0-9]+", words(language).text(TooSimple.key))
    assert named == ["1234", "1357"] and all(map(is_simple, named))


@pytest.mark.parametrize("pin", ["2846", "1224", "1235", "90210", "314159", "27182846", "802913", "197308"])
def test_other_pins_are_accepted(tmp_path: Path, pin: str) -> None:
    people_in(tmp_path / "p.json").add(RASA, pin)


def test_the_ids_own_digits_are_no_pin(tmp_path: Path) -> None:
    with pytest.raises(IdsDigits):
        people_in(tmp_path / "p.json").add(msgspec.structs.replace(RASA, id="D-2846"), PIN)


@pytest.mark.parametrize("badge", ["1234567", "1" * 21, "12345a78", "１２３４５６７８"])
def test_a_badge_is_eight_to_twenty_digits(tmp_path: Path, badge: str) -> None:
    with pytest.raises(BadBadge):
        people_in(tmp_path / "p.json").add(RASA, PIN, badge)


def test_no_badge_is_two_peoples(tmp_path: Path) -> None:
    people = people_in(tmp_path / "p.json")
    people.add(RASA, PIN, "0004711234")
    with pytest.raises(BadBadge):
        people.add(ANNA, PIN, "0004711234")


def test_the_last_supervisor_is_not_disabled(tmp_path: Path) -> None:
    people = studio(tmp_path)
    with pytest.raises(LastSupervisor):
        people.disable("S-1")
    people.add(msgspec.structs.replace(ANNA, id="S-2"), PIN)
    people.disable("S-1")
    with pytest.raises(LastSupervisor):
        people.disable("S-2")


def test_a_locked_supervisor_does_not_count_as_another_supervisor(tmp_path: Path) -> None:
    people = studio(tmp_path)
    people.add(msgspec.structs.replace(ANNA, id="S-2"), PIN)
    rewritten(people, lambda held: held["people"][-1].update(wrong=LAST))
    assert [each.state for each in people.listed if each.person.id == "S-2"] == ["locked"]
    with pytest.raises(LastSupervisor):
        people.disable("S-1")
    people.disable("S-2")
    people.enable("S-2")
    people.reset("S-2", PIN)
    people.disable("S-1")


@pytest.mark.parametrize("what", ["reset", "enable", "disable"])
def test_an_unknown_person_cannot_be_changed(tmp_path: Path, what: str) -> None:
    people = studio(tmp_path)
    with pytest.raises(UnknownPerson):
        getattr(people, what)(*(("X-9", PIN) if what == "reset" else ("X-9",)))


def test_a_live_table_needs_a_supervisor_who_may_sign_in(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    assert PeopleFile(path).needs_first_supervisor
    people = people_in(path)
    people.add(RASA, PIN)
    assert PeopleFile(path).needs_first_supervisor
    people.add(ANNA, PIN)
    assert not PeopleFile(path).needs_first_supervisor
    edit(path, lambda kept: kept["people"][1].update(disabled=True))
    assert PeopleFile(path).needs_first_supervisor


def test_the_file_is_the_users_alone(tmp_path: Path) -> None:
    studio(tmp_path)
    folder = tmp_path / "kept"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert (folder / "people.json").read_bytes().endswith(b"}\n"), "a text, whose last line ends"


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    people, path = studio(tmp_path), tmp_path / "kept" / "people.json"
    path.chmod(0o644)
    assert len(people.people) == 3
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_is_no_list_keeps_its_rights(tmp_path: Path) -> None:
    folder, others, pipe = tmp_path / "folder", tmp_path / "passwd", tmp_path / "pipe"
    folder.mkdir()
    others.write_text("root:x:0:0\n")
    os.mkfifo(pipe)
    for place in (folder, others, pipe):
        place.chmod(0o755)
        with pytest.raises(Unreadable):
            list(people_in(place).people)
        with pytest.raises(Unreadable):
            people_in(place).disable("D-114")
        assert stat.S_IMODE(place.stat().st_mode) == 0o755
    assert {each.name for each in tmp_path.iterdir()} == {"folder", "passwd", "pipe"}, "and no lock beside it"


def test_a_long_name_of_the_systems_user_leaves_the_list_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A directory service names users with their domain; nobody could sign in after the change."""
    people = people_in(tmp_path / "people.json")
    for letters in (64, 65):
        monkeypatch.setattr("pwd.getpwuid", lambda _, name="u" * letters: SimpleNamespace(pw_name=name))
        people.terminal = system_user()
        people.add(msgspec.structs.replace(RASA, id=f"D-{letters}"), PIN)
        assert people.listed[-1].person.id == f"D-{letters}"
        assert json.loads(people.path.read_bytes())["people"][-1]["entered"]["user"] == "u" * 64


def test_disabling_in_a_missing_list_fails_and_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnknownPerson):
        people_in(tmp_path / "none" / "people.json").disable("D-114")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["people.json", "."])
def test_a_people_file_that_others_can_write_admits_no_person(tmp_path: Path, name: str) -> None:
    people, place = studio(tmp_path), tmp_path / "kept" / name
    place.chmod(stat.S_IMODE(place.stat().st_mode) | 0o002)
    with pytest.raises(NotPrivate):
        people.verify("D-114", PIN)


def edit(path: Path, change: Any) -> None:
    kept = json.loads(path.read_text("utf-8"))
    change(kept)
    path.write_text(json.dumps(kept), "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: kept["people"][0].update(role="owner"),
        lambda kept: kept["people"][0].update(language="fr"),
        lambda kept: kept["people"][0].update(pin="2846"),
        lambda kept: kept["people"][0].update(id="p-20"),
        lambda kept: kept["people"][0].update(id="D 1"),
        lambda kept: kept["people"][0].update(name="Ra\nsa"),
        lambda kept: kept["people"][0].update(name=" Rasa"),
        lambda kept: kept["people"][0].update(admin=True),
        lambda kept: kept["people"][0].update(wrong=-1),
        lambda kept: kept["people"][0].update(disabled="no"),
        lambda kept: kept["people"][0].pop("pin"),
        lambda kept: kept.update(version=3),
        lambda kept: kept.update(salt="00"),
        lambda kept: kept.pop("people"),
    ],
)
def test_a_file_that_was_changed_by_hand_into_something_else_is_refused(tmp_path: Path, change: Any) -> None:
    people, path = studio(tmp_path), tmp_path / "kept" / "people.json"
    edit(path, change)
    before = path.read_bytes()
    for ask in (lambda: people.verify("D-114", PIN), lambda: people.reset("D-114", OTHER)):
        with pytest.raises(Unreadable):
            ask()
    assert path.read_bytes() == before, "what can't be read is left as it is"


@pytest.mark.parametrize(
    ("place", "least", "most"),
    [
        ("mark", 0, 1_000_000_000),
        ("tried", 0, 1_000_000_000_000),
        ("people.wrong", 0, None),
        ("people.rights.licence", "", "4" * 40),
        ("people.entered.at", "", "2" * 32),
        ("people.entered.by", "", "S" * 16),
        ("people.entered.user", "", "u" * 64),
        ("changes.number", 1, 1_000_000_000),
        ("changes.mark", 0, 1_000_000_000),
        ("changes.at", "", "2" * 32),
        ("changes.user", "", "u" * 64),
        ("changes.reason", "", "r" * 200),
    ],
)
def test_a_list_is_read_with_each_value_at_its_limits_and_not_beyond(
    tmp_path: Path, place: str, least: str | int, most: str | int | None
) -> None:
    people = studio(tmp_path)
    people.terminal = "root"
    people.set_rights(RASA.id, DealingRights("4711"), "renewed")
    people.add(msgspec.structs.replace(RASA, id="D-2"), PIN, rights=DealingRights("4712"))

    def put(value: str | int) -> None:
        def change(held: dict[str, Any]) -> None:
            first, *inner = place.split(".")
            at: Any = held if not inner else held[first][-1]
            for name in inner[:-1]:
                at = at[name]
            at[(inner or [first])[-1]] = value

        rewritten(people, change)
        assert people.listed

    for value in (least, most):
        if value is not None:
            put(value)
    below = [least - 1] if isinstance(least, int) else []
    above = [most + 1] if isinstance(most, int) else [] if most is None else [f"{most}."]
    for beyond in (*below, *above):
        with pytest.raises(msgspec.ValidationError):
            put(beyond)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null", b"\x00" * 4096])
def test_a_broken_file_is_refused_and_left(tmp_path: Path, content: bytes) -> None:
    people, path = studio(tmp_path), tmp_path / "kept" / "people.json"
    path.write_bytes(content)
    with pytest.raises(Unreadable):
        people.verify("D-114", PIN)
    assert path.read_bytes() == content


def test_a_malformed_pin_hash_is_refused(tmp_path: Path) -> None:
    people = studio(tmp_path)
    rewritten(people, lambda kept: kept["people"][0].update(pin="$argon2id$nonsense"))
    with pytest.raises(Unreadable):
        people.verify("D-114", PIN)


def test_a_change_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, path = studio(tmp_path), tmp_path / "kept" / "people.json"
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Unwritable):
        people.reset("D-114", OTHER)
    assert path.read_bytes() == before
    assert not [file for file in path.parent.iterdir() if file.suffix not in (".json", ".lock")]


def test_two_programs_change_one_file_and_neither_undoes_the_other(tmp_path: Path) -> None:
    people = studio(tmp_path)
    other = people_in(tmp_path / "kept" / "people.json")
    people.verify("D-114", OTHER)
    other.add(msgspec.structs.replace(RASA, id="D-115"), PIN)
    people.verify("D-114", OTHER)
    kept = {record.id: record.wrong for record in other.people}
    assert kept == {"D-114": 2, "P-20": 0, "S-1": 0, "D-115": 0}


def errors(kind: type[PeopleError] = PeopleError) -> list[type[PeopleError]]:
    return [one for child in kind.__subclasses__() for one in (child, *errors(child))]


@pytest.mark.parametrize("kind", errors(), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_has_words(kind: type[PeopleError], language: str) -> None:
    count = kind.__init__.__code__.co_argcount - 1
    error = kind(*("4" for _ in range(count)))
    assert Words(language).text(error.key, **error.slots)
