"""The check of the parts beside an installed console, and of all else that lies in their folder.

Python loads the parts as it loads the console, and runs the lines of a `.pth` at every start.

The signed bill of materials names each part with its version: a RECORD of anything else vouches for nothing,
and no part's for a module or line that Python runs at every start. Each part's RECORD lists its files; nobody
signed it, so of a part it shows damage and added files, not a careful attacker. Compared with a bundle, the
bundle's wheels list them, and the digests of these are in the bill: a file that is in none of the wheels
counts as added, whatever a RECORD says of it.
"""

from __future__ import annotations

import ast
import base64
import csv
import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import msgspec

from console.base.software import ConsoleFolder, is_bytecode, running_console
from console.base.system import open_plain
from console.commissioning.software.bytecode import is_true, source_of
from console.commissioning.software.integrity import (
    BROKEN_WHEEL,
    FileFinding,
    FileFlaw,
    Verification,
    differs,
    part_name,
    verify,
)
from console.commissioning.software.parts import bill, bill_file
from console.table.journal import PublicKey

_ELSEWHERE: Final = ("PYTHONHOME", "PYTHONPYCACHEPREFIX")
"""The variables by which Python takes its library, or compiled modules, from another place."""
_AT_EVERY_START: Final = ("sitecustomize", "usercustomize")
"""The modules that Python runs at its start without being asked."""


def foreign_code(
    place: Path, path: Sequence[str] | None = None, environ: Mapping[str, str] | None = None
) -> Iterator[FileFinding]:
    """The folders and files of modules that are not the release's; nothing if the verified console is not the
    running one. ``path`` and ``environ`` are by default this Python's.
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
    """The folders of this Python and of its environment, verified elsewhere or not at all."""
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
    """The modules in a start's folder that Python would load for its own, the console's or a part's."""
    try:
        there, ours = sorted(os.listdir(folder)), os.listdir(place)
    except OSError:
        return
    awaited = {*sys.stdlib_module_names, *map(_module, ours), *_AT_EVERY_START}
    for name in there:
        if _module(name) in awaited and (name != _module(name) or (folder / name / "__init__.py").exists()):
            yield FileFinding(FileFlaw.MORE, str(folder.absolute() / name))


def _module(name: str) -> str:
    """The name under which a file or folder is imported; its own if it is no module."""
    ending = next((each for each in sorted(all_suffixes(), key=len)[::-1] if name.endswith(each)), "")
    return name.removesuffix(ending)


def _real(folder: str) -> str:
    return os.path.realpath(folder or ".")


_RECORD: Final = ".dist-info/RECORD"
_NOT_OURS: Final = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
"""Files that pip itself writes into a part's metadata."""
_PROGRAM: Final = "bin/dealer-console"
_HEX: Final = re.compile(r"[0-9a-f]{64}")
Digests = Mapping[str, str]
"""SHA-256 in hex by a file's name; empty if only the name is known."""


def is_site(folder: Path) -> bool:
    """Whether this is the packages' folder of an environment, where nothing else belongs."""
    return any((above / "pyvenv.cfg").is_file() for above in folder.parents[:3])


def verify_all(place: Path, key: PublicKey | None = None, against: Path | None = None) -> Verification:
    """The verification of the console; if installed, of everything beside it; and if it runs, of what else
    its Python loads. See :func:`console.commissioning.software.integrity.verify`. A bundle as ``against``
    also lists the files of its parts. Raises NoManifest, OSError.
    """
    found = verify(place, key, against)
    beside = {*foreign_code(place)}
    if is_site(place):
        bundle = against if against is not None and against.is_dir() else None
        released = _released(place)
        beside |= {*differing(place, bundle, released), *differing_around(place, released)}
    beside -= {*found.findings}
    return replace(found, findings=tuple(sorted((*found.findings, *beside))))


Parts = frozenset[tuple[str, str]]
"""Names, as they are compared, and versions."""


def _released(place: Path) -> Parts | None:
    """The console and its parts by the signed bill of materials; None without one, in an older console. An
    unreadable bill names none: the manifest has found the change.
    """
    console = ConsoleFolder(place)
    if not os.path.lexists(bill_file(console)):
        return None
    try:
        listed = bill(console)
    except (OSError, msgspec.DecodeError):
        return frozenset()
    return frozenset((part_name(each.name), each.version) for each in (listed.own, *listed.components))


