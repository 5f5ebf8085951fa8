"""The player of a scene: it sends the lines and compares the named items with the view.

``<`` is a line of the protocol, in its own JSON or in the short words of
:data:`console.table.scenes.terms.SHORT`. ``>`` is what the view shows: first phase, action, actor and
the prompt's fields, then, parted by commas, what else there is to see. Whatever is not named must be as in
the last ``>``, but hands, points and outcome only after a refusal; ``refused``, ``say``, ``incident`` and
``worksheet`` are null if they are not named, and what is offered, the answers to a question, the places of
a step, what more there is of an incident and what stands on the screen beside the view
(:mod:`console.table.scenes.terms`) count only where they are. Of several ``<`` on end, all but the
last must be taken. ``restart`` lets the console die and begin again from its journal; ``journal broken`` and
``journal mended`` are the disk's.
"""

from __future__ import annotations

from typing import Final, Protocol

from console.table.core.judging.checkpoints import encode_table, table_of
from console.table.core.state.phases import Bets, Phase
from console.table.core.state.reasons import Refusal
from console.table.core.state.views import DeviceFault, Notice
from console.table.game.rulebook import Rulebook
from console.table.scenes import terms
from console.table.scenes.scene_file import Scene, SceneDiffers, SceneError, require
from console.table.scenes.table_in_memory import TableInMemory

FREE: Final = ("offer", "answers", "places", *terms.OF_INCIDENT)
COUP: Final = ("player", "banker", "points")
HANDS: Final = ("player", "banker", "dragon", "tiger", "points", "outcome", "hands")
_NULL: Final = {"refused": None, "say": None, "incident": None, "worksheet": None}


class TableMaker(Protocol):
    """Makes the table of a scene: :class:`TableInMemory`, or one that can be asked more."""

    def __call__(self, rulebook: Rulebook, *, game: str, is_ready: bool) -> TableInMemory:
        """A table of this game, made ready to deal or closed."""


def play(scene: Scene, rulebook: Rulebook, make_table: TableMaker = TableInMemory) -> TableInMemory:
    """Play a scene to its end by a rulebook. Raises SceneDiffers, SceneError for a wrong line, LacksGame."""
    stage = SceneProgress(make_table(rulebook, game=scene.game, is_ready=scene.is_ready))
    for number, line in scene.lines:
        try:
            stage.act(line)
        except SceneDiffers as differs:
            raise differs.at(number, line) from None
    require(not stage.unseen, "nothing is said of what the last line shows")
    table = stage.table
    require(table.table == table_of(encode_table(table.table)), "the state and its checkpoint differ")
    require(table.from_the_start() == table.table, "the journal leads to another state")
    return table


def is_reason(reason: str) -> bool:
    """Whether a refusal's sentence is one: within 200 characters, and no card's face in it."""
    faces = any(f"{rank}{suit}" in reason for rank in "A23456789TJQK" for suit in "SHDC")
    return 20 <= len(reason) <= 200 and reason.endswith((".", "…")) and not faces


class SceneProgress:
    """The progress of a scene: the last view, the one before it, and the last that the scene named."""

    def __init__(self, table: TableInMemory) -> None:
        self.table = table
        self.spoken = self.before = self.seen = table.view()
        self.unseen = False

    def act(self, line: str) -> None:
        """Carry out a line of the scene. Raises SceneDiffers, SceneError."""
        mark, _, rest = line.partition(" ")
        match mark:
            case "<":
                for sent in terms.sent_by(rest.strip()):
                    self.send(sent)
            case ">":
                self.look(rest.strip())
            case "restart":
                self.table.restart()
            case "journal":
                self.table.kept.broken = rest.strip() == "broken"
            case _:
                raise SceneError(f"{line!r} is no line of a scene")

    def send(self, sent: bytes) -> None:
        """Send a line of the protocol. Raises SceneDiffers if a rule for every line is broken."""
        require(not self.unseen or self.seen["accepted"], "a line before this was refused")
        self.before, self.seen, self.unseen = self.seen, self.table.take(sent), True
        grown = self.seen["entry"] - self.before["entry"]
        quiet = b'"do":"view"' in sent or self.seen["refused"] == Refusal.NOT_RECORDED
        require(grown == 0 if quiet else grown > 0, f"the journal grew by {grown} entries")
        refused, why = self.seen["refused"], self.seen["why"]
        require((refused is None) is (why is None) and (why is None or is_reason(why)), f"the reason: {why}")
        lying = self.seen["round"] or {}
        called = self.seen["call"] and lying.get("status") == "open" and self.seen["bets"] != Bets.OPEN
        due = "please_wait" if called or self.seen["phase"] == Phase.HALTED else None
        # Of a failed launch the view does not say whether the wheel repeats it.
        retries = self.seen["device_fault"] == DeviceFault.LAUNCH_FAILED
        if due is None and retries and self.seen["notice"] == Notice.WHEEL_RETRIES:
            due = Notice.WHEEL_RETRIES
        due = due or ("manual_mode" if self.seen["manual"] else None)
        require(self.seen["notice"] == due, f"the players' notice is {self.seen['notice']}")
        has_words = [self.seen[key] is not None for key in ("notice_text", "notice_gloss")]
        require(
            all(each is (due is not None) for each in has_words), "the players' notice and its words differ"
        )

    def look(self, text: str) -> None:
        """Compare what the table shows with the terms of ``text``. Raises SceneDiffers, SceneError."""
        items = [item.strip() for item in text.split(",")]
        text = ", ".join(item for item in items if not terms.is_of_screen(item)) or "unchanged"
        actual, before = terms.actual_of(self.seen), terms.actual_of(self.before)
        wanted = terms.actual_of(self.spoken) | _NULL
        wanted |= {key: actual[key] for key in FREE}
        wanted |= {key: (actual if self.seen["accepted"] else before)[key] for key in HANDS}
        expected = terms.named_in(text)
        hands = expected.pop("hands", {})
        wanted |= {
            key: value for key, value in expected.items() if key not in COUP or actual["player"] is not None
        }
        if hands:
            wanted["hands"] = {**(wanted["hands"] or {}), **hands}
        require(actual == wanted, terms.differing(wanted, actual))
        for item in filter(terms.is_of_screen, items):
            terms.require_on_screen(item, self.seen, self.table)
        self.spoken, self.unseen = self.seen, False
