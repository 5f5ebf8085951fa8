"""A card is in the log once the table has shown it: not face down, nor apart, nor the next round's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.review.journals import JournalReads
from console.table.commands.journal_copies import close_file
from console.table.core import SetClock, game_of
from console.table.core.running.replay import Unseen
from console.table.core.running.table_journal import CHECKPOINT_EVERY
from console.table.custody import open_session
from console.table.custody.table_opening import CardAside, InPlay
from console.table.game import load_rulebook
from console.table.journal import UNSEEN, Filter, Identity, LogRow, archives, review
from tests.table.core.tables import Seen, book, card_frame, device
from tests.table.journal.file.test_public_views import BEFORE, DEALT, REFUSED, SEATS, STAND
from tests.table.played import CLOSED, DONE_D, OPEN, START, VOID, card, incident, say, written

OVER = (STAND, DONE_D, card("8H"), DONE_D)
"""The hole card is turned, and the round ends."""


def unseen(path: Path, game: str, rules: str = "sv") -> frozenset[int]:
    with review(path) as journal:
        number, state = journal.begin(0)
        unseen = Unseen(game_of(load_rulebook(rules), game), state, number)
        for row in journal.entries(number):
            unseen.follow_entry(row)
    return unseen.numbers


def log_of(path: Path, typed: str = "") -> tuple[LogRow, ...]:
    reads = JournalReads((path,))
    while reads.prepare() < 1:
        pass
    reads.look_for(Filter(words=reads.words_of(typed, "en"), bytes=True))
    while not reads.count().done:
        pass
    rows = reads.rows(0, 500)
    reads.close()
    return rows


def names(rows: Sequence[LogRow], face: str) -> bool:
    return any(face in row.event for row in rows)


def blackjack(path: Path, *more: Seen) -> Path:
    return written(path, *DEALT, *more, code="sv", game="blackjack", refused=REFUSED)


def test_a_hole_card_is_covered_in_the_log_until_it_is_turned(tmp_path: Path) -> None:
    rows = log_of(blackjack(tmp_path / "down.db"))
    assert not names(rows, "5C")
    assert names(rows, "9D")
    assert [row.figures["card"] for row in rows if row.kind == "card_drawn"].count(UNSEEN) == 1
    assert names(log_of(blackjack(tmp_path / "up.db", STAND, DONE_D)), "5C")


def half(face: str) -> Seen:
    return {"do": "device", "name": "reader", "hex": face.encode().hex()}


def line(text: str) -> Seen:
    return {"do": "device", "name": "reader", "hex": f"{text}\r\n".encode().hex()}


MANUAL: Seen = {"do": "manual", "on": True, "by": "P1"}
WITHDRAW: Seen = {"do": "withdraw", "by": "P1"}
HIDES: Mapping[str, tuple[Seen, ...]] = {
    "read while the pit boss is behind": (*DEALT[:-2], MANUAL, card("9D"), card("5C")),
    "pressed while the pit boss is behind": (
        *DEALT[:-2], MANUAL, {**card("5C"), "source": "dealer", "by": "D1"},
    ),
    "read while the pit boss is ahead": (
        *DEALT[:-1], MANUAL, {**card("5C"), "source": "dealer", "by": "P1"}, card("5C"),
    ),
    "read in manual mode before bets close": (OPEN, MANUAL, card("5C")),
    "read in manual mode before bets open": (MANUAL, card("5C")),
    "read once manual mode was over": (*DEALT[:-2], MANUAL, card("5C"), {**MANUAL, "on": False}),
    "read before the shoe was changed": (
        *DEALT[:-2], MANUAL, card("5C"), incident("played_past_cut_card", "P1"),
        {"do": "authorise", "by": "P1", "reason": "the rack was counted"}, {"do": "cut_card"}, DONE_D,
    ),
    "read under a report": (*DEALT[:-2], incident("reader_failed"), card("5C")),
    "read before bets open, and play goes on": (card("5C"), {"do": "withdraw", "by": "P1"}, OPEN),
    "read early, and play goes on": (OPEN, card("5C"), {"do": "withdraw", "by": "P1"}),
    "read in the result, and comes in the next round": (
        *BEFORE, STAND, DONE_D, card("8H"), card("5C"), WITHDRAW, DONE_D, DONE_D, OPEN,
    ),
    "read among the answers, and comes in the next round": (
        *BEFORE, card("5C"), WITHDRAW, STAND, DONE_D, card("8H"), DONE_D, DONE_D, OPEN, SEATS, CLOSED,
    ),
    "read in manual mode, and comes in the next round": (
        *BEFORE, MANUAL, card("5C"), {**MANUAL, "on": False}, STAND, DONE_D, card("8H"), DONE_D, DONE_D,
    ),
    "corrected at a place without a card": (
        *DEALT[:-1], card("7S"), {"do": "correct", "hand": "dealer", "card": 9, "to": "5C", "by": "P1"},
    ),
    "corrected before it was dealt": (
        OPEN, card("2H"), {"do": "withdraw", "by": "P1"},
        {"do": "correct", "hand": "dealer", "card": 1, "to": "5C", "by": "P1"},
    ),
    "half read": (*DEALT[:-1], half("5C")),
    "half read in bet time": (OPEN, half("5C")),
    "half read with the card before": (*DEALT[:-2], half("9D\r\n5C")),
    "read with the card before": (*DEALT[:-2], line("9D\r\n5C")),
    "garbled": (*DEALT[:-1], line("5Cx")),
    "garbled in manual mode": (*DEALT[:-2], MANUAL, line("5Cx")),
}  # fmt: skip
"""Ways in which the hole card's face gets into a journal before somebody may see it."""


