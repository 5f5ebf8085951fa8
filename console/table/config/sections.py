"""The form of a table's TOML file, by section, as msgspec reads it; unknown keys are refused. Checks that no
type can express are in :mod:`console.table.config.checks`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from console.base.words import Language
from console.table.core.state.probed_video import VIDEO_LEAD
from console.table.devices.catalogue import DeviceModel
from console.table.devices.line_format import Format
from console.table.devices.model import DeviceRole
from console.table.game.rule_values import Currency, Stakes, TableLimits
from console.table.people.answers import (
    BADGE_LEAST,
    BADGE_MOST,
    PIN_LEAST,
    PIN_MOST,
    PIN_USUAL,
    QUICK,
    BadgeForm,
)

_ONE_LINE: Final = (
    r"^(?=.*[^\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2064\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0])"
    r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+\Z"
)
"""A text with a visible sign, without control characters, or marks that show it as another line."""
Line = Annotated[str, msgspec.Meta(pattern=_ONE_LINE, max_length=200)]
"""A name or another text that a table's file may have."""
Name = Annotated[str, msgspec.Meta(pattern=_ONE_LINE, max_length=24)]
"""A table's name, and what else is shown beside it."""
_HOST: Final = r"([A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?"
_ADDRESS: Final = rf"^(/[^,\x00-\x1f]*|{_HOST}( *, *{_HOST}){{0,8}})\Z"
"""A socket's folder, or servers with their ports."""
_Address = Annotated[str, msgspec.Meta(pattern=_ADDRESS, max_length=500)]
_Account = Annotated[str, msgspec.Meta(pattern=r"^[a-z_][a-z0-9_]{0,62}\Z")]
_Mark = Annotated[str, msgspec.Meta(pattern=r"^[!-/:-~]{0,4}\Z")]
"""Signs without digits and spaces."""
RATES: Final = (300, 921_600)
"""Bits a second, the least and the most, at which a device can send."""
_Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
_Start = Annotated[str, msgspec.Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z")]


HeaderName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{1,64}\Z")]
"""The name of a header of HTTP."""


class ConfigSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file that people write: an unknown key is refused."""


class DeviceSection(ConfigSection, frozen=True):
    """A device as the file has it; ``name`` is its role in older files."""

    url: Line
    """Where it is attached."""
    role: DeviceRole | None = None
    """Its purpose; its lamp in the status bar has this name."""
    name: DeviceRole | None = None
    """The name of ``role`` in older files."""
    model: DeviceModel | None = None
    """Which make it is, and so how its bytes are read. Left out: the usual one of its role."""
    baud: Annotated[int, msgspec.Meta(ge=RATES[0], le=RATES[1])] = 0
    """Bits a second. Left out: the model's."""
    serial: Name | None = None
    """By it a certificate knows this very device. A wheel's is shown beside it and in its report; left out:
    the number that was noted at its check."""
    silent_after: Annotated[float, msgspec.Meta(ge=1, le=600)] | None = None
    """How long it may say nothing before its lamp calls it silent. Left out: the model's."""
    pattern: str | list[str] | None = None
    """How its lines are written, for the models that leave that to the file: page devices of the handbook."""
    ranks: dict[str, str] | None = None
    """The maker's names of the ranks. Left out: as we do, and `10` beside `T`."""
    suits: dict[str, str] | None = None
    """The maker's names of the suits. Left out: as we do."""

    @property
    def format(self) -> Format:
        patterns = (self.pattern,) if isinstance(self.pattern, str) else tuple(self.pattern or ())
        return Format(patterns, tuple((self.ranks or {}).items()), tuple((self.suits or {}).items()))

    @property
    def named_by(self) -> str:
        """The key of the file that says the role of the device."""
        return "role" if self.name is None else "name"

    @property
    def is_for(self) -> DeviceRole:
        """The role of the device; the caller has checked that the file gives one."""
        role = self.role if self.name is None else self.name
        assert role is not None, "checked first"
        return role


class TableSettings(ConfigSection, frozen=True, kw_only=True):
    """The settings of a table that it uses as its file has them."""

    betting_pause: Annotated[float, msgspec.Meta(ge=0, le=60)] = 3.0
    """From the end of a round to the next bets, if no game server opens them. They wait while the screen is
    locked, and while the wheel can't be heard or reports a fault.
    """
    silence: Annotated[float, msgspec.Meta(ge=2, le=120)] = 10.0
    """How long a device may be silent while its card is due before its lamp calls it silent."""
    lock_after: Annotated[int, msgspec.Meta(ge=1, le=60)] = 5
    """How long nobody touches anything before the screen locks."""
    step_up: Annotated[int, msgspec.Meta(ge=10, le=900)] = 120
    """How long a pit boss's authority lasts from the PIN or the last press, as its lamp counts down."""
    badge_suffices: bool = False
    """Whether a badge alone gives that authority; else the PIN is asked as well."""
    pin_digits: Annotated[int, msgspec.Meta(ge=PIN_LEAST, le=PIN_MOST)] = PIN_USUAL
    """How many digits a new PIN has at the least."""
    video_lead: Annotated[int, msgspec.Meta(ge=0, le=600)] = VIDEO_LEAD
    """How long before the halt, the failed scan or the report, whichever is first, its video begins."""
    decision_time: Annotated[int, msgspec.Meta(ge=5, le=120)] | None = None
    """How long a player at blackjack has for an answer. Left out: the rulebook's time."""
    procedures_off: tuple[Line, ...] = ()
    """House procedures that this studio does not use: there the pit boss decides, with a reason."""
    journal_monthly: bool = False
    """Whether the first start of a month closes the journal's file and goes on in a new one."""
    journal_mib: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    """From which size on a start does the same. Left out: at none."""


class TableSection(TableSettings, frozen=True):
    banker_side: Literal["left", "right"] = "left"
    """At which side of the felt the banker's hand is drawn."""
    seat_1_side: Literal["left", "right"] = "left"
    """At which side of the felt seat 1 is drawn."""
    shifts: Annotated[tuple[_Start, ...], msgspec.Meta(min_length=1)] = ("06:00", "14:00", "22:00")
    """The local times at which shifts begin. Reports are made for each shift, and each shift ends with a
    seal.
    """
    camera: Line | None = None
    """Which camera the links to the video name."""


class BadgesSection(ConfigSection, frozen=True):
    """How the badge reader types, as the house measured it."""

    digits: Annotated[int, msgspec.Meta(ge=BADGE_LEAST, le=BADGE_MOST)]
    """How many digits a badge's number has."""
    pace: Annotated[int, msgspec.Meta(ge=1, le=250)]
    """How far apart two of its signs are at the most."""
    prefix: _Mark = ""
    """The signs that it types before the number."""
    suffix: _Mark = ""
    """The signs that it types behind the number; Enter and Tab are none."""

    def __post_init__(self) -> None:
        is_marked = self.prefix or self.suffix
        if self.digits <= PIN_MOST and self.pace > QUICK and not is_marked:
            raise ValueError(f"at this pace a PIN of {PIN_MOST} digits looks alike; name a prefix or suffix")

    @property
    def form(self) -> BadgeForm:
        return BadgeForm(self.digits, self.pace, self.prefix, self.suffix)


class ScreenSection(ConfigSection, frozen=True):
    """The screen, and the keyboard at a kiosk's; on a desktop the desktop sets the keyboard."""

    keyboard: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,8}(\([a-z0-9_-]{1,24}\))?\Z")] | None = None
    """The layout of its keyboard in text fields, as XKB names it. Left out: us."""
    numlock: bool = True
    """Whether the keypad types digits, whatever its NumLock says."""
    touch: bool | None = None
    """Whether a review has the size for fingers. Left out: over the table, not in its own window."""
    derived_roads: bool = False
    """Whether baccarat's felt has the derived roads and each side's wins in the bead plate's place."""


