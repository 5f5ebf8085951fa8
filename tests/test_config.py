"""A table's configuration: what a file may say, and what is said of one that says something else."""

from __future__ import annotations

from datetime import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.config import (
    ConfigError,
    DeviceConfig,
    FloorConfig,
    LinkConfig,
    TableConfig,
    load_config,
    training_config,
)
from console.devices.model import DeviceRole
from console.game.rule_values import Stakes, TableLimits
from console.records.documents.video import Video
from console.table.showing.screen_values import Mode

PLAIN: dict[str, Any] = {
    "name": "Table 7",
    "game": "baccarat",
    "rules": "lt",
    "language": "lt",
    "device": [{"name": "shoe", "url": "/dev/ttyUSB0"}],
}
WHOLE: dict[str, Any] = {
    **PLAIN,
    "journal": "kept/journal.db",
    "people": "kept/people.json",
    "pepper": "kept/pepper",
    "exports": "reports",
    "device": [
        {"name": "shoe", "url": "socket://192.0.2.7:4001", "baud": 9600},
        {"name": "reader", "url": "COM3"},
    ],
    "table": {
        "banker_side": "right",
        "betting_pause": 4.5,
        "shifts": ["22:00", "07:30"],
        "silence": 6,
        "lock_after": 3,
        "step_up": 90,
        "video_lead": 45,
        "badge_suffices": True,
        "pin_digits": 4,
        "camera": "pit 2/cam-7",
        "decision_time": 20,
        "procedures_off": ["BAC-4.1"],
        "journal_monthly": True,
        "journal_mib": 512,
    },
    "link": {
        "url": "tls://game.example:7000",
        "ca": "kept/ca.pem",
        "token_file": "kept/token",
        "table": "B7",
        "plain_ok": True,
    },
    "floor": {
        "address": "db1.example:5432,db2.example",
        "database": "studio",
        "account": "table_b7",
        "password_file": "kept/floor",
        "ca": "kept/floor.pem",
        "table": "B7",
    },
    "limits": {
        "currency": "EUR",
        "lowest": 500,
        "highest": 100_000,
        "top_win": 1_000_000,
        "bets": {"tie": {"lowest": 100, "highest": 50_000}},
    },
    "studio": {"casino": "Casino Nord", "video": "https://nvr.example/{camera}?t={time}"},
}


def loaded(folder: Path, tables: dict[str, Any]) -> TableConfig:
    file = folder / "table.toml"
    file.write_text(_toml(tables), "utf-8")
    return load_config(file)


def _toml(tables: dict[str, Any]) -> str:
    """TOML of one level of sections; values as JSON writes them, which TOML reads."""

    def rows(section: dict[str, Any]) -> list[str]:
        return [f"{key} = {_inline(value)}" for key, value in section.items()]

    top = {key: value for key, value in tables.items() if not _is_section(value)}
    lines = rows(top)
    for key, value in tables.items():
        if isinstance(value, dict):
            lines += [f"[{key}]", *rows(value)]
        elif _is_section(value):
            for section in value:
                lines += [f"[[{key}]]", *rows(section)]
    return "\n".join(lines)


