"""A rehearsal made from an incident in a journal, as a file without names.

The file has what happened up to that moment: the round's cards or numbers, the bets and answers, and what
people saw. It is played before it is handed out: a file that does not reach the same facts and the same
answer of the rulebook is refused. It knows a journal's moments, never who was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import product
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.base.errors import WordedError
from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.occasions import is_occasion
from console.rehearsals.result import Decided, Right
from console.rehearsals.right_answer import FactMissing, answer_of
from console.rehearsals.script import Mishap, Rehearsal, Script, playable, possible_facts
from console.rehearsals.slips import Occasion, SlipAct, occasions_in, slip_of, slips
from console.supervisor.history import IncidentFact, Moment, moments, noting
from console.supervisor.records import NoSuchRecord, Span, spans
from console.table.core import (
    Game,
    Incident,
    SetClock,
    Table,
    events,
    is_only_recorded,
    known_facts,
    replay,
    view_of,
)
from console.table.game import DOCUMENTED, Card, Rulebook, load_rulebook, rulebook_ids
from console.table.game.blackjack import Choice, Round
from console.table.incidents import Fact, Kind

_TURNS: Final = 2_000
"""Turns of a rehearsal that is played to check its end."""
_WAIT: Final = 0.1
"""The least seconds between two turns."""
_LAST_CARDS: Final = frozenset((Kind.PLAYED_PAST_CUT_CARD, Kind.CUT_CARD_NOT_SCANNED))
_NUMBERED: Final = (events.NumberRead, events.NumberSaid)
_MOST_CARDS: Final = 40


class NotRehearsable(WordedError[str], ValueError):
    """No rehearsal can be made of an incident, with the key of the phrase for the reason."""


class PastCase(msgspec.Struct, frozen=True):
    """The incident as it happened: the rulebook's answer, the table before, and its round's events."""

    right: Right
    before: Table
    first: Table
    """The table at the beginning of the round, or before the incident if no round was open."""
    later: tuple[events.AnyEvent, ...]
    """The events from then to the end of the round."""
    round: tuple[events.AnyEvent, ...]

    @property
    def lay(self) -> tuple[Card, ...]:
        return self.before.play.cards


class FromLife(msgspec.Struct, frozen=True):
    """The rehearsal, and whether its cards lie as they did in the incident."""

    script: Script
    exact: bool


def rehearsal_of(
    game: Game, rulebook: Rulebook, checkpoint: bytes | None, rows: Iterable[Any], incident: str
) -> FromLife:
    """A rehearsal that plays to the same moment; ``rows`` are the entries from a checkpoint on. Raises
    NoSuchRecord; NotRehearsable if it is undecided, a card of it may still come, a simulated table can't show
    it, or it ends differently.
    """
    if game.name not in DOCUMENTED:
        raise NotRehearsable("rehearsal.from.no_game", game=game.name)
    lived = _lived(game, checkpoint, rows, incident)
    near: Script | None = None
    for script in _scripts(game, lived):
        played = _played(script, rulebook)
        if played is None or played.right != _comparable(lived.right):
            continue
        if not lived.before.open_round or played.cards == lived.lay:
            return FromLife(replace(script, rules=_rulebooks(script)), True)
        near = near or script
    if near is None:
        raise NotRehearsable("rehearsal.from.otherwise", incident=incident)
    return FromLife(replace(near, rules=_rulebooks(near)), False)


# --- what happened -----------------------------------------------------------------------------------


def _lived(game: Game, checkpoint: bytes | None, rows: Iterable[Any], id: str) -> PastCase:
    passed: list[Moment] = []
    stream = noting(moments(game, checkpoint, rows), passed)
    span = next((each for each in spans(game, stream) if each.id == id), None)
    if span is None or not isinstance(span.fact, IncidentFact):
        raise NoSuchRecord(id)
    decided = _decided(span)
    if decided is None:
        raise NotRehearsable("rehearsal.from.undecided", incident=id)
    until = len(passed)
    if replay.hides_card(passed[-1].after) and all(replay.hides_card(each.after) for each in stream):
        # The rehearsal's file would show the card's face.
        raise NotRehearsable("rehearsal.from.hidden", incident=id)
    del passed[until:]
    right = answer_of(*decided)
    at = _happened(passed, span.first, span.fact)
    begins = next((n for n in range(at, -1, -1) if isinstance(passed[n].event, events.BetsOpened)), at)
    ends = next((n for n in range(passed.index(span.first), len(passed)) if _is_next(passed[n])), len(passed))
    taken = [each.event for each in passed[begins:ends] if _counts(each)]
    later = [each.event for each in passed[at:ends] if _counts(each)]
    return PastCase(right, passed[at].before, passed[begins].before, tuple(later), tuple(taken))


def _decided(span: Span) -> tuple[Table, Incident] | None:
    """The table before the outcome was decided, and the incident at its end with the steps then; or None."""
    seen = [
        (moment.before, incident)
        for moment in span.moments
        for incident in moment.after.changed_incidents
        if incident.report.id == span.id
    ]
    decided = next((each for each in seen if each[1].authorised is not None), None)
    if decided is None or seen[-1][1].case is None or seen[-1][1].report.kind is None:
        return None
    planned = tuple(replace(step, done_at=None) for step in decided[1].steps)
    return decided[0], replace(seen[-1][1], steps=planned)


def _happened(passed: Sequence[Moment], report: Moment, fact: IncidentFact) -> int:
    """The number of the moment that began the incident: the one that halted play for it, else its report."""
    halts = ((at, each.after.halt) for at, each in enumerate(passed))
    began = (at for at, halt in halts if halt is not None and halt.at == fact.stopped)
    return next(began, passed.index(report))


def _is_next(moment: Moment) -> bool:
    return isinstance(moment.event, events.BetsOpened) and moment.row.refused is None


def _counts(moment: Moment) -> bool:
    """Whether an event was taken or halted play; not a device's reading while cards are entered by hand."""
    if is_only_recorded(moment.before, moment.event):
        return False
    return moment.row.refused is None or moment.after.halt is not moment.before.halt


