"""Each recording of a wheel as ``listen --replay`` reads it, and as ``drive`` plays it with acts."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from console import cli
from tests.recordings.wheel import RECORDINGS, as_listened, in_order
from tests.test_drive import started

TABLE = 'name = "Table 7"\ngame = "roulette"\nrules = "lt"\nlanguage = "en"\n[[device]]\nrole = "wheel"\n'

OPEN, CLOSED = ({"do": "bets", "state": state} for state in ("open", "closed"))
SPIN = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
SAID = {"do": "number", "number": 5, "source": "dealer", "by": "D1"}
DONE = {"do": "done", "by": "D1"}


class Right(NamedTuple):
    """The acts at the table beside a recording, by their seconds, and their right result."""

    acts: tuple[tuple[float, dict[str, Any]], ...]
    told: tuple[str, ...]
    """The readings that ``listen`` shows, but for states."""
    halts: tuple[tuple[str, str | None, str | None], ...] = ()
    """Each halt: its reason, the kind that is offered, the fault that is named."""
    prompt: str = "await_bets"
    """The prompt at the end."""
    numbers: tuple[int, ...] = ()
    """The numbers that count, in order."""
    notices: tuple[str, ...] = ()
    """The notices to players besides that of a halt."""
    held_back: tuple[str, ...] | None = None
    """The reasons why no bets open at the end."""
    refused: tuple[str, ...] = ()
    rules: str = "lt"


def round_from(
    second: float, *, spun: float = 9.0, announced: float = 40.0
) -> tuple[tuple[float, dict[str, Any]], ...]:
    """A round whose bets open and close before the ball is sent, to its announcement."""
    times = (second + 0.2, OPEN), (second + 7.2, CLOSED), (second + spun, SPIN), (second + announced, DONE)
    return times


BALL, REPEATS = "Ball on the track", "The wheel repeats the launch"


def read(number: int) -> str:
    return f"Number read: {number}"


RIGHT = {
    "day": Right(
        (*round_from(0.0), *round_from(44.0), *round_from(88.0)),
        (BALL, read(5), BALL, read(30), BALL, read(0)),
        numbers=(5, 30, 0),
    ),
    "power_on": Right(round_from(13.5), (BALL, read(32)), numbers=(32,)),
    "power_cut": Right(
        (*round_from(0.0), *round_from(57.5)), (BALL, read(20), BALL, read(32)), numbers=(20, 32)
    ),
    "repeated_launch": Right(
        round_from(0.0, spun=30.0, announced=60.0),
        (REPEATS, BALL, read(5)),
        numbers=(5,),
        notices=("wheel_retries",),
    ),
    "repeated_first_launch": Right(
        round_from(0.0, spun=30.0, announced=60.0),
        (REPEATS, BALL, read(5)),
        numbers=(5,),
        notices=("wheel_retries",),
    ),
    "standing_rotor": Right(
        round_from(0.0)[:3],
        (BALL, read(5)),
        halts=(("no_spin", "no_spin", "wheel_stopped"),),
        prompt="resolve",
    ),
    "wrong_direction": Right(
        round_from(0.0)[:2],
        (BALL, "Ball ran with the wheel"),
        halts=(("device", "no_spin", "wrong_ball_direction"),),
        prompt="remove_ball",
    ),
    "sensor_fault": Right(
        (*round_from(0.0)[:3], (26.2, {"do": "withdraw", "by": "P1"})),
        (BALL, "Sensor, motor or encoder failed", "Wheel went out of service during a round"),
        halts=(("device", "technical_fault", "sensor"),),
        prompt="await_number",
        held_back=("wheel_fault", "wheel_off"),
    ),
    "off": Right(
        ((20.2, OPEN),),
        (),
        held_back=("wheel_off",),
        refused=("not_ready",),
    ),
    "other_pockets": Right(
        round_from(0.0)[:3],
        (BALL, "Wheel is set for another number of pockets", "Wheel is set for another number of pockets"),
        halts=(("device", "technical_fault", "pockets"),),
        prompt="resolve",
        held_back=("wheel_fault",),
    ),
    "held_back": Right(
        (*round_from(0.0)[:3], (30.0, SAID), (30.5, SAID), (31.0, DONE), (38.6, OPEN)),
        (BALL, read(5)),
        prompt="wait",
        numbers=(5,),
        rules="de",
    ),
    "not_seen": Right(
        round_from(0.0)[:3],
        (BALL, "Ball no longer seen on the track", "Ball no longer seen on the track"),
        halts=(("device", "no_spin", "ball_not_seen"),),
        prompt="resolve",
    ),
}


def test_each_recording_has_what_is_right_beside_it() -> None:
    assert RIGHT.keys() == RECORDINGS.keys()
    assert all(map(in_order, RECORDINGS.values()))


@pytest.mark.parametrize("name", RECORDINGS)
def test_listen_reads_every_status_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded, table = tmp_path / "recorded.txt", tmp_path / "table.toml"
    recorded.write_text(as_listened(RECORDINGS[name]), "utf-8")
    table.write_text(f'{TABLE}model = "cammegh"\nurl = "/dev/ttyUSB0"\n', "utf-8")
    assert cli.main(["listen", "--replay", str(recorded), "--table", str(table), "--lang", "en"]) == 0
    *rows, _ = capsys.readouterr().out.splitlines()
    known = {reading for each in RIGHT.values() for reading in each.told}
    told = [
        reading for row in rows for reading in sorted(known) if row.endswith(reading) or f"{reading}," in row
    ]
    assert told == list(RIGHT[name].told)


@pytest.mark.parametrize("name", RECORDINGS)
def test_drive_plays_it_with_the_right_prompt_and_halts(name: str) -> None:
    right = RIGHT[name]
    rows = RECORDINGS[name]
    gaps = [round(1000 * (later - at)) for (at, _), (later, _) in pairwise(rows)]
    device = (
        (at, {"do": "device", "name": "wheel", "hex": f"{line}\r\n".encode().hex(), "after": after})
        for (at, line), after in zip(rows, (0, *gaps), strict=True)
    )
    lines = [line for _, line in sorted((*right.acts, *device), key=lambda each: each[0])]
    sent = "".join(json.dumps(each) + "\n" for each in lines).encode()
    rules = "--rules", right.rules
    status, out, errors = started(sent, "--game", "roulette", *rules, "--ready", "--lang", "en")
    assert status == 0, errors
    views = [json.loads(each) for each in out.splitlines()]
    before, halts, numbers, notices = "betting", list[object](), list[int](), list[str]()
    for view in views:
        if view["phase"] == "halted" and before != "halted":
            offer = view["offer"] or {}
            halts.append((view["prompt"].get("reason"), offer.get("kind"), view["device_fault"]))
        if view["say"] == "number" and view["phase"] == "result" and before != "result":
            numbers.append(view["round"]["number"])
        if view["notice"] not in (None, "please_wait", *notices):
            notices.append(view["notice"])
        before = view["phase"]
    assert tuple(halts) == right.halts
    assert tuple(numbers) == right.numbers
    assert tuple(notices) == right.notices
    assert tuple(each["refused"] for each in views if each["refused"]) == right.refused
    assert views[-1]["prompt"]["action"] == right.prompt
    held = views[-1]["held_back"]
    assert (None if held is None else tuple(held)) == right.held_back
