"""A file that one process at a time may hold; the system lets go of it however that process ends.

Knows the standard library alone: the set-up locks its checkout by it, and a journal that is opened before
the first paint has no time to load more.
"""

from __future__ import annotations

import errno
import fcntl
from typing import Final

NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)
"""The errors of a medium that has no locks, such as a share that keeps them to itself."""


def take(lock: int, *, wait: bool) -> bool:
    """Hold the open file of this descriptor; False if another process does, and this one won't wait.

    Raises OSError, where the medium has no locks one of :data:`NO_LOCKS`.
    """
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def release(lock: int) -> None:
    """Let go of a file that stays open."""
    fcntl.flock(lock, fcntl.LOCK_UN)
