"""``python3 -m tests build``: what is built twice is the same, and a machine without a network is set up.

Wheel and sdist are built in two copies of the checkout, in folders of other names, at other times, in
another time zone and with other rights on new files, signed with one key, and compared to the byte. The wheel
is verified as it is and after each kind of tampering, and the bill of materials is made again. A third is
set up from a bundle in a network namespace that has no route anywhere (Linux), and takes a table's first
line. The bundle is installed by the handbook's recipe, too, and compared with what is installed. It takes
minutes, and pip fetches some 100 MB once.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import marshal
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from console.base.setup import ROOT
from console.base.software import KEY, RELEASE, SIGNATURE
from console.base.software.manifest import MANIFEST

PLACES: Final = (
    ("one", {"TZ": "UTC", "SOURCE_DATE_EPOCH": ""}, 0o022),
    ("a longer name/two", {"TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "", "PYTHONHASHSEED": "7"}, 0o077),
)
"""Where and how each of the two is built."""
AGE: Final = 400_000_000
"""Seconds that the files of the second copy are older."""
FIRST_LINE: Final = b'{"do":"bets","state":"open"}\n'


def copied(root: Path, target: Path, *, older: int = 0) -> Path:
    """A copy of what git tracks in the checkout, its files that much older."""
    tracked = subprocess.run(
        ("git", "-C", str(root), "ls-files", "-z"), capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, tracked.split("\0")):
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, file)
        stamp = (root / name).stat().st_mtime - older
        os.utime(file, (stamp, stamp))
    return target


def built(place: Path, surroundings: Mapping[str, str], mask: int) -> dict[str, str]:
    """The digest of what is built there, by the file's name."""
    clean = {key: value for key, value in {**os.environ, **surroundings}.items() if value}
    line = (sys.executable, "-m", "hatchling", "build", "-d", "dist")
    subprocess.run(line, cwd=place, env=clean, umask=mask, stdout=subprocess.DEVNULL, check=True)
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted((place / "dist").iterdir())
    }


def same_twice(root: Path, folder: Path) -> bool:
    """Whether both builds are the same to the byte; each is said with its digest."""
    found = []
    for at, (name, surroundings, mask) in enumerate(PLACES):
        found.append(built(copied(root, folder / name, older=at * AGE), surroundings, mask))
    for name in found[0].keys() | found[1].keys():
        digests = {each.get(name, "missing") for each in found}
        print(f"{'same' if len(digests) == 1 else 'DIFFERS'}  {name}  {' '.join(sorted(digests))}")
    return found[0] == found[1] and len(found[0]) == 2


def verified(folder: Path, key: Path) -> bool:
    """Whether the wheel is what its manifest says, by that key, and whatever is done to it is named."""
    from console.commissioning.software.integrity import verify
    from console.table.journal import public_key

    (wheel,) = (folder / PLACES[0][0] / "dist").glob("*.whl")
    release, good = public_key(key), True
    found = verify(wheel, release)
    print(f"{'verifies' if found.good else 'DOES NOT VERIFY'}  {found.manifest.digest}  {wheel.name}")
    for what, (name, change) in TAMPERED.items():
        place = folder / "tampered"
        with ZipFile(wheel) as archive:
            archive.extractall(place)
        change(place / name)
        named = verify(place, release)
        told = not named.good and (name in RELEASE or [each.name for each in named.findings] == [name])
        print(f"{'named' if told else 'NOT NAMED'}  {what}: {name}")
        good = good and told
        shutil.rmtree(place)
    return found.good and good


def bill_is_true(root: Path) -> bool:
    """Whether the bill of materials is what the lock file and the parts come to."""
    from console.commissioning.software.parts import bill_file
    from tests.instruments.parts import bill_of_parts

    good = bill_of_parts(root) == bill_file().read_text("utf-8")
    print(f"{'true' if good else 'NOT TRUE: run python3 -m tests parts'}  the bill of materials")
    return good


def _turned(file: Path) -> None:
    """A bit in its middle is another."""
    said = bytearray(file.read_bytes())
    said[len(said) // 2] ^= 1
    file.write_bytes(said)


def _rewritten(file: Path) -> None:
    """It names another digest for its last file."""
    *before, last, end = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join((*before, b"0" * 64 + last[64:], end)))


