#!/usr/bin/env bash
# hypothesis-jsonschema 0.23.1 with hypothesis 6.170.17: no object can be drawn, and a tuple's schema is
# empty.
#
# Expected: its newest release, which allows every newer hypothesis, draws objects of a plain schema; for
# 2020-12 with prefixItems it draws or refuses.
# Seen: AttributeError within the library for any object with a required property: hypothesis renamed a
# private part. A tuple by prefixItems with "items": false is taken as an array that must be empty and can't
# be, so nothing is drawn.
# Hurts: contract tests made from schemas; the pin of one of the two is what keeps them alive.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'hypothesis-jsonschema==0.23.1' 'hypothesis==6.170.17'

cat > "$dir/try.py" <<'END'
from hypothesis import find
from hypothesis_jsonschema import from_schema

shapes = {
    "integer": {"type": "integer"},
    "object": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
    "tuple": {"type": "array", "prefixItems": [{"type": "integer"}], "items": False, "minItems": 1},
}
for name, schema in shapes.items():
    try:
        print(name, find(from_schema(schema), lambda _: True))
    except Exception as error:
        print(name, type(error).__name__)
END

cat > "$dir/expected" <<'END'
integer 0
object AttributeError
tuple Unsatisfiable
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: objects raise AttributeError, tuples can't be drawn"
else
    echo "changed: hypothesis-jsonschema-has-no-objects"
    exit 1
fi
