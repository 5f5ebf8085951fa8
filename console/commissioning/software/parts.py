"""The parts of the console, by its bill of materials: CycloneDX, made with the lock file, shipped with the
console. Each part has a single version, the digests of its files for every system, and the licence that its
maker names (`python3 -m tests parts`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from console.base.software import ConsoleFolder, running_console
from console.base.system import content_of, read_json

NAME: Final = "console/resources/parts.cdx.json"
NEEDED_BY: Final = "dealer-console:needed-by"
"""The property that names what needs a part: `console`, or its extras."""


class _Property(msgspec.Struct, frozen=True):
    name: str
    value: str


class _Licence(msgspec.Struct, frozen=True):
    id: str = ""
    name: str = ""


class _LicenceEntry(msgspec.Struct, frozen=True):
    license: _Licence = _Licence()
    expression: str = ""


class _Hash(msgspec.Struct, frozen=True):
    alg: str
    content: str


class _Reference(msgspec.Struct, frozen=True):
    type: str
    hashes: tuple[_Hash, ...] = ()


class SoftwarePart(msgspec.Struct, frozen=True, rename="camel"):
    name: str
    version: str
    licenses: tuple[_LicenceEntry, ...] = ()
    properties: tuple[_Property, ...] = ()
    external_references: tuple[_Reference, ...] = ()

    @property
    def licence(self) -> str | None:
        """The licence of the part, if its maker names one."""
        names = (each.expression or each.license.id or each.license.name for each in self.licenses)
        return " AND ".join(names) or None

    @property
    def needed_by(self) -> tuple[str, ...]:
        return next((tuple(each.value.split()) for each in self.properties if each.name == NEEDED_BY), ())

    @property
    def digests(self) -> frozenset[str]:
        """SHA-256 of each of its files, in hex."""
        hashes = (each for reference in self.external_references for each in reference.hashes)
        return frozenset(each.content for each in hashes if each.alg == "SHA-256")


class _Heading(msgspec.Struct, frozen=True):
    component: SoftwarePart


class Bill(msgspec.Struct, frozen=True):
    metadata: _Heading
    components: tuple[SoftwarePart, ...]

    @property
    def own(self) -> SoftwarePart:
        return self.metadata.component


def bill_file(place: ConsoleFolder | None = None) -> Path:
    return (place or running_console()).path_of(NAME)


def bill(place: ConsoleFolder | None = None) -> Bill:
    """The bill of materials. Raises OSError, msgspec.DecodeError."""
    return read_json(content_of(bill_file(place)), type=Bill)
