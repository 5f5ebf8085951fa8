"""A picture for each step of a preparation, the shoe's and the wheel's, in a frame of 812 by 416 units. The
pictures have no words: they show what to do, and the prompt says it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Final, TypeAlias

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.game.cards import DECK, DECKS, Card
from console.table.game.rule_values import Preparing
from console.table.game.shoe import CARDS
from console.table.ui.felt.card_faces import draw_back, draw_cut_card, draw_face, draw_place
from console.table.ui.felt.wheel.pockets import draw_ring
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, shrunk, write
from console.table.ui.kit.surface import fill, outline, pen
from console.table.ui.signs.sign import Sign

FRAME: Final = QSizeF(812, 416)
"""The frame of each picture, in units."""
_DARKER: Final = theme.mix(theme.FACE, theme.FELT, 0.82)


def shoe_shape(painter: QPainter, at: QRectF, edge: QColor) -> None:
    """A dealing shoe from the side, its mouth at the left."""
    x, y, w, h = at.x(), at.y(), at.width(), at.height()
    path = QPainterPath(QPointF(x, y + h))
    for px, py in ((0.0, 0.52), (0.46, 0.0), (1.0, 0.0), (1.0, 1.0)):
        path.lineTo(x + w * px, y + h * py)
    path.closeSubpath()
    painter.setPen(pen(edge, 4))
    painter.setBrush(theme.BG2)
    painter.drawPath(path)
    painter.drawLine(QPointF(x, y + h * 0.68), QPointF(x + w * 0.3, y + h * 0.68))


def rack_shape(painter: QPainter, at: QRectF, edge: QColor) -> None:
    """The discard rack: open at the top and at the front."""
    painter.setPen(pen(edge, 4))
    painter.setBrush(theme.BG2)
    painter.drawPolygon(
        [
            QPointF(at.left(), at.top()),
            QPointF(at.left(), at.bottom()),
            QPointF(at.right(), at.bottom()),
            QPointF(at.right(), at.top()),
            QPointF(at.right() - 26, at.top()),
            QPointF(at.right() - 26, at.bottom() - 30),
            QPointF(at.left() + 26, at.bottom() - 30),
            QPointF(at.left() + 26, at.top()),
        ]
    )


def stack_on_edge(painter: QPainter, at: QRectF, cards: int) -> None:
    """A stack seen on its edge: lines side by side, in two tones, so that each can be seen."""
    step = at.width() / cards
    for card in range(cards):
        line = QRectF(at.left() + card * step, at.top(), step - 1.4, at.height())
        fill(painter, line, (theme.FACE, _DARKER)[card % 2])


def pile(painter: QPainter, at: QRectF, cards: int) -> None:
    """A pile lying flat: lines upon one another."""
    step = at.height() / cards
    for card in range(cards):
        line = QRectF(at.left(), at.bottom() - (card + 1) * step, at.width(), step - 1.4)
        fill(painter, line, (theme.FACE, _DARKER)[card % 2], 1)


def turned_back(painter: QPainter, x: float, y: float, width: float, degrees: float) -> None:
    """A card face down, turned about its middle."""
    painter.save()
    painter.translate(x, y)
    painter.rotate(degrees)
    draw_back(painter, QRectF(-width / 2, -width * 0.7, width, width * 1.4))
    painter.restore()


def cut_card_on_edge(painter: QPainter, at: QRectF, edge: QColor | None = None) -> None:
    """The cut card seen on its edge; an edge of another colour marks the card of the present step."""
    fill(painter, at, theme.CUT_CARD)
    if edge is not None:
        outline(painter, at.adjusted(-3, -3, 3, 3), pen(edge, 3), 3)


def arrow(painter: QPainter, tail: QPointF, tip: QPointF, colour: QColor, head: float = 18) -> None:
    way = tip - tail
    length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-6)
    u = way / length * head
    painter.setPen(pen(colour, 6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(tail, tip)
    painter.drawPolyline([tip - u + QPointF(-u.y(), u.x()), tip, tip - u - QPointF(-u.y(), u.x())])


def bow(painter: QPainter, box: QRectF, start: float, span: float, colour: QColor) -> None:
    """A bent arrow along an ellipse; degrees count against the clock, its head where the span ends."""
    painter.setPen(pen(colour, 6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(box, round(start * 16), round(span * 16))
    end = radians(start + span)
    tip = box.center() + QPointF(box.width() / 2 * cos(end), -box.height() / 2 * sin(end))
    turn = 1 if span > 0 else -1
    u = QPointF(-box.width() * sin(end), -box.height() * cos(end)) * turn
    u = u / max((u.x() ** 2 + u.y() ** 2) ** 0.5, 1e-6) * 18
    aside = QPointF(-u.y(), u.x()) * 0.8
    painter.drawPolyline([tip - u + aside, tip, tip - u - aside])


def label(
    p: QPainter, text: str, x: float, y: float, colour: QColor = theme.T1, *, bold: bool = False
) -> None:
    """A word centred on a place."""
    write(p, text, x, y, shrunk(text, 330, (20, theme.LEAST), bold=bold), colour, align=0.5)


def _check_wheel(painter: QPainter, now: QColor) -> None:
    middle = QPointF(406, 166)
    draw_ring(painter, middle, 155, 0, mark=None, ball=False)
    _cone(painter, middle)
    Sign("states.eye")(painter, QRectF(600, 118, 92, 92), now)


def _cone(painter: QPainter, middle: QPointF) -> None:
    """The turret with its four arms."""
    radius = 60
    painter.setPen(pen(theme.T1, 3))
    painter.setBrush(theme.BG2)
    painter.drawEllipse(middle, radius, radius)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        painter.drawLine(
            QPointF(middle.x() + dx * radius * 0.28, middle.y() + dy * radius * 0.28),
            QPointF(middle.x() + dx * radius * 0.72, middle.y() + dy * radius * 0.72),
        )
    painter.drawEllipse(middle, radius * 0.26, radius * 0.26)


def _bowl(painter: QPainter) -> None:
    """The wheel from the side: bowl, rim and foot."""
    path = QPainterPath(QPointF(146, 214))
    path.cubicTo(196, 336, 616, 336, 666, 214)
    path.closeSubpath()
    painter.setPen(pen(theme.T1, 4))
    painter.setBrush(theme.RIM)
    painter.drawPath(path)
    fill(painter, QRectF(356, 306, 100, 22), theme.T2, 4)
    fill(painter, QRectF(126, 202, 560, 14), theme.T1, 7)


def _check_level(painter: QPainter, now: QColor) -> None:
    """A spirit level on the rim, its bubble in the middle."""
    _bowl(painter)
    tube = QRectF(246, 136, 320, 60)
    fill(painter, tube, theme.BG2, 12)
    outline(painter, tube, pen(now, 4), 12)
    for x in (382.0, 430.0):
        painter.setPen(pen(theme.T0, 3))
        painter.drawLine(QPointF(x, 142), QPointF(x, 190))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(now)
    painter.drawEllipse(QPointF(406, 166), 19, 13)
    painter.setPen(pen(theme.T2, 2, dashes=[8, 8]))
    painter.drawLine(QPointF(60, 209), QPointF(112, 209))
    painter.drawLine(QPointF(700, 209), QPointF(752, 209))
    Sign("states.tick")(painter, QRectF(640, 130, 56, 56), theme.GREEN)


def _check_run(painter: QPainter, now: QColor) -> None:
    """The wheel from above, turning."""
    middle = QPointF(406, 208)
    draw_ring(painter, middle, 155, 0, mark=None, ball=False)
    _cone(painter, middle)
    bow(painter, QRectF(232, 34, 348, 348), 150, -110, now)
    bow(painter, QRectF(232, 34, 348, 348), 330, -110, now)


def _check_ball(painter: QPainter, now: QColor) -> None:
    """A smooth, round ball between two arrows for the fingers, and a ball that must not be used."""
    painter.setPen(pen(theme.T1, 3))
    painter.setBrush(theme.FACE)
    painter.drawEllipse(QPointF(300, 196), 96, 96)
    painter.setPen(pen(theme.T2, 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(236, 132, 128, 128), 100 * 16, 70 * 16)
    bow(painter, QRectF(180, 76, 240, 240), 130, -80, now)
    bow(painter, QRectF(180, 76, 240, 240), 310, -80, now)
    Sign("states.tick")(painter, QRectF(276, 316, 48, 48), theme.GREEN)
    _bad_ball(painter, QPointF(560, 196))
    arrow(painter, QPointF(690, 96), QPointF(606, 152), theme.T2)


def _bad_ball(painter: QPainter, middle: QPointF) -> None:
    """A ball with a flat side and a crack."""
    path = QPainterPath()
    box = QRectF(middle.x() - 66, middle.y() - 66, 132, 132)
    path.arcMoveTo(box, 60)
    path.arcTo(box, 60, 300)
    path.closeSubpath()
    painter.setPen(pen(theme.T2, 3))
    painter.setBrush(theme.BG2)
    painter.drawPath(path)
    crack = [
        QPointF(middle.x() + dx, middle.y() + dy) for dx, dy in ((-30, 10), (-8, 18), (-16, 34), (6, 50))
    ]
    painter.drawPolyline(crack)


WHEEL_PICTURES: Final[dict[str, Callable[[QPainter, QColor], None]]] = {
    Preparing.CHECK_WHEEL: _check_wheel,
    Preparing.CHECK_LEVEL: _check_level,
    Preparing.CHECK_RUN: _check_run,
    Action.CHECK_BALL: _check_ball,
}
"""A picture for each step of the check, in the colour of who acts."""


class PictureScene(msgspec.Struct, frozen=True):
    """The means to draw a picture: the painter, the view, the words, the colour of the person who acts."""

    painter: QPainter
    view: DealerView
    words: Words
    now: QColor


Picture: TypeAlias = Callable[[PictureScene], None]


def draw_step(painter: QPainter, view: DealerView, words: Words, now: QColor) -> None:
    """Draw the current step, and the count if cards are handled."""
    action = due_step(view)
    scene = PictureScene(painter, view, words, now)
    if action in WHEEL_PICTURES:
        WHEEL_PICTURES[action](painter, now)
    else:
        _PICTURES.get(action, _pile_picture)(scene)
    if action not in _WITHOUT_COUNT:
        _count(scene)


def due_step(view: DealerView) -> str:
    """The step to draw: the prompt's, else (while nobody is signed in for it) that of the list."""
    for step in view.preparation.steps:
        if step.state == "now":
            return step.action
    return view.view.prompt.action


