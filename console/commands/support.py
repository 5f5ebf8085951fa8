"""``dealer-console support --out FILE.zip``: what technical service needs, in one archive.

Knows arguments and words; what is in the archive is :mod:`console.commands.bundle`'s.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from console.cli import GAMES, LANGUAGES, PROGRAM, RULES, OneLine, system_language
from console.commands.bundle import Asked, bundled
from console.config import ConfigError, load_config, training_config
from console.error_log import default_folder
from console.records.export import ExportError, check_target, write_export
from console.words import Words

BAD_ARGUMENTS: Final = 2


def main(argv: Sequence[str]) -> int:
    """Write the archive; its exit status, 2 with one line on standard error."""
    parser = OneLine(f"{PROGRAM} support", allow_abbrev=False)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--table", type=Path, metavar="FILE", help="the LIVE table that it is about")
    which.add_argument("--journal", type=Path, metavar="FILE", help="the journal that it is about")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="of a simulated table")
    parser.add_argument("--rules", choices=RULES, default=RULES[0], help="of a simulated table")
    parser.add_argument("--out", type=Path, metavar="FILE.zip", required=True, help="where nothing is yet")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answer")
    given = parser.parse_args(argv)
    words = Words(given.lang)
    try:
        config = load_config(given.table) if given.table else None
        simulated = training_config(given.game, given.rules, given.lang)
        journal = given.journal or (config or simulated).journal
        check_target(given.out)
        write_export(given.out, bundled(Asked(journal, config, default_folder())))
    except ConfigError as error:
        return _refused(str(error))
    except ExportError as error:
        return _refused(words.text(error.key, **error.slots))
    print(words.text("support.written", file=given.out))
    return 0


def _refused(said: str) -> int:
    print(f"{PROGRAM} support: {said}", file=sys.stderr)
    return BAD_ARGUMENTS
