"""What stands on a replay's line, in words: bet time, cards, waits with their length, incident signs."""

from __future__ import annotations

from collections.abc import Sequence

from console.table import events
from console.table.replaying import Moment
from console.ui.review.scrubber import Mark, OnLine, Stretch
from console.ui.review.timeline import Timeline, bet_span, card_places, wait_spans
from console.ui.signs import incidents, outcomes, states
from console.ui.signs.nib import Sign
from console.ui.times import clock_time
from console.words import Words


def line_of(line: Timeline, moments: Sequence[Moment], words: Words) -> OnLine:
    """All of it."""
    ticks = card_places(line, moments)
    stretches = list[Stretch]()
    bets = bet_span(line, moments)
    if bets is not None and bets.end - bets.begin > 0.08:
        stretches.append(Stretch(bets.begin, bets.end, words.text("replay.bets")))
    for wait in wait_spans(line, moments):
        text = words.text("replay.waits", time=length(wait.seconds))
        stretches.append(Stretch(wait.begin, wait.end, text, waits=True))
    free = _free(ticks, stretches)
    if free is not None:
        stretches.append(Stretch(*free, words.text("replay.cards")))
    return OnLine(
        first=clock_time(moments[0].at, words),
        last=clock_time(moments[-1].at, words),
        ticks=ticks,
        marks=tuple(_marks(line, moments)),
        stretches=_apart(stretches),
    )


def length(seconds: float) -> str:
    """Minutes and seconds: ``0:43``."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def _free(ticks: Sequence[float], stretches: Sequence[Stretch]) -> tuple[float, float] | None:
    """Where the word for the cards can stand: not under a wait."""
    outside = [
        tick
        for tick in ticks
        if not any(one.begin - 0.02 <= tick <= one.end + 0.02 for one in stretches if one.waits)
    ]
    return (outside[0], outside[-1]) if outside else None


def _apart(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Those whose words have room beside each other; a wait is said before anything else."""
    kept: list[Stretch] = []
    for each in sorted(stretches, key=lambda one: (not one.waits, one.begin - one.end)):
        middle = (each.begin + each.end) / 2
        if each.waits or all(abs(middle - (one.begin + one.end) / 2) > 0.13 for one in kept):
            crowded = any(abs(middle - (one.begin + one.end) / 2) <= 0.13 for one in kept)
            kept.append(Stretch(each.begin, each.end, "" if crowded else each.text, each.waits))
    return tuple(kept)


def _marks(line: Timeline, moments: Sequence[Moment]) -> list[Mark]:
    marks = []
    for place, moment in zip(line.places, moments, strict=True):
        sign = _sign(moment)
        if sign is not None:
            marks.append(Mark(place, sign))
    return marks


def _sign(moment: Moment) -> Sign | None:
    """The sign over a moment at which something went wrong, was decided, or was put right."""
    incident = moment.after.incident or moment.before.incident
    match moment.event:
        case events.IncidentReported() if moment.refused is None:
            return incidents.kind_sign(moment.event.kind or (incident.report.kind if incident else None))
        case events.OutcomeAuthorised() if moment.refused is None:
            outcome = moment.after.incident or moment.after.ended
            return outcomes.outcome_sign(outcome.outcome if outcome else None)
        case events.CardCorrected() if moment.refused is None:
            return outcomes.correct
        case events.RoundVoided() if moment.refused is None:
            return states.void
        case _ if moment.after.halt is not None and moment.before.halt is None:
            return states.halt
        case _:
            return None
