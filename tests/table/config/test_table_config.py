"""A table's file: its keys count, and the keys that it leaves out have their defaults."""

from __future__ import annotations

from datetime import time
from pathlib import Path

from console.table.config import (
    FloorConfig,
    LinkConfig,
    ProbeConfig,
    file_language,
    load_config,
    training_config,
)
from console.table.config.table_config import MonitoringConfig
from console.table.config.video import Video
from console.table.core import Mode
from console.table.game import Stakes, TableLimits
from tests.table.config.table_files import PLAIN, WHOLE, loaded, toml_of


def test_a_table_needs_a_name_a_game_rules_a_language_and_a_device(tmp_path: Path) -> None:
    config = loaded(tmp_path, PLAIN)
    assert config.mode is Mode.LIVE
    assert (config.name, config.game, config.rules, config.language) == ("Table 7", "baccarat", "lt", "lt")
    (shoe,) = config.devices
    assert (shoe.role, shoe.url, shoe.baud) == ("shoe", "/dev/ttyUSB0", 4800)
    assert config.wheel_serial is None


def test_omitted_keys_have_their_usual_values(tmp_path: Path) -> None:
    config = loaded(tmp_path, PLAIN)
    assert config.banker_left
    assert config.shifts == (time(6), time(14), time(22))
    assert (config.lock_after, config.step_up) == (5, 120)
    assert (config.pin_digits, config.badge_suffices, config.video_lead) == (6, False, 30)
    assert (config.betting_pause, config.silence) == (3.0, 10.0)
    assert config.journal.name == "table-7.db"
    assert config.people is not None
    assert config.people.name == "people.json"


def test_the_files_keys_are_taken(tmp_path: Path) -> None:
    config = loaded(tmp_path, WHOLE)
    assert not config.banker_left
    assert config.shifts == (time(7, 30), time(22))
    assert (config.betting_pause, config.silence, config.lock_after, config.step_up) == (4.5, 6.0, 3, 90)
    assert config.badge_suffices
    assert (config.pin_digits, config.pepper) == (4, tmp_path / "kept" / "pepper")
    assert (config.video_lead, config.procedures_off) == (45, ("BAC-4.1",))
    assert config.casino == "Casino Nord"
    assert config.video == Video("https://nvr.example/{camera}?t={time}", "Table 7", "pit 2/cam-7", 45)
    assert config.probe == ProbeConfig(
        Video("https://nvr.example/still/{camera}?t={seconds}", "Table 7", "pit 2/cam-7", 0),
        "X-Channel",
        "X-Frame-Time",
        tmp_path / "kept" / "recorder",
        tmp_path / "kept" / "recorder.pem",
    )
    assert config.decision_time == 20
    assert config.monitoring == MonitoringConfig(tmp_path / "kept" / "table.prom", 60)
    assert (config.journal_monthly, config.journal_mib) == (True, 512)
    assert config.limits == TableLimits("EUR", 500, 100_000, 1_000_000, {"tie": Stakes(100, 50_000)})
    assert [device.baud for device in config.devices] == [9600, 9600]
    assert config.journal == tmp_path / "kept" / "journal.db"
    assert config.people == tmp_path / "kept" / "people.json"
    assert config.exports == tmp_path / "reports"
    home = tmp_path / "kept"
    assert config.floor == FloorConfig(
        "db1.example:5432,db2.example", "table_b7", home / "floor", home / "floor.pem", "B7", "studio"
    )
    assert config.link == LinkConfig(
        "tls://game.example:7000", tmp_path / "kept" / "ca.pem", tmp_path / "kept" / "token", "B7", True
    )


def test_a_table_has_no_link_unless_it_is_named_and_one_may_be_on_this_machine(
    tmp_path: Path,
) -> None:
    assert loaded(tmp_path, PLAIN).link is None
    link = {"link": {"url": "tcp://127.0.0.1:7000"}}
    assert loaded(tmp_path, {**PLAIN, **link}).link == LinkConfig("tcp://127.0.0.1:7000")


def test_the_mark_that_some_editors_put_before_a_file_is_not_part_of_it(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf" + toml_of({"language": "lt", **PLAIN}).encode())
    assert (load_config(file).name, file_language(file)) == ("Table 7", "lt")


def test_a_tables_name_may_have_latin_letters_beside_japanese_ones(tmp_path: Path) -> None:
    for name in ("VIPテーブル", "ＶＩＰテーブル", "VIPﾃｰﾌﾞﾙ", "バカラA卓", "Borð 7", "Стол 7", "Nº 7", "Mª"):
        assert loaded(tmp_path, {**PLAIN, "name": name}).name == name


def test_two_tables_have_two_journals(tmp_path: Path) -> None:
    journals = {loaded(tmp_path, {**PLAIN, "name": name}).journal for name in ("Table 7", "Table 8", "表7")}
    assert len(journals) == 3
    assert all(".." not in journal.name and "/" not in journal.name for journal in journals)


def test_a_name_leads_out_of_no_folder(tmp_path: Path) -> None:
    usual = loaded(tmp_path, PLAIN).journal.parent
    assert loaded(tmp_path, {**PLAIN, "name": "../../etc/x"}).journal.parent == usual


def test_a_simulated_table_is_training_with_a_journal_of_its_own(tmp_path: Path) -> None:
    config = training_config("baccarat", "ja", "en")
    assert config.mode is Mode.TRAINING
    assert (config.game, config.rules, config.language, config.people) == ("baccarat", "ja", "en", None)
    assert config.journal.parent.name == "training"
    assert config.journal != loaded(tmp_path, PLAIN).journal
    assert config.journal != training_config("baccarat", "lt", "en").journal


def test_seats_are_mirrored_to_the_cameras_view_if_asked(tmp_path: Path) -> None:
    assert not loaded(tmp_path, PLAIN).is_mirrored
    assert loaded(tmp_path, {**PLAIN, "table": {"seat_1_side": "right"}}).is_mirrored
