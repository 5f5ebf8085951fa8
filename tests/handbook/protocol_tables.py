"""The tables of the page on the protocol: its lines, incidents, steps and bets, as the code has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args, get_type_hints

import msgspec

from console.game.baccarat.coup import Outcome
from console.game.games import DOCUMENTED
from console.game.incident_cases import Result
from console.game.rulebook import load_rulebook, rulebook_ids
from console.game.worksheet import Worksheet, WorksheetRow
from console.incidents.facts import facts_of
from console.incidents.moments import Moment
from console.table.protocol import lines
from console.table.protocol.answered_parts import COMPARED, SeenPart
from console.table.protocol.line_faults import right
from console.table.protocol.lines import FORMS
from console.table.protocol.permissions import ASKED, PERMISSIONS, Party
from console.table.state.phases import Bets, Phase
from console.table.state.views import CoupView, HandsView, HandView, IncidentView, Notice, Prompt, SpinView
from console.words import Words
from tests.handbook.docstrings import first_paragraph, in_line, of_fields
from tests.handbook.pages import table
from tests.table.tables import Driven

EXAMPLES: Final[dict[str, str]] = {
    "sign_in": '{"do":"sign_in","who":"D2","role":"dealer"}',
    "sign_out": '{"do":"sign_out","who":"D1"}',
    "bets": '{"do":"bets","state":"open","seconds":20}',
    "seats": '{"do":"seats","seats":[1,3]}',
    "decision": '{"do":"decision","seat":1,"hand":1,"choice":"stand"}',
    "card": '{"do":"card","card":"9H"}',
    "cut_card": '{"do":"cut_card"}',
    "unread": '{"do":"unread"}',
    "device": '{"do":"device","name":"reader","hex":"39480d"}',
    "spin": '{"do":"spin","turns":4,"direction":"against","by":"D1"}',
    "number": '{"do":"number","number":17,"source":"reader"}',
    "done": '{"do":"done","by":"D1"}',
    "open": '{"do":"open","by":"P1"}',
    "reshuffle": '{"do":"reshuffle","by":"P1"}',
    "close": '{"do":"close","by":"P1"}',
    "withdraw": '{"do":"withdraw","by":"P1"}',
    "void": '{"do":"void","by":"P1"}',
    "incident": '{"do":"incident","kind":"card_fell","facts":{"cards":1},"by":"D1"}',
    "answer": '{"do":"answer","facts":{"seen":false},"by":"P1"}',
    "authorise": '{"do":"authorise","by":"P1"}',
    "correct": '{"do":"correct","hand":"player","card":1,"to":"8H","by":"P1"}',
    "manual": '{"do":"manual","on":true,"by":"P1"}',
    "call": '{"do":"call","on":true,"by":"D1"}',
    "settle": '{"do":"settle","bets":[{"on":"player","stake":100}],"by":"P1"}',
    "say": '{"do":"say","text":"New deck of cut cards.","by":"P1"}',
    "view": '{"do":"view"}',
}
"""A right line of each kind."""

_PARTIES: Final = {Party.NOBODY: "anybody there"}


@cache
def forms() -> dict[str, type[lines.Line]]:
    """Every line by its ``do``."""
    return {str(form.__struct_config__.tag): form for form in get_args(lines.AnyLine)}


def lines_in() -> str:
    """Every line: what it means, its fields, who may, at which games, and one that is right."""
    rows = [
        (
            f"`{do}`",
            first_paragraph(form),
            "; ".join(_fields(form)) or "none",
            _who(do),
            ", ".join(_games(do)),
            f"`{line}`",
        )
        for do, form in forms().items()
        if (line := example(do))
    ]
    return table(("do", "what it says", "fields", "who may", "games", "example"), rows)


def example(do: str) -> str:
    """A right line of a kind."""
    assert do in EXAMPLES, f"{__file__}: EXAMPLES has no right line with the `do` {do}"
    return EXAMPLES[do]


def _fields(form: type[lines.Line]) -> Iterator[str]:
    """The fields of a line but ``seen``, which every line of a person may have."""
    hints = get_type_hints(form, include_extras=True)
    for field in msgspec.structs.fields(form):
        if field.name == "seen":
            continue
        may = "" if field.required else " (optional)"
        yield f"`{field.encode_name}` {right(hints[field.name]).strip(',')}{may}"


def _who(do: str) -> str:
    may = {
        party for action, one in PERMISSIONS.items() if action.partition(".")[0] == do for party in one.may
    }
    return (
        "anybody"
        if may == set(Party)
        else ", ".join(_PARTIES.get(party, party.replace("_", " ")) for party in Party if party in may)
    )


@cache
def _at(game: str) -> dict[str, str | None]:
    """A game's refusal of each example; None where its table takes the line."""
    return {do: Driven("sv", game=game).take(line.encode())["refused"] for do, line in EXAMPLES.items()}


