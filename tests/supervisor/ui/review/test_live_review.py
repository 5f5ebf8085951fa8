"""The review over a LIVE table."""

from __future__ import annotations

from pathlib import Path

from console.table.core import NoteJob, NoteKind, Person, Role
from console.table.people import PeopleFile
from console.table.ui.sign_in import Purpose
from tests.supervisor.ui.review.over_table import review_over
from tests.table.ui.window.test_live_table import PIN, Opens, file, opened, shoe, tries

__all__ = ["file", "opened", "shoe"]


def test_the_review_of_a_supervisor_who_is_disabled_ends(opened: Opens, file: Path) -> None:
    people, jobs = PeopleFile(file.parent / "people.json"), list[object]()
    for who in ("S-1", "S-2"):
        people.add(Person(who, f"Ona {who}", Role.SUPERVISOR, "lt"), PIN)
    people.terminal = "root"
    with opened(lambda shown: jobs.append(shown.job)) as work:
        window = work.window
        window.sign_in.ask(Purpose.REVIEW)
        tries(window.sign_in.screen, "S-1", PIN)
        work.until(lambda: work.shown.table.has(Role.SUPERVISOR))
        review = review_over(window)
        review.look()
        assert review.is_there
        people.disable("S-1")
        work.until(lambda: not work.shown.table.people)
        assert not review.is_there and not review.is_kept
        noted = [each.what if isinstance(each, NoteJob) else None for each in jobs]
        assert noted.count(NoteKind.PEOPLE_DISABLED) == 1 and noted[-1] is None, "before the sign-out"
