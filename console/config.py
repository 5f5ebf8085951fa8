"""A table's configuration: its name, its game and rules, its devices, and its times.

Knows the TOML file of a LIVE table and the values of a simulated one; never opens a device, a journal or the
people's file, and never knows a rule.
"""

import os
import re
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import time
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from console.devices.catalogue import USUAL, AttachedDevice, DeviceModel
from console.devices.line_format import Format, FormatError, lines_of
from console.devices.model import DeviceRole
from console.game.games import DOCUMENTED, GAMES, has_wheel
from console.game.rule_values import AnyLimits, Currency, Stakes, TableLimits
from console.game.rulebook import LacksGame, load_rulebook, rulebook_ids
from console.game.toml_text import NotToml, plain, tables_of, text_of
from console.nearest import nearest
from console.people.file import default_path
from console.records.documents.video import SLOTS, Video, is_web, slots_of
from console.table.showing.screen_values import Mode
from console.whole_file import content_of
from console.words.locales import LANGUAGES, Language

Form = TypeVar("Form", bound=msgspec.Struct)

STAND_IN: Final = "stand-in"
"""The url of a game server that is part of the simulated table."""
SCHEMES: Final = ("socket", "rfc2217", "loop", "spy", "hwgrep", "alt", "cp2110")
"""The schemes that may stand before `://` in a device's url."""
WRITING: Final = ("spy", "alt")
"""The schemes that can write a file named by the url, or load any class of the library: accepted only if
allowed.
"""

