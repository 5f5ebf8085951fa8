"""``dealer-console people``: add, list, reset, disable and enable, from a terminal or a script; permissions.

Knows arguments and words; a PIN is asked for without showing it, or read from standard input, never an
argument: arguments are in the system's list of programs. The printed permissions are those of the code
(:mod:`console.table.protocol.permissions`) and those that the rulebooks add: whose each step is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from getpass import getpass
from pathlib import Path
from typing import Final

from console.arguments import BAD_ARGUMENTS, OneLine, of_file, print_refusal
from console.config import ConfigError, load_config
from console.game.incident_cases import Cases
from console.game.rule_values import Preparing
from console.game.rulebook import Rulebook, load_rulebook, rulebook_ids
from console.people.errors import PeopleError, PinsDiffer, SameName
from console.people.file import PeopleFile, default_path, system_user
from console.people.person import PersonRecord, checked_id, new_name
from console.people.pins import USUAL
from console.table.protocol.permissions import ASKED, PERMISSIONS, Area, Party
from console.table.showing.screen_values import Person
from console.table.state.actions import Action
from console.table.state.roles import Actor, Role, Trade, role_or_trade
from console.words import LANGUAGES, Words
from console.words.collation import sort_by_name
from console.words.incident_phrases import step_text
from console.words.line_breaks import places
from console.words.locales import FIRST
from console.words.names import role_inside
from console.words.speech import order_text

_PROGRAM: Final = "dealer-console people"
_ADD: Final = f"{_PROGRAM} add"
_ROLES: Final = (*Role, *Trade)
"""The roles that somebody can have on the list."""


def run(
    argv: Sequence[str],
    *,
    ask: Callable[[str], str] = input,
    ask_pin: Callable[[str], str] = getpass,
    people: Callable[..., PeopleFile] = PeopleFile,
) -> int:
    """Carry out the arguments. Returns the exit status: 2, with one line on standard error, if that is not
    possible.
    """
    given = _given(argv)
    words = Words(given.lang)
    try:
        file = _file(given, people)
        file.terminal = system_user()
        for line in _carry_out(given, file, words, ask, ask_pin):
            print(line)
    except ConfigError as error:
        return print_refusal(_PROGRAM, of_file(words, error))
    except SameName as error:
        message = words.text("people.name.same_at_terminal", **error.slots, option="--same-name")
        return print_refusal(_PROGRAM, message)
    except PeopleError as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except (EOFError, KeyboardInterrupt):
        print(f"\n{_PROGRAM}: {words.text('people.stopped')}", file=sys.stderr)
        return BAD_ARGUMENTS
    return 0


def _file(arguments: argparse.Namespace, people: Callable[..., PeopleFile]) -> PeopleFile:
    """The people's file of a table, or the user's own. Raises ConfigError. A new PIN has at least six digits
    unless the table's file allows four.
    """
    table = load_config(arguments.table) if arguments.table else None
    path = arguments.file or (table.people if table else None) or default_path()
    pepper = arguments.pepper or (table.pepper if table else None)
    return people(path, pepper=pepper, least=table.pin_digits if table else USUAL)


def _given(argv: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command == "add" and arguments.pin_stdin and not _is_complete(arguments):
        parser.wrong("pin_stdin")
    return arguments


def _is_complete(arguments: argparse.Namespace) -> bool:
    return None not in (arguments.id, arguments.name, arguments.role, arguments.language)


def _parser() -> OneLine:
    parser = OneLine(_PROGRAM, allow_abbrev=False)
    commands = parser.add_commands()
    add = commands.add_parser("add", help="command.people.add", allow_abbrev=False)
    add.add_argument("id", nargs="?", metavar="ID", help="option.id_new")
    add.add_argument("--name", help="option.name")
    add.add_argument("--role", choices=_ROLES, help="option.role")
    add.add_argument("--language", choices=LANGUAGES, help="option.language")
    add.add_argument("--badge", metavar="NUMBER", help="option.badge")
    add.add_argument("--same-name", action="store_true", help="option.same_name")
    reset = commands.add_parser("reset", help="command.people.reset")
    commands.add_parser("list", help="command.people.list")
    commands.add_parser("permissions", help="command.people.permissions")
    disable = commands.add_parser("disable", help="command.people.disable")
    enable = commands.add_parser("enable", help="command.people.enable")
    for command in (reset, disable, enable):
        command.add_argument("id", metavar="ID", help="option.id")
    for command in (add, reset):
        command.add_argument("--pin-stdin", action="store_true", help="option.pin_stdin")
    reset.add_argument("--new-secret", action="store_true", help="option.new_secret")
    for command in commands.choices.values():
        command.add_argument("--file", type=Path, help="option.people")
        command.add_argument("--table", type=Path, metavar="TOML", help="option.table_people")
        command.add_argument("--pepper", type=Path, help="option.pepper")
        command.add_argument("--lang", choices=LANGUAGES, default=FIRST, help="option.lang")
    return parser


def _carry_out(
    arguments: argparse.Namespace,
    people: PeopleFile,
    words: Words,
    ask: Callable[[str], str],
    ask_pin: Callable[[str], str],
) -> list[str]:
    """Carry out the command. Returns the lines to print."""
    match arguments.command:
        case "add":
            person, badge = _new_person(arguments, words, ask)
            pin = _pin(arguments.pin_stdin, words, ask_pin)
            added = people.add(person, pin, badge, asks_same_name=not arguments.same_name)
            return [_person_line(words, "people.added", added)]
        case "reset":
            found = people.person(arguments.id)
            pin = _pin(arguments.pin_stdin, words, ask_pin)
            return [
                _person_line(
                    words, "people.reset", people.reset(found.id, pin, new_secret=arguments.new_secret)
                )
            ]
        case "disable":
            return [_person_line(words, "people.disabled", people.disable(arguments.id))]
        case "enable":
            return [_person_line(words, "people.enabled", people.enable(arguments.id))]
        case "permissions":
            # who keeps people needs no rulebook

            return [*permissions(words)]
        case _:
            return _people_lines(people.people, words)


def _new_person(
    arguments: argparse.Namespace, words: Words, ask: Callable[[str], str]
) -> tuple[Person, str | None]:
    """The new person and the badge: from the arguments, and by asking for what they leave out."""

    def answer(value: str | None, key: str, choices: Sequence[str] = ()) -> str:
        listed = words.text("access.list")
        while value is None or (choices and value not in choices):
            value = ask(words.text(key, choices=listed.join(choices)) + words.locale.colon).strip()
        return value

    person = Person(
        checked_id(answer(arguments.id, "people.ask.id")),
        new_name(answer(arguments.name, "people.ask.name")),
        role_or_trade(answer(arguments.role, "people.ask.role", _ROLES)),
        answer(arguments.language, "people.ask.language", LANGUAGES),
    )
    # Who gives all that is needed as arguments writes a script, and left the badge out on purpose.
    badge = arguments.badge if _is_complete(arguments) else answer(arguments.badge, "people.ask.badge")
    return person, badge or None


def _pin(piped: bool, words: Words, ask_pin: Callable[[str], str]) -> str:
    """The PIN, asked for twice. Raises PinsDiffer."""
    if piped:
        return sys.stdin.readline().rstrip("\r\n")
    pin = ask_pin(words.text("people.ask.pin") + words.locale.colon)
    if ask_pin(words.text("people.ask.pin_again") + words.locale.colon) != pin:
        raise PinsDiffer
    return pin


def _person_line(words: Words, key: str, person: Person) -> str:
    return words.text(key, id=person.id, name=person.name, role=role_inside(words, person.role))


def _people_lines(people: Sequence[PersonRecord], words: Words) -> list[str]:
    """A table of all people; without any, how to add the first."""
    if not people:
        return [words.text("people.none", command=_ADD)]
    lines = [*(_row(record, words) for record in people), words.count("people.count", len(people))]
    if not any(record.person.role is Role.SUPERVISOR and not record.disabled for record in people):
        lines.append(words.text("people.first.how", command=f"{_ADD} --role supervisor"))
    return lines


def _row(record: PersonRecord, words: Words) -> str:
    parts = (words.text(f"role.{record.role}"), record.language, words.text(f"people.state.{record.state}"))
    return "\t".join((record.id, record.name, *parts))


_MAY, _MAY_NOT = "●", "·"
_PARTIES: Final = tuple(Party)
"""The columns of the table of permissions, in their order."""
_SAID_OTHERWISE: Final = frozenset(
    (
        Action.DEAL,
        Action.ANNOUNCE,
        Action.COLLECT,
        Action.CONFIRM_NUMBER,
        Preparing.PLACE_CUT_CARD,
        Action.BURN,
        Action.ANSWER,
    )
)
"""Prompts whose own words name a place, a number, a direction."""
_PEOPLE: Final = (Party.DEALER, Party.PIT_BOSS)


def permissions(words: Words) -> Iterator[str]:
    """The whole table, line by line."""
    yield words.text("permission.title")
    yield words.text("permission.how")
    yield from ("", *(f"{_mark(words, party)}  {_party(words, party)}" for party in _PARTIES))
    notes = list(dict.fromkeys(on for each in PERMISSIONS.values() for on in each.conditions))
    for area in Area:
        yield from (
            "",
            words.text(f"permission.{area}"),
            _columns(words, [_mark(words, party) for party in _PARTIES]),
        )
        yield from (
            _line_of(words, action, notes) for action in PERMISSIONS if PERMISSIONS[action].area is area
        )
    yield ""
    yield from (f"*{at} {words.text(f'permission.if.{note}')}" for at, note in enumerate(notes, 1))
    yield from _who_is_asked(words)
    yield from ("", words.text("permission.terminal"))


def _party(words: Words, party: Party) -> str:
    mine = party in (Party.SERVER, Party.DEVICE, Party.NOBODY)
    return words.text(f"permission.{party}" if mine else f"role.{party}")


def _mark(words: Words, party: Party) -> str:
    """The letter of a party's column: the first letter of its name that no other has."""
    return words.text(f"permission.mark.{party}")


