"""Views of a blackjack table in every state that its screen has, played through the project's own rules."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from console.table.core import (
    Actor,
    Bets,
    ConsoleRestart,
    DealerView,
    HandsView,
    IncidentView,
    Mode,
    Phase,
    Prompt,
    Say,
    View,
)
from console.table.core.showing.screen_values import HeldCard, Manual, OpenReport, StepState, StepView
from console.table.core.state.views import HandView, PlaceView, ShoeView
from console.table.game import Card, load_rulebook
from console.table.game.blackjack import BlackjackRules, Choice, InsuranceStage, Round, Sides
from console.table.game.blackjack.hands import Decision, HandPlace, HoleDue
from console.table.game.blackjack.layout import SeenHand
from tests.table.ui.samples.incidents import DECIDED, incident, step
from tests.table.ui.samples.tables import DEALER, NOW, PIT_BOSS, changed, dealer_view, with_notice

RESULTS = ("18", "bust", "20", "blackjack", "17", "19", "bust", "21", "18")
_STEPS = "check_shoe receive_decks inspect present wash shuffle stack cut place_cut_card load"
_LT_STEPS = (
    "check_shoe receive_decks inspect present shuffle_1 shuffle_2 shuffle_3 stack cut place_cut_card load"
)


def round_after(seats: str, script: str, *, surrender: bool = False) -> Round:
    """A round after what a script says: a card, ``done``, or ``seat.hand=choice``."""
    round = Round(seats=(), surrender=surrender, told=False).with_seats(tuple(map(int, seats.split())))
    for word in script.split():
        if word == "done":
            round = round.after_press()
        elif "=" in word:
            who, _, choice = word.partition("=")
            seat, _, hand = who.partition(".")
            round = round.decide(int(seat), int(hand), Choice(choice))
        else:
            round = round.deal(Card(word))
    return round


def hands_view(round: Round, status: Any = "open", *, sides: bool = False) -> HandsView:
    """The round as everybody may see it."""
    made = round.sides if sides else {}
    seats = {
        str(number): tuple(
            _hand(hand, made.get(number) if at == 0 else None) for at, hand in enumerate(hands)
        )
        for number, hands in round.hands.items()
    }
    outcome = None if status == "void" else round.outcome
    return HandsView("R-20318", status, seats, round.dealer_hand, outcome)


def _hand(hand: SeenHand, side: Sides | None) -> HandView:
    return HandView(hand.cards, hand.total, hand.soft, hand.state, hand.bet, hand.insurance, side)


def prompt_of(round: Round) -> tuple[str, Prompt]:
    """The phase, and what is due of a round."""
    match due := round.next_due:
        case HandPlace():
            late = due.seat is not None and len(round.dealer) == 2
            deal = Prompt("deal", Actor.DEALER, ("BJ-3.4",), due.hand, due.card)
            return "deciding" if late else "dealing", replace(deal, seat=due.seat, face=due.face.value)
        case InsuranceStage():
            asked = Prompt("await_decision", Actor.SYSTEM, ("BJ-3.7",), stage="insurance", seconds=13)
            return "deciding", replace(asked, seats=due.seats, offers=due.offers)
        case Decision():
            asked = Prompt("await_decision", Actor.SYSTEM, ("BJ-3.5-ii",), due.hand, seconds=13)
            return "deciding", replace(asked, seat=due.seat, offers=due.offers)
        case HoleDue():
            phase = "deciding" if due is HoleDue.PEEK else "dealing"
            return phase, Prompt(due.value, Actor.DEALER, ("BJ-3.7",))
        case None:
            return "result", Prompt("announce", Actor.DEALER, ("BJ-2.1.4",))
    return "dealing", Prompt(str(due), Actor.SYSTEM, ())


def view_at(
    phase: str, prompt: Prompt, lying: HandsView | None, *, say: Say | None = None, bets: str = "closed",
    left: int = 268, last_hand: bool = False, call: bool = False,
) -> View:  # fmt: skip
    shoe = ShoeView(left, last_hand)
    return with_notice(View(True, None, None, 4711, Phase(phase), prompt, say, Bets(bets), shoe, lying, call))


def table(view: View, **more: Any) -> DealerView:
    known: dict[str, Any] = {
        "game": "blackjack",
        "results": RESULTS,
        "round_number": 20318,
        "rules": "sv",
        "can_report": True,
    }
    return dealer_view(view, **{**known, **more})


def playing(round: Round, *, rules: str = "sv", say: Say | None = None, **more: Any) -> DealerView:
    """A table in the middle of a round."""
    phase, prompt = prompt_of(round)
    end = round.outcome
    if phase == "result" and end is not None:
        say = Say("blackjack") if end.blackjack else Say("dealer_result", total=end.total, bust=end.bust)
    view = view_at(phase, prompt, hands_view(round, sides=rules == "lt"), say=say)
    return table(view, rules=rules, **more)


SEVEN = "1 2 3 4 5 6 7"
SIX = "1 2 3 4 6 7"
_D4 = "TS 9C 8S AC AS 7C 9H 8D 5H 8H 6D KH 4S 2C"
"""The deal of the design's picture, the hole card last."""
D4 = round_after(SIX, f"{_D4} 1.1=stand 2.1=hit KD 3.1=split 5D TC 3.1=hit")
_PAIRS = "8S 8H 7C 9S TD 6H 8C 5H 8D 8C 7D 9C KS 6S 8S 2D"
_ALL_SPLIT = round_after(
    SEVEN,
    f"{_PAIRS} 1.1=split 2H 5C 1.1=hit 3S 1.1=hit 2S 1.1=stand 1.2=hit 2C 1.2=hit 3H 1.2=stand "
    "2.1=split 3C 9H 2.1=stand 2.2=stand 3.1=split 4C 6C 3.1=hit TS 3.2=hit KD "
    "4.1=split TH 2S 4.1=stand 4.2=hit 5S 4.2=stand 5.1=split JC QD 5.1=stand 5.2=stand "
    "6.1=split 5D TC 6.1=stand 6.2=stand 7.1=split 3D 2H",
)
_ACE = "TS 9C 8S AS 7H AH 8D 5H TC KH 7S 9D"
_INSURANCE = round_after("1 2 3 4 5", "TS 9C 8S AS 7H AH 8D 5H TC KH 7S 9D")
_FINAL = (
    f"{_D4} 1.1=stand 2.1=hit KD 3.1=split 5D TC 3.1=hit 7H 3.1=stand 3.2=stand "
    "4.1=double 3C 7.1=hit TD done 6C"
)
_BETTING = Round(told=False).with_seats((1, 3, 6))


