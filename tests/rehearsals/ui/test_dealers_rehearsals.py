"""A rehearsal that a table's dealers must have passed, at the sign-in of a LIVE table."""

from __future__ import annotations

from msgspec.structs import replace

from console.rehearsals.proficiency.record_file import RehearsalRecords, place_beside
from console.table.core import Role
from tests.rehearsals.proficiency.rehearsal_lines import rehearsed
from tests.table.ui.window.test_dealers_licence import DEALER, LiveTable, live, refused
from tests.table.ui.window.test_live_table import PIN, file, shoe, tries

__all__ = ["file", "live", "shoe"]


def test_a_required_rehearsal_counts_once_the_dealer_has_passed_it_as_dealer(live: LiveTable) -> None:
    live.license(rehearsals=("baccarat-card-drops",))
    records = RehearsalRecords(place_beside(live.people.path))
    passed = replace(rehearsed(DEALER), rehearsal="baccarat-card-drops")
    records.keep(replace(passed, passed=False))
    records.keep(replace(passed, people={Role.PIT_BOSS: DEALER}))
    records.keep(replace(passed, people={Role.DEALER: "D-115"}))
    records.keep(replace(passed, rehearsal="baccarat-card-turns"))
    with live.opened() as work:
        refused(work)
        records.keep(passed)
        tries(work.window.sign_in.screen, DEALER, PIN)
        work.until(lambda: work.shown.table.has(Role.DEALER))
    assert live.noted("dealing_refused") == [("dealing_refused", DEALER, "rehearsal baccarat-card-drops")]
