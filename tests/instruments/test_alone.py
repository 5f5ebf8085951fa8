"""The table stands alone: a few of its tests and its window, in a copy without the parts above it."""

from __future__ import annotations

import pytest

from tests.instruments.alone import main, missing


def test_the_table_works_without_the_parts_above_it(capfd: pytest.CaptureFixture[str]) -> None:
    status = main(["--quick", "table"])
    assert status == 0, capfd.readouterr().out


def test_a_part_of_another_name_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--quick", "croupier"])
    assert ended.value.code == 2 and "croupier" in capfd.readouterr().err


def test_the_three_parts_upon_the_supervisor_do_not_know_one_another() -> None:
    assert missing("table") == ["supervisor", "floor", "commissioning", "rehearsals"]
    assert missing("floor") == ["commissioning", "rehearsals"]
