"""``dealer-console journal shifts``: the shifts in which entries were made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import PROGRAM, Arg, Lang, print_refusal
from console.base.plain_text import visible
from console.base.words import Words
from console.table.journal import JournalError, review

_COMMAND: Final = f"{PROGRAM} journal shifts"


def list_shifts(
    file: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")],
    *,
    newest: Annotated[bool, Arg("option.newest_shift")] = False,
    lang: Lang,
) -> int:
    """Print each shift once, the oldest first. Returns 2 where a journal can't be read."""
    found = set[str]()
    try:
        for path in file:
            with review(path) as journal:
                found |= {*journal.shifts()}
    except JournalError as error:
        return print_refusal(_COMMAND, Words(lang).text(error.key, **error.slots))
    for shift in sorted(found)[-1 if newest else 0 :]:
        print(visible(shift))
    return 0
