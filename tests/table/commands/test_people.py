"""`dealer-console people`, as a person and as a script uses it."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from getpass import getpass
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from console.base.words import LANGUAGES, Words, why
from console.table.commands.people import at_terminal
from console.table.core import Role, Trade
from console.table.core.protocol.permissions import PERMISSIONS
from console.table.people import Known, Wrong, system_user, table_people
from console.table.people.answers import Unknown
from console.table.people.errors import LostPin
from console.table.people.pins import badge_digest, needed_pepper
from tests.command_lines import run as run_command
from tests.table.people.kept import OLD_BADGE, people_in, rewritten, studio
from tests.table.people.kept import PIN as PIN_OF_ALL

run = main = partial(run_command, "people")

PIN, OTHER = "284613", "917352"

ADD = ["add", "S-1", "--name", "Anna Ö.", "--role", "supervisor", "--language", "sv"]


class Terminal:
    """Types the answers, one after the other, and remembers the questions."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "people.json"


@pytest.fixture
def people(file: Path) -> Callable[..., int]:
    def command(*argv: str, typed: tuple[str, ...] = (), pins: tuple[str, ...] = (PIN, PIN)) -> int:
        return run(
            [*argv, "--file", str(file)],
            ask=Terminal(*typed),
            ask_pin=Terminal(*pins),
            people=people_in,
            known_rehearsals=lambda _people: frozenset(),
        )

    return command


