#!/usr/bin/env bash
# hypothesis 6.170.17 with msgspec 0.22.0: from_type() of a Struct builds values that its decoder refuses.
#
# Expected: from_type() infers from annotations, and Annotated with bounds is understood (annotated-types, as
# the documentation says); for msgspec's Struct it finds the fields.
# Seen: the bounds of msgspec.Meta are not read and nothing is said: seat 0 and an empty name come out for 1
# to 7 and at least one letter. Encoded and decoded again they are refused.
# Hurts: round-trip tests: they fail, or test what can't arrive.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'hypothesis==6.170.17' 'msgspec==0.22.0'

cat > "$dir/try.py" <<'END'
from typing import Annotated

import msgspec
from hypothesis import find, strategies


class Player(msgspec.Struct):
    seat: Annotated[int, msgspec.Meta(ge=1, le=7)]
    name: Annotated[str, msgspec.Meta(min_length=1)]


player = find(strategies.from_type(Player), lambda _: True)
print(player)
try:
    msgspec.json.decode(msgspec.json.encode(player), type=Player)
except msgspec.ValidationError as error:
    print(error)
END

cat > "$dir/expected" <<'END'
Player(seat=0, name='')
Expected `int` >= 1 - at `$.seat`
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: values outside of Meta's bounds are built"
else
    echo "changed: hypothesis-ignores-msgspec-bounds"
    exit 1
fi