def _heads(words: Words, parties: Iterable[Party]) -> str:
    return _columns(words, (_mark(words, party) for party in parties)).rstrip()


def _columns(words: Words, marks: Iterable[str]) -> str:
    """Marks in columns; a column is as wide as its letter."""
    wide = max(places(_mark(words, party)) for party in _PARTIES)
    return " ".join(mark + " " * (wide - places(mark)) for mark in marks)


def _line_of(words: Words, action: str, notes: list[str]) -> str:
    permission = PERMISSIONS[action]
    may = (_MAY if party in permission.may else _MAY_NOT for party in _PARTIES)
    noted = "".join(f" *{notes.index(on) + 1}" for on in permission.conditions)
    return f"{_columns(words, may)}  {words.text(f'permission.of.{action}')}{noted}"


def _who_is_asked(words: Words) -> Iterator[str]:
    """The person whom each prompt asks, and who does each step; the waits of the system ask nobody."""
    books = [load_rulebook(each) for each in rulebook_ids()]
    prompts = {
        action: set(actors)
        for action, actors in ASKED.items()
        if action != Action.SIGN_IN and Actor.SYSTEM not in actors
    }
    steps: dict[str, set[Actor]] = {}
    for book in books:
        for action, actor in _prepared(book):
            prompts.setdefault(action, set()).add(actor)
        for action, actor in _resolved(book):
            steps.setdefault(action, set()).add(actor)
    yield from (
        "",
        words.text("permission.prompt"),
        _heads(words, _PEOPLE),
    )
    yield from (_who(words, actors, _prompt(words, action)) for action, actors in prompts.items())
    yield from ("", words.text("permission.step"), _heads(words, _PEOPLE))
    named = {action: step_text(words, None, action) for action in steps}
    yield from (
        _who(words, steps[each], named[each])
        for each in sort_by_name(words, sorted(named), named.__getitem__)
    )


def _prepared(book: Rulebook) -> Iterator[tuple[str, Actor]]:
    for game in book.games.values():
        for step in game.preparation.steps:
            yield step.action.value, Actor(step.actor)


def _resolved(book: Rulebook) -> Iterator[tuple[str, Actor]]:
    for game in book.games.values():
        yield from _steps(game.incidents)


def _steps(cases: Cases) -> Iterator[tuple[str, Actor]]:
    for kind in cases.kinds.values():
        for case in kind:
            yield from ((step.action, Actor(step.actor)) for step in case.steps)


def _prompt(words: Words, action: str) -> str:
    if action in _SAID_OTHERWISE:
        return words.text(f"permission.asked.{action}")
    return order_text(words, action) or words.text(f"prompt.{action}")


def _who(words: Words, actors: set[Actor], text: str) -> str:
    marks = (_MAY if Actor(party) in actors else _MAY_NOT for party in _PEOPLE)
    return f"{_columns(words, marks)}  {text}"
