"""The prompt above the pit boss's page, and the words over the table: pure functions of the view."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from console.base.words import Words
from console.table.core.showing.screen_values import AnsweredCall, DealerView, Lamp, LampFault, Manual
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import PLAYED
from console.table.core.state.reasons import HaltReason
from console.table.core.state.roles import Actor, Role
from console.table.ui.dealer.prompt_words import bets_left, halt_reason, order_phrase, silence_note
from console.table.ui.incident.incident_words import kind_name
from console.table.ui.incident.outcome_words import came_text
from console.table.ui.kit.lettering import sentence
from console.table.ui.kit.prompt_parts import PromptColour, PromptText
from console.table.ui.kit.times import clock_time
from console.table.ui.pit.open_list import Waiting, beneath, device_faults, not_well, to_inform, waiting
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import outcome_text
from console.table.words.names import inside, lamp_text, role_inside, role_name
from console.table.words.speech import finding_text, halted_text, note_text, prompt_text

_DOT: Final = "  ·  "
_CARD_READERS: Final = ("shoe", "reader")
_WAITS: Final = {**dict.fromkeys(_CARD_READERS, "pit.not_well.note"), "wheel": "pit.not_well.note.wheel"}
"""The devices without which play can't go on, each with its phrase."""


def page_prompt(view: DealerView, words: Words) -> tuple[PromptText, Sign]:
    """The prompt and its sign: the first open matter, else what is not well, and the offices to inform."""
    rows = waiting(view)
    if view.server.silence is not None and not any(row.incident or row.halted for row in rows):
        return _silent(view, words), Sign("states.caution")
    if rows:
        return _open(rows, view, words), rows[0].sign
    faults = device_faults(view)
    if view.manual is not None:
        # the fault of the device that reads the cards is why they are entered by hand
        faults = [lamp for lamp in faults if lamp.device not in _CARD_READERS]
    if (call := view.screen.answered) is not None:
        return _with_more(_answered(call, faults, words), view, words), Sign("places.bell")
    if faults:
        return _with_more(_not_well(faults, view, words), view, words), Sign("states.caution")
    if view.manual is not None:
        return _with_more(_by_hand(view.manual, words), view, words), Sign("outcomes.enter")
    if offices := to_inform(view):
        return _open(offices, view, words), offices[0].sign
    actor, headline = _actor(words.text("pit.watching"), words), words.text("pit.nothing_open")
    return PromptText(PromptColour.WAIT, actor, headline, note=_progress(view, words)), Sign("outcomes.eye")


def _progress(view: DealerView, words: Words) -> str:
    """The note if nothing is open: that play goes on, or what the table does instead."""
    if view.view.phase not in PLAYED or view.view.prompt.action == Action.SIGN_IN:
        return prompt_text(words, view.view)
    return sentence(words.text(order_phrase(view) or "pit.all_well"))


def _with_more(prompt: PromptText, view: DealerView, words: Words) -> PromptText:
    """The prompt with the order that takes effect after this round, and the offices to inform."""
    ordered = order_phrase(view)
    more = () if ordered is None else (sentence(words.text(ordered)),)
    notes = filter(None, (prompt.note, *more, *_informing(view, words)))
    return replace(prompt, note=_DOT.join(notes) or None)


def _informing(view: DealerView, words: Words) -> Iterator[str]:
    for row in to_inform(view):
        yield _DOT.join((row.name(words), *beneath(view, row, words)))


def _actor(manner: str, words: Words) -> str:
    """The line above the headline: the pit boss, and why the pit boss is addressed."""
    return _DOT.join((role_name(words, Actor.PIT_BOSS), manner)).upper()


def _open(rows: tuple[Waiting, ...], view: DealerView, words: Words) -> PromptText:
    """Something is open: the first matter, and how many there are."""
    count = len(rows)
    manner = words.text("actor.open_incidents", count=count) if count > 1 else words.text("pit.one_open")
    actor = _actor(manner, words)
    headline, note = _headline(view, rows[0], words), _note(view, rows[0], words)
    if (left := bets_left(view, words)) is not None:
        note = left if note is None else _DOT.join((note, left))
    return PromptText(PromptColour.PIT_BOSS, actor, headline, note=note, urgent=True)


def _silent(view: DealerView, words: Words) -> PromptText:
    """The game server owes an answer: the choice is made at the table's own screen."""
    actor, headline = _actor(words.text("actor.now"), words), words.text("prompt.silent")
    return PromptText(PromptColour.PIT_BOSS, actor, headline, note=silence_note(view, words), urgent=True)