def test_a_person_is_added_and_listed(people: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert people(*ADD) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Anna Ö. (S-1) is added: supervisor."
    assert people("list") == 0
    assert capsys.readouterr().out == "S-1\tAnna Ö.\tSupervisor\tsv\tactive\n1 person\n"


RASA = ["add", "D-7", "--name", "Rasa K.", "--role", "dealer", "--language", "lt", "--licence", "LT 4711"]


def test_a_dealer_is_added_with_a_licence_and_its_date_is_mended_for_a_reason(
    people: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(*RASA, "--until", "2025-12-31", "--games", "baccarat", "roulette") == 0
    assert "Licence LT 4711, licence ended on 31/12/2025" in capsys.readouterr().out.splitlines()
    assert people("licence", "D-7", "--until", "9026-12-31", "--reason", "the year was wrong") == 0
    capsys.readouterr()
    assert people("list") == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "D-7\tRasa K.\tDealer\tlt\tactive\tLicence LT 4711, valid until 31/12/9026\tGames: baccarat, roulette"
    )


@pytest.mark.parametrize(
    ("typed", "refused"),
    (
        (("--until", "31.13.2026"), "31.13.2026 is not a date. Enter a date such as 31/01/2027."),
        (
            ("--rehearsals", "baccarat-card-dorps"),
            "No rehearsal is named baccarat-card-dorps. dealer-console rehearsal lists them.",
        ),
        (("--games", "roulette", "--reason", " "), "Give the reason for this change."),
    ),
)
def test_a_licence_that_can_not_be_is_refused_and_nothing_is_changed(
    people: Callable[..., int],
    file: Path,
    capsys: pytest.CaptureFixture[str],
    typed: tuple[str, ...],
    refused: str,
) -> None:
    assert people(*RASA, "--until", "2025-12-31") == 0
    before = file.read_bytes()
    capsys.readouterr()
    assert people("licence", "D-7", "--reason", "new", *typed) == 2
    assert capsys.readouterr().err == f"dealer-console people: {refused}\n"
    assert file.read_bytes() == before


def test_a_licence_without_anything_to_change_is_refused_and_noted_nowhere(
    people: Callable[..., int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reason alone, its last day forgotten, was stored as a change."""
    assert people(*RASA, "--until", "2025-12-31") == 0
    before = file.read_bytes()
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        people("licence", "D-7", "--reason", "renewed")
    assert ended.value.code == 2
    assert "one of these arguments is required: --licence --until" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_second_person_of_a_name_is_added_by_saying_so(
    people: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(*ADD) == 0
    again = ["add", "S-2", *ADD[2:]]
    assert people(*again) == 2
    assert capsys.readouterr().err == (
        "dealer-console people: Anna Ö. (S-1) is in the list already. "
        "If this is another person, add --same-name.\n"
    )
    assert people(*again, "--same-name") == 0


def test_a_technician_is_added_and_does_not_count_as_a_supervisor(
    people: Callable[..., int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    added = ("add", "T-1", "--name", "Tomas V.", "--role", "technician", "--language", "lt")
    assert people(*added) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Tomas V. (T-1) is added: technician."
    assert people_in(file).person("T-1").role is Trade.TECHNICIAN
    assert people_in(file).needs_first_supervisor
    assert people("list") == 0
    listed = capsys.readouterr().out
    assert "Tomas V.\tTechnician\tlt" in listed and "supervisor" in listed
    assert people("disable", "T-1") == 0, "the last supervisor is another matter"


def test_a_shuffler_is_on_the_list_and_signs_in_at_no_table(
    people: Callable[..., int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pennsylvania: the card shuffler of a studio is licensed, and stands at no table."""
    assert people("add", "X7", "--name", "Kai M.", "--role", "shuffler", "--language", "lt") == 0
    assert capsys.readouterr().out.splitlines()[0] == "Kai M. (X7) is added: shuffler."
    for action in ("sign_in", "authorise", "seal"):
        assert people_in(file).person("X7").role not in PERMISSIONS[action].people


def test_omitted_options_are_asked_for(people: Callable[..., int], file: Path) -> None:
    assert people("add", typed=("D-1", "Rasa K.", "boss", "dealer", "lt", "")) == 0
    (record,) = people_in(file).people
    assert (record.id, record.name, record.role, record.language) == ("D-1", "Rasa K.", Role.DEALER, "lt")


def test_a_new_pin_has_six_digits_unless_the_tables_file_allows_four(
    people: Callable[..., int], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(*ADD, pins=("2846", "2846")) == 2
    assert "6" in capsys.readouterr().err and not file.exists()
    table = tmp_path / "table7.toml"
    settings = 'name = "Table 7"\ngame = "roulette"\nrules = "sv"\nlanguage = "lt"\n'
    table.write_text(settings, "utf-8")
    assert people(*ADD, "--table", str(table), pins=("2846", "2846")) == 2
    table.write_text(f'{settings}people = "own.json"\n[table]\npin_digits = 4\n', "utf-8")
    typed = Terminal("2846", "2846")
    assert run([*ADD, "--table", str(table)], ask_pin=typed, people=people_in) == 0
    assert [record.id for record in people_in(tmp_path / "own.json").people] == ["S-1"]
    assert run(["list", "--table", str(tmp_path / "none.toml")], people=people_in) == 2
    assert "none.toml" in capsys.readouterr().err


def test_a_pin_is_asked_twice_and_must_be_the_same(
    people: Callable[..., int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(*ADD, pins=(PIN, OTHER)) == 2
    assert capsys.readouterr().err == "dealer-console people: The two PINs differ. Enter both again.\n"
    assert not file.exists()


def test_a_script_gives_the_pin_on_standard_input(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n"))
    assert run([*ADD, "--pin-stdin", "--file", str(file)], people=people_in) == 0
    assert people_in(file).verify("S-1", PIN) == Known(people_in(file).person("S-1"))
    assert PIN not in capsys.readouterr().out


def test_reset_disable_and_enable(people: Callable[..., int], file: Path) -> None:
    people(*ADD)
    people("add", "D-1", "--name", "Rasa K.", "--role", "dealer", "--language", "lt")
    assert people("reset", "d-1", pins=(OTHER, OTHER)) == 0
    assert people_in(file).verify("D-1", PIN) == Wrong("D-1")
    assert people("disable", "D-1") == 0
    assert people_in(file).people[1].disabled
    assert people("enable", "D-1") == 0
    assert not people_in(file).people[1].disabled


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["reset", "X"], "Nobody has the ID X"),
        (["disable", "S-1"], "last supervisor"),
        (["add", "s-1", "--name", "A", "--role", "dealer", "--language", "en"], "S-1 is in use already"),
        (["add", "S 1", "--name", "A", "--role", "dealer", "--language", "en"], "S 1"),
        (["add", "S-2", "--name", "A\nB", "--role", "dealer", "--language", "en"], "one line"),
    ],
)
def test_a_refusal_is_one_line_and_two(
    people: Callable[..., int], capsys: pytest.CaptureFixture[str], argv: list[str], text: str
) -> None:
    people(*ADD)
    capsys.readouterr()
    assert people(*argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["remove", "D-1"],
        ["add", "D-1", "--role", "boss"],
        ["add", "D-1", "--pin", "2846"],
        ["add", "D-1", "--pin-stdin"],
        ["reset"],
        ["list", "--lang", "fr"],
    ],
)
def test_bad_arguments_are_two_with_one_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_person_who_stops_has_changed_nothing(people: Callable[..., int], file: Path) -> None:
    assert people(*ADD, pins=(PIN,)) == 2
    assert not file.exists()


def test_an_empty_list_names_the_way_to_the_first(
    people: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert people("list") == 0
    assert "dealer-console people add" in capsys.readouterr().out


def test_a_lost_badge_is_taken_away_and_another_is_given(
    people: Callable[..., int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(*ADD, "--badge", "11112222") == 0
    opened = people_in(file)
    assert opened.verify_badge("11112222") == Known(opened.person("S-1"))
    assert people("badge", "S-1") == 0
    assert isinstance(opened.verify_badge("11112222"), Unknown)
    assert people("badge", "S-1", "--badge", "33334444") == 0
    assert people("badge", "S-1", "--badge", "55556666") == 0
    assert isinstance(opened.verify_badge("33334444"), Unknown)
    assert opened.verify_badge("55556666") == Known(opened.person("S-1"))
    assert [each.what for each in opened.changes_after(1)] == ["badge_taken", "badge_given", "badge_given"]
    capsys.readouterr()
    assert people("badge", "S-1", "--badge", "123") == 2
    assert "badge" in capsys.readouterr().err


def test_a_list_without_a_supervisor_says_so(
    people: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    people("add", "D-1", "--name", "Rasa K.", "--role", "dealer", "--language", "lt")
    people("list")
    assert "people add --role supervisor" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_people_command_answers_in_six_languages(people: Callable[..., int], language: str) -> None:
    people(*ADD)
    answers = [people("list", "--lang", language), people("disable", "S-1", "--lang", language)]
    assert answers == [0, 2]


def test_a_file_that_cannot_be_read_is_named(
    people: Callable[..., int], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("{", "utf-8")
    file.chmod(0o600)
    assert people("list") == 2
    assert str(file) in capsys.readouterr().err


def test_training_has_given_people_whose_pins_are_shown() -> None:
    given = table_people.people("is")
    assert [(one.person.id, one.person.role) for one in given.practice_people] == [
        ("D1", Role.DEALER),
        ("D2", Role.DEALER),
        ("P1", Role.PIT_BOSS),
        ("S1", Role.SUPERVISOR),
    ]
    for one in given.practice_people:
        assert one.person.language == "is"
        assert given.verify(one.person.id.lower(), one.pin) == Known(one.person)
        assert given.verify(one.person.id, "0000") == Wrong(one.person.id)
    assert given.verify("X1", "1111") == Unknown()
    assert given.verify_badge("12345678") == Unknown()


def test_pins_are_asked_without_showing_them() -> None:
    assert signature(at_terminal).parameters["ask_pin"].default is getpass


def test_a_list_and_a_secret_that_are_begun_are_named_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistyped path makes both, and the new person is on no table's list."""
    pepper, path = tmp_path / "new" / "secret", tmp_path / "new" / "people.json"
    given = ["--file", str(path), "--pepper", str(pepper), "--lang", "en"]
    begun = [Words("en").text("people.begun", file=file) for file in (path, pepper)]
    assert run([*ADD, *given], ask_pin=Terminal(OTHER, OTHER), people=people_in) == 0
    assert capsys.readouterr().out.splitlines()[1:] == begun
    second = ["add", "P-20", "--name", "Jonas", "--role", "pit_boss", "--language", "lt", *given]
    assert run(second, ask_pin=Terminal(OTHER, OTHER), people=people_in) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize("harm", ["gone", "another", "cut", "empty"])
def test_without_the_pins_secret_no_new_one_is_made_unless_technical_service_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    """With a new secret everybody else's PIN is dead: nobody is to find that out at the table."""
    pepper, path = tmp_path / "secret", tmp_path / "people.json"

    def command(*argv: str) -> int:
        given = [*argv, "--file", str(path), "--pepper", str(pepper), "--lang", "en"]
        return run(given, ask_pin=Terminal(OTHER, OTHER), people=people_in)

    assert command(*ADD) == 0
    assert command("add", "P-20", "--name", "Jonas", "--role", "pit_boss", "--language", "lt") == 0
    content = {"another": bytes(32), "cut": pepper.read_bytes()[:20], "empty": b""}.get(harm)
    pepper.unlink() if content is None else pepper.write_bytes(content)
    before = path.read_bytes()
    capsys.readouterr()
    for asked in (("reset", "S-1"), ("add", "D-1", "--name", "Rasa", "--role", "dealer", "--language", "lt")):
        assert command(*asked) == 2
        printed = capsys.readouterr().err
        assert Words("en").text("people.pepper", file=pepper) in printed
        assert "people reset ID --new-secret" in printed and "all people need a new PIN" in printed
    assert path.read_bytes() == before and (pepper.read_bytes() if pepper.exists() else None) == content
    assert command("reset", "S-1", "--new-secret") == 0
    kept = pepper.with_name("secret.damaged")
    assert (kept.read_bytes() if kept.exists() else None) == (None if harm == "another" else content)
    assert Words("en").text("people.new_secret") in capsys.readouterr().out.splitlines()
    assert command("list") == 0
    of_boss = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("P-20"))
    assert of_boss.endswith(Words("en").text("people.state.no_pin"))
    people = people_in(path, pepper=pepper)
    assert isinstance(people.verify("S-1", OTHER), Known)
    assert [(each.what, each.id, each.user) for each in people.changes_after(2)] == [
        ("new_secret", "S-1", system_user())
    ], "it is kept for the tables' journals, by whom"
    with pytest.raises(LostPin) as refused:
        people.verify("P-20", OTHER)
    assert why(refused.value, Words("en")).endswith("dealer-console people reset P-20")
    assert command("reset", "P-20") == 0, "the secret is there by now"
    assert Words("en").text("people.new_secret") not in capsys.readouterr().out
    assert {each.state for each in people.listed} == {"active"}
    assert isinstance(people.verify("P-20", OTHER), Known)


def test_no_second_secret_is_made_beside_an_existing_one(people: Callable[..., int], file: Path) -> None:
    assert people(*ADD) == 0
    assert people("reset", "S-1", "--new-secret") == 0
    assert [each.what for each in people_in(file).changes_after(0)] == ["added", "reset"]


def test_the_list_names_those_whose_pin_or_badge_is_not_bound_to_them_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = studio(tmp_path)
    people.set_badge("D-114", OLD_BADGE)
    pepper = needed_pepper(people.secret)

    def unbound(held: dict[str, Any]) -> None:
        for each in held["people"]:
            each |= {"bound": False, "badge_bound": False}
            each["pin"] = PasswordHasher().hash(pepper.pepper(PIN_OF_ALL))
            if "badge" in each:
                each["badge"] = badge_digest(pepper.pepper(OLD_BADGE), bytes.fromhex(held["salt"]))

    rewritten(people, unbound)
    given = ["--file", str(people.path), "--pepper", str(people.secret), "--lang", "en"]
    ids = [each.person.id for each in people.listed]
    for id in (None, *ids):
        if id is not None:
            people.verify(id, PIN_OF_ALL)
            ids.remove(id) if id != "D-114" else None  # who has a badge, which is bound with its use
        assert main(["list", *given]) == 0
        named = Words("en").text("people.unbound", ids=Words("en").text("access.list").join(ids))
        assert named in capsys.readouterr().out
    people.verify_badge(OLD_BADGE)
    assert main(["list", *given]) == 0
    assert "bound" not in capsys.readouterr().out
