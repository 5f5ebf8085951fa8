#!/usr/bin/env bash
# blackjack21 5.0.0: when the shoe runs out in a round, the cards on the table go back into it.
#
# Expected: a shoe that runs out in a round takes the discards of the rounds before, as house rules have it.
# Cards that lie before the players and the dealer are in play and no discards.
# Seen: the pile of drawn cards holds those of this round too. They are shuffled and dealt once more: with
# one deck, one and the same card lies on the table twice.
# Hurts: whoever counts a shoe, checks a dealt hand, or takes chances from this simulation.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'blackjack21==5.0.0'

cat > "$dir/try.py" <<'END'
import random
from collections import Counter

from blackjack21 import Deck, GameState, Table


def twice_on_the_table(seed):
    random.seed(seed)
    table = Table([(f"seat {number}", 10) for number in range(1, 8)], Deck(("H", "D", "S", "C")))
    for _ in range(2):
        table.start_game()
        while table.state == GameState.PLAYERS_TURN:
            table.hit() if table.current_hand.total < 18 else table.stand()
        cards = [card for player in table.players for hand in player.hands for card in hand]
        if max(Counter(cards + table.dealer.hand).values()) > 1:
            return True
        if len(table.deck) < 16:
            break
    return False


found = any(twice_on_the_table(seed) for seed in range(300))
print("52 cards, one deck; a card lies on the table twice:", found)
END

cat > "$dir/expected" <<'END'
52 cards, one deck; a card lies on the table twice: True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: cards in play were shuffled back into the shoe and dealt a second time"
else
    echo "changed: blackjack21-shoe-refilled-from-the-table"
    exit 1
fi
