"""Views of a table in every state that its screen has, for pictures and component tests."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

import msgspec

from console.table.core import (
    Actor,
    Bets,
    Claim,
    ConsoleRestart,
    Contradiction,
    DealerView,
    Drift,
    Lamp,
    LampFault,
    LicenceEnd,
    Measure,
    Mode,
    Person,
    Phase,
    Prompt,
    Role,
    RoundStatus,
    Say,
    SetClock,
    Situation,
    Statement,
    Unwritable,
    View,
)
from console.table.core.play.outage import Outage
from console.table.core.showing.screen_values import CameIn, HeldCard, OnTheWay, StepState, StepView
from console.table.core.state.contradictions import ContradictionKind
from console.table.core.state.phases import PLAYED
from console.table.core.state.views import CoupView, Notice, ShoeView
from console.table.devices import DeviceRole, LossReason
from console.table.game import Card, CardRules, load_rulebook
from console.table.game.baccarat import BaccaratRules
from console.table.game.baccarat.coup import Winner, coup_of

NOW = datetime(2026, 3, 14, 2, 14, 9, tzinfo=UTC)
DEALER = Person("D1", "Rasa K.", Role.DEALER, "en")
PIT_BOSS = Person("P1", "Jonas P.", Role.PIT_BOSS, "lt")
COMES = Person("P2", "Guðrún Ægisdóttir", Role.PIT_BOSS, "")
"""Who comes from elsewhere, by a name that needs room."""
LONG_NAMED = Person("P3", "Hans-Joachim Oberreitermayr-Weißenfelser", Role.PIT_BOSS, "")
"""A pit boss whose name is as long as a name can be."""
LAMPS = (Lamp("shoe"), Lamp("journal"))
_LETTERS = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}
_FLAGS = {"n": " natural", "p": " player_pair", "b": " banker_pair"}
_COUPS = ("B", "P", "Bn", "B", "Pp", "T", "P", "Pn", "B", "P", "Bb", "B", "Bpb", "P", "P", "T", "B")
RESULTS = tuple(_LETTERS[coup[0]].value + "".join(_FLAGS[flag] for flag in coup[1:]) for coup in _COUPS)
"""Seventeen coups of a shoe: who won, n a natural, p and b the pairs."""
STEPS = {
    "sv": "check_shoe receive_decks inspect present wash shuffle stack cut place_cut_card load",
    "ja": "check_shoe receive_decks inspect present split_piles wash split_piles riffle stack cut "
    "place_cut_card load",
    "de": "check_shoe receive_decks inspect present split_piles wash split_piles shuffle stack cut "
    "place_cut_card load",
    "is": "check_shoe receive_decks inspect present split_piles wash split_piles riffle stack cut "
    "place_cut_card load",
    "lt": "check_shoe receive_decks inspect present shuffle_1 shuffle_2 shuffle_3 stack cut "
    "place_cut_card load burn_card burn",
}


def clock() -> SetClock:
    return SetClock(NOW)


def round_of(cards: str, status: Any = "open", *, decided: bool = True) -> CoupView:
    coup = coup_of(tuple(Card(card) for card in cards.split()))
    outcome = coup.outcome if decided and len(coup.cards) >= 4 else None
    return CoupView("R-4711", status, coup.player, coup.banker, coup.points, outcome)


def view(
    phase: str, prompt: Prompt, *, say: Say | None = None, bets: str = "closed", call: bool = False,
    lying: CoupView | None = None, left: int = 287, last_hand: bool = False,
) -> View:  # fmt: skip
    shoe = ShoeView(left, last_hand)
    table = View(True, None, None, 4711, Phase(phase), prompt, say, Bets(bets), shoe, lying, call)
    return with_notice(table)


def with_notice(view: View) -> View:
    """The view with the notice for players while play stands still."""
    waits = view.phase == "halted" and view.round is not None
    return msgspec.structs.replace(view, notice=Notice.PLEASE_WAIT if waits else None)


def dealer_view(shown: View, **more: Any) -> DealerView:
    known: dict[str, Any] = {
        "mode": Mode.LIVE, "table": "7", "game": "baccarat", "rules": "sv", "dealer": DEALER,
        "round_number": 4711, "shoe_number": 12, "results": RESULTS, "lamps": LAMPS, "step_up_lasts": 120,
    }  # fmt: skip
    known |= {
        "takes_shuffle_orders": shown.phase in (*PLAYED, Phase.HALTED) and more.get("game") != "roulette",
        "takes_close_orders": shown.phase != Phase.CLOSED,
    }
    known |= more
    own = {name: known.pop(name) for name in ("mode", "table", "game", "rules")}
    return changed(DealerView(shown, **own), **{**_of_the_rules(own["rules"], own["game"]), **known})


_GROUPS = {
    field.name: group.name
    for group in msgspec.structs.fields(DealerView)
    if isinstance(group.default, msgspec.Struct)
    for field in msgspec.structs.fields(group.default)
}
_Shown = TypeVar("_Shown", DealerView, Situation)


def changed(shown: _Shown, **fields: Any) -> _Shown:
    """The same with these fields, each in the group that holds it."""
    for name, value in fields.items():
        if not hasattr(shown, name):
            group = _GROUPS[name]
            name, value = group, msgspec.structs.replace(getattr(shown, group), **{name: value})
        shown = msgspec.structs.replace(shown, **{name: value})
    return shown


def _of_the_rules(rules: str, game: str) -> dict[str, Any]:
    """The fields of a view that come from its rulebook."""
    book = load_rulebook(rules).rules_of(game)
    signal = book.end_signal
    cut_card = book.cut_card if isinstance(book, CardRules) else None
    cuts = {} if cut_card is None else {"cut_card_from_end": cut_card.from_end, "cut_cards": cut_card.pieces}
    shows = {"end_signal": signal.shows, "end_sound": signal.sound, "end_sign": signal.sign}
    return {**shows, **cuts, "limits": book.limits, "every_kind": tuple(book.incidents.kinds)}


def _prompt(action: str, actor: Actor = Actor.DEALER, *clauses: str, **more: Any) -> Prompt:
    return Prompt(action, actor, clauses, **more)


def _deal(hand: str, card: int, *clauses: str) -> Prompt:
    return _prompt("deal", Actor.DEALER, *clauses, hand=hand, card=card, crosswise=card == 3)


def _betting(left: int, **more: Any) -> DealerView:
    shown = view(
        "betting",
        _prompt("wait", Actor.SYSTEM, "LT-BAC-11", seconds=18),
        say=more.pop("say", Say("place_your_bets")),
        bets="open",
        lying=CoupView("R-4712", RoundStatus.OPEN, (), (), {"player": 0, "banker": 0}, None),
        left=301,
    )
    more = {"rules": "lt", "round_number": 4712, **more}
    return dealer_view(shown, bet_seconds=18, seconds_left=left, **more)


def _halted(
    prompt: Prompt, reason: str, lying: CoupView | None, face: Card | None = None, **more: Any
) -> Any:
    shown = view("halted", prompt, bets="stand", lying=lying, left=300, call=more.pop("call", False))
    return dealer_view(shown, **{"held": HeldCard(face, reason, 1, NOW), "rules": "lt", **more})


def steps(rules: str, due: int) -> tuple[StepView, ...]:
    laid = {str(step.action): step for step in load_rulebook(rules).of(BaccaratRules).preparation.steps}
    shown = []
    for at, action in enumerate(STEPS[rules].split()):
        state = StepState.DONE if at < due else StepState.NOW if at == due else StepState.TO_COME
        actor = Actor.PIT_BOSS if action == "present" else Actor.DEALER
        done = NOW - timedelta(minutes=30 - 2 * at) if at < due else None
        step = laid.get(action)
        faces, how = (None, None) if step is None else (step.faces, step.how)
        shown.append(StepView(action, actor, state, done, faces, how))
    return tuple(shown)


def preparing(rules: str, due: int, **more: Any) -> DealerView:
    row = steps(rules, due)
    step = row[due]
    fields: dict[str, Any] = {"cards": 416}
    if step.action == "place_cut_card":
        fields["from_end"] = load_rulebook(rules).of(BaccaratRules).cut_card.from_end
    if step.action == "burn":
        fields = {"burned": Card("7H"), "count": 7}
    actor = step.actor
    prompt = _prompt(step.action, actor, "BAC-3.3.4", **fields)
    if actor is Actor.PIT_BOSS and "pit_boss" not in more:
        prompt = _prompt("sign_in", Actor.PIT_BOSS)
    shown = view("shoe", prompt, left=416)
    count = "whole" if step.action == "inspect" else None
    return dealer_view(shown, rules=rules, steps=row, results=(), shoe_number=13, count=count, **more)


_WITHDRAW = _prompt("resolve", Actor.PIT_BOSS, "BAC-4.2", reason="bets_open")
_COME = _prompt("sign_in", Actor.PIT_BOSS, "BAC-2.1.6", "BAC-4.2")
_LAST_HAND = view(
    "dealing", _deal("banker", 2, "BAC-3.4.3", "BAC-3.5.4"), say=Say("last_hand_before_shuffle"),
    lying=round_of("9H 4C 6S"), left=5, last_hand=True,
)  # fmt: skip
_SECOND = view("dealing", _deal("banker", 2, "BAC-3.4.3"), lying=round_of("9H 4C 6S"))
_SIX = "2H 4C 3S KD 6D 3S"
_WON = view(
    "result", _prompt("announce", Actor.DEALER, "BAC-3.5.3", "BAC-3.5.1-v"),
    say=Say("banker_wins", 1, 7), lying=round_of(_SIX),
)  # fmt: skip
_RECOVERED = ConsoleRestart(NOW - timedelta(seconds=24), NOW - timedelta(seconds=2))

_AWAIT_BETS = view(
    "betting", _prompt("await_bets", Actor.SYSTEM), bets="settled", lying=round_of(_SIX, "finished")
)
_LAST_DAY = LicenceEnd(DEALER.name, date(2026, 3, 14), is_over=False)
_OVER = LicenceEnd(DEALER.name, date(2026, 3, 13), is_over=True)
_READ_OTHERWISE = Contradiction(
    "T1-c1",
    ContradictionKind.CARD,
    Statement(Claim.CARD, NOW, by=DEALER.id, value="6S"),
    Statement(Claim.CARD, NOW, device=DeviceRole.SHOE, value="9H"),
    round="R-4711", hand="player", card=2,
)  # fmt: skip
"""The card that was typed and the one that the shoe read for its place."""
_ANOTHER_RESULT = Contradiction(
    "T1-c2",
    ContradictionKind.RESULT,
    Statement(Claim.WINNER, NOW, device=DeviceRole.SHOE, value="tie banker_pair"),
    Statement(Claim.WINNER, NOW, by=PIT_BOSS.id, value="banker"),
    round="R-4711",
)  # fmt: skip
_TYPED = _prompt(
    "resolve", Actor.PIT_BOSS, reason="card_differs", hand="player", card=2, typed=Card("6S"), read=Card("9H")
)


def _collecting(direction: str) -> View:
    prompt = _prompt("collect", Actor.DEALER, "BAC-3.5.5", direction=direction)
    return view("collecting", prompt, bets="settled", lying=round_of(_SIX, "finished"))


SAMPLES: dict[str, DealerView] = {
    "closed": dealer_view(
        view("closed", _prompt("open_table", Actor.PIT_BOSS), left=416),
        dealer=None, pit_boss=PIT_BOSS, round_number=0, shoe_number=0, results=(),
    ),
    "closed-nobody": dealer_view(
        view("closed", _prompt("sign_in", Actor.PIT_BOSS), left=416),
        dealer=None, round_number=0, shoe_number=0, results=(),
    ),
    "sign-in-due": dealer_view(
        view("dealing", _prompt("sign_in"), lying=round_of("9H 4C 6S")), dealer=None,
    ),
    "await-bets": dealer_view(_AWAIT_BETS),
    "outage-link": dealer_view(
        _AWAIT_BETS, outage=Outage("link", "lost", NOW - timedelta(seconds=65)),
        lamps=(*LAMPS, Lamp("link", LossReason.CERTIFICATE_EXPIRED)),
    ),
    "licence-last-day": dealer_view(_AWAIT_BETS, licence=_LAST_DAY),
    "licence-over": dealer_view(_SECOND, licence=_OVER),
    "licence-over-signed-out": dealer_view(
        view("betting", _prompt("sign_in"), bets="settled", lying=round_of(_SIX, "finished")),
        dealer=None, licence=msgspec.structs.replace(_OVER, is_gone=True),
    ),
    "contradiction-card": dealer_view(
        _SECOND, contradictions=(_READ_OTHERWISE,), pit_boss=PIT_BOSS, step_up_left=252
    ),
    "bets-open": _betting(12),
    "bets-open-roads": _betting(12, derived_roads=True),
    "bets-ending": _betting(4),
    "bets-ending-sv": _betting(4, rules="sv"),
    "bets-ending-flash": _betting(4, rules="ja"),
    "deal-first": dealer_view(
        view(
            "dealing", _deal("player", 1, "BAC-3.4.3"), say=Say("no_more_bets"),
            lying=CoupView("R", RoundStatus.OPEN, (), (), {"player": 0, "banker": 0}, None),
        ), rules="de",
    ),
    "dealing": dealer_view(_LAST_HAND, cut_card_out=True),
    "dealing-journal-aside": dealer_view(_LAST_HAND, journal_aside=True),
    "dealing-market-ja": dealer_view(_LAST_HAND, cut_card_out=True, rules="ja", banker_left=False),
    "third-player": dealer_view(
        view("dealing", _deal("player", 3, "BAC-3.4.4"), lying=round_of("2H 4C TS 3D")), cut_card_out=True
    ),
    "third-banker": dealer_view(view("dealing", _deal("banker", 3), lying=round_of("2H 4C TS TD 6C"))),
    "collecting-burned": dealer_view(_collecting("left_to_right"), rules="lt", in_view=True),
    "shoe-lost": dealer_view(_SECOND, lamps=(Lamp("shoe", LampFault.LOST), Lamp("journal"))),
    **{
        f"shoe-{fault}": dealer_view(_SECOND, lamps=(Lamp("shoe", fault), Lamp("journal")))
        for fault in (
            LampFault.SHARED, LampFault.UNENDED, LossReason.PERMISSION_DENIED, LossReason.IN_USE,
            LossReason.NO_SUCH_FILE,
        )
    },
    "shoe-exchanged": dealer_view(
        _SECOND, lamps=(Lamp("shoe", LampFault.EXCHANGED, "reader"), Lamp("journal"))
    ),
    "shoe-silent": dealer_view(_SECOND, lamps=(Lamp("shoe", LampFault.SILENT), Lamp("journal"))),
    "set-aside": _betting(9, set_aside=1),
    "set-aside-first": dealer_view(
        view("dealing", _deal("banker", 1, "BAC-3.4.3"), say=Say("no_more_bets"), lying=round_of("9H")),
        rules="lt",
    ),
    "cut-card-in-the-last-seconds": _betting(3, say=Say("last_hand_before_shuffle"), cut_card_out=True),
    "cut-card-then-closed": dealer_view(
        view("dealing", _deal("player", 1, "BAC-3.4.3"), say=Say("no_more_bets"), lying=round_of(""),
             left=6, last_hand=True), cut_card_out=True,
    ),
    "rescan": dealer_view(
        view(
            "dealing", _prompt("rescan", Actor.DEALER, hand="banker", card=2, tries=2),
            lying=round_of("9H 4C 6S"),
        ),
        lamps=(Lamp("reader", LampFault.SILENT), Lamp("journal")),
    ),
    "saving": dealer_view(_SECOND, saving=True, lamps=(Lamp("shoe"), Lamp("journal", LampFault.SAVING))),
    "training": dealer_view(_SECOND, mode=Mode.TRAINING),
    "rehearsal": dealer_view(_SECOND, mode=Mode.REHEARSAL),
    "result": dealer_view(_WON, cut_card_out=True),
    "result-tie": dealer_view(
        view(
            "result", _prompt("announce", Actor.DEALER, "BAC-3.5.3"), say=Say("tie", 9, 9, natural=True),
            lying=round_of("9H 4C TS 5D"),
        ), rules="is",
    ),
    "result-natural": dealer_view(
        view(
            "result", _prompt("announce", Actor.DEALER, "BAC-3.5.3"),
            say=Say("player_wins", 8, 6, natural=True), lying=round_of("3H 4C 5S 2D"),
        ), rules="de", reshuffle_ordered=True,
    ),
    "collecting": dealer_view(_collecting("left_to_right")),
    "collecting-right": dealer_view(_collecting("right_to_left"), rules="de", close_ordered=True),
    "halted": _halted(
        _COME, "bets_open", CoupView("R", RoundStatus.OPEN, (), (), {"player": 0, "banker": 0}, None),
        call=True, called_at=NOW - timedelta(seconds=24),
    ),
    "halted-in-hand": _halted(_COME, "out_of_turn", round_of(_SIX)),
    "halted-impossible": _halted(_COME, "impossible_card", round_of("9H 4C 6S"), Card("9H")),
    "resolve": _halted(_WITHDRAW, "bets_open", round_of("9H 4C 6S"), pit_boss=PIT_BOSS, step_up_left=271),
    "resolve-more-cards": _halted(
        msgspec.structs.replace(_WITHDRAW, reason="out_of_turn"), "out_of_turn", round_of(_SIX), Card("9H"),
        came_in=(CameIn(NOW), CameIn(NOW)), pit_boss=PIT_BOSS, step_up_left=271,
    ),
    "resolve-typed": _halted(
        _TYPED, "card_differs", round_of("9H 4C 6S"), pit_boss=PIT_BOSS, step_up_left=271, held=None,
        manual=True, contradictions=(_READ_OTHERWISE,), corrects=True, needs_reason=True,
    ),
    "resolve-typed-alone": _halted(
        msgspec.structs.replace(_COME, clauses=()), "card_differs", round_of("9H 4C 6S"), held=None,
        manual=True, behind=_TYPED, contradictions=(_READ_OTHERWISE,), needs_reason=True,
    ),
    "resolve-typed-result": _halted(
        _prompt("resolve", Actor.PIT_BOSS, reason="card_differs"), "card_differs", round_of(_SIX),
        pit_boss=PIT_BOSS, step_up_left=271, held=None, manual=True, corrects=True, needs_reason=True,
        contradictions=(_ANOTHER_RESULT,),
    ),
    "resolve-no-round": _halted(_WITHDRAW, "out_of_turn", None, pit_boss=PIT_BOSS, step_up_left=9),
    "recovered": dealer_view(
        _SECOND, recovered=_RECOVERED, last_card=(Card("6S"), "player", 2), can_report=True,
        lamps=(Lamp("shoe"), Lamp("link", LampFault.RECONNECTING), Lamp("journal")),
    ),
    "recovered-bets": _betting(9, recovered=_RECOVERED),
    "locked": dealer_view(_SECOND, locked=True),
    "locked-due": dealer_view(
        _SECOND, locked=True, locked_due=True, awaited_since=NOW - timedelta(seconds=40),
        lamps=(*LAMPS, Lamp("dealer", LampFault.SILENT)),
    ),
    "journal-failed": dealer_view(
        _SECOND, lamps=(Lamp("shoe", LampFault.LOST), Lamp("journal", LampFault.FAILED))
    ),
    "journal-gone": dealer_view(
        _SECOND,
        unwritable=Unwritable.GONE,
        lamps=(Lamp("shoe"), Lamp("journal", LampFault.FAILED), Lamp("clock", LampFault.UNSYNCHRONISED)),
    ),
    "no-answer": dealer_view(
        _SECOND, unanswered=True, can_report=True, lamps=(Lamp("shoe"), Lamp("journal", LampFault.FAILED))
    ),
    "called": dealer_view(msgspec.structs.replace(_SECOND, call=True), called_at=NOW),
    "coming": dealer_view(
        msgspec.structs.replace(_SECOND, call=True), called_at=NOW, coming=OnTheWay(COMES, NOW)
    ),
    "coming-halted": _halted(
        _COME, "out_of_turn", round_of(_SIX), call=True, called_at=NOW - timedelta(seconds=95),
        coming=OnTheWay(COMES, NOW, waited=95),
    ),
    "coming-halted-long": _halted(
        _COME, "out_of_turn", round_of(_SIX), call=True, called_at=NOW - timedelta(seconds=95),
        coming=OnTheWay(LONG_NAMED, NOW, waited=95),
    ),
    "passed-over-long": dealer_view(
        _SECOND, lamps=(*LAMPS, Lamp("floor", LampFault.PASSED_OVER, LONG_NAMED.name))
    ),
    "recovered-damaged": dealer_view(
        _SECOND, recovered=msgspec.structs.replace(_RECOVERED, damaged=True),
        last_card=(Card("6S"), "player", 2), can_report=True,
    ),
    "link-misbehaves": dealer_view(
        _SECOND, lamps=(Lamp("shoe"), Lamp("link", LampFault.MISBEHAVING), Lamp("journal"))
    ),
    "unjoined": dealer_view(_SECOND, lamps=(*LAMPS, Lamp("floor", LampFault.UNJOINED))),
    "floor-refuses": dealer_view(_SECOND, lamps=(*LAMPS, Lamp("floor", LampFault.REFUSED, "T7 / Table 7"))),
    "floor-twins": dealer_view(_SECOND, lamps=(*LAMPS, Lamp("floor", LampFault.TWINS, "0f3e4012"))),
    "pit-boss-come": dealer_view(
        msgspec.structs.replace(_SECOND, call=True), called_at=NOW, pit_boss=PIT_BOSS, step_up_left=252
    ),
    **{
        f"preparing-{rules}-{at + 1:02}": preparing(rules, at)
        for rules, row in STEPS.items()
        for at in range(len(row.split()))
    },
    "preparing-count-again": preparing("lt", 2),
    "preparing-present": preparing("ja", 3, pit_boss=PIT_BOSS, step_up_left=280),
    "preparing-drift": preparing("ja", 0, drifts=(Drift("shoe", Measure.REPEATED, 1.0, 12.5, 3e-5),)),
    "preparing-replace": dealer_view(
        view("shoe", _prompt("replace_shoe", cards=416), left=416),
        rules="lt", results=(),
        steps=(StepView("replace_shoe", Actor.DEALER, StepState.NOW), *steps("lt", -1)[4:]),
    ),
    **{
        name: dealer_view(
            view("shoe", _prompt("inspect", cards=416, closing=True), left=416), results=(),
            steps=(StepView("inspect", Actor.DEALER, StepState.NOW),), close_ordered=True, count=count,
        )
        for name, count in (("closing", "whole"), ("closing-decks", "decks"))
    },
}  # fmt: skip
"""A view of each state, by the name of its picture."""
