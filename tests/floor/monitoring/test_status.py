"""The status of tables, as a house's monitoring asks: a line, JSON, a text file, and the exit status."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from console import cli
from console.base.setup import ROOT
from console.base.words import LANGUAGES, Words
from console.floor.monitoring.own_health import write_metrics
from console.table.core import NoteKind
from tests.command_lines import run
from tests.table.core.tables import Seen
from tests.table.played import FELL, ROUND, noted, time_of_line, written

main = partial(run, "status", write_metrics=write_metrics)

NOW = time_of_line(len(ROUND)) + timedelta(seconds=5)
LATE = time_of_line(5) + timedelta(hours=1)


@pytest.fixture
def well(tmp_path: Path) -> Path:
    return written(tmp_path / "well.db", *ROUND)


@pytest.fixture
def halted(tmp_path: Path) -> Path:
    return written(tmp_path / "halted.db", *FELL[:5])


def test_a_line_a_table_in_each_language_and_the_status_of_the_worst(
    well: Path, halted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        words = Words(language)
        assert main([str(well), "--lang", language], now=NOW) == 0
        assert capsys.readouterr().out.startswith(words.text("health.ok") + ": T7, ")
        assert main([str(well), str(halted), "--lang", language], now=LATE) == 2
        _, bad = capsys.readouterr().out.splitlines()
        assert bad.startswith(words.text("health.critical"))
        assert words.text("health.halted", minutes="60") in bad


def test_a_closed_file_is_no_table_of_its_own(
    well: Path, halted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing comes to it any more: looked at with the file in which its journal goes on, it would stand
    still for ever. Alone it says what it has.
    """
    assert cli.main(["journal", "archive", str(well)]) == 0
    (closed,) = set(well.parent.glob("well*.db")) - {well}
    capsys.readouterr()
    assert main([str(closed), str(well), str(halted), "--lang", "en"], now=LATE) == 2
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main([str(closed), "--lang", "en"], now=datetime.now(UTC)) == 0, "it was archived by this clock"


def test_a_journal_in_a_missing_folder_is_named_in_each_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        assert main([str(tmp_path / "away" / "t.db"), "--lang", language], now=NOW) == 3
        why = Words(language).text("journal.not_there", file=tmp_path / "away" / "t.db")
        assert why in capsys.readouterr().out


