"""The sentence for a line that has no form, to the letter: each kind of value, cut off if it is long."""

from __future__ import annotations

import msgspec
import pytest

from console.table.core.protocol.line_faults import line_fault, sentence, with_misspelt
from console.table.core.protocol.lines import LONGEST, InvalidLine, parse
from tests.table.core.tables import Driven, Seen

CARD = "a rank of A 2-9 T J Q K and a suit of S H D C is right."
PLACE = "player, banker, dealer or seat and hand such as 3.1 is right."
SEEN = "an object of whole numbers from 0, `entry`, `ms` to 1000000000, `file` if a view has it, is right."
COUNTED = "a whole number from 0 to 1000 or an array of 8, each a whole number from 0 to 1000, is right."
FACTS = "an object of facts, each true, false, a whole number or text, is right."
SEAT = "an array, each a whole number from 1 to 7, is right."


def explanation_of(line: Seen) -> str:
    return line_fault(msgspec.json.encode(line))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"do": "card"}, f"`card` is missing: {CARD}"),
        ({"do": "seats", "seats": 3}, f"`seats` is 3: {SEAT}"),
        ({"do": "seats", "seats": [8]}, f"`seats` is [8]: {SEAT}"),
        ({"do": "number", "number": 37}, "`number` is 37: a whole number from 0 to 36 is right."),
        ({"do": "call", "by": "D1", "on": "yes"}, '`on` is "yes": true or false is right.'),
        ({"do": "call", "by": 5, "on": True}, "`by` is 5: text of 1 to 100 characters is right."),
        ({"do": "say", "by": "P1", "text": ""}, '`text` is "": text of 1 to 2000 characters is right.'),
        ({"do": "done", "by": "D1", "seen": 5}, f"`seen` is 5: {SEEN}"),
        ({"do": "done", "by": "D1", "counted": "413"}, f'`counted` is "413": {COUNTED}'),
        ({"do": "done", "by": "D1", "counted": [52] * 7}, f"`counted` is [{'52,' * 6}52]: {COUNTED}"),
        (
            {"do": "done", "by": "D1", "before": [1] * 9},
            f"`before` is [{'1,' * 8}1]: an array of up to 8, each a whole number from 0 to 1000, is right.",
        ),
        ({"do": "done", "by": "D1", "set": " "}, '`set` is " ": a number that shows something is right.'),
        (
            {"do": "done", "by": "D1", "set": "A-1", "prepared": " "},
            '`prepared` is " ": a person or a machine that can be seen is right.',
        ),
        (
            {"do": "done", "by": "D1", "prepared": "M" * 81},
            f'`prepared` is "{"M" * 40}…": text of 1 to 80 characters is right.',
        ),
        ({"do": "correct", "by": "P1", "hand": "3.9", "card": 1, "to": "4C"}, f'`hand` is "3.9": {PLACE}'),
        ({"do": "answer", "by": "P1", "facts": 5}, f"`facts` is 5: {FACTS}"),
        ({"do": "answer", "by": "P1", "facts": {"cards": 1.5}}, f'`facts` is {{"cards":1.5}}: {FACTS}'),
    ],
)
def test_each_kind_of_value_has_its_words_for_what_is_right(line: Seen, says: str) -> None:
    assert explanation_of(line) == says


@pytest.mark.parametrize(
    ("bet", "says"),
    [
        (7, "`bets[1]` is 7: an object with the fields `on` and `stake` is right."),
        (
            {"on": "plyer", "stake": 5},
            '`bets[1].on` is "plyer": a bet of the protocol, such as player, is right.',
        ),
        ({"on": "player"}, "`bets[1].stake` is missing: a whole number from 1 to 1000000000000 is right."),
        (
            {"on": "player", "stake": -5},
            "`bets[1].stake` is -5: a whole number from 1 to 1000000000000 is right.",
        ),
        (
            {"on": "split", "stake": 5, "numbers": [1, 9]},
            "`bets[1].numbers` is [1,9]: all numbers that such a bet (split) covers on the layout is right.",
        ),
    ],
)
def test_a_worksheets_wrong_bet_is_named_by_its_place_alone(bet: object, says: str) -> None:
    assert explanation_of({"do": "settle", "by": "P1", "bets": [{"on": "player", "stake": 5}, bet]}) == says


