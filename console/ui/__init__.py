"""All Qt of the console but the application itself: the screens and their parts, painted by hand.

Every part shows a :class:`~console.table.showing.views.DealerView`; none knows a rule, a device or a file.
The dealer's screen is in :mod:`console.ui.dealer`, what lies on its table in :mod:`console.ui.felt`.
"""

import builtins
import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from types import CodeType
from typing import Any, Final

_SUPPORT: Final = "shibokensupport/"


@contextmanager
def _support_kept() -> Iterator[None]:
    """Have PySide6's own Python compiled once and not at every start: 20 ms of processor time less.

    PySide6 carries it as source in its library, and loads it by :func:`compile`, with no cache. What comes
    of it is kept beside this module's bytecode, each piece by the digest of its source; where that can't be
    read or written, it is compiled as ever.
    """
    file = f"{__spec__.cached}.support" if __spec__ is not None and __spec__.cached else None
    kept, used, compiled = dict[bytes, CodeType](), dict[bytes, CodeType](), builtins.compile
    if file is not None:
        with suppress(OSError, ValueError, TypeError, EOFError), open(file, "rb") as there:
            kept = dict(marshal.load(there))

    def once(source: Any, filename: Any, mode: str, *more: Any, **named: Any) -> Any:
        if not isinstance(source, bytes) or not str(filename).startswith(_SUPPORT) or more or named:
            return compiled(source, filename, mode, *more, **named)
        key = sha256(source).digest()
        used[key] = kept.get(key) or compiled(source, filename, mode)
        return used[key]

    builtins.compile = once
    try:
        yield
    finally:
        builtins.compile = compiled
    if file is not None and used.keys() - kept.keys() and not sys.dont_write_bytecode:
        with suppress(OSError):
            with open(f"{file}.{os.getpid()}", "wb") as anew:
                marshal.dump(used, anew)
            os.replace(anew.name, file)


with _support_kept():
    import PySide6.QtCore  # noqa: F401

# PySide6 puts an import of its own in the place of Python's. It reads the source of every module that comes
# after it, to know where `from __feature__ import` may change Qt's names; the console never asks for that.
# Python's own import again: 25 ms and 6 MiB less at the start.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
