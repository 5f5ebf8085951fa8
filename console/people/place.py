"""Where the people are kept if nobody says otherwise."""

from __future__ import annotations

from pathlib import Path


def default_path() -> Path:
    """The people's file in the user's own folder for this program; nothing is made."""
    from platformdirs import user_data_path  # most tables say where their people are

    return user_data_path("dealer-console", appauthor=False) / "people.json"
