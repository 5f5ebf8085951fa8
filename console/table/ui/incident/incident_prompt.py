"""The words of the prompt while an incident is open, cards are entered by hand, or a card is put right.

The functions are pure, though they stand in ui: they make a
:class:`~console.table.ui.kit.prompt_parts.PromptText` from the view and its stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from console.base.plain_text import visible
from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.roles import Actor
from console.table.core.state.views import Fact, HandsView, IncidentView, Say, SpinView
from console.table.game.incident_cases import Result
from console.table.incidents.known_kinds import KIND, Kind
from console.table.ui.incident.incident_words import (
    bets_at_stake,
    chip_text,
    hands_with_bets,
    possible_values,
    proposed_text,
    way_text,
    ways_question,
)
from console.table.ui.incident.outcome_words import deciding_figure
from console.table.ui.incident.stage import (
    OpenParts,
    Stage,
    is_further,
    is_unwritten,
    only_outcome,
    open_incident,
    question_of,
    stage_of,
    ways_of,
)
from console.table.ui.kit import DOT, PromptColour, PromptText, clock_time, sentence
from console.table.ui.signs.incident_signs import fact_sign, kind_sign, outcome_sign, step_sign
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import answered_facts, outcome_text, question_text, step_text
from console.table.words.names import place_name, role_inside, role_name
from console.table.words.speech import notice_text, prompt_text, say_text, words_to_say

_NO_MORE_BETS: Final = Say("no_more_bets")


def incident_prompt(
    view: DealerView,
    open_parts: OpenParts,
    stage: Stage,
    person: Words,
    market: Words,
    place: tuple[str, int] | None,
) -> PromptText:
    """The prompt of this stage; ``place`` is the card that was chosen to be put right."""
    match stage:
        case Stage.KIND:
            prompt = _kind(view, open_parts, person)
        case Stage.FACT:
            prompt = _fact(view, open_parts, person)
        case Stage.OUTCOME:
            prompt = _outcome(view, person, market)
        case Stage.MANUAL:
            prompt = _manual(view, person, market)
        case Stage.CORRECT:
            prompt = _correct(view, person, place)
        case Stage.WITHDRAW:
            prompt = _withdrawal(view, person)
        case _:
            prompt = _step(view, stage, person, market)
    return prompt


def prompt_under_lock(view: DealerView, person: Words, market: Words) -> tuple[PromptText, Sign] | None:
    """The prompt of the open incident under the lock: whose step is due, or what is asked; None without."""
    here, screen = OpenParts(), msgspec.structs.replace(view.screen, locked=False)
    beneath = msgspec.structs.replace(view, screen=screen, pit_boss=None)  # nobody has unlocked it
    stage = stage_of(beneath, here)
    if not view.screen.locked or stage in (Stage.PLAY, Stage.MANUAL):
        return None
    return incident_prompt(beneath, here, stage, person, market, None), stage_sign(beneath, here, stage)


def stage_sign(view: DealerView, open_parts: OpenParts, stage: Stage) -> Sign:
    incident = open_incident(view)
    match stage:
        case Stage.KIND:
            return Sign("states.caution")
        case Stage.FACT:
            fact = question_of(view, open_parts).fact
            return kind_sign(incident.kind) if incident and fact == "cause" else fact_sign(fact)
        case Stage.OUTCOME if view.pit_boss is None:
            return Sign("states.halt")  # nobody has decided: the outcome's sign would look like an order
        case Stage.OUTCOME:
            return outcome_sign((only_outcome(incident) or incident.outcome) if incident else None)
        case Stage.MANUAL:
            return Sign("outcomes.enter")
        case Stage.CORRECT:
            return Sign("outcomes.correct")
        case Stage.WITHDRAW:
            return Sign("states.withdraw")
        case _:
            due = _step_due(view, incident)
            return step_sign(due[0]) if due else Sign("outcomes.goes_on")


def _kind(view: DealerView, open_parts: OpenParts, person: Words) -> PromptText:
    if is_further(view, open_parts):
        return PromptText(
            colour=_asker(view), actor=_actor(person, _answers(view), _manner(view, person)),
            headline=person.text("fact.kind.further"), note=person.text("incident.further"),
        )  # fmt: skip
    reported = view.incident.reported
    at = None if reported is None else reported.waited_until or reported.at  # the moment of the shown hand
    notes = [] if view.pit_boss is not None else [person.text("incident.called_if_needed")]
    if view.wheel is not None and reported is not None:
        at = view.wheel.ran or reported.at  # a spin is known by its ball, whenever its report opens
    if at is not None and view.view.round is not None:
        stood = "incident.spin_at" if isinstance(view.view.round, SpinView) else "incident.hand_at"
        notes.insert(0, person.text(stood, time=clock_time(at, person)))
    if (since := view.incident.read_since) is not None:
        read = person.text("incident.read_since", number=since.number, time=clock_time(since.at, person))
        notes = [f"{read}{person.locale.stop}"]
    return PromptText(
        colour=_asker(view), actor=_actor(person, _answers(view), _manner(view, person)),
        headline=question_text(person, None, KIND), note=person.locale.gap.join(notes) or None, urgent=True,
    )  # fmt: skip


def _fact(view: DealerView, open_parts: OpenParts, person: Words) -> PromptText:
    incident, asked = open_incident(view), question_of(view, open_parts)
    kind, known = (incident.kind, incident.facts) if incident else (None, None)
    together = ways_of(view, open_parts)
    question = person, kind, asked.fact
    headline = ways_question(*question) if together else question_text(*question, known)
    values = () if together else possible_values(view, asked)
    if len(together) + len(values) == 1:  # there is only one possible answer
        answer = way_text(person, together[0])[0] if together else chip_text(person, asked.fact, values[0])
        manner = person.text("actor.confirm_fact")
        return PromptText(_asker(view), _actor(person, _answers(view), manner), answer)
    manner, reported = person.text("actor.question_one"), view.incident.reported
    if reported is not None and reported.questions > 1 and not together:
        facts = [each.fact for each in reported.asked]
        number = facts.index(asked.fact) + 1 if asked.fact in facts else reported.question
        count = reported.questions
        manner = person.text("actor.question", question=max(1, min(number, count)), count=count)
    return PromptText(_asker(view), _actor(person, _answers(view), manner), headline)


def _outcome(view: DealerView, person: Words, market: Words) -> PromptText:
    incident = open_incident(view)
    only = None if incident is None else only_outcome(incident)
    decided = (only or incident.outcome, incident.facts) if incident else (None,)
    named = outcome_text(person, *decided)
    if incident is not None and (figure := deciding_figure(incident, view, person)) is not None:
        named = person.label(named, figure)
    at_wheel = isinstance(view.view.round, SpinView)
    if view.pit_boss is None:
        return PromptText(
            colour=PromptColour.PIT_BOSS,
            actor=_actor(person, Actor.DEALER, person.text("actor.pit_boss_called")),
            headline=person.text(f"prompt.resolve.{'ball' if at_wheel else 'cards'}"),
            clauses=view.view.prompt.clauses,
            note=proposed_text(person, decided[0], named),
            urgent=True,
        )
    choosing = incident is not None and only is None and (bool(incident.choices) or is_unwritten(incident))
    unwritten = incident is not None and is_unwritten(incident)
    say = None if incident is None or unwritten else announcement(incident, view)
    gloss = None if say is None or person.language == market.language else say_text(person, say)
    return PromptText(
        colour=PromptColour.PIT_BOSS,
        actor=_actor(person, Actor.PIT_BOSS, person.text("actor.choose" if choosing else "actor.confirm")),
        headline=prompt_text(person, view.view) if unwritten and only is None else named,
        say=None if say is None else market.quote(say_text(market, say)),
        gloss=gloss,
        note=_why_choose(incident, person) if incident is not None and unwritten else None,
    )


def _why_choose(incident: IncidentView, person: Words) -> str:
    """The note that no rule decides, that the pit boss does (BAC-4.1), or that one outcome is possible."""
    if only_outcome(incident) is not None:
        return person.text("incident.none_to_void")
    return person.text("incident.no_rule" if incident.clause is None else "incident.rule_leaves_it")


def announcement(incident: IncidentView, view: DealerView) -> Say | None:
    """The pit boss's words to the players as soon as this outcome is confirmed (LT-BAC-12); None for none.
    That play goes on is said with the last step; while a step is left, the decision does not say it.
    """
    over = not bets_at_stake(view)
    match incident.outcome:
        case Result.VOID:
            no_spin = incident.kind == Kind.NO_SPIN
            return Say("no_spin", void=True) if no_spin else Say("round_void")
        case Result.RESPIN:
            return Say("no_spin")
        case Result.SETTLE_BY_HAND:
            return _number(incident, view)
        case Result.SHUFFLE_AGAIN | Result.REPLACE_DECKS:
            return Say("shuffle_again")
        case Result.REFUND_HAND:
            return _refund(answered_facts(incident.facts), view, over=over)
        case Result.FINISH | Result.SHUFFLE_ON | Result.RECORD_ONLY | Result.PIT_BOSS_DECIDES | None:
            return None
        case _ if over or view.halt.cards_left or any(not step.done for step in incident.steps):
            return None
        case _:
            ending = view.view.round.ending if view.view.round is not None else None
            return ending or Say("play_goes_on")


def _number(incident: IncidentView, view: DealerView) -> Say:
    """The words for the right number; they correct another number that was announced before."""
    told, shown = answered_facts(incident.facts), view.view.round
    actual = int(told["actual"])
    before = shown.number if isinstance(shown, SpinView) and shown.id == incident.round else None
    if view.incident.decided is not None:  # the round has the right number by then
        before = view.incident.decided.wrong
    wrong = before != actual if before is not None else incident.kind == Kind.WRONG_NUMBER_RECORDED
    return Say("number_corrected" if wrong else "number", number=actual)


def _refund(facts: Mapping[str, Fact], view: DealerView, *, over: bool) -> Say:
    """The words for a bet that goes back to its seat; for a void round if no seat is left."""
    seat, hand = facts["seat"], facts["hand"]
    if not over and hands_with_bets(view) == (f"{seat}.{hand}",):
        return Say("round_void")
    lying = view.view.round
    split = isinstance(lying, HandsView) and len(lying.seats.get(str(seat), ())) > 1
    return Say("hand_refunded", seats=(int(seat),), hand=int(hand) if split else None, over=over)


def _decided_words(view: DealerView) -> Say | None:
    """The words of the decision at its first step, if a report that waits since has ended them, or bets
    that closed meanwhile (LT-ROU-33).
    """
    incident, shown = open_incident(view), view.view.round
    if incident is None or any(step.done for step in incident.steps):
        return None
    closed_over = incident.outcome == Result.SETTLE_BY_HAND and view.view.say == _NO_MORE_BETS
    if not incident.queued and not closed_over:
        return None
    if incident.outcome == Result.REFUND_HAND and shown is not None and shown.status == RoundStatus.VOID:
        return Say("round_void")  # no seat was left
    return announcement(incident, view)


def _step_name(view: DealerView, person: Words, incident: IncidentView | None, action: str) -> str:
    """The step as an order; a number that waits for its second entry is asked for by the round's prompt."""
    if action == Action.CONFIRM_NUMBER:
        return prompt_text(person, view.view)
    return step_text(person, incident, action, view.view.cards_apart)


