"""The supervisor's guide as a document: where things are read and verified, and what a proof proves. Its
sentences are the console's own: a command's, or a check's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.base.words import Words
from console.supervisor.records.documents.paper import Cell, Paper, PaperForm, Part

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
