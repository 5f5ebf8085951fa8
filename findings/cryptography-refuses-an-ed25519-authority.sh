#!/usr/bin/env bash
# cryptography 50.0.2: its certificate verification refuses an authority with an Ed25519 key, and takes a
# server with one.
#
# Expected: the library makes such authorities and their certificates, and OpenSSL, thus Python's ssl,
# verifies the chain. Where a kind of key is not wanted, it is so for both ends.
# Seen: PolicyBuilder's verifier keeps to the profile of the public web and says "Forbidden public key
# algorithm" for the authority. The same chain with P-256 above an Ed25519 server is valid.
# Hurts: houses with an authority of their own: what the handshake takes, the check beforehand refuses.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'cryptography==50.0.2'

cat > "$dir/try.py" <<'END'
import datetime
import pathlib
import subprocess

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

here = pathlib.Path(__file__).parent
NOW = datetime.datetime(2025, 3, 5, tzinfo=datetime.timezone.utc)
KEYS = {"Ed25519": ed25519.Ed25519PrivateKey.generate, "P-256": lambda: ec.generate_private_key(ec.SECP256R1())}


def certificate(name, key, issuer, issuer_key, *extensions):
    builder = x509.CertificateBuilder(
        subject_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]),
        issuer_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]),
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=NOW,
        not_valid_after=NOW + datetime.timedelta(days=90),
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(issuer_key, None if isinstance(issuer_key, ed25519.Ed25519PrivateKey) else hashes.SHA256())


for above, below in (("P-256", "P-256"), ("P-256", "Ed25519"), ("Ed25519", "P-256")):
    top, server = KEYS[above](), KEYS[below]()
    authority = certificate(
        "house", top, "house", top,
        (x509.BasicConstraints(True, None), True),
        (x509.SubjectKeyIdentifier.from_public_key(top.public_key()), False),
        (x509.KeyUsage(False, False, False, False, False, True, True, False, False), True),
    )
    leaf = certificate(
        "table", server, "house", top,
        (x509.BasicConstraints(False, None), True),
        (x509.SubjectAlternativeName([x509.DNSName("table.example")]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(top.public_key()), False),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
    )
    for name, made in (("ca", authority), ("leaf", leaf)):
        (here / name).write_bytes(made.public_bytes(serialization.Encoding.PEM))
    day = NOW + datetime.timedelta(days=1)
    openssl = subprocess.run(
        ["openssl", "verify", "-attime", str(int(day.timestamp())), "-CAfile", here / "ca", here / "leaf"], capture_output=True, text=True
    )
    verifier = PolicyBuilder().store(Store([authority])).time(day).build_server_verifier(x509.DNSName("table.example"))
    try:
        verifier.verify(leaf, [])
        said = "valid"
    except VerificationError as error:
        said = "Forbidden public key algorithm" if "Forbidden public key algorithm" in str(error) else str(error)
    print(above, "over", below, "| cryptography:", said, "| OpenSSL:", openssl.returncode == 0)
END

cat > "$dir/expected" <<'END'
P-256 over P-256 | cryptography: valid | OpenSSL: True
P-256 over Ed25519 | cryptography: valid | OpenSSL: True
Ed25519 over P-256 | cryptography: Forbidden public key algorithm | OpenSSL: True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: an authority with an Ed25519 key is refused"
else
    echo "changed: cryptography-refuses-an-ed25519-authority"
    exit 1
fi
