"""``dealer-console accept``: technical service lets a table start without files or with older ones, or sets
an unreadable journal aside. :mod:`console.table.custody.belongings` knows the files of a table. A person at a
terminal acts as the console's system user; the next start records the reason and the login in the journal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import PROGRAM, Arg, BadArgument, Lang, of_file, print_refusal
from console.base.plain_text import stripped
from console.base.words import Words
from console.table.config import ConfigError, TableConfig, load_config
from console.table.core.running.clock import SystemClock
from console.table.custody.belongings import Belonging, FileTrouble
from console.table.custody.table_opening import beyond_rescue, refuse_terminals
from console.table.game.rulebook import RulebookError, load_rulebook
from console.table.journal import Identity, JournalError
from console.table.people.errors import PeopleError
from console.table.people.file import PeopleFile, system_user

_COMMAND: Final = f"{PROGRAM} accept"
_LONGEST: Final = 200
_SAID: Final = {
    FileTrouble.OTHER_PEOPLE: "accept.with_people",
    FileTrouble.OLDER_PEOPLE: "accept.with_people",
    FileTrouble.OTHER_JOURNAL: "accept.with",
    FileTrouble.OLDER_JOURNAL: "accept.with",
    FileTrouble.DAMAGED: "accept.aside",
    FileTrouble.LOSES: "accept.aside",
}
"""The phrase key of what the next start does; a missing file's is ``accept.done``."""


def main(
    *,
    table: Annotated[Path, Arg("option.table", "FILE")],
    reason: Annotated[str, Arg("option.reason", "TEXT")],
    lang: Lang,
) -> int:
    """Give the permission. Returns the exit status: 2 with a line of error if it can't be given."""
    words = Words(lang)
    reason = " ".join(stripped(reason).split())
    if not 1 <= len(reason) <= _LONGEST:
        raise BadArgument(words.count("arguments.reason", _LONGEST))
    try:
        config = load_config(table)
        assert config.people is not None, "a LIVE table has people"
        refuse_terminals(config.journal)
        belonging = Belonging(config.journal, PeopleFile(config.people, pepper=config.pepper), config.name)
        missing = belonging.allow(f"technical service, {system_user()}: {reason}", _damaged(config))
    except (PeopleError, JournalError) as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except (ConfigError, RulebookError, OSError) as error:
        return print_refusal(_COMMAND, of_file(words, error))
    for each in missing:
        print(words.text(_SAID.get(each.gone, "accept.done"), file=each.file))
    if not missing:
        print(words.text("accept.nothing"))
    return 0


def _damaged(config: TableConfig) -> JournalError | None:
    """The reason why the table's journal can't be read; None if it can, or if there is no journal."""
    if not config.journal.is_file():
        return None
    identity = Identity(config.name, config.game, config.rules)
    return beyond_rescue(config.journal, identity, load_rulebook(config.rules), SystemClock())
