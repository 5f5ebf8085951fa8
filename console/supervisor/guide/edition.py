"""An edition of a guide, known by a digest of its words, of eight characters, on each page, and its changes.
The digest covers neither the day nor the program's version: two editions with one digest say the same. An
edition's file also contains its words, so that the next edition can list what changed.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from difflib import ndiff
from itertools import chain, product
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from console.base.system import MOST, content_of, read_json
from console.base.words import LANGUAGES, Words, date_text
from console.supervisor.guide.card_paper import card_guide
from console.supervisor.guide.dealer_paper import Shown, dealer_guide
from console.supervisor.guide.incident_cards import IncidentCard, incident_cards
from console.supervisor.records.documents.edition_check import READERS, EditionCheck, PrintedEdition
from console.supervisor.records.documents.html_page import ATTACHMENT
from console.supervisor.records.documents.paper import (
    PLACE,
    Cell,
    LabelledTexts,
    Link,
    Paper,
    PaperForm,
    Part,
    plain,
)
from console.table.core import Role
from console.table.game import (
    Rulebook,
    digest_of_source,
    rulebook_folder,
    rulebook_ids,
    rulebook_of_source,
    source_of,
)
from console.table.words import game_name, role_name, rules_name

LENGTH: Final = 8
"""The characters of a digest: a person can type them."""
_DIGEST: Final = re.compile(rf"[0-9A-F]{{{LENGTH}}}")


class EditionWords(msgspec.Struct, frozen=True):
    edition: str
    role: str
    language: str
    chapters: dict[str, tuple[str, ...]]
    """The lines under each heading of a page."""


class NotAnEdition(Exception):
    """A file that is no guide, or that no program can read."""


class Edition(msgspec.Struct, frozen=True):
    role: Role
    paper: Paper
    digest: str
    games: tuple[str, ...] = ()
    """The games that it covers; empty if it covers no game."""

    @property
    def words(self) -> EditionWords:
        chapters: dict[str, tuple[str, ...]] = {}
        for part in plain(self.paper).parts:
            chapters[part.about] = (*chapters.get(part.about, ()), *_lines(part))
        return EditionWords(self.digest, str(self.role), self.paper.language, chapters)


class House:
    """A rulebook with the cards of its games, which are played once for all languages."""

    @classmethod
    def installed(cls, rules: str, shown: Shown | None = None) -> Self:
        """The house of an installed rulebook. Raises RulebookError, OSError."""
        source = source_of(rulebook_folder() / f"{rules}.toml")
        rulebook = rulebook_of_source(source)
        return cls(rulebook, digest_of_source(source, rulebook), shown)

    def __init__(self, rulebook: Rulebook, digest: str, shown: Shown | None = None) -> None:
        """``digest`` is the digest of the rulebook's files; ``shown`` draws the pictures of screens."""
        self.rulebook, self.digest = rulebook, digest
        self._shown = shown
        self._cards: dict[str, tuple[IncidentCard, ...]] = {}

    def edition(self, role: Role, language: str, game: str | None = None, *, drawn: bool = True) -> Edition:
        """The edition that these rules give now, for one game or for all of the rulebook. Its digest leaves
        out the pictures and the list of their keys.
        """
        words = Words(language)
        games = self.rulebook.games if game is None else (game,)
        of_cards = () if role is Role.SUPERVISOR else games  # a supervisor's guide has no cards of a game
        cards = [card for each in of_cards for card in self._of(each)]
        match role:
            case Role.DEALER:
                paper = undrawn = dealer_guide(words, self.rulebook, cards, None)
                if drawn and self._shown is not None:
                    paper = dealer_guide(words, self.rulebook, cards, self._shown)
            case Role.PIT_BOSS:
                paper = undrawn = card_guide(words, self.rulebook, cards)
            case Role.SUPERVISOR:
                paper = undrawn = supervisor_guide(words)
        return Edition(role, paper, digest_of(undrawn), () if role is Role.SUPERVISOR else tuple(games))

    def editions(self) -> Iterator[Edition]:
        """The editions for every role in every language, of all games and of each."""
        for game in (None, *self.rulebook.games):
            for role, language in product(READERS, LANGUAGES):
                yield self.edition(role, language, game, drawn=False)

    def in_force(self, game: str) -> tuple[PrintedEdition, ...]:
        """The editions in force at a table with this game: that for all games, and that for this one."""
        made = (
            (self.edition(role, language, of or None, drawn=False), of)
            for role, of, language in product(READERS, ("", game), LANGUAGES)
            if not of or role is not Role.SUPERVISOR  # a supervisor's guide is about no game
        )
        return tuple(PrintedEdition(each.role, each.paper.language, of, each.digest) for each, of in made)

    def _of(self, game: str) -> tuple[IncidentCard, ...]:
        if game not in self._cards:
            self._cards[game] = incident_cards(self.rulebook, game)
        return self._cards[game]


