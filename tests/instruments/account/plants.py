"""Faults to be found: what the console once said, put back into a module's source as it is loaded."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple

from console.base.setup import ROOT
from tests.instruments.mutants.mutated import Mutated


class Plant(NamedTuple):
    """A fault: the module, a piece of its source and what stands there instead."""

    path: str
    piece: str
    instead: str
    rare: bool = False
    """Whether only sessions with rare acts show it."""
    disputed: bool = False
    """Whether only disputed sessions show it."""


PLANTS: Final = {
    "early": Plant(
        "console/table/core/state/player_answers.py",
        "(each.seat, each.hand, each.insurance) == question)",
        "(each.seat, each.hand) == question[:2])",
    ),
    "late": Plant(
        "console/table/core/play/answer_times.py",
        "return round(by_clock + waited, 3)",
        "return round(by_clock, 3)",
    ),
    "cards": Plant(
        "console/supervisor/history/shoes.py",
        "(now.number != was.number or not after.is_open)",
        "now.number != was.number",
    ),
    "across": Plant(
        "console/supervisor/reports/counts.py",
        "            if counting:\n                self._settle(fact)\n",
        "            if counting and self._key(fact) in self._own:\n                self._settle(fact)\n",
    ),
    "seen": Plant(
        "console/supervisor/history/interventions.py",
        "known = replace(known, decider=_pit_boss(moment), decider_saw_ms=painted_for(event))",
        "known = replace(known, decider=_pit_boss(moment))",
    ),
    "bound": Plant(
        "console/supervisor/reports/shift_report.py",
        "since, until, begin = (since - to_bound, until, bound) if inside else (to_bound, bound, None)",
        "since = 0.0",
    ),
    "clock": Plant(
        "console/table/core/showing/dealer_view.py",
        "    overdue = table.overdue\n\n    def named",
        "    overdue = None\n\n    def named",
    ),
    "entered": Plant(
        "console/supervisor/history/dealt_cards.py",
        "fact = replace(fact, device=drawn.device, by=None if drawn.by is None else drawn.person)",
        "fact = replace(fact, device=drawn.device)",
    ),
    "moved": Plant(
        "console/supervisor/history/dealt_cards.py",
        "replace(self._lying.pop(moved), moved=moment.row.at, moved_to=place)",
        "self._lying.pop(moved)",
    ),
    "refused": Plant(
        "console/supervisor/records/accounts/round_file.py",
        "if row.person is None or isinstance(event, events.Noted):",
        "if row.person is None or row.refused or isinstance(event, events.Noted):",
    ),
    "sheets": Plant(
        "console/supervisor/records/accounts/round_file.py",
        "else worksheets_of_round(moments, round_.id)",
        "else worksheets(round_moments)",
    ),
    "before": Plant(
        "console/supervisor/records/accounts/incident_account.py",
        "before=_lay(first.before, halt,",
        "before=_lay(first.after, halt,",
    ),
    "after": Plant(
        "console/supervisor/records/accounts/incident_account.py",
        "_after(span, origin), fact.ended",
        "last.before, fact.ended",
    ),
    "mended": Plant(
        "console/supervisor/records/accounts/incident_account.py",
        "before, why = lay.get(place), _reason(row.line)",
        "before, why = event.to.value, _reason(row.line)",
    ),
    "handed": Plant(
        "console/supervisor/reports/handover.py",
        "table.round is not None and table.open_round else None",
        "table.round is not None else None",
    ),
    "credit": Plant(
        "console/supervisor/records/documents/spin_words.py",
        "return (None, None) if back is None else (credited, kept)",
        "return credited, kept",
    ),
    "told": Plant(
        "console/supervisor/history/interventions.py",
        "told=(*known.told, *_told(moment)))",
        "told=_told(moment))",
    ),
    "relieved": Plant(
        "console/supervisor/reports/counts.py",
        "Staffing(at, stay.who, stay.role, stay.how)",
        'Staffing(at, stay.who, stay.role, "left")',
    ),
    "due": Plant(
        "console/supervisor/reports/handover.py",
        "step.action if step else None\n",
        "None\n",
    ),
    "readings": Plant(
        "console/supervisor/records/accounts/device_account.py",
        "Meaning(events.kind_of(event), face, row.refused)",
        "Meaning(events.kind_of(event), face, None)",
    ),
    "failed": Plant(
        "console/supervisor/reports/counts.py",
        'self.failed.add(FailedSignIn(at, who, noted.text or ""))',
        "self.failed.add(FailedSignIn(at, who))",
        rare=True,
    ),
    "accounts": Plant(
        "console/supervisor/reports/counts.py",
        "    told = (noted.who, noted.terminal, change.at, last_day, change.reason, change.rights)",
        "    told = (noted.who, None, change.at, last_day, change.reason, change.rights)",
        rare=True,
    ),
    "set": Plant(
        "console/supervisor/history/timeline.py",
        "by_clock = (row.at - last.at).total_seconds() - noted",
        "by_clock = (row.at - last.at).total_seconds()",
        rare=True,
    ),
    "interrupted": Plant(
        "console/supervisor/reports/shift_report.py",
        "self._staff.enter(self._history.stays.before(moment), at, self._ended, ",
        "self._staff.enter((), at, self._ended, ",
        rare=True,
    ),
    "skipped": Plant(
        "console/supervisor/reports/counts.py",
        "self.skipped.add(SkippedStep(at, step.action, moment.person, event.reason, cards))",
        "pass",
        rare=True,
    ),
    "broken": Plant(
        "console/supervisor/reports/counts.py",
        "            self.skipped.add(self._broken_off(step))\n",
        "            pass\n",
    ),
    "followed": Plant(
        "console/supervisor/reports/counts.py",
        "self._abandoned.pop(step.action, None)",
        "pass",
    ),
    "used": Plant(
        "console/supervisor/reports/counts.py",
        "if event.note or due in USED_UP:",
        "if due in USED_UP:",
        rare=True,
    ),
    "ailing": Plant(
        "console/supervisor/reports/handover.py",
        "ailing=tuple(sorted(",
        "ailing=() and tuple(sorted(",
        rare=True,
    ),
    "spins": Plant(
        "console/supervisor/records/accounts/spin_account.py",
        "event.person, *run, cause=cause, refused=row.refused)",
        "event.person, *run, cause=cause)",
    ),
    "beside": Plant(
        "console/supervisor/reports/counts.py",
        "self.dealt.add(replace(stay, since=at))",
        "self.dealt.add(replace(stay, who=Who(stay.who), since=at))",
        rare=True,
    ),
    "alone": Plant(
        "console/supervisor/reports/handover.py",
        "TraineeDealing(each.who, each.accompanied_by) for",
        "TraineeDealing(each.who, each.beside) for",
        rare=True,
    ),
    "licences": Plant(
        "console/supervisor/reports/counts.py",
        "self.licences.pop(change.id, None)",
        "pass",
        rare=True,
    ),
    "quick": Plant(
        "console/supervisor/history/quick_steps.py",
        "since + now - max(halted.seconds, since)",
        "since",
    ),
    "typed": Plant(
        "console/table/core/play/found_contradictions.py",
        "if other is None or (other.by is None and _is_device_ahead(now)):",
        "if other is None or other.by is None:",
        disputed=True,
    ),
}
"""An early answer that is called late, its seconds from the pit boss's act on, cards counted after the
inspection, an incident that is missing in the next shift, the seconds of another press for a decision, time
at a change of shift that no report counts, a replay without what the clock alone changed, a card that
nobody entered by hand, one that was never moved, presses that were refused and are missing, another round's
worksheet, what lay there before and after an incident a moment too late and too early, a corrected card
without the face as which it was read, a handover of a round that is over, a sum to credit before the
bets are decided, an earlier answer that is missing, a dealer who left though somebody relieved them, a step
that is due and is not handed over, a refused reading that looks taken, a right PIN of somebody who may not
deal as a wrong one, a change at a terminal as one of nobody, a licence that ends soon though it was renewed,
a set clock as time that passed, a shift without the people who came as a set clock interrupted it, a
skipped step, a step that the close broke off and that no list has, one that is handed over though it was
done since, a note on a ball and a lost device that are missing, a refused run of the ball that looks
taken, a trainee's turn without the dealer beside, a handover with a dealer beside who has left, a typed card
that is not compared with one that was read before, and a quick step that a halt hides.
"""


def plant(fault: Plant) -> None:
    """Have a module loaded with this fault; none of the console's may be loaded yet."""
    source = (ROOT / fault.path).read_text("utf-8")
    module = fault.path.removesuffix(".py").replace("/", ".")
    if source.count(fault.piece) != 1 or module in sys.modules:
        raise SystemExit(f"{fault.path} has no place for the fault {fault.piece!r}")
    path = str(ROOT / Path(fault.path))
    sys.meta_path.insert(0, Mutated(module, path, source.replace(fault.piece, fault.instead)))
