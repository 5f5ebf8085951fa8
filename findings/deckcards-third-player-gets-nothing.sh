#!/usr/bin/env bash
# deckcards 1.0.1: dealing in rounds gives the third of three players no card, and an ace is worth a king.
#
# Expected: deal() returns a hand for each player with the number of cards asked for, and by default deals
# one card to each in turn; so its documentation.
# Seen: three players with two cards each become two hands of three cards and an empty one; two players with
# five cards raise IndexError. The sizes are right only where both numbers are equal. Besides, ace and king
# have the same value, 13.
# Hurts: whoever deals with it for anything but two players and two cards.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'deckcards==1.0.1'

cat > "$dir/try.py" <<'END'
from deckcards import Card, Deck

print("3 players, 2 cards:", [len(hand) for hand in Deck().deal(n_players=3, n_cards=2)])
try:
    Deck().deal(n_players=2, n_cards=5)
except IndexError as error:
    print("2 players, 5 cards:", error)
print("ace and king:", Card("A", "\u2660").value, Card("K", "\u2660").value)
END

cat > "$dir/expected" <<'END'
3 players, 2 cards: [3, 3, 0]
2 players, 5 cards: list index out of range
ace and king: 13 13
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the third player has no card"
else
    echo "changed: deckcards-third-player-gets-nothing"
    exit 1
fi
