"""``dealer-console support --out FILE.zip``: what technical service needs, in one archive without a secret.
It knows journals, configuration and logs as files; for a missing part the archive has the reason. A text that
looks like a PIN's hash, a token or a private key is left out everywhere.
"""

from __future__ import annotations

import platform
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Annotated, Final
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from msgspec.structs import replace

from console import __version__
from console.base.command_line import PROGRAM, Arg, Lang, of_file, print_refusal
from console.base.errors import default_folder, logs
from console.base.plain_text import Scrubber, without_values
from console.base.system import read_json
from console.base.words import FIRST, Words
from console.supervisor.records import ExportError, check_target, write_export
from console.table.commands import SimulatedRules, usual_rules
from console.table.config import ConfigError, TableConfig, load_config, training_config
from console.table.core import JournalEntry, game_of, replay
from console.table.custody import verdict
from console.table.game import GAMES, USUAL_GAME, RulebookError, load_rulebook
from console.table.journal import JournalError, Review, archives, covered_event, review

_COMMAND: Final = f"{PROGRAM} support"
ENTRIES: Final = 500
"""The most last entries of the journal in the archive."""
LOOKED_AT: Final = 20_000
"""The last entries that are searched for a device's bytes."""
LATE: Final = 200
"""The most entries to which a round with cards in it goes back."""
PACKAGES: Final = (
    "PySide6-Essentials",
    "argon2-cffi",
    "cryptography",
    "fsrs",
    "msgspec",
    "platformdirs",
    "pyserial",
    "qasync",
    "sqlite-utils",
    "XlsxWriter",
)
_NAME: Final = "dealer-console"


class SupportRequest(msgspec.Struct, frozen=True):
    """The contents of an archive: which journal, which configuration, which folder of logs."""

    journal: Path
    config: TableConfig | None
    logs: Path


def bundle(request: SupportRequest) -> bytes:
    out, scrubbed = BytesIO(), Scrubber(_hidden(request.config))
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, part in _PARTS.items():
            archive.writestr(name, scrubbed("\n".join(_tried(part, request)) + "\n").encode())
    return out.getvalue()


def _tried(part: Callable[[SupportRequest], Iterable[str]], request: SupportRequest) -> list[str]:
    try:
        return list(part(request))
    except (JournalError, OSError, RuntimeError, ValueError) as error:
        return [f"not to be had: {type(error).__name__}: {error}"]


def _hidden(config: TableConfig | None) -> tuple[str, ...]:
    """Texts that must not be in the archive: the readable tokens of link and floor."""
    link, floor = (config.link, config.floor) if config is not None else (None, None)
    found = list[str]()
    files = (None if link is None else link.token_file, None if floor is None else floor.password_file)
    for file in files:
        with suppress(OSError):
            found.append(file.read_text("utf-8", "replace").strip() if file is not None else "")
    return tuple(filter(None, found))


def _versions(request: SupportRequest) -> Iterator[str]:
    yield f"{_NAME} {__version__}"
    yield f"Python {sys.version.split()[0]}, {platform.platform()}"
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} is not installed"


def _configuration(request: SupportRequest) -> Iterator[str]:
    if request.config is None:
        yield "none was named"
        return
    config = request.config
    if config.video is not None:
        address = without_values(config.video.address)
        config = replace(config, video=replace(config.video, address=address))
    written = msgspec.json.encode(msgspec.to_builtins(config, enc_hook=str))
    yield msgspec.json.format(written, indent=1).decode()


def _places(request: SupportRequest) -> Iterator[str]:
    """The files that the table needs: size, owner, and the room left on the disk."""
    folder = request.journal.parent
    yield f"journal {request.journal}"
    for path in sorted(folder.glob(f"{request.journal.name}*")):
        found = path.stat()
        yield f"{path.name} {found.st_size} bytes, mode {found.st_mode & 0o7777:o}"
    usage = shutil.disk_usage(folder)
    yield f"{usage.free} bytes of {usage.total} are free"


def _entries(request: SupportRequest) -> Iterator[str]:
    """The last entries, the oldest first; from a broken journal the readable ones."""
    for entry in _last(request.journal, ENTRIES):
        fields = {**msgspec.structs.asdict(entry), "event": entry.event.decode("utf-8", "replace")}
        yield msgspec.json.encode({**fields, "raw": entry.raw and entry.raw.hex(" ")}).decode()


