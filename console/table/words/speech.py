"""The table's texts: prompts, announcements, refusals and halts, from the protocol's values to words.

Pure functions without a screen; ``drive`` and the window use the same ones. Other modules decide what is due
and why a line was refused; this one only puts it into words.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from console.base.plain_text import visible
from console.base.words import Words
from console.table.core.showing.screen_values import PreparationView, StepState, StepView
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import KNOWN_HALTS, HaltReason, Refusal
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import UNTIMED
from console.table.core.state.views import (
    CoupView,
    DeviceFault,
    HandsView,
    Notice,
    Prompt,
    Say,
    SpinView,
    View,
)
from console.table.game.card_set import FindingKind, SetFinding
from console.table.game.cards import DECK, DECKS, Card
from console.table.game.roulette.spin import Pocket, pocket
from console.table.game.rule_values import STAGES, Preparing
from console.table.game.shoe import CARDS, TRIES
from console.table.incidents.known_kinds import OF_CARD_SET, ON_TRACK, Kind
from console.table.words.incident_phrases import authorise_text, question_text, step_text
from console.table.words.names import card_name, place_name

ENDING_SECONDS: Final = 5
"""The last seconds of bet time, in which the prompt says that it is ending."""

_WINS: Final = frozenset(("player_wins", "banker_wins", "tie"))
_READINGS: Final = frozenset(("card", "unread", "cut_card", "device", "bets", "seats", "decision"))
_DEVICES: Final = frozenset(("device", "unread", "card"))


def prompt_text(
    words: Words, view: View, *, for_dealer: bool = False, seconds_left: int | None = None
) -> str:
    """The headline: the next action, without a full stop.

    ``for_dealer`` is the dealer's screen, which says to touch nothing while the pit boss decides.
    ``seconds_left`` is what the countdown shows; its last five seconds have words of their own.
    """
    prompt = view.prompt
    if for_dealer and view.phase == Phase.HALTED and prompt.actor is Actor.PIT_BOSS:
        return words.text("prompt.resolve.ball" if _at_wheel(view) else "prompt.resolve.cards")
    if prompt.step is not None and prompt.action != Action.CONFIRM_NUMBER:
        return step_text(words, view.incident, prompt.action, view.cards_apart)
    match prompt.action:
        case Action.ANSWER if prompt.fact is not None:
            kind, facts = (view.incident.kind, view.incident.facts) if view.incident else (None, None)
            return question_text(words, kind, prompt.fact, facts)
        case Action.AUTHORISE:
            return authorise_text(words, view.incident)
        case Action.DEAL if view.manual:
            return words.text(f"prompt.enter.{_entered(prompt)}", seat=prompt.seat)
        case Action.DEAL | Action.AWAIT_DECISION if prompt.seat is not None:
            hands = view.round.seats.get(str(prompt.seat), ()) if isinstance(view.round, HandsView) else ()
            return words.text(_of_seat(prompt, split=len(hands) > 1), seat=prompt.seat, hand=prompt.hand)
        case Action.BURN:
            return words.count("prompt.burn", prompt.count or 0)
        case Preparing.PLACE_CUT_CARD if in_decks(prompt):
            return words.count("prompt.place_cut_card.decks", (prompt.from_end or 0) // len(DECK))
        case Action.WAIT if seconds_left is not None and seconds_left <= ENDING_SECONDS:
            return words.text("prompt.wait.ending.ball" if _at_wheel(view) else "prompt.wait.ending.cards")
        case Action.ANNOUNCE:
            return _announce_text(words, view)
        case Action.SPIN | Action.CONFIRM_NUMBER:
            number = prompt.number if prompt.action == Action.CONFIRM_NUMBER else prompt.from_
            return words.text(_prompt_key(prompt), number=number)
        case _:
            key = _prompt_key(prompt)
            return words.text(key, from_end=prompt.from_end, stages=STAGES)


def whole_text(words: Words, view: View) -> str:
    """The headline, as sentences with the wheel's fault that halts the table; of several in a line each."""
    headline, faults = prompt_text(words, view), [fault_text(words, each) for each in view.faults]
    if not faults and view.device_fault is not None and view.prompt.action == Action.RESOLVE:
        faults = [device_fault_text(words, view.device_fault)]
    if not faults:
        return headline
    sentences = (headline, *faults)
    return words.locale.gap.join(f"{each}{words.locale.stop}" for each in sentences)


