"""A kiosk: a computer that shows only a table's console, or an overview, from its start on and again after a
crash.

It is one unit of systemd under a user of its own. cage shows a single program over the whole screen and never
blanks it. seatd gives it the screen, not a login session: what a session starts belongs to the session, and
the unit could neither hear its watchdog nor end it. It uses only the standard library. It was tried as far as
a container allows: systemd verifies the unit, cage runs the console and passes its watchdog on; no real
screen was available.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

UNIT: Final = "dealer-console.service"
USER: Final = "dealer-console"
HOME: Final = Path("/var/lib/dealer-console")
"""The user's home: journals, people and keys are here unless the table's file names another place."""
GROUPS: Final = ("audio", "dialout", "render", "video")
"""The groups for sound, for serial ports, for drawing, and for screen, touch and keys."""
NEEDED: Final = {
    "cage": "cage",
    "Xwayland": "xwayland",
    "seatd": "seatd",
    "aplay": "alsa-utils",
    "systemctl": "systemd",
}
"""The programs that a kiosk needs, and the Debian packages that have them."""
RESTART_AFTER: Final = 2
"""Seconds from a crash to the next start."""
WATCHDOG: Final = 10
"""Seconds without a sign of life of window and table after which the console is restarted."""
START_TAKES: Final = 600
"""The most seconds until the first screen: a long, damaged journal is reconstructed before it."""
DIES: Final = 5
"""Seconds for which a console ended by the watchdog may record the place of each thread."""
HIDDEN: Final = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")
"""The folders that the unit hides from the console, which needs nothing in them."""
TABLES: Final = Path("/etc/dealer-console")
"""A good place for a table's file, its CA and its tokens; the console itself belongs in :data:`PROGRAMS`."""
PROGRAMS: Final = Path("/opt/dealer-console")

_HARDENED: Final = (
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
    "ProtectProc=invisible",
    "ProtectClock=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "ProtectControlGroups=yes",
    "RestrictNamespaces=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "LockPersonality=yes",
    "RemoveIPC=yes",
    "KeyringMode=private",
    "SystemCallArchitectures=native",
    "SystemCallFilter=@system-service",
    "UMask=0077",
    "LimitCORE=0",
    "DevicePolicy=closed",
    "DeviceAllow=char-alsa rw",
    "DeviceAllow=char-drm rw",
    "DeviceAllow=char-ttyS rw",
    "DeviceAllow=char-ttyUSB rw",
    "DeviceAllow=char-ttyACM rw",
)
"""The rights that the program does not have. A crash leaves no image of its memory, which contains cards that
nobody has seen. Memory that is both written and run stays allowed: a screen without a graphics card is drawn
by code made at run time. seatd opens keys, touch and the screen itself, and hands them over.
"""


class Kiosk(NamedTuple):
    """A kiosk's content: the file of its table or overview, command, folder, and the folders it may write."""

    table: Path
    command: tuple[str, ...]
    place: Path
    writes: tuple[Path, ...] = ()
    """Folders besides the user's own into which the console writes."""
    reads: tuple[Path, ...] = ()
    """Files besides the table's own that the console reads."""
    existing: tuple[Path, ...] = ()
    """Files and folders that it writes and that exist: another user, such as root, may have made them."""
    keyboard: str | None = None
    """The keyboard's layout in XKB's name, with its variant in brackets; None: us."""
    numlock: bool = True
    """Whether the keypad types digits, whatever its NumLock."""
    others_read: Path | None = None
    """The folder among those it writes that Prometheus' collector, another user, lists too."""
    is_table: bool = True
    """Whether it shows a table, whose thread and window give systemd a beat; an overview gives none."""

    @property
    def environment(self) -> str:
        """The variables for the compositor's keyboard and the program. cage sets no NumLock, but an option of
        XKB makes the keypad type digits.
        """
        layout, _, variant = (self.keyboard or "us").rstrip(")").partition("(")
        keys = {"LAYOUT": layout, "VARIANT": variant, "OPTIONS": "numpad:mac" if self.numlock else ""}
        given = {
            "XDG_RUNTIME_DIR": f"/run/{USER}",
            "LIBSEAT_BACKEND": "seatd",
            "QT_QPA_PLATFORM": "wayland",
            **{f"XKB_DEFAULT_{name}": value for name, value in keys.items() if value},
        }
        return " ".join(f"{name}={value}" for name, value in given.items())


class SetupStep(NamedTuple):
    """One step of the installation: a command to run, or a file with its text."""

    run: tuple[str, ...] = ()
    file: Path | None = None
    text: str = ""
    tries: Path | None = None
    """The file or folder that the command tests: whether the user can read it, or write to it."""


class HiddenFile(NamedTuple):
    """A file that the unit hides from the console, its folder, and a better place."""

    file: Path
    folder: str
    place: Path


