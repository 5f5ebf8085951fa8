"""The release key's signature on a manifest: a build makes it, and every console can check it.
`dealer-console key` makes the key, which is used for nothing else. Ed25519 gives the same signature each
time, so that a signed build can be repeated byte by byte.
"""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path

from console.base.software import KEY, SIGNATURE
from console.base.system import content_of
from console.table.journal import JournalError, NoKey, PublicKey, public_key, seal_key


class VerifiedSignature(StrEnum):
    BY_KEY = "by_key"
    BY_OWN_KEY = "by_own_key"
    """It was made with the key beside it: compare that key's id with the one that the maker gave you."""
    OTHER_KEY = "other_key"
    """It is valid, but was made with another key than the named one."""
    UNSIGNED = "unsigned"
    BAD = "bad"
    """It is not a signature of this manifest."""


def sign_manifest(manifest: bytes, path: Path) -> tuple[bytes, bytes]:
    """The signature on a manifest by the private key in this file, and the public half as PEM. Raises NoKey
    if there is none, since a build makes none; NotPrivate, IsLink.
    """
    if not path.is_file():
        raise NoKey(path, "no such file")
    key = seal_key(path.parent, path.name)
    return key.sign(manifest), key.public.pem()


def judge(
    manifest: bytes, folder: Path, named_key: PublicKey | None
) -> tuple[VerifiedSignature, PublicKey | None]:
    """The meaning of the signature in a folder for this manifest, and the key that made it."""
    try:
        signature = content_of(folder / SIGNATURE)
    except OSError:
        return (VerifiedSignature.BAD if os.path.lexists(folder / KEY) else VerifiedSignature.UNSIGNED), None
    try:
        own = public_key(folder / KEY)
    except JournalError:
        return VerifiedSignature.BAD, None
    if not own.verifies(signature, manifest):
        return VerifiedSignature.BAD, None
    if named_key is None:
        return VerifiedSignature.BY_OWN_KEY, own
    return (VerifiedSignature.BY_KEY if own == named_key else VerifiedSignature.OTHER_KEY), own
