"""JSON from outside is read in one place: no other knows all errors of bytes that are none."""

from __future__ import annotations

from tests.house.modules import ROOT

READING = "console/base/system/json_text.py"
OWN = ("console/table/core/", "console/base/setup/", "console/commissioning/commands/upgrade.py")
"""The core takes events and lines that were read as text; the set-up and an upgrade know no library."""


def test_no_other_module_decodes_json() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "console").rglob("*.py"))
        for call in ("json.decode(", "json.Decoder(", "json.loads(", "json.load(")
        if call in path.read_text("utf-8")
    ]
    assert [each for each in found if not each.startswith((*OWN, READING))] == []
