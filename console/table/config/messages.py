"""The messages on a configuration that can't be used: each names the file, the key and the way out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from console.base.plain_text import nearest
from console.base.words import LANGUAGES
from console.table.devices.catalogue import DeviceModel
from console.table.game.games import DOCUMENTED
from console.table.game.toml_text import plain
from console.table.people.answers import PIN_LEAST, PIN_MOST


class ConfigError(ValueError):
    """A configuration that can't be used; the message names the file, the key and the way out."""


WAYS: Final[dict[str, str]] = {
    "name": "the table's name, one line of up to 24 characters in one script",
    "game": f"{', '.join(DOCUMENTED[:-1])} or {DOCUMENTED[-1]}",
    "rules": "the rulebook's id, such as 'lt'",
    "language": f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}",
    "journal": "a path, or leave the key out",
    "people": "a path, or leave the key out",
    "pepper": "a path, or leave the key out",
    "exports": "a folder for reports and records, or leave the key out",
    "device": "at least one [[device]] with role and url",
    "device.role": "shoe, reader or wheel",
    "device.model": ", ".join(DeviceModel) + ", or leave the key out",
    "device.url": "a port such as /dev/serial/by-id/usb-..., or socket://host:4001",
    "device.baud": "bits a second, 300 to 921600, or leave the key out",
    "device.serial": "the device's serial number, one line of up to 24 characters, or leave the key out",
    "device.silent_after": "seconds from 1 to 600 for a device that is never quiet, or leave the key out",
    "device.pattern": "a regular expression of a whole line such as '(?P<card>[0-9A-Z]{2,3})', or a list",
    "device.ranks": 'the maker\'s letters and ours, such as { "11" = "J", "1" = "A" }, or leave the key out',
    "device.suits": 'the maker\'s letters and ours, such as { "♥" = "H" }, or leave the key out',
    "device.name": "shoe, reader or wheel",
    "table": "a [table] section, or leave it out",
    "table.banker_side": "left or right, as the dealer sees the table",
    "table.seat_1_side": "left as the dealer sees the table, or right as the camera does",
    "table.betting_pause": "seconds from 0 to 60",
    "table.shifts": 'starting times such as ["06:00", "14:00", "22:00"]',
    "table.silence": "seconds from 2 to 120",
    "table.lock_after": "whole minutes from 1 to 60",
    "table.step_up": "whole seconds from 10 to 900",
    "table.badge_suffices": "true or false",
    "table.pin_digits": f"whole digits from {PIN_LEAST} to {PIN_MOST}",
    "table.decision_time": "whole seconds from 5 to 120, or leave the key out",
    "table.video_lead": "whole seconds from 0 to 600",
    "table.camera": "the camera's name in the address of studio.video, one line, or leave the key out",
    "table.journal_monthly": "true or false",
    "table.journal_mib": "whole MiB from 1 to 1000000, or leave the key out",
    "badges": "a [badges] section with digits and pace, or leave it out",
    "badges.digits": "whole digits from 8 to 20",
    "badges.pace": "whole milliseconds from 1 to 250",
    "badges.prefix": "up to four signs such as ;, no digits, or leave the key out",
    "badges.suffix": "up to four signs such as ?, no digits, or leave the key out",
    "screen": "a [screen] section, or leave it out",
    "screen.keyboard": "a layout of XKB such as de, lt(us) or jp, or leave the key out",
    "screen.numlock": "true or false",
    "screen.touch": "true or false, or leave the key out",
    "screen.derived_roads": "true or false",
    "limits": "a [limits] section, or leave it out",
    "limits.currency": "a currency's three capital letters, such as EUR",
    "limits.lowest": "a whole number from 1 to 1000000000000, of the currency's smallest unit",
    "limits.highest": "a whole number from 1 to 1000000000000, of the currency's smallest unit",
    "limits.top_win": "a whole number from 1 to 1000000000000, or leave the key out",
    "limits.bets": "stakes by bet such as { tie = { lowest = 100, highest = 50000 } }, or leave the key out",
    "link": "a [link] section with url, or leave it out",
    "link.url": "tls://host:port, or on this computer tcp://127.0.0.1:port",
    "link.ca": "a path, or leave the key out",
    "link.token_file": "a path, or leave the key out",
    "link.table": "what the game server calls the table, one line, or leave the key out",
    "link.plain_ok": "true or false",
    "floor": "a [floor] section with address, or leave it out",
    "floor.address": "host:port such as db1.example:5432,db2.example:5432, or a socket's folder",
    "floor.database": "what the database is called there, one line of up to 24 characters",
    "floor.account": "small letters, digits and _, as `floor add-table` says it, or leave the key out",
    "floor.password_file": "a path, or leave the key out",
    "floor.ca": "a path, or leave the key out",
    "floor.table": "what the floor calls the table, one line, or leave the key out",
    "floor.notes": "a folder's path, with witness beside it, or leave both out",
    "floor.witness": "a path, with notes beside it, or leave both out",
    "floor.place": "column and row of its tile such as 2,5, counted from 1, or leave the key out",
    "software": "a [software] section, or leave it out",
    "software.changed": "warn or refuse",
    "software.key": "a path, or leave the key out",
    "studio": "a [studio] section, or leave it out",
    "studio.casino": "the casino's name for the heading of reports, one line, or leave the key out",
    "studio.video": "an address such as https://nvr.example/{camera}?t={time}, or leave the key out",
    "studio.video_probe": "an address such as https://nvr.example/{camera}?t={time}, or leave the key out",
    "studio.video_probe_camera": "a header's name such as X-Camera, or leave the key out",
    "studio.video_probe_time": "a header's name such as Last-Modified, or leave the key out",
    "studio.video_probe_secret": "a path, or leave the key out",
    "studio.video_probe_ca": "a path, or leave the key out",
    "monitoring": "a [monitoring] section with textfile, or leave it out",
    "monitoring.textfile": "a path that ends in .prom, in the folder of Prometheus' textfile collector",
    "monitoring.every": "whole seconds from 5 to 3600",
    "table.procedures_off": 'clauses of house procedures such as ["LT-BAC-18b"], or leave the key out',
}
"""The possible values of each key."""
FLOOR_WAYS: Final = {key: way for key, way in WAYS.items() if key.partition(".")[0] == "floor"}
"""The possible values of the floor's keys in the file of a floor's window."""
BADGE_WAYS: Final = {key: way for key, way in WAYS.items() if key.partition(".")[0] == "badges"}
"""The possible values of the keys of its badge reader."""

