"""One identity: a name is the same in whatever form it is typed or scanned."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.scenes import scene
from tests.table.core.play.test_set_numbers import done, playing, prepare, put_aside, take


@scene(editions.NAME, before=None, since="not_authorised")
def a_set_that_was_put_aside_comes_back_scanned() -> object:
    table = playing(number="AB-1207")
    put_aside(table)
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    return table.take(done(set="]C0ab\u20101207"))["refused"]


@scene(editions.NAME, before=("AB-1207", "C-3"), since=("C-3",))
def a_set_that_comes_again_takes_up_its_figures() -> object:
    table = playing(number="AB-1207")
    for number in ("C-3", "ab1207"):
        take(table, {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
        take(table, *({"do": "card", "card": face} for face in ("9H", "2S", "KD", "4C")))
        take(table, {"do": "reshuffle", "by": "P1", "new": True}, done(), done())
        prepare(table, number)
    return tuple(each.number for each in table.table.sets.resting)
