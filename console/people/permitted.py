"""``dealer-console people permissions``: the table of permissions in words, to be printed.

It says what the code holds (:mod:`console.table.permissions`) and what the rulebooks add: whose each step is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from console.game.cases import Cases
from console.game.rulebook import Rulebook, load_rulebook, rulebook_ids
from console.table.permissions import ASKED, PERMISSIONS, Area, Party
from console.table.roles import Actor
from console.words import Words
from console.words.incidents import step_text

_MAY, _MAY_NOT = "●", "·"
_LETTERS: Final = {
    Party.DEALER: "D",
    Party.PIT_BOSS: "P",
    Party.SUPERVISOR: "S",
    Party.SERVER: "G",
    Party.DEVICE: "R",
    Party.NOBODY: "N",
}
"""A column each, alike in all languages, so that two printed tables can be laid side by side."""
_SAID_OTHERWISE: Final = frozenset(
    ("deal", "announce", "collect", "confirm_number", "place_cut_card", "burn", "answer")
)
"""Prompts whose own words name a place, a number, a direction."""
_PEOPLE: Final = (Party.DEALER, Party.PIT_BOSS)


def permissions(words: Words) -> Iterator[str]:
    """The whole table, line by line."""
    yield words.text("permission.title")
    yield words.text("permission.how")
    yield from ("", *(f"{letter}  {_party(words, party)}" for party, letter in _LETTERS.items()))
    notes = list(dict.fromkeys(on for each in PERMISSIONS.values() for on in each.conditions))
    for area in Area:
        yield from ("", words.text(f"permission.{area}"), _columns(_LETTERS.values()))
        yield from (_row(words, action, notes) for action in PERMISSIONS if PERMISSIONS[action].area is area)
    yield ""
    yield from (f"*{at} {words.text(f'permission.if.{note}')}" for at, note in enumerate(notes, 1))
    yield from _asked(words)
    yield from ("", words.text("permission.terminal"))


def _party(words: Words, party: Party) -> str:
    mine = party in (Party.SERVER, Party.DEVICE, Party.NOBODY)
    return words.text(f"permission.{party}" if mine else f"role.{party}")


def _columns(marks: Iterable[str]) -> str:
    return " ".join(marks)


def _row(words: Words, action: str, notes: list[str]) -> str:
    permission = PERMISSIONS[action]
    marks = _columns(_MAY if party in permission.may else _MAY_NOT for party in _LETTERS)
    noted = "".join(f" *{notes.index(on) + 1}" for on in permission.conditions)
    return f"{marks}  {words.text(f'permission.of.{action}')} ({action}){noted}"


def _asked(words: Words) -> Iterator[str]:
    """Whom each prompt asks and whose each step is; the waits of the system ask nobody."""
    books = [load_rulebook(each) for each in rulebook_ids()]
    prompts = {
        action: set(actors)
        for action, actors in ASKED.items()
        if action != "sign_in" and Actor.SYSTEM not in actors
    }
    steps: dict[str, set[Actor]] = {}
    for book in books:
        for action, actor in _prepared(book):
            prompts.setdefault(action, set()).add(actor)
        for action, actor in _resolved(book):
            steps.setdefault(action, set()).add(actor)
    yield from ("", words.text("permission.prompt"), _columns(_LETTERS[each] for each in _PEOPLE))
    yield from (_who(actors, _prompt(words, action), action) for action, actors in prompts.items())
    yield from ("", words.text("permission.step"), _columns(_LETTERS[each] for each in _PEOPLE))
    yield from (_who(steps[action], step_text(words, None, action), action) for action in sorted(steps))


def _prepared(book: Rulebook) -> Iterator[tuple[str, Actor]]:
    for game in (book.baccarat, book.blackjack, book.roulette):
        for step in game.preparation.steps:
            yield step.action.value, Actor(step.actor)


def _resolved(book: Rulebook) -> Iterator[tuple[str, Actor]]:
    for game in (book.baccarat, book.blackjack, book.roulette):
        yield from _steps(game.incidents)


def _steps(cases: Cases) -> Iterator[tuple[str, Actor]]:
    for kind in cases.kinds.values():
        for case in kind:
            yield from ((step.action, Actor(step.actor)) for step in case.steps)


def _prompt(words: Words, action: str) -> str:
    if action in _SAID_OTHERWISE:
        return words.text(f"permission.asked.{action}")
    return words.text(f"prompt.{action}", cards=416)


def _who(actors: set[Actor], said: str, action: str) -> str:
    marks = (_MAY if Actor(party) in actors else _MAY_NOT for party in _PEOPLE)
    return f"{_columns(marks)}  {said} ({action})"