class LimitsSection(ConfigSection, frozen=True):
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
        return TableLimits(self.currency, self.lowest, self.highest, self.top_win, self.bets or {})


class LinkSection(ConfigSection, frozen=True):
    """The connection to the game server."""

    url: Line
    """Where the game server is. It has a lamp, and opens and closes the bets from then on."""
    ca: Line | None = None
    """The CA that its certificate is checked by, PEM; ``tls`` needs it."""
    token_file: Line | None = None
    """The file of the token that it knows the table by, readable by its owner alone."""
    table: Line | None = None
    """The table's name at the game server. Left out: as `name` has it."""
    plain_ok: bool = False
    """Whether the studio's network may carry the link in the clear."""


class FloorSection(ConfigSection, frozen=True):
    """The connection to a floor's database, as the file of a table or of the floor's window has it."""

    address: _Address
    """The address of the floor's PostgreSQL: ``host`` or ``host:port``, several with commas between, or on
    this machine its socket's folder. Every entry is sent there too; the table never waits for it.
    """
    database: Name = "floor"
    """The name of the database there."""
    account: _Account | None = None
    """The table's account there. Left out: as `floor add-table` names it."""
    password_file: Line | None = None
    """The file of its password, readable by its owner alone. A socket's folder needs none."""
    ca: Line | None = None
    """The CA that the server's certificate is checked by, PEM. Left out: those that the system trusts."""
    table: Line | None = None
    """The table's name on the floor. Left out: as `name` has it."""
    place: Annotated[str, msgspec.Meta(pattern=r"^[1-9]\d?,[1-9]\d?\Z")] | None = None
    """Where its tile is on the overview, within its room: column and row. Left out: by its name."""


