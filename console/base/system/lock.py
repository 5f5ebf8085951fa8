"""A file that one process at a time may hold; the system releases it however that process ends. It uses only
the standard library: the set-up locks its checkout by it, and a journal opened before the first paint has no
time to load more.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)
"""The errors of a medium that has no locks, such as a share that keeps them to itself."""
_TURN: Final = 0.02
"""Seconds between two tries for a file that another process holds: flock itself waits for ever."""


def take(lock: int, *, wait: bool) -> bool:
    """Hold the open file of this descriptor; False if another process does and ``wait`` is not given. Raises
    OSError, one of :data:`NO_LOCKS` on a medium without locks.
    """
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def release(lock: int) -> None:
    """Release a file that stays open."""
    fcntl.flock(lock, fcntl.LOCK_UN)


@contextmanager
def held(place: Path, seconds: float) -> Iterator[None]:
    """Hold the file at ``place``, made for its owner alone, as long as the context lasts. It stays in the
    end: without it two processes could hold two files of one name. Raises BlockingIOError if another process
    holds it for ``seconds``, OSError for a link, or if it can't be opened or locked.
    """
    lock = os.open(place, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        ends = time.monotonic() + seconds
        while not take(lock, wait=False):
            if time.monotonic() > ends:
                raise BlockingIOError(errno.EAGAIN, "another program holds it", str(place))
            time.sleep(_TURN)
        yield
    finally:
        os.close(lock)