def _step(view: DealerView, stage: Stage, person: Words, market: Words) -> PromptText:
    incident = open_incident(view)
    due = _step_due(view, incident)
    actor = due[1] if due else Actor.DEALER
    waits = actor is Actor.PIT_BOSS and view.pit_boss is None
    named = _step_name(view, person, incident, due[0]) if due else ""
    number, count = _progress(view, incident)
    manner = person.text("actor.step", step=number, count=count)
    if waits:
        manner = person.text("actor.pit_boss_called")
    aloud, beneath = _words_due(view, person, market, notice=stage is not Stage.SKIP)
    note = _step_note(view, person, due[0]) if due else None
    if note is not None:
        beneath.append(note)
    headline = named
    if waits:  # an order to another person is reported, not given
        headline, note = person.text("prompt.step.wait"), note or person.text("note.then", order=named)
    if stage is Stage.SKIP:
        headline, note = person.text("step.skip"), named
    return PromptText(
        colour=PromptColour.PIT_BOSS if actor is Actor.PIT_BOSS else PromptColour.NOW,
        actor=_actor(person, Actor.DEALER if waits else actor, manner),
        headline=headline,
        clauses=view.view.prompt.clauses,
        say=aloud,
        gloss="  ·  ".join(beneath) or None,
        note=note,
    )


