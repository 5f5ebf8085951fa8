"""``dealer-console people``: add, list, reset, disable and enable, from a terminal or a script.

Knows arguments and words; a PIN is asked for without showing it, or read from standard input, never an
argument: arguments are in the system's list of programs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from getpass import getpass
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from console.base.command_line import (
    BAD_ARGUMENTS,
    PROGRAM,
    Arg,
    not_installed,
    of_file,
    print_refusal,
    within,
    wrong,
)
from console.base.errors import WordedError
from console.base.plain_text import visible
from console.base.words import FIRST, LANGUAGES, Words
from console.table.config import ConfigError, load_config
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role, Trade, role_or_trade
from console.table.game.games import GAMES
from console.table.people.answers import PIN_USUAL, ListedPerson
from console.table.people.dealing_rights import NO_RIGHTS, DealingRights, entered_rights
from console.table.people.dealing_words import rights_lines
from console.table.people.errors import OlderList, PinsDiffer, SameName
from console.table.people.file import PeopleFile, default_path, system_user
from console.table.people.person import checked_id, new_name
from console.table.words.names import role_inside

_PROGRAM: Final = "dealer-console people"
_ADD: Final = f"{_PROGRAM} add"
_ROLES: Final = (*Role, *Trade)
"""The roles that somebody can have on the list."""


class Terminal(NamedTuple):
    people: PeopleFile
    words: Words
    ask: Callable[[str], str]
    ask_pin: Callable[[str], str]


def at_terminal(
    command: Callable[[Terminal], int],
    *,
    file: Annotated[Path | None, Arg("option.people")] = None,
    table: Annotated[Path | None, Arg("option.table_people", "TOML")] = None,
    pepper: Annotated[Path | None, Arg("option.pepper")] = None,
    lang: Annotated[str, Arg("option.lang", choices=LANGUAGES)] = FIRST,
    ask: Callable[[str], str] = input,
    ask_pin: Callable[[str], str] = getpass,
    people: Callable[..., PeopleFile] = PeopleFile,
) -> int:
    """Carry out a command on a people's file: that of a table, or the user's own. A new PIN has at least six
    digits unless the table's file allows four.

    Returns the exit status: 2, with one line on standard error, if it is not possible.
    """
    words = Words(lang)
    try:
        of_table = load_config(table) if table else None
        path = file or (of_table.people if of_table else None) or default_path()
        pepper = pepper or (of_table.pepper if of_table else None)
        kept = people(path, pepper=pepper, least=of_table.pin_digits if of_table else PIN_USUAL)
        kept.terminal = system_user()
        return command(Terminal(kept, words, ask, ask_pin))
    except ConfigError as error:
        return print_refusal(_PROGRAM, of_file(words, error))
    except SameName as error:
        message = words.text("people.name.same_at_terminal", **error.slots, option="--same-name")
        return print_refusal(_PROGRAM, message)
    except WordedError as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except (EOFError, KeyboardInterrupt):
        print(f"\n{_PROGRAM}: {words.text('people.stopped')}", file=sys.stderr)
        return BAD_ARGUMENTS


LicenceNumber = Annotated[str | None, Arg("option.licence_number", "NUMBER")]
Until = Annotated[str | None, Arg("option.licence_until", "DAY")]
Games = Annotated[tuple[str, ...] | None, Arg("option.games", choices=tuple(GAMES), nargs="*")]
Rehearsals = Annotated[tuple[str, ...] | None, Arg("option.rehearsals", "NAME", nargs="*")]
KnownRehearsals = Callable[[Path], frozenset[str]]
"""The names of the rehearsals that there are for a people's file."""
Trainee = Annotated[str | None, Arg("option.trainee", choices=("yes", "no"))]


def _rights(
    people: PeopleFile,
    before: DealingRights,
    licence: str | None,
    until: str | None,
    games: tuple[str, ...] | None,
    rehearsals: tuple[str, ...] | None,
    trainee: str | None,
    known_rehearsals: KnownRehearsals | None,
) -> DealingRights:
    """The rights by the options; what was left out stays as it was. Raises WordedError, BadArgument."""
    known: Collection[str] = before.rehearsals
    if rehearsals:
        if known_rehearsals is None:
            raise not_installed("rehearsals")
        known = known_rehearsals(people.path)
    day = "" if before.until is None else before.until.isoformat()
    return entered_rights(
        before.licence if licence is None else licence,
        day if until is None else until,
        before.games if games is None else games,
        before.rehearsals if rehearsals is None else rehearsals,
        known_games=tuple(GAMES),
        known_rehearsals=known,
        trainee=before.trainee if trainee is None else trainee == "yes",
    )


PinStdin = Annotated[bool, Arg("option.pin_stdin")]
PersonId = Annotated[str, Arg("option.id", "ID")]


