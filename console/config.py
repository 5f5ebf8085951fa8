"""A table's configuration: what it is called, what it deals by which rules, its devices, and its times.

Knows the TOML file of a LIVE table and the values of a simulated one; never opens a device, a journal or the
people's file, and never knows a rule.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection
from datetime import time
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from console.devices.decoders import DeviceName
from console.game.rulebook import load_rulebook, rulebook_ids
from console.game.toml_text import NotToml, plain, tables_of, text_of
from console.people.place import default_path
from console.records.video import SLOTS, Video, is_web, slots_of
from console.table.views import Mode

BAUD: Final = {"shoe": 4800, "reader": 9600, "wheel": 9600}
"""Bits a second where the file says none, by device."""
SIMULATED: Final[dict[str, DeviceName]] = {"baccarat": "shoe", "blackjack": "reader", "roulette": "wheel"}
"""What reads the cards or the numbers of a simulated table, by game."""
FITTING: Final = {"baccarat": ("shoe", "reader"), "blackjack": ("reader",), "roulette": ("wheel",)}
"""What can read at a table, by game."""
ANSWERED: Final = frozenset({"blackjack"})
"""The games whose players answer over the game server's link: no table of theirs plays without one."""
STAND_IN: Final = "stand-in"
"""The url of a game server that is part of the simulated table."""
_SCHEMES: Final = ("socket", "rfc2217", "loop", "spy", "hwgrep", "alt", "cp2110")
"""What may stand before `://` in a device's url."""
WRITING: Final = ("spy", "alt")
"""Those of them that write a file which the url names, or make any class of the library: only if allowed."""