def check_edition(house: House, typed: str) -> EditionCheck:
    """Look for an edition in a house, then in all other rulebooks. Raises RulebookError, OSError."""
    typed = "".join(typed.split()).upper()
    if _DIGEST.fullmatch(typed) is None:
        return EditionCheck(typed)  # The editions of every rulebook would take seconds.
    others = (House.installed(rules) for rules in rulebook_ids() if rules != house.rulebook.id)
    for each in chain((house,), others):
        for edition in each.editions():
            if edition.digest == typed:
                of = (each.rulebook.id, edition.role, edition.paper.language)
                return EditionCheck(typed, each is house, *of)
    return EditionCheck(typed)


def digest_of(paper: Paper) -> str:
    """The digest of the words on a guide's pages, without their foot."""
    said = [[part.about, *_lines(part)] for part in plain(paper).parts]
    return (
        hashlib.sha256(msgspec.json.encode([paper.language, paper.title, said])).hexdigest()[:LENGTH].upper()
    )


def _lines(part: Part) -> list[str]:
    """The texts of a part, a line each, without numbers of pages."""
    cells = [" ".join(filter(None, map(_text, row))) for row in part.rows]
    return [*filter(None, (part.heading, " ".join(part.columns).strip(), *cells, part.note))]


def _text(cell: Cell) -> str:
    return cell.text if isinstance(cell, Link) else "" if cell is None else str(cell)


def printed(edition: Edition, house: House, program: str, made: datetime) -> Paper:
    """The guide as it is printed. Its first page begins with its reader and its purpose; each page's foot has
    the edition, the rulebook with its digest, the program's version, the language and the day.
    """
    words = Words(edition.paper.language)
    of = {
        "digest": edition.digest,
        "rules": rules_name(words, house.rulebook.id),
        "id": house.rulebook.id,
        "of_rules": house.digest,
        "program": program,
        "language": words.locale.name,
        "date": date_text(made, words.locale),
    }
    kept = msgspec.json.encode(edition.words).decode()
    first = edition.paper.parts[0]
    begun = LabelledTexts(first.about, "", (), tuple(_for(words, edition, house.rulebook)))
    return replace(
        edition.paper,
        parts=(begun, *edition.paper.parts),
        footer=(words.text("guide.edition", **of),),
        attachment=kept,
    )


def _for(words: Words, edition: Edition, rulebook: Rulebook) -> Iterator[tuple[Cell, ...]]:
    """The reader of a guide and its tables: the labels with their texts."""
    yield words.text("report.role"), role_name(words, edition.role)
    if edition.games:
        games = words.side_by_side(tuple(game_name(words, each) for each in edition.games))
        yield words.text("rehearsal.record.head.game"), games
        yield words.text("record.rules"), f"{rules_name(words, rulebook.id)} ({rulebook.id})"
        yield words.text("guide.heard"), Words(rulebook.market).locale.name


# --- the changes -----------------------------------------------------------------------------------

_PDF_STREAM: Final = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.DOTALL)
_OBJECT: Final = b"{"
_HTML: Final = re.compile(rf'<script type="application/json" id="{ATTACHMENT}">(.*?)</script>', re.DOTALL)


def words_of_file(file: Path) -> EditionWords:
    """The words of an earlier edition, from its PDF or HTML. Raises NotAnEdition."""
    try:
        content = content_of(file)
        if content.startswith(b"%PDF"):
            (kept,) = filter(None, map(_attached, _PDF_STREAM.findall(content)))
        else:
            (script,) = _HTML.findall(content.decode())
            kept = script.encode()
        return read_json(kept, type=EditionWords)
    except (OSError, ValueError, zlib.error) as error:
        raise NotAnEdition(str(file)) from error


