"""The devices' bytes, by the document on devices: what a shoe, a reader and a wheel say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.instruments.differ.cards import RANKS, SUITS

ENQ, ETX = 0x05, 0x03


@dataclass
class Said:
    """A reading: what it is, and its value."""

    what: str
    value: Any = None


class ShoeBytes:
    """`ENQ seq data ETX b1 b2`; the payload has its high bit set, b1 b2 are the XOR in hexadecimal.

    A frame whose check is wrong is none; one with the sequence number of the one before it is dropped, but
    S starts over.
    """

    LENGTHS: ClassVar = {"D": 2, "d": 2, "R": 2, "G": 1, "E": 1, "e": 1, "L": 1, "M": 6}

    def __init__(self) -> None:
        self.rest = b""
        self.last: int | None = None

    def read(self, raw: bytes) -> list[Said]:
        """The frames that are whole now."""
        self.rest += raw
        said: list[Said] = []
        while True:
            start = self.rest.find(ENQ)
            if start < 0:
                self.rest = b""
                return said
            self.rest = self.rest[start:]
            again, end = self.rest.find(ENQ, 1), self.rest.find(ETX)
            if again > 0 and (end < 0 or again < end + 3):
                self.rest = self.rest[again:]
                continue
            if end < 0 or len(self.rest) < end + 3:
                return said
            frame, check = self.rest[1 : end + 1], self.rest[end + 1 : end + 3]
            self.rest = self.rest[end + 3 :]
            said += self.frame(frame, check)

    def frame(self, frame: bytes, check: bytes) -> list[Said]:
        """One frame, from its sequence number to its ETX."""
        found = 0
        for byte in frame:
            found ^= byte
        if f"{found:02X}".encode() != check or len(frame) < 3:
            return []
        sequence, code, payload = frame[0], chr(frame[1]), frame[2:-1]
        if any(byte < 0x80 for byte in payload) or len(payload) != self.LENGTHS.get(code, 0):
            return []
        if code == "S":
            self.last = None
            return []
        if sequence == self.last:
            return []
        self.last = sequence
        return self.meaning(code, payload)

    def meaning(self, code: str, payload: bytes) -> list[Said]:
        """D and d are cards, C the cut card, E an error, G a result; the rest stands for nothing."""
        match code:
            case "D" | "d":
                suit, rank = payload[1] >> 4 & 7, payload[1] & 15
                if not 1 <= suit <= 4 or not 1 <= rank <= 13:
                    return []
                face = RANKS[rank - 1] + "DCSH"[suit - 1]
                target = (payload[0] >> 4 & 7, payload[0] & 15) if code == "D" else None
                return [Said("drawn", (face, target))]
            case "C":
                return [Said("cut_card")]
            case "E":
                return [Said("unread") if payload[0] & 0x3F == 1 else Said("shoe_error")]
            case "G":
                winner = {1: "player", 2: "tie", 4: "banker"}.get(payload[0] >> 4 & 7)
                return [Said("result", (winner, bool(payload[0] & 1), bool(payload[0] & 2)))]
        return []


class ReaderBytes:
    """One card a line, ended by CR, LF or both; a line that is no card is a draw that was not read.

    An empty line, bytes that nobody types, the prefix of a code's kind, a line of words other than those of a
    failed scan, and what a shoe sends that is plugged in here stand for nothing.
    """

    SHOE = re.compile(rb"\A\x05.*", re.DOTALL)
    COMMANDS = re.compile(
        rb"\xff(?:\xfa.*?\xff\xf0|[\xfb-\xfe].|[\xf0-\xf9])"
        rb"|\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-Z]|[=>78c])",
        re.DOTALL,
    )
    UNTYPED = re.compile(rb"[\x00-\x1f\x7f\xff]+")
    WORDS = re.compile(r"[A-Z]{3}|[A-Z]{2}[^A-Z]|^OK$")
    FAILED: ClassVar = {"READ", "NOREAD", "READING", "SCAN", "NOSCAN", "CODE", "BARCODE", "DECODE", "NR"}
    FAILED |= {"NG", "BR", "NO", "NOT", "BAD", "ERR", "ERROR", "FAIL", "FAILED", "FAILURE"}
    CARDS = re.compile(rf"(?:(?:[{RANKS}][{SUITS}]|[{SUITS}][{RANKS}]).?)+")
    """The cards of lines whose ends were lost on the way."""

    def __init__(self) -> None:
        self.rest = b""

    def read(self, raw: bytes) -> list[Said]:
        """The lines that are whole now."""
        *lines, self.rest = re.split(rb"[\r\n]+", self.rest + raw)
        return [said for line in lines for said in self.line(line)]

    def line(self, sent: bytes) -> list[Said]:
        """Rank and suit either way round, `10` and `T`."""
        sent = self.COMMANDS.sub(b"", self.SHOE.sub(b"", sent))
        typed = self.UNTYPED.sub(b"", sent).strip().decode("latin-1").upper()
        text = re.sub(r"^\][A-Z][0-9A-Z](?=.)", "", typed)
        card = text.replace("10", "T")
        for face in (card, card[::-1]):
            if len(face) == 2 and face[0] in RANKS and face[1] in SUITS:
                return [Said("card", face)]
        words = set(re.findall("[A-Z]+", text))
        greets = self.WORDS.search(text) and not words <= self.FAILED and not self.CARDS.fullmatch(card)
        return [] if greets or not text else [Said("unread", bool(words & self.FAILED) or text == "?")]


@dataclass
class Status:
    """A status line of the wheel's: state, game, number, warnings."""

    state: int
    game: int
    number: int
    warns: int


class WheelBytes:
    """`*X;S;GGG;NN;W;RRR;D`, CR LF; other lines, of a pocket that no wheel has too, stand for nothing."""

    LINE = re.compile(r"\*X;([1-6]);(\d{3});([ \d]\d);([0-9A-F]);(\d{3});([01])")

    def __init__(self) -> None:
        self.rest = b""

    def read(self, raw: bytes) -> list[Said]:
        """The status lines that are whole now."""
        self.rest += raw
        *lines, self.rest = re.split(rb"[\r\n]", self.rest)
        said = []
        for line in lines:
            text = ReaderBytes.UNTYPED.sub(b"", line).strip().decode("ascii", "replace")
            found = self.LINE.search(text)
            if not found or found.end() != len(text) or int(found[3]) > 36:
                continue
            status = Status(int(found[1]), int(found[2]), int(found[3]), int(found[4], 16))
            said.append(Said("status", status))
        return said
