"""A window's imports in less time: our modules are found and read at once, and what libraries name and no
start uses is loaded later.

What is loaded is what Python's own way would load, and whatever is not the usual case is left to it.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source
from types import CodeType, ModuleType
from typing import Any, Final

_OURS: Final = "console."
"""The beginning of the names of our own modules."""
_PACKERS: Final = ("bz2", "lzma")
"""Ways to pack an archive that shutil and zipfile know; of ours none is packed so, nor is PySide6's own."""


class OwnLoader(SourceFileLoader):
    """Loads one of our modules from its compiled file, where Python's own loader would take that as it is.

    Python's looks at the source and works out the compiled file's name a second time, and reads the file in
    parts.
    """

    def __init__(self, name: str, path: str, compiled: str, header: bytes) -> None:
        """``header`` is what a compiled file of the source as it is now begins with."""
        super().__init__(name, path)
        self._compiled, self._header = compiled, header

    def get_code(self, fullname: str) -> CodeType | None:
        """The module's code; compiled, checked by a digest or moved from elsewhere by Python's own loader."""
        try:
            file = os.open(self._compiled, os.O_RDONLY)
        except OSError:
            return super().get_code(fullname)
        try:
            written = os.read(file, os.fstat(file).st_size)
        finally:
            os.close(file)
        if written.startswith(self._header):
            code = marshal.loads(memoryview(written)[len(self._header) :])
            if isinstance(code, CodeType) and code.co_filename == self.path:
                return code
        return super().get_code(fullname)


def header_of(source: os.stat_result) -> bytes:
    """The beginning of a file that was compiled from this source and names its time and size (PEP 552)."""
    last = 0xFFFFFFFF
    numbers = (0, int(source.st_mtime) & last, source.st_size & last)
    return MAGIC_NUMBER + b"".join(number.to_bytes(4, "little") for number in numbers)


def compiled_file(source: str) -> str:
    """The path of a source's compiled file."""
    folder, _, name = source.rpartition(os.sep)
    before, after = _compiled_files(folder)
    return f"{before}{name.removesuffix('.py')}{after}"


@cache
def _compiled_files(folder: str) -> tuple[str, str]:
    """The beginning and the end of the paths of a folder's compiled files: Python works out each anew."""
    before, _, after = cache_from_source(f"{folder}{os.sep}?.py").rpartition("?")
    return before, after


class OwnModules:
    """Finds our modules where Python's own finder would: beside each other in the folder of their package.

    Python lists each folder, and asks for a module of each kind that could have the name. What lies in no
    folder, as in an archive, is left to it.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None, /
    ) -> ModuleSpec | None:
        """The specification of one of our modules; None if it is not found here."""
        if not (path and name.startswith(_OURS)):
            return None
        place = f"{path[0]}{os.sep}{name.rpartition('.')[2]}"
        for file, inner in ((f"{place}.py", None), (f"{place}{os.sep}__init__.py", [place])):
            try:
                source = os.stat(file)
            except OSError:
                continue
            compiled = compiled_file(file)
            spec = ModuleSpec(name, OwnLoader(name, file, compiled, header_of(source)), origin=file)
            spec.submodule_search_locations = inner
            spec.has_location = True
            spec.cached = compiled
            return spec
        return None


class LaterModule(ModuleType):
    """Stands for a module that a library names in its imports, and is loaded when something of it is used."""

    def __init__(self, name: str, /, *functions: str, **known: Any) -> None:
        """``functions`` are those that can be imported without the module: it is loaded when one is called.

        ``known`` is the part of the module that can be used without it.
        """
        super().__init__(name)
        vars(self).update({each: _called_later(name, each) for each in functions}, **known)

    def __getattr__(self, name: str) -> Any:
        """Something of the module itself, each time anew: somebody may have replaced it there."""
        if name.startswith("__") and name != "__all__":  # what every import asks of a module is no use of it
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def _called_later(module: str, name: str) -> Callable[..., Any]:
    """A function that calls the module's own of this name."""

    def called(*values: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*values, **named)

    return called


@contextmanager
def loaded_later(*modules: LaterModule) -> Iterator[None]:
    """Have the imports meanwhile take these for modules that are not loaded yet; later ones load them."""
    stand = {each.__name__: each for each in modules if each.__name__ not in sys.modules}
    sys.modules.update(stand)
    try:
        yield
    finally:
        for name, each in stand.items():
            if sys.modules.get(name) is each:
                del sys.modules[name]


def install() -> None:
    """Have our own modules found so from now on, and import msgspec and what argparse needs.

    msgspec takes from typing_extensions only what Python's own typing has since 3.11; without it a start
    takes 2 ms and 0.5 MiB less. Its own ``inspect`` is used only to tell what is wrong in a file, its
    schemas, its YAML and its TOML nowhere, and of ``platform`` Python's uuid, which it loads, uses the
    system's name alone.
    """
    with loaded_later(*map(LaterModule, _PACKERS)):
        import shutil  # noqa: F401 (argparse asks it for the terminal's width)
    is_installed = any(isinstance(each, OwnModules) for each in sys.meta_path)
    keeps_compiled = sys.implementation.cache_tag is not None
    if PathFinder in sys.meta_path and keeps_compiled and not is_installed:
        sys.meta_path.insert(sys.meta_path.index(PathFinder), OwnModules())
    if "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # so its import fails
        try:
            with loaded_later(
                *map(LaterModule, ("msgspec.inspect", "msgspec.toml", "msgspec.yaml")),
                LaterModule("msgspec._json_schema", "schema", "schema_components"),
                LaterModule("platform", system=system_name),
            ):
                import msgspec  # noqa: F401
        except ImportError:
            pass  # before the set-up, when --help and --version need no package
        finally:
            del sys.modules["typing_extensions"]


def import_libraries(*, for_live_table: bool) -> None:
    """Import Qt, and what of Python every window needs, without what these name and do not use.

    logging and PySide6 use ``traceback`` only to tell an error, and PySide6 ``textwrap`` only to warn; queue
    uses ``heapq`` only for another order than that of coming; platformdirs uses ``tempfile`` and ``copy``
    only for folders that no start asks for.
    """
    with loaded_later(
        *map(LaterModule, ("traceback", *_PACKERS)),
        LaterModule("textwrap", "dedent"),
        LaterModule("heapq", "heappush", "heappop"),
        LaterModule("tempfile", "gettempdir"),
        LaterModule("copy", "copy"),
    ):
        import logging  # noqa: F401
        import queue  # noqa: F401

        import console.ui  # noqa: F401 (before whatever else meets Qt: see there)

        if for_live_table:  # which looks for the record of its files
            import platformdirs  # noqa: F401


with loaded_later(LaterModule("ipaddress")):
    import pathlib  # noqa: F401 (it quotes paths, and reads no address)


def system_name() -> str:
    """The system's name, as ``platform.system`` has it."""
    return os.uname().sysname
