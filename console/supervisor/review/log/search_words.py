"""The words that a person types into the log's search, and what to look for: stored words, and keys of
phrases.

A key is looked for if its phrase has the word in the person's language. The index knows no language; part of
a Japanese word is found in the phrases here, and in people's texts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from console.base.words import LANGUAGES, Words
from console.supervisor.review.log.entry_words import entry_of, event_line, prompt_before
from console.table.core import Action, Actor, EventKind, Prompt
from console.table.game import Card
from console.table.journal import Facet, LogRow, Word, fold
from console.table.words import card_name, speech

_SUITS: Final = str.maketrans("♠♥♦♣", "SHDC")
_PREFIXES: Final = (
    ("incident.", Facet.INCIDENT_KIND),
    ("outcome.", Facet.OUTCOME),
    ("result.", Facet.RESULT),
    ("refusal.", Facet.REFUSED),
    ("log.refused.", Facet.REFUSED),
    ("halt.note.", Facet.REFUSED),
    ("prompt.", Facet.ACTION),
    ("clause.", Facet.CLAUSE),
)
"""How the keys of each facet's phrases begin. A key's variant follows after another full stop."""

_OF_FACTS: Final = (("fact.", Facet.FACT), ("answer.", Facet.FACT), ("log.direction.", Facet.FACT))
"""A fact by its name or its question, and its answers; also the ball's directions."""

_SLOT: Final = re.compile(r"\{[^}]*\}")

Means = Mapping[Facet, frozenset[str]]


def search_terms(text: str, words: Words, names: Mapping[str, str] | None = None) -> tuple[Word, ...]:
    """The words of a search, each with its meanings in this language; ``names`` are people's, by id. A seat
    and its number, and a card's suit and rank, are one word in any language: 'Kreuz 9' is that card alone.
    """
    return tuple(
        Word(typed, _means(fold(typed), words, names or {})) for typed in _typed_words().findall(text)
    )


@cache
def _typed_words() -> re.Pattern[str]:
    whole = f"{_seat_names().pattern}|{_named_cards().pattern}"
    return re.compile(rf"(?<!\S)(?:{whole})(?!\S)|\S+", re.IGNORECASE)


@cache
def _named_cards() -> re.Pattern[str]:
    names = {card_name(Words(language), card) for language in LANGUAGES for card in Card}
    written = (re.escape(name).replace(r"\ ", r"\s+") for name in sorted(names))
    return re.compile("|".join(written), re.IGNORECASE)


@cache
def _cards_by_name() -> Mapping[str, str]:
    return {fold(card_name(Words(language), card)): str(card) for language in LANGUAGES for card in Card}


@cache
def _seat_names() -> re.Pattern[str]:
    written = (re.escape(Words(language).text("seat.number", seat="\n")) for language in LANGUAGES)
    names = "|".join(each.replace(r"\ ", r"\s+").replace("\\\n", "[1-7１-７]") for each in written)
    return re.compile(names, re.IGNORECASE)


def _seat_of(typed: str) -> int | None:
    """The seat that a typed word names, or None."""
    if _seat_names().fullmatch(typed) is None:
        return None
    return next(int(sign) for sign in typed if sign.isdecimal())


@cache
def _card_names(words: Words) -> tuple[tuple[str, str], ...]:
    return tuple((fold(card_name(words, card)), str(card)) for card in Card)


def _means(casefolded: str, words: Words, names: Mapping[str, str]) -> Means:
    found: defaultdict[Facet, set[str]] = defaultdict(set)
    if (seat := _seat_of(casefolded)) is not None:
        return {Facet.FACT: frozenset((f"seat.{seat}",))}
    if (named := _cards_by_name().get(" ".join(casefolded.split()))) is not None:
        return {Facet.CARD: frozenset((named,))}
    for facet, key, phrase in _folded_phrases(words):
        if casefolded in phrase:
            found[facet].add(key)
    for who, name in names.items():
        if casefolded in fold(name):
            found[Facet.PERSON].add(who)
            found[Facet.NAMED].add(who)
    if card := _card(casefolded):
        found[Facet.CARD].add(card)
    for name, face in _card_names(words):
        if casefolded in name:
            found[Facet.CARD].add(face)
    return {facet: frozenset(keys) for facet, keys in found.items()}


@cache
def _folded_phrases(words: Words) -> tuple[tuple[Facet, str, str], ...]:
    """The written phrases, folded for comparison: a typed text is searched in this form."""
    return tuple(
        (facet, key, fold(_SLOT.sub("\n", phrase).replace("\u00ad", "")))
        for facet, key, phrase in _phrases(words)
    )


@cache
def _folded_by_terms(words: Words) -> Mapping[tuple[Facet, str], tuple[tuple[int, str], ...]]:
    """The folded phrases by their terms, each with its index among all."""
    found: defaultdict[tuple[Facet, str], list[tuple[int, str]]] = defaultdict(list)
    for at, (facet, key, phrase) in enumerate(_folded_phrases(words)):
        found[facet, key].append((at, phrase))
    return {term: tuple(phrases) for term, phrases in found.items()}


def _first_with(
    casefolded: str, terms: Mapping[Facet, Collection[str]], words: Words
) -> tuple[Facet, str] | None:
    """The term of a row with the first phrase that contains the text."""
    read = _folded_by_terms(words)
    found = (
        (at, facet, key)
        for facet, keys in terms.items()
        for key in keys
        for at, phrase in read.get((facet, key), ())
        if casefolded in phrase
    )
    first = min(found, default=None)
    return None if first is None else first[1:]


