"""The check that the software in a folder is what was released: file by file, and by its signature.

It knows a folder with the console in it, a wheel, and the folder of a bundle with one wheel of the console.
It changes nothing there. It can't detect a console that was changed to report itself as unchanged: to be
sure, run the verification of another copy, with a key that came by another way.
"""

from __future__ import annotations

import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Final
from zipfile import BadZipFile, ZipFile

import msgspec

from console.base.software import (
    LOCK,
    RELEASE,
    ConsoleFolder,
    Manifest,
    NoManifest,
    digest_of,
    is_bytecode,
    manifest_bytes,
    parse_manifest,
)
from console.base.system import content_of, open_plain
from console.commissioning.software.bytecode import is_true, source_of
from console.commissioning.software.parts import NAME as BILL
from console.commissioning.software.parts import bill, bill_file
from console.commissioning.software.signature import VerifiedSignature, judge
from console.table.journal import PublicKey

WHEELS: Final = "dealer_console-*.whl"
BROKEN_WHEEL: Final = (BadZipFile, OSError, ValueError, RuntimeError, EOFError, zlib.error)
"""The errors of reading a truncated or changed wheel: RuntimeError for a compression that Python does not
know, and for a file that seems encrypted.
"""
_ABOUT, _PROGRAMS, _BILL = "METADATA", "entry_points.txt", "sboms/parts.cdx.json"
_METADATA: Final = (_ABOUT, "WHEEL", "RECORD", _PROGRAMS, "licenses/LICENSE", _BILL)
"""The wheel's description of itself, in its own folder. No manifest names it: it names the manifest."""
_INFO: Final = "dealer_console-*.dist-info"
_STARTS: Final = ("[console_scripts]", "dealer-console = console.cli:main")
"""The only program that an installer makes."""
_REQUIRES: Final = re.compile(r"requires-dist:\s*([A-Za-z0-9._-]+)\s*(.?)", re.IGNORECASE)
_LOCKED: Final = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
_BETWEEN: Final = re.compile(r"[-_.]+")


