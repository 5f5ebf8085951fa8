"""Views of a roulette table in every state that its screen has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from console.table.core import (
    Actor,
    Bets,
    Claim,
    ConsoleRestart,
    Contradiction,
    DealerView,
    IncidentView,
    Lamp,
    LampFault,
    Mode,
    Phase,
    Prompt,
    Say,
    SpinView,
    Statement,
    View,
)
from console.table.core.play.outage import Outage
from console.table.core.showing.screen_values import (
    CameIn,
    EndedStep,
    OpenReport,
    StepState,
    StepView,
    WheelView,
)
from console.table.core.state.contradictions import ContradictionKind
from console.table.core.state.views import DeviceFault, Notice, Offer
from console.table.devices import DeviceRole
from console.table.game import Worksheet, WorksheetRow
from console.table.game.roulette import pocket
from console.table.game.stakes import BrokenLimit
from console.table.ui.dealer import DealerScreen
from tests.table.ui.samples.incidents import DECIDED, incident, step
from tests.table.ui.samples.tables import DEALER, NOW, PIT_BOSS, dealer_view, with_notice

_EARLIER = tuple((7 * at * at + 3 * at + at // 5) % 37 for at in range(88))
RESULTS = tuple(map(str, (*_EARLIER, 18, 33, 10, 5, 22, 36, 14, 14, 31, 0, 9, 27)))
LAMPS = (Lamp("wheel"), Lamp("link"), Lamp("journal"))
HERE: dict[str, Any] = {"pit_boss": PIT_BOSS, "step_up_left": 102}
STEPS = "check_wheel check_level check_run check_ball"
KINDS = (
    "no_spin", "not_read", "ball_out", "foreign_object", "technical_fault", "cannot_continue",
)  # fmt: skip


def spin_view(number: int | None = None, recorded: int | None = None, status: Any = "open") -> SpinView:
    if number is None:
        return SpinView("R-88120", status, None, recorded, None, None, None, None, None)
    fields = pocket(number)
    return SpinView(
        "R-88120",
        status,
        number,
        recorded,
        fields.colour,
        fields.parity,
        fields.half,
        fields.dozen,
        fields.column,
    )


def wheel(state: int | None = 2, speed: int | None = 136, **more: Any) -> WheelView:
    known: dict[str, Any] = {
        "turning": "clockwise", "heard": NOW - timedelta(seconds=0.4), "serial": "W-0419", "ball": True,
        "turns_asked": 3,
    }  # fmt: skip
    return WheelView(state=state, speed=speed, **{**known, **more})


def view_at(
    phase: str, prompt: Prompt, lying: SpinView | None, *, say: Say | None = None, bets: str = "closed",
    call: bool = False,
) -> View:  # fmt: skip
    return with_notice(View(True, None, None, 4711, Phase(phase), prompt, say, Bets(bets), None, lying, call))


def table(view: View, **more: Any) -> DealerView:
    known: dict[str, Any] = {
        "game": "roulette", "results": RESULTS, "round_number": 88120, "shoe_number": 0, "rules": "sv",
        "can_report": True, "lamps": LAMPS, "wheel": wheel(),
    }  # fmt: skip
    return dealer_view(view, **{**known, **more})


_SPIN = Prompt("spin", Actor.DEALER, ("ROU-3.1.1",))
_AWAIT = Prompt("await_number", Actor.SYSTEM, ("ROU-3.1.2",))
_RUN: dict[str, Any] = {"turns": 3, "direction": "against"}
_NO_READER = WheelView(serial="W-0419", has_reader=False, turns_asked=3)


def _betting(left: int, **more: Any) -> DealerView:
    wait = Prompt("wait", Actor.SYSTEM, ("ROU-2.1.1",), seconds=23)
    view = view_at("betting", wait, spin_view(), say=Say("place_your_bets"), bets="open")
    return table(view, bet_seconds=23, seconds_left=left, **more)


def _result(number: int, **more: Any) -> DealerView:
    prompt = Prompt("announce", Actor.DEALER, ("ROU-3.1.2",))
    view = view_at("result", prompt, spin_view(number, number), say=Say("number", number=number))
    results = (*RESULTS[:-1], str(number))
    return table(view, **{"wheel": wheel(5, **_RUN), "results": results, **more})


def _halted(reason: str, lying: SpinView, number: int | None = None, **more: Any) -> DealerView:
    prompt = Prompt("sign_in", Actor.PIT_BOSS, ("ROU-3.1.1",))
    if "pit_boss" in more:
        prompt = Prompt("resolve", Actor.PIT_BOSS, ("ROU-3.1.1",), reason=reason, number=number)
    return table(view_at("halted", prompt, lying, bets="stand"), **more)


def checking(due: int, rules: str = "sv", **more: Any) -> DealerView:
    """The wheel's check, at one of its steps."""
    actions = STEPS.split()[: 3 if rules == "is" else 4]
    steps = []
    for at, action in enumerate(actions):
        state = StepState.DONE if at < due else StepState.NOW if at == due else StepState.TO_COME
        done = NOW - timedelta(minutes=10 - 2 * at) if at < due else None
        steps.append(StepView(action, Actor.PIT_BOSS, state, done))
    prompt = Prompt(actions[due], Actor.PIT_BOSS, (f"ROU-3.2.{due + 1}",))
    view = view_at("wheel", prompt, None)
    return table(view, steps=tuple(steps), results=(), round_number=0, rules=rules, **{**HERE, **more})