def _betting(left: int) -> DealerView:
    wait = Prompt("wait", Actor.SYSTEM, ("BJ-3.5-ii",), seconds=23)
    view = view_at("betting", wait, hands_view(_BETTING), say=Say("place_your_bets"), bets="open", left=301)
    return table(view, bet_seconds=23, seconds_left=left)


def _preparing(rules: str, due: int) -> DealerView:
    actions = (_LT_STEPS if rules == "lt" else _STEPS).split()
    how = {str(step.action): step.how for step in load_rulebook(rules).of(BlackjackRules).preparation.steps}
    steps = []
    for at, action in enumerate(actions):
        state = StepState.DONE if at < due else StepState.NOW if at == due else StepState.TO_COME
        actor = Actor.PIT_BOSS if action == "present" else Actor.DEALER
        done = NOW - timedelta(minutes=30 - 2 * at) if at < due else None
        steps.append(StepView(action, actor, state, done, how=how.get(action)))
    more: dict[str, Any] = {"from_end": 208} if actions[due] == "place_cut_card" else {}
    spread = actions[due] == "present"
    actor = Actor.PIT_BOSS if spread else Actor.DEALER
    prompt = Prompt(actions[due], actor, ("BJ-3.3",), cards=416, **more)
    there = {"pit_boss": PIT_BOSS, "step_up_left": 280} if spread else {}
    return table(
        view_at("shoe", prompt, None, left=416), rules=rules, steps=tuple(steps), results=(), **there
    )


def _halted(reason: str, round: Round, face: str | None = None, **more: Any) -> DealerView:
    prompt = Prompt("sign_in", Actor.PIT_BOSS, ("BAC-4.2",))
    if "pit_boss" in more:
        prompt = Prompt("resolve", Actor.PIT_BOSS, ("BAC-4.2",), reason=reason)
    view = view_at("halted", prompt, hands_view(round), bets="stand")
    held = HeldCard(Card(face) if face else None, reason, 1, NOW)
    return table(view, rules="lt", held=held, **more)


_PLACES = tuple(
    PlaceView(hand, card, face)
    for hand, card, face in (
        ("1.1", 1, "TS"), ("3.1", 1, "8S"), ("dealer", 1, "9H"), ("1.1", 2, "8D"), ("3.2", 1, "8H"),
        ("dealer", 2, "??"), ("3.1", 2, "5D"), ("3.2", 2, "TC"),
    )
)  # fmt: skip
_RECOVERED = ConsoleRestart(NOW - timedelta(seconds=24), NOW - timedelta(seconds=2))
_OUT_OF_TURN = round_after(SIX, f"{_D4} 1.1=stand")


def _in_incident(prompt: Prompt, incident: IncidentView, status: Any = "open", **more: Any) -> DealerView:
    view = replace(view_at("halted", prompt, hands_view(D4, status), bets="stand"), incident=incident)
    reported = OpenReport(DEALER, NOW, 1, 1)
    return table(view, rules="lt", reported=reported, kinds=KINDS, **more)