def order_text(words: Words, action: str) -> str | None:
    """A prompt's order, as in a list; None if the phrase needs values that the rules do not give."""
    return words.find(f"prompt.{action}", stages=STAGES)


PRESSES: Final = {
    "announce": "button.result_announced",
    "announce.ball": "button.number_announced",
    "collect": "button.cards_picked_up",
    "open_table": "button.open_table",
    "remove_ball": "button.step.remove_ball",
    "peek": "button.done.peek",
    "turn_hole": "button.done.turn_hole",
}
"""The label of the press that answers a prompt, if it is neither a preparation's step nor an incident's."""


def press_text(words: Words, action: str, *, step: bool, at_wheel: bool) -> str:
    """The label of the press for a prompt; ``step``: of an incident's outcome."""
    key = press_key(action, step=step, at_wheel=at_wheel)
    return (words.find(key) if step else None) or words.text(f"step.{action}" if step else key)


def press_key(action: str, *, step: bool, at_wheel: bool) -> str:
    """The key of that label; no phrase has it if nothing is pressed."""
    if step:
        return f"button.step.{action}"
    key = "announce.ball" if at_wheel and action == Action.ANNOUNCE else action
    return PRESSES.get(key, f"button.prepared.{action}")


_MOVED_ON: Final = {
    Action.WAIT: "bets",
    Action.AWAIT_BETS: "await_bets",
    Action.AWAIT_SEATS: "await_seats",
    Action.AWAIT_DECISION: "await_decision",
    Action.AWAIT_NUMBER: "wheel",
    Action.RESCAN: "scan",
    Action.SCAN_CARD: "scan",
    Action.SCAN_CUT_CARD: "cut_card",
    Action.DEAL: "card",
    Action.BURN_CARD: "card",
}
"""Every prompt that something else than a press ends, and what ends it."""


def moved_on_text(words: Words, action: str) -> str:
    """The cause that moves play on from a prompt that nobody confirms; empty for one that a press ends."""
    cause = _MOVED_ON.get(Action(action)) if action in {*Action} else None
    return "" if cause is None else words.text(f"button.no_press.{cause}")


def _at_wheel(view: View) -> bool:
    """Whether a ball runs here and no card is dealt."""
    return isinstance(view.round, SpinView)


def in_decks(prompt: Prompt) -> bool:
    """Whether the cut card's place is in whole decks: nobody counts single cards there (BJ-3.3)."""
    return prompt.from_end is not None and prompt.from_end >= len(DECK)


def _prompt_key(prompt: Prompt) -> str:
    key = f"prompt.{prompt.action}"
    match prompt.action:
        case Action.SIGN_IN | Action.RESCAN if prompt.actor is Actor.PIT_BOSS:
            return f"{key}.pit_boss"
        case Preparing.INSPECT if prompt.closing:
            return f"{key}.close"
        case Preparing.PRESENT if prompt.with_ == "dealer":
            return f"{key}.with_dealer"
        case Preparing.PLACE_CUT_CARD if in_decks(prompt):
            return f"{key}.decks"
        case Action.DEAL if prompt.hand == "dealer":
            own = "down" if prompt.face == "down" else "up" if prompt.card == 1 else "next"
            return f"{key}.dealer.{own}"
        case Action.DEAL:
            return f"{key}.{prompt.hand}.{prompt.card}"
        case Action.AWAIT_DECISION if prompt.stage is not None:
            return f"{key}.{prompt.stage}"
        case Action.SPIN if prompt.from_ is not UNSET:
            return f"{key}.again" if prompt.from_ is not None else f"{key}.again.no_number"
        case Action.COLLECT if prompt.first is not None:
            return f"{key}.{prompt.first}_first.{prompt.direction}"
        case Action.COLLECT:
            return f"{key}.{prompt.direction}"
        case _:
            return key


