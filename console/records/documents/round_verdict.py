"""Whether a round's file says the same as its proof: reconstructed from the proof, put into words, and
compared.

All that the file says is compared, the words for people too. What no entry of a journal can prove (people's
names, when and where the file was made) has to agree with the words, and is named as not proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from console import __version__
from console.game.rulebook import RulebookError
from console.journal.proof.inclusion import Inclusion
from console.records.accounts.round_check import NoContext, differing, retold, told_file
from console.records.accounts.round_file import RoundFile
from console.records.documents.export import round_json
from console.records.documents.round_made import Made, made_by, teller_as
from console.records.documents.round_words import round_paper
from console.records.documents.video import SLOTS, is_web, slots_of
from console.whole_file import content_of
from console.words import LANGUAGES, Words


class Unproven(StrEnum):
    """What in a file nothing proves."""

    REST = "rest"
    """Everything but its entries: the proof lacks the state to start from."""
    UNTOLD = "untold"
    """It can't be reconstructed: this console has no such rulebook or game."""
    ALONE = "alone"
    """Its journal continues another one, and version 0.1 did not record from which state."""
    READY = "ready"
    """Its journal is of version 0.1 and began at a table that was said to be ready."""
    WORDS = "words"
    """Another version of the console made its words, and this version words it differently."""


class Comparison(NamedTuple):
    """The result of comparing a file with its proof: the first place that differs, or what is not proven."""

    place: str | None = None
    unproven: Unproven | None = None


def compared(path: Path, proof: Inclusion) -> Comparison | None:
    """Compare the round's file at ``path`` with the proof in it, which was verified before; None if the file
    is only a proof.
    """
    told = told_file(path)
    if told is None:
        return None
    if proof.context is None:
        place = differing(told, proof)
        return Comparison(place, None if place is not None else Unproven.REST)
    try:
        again = retold(str(told.get("subject")), proof)
    except NoContext:
        return Comparison("proof.context")
    except (RulebookError, LookupError, ValueError):
        return Comparison(None, Unproven.UNTOLD)
    place, doubt = _compared(path, told, again.file)
    begun = None if again.doubt is None else Unproven(again.doubt.value)
    return Comparison(place, None if place is not None else begun or doubt)


def _compared(path: Path, told: Mapping[str, Any], again: RoundFile) -> tuple[str | None, Unproven | None]:
    try:
        made = msgspec.convert(told.get("made"), Made)
        names = msgspec.convert(told.get("people_named"), dict[str, str])
        text = msgspec.convert(told.get("text"), _Text)
    except msgspec.ValidationError:
        return "made", None
    if text.language not in LANGUAGES:
        return "text.language", None
    if made.video is not None and not _is_address(made.video.address):
        return "made.video.address", None
    try:
        written = written_again(again, made, names, text.language)
    except (ValueError, OverflowError):
        return "made", None  # no clock is so far from UTC, no video so long
    if written == content_of(path):
        return None, None
    mine, older = msgspec.json.decode(written), made.version != __version__
    if older and not any(made.version in line for line in text.footer):
        return "made.version", None  # the words themselves name another
    words = told.get("text") != mine["text"]
    if older:
        told, mine = ({**each, "text": None} for each in (told, mine))
    place = next(_other(told, mine, older), None)
    if place is not None:
        return place, None
    return (None, Unproven.WORDS if words else None) if older else ("JSON", None)


def written_again(again: RoundFile, made: Made, names: Mapping[str, str], language: str) -> bytes:
    """The file of the round that was told again, as it was ``made`` the first time.

    Raises ValueError or OverflowError where nobody can have made one so.
    """
    teller = teller_as(made, Words(language), names)
    paper = round_paper(again, teller, made.at, made.version)
    return round_json(again, paper, names, made_by(teller, again, made.at, made.version))


def _is_address(address: str) -> bool:
    """Whether a configuration could have it: nothing else is put together here."""
    try:
        return is_web(address) and {*slots_of(address)} <= {*SLOTS}
    except ValueError:
        return False


class _Text(msgspec.Struct):
    language: str
    footer: tuple[str, ...]


def _other(told: Any, mine: Any, older: bool, place: str = "") -> Iterator[str]:
    """The places at which two values differ; ``older``: what is not told at all is not asked for."""
    within = f"{place}." if place else ""
    match told, mine:
        case dict(), dict():
            for key in (*mine, *(key for key in told if key not in mine)):
                if key not in mine or (key not in told and not older):
                    yield f"{within}{key}"
                elif key in told:
                    yield from _other(told[key], mine[key], older, f"{within}{key}")
        case list(), list():
            for number, (left, right) in enumerate(zip(told, mine, strict=False)):
                yield from _other(left, right, older, f"{within}{number}")
            if len(told) != len(mine):
                yield f"{within}{min(len(told), len(mine))}"
        case _:
            if told != mine or type(told) is not type(mine):
                yield place
