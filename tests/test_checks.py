"""`python3 -m tests` is good only if every check was."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings

from console.base.words import LANGUAGES
from console.cli import NOBODY_READS
from tests import __main__ as checks
from tests import sweep
from tests.examples import AT_NIGHT, BY_DAY, examples
from tests.instruments import sweeps
from tests.instruments.entrance import INSTRUMENTS
from tests.sweep import sampled

ROOT = Path(__file__).parents[1]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[list[tuple[str, ...]]]:
    """The checks in their order; those named by the test's parameter fail.

    Ruff and the whole suite await each other.
    """
    order: list[tuple[str, ...]] = []
    failing: str = getattr(request, "param", "")
    beside = Barrier(2, timeout=60)

    def run(tool: Sequence[str], whole: bool = False) -> int:
        order.append(tuple(tool))
        if tool in (("ruff", "check"), ("pytest", *checks.SIDE_BY_SIDE, "--by-turns")):
            beside.wait()
        return 5 if tool[0] == failing else 0

    @contextmanager
    def loading(count: int) -> Iterator[Callable[[], tuple[str, ...]]]:
        order.append(("loading",))

        def loaded() -> tuple[str, ...]:
            order.append(("loaded",))
            return ()

        yield loaded

    monkeypatch.setattr(checks, "run", run)
    monkeypatch.setattr(checks, "loading", loading)
    monkeypatch.setattr("console.base.setup.environment.enter", lambda window, extras: None)
    with patch.dict(os.environ):  # what the checks are run in is not for the tests that follow
        yield order


def test_all_checks_run_beside_pytest_which_starts_once_the_tests_are_loaded(
    ran: list[tuple[str, ...]],
) -> None:
    assert checks.main([]) == 0
    names = [tool[0] for tool in ran]
    assert [name for name in names if name in ("ruff", "mypy")] == ["ruff", "mypy"]
    assert [name for name in names if name not in ("ruff", "mypy")] == ["loading", "loaded", "pytest"]


def test_the_set_up_compiles_no_packages_that_the_suite_compiles_elsewhere(
    ran: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def enter(**_: object) -> None:
        asked.append(os.environ.get("PIP_COMPILE"))

    monkeypatch.setattr("console.base.setup.environment.enter", enter)
    assert checks.main([]) == 0
    assert asked == ["0"] and "PIP_COMPILE" not in os.environ, "tests that install have pip as its files say"


@pytest.mark.parametrize(("ran", "status"), [("ruff", 1), ("mypy", 1), ("pytest", 5)], indirect=["ran"])
def test_one_bad_check_is_enough(ran: list[tuple[str, ...]], status: int) -> None:
    assert checks.main([]) == status
    assert len(ran) == 5


def test_an_instrument_is_run_by_its_name_with_its_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[str, list[str]]] = []

    def use(name: str, argv: Sequence[str]) -> int:
        used.append((name, [*argv]))
        return 7

    monkeypatch.setattr(checks, "use", use)
    assert checks.main(["bench", "append", "--quick"]) == 7
    assert used == [("bench", ["append", "--quick"])]


def test_help_names_every_instrument(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.main(["--help"]) == 0
    printed = capsys.readouterr().out
    for name, row in INSTRUMENTS.items():
        assert f"  {name} " in printed and row.sentence in printed


def test_help_ends_quietly_once_nobody_reads_it() -> None:
    end, nobody_reads = os.pipe()
    os.close(end)
    asked = (sys.executable, "-m", "tests", "--help")
    ended = subprocess.run(asked, stdout=nobody_reads, stderr=subprocess.PIPE, check=False)
    os.close(nobody_reads)
    assert (ended.returncode, ended.stderr) == (NOBODY_READS, b"")


ASKED_FOR_HELP = """
import sys
from tests.__main__ import main
for name in sys.argv[1:]:
    try:
        print(main([name, "--help"]), flush=True)
    except SystemExit as ended:
        print("exit", ended.code, flush=True)