_DECODERS: Final = (
    ("`", ""),
    ("Invalid enum value", "can't be"),
    ("object", "table"),
    ("array", "list"),
)


def explained(file: str, message: str, ways: Mapping[str, str]) -> str:
    """A decoder's message with file and key first and the way out at its end."""
    reason, _, at = message.partition(" - at `")
    place = at.rstrip("`").removeprefix("$").removeprefix(".")
    if field := re.fullmatch(r"Object (missing required|contains unknown) field `(.+)`", reason):
        place = f"{place}.{field[2]}".removeprefix(".")
        if field[1] == "contains unknown":
            if "[...]" in place:
                return f"{file}: {plain(place)}: no such key; it is {ways[_key(place)]}"
            return f"{file}: {plain(place)}: no such key; {_neighbours(place, ways)}"
        reason = "missing"
    for decoders, ours in _DECODERS:
        reason = reason.replace(decoders, ours)
    if "matching regex" in reason:
        reason = "not written as it should be"
    return f"{file}: {place}: {plain(reason[0].lower() + reason[1:])}; it is {ways[_key(place)]}"


def _neighbours(place: str, ways: Mapping[str, str]) -> str:
    """The key that was likely meant, or its section; else all keys of the table in which it stands."""
    section, _, given = _key(place).rpartition(".")
    there = [key for above, _, key in (key.rpartition(".") for key in ways) if above == section]
    if (near := nearest(given, there)) is not None:
        return f"did you mean {near}?"
    for elsewhere in ways:
        above, _, key = elsewhere.rpartition(".")
        if key == given:
            return f"it belongs in [{above}]" if above else "it belongs above all sections"
    return f"there are {', '.join(there)}"


def _key(place: str) -> str:
    """The key of a place, without numbers and a table's names: ``device[0].url`` is ``device.url``."""
    return re.sub(r"\[[^\]]*\]", "", place.partition("[...]")[0])
