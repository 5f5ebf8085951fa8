"""The appearance of tables and alarms on the wall: their words, their signs, and the colours of urgency."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from console.base.plain_text import visible
from console.base.words import Words
from console.floor.alarms.folds import ALL
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.alarms.watch import Tile, TileState, natural
from console.floor.wall import CallTaker
from console.table.core import HaltReason, Refusal, UnusualWheel
from console.table.devices import LossReason
from console.table.game import GAMES, TRIES, has_wheel
from console.table.incidents import Kind
from console.table.people import SignInObstacle
from console.table.ui.felt import on_screen
from console.table.ui.incident import kind_name
from console.table.ui.kit import clock_time, fill, lasting, outline, pen, theme
from console.table.ui.signs import Sign
from console.table.words import game_name, inside, unusual_text, whom_text

HOUR: Final = 3600
_CAUSES: Final = frozenset((*LossReason, "shared", "unended"))
"""The faults of a device whose cause is known."""
_NAMED: Final = 6
"""The most tables of one item that are named."""


PRIORITIES: Final[dict[Priority, Sign]] = {
    Priority.HIGH: Sign("urgency.high"),
    Priority.MEDIUM: Sign("urgency.medium"),
    Priority.LOW: Sign("urgency.low"),
    Priority.INFO: Sign("urgency.information"),
}
_LOOKS: Final[dict[TileState, Sign]] = {
    TileState.PREPARING: Sign("states.hourglass"),
    TileState.WAITS: Sign("places.bell"),
    TileState.HALTED: Sign("states.halt"),
    TileState.CANT_RECORD: Sign("places.journal"),
    TileState.CLOSED: Sign("urgency.closed"),
    TileState.BEHIND: Sign("urgency.backlog"),
    TileState.SILENT: Sign("urgency.unheard"),
    TileState.DISPUTED: Sign("states.caution"),
    TileState.UNREAD: Sign("states.caution"),
    TileState.NEVER: Sign("urgency.never"),
    TileState.REFUSED: Sign("urgency.refusal"),
}


def no_readings_text(words: Words, since: datetime | None) -> str:
    """The text that no readings come, and since when; empty while they come."""
    return "" if since is None else words.text("floor.nothing_heard", time=clock_time(since, words))


def sign_in_obstacle_text(words: Words, obstacle: SignInObstacle) -> str:
    """The text that nobody can sign in at the window, and why."""
    why = words.text(f"floor.nobody_here.{obstacle.lack}", file=obstacle.file)
    return words.locale.colon.join((words.text("floor.what.nobody"), why))


def game_sign(game: str) -> Sign:
    """The sign of a game on a small tile; for an unknown game that of a table."""
    return on_screen(game).tile_sign if game in GAMES else Sign("places.table")


def state_sign(tile: Tile) -> Sign:
    """A table's state as a sign; the sign of its game while it plays."""
    return _LOOKS.get(tile.look) or game_sign(tile.game)


