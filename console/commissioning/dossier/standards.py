"""Public technical standards on live dealer gaming, point by point, and how the product meets each.

It has only what was read in the standard's own text, in our own words, with its numbers; if only some points
could be read, only these. The phrase ``standard.KEY.asks`` is a point's demand, ``standard.KEY.met`` what
meets it (none for an unmet point), ``standard.KEY.lacks`` what does not.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec


class Conformity(StrEnum):
    """The product's conformity with a point, the worst first."""

    NOT_MET = "not_met"
    PARTLY = "partly"
    """The console does its part of it; the rest is the studio's."""
    MET = "met"


NOT_MET, PARTLY, MET = Conformity


class Point(msgspec.Struct, frozen=True):
    """A point of a standard: its number, the key of its phrases, whether it is met, and the evidence."""

    number: str
    key: str
    met: Conformity
    commands: tuple[str, ...] = ()
    """The names of the commands whose output shows it."""
    pages: tuple[str, ...] = ()
    """The pages of the handbook that explain it."""


class Standard(msgspec.Struct, frozen=True):
    """A standard by its name, the same in every language, and its address."""

    name: str
    address: str
    points: tuple[Point, ...]


RTS_17: Final = Standard(
    "UK Gambling Commission: Remote gambling and software technical standards (RTS), RTS 17",
    "https://www.gamblingcommission.gov.uk/standards/remote-gambling-and-software-technical-standards/"
    "rts-17-live-dealer-studios",
    (
        Point("17A, 1", "rts17.equipment", PARTLY, ("commissioning",), ("commissioning", "devices")),
        Point("17A, 3", "rts17.supervision", PARTLY, ("incident", "review"), ("operating",)),
        Point("17A, 4", "rts17.access", PARTLY, ("people",), ("operating",)),
        Point("17A", "rts17.fair", MET, ("commissioning verify", "journal verify"), ("journal",)),
        Point("17A, 2", "rts17.training", MET, ("rehearsal due", "rehearsal records"), ("rehearsals",)),
        Point("17A, 5", "rts17.logs", MET, ("floor diary", "report"), ("floor",)),
    ),
)
"""Its one requirement, and the points of its guidance in order; those not wholly met come first."""

AGCO: Final = Standard(
    "Alcohol and Gaming Commission of Ontario: Registrar’s Standards for Internet Gaming, 4.01–4.02",
    "https://www.agco.ca/game-integrity",
    (
        Point("4.01, 1", "agco.watched", PARTLY, ("floor witness", "journal verify"), ("floor", "journal")),
        Point("4.01, 2", "agco.history", MET, ("journal verify", "review"), ("journal",)),
        Point("4.02", "agco.records", MET, ("incident", "report", "round"), ("journal", "operating")),
    ),
)
"""Its points for every game on the net, and so for the suppliers of live games."""

RTS_5: Final = Standard(
    "UK Gambling Commission: Remote gambling and software technical standards (RTS), RTS 5",
    "https://www.gamblingcommission.gov.uk/standards/remote-gambling-and-software-technical-standards/"
    "rts-5-result-determination",
    (
        Point(
            "5A", "rts5.rules", PARTLY, ("commissioning", "rulebook dossier"), ("commissioning", "operating")
        ),
    ),
)
"""The technical standard for all gambling, and so for live games."""

PENNSYLVANIA: Final = Standard(
    "58 Pa. Code § 816a.1, Live studio simulcasting",
    "https://regulations.justia.com/states/pennsylvania/title-58/part-vii/subpart-l/chapter-816a/"
    "section-816a-1",
    (
        Point("(d)", "pa816.watched", PARTLY, ("incident", "rehearsal records"), ("rehearsals",)),
        Point("(e)", "pa816.records", PARTLY, ("journal verify", "round"), ("floor", "journal")),
    ),
)
"""The first sentence of (e): the list after it could not be read. (a) to (c) ask the studio for licences."""

NEW_JERSEY: Final = Standard(
    "N.J.A.C. 13:69O-1.5, Server-based gaming system",
    "https://d1tvxue8o4w0fl.cloudfront.net/regulation/new-jersey-administrative-code/"
    "title-13-law-and-public-safety/chapter-69o-internet-and-mobile-gaming/subchapter-1-general-provisions/"
    "section-1369o-15-server-based-gaming-system-server-based-games-table-games-slot-machines-and-"
    "peer-to-peer-gaming",
    (
        Point("(a) 2", "nj15.power", NOT_MET),
        Point("(a) 5", "nj15.hardware", PARTLY, ("commissioning verify",), ("commissioning", "devices")),
        Point("(a) 3–4", "nj15.recovery", MET, ("commissioning",), ("commissioning", "journal")),
        Point("(c)–(d)", "nj15.checks", MET, ("software verify",), ("configuration",)),
    ),
)
"""The standard for the servers that take the bets: 13:69O-1.1 also names the simulcasting of table games. Its
requirements for their software are applied to a table's. The text on simulcasting itself, 13:69O-1.6, could
not be read.
"""

CONNECTICUT: Final = Standard(
    "Regulations of Connecticut State Agencies § 12-865-18, live online casino gaming",
    "https://regulations.justia.com/states/connecticut/title-12/subtitle-865/section-12-865-18",
    (
        Point(
            "(c)", "ct18.laboratory", PARTLY, ("commissioning verify", "rulebook dossier"), ("commissioning",)
        ),
    ),
)
"""(a) and (b) are about the place and the players; the text after (c) could not be read in full."""

STANDARDS: Final = (RTS_17, RTS_5, AGCO, PENNSYLVANIA, NEW_JERSEY, CONNECTICUT)
UNREAD: Final = (
    "GLI-19",
    "AGCO 4.09",
    "58 Pa. Code 816a.1 (e) 1, (f) 1",
    "N.J.A.C. 13:69O-1.6",
    "Regulations of Connecticut State Agencies 12-865-18 (d)",
    "Hellenic Gaming Commission: draft technical specifications of online games, Article 22",
)
"""Known only by name or beginning: their part on live games was unreadable, and no point of it is here."""
