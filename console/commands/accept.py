"""``dealer-console accept --table FILE --reason TEXT``: technical service lets a table start without files,
or sets aside a journal from which nothing can be read.

Knows arguments and words; :mod:`console.custody.belongings` knows the files of a table. A person at a
terminal acts as the console's system user; the next start records the reason and the login in the journal.
"""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from console.arguments import PROGRAM, OneLine, of_file, print_refusal, system_language
from console.config import ConfigError, TableConfig, load_config
from console.custody.belongings import Belonging, FileTrouble
from console.custody.table_opening import beyond_rescue, refuse_terminals
from console.game.rulebook import RulebookError, load_rulebook
from console.journal import Identity, JournalError
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.table.running.clock import SystemClock
from console.words import Words
from console.words.locales import LANGUAGES

_COMMAND: Final = f"{PROGRAM} accept"
_LONGEST: Final = 200
_SET_ASIDE: Final = (FileTrouble.DAMAGED, FileTrouble.LOSES)


def main(argv: Sequence[str]) -> int:
    """Give the permission. Returns the exit status: 2 with one line on standard
    error if it can't be given.
    """
    parser = OneLine(_COMMAND, allow_abbrev=False)
    parser.add_argument("--table", type=Path, metavar="FILE", required=True, help="option.table")
    parser.add_argument("--reason", metavar="TEXT", required=True, help="option.reason")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    arguments = parser.parse_args(argv)
    words = Words(arguments.lang)
    reason = " ".join(arguments.reason.split())
    if not 1 <= len(reason) <= _LONGEST:
        parser.error(words.count("arguments.reason", _LONGEST))
    try:
        config = load_config(arguments.table)
        assert config.people is not None, "a LIVE table has people"
        refuse_terminals(config.journal)
        belonging = Belonging(config.journal, PeopleFile(config.people, pepper=config.pepper), config.name)
        missing = belonging.allow(f"technical service, {getpass.getuser()}: {reason}", _damaged(config))
    except (PeopleError, JournalError) as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except (ConfigError, RulebookError, OSError) as error:
        return print_refusal(_COMMAND, of_file(words, error))
    for each in missing:
        print(words.text("accept.aside" if each.gone in _SET_ASIDE else "accept.done", file=each.file))
    if not missing:
        print(words.text("accept.nothing"))
    return 0


def _damaged(config: TableConfig) -> JournalError | None:
    """The reason why the table's journal can't be read; None if it can, or if there is no journal."""
    if not config.journal.is_file():
        return None
    identity = Identity(config.name, config.game, config.rules)
    return beyond_rescue(config.journal, identity, load_rulebook(config.rules), SystemClock())