def _bytes(request: SupportRequest) -> Iterator[str]:
    """The last bytes that the devices sent, as they came."""
    for entry in _last(request.journal, LOOKED_AT):
        if entry.raw is not None:
            device = read_json(entry.event).get("device", "?")
            yield f"{entry.number} {entry.at.isoformat()} {device} {entry.raw.hex(' ')}"


def _last(journal: Path, count: int) -> Iterator[JournalEntry]:
    """The last entries of the journal; for a new file, from the closed ones beside it too."""
    found = deque([[*_last_in(journal, count)]])  # comes first because it refuses anything but a plain file
    count -= len(found[0])
    for file in reversed(archives.volumes(journal)[:-1] if count else ()):
        found.appendleft([*_last_in(file, count)])
        count -= len(found[0])
        if not count:
            break
    return chain.from_iterable(found)


def _last_in(journal: Path, count: int) -> Iterator[JournalEntry]:
    with review(journal) as found:
        bounds = found.bounds(None, None, None)
        if bounds is not None:
            hidden = _unseen(found, bounds[1])
            for entry in deque(found.entries(max(0, bounds[1] - count)), count):
                yield _covered(entry) if entry.number in hidden else entry


def _unseen(journal: Review, last: int) -> frozenset[int]:
    """The entries of cards that the table has not shown; if unknown, all cards of the last entries."""
    try:
        game = game_of(load_rulebook(journal.identity.rules), journal.identity.game)
        unseen = replay.unseen_from(game, journal.begin, max(0, last - LATE))
        for entry in journal.entries(unseen.last_entry):
            unseen.follow_entry(entry)
    except (RulebookError, KeyError, msgspec.MsgspecError, RuntimeError):
        return frozenset(range(max(1, last - LATE), last + 1))
    return unseen.held_back


def _covered(entry: JournalEntry) -> JournalEntry:
    return msgspec.structs.replace(entry, event=covered_event(entry.event), line=None, raw=None)


def _verdict(request: SupportRequest) -> Iterator[str]:
    yield from verdict.verdict_of(request.journal, Words(FIRST))


def _errors(request: SupportRequest) -> Iterator[str]:
    for path in logs(request.logs):
        yield path.read_text("utf-8", "replace")


_PARTS: Final[dict[str, Callable[[SupportRequest], Iterable[str]]]] = {
    "versions.txt": _versions,
    "configuration.json": _configuration,
    "files.txt": _places,
    "entries.jsonl": _entries,
    "device-bytes.txt": _bytes,
    "verdict.txt": _verdict,
    "errors.log": _errors,
}


def main(
    *,
    table: Annotated[Path | None, Arg("option.table", "FILE", alone="journal")] = None,
    journal: Annotated[Path | None, Arg("option.journal", "FILE", alone="journal")] = None,
    game: Annotated[str, Arg("option.game_simulated", choices=GAMES)] = USUAL_GAME,
    rules: SimulatedRules = "",
    out: Annotated[Path, Arg("option.out_zip", "FILE.zip")],
    lang: Lang,
) -> int:
    """Write the archive. Returns the exit status; 2 with a line on standard error."""
    words = Words(lang)
    try:
        config = load_config(table) if table else None
        simulated = training_config(game, rules or usual_rules(), lang)
        journal = journal or (config or simulated).journal
        check_target(out)
        write_export(out, bundle(SupportRequest(journal, config, default_folder())))
    except ConfigError as error:
        return print_refusal(_COMMAND, of_file(words, error))
    except ExportError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    print(words.text("support.written", file=out))
    if (said := _unread(journal, words)) is not None:
        told = words.text("support.no_journal", file=out, said=said)
        print(f"{_COMMAND}: {told}", file=sys.stderr)
    return 0


def _unread(journal: Path, words: Words) -> str | None:
    """Why the archive has nothing of the journal, such as another file of that name; or None."""
    try:
        with review(journal):
            return None
    except JournalError as error:
        return words.text(error.key, **error.slots)