def test_a_card_that_was_read_a_round_too_early_is_in_the_log_once_it_is_dealt(tmp_path: Path) -> None:
    """It was refused, is still in the shoe, and is the next round's first."""
    before = HIDES["read in the result, and comes in the next round"]
    for name, more, shown in (("open", (), 0), ("dealt", (SEATS, CLOSED, card("5C")), 2)):
        path = written(tmp_path / f"{name}.db", *before, *more, code="sv", game="blackjack", refused=REFUSED)
        assert sum(row.kind == "card_drawn" and "5C" in row.event for row in log_of(path)) == shown


@pytest.mark.parametrize(
    "how",
    [
        "read while the pit boss is behind",
        "read in manual mode, and comes in the next round",
        "read while the pit boss is ahead",
        "half read",
        "half read with the card before",
        "read with the card before",
        "garbled",
        "garbled in manual mode",
    ],
)
def test_a_rounds_file_has_no_reading_of_a_card_that_nobody_may_see(how: str, tmp_path: Path) -> None:
    by_hand: Seen = {**card("9D"), "source": "dealer", "by": "P1"}
    lines = (*HIDES[how], by_hand) if how == "read while the pit boss is behind" else HIDES[how]
    path = written(tmp_path / "T7.db", *lines, code="sv", game="blackjack", refused=REFUSED)
    readings = find_round(path, "T7-1").readings
    assert "5C" not in [meaning.card for reading in readings for meaning in reading.said]
    assert not [reading for reading in readings if reading.hex and "35 43" in reading.hex]


def test_a_rounds_file_has_no_part_of_a_hidden_card_that_came_with_the_card_before(tmp_path: Path) -> None:
    for name, more, shown in (("down", (), False), ("up", (STAND, DONE_D), True)):
        lines = (*DEALT[:-2], half("9D\r\n5"), half("C\r\n"), *more)
        path = written(tmp_path / f"{name}.db", *lines, code="sv", game="blackjack", refused=REFUSED)
        readings = find_round(path, "T7-1").readings
        assert [reading.hex for reading in readings if reading.hex] == (
            ["39 44 0d 0a 35", "43 0d 0a"] if shown else []
        )
        assert "9D" in [meaning.card for reading in readings for meaning in reading.said]


def test_a_reading_in_manual_mode_is_shown_once_nobody_can_act_on_it(tmp_path: Path) -> None:
    enter = tuple({**card(face), "source": "dealer", "by": "P1"} for face in ("9D", "5C"))
    lines = (*HIDES["read while the pit boss is behind"], *enter, STAND)
    for name, more, many in (("down", (), 0), ("up", (DONE_D,), 2)):
        path = written(tmp_path / f"{name}.db", *lines, *more, code="sv", game="blackjack", refused=REFUSED)
        assert sum("5C" in row.event for row in log_of(path)) == many


def test_a_contradiction_about_a_hole_card_is_in_the_log_once_it_is_turned(tmp_path: Path) -> None:
    by_hand = [{**card(face), "by": "P1"} for face in ("9D", "7C")]
    kept = {**WITHDRAW, "reason": "looked at"}
    lines = (*DEALT[:-2], MANUAL, card("9D"), by_hand[0], card("5C"), by_hand[1], kept, STAND)
    for name, more, shown in (("down", (), False), ("up", (DONE_D,), True)):
        path = written(tmp_path / f"{name}.db", *lines, *more, code="sv", game="blackjack", refused=REFUSED)
        (found,) = (row for row in log_of(path) if row.kind == "contradiction_found")
        assert ("7C" in found.event, "5C" in found.event) == (shown, shown)


