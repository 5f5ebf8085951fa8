"""An error in words for a person: its own words, words for the disk, or those for an unforeseen error. An
error of the console names its phrase's key and slots. The operating system's words are English: a screen
shows none of them, a command has phrases for them.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Final

from console.base.errors.server_troubles import trouble_of
from console.base.errors.worded_error import WordedError
from console.base.words import Words


def foreseen(error: BaseException) -> bool:
    """Whether there are words for this error, such as a full disk or a lost floor; False for a bug."""
    return isinstance(error, OSError | WordedError) or _is_of_a_server(error)


def why(error: BaseException, words: Words) -> str:
    """The error in words, and the advice about it."""
    if isinstance(error, WordedError):
        return words.text(error.key, **error.slots)
    if _is_of_a_server(error):
        return words.text(f"floor.unreached.{trouble_of(error)}")
    if _is_without_temporary_folder(error):
        return words.text("bug.temporary_folder")
    if not isinstance(error, OSError):
        return words.text("bug.title")
    if error.errno is not None and error.filename is None and error.errno not in _OF_A_DISK:
        reason = words.of_the_system(os.strerror(error.errno)) or errno.errorcode.get(error.errno, "")
        return words.text("bug.system", reason=reason)
    return words.text("bug.disk")


_OF_A_DISK: Final = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.ESTALE)
"""The errors of a write to an open file, which name no file; others without one are not a disk's."""


def _is_of_a_server(error: BaseException) -> bool:
    """Whether PostgreSQL gave no answer, or could give none. Its library's errors exist only in a process
    that has loaded it.
    """
    library = sys.modules.get("psycopg")
    return library is not None and isinstance(error, library.OperationalError)


def _is_without_temporary_folder(error: BaseException) -> bool:
    """Whether Python found no writable temporary folder: this error names no file, like that of a terminal
    that can't be made.
    """
    if not isinstance(error, FileNotFoundError) or error.filename is not None:
        return False
    return error.strerror != os.strerror(errno.ENOENT)


def system_text(error: OSError, words: Words) -> str:
    """The system's refusal for a terminal, in this language: ``/srv/J.db: Permission denied``."""
    reason = words.of_the_system(error.strerror or "") or error.strerror
    if error.filename is None or reason is None:
        return reason or str(error)
    return words.label(str(error.filename), reason)
