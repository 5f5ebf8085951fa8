"""The floor server's answers in words: an act was done, or why not, and what people did at a table before.

Pure functions; they do not know where on a screen a text stands.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from console.floor.errors import Trouble, trouble_of
from console.floor.wall import SHOWN_ID, AlarmOver, Decision, Taking
from console.ui.floor.acts.desk_line import DeskAct
from console.ui.kit.times import clock_time
from console.words import Words


def unreached_text(words: Words, error: Exception, *, before: bool = False) -> str:
    """The reason why the floor server could not be reached, or did not do it, with advice; ``before``: it was
    reached earlier.
    """
    trouble = trouble_of(error)
    silent = trouble is Trouble.LOST and not before
    return words.text("floor.unreached.silent" if silent else f"floor.unreached.{trouble}")


def event_text(words: Words, what: str, name: str, reason: str) -> str:
    """A person's act at a table in words, see :class:`console.floor.wall.Event`."""
    why = words.find(f"floor.settle.{reason}") or reason
    return words.text(f"floor.event.{what}", name=name, reason=why, console=reason[:SHOWN_ID])


def answer_text(
    words: Words, act: DeskAct, table: str, came: object, own_boss_id: str | None, now: datetime
) -> str:
    """The result of an act at a table: done, or why not; ``own_boss_id`` is the person's who did it."""
    match act, came:
        case (DeskAct.SETTLE, PermissionError()):
            key = "floor.said.not_settled"
        case (_, AlarmOver()):
            key = "floor.ended"
        case (_, LookupError()):
            key = "floor.said.over"
        case (_, Exception() as error) if trouble_of(error) is Trouble.GONE:
            key = "floor.said.gone"
        case (_, Exception() as error):
            reason = unreached_text(words, error, before=True)
            return words.text("floor.said.failed", table=table, reason=reason)
        case (_, Decision(counts=False) as decision):
            return words.text("floor.said.failed", table=table, reason=decided_text(words, decision, now))
        case (DeskAct.TAKE, Taking(who=who, name=name)):
            return words.text(
                "floor.said.taken" if who == own_boss_id else "floor.said.earlier", table=table, name=name
            )
        case _:
            key = f"floor.said.{act}"
    return words.text(key, table=table)


def is_not_done(came: object) -> bool:
    """Whether the result of an act is a refusal."""
    return isinstance(came, Exception) or (isinstance(came, Decision) and not came.counts)


def decided_text(words: Words, decision: Decision, now: datetime) -> str:
    """Somebody's earlier decision: who made it, how and when."""
    what, reason = ("counted", decision.console) if decision.console else ("settled", decision.reason)
    time = clock_time(now - timedelta(seconds=decision.age), words)
    return f"{event_text(words, what, decision.name, reason)} ({time})"
