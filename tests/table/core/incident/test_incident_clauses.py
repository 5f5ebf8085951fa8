"""Every incident clause of a game has a transcript that is named by it; no other scene claims one."""

from __future__ import annotations

import re

import pytest

from console.table.game import DOCUMENTED
from tests.table.core.transcripts import all_scenes
from tests.table.game.clauses import committed

KINDS = ("incident", "prohibition")
CLAUSE = re.compile(r"^((?:LT-)?(?:BAC|BJ|ROU)-[\w.-]*\w): ")

SHOWN_TO_PLAYERS_ALONE = {
    "BAC-2.1.1": "the bets on the player's own screen",
    "BAC-2.1.7": "the account that the system credits",
    "BAC-2.1.7-ii": "what each player answers for",
    "BAC-2.1.7-iii": "a bet that the game server refuses",
    "LT-BAC-11b": "the chips on the player's own screen",
    "LT-BAC-33": "a player who is cut off",
}
"""Rows that only the player's own client could show, with what they are about: no table can."""


def scenes_by_clause() -> dict[str, int]:
    found: dict[str, int] = {}
    for _, scene in all_scenes():
        if named := CLAUSE.match(scene.title):
            found[named[1]] = found.get(named[1], 0) + 1
    return found


@pytest.mark.parametrize("game", DOCUMENTED)
def test_each_incident_clause_has_its_transcript(game: str) -> None:
    due = {row.id for row in committed() if row.game == game and row.kind in KINDS}
    lacking = due - scenes_by_clause().keys()
    assert due and not lacking, f"resources/scenes/incidents_acted.txt: no scene '# CLAUSE: ' of {lacking}"


def test_every_clause_that_a_transcript_names_exists() -> None:
    assert scenes_by_clause().keys() <= {row.id for row in committed()}


def test_clauses_that_only_a_players_client_shows_are_listed_with_the_reason() -> None:
    due = {row.id for row in committed() if row.game == "baccarat" and row.kind == "link"}
    assert due == SHOWN_TO_PLAYERS_ALONE.keys()