def _words_due(
    view: DealerView, person: Words, market: Words, *, notice: bool
) -> tuple[str | None, list[str]]:
    """The words for players that are due, or else their ``notice``; then what they mean."""
    say = _decided_words(view) or view.view.say
    if say is None and (not notice or view.view.notice is None):
        return None, []
    ended = view.view.say if view.view.say == _NO_MORE_BETS else None  # the dealer says this
    if say is not None:
        aloud, gloss = words_to_say(market, view.view, say, quoted=True), words_to_say(person, view.view, say)
        if ended not in (None, say):
            aloud = market.locale.gap.join((market.quote(say_text(market, ended)), aloud))
    else:
        aloud, gloss = market.quote(notice_text(market, view.view)), notice_text(person, view.view)
    if person.language == market.language:
        return aloud, []
    decided = view.incident.decided
    alone = (ended is not None and say == ended) or (decided is not None and decided.by is None)
    by_dealer = alone or open_incident(view) is None
    return aloud, [gloss if by_dealer else person.text("say.by_pit_boss", said=person.quote(gloss))]


def _step_note(view: DealerView, person: Words, action: str) -> str | None:
    """The step's question beside its order, as the rulebook has it (BAC-3.1.4); None for most steps."""
    if action == Action.CONFIRM_MENDED:
        return person.text("note.confirm_mended")
    if action == Action.QUARANTINE_SET:
        number = view.incident.wrong_set
        key = "step.quarantine_set.note" if number is not None else "step.quarantine_set.note.no_number"
        return person.text(key, set=visible(number or ""))
    if action == Action.CHANGE_SHOE and view.incident.brought_in is not None:
        return person.text(f"note.change_shoe.{view.incident.brought_in.begins_at}")
    return None


