"""A wheel's lines with their seconds, by the medians of a studio's wheels: 8 s to the launch, 4 s on the
track, 26.5 s to the number, 5.5 s to the next game. No line of them is made by the console's own encoder.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

Row = tuple[float, str]
"""Seconds since the beginning, and a line without its end."""

BEAT: Final = 0.5
BEGUN: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)


def row(state: int, game: int, number: str, bits: int = 0, rotor: int = 170) -> str:
    return f"*X;{state};{game:03};{number:>2};{bits:X};{rotor:03};{game % 2}"


def lasting(line: str, seconds: float, begun: float = 0.0) -> list[Row]:
    return [(begun + at * BEAT, line) for at in range(round(seconds / BEAT))]


def after(*parts: list[Row]) -> list[Row]:
    """The parts one after the other."""
    found: list[Row] = []
    for part in parts:
        begun = found[-1][0] + BEAT if found else 0.0
        found += [(begun + at, line) for at, line in part]
    return found


def game(
    number: str, *, of: int = 7, before: str = "24", repeated: float = 0.0, rotor: int = 170
) -> list[Row]:
    """A game: to the launch, which fails for some seconds, in the track, to the number, which is shown."""
    return after(
        lasting(row(2, of, before, rotor=rotor), 3.0),
        lasting(row(2, of, before, rotor=0), 1.0),
        lasting(row(2, of, before, rotor=rotor), 4.0),
        lasting(row(2, of, before, 8, rotor), repeated),
        lasting(row(3, of, before, rotor=rotor), 4.0),
        lasting(row(4, of, before, rotor=rotor), 26.5),
        [(-0.15, f"{number:>2}"), *lasting(row(5, of, number, rotor=rotor), 5.5)],
    )


def launched(*, of: int = 7, seconds: float = 4.0) -> list[Row]:
    """The beginning of a game, with the ball in its track for some seconds."""
    return [each for each in game("5", of=of) if each[0] < 8.0 + seconds]


def held(rows: list[Row], since: float, until: float) -> list[Row]:
    """The rows, those of some seconds kept by a serial server, and handed over in a fifth of a second."""
    kept = [each for each in rows if since <= each[0] < until]
    step = 0.2 / len(kept)
    handed = [(until + at * step, line) for at, (_, line) in enumerate(kept)]
    return sorted([each for each in rows if each not in kept] + handed, key=lambda each: each[0])


def power_on(number: str) -> list[Row]:
    """Switched off and on: the number field is blank until the first number."""
    blank = "  "
    begun = after(lasting(row(6, 1, blank, rotor=0), 5.0), lasting(row(1, 1, blank, rotor=44), 8.5))
    return after(begun, game(number, of=1, before=blank))


RECORDINGS: Final[dict[str, list[Row]]] = {
    "day": after(game("5"), game("30", of=8, before="5"), game("0", of=9, before="30")),
    "power_on": power_on("32"),
    "power_cut": after(game("20"), power_on("32")),
    "repeated_launch": game("5", repeated=20.5),
    "repeated_first_launch": game("5", of=1, before="  ", repeated=20.5),
    "standing_rotor": game("5", rotor=0),
    "wrong_direction": after(launched(seconds=2.0), lasting(row(3, 7, "24", 2), 2.0)),
    "sensor_fault": after(
        launched(),
        lasting(row(4, 7, "24"), 5.0),
        lasting(row(4, 7, "24", 1), 0.5),
        lasting(row(4, 7, "24"), 7.0),
        lasting(row(4, 7, "24", 4), 29.5),
        lasting(row(6, 7, "24", 4, 0), 20.0),
    ),
    "off": lasting(row(6, 7, "24", rotor=0), 60.0),
    "other_pockets": game("00"),
    "held_back": held(after(game("5", of=7), lasting(row(2, 8, " 5"), 3.0)), 16.0, 41.6),
    "not_seen": after(launched(), lasting(row(7, 7, "24", 1), 10.0), lasting(row(2, 7, "24"), 10.0)),
}


def in_order(rows: list[Row]) -> bool:
    return all(one[0] < other[0] for one, other in pairwise(rows))


def as_listened(rows: list[Row]) -> str:
    """The rows as ``dealer-console listen`` writes them down."""
    sent = ((BEGUN + timedelta(seconds=at), line.encode() + b"\r\n") for at, line in rows)
    return "".join(f'{when.isoformat()}  {data.hex(" ")}  "{data[:-2].decode()}"\n' for when, data in sent)
