"""The last change of each part that a table shows, by its entry.

It is computed from the views alone, one after each recorded line, and nothing of it is kept: after a restart
it is computed from the journal, and only for a line that names an earlier entry. A journal of an earlier
console gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from console.table.core.games.game import Game
from console.table.core.judging.checkpoints import table_of
from console.table.core.judging.transition import advance_read
from console.table.core.protocol import lines
from console.table.core.protocol.answered_parts import (
    Part,
    SeenPart,
    answered_parts,
    shown_parts,
    why_of_another_file,
    why_of_another_round,
    why_stale,
)
from console.table.core.showing.dealer_view import view_of
from console.table.core.state import events
from console.table.core.state.entries import KeptEntry
from console.table.core.state.views import View


class Stretch(msgspec.Struct, frozen=True):
    """A journal's part to replay: the state before it, as JSON (None: a closed table), and its entries."""

    entry: int
    state: bytes | None
    rows: Iterable[KeptEntry]


class _ShownChanges:
    def __init__(self, view: View) -> None:
        self.changed = dict[Part, int]()
        self._shown = shown_parts(view)
        self._withdrawn: int | None = None
        """The entry of the console's own since which no view shows the incident that had ended."""

    def follow(self, view: View, entries: Iterable[events.AnyEvent]) -> None:
        """Take in the view after these entries. The console's own entries, such as notes, bring no view: an
        ended incident goes with the next view.
        """
        shown, by_line = shown_parts(view), any(map(_brings_view, entries))
        differing = {part for part in self._shown | shown if self._shown.get(part) != shown.get(part)}
        if by_line:
            self.show_withdrawn()
        elif SeenPart.INCIDENT in differing and shown[SeenPart.INCIDENT] is None:
            differing.remove(SeenPart.INCIDENT)
            self._withdrawn = view.entry
        self.changed |= dict.fromkeys(differing, view.entry)
        self._shown = shown

    def show_withdrawn(self) -> None:
        """From here on somebody sees that the incident which had ended is gone."""
        if self._withdrawn is not None:
            self.changed[SeenPart.INCIDENT] = self._withdrawn
            self._withdrawn = None


class LastChanges:
    """The entry of the last change of each shown part, as far as it has been asked for."""

    def __init__(
        self, game: Game, view: View, stretch_before: Callable[[int], Stretch | None] = lambda _: None
    ) -> None:
        """``view`` is the present one; ``stretch_before``: the journal's stretch up to an entry, if kept."""
        self._game = game
        self._stretch_before = stretch_before
        self.begin(view)

    def begin(self, view: View) -> None:
        """Begin again with this view. Earlier entries are elsewhere, or read when needed."""
        self._last = self._known_from = view.entry
        self._since = _ShownChanges(view)
        self._earlier = dict[Part, int]()
        """The last changes up to the view with which it began, as far as they were asked for."""

    def follow(self, view: View, entries: Iterable[events.AnyEvent]) -> None:
        """Take in the view after these entries, which were recorded at once."""
        self._last = view.entry
        self._since.follow(view, entries)

    def why_stale(self, line: lines.AnyLine, view: View) -> str | None:
        """The reason why a line is stale at the table that shows ``view``, in a sentence; None if it is not.

        It is stale if it names another round than the table's, if what it answers has changed since its view,
        or if that view was of another file.
        """
        if other := why_of_another_round(line, view):
            return other
        answered = answered_parts(line)
        if answered is None:
            return None
        seen, parts = answered
        if seen.file != view.file:
            return why_of_another_file(seen, view.file)
        changed = self.parts_since(seen.entry, parts)
        return why_stale(seen, view.entry, changed) if changed else None

    def parts_since(self, entry: int, parts: Sequence[Part]) -> list[tuple[Part, int]]:
        """The parts that have changed since the view of an entry, each with the entry of its last change; all
        parts for an entry beyond the last one.
        """
        if entry > self._last:
            return [(part, self._last) for part in parts]
        self._look_back_to(entry, parts)
        known = self._known()
        found = ((part, known.get(part, 0)) for part in parts)
        return [(part, changed) for part, changed in found if changed > entry]

    def _look_back_to(self, entry: int, parts: Sequence[Part]) -> None:
        """Ask the journal, a stretch at a time, as long as one of the parts may have changed since."""
        while self._known_from > entry and not self._known().keys() >= set(parts):
            stretch = self._stretch_before(self._known_from)
            if stretch is None:  # unknown: a part that may have changed counts as changed
                self._earlier = dict.fromkeys(parts, self._known_from) | self._earlier
                return
            self._earlier = _changes(self._game, stretch) | self._earlier
            self._known_from = stretch.entry

    def _known(self) -> dict[Part, int]:
        return self._earlier | self._since.changed


def _changes(game: Game, stretch: Stretch) -> dict[Part, int]:
    """The last change of each part that changed in a stretch."""
    table, number = table_of(stretch.state), stretch.entry
    found, entries = _ShownChanges(view_of(game, table, number)), list[events.AnyEvent]()
    for row in stretch.rows:
        event = events.DECODER.decode(row.event)
        if number > stretch.entry and not _goes_on(event):
            found.follow(view_of(game, table, number), entries)
            entries.clear()
        number = row.number
        entries.append(event)
        table = advance_read(game, table, event, row.refused, row.at)
    found.follow(view_of(game, table, number), entries)
    found.show_withdrawn()
    return found.changed


def _brings_view(event: events.AnyEvent) -> bool:
    """Whether somebody gets a view with this entry: it came by a line, or as a device's bytes."""
    return type(event) in lines.DO_OF or isinstance(event, events.BytesReceived | events.LineRejected)


def _goes_on(event: events.AnyEvent) -> bool:
    """Whether an entry came from the same line as the entry before it: both share one view."""
    if isinstance(event, events.IncidentReported):
        return event.ball_out or event.counted is not None
    if isinstance(event, events.ContradictionAnswered):
        return not event.reason
    if isinstance(event, (events.CardSetFound, events.ContradictionFound)):
        return True
    return not isinstance(event, events.BytesReceived) and event.device is not None
