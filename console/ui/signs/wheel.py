"""Signs of the wheel: what is done with wheel and ball, and what can go wrong with them."""

from __future__ import annotations

from math import cos, radians, sin

from console.ui.signs.nib import Nib, sign


def _turn(nib: Nib, radius: float, start: float, span: float, head: float = 13) -> None:
    """A bow about the middle with an arrow at its end; degrees as in :meth:`Nib.arc`."""
    nib.arc(48, 48, radius, start, span)
    end, way = radians(start + span), 1 if span > 0 else -1
    x, y = 48 + radius * cos(end), 48 - radius * sin(end)
    dx, dy = -sin(end) * way * head, -cos(end) * way * head
    nib.line((x - dx - dy, y - dy + dx), (x, y), (x - dx + dy, y - dy - dx))


def _wheel(nib: Nib, x: float = 48, y: float = 48, radius: float = 38) -> None:
    """Rim and cone."""
    nib.ring(x, y, radius)
    nib.ring(x, y, radius * 0.3)


@sign
def spin(nib: Nib) -> None:
    """The ball runs one way, the wheel the other."""
    _turn(nib, 35, 240, -225, 12)
    nib.dot(48 + 35 * cos(radians(240)), 48 - 35 * sin(radians(240)), 9)
    _turn(nib, 15, 60, 250, 9)


@sign
def number(nib: Nib) -> None:
    """The ball lies in a pocket."""
    nib.arc(48, 112, 102, 63, 54)
    nib.arc(48, 112, 56, 63, 54)
    for degrees in (63, 81, 99, 117):
        turned = radians(degrees)
        far, near = (102, 56)
        nib.line(
            (48 + far * cos(turned), 112 - far * sin(turned)),
            (48 + near * cos(turned), 112 - near * sin(turned)),
        )
    nib.dot(48, 40, 9)


@sign
def check_wheel(nib: Nib) -> None:
    """The wheel, looked at."""
    _wheel(nib, 40, 40, 32)
    nib.line((40, 8), (40, 28))
    nib.line((40, 52), (40, 72))
    nib.line((52, 70), (64, 84), (90, 52))


@sign
def check_level(nib: Nib) -> None:
    """A spirit level on a rim."""
    nib.box(8, 26, 80, 26, 8)
    nib.line((38, 28), (38, 50))
    nib.line((58, 28), (58, 50))
    nib.dot(48, 39, 5)
    nib.curve((8, 70), (24, 86, 72, 86, 88, 70))


@sign
def check_run(nib: Nib) -> None:
    """The wheel turns freely."""
    nib.ring(48, 48, 14)
    _turn(nib, 36, 170, -110)
    _turn(nib, 36, 350, -110)


@sign
def check_ball(nib: Nib) -> None:
    """The ball under a glass."""
    nib.ring(40, 40, 32)
    nib.line((64, 64), (88, 88), width=nib.stroke * 1.5)
    nib.dot(40, 40, 12)


@sign
def no_spin(nib: Nib) -> None:
    """A run that is none."""
    nib.ring(48, 48, 16)
    nib.arc(48, 48, 38, 70, 220)
    nib.dot(60, 84, 7)
    nib.line((12, 86), (86, 12))


@sign
def not_read(nib: Nib) -> None:
    """A ball in a pocket that the reader did not see."""
    nib.line((8, 22), (8, 8), (22, 8))
    nib.line((74, 8), (88, 8), (88, 22))
    nib.line((8, 74), (8, 88), (22, 88))
    nib.line((74, 88), (88, 88), (88, 74))
    nib.ring(48, 40, 11)
    nib.line((28, 32), (28, 62), (68, 62), (68, 32))
    nib.line((38, 84), (58, 72))


@sign
def ball_out(nib: Nib) -> None:
    """The ball leaves the wheel."""
    nib.arc(34, 60, 28, 20, 320)
    nib.ring(34, 60, 8)
    nib.arrow((52, 40), (70, 22), 11)
    nib.dot(83, 12, 9)


@sign
def bet_time(nib: Nib) -> None:
    """The ball runs while the bets' clock does."""
    nib.arc(38, 56, 30, 90, 270)
    nib.ring(38, 56, 9)
    nib.dot(12, 30, 8)
    nib.ring(72, 26, 18)
    nib.line((72, 16), (72, 27), (79, 31))


