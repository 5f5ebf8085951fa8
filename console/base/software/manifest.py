"""The manifest: the SHA-256 of every file of a version of the console, by the file's name.

It uses only the standard library, since the build writes it too. Its form is that of `sha256sum --check`,
with the names of the files in a wheel, so that a laboratory can check an installation without our programs.
In a checkout the same files are in other folders (resources and words beside the package), which
`ConsoleFolder` knows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

from console.base.errors.worded_error import WordedError
from console.base.system.whole_file import content_of, open_plain

FOLDER: Final = "console/release"
"""The folder with the three files in a built console."""
MANIFEST: Final = f"{FOLDER}/manifest.sha256"
SIGNATURE: Final = f"{FOLDER}/manifest.sig"
"""Ed25519 over the manifest's bytes: 64 bytes, and nothing else."""
KEY: Final = f"{FOLDER}/release.pem"
"""The public part of the key that signed, which anybody who can change the manifest can change too."""
RELEASE: Final = (MANIFEST, SIGNATURE, KEY)
_HEAD: Final = "# dealer-console {version}: software manifest 1"
_HEADED: Final = re.compile(r"# dealer-console (\S{1,40}): software manifest 1")
_LINE: Final = re.compile(r"([0-9a-f]{64})  ([^\\\n\r]{1,400})")
LOCK: Final = "console/requirements.lock"
"""The digests of the parts, with which a bundle's files besides the console are compared."""
_MOVED: Final = {
    "console/resources/": "resources/",
    "console/translations/": "translations/",
    LOCK: "requirements.lock",
}
"""The files that are beside the package in a checkout."""


class NoManifest(WordedError[str]):
    """There is no manifest, or the file is not one; ``key`` and ``slots`` are those of its phrase."""

    def __init__(self, place: Path, key: str = "software.no_manifest") -> None:
        super().__init__(key, f"{place}: {key}", place=str(place))


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a version."""

    version: str
    files: Mapping[str, str]
    """The digest of each, in hex, by its name in a wheel."""

    @property
    def text(self) -> str:
        """The text that is written and signed: the version, then a line for each file, by name."""
        head = _HEAD.format(version=self.version)
        lines = (f"{digest}  {name}" for name, digest in sorted(self.files.items()))
        return "\n".join((head, *lines)) + "\n"

    @property
    def digest(self) -> str:
        """SHA-256 of its text, in hex: a journal names the software by it."""
        return sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ConsoleFolder:
    """A folder with the console in it: an installation, an unpacked wheel, or a checkout."""

    folder: Path

    @property
    def is_checkout(self) -> bool:
        """Whether resources and words are beside the package, as the console itself looks for them."""
        return not any((self.folder / inside).exists() for inside in _MOVED)

    def path_of(self, name: str) -> Path:
        for inside, beside in _MOVED.items():
            if name.startswith(inside) and self.is_checkout:
                return self.folder / beside / name.removeprefix(inside)
        return self.folder / name

    def names(self) -> Iterator[str]:
        """All files in the console's own folders, by their names in a wheel, unordered. Of a checkout's words
        only the compiled ones count.
        """
        yield from _below(self.folder / "console", "console/")
        if not self.is_checkout:
            # Files of this folder would be loaded first.
            yield from _below(self.folder / "resources", "resources/")
            return
        for inside, beside in _MOVED.items():
            if (self.folder / beside).is_file():
                yield inside
            words = beside == "translations/"
            for name in _below(self.folder / beside, inside):
                if not words or not name.endswith(".po"):
                    yield name


def running_console() -> ConsoleFolder:
    """The place of the console that is running."""
    return ConsoleFolder(Path(__file__).resolve().parents[3])


def of(place: ConsoleFolder, version: str) -> Manifest:
    """The manifest that a build of these files would have. Raises OSError."""
    own = sorted(name for name in place.names() if not is_bytecode(name) and name not in RELEASE)
    return Manifest(version, {name: digest_of(place.path_of(name)) for name in own})


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the console in a folder. Raises NoManifest."""
    return parse_manifest(manifest_bytes(folder), folder)


def manifest_bytes(folder: Path) -> bytes:
    """The manifest's bytes, unchecked. Raises NoManifest if it is missing."""
    try:
        return content_of(folder / MANIFEST)
    except OSError as error:
        raise NoManifest(folder) from error


def parse_manifest(content: bytes, place: Path) -> Manifest:
    """The manifest in these bytes, written exactly so. Raises NoManifest with ``place``."""
    head, *lines = content.decode("utf-8", "replace").split("\n")
    headed, found = _HEADED.fullmatch(head), [_LINE.fullmatch(line) for line in lines[:-1]]
    if headed is not None and all(found):
        files = {line[2]: line[1] for line in found if line is not None}
        manifest = Manifest(headed[1], files)
        if manifest.text.encode() == content and all(map(_is_inside, files)):
            return manifest
    raise NoManifest(place, "software.not_a_manifest")


def digest_of(path: Path) -> str:
    """SHA-256 of a file's bytes, in hex. Raises OSError."""
    with open_plain(path) as file:
        return file_digest(file, "sha256").hexdigest()


def is_bytecode(name: str) -> bool:
    """Whether Python wrote the file, or would take it for compiled code beside its source."""
    return "/__pycache__/" in name and name.endswith(".pyc")


def _is_inside(name: str) -> bool:
    return not name.startswith("/") and ".." not in name.split("/")


def _below(folder: Path, before: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        beneath = before + Path(place).relative_to(folder).as_posix().removeprefix(".")
        beneath += "" if beneath.endswith("/") else "/"
        # A link is not followed.
        linked = (name for name in folders if os.path.islink(os.path.join(place, name)))
        yield from (beneath + name for name in (*files, *linked))