def _is_section(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def test_a_table_needs_a_name_a_game_rules_a_language_and_a_device(tmp_path: Path) -> None:
    config = loaded(tmp_path, PLAIN)
    assert config.mode is Mode.LIVE
    assert (config.name, config.game, config.rules, config.language) == ("Table 7", "baccarat", "lt", "lt")
    (shoe,) = config.devices
    assert (shoe.role, shoe.url, shoe.baud) == ("shoe", "/dev/ttyUSB0", 4800)
    assert config.wheel_serial is None


def test_any_device_may_have_a_serial_number_and_a_shoes_is_no_wheels(tmp_path: Path) -> None:
    shoe = {"role": "shoe", "url": "/dev/ttyUSB0", "serial": "A-17"}
    config = loaded(tmp_path, {**PLAIN, "device": [shoe]})
    assert (config.devices[0].serial, config.wheel_serial) == ("A-17", None)


def test_a_roulette_table_has_a_wheel_reader_with_its_serial_number_or_none(tmp_path: Path) -> None:
    wheel = {"name": "wheel", "url": "rfc2217://192.0.2.7:4001", "serial": "W-1042"}
    read = loaded(tmp_path, {**PLAIN, "game": "roulette", "device": [wheel]})
    assert (read.devices[0].baud, read.wheel_serial, read.watched_roles) == (9600, "W-1042", ("wheel",))
    unread = loaded(tmp_path, {**PLAIN, "game": "roulette", "device": []})
    assert (unread.devices, unread.wheel_serial, unread.watched_roles) == ((), None, ())
    assert training_config("roulette", "sv", "en").watched_roles == ("wheel",)


def test_a_device_has_a_role_and_a_model_and_its_older_name_is_its_role(tmp_path: Path) -> None:
    before = loaded(tmp_path, PLAIN).devices
    fields = {"role": "shoe", "model": "angel_eye", "url": "/dev/ttyUSB0"}
    assert loaded(tmp_path, {**PLAIN, "device": [fields]}).devices == before
    assert before == (DeviceConfig.usual(DeviceRole.SHOE, "/dev/ttyUSB0"),)


def test_a_wheel_is_silent_after_two_seconds_or_after_those_that_its_file_says(tmp_path: Path) -> None:
    wheel = {"role": "wheel", "url": "COM3"}
    heard = loaded(tmp_path, {**PLAIN, "game": "roulette", "device": [wheel]})
    assert heard.devices[0].silent_after == 2.0 and heard.never_quiet == {"wheel"}
    slow = loaded(tmp_path, {**PLAIN, "game": "roulette", "device": [{**wheel, "silent_after": 5}]})
    assert slow.devices[0].silent_after == 5.0


CARD = "(?P<card>[0-9A-Z]{2,3})"
LINES = {"role": "shoe", "model": "text_cards", "url": "COM3", "pattern": CARD}


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        (
            {"pattern": "CARD (?P<card>.."},
            "pattern: column 6: no regular expression: missing )",
        ),
        (
            {"pattern": "(?P<colour>.)"},
            "pattern: column 1: no group colour; there are battery, card",
        ),
        ({"pattern": "(?P<cut_card>CUT)"}, "pattern: column 1: no group card"),
        ({"pattern": [CARD, "X(?P<number>..)"]}, "pattern[1]: column 2: no group number; there are battery"),
        ({"pattern": "(?P<rank>.) "}, "pattern: column 1: rank without suit; name both, or card"),
        ({"pattern": "(?P<card>(?P<rank>.)(?P<suit>.))"}, "pattern: column 10: the group rank stands in"),
        ({"pattern": "(?P<card>.+)+"}, "pattern: column 1: the group card stands in another or is repeated"),
        ({"pattern": CARD + "(?:x+)+!"}, "pattern: column 24: a line could match in too many ways"),
        ({"pattern": None}, "pattern: missing"),
        ({"pattern": []}, "pattern: missing"),
        ({"pattern": 7}, "pattern: expected str | array | null, got int"),
        ({"pattern": [CARD] * 17}, "pattern: more than 16"),
        ({"ranks": {"11": "B"}}, "ranks.11: no letter of ours is 'B'; there are A, 2"),
        ({"suits": {"": "H"}}, "suits.: must be another than the others"),
        ({"suits": {"h": "H", "H": "D"}}, "suits.H: must be another than the others"),
        (
            {"ranks": {"S": "J", "H": "Q"}},
            "suits: HS can be two cards; name",
        ),
        ({"model": "angel_eye"}, "pattern: only a device of the model text_cards or text_wheel has one"),
        (
            {"model": "text_wheel"},
            "model: no shoe is of the model text_wheel; there are angel_eye",
        ),
    ],
)
def test_a_format_that_can_not_be_used_is_refused_with_its_key_and_its_column(
    tmp_path: Path, keys: dict[str, Any], named: str
) -> None:
    device = {key: value for key, value in {**LINES, **keys}.items() if value is not None}
    rows = "\n".join(f"{key} = {_inline(value)}" for key, value in device.items())
    file = tmp_path / "table.toml"
    others = {key: value for key, value in PLAIN.items() if key != "device"}
    file.write_text(f"{_toml(others)}\n[[device]]\n{rows}\n", "utf-8")
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    found = str(refused.value)
    assert found.startswith(f"table.toml: device[0].{named.replace('array', 'list')}"), found
    assert "\n" not in found and ";" in found


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_inline(key)} = {_inline(one)}" for key, one in value.items()) + "}"
    return msgspec.json.encode(value).decode()


def test_what_a_file_leaves_out_is_as_usual(tmp_path: Path) -> None:
    config = loaded(tmp_path, PLAIN)
    assert config.banker_left
    assert config.shifts == (time(6), time(14), time(22))
    assert (config.lock_after, config.step_up) == (5, 120)
    assert (config.pin_digits, config.badge_suffices) == (6, False)
    assert config.journal.name == "table-7.db"
    assert config.people is not None
    assert config.people.name == "people.json"


