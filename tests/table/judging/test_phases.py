"""The page of theory over the transition: the phases that it names, and the ways between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from console.table.judging import transition
from console.table.running import session
from console.table.state.phases import Phase
from tests.table.transcripts import all_scenes, play

ROW = re.compile(r"^    (\w+) {2,}(\S.*?) {2,}(\w.*)$", re.MULTILINE)
OF_A_ROUND = (Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.SPINNING, Phase.RESULT)
AFTER_A_VOID = (Phase.COLLECTING, Phase.BETTING, Phase.SHOE, Phase.CLOSED)
FILES = (
    "preparation",
    "last_hand",
    "roulette_rounds",
    "roulette_tables",
    "roulette_incidents",
    "blackjack_tables",
)


def named() -> Iterator[tuple[str, str]]:
    """Each phase of the page with each phase that it says to be next."""
    (_, *rows) = ROW.findall(transition.__doc__ or "")
    for phase, _, following in rows:
        yield from ((phase, each) for each in following.split(", "))


def test_the_page_names_every_phase_and_no_other() -> None:
    assert {phase for phase, _ in named()} == {*Phase}
    assert {following for _, following in named()} - {"the phase beneath"} == {*Phase} - {Phase.HALTED}


def test_play_goes_no_way_that_the_page_does_not_name(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = set[tuple[str, str]]()

    def advance(game: Any, table: Any, *happened: Any) -> Any:
        after = transition.advance(game, table, *happened)
        if after.phase is not table.phase:
            voided = after.round is not None and after.round.status == "void"
            gone.add((table.phase, f"{after.phase}{' by a void' if voided else ''}"))
        return after

    monkeypatch.setattr(session, "advance", advance)
    for file, scene in all_scenes():
        if file in FILES:
            play(scene)
    by_void = {(phase, f"{each} by a void") for phase in OF_A_ROUND for each in AFTER_A_VOID}
    after_it = {("collecting", f"{each} by a void") for each in ("betting", "shoe", "closed")}
    assert gone - {*named()} - by_void - after_it == set()
    assert len(gone & {*named()}) > 12, "these transcripts go most of the ways"
