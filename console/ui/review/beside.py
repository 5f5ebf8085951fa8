"""What stands beside a replay: every reading, press and prompt in the order in which they came.

Made of moments and words; it never knows where a row is painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from console.game.cards import Card
from console.table import events
from console.table.games.game import Game
from console.table.prompts import prompt_due
from console.table.replaying import Moment
from console.table.roles import Actor
from console.table.showing import view_of
from console.table.views import Prompt, View
from console.ui.lettering import sentence
from console.ui.prompt import sign_of as prompt_sign
from console.ui.review.happened import Named, Told, happened, sign_of, stands_out
from console.ui.review.story import Story
from console.ui.signs import outcomes, states
from console.ui.signs.nib import Sign
from console.ui.telling import Mood
from console.ui.times import clock_time
from console.words import Words
from console.words.speech import halt_note, prompt_text


class Row(msgspec.Struct, frozen=True):
    """A row: of which moment, its sign, what it says, and beneath it who it was or which bytes."""

    moment: int
    at: datetime
    sign: Sign
    text: str
    below: str = ""
    amber: bool = False
    prompt: bool = False


def rows_of(game: Game, moments: Sequence[Moment], words: Words, named: Named) -> tuple[Row, ...]:
    """The rows of all moments, a prompt's after what brought it."""
    rows: list[Row] = []
    before: Prompt | None = None
    for number, moment in enumerate(moments):
        told = told_of(game, moment, words)
        hidden = _is_face_down(moment) or _still_lies_apart(moment, moments[-1])
        text = _hidden(words, moment) if hidden else happened(words, told, named)
        below = "" if hidden else _below(words, moment, named)
        rows.append(Row(number, moment.at, sign_of(told), sentence(text), below, stands_out(told)))
        prompt = prompt_due(game, moment.after)
        if prompt != before and prompt.actor is not Actor.SYSTEM:
            rows.append(_prompt_row(game, number, moment, words))
        before = prompt
    return tuple(rows)


def told_of(game: Game, moment: Moment, words: Words) -> Told:
    """A moment as the words of an entry need it."""
    event: Any = moment.event
    incident = moment.after.incident or moment.after.ended or moment.before.incident
    asked = prompt_due(game, moment.before) if type(event) is events.StepDone else None
    return Told(
        kind=events.kind_of(event),
        figures=msgspec.to_builtins(event),
        refused=moment.refused,
        place=_laid(moment),
        pressed=asked.action if asked is not None else None,
        in_step=asked is not None and asked.step is not None,
        at_wheel=game.cards is None,
        incident_kind=incident.report.kind if incident else None,
        outcome=incident.outcome if incident else None,
    )


def _is_laid(moment: Moment) -> bool:
    drawn = type(moment.event) is events.CardDrawn
    return drawn and moment.after.play.dealt > moment.before.play.dealt


def _is_face_down(moment: Moment) -> bool:
    """Whether a card was laid whose face nobody saw: it is told when the table tells it."""
    return _is_laid(moment) and not isinstance(moment.after.play.in_view[-1][1], Card)


def _still_lies_apart(moment: Moment, last: Moment) -> bool:
    """Whether this card halted play, and nobody has decided yet: its face is in no view."""
    halt = moment.after.halt
    drawn = type(moment.event) is events.CardDrawn and moment.refused is not None
    return drawn and halt is not None and halt.shown is None and last.after.halt == halt


def _laid(moment: Moment) -> tuple[str, int] | None:
    """Where this moment's card was laid, if it was laid."""
    if not _is_laid(moment):
        return None
    place, _ = moment.after.play.in_view[-1]
    return place.name, place.card


def _prompt_row(game: Game, number: int, moment: Moment, words: Words) -> Row:
    view = view_of(game, moment.after, moment.number)
    text = words.text("replay.prompt")
    said = prompt_text(words, view, for_dealer=False).replace("\u00ad", "")
    return Row(number, moment.at, sign_shown(view), text, said, prompt=True)


def sign_shown(view: View) -> Sign:
    """The sign of the prompt, a step's and a question's too."""
    prompt = view.prompt
    if prompt.step is not None:
        return outcomes.step_sign(prompt.action)
    if prompt.action in ("answer", "authorise"):
        return outcomes.question if prompt.action == "answer" else states.decide
    return prompt_sign(view, Mood.NOW)


def caption(story: Story, at: int, rows: Sequence[Row], words: Words) -> str:
    """What stands on the table: what goes wrong next, else who is at it."""
    coming = next((row for row in rows if row.moment == at + 1 and row.amber), None)
    if coming is not None:
        what = coming.text[:1].lower() + coming.text[1:] if words.language != "de" else coming.text
        return words.text("replay.next", what=what, time=clock_time(coming.at, words))
    if story.is_cut_short and at + 1 == len(story.moments):
        return words.text("replay.cut_short", count=at + 1)
    people = story.moments[at].after.people
    names = words.text("access.list").join(story.named(person.who) for person in people)
    return words.text("replay.at_table", names=names) if names else ""


def _hidden(words: Words, moment: Moment) -> str:
    halt = moment.after.halt
    return words.text("access.hole") if halt is None else halt_note(words, halt.reason)


def _below(words: Words, moment: Moment, named: Named) -> str:
    """Who it was, or the bytes that said it."""
    if moment.raw:
        return moment.raw.hex(" ").upper()
    return named(moment.person) if moment.person else ""