def test_a_record_names_no_hole_card_that_was_read_in_manual_mode(tmp_path: Path) -> None:
    manual: Seen = {"do": "manual", "on": True, "by": "P1"}
    entered: Seen = {**card("5C"), "source": "dealer", "by": "P1"}
    corrected: Seen = {"do": "correct", "hand": "dealer", "card": 1, "to": "7S", "by": "P1"}
    before = (*DEALT[:-1], manual, card("5C"), entered, corrected)
    for name, after, shown in (("down", (), False), ("up", (STAND, DONE_D), True)):
        path = written(tmp_path / f"{name}.db", *before, *after, code="sv", game="blackjack")
        with review(path) as journal:
            entry = next(row.number for row in journal.entries(0) if row.kind == "card_corrected")
        readings = find(path, f"C{entry}").readings
        told = [meaning.card for reading in readings for meaning in reading.said]
        assert told.count("5C") == (2 if shown else 0), told


def test_a_hole_card_stays_covered_however_long_its_round_lasts(tmp_path: Path) -> None:
    """A state is kept in mid-round where a round has a thousand entries, as of a server's refused lines."""
    path = blackjack(tmp_path / "long.db", *[say("still here")] * (CHECKPOINT_EVERY + 300))
    with review(path) as journal:
        assert journal.begin(CHECKPOINT_EVERY + 200)[0] > len(DEALT), "a state that holds the hole card"
    reads = JournalReads((path,))
    rows = reads.log.newest(Filter(bytes=True), limit=5_000)[-20:]
    reads.close()
    assert names(rows, "9D")
    assert not names(rows, "5C")


def test_no_file_is_closed_while_its_table_hides_a_card(tmp_path: Path) -> None:
    """A closed file is covered nowhere."""
    down, up = (
        blackjack(tmp_path / "down.db"),
        blackjack(tmp_path / "up.db", STAND, DONE_D, card("8H"), DONE_D),
    )
    identity, later = Identity("T7", "blackjack", "sv"), SetClock(START + timedelta(days=40))
    for path in (down, up):
        with ExitStack() as stack:
            open_session(path, identity, book("sv"), later, stack, closing=archives.Closing(monthly=True))
    assert (len(archives.volumes(down)), len(archives.volumes(up))) == (1, 2)
    with pytest.raises(InPlay):
        close_file(down, later)
    assert not names(log_of(down), "5C")


