"""Whether a round's file tells what the entries in its proof say.

Of what it tells, some stands in these entries alone: presses, remarks, what devices said, what players
answered, the cards' faces, when it began and ended, whose it was. That is told again from the entries, and
compared. How the hands lay, who sat at the table and how an incident was decided rests on the table before
the first of them: that is in no proof of a round, and only the whole journal shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from console.journal.proof.inclusion import Inclusion, Proven
from console.journal.reader import Kept
from console.records.accounts.answer_account import answers_of
from console.records.accounts.device_account import readings_of
from console.records.accounts.passages import Passage
from console.records.accounts.record import UNREAD
from console.records.accounts.round_file import Prompted, RoundFile, presses_of, prompted, remarks_of
from console.records.accounts.spin_account import said_of_spin
from console.table.state import events
from console.table.state.table import Table
from console.table.state.views import Prompt

_NOT_OF_ENTRIES: Final = {
    "presses": ("asked",),
    "readings": ("lines",),
    "remarks": (),
    "answers": ("insurance", "asked", "left", "missed", "behind"),
    "spins": ("cause",),
    "prompts": (),
}
"""Of what stands in a list, what an earlier entry decides."""
_LATER: Final = ("answers", "spins")
"""What files of older consoles may not have."""
_TOLD: Final = {"round_version", *RoundFile.__struct_fields__} - {"proof"}
"""By any of these names a file is one of a round."""
_OF_A_CARD: Final = ("entry", "at", "face", "device", "by")


def told_file(path: Path) -> dict[str, Any] | None:
    """A round's file as JSON reads it; None where nothing of a round is told beside a proof."""
    try:
        found = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) and found.keys() & _TOLD else None


def differing(told: Mapping[str, Any], proof: Inclusion) -> str | None:
    """The first place of a round's file that says other than its entries (``presses.2.by``); else None.

    ``told`` is the file as JSON reads it. A file of an older console may lack what today's tells: that is not
    asked for. The proof itself is taken to hold. What can't be read as an entry is named as ``proof``.
    """
    try:
        within = [_passage(each) for each in proof.entries]
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError):
        return "proof"
    said = proof.seal.said
    if said is None or not within:
        return "proof"
    return next(_differing(told, within, (said.table, said.game, said.rules)), None)


def _differing(told: Mapping[str, Any], within: list[Passage], whose: tuple[str, str, str]) -> Iterator[str]:
    first, last = within[0].row, within[-1].row
    if [each.row.number for each in within] != [*range(first.number, last.number + 1)]:
        yield "proof.entries"
    yield from _other("first", told.get("first"), first.number)
    yield from _other("last", told.get("last"), last.number)
    yield from _other("sealed", told.get("sealed"), False)
    yield from _other("unproven", told.get("unproven"), None)
    origin, where, times = (_mapping(told, name) for name in ("origin", "where", "times"))
    for name, value in zip(("table", "game", "rules"), whose, strict=True):
        yield from _other(f"origin.{name}", origin.get(name), value)
    yield from _other("where.shift", where.get("shift"), first.shift)
    if where.get("round") not in (None, *(each.row.round for each in within)):
        yield "where.round"
    yield from _other("times.opened", times.get("opened"), _plain(first.at))
    yield from _other("times.ended", times.get("ended"), _plain(last.at))
    again = {
        "presses": presses_of(within, lambda _: ""),
        "readings": readings_of(within, Table()),
        "remarks": remarks_of(within),
        "answers": answers_of(within),
        "spins": said_of_spin(within),
        "prompts": _prompts(within),
    }
    for name, made in again.items():
        if name in _LATER and name not in told:
            continue
        yield from _lists(name, told.get(name), [_plain(each) for each in made], _NOT_OF_ENTRIES[name])
    yield from _cards(told.get("dealt"), within)


def _lists(name: str, told: Any, made: Sequence[Mapping[str, Any]], beyond: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(told, list):
        yield name
        return
    for place, again in enumerate(made):
        if place >= len(told) or not isinstance(told[place], dict):
            yield f"{name}.{place}"
            return
        each = told[place]
        for key in (*again, *(key for key in each if key not in again)):
            older = key == "seen_ms" and key not in each
            if key not in beyond and not older and (key not in again or each.get(key) != again[key]):
                yield f"{name}.{place}.{key}"
    if len(told) > len(made):
        yield f"{name}.{len(made)}"


def _cards(told: Any, within: Sequence[Passage]) -> Iterator[str]:
    """Each card told was drawn so, in this order; which hand it went to the table before decides."""
    drawn = {
        each.row.number: (each.row.at, each.event)
        for each in within
        if isinstance(each.event, events.CardDrawn) and each.row.refused is None
    }
    before = 0
    for place, card in enumerate(told if isinstance(told, list) else ()):
        here = card.get("entry") if isinstance(card, dict) else None
        if not isinstance(here, int) or here not in drawn or here <= before:
            yield f"dealt.{place}.entry"
            return
        before, (at, event) = here, drawn[here]
        made = (here, _plain(at), event.card.value, event.device, event.by)
        for key, value in zip(_OF_A_CARD, made, strict=True):
            if not (key == "face" and card.get(key) == UNREAD):
                yield from _other(f"dealt.{place}.{key}", card.get(key), value)
    if not isinstance(told, list):
        yield "dealt"


def _other(place: str, told: Any, made: Any) -> Iterator[str]:
    if told != made or type(told) is not type(made):
        yield place


def _mapping(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = told.get(name)
    return found if isinstance(found, dict) else {}


def _prompts(within: Sequence[Passage]) -> Iterator[Prompted]:
    """The prompts as each entry holds the one that was due after it."""
    last: Prompt | None = None
    for passage in within:
        row = passage.row
        assert isinstance(row, _Entry), "made here"
        if row.due is not None and row.due != last:
            last = row.due
            yield prompted(row, last)


def _plain(value: Any) -> Any:
    """A value as the file's JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class _Entry(Kept, frozen=True, gc=False):
    """An entry with the prompt that was due after it."""

    due: Prompt | None = None


_AS_KEPT: Final = (
    "number",
    "kind",
    "refused",
    "monotonic",
    "person",
    "shift",
    "shoe",
    "round",
    "line",
    "raw",
)


def _passage(proven: Proven) -> Passage:
    """An entry as it was proven, at a table of which nothing is known."""
    said = proven.columns
    if said is None:
        raise ValueError(f"no entry: {proven.number}")
    event = said["event"].encode()
    due = None if said["prompt"] is None else msgspec.json.decode(said["prompt"], type=Prompt)
    kept = {name: said[name] for name in _AS_KEPT}
    row = _Entry(**kept, event=event, at=datetime.fromisoformat(said["at"]), due=due)
    return Passage(row, events.DECODER.decode(event), _UNKNOWN, _UNKNOWN)


_UNKNOWN: Final = Table()