_RESTORE = incident(
    "cards_cleared_early", "steps", clause="LT-BJ-2.3.12", basis="rule", outcome="restore_hands",
    authority="pit_boss", steps=(step("restore:pit_boss"),),
)  # fmt: skip
PLAYING = (
    "card_fell", "technical_fault", "played_past_cut_card", "cut_card_not_scanned", "reader_failed",
    "wrong_position", "too_few_hands", "too_many_hands", "damaged_card", "misread", "card_mismatch",
    "double_scan", "out_of_order", "stuck_cards", "card_face_down", "hole_card_exposed",
    "hole_card_turned_early", "no_chance_to_act", "cards_cleared_early", "prohibited_action",
    "cannot_continue",
)  # fmt: skip
"""All that can be reported while players decide."""
KINDS = ("wrong_position", "too_many_hands", "hole_card_exposed", "misread", "no_chance_to_act")
_HERE: dict[str, Any] = {"pit_boss": PIT_BOSS, "step_up_left": 102, "decided": DECIDED}

_INSURED_SPLIT = "8S 9C 8H AC 8D 8C 3D 8S 1.1=insure 2.1=decline 3.1=insure done"
_DOUBLED = "1.1=split 3H KD 1.1=double TH 1.2=stand 2.1=stand 3.1=double TD done"
INSURED_SPLIT = playing(round_after("1 2 3", f"{_INSURED_SPLIT} 1.1=split 3H KD"), seconds_left=13)
RESULT_DOUBLED = playing(round_after("1 2 3", f"{_INSURED_SPLIT} {_DOUBLED}"))

