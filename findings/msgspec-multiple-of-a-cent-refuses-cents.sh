#!/usr/bin/env bash
# msgspec 0.22.0: Meta(multiple_of=0.01) refuses 1.0, 0.25, 19.99 and nearly all other amounts.
#
# Expected: each of them is a multiple of a hundredth; the keyword of JSON Schema that msgspec writes for it
# is about the number as it stands in the text. jsonschema-rs takes all of them by msgspec's own schema.
# Seen: the remainder of the binary floats is asked to be zero. Even 1.0 and 0.1 are refused, which the
# Python package jsonschema takes (it refuses others).
# Hurts: messages with prices or stakes: one schema, three answers.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'msgspec==0.22.0' 'jsonschema-rs==0.61.0' 'jsonschema==4.26.0'

cat > "$dir/try.py" <<'END'
import json
from typing import Annotated

import jsonschema
import jsonschema_rs
import msgspec

Amount = Annotated[float, msgspec.Meta(multiple_of=0.01)]
schema = msgspec.json.schema(Amount)
print(schema)


def taken(text):
    try:
        msgspec.json.decode(text, type=Amount)
    except msgspec.ValidationError:
        return False
    return True


for text in ("1.0", "0.25", "0.1", "1.1", "0.07", "19.99"):
    number = json.loads(text)
    print(text, taken(text), jsonschema_rs.is_valid(schema, number), jsonschema.Draft202012Validator(schema).is_valid(number))
cents = [f"{number / 100:.2f}" for number in range(1, 1001)]
print("of 1,000 amounts msgspec takes fewer than 200:", sum(map(taken, cents)) < 200)
END

cat > "$dir/expected" <<'END'
{'type': 'number', 'multipleOf': 0.01}
1.0 False True True
0.25 False True True
0.1 False True True
1.1 False True True
0.07 False True False
19.99 False True False
of 1,000 amounts msgspec takes fewer than 200: True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 1.0 is no multiple of 0.01 for msgspec, and one for its own schema"
else
    echo "changed: msgspec-multiple-of-a-cent-refuses-cents"
    exit 1
fi
