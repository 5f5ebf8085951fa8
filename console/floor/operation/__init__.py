"""A floor's studios, tables, windows and accounts, as an administrator adds, moves, ends and lists them.

A table's key is studio and name. Its id is the name if that was free when it was added, else studio and name;
it never changes, since all that the table sent is kept by it. The database makes each change an entry of the
floor's diary.
"""

from console.floor.operation.known_accounts import WATCHING, accounts, new_token, window_account
from console.floor.operation.known_tables import (
    KnownTable,
    add_studio,
    add_table,
    move_table,
    rename_table,
    retire_table,
    studios,
    table_of_name,
    tables,
)
from console.floor.operation.known_windows import (
    account_of_window,
    accounts_of_window,
    add_window,
    remove_window,
    windows,
)

__all__ = [
    "WATCHING",
    "KnownTable",
    "account_of_window",
    "accounts",
    "accounts_of_window",
    "add_studio",
    "add_table",
    "add_window",
    "move_table",
    "new_token",
    "remove_window",
    "rename_table",
    "retire_table",
    "studios",
    "table_of_name",
    "tables",
    "window_account",
    "windows",
]
