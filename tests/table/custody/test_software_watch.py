"""Another process looks at a table's software; what has changed is reported, once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from console.table.custody import software_watch
from console.table.custody.software_watch import (
    File,
    SoftwareChanged,
    SoftwareCheck,
    SoftwareWatch,
    check,
    check_in_process,
)

GOOD = SoftwareCheck(True, "ab" * 32, "by_own_key", "cd" * 32, ())
BAD = SoftwareCheck(
    False, "ab" * 32, "bad", None, (File("changed", "console/cli.py"), File("more", "console/x\n.py"))
)


def test_a_journal_names_what_differs_in_one_line() -> None:
    assert GOOD.text == f"signed by_own_key {'cd' * 32}"
    assert BAD.text == r"changed console/cli.py; more console/x\n.py; signed bad"
    many = SoftwareCheck(
        False, "", "unsigned", None, tuple(File("missing", f"console/{n}.py") for n in range(33))
    )
    assert many.text.endswith("; 13 more; signed unsigned") and many.text.count("missing") == 20


def test_the_software_watch_reports_only_changes_of_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((GOOD, GOOD, None, BAD, BAD))
    results, over = list[SoftwareCheck](), Event()

    def answer(key: Path | None, begun: object) -> SoftwareCheck | None:
        found = next(answers, None)
        if found is None and results[-1:] == [BAD]:
            over.set()
        return found

    monkeypatch.setattr(software_watch, "check_in_process", answer)
    watch = SoftwareWatch(None, results.append, every=0)
    watch.start()
    assert over.wait(60)
    watch.stop()
    assert results == [GOOD, BAD]


def test_the_software_is_looked_at_each_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses, over, paused = list[float](), Event(), Event()

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        over.set()
        paused.set()

    monkeypatch.setattr(over, "wait", wait)
    monkeypatch.setattr(software_watch, "Event", lambda: over)
    monkeypatch.setattr(software_watch, "check_in_process", lambda *_: None)
    watch = SoftwareWatch(None, lambda _: None)
    watch.start()
    assert paused.wait(60)
    watch.stop()
    assert pauses == [3600]


@pytest.mark.parametrize(("waited_for", "nice"), [(True, 0), (False, 19)])
def test_only_a_start_waits_for_a_check_and_gives_it_the_tables_priority(
    waited_for: bool, nice: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """19 is the lowest priority that POSIX has."""
    given = list[int]()
    place = SimpleNamespace(is_checkout=False, folder=tmp_path)
    monkeypatch.setattr("console.base.software.running_console", lambda: place)
    monkeypatch.setattr(sys, "executable", "/usr/bin/true")
    monkeypatch.setattr(os, "setpriority", lambda _kind, _process, value: given.append(value))
    assert check_in_process(None, waited_for=waited_for) is None
    assert given == [nice]


def test_a_look_that_goes_on_is_ended_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Event()

    def endless(key: Path | None, tell: object) -> SoftwareCheck | None:
        process = subprocess.Popen((sys.executable, "-c", "import threading; threading.Event().wait()"))
        assert callable(tell)
        tell(process)
        begun.set()
        process.wait()
        return None

    monkeypatch.setattr(software_watch, "check_in_process", endless)
    results = list[SoftwareCheck]()
    watch = SoftwareWatch(None, results.append)
    watch.start()
    assert begun.wait(60)
    watch.stop()
    assert results == []


def test_a_checkout_is_not_verified_and_so_refused_where_that_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert check_in_process(None) is None
    with pytest.raises(SoftwareChanged) as refused:
        check(None)
    assert refused.value.found is None
    monkeypatch.setattr(software_watch, "check_in_process", lambda _, **_also: BAD)
    with pytest.raises(SoftwareChanged):
        check(None)
    monkeypatch.setattr(software_watch, "check_in_process", lambda _, **_also: GOOD)
    check(None)
