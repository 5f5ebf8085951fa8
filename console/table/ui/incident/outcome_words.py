"""An open incident's outcome in words: its facts, its answers, its readings, and who reported it."""

from __future__ import annotations

from typing import Final

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, HaltView
from console.table.core.state.views import IncidentView, SpinView
from console.table.game.incident_cases import Result
from console.table.game.shoe import CARDS
from console.table.incidents.known_kinds import IN_TIME, Kind
from console.table.ui.incident import incident_words
from console.table.ui.incident.stage import recorded_wrong, reported_round
from console.table.ui.kit.times import clock_time, logged_time
from console.table.words.incident_phrases import (
    answered_facts,
    brought_in_text,
    fact_name,
    fact_value,
    step_text,
)
from console.table.words.names import inside, role_inside, role_name

_WITHOUT_NUMBER: Final = frozenset((Kind.BALL_OUT, Kind.FOREIGN_OBJECT, "not_read"))
"""The kinds that already say that the wheel sent no number."""
_MOST_FACTS: Final = 5
_RESULT: Final = "phase.result"


def facts_in_words(incident: IncidentView, words: Words, view: DealerView) -> tuple[tuple[str, str], ...]:
    """The incident's facts by their short names; first the kind, with the moment that it is about."""
    if incident.kind is None:  # reported, its kind still to be given
        return ()
    kind = incident_words.kind_name(words, incident.kind).replace("\u00ad", "")
    facts = {fact: value for fact, value in answered_facts(incident.facts).items() if fact != "choice"}
    where = facts.pop("where", None)
    if where is not None:
        named = fact_value(words, "where", where)
        kind = f"{kind}{words.text('access.list')}{inside(words, named)}"
    rows = [(words.text("fact.name.kind"), kind)]
    if came := came_text(view.halt, words):
        rows.append((words.text("fact.name.came"), came))
    for fact, value in list(facts.items())[: _MOST_FACTS - 1]:
        rows.append((fact_name(words, fact), incident_words.fact_value_here(words, view, fact, value)))
    if (wrong := recorded_wrong(view)) is not None:
        rows.append((words.text("fact.name.wrong"), fact_value(words, "actual", wrong)))
    if (counts := _one_of_several(incident, view)) is not None:
        rows.append((words.text(_RESULT), fact_value(words, "actual", counts)))
    return tuple(rows)


def counted_text(view: DealerView, words: Words) -> str | None:
    """The count that made the report, for the pit boss alone: nobody who counts may see what it should be."""
    reported = view.incident.reported
    counted = None if reported is None else reported.counted
    if counted is None or view.pit_boss is None:
        return None
    whole = counted if isinstance(counted, int) else sum(counted)
    decks = "" if isinstance(counted, int) else words.text("access.list").join(map(str, counted))
    return words.side_by_side(filter(None, (words.text("picture.count", count=whole, all=CARDS), decks)))


def deciding_figure(incident: IncidentView, view: DealerView, words: Words) -> str | None:
    """The count or the number on which the outcome rests; None if it rests on none."""
    number = answered_facts(incident.facts).get("actual")
    if incident.outcome == Result.FINISH and isinstance(view.view.round, SpinView):
        number = view.view.round.recorded
    if incident.outcome in (Result.FINISH, Result.SETTLE_BY_HAND) and number is not None:
        return str(number)
    return counted_text(view, words)


def _one_of_several(incident: IncidentView, view: DealerView) -> int | None:
    """The number that the outcome makes the result, if another was read since play stopped (LT-ROU-31c)."""
    spin, read = view.view.round, {each.number for each in view.halt.came_in} - {None}
    if incident.outcome != Result.FINISH or not isinstance(spin, SpinView) or len(read) < 2:
        return None
    return spin.recorded


def doubtful_rows(incident: IncidentView, words: Words, view: DealerView) -> tuple[str, ...]:
    """The names of two rows that contradict each other: it was reported that no number is recorded, and a
    number was read since. With the number the outcome may be another one (LT-ROU-27b, LT-ROU-31c): the next
    answer finds it. Or two numbers were read, and one of them becomes the result; or the ball was taken out
    in time (LT-ROU-32a).
    """
    spin = view.view.round
    if not isinstance(spin, SpinView) or spin.recorded is None or not view.halt.came_in:
        return ()
    came = words.text("fact.name.came")
    if _one_of_several(incident, view) is not None:
        return (came, words.text(_RESULT))
    if incident.facts.get("recorded") is False:
        return (came, fact_name(words, "recorded"))
    if view.incident.read_since is not None and not view.view.prompt.asks_kind:
        return (came, fact_name(words, IN_TIME)) if incident.facts.get(IN_TIME) is True else ()
    return (came, words.text("fact.name.kind")) if incident.kind in _WITHOUT_NUMBER else ()


def known_answers(incident: IncidentView, words: Words, view: DealerView) -> tuple[str, ...]:
    """The answers of the incident's seat that the console knows; empty if the incident is about no seat."""
    seat, hand = incident.facts.get("seat"), incident.facts.get("hand")
    if type(seat) is not int:
        return ()
    return incident_words.seat_answers(words, view.server, seat, hand if type(hand) is int else None)


def came_text(halt: HaltView, words: Words) -> str:
    """The devices' readings since play stopped, in words: numbers by themselves, of several cards how many
    there were and the time of the last; a card's face is never named.
    """
    came = halt.came_in
    parts = [
        words.text("incident.came.number", number=each.number, time=clock_time(each.at, words))
        for each in came
        if each.number is not None
    ]
    cards = [each for each in came if each.number is None]
    if len(cards) == 1:
        one = "unread" if cards[0].unread else "card"
        parts.append(words.text(f"incident.came.{one}", time=clock_time(cards[0].at, words)))
    elif cards:
        unread = sum(each.unread for each in cards)
        read = len(cards) - unread
        parts += [words.count("incident.came.cards", read)] if read else []
        parts += [words.count("incident.came.cards_unread", unread)] if unread else []
        parts.append(words.text("incident.came.last", time=clock_time(cards[-1].at, words)))
    return words.text("access.list").join(parts)


def reported_parts(view: DealerView, words: Words) -> tuple[str, ...]:
    """The reporter and the time, the place in the video, and the round."""
    reported = view.incident.reported
    parts: list[str] = []
    if reported is not None:
        name, role = reported.by.name, role_inside(words, reported.by.role)
        at = clock_time(reported.at, words)
        parts.append(words.text("incident.reported", time=at, name=name, role=role))
        if reported.video is not None:
            filmed = logged_time(reported.video, words, begun=reported.at)
            parts.append(words.text("incident.video", time=filmed))
    if (number := reported_round(view)) is not None:
        parts.append(words.text("status.round", round=number))
    return tuple(parts)


def spoken_text(incident: IncidentView, words: Words, view: DealerView) -> str:
    facts = [words.label(*fact) for fact in facts_in_words(incident, words, view)]
    first = [text for _, text in incident_words.effects(words, incident, view)]
    between, apart = words.text("access.list"), view.view.cards_apart
    steps = [
        between.join((step_text(words, incident, step.action, apart), role_name(words, step.actor)))
        for step in incident.steps
    ]
    parts = [
        *facts,
        *known_answers(incident, words, view),
        incident_words.basis_text(words, incident),
        incident_words.sense_text(words, incident),
        *first,
        *steps,
    ]
    if view.incident.brought_in is not None:
        parts += [words.text("brought_in.head"), brought_in_text(words, view.incident.brought_in)]
    return ". ".join(part for part in parts if part)
