"""The comparison of compiled modules with their sources: Python runs the compiled one. A person who changes a
`.pyc` and leaves the source alone changes what runs, and no digest of a source shows it.
"""

from __future__ import annotations

import importlib.util
import marshal
import re
import sys
import warnings
from pathlib import Path
from types import CodeType
from typing import Final

from console.base.system import content_of

_HEADER: Final = 16
"""Bytes before the code: magic number, flags, source time and size, four each (PEP 552)."""
_HASHED, _CHECKED = 0b01, 0b10
"""Flags of its header: it has its source's digest, not its time; the digest is compared at an import."""
_NAME: Final = re.compile(r"(?P<stem>.+)\.(?P<tag>[^.]+?)(?:\.opt-(?P<level>[12]))?\.pyc")


def source_of(path: Path) -> Path | None:
    """The source of this compiled file; None if Python gives no such name."""
    named = _NAME.fullmatch(path.name)
    return None if named is None else path.parent.parent / f"{named['stem']}.py"


def is_true(path: Path) -> bool:
    """Whether this Python runs only the source's code from a compiled file. Raises OSError. A file of another
    Python, or an earlier source, is not run at all.
    """
    named, source = _NAME.fullmatch(path.name), source_of(path)
    if named is None or source is None:
        return False
    if named["tag"] != sys.implementation.cache_tag:
        return True
    written, text = content_of(path), content_of(source)
    if not _is_taken(written[:_HEADER], source, text):
        return True
    try:
        found = marshal.loads(written[_HEADER:])
        if not isinstance(found, CodeType):
            return False
        with warnings.catch_warnings(action="ignore"):  # The package's author knows these warnings.
            level = int(named["level"] or 0)
            made = compile(text, found.co_filename, "exec", dont_inherit=True, optimize=level)
    except (ValueError, EOFError, TypeError, SyntaxError):
        return False
    return _run(found) == _run(made)


def _run(code: CodeType) -> bytes:
    """The part of compiled code that Python runs, without the table of its lines, which patch releases write
    differently, and which only locates errors.
    """
    return marshal.dumps(_without_lines(code), 0)  # The oldest format has no references.


def _without_lines(code: CodeType) -> CodeType:
    return code.replace(co_linetable=b"", co_consts=tuple(map(_constant, code.co_consts)))


def _constant(value: object) -> object:
    """A constant in a form that the oldest marshal also has; different ones stay different. From Python 3.14
    a slice may be one: it becomes a tuple, and each tuple begins with what it was.
    """
    match value:
        case CodeType():
            return _without_lines(value)
        case slice():
            return (slice.__name__, *map(_constant, (value.start, value.stop, value.step)))
        case tuple():
            return (tuple.__name__, *map(_constant, value))
        case _:
            return value


def _is_taken(header: bytes, source: Path, text: bytes) -> bool:
    """Whether an import would take a file with this header."""
    if len(header) < _HEADER or header[:4] != importlib.util.MAGIC_NUMBER:
        return False
    flags = int.from_bytes(header[4:8], "little")
    if flags & _HASHED:
        return not flags & _CHECKED or header[8:] == importlib.util.source_hash(text)
    found = source.stat()
    times = (int(found.st_mtime) & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF)
    return (int.from_bytes(header[8:12], "little"), int.from_bytes(header[12:], "little")) == times
