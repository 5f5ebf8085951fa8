"""Signs of the wheel: what is done with wheel and ball, and what can go wrong with them."""

from __future__ import annotations

from console.ui.signs.nib import Nib, sign


def _wheel(nib: Nib, x: float = 48, y: float = 48, radius: float = 38) -> None:
    """Rim and cone."""
    nib.ring(x, y, radius)
    nib.ring(x, y, radius * 0.3)


@sign
def spin(nib: Nib) -> None:
    """The ball runs one way, the wheel the other."""
    nib.ring(48, 48, 22)
    nib.arc(48, 48, 38, 60, 200)
    nib.line((58, 4), (68, 15), (55, 23))
    nib.dot(48, 86, 8)
    nib.arc(48, 48, 11, 200, -220)


@sign
def number(nib: Nib) -> None:
    """The ball lies in a pocket."""
    nib.arc(48, 118, 104, 62, 56)
    nib.arc(48, 118, 62, 62, 56)
    for x, low in ((6, 26), (33, 42), (63, 42), (90, 26)):
        nib.line((x, 58 if low == 26 else 56), (x + (48 - x) * -0.06, 22 if low == 26 else 15))
    nib.dot(48, 38, 10)


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
    nib.arc(48, 48, 38, 100, 130)
    nib.arc(48, 48, 38, 280, 130)
    nib.line((6, 58), (19, 74), (30, 58))
    nib.line((66, 38), (78, 22), (90, 38))


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
    """What was recorded is not what lies there."""
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
    nib.arc(48, 48, 36, 90, 110)
    nib.dot(14, 60, 8)
    nib.line((64, 66), (84, 86))
    nib.line((84, 66), (64, 86))


@sign
def same_direction(nib: Nib) -> None:
    """Ball and wheel go the same way."""
    nib.arc(48, 48, 38, 120, 110)
    nib.line((6, 56), (16, 72), (29, 58))
    nib.arc(48, 48, 18, 120, 150)
    nib.line((34, 62), (46, 68), (54, 56))
    nib.dot(72, 18, 8)


@sign
def wrong_direction(nib: Nib) -> None:
    """Ball or wheel turned the wrong way."""
    nib.ring(48, 48, 14)
    nib.arc(48, 48, 38, 60, -130)
    nib.line((84, 66), (79, 84), (62, 77))
    nib.dot(62, 10, 7)
    nib.line((8, 28), (32, 52))
    nib.line((32, 28), (8, 52))


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
