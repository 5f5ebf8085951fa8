"""A table's own door to its floor, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from importlib import util

from console.floor.door import START, PostgresDoor
from console.floor.table_side.account import NoAccount, account_of, dsn_of, password_in
from console.table.config import TableConfig
from console.table.core import NoteKind


def reason_for_no_door(config: TableConfig) -> NoteKind | None:
    """The reason why the floor can't be joined, or None: ``floor_not_joined`` (the token's file can't be
    used) or ``floor_missing`` (that part of the console is not installed).
    """
    assert config.floor is not None, "asked before"
    try:
        if config.floor.password_file is not None:
            password_in(config.floor.password_file)
    except NoAccount:
        return NoteKind.FLOOR_NOT_JOINED
    return NoteKind.FLOOR_MISSING if util.find_spec("psycopg") is None else None


def name_of(config: TableConfig) -> str:
    assert config.floor is not None, "asked before"
    return config.floor.table or config.name


def door_of(config: TableConfig, now: Callable[[], datetime]) -> PostgresDoor:
    """The table's door, not yet connected; ``now`` is its clock."""
    floor = config.floor
    assert floor is not None, "asked before"
    name, file = name_of(config), floor.password_file
    dsn = dsn_of(floor.address, floor.account or account_of(name), floor.ca, floor.database)
    token = None if file is None else lambda: password_in(file)
    return PostgresDoor(dsn, name, token, console=START, now=now)
