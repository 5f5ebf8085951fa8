#!/usr/bin/env bash
# sicboDice 1.0.5: of the thirty bets on a pair and a third die, 1-1-2 and 6-6-5 are never reported.
#
# Expected: the layout has a field for each pair with each other third die, 6 x 5 = 30; each throw with
# exactly one pair wins one of them. The result names it in "doubleWithOneDice".
# Seen: it stays None for 1-1-2 and for 5-6-6, while the pair itself is reported.
# Hurts: whoever settles this bet by the package: two of the thirty fields can't win.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'sicboDice==1.0.5'

cat > "$dir/try.py" <<'END'
import random

from sicboDice.shuffleDice import SicboDice

random.seed(1)
game = SicboDice()
named = {}
for _ in range(60000):
    result = game.getDice()
    if result["double"] and not result["triple"]:
        named.setdefault(tuple(sorted(result["dice"])), result["doubleWithOneDice"])
print("throws with one pair:", len(named))
print("without a bet:", sorted(dice for dice, bet in named.items() if bet is None))
END

cat > "$dir/expected" <<'END'
throws with one pair: 30
without a bet: [(1, 1, 2), (5, 6, 6)]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 1-1-2 and 5-6-6 win no bet on a pair and a third die"
else
    echo "changed: sicbodice-two-doubles-unseen"
    exit 1
fi