def _missed(words: Words) -> str:
    """The phrase for every answer that did not count: only the index knows why."""
    return words.text("decision.missed.other").partition(words.locale.colon.strip())[0]


def _results(casefolded: str, words: Words) -> tuple[str, ...]:
    """The announced results that contain the text: only the index knows which it was."""
    of_actions = (
        key for facet, key, phrase in _folded_phrases(words) if facet is Facet.ACTION and casefolded in phrase
    )
    return tuple(
        _whole(words, Facet.ACTION, key, casefolded, {}) for key in of_actions if key.startswith("announce.")
    )


def _phrases(words: Words) -> Iterator[tuple[Facet, str, str]]:
    # The index has the key of each phrase that a row shows, so the key of any other finds nothing.
    yield from ((Facet.PHRASE, key, phrase) for key, phrase in words.phrases(""))
    for prefix, facet in (*_PREFIXES, *_OF_FACTS):
        for rest, phrase in words.phrases(prefix):
            if facet is Facet.FACT or not rest.endswith(".hint"):
                yield facet, _named(prefix, rest, facet), phrase


def marks(text: str, searched: Sequence[Word]) -> tuple[tuple[int, int], ...]:
    """The places of the searched words in a text: first character, and the one after the last."""
    pieces = [fold(sign) for sign in text]  # Case folding may make several characters of one.
    of = [at for at, piece in enumerate(pieces) for _ in piece]
    folded = "".join(pieces)
    matches = (match.span() for word in searched for match in re.finditer(re.escape(fold(word.text)), folded))
    found = ((of[begin], of[end - 1] + 1) for begin, end in matches if begin < end)
    return tuple(sorted(found))


def found_by(row: LogRow, word: Word, words: Words) -> str | None:
    """The part of a row in which a word was found, if its columns don't show it; None: the line."""
    folded, terms = fold(word.text), _terms(row)
    if (seat := _seat_of(folded)) is not None:
        return words.text("seat.number", seat=seat)
    if row.round is not None and f"-{fold(row.round)}".endswith(f"-{folded}"):
        return words.label(words.text("record.round"), row.round)
    if (term := _first_with(folded, terms, words)) is not None:
        return _whole(words, *term, folded, _slots_of(row))
    if row.kind == EventKind.PLAYER_ANSWERED and row.refused and folded in fold(_missed(words)):
        return _missed(words)
    if row.due_action == Action.ANNOUNCE and (those := _results(folded, words)):
        return words.list_of(those)
    if folded in fold(line := event_line(words, entry_of(row), str)):
        return line
    if folded in (received := row.device_bytes.hex()):
        return received.upper()
    texts = (value for value in row.figures.values() if isinstance(value, str))
    return next((text for text in texts if folded in fold(text)), None)


def _terms(row: LogRow) -> Mapping[Facet, Collection[str]]:
    facts = row.figures.get("facts") or {}
    with_values = (f"{fact}.{str(value).lower()}" for fact, value in facts.items())
    known = {
        Facet.ACTION: _answered_prompt_key(row),
        Facet.INCIDENT_KIND: row.incident_kind,
        Facet.OUTCOME: row.outcome,
        Facet.REFUSED: row.refused,
    }
    return {
        **{facet: (value,) for facet, value in known.items() if value},
        Facet.CLAUSE: (*row.clauses, *((row.decided_by,) if row.decided_by else ())),
        Facet.FACT: (*facts, *with_values),
    }


def _answered_prompt_key(row: LogRow) -> str | None:
    """The phrase of the prompt that an entry answered, if the row has the prompt."""
    if row.due_action is None:
        return None
    known = {_FIELDS.get(name, name): value for name, value in prompt_before(row).items()}
    actor = Actor(known.pop("actor", Actor.DEALER))
    return speech.asked_key(Prompt(row.due_action, actor, (), **known))


_FIELDS: Final = {"with": "with_", "from": "from_"}


def _whole(words: Words, facet: Facet, key: str, casefolded: str, slots: Mapping[str, str]) -> str:
    """The phrase as a person reads it, with an ellipsis for each unknown slot."""
    for prefix in (prefix for prefix, of in (*_PREFIXES, *_OF_FACTS) if of is facet):
        for rest, phrase in words.phrases(prefix):
            name = _named(prefix, rest, facet)
            shown = _SLOT.sub(lambda slot: slots.get(slot[0][1:-1], "…"), phrase).replace("\u00ad", "")
            if name == key and casefolded in fold(_SLOT.sub("\n", phrase).replace("\u00ad", "")):
                return shown
    return key


def _slots_of(row: LogRow) -> Mapping[str, str]:
    """A phrase's slots that the row knows: of the prompt that it answered, and of its seat."""
    figures = row.figures
    known = {**prompt_before(row), **(figures.get("facts") or {}), **figures}
    named = ((name, known.get(name)) for name in ("seat", "card", "number", "turns"))
    return {name: str(value) for name, value in named if value is not None}


def _named(prefix: str, rest: str, facet: Facet) -> str:
    if facet in (Facet.CLAUSE, Facet.ACTION) or prefix == "answer.":
        return rest
    if prefix == "log.direction.":
        return f"direction.{rest}"
    return rest.removeprefix("name.").partition(".")[0] if facet is Facet.FACT else rest.partition(".")[0]


def _card(casefolded: str) -> str | None:
    """The meant face: ``9♥`` and ``10h`` as well as ``9H`` and ``TH``."""
    face = casefolded.translate(_SUITS).upper().replace("10", "T")
    return face if face in _FACES else None


_FACES: Final = frozenset(str(card) for card in Card)
