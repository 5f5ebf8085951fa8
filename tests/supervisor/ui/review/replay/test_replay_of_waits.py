"""The changes of a table's screen by the clock alone: its replay shows the same at each second."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.supervisor.review import JournalReads, Story
from console.supervisor.ui.review.replay.chronicle import rows_of
from console.supervisor.ui.review.replay.replay_line import line_of, timeline_of
from console.supervisor.ui.review.replay.replay_screen import Playback
from console.table.config import LinkConfig
from console.table.core import OVERDUE, DealerView, lines
from console.table.ui.dealer.prompt_words import headline
from console.table.ui.felt.condition import is_counting
from console.table.ui.window.surroundings import A_SPIN
from tests.base.words.catalogues import words
from tests.table.conftest import far  # noqa: F401 (a fixture)
from tests.table.link.far import Far
from tests.table.link.rig import CLOSED
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.window.test_linked_table import accepted, tell_bets
from tests.table.ui.window.test_silent_server import to_a_decision
from tests.table.ui.window.test_simulated_roulette import until_ready
from tests.table.ui.window.test_table_window import play_to

EN = words("en")
Seen = tuple[str, int | None, tuple[str, ...]]


def seen(view: DealerView) -> Seen:
    """The order, the countdown, and the devices that are silent."""
    left = view.countdown.seconds_left if is_counting(view) else None
    lost = tuple(lamp.device for lamp in view.console.lamps if lamp.fault is not None)
    return headline(view, EN), left, lost


class Watched:
    """The screen of a table at each second that passes."""

    def __init__(self, work: AtWork) -> None:
        self._work, self.seen = work, dict[datetime, Seen]()

    def look(self) -> Seen:
        """Keep what the screen shows now."""
        view = self._work.window.people_here.view
        assert view is not None
        found = self.seen[self._work.clock.utc()] = seen(view)
        return found

    def let_pass(self, seconds: int) -> None:
        """Look after each half second."""
        for _ in range(2 * seconds):
            self._work.let_pass(0.5)
            self.look()

    def replayed(self) -> Story:
        """The replay of the last entry's round, after it was compared with all that was seen."""
        with closing(JournalReads([self._work.console.config.journal], {})) as reads:
            while not reads.count().done:
                pass
            story = reads.story(reads.rows(0, 1)[0].place)
        assert story is not None
        line, playback = timeline_of(story.moments), Playback()
        playback.line = line
        for at, shown in self.seen.items():
            seconds = (at - story.moments[0].at) / timedelta(seconds=1)
            playback.go_to_second(seconds)
            assert seen(story.view(playback.moment, playback.later)) == shown, seconds
        return story


def waited(story: Story) -> list[str]:
    """The rows of the replay's list that say what did not come, each with a mark over its line."""
    rows = rows_of(story.game, story.moments, EN, story.person_name)
    noted = [at for at, moment in enumerate(story.moments) if getattr(moment.event, "what", None) in OVERDUE]
    line = timeline_of(story.moments)
    marked = {mark.place for mark in line_of(line, story.moments, EN).marks}
    assert {line.places[at] for at in noted} <= marked
    return [row.text for row in rows if row.moment in noted and row.amber]


