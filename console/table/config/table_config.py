"""The settings of a table as values: LIVE by its file, or simulated."""

from __future__ import annotations

from datetime import time
from pathlib import Path
from typing import Final, Literal

import msgspec

from console.table.config.sections import TableSection, TableSettings
from console.table.config.video import Video
from console.table.core.showing.screen_values import Mode
from console.table.devices.catalogue import USUAL, AttachedDevice, DeviceModel
from console.table.devices.line_format import Format
from console.table.devices.model import DeviceRole
from console.table.game.games import GAMES
from console.table.game.rule_values import TableLimits
from console.table.people.answers import BadgeForm

STAND_IN: Final = "stand-in"
"""The url of a game server that is part of the simulated table."""


def simulated_role(game: str) -> DeviceRole:
    """The role of a simulated table's device: what reads its cards or its numbers."""
    return DeviceRole(GAMES[game].devices[0])


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
    """Seconds without a byte after which it counts as silent, whatever is due; None: at no time."""
    format: Format = Format()
    """The form of its lines, if its model leaves that to the file."""

    @property
    def attached_device(self) -> AttachedDevice:
        """The decoder of its bytes, with the device's name in the journal."""
        return AttachedDevice(self.role, self.model, self.format)

    @classmethod
    def usual(cls, role: DeviceRole, url: str) -> DeviceConfig:
        """A device of the role's usual model, as a simulated table has it."""
        model = USUAL[role]
        return cls(role, url, model, model.made.baud, silent_after=model.made.never_quiet)


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


class ProbeConfig(msgspec.Struct, frozen=True):
    """The question to the recorder for a picture of the camera; its files are judged as it is asked."""

    video: Video
    """The address with its slots, and the camera."""
    camera_header: str = "X-Camera"
    time_header: str = "Last-Modified"
    secret: Path | None = None
    """The file with the value of the header Authorization."""
    ca: Path | None = None
    """The CA that signs its certificate, PEM; None: those that the system trusts."""


class MonitoringConfig(msgspec.Struct, frozen=True):
    textfile: Path
    every: int
    """Seconds."""


class TableConfig(TableSettings, frozen=True):
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
    """The people's file; None if the caller gives the people."""
    devices: tuple[DeviceConfig, ...] = ()
    banker_left: bool = True
    """Whether the banker's side is at the dealer's left."""
    seat_1_left: bool = True
    """Whether seat 1 is shown at the left, as the dealer sees it; else as the camera does."""
    shifts: tuple[time, ...] = tuple(map(time.fromisoformat, TableSection().shifts))
    """Local starting times, the earliest first."""
    badges: BadgeForm | None = None
    """How the badge reader types; None if nobody measured it."""
    keyboard: str | None = None
    """The keyboard's layout at a kiosk, as XKB names it; None: us."""
    numlock: bool = True
    """Whether the keypad types digits at a kiosk, whatever its NumLock says."""
    touch: bool | None = None
    """Whether the review has the size for fingers; None: at the table alone."""
    derived_roads: bool = False
    """Whether the score boards between coups have the derived roads instead of the bead plate."""
    pepper: Path | None = None
    """The file of the secret in the PINs' hashes; None: the user's own."""
    limits: TableLimits | None = None
    """The limits of bets; None: the rulebook's, if it has any."""
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
    """The address of its video; None if the studio's file has none."""
    probe: ProbeConfig | None = None
    """The question to the recorder for a picture; None: it is not asked."""
    refuses_changed: bool = False
    """Whether it deals only with software that is as it was released; else it warns and deals."""
    release_key: Path | None = None
    """The public key that must have signed the software, PEM; None: any, or none."""
    digest: str = ""
    """SHA-256 of the file's bytes, in hex; empty without a file."""

    @property
    def watched_roles(self) -> tuple[DeviceRole | Literal["link"], ...]:
        """The roles with lamps: the devices, a simulated table's own, and the game server's link."""
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
        return next((device.serial for device in self.devices if device.role is DeviceRole.WHEEL), None)

    @property
    def is_mirrored(self) -> bool:
        """Whether the table's two sides change places on the screen."""
        return not (self.banker_left and self.seat_1_left)


def practice_journals() -> tuple[Path, ...]:
    """The journals of this user's simulated tables, the one written last first."""
    found = (data_folder() / "training").glob("*.db")
    return tuple(sorted(found, key=lambda each: each.stat().st_mtime, reverse=True))


def training_config(game: str, rules: str, language: str) -> TableConfig:
    """A simulated table for training, with simulated players and a journal of its own."""
    journal = data_folder() / "training" / f"{game}-{rules}.db"
    link = LinkConfig(STAND_IN) if GAMES[game].is_answered else None
    return TableConfig(Mode.TRAINING, "T1", game, rules, language, journal, people=None, link=link)


def data_folder() -> Path:
    """The folder of the console's data if a file names no other."""
    from platformdirs import user_data_path  # not needed by most tables, which name their folders

    return user_data_path("dealer-console", appauthor=False)
