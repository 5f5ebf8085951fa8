"""How a round ended, as a mark in the rail: a coup's winner, or what blackjack's dealer came to.

It knows marks and their names; it counts nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.game.baccarat import Winner
from console.game.roads import result_of
from console.ui.lettering import shrunk, write
from console.ui.signs import outcomes
from console.ui.surface import fill, outline, pen
from console.ui.theme import BG0, T0, T1, font
from console.words import Words

_BOX = QRectF(1, 1, 26, 26)


def coup_name(result: str, words: Words) -> str:
    """Who won."""
    return words.text(f"result.{result_of(result).winner}")


def draw_coup(painter: QPainter, result: str, words: Words) -> None:
    """A ring for the player, a disc for the banker, a bar for a tie."""
    winner = result_of(result).winner
    letter, colour = "=" if winner is Winner.TIE else words.text(f"result.letter.{winner}"), T0
    if winner is Winner.BANKER:
        fill(painter, _BOX, T1, 13)
        colour = BG0
    elif winner is Winner.PLAYER:
        outline(painter, _BOX, pen(T1, 2), 13)
    else:
        outline(painter, _BOX.adjusted(0, 5, 0, -5), pen(T1, 2), 3)
    write(painter, letter, 14, 14, font(15, bold=True), colour, align=0.5)


def dealer_name(result: str, words: Words) -> str:
    """What the dealer came to."""
    told = words.text(f"seat.{result}") if result in ("bust", "blackjack") else result
    return words.text("access.dealer_result", result=told)


def draw_dealer(painter: QPainter, result: str, words: Words) -> None:
    """The dealer's total in a frame, a filled one for a blackjack, a cross for a bust."""
    box = _BOX.adjusted(0, 1, 0, -1)
    if result == "bust":
        outline(painter, box, pen(T1, 2), 4)
        outcomes.cross(painter, QRectF(6, 6, 16, 16), T1)
        return
    blackjack = result == "blackjack"
    text = words.text("result.letter.blackjack") if blackjack else result
    if blackjack:
        fill(painter, box, T1, 4)
    else:
        outline(painter, box, pen(T1, 2), 4)
    face = shrunk(text, 22, (15, 14, 13), bold=True)
    write(painter, text, 14, 14, face, BG0 if blackjack else T0, align=0.5)
