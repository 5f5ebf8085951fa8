"""The code that the running Python loads from outside what was verified: from where, by which setting.

What is installed can be as it was released while the environment's variables, the user's own packages or the
folder of a start bring other modules before it. Only the running console has such a surrounding; of another
folder nothing is known here. The Python itself, and what its system adds to it, are not looked at.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import Final

from console.software.integrity import FileFinding, FileFlaw
from console.software.manifest import running_console

_ELSEWHERE: Final = ("PYTHONHOME", "PYTHONPYCACHEPREFIX")
"""The variables by which Python takes its library, or compiled modules, from another place."""
_AT_EVERY_START: Final = ("sitecustomize", "usercustomize")
"""The modules that Python runs at its start without being asked."""


def foreign_code(
    place: Path, path: Sequence[str] | None = None, environ: Mapping[str, str] | None = None
) -> Iterator[FileFinding]:
    """The folders and files of modules that are none of the release's; nothing where the console that is
    verified is not the console that runs.

    ``path`` and ``environ`` are those of this Python, unless given.
    """
    if not place.is_dir() or place.resolve() != running_console().folder.resolve():
        return
    path = sys.path if path is None else path
    environ = os.environ if environ is None else environ
    named = {} if sys.flags.ignore_environment else environ
    for variable in _ELSEWHERE:
        if named.get(variable):
            yield FileFinding(FileFlaw.MORE, f"{variable}={named[variable]}")
    own = {_real(folder) for folder in (*_own_folders(), str(place))}
    listed = [each for each in named.get("PYTHONPATH", "").split(os.pathsep) if each]
    for each in dict.fromkeys(listed):
        if _real(each) not in own:
            yield FileFinding(FileFlaw.MORE, f"PYTHONPATH={each}")
    known = own | {_real(each) for each in listed}
    first, *others = path or ("",)
    if _real(first) not in known:
        yield from _covering(Path(first or "."), place)
    for each in dict.fromkeys(others):
        if _real(each) not in known:
            yield FileFinding(FileFlaw.MORE, each)
    for name in _AT_EVERY_START:
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is not None and _real(os.path.dirname(file)) not in own:
            yield FileFinding(FileFlaw.MORE, file)


def _own_folders() -> Iterator[str]:
    """The folders of this Python and of its environment: each is verified elsewhere, or not looked at."""
    paths = sysconfig.get_paths()
    yield from (paths[each] for each in ("stdlib", "platstdlib", "purelib", "platlib", "scripts"))
    yield from (os.path.join(paths[each], "lib-dynload") for each in ("stdlib", "platstdlib"))
    version = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
    yield from (
        os.path.join(prefix, sys.platlibdir, version) for prefix in (sys.base_prefix, sys.base_exec_prefix)
    )
    yield os.path.join(sys.base_prefix, "lib", version)
    yield from site.getsitepackages()


def _covering(folder: Path, place: Path) -> Iterator[FileFinding]:
    """The modules in a start's folder that Python would load in place of its own, the console's or a
    part's.
    """
    try:
        there, ours = sorted(os.listdir(folder)), os.listdir(place)
    except OSError:
        return
    awaited = {*sys.stdlib_module_names, *map(_module, ours), *_AT_EVERY_START}
    for name in there:
        if _module(name) in awaited and (name != _module(name) or (folder / name / "__init__.py").exists()):
            yield FileFinding(FileFlaw.MORE, str(folder.absolute() / name))


def _module(name: str) -> str:
    """The name under which a file or folder is imported; the file's own where it is none."""
    ending = next((each for each in sorted(all_suffixes(), key=len)[::-1] if name.endswith(each)), "")
    return name.removesuffix(ending)


def _real(folder: str) -> str:
    return os.path.realpath(folder or ".")
