"""The judgement of an event: its refusal, or the table after it, and the prompt due then. Reads no clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.judging.explanations import why
from console.table.core.judging.prompts import prompt_due
from console.table.core.judging.refusals import refusal
from console.table.core.judging.transition import advance
from console.table.core.play.decoders import decoder_of
from console.table.core.play.wheel_run import wheel_events
from console.table.core.state import events
from console.table.core.state.entries import Entry
from console.table.core.state.events import event_of
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Table
from console.table.core.state.views import Prompt
from console.table.devices.model import DeviceRole

_ENCODER: Final = msgspec.json.Encoder()


class Instant(NamedTuple):
    at: datetime
    """In UTC."""
    monotonic: int
    """On a clock that nobody sets, in nanoseconds."""


class EventResult(msgspec.Struct, frozen=True):
    """An event, the reason of its refusal if any, the table after it, and the prompt that is due then."""

    event: events.AnyEvent
    when: Instant
    refused: Refusal | None
    why: str | None
    """The refusal in a sentence, for the author of the line."""
    after: Table
    prompt: Prompt

    def entry(self, shift: str, line: bytes | None = None, *, edition: int = 0) -> Entry:
        """The entry of the event in this shift; ``line`` is the protocol's line that brought it. ``edition``
        is named in it, unless it is 0.
        """
        event, table, prompt = self.event, self.after, self.prompt
        if edition:
            event = replace(event, edition=edition)
        return Entry(
            kind=events.kind_of(event),
            event=events.ENCODER.encode(event),
            refused=self.refused,
            at=self.when.at,
            monotonic=self.when.monotonic,
            person=event.by or event.who,
            shift=shift,
            shoe=table.shoe_in_play.number,
            round=table.round.id if table.round else None,
            prompt=_ENCODER.encode(prompt),
            clauses=prompt.clauses,
            line=None if line is None else line.decode("utf-8", "backslashreplace"),
            raw=event.received if isinstance(event, events.BytesReceived) else None,
        )


def judge(
    game: Game,
    table: Table,
    event: events.AnyEvent,
    when: Instant,
    refused: Refusal | None = None,
    reason: str | None = None,
) -> EventResult:
    """The result of an event at this table; ``refused`` is the reason why its line can't be taken, if any."""
    refused = refused or refusal(game, table, event)
    after = advance(game, table, event, refused, when.at)
    if refused is not None and reason is None:
        reason = why(game, table, event, refused)
    return EventResult(event, when, refused, reason, after, prompt_due(game, after))


def judge_bytes(
    game: Game, table: Table, device: DeviceRole, data: bytes, when: Instant, fresh: bool = False
) -> Iterator[EventResult]:
    """The results of a device's bytes and of the events in them; ``fresh``: its port was just opened."""
    last = judge(game, table, events.BytesReceived(device, data), when)
    yield last
    if table.is_tested(device):
        return
    decoder = decoder_of(table, device)
    for line in decoder.one_by_one(data):
        before = decoder
        decoder, found = decoder.feed_fresh(line) if fresh else decoder.feed(line)
        read = [event_of(device, reading) for reading in found]
        for event in wheel_events(game, last.after, before, decoder, read):
            last = judge(game, last.after, event, when)
            yield last


def judge_again(game: Game, table: Table, results: Sequence[EventResult]) -> list[EventResult]:
    """The results of the same events at another table, which an event before them has changed."""
    again: list[EventResult] = []
    for each in results:
        again.append(judge(game, table, each.event, each.when, each.refused, each.why))
        table = again[-1].after
    return again
