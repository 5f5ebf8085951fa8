"""The facts that people type, a row each: with which entry each comes, and which screens and papers show it.

A line's form, its faults, the event, the log, the papers, the floor and the screens read the rows. A fact's
type stands in its line's field, and who may send it in the row of its event's kind
(:class:`console.table.core.state.event_kinds.EventRow`). ``tests/app/test_typed_facts.py`` plays a night with
each of them and looks into every outlet: a row that nothing shows fails there, and so does an outlet that a
row does not name.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from console.table.core.state.actions import Action
from console.table.game.rule_values import Preparing


class Outlet(StrEnum):
    """A place at which people or programs read of a night, in the order in which they come to it."""

    SCREEN = "screen"
    """The dealer's or pit boss's screen, at some moment of the night."""
    FLOOR = "floor"
    """The table's own report to its floor, and the overview's facts of the table."""
    LOG = "log"
    """The row of the entry; the search finds it by any word of it, and whatever was typed by itself."""
    RECORD = "record"
    ROUND = "round"
    """The round's file."""
    SETS = "sets"
    """The list of card sets."""
    REPORT = "report"
    """The shift report; its list of remarks has every text that somebody wrote."""
    HANDOVER = "handover"
    FACTS = "facts"
    """The database of facts."""


class TypedFact(msgspec.Struct, frozen=True):
    """A fact that a person types; what a row leaves out is as most facts have it."""

    event: str
    """The kind of its event."""
    name: str
    """Its field in the event, and in the line that becomes the event."""
    outlets: frozenset[Outlet]
    """Where it is shown."""
    ceiling: int = 0
    """The most letters; 0: the line's field, or the command that asks for it, has them."""
    right: str = ""
    """The value that is right in place of one that shows nothing, which is refused; empty: that is left out.
    """
    steps: frozenset[str] = frozenset()
    """The steps with which it is kept, while others drop it; empty: any step keeps it."""
    label: str = ""
    """The key of its name on screens and papers; empty: it stands in a sentence or a column."""
    hint: str = ""
    """The key of what its empty field says; the field is asked for at its steps."""
    column: str = ""
    """Its column in the database of facts; empty: its name."""
    is_prose: bool = False
    """Whether people write sentences in it: the shift report lists them, and the database has them all."""
    is_person: bool = False
    """Whether it can be a person's id, shown with the name."""
    is_of_set: bool = False
    """Whether it is kept with the card set in play, until another comes."""


def _at(outlets: str) -> frozenset[Outlet]:
    return frozenset(map(Outlet, outlets.split()))


COMES: Final = frozenset((Preparing.RECEIVE_DECKS, Action.REPLACE_SHOE, Action.CHANGE_SHOE))
"""The steps with which a card set comes into play."""

SET: Final = TypedFact(
    "step_done", "set", _at("screen floor log record sets report facts"),
    ceiling=40, right="a number that shows something", steps=COMES | {Action.QUARANTINE_SET},
    label="report.set", hint="picture.set.hint", column="card_set",
)  # fmt: skip
PREPARED: Final = TypedFact(
    "step_done", "prepared", _at("floor log record round sets report facts"),
    ceiling=80, right="a person or a machine that can be seen", steps=COMES,
    label="report.set.prepared", hint="picture.prepared", column="prepared_by",
    is_person=True, is_of_set=True,
)  # fmt: skip
SERIAL: Final = TypedFact(
    "step_done", "note", _at("screen report facts"),
    ceiling=24, steps=frozenset((Preparing.CHECK_WHEEL,)), label="picture.serial", is_prose=True,
)  # fmt: skip
"""The serial number of a wheel that is checked; it begins with the one that is known."""

_INSPECT: Final = frozenset((Preparing.INSPECT,))

TYPED: Final = (
    TypedFact(
        "remarked", "text", _at("log round report facts"), right="a text that shows something", is_prose=True
    ),
    TypedFact("step_done", "note", _at("report facts"), is_prose=True),
    SERIAL,
    TypedFact("step_done", "reason", _at("record round report handover facts"), is_prose=True),
    TypedFact("step_done", "damaged", _at("log record round")),
    TypedFact("step_done", "counted", _at("screen log record sets report handover facts"), steps=_INSPECT),
    TypedFact("step_done", "before", _at("log record sets report handover screen facts"), steps=_INSPECT),
    SET,
    PREPARED,
    TypedFact("player_answered", "reason", _at("screen round facts"), is_prose=True),
    TypedFact("outcome_authorised", "reason", _at("record round report facts"), is_prose=True),
    TypedFact("halt_withdrawn", "reason", _at("screen log record round report facts"), is_prose=True),
    TypedFact("report_withdrawn", "reason", _at("screen log record report facts"), is_prose=True),
    TypedFact("handover_signed", "remarks", _at("round report facts"), is_prose=True),
    TypedFact("card_set_signed", "set", _at("log round sets report")),
    TypedFact("contradiction_answered", "reason", _at("log round report facts"), is_prose=True),
    TypedFact("entry_corrected", "what", _at("log round report facts")),
    TypedFact("entry_corrected", "before", _at("log round report facts")),
    TypedFact("entry_corrected", "after", _at("log round report facts")),
    TypedFact("entry_corrected", "why", _at("round report facts"), is_prose=True),
)

PROSE: Final = tuple(dict.fromkeys(each.name for each in TYPED if each.is_prose))
"""The fields of events that hold what people write."""
NAMES: Final = (SET, PREPARED, SERIAL)
"""The facts that name a card set, a machine with its receipt, a wheel: only a letter or a digit does."""
OF_STEP: Final = tuple(each for each in TYPED if each.event == "step_done")
OF_SET: Final = tuple(each for each in TYPED if each.is_of_set)
"""The facts that are kept with the card set in play."""
ALONE: Final = tuple(each for each in OF_STEP if each.label and each not in (SET, PREPARED))
"""The facts of a step that have a field of their own beneath its picture."""
OF_PERSONS: Final = tuple(each.name for each in TYPED if each.is_person)


def shown_with_set(outlet: Outlet) -> tuple[TypedFact, ...]:
    """The facts of the card set in play that an outlet shows."""
    return tuple(each for each in OF_SET if outlet in each.outlets)
