"""PySide6's own Python for signatures, compiled and run when it is first used, and not at every start.

PySide6 carries it as source in its library: what an error message says of a call's arguments, what ``help``
shows of a function, what type stubs are made of, which module asks for other names of Qt's by ``from
__feature__ import``. It compiles and runs all of it while QtCore is imported, which is half of that import's
time; a console that calls Qt rightly needs none of it.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Final

_PLACE: Final = "shibokensupport/"
_AT_ONCE: Final = frozenset(
    _PLACE + name
    for name in (
        "__init__.py",
        "signature/__init__.py",
        "signature/loader.py",
        "signature/importhandler.py",
        "signature/lib/__init__.py",
    )
)
"""What runs at once: the packages, what the library itself looks into, and what sees each of Qt's modules."""
_FORWARDED: Final = {_PLACE + "signature/mapping.py": "update_mapping"}
"""A function that the library takes out of a module's dictionary, where no stand-in is asked."""
_FEATURE: Final = _PLACE + "feature.py"
_NO_FEATURE: Final = """
def feature_import(*args, **named): return None
def feature_imported(module): return None
"""
"""What the library asks of each import, and its answer where no module asks for features: so nothing reads
the sources of modules for that, and Python's own ``inspect`` and ``ast`` are not loaded for it.
"""
_STAND_IN: Final = """
from console.ui.pyside.late_signatures import first_used
def __getattr__(name):
    return first_used({file!r}, globals(), name)
"""
_FORWARD: Final = """
def {name}(*args, **named):
    return first_used({file!r}, globals(), {name!r})(*args, **named)
"""
_ONE_BY_ONE: Final = RLock()
_sources: Final = dict[str, bytes]()
"""The sources that have not been used yet, by the name of their file."""


@contextmanager
def signatures_later() -> Iterator[None]:
    """Put a stand-in in the place of each signature module that PySide6 compiles meanwhile.

    Where a PySide6 loads its Python in another way, nothing is put off.
    """
    compiled = builtins.compile

    def later(source: Any, filename: Any, mode: str, *more: Any, **named: Any) -> Any:
        if more or named or not isinstance(source, bytes) or not _can_wait(filename):
            return compiled(source, filename, mode, *more, **named)
        _sources[filename] = source
        return compiled(_STAND_IN.format(file=filename) + _at_hand(filename), filename, mode)

    builtins.compile = later
    try:
        yield
    finally:
        builtins.compile = compiled


def first_used(file: str, names: dict[str, Any], name: str) -> Any:
    """The value of a name in the module of this file; the module is run in ``names``, if it has not been.

    Raises AttributeError for a name that the module does not have.
    """
    if name.startswith("__"):  # what imports ask of every module is no use of it
        raise AttributeError(name)
    with _ONE_BY_ONE:
        source = _sources.get(file)
        if source is not None:
            exec(compile(source, file, "exec", dont_inherit=True), names)
            _sources.pop(file, None)
            names.pop("__getattr__", None)
    try:
        return names[name]
    except KeyError:
        raise AttributeError(f"module {names['__name__']!r} has no attribute {name!r}") from None


def _at_hand(file: str) -> str:
    """The source of the functions that a stand-in has by itself."""
    if file == _FEATURE:
        return _NO_FEATURE
    name = _FORWARDED.get(file)
    return _FORWARD.format(file=file, name=name) if name else ""


def _can_wait(file: object) -> bool:
    return isinstance(file, str) and file.startswith(_PLACE) and file not in _AT_ONCE