def test_what_a_file_says_is_taken(tmp_path: Path) -> None:
    config = loaded(tmp_path, WHOLE)
    assert not config.banker_left
    assert config.shifts == (time(7, 30), time(22))
    assert (config.betting_pause, config.silence, config.lock_after, config.step_up) == (4.5, 6.0, 3, 90)
    assert config.badge_suffices
    assert (config.pin_digits, config.pepper) == (4, tmp_path / "kept" / "pepper")
    assert (config.video_lead, config.procedures_off) == (45, ("BAC-4.1",))
    assert config.casino == "Casino Nord"
    assert config.video == Video("https://nvr.example/{camera}?t={time}", "Table 7", "pit 2/cam-7", 45)
    assert config.decision_time == 20
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


def test_two_tables_have_two_journals(tmp_path: Path) -> None:
    journals = {loaded(tmp_path, {**PLAIN, "name": name}).journal for name in ("Table 7", "Table 8", "表7")}
    assert len(journals) == 3
    assert all(".." not in journal.name and "/" not in journal.name for journal in journals)


def test_a_name_leads_out_of_no_folder(tmp_path: Path) -> None:
    usual = loaded(tmp_path, PLAIN).journal.parent
    assert loaded(tmp_path, {**PLAIN, "name": "../../etc/x"}).journal.parent == usual