def _games(do: str) -> list[str]:
    there = [game for game in DOCUMENTED if _at(game)[do] != "not_this_game"]
    return (
        ["all"]
        if do in ("device", "settle", "incident", "answer") or len(there) == len(DOCUMENTED)
        else list(there)
    )


def compared() -> str:
    """The lines that answer something, and with what each is compared."""
    cases = {"number.dealer": "`number` of a dealer", "card.by_hand": "`card` by hand"}
    alike: dict[tuple[SeenPart, ...], list[str]] = {}
    for do, parts in COMPARED.items():
        alike.setdefault(parts, []).append(cases.get(do, f"`{do}`"))
    rows = [(", ".join(found), ", ".join(f"`{part}`" for part in parts)) for parts, found in alike.items()]
    return table(("line", "if since then one of these has changed, it is `stale`"), rows)


def phases() -> set[str]:
    """The phases."""
    return set(Phase)


def bets() -> set[str]:
    """The states of the bets."""
    return set(Bets)


def view_fields() -> set[str]:
    """The fields of the line out."""
    return set(Driven("sv").view())


def prompt_fields() -> set[str]:
    """The fields of a prompt."""
    return {field.encode_name for field in msgspec.structs.fields(Prompt)}


def prompts() -> set[str]:
    """The actions that a prompt can ask for, beside the steps of a preparation and of an incident."""
    return set(ASKED)


def round_fields() -> set[str]:
    """The fields of a round, whatever the game."""
    return {
        field.encode_name for one in (CoupView, HandsView, SpinView) for field in msgspec.structs.fields(one)
    }


def hand_fields() -> set[str]:
    """The fields of a hand at blackjack."""
    return {field.encode_name for field in msgspec.structs.fields(HandView)}


def coup_outcome() -> set[str]:
    """The fields of a coup's outcome."""
    return {field.encode_name for field in msgspec.structs.fields(Outcome)}


def incident_fields() -> set[str]:
    """The fields of an incident."""
    return {field.encode_name for field in msgspec.structs.fields(IncidentView)}


def worksheet_fields() -> set[str]:
    """The fields that a worksheet adds to its bets."""
    asked = {field.encode_name for form in FORMS.values() for field in msgspec.structs.fields(form)}
    told = {field.encode_name for one in (WorksheetRow, Worksheet) for field in msgspec.structs.fields(one)}
    return told - asked


def refusals() -> set[str]:
    """The refusals, by the words that each has on the screen; a halt's own words are none."""
    return {key.split(".")[0] for key, _ in Words("en").phrases("refusal.")} - {"no_spin", "device"}


def halt_reasons() -> set[str]:
    """Why a table can be halted: what its prompts rest on is in the rulebooks by these names."""
    found = {"rescan"}
    for game in DOCUMENTED:
        resolve = load_rulebook("lt").rules_of(game).prompts.resolve
        found |= {field.name for field in msgspec.structs.fields(type(resolve))}
    return found


def announcements() -> set[str]:
    """The announcements, by their keys."""
    parts = {"colour", "parity", "half", "by_pit_boss"}
    return {key.split(".")[0] for key, _ in Words("en").phrases("say.")} - parts


def notices() -> set[str]:
    """The notices that players are shown as long as they hold."""
    return set(Notice)


