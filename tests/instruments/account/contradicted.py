"""The contradictions of a session, worked out from its lines and the second reader's views.

These are the kinds of which a view shows both sides: no spin that was lifted, a number that was changed after
its announcement, and two counts. Of cards by hand and of a ball that was said to be out, no view has both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from console.supervisor.history.interval import Interval
from console.supervisor.reports.journal_reports import shift_report
from tests.instruments.account.sessions import Played
from tests.instruments.account.table_account import Sent

Shown = dict[str, Any]
Stated = tuple[datetime, str, str | None, str, str]
"""When it was found, its kind, its round, and the values of both sides."""
KINDS: Final = ("no_spin", "number", "count")
WHOLE: Final = (416, [52] * 8)


def of_contradictions(played: Played) -> Iterator[str]:
    """The contradictions that the report of the whole session has otherwise."""
    (table,) = shift_report(played.files, Interval(), datetime.now(UTC)).tables
    theirs = [
        (each.at, str(each.kind), each.round, each.first.value, each.second.value)
        for each in table.contradictions
        if each.kind in KINDS
    ]
    mine = [*contradictions(played.account.sent)]
    if theirs != mine:
        yield f"contradictions: the console {theirs}, the account {mine}"


def contradictions(sent: Sequence[Sent]) -> Iterator[Stated]:
    """The contradictions in the order of their lines."""
    counted: object = None
    known, decided = dict[str, int](), set[str]()
    before: Shown = {"round": None, "incident": None, "prompt": {"action": ""}, "offer": None}
    for each in sent:
        line, now = each.line, each.view
        if now["accepted"]:
            if line.get("do") == "withdraw" and is_lifted(before):
                cause = before["offer"]["facts"].get("cause") or "void_game"
                yield each.at, "no_spin", (before["round"] or {}).get("id"), cause, ""
            if before["prompt"]["action"] == "inspect" and line.get("do") == "done":
                count = line.get("counted")
                told = count is not None or (now["incident"] is None and line.get("reason"))
                if counted is not None and told and count != counted:
                    yield each.at, "count", None, said(counted), said(count)
                counted = counted if count is None else None if count in WHOLE else count
            for changed in changed_number(now, known, decided):
                yield each.at, "number", *changed
        if now["prompt"]["action"] in ("receive_decks", "replace_decks") or now["phase"] == "betting":
            counted = None
        before = now


def is_lifted(before: Shown) -> bool:
    """Whether the halt that stood was of no spin, and not of a ball that fell after all."""
    offer, incident = before["offer"], before["incident"]
    if (incident and incident["open"]) or not offer or offer["kind"] != "no_spin":
        return False
    return before["prompt"].get("reason") != "no_spin" or "cause" in offer["facts"]


def said(count: object) -> str:
    """A count as its statement has it."""
    return "" if count is None else " ".join(map(str, count if isinstance(count, list) else [count]))


def changed_number(now: Shown, known: dict[str, int], decided: set[str]) -> Iterator[tuple[str, str, str]]:
    """A number that another one settled by hand takes the place of, after its announcement."""
    for round in filter(None, (now["round"], now["previous"])):
        if round["status"] == "finished" and round.get("number") is not None:
            known.setdefault(round["id"], round["number"])
    incident = now["incident"] or {"outcome": None}
    is_decided = incident["outcome"] == "settle_by_hand" and incident["state"] in ("steps", "closed")
    if not is_decided or incident["id"] in decided:
        return
    decided.add(incident["id"])
    about, actual = incident["round"], incident["facts"]["actual"]
    if known.get(about, actual) != actual:
        yield str(about), str(known[about]), str(actual)
    if about in known:
        known[about] = actual