def _compiled(file: Path) -> None:
    """Compile the file with one more line, so that Python takes that instead of the source."""
    source = importlib.util.source_from_cache(str(file))
    stamp = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
    file.parent.mkdir(exist_ok=True)
    said = Path(source).read_bytes() + b"\nprint(1)\n"
    file.write_bytes(stamp + marshal.dumps(compile(said, source, "exec")))


TAMPERED: Final[Mapping[str, tuple[str, Callable[[Path], object]]]] = {
    "a changed byte": ("console/table/game/roulette/payout.py", _turned),
    "changed words": ("console/translations/ja.mo", _turned),
    "a changed rulebook": ("console/resources/rulebooks/lt.toml", _turned),
    "a missing file": ("console/table/core/protocol/permissions.py", Path.unlink),
    "a module more": ("console/table/game/extra.py", Path.touch),
    "a compiled module more": ("console/table/game/extra.pyc", Path.touch),
    "another compiled": (f"console/__pycache__/cli.{sys.implementation.cache_tag}.pyc", _compiled),
    "a changed manifest": (MANIFEST, _rewritten),
    "a changed signature": (SIGNATURE, _turned),
    "a changed key": (KEY, _turned),
}
"""Changes to an installed program: the file, and what is done to it."""


def set_up_without_network(root: Path, folder: Path) -> bool:
    """Whether a copy comes up from a bundle where there is no network, and answers the table's first line."""
    from console.commissioning.commands.bundle import bundle

    wheels = bundle(root, folder / "bundle", [])
    place = copied(root, folder / "offline")
    alone = ("unshare", "--net") if os.geteuid() == 0 else ("unshare", "--map-root-user", "--net")
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    play = ("drive", "--game", "baccarat", "--rules", "sv", "--ready")
    line = (*alone, python, "-m", "console", "--offline", str(folder / "bundle"), *play)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    done = subprocess.run(line, cwd=place, env=clean, input=FIRST_LINE, capture_output=True, check=False)
    good = done.returncode == 0 and b'"accepted":true' in done.stdout
    print(f"{'set up' if good else 'NOT SET UP'}  from {len(wheels)} wheels without a route to anywhere")
    if not good:
        print(done.stderr.decode("utf-8", "replace")[-2000:])
    return good


def installed_by_hand(root: Path, folder: Path) -> bool:
    """Whether the handbook's recipe makes an environment in which every file is of the bundle."""
    page = (root / "resources/handbook/operating.md").read_text("utf-8")
    recipe = page.partition("Without a checkout")[2].split("```")[1]
    for stands, here in (
        ("/media/stick/console", "bundle"),
        ("/tmp/pip", "pip"),
        ("/opt/dealer-console", "by-hand"),
    ):
        recipe = recipe.replace(stands, shlex.quote(str(folder / here)))
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
    for line in recipe.splitlines()[1:]:
        command = line.removeprefix("table$ ")
        done = subprocess.run(command, shell=True, env=clean, capture_output=True, check=False)
        if done.returncode:
            print(f"NOT INSTALLED  {line}\n{done.stdout.decode()}{done.stderr.decode()}")
            return False
    print("installed  as the handbook says, every file of the bundle")
    return True


def main(argv: Sequence[str]) -> int:
    """Do all of it; 0 only if all is good."""
    argparse.ArgumentParser(prog="python3 -m tests build", description=__doc__).parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="build-") as folder:
        from console.table.journal import seal_key
        from console.table.journal.proof.keys import FILE

        released = seal_key(Path(folder, "key"))
        os.environ["DEALER_CONSOLE_RELEASE_KEY"] = str(Path(folder, "key", FILE))
        Path(folder, "release.pem").write_bytes(released.public.pem())
        good = same_twice(ROOT, Path(folder))
        good = verified(Path(folder), Path(folder, "release.pem")) and good
        good = bill_is_true(ROOT) and good
        good = set_up_without_network(ROOT, Path(folder)) and good
        return not (installed_by_hand(ROOT, Path(folder)) and good)