def preparation() -> str:
    """The steps before the first round, by game and rulebook."""
    found: dict[tuple[str, str], list[str]] = {}
    for game in DOCUMENTED:
        for id in rulebook_ids():
            steps = load_rulebook(id).rules_of(game).preparation.steps
            told = ", ".join(f"`{step.action}`{' (P)' if step.actor == 'pit_boss' else ''}" for step in steps)
            found.setdefault((game, told), []).append(id)
    return table(
        ("game", "rules", "steps in their order"),
        [(game, ", ".join(ids), told) for (game, told), ids in found.items()],
    )


def kinds() -> str:
    """The kinds that can be reported: at which games, by which rulebooks, when, and the facts that decide.

    A kind that is different from game to game has a row for each.
    """
    rows: dict[tuple[str, ...], list[str]] = {}
    for game in DOCUMENTED:
        for row in _kinds_of(game):
            rows.setdefault(row, []).append(game)
    every = [(row[0], row[1], ", ".join(games), *row[2:]) for row, games in rows.items()]
    ordered = sorted(every, key=lambda row: [each[0] for each in every].index(row[0]))
    return table(("kind", "on the screen", "games", "rules", "when", "facts and their values"), ordered)


def _kinds_of(game: str) -> list[tuple[str, ...]]:
    words = Words("en")
    found = {id: load_rulebook(id).rules_of(game).incidents.kinds for id in rulebook_ids()}
    names = dict.fromkeys(kind for kinds in found.values() for kind in kinds)
    rows: list[tuple[str, ...]] = []
    for kind in names:
        having = [id for id, kinds in found.items() if kind in kinds]
        cases = [case for id in having for case in found[id][kind]]
        moments = [moment for moment in Moment if any(moment in case.moments for case in cases)]
        facts = [f"`{fact}` {_values(wanted)}" for fact, wanted in facts_of(cases).items()]
        rules = "all" if len(having) == len(found) else ", ".join(having)
        rows.append(
            (
                f"`{kind}`",
                words.text(f"incident.{kind}"),
                rules,
                " ".join(moments),
                "; ".join(facts) or "none",
            )
        )
    return rows


def _values(wanted: tuple[object, ...]) -> str:
    shown = [str(each).lower() if isinstance(each, bool) else str(each) for each in wanted]
    return ", ".join(dict.fromkeys(shown))


def moments() -> str:
    """The moments, by their letters."""
    told = of_fields(Moment)
    return table(("letter", "when it is"), [(f"`{moment}`", told[moment.name]) for moment in Moment])


def outcomes() -> str:
    """The outcomes of incidents, with their texts."""
    forms = {key: text[0] for key, text in _phrases("outcome.").items()}
    return table(("outcome", "on the screen"), [(f"`{result}`", forms[result]) for result in Result])


def _phrases(prefix: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, text in Words("en").phrases(prefix):
        found.setdefault(key, []).append(text)
    return found


def steps() -> str:
    """The steps of all outcomes, with whose they are."""
    texts = _phrases("step.")
    actors: dict[str, set[str]] = {}
    for id in rulebook_ids():
        for game in DOCUMENTED:
            for cases in load_rulebook(id).rules_of(game).incidents.kinds.values():
                for step in (step for case in cases for step in case.steps):
                    actors.setdefault(step.action, set()).add(step.actor)
    by = {"scan_card": "`card`", "scan_cut_card": "`cut_card`", "enter_number": "`number`"}
    rows = [
        (
            f"`{action}`",
            " or ".join(sorted(whose)).replace("_", " "),
            in_line(texts[action][-1]),
            by.get(action, "`done`"),
        )
        for action, whose in sorted(actors.items())
    ]
    return table(("step", "whose", "on the screen", "ended by"), rows)


def wagers() -> str:
    """The bets of a worksheet by their fields."""
    found: dict[str, list[str]] = {}
    for on, form in FORMS.items():
        hints = get_type_hints(form, include_extras=True)
        fields = [field.name for field in msgspec.structs.fields(form) if field.name != "on"]
        told = "; ".join(f"`{name}` {right(hints[name]).strip(',')}" for name in fields)
        found.setdefault(told, []).append(f"`{on}`")
    return table(("on", "fields beside it"), [(", ".join(on), told) for told, on in found.items()])
