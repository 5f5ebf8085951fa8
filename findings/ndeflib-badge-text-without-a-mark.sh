#!/usr/bin/env bash
# ndeflib 0.3.3: the text 'Å' of a badge in UTF-16 without a byte-order mark is read as another letter.
#
# Expected: 'Å': without a mark the text is big-endian (NFC Forum, Text Record Type Definition; RFC 2781, 4.3,
# has the same rule), whatever the reader's computer is.
# Seen: the bytes are read in the order of the computer that reads them. With a mark the text is right. The
# package's own writer puts a mark before each text, so its own round trip shows nothing.
# Hurts: names on badges that another program wrote: a Japanese or Swedish name becomes signs of another
# script, without an error.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'ndeflib==0.3.3'

cat > "$dir/try.py" <<'END'
import ndef


def read(language, payload):
    status = bytes([0x80 | len(language)]) + language.encode()
    octets = b"".join(ndef.message_encoder([ndef.Record("urn:nfc:wkt:T", "", status + payload)]))
    (record,) = ndef.message_decoder(octets)
    return ascii(record.text)


print("without a mark:", read("sv", "\u00c5".encode("utf-16-be")))
print("with a mark:", read("sv", b"\xfe\xff" + "\u00c5".encode("utf-16-be")))
END

cat > "$dir/expected" <<'END'
without a mark: '\uc500'
with a mark: '\xc5'
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a text without a mark is read in the wrong order"
else
    echo "changed: ndeflib-badge-text-without-a-mark"
    exit 1
fi