"""


@pytest.mark.sweep
def test_each_instrument_helps_and_does_nothing_else() -> None:
    """From the checkout, one after the other in a process of their own; each in its own in a sweep."""
    every = [*INSTRUMENTS]
    text = ""
    for names in sampled([[name] for name in every], [every]):
        line = (sys.executable, "-c", ASKED_FOR_HELP, *names)
        asked = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (asked.returncode, asked.stderr) == (0, ""), names
        text += asked.stdout
    assert re.findall(r"^usage: python3 -m tests (\w+)", text, re.MULTILINE) == every
    assert text.count("\nexit 0\n") == len(every)


def test_the_sample_of_a_sweep_has_each_of_both_and_a_sweep_each_pair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweep, "IS_WHOLE", False)  # though this runs in a sweep, too
    for some in (("a", "b", "c", "d"), ("a",), tuple("abcdefgh")):
        pairs = sweep.by_turns(some, (1, 2, 3, 4, 5, 6))
        assert {one for one, _ in pairs} == {*some} and {other for _, other in pairs} == {*range(1, 7)}
        assert len(pairs) == max(len(some), 6)
    begun = [pair for begin in range(3) for pair in sweep.by_turns("abcdef", (1, 2, 3), begin)]
    assert len(set(begun)) == len(begun) == 18
    assert sweep.each_kind(("ab", "ac", "b"), lambda each: each[0]) == ["ab", "b"]
    monkeypatch.setattr(sweep, "IS_WHOLE", True)
    assert len(sweep.by_turns("abcd", range(6))) == 24
    assert sweep.each_kind(("ab", "ac", "b"), lambda each: each[0]) == ["ab", "ac", "b"]
    assert (sweep.sampled("abc", "a"), sweep.times(9, 1)) == (["a", "b", "c"], 9)


def item(name: str, file: Path, sample: tuple[int, ...] | None = None, **params: str) -> Any:
    """A collected test; ``sample`` has its mark's number of cases, if it has the mark."""
    place = f"{file}::{name}[{'-'.join(params.values())}]"
    mark = None if sample is None else SimpleNamespace(args=sample)
    call = SimpleNamespace(params=params)
    return SimpleNamespace(nodeid=place, path=file, callspec=call, get_closest_marker=lambda _: mark)


def kept(items: Sequence[Any]) -> list[str]:
    """The ids of the tests of the suite, without their file."""
    return [each.nodeid.split("::")[1] for each in sweep.one_turn(items)]


def test_a_file_tries_one_language_of_six_by_turns(tmp_path: Path) -> None:
    taken: list[str] = []
    for number in range(80):
        file = tmp_path / f"test_{number}.py"
        file.write_text("import pytest\n", "utf-8")
        six = [item(name, file, language=each) for name in ("one", "other") for each in LANGUAGES]
        languages = [set(re.findall(rf"{name}\[(..)", " ".join(kept(six)))) for name in ("one", "other")]
        assert languages[0] == languages[1], "of what both look at, one has no language alone"
        taken.extend(languages[0])
    assert len(taken) == 80 and {*taken} == {*LANGUAGES}
    assert 30 < sum(language in {"ja", "de"} for language in taken) < 50


def test_what_is_not_tried_in_each_language_is_tried_whole(tmp_path: Path) -> None:
    own = tmp_path / "test_own.py"
    own.write_text("import pytest\n", "utf-8")
    whole = [item("two", own, language=language) for language in ("ja", "lt")]
    whole += [item("game", own, game=game) for game in "abcdef"]
    whole += [
        item("pair", own, state=state, language=each) for state, each in zip("abcdef", LANGUAGES, strict=True)
    ]
    assert sweep.one_turn(whole) == whole


def test_of_a_marked_test_the_suite_tries_a_sample_that_is_spread_over_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(sweep.DAYS, "0")
    file = tmp_path / "test_own.py"
    file.write_text("import pytest\n", "utf-8")
    cases = [item("some", file, (3,), game=game) for game in "abcdefgh"]
    assert kept([*cases, *(item("none", file, (), game=game) for game in "ab")]) == [
        "some[a]",
        "some[c]",
        "some[f]",
    ]
    assert kept([item("few", file, (3,), game="a")]) == ["few[a]"]


