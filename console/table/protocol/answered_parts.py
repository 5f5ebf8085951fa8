"""The parts of a view that a person's line answers, with which the line is compared.

A person's line may name the entry of the view that stood when the press began. It is refused as stale if any
part that it answers has changed since that entry, in any view since: a part that changed and changed back is
not what was seen. The last change of each part is known elsewhere
(:mod:`console.table.running.last_changes`).

A view of a file that was set aside since is never what stands now: the entries of each file count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from console.table.protocol import lines
from console.table.protocol.misfits import quote, sentence, wrong
from console.table.state import events
from console.table.state.event_kinds import ROWS
from console.table.state.events import SeenView
from console.table.state.views import Prompt, View


class SeenPart(StrEnum):
    """A part of the table's view."""

    PROMPT = "prompt"
    """All of it but its ``seconds``."""
    PHASE = "phase"
    ROUND = "round"
    """The round's id and its status."""
    BETS = "bets"
    INCIDENT = "incident"
    """The incident's id, state, facts and outcome."""
    OFFER = "offer"
    CARDS = "cards"
    """The cards of the round, as everybody may see them."""


def _prompt(view: View) -> Prompt:
    return view.prompt if view.prompt.seconds is None else replace(view.prompt, seconds=None)


def _round(view: View) -> object:
    return None if view.round is None else (view.round.id, view.round.status)


def _incident(view: View) -> object:
    incident = view.incident
    return None if incident is None else (incident.id, incident.state, incident.facts, incident.outcome)


PARTS: Final[dict[SeenPart, Callable[[View], object]]] = {
    SeenPart.PROMPT: _prompt,
    SeenPart.PHASE: lambda view: view.phase,
    SeenPart.ROUND: _round,
    SeenPart.BETS: lambda view: view.bets,
    SeenPart.INCIDENT: _incident,
    SeenPart.OFFER: lambda view: view.offer,
    SeenPart.CARDS: lambda view: () if view.round is None else view.round.cards,
}
"""The function that gives each part of a view."""

_ALL_BUT_CARDS: Final = tuple(part for part in SeenPart if part is not SeenPart.CARDS)

COMPARED: Final[dict[str, tuple[SeenPart, ...]]] = {
    "done": _ALL_BUT_CARDS,
    "number.dealer": _ALL_BUT_CARDS,
    "spin": _ALL_BUT_CARDS,
    "card.by_hand": _ALL_BUT_CARDS,
    "open": _ALL_BUT_CARDS,
    "answer": _ALL_BUT_CARDS,
    "authorise": _ALL_BUT_CARDS,
    "withdraw": _ALL_BUT_CARDS,
    "void": _ALL_BUT_CARDS,
    "correct": tuple(SeenPart),
}
"""The parts of a view with which each line that answers something is compared.

The key is the protocol's ``do``; what is behind a dot is a case of it. Any other line says something of its
own, and is taken whatever was seen.
"""


_ANSWERED: Final = frozenset(do.partition(".")[0] for do in COMPARED)


def painted_for(event: events.AnyEvent) -> int | None:
    """The milliseconds for which the answered prompt had been painted; None where that is not known."""
    if not isinstance(event, events.Act) or event.seen is None or ROWS[type(event)].line not in _ANSWERED:
        return None
    return event.seen.ms


def answered_parts(line: lines.AnyLine) -> tuple[SeenView, tuple[SeenPart, ...]] | None:
    """The entry that the person saw, and the parts of the view that the line answers; None where it answers
    nothing.
    """
    if not isinstance(line, lines.OfPerson) or not isinstance(line.seen, SeenView):
        return None
    parts = COMPARED.get(_case(line))
    return None if parts is None else (line.seen, parts)


def _case(line: lines.OfPerson) -> str:
    do = str(line.__struct_config__.tag)
    match line:
        case lines.CardLine():
            return f"{do}.by_hand" if line.by is not None else do
        case lines.Number():
            return f"{do}.{line.source}"
        case _:
            return do


def why_of_another_file(answered_view: SeenView, present_file: int) -> str:
    """The reason why a line for a view of another file is stale, for its author."""
    return wrong("seen.file", quote(answered_view.file), f"{present_file}, the present file of this journal,")


def why_stale(answered_view: SeenView, last: int, changed: Sequence[tuple[SeenPart, int]]) -> str:
    """The reason why a line is stale, for its author: the parts that changed, each with its entry.

    ``last`` is the journal's last entry; a later entry was never seen at this table.
    """
    given = quote(answered_view.entry)
    if answered_view.entry > last:
        return wrong("seen.entry", given, f"an entry of this journal, at most {last},")
    parts = ", ".join(part for part, _ in changed)
    newest = max(entry for _, entry in changed)
    return sentence(
        f"`seen.entry` is {given}, and since then has changed: {parts}; from {newest} on is right."
    )
