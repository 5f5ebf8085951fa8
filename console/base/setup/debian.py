"""The libraries and fonts that the window needs on a Linux system, and how to install them on Debian and
Ubuntu.

It knows shared libraries, fonts, apt and sudo, and uses only the standard library. It does not depend on the
virtual environment, and asks for nothing but sudo's password at a terminal.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec

Run = Callable[[Sequence[str]], bool]
"""Runs a command, its output on standard error; returns whether it succeeded."""

LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libXss.so.1": "libxss1",
}
"""The libraries that Qt loads, offscreen, on X and on Wayland, each with its package; the last keeps X's
screens on."""

FONTS = {"NotoSans-Regular": "fonts-noto-core", "NotoSansCJK": "fonts-noto-cjk"}
"""The beginnings of the file names of the screens' fonts, and the package that has them."""

_WAITS = "DPkg::Lock::Timeout=600"
"""apt waits so many seconds for another apt or dpkg, and names the process; dpkg alone never waits."""
FINISH = ("sh", "-c", f"apt-get -q -o {_WAITS} check; exec dpkg --configure -a")
"""Finishes an interrupted set-up, or apt would refuse for ever; a dpkg going on after Ctrl-C is awaited."""

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


def window_packages() -> list[str]:
    return [LIBRARIES[name] for name in missing_libraries()] + [FONTS[name] for name in missing_fonts()]


def missing_libraries(libraries: Iterable[str] = tuple(LIBRARIES)) -> list[str]:
    return [name for name in libraries if not _loads(name)]


def missing_fonts(folders: Iterable[str] = FONT_FOLDERS) -> list[str]:
    walks = [os.walk(os.path.expanduser(folder)) for folder in folders]
    files = [file for walk in walks for _, _, names in walk for file in names]
    return [font for font in FONTS if not any(file.startswith(font) for file in files)]


def can_make_environments() -> bool:
    """Whether Python can put pip into an environment by itself, which Debian packs separately."""
    return find_spec("ensurepip") is not None


def venv_package() -> str:
    return f"python{sys.version_info.major}.{sys.version_info.minor}-venv"


def install(packages: Sequence[str], run: Run, say: Callable[[str], None]) -> bool:
    """Install with apt; returns whether that was possible and succeeded."""
    root = way_to_root()
    if root is None or not has_apt():
        return False
    say("installing system packages: " + " ".join(packages))
    run([*root, *FINISH])
    run([*root, "apt-get", "update", "-q"])  # A broken foreign source must not stop the other packages.
    return run([*root, *_install_line(packages)])


def can_do_without(packages: Sequence[str]) -> bool:
    """Whether only the screens' own fonts are missing, and another installed font has Japanese."""
    if not set(packages) <= set(FONTS.values()) or not shutil.which("fc-list"):
        return False
    asked = ["fc-list", ":lang=ja", "family"]
    return bool(subprocess.run(asked, capture_output=True, check=False).stdout)


def line_to_run(packages: Sequence[str]) -> str:
    """The command with which an administrator installs the packages."""
    return f"{shlex.join(FINISH)} && apt-get update && {shlex.join(_install_line(packages))}"


def has_apt() -> bool:
    return shutil.which("apt-get") is not None


def way_to_root() -> list[str] | None:
    """The words before a command that runs as root: none for root itself, else sudo; None without sudo."""
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    if subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        return ["sudo", "-n"]
    return ["sudo"] if sys.stdin.isatty() and sys.stderr.isatty() else None


def _install_line(packages: Sequence[str]) -> list[str]:
    return ["apt-get", "install", "-o", _WAITS, "-y", "-q", "--no-install-recommends", *packages]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