def _step_due(view: DealerView, incident: IncidentView | None) -> tuple[str, Actor] | None:
    """The step to do now, also while nobody is signed in for it."""
    if view.view.prompt.step is not None:
        return view.view.prompt.action, view.view.prompt.actor
    steps = incident.steps if incident is not None else ()
    return next(((step.action, step.actor) for step in steps if not step.done), None)


def _progress(view: DealerView, incident: IncidentView | None) -> tuple[int, int]:
    steps = incident.steps if incident is not None else ()
    done = sum(step.done for step in steps)
    return min(done + 1, max(1, len(steps))), max(1, len(steps))


def _manual(view: DealerView, person: Words, market: Words) -> PromptText:
    manner = f"{person.text('actor.now')}  ·  {person.text('mode.manual')}"
    note, incident = person.text("mode.manual.note"), open_incident(view)
    # The band says the notice, but for an outcome's steps, whose band says the outcome.
    in_steps = incident is not None and incident.state == IncidentState.STEPS
    aloud, beneath = _words_due(view, person, market, notice=in_steps)
    return PromptText(
        colour=PromptColour.PIT_BOSS,
        actor=_actor(person, Actor.PIT_BOSS, manner),
        headline=prompt_text(person, view.view),
        clauses=view.view.prompt.clauses,
        say=aloud,
        gloss=None if aloud is None else DOT.join((*beneath, note)),
        note=note if aloud is None else None,
    )


def _correct(view: DealerView, person: Words, place: tuple[str, int] | None) -> PromptText:
    headline = person.text("correct.which") if place is None else person.text("correct.what")
    note = person.text("correct.or_report")
    if place is not None:
        note = sentence(person.label(place_name(person, *place), person.text("correct.note")))
    return PromptText(
        colour=PromptColour.PIT_BOSS,
        actor=_actor(person, Actor.PIT_BOSS, person.text("button.correct")),
        headline=headline,
        note=note,
    )


def _withdrawal(view: DealerView, person: Words) -> PromptText:
    """The reason why a report is taken back, and whose report it is."""
    reported = view.incident.reported
    note = None
    if reported is not None:
        name, role = reported.by.name, role_inside(person, reported.by.role)
        note = person.text("incident.reported", time=clock_time(reported.at, person), name=name, role=role)
    return PromptText(
        colour=_asker(view),
        actor=_actor(person, _answers(view), person.text("button.withdraw_report")),
        headline=person.text("withdraw.why"),
        note=note,
    )


def _asker(view: DealerView) -> PromptColour:
    return PromptColour.PIT_BOSS if _answers(view) is Actor.PIT_BOSS else PromptColour.NOW


def _answers(view: DealerView) -> Actor:
    return Actor.DEALER if view.pit_boss is None else Actor.PIT_BOSS


def _manner(view: DealerView, person: Words) -> str:
    halted, lying = view.view.phase == Phase.HALTED, view.view.round
    is_open = lying is not None and lying.status == RoundStatus.OPEN
    return person.text("actor.play_waits" if halted and is_open else "actor.now")


def _actor(person: Words, actor: Actor, manner: str) -> str:
    return f"{role_name(person, actor)}  ·  {manner}".upper()
