"""The line that a prompt asks for, an incident's too: what keeps a table going, whatever happens."""

from __future__ import annotations

from console.table.core import Role, Table
from tests.table.core.lines_at_random import asked_for
from tests.table.core.tables import Seen


def obeyed(table: Table, seen: Seen, face: str, number: int) -> Seen:
    """The line that the prompt asks for; ``number`` picks among answers and choices."""
    line = _obeyed(seen, face, number)
    if line["do"] == "card" and seen["manual"] and not table.has(Role.PIT_BOSS):
        return {"do": "sign_in", "who": "P1", "role": "pit_boss"}  # who enters cards by hand
    role = {"D1": "dealer", "P1": "pit_boss"}.get(line.get("by", ""))
    there = [person.who for person in table.people if person.role == role]
    return line | {"by": there[0]} if there else line


def _obeyed(seen: Seen, face: str, number: int) -> Seen:
    prompt, incident = seen["prompt"], seen["incident"]
    actor = "P1" if prompt["actor"] == "pit_boss" else "D1"
    match prompt["action"]:
        case "answer":
            answers = prompt["answers"] or [1, 2, 3]
            return {"do": "answer", "by": actor, "facts": {prompt["fact"]: answers[number % len(answers)]}}
        case "authorise":
            choices = incident["choices"]
            chosen = {"choice": choices[number % len(choices)]} if choices else {}
            if "reason" in prompt["needs"]:
                chosen = {**chosen, "reason": "so"}
            return {"do": "authorise", "by": actor} | chosen
        case "scan_card" if number % 4 and not seen["manual"]:
            return {"do": "card", "card": face}
        case "scan_cut_card" if number % 4:
            return {"do": "cut_card"}
        case "scan_card" | "scan_cut_card":
            return {"do": "done", "by": actor, "reason": "it can't be read"}
        case "rescan" | "deal" | "burn_card" if seen["manual"]:
            return {"do": "card", "card": face, "by": "P1"}
        case "resolve" if number % 2 and seen["round"] and seen["round"]["status"] == "open":
            return {"do": "void", "by": actor}
        case _:
            return asked_for(seen, face)
