"""Licence, games and required rehearsals of a person: judged by the day, and kept under the list's mark."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.table.game import GAMES
from console.table.people.answers import Known
from console.table.people.dealing_rights import (
    NO_RIGHTS,
    BarKind,
    DealingBar,
    DealingRights,
    bar_to_dealing,
    entered_rights,
)
from console.table.people.errors import (
    AuthorBarred,
    BadDay,
    BadLicence,
    BadRehearsalName,
    NoReason,
    OlderList,
    UnknownGame,
    UnknownRehearsal,
)
from tests.table.people.kept import (
    ANNA,
    LIST_OF_1_1_0,
    OLD_BADGE,
    OLD_PINS,
    PIN,
    RASA,
    old_list,
    studio,
)

LAST = date(2026, 11, 30)
RIGHTS = DealingRights("4711", LAST, ("baccarat", "roulette"), ("baccarat-card-drops",))


def bar(today: date, game: str = "baccarat", *passed: str, rights: DealingRights = RIGHTS) -> str | None:
    found = bar_to_dealing(rights, game, today, passed)
    return None if found is None else found.text


def test_a_licence_counts_to_the_end_of_its_last_day() -> None:
    assert bar(LAST, "baccarat", "baccarat-card-drops") is None
    assert bar(date(2026, 12, 1), "baccarat", "baccarat-card-drops") == "expired 2026-11-30"


def test_the_first_reason_is_named_the_licence_before_the_game_before_the_rehearsal() -> None:
    assert bar(date(2026, 12, 1), "blackjack") == "expired 2026-11-30"
    assert bar(LAST, "blackjack") == "game baccarat,roulette"
    assert bar(LAST) == "rehearsal baccarat-card-drops"
    assert bar(LAST, "baccarat", "baccarat-card-turns") == "rehearsal baccarat-card-drops"
    trainee = replace(RIGHTS, trainee=True)
    assert bar(LAST, rights=trainee) == "rehearsal baccarat-card-drops", "a trainee lacks it all the same"
    assert bar(LAST, "baccarat", "baccarat-card-drops", rights=trainee) == "trainee"


def test_what_a_house_keeps_elsewhere_bars_nobody() -> None:
    for rights in (NO_RIGHTS, DealingRights("4711"), DealingRights(until=LAST)):
        assert all(bar(LAST, game, rights=rights) is None for game in GAMES)


def test_a_bar_is_read_back_from_its_text() -> None:
    for kind in BarKind:
        made = DealingBar(kind, ("one", "two"))
        assert DealingBar.of(made.text) == made
    assert DealingBar.of("trainee") == DealingBar(BarKind.TRAINEE)
    assert DealingBar.of("") is None and DealingBar.of("late 2026-11-30") is None


def test_a_warning_begins_thirty_days_before_the_end() -> None:
    assert not RIGHTS.ends_soon(date(2026, 10, 30)) and RIGHTS.ends_soon(date(2026, 10, 31))
    assert RIGHTS.ends_soon(date(2027, 1, 1)) and not NO_RIGHTS.ends_soon(LAST)


@pytest.mark.parametrize(
    ("typed", "refused"),
    (
        (("4" * 41, "", (), ()), BadLicence),
        (("47\u202e11", "", (), ()), BadLicence),
        (("", "31.13.2026", (), ()), BadDay),
        (("", "2026-02-30", (), ()), BadDay),
        (("", "", ("poker",), ()), UnknownGame),
        (("", "", (), ("baccarat-card-dorps",)), UnknownRehearsal),
        (("", "", (), ("Drops 2",)), BadRehearsalName),
        (("", "", (), ("d" * 65,)), BadRehearsalName),
    ),
)
def test_typed_rights_that_can_not_be_are_refused(typed: Any, refused: type[Exception]) -> None:
    with pytest.raises(refused):
        played = (*RIGHTS.rehearsals, "Drops 2", "d" * 65)  # a list that names one of these can't be read
        entered_rights(*typed, known_games=tuple(GAMES), known_rehearsals=played)


def test_typed_rights_are_kept_as_typed() -> None:
    rehearsals = (*RIGHTS.rehearsals, "d" * 64)
    made = entered_rights(
        " 4711 ", "2026-11-30", RIGHTS.games, rehearsals,
        known_games=tuple(GAMES), known_rehearsals=rehearsals,
    )  # fmt: skip
    assert made == replace(RIGHTS, rehearsals=rehearsals)


def test_a_change_of_rights_leaves_a_mark_and_its_reason(tmp_path: Path) -> None:
    people = studio(tmp_path)
    before = people.mark
    people.terminal = "root"
    people.set_rights(RASA.id, RIGHTS, " the office’s date was wrong ")
    assert people.rights(RASA.id) == RIGHTS and people.rights(ANNA.id) == NO_RIGHTS
    (change,) = people.changes_after(3)
    assert (change.what, change.id, change.rights, change.reason, change.user) == (
        "licensed", RASA.id, RIGHTS, "the office’s date was wrong", "root"
    )  # fmt: skip
    assert before is not None and people.mark is not None and people.mark.number == before.number + 1
    assert people.goes_on_from(before) and people.unaccounted_since(before, 3) == 0


@pytest.mark.parametrize("field", ("licence", "until", "games", "rehearsals", "trainee"))
def test_rights_changed_in_the_file_by_another_program_let_nobody_sign_in(tmp_path: Path, field: str) -> None:
    """Each field is under the list's seal."""
    people = studio(tmp_path)
    people.set_rights(RASA.id, replace(RIGHTS, trainee=True), "new")
    known = people.mark
    held = msgspec.json.decode(people.path.read_bytes())
    new = {"licence": "4712", "until": "2036-11-30", "games": [], "rehearsals": [], "trainee": False}
    held["people"][0]["rights"][field] = new[field]
    people.path.write_bytes(msgspec.json.encode(held))
    assert not people.goes_on_from(known)
    with pytest.raises(OlderList):
        people.verify(RASA.id, PIN)


def test_a_change_without_a_reason_is_refused(tmp_path: Path) -> None:
    people = studio(tmp_path)
    for reason in ("", " ", "\u200b"):
        with pytest.raises(NoReason):
            people.set_rights(RASA.id, RIGHTS, reason)
    assert people.rights(RASA.id) == NO_RIGHTS


def test_a_supervisor_who_was_disabled_changes_nobodys_rights(tmp_path: Path) -> None:
    people = studio(tmp_path)
    with pytest.raises(AuthorBarred):
        people.set_rights(RASA.id, RIGHTS, "new", by="D-114")


@pytest.mark.usefixtures("dear")
def test_a_list_of_1_1_0_is_read_as_it_was_written_and_signs_everybody_in(tmp_path: Path) -> None:
    people = old_list(tmp_path, LIST_OF_1_1_0)
    assert {each.person.id: (each.rights.licence, each.rights.until) for each in people.listed} == {
        "S-1": ("", None), "P-20": ("", None), "D-114": ("LT-41", date(2027, 1, 31))
    }  # fmt: skip
    assert [each.what for each in people.changes_after(0)] == [*["added"] * 3, "disabled", "enabled"]
    for id in OLD_PINS:
        assert isinstance(people.verify(id, OLD_PINS[id]), Known)
    assert isinstance(people.verify_badge(OLD_BADGE), Known)
