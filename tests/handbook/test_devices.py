"""The page on devices: each row of bytes is decoded, and the tables have every model and every group."""

from __future__ import annotations

import re

import msgspec
import pytest

from console.table.devices import Reading, catalogue
from console.table.devices.line_format import NONE
from console.table.devices.readings import ShoePlace
from tests.handbook.pages import pages

PAGE = pages()["devices.md"]
_BYTES = re.compile(r"^\| `((?:[0-9A-F]{2} ?)+)` \| (?:`(.+)`|nothing: .+) \|$", re.MULTILINE)


def written(reading: Reading) -> str:
    """A reading as the page writes it: its name, and what of it is not as usual."""
    usual = {field.name: field.default for field in msgspec.structs.fields(reading)}
    values = {name: getattr(reading, name) for name in usual if getattr(reading, name) != usual[name]}
    told = ", ".join(f"{name}={_value(value)}" for name, value in values.items())
    return f"{type(reading).__name__}({told})"


def _value(value: object) -> str:
    if isinstance(value, ShoePlace):
        return f"{value.target.value} {value.index}"
    return repr(str(value)) if isinstance(value, str) else repr(value)


@pytest.mark.parametrize("model", [row for row in catalogue.DeviceModel if not row.made.groups])
def test_every_row_of_bytes_is_read_as_the_page_says(model: catalogue.DeviceModel) -> None:
    section = PAGE.partition(f": {model}\n")[2].partition("\n## ")[0]
    rows = _BYTES.findall(section)
    assert len(rows) >= 3, "the page shows what it sends"
    for sent, said in rows:
        readings = model.made.decoder(NONE).feed(bytes.fromhex(sent))[1]
        assert ", ".join(map(written, readings)) == said, sent


def test_the_page_has_every_model_with_its_roles_and_its_speed() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \| ([0-9]+) \|", PAGE, re.MULTILINE)
    assert {name: (set(roles.split(", ")), int(baud)) for name, roles, baud in rows} == {
        str(row): (set(map(str, row.made.roles)), row.made.baud) for row in catalogue.DeviceModel
    }


@pytest.mark.parametrize("model", [row for row in catalogue.DeviceModel if row.made.groups])
def test_the_page_has_every_group_of_a_pattern(model: catalogue.DeviceModel) -> None:
    table = PAGE.partition(f"| group of `{model}` |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert set(re.findall(r"`(\w+)`", " ".join(cells))) == model.made.groups
