"""The short words in which a scene writes lines of the protocol; a line in its own JSON is taken as it is."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from console.scenes.bet_terms import bets_of
from console.scenes.incident_terms import incident_fields
from console.scenes.scene_file import SceneError
from console.scenes.seat_terms import seat_fields
from console.scenes.shoe_frames import frame_of
from console.scenes.spin_terms import spin_fields, wheel_lines
from console.scenes.table_in_memory import Seen

SHORT: Final = """
bets open [seconds] · bets closed · seats 1 3 · decide 3.2 hit · card 9H ... · unread · cut_card
done D1 · open P1 · withdraw P1 [because words] · void P1
reshuffle P1 [new] [off] · close P1 [off] · sign_in D2 dealer · sign_out D1 · call D1 on|off · say D1 words
incident D1 [kind [fact value ...]] · answer P1 fact value ... · authorise P1 [choice] [because words]
settle P1 [BET STAKE + ...] (BET: player, 3.1 main)
done P1 because words · correct P1 player 1 9H · manual P1 on|off · card 9H by P1
view · reader TEXT · shoe FRAME [+ FRAME ...] · wheel HEX · wheel *X;5;011;27;0;136;1 [+ ...]
spin D1 3 against · number 17 · number 17 by D1 · done P1 noting words
after any line of a person: having seen 17 (the entry of the view)
FRAME: 1 D player 1 9H · 1 d 9H · 1 G banker player-pair · 1 C · 1 E 3 · 1 S · 1 P · 1 R 9H · hex 05 31
"""


def device(data: bytes, name: str = "shoe") -> Seen:
    """The line of a device's bytes."""
    return {"do": "device", "name": name, "hex": data.hex()}


def sent_by(text: str) -> list[bytes]:
    """The protocol's lines for a scene's line; the last has what its person saw."""
    text, _, seen = text.partition(" having seen ")
    sent = _sent_by(text)
    if not seen:
        return sent
    line = msgspec.json.decode(sent[-1]) | {"seen": {"entry": int(seen), "ms": 900}}
    return [*sent[:-1], msgspec.json.encode(line)]


def _sent_by(text: str) -> list[bytes]:
    if not re.match(r"[a-z]", text):
        return [text.encode()]
    match text.split():
        case ["card", card, "by", by]:
            return [msgspec.json.encode({"do": "card", "card": card, "by": by})]
        case ["card", *cards]:
            return [msgspec.json.encode({"do": "card", "card": card}) for card in cards]
        case ["shoe", *_]:
            frames = text.removeprefix("shoe ").split(" + ")
            return [msgspec.json.encode(device(b"".join(map(frame_of, frames))))]
        case ["settle", by, *bets]:
            return [msgspec.json.encode({"do": "settle", "by": by, "bets": bets_of(bets)})]
        case ["seats" | "decide" as do, *parts]:
            return [msgspec.json.encode(seat_fields(do, parts))]
        case ["spin" | "number" as do, *parts]:
            return [msgspec.json.encode(spin_fields(do, parts))]
        case ["wheel", *_] if "*X" in text:
            return [msgspec.json.encode(wheel_lines(text.removeprefix("wheel ")))]
        case ["reader", *_]:
            data = text.removeprefix("reader ").encode().decode("unicode_escape").encode()
            return [msgspec.json.encode(device(data, "reader"))]
        case [do, *parts]:
            return [msgspec.json.encode({"do": do} | fields(do, parts))]
    raise SceneError(f"{text!r} stands for no line")


def fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line in short words."""
    match do, parts:
        case "bets", [state]:
            return {"state": state}
        case "bets", [state, seconds]:
            return {"state": state, "seconds": int(seconds)}
        case "sign_in", [who, role]:
            return {"who": who, "role": role}
        case "sign_out", [who]:
            return {"who": who}
        case "call", [by, on]:
            return {"by": by, "on": on == "on"}
        case "say", [by, *spoken]:
            return {"by": by, "text": " ".join(spoken)}
        case (
            ("incident" | "answer" | "authorise" | "correct" | "manual" | "done" | "withdraw"),
            [_, _, *_],
        ):
            return incident_fields(do, parts)
        case (("done" | "open" | "withdraw" | "void" | "incident" | "authorise"), [by]):
            return {"by": by}
        case (("close" | "reshuffle"), [by, *orders]):
            off = {"on": False} if "off" in orders else {}
            return {"by": by} | off | ({"new": True} if "new" in orders else {})
        case "wheel", sent:
            return {"do": "device", "name": "wheel", "hex": "".join(sent)}
        case (("unread" | "cut_card" | "view"), []):
            return {}
    raise SceneError(f"{do} {parts} stands for no line")
