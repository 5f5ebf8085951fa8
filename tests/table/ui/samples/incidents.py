"""Views of a table while an incident is open, cards are entered by hand, or one has just ended."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec

from console.table.core import (
    Actor,
    DealerView,
    IncidentStepView,
    IncidentView,
    Lamp,
    LampFault,
    Prompt,
    Say,
    StepEnd,
)
from console.table.core.showing.screen_values import (
    AskedFact,
    AuthorisedOutcome,
    EndedStep,
    HeldCard,
    Manual,
    OpenReport,
    PastIncident,
    QueuedReport,
)
from console.table.core.state.views import CoupView, Notice, Offer, PlaceView
from console.table.game import ReplacedShoe
from tests.table.ui.samples.tables import DEALER, NOW, PIT_BOSS, dealer_view, round_of, steps, view

KINDS = (
    "card_fell",
    "wrong_position",
    "reader_failed",
    "misread",
    "double_scan",
    "stuck_cards",
    "damaged_card",
    "played_past_cut_card",
    "cards_cleared_early",
    "technical_fault",
    "first_card_face_up",
    "cards_left_on_table",
    "prohibited_action",
    "cannot_continue",
    "over_burn",
    "under_burn",
    "no_burn",
    "burn_card_shown",
)
LYING = round_of("9H 4C 6S")
REPORTED = OpenReport(
    DEALER, NOW, 2, 2, NOW - timedelta(seconds=15), asked=(AskedFact("cards", None),), dealer_may_change=True
)
FRESH = OpenReport(DEALER, NOW, 1, 2, None, dealer_may_change=True)
ANSWERED = msgspec.structs.replace(REPORTED, asked=(*REPORTED.asked, AskedFact("seen", (True, False))))
PAST = (
    PastIncident("wrong_position", NOW - timedelta(hours=2), "move_card", "LT-BAC-26a", round="4708"),
    PastIncident(
        "double_scan",
        NOW - timedelta(hours=2, minutes=20),
        "record_only",
        None,
        taken_back_by=PIT_BOSS,
        reason="47",
    ),
    PastIncident("reader_failed", NOW - timedelta(hours=3), "go_on", "LT-BAC-27", round="4701"),
    PastIncident("misread", NOW - timedelta(hours=4), "void", None, round="4690"),
)


def step(text: str) -> IncidentStepView:
    """``put_back:dealer`` still to be done, ``+put_back:dealer`` done."""
    action, _, actor = text.removeprefix("+").partition(":")
    return IncidentStepView(action, Actor(actor), text.startswith("+"))


def incident(kind: str | None = "card_fell", state: Any = "facts", **more: Any) -> IncidentView:
    known: dict[str, Any] = {
        "id": "I-7",
        "kind": kind,
        "round": "R-4711",
        "facts": {},
        "clause": None,
        "basis": None,
        "outcome": None,
        "authority": None,
        "state": state,
        "choices": (),
        "steps": (),
        "open": True,
        "queued": 0,
    }
    return IncidentView(**{**known, **more})


def in_incident(
    prompt: Prompt, shown: IncidentView, lying: CoupView | None = LYING, bets: str = "stand",
    say: Say | None = None, call: bool = False, **more: Any,
) -> DealerView:  # fmt: skip
    """A halted table with an incident."""
    state = view("halted", prompt, bets=bets, lying=lying, say=say, call=call)
    known: dict[str, Any] = {
        "rules": "lt",
        "can_report": True,
        "kinds": KINDS,
        "reported": ANSWERED if shown.state == "awaiting" else REPORTED,
        "past": PAST,
    }
    return dealer_view(msgspec.structs.replace(state, incident=shown), **{**known, **more})


def question_view(
    fact: str, answers: Any, kind: str = "card_fell", actor: Actor = Actor.DEALER, **more: Any
) -> DealerView:
    """A question about an incident."""
    facts = more.pop("facts", {})
    return in_incident(
        Prompt("answer", actor, (), fact=fact, answers=answers), incident(kind, facts=facts), **more
    )


FELL_WAYS = (
    *({"cards": cards, "seen": seen} for cards in (1, 2) for seen in (True, False)),
    *({"cards": cards} for cards in range(3, 10)),
)
REMOVE_WAYS = (
    {"may_affect": True, "first_card": True},
    *({"may_affect": True, "first_card": False, "cards_to_remove": cards} for cards in (1, 2, 3)),
    {"may_affect": False},
)
HERE: dict[str, Any] = {"pit_boss": PIT_BOSS, "step_up_left": 102}
FELL = {"where": "round", "cards": 1, "seen": False}
VOID = incident(
    state="awaiting",
    facts=FELL,
    clause="LT-BAC-18b",
    basis="rule",
    outcome="void",
    authority="pit_boss",
    steps=(step("put_back:dealer"),),
)
_DONE = msgspec.structs.replace(VOID, state="steps")
AUTHORISE = Prompt("authorise", Actor.PIT_BOSS, ("LT-BAC-18b",))
NO_PIT_BOSS = Prompt("sign_in", Actor.PIT_BOSS, ())
DECIDED = AuthorisedOutcome(PIT_BOSS, NOW + timedelta(seconds=43))
FAILED = incident(
    "reader_failed",
    "awaiting",
    facts={"pit_boss_read": False},
    clause="LT-BAC-27",
    basis="house",
    outcome="replace_reader",
    authority="pit_boss",
    steps=tuple(
        step(f"{each}:pit_boss") for each in ("check_reader", "call_service", "replace_reader", "scan_card")
    ),
)
CHOOSING = incident(
    "misread",
    "awaiting",
    facts={"may_affect": False},
    outcome="pit_boss_decides",
    authority="pit_boss",
    choices=("go_on", "void"),
)
CLEARED = incident(
    "cards_cleared_early",
    "steps",
    clause="LT-BAC-32",
    basis="rule",
    outcome="restore_hands",
    authority="pit_boss",
    steps=(step("restore:pit_boss"),),
)
_SIX = "2H 4C 3S KD 6D 3S"
_PLACES = tuple(
    PlaceView(hand, card, face)
    for hand, card, face in (
        ("player", 1, "2H"),
        ("banker", 1, "4C"),
        ("player", 2, "3S"),
        ("banker", 2, "KD"),
        ("player", 3, "6D"),
        ("banker", 3, "3S"),
    )
)
_DEAL = Prompt("deal", Actor.DEALER, ("BAC-3.4.3",), hand="banker", card=2, crosswise=False)
MANUAL = Manual(NOW - timedelta(minutes=12), PIT_BOSS, 4)
_OFFERED = view(
    "halted",
    Prompt("resolve", Actor.PIT_BOSS, ("BAC-4.2",), reason="out_of_turn"),
    lying=round_of("9H 2S KD 4C"),
)
_BY_HAND = msgspec.structs.replace(
    view("dealing", _DEAL, lying=LYING), manual=True, notice=Notice.MANUAL_MODE
)


INCIDENT_SAMPLES: dict[str, DealerView] = {
    "d7-offered": dealer_view(
        msgspec.structs.replace(_OFFERED, offer=Offer("extra_card_drawn", {}), prompt=NO_PIT_BOSS),
        rules="lt",
        can_report=True,
        kinds=KINDS,
        held=HeldCard(None, "out_of_turn", 1, NOW),
    ),
    "d7-decide": dealer_view(
        msgspec.structs.replace(
            view(
                "halted",
                Prompt("resolve", Actor.PIT_BOSS, ("BAC-2.1.6", "BAC-4.2"), reason="bets_open"),
                bets="open",
                lying=round_of(""),
            ),
            offer=Offer("early_deal", {"first_card": True}),
        ),
        rules="lt",
        can_report=True,
        kinds=KINDS,
        held=HeldCard(None, "bets_open", 1, NOW),
        offered=("LT-BAC-25a", "LT-BAC-25b"),
        **HERE,
    ),
    "p1-kind": in_incident(Prompt("answer", Actor.DEALER, (), fact="kind", answers=KINDS), incident(None)),
    "p2-seen-dealer": question_view("seen", (True, False), facts={"where": "round", "cards": 1}),
    "p2-seen": question_view("seen", (True, False), facts={"where": "round", "cards": 1}, **HERE),
    "p2-cards": question_view("cards", None, facts={"where": "round"}, reported=FRESH),
    "p2-fell": question_view(
        "cards", None, facts={"where": "round"}, ways=FELL_WAYS, reported=OpenReport(DEALER, NOW, 1, 2)
    ),
    "p2-misread": question_view("may_affect", (True, False), "misread", ways=REMOVE_WAYS, **HERE),
    "p2-move": question_view("cards_to_move", None, "wrong_position", reported=OpenReport(DEALER, NOW, 1, 1)),
    "p2-stage": question_view("stage", None, "card_fell", facts={"where": "shuffle", "cards": 2}, lying=None),
    "p2-first": question_view("first_card", (True, False), "stuck_cards", facts={"may_affect": True}, **HERE),
    "p2-read": question_view("pit_boss_read", (True, False), "reader_failed", **HERE),
    "p2-affect": question_view("may_affect", (True, False), "double_scan", **HERE),
    "p2-remove": question_view(
        "cards_to_remove", None, "misread", facts={"may_affect": True, "first_card": False}, **HERE
    ),
    "p2-what": question_view("what", ("cards_changed", "card_peeked", "advice_given"), "prohibited_action"),
    "p2-noticed": question_view("noticed", ("before_deal", "after_deal"), "cards_left_on_table"),
    "p2-reason": question_view("reason", ("equipment", "premises", "health", "other"), "cannot_continue"),
    "p2-extras": question_view(
        "extras", ("aside", "shown", "discarded"), "over_burn", facts={"noticed": "before_first_round"}
    ),
    "p2-shuffle": question_view(
        "cards",
        None,
        facts={"where": "shuffle", "stage": 3},
        lying=None,
        bets="closed",
        shuffle_step=(2, 2),
        rules="sv",
    ),
    "p3-shuffle": in_incident(
        AUTHORISE,
        msgspec.structs.replace(
            VOID,
            facts={"where": "shuffle", "cards": 2, "stage": 3},
            clause="LT-BAC-19b",
            basis="house",
            outcome="shuffle_again",
        ),
        lying=None,
        bets="closed",
        shuffle_step=(2, 2),
        rules="sv",
        **HERE,
    ),
    "p3-void": in_incident(AUTHORISE, VOID, **HERE),
    "p3-awaiting": in_incident(NO_PIT_BOSS, VOID, call=True, called_at=NOW),
    "p3-house": in_incident(AUTHORISE, msgspec.structs.replace(VOID, basis="house"), rules="de", **HERE),
    "p3-reader": in_incident(AUTHORISE, FAILED, rules="sv", **HERE),
    "p3-choose": in_incident(Prompt("authorise", Actor.PIT_BOSS, ()), CHOOSING, **HERE),
    "p4-put-back": in_incident(
        Prompt("put_back", Actor.DEALER, ("LT-BAC-18b", "LT-BAC-12"), step=1),
        _DONE,
        bets="refunded",
        lying=round_of("9H 4C 6S", "void"),
        say=Say("round_void"),
        decided=DECIDED,
    ),
    "p4-remove-cards": in_incident(
        Prompt("remove_cards", Actor.PIT_BOSS, ("LT-BAC-30a",), step=1),
        incident(
            "misread",
            "steps",
            facts={"may_affect": True, "first_card": False, "cards_to_remove": 2},
            clause="LT-BAC-30a",
            basis="rule",
            outcome="remove_last",
            authority="pit_boss",
            steps=(step("remove_cards:pit_boss"),),
        ),
        decided=DECIDED,
        **HERE,
    ),
    "p4-change-shoe": in_incident(
        Prompt("change_shoe", Actor.DEALER, ("LT-BAC-22a",), step=2),
        incident(
            "played_past_cut_card",
            "steps",
            facts={"noticed": "round"},
            clause="LT-BAC-22a",
            basis="house",
            outcome="change_shoe",
            authority="pit_boss",
            steps=(step("+scan_cut_card:pit_boss"), step("change_shoe:dealer")),
        ),
        rules="de",
        decided=DECIDED,
        brought_in=ReplacedShoe("decks", ("BAC-3.1.4",)),
    ),
    "p4-more-wait": in_incident(
        Prompt("put_back", Actor.DEALER, ("LT-BAC-18b", "LT-BAC-12"), step=1),
        msgspec.structs.replace(_DONE, queued=2),
        bets="refunded",
        lying=round_of("9H 4C 6S", "void"),
        decided=DECIDED,
        queue=(QueuedReport("played_past_cut_card", DEALER, NOW), QueuedReport(None, DEALER, NOW)),
    ),
    "p4-pit-boss-step": in_incident(
        Prompt("call_service", Actor.PIT_BOSS, ("LT-BAC-27",), step=2),
        msgspec.structs.replace(
            FAILED,
            state="steps",
            steps=(step("+check_reader:pit_boss"), *FAILED.steps[1:]),
        ),
        say=Say("play_goes_on"),
        decided=DECIDED,
        ended_steps=(EndedStep(NOW + timedelta(seconds=60), StepEnd.SKIPPED),),
        **HERE,
    ),
    "p4-restore": in_incident(
        Prompt("restore", Actor.PIT_BOSS, ("LT-BAC-32",), step=1, places=_PLACES),
        CLEARED,
        lying=round_of(_SIX, decided=False),
        decided=DECIDED,
        **HERE,
    ),
    "d8-manual": dealer_view(
        _BY_HAND,
        manual=MANUAL,
        can_report=True,
        kinds=KINDS,
        lamps=(Lamp("shoe", LampFault.SILENT), Lamp("link"), Lamp("journal")),
        **HERE,
    ),
    "d8-manual-alone": dealer_view(_BY_HAND, manual=MANUAL, can_report=True, kinds=KINDS),
    "play-can-report": dealer_view(
        view("dealing", _DEAL, lying=LYING), can_report=True, kinds=KINDS, rules="lt"
    ),
    "play-can-report-here": dealer_view(
        view("dealing", _DEAL, lying=LYING), can_report=True, kinds=KINDS, rules="lt", past=PAST, **HERE
    ),
    "two-open": in_incident(
        Prompt("answer", Actor.DEALER, (), fact="cards", answers=None),
        incident(facts={"where": "round"}, queued=1),
        queue=(QueuedReport("damaged_card", DEALER, NOW),),
        reported=OpenReport(DEALER, NOW, 1, 2),
        pit_boss=PIT_BOSS,
    ),
    "locked-in-a-halt": in_incident(
        NO_PIT_BOSS,
        incident(facts={"where": "shuffle", "stage": 1}, queued=1),
        lying=None,
        bets="closed",
        call=True,
        called_at=NOW - timedelta(seconds=24),
        queue=(QueuedReport("damaged_card", DEALER, NOW),),
        steps=steps("lt", 4),
        shoe_number=13,
        results=(),
        locked=True,
    ),
    "called-no-incident": dealer_view(
        view("dealing", _DEAL, lying=LYING, call=True),
        called_at=NOW,
        can_report=True,
        kinds=KINDS,
        past=PAST,
        pit_boss=PIT_BOSS,
    ),
}

PIT_BOSS_SAMPLES: dict[str, DealerView] = {
    "p0-open": INCIDENT_SAMPLES["two-open"],
    "p0-halted": dealer_view(
        msgspec.structs.replace(_OFFERED, offer=Offer("extra_card_drawn", {})),
        rules="lt",
        pit_boss=PIT_BOSS,
        held=HeldCard(None, "out_of_turn", 1, NOW - timedelta(seconds=31)),
        past=PAST,
    ),
    "p0-awaiting": in_incident(AUTHORISE, VOID, pit_boss=PIT_BOSS),
    "p0-called": INCIDENT_SAMPLES["called-no-incident"],
    "p0-shoe-lost": dealer_view(
        view("dealing", _DEAL, lying=LYING),
        pit_boss=PIT_BOSS,
        lamps=(Lamp("shoe", LampFault.LOST), Lamp("link", LampFault.RECONNECTING), Lamp("journal")),
    ),
    "p0-dealer-due": dealer_view(
        view("dealing", _DEAL, lying=LYING),
        pit_boss=PIT_BOSS,
        locked_due=True,
        awaited_since=NOW - timedelta(seconds=40),
        lamps=(Lamp("shoe"), Lamp("link"), Lamp("journal"), Lamp("dealer", LampFault.SILENT)),
    ),
    "p0-nothing": dealer_view(
        view("dealing", _DEAL, lying=LYING),
        can_report=True,
        kinds=KINDS,
        past=PAST,
        pit_boss=PIT_BOSS,
        reshuffle_ordered=True,
    ),
    "p0-manual": dealer_view(
        _BY_HAND, manual=MANUAL, can_report=True, kinds=KINDS, past=PAST, pit_boss=PIT_BOSS
    ),
    "p0-nobody": dealer_view(view("dealing", _DEAL, lying=LYING), can_report=True, kinds=KINDS),
}
"""Views of the pit boss's own screen."""
