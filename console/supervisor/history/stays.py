"""People's stays at a table as facts: who was there, in which role, from when to when, and how each ended."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import NoteKind, PersonAtTable, Role, Who, events
from console.table.people import BarKind, DealingBar

Departure: TypeAlias = Literal["left", "relieved", "stays"]


class Stay(msgspec.Struct, frozen=True):
    who: Who
    """A trainee comes with the dealer beside; a change of that dealer ends the stay and begins the next."""
    role: Role
    since: datetime
    """When it began; if that was before what is read, the time of the first entry that is."""
    place: int | None
    """None if it began before what is read."""
    until: datetime | None = None
    until_place: int | None = None
    how: Departure | None = None
    """``relieved``: another person signed in in the role, or the table closed. ``stays``: the trainee stays,
    but the dealer beside left or changed.
    """
    barred: str | None = None
    """The person whose right to deal had ended when the console signed the dealer out: the dealer, or the one
    beside a trainee.
    """
    dealt: tuple[datetime, datetime] | None = None
    """When the first and the last card or ball of the stay came, in a report's list of turns."""
    bar: str | None = None
    """Why, as :class:`~console.table.people.DealingBar` writes it."""
    way: str | None = None
    """By what the person signed in; None if that was not recorded, or came before what is read."""


class StayFold:
    """Follows a table and keeps the stays that last, in the order in which people came."""

    def __init__(self) -> None:
        self._here: dict[PersonAtTable, Stay] | None = None
        self._barred: tuple[str, str] | None = None
        """The person at the table whose right to deal has ended, and why."""

    def before(self, moment: Moment) -> tuple[Stay, ...]:
        """The stays that last when a moment comes, in the order in which people came."""
        if self._here is None:
            self._here = {
                each: Stay(each.person, each.role, moment.row.at, None) for each in moment.before.people
            }
        return tuple(self._here.values())

    def follow(self, moment: Moment) -> tuple[Stay, ...]:
        """Go on to the next moment; the stays that ended with it, then those that began."""
        was, now, at = moment.before.people, moment.after.people, moment.row.at
        if self._here is None:
            self.before(moment)
        here = self._here
        if isinstance(moment.event, events.Noted):
            self._barred = dealing_bar(moment.event, moment) or self._barred
        if was is now or was == now or here is None:
            return ()
        how: Departure = "left" if isinstance(moment.event, events.SignedOut | events.Noted) else "relieved"
        ended = {"until": at, "until_place": moment.place}
        still = {(each.who, each.role) for each in now}
        gone = [
            replace(here.pop(each), how="stays" if (each.who, each.role) in still else how, **ended)
            for each in was
            if each not in now
        ]
        if self._barred is not None and any(each.role is Role.DEALER for each in gone):
            if getattr(moment.event, "by_clock", False):  # Otherwise the right was given again.
                gone = [_barred(each, *self._barred) for each in gone]
            self._barred = None
        come = [each for each in now if each not in here]
        way = moment.event.way if isinstance(moment.event, events.SignedIn) else None
        here.update((each, Stay(each.person, each.role, at, moment.place, way=way)) for each in come)
        return (*gone, *(here[each] for each in come))


def _barred(stay: Stay, who: str, bar: str) -> Stay:
    """A stay that ended, with the reason if it ended because this right to deal had."""
    is_own = stay.role is Role.DEALER and who in (stay.who, stay.who.beside)
    return replace(stay, barred=who, bar=bar) if is_own else stay


def dealing_bar(noted: events.Noted, moment: Moment) -> tuple[str, str] | None:
    """The person dealing, or beside a trainee, whose right to deal a note ends, and why; else None. A refusal
    of another person was an attempted sign-in.
    """
    dealers = (each for each in moment.after.people if each.role is Role.DEALER)
    if noted.who is None or all(noted.who not in (each.who, each.accompanied_by) for each in dealers):
        return None
    match noted.what:
        case NoteKind.DEALING_ENDED:
            return noted.who, DealingBar(BarKind.EXPIRED, (noted.text or "",)).text
        case NoteKind.DEALING_REFUSED:
            return noted.who, noted.text or ""
        case _:
            return None


def who_stays(stays: Iterable[Stay]) -> set[tuple[str, Role]]:
    """People whose stay ended and whose next one began at one moment: they neither left nor came."""
    return {(each.who, each.role) for each in stays if each.how == "stays"}
