"""The shoe's frames, made from its published format and not by the model's own voice.

A scene that used the model's encoder would agree with every mistake that encoder and decoder share.
"""

from __future__ import annotations

from typing import Final

_SUITS: Final = {"D": 1, "C": 2, "S": 3, "H": 4}
_TARGETS: Final = {"player": 0, "banker": 1, "burn": 2, "first_card": 4, "burn_count": 5}
_WINNERS: Final = {"player": 1, "tie": 2, "banker": 4, "quit": 7}
_RANKS: Final = "A23456789TJQK"


def frame(seq: str, code: str, *payload: int) -> bytes:
    """A frame with its check bytes."""
    body = seq.encode() + code.encode() + bytes(byte | 0x80 for byte in payload) + b"\x03"
    check = 0
    for byte in body:
        check ^= byte
    return b"\x05" + body + f"{check:02X}".encode()


def face_byte(card: str) -> int:
    """A card's face: the suit in the upper half, the rank in the lower."""
    return _SUITS[card[1]] << 4 | _RANKS.index(card[0]) + 1


def card_frame(seq: str, target: str, index: int, card: str) -> bytes:
    """A card dealt in a game."""
    return frame(seq, "D", _TARGETS[target] << 4 | index, face_byte(card))


def drawn_outside(seq: str, card: str) -> bytes:
    """A card drawn outside a game."""
    return frame(seq, "d", 0, face_byte(card))


def result_frame(seq: str, winner: str, *pairs: str) -> bytes:
    """A coup's result."""
    return frame(seq, "G", _WINNERS[winner] << 4 | ("player" in pairs) | ("banker" in pairs) << 1)


def frame_of(text: str) -> bytes:
    """A frame in the words of a scene. Raises ValueError where the words are no frame."""
    match text.split():
        case ["hex", *data]:
            return bytes.fromhex(" ".join(data))
        case [seq, "D", target, index, card]:
            return card_frame(seq, target, int(index), card)
        case [seq, "d", card]:
            return drawn_outside(seq, card)
        case [seq, "R", card]:
            return frame(seq, "R", 1, card_frame("1", "player", 1, card)[4])
        case [seq, "G", winner, *pairs]:
            return result_frame(seq, winner, *(pair.removesuffix("-pair") for pair in pairs))
        case [seq, "E", code]:
            return frame(seq, "E", 0x40 | int(code))
        case [seq, code]:
            return frame(seq, code)
    raise ValueError(f"{text!r} is no frame")