# --- as a file ---------------------------------------------------------------------------------------


def _scripts(game: Game, past_case: PastCase) -> Iterator[Script]:
    """Scripts that may lead to the incident, the likeliest first."""
    kind = past_case.right.kind
    assert kind is not None, "it was an incident"
    slip = slip_of(game.name, kind, past_case.right.facts)
    if slip is None:
        raise NotRehearsable("rehearsal.from.no_slip", kind=kind)
    in_play = past_case.before.shoe_in_play
    shoe = past_case.first.shoe.left if game.cards is not None and in_play.number else None
    lefts = (shoe, None) if kind in _LAST_CARDS or in_play.cut_card_out else (None, shoe)
    for mishap, left in product(_mishaps(game, past_case, slip), dict.fromkeys(lefts)):
        yield _script(game, past_case, mishap, left)


def _mishaps(game: Game, past_case: PastCase, slip: str) -> Iterator[Mishap]:
    """The moments at which the slip can have happened; one that the table itself shows comes first."""
    row, table = slips()[slip], past_case.before
    asked = possible_facts(game.name, row)
    facts = {fact: value for fact, value in past_case.right.facts.items() if fact in asked}
    view = view_of(game, table, 0)
    made = [_mishap(game, slip, occasion, table, facts) for occasion in occasions_in(game.name, row)]
    fitting = [each for each in made if is_occasion(replace(each, round=1), game, table, view)]
    yield from fitting
    yield from (each for each in made if each not in fitting)


def _mishap(game: Game, slip: str, occasion: Occasion, table: Table, facts: dict[str, Fact]) -> Mishap:
    count = None
    if occasion is Occasion.CARDS_OUT:
        count = min(known_facts.cards_out(table), _MOST_CARDS)
        count -= bool(count) and slips()[slip].act in (
            SlipAct.MISREAD,
            SlipAct.TWICE,
        )  # The planted mistake itself draws the card.
    elif occasion is Occasion.SHUFFLE and game.cards is not None:
        step = known_facts.shuffle_step(game.cards, table.preparation)
        count = None if step is None else step[0]
    return Mishap(slip=slip, when=occasion, count=count, facts=facts)


