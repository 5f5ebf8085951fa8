"""The prompts that await a card, held against what the table accepts in every scene."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from console.table.core import Action, Actor, Game, Prompt, Table, events
from console.table.core.judging.prompts import prompt_due
from console.table.core.judging.refusals import refusal
from console.table.devices.simulation.cues import card_question
from console.table.game import DECK
from tests.table.core.tables import Driven, Seen
from tests.table.core.transcripts import follow_scenes


class Accepted(NamedTuple):
    """A prompt, and whether the table accepted a card and a press at that moment."""

    prompt: Prompt
    card: bool
    press: bool


def accepts_card(game: Game, table: Table) -> bool:
    """Whether a card that the shoe still holds is accepted: by hand in manual mode, else from a device."""
    face = next((card for card in DECK if table.shoe.can_hold(card)), DECK[0])
    by = table.manual.by if table.manual is not None else None
    return refusal(game, table, events.CardDrawn(face, by=by)) is None


def accepts_press(game: Game, table: Table, actor: Actor) -> bool:
    by = next((person.who for person in table.people if person.role == str(actor)), "")
    return refusal(game, table, events.StepDone(by)) is None


@cache
def in_scenes() -> frozenset[Accepted]:
    """The tables of all scenes, but those at which nobody is left who may enter a card by hand."""
    found = set[Accepted]()

    def see(game: Game, _before: Table, _event: object, _refused: object, table: Table) -> None:
        prompt = prompt_due(game, table)
        if table.manual is None or table.role_of(table.manual.by) is not None:
            press = accepts_press(game, table, prompt.actor)
            found.add(Accepted(prompt, accepts_card(game, table), press))

    follow_scenes(see)
    return frozenset(found)


def test_a_card_is_accepted_exactly_where_the_prompt_awaits_one() -> None:
    assert {each.prompt.action for each in in_scenes()} >= {*Action}, "the scenes come to every prompt"
    assert not [each for each in in_scenes() if each.card is not each.prompt.awaits_card]


def test_a_press_ends_no_prompt_that_a_card_alone_ends() -> None:
    awaiting = [each for each in in_scenes() if each.prompt.awaits_card]
    assert not [each for each in awaiting if each.press is each.prompt.ends_by_card_alone]


def test_a_simulated_shoe_draws_wherever_the_dealer_awaits_a_card_and_nowhere_else() -> None:
    """Not where the dealer burns a card that is out already, as the step of an incident."""
    asked = {each.prompt for each in in_scenes() if card_question(each.prompt) is not None}
    due = {each.prompt for each in in_scenes() if each.card and each.prompt.actor is Actor.DEALER}
    assert {(each.action, each.step) for each in asked ^ due} == set()


@pytest.mark.parametrize(
    ("game", "dealing", "of_cut_card"),
    [("baccarat", "BAC-3.4.3", "BAC-3.5.4"), ("blackjack", "BJ-3.4", "BJ-3.2.2")],
)
def test_a_deal_of_the_last_hand_rests_on_the_clauses_of_dealing_and_of_the_cut_card(
    game: str, dealing: str, of_cut_card: str
) -> None:
    driven = Driven("sv", game=game)
    lines: tuple[Seen, ...] = ({"do": "seats", "seats": [1]},) if game == "blackjack" else ()
    for line in ({"do": "bets", "state": "open"}, *lines, {"do": "bets", "state": "closed"}):
        driven.take(line)
    assert {dealing, of_cut_card} & {*driven.view()["prompt"]["clauses"]} == {dealing}
    assert {dealing, of_cut_card} <= {*driven.take({"do": "cut_card"})["prompt"]["clauses"]}
