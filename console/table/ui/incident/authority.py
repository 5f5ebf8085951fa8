"""A pit boss's authority at one screen: its person, its task, and the time that is left of it.

Only amber prompts need it. A PIN gives it, and a press on an amber prompt prolongs it. It ends with the last
amber step of its task, with the dealer's next prompt, by a press, or when its time is over. If the game
server is silent, one PIN covers every hand of the round for which an answer is missing. Times are seconds of
a monotonic clock and come from the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from math import ceil
from typing import Final

import msgspec

from console.table.core.protocol.permissions import is_own
from console.table.core.showing.screen_values import AnsweredCall, DealerView, Person
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.roles import Actor, Role
from console.table.core.state.views import Prompt
from console.table.ui.incident.stage import open_incident

LASTING: Final = 120.0
"""The most seconds from a PIN or badge for which a pit boss may decide one more report by a press alone."""
_LOOKS: Final = 1.0
"""The seconds between two looks whether the person was disabled: the list is a file."""


class AuthorityStanding(msgspec.Struct, frozen=True):
    """The part of a screen's state on which a pit boss's authority depends."""

    prompt: Prompt | None = None
    incident: str | None = None
    """The id of the report that is open."""
    reporter: str | None = None
    """The id of the person who made it."""
    amber: bool = False
    """Whether the table waits for the pit boss: a prompt, a report's question, a card by hand."""
    halted: bool = False
    silence: str | None = None
    """The round in which the game server is silent, or sent nothing since a pit boss answered for it."""
    waiting: tuple[tuple[str, datetime], ...] = ()
    """Who made each report that waits behind the open one, and when."""
    own: bool = False
    """Whether this screen shows what only a pit boss opens: the pit boss's page, a card to be put right."""


def standing_of(view: DealerView, *, own: bool) -> AuthorityStanding:
    """The part of this view on which authority depends."""
    incident, reported = open_incident(view), view.incident.reported
    return AuthorityStanding(
        prompt=view.view.prompt,
        incident=incident.id if incident is not None else None,
        reporter=reported.by.id if incident is not None and reported is not None else None,
        amber=is_amber(view),
        halted=view.view.phase == Phase.HALTED,
        silence=_silent_round(view),
        waiting=tuple((each.by.id, each.at) for each in view.incident.queue),
        own=own,
    )


def _silent_round(view: DealerView) -> str | None:
    """The round in which a pit boss gives the players' answers, hand by hand, when their times are over."""
    lying = view.view.round
    if lying is None or view.view.phase != Phase.DECIDING:
        return None
    counted = [answer for answer in view.server.answers if answer.is_counted]
    gone_on = bool(counted) and counted[-1].by is not None
    return lying.id if view.server.silence is not None or gone_on else None


def is_amber(view: DealerView) -> bool:
    """Whether the table waits for a pit boss; the questions of an incident count too."""
    incident, prompt = open_incident(view), view.view.prompt
    if incident is not None and incident.state in (IncidentState.FACTS, IncidentState.AWAITING):
        return True
    return prompt.actor is Actor.PIT_BOSS or view.server.silence is not None or _by_hand(view)


def is_own_report(view: DealerView) -> bool:
    """Whether the pit boss at this screen made the open report as dealer; another one decides it."""
    incident, reported, here = open_incident(view), view.incident.reported, view.pit_boss
    if incident is None or incident.state == IncidentState.STEPS or reported is None or here is None:
        return False
    return reported.by.role is Role.DEALER and is_own(reported.by.id, here.id)


def _by_hand(view: DealerView) -> bool:
    """Whether a round is entered by hand: its cards are one task, with the players' answers between."""
    lying = view.view.round
    prompt, playing = view.view.prompt, view.view.phase in (Phase.DEALING, Phase.DECIDING)
    is_open = lying is not None and lying.status == RoundStatus.OPEN
    between = playing and prompt.actor is Actor.SYSTEM and is_open
    return view.view.manual and (prompt.ends_by_card_alone or between)


class Decider:
    """The pit boss who signed in for a table's incident, at any screen; later steps ask for that person."""

    def __init__(self) -> None:
        self._incident: str | None = None
        self._person: Person | None = None

    def signs_in(self, person: Person, authority: AuthorityStanding) -> None:
        """A person's PIN was right, for what the screen shows."""
        if authority.incident is not None:
            self._incident, self._person = authority.incident, person

    def decider_of(self, view: DealerView) -> Person | None:
        """The person who signed in for the incident that a view shows; None if nobody has."""
        incident = open_incident(view)
        return self._person if incident is not None and incident.id == self._incident else None


