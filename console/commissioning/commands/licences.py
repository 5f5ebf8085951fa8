"""``dealer-console licences``: the licences of the console and of each of its parts, and their texts.
Installed parts are read from their metadata, others from the bill of materials. Nothing is guessed: a part
without a licence is named, and the exit status is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Annotated, Final

import msgspec

from console import __version__
from console.base.command_line import PROGRAM, Arg, BadArgument, Lang, none_such, print_refusal
from console.base.setup import OWN, ROOT
from console.base.words import Words
from console.commissioning.software import parts
from console.commissioning.software.parts import Bill, SoftwarePart

_COMMAND: Final = f"{PROGRAM} licences"
_GROUPS: Final = (OWN, "floor", "monitoring")


LONGEST: Final = 100
"""The most characters of a line that names a licence; a longer text is the licence itself."""
_CLASSIFIER: Final = "License :: "
_TEXT: Final = re.compile(r"(?i)(licen[cs]e|copying|notice)")


def licence_of(part: Distribution) -> str | None:
    written: Mapping[str, object] = part.metadata.json
    for key in ("license_expression", "license"):
        licence = str(written.get(key) or "").strip()
        if licence and len(licence) <= LONGEST and "\n" not in licence and licence.casefold() != "unknown":
            return licence
    listed = written.get("classifier")
    named = (
        [str(each) for each in listed if str(each).startswith(_CLASSIFIER)]
        if isinstance(listed, list)
        else []
    )
    return " AND ".join(each.rpartition(" :: ")[2] for each in named) or None


def texts_of(part: Distribution) -> Iterator[tuple[str, str]]:
    """The licence texts that come with a part, with the names of their files."""
    for file in part.files or ():
        in_metadata = ".dist-info/" in file.as_posix()
        if in_metadata and _TEXT.match(file.name):
            yield file.as_posix().partition(".dist-info/")[2], file.read_text(encoding="utf-8")


def main(
    part: Annotated[tuple[str, ...], Arg("option.parts", "PART")] = (),
    *,
    text: Annotated[bool, Arg("option.licence_text")] = False,
    bill: Annotated[bool, Arg("option.bill")] = False,
    lang: Lang,
) -> int:
    """Print the licences. Returns 1 if one is unknown; 2, with a line of error, if unreadable."""
    words = Words(lang)
    try:
        if bill:
            print(parts.bill_file().read_text("utf-8"), end="")
            return 0
        made_of = parts.bill()
    except (OSError, msgspec.DecodeError) as error:
        return print_refusal(_COMMAND, words.text("licences.no_bill", file=parts.bill_file(), reason=error))
    names = [each.name for each in (made_of.own, *made_of.components)]
    for name in part:
        if name.casefold() not in names:
            raise BadArgument(none_such("part", name, names))
    wanted = {name.casefold() for name in part} or set(names)
    lines = _texts(made_of, wanted, words) if text else _licence_lines(made_of, wanted, words)
    print("\n".join(lines))
    every = (each for each in (made_of.own, *made_of.components) if each.name in wanted)
    return 0 if all(_licence(each) for each in every) else 1


def _licence_lines(made_of: Bill, names: set[str], words: Words) -> Iterator[str]:
    wide = max(len(each.name) for each in made_of.components) + 2
    if made_of.own.name in names:
        yield f"{made_of.own.name:<{wide}}{__version__:<16}{_licence(made_of.own)}"
    for at, group in enumerate(_GROUPS):
        listed = [
            each for each in made_of.components if _needed_first_by(each) == group and each.name in names
        ]
        if listed:
            yield ""
            yield words.text(f"licences.{_GROUPS[at]}")
        for part in listed:
            licence = _licence(part) or words.text("licences.unknown")
            there = _installed(part)
            aside = "" if there is not None else f"  ({words.text('licences.not_here')})"
            version = part.version if there is None else there.version
            if version != part.version:
                aside = f"  ({words.text('licences.other', version=part.version)})"
            yield f"{part.name:<{wide}}{version:<16}{licence}{aside}"


def _texts(made_of: Bill, names: set[str], words: Words) -> Iterator[str]:
    for part in (made_of.own, *made_of.components):
        if part.name not in names:
            continue
        there = _installed(part)
        licence = _licence(part) or words.text("licences.unknown")
        yield f"==== {part.name} {part.version if there is None else there.version}: {licence}"
        texts = list(_own_text() if part is made_of.own else texts_of(there) if there is not None else ())
        for name, text in texts:
            yield from ("", f"-- {name}", "", text.rstrip())
        if not texts:
            yield from ("", words.text("licences.no_text" if there is not None else "licences.not_here"))
        yield ""


def _own_text() -> Iterator[tuple[str, str]]:
    """The console's own licence: beside it in a checkout, in its metadata if installed."""
    if (ROOT / "pyproject.toml").exists():
        yield "LICENSE", (ROOT / "LICENSE").read_text("utf-8")
    elif (there := _distribution(PROGRAM)) is not None:
        yield from texts_of(there)


def _licence(part: SoftwarePart) -> str | None:
    there = _installed(part)
    return part.licence if there is None else licence_of(there)


def _installed(part: SoftwarePart) -> Distribution | None:
    return _distribution(part.name)


def _distribution(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _needed_first_by(part: SoftwarePart) -> str:
    return next((group for group in _GROUPS if group in part.needed_by), "")