def test_each_case_and_each_language_has_its_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "test_own.py"
    file.write_text("import pytest\n", "utf-8")
    cases = [item("some", file, (3,), game=game) for game in "abcdefgh"]
    cases += [item("six", file, language=language) for language in LANGUAGES]
    tried: list[str] = []
    for day in range(20_787, 20_787 + 8):
        monkeypatch.setenv(sweep.DAYS, str(day))
        tried += kept(cases)
    assert {*tried} == {each.nodeid.split("::")[1] for each in cases} and len(tried) == 8 * 4


def test_the_day_is_that_of_the_commit_and_the_same_in_a_runs_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(sweep.DAYS, raising=False)
    line = ("git", "log", "-1", "--format=%ct")
    said = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert sweep.today() == int(said or 0) // 86_400 == int(os.environ[sweep.DAYS])
    monkeypatch.delenv(sweep.DAYS)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sweep.today() == 0, "a source archive on a computer without git"


def test_of_each_promises_test_the_suite_tries_some_case() -> None:
    page = (ROOT / "resources/handbook/promises.md").read_text("utf-8")
    promised = set(re.findall(r"`(tests/\S+\.py)::(test_\w+)`", page))
    assert len(promised) > 50
    whole = ast.dump(ast.parse("pytest.mark.sweep", mode="eval").body)
    for file in sorted({file for file, _ in promised}):
        for each in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
            if isinstance(each, ast.FunctionDef) and (file, each.name) in promised:
                assert whole not in map(ast.dump, each.decorator_list), each.name


def test_a_sweep_runs_the_files_that_say_they_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[list[str], str]] = []

    def run(line: Sequence[str], *, env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(([*line], env[sweep.ASKED]))
        return subprocess.CompletedProcess([*line], 3)

    monkeypatch.setattr(subprocess, "run", run)
    assert sweeps.main(["rehearsals/test_reckoned", "test_entry_words"]) == 3
    ((line, asked),) = ran
    assert asked == "whole" and sorted(Path(each).name for each in line if each.endswith(".py")) == [
        "test_entry_words.py",
        "test_reckoned.py",
    ]


def test_with_arguments_pytest_runs_alone(ran: list[tuple[str, ...]]) -> None:
    assert checks.main(["tests/table/game", "-q"]) == 0
    assert ran == [("pytest", "tests/table/game", "-q")]


def test_the_files_that_are_begun_first_are_there() -> None:
    from tests.conftest import LONGEST

    assert [file for file in LONGEST if not (ROOT / "tests" / file).is_file()] == []


def test_each_property_says_its_numbers_by_day_and_at_night() -> None:
    """A bare number would hold at night, too; what is spared by day is not taken from the night."""
    bare = []
    texts = {path: path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("*.py"))}
    for path in (each for each in texts if "max_examples" in texts[each]):
        for node in ast.walk(ast.parse(texts[path])):
            if isinstance(node, ast.keyword) and node.arg == "max_examples":
                bare += [f"{path.name}:{node.lineno}"] if isinstance(node.value, ast.Constant) else []
    assert bare == []
    assert AT_NIGHT > BY_DAY
    with pytest.raises(ValueError, match="20 examples at night are no more than 20 by day"):
        examples(20, at_night=20)


@pytest.mark.parametrize(("profile", "number"), [("house", 20), ("mutants", 20), ("nightly", 700)])
def test_a_property_has_the_number_of_the_profile(
    monkeypatch: pytest.MonkeyPatch, profile: str, number: int
) -> None:
    chosen = SimpleNamespace(get_current_profile_name=lambda: profile)
    monkeypatch.setattr("tests.examples.settings", chosen)
    assert examples(20, at_night=700) == number
    assert settings.get_profile("nightly").max_examples == AT_NIGHT
    assert settings.get_profile("house").max_examples == BY_DAY
