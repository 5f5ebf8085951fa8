"""Transcripts of a table, as a person reads them, and how they are played.

A scene begins with ``# its title`` and ``table sv ready`` (or ``table sv closed``, ``table sv blackjack
ready``), then come lines in and what must be seen after them::

    < bets open
    > betting wait/system seconds 18, open, say place_your_bets, new round
    < card 9H
    > halted resolve/pit_boss reason bets_open, refused bets_open, say place_your_bets

``<`` is a line of the protocol, in its own JSON or in the short words of :data:`SHORT`. ``>`` is what the
view shows: first phase, action, actor and the prompt's fields, then, parted by commas, what else there is
to see. Whatever is not named must be as in the last ``>``, but hands, points and outcome only after a
refusal; ``refused``, ``say``, ``incident`` and ``worksheet`` are null where they are not named, and what
is offered, the answers to a question, the places of a step and what more there is of an incident count only
where they are. Of several ``<`` on end, all but
the last must be taken. ``restart`` lets the console die and begin again from its journal; ``journal broken``
and ``journal mended`` are the disk's. A line that begins with ``--`` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.table.bet_words import bets_of, worksheet_in_words
from tests.table.incident_words import OF_INCIDENT, actual_incident, incident_fields, named_incident
from tests.table.seat_words import PLACE, asked_of_seats, hands_of, named_hand, placed, seat_fields
from tests.table.spin_words import actual_spin, named_spin, spin_fields, wheel_lines
from tests.table.tables import Driven, Seen, as_restarted, dealt, device, drawn_outside, framed, resulted

FOLDER = Path(__file__).parents[1] / "transcripts"

NOT_NAMED = ("clauses", "closing", "answers", "step", "places")
FREE = ("offer", "answers", "places", *OF_INCIDENT)
COUP = ("player", "banker", "points")
HANDS = ("player", "banker", "points", "outcome", "hands")
BETS = ("open", "closed", "stand", "settled", "refunded")
STATUS = {"round open": "open", "finished": "finished", "void": "void"}

SHORT = """
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


class Scene(msgspec.Struct):
    """One transcript: its title, the rulebook, how the table starts, and the lines with their numbers."""

    title: str
    code: str
    game: str
    is_ready: bool
    lines: list[tuple[int, str]]


def scenes(file: Path) -> Iterator[Scene]:
    """The scenes of a file, each from its title on."""
    scene: Scene | None = None
    title = ""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        match line.split():
            case ["#", *said]:
                title = " ".join(said)
            case ["table", code, *games, "ready" | "closed" as start]:
                (game,) = games or ["baccarat"]
                if scene is not None:
                    yield scene
                scene = Scene(f"{title} [{code}]", code, game, start == "ready", [])
            case [] | ["--", *_]:
                pass
            case _:
                assert scene is not None, f"{file.name}:{number}: no table yet"
                scene.lines.append((number, line))
    assert scene is not None, f"{file.name} is empty"
    yield scene


def all_scenes() -> list[tuple[str, Scene]]:
    return [(file.stem, scene) for file in sorted(FOLDER.glob("*.txt")) for scene in scenes(file)]


def play(scene: Scene) -> Driven:
    """Play a scene to its end; AssertionError naming the line where the table does otherwise."""
    stage = Stage(Driven(scene.code, game=scene.game, is_ready=scene.is_ready))
    for number, line in scene.lines:
        try:
            stage.act(line)
        except AssertionError as error:
            raise AssertionError(f"line {number}: {error}\nseen: {shown(stage.seen)}") from None
    assert not stage.unseen, "nothing is said of what the last line shows"
    table = stage.table
    assert table.table == as_restarted(table.table), "the state and its checkpoint differ"
    assert table.from_the_start() == table.table, "the journal tells another state"
    assert table.changes() == table.changes_told_again(), "the journal tells other changes"
    return table


