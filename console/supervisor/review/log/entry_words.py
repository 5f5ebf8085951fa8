"""An entry in words: the same words in the log's rows, at the moments of a replay, and in the search. An
unknown kind is named as in the journal, so that a newer console's entries are shown too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, assert_never

import msgspec

from console.base.system import read_json
from console.base.words import Words
from console.table.core import (
    Action,
    Contradiction,
    EventKind,
    NotedDevice,
    NoteText,
    Notification,
    Outlet,
    PeopleChange,
    ProbedVideo,
    Role,
    Trade,
    UnusualWheel,
    Who,
    events,
    role_or_trade,
    row_of,
    shown_with_set,
)
from console.table.game import Card, has_wheel
from console.table.journal import UNSEEN, LogRow
from console.table.people import DealingBar, bar_logged, rights_logged
from console.table.words import (
    LONGEST,
    card_name,
    compared_text,
    contradiction_text,
    counted_text,
    hand_name,
    inside,
    known_facts,
    outcome_key,
    outcome_text,
    person_text,
    place_name,
    reason_of_answer,
    reason_text,
    role_inside,
    sentence,
    shorten,
    speech,
    step_of,
    unusual_text,
    whom_text,
)

SHORT: Final = 16
"""Digits of a certificate's digest in a row of the log, as many as on its own page."""
DOING_A_STEP: Final = (EventKind.STEP_DONE, EventKind.CARD_DRAWN)
"""The kinds whose row names the step that they did."""
Figures = Mapping[str, Any]
Named = Callable[[str], str]
"""Gives a person's name for an id."""


class LoggedEntry(msgspec.Struct, frozen=True):
    """An entry: its kind, its figures, and other known facts (else None)."""

    kind: str
    figures: Figures
    refused: str | None = None
    place: tuple[str, int] | None = None
    """Where on the table a read card was put."""
    pressed: str | None = None
    """The action that a press, or a scanned card, answered."""
    in_step: bool = False
    """Whether that action was a step of an incident's outcome."""
    skips: bool = False
    """Whether a reason skips that step."""
    at_wheel: bool = False
    incident_kind: str | None = None
    """The kind of the incident to which the entry belongs."""
    outcome: str | None = None
    """The outcome that it decided."""
    facts: Figures = {}
    """The incident's facts, as far as known here."""


