#!/usr/bin/env bash
# msgspec 0.22.0: the JSON schema of a type and its decoder disagree, in both directions.
#
# Expected: json.schema() describes what json.decode() takes for the same type; the documentation has it for
# exactly that.
# Seen: the schema requires the tag, the decoder takes a struct without it (even with forbid_unknown_fields);
# the schema forbids the same value twice in a set and a number for a Decimal, the decoder takes both. The
# other way round 1.0 is an integer and any text a datetime for the schema (it names no format where the zone
# is left open), and the decoder refuses.
# Hurts: whoever tests a peer by the published schema: messages pass there and fail here, and vice versa.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'msgspec==0.22.0' 'jsonschema-rs==0.61.0'

cat > "$dir/try.py" <<'END'
import datetime
import decimal
import json

import jsonschema_rs
import msgspec


class Bet(msgspec.Struct, tag="bet", forbid_unknown_fields=True):
    seat: int
    marks: frozenset[int] = frozenset()
    stake: decimal.Decimal = decimal.Decimal(0)
    at: datetime.datetime | None = None


valid = jsonschema_rs.validator_for(msgspec.json.schema(Bet)).is_valid


def decoded(text):
    try:
        msgspec.json.decode(text, type=Bet)
    except msgspec.ValidationError:
        return False
    return True


for text in (
    '{"type":"bet","seat":1}',
    '{"seat":1}',
    '{"type":"bet","seat":1,"marks":[2,2]}',
    '{"type":"bet","seat":1,"stake":1.5}',
    '{"type":"bet","seat":1.0}',
    '{"type":"bet","seat":1,"at":"soon"}',
):
    print(text, "schema:", valid(json.loads(text)), "decoder:", decoded(text))
END

cat > "$dir/expected" <<'END'
{"type":"bet","seat":1} schema: True decoder: True
{"seat":1} schema: False decoder: True
{"type":"bet","seat":1,"marks":[2,2]} schema: False decoder: True
{"type":"bet","seat":1,"stake":1.5} schema: False decoder: True
{"type":"bet","seat":1.0} schema: True decoder: False
{"type":"bet","seat":1,"at":"soon"} schema: True decoder: False
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: five of six messages are judged differently by a type's schema and its decoder"
else
    echo "changed: msgspec-schema-and-decoder-disagree"
    exit 1
fi