@within(at_terminal)
def add(
    at: Terminal,
    id: Annotated[str | None, Arg("option.id_new", "ID")] = None,
    *,
    name: Annotated[str | None, Arg("option.name")] = None,
    role: Annotated[str | None, Arg("option.role", choices=_ROLES)] = None,
    language: Annotated[str | None, Arg("option.language", choices=LANGUAGES)] = None,
    badge: Annotated[str | None, Arg("option.badge", "NUMBER")] = None,
    same_name: Annotated[bool, Arg("option.same_name")] = False,
    pin_stdin: PinStdin = False,
    licence: LicenceNumber = None,
    until: Until = None,
    games: Games = None,
    rehearsals: Rehearsals = None,
    trainee: Trainee = None,
    known_rehearsals: KnownRehearsals | None = None,
) -> int:
    """Add a person; asked is for all that the arguments leave out."""
    is_complete = None not in (id, name, role, language)
    if pin_stdin and not is_complete:
        raise wrong("pin_stdin")
    listed = at.words.text("access.list")

    def answer(value: str | None, key: str, choices: Sequence[str] = ()) -> str:
        while value is None or (choices and value not in choices):
            value = at.ask(at.words.text(key, choices=listed.join(choices)) + at.words.locale.colon).strip()
        return value

    person = Person(
        checked_id(answer(id, "people.ask.id")),
        new_name(answer(name, "people.ask.name")),
        role_or_trade(answer(role, "people.ask.role", _ROLES)),
        answer(language, "people.ask.language", LANGUAGES),
    )
    if not is_complete:  # a script's complete line leaves the badge out on purpose
        badge = answer(badge, "people.ask.badge")
    rights = _rights(at.people, NO_RIGHTS, licence, until, games, rehearsals, trainee, known_rehearsals)
    pin = _pin(pin_stdin, at.words, at.ask_pin)
    begun = [file for file in (at.people.path, at.people.secret) if not file.exists()]
    added = at.people.add(person, pin, badge or None, asks_same_name=not same_name, rights=rights)
    print(_person_line(at.words, "people.added", added))
    _print_rights(at.words, rights)
    for file in begun:
        print(at.words.text("people.begun", file=file))
    return 0


@within(at_terminal)
def reset(
    at: Terminal,
    id: PersonId,
    *,
    pin_stdin: PinStdin = False,
    new_secret: Annotated[bool, Arg("option.new_secret")] = False,
) -> int:
    found = at.people.person(id)
    pin = _pin(pin_stdin, at.words, at.ask_pin)
    is_lost = at.people.missing_secret is not None
    print(_person_line(at.words, "people.reset", at.people.reset(found.id, pin, new_secret=new_secret)))
    if is_lost:
        print(at.words.text("people.new_secret"))
    return 0


@within(at_terminal)
def licence(
    at: Terminal,
    id: PersonId,
    *,
    reason: Annotated[str, Arg("option.licence_reason")],
    licence: LicenceNumber = None,
    until: Until = None,
    games: Games = None,
    rehearsals: Rehearsals = None,
    trainee: Trainee = None,
    known_rehearsals: KnownRehearsals | None = None,
) -> int:
    """Change under which conditions a person may deal; what is left out stays."""
    if all(each is None for each in (licence, until, games, rehearsals, trainee)):
        raise wrong("one_required", names="--licence --until --games --rehearsals --trainee")
    before = at.people.rights(id)
    rights = _rights(at.people, before, licence, until, games, rehearsals, trainee, known_rehearsals)
    person = at.people.set_rights(id, rights, reason, before=before)
    print(_person_line(at.words, "people.licensed", person))
    _print_rights(at.words, rights)
    return 0


@within(at_terminal)
def set_badge(
    at: Terminal, id: PersonId, *, badge: Annotated[str | None, Arg("option.badge", "NUMBER")] = None
) -> int:
    """Give a badge in the place of the one before; without a number that one is taken away."""
    key = "people.badge_taken" if badge is None else "people.badge_given"
    print(_person_line(at.words, key, at.people.set_badge(id, badge)))
    return 0


@within(at_terminal)
def disable(at: Terminal, id: PersonId) -> int:
    print(_person_line(at.words, "people.disabled", at.people.disable(id)))
    return 0


@within(at_terminal)
def enable(at: Terminal, id: PersonId) -> int:
    print(_person_line(at.words, "people.enabled", at.people.enable(id)))
    return 0


@within(at_terminal)
def list_people(at: Terminal) -> int:
    """Print the list, also a changed one: before it is accepted somebody has to go through it."""
    status, words = 0, at.words
    try:
        if not at.people.is_proved:
            print(words.text("people.names.unproved", file=visible(at.people.path.name)))
    except OlderList as error:
        status = print_refusal(PROGRAM, words.text(error.key, **error.slots))
    for line in _people_lines(at.people, words):
        print(line)
    return status


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


def _today() -> date:
    return datetime.now().astimezone().date()


def _print_rights(words: Words, rights: DealingRights) -> None:
    """Print the conditions as they were stored, so that a licence's end in the past shows at once."""
    for line in rights_lines(words, rights, _today()):
        print(line)


def _people_lines(people: PeopleFile, words: Words) -> list[str]:
    """A table of all people; without any, how to add the first."""
    listed = people.listed
    if not listed:
        return [words.text("people.none", command=_ADD)]
    lines = [*(_row(each, words) for each in listed), words.count("people.count", len(listed))]
    unbound = [each.person.id for each in listed if not each.is_bound]
    if unbound:
        ids = words.text("access.list").join(unbound)
        lines.append(words.text("people.unbound", ids=ids))
    if people.needs_first_supervisor:
        lines.append(words.text("people.first.how", command=f"{_ADD} --role supervisor"))
    return lines


def _row(listed: ListedPerson, words: Words) -> str:
    person = listed.person
    parts = (words.text(f"role.{person.role}"), person.language, words.text(f"people.state.{listed.state}"))
    return "\t".join((person.id, person.name, *parts, *rights_lines(words, listed.rights, _today())))
