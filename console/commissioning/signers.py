"""The signers of a certificate, with the people who entered them in the list of people; and both in words. A
person who enters a technician knows the PIN chosen then. Two PINs prove two people only if nobody knows both,
and the certificate states that beside the signatures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from console.base.plain_text import visible
from console.base.words import Words
from console.commissioning.certificate import Certificate, PinGiver, Signature, moment_in
from console.table.core import Person, permissions
from console.table.people import ListedPerson, PersonRecord, PinIssue, signer

SIDES: Final = {
    "technician": permissions.PERMISSIONS["commission.tested"].people,
    "supervisor": permissions.PERMISSIONS["commission"].people,
}
"""The sides that sign, in order, and the permitted roles."""


def check_signers(listed: Sequence[ListedPerson], ids: Mapping[str, str]) -> dict[str, str]:
    """The ids of both sides in the list of people. Raises PeopleError if one may not sign now."""
    return {side: signer(listed, id, SIDES[side]).id for side, id in ids.items()}


def signatures(
    technician: Person, supervisor: Person, listed: Sequence[PersonRecord]
) -> tuple[Signature, ...]:
    """Both signatures, with the entries of the list of people, empty for a simulated table."""
    people = (technician, supervisor)
    return tuple(signature(side, each, listed) for side, each in zip(SIDES, people, strict=True))


def signature(side: str, person: Person, listed: Sequence[PersonRecord]) -> Signature:
    record = next((each for each in listed if each.key == person.id.casefold()), None)
    if record is None:
        return Signature(side, person.id, person.name)
    entered = PinGiver() if record.entered is None else _giver(record.entered, listed)
    new_pin = msgspec.UNSET if record.new_pin is None else _giver(record.new_pin, listed)
    return Signature(side, person.id, person.name, entered, new_pin)


def _giver(entered: PinIssue, listed: Sequence[PersonRecord]) -> PinGiver:
    name = next((each.name for each in listed if entered.by and each.key == entered.by.casefold()), "")
    return PinGiver(entered.at, entered.by, name, entered.user)


def pin_lines(certificate: Certificate, words: Words) -> Iterator[str]:
    """A line for each who entered a signer or gave a new PIN; first one that a person may know both."""
    if certificate.knows_both_pins:
        yield words.text("commissioning.entered.both_pins")
    for each in certificate.signatures:
        for key, giver in (("entered", each.entered), ("entered.new_pin", each.new_pin)):
            if isinstance(giver, PinGiver):
                yield _line(f"commissioning.{key}", each, giver, words)


def _line(key: str, signed: Signature, giver: PinGiver, words: Words) -> str:
    whom = f"{visible(signed.name)} ({visible(signed.id)})"
    at = moment_in(giver.at)
    if at is None:
        return words.text("commissioning.entered.untold", whom=whom)
    when = at.astimezone().date()
    if giver.user:
        by = words.text("commissioning.entered.terminal", user=visible(giver.user))
    elif giver.by:
        by = f"{visible(giver.name)} ({visible(giver.by)})" if giver.name else visible(giver.by)
    else:
        by = words.text("commissioning.entered.first_start")
    return words.text(key, whom=whom, by=by, when=when)