def changed(place: str, value: Any) -> dict[str, Any]:
    """The whole file with one value changed, or left out where it is None."""
    tables = msgspec.json.decode(msgspec.json.encode(WHOLE))
    above, *keys = [int(part) if part.isdigit() else part for part in place.split(".")]
    section: Any = tables
    for key in keys:
        section, above = section[above], key
    if value is None:
        del section[above]
    else:
        section[above] = value
    return dict(tables)


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        ("name", None, "name: missing"),
        ("name", "", "name: "),
        ("name", "a" * 25, "name: "),
        ("name", "Table\n7", "name: "),
        ("name", "Table\u20287", "name: "),
        ("name", 7, "name: expected str, got int"),
        ("game", "craps", "game: can't be 'craps'; it is baccarat, blackjack or roulette"),
        ("rules", "en", "rules: no rulebook 'en'; there are de, is, ja, lt, sv"),
        ("rules", "../lt", "rules: no rulebook '../lt'"),
        ("language", "fr", "language: can't be 'fr'; it is en, sv, ja, lt, is or de"),
        ("device", None, "device: missing; it is at least one [[device]]"),
        ("device", [], "device: "),
        ("device.0.name", "drum", "device[0].name: can't be 'drum'; it is shoe, reader or wheel"),
        ("device.0.name", "wheel", "device[0].name: no wheel reads baccarat; it is shoe or reader"),
        ("device.0.serial", "W" * 25, "device[0].serial: "),
        ("game", "roulette", "device[0].name: no shoe reads roulette; it is wheel"),
        ("device.1.name", "shoe", "device[1].name: 'shoe' is there already"),
        ("device.0.role", "shoe", "device[0].name: role says it already; leave name out"),
        ("device.0.name", None, "device[0].role: missing; it is shoe, reader or wheel"),
        ("device.0.model", "drum", "device[0].model: can't be 'drum'; it is angel_eye, card_lines"),
        ("device.0.model", "cammegh", "device[0].model: no shoe is of the model cammegh; there are"),
        ("device.0.silent_after", 0, "device[0].silent_after: expected float >= 1.0; it is seconds from 1"),
        ("device.0.url", None, "device[0].url: missing"),
        ("device.0.url", "", "device[0].url: "),
        ("device.0.url", "http://shoe", "device[0].url: no way to http://"),
        ("device.0.baud", 1, "device[0].baud: "),
        ("device.0.baud", "4800", "device[0].baud: expected int, got str"),
        ("game", "blackjack", "device[0].name: no shoe reads blackjack; it is reader"),
        ("device.0.bauds", 4800, "device[0].bauds: no such key; did you mean baud?"),
        ("table.seat_1_side", "top", "table.seat_1_side: can't be 'top'; it is left as the dealer sees"),
        ("table.banker_side", "middle", "table.banker_side: can't be 'middle'; it is left or right"),
        ("table.betting_pause", -1, "table.betting_pause: "),
        ("table.betting_pause", 61, "table.betting_pause: "),
        ("table.shifts", [], "table.shifts: "),
        ("table.shifts", ["6:00"], "table.shifts[0]: not written as it should be"),
        ("table.shifts", ["24:00"], "table.shifts[0]: "),
        ("table.shifts", ["06:00", "06:00"], "table.shifts: two shifts start at one time"),
        ("table.silence", 0, "table.silence: "),
        ("table.lock_after", 0, "table.lock_after: expected int >= 1; it is whole minutes from 1 to 60"),
        ("table.lock_after", 2.5, "table.lock_after: "),
        ("table.step_up", 5, "table.step_up: "),
        ("table.step_up", True, "table.step_up: "),
        ("table.decision_time", 4, "table.decision_time: expected int >= 5; it is whole seconds from 5"),
        ("table.video_lead", -1, "table.video_lead: expected int >= 0; it is whole seconds from 0 to 600"),
        ("studio.casino", 7, "studio.casino: expected str | null, got int"),
        ("table.camera", None, "table.camera: missing, studio.video names it; it is the camera's name"),
        ("table.camera", 7, "table.camera: expected str | null, got int; it is the camera's name"),
        (
            "studio.video",
            "https://nvr/{cam}",
            "studio.video: no slot {cam}; there are {camera}, {table}, {time}",
        ),
        ("studio.video", "https://nvr/{time:%H}", "studio.video: no slot {time:%H}; there are {camera}"),
        ("studio.video", "https://nvr/{}", "studio.video: no slot {}; there are {camera}"),
        ("studio.video", "https://nvr/{time", "studio.video: expected '}' before end of string; there are"),
        ("studio.video", "file:///etc/{time}", "studio.video: no address to open; it is an address such as"),
        ("studio.video", "javascript:x({time})", "studio.video: no address to open"),
        ("studio.video", "nvr.example/{time}", "studio.video: no address to open"),
        ("studio.video", "https://nvr/a b", "studio.video: no address to open"),
        ("table.journal_mib", 0, "table.journal_mib: expected int >= 1; it is whole MiB from 1 to 1000000"),
        ("studio.casino", 7, "studio.casino: expected str | null, got int"),
        ("table.procedures_off", "LT-BAC-18b", "table.procedures_off: expected list, got str"),
        ("table.procedures_off", ["LT-BAC-18b"], "table.procedures_off: 'LT-BAC-18b' is no house procedure"),
        ("limits.currency", None, "limits.currency: missing; it is a currency's three capital letters"),
        ("limits.currency", "eur", "limits.currency: not written as it should be; it is a currency's three"),
        ("limits.currency", "SEK", "limits.currency: LT-BAC-10 has its limits in EUR; write EUR"),
        (
            "limits.lowest",
            None,
            "limits.lowest: missing; it is a whole number from 1 to 1000000000000",
        ),
        (
            "limits.lowest",
            0,
            "limits.lowest: expected int >= 1; it is a whole number from 1 to 1000000000000",
        ),
        ("limits.lowest", 5.5, "limits.lowest: expected int, got float; it is a whole number from 1"),
        ("limits.lowest", 49, "limits.lowest: 49 is less than LT-BAC-10 allows; it is 50 or more"),
        ("limits.lowest", 100_001, "limits.highest: 100000 is below the lowest; exchange them"),
        ("limits.highest", 500_001, "limits.highest: 500001 is more than LT-BAC-10 allows; it is 500000 or"),
        ("limits.top_win", None, "limits.top_win: missing; it is 1250000 or less"),
        ("limits.top_win", 1_250_001, "limits.top_win: 1250001 is more than LT-BAC-10 allows; it is 1250000"),
        ("limits.bets.tie.highest", 500_001, "limits.bets.tie.highest: 500001 is more than LT-BAC-10 allows"),
        ("limits.bets.tie.highest", 99, "limits.bets.tie.highest: 99 is below the lowest; exchange them"),
        (
            "limits.bets",
            {"split": {"lowest": 100, "highest": 200}},
            "limits.bets: no stakes of its own for 'split' at baccarat by the rules lt; there are player",
        ),
        (
            "limits.bets.tie.lowest",
            None,
            "limits.bets[...].lowest: missing; it is stakes by bet",
        ),
        (
            "limits.bets.tie.lowest",
            "1",
            "limits.bets[...].lowest: expected int, got str; it is stakes",
        ),
        ("limits.bets.tie.least", 1, "limits.bets[...].least: no such key; it is stakes by bet such as"),
        ("limits.max", 7, "limits.max: no such key; there are currency, lowest"),
        ("table.side", "left", "table.side: no such key; there are banker_side"),
        ("table.lock_afer", 3, "table.lock_afer: no such key; did you mean lock_after?"),
        ("table.Silence", 3, "table.Silence: no such key; did you mean silence?"),
        ("camera", "cam-7", "camera: no such key; it belongs in [table]"),
        ("table.exports", "reports", "table.exports: no such key; it belongs above all sections"),
        ("languge", "de", "languge: no such key; did you mean language?"),
        ("mode", "training", "mode: no such key; there are name, game, rules"),
        ("people", 5, "people: "),
        ("link.url", None, "link.url: missing; it is tls://host:port"),
        ("link.plain_ok", "yes", "link.plain_ok: expected bool, got str; it is true or false"),
        ("link.token", "geheim", "link.token: no such key; did you mean token_file?"),
        ("floor.address", None, "floor.address: missing; it is host:port such as"),
        ("floor.address", "a,,b", "floor.address: not written as it should be; it is host:port such as"),
        ("floor.address", "postgresql://a", "floor.address: not written as it should be"),
        ("floor.address", "/run/x,a", "floor.address: not written as it should be"),
        ("floor.address", "a:99999999", "floor.address: not written as it should be"),
        ("floor.account", "me sslmode=disable", "floor.account: not written as it should be; it is small"),
        ("floor.password_file", None, "floor.password_file: missing; it is a path, or address a socket's"),
        ("floor.password_file", "~nobody-here/x", "floor.password_file: nobody here has the home of"),
        ("floor.password", "geheim", "floor.password: no such key; did you mean password_file?"),
        ("floor.sslmode", "disable", "floor.sslmode: no such key; there are address"),
    ],
)
def test_a_mistake_is_named_with_its_file_its_key_and_the_way_out(
    tmp_path: Path, place: str, value: Any, named: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        loaded(tmp_path, changed(place, value))
    message = str(refused.value)
    assert message.startswith(f"table.toml: {named}")
    assert "\n" not in message
    assert ";" in message, "the way out is said"


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("name = Table 7", "utf-8")
    with pytest.raises(ConfigError, match=r"table\.toml: not TOML: .*line 1"):
        load_config(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not TOML"):
        load_config(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: can't be read: no such file"):
        load_config(tmp_path / "nowhere.toml")


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


@pytest.mark.parametrize("folder", ["kept", "./kept/../kept"])
def test_files_that_people_name_never_go_where_journal_and_people_are(tmp_path: Path, folder: str) -> None:
    with pytest.raises(ConfigError, match=r"exports: .* name another folder"):
        loaded(tmp_path, {**WHOLE, "exports": folder})


@pytest.mark.parametrize("rules", ["sv", "ja", "lt", "is", "de"])
@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("baccarat", {"banker": {"lowest": 1000, "highest": 2000}}),
        ("blackjack", None),
        ("roulette", {"straight": {"lowest": 1000, "highest": 2000}}),
    ],
)
def test_every_game_takes_limits_in_every_market(
    tmp_path: Path, rules: str, game: str, bets: dict[str, Any] | None
) -> None:
    """BJ-1.3, LT-BAC-10, LT-BJ-14, LT-ROU-04."""
    role = "wheel" if game == "roulette" else "reader"
    limits = {"currency": "EUR", "lowest": 600, "highest": 9_000, **({} if bets is None else {"bets": bets})}
    if rules == "lt" and game != "roulette":
        limits["top_win"] = 90_000
    file = {**PLAIN, "rules": rules, "game": game, "device": [{"role": role, "url": "/dev/ttyUSB0"}]}
    config = loaded(tmp_path, {**file, "limits": limits})
    assert config.limits is not None
    own = {} if bets is None else {bet: Stakes(1000, 2000) for bet in bets}
    assert (config.limits.lowest, config.limits.highest, config.limits.bets) == (600, 9_000, own)
    assert loaded(tmp_path, file).limits is None


@pytest.mark.parametrize(
    ("game", "limits", "text"),
    [
        ("roulette", {"top_win": 5}, "limits.top_win: no win is limited at roulette; leave the key out"),
        (
            "blackjack",
            {"bets": {"21+3": {"lowest": 1, "highest": 2}}},
            "limits.bets: no stakes of its own for '21+3' at blackjack by the rules sv; leave bets out",
        ),
    ],
)
def test_what_a_game_does_not_limit_is_refused(
    tmp_path: Path, game: str, limits: dict[str, Any], text: str
) -> None:
    role = "wheel" if game == "roulette" else "reader"
    file = {**PLAIN, "rules": "sv", "game": game, "device": [{"role": role, "url": "/dev/ttyUSB0"}]}
    whole = {"currency": "SEK", "lowest": 500, "highest": 90_000, **limits}
    with pytest.raises(ConfigError) as refused:
        loaded(tmp_path, {**file, "limits": whole})
    assert str(refused.value) == f"table.toml: {text}"
