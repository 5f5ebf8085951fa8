"""``dealer-console software``: which software this is, and whether it is as it was released. The exit status
is 0 good, 1 not, 2 nothing can be verified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from console import __version__
from console.base.command_line import PROGRAM, Arg, Lang, print_refusal
from console.base.plain_text import escape_json
from console.base.software import Manifest, NoManifest, manifest_bytes, of, read_manifest, running_console
from console.base.words import Words, system_text
from console.commissioning.software.integrity import Verification
from console.commissioning.software.signature import VerifiedSignature, judge
from console.commissioning.software.site_packages import verify_all
from console.table.journal import JournalError, public_key
from console.table.words import whole

_COMMAND: Final = f"{PROGRAM} software"


def main(*, json: Annotated[bool, Arg("option.json")] = False, lang: Lang) -> int:
    """Print which software this is. Returns 2, with a line on standard error, if unknown."""
    words = Words(lang)
    return _said(words, lambda: _print_running(words, as_json=json))


def verify(
    place: Annotated[Path | None, Arg("option.place", "PLACE")] = None,
    *,
    key: Annotated[Path | None, Arg("option.signed_by", "PEM")] = None,
    against: Annotated[Path | None, Arg("option.against", "RELEASE")] = None,
    json: Annotated[bool, Arg("option.json")] = False,
    lang: Lang,
) -> int:
    """Print whether the software is as released: 0, else 1. Returns 2, with a line of error, if unknown."""
    words = Words(lang)

    def verdict() -> int:
        signer = None if key is None else public_key(key)
        found = verify_all(place or running_console().folder, signer, against)
        if json:
            print(escape_json(msgspec.json.encode(verdict_object(found)).decode()))
        else:
            print("\n".join(_verdict(found, words)))
        return 0 if found.good else 1

    return _said(words, verdict)


def _said(words: Words, command: Callable[[], int]) -> int:
    try:
        return command()
    except (JournalError, NoManifest) as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        return print_refusal(_COMMAND, system_text(error, words))


def verdict_object(verification: Verification) -> dict[str, Any]:
    key = verification.key
    return {
        "good": verification.good,
        "place": str(verification.place),
        "version": verification.manifest.version,
        "manifest": verification.manifest.digest,
        "signed": verification.signature,
        "key": None if key is None else key.id,
        "findings": [{"kind": each.kind, "file": each.name} for each in verification.findings],
    }


def _verdict(verification: Verification, words: Words) -> Iterator[str]:
    yield _named(verification.manifest, words)
    if verification.findings:
        yield words.count("software.bad", len(verification.findings), place=verification.place)
        for each in verification.findings:
            yield words.text(f"software.{each.kind}", name=plain(each.name))
    else:
        yield words.count("software.good", len(verification.manifest.files), place=verification.place)
    fingerprint = "" if verification.key is None else verification.key.fingerprint
    yield words.text(f"software.signed.{verification.signature}", key=fingerprint)


def _print_running(words: Words, *, as_json: bool) -> int:
    """Print which software runs here, without verifying it."""
    place = running_console()
    try:
        manifest_file = manifest_bytes(place.folder)
    except NoManifest:
        manifest, signature, key = of(place, __version__), VerifiedSignature.UNSIGNED, None
    else:
        manifest = read_manifest(place.folder)
        signature, key = judge(manifest_file, place.folder, None)
    if as_json:
        is_key = None if key is None else key.id
        names = {"version": manifest.version, "manifest": manifest.digest, "signed": signature, "key": is_key}
        print(escape_json(msgspec.json.encode(names).decode()))
        return 0
    print(_named(manifest, words))
    if place.is_checkout:
        print(words.text("software.checkout"))
    else:
        print(words.text(f"software.signed.{signature}", key="" if key is None else key.fingerprint))
    return 0


def _named(manifest: Manifest, words: Words) -> str:
    count = whole(len(manifest.files), words)
    return words.text("software.is", version=manifest.version, count=count, digest=manifest.digest)


def plain(name: str) -> str:
    """A file's name in one printable line, whatever its characters."""
    return name if name.isprintable() else ascii(name)
