"""A ninth of one face is weighed for and against a card too many."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from console.table.core import Resumption, Session
from console.table.core.state import editions
from console.table.game import DECK, Card, Shoe
from console.table.scenes.table_in_memory import Clockwork
from tests.instruments.card_sets import shuffled
from tests.table.core.editions.of_tries import CLOSED, OPEN, card, done
from tests.table.core.editions.scenes import scene
from tests.table.core.tables import Driven

SEVEN = Card("7C")


def shoe_of(behind: str, ninths: str = "") -> bytes:
    """How often each card of a shoe was read, with these behind its cut card, and these as ninths: the first
    may be a card too many, and each other one was read in a club's place.
    """
    shoe = bytearray(bytes((8,)) * 52)
    misread = [f"{rank}C" for rank in "A234568"][: max(0, len(ninths.split()) - 1)]
    for face in (*behind.split(), *misread):
        shoe[Card(face).in_deck] -= 1
    for face in ninths.split():
        shoe[Card(face).in_deck] = 9
    return bytes(shoe)


BEHIND = ("2C 5H 9S JD KC 4D 8H", "AD 3C 7H 9D TC QS KH", "AC 6S 7S 8D TH JC QH", "3S 4H 5C 6D 8S 9H KD")
"""Seven cards behind the cut card, none twice."""


def after_shoes(*shoes: bytes) -> Driven:
    """A table at which a set was dealt in these shoes, and all sevens of clubs came in this one."""
    table = Driven("sv")
    first = table.first
    order = bytes((SEVEN.in_deck,)) + shuffled(bytes(range(52)) * 7, Random(4))
    with_all = replace(first.card_set, order=order, shoes=shoes)
    table.first = replace(first, shoe=Shoe().draw_all(DECK[each] for each in order), card_set=with_all)
    table.session = Session(table.game, table.kept, Clockwork(), Resumption(table.first), care=table)
    return table


def offered_for_a_ninth(table: Driven) -> str:
    for line in (OPEN, CLOSED, *card("7C")):
        table.take(line)
    return str(table.view()["offer"]["kind"])


def void(table: Driven) -> None:
    for line in ({"do": "void", "by": "P1"}, done()):
        assert table.take(line)["accepted"]


@scene(editions.COPIES, before="wrong_card_set", since="misread")
def the_second_ninth_of_one_face() -> object:
    table = after_shoes(shoe_of(BEHIND[0]))
    offered_for_a_ninth(table)
    void(table)
    return offered_for_a_ninth(table)


@scene(editions.COPIES, before=0, since=1)
def a_ninth_is_known_to_be_of_its_shoe() -> object:
    table = after_shoes()
    offered_for_a_ninth(table)
    void(table)
    return len(table.table.card_set.ninths_of_shoe)