def tells_why(why: str) -> bool:
    """Whether a refusal's sentence is one: within 200 characters, and no card's face in it."""
    faces = any(f"{rank}{suit}" in why for rank in "A23456789TJQK" for suit in "SHDC")
    return 20 <= len(why) <= 200 and why.endswith((".", "…")) and not faces


class Stage:
    """Where a scene stands: the last view, the one before it, the last that the scene spoke of."""

    def __init__(self, table: Driven) -> None:
        self.table = table
        self.spoken = self.before = self.seen = table.view()
        self.unseen = False

    def act(self, line: str) -> None:
        mark, _, rest = line.partition(" ")
        match mark:
            case "<":
                for sent in sent_by(rest.strip()):
                    self.send(sent)
            case ">":
                self.look(rest.strip())
            case "restart":
                self.table.restart()
            case "journal":
                self.table.kept.broken = rest.strip() == "broken"
            case _:
                raise AssertionError(f"{line!r} is no transcript")

    def send(self, sent: bytes) -> None:
        assert not self.unseen or self.seen["accepted"], "a line before this was refused"
        self.before, self.seen, self.unseen = self.seen, self.table.take(sent), True
        grown = self.seen["entry"] - self.before["entry"]
        quiet = b'"do":"view"' in sent or self.seen["refused"] == "not_recorded"
        assert grown == 0 if quiet else grown > 0, "entry grows with every line but view"
        refused, why = self.seen["refused"], self.seen["why"]
        assert (refused is None) is (why is None) and (why is None or tells_why(why)), why
        notice = (
            "please_wait"
            if self.seen["phase"] == "halted"
            else "manual_mode"
            if self.seen["manual"]
            else None
        )
        assert self.seen["notice"] == notice, f"the players are told {self.seen['notice']}"
        assert (self.seen["notice_text"] is None) is (self.seen["notice_gloss"] is None) is (notice is None)

    def look(self, text: str) -> None:
        actual, before = actual_of(self.seen), actual_of(self.before)
        wanted = actual_of(self.spoken) | {"refused": None, "say": None, "incident": None, "worksheet": None}
        wanted |= {key: actual[key] for key in FREE}
        wanted |= {key: (actual if self.seen["accepted"] else before)[key] for key in HANDS}
        said = named_in(text)
        hands = said.pop("hands", {})
        wanted |= {
            key: value for key, value in said.items() if key not in COUP or actual["player"] is not None
        }
        if hands:
            wanted["hands"] = {**(wanted["hands"] or {}), **hands}
        assert actual == wanted, differing(wanted, actual)
        self.spoken, self.unseen = self.seen, False


def sent_by(text: str) -> list[bytes]:
    """The protocol's lines that a transcript's line stands for; the last has what its person saw."""
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
            return [msgspec.json.encode(device(b"".join(map(frame, frames))))]
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
    raise AssertionError(f"{text!r} stands for no line")


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
        case "say", [by, *said]:
            return {"by": by, "text": " ".join(said)}
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
    raise AssertionError(f"{do} {parts} stands for no line")


def frame(text: str) -> bytes:
    """A frame of the shoe in words."""
    match text.split():
        case ["hex", *data]:
            return bytes.fromhex(" ".join(data))
        case [seq, "D", target, index, card]:
            return dealt(seq, target, int(index), card)
        case [seq, "d", card]:
            return drawn_outside(seq, card)
        case [seq, "R", card]:
            return framed(seq, "R", 1, dealt("1", "player", 1, card)[4])
        case [seq, "G", winner, *pairs]:
            return resulted(seq, winner, *(pair.removesuffix("-pair") for pair in pairs))
        case [seq, "E", code]:
            return framed(seq, "E", 0x40 | int(code))
        case [seq, code]:
            return framed(seq, code)
    raise AssertionError(f"{text!r} is no frame")


# --- what is seen --------------------------------------------------------------------------------


