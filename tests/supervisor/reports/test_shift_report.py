"""A shift's report against a count made beside the table, of the lines and views alone."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from datetime import datetime
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.reports.figures import Figures
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.reports.shift_report import _FORMS, TableReport
from console.table.core import EventKind
from tests.supervisor.records.shift_played import START, Beside, Shift
from tests.sweep import times
from tests.table.core.tables import Seen
from tests.table.incidents.rows import committed

NIGHT = Interval(shift="night")
PLAYED = [
    ("baccarat", "sv", 1),
    ("baccarat", "lt", 2),
    ("baccarat", "de", 3),
    ("blackjack", "ja", 4),
    ("blackjack", "lt", 5),
    ("blackjack", "is", 6),
    ("roulette", "sv", 7),
    ("roulette", "lt", 8),
]


CountedShift = tuple[TableReport, Beside]


@cache
def shift_with_counts(game: str, code: str, seed: int) -> CountedShift:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder) / "J.db"
        shift = Shift(path, code, game, seed, stack)
        shift.play(1000, 50)
        return table_report(path, NIGHT), shift.beside


@pytest.fixture(params=PLAYED, ids=lambda each: f"{each[0]}-{each[1]}")
def counted_shift(request: pytest.FixtureRequest) -> CountedShift:
    return shift_with_counts(*request.param)


@pytest.mark.sweep(1)
def test_a_shift_with_fifty_incidents_is_counted_as_beside_the_table(counted_shift: CountedShift) -> None:
    report, beside = counted_shift
    whole, counts = report.whole, beside.counts
    assert len(beside.reported) == 50
    assert whole.rounds == counts["rounds"] > 10
    assert (whole.voids, whole.unplayed) == (counts["voids"], counts["unplayed"])
    assert incidents_of(whole) == beside.incidents()
    still = sum(each.fact.ended is None for each in report.incidents)
    assert whole.incident_count + whole.taken_back + whole.came_to_nothing + still == 50
    assert {each.name: each.count for each in whole.halts} == dict(beside.halts)
    assert whole.refunds == sum(
        n for (*_, outcome), n in beside.incidents().items() if outcome == "refund_hand"
    )
    names = ("corrections", "manual", "manual_cards")
    assert [getattr(whole, name) for name in names] == [counts[name] for name in names]
    assert (report.sign_ins, report.dealer_changes) == (counts["sign_ins"], counts["dealer_changes"])
    assert {each.action: each.done for each in report.checks if each.done} == dict(+beside.done)
    assert sum(1 for each in report.lists.skipped if each.reason) == counts["skipped"]
    (unread,) = [each.unread for each in report.devices if each.device == ""] or [0]
    assert unread == counts["unread"]


class WatchedShift(Shift):
    """A shift with the open incidents that the views before and after each line show, and its time."""

    def take(self, line: Seen) -> Seen:
        """One line."""
        before, after = self.seen["incident"], super().take(line)
        opened = {each["id"] for each in (before, after["incident"]) if each and each["open"]}
        self.shown.append((self.clock.utc(), opened | {after["ended"]} - {None}))
        return after

    @cached_property
    def shown(self) -> list[tuple[datetime, set[str]]]:
        return []


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "code", "seed"), [PLAYED[1], PLAYED[4], PLAYED[7]])
def test_an_incident_is_in_each_interval_in_which_a_view_shows_it(
    tmp_path: Path, game: str, code: str, seed: int
) -> None:
    """The open incidents in the views, and the reports of intervals whose bounds fall anywhere."""
    path = tmp_path / "J.db"
    with ExitStack() as stack:
        shift = WatchedShift(path, code, game, seed, stack)
        shift.play(300, 30)
    shown = shift.shown
    bounds = [at for at, _ in shown[9 :: times(10, 20)]]
    carried_over = 0
    for start, until in pairwise((None, *bounds, None)):
        report = table_report(path, Interval(start, until))
        seen = set[str]().union(
            *(ids for at, ids in shown if (start is None or start <= at) and (until is None or at < until))
        )
        listed = {each.fact.id: each.carried_over for each in report.incidents}
        assert seen <= set(listed), (start, until)
        over = [each.fact.ended.at for each in report.incidents if each.fact.ended is not None]
        assert all(start is None or start <= at for at in over), "an incident is over where it is listed"
        assert report.whole.carried_over == sum(
            each.carried_over is not None and each.counted and each.outcome != "record_only"
            for each in report.incidents
        )
        counted = report.whole.incident_count, report.whole.taken_back, report.whole.came_to_nothing
        assert sum(counted) == len(over), "each is counted where it is over"
        carried_over += report.whole.carried_over
    assert carried_over > 0, "some bound falls into an incident"


@pytest.mark.sweep(1)
def test_the_reports_times_are_those_of_the_clock(counted_shift: CountedShift) -> None:
    report, beside = counted_shift
    whole, counts = report.whole, beside.counts
    assert report.begun is not None and report.begun > START
    assert whole.open_seconds == pytest.approx(counts["open"])
    assert whole.stood_seconds == pytest.approx(counts["stood"])
    assert whole.manual_seconds == pytest.approx(counts["manual_seconds"])
    for spread, lengths in ((whole.to_result, beside.to_result), (whole.waits, beside.waits)):
        assert spread.count == len(lengths) > 0
        assert spread.median == pytest.approx(median(lengths))
        assert spread.mean == pytest.approx(sum(lengths) / len(lengths))
        assert spread.longest == pytest.approx(max(lengths))
    assert whole.rounds_an_hour == pytest.approx(counts["rounds"] * 3600 / counts["open"])


@pytest.mark.sweep(2)
def test_a_dealers_figures_count_what_happened_at_that_dealers_table(counted_shift: CountedShift) -> None:
    report, beside = counted_shift
    still = {each.fact.id for each in report.incidents if each.fact.ended is None}
    reported = Counter(beside.dealer_of(id) for id in beside.reported if id not in still)
    for dealer in report.dealers:
        counts, figures = beside.by_dealer[dealer.who], dealer.figures
        assert (figures.rounds, figures.voids) == (counts["rounds"], counts["voids"])
        assert figures.open_seconds == pytest.approx(counts["open"])
        counted = figures.incident_count, figures.taken_back, figures.came_to_nothing
        assert sum(counted) == reported[dealer.who]
    assert sum(each.figures.rounds for each in report.dealers) == report.whole.rounds
    assert sum(each.rounds for each in report.hours) == report.whole.rounds
    assert sum(each.open_seconds for each in report.hours) == pytest.approx(report.whole.open_seconds)


@pytest.mark.sweep
def test_most_kinds_of_incidents_are_counted_in_some_shift() -> None:
    for game in ("baccarat", "blackjack", "roulette"):
        kinds = {row.kind for row in committed() if row.game == game}
        shifts = [shift_with_counts(*each) for each in PLAYED if each[0] == game]
        counted = {each.kind for report, _ in shifts for each in report.whole.incidents}
        assert len(counted) > len(kinds) * 0.8, f"never counted at {game}: {kinds - counted}"


def incidents_of(figures: Figures) -> Counter[tuple[str, str, str]]:
    return Counter({(each.kind, each.clause, each.outcome): each.count for each in figures.incidents})


def test_a_list_of_its_own_form_is_one_that_a_row_names() -> None:
    assert {*_FORMS} <= {kind.row.report for kind in EventKind}