class FileFlaw(StrEnum):
    CHANGED = "changed"
    MISSING = "missing"
    MORE = "more"
    COMPILED = "compiled"
    """Python would run it, and it does not match its source."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, order=True)
class FileFinding:
    kind: FileFlaw
    name: str


@dataclass(frozen=True, slots=True)
class Verification:
    place: Path
    manifest: Manifest
    signature: VerifiedSignature
    key: PublicKey | None
    """The key of the signature, unless that is missing or bad."""
    findings: tuple[FileFinding, ...]
    named: bool
    """Whether the caller named the key that must have signed it."""

    @property
    def good(self) -> bool:
        """Whether no file differs and the signature is as requested. Without a named key unsigned software is
        good too, which the output reports.
        """
        trusted = (
            (VerifiedSignature.BY_KEY,)
            if self.named
            else (VerifiedSignature.BY_OWN_KEY, VerifiedSignature.UNSIGNED)
        )
        return not self.findings and self.signature in trusted


def verify(place: Path, key: PublicKey | None = None, against: Path | None = None) -> Verification:
    """The differences from the manifest, and whether the manifest is signed; by ``key``, if given. ``place``
    is a folder, a wheel, or a bundle. ``against`` is the release with the manifest for a checkout, which has
    none. Raises NoManifest, OSError.
    """
    with unpack(place) as folder, unpack(against or place) as release:
        try:
            content = manifest_bytes(release)
        except NoManifest:
            if against is None:
                raise
            raise NoManifest(against, "software.no_release") from None
        manifest = parse_manifest(content, release)
        signature, whose = judge(content, release, key)
        found = sorted(
            (
                *_differing(ConsoleFolder(folder), manifest, whole=folder != place),
                *_of_bundle(place, ConsoleFolder(folder)),
            )
        )
    return Verification(place, manifest, signature, whose, tuple(found), key is not None)


@contextmanager
def unpack(place: Path) -> Iterator[Path]:
    """The folder with the console in it: the folder itself, or the wheel as installed. Raises NoManifest if
    it is missing, OSError if the disk of the temporary files is full.
    """
    wheel = place
    if place.is_dir():
        wheels = sorted(place.glob(WHEELS))
        if not wheels or (place / "console").is_dir():
            yield place
            return
        if len(wheels) > 1:
            raise NoManifest(place, "software.many_wheels")
        wheel = wheels[0]
    with tempfile.TemporaryDirectory(prefix="dealer-console-") as folder:
        try:
            with open_plain(wheel) as file, ZipFile(file) as archive:
                # Two names of one file are refused: which of the two is unpacked depends on the computer.
                names = [each.removesuffix("/") for each in archive.namelist()]
                if len(names) != len(set(names)) or not all(map(_is_plain, names)):
                    raise NoManifest(wheel, "software.not_a_wheel")
                archive.extractall(folder)
        except BROKEN_WHEEL as error:
            if isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT):
                raise  # The disk of the temporary files is full: the wheel may be a good one.
            raise NoManifest(wheel, "software.not_a_wheel") from error
        yield Path(folder)


def _of_bundle(bundle: Path, console: ConsoleFolder) -> Iterator[FileFinding]:
    """A bundle's wheels that its console's bill of materials lacks; an older console has no bill."""
    if bundle.is_file() or bundle == console.folder or not bill_file(console).is_file():
        return
    try:
        parts = bill(console).components
    except msgspec.DecodeError:
        yield FileFinding(FileFlaw.UNREADABLE, BILL)
        return
    released = frozenset(digest for part in parts for digest in part.digests)
    for wheel in sorted(bundle.glob("*.whl")):
        if not wheel.match(WHEELS) and digest_of(wheel) not in released:
            yield FileFinding(FileFlaw.CHANGED, wheel.name)


def differs(path: Path, name: str, digest: str) -> Iterator[FileFinding]:
    """The finding, under ``name``, if a file does not have this digest."""
    try:
        if digest_of(path) != digest:
            yield FileFinding(FileFlaw.CHANGED, name)
    except FileNotFoundError:
        yield FileFinding(FileFlaw.MISSING, name)
    except OSError:
        yield FileFinding(FileFlaw.UNREADABLE, name)


def _differing(place: ConsoleFolder, manifest: Manifest, *, whole: bool) -> Iterator[FileFinding]:
    """The files that differ. ``whole``: every file there counts, as in a wheel."""
    for name, digest in manifest.files.items():
        yield from differs(place.path_of(name), name, digest)
    if whole:
        yield from _of_metadata(place)
    known = {*manifest.files, *RELEASE}
    for name in _all(place.folder) if whole else place.names():
        if name in known or (whole and _is_metadata(name)):
            continue
        if not is_bytecode(name):
            yield FileFinding(FileFlaw.MORE, name)
        elif (wrong := _compiled(place.path_of(name))) is not None:
            yield FileFinding(wrong, name)


def _compiled(path: Path) -> FileFlaw | None:
    source = source_of(path)
    if source is None or not source.is_file() or path.is_symlink():
        return FileFlaw.MORE
    try:
        return None if is_true(path) else FileFlaw.COMPILED
    except FileNotFoundError:
        return None  # The file was replaced or removed meanwhile.
    except OSError:
        return FileFlaw.UNREADABLE


def _all(folder: Path) -> Iterator[str]:
    for place, _, files in os.walk(folder):
        yield from ((Path(place) / name).relative_to(folder).as_posix() for name in files)


def _is_metadata(name: str) -> bool:
    folder, _, rest = name.partition(".dist-info/")
    return "/" not in folder and folder.startswith("dealer_console-") and rest in _METADATA


def _of_metadata(place: ConsoleFolder) -> Iterator[FileFinding]:
    """The parts of a wheel's metadata for installers that differ from the release: the programs to make, the
    parts to fetch, and the bill of materials for tools.
    """
    for info in sorted(place.folder.glob(_INFO)):
        for name, is_sound in ((_PROGRAMS, _starts), (_ABOUT, _requires), (_BILL, _lists)):
            file = info / name
            if file.is_file() and not is_sound(file, place):
                yield FileFinding(FileFlaw.CHANGED, f"{info.name}/{name}")


def _starts(programs: Path, place: ConsoleFolder) -> bool:
    """Whether the only program is the console."""
    lines = content_of(programs).decode("utf-8", "replace").splitlines()
    return tuple(line.strip() for line in lines if line.strip()) == _STARTS


def _requires(about: Path, place: ConsoleFolder) -> bool:
    """Whether each part that an installer would fetch is in the signed lock file, and from no address."""
    try:
        lock = content_of(place.path_of(LOCK)).decode("utf-8", "replace")
    except OSError:
        lock = ""
    locked = {part_name(name) for name in _LOCKED.findall(lock)}
    head = content_of(about).decode("utf-8", "replace").partition("\n\n")[0]
    wanted = [line for line in head.splitlines() if line.lower().startswith("requires-dist")]
    found = [_REQUIRES.match(line) for line in wanted]
    return all(each is not None and part_name(each[1]) in locked and each[2] != "@" for each in found)


def part_name(name: str) -> str:
    return _BETWEEN.sub("-", name).lower()


def _lists(described: Path, place: ConsoleFolder) -> bool:
    """Whether the bill of materials is the signed one; an older console had none."""
    signed = bill_file(place)
    return not signed.is_file() or content_of(signed) == content_of(described)


def _is_plain(name: str) -> bool:
    """Whether every program unpacks a file of this name from a wheel to the same place."""
    return not {"", ".", ".."} & {*name.split("/")} and "\\" not in name
