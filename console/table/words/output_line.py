"""The table protocol's line out: a view with its words, as one JSON object."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from console.base.words import FIRST, Words
from console.table.core.state import views
from console.table.core.state.editions import OLDEST
from console.table.core.state.phases import Bets, HeldBack, Phase
from console.table.core.state.reasons import Refusal
from console.table.game.worksheet import Worksheet
from console.table.words.speech import notice_text, say_text, whole_text

English = Annotated[str, msgspec.Meta(extra_json_schema={"x-language": FIRST})]
PersonsText = Annotated[str, msgspec.Meta(extra_json_schema={"x-language": "person"})]
"""In the language of the person at the table (``--lang``)."""
MarketsText = Annotated[str, msgspec.Meta(extra_json_schema={"x-language": "market"})]
"""In the language of the table's market, for its players."""


class OutputLine(msgspec.Struct, frozen=True, kw_only=True):
    """The view of a table after a line."""

    v: Literal[1] = 1
    edition: Annotated[int, msgspec.Meta(ge=OLDEST)] = OLDEST
    accepted: bool
    refused: Refusal | None
    why: English | None
    fact: str | None
    entry: Annotated[int, msgspec.Meta(ge=0)]
    phase: Phase
    prompt: views.Prompt
    say: str | None
    text: PersonsText
    say_text: MarketsText | None
    say_gloss: PersonsText | None
    bets: Bets
    shoe: views.ShoeView | None
    round: views.RoundView | None
    incident: views.IncidentView | None
    ended: str | None
    offer: views.Offer | None
    notice: views.Notice | None
    notice_text: MarketsText | None
    notice_gloss: PersonsText | None
    wheel_signal: Literal["no_more_bets"] | None
    device_fault: views.DeviceFault | None
    held_back: tuple[HeldBack, ...] | None
    manual: bool
    call: bool
    worksheet: Worksheet | None
    journal: views.JournalId
    previous: views.PreviousRound | None
    file: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType = msgspec.UNSET
    trial: views.TrialQuestion | msgspec.UnsetType = msgspec.UNSET
    replay: Literal[True] | msgspec.UnsetType = msgspec.UNSET


_ENCODER: Final = msgspec.json.Encoder()
_OF_VIEW: Final = {*OutputLine.__struct_fields__} & {*views.View.__struct_fields__} - {"say", "file"}
"""The fields that the line has as its view has them."""


def encode(view: views.View, person: Words, market: Words, *, replay: bool = False) -> bytes:
    """The view as a line, prompts for the person, announcements for the market; ``replay``: nobody pays by
    it.
    """
    say, notice = view.say, view.notice
    line = OutputLine(
        **{name: getattr(view, name) for name in _OF_VIEW},
        say=say.key if say else None,
        text=whole_text(person, view),
        say_text=say_text(market, say) if say else None,
        say_gloss=say_text(person, say) if say else None,
        notice_text=notice_text(market, view) if notice else None,
        notice_gloss=notice_text(person, view) if notice else None,
        file=view.file or msgspec.UNSET,
        replay=True if replay else msgspec.UNSET,
    )
    return _ENCODER.encode(line)
