"""Where the people are kept if nobody says otherwise, and who is at a terminal."""

from __future__ import annotations

import getpass
import os
from pathlib import Path


def default_path() -> Path:
    """The people's file in the user's own folder for this program; nothing is made."""
    from platformdirs import user_data_path  # most tables say where their people are

    return user_data_path("dealer-console", appauthor=False) / "people.json"


def system_user() -> str:
    """The system's user whose terminal this is, by what the system itself says, not by what was set here."""
    try:
        from pwd import getpwuid  # no such thing on Windows

        return getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return getpass.getuser() if os.name != "posix" else str(os.getuid())