def test_an_unsealed_shift_is_named_as_papers_name_it(well: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted(well, NoteKind.LIVE_TABLE, time_of_line(len(ROUND)), None)
    noted(well, NoteKind.JOURNAL_NOT_SEALED, time_of_line(len(ROUND)), "2026-11-20 06:00: no space left")
    main([str(well), "--lang", "de"], now=NOW)
    why = Words("de").text("health.not_sealed", why="20.11.2026 06:00: no space left")
    assert why in capsys.readouterr().out


def test_a_misbehaving_link_is_reported_in_each_language_and_to_prometheus(
    well: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted(well, NoteKind.LINK_LINES_REFUSED, time_of_line(len(ROUND)), "350")
    for language in LANGUAGES:
        assert main([str(well), "--lang", language], now=NOW) == 1
        printed = capsys.readouterr().out
        assert printed.startswith(Words(language).text("health.warning"))
        assert Words(language).text("health.misbehaving") in printed
    target = tmp_path / "tables.prom"
    assert main([str(well), "--textfile", str(target)], now=NOW) == 1
    found = text_string_to_metric_families(target.read_text("utf-8"))
    ails = [each for family in found for each in family.samples if each.name.endswith("_device_ailing")]
    assert [(each.labels["device"], each.labels["what"], each.value) for each in ails] == [
        ("link", "misbehaving", 1)
    ]


def test_the_link_that_is_lost_has_its_name_in_each_language(
    well: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted(well, NoteKind.LINK_LOST, time_of_line(len(ROUND)))
    for language in LANGUAGES:
        words = Words(language)
        assert main([str(well), "--lang", language], now=NOW) == 2
        assert words.text("health.lost", device=words.text("report.link")) in capsys.readouterr().out


def test_an_unreadable_journal_is_unknown_and_the_others_are_reported(
    well: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes, circle = tmp_path / "notes.db", tmp_path / "circle.db"
    notes.write_text("no journal")
    circle.symlink_to(circle.name)
    assert main([*map(str, (notes, tmp_path / "gone" / "t.db", circle, well)), "--lang", "en"], now=NOW) == 3
    *unread, last = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in unread] == ["UNKNOWN"] * 3 and last.startswith("OK")


def test_prometheus_reads_which_journals_are_damaged_or_gone(well: Path, tmp_path: Path) -> None:
    damaged, gone, target = tmp_path / "damaged.db", tmp_path / "gone.db", tmp_path / "tables.prom"
    damaged.write_bytes(bytes(range(256)) * 16)
    assert main([*map(str, (damaged, well, gone)), "--textfile", str(target)], now=NOW) == 3
    families = text_string_to_metric_families(target.read_text("utf-8"))
    samples = [each for family in families for each in family.samples]
    unreadable = [each for each in samples if each.name == "dealer_console_unreadable"]
    assert {each.labels["file"]: each.value for each in unreadable} == {str(damaged): 1, str(gone): 1}
    assert [each.value for each in samples if each.name == "dealer_console_status"] == [0]


def test_json_has_every_figure_and_no_persons_name(halted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(halted), "--json"], now=LATE) == 2
    printed = capsys.readouterr().out
    (table,) = json.loads(printed)["tables"]
    assert (table["level"], table["halted"], table["incidents"]) == ("critical", "incident", 1)
    assert table["findings"][0]["what"] == "halted"
    assert "D1" not in printed and "P1" not in printed


def test_prometheus_reads_the_text_file(well: Path, tmp_path: Path) -> None:
    target = tmp_path / "tables.prom"
    assert main([str(well), "--textfile", str(target)], now=NOW) == 0
    text = target.read_text("utf-8")
    samples = {
        sample.name: sample for family in text_string_to_metric_families(text) for sample in family.samples
    }
    rounds = samples["dealer_console_rounds"]
    told_apart = {"file": str(well), "textfile": "tables.prom"}
    assert rounds.labels == {"table": "T7", "game": "baccarat", "rules": "lt", **told_apart}
    assert rounds.value == 1
    assert (
        samples["dealer_console_last_entry_timestamp_seconds"].value == time_of_line(len(ROUND)).timestamp()
    )
    assert [file.name for file in tmp_path.glob("*.prom*")] == ["tables.prom"]


def test_an_unwritable_text_file_is_reported_by_its_name(
    well: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(well), "--textfile", str(tmp_path / "no" / "t.prom"), "--lang", "de"], now=NOW) == 2
    message = capsys.readouterr().err
    assert "lässt sich nicht schreiben" in message
    assert "Errno" not in message and ".prom." not in message, "the name that the person gave, and why"


@pytest.mark.parametrize("named", [".", "/", "a folder"])
def test_a_folder_is_no_journal_and_no_text_file(
    well: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], named: str
) -> None:
    """1 would be a warning about a table at which nobody looked."""
    folder = tmp_path if named == "a folder" else Path(named)
    assert main([str(folder), "--lang", "en"], now=NOW) == 3
    why = Words("en").text("journal.not_a_journal", file=folder)
    assert capsys.readouterr().out == f"UNKNOWN: {why}\n", "its message names the file"
    assert main([str(well), "--textfile", str(folder)], now=NOW) == 2


def test_a_name_of_two_lines_is_printed_in_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "a\nOK: b.db"), "--lang", "en"], now=NOW) == 3
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("UNKNOWN: ") and f"{tmp_path}/a<U+000A>OK: b.db" in line


