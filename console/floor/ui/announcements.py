"""The wall's announcements of alarms and results, in its note and aloud."""

from __future__ import annotations

from functools import partial

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import AlarmLine, Priority
from console.floor.ui.appearance import place_text, sign_in_obstacle_text, what_inside
from console.floor.ui.desk_line import DeskAct, DeskRequest, answer_text, is_not_done
from console.floor.ui.wall_acts import WallParts
from console.floor.ui.wall_readings import FloorHistory, TurnedBackTable
from console.floor.ui.wall_views import WallViews
from console.floor.wall import CallTaker, Reading
from console.table.core import Clock
from console.table.ui.dealer import announce
from console.table.ui.hands import PressRefusal


class _Taking(msgspec.Struct):
    number: int
    who: str
    is_known: bool = False
    """Whether a reading has shown it taken."""
    lost: Reading | None = None
    """The first reading without its taker."""


class TakenCalls(QObject):
    """Reports that nobody has a call any more that was taken at this wall: nobody arrived in time, it was
    released elsewhere, or another server lost it. Its table then tells the dealer that nobody comes.
    """

    def __init__(self, wall: WallParts) -> None:
        super().__init__(wall.note)
        self._wall = wall
        self._taken: dict[str, _Taking] = {}
        wall.line.answered.connect(self._hear)
        wall.alarms.changed.connect(self._look)

    def _hear(self, request: DeskRequest, came: object) -> None:
        seen = self._wall.alarms.tables.get(request.table)
        match request.act, came:
            case DeskAct.TAKE, CallTaker(arrived=False, who=who) if who == self._wall.sign_in.who:
                if seen is not None and seen.call is not None:
                    self._taken[request.table] = _Taking(seen.call.number, who)
            case DeskAct.RELEASE, _ if not is_not_done(came):
                self._taken.pop(request.table, None)

    def _look(self) -> None:
        """Check in each reading whose the calls are. A reading may be older than a release here, so only a
        second one counts.
        """
        alarms = self._wall.alarms
        for table, taking in [*self._taken.items()]:
            seen = alarms.tables.get(table)
            call = None if seen is None else seen.call
            reported = None if seen is None or seen.report is None else seen.report.call
            stands = any(each is not None and each.number == taking.number for each in (call, reported))
            taken = None if call is None else call.taken
            if not stands or (taken is not None and (taken.arrived or taken.who != taking.who)):
                del self._taken[table]
            elif taken is not None:
                taking.is_known, taking.lost = True, None
            elif taking.is_known and taking.lost is None:
                taking.lost = alarms.watch.reading
            elif taking.is_known and taking.lost is not alarms.watch.reading:
                del self._taken[table]
                self._say(alarms.called(table))

    def _say(self, named: str) -> None:
        self._wall.say(lambda words: words.label(named, words.text("floor.nobody")), stays=True)


class WallAnnouncements(QObject):
    """Says what came from the floor, from the sign-in and from the views, in the words of the wall."""

    def __init__(
        self, wall: WallParts, views: WallViews, history: FloorHistory, *, clock: Clock, spoken_at: QWidget
    ) -> None:
        """``spoken_at`` is the part through which assistive tools learn of an alarm."""
        super().__init__(wall.note)
        self._wall, self._clock, self._spoken_at = wall, clock, spoken_at
        self._calls = TakenCalls(wall)
        wall.line.answered.connect(self._say_answer)
        wall.alarms.rang.connect(self._say_rung)
        history.found.connect(self._say_turned_back)
        views.gone.connect(self._say_gone)
        sign_in = wall.sign_in
        sign_in.refused.connect(self._say_phrase)
        sign_in.barred.connect(self._say_nobody_can)
        sign_in.badges.typed.dropped.connect(partial(self._say_dropped, PressRefusal.SIGNS))
        sign_in.guard.on_refused = self._say_dropped

    def _say_rung(self, first: AlarmLine) -> None:
        words = self._wall.words()
        texts = (place_text(words, first), what_inside(words, first))
        text = words.text("access.list").join(each for each in texts if each)
        announce(self._spoken_at, text, at_once=first.priority is Priority.HIGH)

    def _say_answer(self, request: DeskRequest, came: object) -> None:
        """A request to the desk was done or refused; a refusal stays visible."""
        if request.act is DeskAct.PREPARE:
            return
        wall = self._wall
        table, own, now = wall.alarms.called(request.table), wall.sign_in.who, self._clock.utc()
        wall.say(
            lambda words: answer_text(words, request.act, table, came, own, now), stays=is_not_done(came)
        )

    def _say_turned_back(self, turned_back: tuple[TurnedBackTable, ...]) -> None:
        """The floor shows another history of these tables; a table is named only once."""
        alarms = self._wall.alarms
        for each in turned_back:
            if each.table not in alarms.watch.turned:
                self._say_phrase(each.key, **each.slots)
        alarms.remember(each.table for each in turned_back)

    def _say_gone(self, table: str) -> None:
        alarms = self._wall.alarms

        def gone(words: Words) -> str:
            is_back = table in map(alarms.called, alarms.tables)
            return "" if is_back else words.text("floor.said.gone", table=table)

        self._wall.say(gone, stays=True)

    def _say_nobody_can(self) -> None:
        alarms = self._wall.alarms

        def nobody(words: Words) -> str:
            return "" if alarms.obstacle is None else sign_in_obstacle_text(words, alarms.obstacle)

        if alarms.obstacle is not None:
            self._wall.say(nobody, stays=True)

    def _say_dropped(self, drop: PressRefusal) -> None:
        self._say_phrase(f"press.{drop}")

    def _say_phrase(self, key: str, **slots: object) -> None:
        self._wall.say(lambda words: words.text(key, **slots))
