"""What is due now: the one prompt that a table's state asks for, whose it is, and the clauses behind it."""

from __future__ import annotations

from console.game.rulebook import BaccaratRules
from console.game.shoe import CARDS
from console.table.guiding import incident_prompt
from console.table.preparing import step_of
from console.table.roles import Actor, Role
from console.table.state import Halt, Phase, Preparation, Table
from console.table.views import Prompt


def prompt_due(rules: BaccaratRules, table: Table) -> Prompt:
    """The prompt as it stands; with nobody there to follow it, to sign in comes first."""
    prompt = _prompt(rules, table)
    if prompt.actor is Actor.PIT_BOSS:
        return prompt if table.has(Role.PIT_BOSS) else Prompt("sign_in", Actor.PIT_BOSS, ())
    return prompt if table.has(Role.DEALER) else Prompt("sign_in", Actor.DEALER, ())


def _prompt(rules: BaccaratRules, table: Table) -> Prompt:
    clauses = rules.prompts
    asked = incident_prompt(rules, table, table.incident) if table.incident else None
    if asked is not None:
        return asked
    if table.halt is not None:
        return _halted(rules, table, table.halt)
    match table.phase:
        case Phase.CLOSED:
            return Prompt("open_table", Actor.PIT_BOSS, clauses.open_table)
        case Phase.SHOE if table.preparation is not None:
            return _preparing(rules, table, table.preparation)
        case Phase.BETTING if table.open_round and table.round is not None:
            return Prompt("wait", Actor.SYSTEM, clauses.wait, seconds=table.round.seconds)
        case Phase.BETTING:
            return Prompt("await_bets", Actor.SYSTEM, clauses.await_bets)
        case Phase.DEALING:
            return _dealing(rules, table)
        case Phase.RESULT:
            return Prompt("announce", Actor.DEALER, clauses.announce)
        case Phase.COLLECTING:
            pick_up = rules.pick_up
            return Prompt("collect", Actor.DEALER, clauses.collect, direction=pick_up.direction)
        case _:
            raise AssertionError(f"no prompt in phase {table.phase}")


def _dealing(rules: BaccaratRules, table: Table) -> Prompt:
    place = table.coup.expected
    assert place is not None, "phase dealing waits for a card"
    if table.tries:
        return _rescan(rules, table, Actor.DEALER)
    due = rules.prompts.deal.due(table.coup)
    last_hand = table.say is not None and table.say.key == "last_hand_before_shuffle"
    return Prompt(
        "deal",
        Actor.DEALER,
        due + rules.prompts.last_hand if last_hand else due,
        hand=place.hand.value,
        card=place.card,
        crosswise=place.crosswise,
    )


def _rescan(rules: BaccaratRules, table: Table, actor: Actor) -> Prompt:
    place = table.coup.expected if table.phase is Phase.DEALING else None
    return Prompt(
        "rescan",
        actor,
        rules.prompts.rescan,
        hand=place.hand.value if place else None,
        card=place.card if place else None,
        tries=table.tries,
    )


def _halted(rules: BaccaratRules, table: Table, halt: Halt) -> Prompt:
    if halt.reason == "rescan":
        return _rescan(rules, table, Actor.PIT_BOSS)
    clauses = getattr(rules.prompts.resolve, halt.reason)
    shown = halt.card if halt.in_turn else None
    return Prompt("resolve", Actor.PIT_BOSS, clauses, reason=halt.reason, shown=shown)


def _preparing(rules: BaccaratRules, table: Table, preparation: Preparation) -> Prompt:
    action = preparation.due
    if preparation.closing:
        return Prompt(action, Actor.DEALER, rules.prompts.inspect_close, cards=CARDS, closing=True)
    if action == "burn_card" and table.tries:
        return _rescan(rules, table, Actor.DEALER)
    if action in ("burn_card", "burn") and rules.burn is not None:
        burn = preparation.burn
        count, first = (burn.left, burn.first) if burn else (None, None)
        return Prompt(action, Actor.DEALER, rules.burn.clauses, count=count, burned=first)
    step = step_of(rules, action)
    if step is None:
        return Prompt(action, Actor.DEALER, rules.prompts.replace_shoe)
    from_end = rules.cut_card.from_end if action == "place_cut_card" else None
    return Prompt(action, Actor(step.actor), step.clauses, cards=CARDS, from_end=from_end, with_=step.with_)
