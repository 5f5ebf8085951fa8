"""Lines that are no object of the protocol, and fields that were misspelt: the words for their author."""

from __future__ import annotations

import pytest

from tests.table.core.tables import Driven, Seen

OPEN = b'{"do":"bets","state":"open"'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (OPEN + b"}" + OPEN + b"}", "has more after its object, and each object needs a line of its own"),
        (OPEN, "ends within its object, after 27 bytes"),
        (b'{"do":"bets","sta', "ends within its object, after 17 bytes"),
        (b"\xef\xbb\xbf" + OPEN + b"}", "begins with a byte order mark, EF BB BF"),
        (OPEN + b',"seconds":NaN}', "is no JSON, which has no NaN"),
        (OPEN + b',"seconds":-Infinity}', "is no JSON, which has no -Infinity"),
        (b"[" + OPEN + b"}]", f'is an array, "[{OPEN.decode()}}}]"'),
        (b'\xff{"do":"view"}', "is no UTF-8 from byte 1 on"),
        (OPEN + b',"colour":"\xff"}', "is no UTF-8 from byte 39 on"),
        (b"bets", 'is no object but "bets"'),
        (b"17", 'is no object but "17"'),
    ],
)
def test_a_line_that_is_no_object_is_told_why(line: bytes, told: str) -> None:
    view = Driven("sv").take(line)
    assert view["refused"] == "bad_input"
    assert view["why"] == f"The line {told}: one object in UTF-8 with the field `do` is right."


def test_a_misspelt_field_beside_right_ones_is_named_once_where_its_line_is_refused() -> None:
    driven = Driven("lt", game="roulette")
    assert driven.take(OPEN + b',"Round":null}')["why"] is None
    again = driven.take(OPEN + b',"Round":"T1-1"}')
    assert again["refused"] == "out_of_turn"
    assert again["why"].endswith(' "Round" is no field: did you mean `round`?')
    assert driven.take(OPEN + b',"round":"T1-1","Round":1}')["why"].count("did you mean") == 0
    seen = driven.take(b'{"do":"done","by":"D1","seeen":{"entry":1,"ms":1}}')
    assert seen["why"].endswith(' "seeen" is no field: did you mean `seen`?')
    assert driven.take(OPEN + b',"colour":1}')["why"].count("did you mean") == 0
    assert len(driven.take(b'{"do":"done","by":"' + b"D" * 90 + b'","note":"x","Reason":"y"}')["why"]) <= 200


@pytest.mark.parametrize(
    ("field", "most"),
    [("text", 2_000), ("reason", 2_000), ("note", 2_000), ("who", 100), ("by", 100), ("set", 40)],
)
def test_a_text_has_as_many_characters_as_the_protocol_gives_its_field(field: str, most: int) -> None:
    """Table protocol, section 3: beyond that it is bad_input, and the sentence says the number."""
    lines: dict[str, Seen] = {
        "text": {"do": "say", "by": "D1"},
        "who": {"do": "sign_out"},
        "by": {"do": "call", "on": True},
    }
    line = lines.get(field, {"do": "done", "by": "D1"})
    assert Driven("sv").take(line | {field: "x" * most})["refused"] != "bad_input"
    refused = Driven("sv").take(line | {field: "x" * (most + 1)})
    assert refused["refused"] == "bad_input" and str(most) in refused["why"].replace(",", "")
