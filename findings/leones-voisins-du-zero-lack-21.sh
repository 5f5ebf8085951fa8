#!/usr/bin/env bash
# Leones 0.2.9 (roulette): the neighbours of zero are sixteen numbers, and 21 is in no call bet.
#
# Expected: on the wheel with one zero the three classic call bets share out all 37 pockets: voisins du zéro
# has 17 numbers (from 22 round to 25, with 21 between 4 and 2), tiers 12, orphelins 8.
# Seen: voisins has 16 numbers, 21 is missing. A ball on 21 loses whichever call bet was laid, and the stake
# is split over sixteen numbers.
# Hurts: whoever checks call bets or their returns against this package.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'Leones==0.2.9'

cat > "$dir/try.py" <<'END'
from Leones.Ruleta import RouletteGame

bets = RouletteGame(1000).call_bets
covered = set().union(*bets.values())
print("sizes:", sorted(len(numbers) for numbers in bets.values()))
print("in none of them:", sorted(set(range(37)) - covered))
END

cat > "$dir/expected" <<'END'
sizes: [8, 12, 16]
in none of them: [21]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: voisins du zéro has 16 numbers instead of 17, and no call bet covers 21"
else
    echo "changed: leones-voisins-du-zero-lack-21"
    exit 1
fi
