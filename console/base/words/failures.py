"""An error in words for a person: its own words, words for the disk, or those for an unforeseen error.

An error of the console names the key of its phrase and the values of its slots. The operating system's words
are English: a screen shows none of them, a command has phrases for them.
"""

from __future__ import annotations

import sys

from console.base.errors.server_troubles import trouble_of
from console.base.errors.worded_error import WordedError
from console.base.words import Words


def foreseen(error: BaseException) -> bool:
    """Whether there are words for this error, such as a file that can't be used, a full disk or a floor
    server that went away; False for a bug.
    """
    return isinstance(error, OSError | WordedError) or _is_of_a_server(error)


def why(error: BaseException, words: Words) -> str:
    """The error in words, and the advice about it."""
    if isinstance(error, WordedError):
        return words.text(error.key, **error.slots)
    if _is_of_a_server(error):
        return words.text(f"floor.unreached.{trouble_of(error)}")
    if _is_without_temporary_folder(error):
        return words.text("bug.temporary_folder")
    return words.text("bug.disk" if isinstance(error, OSError) else "bug.title")


def _is_of_a_server(error: BaseException) -> bool:
    """Whether PostgreSQL gave no answer, or could give none. Not every console has its library, and only one
    that loaded it gets its errors.
    """
    library = sys.modules.get("psycopg")
    return library is not None and isinstance(error, library.OperationalError)


def _is_without_temporary_folder(error: BaseException) -> bool:
    """Whether Python found none of the system's temporary folders fit to be written: of all its errors of a
    file that is not there, this one names no file.
    """
    return isinstance(error, FileNotFoundError) and error.filename is None


def system_text(error: OSError, words: Words) -> str:
    """The system's refusal for a terminal, in this language: ``/srv/J.db: Permission denied``."""
    reason = words.of_the_system(error.strerror or "") or error.strerror
    if error.filename is None or reason is None:
        return reason or str(error)
    return words.label(str(error.filename), reason)
