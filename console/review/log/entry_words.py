"""What an entry says in words: the same for the log's rows, for the moments of a replay, and for the search.

Pure functions from an entry's kind and its figures to words. A kind that is not known here is named as the
journal names it: a newer console's entries are shown, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from console.game.cards import Card
from console.game.games import has_wheel
from console.journal.log.rows import UNSEEN, LogRow
from console.table.state.actions import Action
from console.table.state.events import EventKind
from console.table.state.roles import Role
from console.words import Words
from console.words.incident_phrases import known_text, outcome_key
from console.words.names import (
    LONGEST,
    card_name,
    hand_name,
    inside,
    place_name,
    role_inside,
    said_of,
    sentence,
    shortened,
)
from console.words.speech import press_key

Figures = Mapping[str, Any]
Named = Callable[[str], str]
"""A person's id to the name."""


class Told(msgspec.Struct, frozen=True):
    """An entry: its kind, its figures, and what is known beside them (None where it is not)."""

    kind: str
    figures: Figures
    refused: str | None = None
    place: tuple[str, int] | None = None
    """Where the card that was read was laid."""
    pressed: str | None = None
    """What a press answered: the action that was asked for."""
    in_step: bool = False
    """Whether that was a step of an incident's outcome."""
    at_wheel: bool = False
    incident_kind: str | None = None
    """Of the incident that it belongs to."""
    outcome: str | None = None
    """What it decided."""


def happened(words: Words, told: Told, named: Named) -> str:
    """What an entry says, in one line; where it goes on, the whole is in the JSON of its round."""
    said = shortened(_said(words, told, named)).replace("\u00ad", "")
    return words.text("log.refused", said=said) if told.refused else said


def _said(words: Words, told: Told, named: Named) -> str:
    text, figures = words.text, told.figures
    match told.kind:
        case EventKind.SIGNED_IN:
            role = role_inside(words, Role(figures["role"]))
            return text("log.signed_in", name=named(figures["who"]), role=role)
        case EventKind.SIGNED_OUT:
            return text("log.signed_out", name=named(figures["who"]))
        case EventKind.BETS_OPENED:
            return text("log.bets_opened", seconds=figures["seconds"])
        case EventKind.CARD_DRAWN:
            return _card(words, told)
        case EventKind.PLAYER_ANSWERED:
            hand = hand_name(words, f"{figures['seat']}.{figures['hand']}")
            choice = _known(words, f"choice.{figures['choice']}", figures["choice"])
            return text("log.player_answered", hand=hand, choice=choice)
        case EventKind.REMARKED:
            return words.quote(_one_line(figures["text"]))
        case EventKind.CARD_CORRECTED:
            place = place_name(words, figures["hand"], figures["card"])
            if figures["to"] == UNSEEN:
                return text("log.card_unseen")
            return text("log.card_corrected", place=place, card=card_name(words, Card(figures["to"])))
        case EventKind.NOTED:
            return _noted(words, figures, named)
        case kind if kind in _OF_DEVICES:
            device = _device(words, figures.get("device"))
            if str(figures.get("kind", "")).startswith("battery "):
                return text("log.device_battery", device=device, percent=figures["kind"].partition(" ")[2])
            return text(f"log.{kind}", device=device, code=figures.get("code"))
        case kind if kind in _OF_INCIDENTS:
            return _of_incident(words, told)
        case kind:
            return _plain(words, told)


_OF_DEVICES: Final = frozenset(("device_faulted", "device_noted", "bytes_received"))
_OF_INCIDENTS: Final = frozenset(("incident_reported", "incident_answered", "outcome_authorised"))
_PLAIN: Final = frozenset(
    (
        "bets_closed", "card_unread", "cut_card_drawn", "table_opened", "halt_withdrawn", "round_voided",
        "report_withdrawn", "worksheet_made", "procedures_set", "limits_set", "line_rejected",
    )
)  # fmt: skip


def _plain(words: Words, told: Told) -> str:
    """What needs a figure or two at most."""
    text, kind, figures = words.text, told.kind, told.figures
    match kind:
        case EventKind.SEATS_TOLD:
            seats = words.text("access.list").join(map(str, figures["seats"]))
            return text("log.seats_told", seats=seats) if seats else text("log.seats_told.none")
        case EventKind.STEP_DONE if figures.get("reason"):
            return text("log.step_skipped")
        case EventKind.STEP_DONE:
            return _pressed(words, told)
        case EventKind.SHOE_RESULTED:
            winner = figures.get("winner")
            result = text(f"result.{winner}") if winner else None
            return text("log.shoe_resulted", winner=result) if result else text("log.shoe_resulted.none")
        case EventKind.RESHUFFLE_ORDERED | EventKind.CLOSE_ORDERED | EventKind.MANUAL_SET:
            return _ordered(words, kind, figures)
        case EventKind.BALL_RAN:
            way = text(f"log.direction.{figures['direction']}")
            return text("log.ball_ran", turns=figures["turns"], direction=way)
        case EventKind.ENTRY_CORRECTED:
            said = {name: str(figures[name]) for name in ("what", "before", "after")}
            return text("log.entry_corrected", entry=figures["entry"], **said)
        case EventKind.HANDOVER_SIGNED:
            return text(f"log.handover_signed.{figures['side']}")
        case EventKind.REPORT_WITHDRAWN if why := figures.get("reason"):
            return said_of(words, text("log.report_withdrawn"), _one_line(why))
        case EventKind.PIT_BOSS_CALLED:
            return text("log.pit_boss_called" if figures.get("on", True) else "log.pit_boss_came")
        case _ if kind in _PLAIN:
            return text(f"log.{kind}")
        case _:
            return _other(words, kind, figures)


