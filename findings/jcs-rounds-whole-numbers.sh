#!/usr/bin/env bash
# jcs 0.2.1 and rfc8785 0.1.4: the canonical text of a time in nanoseconds is rounded by one, refused by the
# other.
#
# Expected: both do RFC 8785. It takes numbers as doubles and asks for text where that is too little; a
# Python int is exact, so digits should not change without a word.
# Seen: jcs writes 1764396067123456789 as 1764396067123456800 and 2**53 + 1 as 2**53. rfc8785 raises for
# both. Below 2**53 they agree.
# Hurts: journals in nanoseconds: the document that is hashed is not the document that is kept.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'jcs==0.2.1' 'rfc8785==0.1.4'

cat > "$dir/try.py" <<'END'
import jcs
import rfc8785

for number in (1764396067123, 2**53 - 1, 2**53 + 1, 1764396067123456789):
    try:
        other = rfc8785.dumps(number).decode()
    except rfc8785.IntegerDomainError as error:
        other = type(error).__name__
    print(number, "jcs:", jcs.canonicalize(number).decode(), "rfc8785:", other)
END

cat > "$dir/expected" <<'END'
1764396067123 jcs: 1764396067123 rfc8785: 1764396067123
9007199254740991 jcs: 9007199254740991 rfc8785: 9007199254740991
9007199254740993 jcs: 9007199254740992 rfc8785: IntegerDomainError
1764396067123456789 jcs: 1764396067123456800 rfc8785: IntegerDomainError
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: one library rounds, the other refuses"
else
    echo "changed: jcs-rounds-whole-numbers"
    exit 1
fi