@pytest.mark.parametrize("given", ["x" * 40, "x" * 41, "x" * 300])
def test_the_explanation_shows_the_first_forty_characters_of_a_long_value(given: str) -> None:
    shown = given if len(given) <= 40 else f"{given[:40]}…"
    assert (
        explanation_of({"do": "bets", "state": given})
        == f'`state` is "{shown}": one of closed, open is right.'
    )


@pytest.mark.parametrize(("zeros", "mark"), [(400, ""), (5_000, '"')])
def test_a_number_that_is_too_long_to_be_one_is_shown_as_it_was_written(zeros: int, mark: str) -> None:
    """Python reads none of more than 4300 digits: such a one is shown as a text."""
    digits = "1" + "0" * zeros
    said = line_fault(f'{{"do":"bets","state":{digits}}}'.encode())
    assert said == f"`state` is {mark}{digits[:40]}…{mark}: one of closed, open is right."


def test_the_fault_of_a_line_that_is_too_long_gives_its_bytes() -> None:
    line = b'{"do":"view"}'.ljust(LONGEST + 1)
    assert line_fault(line) == f"The line has {LONGEST + 1} bytes or more: at most {LONGEST} are right."


def test_no_explanation_has_more_than_two_hundred_characters() -> None:
    assert (sentence("y" * 200), sentence("y" * 201)) == ("y" * 200, "y" * 199 + "…")
    said = with_misspelt("y" * 200, b'{"do":"done","by":"D1","preparedd":1}')
    assert said == "y" * 150 + ' "preparedd" is no field: did you mean `prepared`?'
    assert len(said) == 200


@pytest.mark.parametrize("line", [b"", b"[1]", b"\xff\xfe", b'{"do":' * 9_000, b"x" * 4_000])
def test_a_line_that_is_no_object_gets_one_short_sentence(line: bytes) -> None:
    said = line_fault(line)
    assert said.startswith("The line ") and len(said) <= 200


@pytest.mark.parametrize(
    "line",
    [
        b'{"do":"bets","state":"closed","state":"open"}',
        b'{"do":"say","by":"P1","text":"x","other":1,"other":1}',
        b'{"do":"incident","by":"P1","kind":"card_fell","facts":{"cards":1,"cards":2}}',
        b'{"do":"bets","state":"open","seconds":null,"seconds":20}',
    ],
)
def test_a_name_that_stands_twice_in_a_line_is_bad_input(line: bytes) -> None:
    view = Driven("sv").take(line)
    assert (view["refused"], view["why"]) == (
        "bad_input",
        "The line has a field twice: each field once is right.",
    )


@pytest.mark.parametrize(
    "line",
    [
        {"do": "reshuffle", "by": "P1", "on": None, "new": None},
        {"do": "close", "by": "P1", "on": None},
        {"do": "say", "by": "P1", "text": "x", "seen": None},
        {"do": "incident", "by": "P1", "kind": None, "facts": None},
    ],
)
def test_a_field_that_is_null_counts_as_left_out(line: dict[str, object]) -> None:
    """PR-P5: null has one meaning, whatever the field."""
    given = {name: value for name, value in line.items() if value is not None}
    shown, left_out = Driven("sv").take(line), Driven("sv").take(given)
    assert shown["accepted"] and {**shown, "journal": None} == {**left_out, "journal": None}


@pytest.mark.parametrize("seats", [[0], [8], [1, 1], [*range(1, 9)]])
def test_a_round_is_of_the_seats_one_to_seven_each_named_once(seats: list[int]) -> None:
    """BJ-1.2.1, LT-BJ-02."""
    with pytest.raises(InvalidLine):
        parse(msgspec.json.encode({"do": "seats", "seats": seats}))
