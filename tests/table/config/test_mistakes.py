"""A mistake in a table's file is refused: the message has the file, the key and the way out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from console.table.config import ConfigError, load_config
from console.table.config.messages import BADGE_WAYS, FLOOR_WAYS, WAYS
from console.table.config.sections import BadgesSection, TableFile, TableFloorSection
from tests.table.config.table_files import WHOLE, changed, loaded


@pytest.mark.sweep(45)
@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        ("name", None, "name: missing"),
        ("name", "", "name: "),
        ("name", "  ", "name: "),
        ("name", "\u00a0\u3000\u200b", "name: "),
        ("name", "\u2800\u115f\uffa0\u2061\ufe0f", "name: "),
        ("device.0.serial", " ", "device[0].serial: "),
        ("name", "a" * 25, "name: "),
        ("name", "Ratas\u200b9", r"name: 'Ratas\u200b9': a name has no characters that can't be seen; write"),
        (
            "name",
            "T\u0430ble 7",
            r"name: 'T\u0430ble 7': a name is written in the letters of one script; write",
        ),
        ("name", " Ratas 9", "name: ' Ratas 9': it has spaces around it; write it again, and give the table"),
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
        ("device.0.url", "socket://moxa", "device[0].url: the port is missing"),
        ("device.0.url", "socket://:4001", "device[0].url: the host is missing"),
        ("device.0.url", "socket://moxa:99999", "device[0].url: no port from 1 to 65535"),
        ("device.0.url", "rfc2217://moxa:ttyS1", "device[0].url: no port from 1 to 65535"),
        ("device.0.url", "rfc2217://moxa:4001?fast", "device[0].url: no option 'fast'"),
        ("device.0.url", "/dev/ttyUSB0 ", "device[0].url: it has blanks around it"),
        ("device.0.url", "hwgrep://FTDI(", "device[0].url: no pattern: "),
        ("device.0.url", "hwgrep://FTDI{99999999999}", "device[0].url: no pattern: "),
        ("device.0.url", "hwgrep://FTDI&n=1", "device[0].url: no option 'n=1'"),
        ("device.0.url", "hwgrep://FTDI&n", "device[0].url: no option 'n'"),
        ("device.0.url", "socket://moxa:4001?logging=all", "device[0].url: no option 'logging=all'"),
        ("device.0.url", "rfc2217://moxa:4001?timeout=soon", "device[0].url: no option 'timeout=soon'"),
        ("device.0.url", "loop://?speed=9", "device[0].url: no option 'speed=9'"),
        ("device.0.url", "spy:///dev/ttyS0?colour", "device[0].url: no option 'colour'"),
        ("device.0.url", "spy://socket://moxa:4001", "device[0].url: spy:// leads to a port of this"),
        ("device.0.url", "alt:///dev/ttyS0?class=Fast", "device[0].url: no option 'class=Fast'"),
        ("device.0.url", "cp2110://", "device[0].url: no way to cp2110://"),
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
        ("studio.video", "https://u:p@nvr/{time}", "studio.video: papers print the address"),
        ("studio.video", "https://u@nvr/{time}", "studio.video: papers print the address"),
        ("studio.video_probe", "https://nvr/{camera}", "studio.video_probe: no {camera}, or no {time} or"),
        ("studio.video_probe", "https://nvr/{table}?t={time}", "studio.video_probe: no {camera}, or no"),
        (
            "studio.video_probe",
            "https://nvr/{camera}?t={tme}",
            "studio.video_probe: no slot {tme}; there are",
        ),
        ("studio.video_probe", "ftp://nvr/{camera}?t={time}", "studio.video_probe: no address to open"),
        ("studio.video_probe", "https://u:p@nvr/{camera}?t={time}", "studio.video_probe: the address can't"),
        (
            "studio.video_probe",
            "https://nvr/{camera}?t={time}&token=8f14e45fceea167a5a36",
            "studio.video_probe: a query value is named like a secret",
        ),
        ("studio.video_probe", "http://nvr/{camera}?t={time}", "studio.video_probe: over http anyone could"),
        ("studio.video_probe_time", "X Frame", "studio.video_probe_time: not written as it should be"),
        ("badges", {"digits": 8, "pace": 110}, "badges: at this pace a PIN of 8 digits looks alike; name"),
        ("badges.prefix", "x1", "badges.prefix: "),
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


RANGES = [
    (key.replace("device.", "device.0."), *map(int, found.groups()))
    for key, way in WAYS.items()
    if (found := re.search(r"(\d+) to (\d+)", way))
]


@pytest.mark.parametrize(("place", "least", "most"), RANGES)
def test_a_number_may_be_all_that_its_way_out_says_and_no_more(
    tmp_path: Path, place: str, least: int, most: int
) -> None:
    """The sentence that a person reads and the form of the file state each limit apart."""
    for value in (least - 1, least, most, most + 1):
        message = ""
        try:
            loaded(tmp_path, changed(place, value))
        except ConfigError as refused:
            message = str(refused)
        # A limit of stakes can be refused in other words, because the others don't fit it.
        assert (": expected " in message) is not (least <= value <= most), message


@pytest.mark.parametrize(
    ("place", "most"),
    [("name", 24), ("device.0.serial", 24), ("floor.database", 24), ("table.camera", 200),
     ("link.table", 200), ("floor.account", 63), ("floor.address", 500)],
)  # fmt: skip
def test_a_text_may_be_as_long_as_its_way_out_says_and_no_longer(
    tmp_path: Path, place: str, most: int
) -> None:
    """24 signs beside others on a screen, 200 of a line, PostgreSQL's 63 of a role, 500 of servers."""
    loaded(tmp_path, changed(place, "a" * most))
    with pytest.raises(ConfigError):
        loaded(tmp_path, changed(place, "a" * (most + 1)))


