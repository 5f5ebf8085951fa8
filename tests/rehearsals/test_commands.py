"""``rehearsal list``, ``check`` and ``play --headless``, as at a terminal."""

import io
import json
from functools import partial
from pathlib import Path

import pytest

from console.base.command_line import BAD_ARGUMENTS
from console.base.words import LANGUAGES, Words
from console.rehearsals.commands import rehearsal_files, rehearsals
from console.rehearsals.commands.rehearsal_files import headless
from console.rehearsals.result import Way
from console.rehearsals.script import built_in_rehearsals, load_rehearsal, rehearsal_folder
from console.rehearsals.ui import rehearsal_start
from console.table.core import Person, Role, SystemClock
from console.table.people import Known, PeopleFile
from tests.command_lines import run
from tests.rehearsals.played import BOSS

main = partial(run, "rehearsal")


@pytest.mark.sweep
def test_the_list_names_every_rehearsal_and_the_rulebooks_of_those_that_few_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for language in LANGUAGES:
        assert main(["list", "--lang", language]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in printed] == [each.name for each in built_in_rehearsals()]
        assert next(line for line in printed if line.startswith("baccarat-burn-forgotten")).endswith("(lt)")


def test_ours_is_checked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "roulette-ball-in-bet-time", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "roulette-ball-in-bet-time can be rehearsed under lt, sv\n"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "baccarat"\n[[wrong]]\nslip = "card_drops"\nfacts = { cards = 1 }', "seen = true | false"),
        (
            'game = "roulette"\nrules = ["lt"]\n[[wrong]]\nslip = "play_stops"\nwhen = "deciding"\n'
            'facts = { reason = "health" }',
            "deciding can’t be used here",
        ),
        (
            'game = "baccarat"\nrules = ["sv"]\n[[wrong]]\nslip = "clock_is_set"\ncount = 9',
            '"cards_out" can’t be used here',
        ),
        ('game = "baccarat"\nrules = ["sv"]\n[[wrong]]\nslip = "burn_forgotten"', "can’t be used here"),
        ('game = "baccarat"\n[[wrong]]\nslip = "card_drop"', "Did you mean card_drops"),
    ],
)
def test_the_check_of_an_unplayable_file_says_how_to_correct_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    assert main(["check", str(file), "--lang", "en"]) == 1
    out = capsys.readouterr().out
    assert "own.toml: wrong" in out
    assert message in out
    assert "Correct what is listed above" in out


@pytest.mark.parametrize("line", [("check",), ("play", "--headless"), ("play",)])
def test_a_file_that_is_not_there_is_a_wrong_argument(
    line: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*line, "nix.toml", "--lang", "en"])
    assert ended.value.code == BAD_ARGUMENTS
    assert Words("en").text("journal.not_there", file="nix.toml") in capsys.readouterr().err


