"""``dealer-console people permissions``: who may do what, as a table.

The permissions are those of the code (:mod:`console.table.core.protocol.permissions`) and those that the
rulebooks add: whose each step is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from console.base.command_line import within
from console.base.words import Words, places, sort_by_name
from console.table.commands.people import Terminal, at_terminal
from console.table.core.protocol.permissions import ASKED, PERMISSIONS, Area, Party
from console.table.core.state.actions import Action
from console.table.core.state.roles import Actor
from console.table.game.incident_cases import Cases
from console.table.game.rule_values import Preparing
from console.table.game.rulebook import Rulebook, load_rulebook, rulebook_ids
from console.table.words.incident_phrases import step_text
from console.table.words.speech import order_text


@within(at_terminal)
def print_permissions(at: Terminal) -> int:
    for line in permissions(at.words):
        print(line)
    return 0


_MAY, _MAY_NOT = "●", "·"
_PARTIES: Final = tuple(Party)
"""The columns of the table of permissions, in their order."""
_SAID_OTHERWISE: Final = frozenset(
    (
        Action.DEAL,
        Action.ANNOUNCE,
        Action.COLLECT,
        Action.CONFIRM_NUMBER,
        Preparing.PLACE_CUT_CARD,
        Action.BURN,
        Action.ANSWER,
    )
)
"""Prompts whose own words name a place, a number, a direction."""
_PEOPLE: Final = (Party.DEALER, Party.PIT_BOSS)


def permissions(words: Words) -> Iterator[str]:
    yield words.text("permission.title")
    yield words.text("permission.how")
    yield from ("", *(f"{_mark(words, party)}  {_party(words, party)}" for party in _PARTIES))
    notes = list(dict.fromkeys(on for each in PERMISSIONS.values() for on in each.conditions))
    for area in Area:
        yield from (
            "",
            words.text(f"permission.{area}"),
            _columns(words, [_mark(words, party) for party in _PARTIES]),
        )
        yield from (
            _line_of(words, action, notes) for action in PERMISSIONS if PERMISSIONS[action].area is area
        )
    yield ""
    yield from (f"*{at} {words.text(f'permission.if.{note}')}" for at, note in enumerate(notes, 1))
    yield from _who_is_asked(words)
    yield from ("", words.text("permission.terminal"))


def _party(words: Words, party: Party) -> str:
    mine = party in (Party.SERVER, Party.DEVICE, Party.NOBODY)
    return words.text(f"permission.{party}" if mine else f"role.{party}")


def _mark(words: Words, party: Party) -> str:
    """The letter of a party's column: the first letter of its name that no other has."""
    return words.text(f"permission.mark.{party}")


def _heads(words: Words, parties: Iterable[Party]) -> str:
    return _columns(words, (_mark(words, party) for party in parties)).rstrip()


def _columns(words: Words, marks: Iterable[str]) -> str:
    """Marks in columns; a column is as wide as its letter."""
    wide = max(places(_mark(words, party)) for party in _PARTIES)
    return " ".join(mark + " " * (wide - places(mark)) for mark in marks)


def _line_of(words: Words, action: str, notes: list[str]) -> str:
    permission = PERMISSIONS[action]
    may = (_MAY if party in permission.may else _MAY_NOT for party in _PARTIES)
    noted = "".join(f" *{notes.index(on) + 1}" for on in permission.conditions)
    return f"{_columns(words, may)}  {words.text(f'permission.of.{action}')}{noted}"


def _who_is_asked(words: Words) -> Iterator[str]:
    """The person whom each prompt asks, and who does each step; the waits of the system ask nobody."""
    books = [load_rulebook(each) for each in rulebook_ids()]
    prompts = {
        action: set(actors)
        for action, actors in ASKED.items()
        if action != Action.SIGN_IN and Actor.SYSTEM not in actors
    }
    steps: dict[str, set[Actor]] = {}
    for book in books:
        for action, actor in _prepared(book):
            prompts.setdefault(action, set()).add(actor)
        for action, actor in _resolved(book):
            steps.setdefault(action, set()).add(actor)
    yield from ("", words.text("permission.prompt"), _heads(words, _PEOPLE))
    yield from (_who(words, actors, _prompt(words, action)) for action, actors in prompts.items())
    yield from ("", words.text("permission.step"), _heads(words, _PEOPLE))
    named = {action: step_text(words, None, action) for action in steps}
    yield from (
        _who(words, steps[each], named[each])
        for each in sort_by_name(words, sorted(named), named.__getitem__)
    )


def _prepared(book: Rulebook) -> Iterator[tuple[str, Actor]]:
    for game in book.games.values():
        for step in game.preparation.steps:
            yield step.action.value, Actor(step.actor)


def _resolved(book: Rulebook) -> Iterator[tuple[str, Actor]]:
    for game in book.games.values():
        yield from _steps(game.incidents)


def _steps(cases: Cases) -> Iterator[tuple[str, Actor]]:
    for kind in cases.kinds.values():
        for case in kind:
            yield from ((step.action, Actor(step.actor)) for step in case.steps)


def _prompt(words: Words, action: str) -> str:
    if action in _SAID_OTHERWISE:
        return words.text(f"permission.asked.{action}")
    return order_text(words, action) or words.text(f"prompt.{action}")


def _who(words: Words, actors: set[Actor], text: str) -> str:
    marks = (_MAY if Actor(party) in actors else _MAY_NOT for party in _PEOPLE)
    return f"{_columns(words, marks)}  {text}"