@pytest.mark.parametrize(
    ("place", "longest", "longer"),
    [
        ("floor.address", "db:54321, " * 8 + "db", "db, " * 9 + "db"),
        ("floor.address", "db:54321", "db:543210"),
        ("badges.prefix", "%" * 4, "%" * 5),
        ("studio.video_probe_time", "a" * 64, "a" * 65),
        ("screen.keyboard", "a" * 8, "a" * 9),
        ("screen.keyboard", f"lt({'a' * 24})", f"lt({'a' * 25})"),
    ],
)  # fmt: skip
def test_a_text_of_a_form_may_be_as_long_as_its_form_says(
    tmp_path: Path, place: str, longest: str, longer: str
) -> None:
    """Nine servers, five digits of a port, four signs around a badge's number, a header's name."""
    loaded(tmp_path, changed(place, longest))
    with pytest.raises(ConfigError):
        loaded(tmp_path, changed(place, longer))


@pytest.mark.parametrize(
    "url",
    [
        "socket://moxa:4001?logging=debug",
        "rfc2217://moxa:4001?logging=info&ign_set_control&poll_modem&timeout=3.5",
        "loop://?logging=warning",
        "spy:///dev/ttyS0?file=log.txt&color&raw&all",
        "hwgrep://0451:f432&n=2&skip_busy",
        "alt:///dev/ttyS0?class=PosixPollSerial",
        "alt:///dev/ttyS0?class=VTIMESerial",
    ],
)
def test_an_address_may_have_each_option_that_pyserials_manual_has(tmp_path: Path, url: str) -> None:
    """As 'URL Handlers' of pyserial 3.5 lists them."""
    assert loaded(tmp_path, changed("device.0.url", url)).devices[0].url == url


def keys_of(form: Any, above: str = "") -> Iterator[str]:
    """Every key of a section and of those in it, as a message names them; of free keys the table alone."""
    for field in msgspec.structs.fields(form):
        place = f"{above}{field.encode_name}"
        yield place
        for part in (field.type, *get_args(field.type)):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                yield from keys_of(part, f"{place}.")


def test_each_key_of_a_tables_file_has_its_way_out() -> None:
    assert WAYS.keys() == set(keys_of(TableFile))
    assert {key: WAYS[key] for key in ("floor", *keys_of(TableFloorSection, "floor."))} == FLOOR_WAYS
    assert {key: WAYS[key] for key in ("badges", *keys_of(BadgesSection, "badges."))} == BADGE_WAYS
    assert (WAYS["game"], WAYS["language"]) == ("baccarat, blackjack or roulette", "en, sv, ja, lt, is or de")


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("name = Table 7", "utf-8")
    with pytest.raises(ConfigError, match=r"table\.toml: not TOML: .*line 1"):
        load_config(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not TOML"):
        load_config(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: can't be read: no such file"):
        load_config(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("folder", ["kept", "./kept/../kept"])
def test_files_that_people_name_never_go_where_journal_and_people_are(tmp_path: Path, folder: str) -> None:
    with pytest.raises(ConfigError, match=r"exports: .* name another folder"):
        loaded(tmp_path, {**WHOLE, "exports": folder})