def actual_of(seen: Seen) -> Seen:
    """What a transcript can name of a view."""
    prompt = {key: value for key, value in seen["prompt"].items() if key not in NOT_NAMED}
    if not prompt.get("crosswise"):
        prompt.pop("crosswise", None)
    coup = seen["round"] or {}
    outcome = coup.get("outcome")
    return {
        "refused": seen["refused"],
        "phase": seen["phase"],
        "prompt": prompt,
        "bets": seen["bets"],
        "say": seen["say"],
        "left": seen["shoe"] and seen["shoe"]["left"],
        "last_hand": seen["shoe"] and seen["shoe"]["last_hand"],
        "call": seen["call"],
        "round": coup.get("status"),
        "player": coup.get("player"),
        "banker": coup.get("banker"),
        "points": [coup["points"]["player"], coup["points"]["banker"]] if "points" in coup else None,
        "outcome": outcome
        and [key if value is True else str(value) for key, value in outcome.items() if value],
        "hands": hands_of(coup) if coup else None,
        **actual_spin(coup),
        "worksheet": worksheet_in_words(seen["worksheet"]),
        **actual_incident(seen),
    }


def named_in(text: str) -> Seen:
    """What a transcript's line names."""
    first, *others = (part.strip() for part in text.split(","))
    found = due(first) if "/" in first else named(first)
    for item in others:
        found |= named(item)
    return found


def due(item: str) -> Seen:
    """Phase and prompt: ``dealing deal/dealer player 3 crosswise``."""
    phase, prompt, *rest = item.split()
    action, _, actor = prompt.partition("/")
    told: dict[str, Any] = {"action": action, "actor": actor}
    words = iter(rest)
    for word in words:
        match word:
            case "player" | "banker":
                told |= {"hand": word, "card": int(next(words))}
            case "dealer":
                told |= placed(word, words)
            case "insurance":
                told |= asked_of_seats(words)
            case _ if PLACE.fullmatch(word):
                told |= placed(word, words)
            case "crosswise":
                told |= {"crosswise": True}
            case "left_to_right" | "right_to_left":
                told |= {"direction": word}
            case "dealer_first":
                told |= {"first": "dealer"}
            case _:
                value = next(words)
                told |= {word: int(value) if value.isdigit() else None if value == "null" else value}
    return {"phase": phase, "prompt": told}


def named(item: str) -> Seen:
    if (of_game := named_hand(item) or named_spin(item)) is not None:
        return of_game
    match item.split():
        case ["refused", reason]:
            return {"refused": reason}
        case ["say", key]:
            return {"say": key}
        case [bets] if bets in BETS:
            return {"bets": bets}
        case ["left", left]:
            return {"left": int(left)}
        case ["last", "hand"]:
            return {"last_hand": True}
        case ["not", "last", "hand"]:
            return {"last_hand": False}
        case ["called"]:
            return {"call": True}
        case ["not", "called"]:
            return {"call": False}
        case ["player" | "banker" as hand, *cards]:
            return {hand: cards}
        case ["points", player, banker]:
            return {"points": [int(player), int(banker)]}
        case ["outcome", "null"]:
            return {"outcome": None}
        case ["outcome", *outcome]:
            return {"outcome": outcome}
        case ["new", "round"]:
            return {"round": "open", "player": [], "banker": [], "points": [0, 0], "outcome": None} | {
                "number": None,
                "recorded": None,
            }
        case ["worksheet", *rows]:
            return {"worksheet": " ".join(rows)}
        case ["incident" | "offer" | "answers" | "places" | "by", *_]:
            return named_incident(item)
        case [word, *_] if word in OF_INCIDENT:
            return named_incident(item)
        case ["unchanged"]:
            return {}
        case _ if item in STATUS:
            return {"round": STATUS[item]}
    raise AssertionError(f"{item!r} is nothing that a view shows")


def differing(wanted: Seen, actual: Seen) -> str:
    return "; ".join(
        f"{key}: wanted {wanted[key]!r}, was {actual[key]!r}" for key in wanted if wanted[key] != actual[key]
    )


def shown(seen: Seen) -> str:
    return msgspec.json.encode(seen).decode()
