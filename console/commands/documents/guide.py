"""``dealer-console guide``: the house's procedures on paper, and whether a printed edition is in force.

The exit status of a check is 0 where the edition is in force, else 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from console import __version__
from console.arguments import PROGRAM, OneLine, path_text, print_refusal, system_language
from console.commands.rulebook_look import digest, fault_text, no_rules_text, rulebook_file
from console.game.games import GAMES
from console.game.rulebook_faults import faults_of, load_rulebook, source_of
from console.guide.edition import READERS, House, printed
from console.records.documents.export import ExportError, check_target, lines_of, write_export
from console.records.documents.paper import Paged
from console.table.state.roles import Role
from console.visible import visible
from console.words import LANGUAGES, Words
from console.words.names import role_name

_COMMAND: Final = f"{PROGRAM} guide"
OUTDATED: Final = 1
"""The exit status where a printed edition is not in force, or the rulebook must be corrected."""


def main(argv: Sequence[str], page: Paged, now: Callable[[], datetime] = datetime.now) -> int:
    """Carry out the arguments. Returns the exit status: 2, with one line on standard error, if that is not
    possible.

    ``page`` makes a PDF of a document.
    """
    parser = OneLine(_COMMAND, allow_abbrev=False)
    parser.add_argument("--rules", type=path_text, required=True, metavar="RULES", help="option.rulebook")
    roles = tuple(map(str, READERS))
    parser.add_argument("--role", choices=roles, default=roles[0], help="option.guide_role")
    parser.add_argument("--game", choices=GAMES, help="option.game_shown")
    parser.add_argument("--out", type=Path, metavar="FILE", help="option.guide_out")
    parser.add_argument("--check", metavar="EDITION", help="option.guide_check")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    arguments = parser.parse_args(argv)
    words = Words(arguments.lang)
    file = rulebook_file(arguments.rules)
    if not file.is_file():
        return print_refusal(_COMMAND, no_rules_text(words, arguments.rules))
    source = source_of(file)
    if faults := faults_of(source):
        print(*(fault_text(words, fault) for fault in faults), sep="\n")
        print(words.text("rulebook.check.bad", file=visible(file.name)))
        return OUTDATED
    rulebook = load_rulebook(source)
    if arguments.game is not None and arguments.game not in rulebook.games:
        wrong = words.text("rulebook.no_game", rules=file.name, game=arguments.game)
        there = words.list_of(list(rulebook.games))
        return print_refusal(_COMMAND, words.text("arguments.there", wrong=wrong, names=there))
    house = House(rulebook, digest(source, rulebook))
    if arguments.check is not None:
        return _check(words, house, arguments.check)
    try:
        if arguments.out is not None:
            check_target(arguments.out)
        edition = house.edition(Role(arguments.role), arguments.lang, arguments.game)
        paper = printed(edition, house, f"{PROGRAM} {__version__}", now())
        if arguments.out is None:
            print(*lines_of(paper), sep="\n")
            return 0
        write_export(arguments.out, page(paper))
    except ExportError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    print(words.text("record.written", file=arguments.out))
    return 0


def _check(words: Words, house: House, given: str) -> int:
    """Print whether an edition is in force, and for whom and in which language it is made."""
    for edition in house.editions():
        if edition.digest == given.strip().upper():
            of = {
                "edition": edition.digest,
                "role": role_name(words, edition.role),
                "language": Words(edition.paper.language).locale.name,
            }
            print(words.text("guide.in_force", **of))
            return 0
    print(words.text("guide.not_in_force", edition=visible(given)))
    return OUTDATED