def test_the_command_line_knows_it(well: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["status", str(well), "--json"]) in (0, 1, 2)
    assert json.loads(capsys.readouterr().out)["tables"][0]["table"] == "T7"


def file_stat(path: Path) -> tuple[int, ...]:
    found = path.lstat()
    return found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", ["journal", "text", "link", "pipe", "folder"])
def test_a_file_that_is_not_the_consoles_text_file_is_not_replaced(
    kind: str, well: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / f"{kind}.prom"
    match kind:
        case "journal":
            written(target, *ROUND)
        case "text":
            target.write_text("root:x:0:0\n")
        case "link":
            target.symlink_to(tmp_path / "elsewhere.prom")
        case "pipe":
            os.mkfifo(target)
        case _:
            target.mkdir()
    before = file_stat(target)
    assert main([str(well), "--textfile", str(target), "--lang", "de"], now=NOW) == 2
    assert Words("de").text("record.exists", file=target) in capsys.readouterr().err
    assert file_stat(target) == before
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(f".{target.name}")]


def test_a_text_file_is_not_written_through_a_link_under_the_name_of_its_half(tmp_path: Path) -> None:
    foreign, target = tmp_path / "foreign", tmp_path / "tables.prom"
    foreign.write_text("root:x:0:0\n")
    (tmp_path / f".tables.prom.{os.getpid()}").symlink_to(foreign)
    with pytest.raises(OSError, match="symbolic links"):
        write_metrics(target, (), NOW)
    assert foreign.read_text() == "root:x:0:0\n" and not target.exists()


def test_an_empty_file_and_an_earlier_text_file_are_replaced(well: Path, tmp_path: Path) -> None:
    target = tmp_path / "tables.prom"
    target.touch()
    for _ in range(2):
        assert main([str(well), "--textfile", str(target)], now=NOW) == 0
        assert target.read_bytes().startswith(b"# HELP dealer_console_")


def test_two_tables_of_one_name_and_two_text_files_never_have_one_series(
    well: Path, halted: Path, tmp_path: Path
) -> None:
    """Of two tables named T7 the last one won, and the alarm of a halt was lost."""
    targets = [tmp_path / "tables.prom", tmp_path / "table7.prom"]
    assert main([str(halted), str(well), "--textfile", str(targets[0])], now=LATE) == 2
    assert main([str(halted), "--textfile", str(targets[1])], now=LATE) == 2
    series = [
        (sample.name, *sorted(sample.labels.items()))
        for target in targets
        for family in text_string_to_metric_families(target.read_text("utf-8"))
        for sample in family.samples
    ]
    assert len(series) == len({*series})
    assert sum(name == "dealer_console_status" for name, *_ in series) == 3


ALARMS = {
    "ConsoleNotRunning": ("looked_timestamp_seconds", "0", ""),
    "JournalUnreadable": ("unreadable", "1", ""),
    "TableCritical": ("status", "2", ""),
    "PlayHalted": ("halted_seconds", "61", ""),
    "CallUnanswered": ("called_seconds", "121", ""),
    "ReportsWait": ("queued_reports", "4", ""),
    "NotSealed": ("unsealed_seconds", "93601", ""),
    "NoPicture": ("no_picture", "1", ""),
    "NotificationOverdue": ("overdue_notification_seconds", "1", ""),
    "ClockUnsynchronised": ("clock_synchronised", "0", ""),
    "DiskFull": ("disk_free_bytes", "2147483647", ""),
    "DeviceAiling": ("device_ailing", "1", ""),
}
"""Each alarm with the figure that raises it, at its value there, and another that it asks as well."""


def rules() -> str:
    page = (ROOT / "resources" / "handbook" / "operating.md").read_text("utf-8")
    return "groups:\n" + page.partition("groups:\n")[2].partition("```")[0]


