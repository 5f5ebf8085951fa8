"""``dealer-console bundle FOLDER``: everything from which a machine without a network is set up.

That is the console as a wheel, every part of the lock file for this system and Python, and the names of the
system's packages. ``python3 -m console --offline FOLDER`` sets a checkout up from it. It runs in a checkout:
an installed console has no lock file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import PROGRAM, Arg, Lang, print_refusal
from console.base.errors import WordedError
from console.base.setup import ROOT, PipFailure, PipFailureCause, debian, failure, lock_file, parts_for
from console.base.words import Words

SYSTEM_PACKAGES: Final = "system-packages.txt"
"""Names the Debian packages that the window needs, one a line; the house brings their files."""
_COMMAND: Final = f"{PROGRAM} bundle"


class BundleError(WordedError[object]):
    """The reason why a bundle can't be made: a phrase and its slots."""


def main(
    folder: Annotated[Path, Arg("option.folder_new", "FOLDER")],
    *,
    floor: Annotated[bool, Arg("option.bundle_floor")] = False,
    lang: Lang,
    root: Path = ROOT,
) -> int:
    """Make a bundle. Returns 2, with a line on standard error, on failure."""
    words = Words(lang)
    try:
        with for_everybody():
            made = bundle(root, folder, ["monitoring", *(["floor"] if floor else [])])
    except BundleError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    size = sum(wheel.stat().st_size for wheel in made) / 2**20
    figures = {"wheels": len(made), "mib": words.figure(size, 0)}
    print(words.text("bundle.made", folder=folder, **figures))
    return 0


@contextmanager
def for_everybody() -> Iterator[None]:
    """Make files that other users can read: one may make or install a console, another start it."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def bundle(root: Path, folder: Path, extras: Sequence[str]) -> list[Path]:
    """Make a bundle for this system and this Python in an empty folder. Returns the names of its wheels.
    Raises BundleError without a checkout, a usable folder, or a part.
    """
    if not lock_file(root).exists():
        raise BundleError("bundle.no_checkout")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BundleError("bundle.in_use", folder=folder)
        packages = sorted({*debian.LIBRARIES.values(), *debian.FONTS.values(), debian.venv_package()})
        (folder / SYSTEM_PACKAGES).write_text("".join(f"{each}\n" for each in packages), "utf-8")
    except OSError as error:
        raise BundleError("bundle.not_written", folder=folder, reason=error.strerror or error) from error
    with tempfile.TemporaryDirectory() as beside:
        asked = Path(beside, "asked.txt")
        asked.write_text(parts_for(lock_file(root).read_text("utf-8"), extras), "utf-8")
        exact = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(asked))
        _run(root, "pip", "download", "--disable-pip-version-check", "--quiet", "--dest", str(folder), *exact)
    _run(root, "hatchling", "build", "-t", "wheel", "-d", str(folder.absolute()))
    return sorted(folder.glob("*.whl"))


def _run(root: Path, *module: str) -> None:
    done = subprocess.run(
        (sys.executable, "-m", *module), cwd=root, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if done.returncode:
        output = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
        match failure(output):
            case PipFailure(PipFailureCause.NETWORK):
                raise BundleError("bundle.no_network")
            case PipFailure(PipFailureCause.DAMAGED, name):
                raise BundleError("bundle.damaged", file=name)
        raise BundleError("bundle.failed", program=module[0], said=output[-600:])