def _records(folder: Path, released: Parts | None) -> Iterator[Path]:
    """The RECORDs of the console and its parts. A part with two has none, since only one is its own."""
    records = sorted(folder.glob(f"*{_RECORD}"))
    if released is None:
        yield from records
        return
    parts = [_part_of(each) for each in records]
    yield from (
        each for each, part in zip(records, parts, strict=True) if part in released and parts.count(part) == 1
    )


def _part_of(record: Path) -> tuple[str, str]:
    name, _, version = record.parent.name.removesuffix(".dist-info").rpartition("-")
    return part_name(name), version


def differing(
    folder: Path, bundle: Path | None = None, released: Parts | None = None, own: str = "console/"
) -> Iterator[FileFinding]:
    """The files that differ from the parts' RECORDs, or from a bundle's wheels. Raises OSError. The console's
    ``own`` files are in its manifest. Only ``released`` parts, if known, may be there.
    """
    wheels = None if bundle is None else dict(_bundled(bundle))
    known = dict[str, str]()
    for record in _records(folder, released):
        recorded = dict(_rows(record.read_text("utf-8").splitlines()))
        if wheels is not None:
            packed = wheels.get(record.parent.name)
            if packed is None:
                continue  # None of the bundle's wheels has it, so that its RECORD vouches for nothing.
            recorded = {**{name: digest for name, digest in recorded.items() if _is_pips(name)}, **packed}
        known |= recorded
    if released is not None:
        known = {name: digest for name, digest in known.items() if not _runs_at_every_start(name)}
    for name, digest in known.items():
        # An import rewrites the compiled modules that a wheel brought.
        if name.startswith(own) or is_bytecode(f"/{name}"):
            continue
        if digest:
            yield from differs(folder / name, name, digest)
        elif name.rpartition("/")[2] not in _NOT_OURS:
            yield FileFinding(FileFlaw.MORE, name)  # The row has no digest of the file.
    yield from _more(folder, known.keys(), own)


def _runs_at_every_start(name: str) -> bool:
    """Whether Python runs a file of this name without being asked."""
    return "/" not in name and (name.endswith(".pth") or _module(name) in _AT_EVERY_START)


def differing_around(folder: Path, released: Parts | None = None) -> Iterator[FileFinding]:
    """The settings, of the environment and its Python, that could lead Python elsewhere before it loads
    anything. Python finds its library by ``pyvenv.cfg``, which may also make it use the system's unverified
    packages. Which Python the system has can't be checked here.
    """
    environment = next(above for above in folder.parents[:3] if (above / "pyvenv.cfg").is_file())
    rows = (environment / "pyvenv.cfg").read_text("utf-8", "replace").splitlines()
    settings = {
        name.strip().lower(): value.strip() for name, _, value in (row.partition("=") for row in rows)
    }
    home = Path(settings.get("home", ""))
    alone = settings.get("include-system-site-packages", "").lower() == "false"
    if not (alone and home.is_absolute() and home.is_dir()):
        yield FileFinding(FileFlaw.CHANGED, "pyvenv.cfg")
        return
    for python in sorted(environment.glob("bin/python*")):
        if python.resolve().parent != home.resolve():
            yield FileFinding(FileFlaw.CHANGED, f"bin/{python.name}")
    yield from _modules_beside(environment, folder, released)
    program = environment / _PROGRAM
    if program.exists() and not _starts_console(program.read_bytes(), environment):
        yield FileFinding(FileFlaw.CHANGED, _PROGRAM)


def _modules_beside(environment: Path, folder: Path, released: Parts | None) -> Iterator[FileFinding]:
    """The modules beside the programs: Python loads first from a program's folder."""
    known = {
        os.path.normpath(folder / name)
        for record in _records(folder, released)
        for name, _ in _rows(record.read_text("utf-8").splitlines())
        if name.startswith("../")
    }
    for each in sorted((environment / "bin").glob("*")):  # Finds nothing if there is no such folder.
        loaded = each.is_dir() if each.suffix == "" else each.name.endswith((*all_suffixes(), ".pth"))
        if loaded and each.name != "__pycache__" and os.path.normpath(each) not in known:
            yield FileFinding(FileFlaw.MORE, f"bin/{each.name}")


