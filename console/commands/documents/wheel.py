"""``dealer-console wheel FILE...``: the wheels' statistics from these journals, as text or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.arguments import print_refusal
from console.journal import JournalError
from console.records.documents.export import ExportError, check_target, write_export
from console.reports.journal_reports import NoWheel, wheel_report
from console.reports.wheel_words import lines_of, object_of
from console.visible import escape_json
from console.words import Words

_PROGRAM: Final = "dealer-console wheel"


class WheelOptions(NamedTuple):
    """The options of the command line; ``serial`` is the wheel's serial number for spins that have none on
    record.
    """

    files: tuple[Path, ...]
    serial: str | None
    json: Path | None
    lang: str


def main(options: WheelOptions) -> int:
    """Carry out the options. Returns the exit status: 2, with one line on standard error, if that is not
    possible.
    """
    words = Words(options.lang)
    try:
        if options.json is not None:
            check_target(options.json)
        report = wheel_report(options.files, options.serial)
        if options.json is not None:
            text = msgspec.json.format(msgspec.json.encode(object_of(report, words)), indent=2)
            write_export(options.json, escape_json(text.decode()).encode())
            print(words.text("record.written", file=options.json))
        else:
            print("\n".join(lines_of(report, words)))
    except (JournalError, ExportError, NoWheel) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0