def _script(game: Game, past_case: PastCase, mishap: Mishap, remaining: int | None) -> Script:
    cards = _cards(past_case, twice=mishap.row.act is SlipAct.TWICE) if game.cards is not None else ()
    script = Script(game=game.name, wrong=(mishap,), cards=cards, left=remaining or None)
    play = past_case.before.play
    if game.wheel is not None:
        script = replace(script, numbers=_numbers(past_case))
    elif isinstance(play, Round) and play.seats:
        seats = tuple(seat.number for seat in play.seats)
        script = replace(script, seats=seats, answers=tuple(_answers(past_case)))
    return script


def _cards(past_case: PastCase, *, twice: bool) -> tuple[Card, ...]:
    """The cards on the table, and those that came, to the round's end; one read ``twice`` is one card."""
    lay = past_case.lay[:-1] if twice and past_case.lay[-1:] == past_case.lay[-2:-1] else past_case.lay
    came = [each.card for each in past_case.later if isinstance(each, events.CardDrawn)]
    return (*lay, *came)[:_MOST_CARDS]


def _numbers(past_case: PastCase) -> tuple[int, ...]:
    numbers = [each.number for each in past_case.round if isinstance(each, _NUMBERED)]
    return tuple(dict.fromkeys(numbers))


def _answers(past_case: PastCase) -> Iterator[Choice]:
    """The answers for hands; every seat of a rehearsal declines insurance."""
    for each in past_case.round:
        if isinstance(each, events.PlayerAnswered) and each.choice not in _INSURANCE:
            yield each.choice


_INSURANCE: Final = frozenset((Choice.INSURE, Choice.DECLINE, Choice.SURRENDER))


# --- played ------------------------------------------------------------------------------------------


def _comparable(right: Right) -> Right:
    """The answer without the place of its clause."""
    return replace(right, basis=None)


class _PlayedEnd(msgspec.Struct, frozen=True):
    """The end of a played rehearsal, and the cards that lay when it went wrong."""

    right: Right
    cards: tuple[Card, ...]


def _played(script: Script, rulebook: Rulebook) -> _PlayedEnd | None:
    """The end of a rehearsal that the console plays for everybody; None if nothing is decided."""
    if not playable(script, rulebook):
        return None
    clock, cards = SetClock(), tuple[Card, ...]()
    with ExitStack() as stack:
        run = RehearsalRun(Rehearsal("from-life", script), rulebook, clock, stack, people={})
        run.show()
        try:
            for _ in range(_TURNS):
                before, wait = run.mishaps.count, run.turn()
                if run.mishaps.count > before:
                    cards = run.table.table.play.cards
                if run.ended:
                    break
                clock.advance(max(wait, _WAIT))
        except FactMissing:
            return None
        course = run.jury.course
    decided = [each for each in course if isinstance(each, Decided)]
    if not decided or decided[-1].outcome not in decided[-1].right.outcomes:
        return None
    return _PlayedEnd(_comparable(decided[-1].right), cards)


def _rulebooks(script: Script) -> tuple[str, ...]:
    """The rulebooks under which it can be played; none are named if all with the game do."""
    books = [load_rulebook(id) for id in rulebook_ids()]
    having = [each.id for each in books if script.game in each.games]
    good = [each.id for each in books if _played(script, each) is not None]
    return () if good == having else tuple(good)


def toml_of(script: Script) -> str:
    """The text of the file, without usual values."""
    usual = Script(game=script.game, wrong=script.wrong)
    lines = [f"game = {_toml(script.game)}"]
    for name in ("rules", "minutes", "cards", "numbers", "seats", "answers", "left"):
        value = getattr(script, name)
        if value != getattr(usual, name) or name == "minutes":
            lines.append(f"{name} = {_toml(value)}")
    for each in script.wrong:
        lines += [
            "",
            "[[wrong]]",
            f"slip = {_toml(each.slip)}",
            f"when = {_toml(each.occasion_in(script.game))}",
        ]
        if each.count is not None:
            lines.append(f"count = {each.count}")
        if each.round != 1:
            lines.append(f"round = {each.round}")
        if each.facts:
            facts = ", ".join(f"{fact} = {_toml(value)}" for fact, value in each.facts.items())
            lines.append(f"facts = {{ {facts} }}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool | int):
        return str(value).lower()
    return msgspec.json.encode(str(value)).decode()
