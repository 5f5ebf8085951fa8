"""A folder with all that a wall's window needs, to be carried to the wall's own machine.

The token is in it, so nobody else may read the folder; remove it from the machine on which it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from console.floor.errors import FloorError
from console.whole_file import content_of, put_whole

if TYPE_CHECKING:
    from console.config import FloorConfig
    from console.floor.configuration import HouseConfig

FILE, TOKEN, CA, PEOPLE, PEPPER = "floor.toml", "floor.token", "ca.pem", "people.json", "pepper"
_DATABASE: Final = "floor"


class WallFolder:
    """A new folder, for this user alone; an empty one that is there already keeps its rights, and only the
    files in it are this user's alone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written: list[str] = []
        """The files that were written, in their order."""
        self.lacks: str | None = None
        """The missing people's file, or the missing file of its secret; None where
        both were found.
        """

    def check(self) -> None:
        """Raises FloorError if the folder exists and is not empty, or can't be made."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if any(self._folder.iterdir()):
                raise FloorError("floor.folder.full", folder=str(self._folder))
        except OSError as error:
            raise FloorError("floor.folder.unwritable", folder=str(self._folder)) from error

    def write(
        self,
        floor: FloorConfig,
        studio: str,
        account: str,
        token: str,
        language: str,
        house: HouseConfig | None,
    ) -> None:
        """Write all files.

        ``floor`` is the connection from the window's machine. ``house`` is the administrator's file, whose
        people can sign in there; None where nobody signs in: then neither the people's file nor the secret in
        their PINs' hashes leaves this machine. Raises FloorError.
        """
        from console.people.file import default_path
        from console.people.pins import default_pepper

        sections: dict[str, dict[str, str]] = {"": {"studio": studio, "language": language}, "floor": {}}
        section = sections["floor"]
        section["address"] = floor.address
        if floor.database != _DATABASE:
            section["database"] = floor.database
        section |= {"account": account, "password_file": TOKEN}
        self._write_file(TOKEN, token.encode() + b"\n")
        if floor.ca is not None:
            self._copy(floor.ca, CA)
            section["ca"] = CA
        for key, file, name in (
            ()
            if house is None
            else (
                ("people", house.people or default_path(), PEOPLE),
                ("pepper", house.pepper or default_pepper(), PEPPER),
            )
        ):
            if file.is_file():
                self._copy(file, name)
                sections[""][key] = name
            elif self.lacks is None:
                self.lacks = str(file)
        top = [f"{key} = {_toml(value)}" for key, value in sections[""].items()]
        under = [f"{key} = {_toml(value)}" for key, value in section.items()]
        self._write_file(FILE, ("\n".join([*top, "", "[floor]", *under]) + "\n").encode())

    def add(self, texts: Mapping[str, str]) -> None:
        """Write further files, by their names. Raises FloorError."""
        for name, text in texts.items():
            self._write_file(name, text.encode())

    def _copy(self, file: Path, name: str) -> None:
        try:
            self._write_file(name, content_of(file))
        except OSError as error:
            raise FloorError("floor.folder.unreadable", file=str(file)) from error

    def _write_file(self, name: str, content: bytes) -> None:
        try:
            put_whole(self._folder / name, content)
        except OSError as error:
            raise FloorError("floor.folder.unwritable", folder=str(self._folder)) from error
        self.written.append(name)


def _toml(value: str) -> str:
    return msgspec.json.encode(value).decode()