def _starts_console(script: bytes, environment: Path) -> bool:
    """Whether a script only starts the console by the environment's own Python. Each installer writes it in
    its own words, so that no wheel has its digest.
    """
    first, _, text = script.decode("utf-8", "replace").partition("\n")
    python = Path(first.removeprefix("#!"))
    if not first.startswith("#!") or python.parent.resolve() != (environment / "bin").resolve():
        return False
    try:
        nodes = [*ast.walk(ast.parse(text))]
    except (SyntaxError, ValueError, RecursionError):
        return False
    calls = {ast.unparse(each.func) for each in nodes if isinstance(each, ast.Call)}
    imports = {ast.unparse(each) for each in nodes if isinstance(each, ast.Import | ast.ImportFrom)}
    assigned = {
        ast.unparse(target) for each in nodes if isinstance(each, ast.Assign) for target in each.targets
    }
    statements = {type(each) for each in nodes if isinstance(each, ast.stmt)}
    return (
        statements <= {ast.Import, ast.ImportFrom, ast.If, ast.Assign, ast.Expr}
        and not any(isinstance(each, ast.NamedExpr | ast.Await | ast.Yield) for each in nodes)
        and imports <= {"import re", "import sys", "from console.cli import main"}
        and calls <= {"re.sub", "sys.exit", "main", "sys.argv[0].removesuffix", "sys.argv[0].endswith"}
        and assigned <= {"sys.argv[0]"}
        and "main" in calls
    )


def _is_pips(name: str) -> bool:
    """Whether pip adds the file to those of a wheel: scripts, and its own records."""
    return name.startswith("../") or name.rpartition("/")[2] in _NOT_OURS


def _bundled(bundle: Path) -> Iterator[tuple[str, Digests]]:
    """The contents of each wheel of a bundle, by the name of its metadata's folder."""
    for wheel in sorted(bundle.glob("*.whl")):
        try:
            with open_plain(wheel) as file, ZipFile(file) as archive:
                names = [each for each in archive.namelist() if not (each.endswith("/") or ".data/" in each)]
                (record,) = (each for each in names if each.count("/") == 1 and each.endswith(_RECORD))
                packed = {
                    each: sha256(archive.read(each)).hexdigest() for each in names if not _is_pips(each)
                }
        except BROKEN_WHEEL:
            continue  # Its digest has already shown it.
        yield record.partition("/")[0], packed


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for row in csv.reader(lines):
        if len(row) >= 2:
            algorithm, _, digest = row[1].partition("=")
            yield row[0], _in_hex(digest) if algorithm == "sha256" else ""


def _in_hex(digest: str) -> str:
    """A RECORD's digest, which some builders write in hex; empty for other forms."""
    if _HEX.fullmatch(digest):
        return digest
    with suppress(ValueError):
        return base64.urlsafe_b64decode(digest + "=" * (-len(digest) % 4)).hex()
    return ""


def _more(folder: Path, known: Iterable[str], own: str) -> Iterator[FileFinding]:
    """The files that nothing names; a folder without a known file is one finding."""
    names = frozenset(known)
    folders = {name.rpartition("/")[0] for name in names}
    folders |= {each[:at] for each in folders for at, sign in enumerate(each) if sign == "/"}
    for place, inside, files in os.walk(folder):
        at = Path(place).relative_to(folder).as_posix().removeprefix(".")
        before = f"{at}/" if at else ""
        for name in sorted(inside):
            whole = before + name
            if whole + "/" == own:
                inside.remove(name)
            elif name != "__pycache__" and (
                whole not in folders or os.path.islink(os.path.join(place, name))
            ):
                inside.remove(name)
                yield FileFinding(FileFlaw.MORE, whole)
        for name in files:
            whole = before + name
            if is_bytecode(f"/{whole}"):
                yield from _compiled(folder / whole, whole, names)
            elif whole not in names:
                yield FileFinding(FileFlaw.MORE, whole)


def _compiled(path: Path, name: str, known: frozenset[str]) -> Iterator[FileFinding]:
    source = source_of(path)
    if source is None or not source.is_file():
        if name not in known:
            yield FileFinding(FileFlaw.MORE, name)
        return
    try:
        if not is_true(path):
            yield FileFinding(FileFlaw.COMPILED, name)
    except FileNotFoundError:
        return
    except OSError:
        yield FileFinding(FileFlaw.UNREADABLE, name)
