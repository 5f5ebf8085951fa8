"""Public technical standards on live dealer gaming, point by point: what in the product meets each.

Only what was read in its own text stands here, in our own words, with its numbers; where only some points of
a standard could be read, these alone. What a point asks is the phrase ``standard.KEY.asks``, what meets it
``standard.KEY.met``, what does not ``standard.KEY.lacks``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec


class Met(StrEnum):
    """Whether the product meets a point; the worst comes first."""

    NOT_MET = "not_met"
    PARTLY = "partly"
    """The console does its part of it; the rest is the studio's."""
    MET = "met"


class Point(msgspec.Struct, frozen=True):
    """A point of a standard: its number there, the key of its phrases, whether it is met, by what it is
    shown.
    """

    number: str
    key: str
    met: Met
    commands: tuple[str, ...] = ()
    """The commands whose output shows it, as :data:`console.command_table.COMMANDS` names them."""
    pages: tuple[str, ...] = ()
    """The handbook's pages that say how."""


class Standard(msgspec.Struct, frozen=True):
    """A standard by its name, which is the same in every language, and the address at which it stands."""

    name: str
    address: str
    points: tuple[Point, ...]


RTS_17: Final = Standard(
    "UK Gambling Commission: Remote gambling and software technical standards (RTS), RTS 17",
    "https://www.gamblingcommission.gov.uk/standards/remote-gambling-and-software-technical-standards/"
    "rts-17-live-dealer-studios",
    (
        Point("17A, 1", "rts17.equipment", Met.PARTLY, ("commissioning",), ("commissioning", "devices")),
        Point("17A, 3", "rts17.supervision", Met.PARTLY, ("incident", "review"), ("operating",)),
        Point("17A, 4", "rts17.access", Met.PARTLY, ("people",), ("operating",)),
        Point("17A", "rts17.fair", Met.MET, ("journal verify", "commissioning verify"), ("journal",)),
        Point("17A, 2", "rts17.training", Met.MET, ("rehearsal records", "rehearsal due"), ("rehearsals",)),
        Point("17A, 5", "rts17.logs", Met.MET, ("report", "floor diary"), ("floor",)),
    ),
)
"""Its one requirement, and the points of its guidance in their order; those not wholly met come first."""

AGCO: Final = Standard(
    "Alcohol and Gaming Commission of Ontario: Registrar’s Standards for Internet Gaming, 4.01–4.02",
    "https://www.agco.ca/game-integrity",
    (
        Point(
            "4.01, 1", "agco.watched", Met.PARTLY, ("journal verify", "floor witness"), ("journal", "floor")
        ),
        Point("4.01, 2", "agco.history", Met.MET, ("journal verify", "review"), ("journal",)),
        Point("4.02", "agco.records", Met.MET, ("round", "incident", "report"), ("operating", "journal")),
    ),
)
"""What it asks of every game on the net, and so of the suppliers of live games as well."""

STANDARDS: Final = (RTS_17, AGCO)
UNREAD: Final = (
    "GLI-19",
    "AGCO 4.09",
    "58 Pa. Code 816a",
    "Regulations of Connecticut State Agencies 12-865-18",
    "N.J.A.C. 13:69O-1.6",
)
"""Known by name or by their beginning alone: their part on live games could not be read, and no point of it
stands here.
"""
