"""The files of each promise, and a few changes of each file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.instruments.harm.census_beside import KINDS
from tests.instruments.harm.promise_files import FILES
from tests.instruments.harm.promises import OTHERS, changed, files_of, promised, told_files


def test_the_handbook_says_who_notices_a_change_of_each_promises_file() -> None:
    assert set(files_of()) == set(promised())
    assert set(told_files()) == {*FILES, *OTHERS} == {name for files in files_of().values() for name in files}


@pytest.mark.sweep
def test_a_change_of_a_file_that_a_promise_depends_on_is_found_or_harmless(tmp_path: Path) -> None:
    names = [name for name, kind in FILES.items() if kind not in KINDS]  # the census tries a few of those
    harms = [*changed(tmp_path, 1, names, most=1)]
    assert sum(harm.times for harm in harms) == len(names)
    assert [each for harm in harms for each in harm.lost] == []