def _count(scene: PictureScene) -> None:
    """Draw the number of cards that were counted: 416 of 416, with a tick."""
    p, words = scene.painter, scene.words
    rest = words.count("picture.counted", DECKS)
    text = words.text("picture.count", count=CARDS, all=CARDS)
    x = write(p, text, 88, 373, theme.font(38, bold=True), theme.T0) + 34
    face = shrunk(rest, 812 - x - 90, (20, theme.LEAST, 17))
    end = write(p, rest, x, 374, face, theme.T1)
    Sign("states.tick")(p, QRectF(end + 24, 358, 30, 30), theme.GREEN)


def _check_shoe(scene: PictureScene) -> None:
    p = scene.painter
    shoe_shape(p, QRectF(110, 110, 300, 180), scene.now)
    rack_shape(p, QRectF(520, 110, 170, 180), scene.now)
    label(p, scene.words.text("picture.shoe"), 260, 330)
    label(p, scene.words.text("picture.rack"), 605, 330)


def _receive_decks(scene: PictureScene) -> None:
    p = scene.painter
    for deck in range(8):
        x, y = 96 + (deck % 4) * 122, 44 + (deck // 4) * 146
        for depth in (8, 4, 0):
            draw_back(p, QRectF(x + depth, y - depth, 84, 117.6))
    cut_cards = scene.view.preparation.cut_cards
    for at in range(cut_cards):
        draw_cut_card(p, QRectF(610 + at * 46, 116 + at * 26, 84, 117.6))
    for text, x in ((str(DECKS), 304), (f"+ {cut_cards}", 652 + 24 * (cut_cards - 1))):
        write(p, text, x, 322, theme.font(28, bold=True), theme.T0, align=0.5)


def _inspect(scene: PictureScene) -> None:
    p = scene.painter
    for at, card in enumerate(DECK[:13]):
        draw_face(p, QRectF(75 + at * 50, 40, 62, 86.8), card)
        draw_back(p, QRectF(75 + at * 50, 212, 62, 86.8))
    Sign("states.eye")(p, QRectF(383, 147, 46, 46), scene.now)


def _present(scene: PictureScene) -> None:
    p = scene.painter
    for at in range(13):
        p.save()
        p.translate(406, 560)
        p.rotate(-42 + at * 7)
        draw_face(p, QRectF(-29, -490, 58, 81.2), DECK[13 + at])
        p.restore()
    bow(p, QRectF(226, 236, 360, 150), 145, -110, scene.now)


def _wash(scene: PictureScene) -> None:
    p = scene.painter
    for at, (x, y, degrees) in enumerate(_STREWN):
        turned_back(p, x, y, 62, degrees + at * 3)
    bow(p, QRectF(130, 30, 552, 280), 160, -110, scene.now)
    bow(p, QRectF(130, 30, 552, 280), 340, -110, scene.now)


_STREWN: Final = (
    (216, 120, -20), (300, 96, 35), (382, 120, -8), (470, 92, 60), (560, 122, 14), (610, 190, -40),
    (250, 196, 70), (330, 176, -30), (420, 186, 22), (506, 178, -64), (566, 236, 42), (208, 250, 12),
    (290, 254, -52), (370, 250, 40), (452, 256, -14), (520, 268, 80),
)  # fmt: skip


def _split_piles(scene: PictureScene) -> None:
    p = scene.painter
    for x in (150, 482):
        pile(p, QRectF(x, 120, 180, 150), 26)
        label(p, scene.words.count("count.cards", CARDS // 2), x + 90, 306, theme.T0, bold=True)
    arrow(p, QPointF(384, 60), QPointF(262, 96), scene.now)
    arrow(p, QPointF(428, 60), QPointF(550, 96), scene.now)


def _packets(scene: PictureScene, top: float = 70) -> None:
    """Two packets, their near corners falling into each other."""
    p = scene.painter
    for at in range(9):
        rise = at * 11
        turned_back(p, 262 + at * 5, top + 158 - rise, 110, 74)
        turned_back(p, 550 - at * 5, top + 158 - rise, 110, -74)


def _shuffle(scene: PictureScene) -> None:
    _packets(scene)
    arrow(scene.painter, QPointF(200, 310), QPointF(370, 310), scene.now)
    arrow(scene.painter, QPointF(612, 310), QPointF(442, 310), scene.now)


def _riffle(scene: PictureScene) -> None:
    p = scene.painter
    for at in range(12):
        y = 92 + at * 15
        fill(p, QRectF(150, y, 290, 5), theme.T1, 2)
        fill(p, QRectF(372, y + 7.5, 290, 5), theme.T0, 2)
    arrow(p, QPointF(96, 300), QPointF(230, 300), scene.now)
    arrow(p, QPointF(716, 300), QPointF(582, 300), scene.now)


def _stage(number: int) -> Picture:
    def draw(scene: PictureScene) -> None:
        _packets(scene, 30)
        for block in range(3):
            box = QRectF(236 + block * 116, 280, 104, 34)
            done = block + 1 < number
            fill(scene.painter, box, scene.now if block + 1 == number else theme.BG3, 5)
            ink = theme.NOW_FILL if block + 1 == number else theme.T1
            write(
                scene.painter,
                str(block + 1),
                box.center().x(),
                297,
                theme.font(20, bold=True),
                ink,
                align=0.5,
            )
            if done:
                Sign("states.tick")(scene.painter, QRectF(box.right() - 30, 287, 20, 20), theme.GREEN)

    return draw


def _pile_picture(scene: PictureScene) -> None:
    p = scene.painter
    pile(p, QRectF(286, 150, 240, 156), 34)
    arrow(p, QPointF(406, 56), QPointF(406, 126), scene.now)


def _stack(scene: PictureScene) -> None:
    """One stack; if the rules say which way its cards look, as the dealer sees them (BAC-3.3.1)."""
    steps = scene.view.preparation.steps
    faces = next((step.faces for step in steps if step.action == Preparing.STACK), None)
    if faces is None:
        _pile_picture(scene)
        return
    p = scene.painter
    for at in range(12):
        draw_back(p, QRectF(386 - at * 9, 34 + at * 7, 118, 165.2))
    front = QRectF(386 - 12 * 9, 34 + 12 * 7, 118, 165.2)
    if faces == "dealer":
        draw_face(p, front, Card("7D"))
    else:
        draw_back(p, front)
    Sign("places.person")(p, QRectF(front.center().x() - 24, 302, 48, 48), scene.now)
    arrow(p, QPointF(600, 90), QPointF(528, 140), scene.now)


def _cut(scene: PictureScene) -> None:
    p = scene.painter
    stack_on_edge(p, QRectF(110, 140, 230, 150), 30)
    cut_card_on_edge(p, QRectF(372, 112, 12, 178), scene.now)
    stack_on_edge(p, QRectF(416, 140, 250, 150), 33)
    bow(p, QRectF(206, 52, 490, 140), 165, -150, scene.now)


def _place_cut_card(scene: PictureScene) -> None:
    """The stack on its edge, parted where the cut card goes in; the cards behind it one by one if few."""
    p, view = scene.painter, scene.view
    behind = view.view.prompt.from_end or view.preparation.cut_card_from_end or 0
    counted = behind <= _COUNTED
    front = 376.0 if counted else 560.0 * (CARDS - behind) / CARDS
    stack_on_edge(p, QRectF(88, 130, front, 150), round(front / 8))
    fill(p, QRectF(88, 295, front, 2), theme.T2)
    before = (
        scene.words.count("picture.front", CARDS - behind)
        if counted
        else scene.words.count("count.decks", (CARDS - behind) // len(DECK))
    )
    label(p, before, 88 + front / 2, 320)
    x = 88 + front + 27
    cut_card_on_edge(p, QRectF(x, 82, 11, 156), scene.now)
    here = scene.words.text("picture.cut_card_here")
    label(p, here, x + 6, 58, scene.now, bold=True)
    x += 42
    if counted:
        for at in range(behind):
            fill(p, QRectF(x + at * 22, 130, 7, 150), theme.T0)
            number, middle = str(behind - at), x + at * 22 + 3.5
            write(p, number, middle, 300, theme.font(theme.LEAST, bold=True), theme.T0, align=0.5)
        x += behind * 22 + 4
    else:
        back = 560.0 * behind / CARDS
        stack_on_edge(p, QRectF(x, 130, back, 150), round(back / 8))
        fill(p, QRectF(x, 295, back, 2), scene.now)
        label(
            p, scene.words.count("count.decks", behind // len(DECK)), x + back / 2, 320, theme.T0, bold=True
        )
    if scene.view.preparation.cut_cards < 2:
        return
    cut_card_on_edge(p, QRectF(x, 130, 9, 150))
    second = scene.words.text("picture.second_cut_card")
    write(
        p,
        second,
        min(812 - 24 - advance(second, theme.font(theme.LEAST)) / 2, 730),
        106,
        theme.font(theme.LEAST),
        theme.T1,
        align=0.5,
    )


_COUNTED: Final = 10
"""The most cards that are drawn one by one, with their numbers."""


def _load(scene: PictureScene) -> None:
    p = scene.painter
    shoe_shape(p, QRectF(216, 150, 380, 160), theme.T1)
    stack_on_edge(p, QRectF(430, 28, 130, 62), 26)
    cut_card_on_edge(p, QRectF(544, 20, 6, 70))
    arrow(p, QPointF(495, 104), QPointF(495, 236), scene.now)


def _burn_card(scene: PictureScene) -> None:
    p = scene.painter
    shoe_shape(p, QRectF(430, 110, 280, 180), theme.T1)
    place = QRectF(140, 100, 140, 196)
    fill(p, place, theme.NOW_FILL, 11)
    draw_place(p, place, scene.now, 4, dashed=False)
    arrow(p, QPointF(404, 250), QPointF(304, 250), scene.now)


def _burn(scene: PictureScene) -> None:
    p, prompt = scene.painter, scene.view.view.prompt
    draw_face(p, QRectF(60, 96, 126, 176), prompt.burned or Card.SA)
    count = max(1, min(prompt.count or 1, 10))
    for at in range(count):
        draw_back(p, QRectF(224 + at * 24, 120, 92, 129))
        write(p, str(at + 1), 235 + at * 24, 270, theme.font(theme.LEAST, bold=True), theme.T1, align=0.5)
    end = 224 + (count - 1) * 24 + 92
    arrow(p, QPointF(end + 16, 186), QPointF(590, 186), scene.now, 14)
    rack_shape(p, QRectF(616, 110, 120, 150), theme.T1)
    label(p, scene.words.text("picture.rack"), 672, 292)


def _replace_shoe(scene: PictureScene) -> None:
    p = scene.painter
    shoe_shape(p, QRectF(96, 130, 250, 150), theme.T2)
    shoe_shape(p, QRectF(466, 130, 250, 150), scene.now)
    arrow(p, QPointF(220, 108), QPointF(220, 46), theme.T2)
    arrow(p, QPointF(590, 46), QPointF(590, 108), scene.now)


_PICTURES: Final[dict[str, Picture]] = {
    "check_shoe": _check_shoe,
    "receive_decks": _receive_decks,
    "inspect": _inspect,
    "present": _present,
    "wash": _wash,
    "split_piles": _split_piles,
    "shuffle": _shuffle,
    "riffle": _riffle,
    "shuffle_1": _stage(1),
    "shuffle_2": _stage(2),
    "shuffle_3": _stage(3),
    "stack": _stack,
    "cut": _cut,
    "place_cut_card": _place_cut_card,
    "load": _load,
    "burn_card": _burn_card,
    "burn": _burn,
    "replace_shoe": _replace_shoe,
}
_WITHOUT_COUNT: Final = frozenset(
    (
        Preparing.CHECK_SHOE,
        Preparing.RECEIVE_DECKS,
        Preparing.INSPECT,  # the number is typed: the picture does not say it before
        Action.BURN_CARD,
        Action.BURN,
        Action.REPLACE_SHOE,
        *WHEEL_PICTURES,
    )
)