class Authority:
    def __init__(self, lasts: float, is_disabled: Callable[[str], bool] = lambda _: False) -> None:
        """``lasts``: seconds from the PIN, or from the last press on an amber prompt. ``is_disabled``
        looks in the list of people whether a person may no longer sign in.
        """
        self.lasts, self._is_disabled, self._looked = lasts, is_disabled, float("-inf")
        self.person: Person | None = None
        """The person whose PIN was entered; None while nobody has authority here."""
        self.answered: AnsweredCall | None = None
        """The call that brought this person."""
        self.way = "pin"
        """By what it was given: ``pin``, ``badge`` or ``lasting``."""
        self._until = self._lasts_until = 0.0
        self._given = AuthorityStanding()
        self._incident: str | None = None
        self._overlooks = False
        self._silence: str | None = None
        self._next: Person | None = None
        """The person whose task is over."""
        self._waiting: tuple[tuple[str, datetime], ...] = ()
        """The reports that waited behind it while it went on."""

    def give(self, person: Person, now: float, authority: AuthorityStanding, way: str = "pin") -> None:
        """A pit boss signed in by a PIN or badge, for what the screen shows; an authority that lasts gets no
        new time.
        """
        self.way = way
        if way == "lasting":
            self._until = self._lasts_until
        else:
            self._until, self._lasts_until = now + self.lasts, now + min(LASTING, self.lasts)
        self.person, self._next, self._given, self.answered = person, None, authority, None
        self._waiting = authority.waiting
        self._incident, self._overlooks = authority.incident, not authority.amber
        self._silence = authority.silence if authority.amber else None

    def prolong(self, now: float) -> None:
        """A press on an amber prompt starts the time again; not that of an authority that lasts."""
        if self.seconds_left(now) and self.way != "lasting":
            self._until = now + self.lasts

    def end(self) -> Person | None:
        """End the authority; returns the person who had it."""
        if self.person is None:
            self._next = None  # the screen was locked, or somebody signed out
        person, self.person, self.answered = self.person, None, None
        return person

    def press_of_another(self, by: str | None = None) -> None:
        """Somebody has pressed something at the table: nobody else's authority lasts."""
        if by is not None and by in (each.id for each in (self.person, self._next) if each is not None):
            return
        self._next = None
        if self.way == "lasting":
            self._until = 0.0

    def lasts_left(self, now: float) -> int:
        """The seconds for which an authority still lasts, rounded up."""
        return max(0, ceil(round(self._lasts_until - now, 6)))

    def next_person(self, now: float, view: DealerView) -> Person | None:
        """The pit boss of the first of two reports, who gets authority for the second by one press, without a
        PIN, on the pit boss's own page; only in the time of that PIN, and if the second report waited then.
        """
        person, reported = self._next, view.incident.reported
        if person is None or now >= self._lasts_until or open_incident(view) is None or reported is None:
            return None
        if (reported.by.id, reported.at) not in self._waiting:
            return None
        return None if is_own(reported.by.id, person.id) or self._is_disabled(person.id) else person

    def seconds_left(self, now: float) -> int | None:
        """Whole seconds that are left, rounded up; None without authority."""
        if self.person is None:
            return None
        return max(0, ceil(round(self._until - now, 6)))  # a difference of floats may be slightly too large

    def is_over(self, now: float) -> bool:
        """Whether its time has run out, or its person was disabled."""
        if self.person is not None and now - self._looked >= _LOOKS:
            self._looked = now
            if self._is_disabled(self.person.id):
                return True
        return self.seconds_left(now) == 0

    def holds(self, authority: AuthorityStanding) -> bool:
        """Whether the authority covers what the screen shows now; remembers the new task if it does."""
        if self.person is None:
            return False
        goes_on = self._covers(self.person, authority)
        if goes_on:
            self._waiting = authority.waiting
        self._next = None if goes_on else self.person
        return goes_on

    def _covers(self, person: Person, authority: AuthorityStanding) -> bool:
        if authority.incident is not None and authority.incident != self._incident:
            if authority.reporter is None or not is_own(authority.reporter, person.id):
                return False
            # the pit boss's own report is the new task
            self._incident, self._overlooks = authority.incident, False
        if self._overlooks and authority.halted and authority.prompt != self._given.prompt:
            return False
        in_silence = authority.silence is not None and authority.silence == self._silence
        at_given = authority.halted and authority.prompt == self._given.prompt
        return (
            authority.amber or authority.own or in_silence or at_given
        )  # a pit boss can skip a step of the dealer's in a halt
