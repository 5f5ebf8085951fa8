"""The prompt of a table: the one prompt that its state asks for, its actor, and the clauses behind it."""

from __future__ import annotations

from msgspec.structs import replace

from console.table.core.games.game import CardGame, Game, of_cards
from console.table.core.incident.guidance import incident_prompt, needs_of, withdraw_needs_reason
from console.table.core.incident.observations import ball_to_remove, immediate_clauses
from console.table.core.play.preparation import step_of
from console.table.core.play.typed_cards import undecided
from console.table.core.protocol.permissions import actor_of
from console.table.core.state import editions
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import HaltReason
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import Halt, Preparation, Table
from console.table.core.state.views import Prompt
from console.table.game.cards import DECK
from console.table.game.rule_values import Preparing


def prompt_due(game: Game, table: Table) -> Prompt:
    """The prompt that is due. If nobody who could follow it is signed in, the prompt is to sign in."""
    prompt = prompt_for_anybody(game, table)
    if prompt.actor is Actor.PIT_BOSS:
        return prompt if table.has(Role.PIT_BOSS) else Prompt(Action.SIGN_IN, Actor.PIT_BOSS, ())
    return prompt if table.has(Role.DEALER) else Prompt(Action.SIGN_IN, Actor.DEALER, ())


def prompt_for_anybody(game: Game, table: Table) -> Prompt:
    """The prompt that is due, whether or not a person who could follow it is signed in."""
    clauses = game.rules.prompts
    led = incident_prompt(game, table, table.incident) if table.incident else None
    if led is not None:
        return led
    if table.halt is not None:
        return _halted(game, table, table.halt)
    match table.phase:
        case Phase.CLOSED:
            return Prompt(Action.OPEN_TABLE, actor_of(Action.OPEN_TABLE), clauses.open_table)
        case Phase.SHOE if table.preparation is not None:
            return _preparing(of_cards(game), table, table.preparation)
        case Phase.WHEEL if table.preparation is not None:
            step = step_of(game, table.preparation.due)
            assert step is not None, "a wheel is checked by the rulebook's steps alone"
            return Prompt(step.action.value, Actor(step.actor), step.clauses)
        case Phase.BETTING if table.open_round and table.round is not None:
            # A clause that asks for more seconds than were given is not the one that is followed.
            short = table.round.lasts < game.rules.bet_time.seconds and table.holds(editions.WAIT)
            on = () if short else clauses.wait
            return Prompt(Action.WAIT, actor_of(Action.WAIT), on, seconds=table.round.lasts)
        case Phase.BETTING:
            return Prompt(Action.AWAIT_BETS, actor_of(Action.AWAIT_BETS), clauses.await_bets)
        case Phase.DEALING | Phase.DECIDING:
            return _playing(of_cards(game), table)
        case Phase.SPINNING:
            return game.prompt(table)
        case Phase.RESULT:
            return Prompt(Action.ANNOUNCE, actor_of(Action.ANNOUNCE), clauses.announce)
        case Phase.COLLECTING:
            return _collecting(of_cards(game))
        case _:
            raise AssertionError(f"no prompt in phase {table.phase}")


def _collecting(game: CardGame) -> Prompt:
    pick_up, clauses = game.rules.pick_up, game.rules.prompts.collect
    return Prompt(
        Action.COLLECT, actor_of(Action.COLLECT), clauses, direction=pick_up.direction, first=pick_up.first
    )


def _playing(game: CardGame, table: Table) -> Prompt:
    if table.tries:
        return _rescan(game, table, Actor.DEALER)
    prompt = game.prompt(table)
    last_hand = table.say is not None and table.say.key == "last_hand_before_shuffle"
    if prompt.action != Action.DEAL or not last_hand:
        return prompt
    return replace(prompt, clauses=prompt.clauses + game.rules.prompts.last_hand)


def _rescan(game: CardGame, table: Table, actor: Actor) -> Prompt:
    clauses = game.rules.prompts.rescan
    if table.card_due is None:
        return Prompt(Action.RESCAN, actor, clauses, tries=table.tries)
    due = game.prompt(table)
    return Prompt(
        Action.RESCAN, actor, clauses, hand=due.hand, card=due.card, seat=due.seat, tries=table.tries
    )


def _halted(game: Game, table: Table, halt: Halt) -> Prompt:
    if halt.reason == HaltReason.RESCAN:
        return _rescan(of_cards(game), table, Actor.PIT_BOSS)
    offer = ball_to_remove(game, table)
    if offer is not None:
        return Prompt(
            Action.REMOVE_BALL,
            actor_of(Action.REMOVE_BALL),
            immediate_clauses(game, table, offer),
            reason=halt.reason,
        )
    if halt.finding is None:
        clauses = getattr(game.rules.prompts.resolve, halt.reason, ())
    else:
        inspected = step_of(game, Preparing.INSPECT)
        clauses = () if inspected is None else inspected.clauses
    differs = next(iter(undecided(table)), None)
    named = () if differs is None else (differs.typed.hand, differs.typed.card)
    is_shown = differs is not None and not table.play.lies_face_down(*named)
    return Prompt(
        Action.RESOLVE,
        actor_of(Action.RESOLVE),
        clauses,
        hand=differs.typed.hand if differs is not None else None,
        card=differs.typed.card if differs is not None else None,
        typed=differs.typed.face if differs is not None and is_shown else None,
        read=differs.read.face if differs is not None and is_shown else None,
        reason=halt.reason,
        shown=halt.visible_card,
        number=halt.number,
        needs=needs_of(table, choice=False, reason=withdraw_needs_reason(table)),
    )


def _preparing(game: CardGame, table: Table, preparation: Preparation) -> Prompt:
    action, cards = preparation.due, game.rules.decks * len(DECK)
    if preparation.closing:
        return Prompt(action, actor_of(action), game.rules.prompts.inspect_close, cards=cards, closing=True)
    if action == Action.BURN_CARD and table.tries:
        return _rescan(game, table, Actor.DEALER)
    if action in (Action.BURN_CARD, Action.BURN) and game.burn_clauses:
        burn = preparation.burn
        count, first = (burn.left, burn.first) if burn else (None, None)
        return Prompt(action, actor_of(action), game.burn_clauses, count=count, burned=first)
    step = step_of(game, action)
    if step is None:
        return Prompt(action, actor_of(action), game.rules.prompts.replace_shoe)
    from_end = game.rules.cut_card.from_end if action == Preparing.PLACE_CUT_CARD else None
    return Prompt(action, Actor(step.actor), step.clauses, cards=cards, from_end=from_end, with_=step.with_)
