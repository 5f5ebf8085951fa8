"""The parts of a view that a person's line answers, with which the line is compared.

A person's line may name the entry of the view that stood when the press began. It is refused as stale if any
part that it answers has changed since that entry, in any view since: a part that changed and changed back is
not what was seen. The last change of each part is known elsewhere
(:mod:`console.table.core.running.last_changes`).

A player's answer is compared with its own hand alone, so that another seat's answer makes none stale.
A view of a file that was set aside since is never what stands now: the entries of each file count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.table.core.protocol import lines
from console.table.core.protocol.line_faults import quote, sentence, wrong
from console.table.core.state import events
from console.table.core.state.actions import Action
from console.table.core.state.events import SeenView
from console.table.core.state.views import HandsView, Prompt, SpinView, View


class SeenPart(StrEnum):
    PROMPT = "prompt"
    """All of it but its ``seconds``, and its ``clauses``: an order elsewhere can change those."""
    PHASE = "phase"
    ROUND = "round"
    """The round's id and its status."""
    BETS = "bets"
    INCIDENT = "incident"
    """The incident's id, state, facts and outcome."""
    OFFER = "offer"
    RECORDED = "recorded"
    """The reader's number of the round, by which an incident may end otherwise (LT-ROU-27b)."""
    EARLY = "early"
    """The numbers of it that belong to no spin: they stand against a report by which none counts."""
    CARDS = "cards"
    """The cards of the round, as everybody may see them."""


def _prompt(view: View) -> Prompt:
    return replace(view.prompt, seconds=None, clauses=())


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
    SeenPart.RECORDED: lambda view: view.round.recorded if isinstance(view.round, SpinView) else None,
    SeenPart.EARLY: lambda view: view.round.early if isinstance(view.round, SpinView) else (),
    SeenPart.CARDS: lambda view: () if view.round is None else view.round.cards,
}


class AskedHand(NamedTuple):
    """A player's hand, as a part of the view: the question it is asked, its cards, and its offers."""

    seat: int
    hand: int

    def __str__(self) -> str:
        return f"hand {self.seat}.{self.hand}"


Part = SeenPart | AskedHand


def shown_parts(view: View) -> dict[Part, object]:
    """The value of each part of a view; a hand that is not in the round has none."""
    shown: dict[Part, object] = {part: of(view) for part, of in PARTS.items()}
    if isinstance(view.round, HandsView):
        shown |= _asked_hands(view.round, view.prompt)
    return shown


def _asked_hands(round: HandsView, prompt: Prompt) -> Iterator[tuple[AskedHand, object]]:
    for seat, hands in round.seats.items():
        for number, hand in enumerate(hands, 1):
            place = AskedHand(int(seat), number)
            insurance = prompt.seats is not None and place.seat in prompt.seats and number == 1
            is_asked = prompt.action == Action.AWAIT_DECISION and (
                insurance or (prompt.seat, prompt.hand) == place
            )
            yield place, (hand.cards, (prompt.stage or "play", prompt.offers) if is_asked else None)


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

The key is the protocol's ``do``, with a case of it behind a dot. Any other line is taken, whatever was seen.
"""


_ANSWERED: Final = frozenset(["decision", *(do.partition(".")[0] for do in COMPARED)])


def painted_for(event: events.AnyEvent) -> int | None:
    """The milliseconds for which the answered prompt had been painted; None if that is not known."""
    if (
        not isinstance(event, events.Act)
        or event.seen is None
        or lines.DO_OF.get(type(event)) not in _ANSWERED
    ):
        return None
    return event.seen.ms


def answered_parts(line: lines.AnyLine) -> tuple[SeenView, tuple[Part, ...]] | None:
    """The entry that the person saw, and the view's parts that the line answers; None if none."""
    if not isinstance(line, lines.OfPerson) or line.seen_view is None:
        return None
    if isinstance(line, lines.Decision):
        return line.seen_view, (AskedHand(line.seat, line.hand),)
    parts = COMPARED.get(_case(line))
    return None if parts is None else (line.seen_view, parts)


def _case(line: lines.OfPerson) -> str:
    do = str(line.__struct_config__.tag)
    match line:
        case lines.CardLine():
            return f"{do}.by_hand" if line.by is not None else do
        case lines.Number():
            return f"{do}.{line.source}"
        case _:
            return do


def why_of_another_round(line: lines.AnyLine, view: View) -> str | None:
    """The reason, for its author, why a line is stale that names another round than the view; None if it does
    not. A number for an incident's step names the incident's round.
    """
    if not isinstance(line, lines.OfRound) or line.round is msgspec.UNSET:
        return None
    present = None if view.round is None else view.round.id
    if view.incident is not None and view.prompt.action in (Action.ENTER_NUMBER, Action.CONFIRM_NUMBER):
        present = view.incident.round
    return None if line.round == present else wrong("round", quote(line.round), f"{quote(present)}")


def why_of_another_file(answered_view: SeenView, present_file: int) -> str:
    """The reason why a line for a view of another file is stale, for its author."""
    return wrong("seen.file", quote(answered_view.file), f"{present_file}, the present file of this journal,")


def why_stale(answered_view: SeenView, last: int, changed: Sequence[tuple[Part, int]]) -> str:
    """The reason why a line is stale, for its author: the parts that changed, each with its entry. ``last``
    is the journal's last entry; a later entry was never seen at this table.
    """
    given = quote(answered_view.entry)
    if answered_view.entry > last:
        return wrong("seen.entry", given, f"an entry of this journal, at most {last},")
    parts = ", ".join(str(part) for part, _ in changed)
    newest = max(entry for _, entry in changed)
    return sentence(
        f"`seen.entry` is {given}, and since then has changed: {parts}; from {newest} on is right."
    )