@pytest.mark.parametrize(("since", "shown"), [(0, False), (200, False), (201, True)])
def test_late_cards_stay_covered_when_their_showing_cannot_be_decided(
    since: int, shown: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def untold(*_: object) -> None:
        raise msgspec.ValidationError("a console that nobody knows")

    monkeypatch.setattr("console.table.core.running.replay.Unseen", untold)
    path = blackjack(tmp_path / "down.db", *[say("still here")] * since)
    assert names(log_of(path), "5C") is shown


def test_a_finished_round_names_its_hole_card_though_it_was_never_turned(tmp_path: Path) -> None:
    hit: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"}
    path = blackjack(tmp_path / "bust.db", hit, card("KS"), DONE_D)
    assert names(log_of(path), "5C")


EARLY = HIDES["read in the result, and comes in the next round"][:-1]


def test_no_file_is_closed_while_a_card_read_too_early_may_begin_the_next_round(tmp_path: Path) -> None:
    identity, later = Identity("T7", "blackjack", "sv"), SetClock(START + timedelta(days=40))
    over = (OPEN, SEATS, CLOSED, card("5C"), *DEALT[4:], STAND, DONE_D, card("8H"), DONE_D, DONE_D)
    for name, more, files in (("waits", (), 1), ("over", over, 2)):
        path = written(tmp_path / f"{name}.db", *EARLY, *more, code="sv", game="blackjack", refused=REFUSED)
        if files == 1:
            with pytest.raises(CardAside):
                close_file(path, later)
        with ExitStack() as stack:
            open_session(path, identity, book("sv"), later, stack, closing=archives.Closing(monthly=True))
        assert len(archives.volumes(path)) == files


@pytest.mark.parametrize("since", [250, CHECKPOINT_EVERY + 250])
def test_a_card_read_too_early_stays_covered_however_much_is_said_since(tmp_path: Path, since: int) -> None:
    """A state is kept between it and the bets on it, or it is not among the last entries."""
    lines = (*EARLY, *[say("still here")] * since, OPEN)
    path = written(tmp_path / "long.db", *lines, code="sv", game="blackjack", refused=REFUSED)
    with closing(JournalReads((path,))) as reads:
        rows = reads.log.newest(Filter(bytes=True), limit=5_000)
    assert not names(rows, "5C")
    assert names(rows, "7C")


@pytest.mark.parametrize("typed", ["5C", "5♣", "クラブの5", '"card":"5C"', "klöver fem"])
def test_no_search_finds_a_hole_card_by_its_face_or_its_line(tmp_path: Path, typed: str) -> None:
    assert not [row for row in log_of(blackjack(tmp_path / "down.db"), typed) if row.kind == "card_drawn"]


def test_an_entry_beside_the_log_has_no_face_no_line_and_no_digest_to_try_faces_on(
    tmp_path: Path,
) -> None:
    reads = JournalReads((blackjack(tmp_path / "down.db"),))
    reads.look_for(Filter())
    reads.count()
    row = next(row for row in reads.rows(0, 50) if UNSEEN in row.event)
    glance = reads.glance(row.place)
    reads.close()
    assert glance is not None
    whole = glance.whole
    assert (whole.line, whole.raw, whole.digest, whole.chain) == (None, None, UNSEEN, UNSEEN)
    assert b"5C" not in whole.event
    assert whole.sound


def test_a_log_that_stays_open_uncovers_the_card_when_it_is_asked_again(tmp_path: Path) -> None:
    path, clock = tmp_path / "live.db", SetClock(START)
    identity = Identity("T7", "blackjack", "sv")
    with ExitStack() as stack:
        session = open_session(path, identity, book("sv"), clock, stack, is_ready=True).session
        for line in DEALT:
            session.take(msgspec.json.encode(line))
        reads = JournalReads((path,))
        stack.callback(reads.close)
        reads.count()
        assert not names(reads.rows(0, 50), "5C")
        for line in (STAND, DONE_D):
            session.take(msgspec.json.encode(line))
        reads.look_for(Filter())
        reads.count()
        assert names(reads.rows(0, 50), "5C")


def test_a_card_that_halts_play_is_covered_until_it_counts_as_drawn(tmp_path: Path) -> None:
    """One that was not drawn is the next coup's first, on which players bet."""
    before = (OPEN, CLOSED, card("9H"), card("2S"), card("KD"), card("4C"), card("8D"))
    halted = written(tmp_path / "halted.db", *before, code="sv", refused=REFUSED)
    assert not names(log_of(halted), "8D")
    for decided, shown in ((VOID, True), (WITHDRAW, False)):
        path = written(tmp_path / f"{shown}.db", *before, decided, code="sv", refused=REFUSED)
        assert names(log_of(path), "8D") is shown


def test_a_card_that_came_under_a_report_is_covered_until_it_is_decided(tmp_path: Path) -> None:
    lines = (OPEN, CLOSED, card("9H"), incident("card_fell", "P1", cards=1), card("8D"))
    path = written(tmp_path / "open.db", *lines, code="sv", refused=REFUSED)
    assert not names(log_of(path), "8D")
    told = (*lines, {"do": "answer", "facts": {"seen": False}, "by": "P1"}, {"do": "authorise", "by": "P1"})
    path = written(tmp_path / "void.db", *told, code="sv", refused=REFUSED)
    assert names(log_of(path), "8D")


def test_the_bytes_that_said_a_covered_card_are_covered_with_it(tmp_path: Path) -> None:
    lines = (OPEN, device(card_frame("1", "player", 1, "9H")))
    path = written(tmp_path / "bytes.db", *lines, code="lt", refused=REFUSED)
    covered = unseen(path, "baccarat", "lt")
    rows = {row.number: row for row in log_of(path)}
    assert {rows[number].kind for number in covered} == {"bytes_received", "card_drawn"}
    reads = JournalReads((path,))
    for number in covered:
        whole = reads.log.whole(rows[number].place)
        assert whole is not None
        assert whole.raw is None
    reads.close()


def test_at_blackjack_a_withdrawn_halt_covers_nothing_once_the_round_is_void(
    tmp_path: Path,
) -> None:
    path = blackjack(tmp_path / "void.db", card("2H"), VOID)
    assert unseen(path, "blackjack") == frozenset()
