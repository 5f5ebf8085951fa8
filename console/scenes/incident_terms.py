"""The words of scenes for incidents: the lines about them, and what a view shows of them.

``incident card_fell awaiting LT-BAC-18b rule void`` names kind, state, clause, basis and outcome, ``-``
where there is none, and ``+1`` behind them for a report that waits. ``offer early_deal first_card true``,
``answers true false``, ``places player 1 9H banker 1 2S``, ``by hand`` (manual mode), ``by reader``;
``facts where round cards 1``, ``steps restore/pit_boss+ discard/dealer`` (``+``: done), ``choices go_on
void``, ``authority dealer``.
"""

from __future__ import annotations

from typing import Any

from console.scenes.scene_file import SceneError, hold
from console.scenes.table_in_memory import Seen
from console.table.state.open_incident import IncidentState

OF_INCIDENT = ("facts", "steps", "choices", "authority")
"""The further terms with which a scene can name an incident."""


def incident_fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line about an incident, in short words."""
    match do, parts:
        case "incident", [by, kind, *facts]:
            return {"by": by, "kind": kind} | ({"facts": facts_of(facts)} if facts else {})
        case "answer", [by, *facts]:
            return {"by": by, "facts": facts_of(facts)}
        case "authorise", [by, "because", *reason]:
            return {"by": by, "reason": " ".join(reason)}
        case "authorise", [by, choice, "because", *reason]:
            return {"by": by, "choice": choice, "reason": " ".join(reason)}
        case "authorise", [by, choice]:
            return {"by": by, "choice": choice}
        case "withdraw", [by, "because", *reason]:
            return {"by": by, "reason": " ".join(reason)}
        case "done", [by, "noting", *note]:
            return {"by": by, "note": " ".join(note)}
        case "done", [by, "because", *reason]:
            return {"by": by, "reason": " ".join(reason)}
        case "correct", [by, hand, card, to]:
            return {"by": by, "hand": hand, "card": int(card), "to": to}
        case "manual", [by, on]:
            return {"by": by, "on": on == "on"}
    raise SceneError(f"{do} {parts} stands for no line")


def facts_of(words: list[str]) -> dict[str, Any]:
    """Facts and their values, in turn."""
    return {fact: value(word) for fact, word in zip(words[::2], words[1::2], strict=True)}


def value(word: str) -> Any:
    """A fact's value: true, false, null, a whole number, a word."""
    constants = {"true": True, "false": False, "null": None}
    return constants[word] if word in constants else int(word) if word.isdigit() else word


def actual_incident(view: Seen) -> Seen:
    """The terms of a scene for a view's incident, as the view has them."""
    incident, offer, prompt = view["incident"], view["offer"], view["prompt"]
    if incident is not None and not incident["open"]:
        ended = view["ended"] == incident["id"] and incident["state"] == IncidentState.CLOSED
        hold(ended, "an incident is over and not told as ended")
    return {
        "incident": incident and incident_line(incident),
        "offer": offer and {"kind": offer["kind"]} | offer["facts"],
        "answers": prompt.get("answers"),
        "places": prompt.get("places"),
        "by_hand": view["manual"],
        **dict.fromkeys(OF_INCIDENT),
        **(more_of(incident) if incident else {}),
    }


def more_of(incident: Seen) -> Seen:
    """The terms that count only where a scene names them."""
    steps = incident["steps"]
    return {
        "facts": incident["facts"],
        "steps": [f"{step['action']}/{step['actor']}{'+' if step['done'] else ''}" for step in steps],
        "choices": incident["choices"],
        "authority": incident["authority"],
    }


def incident_line(incident: Seen) -> str:
    """Kind, state, clause, basis and outcome, and how many reports wait."""
    if incident["clause"] is None and incident["state"] == IncidentState.FACTS:
        words = [incident["kind"] or "-", "facts"]
    else:
        names = ("kind", "state", "clause", "basis", "outcome")
        words = [incident[name] or "-" for name in names]
    return " ".join(words + ([f"+{incident['queued']}"] if incident["queued"] else []))


def named_incident(item: str) -> Seen:
    """A term of an incident in a scene. Raises SceneError where no view shows such a thing."""
    match item.split():
        case ["incident", *_]:
            return {"incident": item.removeprefix("incident ")}
        case ["offer", "null"]:
            return {"offer": None}
        case ["offer", kind, *facts]:
            return {"offer": {"kind": kind} | facts_of(facts)}
        case ["answers", "null"]:
            return {"answers": None}
        case ["answers", *answers]:
            return {"answers": [value(each) for each in answers]}
        case ["places", *places]:
            laid = zip(places[::3], places[1::3], places[2::3], strict=True)
            return {"places": [{"hand": hand, "card": int(card), "face": face} for hand, card, face in laid]}
        case ["facts", *facts]:
            return {"facts": facts_of(facts)}
        case ["steps" | "choices" as named, *words]:
            return {named: words}
        case ["authority", authority]:
            return {"authority": authority}
        case ["by", "hand" | "reader" as how]:
            return {"by_hand": how == "hand"}
    raise SceneError(f"{item!r} is nothing that a view shows of an incident")
