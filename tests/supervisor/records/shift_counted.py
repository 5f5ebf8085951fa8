"""A shift that is played, and what the views must say of it, counted by what was sent and answered."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from tests.supervisor.records.shift_played import Shift
from tests.table.core.tables import Seen

PLAYED = [("baccarat", "lt", 2), ("blackjack", "is", 6), ("roulette", "lt", 8)]


class Counted(Shift):
    """A shift whose lines are counted by their answers alone; the journal is not read."""

    taken: Counter[str]
    tried: Counter[str]
    rounds: set[str]
    sent = 0
    checks = 0
    asks_for_check = False
    """Whether an incident asks for the check of its ball."""

    def take(self, line: Seen) -> Seen:
        seen = super().take(line)
        checked = line["do"] == "done" and seen["accepted"] and line.get("reason") is None
        self.checks += self.asks_for_check and checked
        prompt = seen["prompt"]
        self.asks_for_check = prompt["action"] == "check_ball" and prompt.get("step") is not None
        self.sent += 1
        self.tried[line["do"]] += seen["refused"] != "not_this_game"
        self.taken[line["do"]] += seen["accepted"]
        if seen["round"]:
            self.rounds.add(seen["round"]["id"])
        return seen


def shift_with_counts(path: Path, game: str, code: str, seed: int, stack: ExitStack) -> Counted:
    """A shift of five hundred things that are done, of which thirty go wrong."""
    shift = Counted(path, code, game, seed, stack)
    shift.taken, shift.tried, shift.rounds = Counter(), Counter(), set()
    shift.play(500, 30)
    return shift


def expected(shift: Counted) -> dict[str, int]:
    """The number of rows in each view, by what was sent and answered."""
    taken, tried = shift.taken, shift.tried
    return {
        "rounds": len(shift.rounds),
        "cards": tried["card"],
        "numbers": tried["number"],
        "incidents": taken["incident"],
        "ball_checks": shift.checks,
        "decisions": taken["authorise"] + taken["void"],
        "corrections": taken["correct"],
        "people_at_table": taken["sign_in"] + taken["sign_out"],
        "device_faults": tried["unread"],
        "refusals": shift.sent - taken.total(),
        "remarks": taken["say"],
        "manual_mode": taken["manual"],
        "pit_boss_calls": taken["call"],
    }
