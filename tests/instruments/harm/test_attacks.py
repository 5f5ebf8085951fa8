"""A little of the attacks: `python3 -m tests harm attacks` does them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.table.custody.verdict import replayer
from console.table.journal import verify
from tests.instruments.harm import attacks, promise_files
from tests.instruments.harm.attacks import KINDS, AttackedNight, attacked, nights
from tests.instruments.harm.report import Harm, table
from tests.instruments.harm.reviewed import from_the_beginning, reviewed
from tests.sweep import times
from tests.test_readme import PROMISES, README

ANYTHING = "anything changed anywhere"


@pytest.fixture(scope="module")
def on(tmp_path_factory: pytest.TempPathFactory) -> list[AttackedNight]:
    """A short shift of each game."""
    return nights(tmp_path_factory.mktemp("nights"), 60)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", [name for name in KINDS if name != ANYTHING])
def test_nothing_of_an_attack_is_believed(tmp_path: Path, on: list[AttackedNight], name: str) -> None:
    assert attacked(tmp_path, name, times(3, 1), on).lost == []


def test_a_night_that_verify_calls_good_has_the_same_review(tmp_path: Path, on: list[AttackedNight]) -> None:
    """From kept states or from the beginning, of the file or a changed one: the same bytes, or not good."""
    for of in on:
        assert verify(of.path, replayers=replayer).states >= 2
        with from_the_beginning():
            assert reviewed(of.path) == of.told
    assert attacked(tmp_path, ANYTHING, times(30, 6), on).lost == []


MARKED = ("journal's mark", "certificate", "newest seal", "seal's file", "rehearsal records")
"""Files with a mark of their own beside the journal's: a checksum, sums, a seal, a chain."""


@pytest.mark.sweep
def test_a_file_whose_own_marks_were_made_again_is_found_or_harmless(tmp_path: Path) -> None:
    harms = [*promise_files.attacked(tmp_path, 2, MARKED)]
    assert [harm.name for harm in harms if "again" in harm.name] == [
        f"{name}, its own marks made again" for name in MARKED
    ]
    assert [lost for harm in harms for lost in harm.lost] == []


@pytest.mark.sweep
def test_a_changed_night_with_another_review_would_be_found(
    tmp_path: Path, on: list[AttackedNight], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attacks.AttackedNight, "verified", lambda self, path: verify(self.path))
    assert attacked(tmp_path, ANYTHING, 24, on).lost


def test_each_attack_ends_with_a_sentence_that_is_promised() -> None:
    told = " ".join((README + PROMISES).split())
    for name, kind in KINDS.items():
        assert kind.upholds in told, name


def test_the_table_says_of_each_sentence_whether_it_stands() -> None:
    held, believed = Harm("one", upholds="It is so."), Harm("two", upholds="And so.")
    held.done(1)
    believed.done(1, ["it was believed"])
    assert table([held, believed]).splitlines()[-2:] == [
        "upheld 1: It is so.",
        "UNTRUE 1 times of 1: And so.",
    ]