_ONE_LINE: Final = (
    r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+\Z"
)
"""Without control characters, and without marks that would show it as another line."""
_Line = Annotated[str, msgspec.Meta(pattern=_ONE_LINE, max_length=200)]
_Name = Annotated[str, msgspec.Meta(pattern=_ONE_LINE, max_length=24)]
_Start = Annotated[str, msgspec.Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")]


class ConfigError(ValueError):
    """A configuration that can't be used; the message names the file, the key and the way out."""


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file: a key that it does not know is refused."""


class Device(_Section, frozen=True):
    """A device on a port: its name in the table protocol, a pyserial URL, and bits a second."""

    name: DeviceName
    url: _Line
    baud: Annotated[int, msgspec.Meta(ge=300, le=921_600)] = 0
    serial: _Name | None = None
    """A wheel's serial number, where it is not noted at each check of the wheel."""


class _Table(_Section, frozen=True):
    banker_side: Literal["left", "right"] = "left"
    seat_1_side: Literal["left", "right"] = "left"
    betting_pause: Annotated[float, msgspec.Meta(ge=0, le=60)] = 3.0
    shifts: Annotated[tuple[_Start, ...], msgspec.Meta(min_length=1)] = ("06:00", "14:00", "22:00")
    silence: Annotated[float, msgspec.Meta(ge=2, le=120)] = 10.0
    lock_after: Annotated[int, msgspec.Meta(ge=1, le=60)] = 5
    step_up: Annotated[int, msgspec.Meta(ge=10, le=900)] = 120
    badge_suffices: bool = False
    pin_digits: Annotated[int, msgspec.Meta(ge=4, le=8)] = 6
    video_lead: Annotated[int, msgspec.Meta(ge=0, le=600)] = 30
    camera: _Line | None = None
    decision_time: Annotated[int, msgspec.Meta(ge=5, le=120)] | None = None
    procedures_off: tuple[_Line, ...] = ()
    journal_monthly: bool = False
    journal_mib: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None


class _Link(_Section, frozen=True):
    url: _Line
    ca: _Line | None = None
    token_file: _Line | None = None
    table: _Line | None = None
    plain_ok: bool = False


class _Studio(_Section, frozen=True):
    casino: _Line | None = None
    video: _Line | None = None


class _File(_Section, frozen=True):
    name: _Name
    game: Literal["baccarat", "blackjack", "roulette"]
    rules: str
    language: Literal["en", "sv", "ja", "lt", "is", "de"]
    device: tuple[Device, ...] = ()
    table: _Table = _Table()
    link: _Link | None = None
    studio: _Studio = _Studio()
    journal: _Line | None = None
    people: _Line | None = None
    pepper: _Line | None = None
    exports: _Line | None = None


class LinkConfig(msgspec.Struct, frozen=True):
    """A game server's link as it is set up; whether it may be made so is judged when it is made."""

    url: str
    ca: Path | None = None
    """The CA that its certificate is checked by, PEM."""
    token_file: Path | None = None
    table: str | None = None
    """What the server calls the table; None: by its name."""
    plain_ok: bool = False
    """Whether the studio's network may carry the link in the clear."""


class TableConfig(msgspec.Struct, frozen=True):
    """A table as it is set up."""

    mode: Mode
    name: str
    game: str
    rules: str
    """The rulebook's id."""
    language: str
    """Of the screen before anybody signs in."""
    journal: Path
    people: Path | None
    """The people's file; None where people are given."""
    devices: tuple[Device, ...] = ()
    banker_left: bool = True
    """Whether the banker's side is at the dealer's left."""
    seat_1_left: bool = True
    """Whether seat 1 is shown at the left, as the dealer sees it; else as the camera does."""
    betting_pause: float = 3.0
    """Seconds from the end of a coup to the next bets."""
    shifts: tuple[time, ...] = (time(6), time(14), time(22))
    """Local starting times, the earliest first."""
    silence: float = 10.0
    """Seconds without a byte after which a device is silent while a card is due."""
    lock_after: int = 5
    """Minutes without input after which the screen locks."""
    step_up: int = 120
    """Seconds that a pit boss's authority lasts from the PIN, or from the last press on an amber prompt."""
    badge_suffices: bool = False
    """Whether a pit boss's badge alone gives authority; else the PIN is entered, with or without a badge."""
    pin_digits: int = 6
    """How many digits a PIN that is set here has at the least; a shorter one of before stays good."""
    pepper: Path | None = None
    """The file of the secret in the PINs' hashes; None: the user's own."""
    decision_time: int | None = None
    """Seconds that a player has to answer at blackjack; None for the rulebook's (LT-BJ-08: 13)."""
    video_lead: int = 30
    """Seconds before a report at which to begin to look at the video."""
    procedures_off: tuple[str, ...] = ()
    """Clauses whose house procedure the studio does not use: there the pit boss decides, with a reason."""
    journal_monthly: bool = False
    """Whether the journal's file is closed, and a new one gone on in, at the first start of a month."""
    journal_mib: int | None = None
    """The size in MiB from which a start closes the journal's file; None: however big it is."""
    link: LinkConfig | None = None
    """With one, a game server opens and closes the bets."""
    exports: Path | None = None
    """The folder that reports and records are written to; None: the user's documents."""
    casino: str | None = None
    """Whose table it is, for the heading of a report."""
    video: Video | None = None
    """Where its video is looked at; None where the studio's file has no address."""

    @property
    def watched(self) -> tuple[Literal["shoe", "reader", "wheel", "link"], ...]:
        """Whose health the lamps show: the devices, a simulated table's own, and the game server's link."""
        simulated = (SIMULATED[self.game],) if self.mode is Mode.TRAINING else ()
        devices = tuple(device.name for device in self.devices) or simulated
        return (*devices, "link") if self.link else devices

    @property
    def wheel_serial(self) -> str | None:
        """The serial number of the table's wheel, where the file has it."""
        return next((device.serial for device in self.devices if device.serial), None)

    @property
    def mirrored(self) -> bool:
        """Whether the table's two sides are shown the other way round."""
        return not (self.banker_left and self.seat_1_left)


def load_config(path: Path) -> TableConfig:
    """The LIVE table that a TOML file describes; ConfigError names the file, the key and the way out."""
    try:
        _check_own(path)
        tables = tables_of(text_of(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"{path}: can't be read: {reason}; name a table's TOML file") from error
    except NotToml as error:
        raise ConfigError(f"{path.name}: not TOML: {error}; mend the file there") from error
    try:
        file = msgspec.convert(tables, _File)
    except msgspec.ValidationError as error:
        raise ConfigError(_explained(path.name, str(error))) from error
    _check(path.name, file)
    config = _configured(file, path.parent)
    _check_exports(path.name, config)
    return config


def check_allowed(config: TableConfig, allowed: Collection[str], file: str) -> None:
    """ConfigError where a device's way can write files, and whoever starts the table has not allowed it."""
    for at, device in enumerate(config.devices):
        scheme, marked, _ = device.url.partition("://")
        if marked and scheme in WRITING and scheme not in allowed:
            way = f"start with --allow {scheme}, or name a port"
            raise ConfigError(f"{file}: device[{at}].url: {scheme}:// can write files; {way}")


def language_named(path: Path | None) -> str | None:
    """The language that a table's file names, as far as it can be read; None where it names none of ours."""
    try:
        written = path.read_bytes()[:65_536].decode("utf-8", "replace") if path is not None else ""
    except OSError:
        return None
    named = re.search(r'^\s*language\s*=\s*["\'](en|sv|ja|lt|is|de)["\']', written, re.MULTILINE)
    return named[1] if named else None


def _check_own(path: Path) -> None:
    """ConfigError where others can change it: it says where the journal is, and whom the table trusts.

    A group that is the owner's alone, as many systems give to each user, is nobody else.
    """
    if os.name != "posix":
        return
    found = path.stat()
    shared = found.st_mode & stat.S_IWOTH or (found.st_mode & stat.S_IWGRP and found.st_gid != found.st_uid)
    if shared:
        raise ConfigError(f"{path.name}: others can change it; make it yours alone: chmod go-w {path.name}")


def training_config(game: str, rules: str, language: str) -> TableConfig:
    """A simulated table: nothing of it reaches players, and its journal is its own.

    Where a game's players answer they are simulated too.
    """
    journal = _folder() / "training" / f"{game}-{rules}.db"
    link = LinkConfig(STAND_IN) if game in ANSWERED else None
    return TableConfig(Mode.TRAINING, "T1", game, rules, language, journal, people=None, link=link)


def _folder() -> Path:
    from platformdirs import user_data_path  # most tables say where their files are

    return user_data_path("dealer-console", appauthor=False)


def _configured(file: _File, beside: Path) -> TableConfig:
    """The file's values as the table uses them; a relative path is beside the file."""
    table = file.table
    journal = beside / Path(file.journal).expanduser() if file.journal else _journal_of(file.name)
    return TableConfig(
        mode=Mode.LIVE,
        name=file.name,
        game=file.game,
        rules=file.rules,
        language=file.language,
        journal=journal,
        people=beside / Path(file.people).expanduser() if file.people else default_path(),
        devices=tuple(_with_baud(device) for device in file.device),
        banker_left=table.banker_side == "left",
        seat_1_left=table.seat_1_side == "left",
        betting_pause=table.betting_pause,
        shifts=tuple(sorted(time.fromisoformat(start) for start in table.shifts)),
        silence=table.silence,
        lock_after=table.lock_after,
        step_up=table.step_up,
        badge_suffices=table.badge_suffices,
        pin_digits=table.pin_digits,
        pepper=beside / Path(file.pepper).expanduser() if file.pepper else None,
        decision_time=table.decision_time,
        video_lead=table.video_lead,
        procedures_off=table.procedures_off,
        journal_monthly=table.journal_monthly,
        journal_mib=table.journal_mib,
        link=_linked(file.link, beside) if file.link else None,
        exports=beside / Path(file.exports).expanduser() if file.exports else None,
        casino=file.studio.casino,
        video=_video_of(file),
    )


def _linked(link: _Link, beside: Path) -> LinkConfig:
    ca, token = (beside / Path(name).expanduser() if name else None for name in (link.ca, link.token_file))
    return LinkConfig(link.url, ca, token, link.table, link.plain_ok)


def _video_of(file: _File) -> Video | None:
    address, table = file.studio.video, file.table
    return Video(address, file.name, table.camera or "", table.video_lead) if address else None


def _journal_of(name: str) -> Path:
    """A table's journal by its name, letters and digits of which make the file's."""
    file = re.sub(r"[^\w-]+", "-", name.casefold())
    return _folder() / "journals" / f"{file}.db"


def _with_baud(device: Device) -> Device:
    return msgspec.structs.replace(device, baud=device.baud or BAUD[device.name])


def _check(name: str, file: _File) -> None:
    """What no type can say; ConfigError."""
    if not file.device and file.game != "roulette":
        raise ConfigError(f"{name}: device: missing; it is {_WAYS['device']}")
    if file.rules not in rulebook_ids():
        raise ConfigError(f"{name}: rules: no rulebook {file.rules!r}; there are {', '.join(rulebook_ids())}")
    for at, device in enumerate(file.device):
        scheme, marked, _ = device.url.partition("://")
        if marked and scheme not in _SCHEMES:
            known = ", ".join(f"{one}://" for one in _SCHEMES)
            raise ConfigError(f"{name}: device[{at}].url: no way to {scheme}://; a port's name, or {known}")
        if device.name not in FITTING[file.game]:
            key = f"{name}: device[{at}].name"
            raise ConfigError(
                f"{key}: no {device.name} reads {file.game}; it is {' or '.join(FITTING[file.game])}"
            )
        if device.serial and device.name != "wheel":
            raise ConfigError(f"{name}: device[{at}].serial: only a wheel has one; leave it out")
        if device.name in (one.name for one in file.device[:at]):
            raise ConfigError(f"{name}: device[{at}].name: {device.name!r} is there already; leave one out")
    if len(set(file.table.shifts)) < len(file.table.shifts):
        raise ConfigError(f"{name}: table.shifts: two shifts start at one time; leave one out")
    if file.table.procedures_off:
        _check_procedures(name, file)
    if file.studio.video is not None:
        _check_video(name, file.studio.video, file.table.camera)
    _check_homes(name, file)


def _check_video(name: str, address: str, camera: str | None) -> None:
    """Every slot of the address is one that is filled, and what it makes can be opened."""
    key, there = f"{name}: studio.video", ", ".join(f"{{{slot}}}" for slot in SLOTS)
    try:
        slots = slots_of(address)
    except ValueError as error:
        raise ConfigError(f"{key}: {error}; there are {there}") from None
    for slot in slots:
        if slot not in SLOTS:
            raise ConfigError(f"{key}: no slot {{{slot}}}; there are {there}")
    if not is_web(address):
        raise ConfigError(f"{key}: no address to open; it is {_WAYS['studio.video']}")
    if "camera" in slots and camera is None:
        raise ConfigError(
            f"{name}: table.camera: missing, studio.video names it; it is {_WAYS['table.camera']}"
        )


def _check_homes(name: str, file: _File) -> None:
    """A path that begins with ``~somebody`` names somebody whom the system knows."""
    link = file.link or _Link("")
    paths = {
        "journal": file.journal,
        "people": file.people,
        "pepper": file.pepper,
        "exports": file.exports,
        "link.ca": link.ca,
        "link.token_file": link.token_file,
    }
    for key, path in paths.items():
        try:
            Path(path or "").expanduser()
        except RuntimeError:
            raise ConfigError(f"{name}: {key}: nobody here has the home of {path!r}; write it out") from None


def _check_exports(name: str, config: TableConfig) -> None:
    """Files that people name go where nothing lies that the table lives by."""
    if config.exports is None:
        return
    own = {path.parent.resolve() for path in (config.journal, config.people) if path is not None}
    if config.exports.resolve() in own:
        key = f"{name}: exports"
        raise ConfigError(f"{key}: the journal or the people are kept there; name another folder")


def _check_procedures(name: str, file: _File) -> None:
    """Only a house procedure can be turned off, not a rule of the table's own document."""
    rulebook = load_rulebook(file.rules)
    games = {"baccarat": rulebook.baccarat, "blackjack": rulebook.blackjack, "roulette": rulebook.roulette}
    kinds = games[file.game].incidents.kinds
    cases = (case for cases in kinds.values() for case in cases)
    house = {case.clause for case in cases if case.basis == "house" and case.clause}
    for clause in file.table.procedures_off:
        if clause not in house:
            there = ", ".join(sorted(house))
            key = f"{name}: table.procedures_off"
            raise ConfigError(f"{key}: {clause!r} is no house procedure; there are {there}")


_WAYS: Final[dict[str, str]] = {
    "name": "the table's name on the screen, one line of up to 24 characters",
    "game": "baccarat, blackjack or roulette",
    "rules": "the rulebook's id, such as 'lt'",
    "language": "en, sv, ja, lt, is or de",
    "journal": "a path, or leave the key out",
    "people": "a path, or leave the key out",
    "pepper": "a path, or leave the key out",
    "exports": "a folder for reports and records, or leave the key out",
    "device": "at least one [[device]] with name and url",
    "device.name": "shoe, reader or wheel",
    "device.url": "a port such as /dev/ttyUSB0 or COM3, or socket://host:4001",
    "device.baud": "bits a second, 300 to 921600, or leave the key out",
    "device.serial": "the wheel's serial number, one line of up to 24 characters, or leave the key out",
    "table": "a [table] section, or leave it out",
    "table.banker_side": "left or right, as the dealer sees the table",
    "table.seat_1_side": "left as the dealer sees the table, or right as the camera does",
    "table.betting_pause": "seconds from 0 to 60",
    "table.shifts": 'starting times such as ["06:00", "14:00", "22:00"]',
    "table.silence": "seconds from 2 to 120",
    "table.lock_after": "whole minutes from 1 to 60",
    "table.step_up": "whole seconds from 10 to 900",
    "table.badge_suffices": "true or false",
    "table.pin_digits": "whole digits from 4 to 8",
    "table.decision_time": "whole seconds from 5 to 120, or leave the key out",
    "table.video_lead": "whole seconds from 0 to 600",
    "table.camera": "the camera's name in the address of studio.video, one line, or leave the key out",
    "table.journal_monthly": "true or false",
    "table.journal_mib": "whole MiB from 1 to 1000000, or leave the key out",
    "link": "a [link] section with url, or leave it out",
    "link.url": "tls://host:port, or on this machine tcp://127.0.0.1:port",
    "link.ca": "a path, or leave the key out",
    "link.token_file": "a path, or leave the key out",
    "link.table": "what the game server calls the table, one line, or leave the key out",
    "link.plain_ok": "true or false",
    "studio": "a [studio] section, or leave it out",
    "studio.casino": "the casino's name for the heading of reports, one line, or leave the key out",
    "studio.video": "an address such as https://nvr.example/{camera}?t={time}, or leave the key out",
    "table.procedures_off": 'clauses of house procedures such as ["LT-BAC-18b"], or leave the key out',
}
"""What a key may hold."""

_DECODERS: Final = (
    ("`", ""),
    ("Invalid enum value", "can't be"),
    ("object", "table"),
    ("array", "list"),
    ("Expected str matching regex", "does not look like"),
)


def _explained(file: str, message: str) -> str:
    """A decoder's message with file and key first and the way out at its end."""
    reason, _, at = message.partition(" - at `")
    place = at.rstrip("`").removeprefix("$").removeprefix(".")
    if field := re.fullmatch(r"Object (missing required|contains unknown) field `(.+)`", reason):
        place = f"{place}.{field[2]}".removeprefix(".")
        if field[1] == "contains unknown":
            return f"{file}: {plain(place)}: no such key; {_neighbours(place)}"
        reason = "missing"
    for decoders, ours in _DECODERS:
        reason = reason.replace(decoders, ours)
    if "does not look like" in reason:
        reason = "not written as it should be"
    return f"{file}: {place}: {plain(reason[0].lower() + reason[1:])}; it is {_WAYS[_key(place)]}"


def _neighbours(place: str) -> str:
    """The keys that there are where an unknown one stands."""
    section = _key(place).rpartition(".")[0]
    keys = (key.rpartition(".") for key in _WAYS)
    return "there are " + ", ".join(key for above, _, key in keys if above == section)


def _key(place: str) -> str:
    """A place without its numbers: ``device[0].url`` is of the key ``device.url``."""
    return re.sub(r"\[[^\]]*\]", "", place)
