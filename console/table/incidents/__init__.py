"""The incidents of a table: the facts that decide each, and the one answer that the rulebook gives.

Pure: it knows cases, facts and moments, never a table's state, a person, or the effect of an outcome.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.incidents.case_coverage import CoveredCase, TooManySituations, coverage
    from console.table.incidents.decision import (
        Question,
        Ruling,
        facts_of_kind,
        optional_facts,
        report_refusal,
    )
    from console.table.incidents.facts import CHOICE, Fact, facts_of, fits, in_shown_order, span
    from console.table.incidents.known_kinds import DRAWN, KIND, OF_CARD_SET, ON_TRACK, OTHER, UNASKED, Kind
    from console.table.incidents.moments import Moment

__getattr__ = door(__name__)