def _not_well(faults: list[Lamp], view: DealerView, words: Words) -> PromptText:
    """Nothing is open, but a needed device can't be heard: amber, as only the pit boss can help."""
    first, more = faults[0], faults[1:]
    if first.device in _WAITS or view.offices:
        headline = _named(first, words)
        waits = [words.text(_WAITS[first.device])] if first.device in _WAITS else []
        notes = [*waits, *(_named(lamp, words) for lamp in more)]
    else:
        headline = not_well(faults, words)
        notes = [named for lamp in faults if (named := _named(lamp, words)) != headline]
    actor = _actor(words.text("actor.now"), words)
    return PromptText(PromptColour.PIT_BOSS, actor, headline, note=_DOT.join(notes) or None, urgent=True)


def _named(lamp: Lamp, words: Words) -> str:
    """``Shoe: connection lost``, ``Shoe not responding``."""
    fault = lamp_text(words, lamp)
    if lamp.device not in _WAITS or lamp.fault is LampFault.SILENT:
        return fault
    return words.label(words.text(f"report.device.{lamp.device}"), inside(words, fault))


def _answered(call: AnsweredCall, faults: list[Lamp], words: Words) -> PromptText:
    """The pit boss came to a call: who called and when, and that this person is to be asked."""
    name = "–" if call.by is None else call.by.name
    role = role_inside(words, Role.DEALER if call.by is None else call.by.role)
    headline = words.text("pit.called_by", name=name, role=role, time=clock_time(call.at, words))
    actor = _actor(words.text("pit.one_open"), words)
    note = _DOT.join((words.text("pit.is_settled"), *(_named(lamp, words) for lamp in faults)))
    return PromptText(PromptColour.PIT_BOSS, actor, headline, note=note, urgent=True)


def _by_hand(manual: Manual, words: Words) -> PromptText:
    """Nothing waits for the pit boss, but cards are entered by hand, which is not the normal state."""
    return PromptText(
        PromptColour.PIT_BOSS,
        _actor(words.text("pit.watching"), words),
        words.text("mode.manual"),
        note=words.text("pit.manual", time=clock_time(manual.since, words), name=manual.by.name),
    )


def _headline(view: DealerView, first: Waiting, words: Words) -> str:
    """The headline of the first open matter, with its present step."""
    incident = view.view.incident
    if first.asks is not None or first.office is not None:
        return first.name(words)
    if not first.incident or incident is None or not incident.open:
        return words.text("pit.call") if not first.halted else words.text("prompt.resolve")
    if incident.kind is None:
        return words.text("fact.kind")
    kind = kind_name(words, incident.kind).replace("\u00ad", "")
    match incident.state:
        case IncidentState.FACTS if view.incident.reported is not None:
            left = max(1, view.incident.reported.questions - view.incident.reported.question + 1)
            return words.count("count.questions", left, kind=kind)
        case IncidentState.AWAITING:
            return outcome_text(words, incident.outcome, incident.facts)
        case IncidentState.STEPS:
            due = view.view.prompt.step is not None
            decided = outcome_text(words, incident.outcome, incident.facts)
            return prompt_text(words, view.view) if due else decided
        case _:
            return kind


def _note(view: DealerView, first: Waiting, words: Words) -> str | None:
    if first.halted:
        tried = view.view.prompt.action == Action.RESCAN
        reason = halt_reason(view) or (HaltReason.RESCAN if tried else None)
        if reason is None:
            return None
        if view.halt.finding is not None:
            return finding_text(words, view.halt.finding)
        face = view.halt.held.face if view.halt.held else None
        return halted_text(words, view.view, reason, face, pit_boss=True)
    if first.asks is not None:
        return note_text(words, first.asks)
    if first.office is not None:
        return _DOT.join(beneath(view, first, words))
    if first.by is None or first.at is None:
        return None
    role, at = role_inside(words, first.by.role), clock_time(first.at, words)
    key = "pit.reported_by" if first.incident else "pit.called_by"
    report = words.text(key, name=first.by.name, role=role, time=at)
    return _DOT.join(filter(None, (report, sentence(came_text(view.halt, words)))))


def table_caption(view: DealerView, words: Words) -> str:
    """The words over the table: that the dealer sees the same, and since when."""
    lying: datetime | None = view.incident.reported.at if view.incident.reported else None
    seen = words.text("pit.as_dealer_sees")
    return seen if lying is None else f"{seen}{words.text('access.list')}{clock_time(lying, words)}"
