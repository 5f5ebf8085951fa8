"""A small release to tamper with: a few files of a console, their manifest, and a key's signature on it."""

from __future__ import annotations

import os
import py_compile
import sys
from pathlib import Path
from zipfile import ZipFile

from console.base.software import KEY, RELEASE, SIGNATURE, ConsoleFolder, of
from console.base.software.manifest import MANIFEST
from console.table.journal import PublicKey, SealKey, seal_key

FILES = {
    "console/__init__.py": '__version__ = "7.1"\n',
    "console/cli.py": "def main() -> None:\n    print('dealer-console 7.1')\n",
    "console/table/game/payout.py": "def pays(stake: int) -> int:\n    return stake * 35 // 1\n",
    "console/resources/rulebooks/lt.toml": "name = 'lt'\n",
    "console/translations/lt.mo": "words",
}


def installed(folder: Path, key: SealKey | None = None) -> Path:
    """The release as it was installed there."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    sign(folder, key)
    return folder


def sign(folder: Path, key: SealKey | None) -> None:
    """A manifest of what lies there now, in the place of any other."""
    for name in RELEASE:
        (folder / name).unlink(missing_ok=True)
    manifest = of(ConsoleFolder(folder), "7.1").text.encode()
    (folder / MANIFEST).parent.mkdir(exist_ok=True)
    (folder / MANIFEST).write_bytes(manifest)
    if key is not None:
        (folder / SIGNATURE).write_bytes(key.sign(manifest))
        (folder / KEY).write_bytes(key.public.pem())


def key_at(folder: Path) -> SealKey:
    return seal_key(folder, "release-key.pem")


def pem(folder: Path, key: PublicKey) -> Path:
    path = folder / "public.pem"
    path.write_bytes(key.pem())
    return path


def compiled(source: Path) -> Path:
    """The compiled file that Python makes of a source at its first import."""
    beside = source.parent / "__pycache__" / f"{source.stem}.{sys.implementation.cache_tag}.pyc"
    made = py_compile.compile(str(source), str(beside), doraise=True)  # wherever this process keeps its own
    assert made is not None, "it would have raised"
    return Path(made)


def environment_at(place: Path) -> Path:
    """An environment of this Python as ``venv`` makes one; its folder of packages."""
    packages = place / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    packages.mkdir(parents=True)
    (place / "bin").mkdir()
    home = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    (place / "bin/python").symlink_to(home)
    (place / "pyvenv.cfg").write_text(f"home = {home.parent}\ninclude-system-site-packages = false\n")
    return packages


def script_at(place: Path) -> None:
    """The program by which the console of an environment is started, as an installer writes it."""
    script = place / "bin/dealer-console"
    called = "if __name__ == '__main__':\n    sys.exit(main())\n"
    script.write_text(f"#!{place}/bin/python\nimport sys\nfrom console.cli import main\n{called}")
    script.chmod(0o755)


def wheel_of(folder: Path, target: Path, *more: tuple[str, str]) -> Path:
    """The wheel that would be installed so, with more in it."""
    wheel = target / "dealer_console-7.1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
        for name, text in more:
            archive.writestr(name, text)
    return wheel
