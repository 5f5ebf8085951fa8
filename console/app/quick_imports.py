"""A window's imports in less time: our own modules are found by one look, msgspec's typing is Python's own.

What is loaded, and by which loader, is what Python's own way would load.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Final

_OURS: Final = "console."
"""The beginning of the names of our own modules."""


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
                os.stat(file)
            except OSError:
                continue
            spec = ModuleSpec(name, SourceFileLoader(name, file), origin=file)
            spec.submodule_search_locations = inner
            spec.has_location = True
            return spec
        return None


def install() -> None:
    """Have our own modules found so from now on, and import msgspec.

    It takes from typing_extensions only what Python's own typing has since 3.11; a start that does not load
    that module takes 2 ms and 0.5 MiB less.
    """
    if PathFinder in sys.meta_path and not any(isinstance(each, OwnModules) for each in sys.meta_path):
        sys.meta_path.insert(sys.meta_path.index(PathFinder), OwnModules())
    if "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # so its import fails
        try:
            import msgspec  # noqa: F401
        except ImportError:
            pass  # before the set-up, when --help and --version need no package
        finally:
            del sys.modules["typing_extensions"]
