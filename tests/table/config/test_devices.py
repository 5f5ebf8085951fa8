"""The devices that a table's file names: role, model, serial number, and the form of their lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from console.table.config import ConfigError, DeviceConfig, load_config, training_config
from console.table.devices import DeviceRole
from tests.table.config.table_files import PLAIN, inline, loaded, toml_of


def test_any_device_may_have_a_serial_number_and_a_shoes_is_no_wheels(tmp_path: Path) -> None:
    shoe = {"role": "shoe", "url": "/dev/ttyUSB0", "serial": "A-17"}
    config = loaded(tmp_path, {**PLAIN, "device": [shoe]})
    assert (config.devices[0].serial, config.wheel_serial) == ("A-17", None)


def test_a_roulette_table_has_a_wheel_reader_with_a_serial_number_or_no_reader(tmp_path: Path) -> None:
    wheel = {"name": "wheel", "url": "rfc2217://192.0.2.7:4001", "serial": "W-1042"}
    read = loaded(tmp_path, {**PLAIN, "game": "roulette", "device": [wheel]})
    assert (read.devices[0].baud, read.wheel_serial, read.watched_roles) == (9600, "W-1042", ("wheel",))
    unread = loaded(tmp_path, {**PLAIN, "rules": "sv", "game": "roulette", "device": []})
    assert (unread.devices, unread.wheel_serial, unread.watched_roles) == ((), None, ())
    assert training_config("roulette", "sv", "en").watched_roles == ("wheel",)


def test_a_roulette_table_whose_dealer_says_no_number_has_a_wheel_reader(tmp_path: Path) -> None:
    """LT-ROU-28: an unread spin is void, and no table is played without a reader."""
    with pytest.raises(ConfigError, match=r"device: missing; by the rules lt the dealer says no number"):
        loaded(tmp_path, {**PLAIN, "game": "roulette", "device": []})


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
    rows = "\n".join(f"{key} = {inline(value)}" for key, value in device.items())
    file = tmp_path / "table.toml"
    others = {key: value for key, value in PLAIN.items() if key != "device"}
    file.write_text(f"{toml_of(others)}\n[[device]]\n{rows}\n", "utf-8")
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    found = str(refused.value)
    assert found.startswith(f"table.toml: device[0].{named.replace('array', 'list')}"), found
    assert "\n" not in found and ";" in found