class TableFloorSection(FloorSection, frozen=True):
    """The floor as a table's file names it."""

    notes: Line | None = None
    """The folder to which the countersignatures of a third computer's witness come: the commissioning waits
    for one there. Left out: none is waited for."""
    witness: Line | None = None
    """The public key by which those are signed, PEM."""


class SoftwareSection(ConfigSection, frozen=True):
    """The software that the table deals with."""

    changed: Literal["warn", "refuse"] = "warn"
    """The table's answer to software that differs from its release: it warns, or does not deal."""
    key: Line | None = None
    """The maker's public key, PEM, that it must be signed with. Left out: by any key, or by none."""


class MonitoringSection(ConfigSection, frozen=True):
    """The file for the house's own monitoring."""

    textfile: Line
    """The text file of the table's health, in the folder of Prometheus' textfile collector: it ends in
    .prom, and names no person."""
    every: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 30
    """How many seconds apart it is written."""


class StudioSection(ConfigSection, frozen=True):
    """The settings that all tables of a studio share."""

    casino: Line | None = None
    """At the head of reports and records."""
    video: Line | None = None
    """Where the recorder is: log, replay, record and report link each incident to its video."""
    video_probe: Line | None = None
    """Where the recorder gives a picture or a segment of a minute: it is asked after each incident, and once
    an hour."""
    video_probe_camera: HeaderName = "X-Camera"
    """The header of its answer that names the camera, as table.camera does."""
    video_probe_time: HeaderName = "Last-Modified"
    """The header of its answer with the picture's time: ISO 8601 with a zone, seconds since 1970, or as HTTP
    writes it."""
    video_probe_secret: Line | None = None
    """The file with the value of the header Authorization, readable by its owner alone. Left out: none is
    sent."""
    video_probe_ca: Line | None = None
    """The CA that its certificate is checked by, PEM. Left out: those that the system trusts."""


class TableFile(ConfigSection, frozen=True):
    """The whole file of a LIVE table."""

    name: Name
    """The table's name: on the screen, in its journal, in reports, to the game server."""
    game: Line
    """The game, and with it the felt, the prompts, and the incidents that can be reported."""
    rules: str
    """The market's rulebook, and the language in which players are spoken to."""
    language: Language
    """Of the screen until somebody signs in; then it is that person's own."""
    device: tuple[DeviceSection, ...] = ()
    """The readers of cards or numbers. Without a wheel the dealer enters the numbers."""
    table: TableSection = TableSection()
    """How this table is run."""
    badges: BadgesSection | None = None
    """How the badge reader types. Left out: nobody measured it, and only a quick one is known from a hand."""
    screen: ScreenSection = ScreenSection()
    """The keyboard at a kiosk."""
    limits: LimitsSection | None = None
    """How much may be bet. Left out: as the rulebook says, if it says anything."""
    link: LinkSection | None = None
    """The game server's link. Left out: the table opens and closes its bets itself."""
    floor: TableFloorSection | None = None
    """Where the studio's tables come together. Left out: nothing is sent."""
    studio: StudioSection = StudioSection()
    """The settings that all tables of a studio share."""
    software: SoftwareSection = SoftwareSection()
    """The answer to a change of the console itself."""
    monitoring: MonitoringSection | None = None
    """The house's own monitoring. Left out: the table writes nothing for it."""
    journal: Line | None = None
    """Where everything is written down. Left out: by the table's name among the user's data."""
    people: Line | None = None
    """Who may sign in. Left out: the user's own file."""
    pepper: Line | None = None
    """The secret in the PINs' hashes, which tables with the same people share. Left out: the user's own."""
    exports: Line | None = None
    """Where reports and records are written. Left out: the user's documents."""
