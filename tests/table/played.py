"""Journals on the disk in which something went wrong, written by a session as in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path

import msgspec

from console.table.core import Clock, NoteKind, Session, SetClock
from console.table.custody import open_session
from console.table.journal import Identity, archives
from tests.table.core.tables import Seen, book, card_frame, device

START = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
TICK = 2
"""Seconds that a line takes."""

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
DONE_D: Seen = {"do": "done", "by": "D1", "counted": 416}
"""Where an inspection asks for the number of cards, it is right; elsewhere it says nothing."""
DONE_P: Seen = {"do": "done", "by": "P1"}
WITHDRAW: Seen = {"do": "withdraw", "by": "P1"}
AUTHORISE: Seen = {"do": "authorise", "by": "P1"}
VOID: Seen = {"do": "void", "by": "P1"}


def card(face: str) -> Seen:
    return {"do": "card", "card": face}


def incident(kind: str, by: str = "D1", **facts: object) -> Seen:
    return {"do": "incident", "kind": kind, "facts": facts, "by": by}


def answer(by: str = "P1", **facts: object) -> Seen:
    return {"do": "answer", "facts": facts, "by": by}


def say(text: str, by: str = "D1") -> Seen:
    return {"do": "say", "text": text, "by": by}


@contextmanager
def session_at(
    path: Path,
    clock: Clock | None = None,
    game: str = "baccarat",
    rules: str = "lt",
    *,
    table: str = "T7",
    is_ready: bool = True,
    shift: Callable[[datetime], str] | None = None,
    closing: archives.Closing | None = None,
) -> Iterator[Session]:
    """A table's session on the journal at ``path``, which it then closes. Its clock stands at START if none
    is given; ``is_ready`` is False for a table whose journal goes on.
    """
    clock = clock or SetClock(START)
    with ExitStack() as stack:
        named = (path, Identity(table, game, rules), book(rules), clock, stack)
        yield open_session(*named, is_ready=is_ready, shift=shift, closing=closing).session


def take(session: Session, *lines: Seen, clock: SetClock | None = None, seconds: float = TICK) -> None:
    """Take lines that the table must accept, each so many seconds later by ``clock``, if there is one."""
    for line in lines:
        if clock is not None:
            clock.advance(seconds)
        assert session.take(msgspec.json.encode(line)).accepted, line


def written(
    path: Path,
    *lines: Seen,
    code: str = "lt",
    start: datetime = START,
    refused: Sequence[str] = (),
    game: str = "baccarat",
    is_ready: bool = True,
) -> Path:
    """A closed journal of these lines, one every two seconds; ``refused`` are the refusals that are meant.

    ``is_ready`` is False for a table whose journal goes on.
    """
    clock = SetClock(start)
    with session_at(path, clock, game, code, is_ready=is_ready) as session:
        for line in lines:
            clock.advance(TICK)
            view = session.take(msgspec.json.encode(line))
            assert view.accepted or view.refused in refused, (line, view.refused)
    return path


def noted(
    path: Path,
    what: NoteKind,
    when: datetime,
    text: str | None = None,
    game: str = "baccarat",
    who: str | None = None,
) -> Path:
    """The journal with the console's own doing in it, noted then."""
    with session_at(path, SetClock(when), game, is_ready=False) as session:
        session.note(what, who, text)
    return path


def time_of_line(line: int) -> datetime:
    """When the line of this number, from 1, was taken."""
    return START + timedelta(seconds=TICK * line)


FELL = (
    OPEN,
    CLOSED,
    device(card_frame("1", "player", 1, "9H")),
    device(card_frame("2", "banker", 1, "4C")),
    incident("card_fell", cards=1),
    say("It rolled under the chair"),
    answer(seen=False),
    AUTHORISE,
    DONE_D,
    DONE_D,
)
"""A card falls, nobody saw its face: the round is void (LT-BAC-18b). The incident is T7-i1, lines 5 to 9."""

ROUND = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C")), DONE_D, DONE_D)
"""A whole round: a natural."""


def round_of(number: int) -> tuple[Seen, ...]:
    """A natural as :data:`ROUND`, which is number 0, in other suits up to number 15: an order that comes
    again in a shoe halts the table (BAC-1.3.3).
    """
    suits = ("HSDC"[(number + at * (number // 4 + 1)) % 4] for at in range(4))
    faces = (rank + suit for rank, suit in zip("92K4", suits, strict=True))
    return (OPEN, CLOSED, *map(card, faces), DONE_D, DONE_D)


def long_story(rows: int) -> tuple[Seen, ...]:
    """An incident with long names, long reasons and many remarks."""
    dealer = "Aleksandra-Gabrielė Kazlauskienė-Vaitiekūnė"
    boss = "Þorsteinn Guðmundsson-Hafsteinsson Breiðfjörð"
    remark = "Kortelė nenuskaitoma, skeneris perkaitęs; žiūrėkite trečią kamerą. " * 6
    sequence = cycle("123456789")
    return (
        {"do": "sign_out", "who": "D1"},
        {"do": "sign_out", "who": "P1"},
        {"do": "sign_in", "who": dealer, "role": "dealer"},
        {"do": "sign_in", "who": boss, "role": "pit_boss"},
        OPEN,
        CLOSED,
        *(device(card_frame(next(sequence), *place)) for place in (("player", 1, "9H"), ("banker", 1, "4C"))),
        {"do": "unread"},
        {"do": "unread"},
        {"do": "unread"},
        incident("reader_failed", dealer),
        *(say(remark, dealer) for _ in range(rows)),
        answer(boss, pit_boss_read=False),
        {"do": "authorise", "by": boss},
        {"do": "done", "by": boss},
        {"do": "done", "by": boss, "note": remark},
        {"do": "done", "by": boss, "reason": remark},
        card("2D"),
    )