def in_incident(prompt: Prompt, open: IncidentView, lying: SpinView | None = None, **more: Any) -> DealerView:
    """A halted table with an incident."""
    view = view_at(
        "halted", prompt, lying or spin_view(), bets=more.pop("bets", "stand"), say=more.pop("say", None)
    )
    known: dict[str, Any] = {
        "rules": "lt", "reported": OpenReport(DEALER, NOW, 1, 2, NOW - timedelta(seconds=15)),
        "kinds": KINDS,
    }  # fmt: skip
    return table(replace(view, incident=open), **{**known, **more})


def question_view(fact: str, answers: Any, kind: str, **more: Any) -> DealerView:
    """A question about an incident at the wheel."""
    prompt = Prompt("answer", Actor.DEALER, (), fact=fact, answers=answers)
    return in_incident(prompt, incident(kind, facts=more.pop("facts", {})), **more)


CAUSES = ("few_turns", "same_direction", "wrong_direction", "wheel_stopped", "ball_hangs")
_RESPIN = incident(
    "ball_out", "steps", facts={"ball_damaged": True}, clause="LT-ROU-29", basis="rule", outcome="respin",
    authority="pit_boss", round="R-88120",
    steps=(step("+pick_up_ball:dealer"), step("check_ball:pit_boss"), step("replace_ball:pit_boss")),
)  # fmt: skip
_VOID = incident(
    "no_spin", "awaiting", facts={"cause": "few_turns", "recorded": True}, clause="LT-ROU-27b", basis="rule",
    outcome="void", authority="pit_boss", round="R-88120", steps=(step("remove_ball:dealer"),),
)  # fmt: skip
_FINISH = incident(
    "spun_in_bet_time", "steps", facts={"ball": "pocket", "recorded": True}, clause="LT-ROU-31c",
    basis="rule", outcome="finish", authority="pit_boss", round="R-88120",
    steps=(step("enter_number:dealer"),),
)  # fmt: skip

SETTLED = replace(DECIDED, paid_by=(23,), wrong=23, mistakes=(23,))
"""Bets were paid by 23 before the video showed another number."""
_SETTLING = incident(
    "wrong_number_recorded", "steps", facts={"recorded": True, "actual": 17}, clause="LT-ROU-33",
    basis="rule", outcome="settle_by_hand", authority="pit_boss", round="R-88120",
    steps=(step("settle:pit_boss"),),
)  # fmt: skip
_SETTLE = Prompt("settle", Actor.PIT_BOSS, ("LT-ROU-33",), step=1)


def _row(on: str, stake: int, back: int, recorded: int, limit: Any = None, **more: Any) -> WorksheetRow:
    return WorksheetRow(on=on, stake=stake, back=back, recorded_back=recorded, limit=limit, **more)


WORKSHEET = Worksheet(
    (
        _row("straight", 100, 3600, 0, numbers=(17,)),
        _row("split", 20000, 0, 360000, numbers=(23, 24)),
        _row("red", 500, 0, 1000),
        _row("odd", 500, 1000, 1000),
        _row("corner", 70000, 630000, 0, BrokenLimit.ABOVE, numbers=(16, 17, 19, 20)),
        _row("neighbours", 100, 3600, 0, number=25, each=2),
        _row("voisins", 100, 0, 0),
    ),
    637200, None,
)  # fmt: skip