SEAT_SAMPLES: dict[str, DealerView] = {
    "bj-await-bets": table(
        view_at("betting", Prompt("await_bets", Actor.SYSTEM, ()), None, bets="settled"), results=()
    ),
    "bj-bets-open": _betting(16),
    "bj-bets-ending": _betting(4),
    "bj-await-seats": table(
        view_at(
            "dealing", Prompt("await_seats", Actor.SYSTEM, ()), hands_view(Round(told=False)),
            say=Say("no_more_bets"),
        )
    ),
    "bj-deal-first": playing(Round(told=False).with_seats((1, 3, 6)), say=Say("no_more_bets")),
    "bj-deal-dealer-up": playing(round_after("1 3 6", "TS 9C 8S")),
    "bj-deal-second": playing(round_after("1 3 6", "TS 9C 8S AS")),
    "bj-deal-hole": playing(round_after("1 3 6", "TS 9C 8S AS 8D 5H AC")),
    "bj-decides": playing(round_after(SIX, _D4), seconds_left=9),
    "bj-decides-pair": playing(round_after(SIX, f"{_D4} 1.1=stand 2.1=stand"), seconds_left=4),
    "bj-split": playing(D4, rules="lt"),
    "bj-split-mirrored": playing(D4, rules="lt", banker_left=False),
    "bj-split-second": playing(round_after(SIX, f"{_D4} 1.1=stand 2.1=hit KD 3.1=split")),
    "bj-double": playing(round_after(SIX, f"{_D4} 1.1=stand 2.1=stand 3.1=stand 4.1=double")),
    "bj-middle": playing(
        round_after(SIX, f"{_D4} 1.1=stand 2.1=stand 3.1=stand 4.1=hit 2H 4.1=hit 3S 4.1=hit 4D 4.1=hit 3C"),
        seconds_left=12,
    ),
    "bj-all-split": playing(_ALL_SPLIT, rules="lt", seconds_left=11),
    "bj-insurance": playing(
        round_after("1 2 3 4 5", f"{_ACE}").decide(2, 1, Choice.INSURE).decide(3, 1, Choice.DECLINE),
        seconds_left=7,
    ),
    "bj-insurance-lt": playing(
        round_after("1 2 3 4 5", f"{_ACE}", surrender=True)
        .decide(2, 1, Choice.INSURE).decide(3, 1, Choice.DECLINE).decide(5, 1, Choice.SURRENDER),
        rules="lt", seconds_left=7,
    ),
    "bj-peek": playing(
        round_after("1 2 3 4 5", f"{_ACE} 1.1=decline 2.1=insure 3.1=decline 4.1=insure 5.1=decline")
    ),
    "bj-insured": playing(
        round_after("1 2 3 4 5", f"{_ACE} 1.1=decline 2.1=insure 3.1=decline 4.1=insure 5.1=decline done"),
        seconds_left=13,
    ),
    "bj-turn-hole": playing(
        round_after(SIX, _FINAL.removesuffix(" done 6C")), rules="lt",
    ),
    "bj-dealer-draws": playing(round_after(SIX, _FINAL.removesuffix(" 6C"))),
    "bj-result": playing(round_after(SIX, _FINAL)),
    "bj-result-lt": playing(round_after(SIX, _FINAL), rules="lt", cut_card_out=True),
    "bj-result-blackjack": playing(
        round_after("1 2 3", "AS 9C 8S AC KH 8D 5H KD 1.1=insure 2.1=decline 3.1=insure done")
    ),
    "bj-refunded": playing(round_after(SIX, _FINAL.removesuffix(" done 6C")).refund(4), rules="lt"),
    "bj-collecting": table(
        view_at(
            "collecting",
            Prompt("collect", Actor.DEALER, ("BJ-3.6",), direction="right_to_left", first="dealer"),
            hands_view(round_after(SIX, _FINAL), "finished"), bets="settled",
        )
    ),
    "bj-rescan": table(
        view_at(
            "deciding", Prompt("rescan", Actor.DEALER, (), 1, 3, seat=3, tries=2), hands_view(D4)
        )
    ),
    "bj-training": playing(D4, mode=Mode.TRAINING),
    "bj-locked": playing(D4, locked=True),
    "bj-cut-card": playing(D4, cut_card_out=True),
    "bj-halted": _halted("out_of_turn", _OUT_OF_TURN),
    "bj-halted-impossible": _halted("impossible_card", D4, "9H", cut_card_out=True),
    "bj-recovered": playing(
        D4, recovered=_RECOVERED, last_card=(Card("TC"), "3.2", 2),
    ),
    "bj-manual-alone": table(
        replace(view_at(*prompt_of(D4), hands_view(D4)), manual=True),
        manual=Manual(NOW - timedelta(minutes=12), PIT_BOSS, 4),
    ),
    "bj-manual": table(
        replace(view_at(*prompt_of(D4), hands_view(D4)), manual=True),
        manual=Manual(NOW - timedelta(minutes=12), PIT_BOSS, 4), pit_boss=PIT_BOSS, step_up_left=102,
    ),
    "bj-kind": _in_incident(Prompt("answer", Actor.DEALER, (), fact="kind", answers=KINDS), incident(None)),
    "bj-restore": _in_incident(
        Prompt("restore", Actor.PIT_BOSS, ("LT-BJ-2.3.12",), step=1, places=_PLACES), _RESTORE, **_HERE
    ),
    "bj-p1-kind": changed(
        _in_incident(Prompt("answer", Actor.DEALER, (), fact="kind", answers=PLAYING), incident(None)),
        kinds=PLAYING,
    ),
    "bj-p2-seat": _in_incident(
        Prompt("answer", Actor.DEALER, (), fact="seat", answers=None), incident("no_chance_to_act"),
        hands=tuple(f"{seat}.1" for seat in (1, 2, 3, 4, 6, 7)),
    ),
    "bj-p2-affect": _in_incident(
        Prompt("answer", Actor.PIT_BOSS, (), fact="may_affect", answers=(True, False)),
        incident("out_of_order"), **_HERE
    ),
    "bj-p3-void": _in_incident(
        Prompt("authorise", Actor.PIT_BOSS, ("LT-BJ-2.3.16",)),
        incident(
            "out_of_order", "awaiting", round="R-20318", facts={"may_affect": True}, clause="LT-BJ-2.3.16",
            basis="rule", outcome="void", authority="pit_boss",
        ),
        **_HERE
    ),
    "bj-put-back": _in_incident(
        Prompt("put_back", Actor.DEALER, (), step=1),
        incident(
            "wrong_position", "steps", round="R-20318", outcome="void", basis="house", authority="pit_boss",
            steps=(step("put_back:dealer"),),
        ),
        "void", decided=DECIDED, put_back=tuple((place.name, place.card) for place, _ in D4.in_view),
    ),
    "bj-p0-playing": playing(D4, pit_boss=PIT_BOSS),
    "bj-p0-halted": _halted("out_of_turn", _OUT_OF_TURN, pit_boss=PIT_BOSS),
    "bj-correct": playing(D4, pit_boss=PIT_BOSS, step_up_left=88),
    "bj-sign-in-due": table(
        view_at("deciding", Prompt("sign_in", Actor.DEALER, ()), hands_view(D4)), dealer=None
    ),
    **{f"bj-preparing-sv-{at + 1:02}": _preparing("sv", at) for at in range(10)},
    **{f"bj-preparing-lt-{at + 1:02}": _preparing("lt", at) for at in (4, 9)},
    **{f"bj-present-{rules}": _preparing(rules, 3) for rules in ("ja", "is", "de")},
    "bj-load-new-day": changed(_preparing("sv", 9), check_again=True),
}  # fmt: skip
"""A view of each state, by the name of its picture."""
