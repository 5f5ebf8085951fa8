"""The conditions under which a person may deal at a LIVE table: licence, games, rehearsals passed before.

Pure values and their judgement. The module knows no file, no clock and no words. A house that keeps any of
this elsewhere leaves it empty: an empty condition refuses nobody, as in a list from before these conditions.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from datetime import date, timedelta
from enum import StrEnum
from typing import Annotated, Final

import msgspec

from console.base.plain_text import visible
from console.base.words import typed_day
from console.table.core.showing.screen_values import Person
from console.table.people.errors import BadDay, BadLicence, BadRehearsalName, UnknownGame, UnknownRehearsal

WARNS: Final = timedelta(days=30)
"""The time before a licence's end from which the handover warns of it."""

LICENCE_MOST: Final = 40
"""Characters of a licence's number."""

_Number = Annotated[str, msgspec.Meta(max_length=LICENCE_MOST)]
_CODE_MOST: Final = 64
_CODE: Final = rf"^[a-z0-9_-]{{1,{_CODE_MOST}}}\Z"
_Code = Annotated[str, msgspec.Meta(pattern=_CODE)]


class DealingRights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The part of a person's list entry that is about dealing."""

    licence: _Number = ""
    until: date | None = None
    """The licence's last day, in the studio's time zone; None if it has no end here."""
    games: tuple[_Code, ...] = ()
    """The games of the licence; empty for every game."""
    rehearsals: tuple[_Code, ...] = ()
    """The rehearsals to be passed as a dealer before dealing, by the names of their files."""
    trainee: bool = False
    """Whether the person deals only beside a dealer who may deal."""

    @property
    def text(self) -> str:
        """The rights in a line: ``4711 2026-12-31 baccarat,roulette -``, a trainee's ``- - - - trainee``."""
        until = "" if self.until is None else self.until.isoformat()
        parts = (self.licence.replace(" ", "_"), until, ",".join(self.games), ",".join(self.rehearsals))
        text = " ".join(part or "-" for part in parts)
        return f"{text} {BarKind.TRAINEE}" if self.trainee else text

    @classmethod
    def of(cls, text: str) -> DealingRights | None:
        """The rights with this text, without the licence's number; None if this version did not write it."""
        _, until, games, rehearsals, trainee = (*text.split(" ", 4), "", "", "", "")[:5]
        with suppress(ValueError):
            day = None if until == "-" else date.fromisoformat(until)
            return cls("", day, _codes(games), _codes(rehearsals), trainee == BarKind.TRAINEE)
        return None

    @property
    def has_licence(self) -> bool:
        return bool(self.licence) or self.until is not None

    def has_ended(self, today: date) -> bool:
        """Whether the licence's last day is over."""
        return self.until is not None and today > self.until

    def ends_soon(self, today: date) -> bool:
        """Whether the licence ends within :data:`WARNS`, or has ended."""
        return self.until is not None and today + WARNS >= self.until


def _codes(text: str) -> tuple[str, ...]:
    return () if text in ("", "-") else tuple(text.split(","))


NO_RIGHTS: Final = DealingRights()
"""Nothing is said: the person may deal every game."""


def entered_rights(
    licence: str,
    until: str,
    games: Collection[str],
    rehearsals: Collection[str],
    *,
    known_games: Collection[str],
    known_rehearsals: Collection[str],
    trainee: bool = False,
) -> DealingRights:
    """The rights as typed, any part empty. Raises BadLicence, BadDay, UnknownGame, UnknownRehearsal, and
    BadRehearsalName.
    """
    licence, until = licence.strip(), until.strip()
    if len(licence) > LICENCE_MOST or visible(licence) != licence:
        raise BadLicence(LICENCE_MOST)
    try:
        day = typed_day(until) if until else None
    except ValueError:
        raise BadDay(until) from None
    for game in games:
        if game not in known_games:
            raise UnknownGame(game, known_games)
    for rehearsal in rehearsals:
        if rehearsal not in known_rehearsals:
            raise UnknownRehearsal(rehearsal)
        # A studio's own rehearsal has its file's name, but a list with any other name can't be read.
        if not re.match(_CODE, rehearsal):
            raise BadRehearsalName(rehearsal, _CODE_MOST)
    return DealingRights(licence, day, tuple(dict.fromkeys(games)), tuple(dict.fromkeys(rehearsals)), trainee)


class BarKind(StrEnum):
    """A reason why a person may not deal; its text is part of the key of its phrase."""

    EXPIRED = "expired"
    GAME = "game"
    REHEARSAL = "rehearsal"
    TRAINEE = "trainee"
    """The person is a trainee, and may deal beside a dealer who may."""


class DealingBar(msgspec.Struct, frozen=True):
    """Why a person may not deal."""

    kind: BarKind
    what: tuple[str, ...] = ()
    """The licence's last day, the games of the licence, or the rehearsals not passed; empty of a trainee."""

    @property
    def text(self) -> str:
        """The bar in a journal: ``expired 2026-11-26``, ``game baccarat,roulette``."""
        return f"{self.kind} {','.join(self.what)}".rstrip()

    @classmethod
    def of(cls, text: str) -> DealingBar | None:
        kind, _, what = text.partition(" ")
        said = tuple(what.split(",")) if what else ()
        return cls(BarKind(kind), said) if kind in list(BarKind) else None


class Barred(msgspec.Struct, frozen=True):
    """The PIN or badge is this person's, and the person may not deal at this table today."""

    person: Person
    bar: DealingBar
    game: str
    today: date
    """The day by the console's own clock, so that one set wrong shows."""
    set_back_from: date | None = None
    """The day that counts instead, if the console's clock was set back from it."""

    @property
    def may_beside(self) -> bool:
        """Whether the person may deal here all the same, beside a dealer who may."""
        return self.bar.kind is BarKind.TRAINEE


def bar_to_dealing(
    rights: DealingRights, game: str, today: date, passed: Collection[str]
) -> DealingBar | None:
    """The first reason against dealing a game on this day, or None; ``passed`` names passed rehearsals."""
    if rights.until is not None and rights.has_ended(today):
        return DealingBar(BarKind.EXPIRED, (rights.until.isoformat(),))
    if rights.games and game not in rights.games:
        return DealingBar(BarKind.GAME, rights.games)
    missing = tuple(each for each in rights.rehearsals if each not in passed)
    if missing:
        return DealingBar(BarKind.REHEARSAL, missing)
    return DealingBar(BarKind.TRAINEE) if rights.trainee else None