def event_line(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    """The event in one line; its round's JSON has the rest."""
    text = shorten(_phrase_of(words, entry, name_of)).replace("\u00ad", "")
    return words.text("log.refused", said=text) if entry.refused else text


def _phrase_of(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    """The phrase of the entry's kind: by its own function, or ``log.KIND``, or ``log.KIND.off`` if the
    event's ``on`` is false: an order is taken back.
    """
    kind, figures = entry.kind, entry.figures
    if (own := OWN.get(kind)) is not None:
        return own(words, entry, name_of)
    if not figures.get("on", True):
        key = f"log.{kind}.off"
    else:
        key = f"log.{kind}.new" if figures.get("new") else f"log.{kind}"
    text = words.find(key, **_slots(figures))  # The phrases may know a newer console's kind.
    return words.text("log.other", kind=kind) if text is None else text


def _signed_in(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    role = role_inside(words, Role(entry.figures["role"]))
    told = {"name": name_of(entry.figures["who"]), "role": role}
    # A later console may know a way of its own.
    by_way = words.find(f"log.signed_in.{entry.figures.get('way')}", **told)
    return by_way or words.text("log.signed_in", **told)


def _signed_out(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    return words.text("log.signed_out", name=name_of(entry.figures["who"]))


def _seats_told(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    seats = words.text("access.list").join(map(str, entry.figures["seats"]))
    return words.text("log.seats_told", seats=seats) if seats else words.text("log.seats_told.none")


def _player_answered(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    hand = hand_name(words, f"{figures['seat']}.{figures['hand']}")
    choice = _known(words, f"choice.{figures['choice']}", figures["choice"])
    return sentence(words.text("log.player_answered", hand=hand, choice=choice))


def _card_corrected(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    place, to = place_name(words, figures["hand"], figures["card"]), figures["to"]
    card = to if to == UNSEEN else card_name(words, Card(to))
    return words.text("log.card_corrected", place=place, card=card)


def _shoe_resulted(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    winner = entry.figures.get("winner")
    if not winner:
        return words.text("log.shoe_resulted.none")
    return words.text("log.shoe_resulted", winner=words.text(f"result.{winner}"))


def _ball_ran(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    way = words.text(f"log.direction.{entry.figures['direction']}")
    return words.text("log.ball_ran", turns=entry.figures["turns"], direction=way)


def _of_device(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    device = _device(words, figures.get("device"))
    if str(figures.get("kind", "")).startswith("battery "):
        return words.text("log.device_battery", device=device, percent=figures["kind"].partition(" ")[2])
    return words.text(f"log.{entry.kind}", device=device, code=figures.get("code"))


def _report_withdrawn(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    text, why = words.text("log.report_withdrawn"), entry.figures.get("reason")
    return words.label(text, _one_line(reason_text(words, why))) if why else text


def _pit_boss_called(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    return words.text("log.pit_boss_called" if entry.figures.get("on", True) else "log.pit_boss_came")


def _remarked(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    return words.quote(_one_line(entry.figures["text"]))


def _handover_signed(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    return words.text(f"log.handover_signed.{entry.figures['side']}")


def _card_set_signed(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    signed = (name_of(each) for each in dict.fromkeys((figures["by"], figures["authorised_by"])))
    name = name_of(figures["authorised_by"])
    if figures["what"] != events.SetEnd.RELEASED:
        name = words.text("access.list").join(signed)
    return words.text(f"log.card_set_signed.{figures['what']}", set=_one_line(figures["set"]), name=name)


def _card_sets_barred(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    numbers, tables = entry.figures["sets"], entry.figures.get("tables", ())
    sets = words.text("access.list").join(
        f"{_one_line(number)} ({_one_line(at)})" if at else _one_line(number)
        for number, at in zip_longest(numbers, tables)
    )
    return words.text("log.card_sets_barred", sets=sets) if sets else words.text("log.card_sets_barred.none")


def _contradiction_found(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    covered = entry.figures["contradiction"]
    if covered == UNSEEN:  # One of its cards may lie face down.
        return words.text("log.contradiction_found", id="", what=UNSEEN)
    found = msgspec.convert(covered, Contradiction)
    return words.text("log.contradiction_found", id=found.id, what=contradiction_text(words, found, name_of))


def _contradiction_answered(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    reason = reason_of_answer(words, _one_line(figures["reason"]))
    return words.text("log.contradiction_answered", id=figures["id"], reason=reason)


def _entry_corrected(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    slots = {name: str(entry.figures[name]) for name in ("what", "before", "after")}
    return words.text("log.entry_corrected", entry=entry.figures["entry"], **slots)


def _commissioned(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    text = words.text("log.commissioned", digest=str(entry.figures["digest"])[:SHORT])
    return _at_terminal(words, text, entry.figures.get("terminal"))


def _at_terminal(words: Words, text: str, user: object) -> str:
    """The event, and the terminal if it was done at one."""
    return words.text("log.at_terminal", what=text, user=user) if user else text


def _step_done(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    """A press in the words of its key."""
    damaged = words.text("step.check_ball.damaged") if entry.figures.get("damaged") else None
    if entry.skips and str(entry.figures.get("reason") or "").strip():
        skipped = words.text("log.step_skipped")
        if entry.pressed is not None and entry.in_step and words.has(f"step.{entry.pressed}"):
            named = step_of(words, entry.incident_kind, entry.facts, entry.pressed)
            skipped = words.label(skipped, named)
        return words.side_by_side((skipped, damaged))
    if damaged is not None:
        return damaged
    counted = entry.figures.get("counted")
    if isinstance(counted, int | list):
        return counted_text(words, counted)
    if entry.pressed is None:
        return words.text("log.step_done")
    if entry.pressed == Action.SETTLE and (note := entry.figures.get("note")):
        return reason_text(words, str(note))  # For an empty worksheet it is a phrase's key.
    if number := entry.figures.get("set"):
        put_aside = entry.pressed == Action.QUARANTINE_SET
        key = "report.set.put_aside" if put_aside else "prepared.receive_decks.set"
        said = words.text(key, set=_one_line(str(number)))
        if put_aside:
            return words.label(said, _one_line(str(number)))
        return words.side_by_side((said, *_of_set(words, entry, name_of)))
    for step in (entry.in_step, not entry.in_step):
        if name := words.find(speech.press_key(entry.pressed, step=step, at_wheel=entry.at_wheel)):
            return words.side_by_side((name, *_of_set(words, entry, name_of)))
    return words.text("log.step_done")


def _of_set(words: Words, entry: LoggedEntry, name_of: Named) -> Iterator[str]:
    """The facts typed about the set that is in play from this step on."""
    for row in shown_with_set(Outlet.LOG):
        if given := entry.figures.get(row.name):
            text = _one_line(str(given))
            yield words.label(words.text(row.label), name_of(text) if row.is_person else text)


def _slots(figures: Figures) -> dict[str, str]:
    return {slot: str(value) for slot, value in figures.items()}


def _card_drawn(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    if entry.figures["card"] == UNSEEN:
        return words.text("log.card_unseen")
    card = card_name(words, Card(entry.figures["card"]))
    laid = None
    if entry.place is not None:
        laid = sentence(words.text("log.card_laid", place=place_name(words, *entry.place), card=card))
    if entry.pressed == Action.SCAN_CARD and entry.refused is None:
        step = words.text(f"step.{Action.SCAN_CARD}")
        return words.label(step, card) if laid is None else words.side_by_side((step, laid))
    if laid is not None:
        return laid
    if entry.figures.get("by"):
        return sentence(words.text("log.card_by_hand", card=card))
    return words.text("log.card_drawn", card=card)


def probed_parts(words: Words, probed: ProbedVideo) -> Iterator[str]:
    """A recorder's answer in parts: the incident, the reason, its clock's offset."""
    if probed.incident:
        yield _one_line(probed.incident)
    if probed.answer.why is not None:
        yield words.text(f"video.{probed.answer.why}")
    if probed.answer.offset is not None:
        yield words.text("video.offset", seconds=f"{probed.answer.offset:+d}")


def _of_incident(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    kind = figures.get("kind") or figures.get("meant")
    match entry.kind:
        case EventKind.INCIDENT_REPORTED if kind:
            reported = inside(words, _known(words, f"incident.{kind}", kind))
            return words.text("log.incident_reported", kind=reported)
        case EventKind.INCIDENT_REPORTED:
            return words.text("log.incident_reported.none")
        case EventKind.INCIDENT_ANSWERED:
            return words.text("log.incident_answered", facts=known_facts(words, figures["facts"]))
        case _ if entry.outcome:
            about = figures if figures.get("seat") else entry.facts
            known = words.has(outcome_key(entry.outcome, about.get("seat")))
            about = {**about, "hand": about.get("hand") or 1}
            outcome = outcome_text(words, entry.outcome, about) if known else entry.outcome
            return words.text("log.outcome_authorised", outcome=inside(words, outcome))
        case _:
            return words.text("log.outcome_authorised.none")


_ROLES: Final = frozenset((*Role, *Trade))


def _noted(words: Words, entry: LoggedEntry, name_of: Named) -> str:
    figures = entry.figures
    what, text = figures["what"], str(figures.get("text") or "")
    row = row_of(what)
    shown = NoteText.UNSHOWN if row is None or not text else row.text
    device = NotedDevice.of(text)
    line = words.find(f"log.noted.{what}", device=_device(words, device.role), model=device.model)
    if line is None:
        return words.text("log.noted.other", what=_one_line(what))  # Another version wrote it.
    if why := words.find(f"lamp.{figures.get('reason')}"):
        line = words.side_by_side((line, why))
    who, when = figures.get("who"), ""
    match shown:
        case NoteText.READS:
            line = words.locale.colon.join((line, compared_text(words, text)))
        case NoteText.WHEEL:
            if (unusual := UnusualWheel.of(text)) is not None:
                line = words.locale.colon.join((line, unusual_text(words, unusual, name_of)))
        case NoteText.PERSON:
            change = PeopleChange.of(text)
            role = (role_inside(words, role_or_trade(change.role)),) if change.role in _ROLES else ()
            parts, when = (name_of(change.id), *role), change.at
            line = words.text("access.done_to", what=line, whom=words.text("access.list").join(parts))
            line = words.side_by_side((line, *map(_one_line, rights_logged(words, change.rights))))
            if change.reason:
                line = words.locale.colon.join((line, _one_line(change.reason)))
        case NoteText.BAR:
            bar = DealingBar.of(text)
            line = line if bar is None else words.locale.colon.join((line, bar_logged(words, bar)))
        case NoteText.VIDEO:
            probed = ProbedVideo.of(text)
            if probed is not None:
                line = words.locale.colon.join((line, words.side_by_side(probed_parts(words, probed))))
        case NoteText.NOTIFICATION:
            whom, _, incident = text.partition(" ")
            within = ""
            if (begun := Notification.of(text)) is not None:
                incident = begun.incident
                within = words.text("notification.within", hours=begun.within_hours)
            told = (whom_text(words, whom), within, _one_line(incident))
            line = words.locale.colon.join((line, words.text("access.list").join(filter(None, told))))
        case NoteText.DEVICE | NoteText.MODEL | NoteText.UNSHOWN:
            pass
        case _:
            assert_never(shown)
    line = f"{line}{words.text('access.list')}{name_of(who)}" if who else line
    user = figures.get("terminal")
    if user and when:
        user = words.text("access.list").join((user, when))
    return _at_terminal(words, line, user)


OWN: Final[dict[str, Callable[[Words, LoggedEntry, Named], str]]] = {
    EventKind.SIGNED_IN: _signed_in,
    EventKind.SIGNED_OUT: _signed_out,
    EventKind.SEATS_TOLD: _seats_told,
    EventKind.PLAYER_ANSWERED: _player_answered,
    EventKind.CARD_DRAWN: _card_drawn,
    EventKind.SHOE_RESULTED: _shoe_resulted,
    EventKind.BALL_RAN: _ball_ran,
    EventKind.DEVICE_FAULTED: _of_device,
    EventKind.DEVICE_NOTED: _of_device,
    EventKind.BYTES_RECEIVED: _of_device,
    EventKind.STEP_DONE: _step_done,
    EventKind.PIT_BOSS_CALLED: _pit_boss_called,
    EventKind.INCIDENT_REPORTED: _of_incident,
    EventKind.INCIDENT_ANSWERED: _of_incident,
    EventKind.OUTCOME_AUTHORISED: _of_incident,
    EventKind.REPORT_WITHDRAWN: _report_withdrawn,
    EventKind.CARD_CORRECTED: _card_corrected,
    EventKind.REMARKED: _remarked,
    EventKind.HANDOVER_SIGNED: _handover_signed,
    EventKind.CARD_SET_SIGNED: _card_set_signed,
    EventKind.CARD_SETS_BARRED: _card_sets_barred,
    EventKind.CONTRADICTION_FOUND: _contradiction_found,
    EventKind.CONTRADICTION_ANSWERED: _contradiction_answered,
    EventKind.ENTRY_CORRECTED: _entry_corrected,
    EventKind.COMMISSIONED: _commissioned,
    EventKind.NOTED: _noted,
}
"""The kinds whose figures can't be the slots of one phrase."""


def _device(words: Words, device: str | None) -> str:
    return words.text(f"log.device.{device}") if device in ("shoe", "reader", "wheel") else device or "–"


def _known(words: Words, key: str, otherwise: str) -> str:
    return words.find(key) or otherwise


def _one_line(text: str) -> str:
    return " ".join(text[: 3 * LONGEST].split())


_BY_SERVER = frozenset(
    (EventKind.BETS_OPENED, EventKind.BETS_CLOSED, EventKind.SEATS_TOLD, EventKind.PLAYER_ANSWERED)
)


_READ = frozenset((EventKind.CARD_DRAWN, EventKind.CARD_UNREAD, EventKind.NUMBER_READ))
"""The events of a device's reading, even if their line names no device."""


def entry_of(row: LogRow) -> LoggedEntry:
    """The row as an entry's words need it."""
    return LoggedEntry(
        kind=row.kind,
        figures=row.figures,
        refused=row.refused,
        place=_place_of(row),
        incident_kind=row.incident_kind,
        outcome=row.outcome if row.decides else None,
        pressed=row.due_action if row.kind in DOING_A_STEP else None,
        in_step=row.incident is not None,
        skips=may_skip(
            row.person, row.dealer, in_step=row.incident is not None, preparing=row.in_preparation
        ),
        at_wheel=has_wheel(row.game),
    )


def may_skip(person: str | None, dealer: str | None, *, in_step: bool, preparing: bool) -> bool:
    """Whether a person's reason skips the due step, but not a dealer's or in a preparation. Before an entry
    is indexed nothing is known, and its reason skips.
    """
    return person != dealer and (in_step or not preparing)


def prompt_before(row: LogRow) -> Mapping[str, Any]:
    """The known parts of the prompt that a row's entry answered."""
    return {name: read_json(value) for name, value in _PART.findall(row.stood)}


_PART: Final = re.compile(
    r'"(actor|hand|card|seat|face|stage|from_end|with|direction|first|closing|from)":("[^"]*"|[0-9]+|true|false|null)'
)


def _place_of(row: LogRow) -> tuple[str, int] | None:
    """The place of a row's card; None without a card that was taken, or if a reading was only recorded
    because cards are entered by hand.
    """
    if row.kind != EventKind.CARD_DRAWN or row.refused is not None:
        return None
    if row.scanned_to is not None or row.prompted == row.stood:
        return row.scanned_to  # The next report's step may ask for a scan too.
    asked = prompt_before(row)
    return place_of(asked.get("seat"), asked.get("hand"), asked.get("card"))


def place_of(seat: int | None, hand: str | int | None, card: int | None) -> tuple[str, int] | None:
    """The place that a prompt names, or None."""
    if hand is None or card is None:
        return None
    return (str(hand) if seat is None else f"{seat}.{hand}"), card


def hand_of(row: LogRow) -> str | None:
    """A row's hand: ``3.1``, ``dealer``; for a seat alone its first. None for the table."""
    entry, figures = entry_of(row), row.figures
    if entry.place is not None:
        return entry.place[0]
    if row.kind == EventKind.CARD_CORRECTED:
        return str(figures.get("hand"))
    facts = figures if "seat" in figures else figures.get("facts") or {}
    return f"{facts['seat']}.{facts.get('hand') or 1}" if facts.get("seat") else None


def number_of(round_id: str | None) -> str:
    """A round's number within its table."""
    return round_id.rpartition("-")[2] if round_id else "–"


def clause_of(row: LogRow) -> str:
    """The clause that decided, if the row decides an incident; else its prompt's first one."""
    if row.decides and row.outcome is not None:
        return row.decided_by or "–"
    clauses = row.clauses
    return clauses[0] if clauses else "–"


def names_in(row: LogRow, name_of: Named) -> Named:
    """The names in a row: first those that its own table gave at the entry."""
    return lambda who: row.names.get(who) or name_of(who)


def by_whom(row: LogRow, words: Words, name_of: Named) -> str:
    """The cause of an entry: a person, a device, the game server or the console."""
    if row.person is None and row.kind == EventKind.CUT_CARD_DRAWN and not row.figures.get("device"):
        return "–"  # A protocol's line names nobody.
    if row.person is None or row.figures.get("by_clock"):
        return words.text(source_key(row.kind, row.figures))
    return person_text(words, Who(row.person, row.figures.get("beside")), name_of)


def source_key(kind: str, figures: Figures) -> str:
    """The phrase for the cause of an entry without a person."""
    if kind in _BY_SERVER and not figures.get("by_clock"):
        return "review.by.server"
    is_read = kind in _READ or figures.get("device")
    return "review.by.device" if is_read else "review.by.console"
