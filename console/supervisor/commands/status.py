"""``dealer-console status FILE...``: how tables are doing, for a house's own monitoring. Prints a line a
table, JSON, or a file for Prometheus' textfile collector; the exit status is that of a Nagios plugin. It
names no person, and does not disturb a table at work.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec

from console.base.command_line import PROGRAM, Arg, Lang, print_refusal
from console.base.errors import WordedError, log_bug
from console.base.plain_text import escape_json, visible
from console.base.system import true_place
from console.base.words import Words, system_text, why
from console.supervisor.records.documents.record_words import unsealed_text
from console.supervisor.reports.list_words import device_text
from console.supervisor.reports.table_health import (
    HealthFinding,
    HealthTrouble,
    HealthWatch,
    Level,
    TableHealth,
    room_in,
    with_people_elsewhere,
)
from console.table.journal import JournalError, archives, no_journal
from console.table.words import game_name

_COMMAND: Final = f"{PROGRAM} status"

WriteMetrics = Callable[[Path, Iterable[TableHealth], datetime, Iterable[str]], None]
"""Writes a text file of the tables' health and the journals that can't be read. Raises WordedError if a
foreign file is there; OSError, ImportError.
"""


class UnreadableJournal(msgspec.Struct, frozen=True, kw_only=True):
    """Stands in place of a table's health if its journal can't be read."""

    file: str
    why: str
    findings: tuple[HealthFinding, ...] = (HealthFinding(HealthTrouble.UNREADABLE, Level.UNKNOWN),)
    level = Level.UNKNOWN


def main(
    file: Annotated[tuple[Path, ...], Arg("option.journal", "FILE")],
    *,
    json: Annotated[bool, Arg("option.json")] = False,
    textfile: Annotated[Path | None, Arg("option.textfile", "FILE.prom")] = None,
    lang: Lang,
    write_metrics: WriteMetrics | None = None,
    now: datetime | None = None,
) -> int:
    """Print each table's health. Returns the worst level in Nagios' numbers, 3 for an unreadable journal."""
    words = Words(lang)
    if textfile is not None and write_metrics is None:
        return print_refusal(_COMMAND, words.text("parts.missing", part="floor"))
    at = now or datetime.now(UTC)
    watches = {HealthWatch(each): each for each in _at_play(file)}
    looks = {watch: _looked_at(watch, each, at, words) for watch, each in watches.items()}
    read = with_people_elsewhere({watch: of for watch, of in looks.items() if isinstance(of, TableHealth)})
    found = [*{**looks, **read}.values()]
    level = max(each.level for each in found)
    if textfile is not None and write_metrics is not None:
        try:
            unreadable = [each.file for each in found if isinstance(each, UnreadableJournal)]
            write_metrics(textfile, read.values(), at, unreadable)
        except WordedError as error:
            return print_refusal(_COMMAND, words.text(error.key, **error.slots))
        except (OSError, ImportError) as error:
            reason = getattr(error, "strerror", None) or error
            message = words.text("health.not_written", file=textfile, reason=reason)
            return print_refusal(_COMMAND, message)
    if json:
        tables = [{**msgspec.to_builtins(each), "level": each.level.name.lower()} for each in found]
        written = msgspec.json.encode({"at": at, "level": level.name.lower(), "tables": tables}).decode()
        print(escape_json(written))
    elif textfile is None:
        for each in found:
            print(_line(each, words))
    return int(level)


def _at_play(files: Sequence[Path]) -> list[Path]:
    """The files without those that are closed and continue in another of them: they get no more entries."""
    given = {true_place(each) for each in files}
    return [each for each in files if not (archives.is_closed_file(each) and _goes_on_in(given, each))]


def _goes_on_in(given: Container[Path], closed: Path) -> bool:
    later = archives.later_file(closed)
    return later is not None and true_place(later) in given


def _looked_at(watch: HealthWatch, file: Path, at: datetime, words: Words) -> TableHealth | UnreadableJournal:
    try:
        return watch.look(at, *room_in(file.parent))
    except JournalError as error:
        return UnreadableJournal(file=str(file), why=words.text(error.key, **error.slots))
    except FileNotFoundError:  # the folder is missing, too
        missing = no_journal(file)
        return UnreadableJournal(file=str(file), why=words.text(missing.key, **missing.slots))
    except OSError as error:
        return UnreadableJournal(file=str(file), why=system_text(error, words))
    except RuntimeError as error:
        log_bug(error)
        return UnreadableJournal(file=str(file), why=why(error, words))


def _line(found: TableHealth | UnreadableJournal, words: Words) -> str:
    """A table's line: its level, its name, its phase of play, and what is wrong."""
    level = words.text(f"health.{found.level.name.lower()}")
    if isinstance(found, UnreadableJournal):
        file = visible(found.file)
        return f"{level}: {found.why}" if file in found.why else f"{level}: {file}: {found.why}"
    play = words.text("health.play", rounds=found.rounds, incidents=found.incidents)
    wrong = [_finding_text(each, words) for each in sorted(found.findings, key=lambda each: -each.level)]
    name, game = visible(found.table), visible(game_name(words, found.game))
    return words.side_by_side((f"{level}: {name}, {game}", *wrong, play))


def _finding_text(finding: HealthFinding, words: Words) -> str:
    key = f"health.{finding.what}"
    match finding:
        case HealthFinding(HealthTrouble.DISK, _, int() | float() as left):
            return words.text(key, mib=words.figure(left / 2**20, 0))
        case HealthFinding(HealthTrouble.FILES, _, int() as left):
            return words.text(key, many=left)
        case HealthFinding(HealthTrouble.NO_ANSWER, _, int() | float() as seconds):
            return words.text(key, seconds=words.figure(seconds, 0))
        case HealthFinding(_, _, int() | float() as seconds):
            return words.text(key, minutes=words.figure(seconds / 60, 0))
        case HealthFinding(HealthTrouble.UNSEALED, _, trouble):
            return words.text("health.not_sealed", why=visible(unsealed_text(words, str(trouble))))
        case HealthFinding(HealthTrouble.NO_PICTURE, _, reason):
            return words.text(key, why=words.find(f"video.{reason}") or visible(str(reason)))
        case HealthFinding(HealthTrouble.ELSEWHERE, _, table):
            return words.text(key, table=visible(str(table)))
        case HealthFinding(_, _, device):
            return words.text(key, device=visible(device_text(words, str(device))))
