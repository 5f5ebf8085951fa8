"""``dealer-console software``: which software this is, and whether it is as it was released.

Knows arguments and words. The exit status is that of the other verdicts: 0 good, 1 not, 2 nothing can be
verified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from console import __version__
from console.arguments import PROGRAM, OneLine, print_refusal, system_language
from console.command_table import sentence
from console.journal import JournalError
from console.journal.proof.keys import public_key
from console.software.integrity import Verification
from console.software.manifest import Manifest, NoManifest, manifest_bytes, of, read_manifest, running_console
from console.software.signature import VerifiedSignature, judge
from console.software.site_packages import verify_all
from console.visible import escape_json
from console.words import Words
from console.words.amounts import whole
from console.words.locales import LANGUAGES

_COMMAND: Final = f"{PROGRAM} software"


def main(argv: Sequence[str]) -> int:
    """Print which software this is, or whether it is as released. Returns 2, with a line on standard error,
    if that can't be said.
    """
    parser = OneLine(_COMMAND, allow_abbrev=False)
    parser.add_argument("--lang", choices=LANGUAGES, default=None, help="option.lang")
    parser.add_argument("--json", action="store_true", help="option.json")
    commands = parser.add_subparsers(dest="command")
    check = commands.add_parser("verify", help=sentence("software verify"))
    check.add_argument("place", type=Path, nargs="?", metavar="PLACE", help="option.place")
    check.add_argument("--key", type=Path, metavar="PEM", help="option.signed_by")
    check.add_argument("--against", type=Path, metavar="RELEASE", help="option.against")
    check.add_argument("--json", action="store_true", help="option.json")
    check.add_argument("--lang", choices=LANGUAGES, default=None, help="option.lang")
    arguments = parser.parse_args(argv)
    words = Words(arguments.lang or system_language())
    try:
        if arguments.command is None:
            return _print_running(words, as_json=arguments.json)
        key = None if arguments.key is None else public_key(arguments.key)
        found = verify_all(arguments.place or running_console().folder, key, arguments.against)
    except (JournalError, NoManifest) as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        return print_refusal(_COMMAND, f"{error.filename or error}: {error.strerror or error}")
    if arguments.json:
        print(escape_json(msgspec.json.encode(verdict_object(found)).decode()))
    else:
        print("\n".join(_verdict(found, words)))
    return 0 if found.good else 1


def verdict_object(verification: Verification) -> dict[str, Any]:
    """The verdict as a value for JSON."""
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
    """A file's name in one printable line, whatever characters it has."""
    return name if name.isprintable() else ascii(name)
