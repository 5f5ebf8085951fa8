"""A witness's note can be read by any program of C2SP: a tlog-checkpoint with a cosignature/v1."""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from console.table.journal.proof.checkpoint import JournalHead, cosign, is_note, note_file
from console.table.journal.proof.keys import seal_key

ROOT, CHAIN = bytes(range(32)), bytes(range(32, 64))
HEAD = JournalHead("Table 7", "8b1c6c1e", 3, CHAIN.hex(), ROOT.hex())


def test_a_head_is_cosigned_as_c2sp_states_it(tmp_path: Path) -> None:
    """c2sp.org/tlog-cosignature: the key's id is SHA-256(name, LF, 4, key)[:4]; the time has eight bytes."""
    key, at, name = seal_key(tmp_path), 1_700_000_000, "dealer-console/witness"
    body, _, signature = cosign(HEAD, key, at).partition("\n\n")
    root, chain = (b64encode(each).decode() for each in (ROOT, CHAIN))
    assert body == f"dealer-console/Table%207/8b1c6c1e\n3\n{root}\nchain {chain}"
    assert signature.startswith(f"— {name} ") and signature.endswith("\n")
    blob = b64decode(signature.split(" ")[2])
    assert blob[:4] == sha256(name.encode() + b"\n\x04" + key.public.raw).digest()[:4]
    assert blob[4:12] == at.to_bytes(8, "big")
    assert key.public.verifies(blob[12:], f"cosignature/v1\ntime {at}\n{body}\n".encode())
    note = tmp_path / "T7.note"
    note.write_text(cosign(HEAD, key, at), "utf-8")
    assert is_note(note) and note_file(note, [key.public]).content == HEAD
