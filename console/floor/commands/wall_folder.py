"""A folder with all that a wall's window needs, to be carried to the wall's own machine. It contains the
token, so nobody else may read it; remove it from the machine that made it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from console.base.system import content_of, put_whole
from console.floor.errors import FloorError
from console.floor.table_side.account import DATABASE

if TYPE_CHECKING:
    from console.floor.configuration import HouseConfig
    from console.table.config import FloorConfig

FILE, TOKEN, CA, PEOPLE, PEPPER = "floor.toml", "floor.token", "ca.pem", "people.json", "pepper"


class WallFolder:
    """A new folder, only for this user; an existing empty one keeps its rights, and only its files are
    private. All files are read at once, so that a missing one is known before anything is done.
    """

    def __init__(self, folder: Path, floor: FloorConfig, house: HouseConfig | None) -> None:
        """``floor`` is the connection from the window's machine. ``house`` is the administrator's file, whose
        people can sign in there; None if nobody signs in: then neither the people's file nor the secret in
        their PINs' hashes leaves this machine. Raises FloorError for a folder that is not empty, or an
        unreadable file.
        """
        from console.table.people import default_path, default_pepper

        self._folder, self._floor = folder, floor
        self._made = list[Path]()
        """Folders that were made here, the innermost first."""
        self._copies = dict[str, bytes]()
        self.written: list[str] = []
        self.lacks: str | None = None
        """The missing people's file, or that of its secret, if any."""
        try:
            if folder.exists() and any(folder.iterdir()):
                raise FloorError("floor.folder.full", folder=str(folder))
        except OSError as error:
            raise FloorError("floor.folder.unwritable", folder=str(folder)) from error
        if floor.ca is not None:
            self._read(floor.ca, CA)
        if house is not None:
            of_people = {PEOPLE: house.people or default_path(), PEPPER: house.pepper or default_pepper()}
            for name, file in of_people.items():
                if file.is_file():
                    self._read(file, name)
                elif self.lacks is None:
                    self.lacks = str(file)

    def write(self, studio: str, account: str, token: str, language: str, more: Mapping[str, str]) -> None:
        """Make the folder and write all files; ``more`` are other texts by name. Raises FloorError."""
        copies, floor = self._copies, self._floor
        top = {"studio": studio, "language": language}
        top |= {key: name for key, name in (("people", PEOPLE), ("pepper", PEPPER)) if name in copies}
        section = {"address": floor.address}
        if floor.database != DATABASE:
            section["database"] = floor.database
        section |= {"account": account, "password_file": TOKEN}
        if CA in copies:
            section["ca"] = CA
        lines = [*toml_lines(top), "", "[floor]", *toml_lines(section)]
        files = {TOKEN: token.encode() + b"\n", **copies, FILE: ("\n".join(lines) + "\n").encode()}
        files |= {name: text.encode() for name, text in more.items()}
        try:
            self._made = [each for each in (self._folder, *self._folder.parents) if not each.exists()]
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for name, content in files.items():
                self.written.append(name)
                put_whole(self._folder / name, content)
        except OSError as error:
            raise FloorError("floor.folder.unwritable", folder=str(self._folder)) from error

    def remove(self) -> None:
        """Take back what was written: its token is no account's."""
        with suppress(OSError):
            for name in self.written:
                (self._folder / name).unlink(missing_ok=True)
            for folder in self._made:
                folder.rmdir()

    def _read(self, file: Path, name: str) -> None:
        try:
            self._copies[name] = content_of(file)
        except OSError as error:
            raise FloorError("floor.folder.unreadable", file=str(file)) from error


def toml_lines(values: Mapping[str, str]) -> list[str]:
    """Texts as lines of TOML: JSON's escapes are TOML's too."""
    return [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in values.items()]
