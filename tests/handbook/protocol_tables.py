"""The tables of the page on the protocol: its lines, incidents, steps and bets, as the code has them."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from console.table.core import editions, lines
from console.table.core.protocol.answered_parts import COMPARED, SeenPart
from console.table.core.protocol.permissions import PERMISSIONS, Party
from console.table.game import DOCUMENTED, load_rulebook, rulebook_ids
from console.table.incidents import Moment
from tests.base.words.catalogues import words
from tests.handbook.docstrings import in_line, of_fields
from tests.handbook.pages import table
from tests.instruments import together

_PARTIES: Final = {Party.NOBODY: "anybody there"}


@cache
def forms() -> dict[str, type[lines.Line]]:
    """Every line by its ``do``."""
    return {str(form.__struct_config__.tag): form for form in get_args(lines.AnyLine)}


def permissions() -> str:
    """The lines of the protocol that each party may say."""
    may: dict[Party, dict[str, None]] = {}
    for action, permission in PERMISSIONS.items():
        if (do := action.partition(".")[0]) in forms():
            for party in permission.may:
                may.setdefault(party, {})[do] = None
    rows = [
        (_PARTIES.get(party, party.replace("_", " ")), ", ".join(f"`{do}`" for do in may[party]))
        for party in Party
        if party in may
    ]
    return table(("who", "lines"), rows)


def two_reports() -> str:
    """The reports that end otherwise than alone beside another one of the same moment, by sentences."""
    heads = ("sentence", "the other ends with", "what becomes of it", "kinds", "pairs")
    rows = [
        (
            each.sentence,
            f"`{each.other}`",
            each.then,
            ", ".join(f"`{kind}`" for kind in each.kinds),
            f"{each.pairs:,}",
        )
        for each in together.kept()
    ]
    return table(heads, rows)


def compared() -> str:
    """The lines that answer something, and with what each is compared."""
    cases = {"number.dealer": "`number` of a dealer", "card.by_hand": "`card` by hand"}
    alike: dict[tuple[SeenPart, ...], list[str]] = {}
    for do, parts in COMPARED.items():
        alike.setdefault(parts, []).append(cases.get(do, f"`{do}`"))
    rows = [(", ".join(found), ", ".join(f"`{part}`" for part in parts)) for parts, found in alike.items()]
    return table(("line", "if since then one of these has changed, it is `stale`"), rows)


def differences() -> str:
    """The differences between editions, with what each goes by."""
    rows = [
        (f"`{row.name}`", row.sentence, ", ".join(row.goes_by) or "the console that writes the entry")
        for row in editions.ROWS
    ]
    return table(("row", "from its edition on", "goes by the first of these that is there"), rows)


def moments() -> str:
    """The moments, by their letters."""
    told = of_fields(Moment)
    return table(("letter", "when it is"), [(f"`{moment}`", told[moment.name]) for moment in Moment])


def _phrases(prefix: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, text in words("en").phrases(prefix):
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
