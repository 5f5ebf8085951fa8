"""``dealer-console accept --table FILE --reason TEXT``: technical service lets a table start without files.

Knows arguments and words; what belongs to a table is :mod:`console.belonging`'s. Whoever has a terminal acts
as the user of the console; the reason and the login are recorded in the journal by the next start.
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from console.belonging import Belonging
from console.cli import LANGUAGES, PROGRAM, OneLine, system_language
from console.config import ConfigError, load_config
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.words import Words

BAD_ARGUMENTS: Final = 2
_LONGEST: Final = 200


def main(argv: Sequence[str]) -> int:
    """Allow it; its exit status, 2 with one line on standard error."""
    parser = OneLine(f"{PROGRAM} accept", allow_abbrev=False)
    parser.add_argument("--table", type=Path, metavar="FILE", required=True, help="the LIVE table's TOML")
    parser.add_argument("--reason", metavar="TEXT", required=True, help="why; it is recorded")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answer")
    given = parser.parse_args(argv)
    words = Words(given.lang)
    reason = " ".join(given.reason.split())
    if not 1 <= len(reason) <= _LONGEST:
        parser.error(f"--reason: a text of 1 to {_LONGEST} characters")
    try:
        config = load_config(given.table)
        assert config.people is not None, "a LIVE table has people"
        belonging = Belonging(config.journal, PeopleFile(config.people), config.name)
        missing = belonging.allow(f"technical service, {getpass.getuser()}: {reason}")
    except PeopleError as error:
        return _refused(words.text(error.key, **error.slots))
    except (ConfigError, OSError) as error:
        return _refused(str(error))
    for each in missing:
        print(words.text("accept.done", file=each.file))
    if not missing:
        print(words.text("accept.nothing"))
    return 0


def _refused(said: str) -> int:
    print(f"{PROGRAM} accept: {said}", file=sys.stderr)
    return BAD_ARGUMENTS
