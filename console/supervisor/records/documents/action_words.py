"""A person's action in a few words: for a round's file and for the lists of a shift report. The words come
from the entry, and from the incident that was open then if given; they do not depend on the table.
"""

from __future__ import annotations

from typing import Any

from console.base.plain_text import visible
from console.base.software import short
from console.base.words import FIRST_STRONG, POP
from console.supervisor.records.accounts.record import UNREAD, RecordedPress
from console.supervisor.records.documents.paper import SOFT_HYPHEN
from console.supervisor.records.documents.record_words import RecordFormatter, face, step_name
from console.table.core import EventKind, IncidentView, Role
from console.table.game import Card
from console.table.words import (
    card_name,
    hand_name,
    known_facts,
    place_name,
    reason_of_answer,
    role_inside,
    sentence,
    speech,
)


def asked_text(
    action: str, formatter: RecordFormatter, actor: str | None = None, incident: IncidentView | None = None
) -> str:
    """A prompt's request to ``actor`` in words, as far as the rules fill the phrase's slots. The ``incident``
    that was open then gives the number of a step's cards, so that the phrase has the singular for one.
    """
    if incident is not None and any(step.action == action for step in incident.steps):
        return step_name(formatter.words, action, incident)  # This is worded as on the screen.
    own = None if actor is None else speech.order_text(formatter.words, f"{action}.{actor}")
    return own or speech.order_text(formatter.words, action) or step_name(formatter.words, action, incident)


def action_text(
    press: RecordedPress,
    formatter: RecordFormatter,
    incident: IncidentView | None = None,
    *,
    is_done: bool = False,
) -> str:
    """A person's action in a few words; ``incident`` was open then. ``is_done``: the action did its step; a
    pit boss's reason skips it, a dealer's does not.
    """
    words, figures = formatter.words, press.figures
    match press.kind:
        case EventKind.STEP_DONE:
            skipped = bool(incident is not None and figures.get("reason") and not is_done)
            how = words.text("record.step.skipped") if skipped else None
            damaged = words.text("step.check_ball.damaged") if figures.get("damaged") else None
            # A press that did not count did nothing that the prompt asked for.
            pressed = words.text("log.step_done") if press.refused else None
            asked = asked_text(press.asked, formatter, incident=incident)
            return words.side_by_side((pressed, asked, how, damaged))
        case EventKind.REMARKED:
            return _bare(words.quote(visible(figures["text"])))
        case EventKind.PLAYER_ANSWERED:
            hand = hand_name(words, f"{figures['seat']}.{figures['hand']}")
            choice = words.text(f"choice.{figures['choice']}")
            return sentence(words.text("log.player_answered", hand=hand, choice=choice))
        case EventKind.CARD_DRAWN:
            return words.text("log.card_by_hand", card=face(figures["card"]))
        case EventKind.CARD_CORRECTED:
            place, to = place_name(words, figures["hand"], figures["card"]), figures["to"]
            card = to if to == UNREAD else card_name(words, Card(to))
            return words.text("log.card_corrected", place=place, card=card)
        case EventKind.INCIDENT_REPORTED if named := figures.get("kind") or figures.get("meant"):
            kind = words.find(f"incident.{named}") or visible(named)  # A refused line may contain any text.
            return words.text("log.incident_reported", kind=kind)
        case EventKind.INCIDENT_REPORTED | EventKind.OUTCOME_AUTHORISED:
            return words.text(f"log.{press.kind}.none")
        case EventKind.SEATS_TOLD:
            seats = words.text("access.list").join(map(str, figures["seats"]))
            return words.text("log.seats_told", seats=seats) if seats else words.text("log.seats_told.none")
        case EventKind.SHOE_RESULTED:
            return words.text("log.shoe_resulted.none")
        case EventKind.HANDOVER_SIGNED:
            return words.text(f"log.handover_signed.{figures['side']}")
        case EventKind.CARD_SET_SIGNED:
            name = words.list_of(
                map(formatter.name, dict.fromkeys((figures["by"], figures["authorised_by"])))
            )
            what, number = figures["what"], visible(figures["set"])
            return words.text(f"log.card_set_signed.{what}", set=number, name=name)
        case EventKind.CONTRADICTION_ANSWERED:
            reason = reason_of_answer(words, visible(figures["reason"]))
            return _bare(words.text("log.contradiction_answered", id=figures["id"], reason=reason))
        case EventKind.COMMISSIONED:
            return words.text("log.commissioned", digest=short(figures["digest"]))
        case EventKind.NOTED:
            return words.text(f"log.noted.{figures['what']}", device="–", model="–")
        case kind:
            return _plain(kind, figures, formatter)


def _plain(kind: str, figures: dict[str, Any], formatter: RecordFormatter) -> str:
    words, off = formatter.words, figures.get("on") is False
    who, role = figures.get("who", ""), figures.get("role")
    plain = {
        name: visible(value) if isinstance(value, str) else value
        for name, value in figures.items()
        if isinstance(value, str | int)
    }
    slots = {**plain, "name": formatter.name(who), "role": role_inside(words, Role(role)) if role else ""}
    facts = visible(known_facts(words, figures.get("facts", {})), SOFT_HYPHEN)
    if kind == EventKind.PIT_BOSS_CALLED:
        return words.text("log.pit_boss_came" if off else "log.pit_boss_called")
    if kind == EventKind.BALL_RAN:
        slots["direction"] = words.text(f"log.direction.{figures['direction']}")
    text = words.text(f"log.{kind}.off" if off else f"log.{kind}", **{**slots, "facts": facts})
    return visible(_bare(text), SOFT_HYPHEN)


def _bare(text: str) -> str:
    """Words without the isolates around a text from the right, which paper would show as if typed. Typed ones
    were made visible before.
    """
    return text.replace(FIRST_STRONG, "").replace(POP, "")