@pytest.mark.sweep
def test_a_silent_game_server_is_in_the_replay_from_the_second_of_its_note_on(
    qtbot: QtBot,
    tmp_path: Path,
    far: Far,  # noqa: F811
) -> None:
    with at_work(qtbot, tmp_path, game="blackjack", link=LinkConfig(far.url), seed=3, ready=True) as work:
        peer, watched = accepted(work, far), Watched(work)
        to_a_decision(work, peer, "1,2")
        watched.look()
        watched.let_pass(18)
        assert watched.look()[0] == "The game server is not answering"
        work.clock.advance(0.5)
        seat = work.view.prompt.seat
        peer.say(f'{{"do":"decision","seat":{seat},"hand":1,"choice":"stand"}}'.encode())
        work.until(lambda: work.view.prompt.seat != seat)
        watched.let_pass(2)
        assert waited(watched.replayed()) == ["The game server is not answering"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("missing", ["bets", "seats"])
def test_waits_for_missing_bets_and_seats_are_in_the_replay(
    qtbot: QtBot,
    tmp_path: Path,
    far: Far,  # noqa: F811
    missing: str,
) -> None:
    with at_work(qtbot, tmp_path, game="blackjack", link=LinkConfig(far.url), seed=3, ready=True) as work:
        peer, watched = accepted(work, far), Watched(work)
        play_to(work, "betting", "await_bets")
        peer.say(b'{"do":"bets","state":"open","seconds":20}')
        work.until(lambda: work.view.bets == "open")
        if missing == "seats":
            tell_bets(work, peer, CLOSED)
        watched.let_pass(24)
        assert watched.look()[0] == "The game server is not answering"
        assert waited(watched.replayed()) == ["The game server is not answering"]


def test_a_shoe_that_was_silent_until_its_card_came_is_in_the_replay(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        watched = Watched(work)
        play_to(work, "dealing", "deal")
        watched.let_pass(12)
        assert watched.look()[0] == EN.text("prompt.unheard.shoe.silent")
        work.draw()
        watched.look()
        watched.let_pass(11)
        story = watched.replayed()
        assert waited(story) == ["Not responding: shoe"] * 2


@pytest.mark.sweep
def test_a_ball_that_was_not_seen_is_in_the_replay(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, "lt", game="roulette", ready=True) as work:
        watched = Watched(work)
        while work.due != "spin":
            work.follow()
        until_ready(work)
        work.window.people_here.send_line(lines.Spin(4, "against", "D1"))
        work.until(lambda: work.view.prompt.action == "await_number")
        watched.let_pass(int(A_SPIN) + 2)
        assert watched.look()[0] == EN.text("prompt.no_ball")
        assert waited(watched.replayed()) == ["No ball seen"]


def test_nothing_is_recorded_if_an_entry_came_since_the_screen_looked(qtbot: QtBot, tmp_path: Path) -> None:
    """The event that came may be the awaited one."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        before = work.view.entry
        work.draw()
        entry = work.view.entry
        (kind, *_) = OVERDUE
        work.console.station.ask(lambda session: session.note_overdue(kind, None, before))
        work.until(work.is_settled)
        assert work.view.entry == entry and work.shown.table.overdue is None


def test_a_restart_gives_a_player_the_whole_time_in_the_replay_as_at_the_table(
    qtbot: QtBot,
    tmp_path: Path,
    far: Far,  # noqa: F811
) -> None:
    """LT-BJ-08: the answer's record counts from the restart, too."""
    table = {"game": "blackjack", "link": LinkConfig(far.url), "seed": 3, "ready": True}
    with at_work(qtbot, tmp_path, **table) as work:  # type: ignore[arg-type]
        to_a_decision(work, accepted(work, far))
        work.let_pass(9)
        assert work.window.people_here.view.countdown.seconds_left == 4  # type: ignore[union-attr]
        left_at = work.clock.utc()
    with at_work(qtbot, tmp_path, **table, down=3_600) as work:  # type: ignore[arg-type]
        peer, seen_left = accepted(work, far), dict[datetime, int | None]()
        for _ in range(6):
            view = work.window.people_here.view
            assert view is not None
            seen_left[work.clock.utc()] = view.countdown.seconds_left
            work.let_pass(1)
        assert min(seen_left) > left_at and [*seen_left.values()] == [13, 12, 11, 10, 9, 8]
        seat = work.view.prompt.seat
        peer.say(f'{{"do":"decision","seat":{seat},"hand":1,"choice":"stand"}}'.encode())
        work.until(lambda: work.view.prompt.seat != seat)
        (answer,) = work.shown.table.answers.given
        assert answer.left == 7.0
        story = Watched(work).replayed()
        playback = Playback()
        playback.line = timeline_of(story.moments)
        for at, left in seen_left.items():
            seconds = (at - story.moments[0].at) / timedelta(seconds=1)
            playback.go_to_second(seconds)
            assert story.view(playback.moment, playback.later).countdown.seconds_left == left


def test_a_device_that_was_lost_long_before_a_round_is_lost_in_its_replay(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replay begins with the state that was kept last, and that state knows of the device, too."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 1)
    with at_work(qtbot, tmp_path, ready=True) as work:
        assert work.console.simulated is not None
        work.console.simulated.stop()
        work.until(lambda: "shoe" in work.shown.table.console.ailing)
        work.after(work.window.people_here.open_bets)
        watched = Watched(work)
        assert watched.look()[2] == ("shoe",)
        watched.let_pass(3)
        watched.replayed()
