"""What the game server may say over its link: bets, seats, decisions, and ask for the view."""

from __future__ import annotations

import pytest

from console.table.server_lines import LONGEST, foreign
from tests.table.tables import Driven

ITS_OWN = [
    b'{"do":"bets","state":"open"}',
    b'{"do":"seats","seats":[1,7]}',
    b'{"do":"decision","seat":1,"hand":1,"choice":"hit"}',
    b'{"do":"view"}',
]


@pytest.mark.parametrize("line", ITS_OWN)
def test_its_own_lines_are_its_own_up_to_the_longest(line: bytes) -> None:
    assert foreign(line) is None
    assert foreign(line.ljust(LONGEST)) is None
    strange = foreign(line.ljust(LONGEST + 1))
    assert strange is not None and strange.refused == "bad_input"


def test_what_is_no_line_is_told_by_its_field() -> None:
    strange = foreign(b'{"do":"bets","state":"ajar"}')
    assert strange is not None and strange.refused == "bad_input" and "`state`" in strange.why


def test_a_persons_line_is_taken_from_the_window_and_not_over_the_link() -> None:
    session = Driven("sv").session
    line = b'{"do":"call","by":"D1","on":true}'
    assert session.take(line, by_link=True).refused == "not_authorised"
    assert session.take(line).call