def _offered() -> DealerView:
    """The console noticed that the ball ran with the wheel."""
    view = _halted("device", spin_view(), kinds=KINDS, wheel=wheel(3, halted="device"))
    return replace(view, view=replace(view.view, offer=Offer("no_spin", {"cause": "same_direction"})))


def _at_once(kind: str, facts: dict[str, Any], clause: str, **more: Any) -> DealerView:
    """The ball runs, and must not: the dealer is to take it out."""
    prompt = Prompt("remove_ball", Actor.DEALER, (clause,), reason="device")
    view = replace(view_at("halted", prompt, spin_view(), bets="open"), offer=Offer(kind, facts))
    late: dict[str, Any] = {"ball": "pocket"} if kind == "spun_in_bet_time" else {"cause": "same_direction"}
    known: dict[str, Any] = {"rules": "lt", "wheel": wheel(3, halted="device"), "too_late": Offer(kind, late)}
    return table(view, **{**known, **more})


def _outage(fault: Any, rules: str, *lamps: Lamp, **more: Any) -> DealerView:
    heard = more.get("since", NOW)
    return table(
        _AWAIT_BETS, rules=rules, outage=Outage("wheel", fault, **more), lamps=lamps, wheel=wheel(heard=heard)
    )


def _of_fault(view: DealerView, fault: DeviceFault) -> DealerView:
    """The view that names the wheel's fault."""
    return replace(view, view=replace(view.view, device_fault=fault))


_AWAIT_BETS = view_at(
    "betting", Prompt("await_bets", Actor.SYSTEM, ()), spin_view(27, 27, "finished"), bets="settled"
)
_FELL_SILENT = NOW - timedelta(seconds=65)
_BETS_WERE_OPEN = Contradiction(
    "T1-c1",
    ContradictionKind.BETS_OPEN,
    Statement(Claim.NO_MORE_BETS, NOW, device=DeviceRole.WHEEL),
    Statement(Claim.BETS_OPEN, NOW),
    round="R-88120",
)
_CAME_IN = CameIn(NOW, number=17)
_READ_SINCE: dict[str, Any] = {
    "read_since": _CAME_IN, "came_in": (_CAME_IN,), "lying": spin_view(recorded=17),
}  # fmt: skip