def _ordered(words: Words, kind: str, figures: Figures) -> str:
    """An order, or that it was taken back."""
    if not figures.get("on", True):
        return words.text(f"log.{kind}.off")
    return words.text(f"log.{kind}.new" if figures.get("new") else f"log.{kind}")


def _pressed(words: Words, told: Told) -> str:
    """A press by the words that were on the key."""
    if told.pressed is None:
        return words.text("log.step_done")
    if told.pressed == Action.SETTLE and (note := told.figures.get("note")):
        return str(note)  # an empty worksheet has a key of its own
    for step in (told.in_step, not told.in_step):
        if said := words.find(press_key(told.pressed, step=step, at_wheel=told.at_wheel)):
            return said
    return words.text("log.step_done")


def _other(words: Words, kind: str, figures: Figures) -> str:
    """An entry of which only the phrases may know: with all its figures, if there is one for its kind."""
    shown = {slot: _value(value) for slot, value in figures.items()}
    said = words.find(f"log.{kind}", **shown)
    return words.text("log.other", kind=kind.replace("_", " ")) if said is None else said


def _value(value: Any) -> str:
    return str(value).replace("_", " ")


def _card(words: Words, told: Told) -> str:
    if told.figures["card"] == UNSEEN:
        return words.text("log.card_unseen")
    card = card_name(words, Card(told.figures["card"]))
    if told.place is not None:
        return sentence(words.text("log.card_laid", place=place_name(words, *told.place), card=card))
    if told.figures.get("by"):
        return sentence(words.text("log.card_by_hand", card=card))
    return words.text("log.card_drawn", card=card)


def _of_incident(words: Words, told: Told) -> str:
    figures = told.figures
    kind = figures.get("kind")
    match told.kind:
        case EventKind.INCIDENT_REPORTED if kind:
            return words.text("log.incident_reported", kind=_known(words, f"incident.{kind}", kind))
        case EventKind.INCIDENT_REPORTED:
            return words.text("log.incident_reported.none")
        case EventKind.INCIDENT_ANSWERED:
            facts = (
                known_text(words, told.incident_kind, fact, value) for fact, value in figures["facts"].items()
            )
            return words.text("log.incident_answered", facts=words.text("access.list").join(facts))
        case _ if told.outcome:
            outcome = _known(words, outcome_key(told.outcome), told.outcome)
            return words.text("log.outcome_authorised", outcome=inside(words, outcome))
        case _:
            return words.text("log.outcome_authorised.none")


_ROLES: Final = frozenset(Role)


def _noted(words: Words, figures: Figures, named: Named) -> str:
    what, text = figures["what"], figures.get("text")
    device, model = text, None
    if what == "device_model" and text:
        device, model, *_ = (*str(text).split(" ", 2), "")
    said = words.find(f"log.noted.{what}", device=_device(words, device), model=model)
    if said is None:
        return words.text("log.noted.other", what=what.replace("_", " "))
    who, when = figures.get("who"), ""
    if what.startswith("people_") and text:
        id, role, _, when = (*str(text).split(" ", 3), "", "", "")[:4]
        parts = (named(id), *((role_inside(words, Role(role)),) if role in _ROLES else ()))
        said = words.text("access.done_to", what=said, whom=words.text("access.list").join(parts))
    said = f"{said}{words.text('access.list')}{named(who)}" if who else said
    user = figures.get("terminal")
    if user and when:
        user = words.text("access.list").join((user, when))
    return words.text("log.at_terminal", what=said, user=user) if user else said


def _device(words: Words, device: str | None) -> str:
    return words.text(f"log.device.{device}") if device in ("shoe", "reader", "wheel") else device or "–"


def _known(words: Words, key: str, otherwise: str) -> str:
    return words.find(key) or otherwise.replace("_", " ")


def _one_line(text: str) -> str:
    return " ".join(text[: 3 * LONGEST].split())


_BY_SERVER = frozenset(("bets_opened", "bets_closed", "seats_told", "player_answered"))


def told_of(row: LogRow) -> Told:
    """The row as the words of an entry need it."""
    return Told(
        kind=row.kind,
        figures=row.figures,
        refused=row.refused,
        incident_kind=row.incident_kind,
        outcome=row.outcome if row.decides else None,
        pressed=row.answered if row.kind == EventKind.STEP_DONE else None,
        in_step=row.incident is not None,
        at_wheel=has_wheel(row.game),
    )


def number_of(round_id: str | None) -> str:
    """A round's number within its table."""
    return round_id.rpartition("-")[2] if round_id else "–"


def clause_of(row: LogRow) -> str:
    """The clause that decided, where a row decides an incident; else the first of the prompt it answered."""
    if row.decides and row.outcome is not None:
        return row.decided_by or "–"
    clauses = row.clauses
    return clauses[0] if clauses else "–"


def by_whom(row: LogRow, words: Words, named: Named) -> str:
    """Whose doing it was: a person, a device, the game server or the console."""
    return named(row.person) if row.person is not None else words.text(source_key(row.kind, row.figures))


def source_key(kind: str, figures: Figures) -> str:
    """The phrase of whose doing an entry of no person was."""
    if kind in _BY_SERVER and not figures.get("by_clock"):
        return "review.by.server"
    return "review.by.device" if figures.get("device") else "review.by.console"