def _attached(stream: bytes) -> bytes | None:
    """The words that a PDF's stream contains, even if another program rewrote the PDF; or None."""
    with suppress(zlib.error):
        if not stream.startswith(_OBJECT) and zlib.decompressobj().decompress(stream, 1) == _OBJECT:
            stream = zlib.decompressobj().decompress(stream, MOST)
    with suppress(ValueError):
        if stream.startswith(_OBJECT):
            read_json(stream, type=EditionWords)
            return stream
    return None


def with_changes(edition: Edition, before: EditionWords) -> Edition:
    """The edition with a list of what is new, changed and gone, behind its contents; its digest stays."""
    words, now = Words(edition.paper.language), edition.words
    rows = tuple(_changes(words, before, now, {part.about: part for part in reversed(edition.paper.parts)}))
    heading = words.text("guide.changes", edition=before.edition)
    note = "" if rows else words.text("guide.unchanged")
    first, *others = edition.paper.parts
    listed = Part(first.about, heading, (), rows, note)
    return replace(edition, paper=replace(edition.paper, parts=(first, listed, *others)))


def _changes(
    words: Words, before: EditionWords, now: EditionWords, parts: dict[str, Part]
) -> Iterator[tuple[Cell, ...]]:
    for about, lines in now.chapters.items():
        if (was := before.chapters.get(about)) == lines:
            continue
        named: Cell = about
        if about in parts and parts[about].place:
            named = Link(about, f"{PLACE}{parts[about].place}")
        change = words.text("guide.change.new") if was is None else _difference(words, was, lines)
        yield named, change
    for about in before.chapters:
        if about not in now.chapters:
            yield about, words.text("guide.change.gone")


def _difference(words: Words, was: tuple[str, ...], lines: tuple[str, ...]) -> str:
    """The removed and the added lines, in their order."""
    keys = {"- ": "guide.change.was", "+ ": "guide.change.now"}
    return "\n".join(
        words.text(keys[line[:2]], text=line[2:].replace("\n", " "))
        for line in ndiff(was, lines)
        if line[:2] in keys
    )


_PROGRAM: Final = "dealer-console"
_COMMANDS: Final = {
    "read_log": ("review", "incident", "round", "report", "wheel", "rehearsal records", "floor diary"),
    "verify": (
        *("journal verify", "journal seal", "journal head", "commissioning verify", "software verify"),
        *("floor verify", "floor witness", "guide"),
    ),
    "inspector": ("rulebook dossier", "rulebook show", "round", "commissioning", "software", "licences"),
}
"""The commands, by the supervisor's purpose."""
_PROVES: Final = (
    "journal.verify.unsealed",
    "journal.verify.no_head",
    "seal.keep",
    "journal.proof.limits",
    "journal.proof.retold.beginning",
    "commissioning.by_itself",
)
"""The sentences on what a seal and a proof prove, and what they don't."""
_FOUND: Final = ("older", "seal", "lost", "sealed", "cut", "key", "bare", "head", "other")
"""The findings of a journal's check, in the order of its rows."""


def supervisor_guide(words: Words) -> Paper:
    """The guide in one language; it is the same under every rulebook."""
    title = words.text("guide.title.supervisor")
    return Paper(words.language, title, (), tuple(_parts(words, title)), (), PaperForm.CARDS)


def _parts(words: Words, title: str) -> Iterator[Part]:
    for chapter, commands in _COMMANDS.items():
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (name, words.text(f"command.{name.replace(' ', '.')}")) for name in commands
        )
        yield Part(title, words.text(f"guide.{chapter}"), (_PROGRAM, ""), rows)
    yield Part(title, words.text("guide.proves"), (), tuple((_without_slots(words, key),) for key in _PROVES))
    # A check's findings end with the advice to inform a supervisor, who is the reader here.
    advice = words.text("journal.verify.advice")
    findings = (_without_slots(words, f"journal.verify.{each}").removesuffix(advice) for each in _FOUND)
    found = tuple((each.rstrip(),) for each in (*findings, words.text("guide.found.then")))
    yield Part(title, words.text("guide.found"), (), found)


def _without_slots(words: Words, key: str) -> str:
    """A sentence of a check with dots for a journal's names and numbers."""
    names = dict.fromkeys(("file", "name", "entry", "sealed", "command"), "…")
    return words.text(key, **names).removeprefix(f"…{words.locale.colon}")