def asked_key(prompt: Prompt, ending: Say | None = None) -> str:
    """The key of a prompt's phrase, without ``prompt.``; ``ending`` is the result to announce, if known. The
    prompt alone does not show whether a seat has two hands: its second is named, its first not.
    """
    if prompt.action == Action.ANNOUNCE and ending is not None:
        return _announced(ending)
    if prompt.seat is None:
        return _prompt_key(prompt).removeprefix("prompt.")
    split = isinstance(prompt.hand, int) and prompt.hand > 1
    return _of_seat(prompt, split=split).removeprefix("prompt.")


def _entered(prompt: Prompt) -> str:
    if prompt.seat is not None:
        return "seat"
    return "dealer" if prompt.hand == "dealer" else f"{prompt.hand}.{prompt.card}"


def _of_seat(prompt: Prompt, *, split: bool) -> str:
    if prompt.action == Action.AWAIT_DECISION:
        return "prompt.await_decision.hand" if split else "prompt.await_decision"
    card = str(prompt.card) if prompt.card == 2 or (prompt.card == 1 and not split) else "next"
    return f"prompt.deal.hand.{card}" if split else f"prompt.deal.seat.{card}"


def _announce_text(words: Words, view: View) -> str:
    ending = None if view.round is None else view.round.ending
    if ending is None:
        raise ValueError("a result is to be announced, but the round has no outcome")
    number = ending.number
    colour = None if number is None else words.text(f"say.colour.{pocket(number).colour}")
    return words.text(f"prompt.{_announced(ending)}", number=number, colour=colour, total=ending.total)


def _announced(ending: Say) -> str:
    """The key of the result to be announced; zero has words of its own."""
    return "announce.zero" if ending.number == 0 else f"announce.{ending.key}"


def say_text(words: Words, say: Say) -> str:
    """An announcement without quotation marks, in the market's words, or in the screen's for a person."""
    if say.number is not None:
        return _number_text(words, say.key, pocket(say.number))
    if say.seats:
        key = f"say.{say.key}{'' if say.hand is None else '.split'}{'.over' if say.over else ''}"
        seats = words.text("access.list").join(map(str, say.seats))
        return words.text(key, seat=seats, hand=say.hand)
    if say.void:
        return words.text(f"say.{say.key}.void")
    more = ".natural" if say.natural and say.key in _WINS else ".bust" if say.bust else ""
    return words.text(f"say.{say.key}{more}", player=say.player, banker=say.banker, total=say.total)


def words_to_say(words: Words, view: View, say: Say, *, quoted: bool = False) -> str:
    """The words to say, in quotation marks if ``quoted``; with those of the last hand, if it is one.

    If the cut card came in bet time's last seconds, its announcement was shown for no longer than those
    seconds. If it came while the result is to be announced, the result is not left out.
    """
    texts = [say_text(words, say)]
    if say.key == "last_hand_before_shuffle" and (result := _result_due(view)) is not None:
        texts.insert(0, say_text(words, result))
    if say.key == "no_more_bets" and view.shoe is not None and view.shoe.last_hand:
        texts.append(words.text("say.last_hand_before_shuffle"))
    return " ".join(map(words.quote, texts)) if quoted else "  ·  ".join(texts)


def _result_due(view: View) -> Say | None:
    """The announcement of the result that is due now, with its figures; None if none is."""
    lying = view.round
    due = lying.ending if lying is not None and view.prompt.action == Action.ANNOUNCE else None
    if due is not None and isinstance(lying, CoupView) and lying.outcome is not None:
        player, banker = lying.points["player"], lying.points["banker"]
        return replace(due, player=player, banker=banker, natural=lying.outcome.natural)
    if due is not None and isinstance(lying, HandsView) and lying.outcome is not None:
        return replace(due, bust=lying.outcome.bust)
    return due


def _number_text(words: Words, key: str, winning: Pocket) -> str:
    """The number with its colour, parity and half (ROU-3.1.2); zero has a name of its own."""
    if winning.parity is None:
        return words.text(f"say.{key}.zero")
    return words.text(
        f"say.{key}",
        number=winning.number,
        colour=words.text(f"say.colour.{winning.colour}"),
        parity=words.text(f"say.parity.{winning.parity}"),
        half=words.text(f"say.half.{winning.half}"),
    )


