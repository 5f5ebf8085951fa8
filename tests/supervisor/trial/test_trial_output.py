"""``console rulebook try``: what stands on the terminal, in the files, and where it is refused or stopped."""

from __future__ import annotations

import csv
import io
import os
import shutil
import signal
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.base.words import LANGUAGES, Words
from console.supervisor.commands import rulebook_trial
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.trial import trial
from console.supervisor.trial.changes import ChangeReach, RuleChange
from console.supervisor.trial.findings import Aspect, FindingPlace, TrialFinding
from console.supervisor.trial.trial import odds_of
from console.supervisor.trial.trial_paper import _only, bet_name, trial_paper
from console.table.game import RulebookError, rulebook_folder
from tests.handbook.runs import run
from tests.table.core.tables import book
from tests.table.played import FELL, OPEN, ROUND, written


@pytest.fixture
def fell(tmp_path: Path) -> Path:
    return written(tmp_path / "fell.journal", *FELL, *ROUND)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The rulebook of the journal, in which a pit boss lets play go on and the player pays more."""
    copied = tmp_path / "rulebooks"
    shutil.copytree(rulebook_folder(), copied)
    file, rows = copied / "lt.toml", copied / "incidents" / "lt.toml"
    text = file.read_text("utf-8").replace('player = { odds = "1",', 'player = { odds = "2",', 1)
    file.write_text(text, "utf-8")
    lines = rows.read_text("utf-8").splitlines()
    at = next(
        number for number, line in enumerate(lines) if 'clause = "LT-BAC-18b"' in line or "LT-BAC-18b" in line
    )
    while "outcome" not in lines[at]:
        at += 1
    assert 'outcome = "void"' in lines[at]
    lines[at] = lines[at].replace('outcome = "void"', 'outcome = "go_on"')
    rows.write_text("\n".join(lines), "utf-8")
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trial_is_printed_in_every_language(fell: Path, new: Path, language: str) -> None:
    status, output = run(["rulebook", "try", str(new), str(fell), "--lang", language])
    words = Words(language)
    assert status == 0, output
    for key in ("outcome.void", "outcome.go_on", "bet.player", "trial.note", "incident.card_fell"):
        assert words.text(key).replace("\u00ad", "") in output
    assert "T7-i1" in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bet_that_a_rulebook_pays_has_a_name(language: str) -> None:
    """`straight` and `21+3.straight` stood beside a translated 'Tie'."""
    words = Words(language)
    for rules in book("lt").games.values():
        for kind in odds_of(rules):
            named = bet_name(words, kind)
            assert named != kind and not {*"_."} & {*named}, (kind, named)


@pytest.mark.parametrize(
    ("before", "after", "only_before", "only_after"),
    [
        ("load wash cut", "load riffle strip cut", "wash", "riffle strip"),
        ("load cut", "load wash cut", "", "wash"),
        ("load wash stack cut", "load riffle stack cut", "wash", "riffle"),
        ("riffle riffle", "riffle riffle riffle", "", "riffle"),
    ],
)
def test_steps_with_which_both_rulebooks_begin_and_end_are_left_out(
    before: str, after: str, only_before: str, only_after: str
) -> None:
    place: Any = None
    one, other = tuple(before.split()), tuple(after.split())
    finding = TrialFinding(place, Aspect.PREPARATION, "shoe", one, other)
    assert [" ".join(_only(steps, finding)) for steps in (one, other)] == [only_before, only_after]


def test_every_moment_stands_in_the_files(fell: Path, new: Path, tmp_path: Path) -> None:
    out, sheet = tmp_path / "out.json", tmp_path / "out.csv"
    status, output = run(
        ["rulebook", "try", str(new), str(fell), "--json", str(out), "--csv", str(sheet), "--lang", "en"]
    )
    assert status == 0, output
    found = msgspec.json.decode(out.read_bytes())
    assert out.read_bytes().endswith(b"}\n")
    assert (found["trial_version"], found["rulebook"], found["partial"]) == (1, "lt.toml", False)
    assert [(each["incident"], each["aspect"], each["after"]) for each in found["otherwise"]] == [
        ("T7-i1", "outcome", ["go_on"]),
        (None, "pay_out", ["2"]),
    ]
    assert [each["place"] for each in found["changes"]] == [
        "baccarat.payouts.player.odds",
        "baccarat.card_fell",
    ]
    rows = list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"))))
    entries = {row[1] for row in rows if row and row[0] == "fell.journal"}
    assert entries == {str(each["entry"]) for each in found["otherwise"]}
    assert all(path.stat().st_mode & 0o077 == 0 for path in (out, sheet))


def test_a_terminal_shows_64_letters_of_a_rule_and_a_file_shows_all() -> None:
    change = RuleChange("baccarat.turns", "x" * 64, "y" * 65, ChangeReach.TRIED)
    tried, formatter = trial.TrialResult((change,), (), ()), RecordFormatter(Words("en"))
    shown = {
        whole: trial_paper(tried, "lt.toml", "", formatter, whole=whole).parts[0].rows[0][1:3]
        for whole in (False, True)
    }
    assert shown == {False: ("x" * 64, "y" * 63 + "…"), True: ("x" * 64, "y" * 65)}


@pytest.mark.parametrize(
    ("moments", "left"), [(40, ""), (42, "2 more are not listed. All moments: --csv or --json")]
)
def test_a_terminal_shows_40_moments_of_a_kind(moments: int, left: str) -> None:
    place = FindingPlace("T7.db", "T7", 1, datetime(2026, 11, 20, tzinfo=UTC), "T7-1")
    found = (TrialFinding(place, Aspect.PAY_OUT, "player", ("1",), ("2",)),) * moments
    undecided = (TrialFinding(place, Aspect.OUTCOME, "card_fell", ("void",), asks="seen"),) * moments
    tried, formatter = trial.TrialResult((), (), found + undecided), RecordFormatter(Words("en"))
    *_, listed, asked = trial_paper(tried, "lt.toml", "", formatter, whole=False).parts
    assert [len(part.rows) for part in (listed, asked)] == [40, 40]
    assert [part.note for part in (listed, asked)] == [left, left]


def test_the_rulebook_of_the_journal_itself_changes_nothing(fell: Path) -> None:
    status, output = run(["rulebook", "try", "lt", str(fell), "--lang", "en"])
    assert status == 0
    assert "Both rulebooks say the same about these games." in output
    assert "Nothing would have been different." in output


def test_a_trial_of_a_wrong_file_or_game_is_refused_by_name_before_it_reads(
    fell: Path, new: Path, tmp_path: Path
) -> None:
    wheel = written(tmp_path / "wheel.journal", OPEN, code="sv", game="roulette")
    text = new.read_text("utf-8")
    new.write_text(text[: text.index("[roulette]")], "utf-8")
    status, output = run(["rulebook", "try", str(new), str(fell), str(wheel), "--lang", "en"])
    assert (status, len(output.splitlines())) == (2, 1)
    assert f"{wheel} is a journal of roulette, and lt.toml has no such game." in output
    nothing = tmp_path / "nothing.journal"
    nothing.write_bytes(b"no journal")
    status, output = run(["rulebook", "try", "lt", str(nothing), "--lang", "en"])
    assert (status, str(nothing) in output) == (2, True)
    new.write_text(text.replace("seconds = 18", "secnds = 18", 1), "utf-8")
    status, output = run(["rulebook", "try", str(new), str(fell), "--lang", "en"])
    assert (status, "Did you mean seconds?" in output) == (1, True)


def test_a_journal_of_rules_that_are_gone_is_refused_by_name(
    fell: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(rules: str) -> None:
        raise RulebookError(f"{rules}: no such rulebook")

    monkeypatch.setattr(trial, "load_rulebook", gone)
    status, output = run(["rulebook", "try", "sv", str(fell), "--lang", "en"])
    assert status == 2
    assert f"{fell} was recorded under the rulebook lt, which is missing here" in output


def test_ctrl_c_prints_the_findings_so_far_as_partial(
    fell: Path, new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "STEP", 1)
    before = signal.getsignal(signal.SIGINT)  # a shell has what it begins with ``&`` ignore it
    heard = rulebook_trial._Progress.__call__

    def pressed(self: rulebook_trial._Progress, entry: int) -> bool:
        if entry == 15:
            os.kill(os.getpid(), signal.SIGINT)
        return heard(self, entry)

    monkeypatch.setattr(rulebook_trial._Progress, "__call__", pressed)
    out = tmp_path / "part.json"
    status, output = run(["rulebook", "try", str(new), str(fell), "--json", str(out), "--lang", "en"])
    assert status == 130
    assert "Stopped: this is only a part. Not read to the end: fell.journal" in output
    assert "T7-i1" in output
    found = msgspec.json.decode(out.read_bytes())
    assert found["partial"]
    assert [each["incident"] for each in found["otherwise"]] == ["T7-i1"]
    assert signal.getsignal(signal.SIGINT) is before