def test_the_alert_rules_ask_figures_that_a_text_file_has(halted: Path, tmp_path: Path) -> None:
    target, gone = tmp_path / "t.prom", tmp_path / "gone.db"
    noted(halted, NoteKind.LINK_LOST, time_of_line(len(FELL)))
    assert main([str(halted), str(gone), "--textfile", str(target)], now=LATE) == 3
    families = text_string_to_metric_families(target.read_text("utf-8"))
    there = {sample.name for family in families for sample in family.samples}  # A name alone raises no alarm.
    assert {*re.findall(r"alert: (\w+)", rules())} == {*ALARMS}
    there.add("dealer_console_clock_synchronised")  # A machine may not say whether its clock is steered.
    assert {*re.findall(r"dealer_console_\w+", rules())} <= there


QUIET = {
    "ConsoleNotRunning": 120,
    "JournalUnreadable": 0,
    "TableCritical": 1,
    "PlayHalted": 60,
    "CallUnanswered": 120,
    "ReportsWait": 3,
    "NotSealed": 93600,
    "NoPicture": 0,
    "NotificationOverdue": 0,
    "ClockUnsynchronised": 1,
    "DiskFull": 2147483648,
    "DeviceAiling": 0,
}
"""The value next to it, of the same figure at the same time, that raises no alarm."""


@pytest.mark.parametrize("alarm", ALARMS)
def test_each_alert_rule_is_true_at_its_value_and_not_beside_it(alarm: str) -> None:
    """The rules ask so little that Python reads them as Prometheus does, five minutes after the start."""
    (asked,) = re.findall(rf"alert: {alarm}\n +expr: (.+)", rules())
    figure, value, other = ALARMS[alarm]
    for given, is_raised in ((int(value), True), (QUIET[alarm], False)):
        known = {f"dealer_console_{other}": 1, f"dealer_console_{figure}": given, "time": lambda: 300}
        assert eval(asked, known) is is_raised


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_each_alert_rule_fires_at_its_value_by_promtool(tmp_path: Path) -> None:
    (tmp_path / "rules.yml").write_text(rules())
    tests = [
        {
            "interval": "1m",
            "input_series": [
                {"series": f"dealer_console_{name}", "values": f"{value}x10"}
                for name, value in ((figure, value), (other, "1"))
                if name
            ],
            "promql_expr_test": [
                {
                    "expr": f'count(ALERTS{{alertname="{alarm}",alertstate="firing"}})',
                    "eval_time": "5m",
                    "exp_samples": [{"value": 1}],
                }
            ],
        }
        for alarm, (figure, value, other) in ALARMS.items()
    ]
    suite = {"rule_files": ["rules.yml"], "evaluation_interval": "1m", "tests": tests}
    (tmp_path / "tests.yml").write_text(json.dumps(suite))  # JSON is YAML, too
    command = ["promtool", "test", "rules", "tests.yml"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("role", "live", "told"),
    [("dealer", 2, True), ("pit_boss", 2, True), ("dealer", 1, False), (None, 2, False)],
)
def test_one_person_at_two_live_tables_who_deals_at_one_is_a_warning_at_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], role: str | None, live: int, told: bool
) -> None:
    """P-B 7, a shared PIN. A pit boss may be at several tables, a dealer at one."""
    out: Seen = {"do": "sign_out", "who": "P1"}
    other: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
    again: Seen = {"do": "sign_in", "who": "d1", "role": role}
    here = written(tmp_path / "here.db", *ROUND)
    signed_in = () if role is None else (out, again) if role == "pit_boss" else (again,)
    there = written(tmp_path / "there.db", other, *signed_in, start=time_of_line(1))
    for path in (here, there)[:live]:
        noted(path, NoteKind.LIVE_TABLE, NOW)
    status = main([str(here), str(there), "--lang", "en"], now=NOW)
    lines = capsys.readouterr().out.splitlines()
    said = "somebody is signed in here and at T7, and deals at one of them"
    assert [said in line for line in lines] == [told, told]
    assert status == int(told)
