"""A studio's floor.toml: which studio a window is for, who may sign in there, and how its floor is reached.
The floor's section is that of a table's file. Whatever else libpq would look up counts for nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec

from console.base.words import FIRST, LANGUAGES, Language
from console.floor.table_side.account import dsn_of, password_in
from console.table.config import BADGE_WAYS, FLOOR_WAYS, ConfigError, FloorConfig, floor_of, form_of, sections
from console.table.people import BadgeForm

_Line = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+\Z", max_length=200)]


class _House(sections.ConfigSection, frozen=True):
    studio: _Line
    """The studio whose tables the window shows, as `floor add-table` named it."""
    floor: sections.FloorSection
    language: Language = FIRST
    """The window's language until somebody signs in."""
    people: _Line | None = None
    """Who may sign in. Default: the user's own file."""
    pepper: _Line | None = None
    """The secret in the PINs' hashes. Default: the user's own."""
    notes: _Line | None = None
    """The place where a third computer's witness puts its notes. Default: none are looked for."""
    witness: _Line | None = None
    """The public key, PEM, by which those are checked."""
    badges: sections.BadgesSection | None = None
    """How the badge reader at this window types. Default: not measured."""


WAYS: Final = (
    FLOOR_WAYS
    | BADGE_WAYS
    | {
        "studio": "the studio's name, one line",
        "floor": "a [floor] section with address and account",
        "floor.account": "small letters, digits and _, as `floor add-window` says it",
        "language": f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}",
        "people": "a path, or leave the key out",
        "pepper": "a path, or leave the key out",
        "notes": "a folder's path, with witness beside it, or leave both out",
        "witness": "a path, with notes beside it, or leave both out",
    }
)
"""The values that a key of a floor's file may have, as its errors list them."""


class HouseConfig(msgspec.Struct, frozen=True):
    studio: str
    floor: FloorConfig
    dsn: str
    """The connection string for libpq, never with the password."""
    language: str
    people: Path | None = None
    """None: the user's own file."""
    pepper: Path | None = None
    notes: Path | None = None
    """The folder of a third computer's notes; None: there is no witness."""
    witness: Path | None = None
    """The file of its public key."""
    badges: BadgeForm | None = None
    """How the badge reader at this window types."""

    def password(self) -> str | None:
        """The account's token; None if it needs none. Raises NoAccount if its file can't be used."""
        file = self.floor.password_file
        return None if file is None else password_in(file)


ADMINISTRATOR: Final = Path("/etc/dealer-console/floor/admin.toml")
"""The administrator's file of a server that `floor install` made."""


def own_server() -> Path | None:
    """The administrator's file, if this computer is such a server."""
    return ADMINISTRATOR if ADMINISTRATOR.exists() else None


def load_floor(path: Path) -> HouseConfig:
    """The floor that a TOML file describes. Raises ConfigError: file, key and the way out."""
    file = form_of(path, _House, WAYS, "a floor's TOML file")
    if file.floor.table is not None:
        raise ConfigError(f"{path.name}: floor.table: only a table's file has one; leave it out")
    if file.floor.place is not None:
        raise ConfigError(f"{path.name}: floor.place: only a table's file has one; leave it out")
    if file.floor.account is None:
        raise ConfigError(f"{path.name}: floor.account: missing; it is {WAYS['floor.account']}")
    floor = floor_of(path.name, file.floor, path.parent)
    for key, other in (("notes", file.witness), ("witness", file.notes)):
        if getattr(file, key) is None and other is not None:
            raise ConfigError(f"{path.name}: {key}: missing; it is {WAYS[key]}")
    people, pepper, notes, witness = (
        path.parent / Path(each).expanduser() if each else None
        for each in (file.people, file.pepper, file.notes, file.witness)
    )
    dsn = dsn_of(floor.address, file.floor.account, floor.ca, floor.database)
    badges = None if file.badges is None else file.badges.form
    return HouseConfig(file.studio, floor, dsn, file.language, people, pepper, notes, witness, badges)
