#!/usr/bin/env bash
# blackjack-api 1.1.0: after one card to a soft 17 the dealer stops, also on a hard 12 to 16.
#
# Expected: the dealer draws to 16 and stands on 17 or more; where the house has it, a soft 17 takes a card.
# The ace then counts one, and a total below 17 draws again. The README says that the dealer plays until the
# hand ends.
# Seen: the rule for 17 comes once, after the loop for totals below 17. A card of ten leaves a hard 17; a 5 to
# a 9 leaves 12 to 16, and the dealer stands on it. With hit_soft_17=False it never happens.
# Hurts: chances and hold that are taken from simulated rounds: players win against hands that no house ends.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'blackjack-api==1.1.0'

cat > "$dir/try.py" <<'END'
import random

from blackjack_api.blackjack import BlackJack


def ends(hit_soft_17):
    totals = set()
    for seed in range(3000):
        random.seed(seed)
        game = BlackJack(num_decks=6, hit_soft_17=hit_soft_17)
        game.stand()
        totals.add(game.dealer.count())
    return sorted(total for total in totals if total < 17)


print("soft 17 takes a card, dealer ends on:", *ends(True))
print("soft 17 stands, dealer ends on:", *ends(False))
END

cat > "$dir/expected" <<'END'
soft 17 takes a card, dealer ends on: 12 13 14 15 16
soft 17 stands, dealer ends on:
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the dealer stands on 12 to 16"
else
    echo "changed: blackjack-api-dealer-stands-on-sixteen"
    exit 1
fi
