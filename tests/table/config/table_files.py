"""A plain file of a table, one that says all it may, and either with something changed in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from console.table.config import TableConfig, load_config

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
    "monitoring": {"textfile": "kept/table.prom", "every": 60},
    "badges": {"digits": 10, "pace": 110, "prefix": ";", "suffix": "?"},
    "screen": {"keyboard": "lt(us)", "numlock": False, "touch": False, "derived_roads": True},
    "limits": {
        "currency": "EUR",
        "lowest": 500,
        "highest": 100_000,
        "top_win": 1_000_000,
        "bets": {"tie": {"lowest": 100, "highest": 50_000}},
    },
    "studio": {
        "casino": "Casino Nord",
        "video": "https://nvr.example/{camera}?t={time}",
        "video_probe": "https://nvr.example/still/{camera}?t={seconds}",
        "video_probe_camera": "X-Channel",
        "video_probe_time": "X-Frame-Time",
        "video_probe_secret": "kept/recorder",
        "video_probe_ca": "kept/recorder.pem",
    },
}


def loaded(folder: Path, tables: dict[str, Any]) -> TableConfig:
    file = folder / "table.toml"
    file.write_text(toml_of(tables), "utf-8")
    return load_config(file)


def toml_of(tables: dict[str, Any]) -> str:
    """TOML of one level of sections; values as JSON writes them, which TOML reads."""

    def rows(section: dict[str, Any]) -> list[str]:
        return [f"{key} = {inline(value)}" for key, value in section.items()]

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


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{inline(key)} = {inline(one)}" for key, one in value.items()) + "}"
    return msgspec.json.encode(value).decode()


def changed(place: str, value: Any) -> dict[str, Any]:
    """The whole file with one value changed, or left out if it is None."""
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