def notice_text(words: Words, view: View) -> str:
    """The notice for players, for as long as it lasts; ``words`` are the market's, for the gloss the
    person's.

    Players hear what has happened as soon as a report says it (LT-BAC-12). If the clause says that play is
    not stopped, they are asked to wait, and hear nothing of a halt (LT-BJ-2.3.9a).
    """
    assert view.notice is not None, "players are told something"
    if view.notice is not Notice.PLEASE_WAIT:
        return words.text(f"notice.{view.notice}")
    if not view.stops:
        return words.text("notice.please_wait.not_stopped")
    incident = view.incident
    open_kind = incident.kind if incident is not None and incident.open else None
    is_of_set = incident is None and view.prompt.reason == HaltReason.CARD_SET
    if open_kind in OF_CARD_SET or is_of_set:
        return words.text("notice.please_wait.card_set")
    what = None if open_kind is None else words.find(f"incident.{open_kind}")
    if what is None:
        return words.text("notice.please_wait")
    return words.text("notice.please_wait.for", what=what.replace("\u00ad", ""))


def note_text(words: Words, view: View) -> str | None:
    """The line beneath the headline: how a step is done, or what went wrong; None if no line is needed."""
    prompt = view.prompt
    match prompt.action:
        case Action.RESCAN:
            return words.text("prompt.rescan.note", tries=prompt.tries, most=TRIES)
        case Action.RESOLVE:
            return halted_text(words, view, prompt.reason or "device", prompt.shown)
        case Action.REMOVE_BALL if prompt.step is None and view.offer is not None:
            return words.text(f"note.remove_ball.{view.offer.kind}")
        case Action.BURN if prompt.burned is not None:
            return _at_start(words.text("note.burn", card=card_name(words, prompt.burned)))
        case Action.OPEN_TABLE if view.shoe is None:
            return words.text("note.open_table.wheel")
        case Preparing.RECEIVE_DECKS:
            return words.count("note.receive_decks", DECKS)
        case Preparing.INSPECT if prompt.closing:
            return words.text("note.inspect.close")
        case Preparing.SPLIT_PILES:
            return words.count("note.split_piles", CARDS // 2)
        case Preparing.STACK:
            return stack_text(words)
        case Preparing.PRESENT if prompt.with_ == "dealer":
            return words.text("note.present.with_dealer")
        case Action.SIGN_IN if prompt.actor is not Actor.DEALER:
            return None
        case Action.CONFIRM_MENDED:
            return None  # its note stands in the incident's panel
        case Action.AWAIT_DECISION:
            between = words.text("access.list")
            if prompt.seats is not None:
                seats = between.join(map(str, prompt.seats))
                return words.text("note.await_decision.seats", seats=seats)
            choices = between.join(words.text(f"choice.{choice}") for choice in prompt.offers or ())
            return words.text("note.await_decision", choices=choices)
        case action:
            return words.find(f"note.{action}")


def due_step(prompt: Prompt, preparation: PreparationView) -> StepView | None:
    due = next((step for step in preparation.steps if step.state is StepState.NOW), None)
    return due if due is not None and due.action == prompt.action else None


def note_by_rules(words: Words, prompt: Prompt, preparation: PreparationView) -> str | None:
    """How the step of the preparation that is due is done, if the market's rules say it in words of their
    own; else None, and :func:`note_text` says it.
    """
    due = due_step(prompt, preparation)
    if due is None:
        return None
    match prompt.action:
        case Preparing.STACK if due.faces is not None:
            return stack_text(words, "faces" if due.faces == "dealer" else "backs")
        case Preparing.RECEIVE_DECKS if preparation.cut_cards == 1:
            return words.count("note.receive_decks.one_cut_card", DECKS)
        case Preparing.PLACE_CUT_CARD if preparation.cut_cards > 1:
            return words.text("note.place_cut_card", from_end=prompt.from_end)
        case action if due.how is not None:
            return words.text(f"note.{action}.{due.how}")
        case _:
            return None


def stack_text(words: Words, towards_dealer: str | None = None) -> str:
    """The way all cards are stacked: ``faces`` or ``backs`` towards the dealer; None if it is left open."""
    key = "note.stack" if towards_dealer is None else f"note.stack.{towards_dealer}_dealer"
    return words.count(key, CARDS)


def halted_text(
    words: Words, view: View, reason: str, card: Card | None = None, *, pit_boss: bool = False
) -> str:
    """A halt's text at a table, as :func:`halt_text`; at a wheel with the console's own observation."""
    noticed = view.offer.kind if view.offer else None
    if _at_wheel(view) and (reason == Refusal.BETS_OPEN or noticed == Kind.SPUN_IN_BET_TIME):
        # A number halts because the ball fell too early: under ROU-2.1.3 its spin may have been in time.
        runs = view.offer is not None and view.offer.facts.get("ball") == ON_TRACK
        key = "bets_open.spin" if runs else "bets_open.number"
        return words.text(f"halt.pit_boss.{key}" if pit_boss else f"refusal.{key}")
    if reason == UNTIMED or (view.cards_apart > 1 and reason in _OF_CARDS):
        return words.count("halt.pit_boss.cards" if pit_boss else "halt.cards", view.cards_apart)
    return halt_text(words, "no_spin" if noticed == Kind.NO_SPIN else reason, card, pit_boss=pit_boss)


_OF_CARDS: Final = frozenset((Refusal.BETS_OPEN, Refusal.OUT_OF_TURN, Refusal.NOT_SIGNED_IN))
"""Halts by a card that came when none was due: of several it is said how many there are."""


def halt_text(words: Words, reason: str, card: Card | None = None, *, pit_boss: bool = False) -> str:
    """A halt's ``reason`` and what to do (not for a pit boss); ``card`` only if its face may be shown."""
    if pit_boss and reason in KNOWN_HALTS:
        if reason == HaltReason.CARD_SET:
            return words.text("floor.halt.card_set")
        if reason == Refusal.IMPOSSIBLE_CARD:
            return _came_too_often(words, "halt.pit_boss.impossible_card", card)
        if reason == HaltReason.RESCAN:
            return words.count("halt.pit_boss.rescan", TRIES)
        return words.text(f"halt.pit_boss.{reason}")
    match reason:
        case Refusal.BETS_OPEN:
            return words.text("refusal.bets_open.card")
        case Refusal.OUT_OF_TURN:
            return words.text("refusal.out_of_turn.card")
        case Refusal.NOT_SIGNED_IN:
            return words.text("halt.not_signed_in")
        case HaltReason.RESCAN:
            return words.count("halt.rescan", TRIES)
        case _:
            return refusal_text(words, reason, card=card)


def fault_text(words: Words, fault: str) -> str:
    """The cause of a halt: a wheel's fault in words, a card of unknown time, or another device's code."""
    named = words.find(f"wheel_figures.fault.{fault}") or words.find(f"halt.fault.{fault}")
    return named or _at_start(f"{words.text('record.said.device_faulted')} {fault}")


_FAULTS: Final = {
    DeviceFault.LAUNCH_FAILED: ("launch_failed", "ball"),
    DeviceFault.WRONG_BALL_DIRECTION: ("same_direction", "service"),
    DeviceFault.NO_BALL: ("no_ball", "ball"),
    DeviceFault.SENSOR: ("failure", "ball"),
    DeviceFault.WHEEL_STOPPED: ("wheel_stopped", "service"),
    DeviceFault.POCKETS: ("pockets", "pockets"),
    DeviceFault.BALL_NOT_SEEN: ("ball_not_seen", "ball"),
}
"""The phrases of each fault of a wheel: its name, and its remedy."""


def device_fault_text(words: Words, fault: DeviceFault) -> str:
    return fault_text(words, _FAULTS[fault][0])


def remedy_text(words: Words, fault: DeviceFault) -> str:
    """The remedy of a wheel's fault, in a sentence: a studio's first one is another ball."""
    return words.text(f"wheel.remedy.{_FAULTS[fault][1]}")


def finding_text(words: Words, found: SetFinding) -> str:
    """The finding about a card set, and what to do: for a pit boss."""
    match found.what:
        case FindingKind.FACTORY | FindingKind.BEFORE if found.is_of_shuffle:
            key = "unmixed"
        case FindingKind.FACTORY:
            key = "order"
        case FindingKind.BEFORE:
            key = "order.before"
        case FindingKind.AGAIN:
            key = "order.again"
        case FindingKind.MANY | FindingKind.FEW:
            key = f"copies.{found.what}"
        case FindingKind.EARLY | FindingKind.LATE:
            key = f"end.{found.what}"
        case _:
            assert_never(found.what)
    card = "" if found.card is None else card_name(words, found.card)
    return _at_start(words.text(f"halt.pit_boss.card_set.{key}", card=card))


def no_hand_text(words: Words, cards: int) -> str:
    """The words for cards in no hand: of several, how many there are."""
    return words.text("halt.no_hand") if cards == 1 else words.count("halt.no_hand.several", cards)


def halt_note(words: Words, reason: str | None, *, unread: bool = False) -> str:
    """The few words beneath a card that lies in no hand: ``came in bet time``; empty without a reason."""
    if reason is None:
        return ""
    return words.text("halt.note.rescan" if unread else f"halt.note.{reason}")


def refusal_text(
    words: Words,
    refused: str,
    *,
    line: str | None = None,
    to: Role | None = None,
    name: str | None = None,
    card: Card | None = None,
    set_number: str | None = None,
    set_at: str = "",
) -> str:
    """The reason why a line was not accepted, and what to do instead.

    ``line`` is the ``do`` of the refused line, ``to`` the role of its sender, ``name`` the person in it,
    ``card`` the card in it if its face may be shown, ``set_number`` the card set's in it,
    ``set_at`` the other table that put it aside. Unknown values are left out of the sentence.
    """
    match refused:
        case Refusal.NOT_SIGNED_IN if line in _READINGS:
            key = "not_signed_in.dealer"
        case Refusal.ALREADY_SIGNED_IN if name is None:
            key = "already_signed_in.unnamed"
        case Refusal.NOT_AUTHORISED if set_number is not None and set_at:
            slots = {"set": visible(set_number), "table": visible(set_at)}
            return _at_start(words.text("refusal.set_put_aside.elsewhere", **slots))
        case Refusal.NOT_AUTHORISED if set_number is not None:
            return _at_start(words.text("refusal.set_put_aside", set=visible(set_number)))
        case Refusal.NOT_AUTHORISED:
            key = f"not_authorised.{_authority(to)}"
        case Refusal.HALTED if to is Role.PIT_BOSS:
            key = "halted.pit_boss"
        case Refusal.BETS_OPEN:
            key = f"bets_open.{line}" if line in ("spin", "number") else "bets_open.card"
        case Refusal.OUT_OF_TURN if line in _DEVICES:
            key = "out_of_turn.card"
        case Refusal.OUT_OF_TURN if line == "sign_out":
            key = "out_of_turn.sign_out"
        case HaltReason.NUMBER_DIFFERS:
            key = "out_of_turn.number"
        case Refusal.IMPOSSIBLE_CARD:
            return _came_too_often(words, "refusal.impossible_card", card)
        case _:
            key = refused
    return _at_start(words.text(f"refusal.{key}", name=name))


def _came_too_often(words: Words, key: str, card: Card | None) -> str:
    """The text for a card that came more often than the shoe has it: once for each deck (BAC-1.3.1)."""
    if card is None:
        return words.count(f"{key}.unnamed", DECKS)
    return _at_start(words.count(key, DECKS, card=card_name(words, card)))


def _authority(to: Role | None) -> Role:
    """The role that may do what ``to`` may not; the way out of dealers and unknown people is the pit boss."""
    match to:
        case Role.PIT_BOSS:
            return Role.DEALER
        case Role.SUPERVISOR:
            return Role.SUPERVISOR
        case _:
            return Role.PIT_BOSS


def _at_start(text: str) -> str:
    """The text with a capital if its script has one: a card's name may open the sentence."""
    return text[:1].upper() + text[1:]


def cards_left_text(words: Words, remaining: int) -> str:
    """The number of cards left, as the rail shows it: ``287 cards left``."""
    return words.count("count.cards_left", remaining)


def seconds_left_text(words: Words, seconds: int) -> str:
    """The countdown in full, for a screen reader: ``4 seconds left``."""
    return words.count("count.seconds_left", seconds)


def last_card_text(words: Words, last: tuple[Card, str, int]) -> str:
    """The rail's reminder of the card laid last: its face, and where it lies."""
    card, hand, position = last
    return words.text("rail.last_card", card=card_name(words, card), place=place_name(words, hand, position))
