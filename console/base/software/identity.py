"""The software that ran a table: its version, its manifest, its rulebook and its configuration, each by its
digest. The journal notes it at every start, so that every round leads to it. Digests are SHA-256 in hex over
the files' bytes: `sha256sum` prints the same.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

import msgspec

from console import __version__
from console.base.software.manifest import ConsoleFolder, NoManifest, manifest_bytes, of, running_console

SHORT: Final = 16
"""Digits of a digest that are printed on a page; its JSON has all 64."""


class Software(msgspec.Struct, frozen=True):
    """The software that ran; a field is empty if unknown, as a simulated table's configuration."""

    version: str
    manifest: str = ""
    rulebook: str = ""
    configuration: str = ""

    @property
    def text(self) -> str:
        """The text that a journal keeps."""
        digests = msgspec.structs.asdict(self)
        return " ".join(f"{name}={digest}" for name, digest in digests.items() if digest)


def digests(software: Software) -> dict[str, str]:
    """Each digest by its subject's name; empty if nothing is known."""
    return {
        "manifest": software.manifest,
        "rulebook": software.rulebook,
        "configuration": software.configuration,
    }


def short(digest: str) -> str:
    """The part of a digest that is printed on a page, in groups."""
    return " ".join(digest[at : at + 4] for at in range(0, min(SHORT, len(digest)), 4) if digest.isalnum())


def software_of(text: str) -> Software | None:
    """The software in a journal's text, if any; a later console's fields are left out."""
    pairs = (each.partition("=") for each in text.split())
    fields = {name: value for name, equals, value in pairs if equals}
    if "version" not in fields:
        return None
    return Software(**{name: fields.get(name, "") for name in Software.__struct_fields__})


def at_work(rulebook: str, configuration: str) -> Software:
    """The software that runs here; its manifest is read if installed, or made in a checkout. Making it takes
    a tenth of a second, once in a process: the files at loading time are what runs. ``rulebook`` and
    ``configuration`` are their digests. Raises OSError.
    """
    place = running_console()
    try:
        manifest = sha256(manifest_bytes(place.folder)).hexdigest()
    except NoManifest:
        manifest = _digest_of(place)
    return Software(__version__, manifest, rulebook, configuration)


@cache
def _digest_of(checkout: ConsoleFolder) -> str:
    return of(checkout, __version__).digest