_ONE_LINE: Final = (
    r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+\Z"
)
"""A text without control characters, and without marks that would show it as another line."""
_Line = Annotated[str, msgspec.Meta(pattern=_ONE_LINE, max_length=200)]
_Name = Annotated[str, msgspec.Meta(pattern=_ONE_LINE, max_length=24)]
_HOST: Final = r"([A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?"
_ADDRESS: Final = rf"^(/[^,\x00-\x1f]*|{_HOST}( *, *{_HOST}){{0,8}})\Z"
"""A socket's folder, or servers with their ports."""
_Address = Annotated[str, msgspec.Meta(pattern=_ADDRESS, max_length=500)]
_Account = Annotated[str, msgspec.Meta(pattern=r"^[a-z_][a-z0-9_]{0,62}\Z")]
_Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
_Start = Annotated[str, msgspec.Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")]


def simulated_role(game: str) -> DeviceRole:
    """The role of a simulated table's device: what reads its cards or its numbers."""
    return DeviceRole(GAMES[game].devices[0])


class ConfigError(ValueError):
    """A configuration that can't be used; the message names the file, the key and the way out."""


class ConfigSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file that people write: an unknown key is refused."""


class _Device(ConfigSection, frozen=True):
    """A device as the file has it; ``name`` is its role in older files."""

    url: _Line
    """Where it is attached."""
    role: DeviceRole | None = None
    """What it is for; its lamp stands in the status bar under this name."""
    name: DeviceRole | None = None
    """What ``role`` was called in older files."""
    model: DeviceModel | None = None
    """Which make it is, and so how its bytes are read. Left out: the usual one of its role."""
    baud: Annotated[int, msgspec.Meta(ge=300, le=921_600)] = 0
    """Bits a second. Left out: the model's."""
    serial: _Name | None = None
    """By it a certificate knows this very device. A wheel's is shown beside it and in its report; left out:
    the number that was noted at its check."""
    silent_after: Annotated[float, msgspec.Meta(ge=1, le=600)] | None = None
    """How long it may say nothing before its lamp calls it silent. Left out: the model's."""
    pattern: str | list[str] | None = None
    """How its lines are written, for the models that leave that to the file: page devices of the handbook."""
    ranks: dict[str, str] | None = None
    """What its maker calls the ranks. Left out: as we do, and `10` beside `T`."""
    suits: dict[str, str] | None = None
    """What its maker calls the suits. Left out: as we do."""

    @property
    def format(self) -> Format:
        """The format of the device's lines."""
        patterns = (self.pattern,) if isinstance(self.pattern, str) else tuple(self.pattern or ())
        return Format(patterns, tuple((self.ranks or {}).items()), tuple((self.suits or {}).items()))

    @property
    def named_by(self) -> str:
        """The key of the file that says the role of the device."""
        return "role" if self.name is None else "name"

    @property
    def is_for(self) -> DeviceRole:
        """The role of the device; the reader of the file has checked its place before."""
        role = self.role if self.name is None else self.name
        assert role is not None, "checked first"
        return role


class DeviceConfig(msgspec.Struct, frozen=True):
    """A device on a port."""

    role: DeviceRole
    url: str
    """A pyserial URL."""
    model: DeviceModel
    baud: int
    """Bits a second."""
    serial: str | None = None
    """The serial number: a certificate is for this very device. A wheel's is noted at its check, too."""
    silent_after: float | None = None
    """Seconds without a byte after which it counts as silent, whatever is due; None: it may be quiet for any
    time.
    """
    format: Format = Format()
    """The form of its lines, where its model leaves that to the file."""

    @property
    def attached_device(self) -> AttachedDevice:
        """The decoder of its bytes, with the device's name in the journal."""
        return AttachedDevice(self.role, self.model, self.format)

    @classmethod
    def usual(cls, role: DeviceRole, url: str) -> "DeviceConfig":
        """A device of the role's usual model, as a simulated table has it."""
        model = USUAL[role]
        return cls(role, url, model, model.made.baud, silent_after=model.made.never_quiet)


class _Table(ConfigSection, frozen=True):
    banker_side: Literal["left", "right"] = "left"
    """At which side of the felt the banker's hand is drawn."""
    seat_1_side: Literal["left", "right"] = "left"
    """At which side of the felt seat 1 is drawn."""
    betting_pause: Annotated[float, msgspec.Meta(ge=0, le=60)] = 3.0
    """From the end of a round to the next bets, where no game server opens them."""
    shifts: Annotated[tuple[_Start, ...], msgspec.Meta(min_length=1)] = ("06:00", "14:00", "22:00")
    """When shifts begin, local time: reports are told by them, and each ends with a seal."""
    silence: Annotated[float, msgspec.Meta(ge=2, le=120)] = 10.0
    """How long a device may be silent while its card is due before its lamp calls it silent."""
    lock_after: Annotated[int, msgspec.Meta(ge=1, le=60)] = 5
    """How long nobody touches anything before the screen locks."""
    step_up: Annotated[int, msgspec.Meta(ge=10, le=900)] = 120
    """How long a pit boss's authority lasts from the PIN or the last press, as its lamp counts down."""
    badge_suffices: bool = False
    """Whether a badge alone gives that authority; else the PIN is asked as well."""
    pin_digits: Annotated[int, msgspec.Meta(ge=4, le=8)] = 6
    """How many digits a new PIN has at the least."""
    video_lead: Annotated[int, msgspec.Meta(ge=0, le=600)] = 30
    """How long before a report its video is looked at first."""
    camera: _Line | None = None
    """Which camera the links to the video name."""
    decision_time: Annotated[int, msgspec.Meta(ge=5, le=120)] | None = None
    """How long a player at blackjack has for an answer. Left out: the rulebook's time."""
    procedures_off: tuple[_Line, ...] = ()
    """House procedures that this studio does not use: there the pit boss decides, with a reason."""
    journal_monthly: bool = False
    """Whether the first start of a month closes the journal's file and goes on in a new one."""
    journal_mib: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    """From which size on a start does the same. Left out: at none."""


class _Limits(ConfigSection, frozen=True):
    currency: Currency
    """Of all amounts of this section."""
    lowest: _Amount
    """The lowest stake, in the currency's smallest unit: 500 is 5.00 EUR, or 500 JPY."""
    highest: _Amount
    """The highest stake."""
    top_win: _Amount | None = None
    """The highest win; roulette has none. Left out: no win is limited."""
    bets: dict[str, Stakes] | None = None
    """The lowest and the highest stake of bets that have their own. Left out: all have those above."""

    @property
    def table_limits(self) -> TableLimits:
        """The limits as the table uses them."""
        return TableLimits(self.currency, self.lowest, self.highest, self.top_win, self.bets or {})


class _Link(ConfigSection, frozen=True):
    url: _Line
    """Where the game server is. It has a lamp, and opens and closes the bets from then on."""
    ca: _Line | None = None
    """The CA that its certificate is checked by, PEM; ``tls`` needs it."""
    token_file: _Line | None = None
    """The file of the token that it knows the table by, readable by its owner alone."""
    table: _Line | None = None
    """What it calls the table. Left out: the table's name."""
    plain_ok: bool = False
    """Whether the studio's network may carry the link in the clear."""


class FloorSection(ConfigSection, frozen=True):
    """The connection to a floor's database, as a file has it: a table's file, or that of the floor's own
    window.
    """

    address: _Address
    """The address of the floor's PostgreSQL: ``host`` or ``host:port``, several with commas between, or on
    this machine its socket's folder. Every entry is sent there too; the table never waits for it.
    """
    database: _Name = "floor"
    """What the database is called there."""
    account: _Account | None = None
    """The table's account there. Left out: as `floor add-table` names it."""
    password_file: _Line | None = None
    """The file of its password, readable by its owner alone. A socket's folder needs none."""
    ca: _Line | None = None
    """The CA that the server's certificate is checked by, PEM. Left out: those that the system trusts."""
    table: _Line | None = None
    """What the floor calls the table. Left out: the table's name."""
    place: Annotated[str, msgspec.Meta(pattern=r"^[1-9]\d?,[1-9]\d?\Z")] | None = None
    """Where its tile stands on the wall, within its room: column and row. Left out: by its name."""


class TableFloorSection(FloorSection, frozen=True):
    """The floor as a table's file names it."""

    notes: _Line | None = None
    """The folder to which the countersignatures of a third computer's witness come: the commissioning waits
    for one there. Left out: none is waited for."""
    witness: _Line | None = None
    """The public key by which those are signed, PEM."""


class _Software(ConfigSection, frozen=True):
    changed: Literal["warn", "refuse"] = "warn"
    """What a table does with software that is not as it was released: it says so, or does not deal."""
    key: _Line | None = None
    """The maker's public key, PEM, that it must be signed with. Left out: by any key, or by none."""


class _Monitoring(ConfigSection, frozen=True):
    textfile: _Line
    """The text file of the table's health, in the folder of Prometheus' textfile collector: it ends in
    .prom, and names no person."""
    every: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 30
    """How many seconds apart it is written."""


class _Studio(ConfigSection, frozen=True):
    casino: _Line | None = None
    """At the head of reports and records."""
    video: _Line | None = None
    """Where the recorder is: log, replay, record and report link each incident to its video."""


class _File(ConfigSection, frozen=True):
    name: _Name
    """What the table is called: on the screen, in its journal, in reports, to the game server."""
    game: _Line
    """What is played: the felt, the prompts, and what can be reported."""
    rules: str
    """The market's rulebook, and the language in which players are spoken to."""
    language: Language
    """Of the screen until somebody signs in; then it is that person's own."""
    device: tuple[_Device, ...] = ()
    """What reads the cards or the numbers. Without a wheel the dealer enters the numbers."""
    table: _Table = _Table()
    """How this table is run."""
    limits: _Limits | None = None
    """How much may be bet. Left out: as the rulebook says, where it says anything."""
    link: _Link | None = None
    """The game server's link. Left out: the table opens and closes its bets itself."""
    floor: TableFloorSection | None = None
    """Where the studio's tables come together. Left out: nothing is sent."""
    studio: _Studio = _Studio()
    """What all tables of a studio share."""
    software: _Software = _Software()
    """What is done where the console itself was changed."""
    monitoring: _Monitoring | None = None
    """The house's own monitoring. Left out: the table writes nothing for it."""
    journal: _Line | None = None
    """Where everything is written down. Left out: by the table's name among the user's data."""
    people: _Line | None = None
    """Who may sign in. Left out: the user's own file."""
    pepper: _Line | None = None
    """The secret in the PINs' hashes, which tables with the same people share. Left out: the user's own."""
    exports: _Line | None = None
    """Where reports and records are written. Left out: the user's documents."""


class LinkConfig(msgspec.Struct, frozen=True):
    """The settings of a game server's link; they are judged when the link is made."""

    url: str
    ca: Path | None = None
    """The CA that signs its certificate, PEM."""
    token_file: Path | None = None
    table: str | None = None
    """The server's name for the table; None: the table's own."""
    plain_ok: bool = False
    """Whether the studio's network may carry the link in the clear."""


class FloorConfig(msgspec.Struct, frozen=True):
    """The floor to which a table belongs; its files are judged as it connects."""

    address: str
    account: str | None = None
    """None: as the floor names it."""
    password_file: Path | None = None
    ca: Path | None = None
    table: str | None = None
    """The floor's name for the table; None: the table's own."""
    database: str = "floor"
    place: str | None = None
    """Column and row on the wall, within its room; None: in the order of names."""
    notes: Path | None = None
    """The folder of a third computer's countersignatures; None: there is no witness."""
    witness: Path | None = None
    """The public key of those signatures."""


class MonitoringConfig(msgspec.Struct, frozen=True):
    """The file of a table's health, and its pace."""

    textfile: Path
    every: int
    """Seconds."""


class TableConfig(msgspec.Struct, frozen=True):
    """The settings of a table."""

    mode: Mode
    name: str
    game: str
    rules: str
    """The rulebook's id."""
    language: str
    """The screen's language before anybody signs in."""
    journal: Path
    people: Path | None
    """The people's file; None where the caller gives the people."""
    devices: tuple[DeviceConfig, ...] = ()
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
    """Seconds that a pit boss's authority lasts after the PIN, or after the last press on an
    amber prompt.
    """
    badge_suffices: bool = False
    """Whether a pit boss's badge alone gives authority; else the PIN is entered, with or without a badge."""
    pin_digits: int = 6
    """The fewest digits of a PIN that is set here; a shorter one that was set earlier stays valid."""
    pepper: Path | None = None
    """The file of the secret in the PINs' hashes; None: the user's own."""
    decision_time: int | None = None
    """Seconds that a player has to answer at blackjack; None for the rulebook's (LT-BJ-08: 13)."""
    limits: TableLimits | None = None
    """The limits of bets; None: the rulebook's, where it has any."""
    video_lead: int = 30
    """Seconds before a report at which its video starts."""
    procedures_off: tuple[str, ...] = ()
    """Clauses whose house procedure the studio does not use: there the pit boss decides, with a reason."""
    journal_monthly: bool = False
    """Whether the journal's file is closed, and a new one gone on in, at the first start of a month."""
    journal_mib: int | None = None
    """The size in MiB from which a start closes the journal's file; None: a file of any size goes on."""
    link: LinkConfig | None = None
    """The link to a game server, which then opens and closes the bets."""
    floor: FloorConfig | None = None
    """The floor, to which everything recorded is then sent too."""
    monitoring: MonitoringConfig | None = None
    """The place to which the table then writes its health."""
    exports: Path | None = None
    """The folder for reports and records; None: the user's documents."""
    casino: str | None = None
    """The casino's name, for the heading of a report."""
    video: Video | None = None
    """The address of its video; None where the studio's file has none."""
    refuses_changed: bool = False
    """Whether it deals only with software that is as it was released; else it warns and deals."""
    release_key: Path | None = None
    """The public key that must have signed the software, PEM; None: any, or none."""
    digest: str = ""
    """SHA-256 of the file's bytes, in hex; empty where there is none."""

    @property
    def watched_roles(self) -> tuple[DeviceRole | Literal["link"], ...]:
        """The roles whose health the lamps show: the devices, a simulated table's own, and the game server's
        link.
        """
        practised = (simulated_role(self.game),) if self.mode.is_simulated else ()
        devices = tuple(device.role for device in self.devices) or practised
        return (*devices, "link") if self.link else devices

    @property
    def never_quiet(self) -> frozenset[str]:
        """The devices that send whether or not something is due."""
        if self.mode.is_simulated and not self.devices:
            usual = USUAL[simulated_role(self.game)].made.never_quiet
            return frozenset() if usual is None else frozenset((simulated_role(self.game),))
        return frozenset(device.role for device in self.devices if device.silent_after is not None)

    @property
    def wheel_serial(self) -> str | None:
        """The serial number of the table's wheel, where the file has it."""
        return next((device.serial for device in self.devices if device.role is DeviceRole.WHEEL), None)

    @property
    def is_mirrored(self) -> bool:
        """Whether the table's two sides change places on the screen."""
        return not (self.banker_left and self.seat_1_left)


def load_config(path: Path) -> TableConfig:
    """The LIVE table that a TOML file describes. Raises ConfigError, which names the file, the key and the
    way out.
    """
    file = form_of(path, _File, _WAYS, "a table's TOML file")
    _check(path.name, file)
    config = _configured(path.name, file, path.parent)
    _check_exports(path.name, config)
    with suppress(OSError):  # it was there just now
        return msgspec.structs.replace(config, digest=sha256(content_of(path)).hexdigest())
    return config


def form_of(path: Path, form: type[Form], ways: Mapping[str, str], what: str) -> Form:
    """The contents of a TOML file, in its form. Raises ConfigError.

    ``ways`` says of each key what it may hold, ``what`` which file to name instead of one that can't be read.
    """
    try:
        _check_own(path)
        tables = tables_of(text_of(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"{path}: can't be read: {reason}; name {what}") from error
    except NotToml as error:
        raise ConfigError(f"{path.name}: not TOML: {error}; mend the file there") from error
    try:
        return msgspec.convert(tables, form)
    except RecursionError as error:
        raise ConfigError(f"{path.name}: not TOML: it is nested too deeply; mend the file there") from error
    except msgspec.ValidationError as error:
        raise ConfigError(_explained(path.name, str(error), ways)) from error


def floor_of(name: str, section: FloorSection, folder: Path) -> FloorConfig:
    """The floor that a file names; the file's relative paths are ``folder`` it. Raises ConfigError."""
    if section.password_file is None and not section.address.startswith("/"):
        raise ConfigError(f"{name}: floor.password_file: missing; it is a path, or address a socket's folder")
    for key, path in (("floor.password_file", section.password_file), ("floor.ca", section.ca)):
        _check_home(name, key, path)
    password, ca = (
        folder / Path(path).expanduser() if path else None for path in (section.password_file, section.ca)
    )
    return FloorConfig(
        section.address, section.account, password, ca, section.table, section.database, section.place
    )


def _table_floor(name: str, section: TableFloorSection, folder: Path) -> FloorConfig:
    """The floor that a table's file names, and its witness. Raises ConfigError."""
    floor = floor_of(name, section, folder)
    given = {"notes": section.notes, "witness": section.witness}
    for key, path in given.items():
        if path is None and any(given.values()):
            raise ConfigError(f"{name}: floor.{key}: missing; it is {_WAYS[f'floor.{key}']}")
        _check_home(name, f"floor.{key}", path)
    notes, witness = (folder / Path(path).expanduser() if path else None for path in given.values())
    return msgspec.structs.replace(floor, notes=notes, witness=witness)


def check_allowed(config: TableConfig, allowed: Collection[str], file: str) -> None:
    """Check that no device's way can write files, unless the person who starts the table allows it. Raises
    ConfigError.
    """
    for at, device in enumerate(config.devices):
        scheme, marked, _ = device.url.partition("://")
        if marked and scheme in WRITING and scheme not in allowed:
            way = f"start with --allow {scheme}, or name a port"
            raise ConfigError(f"{file}: device[{at}].url: {scheme}:// can write files; {way}")


def file_language(path: Path | None) -> str | None:
    """The language that a table's file names, as far as the file can be read; None where it names none of
    ours.
    """
    try:
        written = content_of(path).decode("utf-8", "replace") if path is not None else ""
    except OSError:
        return None
    named = re.search(r'^\s*language\s*=\s*["\'](\w+)["\']', written, re.MULTILINE)
    return named[1] if named and named[1] in LANGUAGES else None


def _check_own(path: Path) -> None:
    """Check that nobody else can change the file: it says where the journal is, and whom the table trusts.
    Raises ConfigError.

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

    Where a game has players' answers, the players are simulated too.
    """
    journal = _folder() / "training" / f"{game}-{rules}.db"
    link = LinkConfig(STAND_IN) if GAMES[game].is_answered else None
    return TableConfig(Mode.TRAINING, "T1", game, rules, language, journal, people=None, link=link)


def _folder() -> Path:
    from platformdirs import user_data_path  # most tables say where their files are

    return user_data_path("dealer-console", appauthor=False)


def _configured(file_name: str, file: _File, folder: Path) -> TableConfig:
    """The file's values as the table uses them; a relative path is beside the file."""
    table = file.table
    journal = folder / Path(file.journal).expanduser() if file.journal else _journal_of(file.name)
    return TableConfig(
        mode=Mode.LIVE,
        name=file.name,
        game=file.game,
        rules=file.rules,
        language=file.language,
        journal=journal,
        people=folder / Path(file.people).expanduser() if file.people else default_path(),
        devices=tuple(map(_attached, file.device)),
        banker_left=table.banker_side == "left",
        seat_1_left=table.seat_1_side == "left",
        betting_pause=table.betting_pause,
        shifts=tuple(sorted(time.fromisoformat(start) for start in table.shifts)),
        silence=table.silence,
        lock_after=table.lock_after,
        step_up=table.step_up,
        badge_suffices=table.badge_suffices,
        pin_digits=table.pin_digits,
        pepper=folder / Path(file.pepper).expanduser() if file.pepper else None,
        decision_time=table.decision_time,
        limits=file.limits.table_limits if file.limits else None,
        video_lead=table.video_lead,
        procedures_off=table.procedures_off,
        journal_monthly=table.journal_monthly,
        journal_mib=table.journal_mib,
        link=_linked(file.link, folder) if file.link else None,
        floor=_table_floor(file_name, file.floor, folder) if file.floor else None,
        monitoring=_monitored(file.monitoring, folder) if file.monitoring else None,
        exports=folder / Path(file.exports).expanduser() if file.exports else None,
        casino=file.studio.casino,
        video=_video_of(file),
        refuses_changed=file.software.changed == "refuse",
        release_key=folder / Path(file.software.key).expanduser() if file.software.key else None,
    )


def _linked(link: _Link, folder: Path) -> LinkConfig:
    ca, token = (folder / Path(name).expanduser() if name else None for name in (link.ca, link.token_file))
    return LinkConfig(link.url, ca, token, link.table, link.plain_ok)


def _monitored(monitoring: _Monitoring, folder: Path) -> MonitoringConfig:
    return MonitoringConfig(folder / Path(monitoring.textfile).expanduser(), monitoring.every)


def _video_of(file: _File) -> Video | None:
    address, table = file.studio.video, file.table
    return Video(address, file.name, table.camera or "", table.video_lead) if address else None


def _journal_of(name: str) -> Path:
    """A table's journal: the letters and digits of the table's name make the file's."""
    file = re.sub(r"[^\w-]+", "-", name.casefold())
    return _folder() / "journals" / f"{file}.db"


def _attached(device: _Device) -> DeviceConfig:
    """The device of the file, with its model's values for whatever the file leaves out."""
    model = device.model or USUAL[device.is_for]
    quiet = model.made.never_quiet if device.silent_after is None else device.silent_after
    baud = device.baud or model.made.baud
    return DeviceConfig(device.is_for, device.url, model, baud, device.serial, quiet, device.format)


def _check(name: str, file: _File) -> None:
    """Check what the types can't express. Raises ConfigError."""
    if file.rules not in rulebook_ids():
        raise ConfigError(f"{name}: rules: no rulebook {file.rules!r}; there are {', '.join(rulebook_ids())}")
    _check_game(name, file)
    if not file.device and not has_wheel(file.game):
        raise ConfigError(f"{name}: device: missing; it is {_WAYS['device']}")
    for at, device in enumerate(file.device):
        scheme, marked, _ = device.url.partition("://")
        if marked and scheme not in SCHEMES:
            known = ", ".join(f"{one}://" for one in SCHEMES)
            raise ConfigError(f"{name}: device[{at}].url: no way to {scheme}://; a port's name, or {known}")
        _check_model(f"{name}: device[{at}]", device)
        role, key = device.is_for, f"{name}: device[{at}].{device.named_by}"
        fitting = GAMES[file.game].devices
        if role not in fitting:
            raise ConfigError(f"{key}: no {role} reads {file.game}; it is {' or '.join(fitting)}")
        if role in (one.is_for for one in file.device[:at]):
            raise ConfigError(f"{key}: {role.value!r} is there already; leave one out")
    if len(set(file.table.shifts)) < len(file.table.shifts):
        raise ConfigError(f"{name}: table.shifts: two shifts start at one time; leave one out")
    if file.table.procedures_off:
        _check_procedures(name, file)
    if file.limits is not None:
        _check_limits(name, file, file.limits)
    if file.studio.video is not None:
        _check_video(name, file.studio.video, file.table.camera)
    if file.monitoring is not None and not file.monitoring.textfile.endswith(".prom"):
        raise ConfigError(
            f"{name}: monitoring.textfile: no collector reads it; it is {_WAYS['monitoring.textfile']}"
        )
    _check_homes(name, file)


def _check_game(name: str, file: _File) -> None:
    """Check that the game may be played LIVE, and that its rulebook has it."""
    key, known = f"{name}: game", GAMES.get(file.game)
    if known is None:
        near = nearest(file.game, DOCUMENTED)
        way = f"it is {_WAYS['game']}" if near is None else f"did you mean {near}?"
        raise ConfigError(f"{key}: can't be {plain(file.game)!r}; {way}")
    if known.is_example:
        reason = f"{file.game} is the house's own example, for TRAINING alone"
        raise ConfigError(f"{key}: {reason}; a LIVE table's is {_WAYS['game']}")
    try:
        load_rulebook(file.rules).rules_of(file.game)
    except LacksGame as error:
        raise ConfigError(f"{key}: {error}") from None


def _check_model(place: str, device: _Device) -> None:
    """Check that the device has one role, and that its model is one of that role's."""
    if device.role is None and device.name is None:
        raise ConfigError(f"{place}.role: missing; it is {_WAYS['device.role']}")
    if device.role is not None and device.name is not None:
        raise ConfigError(f"{place}.name: role says it already; leave name out")
    if device.model is not None and device.is_for not in device.model.made.roles:
        there = ", ".join(model for model in DeviceModel if device.is_for in model.made.roles)
        raise ConfigError(
            f"{place}.model: no {device.is_for} is of the model {device.model}; there are {there}"
        )
    made = (device.model or USUAL[device.is_for]).made
    if not made.groups:
        for key, given in (("pattern", device.pattern), ("ranks", device.ranks), ("suits", device.suits)):
            if given is not None:
                there = " or ".join(model for model in DeviceModel if model.made.groups)
                raise ConfigError(f"{place}.{key}: only a device of the model {there} has one; leave it out")
        return
    try:
        lines_of(device.format, made.groups)
    except FormatError as error:
        key = re.sub(r"[\[.].*", "", error.key)
        raise ConfigError(f"{place}.{error}; it is {_WAYS[f'device.{key}']}") from None


def _check_limits(name: str, file: _File, limits: _Limits) -> None:
    """Check that the limits are ranges, of bets that this table has, and within the rule
    document's own.
    """
    rules = load_rulebook(file.rules).rules_of(file.game)
    there = rules.limited_bets
    if limits.top_win is not None and has_wheel(file.game):
        raise ConfigError(f"{name}: limits.top_win: no win is limited at {file.game}; leave the key out")
    for bet in limits.bets or {}:
        if bet not in there:
            way = f"there are {', '.join(there)}" if there else "leave bets out"
            reason = f"no stakes of its own for {plain(bet)!r} at {file.game} by the rules {file.rules}"
            raise ConfigError(f"{name}: limits.bets: {reason}; {way}")
    for bet, stakes in {"": limits.table_limits.of(""), **limits.table_limits.bets}.items():
        key = f"limits.bets.{bet}" if bet else "limits"
        if stakes.lowest > stakes.highest:
            raise ConfigError(f"{name}: {key}.highest: {stakes.highest} is below the lowest; exchange them")
    if rules.limits is not None:
        _check_within(name, rules.limits, limits.table_limits)


def _check_within(name: str, allowed: AnyLimits, limits: TableLimits) -> None:
    """Check that a table's limits lie within those that its rule document names (LT-BAC-10)."""
    clause = allowed.clauses[0]
    if limits.currency != allowed.currency:
        there = allowed.currency
        raise ConfigError(f"{name}: limits.currency: {clause} has its limits in {there}; write {there}")
    for bet in allowed.ranges | limits.bets:
        least, most = allowed.of(bet), limits.of(bet)
        key = f"limits.bets.{bet}" if bet in limits.bets else "limits"
        of = f" for {bet}" if bet else ""
        if most.lowest < least.lowest:
            reason = f"{most.lowest} is less than {clause} allows{of}; it is {least.lowest} or more"
            raise ConfigError(f"{name}: {key}.lowest: {reason}")
        if most.highest > least.highest:
            reason = f"{most.highest} is more than {clause} allows{of}; it is {least.highest} or less"
            raise ConfigError(f"{name}: {key}.highest: {reason}")
    most_won = getattr(allowed, "top_win", None)
    if most_won is not None and (limits.top_win is None or limits.top_win > most_won):
        reason = "missing" if limits.top_win is None else f"{limits.top_win} is more than {clause} allows"
        raise ConfigError(f"{name}: limits.top_win: {reason}; it is {most_won} or less")


def _check_video(name: str, address: str, camera: str | None) -> None:
    """Check that every slot of the address is a known one, and that the filled address can be opened."""
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
    """Check that a path beginning with ``~somebody`` names somebody whom the system knows."""
    link = file.link or _Link("")
    paths = {
        "journal": file.journal,
        "people": file.people,
        "pepper": file.pepper,
        "exports": file.exports,
        "monitoring.textfile": file.monitoring.textfile if file.monitoring else None,
        "link.ca": link.ca,
        "link.token_file": link.token_file,
        "software.key": file.software.key,
    }
    for key, path in paths.items():
        _check_home(name, key, path)


def _check_home(name: str, key: str, path: str | None) -> None:
    try:
        Path(path or "").expanduser()
    except RuntimeError:
        raise ConfigError(f"{name}: {key}: nobody here has the home of {path!r}; write it out") from None


def _check_exports(name: str, config: TableConfig) -> None:
    """Check that the exports' folder holds none of the files that the table itself needs."""
    if config.exports is None:
        return
    own = {path.parent.resolve() for path in (config.journal, config.people) if path is not None}
    if config.exports.resolve() in own:
        key = f"{name}: exports"
        raise ConfigError(f"{key}: the journal or the people are kept there; name another folder")


def _check_procedures(name: str, file: _File) -> None:
    """Check that only house procedures are turned off, and no rule of the table's own document."""
    kinds = load_rulebook(file.rules).rules_of(file.game).incidents.kinds
    cases = (case for cases in kinds.values() for case in cases)
    house = {case.clause for case in cases if case.basis == "house" and case.clause}
    for clause in file.table.procedures_off:
        if clause not in house:
            there = ", ".join(sorted(house))
            key = f"{name}: table.procedures_off"
            raise ConfigError(f"{key}: {clause!r} is no house procedure; there are {there}")


_WAYS: Final[dict[str, str]] = {
    "name": "the table's name on the screen, one line of up to 24 characters",
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
    "device.url": "a port such as /dev/ttyUSB0 or COM3, or socket://host:4001",
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
    "table.pin_digits": "whole digits from 4 to 8",
    "table.decision_time": "whole seconds from 5 to 120, or leave the key out",
    "table.video_lead": "whole seconds from 0 to 600",
    "table.camera": "the camera's name in the address of studio.video, one line, or leave the key out",
    "table.journal_monthly": "true or false",
    "table.journal_mib": "whole MiB from 1 to 1000000, or leave the key out",
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
    "monitoring": "a [monitoring] section with textfile, or leave it out",
    "monitoring.textfile": "a path that ends in .prom, in the folder of Prometheus' textfile collector",
    "monitoring.every": "whole seconds from 5 to 3600",
    "table.procedures_off": 'clauses of house procedures such as ["LT-BAC-18b"], or leave the key out',
}
"""The possible values of each key."""
FLOOR_WAYS: Final = {key: way for key, way in _WAYS.items() if key.partition(".")[0] == "floor"}
"""The same for the floor's section in the file of a floor's window."""

_DECODERS: Final = (
    ("`", ""),
    ("Invalid enum value", "can't be"),
    ("object", "table"),
    ("array", "list"),
    ("Expected str matching regex", "does not look like"),
)


def _explained(file: str, message: str, ways: Mapping[str, str]) -> str:
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
    if "does not look like" in reason:
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
    """A place without its numbers: ``device[0].url`` has the key ``device.url``.

    Names of a table's own are left out too: ``limits.bets[...].lowest`` has the key ``limits.bets``.
    """
    return re.sub(r"\[[^\]]*\]", "", place.partition("[...]")[0])
