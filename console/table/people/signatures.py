"""Signing by PIN: who may sign, whether the PIN is theirs, and the error for each refusal. Every refusal is a
:class:`PeopleError` of its own, with its phrase.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role, Trade
from console.table.people.answers import Known, ListedPerson, Locked, People, Unknown, Wrong
from console.table.people.errors import PeopleError, UnknownPerson, one_line

TRIES: Final = 3
"""How often a signer is asked for the PIN: one time fewer than the wrong tries that cost no wait."""
EVERYBODY: Final[tuple[Role | Trade, ...]] = tuple(Role)


class WrongPin(PeopleError):
    """The PIN is not this id's, or nobody has the id; the text does not say which."""

    key = "sign_in.wrong"
    message = "id and PIN do not match"


class MustWait(PeopleError):
    """So many tries were wrong that the next counts only later."""

    key = "people.wait"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many wrong PINs: the next counts in {seconds} s", seconds=str(seconds))


class TriedTooOften(PeopleError):
    """So many tries were wrong that a supervisor has to give a new PIN."""

    key = "sign_in.locked"
    message = "the id is locked after too many wrong PINs"


class IdDisabled(PeopleError):
    """A supervisor has taken the sign-in from this id."""

    key = "sign_in.disabled"
    message = "the id is disabled"


class NeedsSupervisor(PeopleError):
    """Only a supervisor may sign this."""

    key = "sign_in.needs.supervisor_alone"
    message = "only a supervisor may do this"


class NeedsTechnician(PeopleError):
    """Only a technician may sign this."""

    key = "people.technician.needed"

    def __init__(self, id: str) -> None:
        command = "dealer-console people add --role technician"
        super().__init__(f"{one_line(id)} is not listed as a technician", id=one_line(id), command=command)


def signer(listed: Iterable[ListedPerson], id: str, may: Collection[Role | Trade] = EVERYBODY) -> Person:
    """The person who may sign with this id and one of the roles ``may``, before a PIN. Raises PeopleError."""
    found = next((each for each in listed if each.person.id.casefold() == id.casefold()), None)
    if found is None:
        raise UnknownPerson(id)
    if not found.is_active:
        raise IdDisabled if found.state == "disabled" else TriedTooOften
    return _allowed(found.person, may)


def verified_signer(people: People, id: str, pin: str, may: Collection[Role | Trade] = EVERYBODY) -> Person:
    """The person who signs by this id and PIN; a wrong PIN is counted. ``may`` as for :func:`signer`. Raises
    PeopleError.
    """
    match people.verify(id, pin):
        case Known(person):
            return _allowed(person, may)
        case Wrong(_, wait) | Unknown(wait) if wait:
            raise MustWait(wait)
        case Locked(_, why):
            raise IdDisabled if why == "disabled" else TriedTooOften
    raise WrongPin


def signed_in_tries(
    people: People,
    id: str,
    ask: Callable[[], str],
    again: Callable[[WrongPin], object],
    may: Collection[Role | Trade] = EVERYBODY,
) -> Person:
    """The person who signs by the PIN that ``ask`` gives; ``again`` is called after each wrong one. Raises
    PeopleError once :data:`TRIES` were wrong, or if no further try counts now.
    """
    for left in reversed(range(TRIES)):
        try:
            return verified_signer(people, id, ask(), may)
        except WrongPin as error:
            if not left:
                raise
            again(error)
    raise AssertionError("the last try returns or raises")


def _allowed(person: Person, may: Collection[Role | Trade]) -> Person:
    if person.role not in may:
        raise NeedsTechnician(person.id) if Trade.TECHNICIAN in may else NeedsSupervisor
    return person
