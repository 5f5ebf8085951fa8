"""``dealer-console people``: add, list, reset, disable and enable, from a terminal or a script.

Knows arguments and words; a PIN is asked without showing it, or read from standard input, never an argument:
arguments are in the system's list of programs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from getpass import getpass
from pathlib import Path
from typing import Final, NoReturn

from console.people.errors import PeopleError, PinsDiffer
from console.people.file import PeopleFile
from console.people.place import default_path, system_user
from console.people.record import Record, checked_id, checked_name
from console.table.roles import Role
from console.table.views import Person
from console.words import LANGUAGES, Words
from console.words.names import role_inside

BAD_ARGUMENTS: Final = 2
_PROGRAM: Final = "dealer-console people"
_ADD: Final = f"{_PROGRAM} add"


class _OneLine(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the right arguments are listed; exit status 2."""
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message} (see {self.prog} --help)\n")


def run(
    argv: Sequence[str],
    *,
    ask: Callable[[str], str] = input,
    ask_pin: Callable[[str], str] = getpass,
    people: Callable[..., PeopleFile] = PeopleFile,
) -> int:
    """Do what the arguments ask for; its exit status, 2 with one line on standard error."""
    given = _given(argv)
    words = Words(given.lang)
    try:
        apart = {"pepper": given.pepper} if given.pepper else {}
        file = people(given.file or default_path(), **apart)
        file.terminal = system_user()
        for line in _done(given, file, words, ask, ask_pin):
            print(line)
    except PeopleError as error:
        print(f"{_PROGRAM}: {words.text(error.key, **error.slots)}", file=sys.stderr)
        return BAD_ARGUMENTS
    except (EOFError, KeyboardInterrupt):
        print(f"\n{_PROGRAM}: {words.text('people.stopped')}", file=sys.stderr)
        return BAD_ARGUMENTS
    return 0


def _given(argv: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    given = parser.parse_args(argv)
    if given.command == "add" and given.pin_stdin and not _is_complete(given):
        parser.error("--pin-stdin leaves nothing to ask: ID, --name, --role and --language are needed")
    return given


def _is_complete(given: argparse.Namespace) -> bool:
    return None not in (given.id, given.name, given.role, given.language)


def _parser() -> argparse.ArgumentParser:
    parser = _OneLine(_PROGRAM, description="Who may sign in at a LIVE table.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add = commands.add_parser("add", help="add somebody; what is left out is asked", allow_abbrev=False)
    add.add_argument("id", nargs="?", metavar="ID", help="1 to 16 letters, digits and hyphens")
    add.add_argument("--name", help="as the screen shows it")
    add.add_argument("--role", choices=tuple(Role))
    add.add_argument("--language", choices=LANGUAGES, help="of the person's screen")
    add.add_argument("--badge", metavar="NUMBER", help="8 to 20 digits that a badge reader types")
    reset = commands.add_parser("reset", help="give somebody a new PIN, and let them try again")
    commands.add_parser("list", help="everybody, with role, language and state")
    commands.add_parser("permissions", help="who may do what, as a table")
    disable = commands.add_parser("disable", help="let somebody no longer sign in")
    enable = commands.add_parser("enable", help="let somebody sign in again")
    for command in (reset, disable, enable):
        command.add_argument("id", metavar="ID")
    for command in (add, reset):
        command.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input")
    for command in commands.choices.values():
        command.add_argument("--file", type=Path, help="the people's file; left out, the user's own")
        command.add_argument("--pepper", type=Path, help="the PINs' secret; left out, the user's own")
        command.add_argument("--lang", choices=LANGUAGES, default="en", help="of the answers")
    return parser


def _done(
    given: argparse.Namespace,
    people: PeopleFile,
    words: Words,
    ask: Callable[[str], str],
    ask_pin: Callable[[str], str],
) -> list[str]:
    """Do it; the lines to print."""
    match given.command:
        case "add":
            person, badge = _asked(given, words, ask)
            added = people.add(person, _pin(given.pin_stdin, words, ask_pin), badge)
            return [_said(words, "people.added", added)]
        case "reset":
            found = people.person(given.id)
            return [
                _said(words, "people.reset", people.reset(found.id, _pin(given.pin_stdin, words, ask_pin)))
            ]
        case "disable":
            return [_said(words, "people.disabled", people.disable(given.id))]
        case "enable":
            return [_said(words, "people.enabled", people.enable(given.id))]
        case "permissions":
            from console.people.permitted import permissions  # who keeps people needs no rulebook

            return [*permissions(words)]
        case _:
            return _listed(people.people, words)


def _asked(given: argparse.Namespace, words: Words, ask: Callable[[str], str]) -> tuple[Person, str | None]:
    """Who is added, with which badge, by the arguments and by asking for what they leave out."""

    def answer(value: str | None, key: str, choices: Sequence[str] = ()) -> str:
        while value is None or (choices and value not in choices):
            value = ask(words.text(key, choices=", ".join(choices)) + ": ").strip()
        return value

    person = Person(
        checked_id(answer(given.id, "people.ask.id")),
        checked_name(answer(given.name, "people.ask.name")),
        Role(answer(given.role, "people.ask.role", tuple(Role))),
        answer(given.language, "people.ask.language", LANGUAGES),
    )
    # Who gives all that is needed as arguments writes a script, and left the badge out on purpose.
    badge = given.badge if _is_complete(given) else answer(given.badge, "people.ask.badge")
    return person, badge or None


def _pin(piped: bool, words: Words, ask_pin: Callable[[str], str]) -> str:
    """The PIN, asked for twice; PinsDiffer."""
    if piped:
        return sys.stdin.readline().rstrip("\r\n")
    pin = ask_pin(words.text("people.ask.pin") + ": ")
    if ask_pin(words.text("people.ask.pin_again") + ": ") != pin:
        raise PinsDiffer
    return pin


def _said(words: Words, key: str, person: Person) -> str:
    return words.text(key, id=person.id, name=person.name, role=role_inside(words, person.role))


def _listed(people: Sequence[Record], words: Words) -> list[str]:
    """A table of everybody, or the way to the first."""
    if not people:
        return [words.text("people.none", command=_ADD)]
    lines = [*(_row(record, words) for record in people), words.count("people.count", len(people))]
    if not any(record.role is Role.SUPERVISOR and not record.disabled for record in people):
        lines.append(words.text("people.first.how", command=f"{_ADD} --role supervisor"))
    return lines


def _row(record: Record, words: Words) -> str:
    parts = (words.text(f"role.{record.role}"), record.language, words.text(f"people.state.{record.state}"))
    return "\t".join((record.id, record.name, *parts))
