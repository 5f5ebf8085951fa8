#!/usr/bin/env bash
# pyCardDeck 1.5.0: the last card of a deck can't be drawn; it is lost with an error.
#
# Expected: 52 draws from 52 cards give 52 cards. By the documentation NoCards is for an empty deck, so for
# the 53rd draw.
# Seen: with the default reshuffle=True and an empty discard pile the 52nd draw takes the card out, then
# tries to shuffle the discards back, finds none and raises. The card is in no pile and in nobody's hand.
# Hurts: whoever deals a deck or a shoe to its end, as in a count of it.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pyCardDeck==1.5.0'

cat > "$dir/try.py" <<'END'
import pyCardDeck

deck = pyCardDeck.Deck(cards=list(range(1, 53)))
drawn = []
try:
    while True:
        drawn.append(deck.draw())
except pyCardDeck.NoCards as error:
    print(type(error).__name__, "after", len(drawn), "cards")
print("left in the deck:", len(deck))
print("nowhere:", sorted(set(range(1, 53)) - set(drawn)))
END

cat > "$dir/expected" <<'END'
NoCards after 51 cards
left in the deck: 0
nowhere: [52]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 51 of 52 cards can be drawn, the last one vanishes"
else
    echo "changed: pycarddeck-last-card-is-lost"
    exit 1
fi