@sign
def foreign_object(nib: Nib) -> None:
    """Something lies in the wheel that does not belong there."""
    nib.arc(48, 46, 38, 150, 240)
    nib.arc(48, 46, 16, 180, 180)
    nib.line((40, 6), (62, 6), (68, 26), (50, 36), (36, 24), close=True)


@sign
def wrong_number(nib: Nib) -> None:
    """Two numbers that differ: the recorded number, and the number at which the ball lies."""
    nib.box(6, 10, 36, 44, 5)
    nib.line((24, 22), (24, 42))
    nib.box(54, 42, 36, 44, 5)
    nib.line((64, 56), (80, 56), (70, 74))
    nib.line((60, 14), (80, 14), (80, 30))
    nib.line((36, 82), (16, 82), (16, 66))


@sign
def remove_ball(nib: Nib) -> None:
    """Take the ball out of the wheel."""
    nib.curve((8, 52), (12, 84, 84, 84, 88, 52))
    nib.line((8, 52), (22, 52))
    nib.line((74, 52), (88, 52))
    nib.arrow((48, 56), (48, 30), 12)
    nib.dot(48, 12, 9)


@sign
def pick_up_ball(nib: Nib) -> None:
    """Pick the ball up from the floor."""
    nib.line((8, 86), (88, 86))
    nib.dot(48, 70, 10)
    nib.arrow((48, 52), (48, 12), 14)


@sign
def replace_ball(nib: Nib) -> None:
    """One ball for another."""
    nib.ring(20, 48, 13)
    nib.dot(76, 48, 14)
    nib.curve((20, 26), (28, 6, 62, 6, 72, 22))
    nib.line((74, 6), (73, 24), (56, 20))
    nib.curve((76, 70), (68, 90, 34, 90, 24, 74))
    nib.line((22, 90), (23, 72), (40, 76))


@sign
def settle(nib: Nib) -> None:
    """Chips, and a list of what they bring back."""
    for y in (54, 68, 82):
        nib.ring(24, y, 16, 0.4)
    nib.box(50, 8, 40, 80, 5)
    for y in (28, 46, 64):
        nib.line((60, y), (80, y))


@sign
def few_turns(nib: Nib) -> None:
    """The ball came round too seldom."""
    nib.ring(48, 48, 14)
    _turn(nib, 36, 30, 130)
    nib.dot(48 + 36 * cos(radians(30)), 48 - 36 * sin(radians(30)), 8)
    nib.line((36, 86), (60, 86))


@sign
def same_direction(nib: Nib) -> None:
    """Ball and wheel go the same way."""
    _turn(nib, 38, 150, -150)
    nib.dot(48 + 38 * cos(radians(150)), 48 - 38 * sin(radians(150)), 8)
    _turn(nib, 17, 190, -220, 9)
    nib.line((22, 82), (74, 82))


@sign
def wrong_direction(nib: Nib) -> None:
    """Ball or wheel turned the wrong way."""
    _turn(nib, 36, 60, 200)
    nib.dot(48 + 36 * cos(radians(60)), 48 - 36 * sin(radians(60)), 8)
    nib.line((38, 38), (58, 58))
    nib.line((58, 38), (38, 58))


@sign
def wheel_stopped(nib: Nib) -> None:
    """The wheel stands still."""
    nib.ring(48, 48, 38)
    nib.slab(37, 33, 8, 30)
    nib.slab(52, 33, 8, 30)


@sign
def ball_hangs(nib: Nib) -> None:
    """The ball circles on and does not fall."""
    nib.ring(48, 52, 14)
    nib.arc(48, 52, 36, 100, 320)
    nib.dot(48, 12, 9)
    nib.line((22, 86), (74, 86))


@sign
def on_track(nib: Nib) -> None:
    """The ball is still on the track."""
    nib.ring(48, 48, 40)
    nib.ring(48, 48, 22)
    nib.dot(48, 17, 9)


@sign
def in_pocket(nib: Nib) -> None:
    """The ball lies in a pocket."""
    nib.line((10, 26), (10, 74), (86, 74), (86, 26))
    nib.line((35, 40), (35, 74))
    nib.line((61, 40), (61, 74))
    nib.dot(48, 60, 10)


@sign
def damaged_ball(nib: Nib) -> None:
    """A ball with a crack."""
    nib.ring(48, 48, 34)
    nib.line((48, 14), (40, 34), (54, 46), (44, 62))


@sign
def whole_ball(nib: Nib) -> None:
    """A ball without one."""
    nib.ring(48, 48, 34)
    nib.arc(48, 48, 20, 110, 60)
