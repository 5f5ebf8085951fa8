"""Any moment of any round can be replayed: the table is the same as it was then."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core import Mode, Situation, encode_table, events, game_of, table_of, view_of
from console.table.core.running.clock import SetClock
from console.table.core.running.replay import MOST, ReplayMoment, ReplayPart, moments_of, shown_at, waits
from console.table.devices import Health
from console.table.game import Card
from console.table.journal import review
from tests.table.core.tables import book, card_frame, device
from tests.table.journal.file.test_public_views import DEALT
from tests.table.played import FELL, OPEN, ROUND, START, TICK, say, session_at, time_of_line, written


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return written(tmp_path / "journal.db", *ROUND, *FELL, OPEN)


def moments_in(path: Path, part: ReplayPart) -> tuple[ReplayMoment, ...]:
    with review(path) as opened:
        number, state = opened.begin(part.first - 1)
        return moments_of(game_of(book("lt"), "baccarat"), state, opened.entries(number), part)


def situation() -> Situation:
    return Situation(mode=Mode.REPLAY, name="7", game="baccarat", rulebook=book("lt"), persons={})


def test_a_replayed_round_runs_from_its_bets_to_its_last_card_picked_up(journal: Path) -> None:
    moments = moments_in(journal, ReplayPart(1, 99, "T7-1"))
    assert type(moments[0].event) is events.BetsOpened
    assert moments[-1].after.phase == "betting"
    assert {moment.after.round.id for moment in moments if moment.after.round} == {"T7-1"}


def test_each_device_that_is_not_well_has_its_lamp_in_the_order_of_the_screen(journal: Path) -> None:
    with review(journal) as opened:
        number, state = opened.begin(0)
        table = table_of(state)
        ailing = dict.fromkeys(("link", "wheel", "reader", "shoe"), Health.LOST)
        state = encode_table(replace(table, console=replace(table.console, ailing=ailing)))
        of = game_of(book("lt"), "baccarat")
        (moment,) = moments_of(of, state, opened.entries(number), ReplayPart(1, 1))
    assert [lamp.device for lamp in moment.lamps] == ["shoe", "reader", "wheel", "link"]


def test_a_part_ends_where_it_was_asked_to(journal: Path) -> None:
    assert [moment.number for moment in moments_in(journal, ReplayPart(3, 5))] == [3, 4, 5]


@pytest.mark.parametrize("seconds", [-3600, 60])
def test_a_clock_that_was_set_in_bet_time_changes_no_seconds_of_it(tmp_path: Path, seconds: int) -> None:
    clock, path = SetClock(START), tmp_path / "set.db"
    with session_at(path, clock) as session:
        for line in (OPEN, say("before"), say("after")):
            session.take(msgspec.json.encode(line))
            clock.advance(TICK)
            clock.set(seconds)
    game = game_of(book("lt"), "baccarat")
    moments = [each for each in moments_in(path, ReplayPart(1, 99)) if each.after.bet_time]
    spoken = [each for each in moments if isinstance(each.event, events.BetsOpened | events.Remarked)]
    assert [shown_at(game, each, situation()).countdown.seconds_left for each in spoken] == [18, 16, 14]
    later = spoken[-1].at + timedelta(seconds=3)
    assert shown_at(game, spoken[-1], situation(), later).countdown.seconds_left == 11


def test_the_table_stands_at_each_moment_as_it_stood(journal: Path) -> None:
    game = game_of(book("lt"), "baccarat")
    lying = []
    for moment in moments_in(journal, ReplayPart(3, 6)):
        view = shown_at(game, moment, situation())
        assert view.mode is Mode.REPLAY
        assert view.view.coup is not None
        lying.append((view.view.coup.player, view.view.coup.banker))
    cards = [Card("9H"), Card("2S"), Card("KD"), Card("4C")]
    hands = [((cards[0],), ()), ((cards[0],), (cards[1],)), ((cards[0], cards[2]), (cards[1],))]
    assert lying == [*hands, ((cards[0], cards[2]), (cards[1], cards[3]))]


def test_the_bytes_of_a_device_stand_with_the_card_that_they_say(journal: Path) -> None:
    cards = [
        each
        for each in moments_in(journal, ReplayPart(9, 99, "T7-2"))
        if type(each.event) is events.CardDrawn
    ]
    assert len(cards) == 2
    assert all(moment.raw for moment in cards)
    assert not any(moment.at_once for moment in cards), "a view came out before each"


def test_of_two_cards_in_one_piece_of_bytes_the_second_shares_the_view_of_the_first(tmp_path: Path) -> None:
    both = device(card_frame("0", "player", 1, "9H") + card_frame("1", "banker", 1, "2S"))
    path = written(tmp_path / "both.db", OPEN, ROUND[1], both)
    *_, first, second = moments_in(path, ReplayPart(1, 99))
    assert [type(each.event) for each in (first, second)] == [events.CardDrawn] * 2
    assert (first.at_once, second.at_once) == (False, True)


def test_play_waits_from_the_report_to_the_last_step(journal: Path) -> None:
    moments = moments_in(journal, ReplayPart(9, 99, "T7-2"))
    ((begin, end),) = waits(moments)
    assert end is not None
    came = moments[begin].at, moments[end].at
    assert came == (time_of_line(len(ROUND) + 5), time_of_line(len(ROUND) + len(FELL) - 1))


def test_bet_time_counts_down_between_two_moments_as_it_did(journal: Path) -> None:
    game = game_of(book("lt"), "baccarat")
    moment = moments_in(journal, ReplayPart(1, 1))[0]
    seconds = moment.after.round.seconds if moment.after.round else 0
    assert shown_at(game, moment, situation()).countdown.seconds_left == seconds
    later = START + timedelta(seconds=TICK + 1.5)
    assert shown_at(game, moment, situation(), later).countdown.seconds_left == seconds - 1
    over = START + timedelta(seconds=TICK + seconds)
    for at in (over, over + timedelta(seconds=5)):
        assert shown_at(game, moment, situation(), at).countdown.seconds_left == 0


def test_a_players_time_to_answer_counts_down_as_it_did(tmp_path: Path) -> None:
    path, game = written(tmp_path / "asked.db", *DEALT, game="blackjack"), game_of(book("lt"), "blackjack")
    with review(path) as opened:
        number, state = opened.begin(0)
        *_, dealt, asks = moments_of(game, state, opened.entries(number), ReplayPart(1, 99, "T7-1"))
    at_it = replace(situation(), game="blackjack")
    seconds = view_of(game, asks.after, asks.number).prompt.seconds
    later = asks.at + timedelta(seconds=1.5)
    assert seconds is not None and shown_at(game, dealt, at_it).countdown.seconds_left is None
    assert shown_at(game, asks, at_it).countdown.seconds_left == seconds
    assert shown_at(game, asks, at_it, later).countdown.seconds_left == seconds - 1


def test_the_wheel_stands_at_each_moment_as_its_bytes_gave_it(tmp_path: Path) -> None:
    """ROU-3.1.2: an incident's evidence says of the wheel what it had just sent."""
    spin = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    bets, closed = ({"do": "bets", "state": state} for state in ("open", "closed"))
    lines = (bets, _wheel(2), closed, _wheel(3), spin, _wheel(4), _wheel(5))
    path = written(tmp_path / "spin.db", *lines, game="roulette")
    game = game_of(book("lt"), "roulette")
    with review(path) as opened:
        number, state = opened.begin(0)
        moments = moments_of(game, state, opened.entries(number), ReplayPart(1, 99, "T7-1"))
    seen = {}
    for moment in moments:
        view = shown_at(game, moment, replace(situation(), game="roulette"))
        seen[type(moment.event)] = view.wheel.state if view.wheel else None
    assert seen[events.BetsOpened] is None, "nothing had been heard"
    assert seen[events.BallRan] == 3 and seen[events.NumberRead] == 5


def _wheel(state: int) -> dict[str, str]:
    return {"do": "device", "name": "wheel", "hex": f"*X;{state};094;17;0;163;0\r\n".encode().hex()}


@pytest.mark.sweep
def test_a_part_is_bounded(tmp_path: Path) -> None:
    remark = {"do": "say", "text": "again", "by": "D1"}
    path = written(tmp_path / "long.db", *(remark for _ in range(MOST + 20)))
    assert len(moments_in(path, ReplayPart(1, 10**9))) == MOST
