"""A kiosk: a table's console as the one thing that a machine shows, started with it and again after a crash.

One unit of systemd under a user of its own: cage shows a single program over the whole screen and never
blanks it. Knows the standard library alone. It was tried as far as a container goes: the unit is verified; a
seat with a screen was not at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

UNIT: Final = "dealer-console.service"
USER: Final = "dealer-console"
HOME: Final = Path("/var/lib/dealer-console")
"""Of the user: journals, people and keys lie there where the table's file does not say otherwise."""
GROUPS: Final = ("dialout", "input", "render", "video")
"""Serial ports; touch and keys; the screen."""
NEEDED: Final = {"cage": "cage", "systemctl": "systemd"}
"""Programs, and the Debian packages that hold them."""
RESTART_AFTER: Final = 2
"""Seconds from a crash to the next start."""

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
    "DevicePolicy=closed",
    "DeviceAllow=char-drm rw",
    "DeviceAllow=char-input rw",
    "DeviceAllow=char-tty rw",
    "DeviceAllow=char-ttyS rw",
    "DeviceAllow=char-ttyUSB rw",
    "DeviceAllow=char-ttyACM rw",
)
"""What the program may not do. Memory that is both written and run stays allowed: a screen without a graphics
card is drawn by code that is made while it runs.
"""


class Kiosk(NamedTuple):
    """What a kiosk shows: the table's file, the command that shows it and its place, what it may write."""

    table: Path
    command: tuple[str, ...]
    place: Path
    writes: tuple[Path, ...] = ()
    """Folders beside the user's own."""


class Step(NamedTuple):
    """A step of the way: a command to run, or a file with what stands in it."""

    run: tuple[str, ...] = ()
    file: Path | None = None
    text: str = ""


def unit(kiosk: Kiosk, cage: str = "/usr/bin/cage") -> str:
    """The unit of systemd that shows a table's console on the machine's screen."""
    words = " ".join(_quoted(word) for word in (cage, "-d", "--", *kiosk.command))
    writes = " ".join(_quoted(str(folder)) for folder in (HOME, *kiosk.writes))
    return "\n".join(
        (
            "[Unit]",
            f"Description=Dealer's console, {kiosk.table.name}".replace("%", "%%"),
            "After=systemd-user-sessions.service systemd-logind.service dbus.socket network.target",
            "Wants=dbus.socket systemd-logind.service",
            "Conflicts=getty@tty7.service",
            "StartLimitIntervalSec=0",
            "",
            "[Service]",
            f"User={USER}",
            "PAMName=login",
            "TTYPath=/dev/tty7",
            "TTYReset=yes",
            "TTYVHangup=yes",
            "StandardInput=tty-fail",
            "StandardOutput=journal",
            "StandardError=journal",
            "Environment=XDG_SESSION_TYPE=wayland QT_QPA_PLATFORM=wayland",
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


def installed(kiosk: Kiosk, *, has_user: bool, root: Path = Path("/")) -> Sequence[Step]:
    """The steps that make a machine a kiosk."""
    made = ("useradd", "--system", "--create-home", "--home-dir", str(HOME), "--shell", "/usr/sbin/nologin")
    account = (*made, "--groups", ",".join(GROUPS), USER)
    return (
        *(() if has_user else (Step(account),)),
        Step(file=root / "etc/systemd/system" / UNIT, text=unit(kiosk)),
        Step(("systemctl", "daemon-reload")),
        Step(("systemctl", "set-default", "graphical.target")),
        Step(("systemctl", "enable", UNIT)),
    )


def removed(root: Path = Path("/")) -> Sequence[Step]:
    """The steps that end it; the user and all that the console wrote stay. A file without text goes."""
    return (
        Step(("systemctl", "disable", "--now", UNIT)),
        Step(file=root / "etc/systemd/system" / UNIT),
        Step(("systemctl", "daemon-reload")),
    )


def _quoted(word: str) -> str:
    """A word as systemd reads it: a space parts words, per cent and dollar stand for something."""
    said = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{said}"' if any(sign in word for sign in " \t\"'\\;") else said
