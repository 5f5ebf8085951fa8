"""Dragon tiger, the house's own example: a card each, the higher wins, and what each bet brings back."""

from __future__ import annotations

from itertools import product

import pytest

from console.table.game.cards import DECK, Card, Rank
from console.table.game.duel import Bet, DragonTigerRules, Duel, Winner, back, duel_of, duel_worksheet
from console.table.game.games import DOCUMENTED, GAMES
from console.table.game.rulebook import load_rulebook, rulebook_ids
from console.table.game.worksheet import Wager

RULES = load_rulebook("sv").of(DragonTigerRules)
ORDER = "A23456789TJQK"


def test_the_higher_rank_of_any_two_cards_wins_and_a_suit_never_counts() -> None:
    """DT-4: ace low, king high; by counting, of 52 x 52 pairs 208 are ties and the others part evenly."""
    ended = {winner: 0 for winner in Winner}
    for dragon, tiger in product(DECK, DECK):
        outcome = duel_of((dragon, tiger)).outcome
        assert outcome is not None
        higher = ORDER.index(dragon.rank) - ORDER.index(tiger.rank)
        due = Winner.TIE if higher == 0 else Winner.DRAGON if higher > 0 else Winner.TIGER
        assert outcome.winner is due, (dragon, tiger)
        ended[outcome.winner] += 1
    assert ended == {Winner.DRAGON: 1248, Winner.TIGER: 1248, Winner.TIE: 208}


def test_the_dragon_is_dealt_first_and_a_third_card_is_refused() -> None:
    """DT-3."""
    duel, laid = Duel(), []
    while duel.next_place is not None:
        assert duel.outcome is None
        laid.append(duel.next_place.name)
        duel = duel.deal(Card("9H"))
    assert laid == ["dragon", "tiger"]
    with pytest.raises(ValueError, match="none is due"):
        duel.deal(Card("9H"))


def test_an_ace_counts_one_and_a_king_thirteen() -> None:
    """DT-4."""
    for cards, totals in (("", (0, 0)), ("AH", (1, 0)), ("AS KD", (1, 13)), ("TC JS", (10, 11))):
        assert tuple(duel_of(tuple(map(Card, cards.split()))).points.values()) == totals


def test_each_stake_brings_back_its_odds_and_half_of_it_on_a_tie() -> None:
    """DT-5: 1 to 1, a tie 8 to 1, and half back on a tie, fractions cut off."""
    brings = {"KS 2H": (202, 0, 0), "2H KS": (0, 202, 0), "9H 9S": (50, 50, 1_800)}
    for cards, due in brings.items():
        outcome = duel_of(tuple(map(Card, cards.split()))).outcome
        assert outcome is not None
        staked = ((Bet.DRAGON, 101), (Bet.TIGER, 101), (Bet.TIE, 200))
        assert tuple(back(bet, stake, outcome, RULES) for bet, stake in staked) == due, cards


def test_dragon_and_tiger_together_break_the_clause_where_a_document_forbids_it() -> None:
    """LIM-dragontiger: sv and is have it, the others have no such section; void brings every stake back."""
    both = tuple(Wager(on=on, stake=100) for on in ("dragon", "tiger"))
    for id in rulebook_ids():
        rules = load_rulebook(id).of(DragonTigerRules)
        sheet = duel_worksheet(both, None, True, rules)
        assert sheet.back == 200
        assert sheet.restriction == ("LIM-dragontiger" if id in ("sv", "is") else None), id
        assert duel_worksheet(both[:1], None, True, rules).restriction is None


def test_the_duel_is_an_example_and_in_no_rulebook() -> None:
    assert GAMES["dragon_tiger"].is_example and "dragon_tiger" not in DOCUMENTED
    for id in rulebook_ids():
        assert "dragon_tiger" not in load_rulebook(id).games
    cases = [case for kind in RULES.incidents.kinds.values() for case in kind]
    assert {case.basis for case in cases} == {"house", None}, "no rule of any document is among them"
    assert all(case.clause is None or case.clause.startswith("DT-") for case in cases)
    assert len(Rank) == 13 and RULES.decks == 8
