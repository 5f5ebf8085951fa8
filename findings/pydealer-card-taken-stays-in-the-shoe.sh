#!/usr/bin/env bash
# pydealer 1.4.0: a card taken by its number stays in the shoe if the number is above 256.
#
# Expected: get() with an index returns the card there and removes it, as the documentation says, in a shoe
# of eight decks (416 cards) as in one deck.
# Seen: get(200) leaves 415 cards; get(300) returns a card and leaves 416: it is dealt again later. The
# position is compared by identity, and CPython keeps one object for each whole number only up to 256.
# Hurts: simulations of shoes: cards are drawn without being used up.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pydealer==1.4.0'

cat > "$dir/try.py" <<'END'
import pydealer


def shoe():
    stack = pydealer.Stack()
    for _ in range(8):
        stack.add(list(pydealer.Deck()))
    return stack


for index in (200, 256, 257, 300):
    cards = shoe()
    taken = cards.get(index)
    print(index, "taken:", len(taken), "left:", len(cards))
END

cat > "$dir/expected" <<'END'
200 taken: 1 left: 415
256 taken: 1 left: 415
257 taken: 1 left: 416
300 taken: 1 left: 416
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: cards at positions above 256 are returned and stay in the shoe"
else
    echo "changed: pydealer-card-taken-stays-in-the-shoe"
    exit 1
fi