WHEEL_SAMPLES: dict[str, DealerView] = {
    "ro-await-bets": table(_AWAIT_BETS),
    "ro-outage-silent": _outage(
        "silent", "sv", Lamp("wheel", LampFault.SILENT), Lamp("journal"), since=_FELL_SILENT
    ),
    "ro-outage-lost": _outage(
        "lost", "lt", Lamp("wheel", LampFault.LOST), Lamp("link"), since=_FELL_SILENT
    ),
    "ro-outage-failing": _outage("failing", "sv", *LAMPS),
    "ro-outage-pockets": _of_fault(_outage("failing", "sv", *LAMPS), DeviceFault.POCKETS),
    "ro-outage-off": _outage("off", "sv", *LAMPS),
    "ro-spin-repeated": _of_fault(
        table(replace(view_at("spinning", _SPIN, spin_view()), notice=Notice.WHEEL_RETRIES)),
        DeviceFault.LAUNCH_FAILED,
    ),
    "ro-device-fault-remedy": _of_fault(
        _halted("device", spin_view(), faults=("failure",), wheel=wheel(halted="device"), **HERE),
        DeviceFault.SENSOR,
    ),
    "ro-first": table(
        view_at("betting", Prompt("await_bets", Actor.SYSTEM, ()), None), results=(), round_number=0,
        wheel=wheel(1, None, turning=None),
    ),
    "ro-bets-open": _betting(16),
    "ro-bets-ending": _betting(4),
    "ro-contradiction": _betting(9, contradictions=(_BETS_WERE_OPEN,)),
    "ro-spin": table(view_at("spinning", _SPIN, spin_view(), say=Say("no_more_bets"))),
    "ro-spin-unseen": table(view_at("spinning", _SPIN, spin_view()), wheel=wheel(ball=False)),
    "ro-spin-no-reader": table(
        view_at("spinning", _SPIN, spin_view()),
        wheel=wheel(None, has_reader=False, ball=None, turns_asked=4), rules="lt",
    ),
    "ro-spin-track": table(view_at("spinning", _SPIN, spin_view()), wheel=wheel(3, 141), rules="lt"),
    "ro-spin-waits": table(
        view_at("spinning", _SPIN, spin_view(recorded=27)), wheel=wheel(5, turns_asked=4), rules="lt"
    ),
    "ro-spin-again": table(
        view_at("spinning", replace(_SPIN, from_=14), spin_view()), wheel=wheel(turns_asked=4), rules="lt"
    ),
    "ro-spin-again-none": table(view_at("spinning", replace(_SPIN, from_=None), spin_view()), rules="lt"),
    "ro-spin-silent": table(
        view_at("spinning", _SPIN, spin_view()),
        wheel=wheel(3, 141, heard=NOW - timedelta(seconds=65)),
        lamps=(Lamp("wheel", LampFault.SILENT), Lamp("journal")),
    ),
    "ro-await-number": table(view_at("spinning", _AWAIT, spin_view()), wheel=wheel(4, 139, **_RUN)),
    "ro-no-ball": table(view_at("spinning", _AWAIT, spin_view()), wheel=wheel(2, 139, **_RUN, no_ball=True)),
    "ro-no-reader": table(
        view_at("spinning", _AWAIT, spin_view()), wheel=replace(_NO_READER, turns=3, direction="against")
    ),
    "ro-reader-lost": table(
        view_at("spinning", _AWAIT, spin_view()),
        wheel=wheel(4, 139, **_RUN),
        lamps=(Lamp("wheel", LampFault.LOST), Lamp("journal")),
    ),
    "ro-confirm": table(
        view_at("spinning", Prompt("confirm_number", Actor.DEALER, (), number=17), spin_view()),
        wheel=replace(_NO_READER, turns=3, direction="against"),
    ),
    "ro-result": _result(27),
    "ro-result-black": _result(8, rules="de"),
    "ro-result-zero": _result(0, rules="is"),
    "ro-result-lt": _result(36, rules="lt", wheel=wheel(5, turns=4, direction="against", turns_asked=4)),
    "ro-void": table(
        view_at("betting", Prompt("await_bets", Actor.SYSTEM, ()), spin_view(None, 27, "void"),
        bets="refunded")
    ),
    "ro-halted": _halted("no_spin", spin_view()),
    "ro-resolve": _halted("no_spin", spin_view(), **HERE),
    "ro-differs": _halted("number_differs", spin_view(27, 27), 6, number_stands=27, **HERE),
    "ro-differs-alone": _halted(
        "number_differs", spin_view(27, 27), wheel=wheel(5, halted="number_differs", differs=6)
    ),
    "ro-device-fault": _halted("device", spin_view(), faults=("failure",), wheel=wheel(halted="device")),
    "ro-device-fault-here": _halted(
        "device", spin_view(), faults=("failure",), wheel=wheel(halted="device"), **HERE
    ),
    "ro-no-spin-reasons": _halted("no_spin", spin_view(), needs_reason=True, **HERE),
    "ro-offered": _offered(),
    "ro-remove-bet-time": _at_once(
        "spun_in_bet_time", {"ball": "track"}, "LT-ROU-31a", bet_seconds=23, seconds_left=9
    ),
    "ro-remove-with": _at_once("no_spin", {"cause": "same_direction"}, "LT-ROU-27a", rules="sv", **HERE),
    "ro-p0-halted": _halted("number_differs", spin_view(27, 27), 6, number_stands=27, **HERE),
    "ro-p0-nothing": table(view_at("spinning", _SPIN, spin_view()), pit_boss=PIT_BOSS),
    "ro-recovered": table(
        view_at("spinning", _SPIN, spin_view()),
        recovered=ConsoleRestart(NOW - timedelta(seconds=24), NOW - timedelta(seconds=2)),
    ),
    "ro-locked": table(view_at("spinning", _SPIN, spin_view()), locked=True),
    "ro-training": table(view_at("spinning", _SPIN, spin_view()), mode=Mode.TRAINING),
    "ro-rehearsal": table(view_at("spinning", _SPIN, spin_view()), mode=Mode.REHEARSAL),
    **{f"ro-check-{at + 1}": checking(at) for at in range(4)},
    "ro-check-2-level": checking(1, level_found=("Rasa Kazlauskaitė", NOW - timedelta(days=1))),
    "ro-check-nobody": replace(
        checking(0), pit_boss=None, view=view_at("wheel", Prompt("sign_in", Actor.PIT_BOSS, ()), None)
    ),
    "ro-kind": in_incident(Prompt("answer", Actor.DEALER, (), fact="kind", answers=KINDS), incident(None)),
    "ro-cause": question_view("cause", CAUSES, "no_spin"),
    "ro-ball": question_view("ball", ("track", "pocket"), "spun_in_bet_time"),
    "ro-ball-only": question_view("ball", ("pocket",), "spun_in_bet_time"),
    "ro-damaged": question_view("ball_damaged", (True, False), "ball_out", **HERE),
    "ro-in-time": question_view("ball_removed_in_time", (True, False), "foreign_object"),
    "ro-asked-again": question_view("ball_removed_in_time", (True, False), "foreign_object", **_READ_SINCE),
    "ro-outcome-contradicted": in_incident(
        Prompt("authorise", Actor.PIT_BOSS, ("LT-ROU-32a",)),
        incident(
            "foreign_object", "awaiting", round="R-88120", facts={"ball_removed_in_time": True},
            clause="LT-ROU-32a", basis="rule", outcome="respin", authority="pit_boss",
        ),
        reported=OpenReport(DEALER, NOW, 1, 2, NOW, needs_reason=True), **_READ_SINCE, **HERE,
    ),
    "ro-recorded": question_view("recorded", (True, False), "spun_in_bet_time", facts={"ball": "pocket"}),
    "ro-known": question_view("result_known", (True, False), "technical_fault", **HERE),
    "ro-actual": question_view("actual", None, "wrong_number_recorded", lying=spin_view(27, 27), **HERE),
    "ro-outcome-wrong": in_incident(
        Prompt("authorise", Actor.PIT_BOSS, ("LT-ROU-33",)),
        incident(
            "wrong_number_recorded", "awaiting", round="R-88120", facts={"actual": 17}, clause="LT-ROU-33",
            basis="house", outcome="settle_by_hand", authority="pit_boss", steps=(step("settle:pit_boss"),),
        ),
        spin_view(27, 27), **HERE
    ),
    "ro-outcome": in_incident(Prompt("authorise", Actor.PIT_BOSS, ("LT-ROU-27b",)), _VOID, **HERE),
    "ro-step-ball": in_incident(
        Prompt("check_ball", Actor.PIT_BOSS, ("LT-ROU-29",), step=2), _RESPIN, say=Say("no_spin"),
        decided=DECIDED, ended_steps=(EndedStep(NOW + timedelta(seconds=60)),), **HERE,
    ),
    "ro-settle-wait": in_incident(
        Prompt("sign_in", Actor.PIT_BOSS, ()), _SETTLING, spin_view(17, 23, "finished"), decided=SETTLED
    ),
    "ro-settle": in_incident(
        _SETTLE, _SETTLING, spin_view(17, 23, "finished"), bets="settled", decided=SETTLED, **HERE
    ),
    "ro-settle-touched": in_incident(
        _SETTLE, _SETTLING, spin_view(17, 23, "finished"), bets="settled", decided=SETTLED, **HERE
    ),
    "ro-settle-stake": in_incident(
        _SETTLE, _SETTLING, spin_view(17, 23, "finished"), bets="settled", decided=SETTLED, **HERE
    ),
    "ro-settle-rows": in_incident(
        _SETTLE, _SETTLING, spin_view(17, 23, "finished"), bets="settled",
        decided=replace(SETTLED, worksheet=WORKSHEET), **HERE
    ),
    "ro-step-number": in_incident(
        Prompt("enter_number", Actor.DEALER, ("LT-ROU-31c",), step=1), _FINISH, decided=DECIDED
    ),
}  # fmt: skip
"""A view of each state, by the name of its picture."""


def settle_touched(screen: DealerScreen) -> None:
    """Two numbers side by side are touched."""
    for number in (8, 11):
        screen.incident.zone.settling.pick.touch(number)


def settle_stake(screen: DealerScreen) -> None:
    """The stake of neighbours is keyed in."""
    settling = screen.incident.zone.settling
    settling.pick.touch(17)
    settling.pick.picked.emit(settling.pick.possible_bets[1])
    for figure in "2500":
        settling.pad.keys[figure].meant.emit()


WHEEL_ACTS: dict[str, Callable[[DealerScreen], None]] = {
    "ro-settle-touched": settle_touched,
    "ro-settle-stake": settle_stake,
    "ro-no-spin-reasons": lambda screen: screen.bar.primary.meant.emit(),
}
"""Acts of a person on a screen before its picture is taken."""