def first_hidden_file(kiosk: Kiosk) -> HiddenFile | None:
    """The first file that the kiosk needs and its unit hides; a link's target counts too."""
    python = Path(kiosk.command[0])
    needs = (
        (kiosk.table, TABLES),
        *((file, HOME) for file in kiosk.writes),
        *((each, TABLES) for each in kiosk.reads),
    )
    for file, place in (*needs, (kiosk.place, PROGRAMS), (python, PROGRAMS)):
        for way in (file, file.resolve()):
            for folder in HIDDEN:
                if way.is_relative_to(folder):
                    return HiddenFile(file, folder, place)
    return None


def shown_by(text: str) -> Kiosk | None:
    """The kiosk of an installed unit, if it is ours."""
    properties = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    try:
        words, place = _words(properties["ExecStart"]), _words(properties["WorkingDirectory"])
        command = words[words.index("--") + 1 :]
        is_table = "--table" in command
        table = Path(command[command.index("--table" if is_table else "--config") + 1])
        given = dict(each.split("=", 1) for each in _words(properties["Environment"]))
        layout, variant = given.get("XKB_DEFAULT_LAYOUT", "us"), given.get("XKB_DEFAULT_VARIANT")
        keyboard = layout if variant is None else f"{layout}({variant})"
        return Kiosk(
            table,
            tuple(command),
            Path(place[0]),
            tuple(map(Path, _words(properties["ReadWritePaths"])[1:])),
            keyboard=None if keyboard == "us" else keyboard,
            numlock="XKB_DEFAULT_OPTIONS" in given,
            is_table=is_table,
        )
    except (KeyError, ValueError, IndexError):
        return None


def unit(kiosk: Kiosk, cage: str = "/usr/bin/cage") -> str:
    """The unit of systemd that shows it on the machine's screen."""
    words = " ".join(_quoted(word) for word in (cage, "-d", "--", *kiosk.command))
    writes = " ".join(_quoted(str(folder)) for folder in (HOME, *kiosk.writes))
    watched = (
        "Type=notify",
        "NotifyAccess=all",
        f"WatchdogSec={WATCHDOG}",
        f"TimeoutStartSec={START_TAKES}",
        f"TimeoutAbortSec={DIES}",
    )
    return "\n".join(
        (
            "[Unit]",
            f"Description=Dealer's console, {kiosk.table.name}".replace("%", "%%"),
            "Requires=seatd.service",
            "After=seatd.service systemd-user-sessions.service network.target",
            "Conflicts=getty@tty1.service",
            "StartLimitIntervalSec=0",
            "",
            "[Service]",
            *(watched if kiosk.is_table else ()),
            f"User={USER}",
            "StandardInput=null",
            "StandardOutput=journal",
            "StandardError=journal",
            f"RuntimeDirectory={USER}",
            "RuntimeDirectoryMode=0700",
            f"Environment={kiosk.environment}",
            f"WorkingDirectory={_quoted(str(kiosk.place))}",
            f"ExecStart={words}",
            "Restart=always",
            f"RestartSec={RESTART_AFTER}",
            f"ReadWritePaths={writes}",
            *_HARDENED,
            "",
            "[Install]",
            "WantedBy=graphical.target",
            "",
        )
    )


def install_steps(kiosk: Kiosk, *, has_user: bool, root: Path = Path("/")) -> Sequence[SetupStep]:
    """The steps that make a computer a kiosk."""
    made = ("useradd", "--system", "--create-home", "--home-dir", str(HOME), "--shell", "/usr/sbin/nologin")
    account = (*made, "--groups", ",".join(GROUPS), USER)
    return (
        *(() if has_user else (SetupStep(account),)),
        *(  # systemd does not start a service that may write to a folder that does not exist.
            SetupStep(("install", "-d", "-m", mode, "-o", USER, str(folder)))
            for mode, folder in (
                ("0755" if each == kiosk.others_read else "0700", each) for each in kiosk.writes
            )
            if not os.path.exists(folder)  # Who only prints the steps may not see it.
        ),
        *(
            SetupStep(("runuser", "-u", USER, "--", "test", f"-{right}", str(file)), tries=file)
            for right, files in (
                ("r", (kiosk.table, *kiosk.reads, kiosk.place, Path(kiosk.command[0]))),
                ("w", kiosk.existing),
            )
            for file in files
        ),
        SetupStep(file=root / "etc/systemd/system" / UNIT, text=unit(kiosk)),
        SetupStep(("systemctl", "daemon-reload")),
        SetupStep(("systemctl", "set-default", "graphical.target")),
        SetupStep(("systemctl", "enable", UNIT)),
    )


def removal_steps(root: Path = Path("/")) -> Sequence[SetupStep]:
    """The steps that remove a kiosk, but not the console's files. A file without text is deleted."""
    return (
        SetupStep(("systemctl", "disable", "--now", UNIT)),
        SetupStep(file=root / "etc/systemd/system" / UNIT),
        SetupStep(("systemctl", "daemon-reload")),
    )


def _quoted(word: str) -> str:
    """A word as systemd reads it: a space separates words; per cent and dollar are special."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if any(sign in word for sign in " \t\"'\\;") else escaped


def _words(line: str) -> list[str]:
    """The words of a line of a unit, as :func:`_quoted` wrote them."""
    return [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(line)]
