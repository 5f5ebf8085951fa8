"""The size of a server for a number of tables: formulas, from measures, for PostgreSQL's settings."""

from __future__ import annotations

from typing import Final, NamedTuple

_OTHERS: Final = 20
"""Connections beside tables and windows: administrator, indexer, witness, timers, backup, standby."""
_A_WINDOW: Final = 2
_A_CONNECTION_MB: Final = 2
"""Measured: 1.8 MiB in the server for each."""
_ALL_ELSE_MB: Final = 512
"""Programs' own pages, sorts and results of a session; with less a day's rows could not be packed."""
_MOST_SHARED_MB: Final = 8_192
_A_HINT: Final = 100
"""Bytes of a hint in the queue: a table's door sends one a second at most."""
_DAY: Final = 86_400
_PAGE: Final = 8_192


class Sizes(NamedTuple):
    max_connections: int
    shared_buffers_mb: int
    effective_cache_size_mb: int
    maintenance_work_mem_mb: int
    max_wal_size_mb: int
    session_mb: int
    """Megabytes that one session may have besides the shared pages."""
    max_notify_queue_pages: int
    """Pages of 8 kB; before PostgreSQL 17, which introduced the setting, there are a million."""


def connections_for(tables: int, windows: int) -> int:
    """Connections that a floor needs: one a table, two a window, and twenty."""
    return tables + _A_WINDOW * windows + _OTHERS


def sizes(tables: int, memory_mb: int, windows: int | None = None) -> Sizes:
    """The settings for a machine whose ``memory_mb`` only this server uses.

    ``windows`` defaults to one for each ten tables, and four more. A quarter of what the connections leave is
    for shared pages, 8 GB at most; half of it is what the system will have of files; a sixteenth, 1 GB at
    most, makes indexes; a session may have that and 512 MB for all else. Between two checkpoints lie 1 GB of
    log and 16 MB for each table. The queue has room for a day of hints of all tables while one window hears
    nothing.
    """
    connections = connections_for(tables, tables // 10 + 4 if windows is None else windows)
    left = max(512, memory_mb - _A_CONNECTION_MB * connections)
    maintenance = max(64, min(1_024, left // 16))
    return Sizes(
        max_connections=connections,
        shared_buffers_mb=min(_MOST_SHARED_MB, left // 4),
        effective_cache_size_mb=left // 2,
        maintenance_work_mem_mb=maintenance,
        max_wal_size_mb=1_024 + 16 * tables,
        session_mb=maintenance + _ALL_ELSE_MB,
        max_notify_queue_pages=max(_PAGE, tables * _DAY * _A_HINT // _PAGE),
    )