def test_a_window_takes_what_a_script_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rehearsal of ours by its name, and the ways by theirs."""
    asked: list[rehearsals.RehearsalOptions] = []

    def begun(options: rehearsals.RehearsalOptions, *_: object) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr(rehearsal_start, "has_display", lambda: True)
    monkeypatch.setattr(rehearsals, "main", begun)
    assert main(["play", "roulette-ball-in-bet-time", "--way", "under_time"]) == 0
    (options,) = asked
    assert (options.file, options.way) == (
        rehearsal_folder() / "roulette-ball-in-bet-time.toml",
        Way.UNDER_TIME,
    )


def test_a_rulebook_that_has_no_such_kind_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["play", "baccarat-burn-forgotten", "--headless", "--rules", "sv", "--lang", "en"]
    assert main(given) == 2
    assert "It can be played under: lt." in capsys.readouterr().err


def lines_of(*given: dict[str, object]) -> io.BytesIO:
    return io.BytesIO(b"".join(json.dumps(each).encode() + b"\n" for each in given))


def answers(name: str, way: Way, *given: dict[str, object]) -> list[dict[str, object]]:
    out = io.BytesIO()
    rehearsal = load_rehearsal(rehearsal_folder() / f"{name}.toml")
    headless(rehearsal, "lt", BOSS, way, Words("en"), lines_of(*given), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


REPORT: dict[str, object] = {
    "do": "incident",
    "by": "P1",
    "kind": "card_fell",
    "facts": {"cards": 1, "seen": False},
}


def test_alone_a_person_states_the_outcome_before_the_table_takes_the_report() -> None:
    fields: dict[str, object] = {"do": "outcome", "outcome": "void"}
    found, first, asked, due, last = answers(
        "baccarat-card-drops", Way.ALONE, REPORT, fields, {"do": "announce"}
    )
    assert found["text"] == "Something has fallen on the floor. 1 card. The players have not seen it."
    assert first["asks"] == []
    assert "void" in asked["asks"]  # type: ignore[operator]
    assert asked["view"]["incident"] is None  # type: ignore[index]
    assert due["due"] == "round_void", "the players are told by the pit boss"
    result = last["result"]
    assert (result["passed"], result["score"]) == (True, 100)  # type: ignore[index]


def test_a_person_who_states_another_outcome_fails() -> None:
    *_, last = answers("baccarat-card-drops", Way.ALONE, REPORT, {"do": "outcome", "outcome": "go_on"})
    assert not last["result"]["passed"]  # type: ignore[index]


def test_the_end_of_input_leaves_the_rehearsal() -> None:
    *_, last = answers("baccarat-card-drops", Way.GUIDED)
    assert last["result"]["ended"] == "left"  # type: ignore[index]


def test_a_wrong_line_is_refused_and_the_rehearsal_goes_on() -> None:
    *_, refused, last = answers("baccarat-card-drops", Way.GUIDED, {"do": "nonsense"})
    assert refused["view"]["phase"] == "dealing"  # type: ignore[index]
    assert last["result"]["ended"] == "left"  # type: ignore[index]


def test_every_rehearsal_of_ours_is_whole_under_its_rulebooks() -> None:
    """All of them are played to their ends elsewhere; here three as `check` does it, with nobody there."""
    for name in ("baccarat-cards-drop-in-shuffle", "blackjack-hole-card-shown", "roulette-number-changes"):
        rehearsal = load_rehearsal(rehearsal_folder() / f"{name}.toml")
        assert list(rehearsal_files.faults_in_play(rehearsal, name)) == []


def test_the_people_of_a_table_sign_in_at_its_rehearsals_by_their_own_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's file names the secret of the PINs: without it every PIN is wrong, and nobody signs in."""
    people, pepper = tmp_path / "people.json", tmp_path / "secret" / "pepper"
    pepper.parent.mkdir(mode=0o700)
    elin = Person("D7", "Elín", Role.DEALER, "en")
    PeopleFile(people, pepper=pepper).add(elin, "583920")
    file = tmp_path / "table.toml"
    file.write_text(
        f'name = "T1"\ngame = "baccarat"\nrules = "lt"\nlanguage = "en"\n'
        f'journal = "{tmp_path}/j.db"\npeople = "{people}"\npepper = "{pepper}"\n'
        '[[device]]\nrole = "shoe"\nurl = "/dev/none"\n',
        "utf-8",
    )
    shown: list[rehearsals.RehearsalOptions] = []
    monkeypatch.setattr(rehearsal_start, "has_display", lambda: True)

    def opened(options: rehearsals.RehearsalOptions, *_: object) -> int:
        shown.append(options)
        return 0

    monkeypatch.setattr(rehearsals, "main", opened)
    assert main(["--table", str(file)]) == 0
    house, _ = rehearsals.open_people(shown[0], SystemClock())
    assert isinstance(house.verify("D7", "583920"), Known)


def test_a_rehearsal_of_a_table_asks_in_its_files_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.toml"
    lines = ('name = "T1"', 'game = "baccarat"', 'rules = "lt"', 'language = "is"')
    file.write_text("\n".join((*lines, "[[device]]", 'role = "shoe"', 'url = "/dev/none"')), "utf-8")
    shown: list[str] = []

    def opened(options: rehearsals.RehearsalOptions, *_: object) -> int:
        shown.append(options.lang)
        return 0

    monkeypatch.setattr(rehearsal_start, "has_display", lambda: True)
    monkeypatch.setattr(rehearsal_start, "system_language", lambda: "sv")
    monkeypatch.setattr(rehearsals, "main", opened)
    for named in ([], ["--lang", "de"]):
        assert main(["--table", str(file), *named]) == 0
    assert main([]) == 0
    assert shown == ["is", "de", "sv"]