def span(words: Words, seconds: float) -> str:
    """A length of time: ``1:12``; from an hour on whole hours."""
    whole = max(0, int(seconds))
    return lasting(whole) if whole < HOUR else words.text("floor.hours", hours=whole // HOUR)


def wait_text(words: Words, item: AlarmLine) -> str:
    """How long an alarm has lasted; empty if its begin is unknown."""
    return span(words, item.wait) if item.has_known_begin else ""


def look_text(words: Words, look: TileState) -> str:
    return words.text(f"floor.look.{look}")


def what_text(words: Words, item: AlarmLine) -> str:
    """An alarm's cause, short enough to be read from three metres."""
    return breakable_text(words, item).replace("\u00ad", "")


def breakable_text(words: Words, item: AlarmLine) -> str:
    """An alarm's cause, with soft hyphens where a long word may break on a tile."""
    if item.cause is not None:
        several = item.parts if item.what is AlarmKind.FLOOD else item.tables
        return words.count(f"floor.many.{item.what}", len(several))
    if item.what is AlarmKind.DEVICE:
        return words.find(f"lamp.{item.detail}") or words.text("floor.what.device")
    if item.what is AlarmKind.TWINS:
        return words.text("lamp.twins")
    return words.text(f"floor.what.{item.what}")


def what_inside(words: Words, item: AlarmLine) -> str:
    """An alarm's cause after the table's name and a comma, in small letters if the language has them."""
    text = what_text(words, item)
    return inside(words, text) if place_text(words, item) else text


def place_text(words: Words, item: AlarmLine) -> str:
    """The table's name; for an item of several tables the name of their group."""
    match item.cause:
        case None:
            return item.table_names[0] if item.table_names else ""
        case cause if cause.of in ("flood", "supervisor"):
            return ""
        case cause if cause.of == "recorder":
            return words.text("floor.cause.recorder")
        case cause if cause.of in ("switch", "room"):
            return words.text(f"floor.cause.{cause.of}", name=cause.name)
        case _ if item.detail == ALL:
            return words.text("floor.cause.studio")
        case _:
            return words.count("floor.tables", len(item.tables))


def detail_text(words: Words, item: AlarmLine) -> str:
    """The reason, if one is known; else empty."""
    about = next(iter(item.about), "")
    match item.what:
        case _ if item.parts:
            called: Sequence[str] = item.table_names
            if item.what is AlarmKind.SILENT:
                called = sorted(called, key=natural)
            elif item.what is AlarmKind.FLOOD:  # Each table has its own wait.
                waits = {part.table_names[0]: part.wait for part in reversed(item.parts)}
                called = [f"{name} {span(words, waits[name])}" for name in called]
            few = called if len(item.tables) <= _NAMED else called[: _NAMED - 1]
            rest = len(item.tables) - len(few)
            named = words.list_of((*few, words.count("floor.more", rest)) if rest else few)
            why = words.find(f"video.{item.detail}") if item.what is AlarmKind.NO_PICTURE else None
            return words.side_by_side((why, named)) if why else named
        case AlarmKind.HALTED:
            return _halt_text(words, item).rstrip(".。")
        case AlarmKind.OUTCOME | AlarmKind.QUEUE:
            return _incident_text(words, item)
        case AlarmKind.DISPUTED:
            what = words.find(f"floor.disputed.{item.detail}") or ""
            more = words.text("floor.disputed.more", count=about) if about else ""
            return words.text("access.list").join(each for each in (what, more) if each)
        case AlarmKind.DEVICE:
            return words.text(f"lamp.{about}") if about in _CAUSES else ""
        case AlarmKind.TWINS:
            return words.list_of(filter(None, item.about))
        case AlarmKind.TURNED_BACK:
            return words.text(f"floor.disputed.{'diary' if item.is_of_diary else 'turned_back'}")
        case AlarmKind.ENDED:
            return words.text("floor.ended.from" if about else "floor.ended.here", address=about)
        case AlarmKind.SLOWED:
            return words.text("floor.slowed")
        case AlarmKind.FAILING:
            return words.text("floor.failing")
        case AlarmKind.REFUSED | AlarmKind.LOCKED:
            return words.text(f"floor.refused.{item.detail}", asked=about)
        case AlarmKind.NOBODY:
            return words.text(f"floor.nobody_here.{item.detail}", file=PurePath(about).name)
        case AlarmKind.CANT_STORE:
            return words.text(f"floor.unreached.{item.detail}")
        case AlarmKind.CLOCK if item.detail:
            return words.text("floor.clock", span=span(words, float(item.detail)))
        case AlarmKind.OWN_CLOCK:
            return words.text("floor.own_clock", span=span(words, float(item.detail)))
        case AlarmKind.SET_ELSEWHERE | AlarmKind.SET_PUT_ASIDE:
            number, table, other = item.about
            return words.text(f"floor.{item.what}", set=visible(number), table=table, other=other)
        case AlarmKind.DEALER_ELSEWHERE:
            name, table, other = item.about
            return words.text("floor.dealer_elsewhere", name=visible(name), table=table, other=other)
        case AlarmKind.WHEEL_UNUSUAL:
            serial, test, who = item.about
            return unusual_text(words, UnusualWheel(serial, test, 0, who), visible)
        case AlarmKind.NO_PICTURE:
            return words.find(f"video.{item.detail}") or ""
        case AlarmKind.NOTIFY | AlarmKind.NOTIFY_OVERDUE:
            whom, incident = item.about
            return words.text("access.list").join((whom_text(words, whom), visible(incident)))
        case AlarmKind.NAMES_DIFFER:
            who, name, other, other_name = item.about
            return words.text("floor.names_differ", who=who, name=name, other=other, other_name=other_name)
        case AlarmKind.OUTSIDE:
            return words.text("floor.said.outside")
        case AlarmKind.STRANGER:
            return words.text("floor.refused.from" if about else "floor.refused.unknown", address=about)
        case _:
            return ""


IN_REASON: Final = frozenset(
    (
        *(AlarmKind.NOTHING_HEARD, AlarmKind.CANT_STORE, AlarmKind.REFUSED, AlarmKind.LOCKED),
        *(AlarmKind.STRANGER, AlarmKind.ENDED, AlarmKind.SLOWED, AlarmKind.FAILING),
        *(AlarmKind.NOBODY, AlarmKind.OUTSIDE, AlarmKind.SET_ELSEWHERE, AlarmKind.SET_PUT_ASIDE),
        AlarmKind.DEALER_ELSEWHERE,
    )
)
"""The kinds whose reason also says what to do, which differs with it."""
_ACTS: Final = {
    AlarmKind.CANT_RECORD: "cant_record",
    AlarmKind.DISPUTED: "settle",
    AlarmKind.TURNED_BACK: "settle",
    AlarmKind.TWINS: "twins",
    AlarmKind.SILENT: "silent",
    AlarmKind.UNREAD: "console",
    AlarmKind.DEVICE: "device",
    AlarmKind.FLOOD: "flood",
    AlarmKind.CLOCK: "clock",
    AlarmKind.OWN_CLOCK: "clock",
    AlarmKind.UNSEALED: "unsealed",
    AlarmKind.NOTIFY_OVERDUE: "notify",
    AlarmKind.NO_PICTURE: "no_picture",
    AlarmKind.WHEEL_UNUSUAL: "wheel",
}


def act_text(words: Words, item: AlarmLine) -> str:
    """The act that the row asks of its reader; empty if its key or its reason names it, or for a record."""
    act = None if item.detail == "dealer" else _ACTS.get(item.what)  # nobody checks a cable for a person
    return words.text(f"floor.act.{act}") if act else ""


def reason_and_act(words: Words, item: AlarmLine) -> str:
    """The reason, and what the row's reader does about it."""
    reason, act = detail_text(words, item), act_text(words, item)
    if not reason or not act:
        return reason or act
    return words.text("floor.reason_and_act", reason=reason, act=act)


_HAS_PHRASE: Final = frozenset(
    (AlarmKind.HALTED, AlarmKind.OUTCOME, AlarmKind.QUEUE, AlarmKind.DISPUTED, AlarmKind.TURNED_BACK)
)
"""The kinds whose reason is a phrase, not a name."""


def detail_inside(words: Words, item: AlarmLine) -> str:
    """An alarm's detail after a comma, in small letters if the language has them."""
    text = detail_text(words, item)
    return inside(words, text) if item.what in _HAS_PHRASE and not item.parts else text


def _halt_text(words: Words, item: AlarmLine) -> str:
    """The halt's reason in the words of the table's own game: for a wheel no words about cards."""
    why = f"halt.pit_boss.{item.detail}"
    match item.detail:
        case HaltReason.RESCAN:
            return words.count(why, TRIES)
        case Refusal.IMPOSSIBLE_CARD | HaltReason.CARD_SET:  # The floor does not know which card it was.
            return words.text(f"floor.halt.{item.detail}")
        case "untimed":
            return words.text(f"halt.fault.{item.detail}")
        case Kind.SPUN_IN_BET_TIME:  # The report does not show whether the ball still runs or has fallen.
            return words.text(f"incident.{item.detail}")
        case Refusal.OUT_OF_TURN if has_wheel(item.game):
            return words.text(f"halt.pit_boss.{HaltReason.NUMBER_DIFFERS}")
        case _ if has_wheel(item.game):
            return words.find(f"{why}.number") or words.find(why) or _incident_text(words, item)
        case _:
            return words.find(why) or _incident_text(words, item)


def _incident_text(words: Words, item: AlarmLine) -> str:
    """The kind of the incident that stops the table; empty if unknown."""
    known = item.detail and words.has(f"incident.{item.detail}")
    return kind_name(words, item.detail).replace("\u00ad", "") if known else ""


def taken_text(words: Words, item: AlarmLine) -> str:
    """The person who comes, and since when, or that nobody does; empty if nobody has to."""
    return coming_text(words, item.taken) or (words.text("floor.nobody") if item.call else "")


def coming_text(words: Words, taken: CallTaker | None) -> str:
    """The person who comes, and since when, or is there; empty if nobody has taken the call."""
    if taken is None:
        return ""
    key = "floor.there" if taken.arrived else "floor.coming"
    return words.text(key, name=taken.name, wait=span(words, taken.age))


def take_text(words: Words, item: AlarmLine) -> str:
    """The label of the key that takes an item's call; for an item of several tables with the table."""
    target = item.to_take
    if target is None or target is item or not target.table_names:
        return words.text("floor.take")
    return words.text("floor.take_of", table=target.table_names[0])


def short_name(name: str) -> str:
    """A person's name for little room: ``Guðrún Æ.``; a name of one word stays."""
    first, _, last = name.rpartition(" ")
    return f"{first} {last[0]}." if first and last else name


def priority_text(words: Words, priority: Priority) -> str:
    """The priority in words: high, medium, low, information."""
    return words.text(f"floor.priority.{priority.name.lower()}")


def item_name(words: Words, item: AlarmLine) -> str:
    """An alarm for assistive tools: all that the screen shows of it."""
    texts = (
        place_text(words, item),
        what_inside(words, item),
        inside(words, priority_text(words, item.priority)),
        wait_text(words, item),
        detail_inside(words, item),
        inside(words, act_text(words, item)),
        taken_text(words, item),
        inside(words, words.text("floor.round_open")) if item.round_open else "",
    )
    return words.text("access.list").join(each for each in texts if each)


def tile_name(words: Words, tile: Tile) -> str:
    """A table for assistive tools: its name, its game, its state, and its alarm, without an age, which would
    be read aloud each second.
    """
    texts = [tile.name, game_name(words, tile.game)]
    if tile.mode in ("training", "rehearsal"):
        texts.append(words.text(f"mode.{tile.mode}"))
    texts.append(inside(words, look_text(words, tile.look)))
    if tile.item is not None and tile.item.priority > Priority.INFO:
        texts.append(inside(words, what_text(words, tile.item)))
        texts.append(inside(words, priority_text(words, tile.item.priority)))
        texts.append(taken_text(words, tile.item) if tile.item.taken is None else tile.item.taken.name)
    if tile.shelved:
        texts.append(inside(words, words.text("floor.laid_aside")))
    if tile.uncertified:
        texts.append(inside(words, words.text("floor.uncertified")))
    return words.text("access.list").join(each for each in texts if each)


class Pressing(msgspec.Struct, frozen=True):
    """The colours of a tile and a row of one urgency: the ground, its edge, and the text."""

    ground: QColor
    ink: QColor
    edge: QColor | None
    edge_width: float
    row: QColor
    """The ground of a row in a list."""
    bar: QColor
    """The bar at the left end of a row."""
    row_ink: QColor
    """The colour of the cause and the wait."""
    strong: QColor
    """The colour of the table, and of the person who comes."""
    weak: QColor
    """The colour of the reason, and of missing values."""


HALT: Final = Pressing(
    theme.T0, theme.BG0, theme.RED, 5, theme.T0, theme.RED, theme.BG0, theme.BG0, theme.BG0
)
"""Play is halted and players wait: nothing else on the wall has an ivory ground."""
NOW: Final = Pressing(
    theme.AMBER, theme.BG0, None, 0, theme.AMBER_FILL, theme.AMBER, theme.AMBER, theme.T0, theme.T1
)
"""Urgent: a call that has waited long, or a table that records nothing."""
SOON: Final = Pressing(
    theme.AMBER_FILL, theme.AMBER, theme.AMBER, 3, theme.BG1, theme.AMBER, theme.AMBER, theme.T0, theme.T1
)
"""Somebody waits."""
CALM: Final = Pressing(theme.BG1, theme.T2, None, 0, theme.BG1, theme.T1, theme.T1, theme.T0, theme.T1)
"""Nobody has to come."""


def pressing(priority: Priority, *, halted: bool) -> Pressing:
    """The colours of a priority; a halt of high priority is brighter than all others."""
    match priority:
        case Priority.HIGH:
            return HALT if halted else NOW
        case Priority.MEDIUM:
            return SOON
        case _:
            return CALM


def of_item(item: AlarmLine) -> Pressing:
    return pressing(item.priority, halted=item.what is AlarmKind.HALTED)


def paint_ground(painter: QPainter, body: QRectF, looks: Pressing) -> None:
    """A tile's ground; the edge lies inside it and leaves the ground of the smallest tile visible."""
    fill(painter, body, looks.ground, 6)
    if looks.edge is not None:
        outline(painter, body, pen(looks.edge, min(looks.edge_width, max(2.5, body.height() * 0.06))), 6)
