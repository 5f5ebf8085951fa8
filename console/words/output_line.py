"""The table protocol's line out: a view with its words, as one JSON object."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from console.table.state.views import View
from console.words import Words
from console.words.speech import notice_text, prompt_text, say_text

_ENCODER: Final = msgspec.json.Encoder()


def encode(view: View, person: Words, market: Words) -> bytes:
    """The view as a line without its end: prompts in the person's words, announcements in the market's."""
    say, notice = view.say, view.notice
    line: dict[str, Any] = {
        "v": 1,
        "accepted": view.accepted,
        "refused": view.refused,
        "why": view.why,
        "fact": view.fact,
        "entry": view.entry,
        "phase": view.phase,
        "prompt": view.prompt,
        "say": say.key if say else None,
        "text": prompt_text(person, view),
        "say_text": say_text(market, say) if say else None,
        "say_gloss": say_text(person, say) if say else None,
        "bets": view.bets,
        "shoe": view.shoe,
        "round": view.round,
        "incident": view.incident,
        "ended": view.ended,
        "offer": view.offer,
        "notice": notice,
        "notice_text": notice_text(market, view) if notice else None,
        "notice_gloss": notice_text(person, view) if notice else None,
        "manual": view.manual,
        "call": view.call,
        "worksheet": view.worksheet,
    }
    if view.file:
        line["file"] = view.file
    return _ENCODER.encode(line)
