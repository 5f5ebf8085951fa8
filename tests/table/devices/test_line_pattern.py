"""Patterns: those that could hang a table are refused with their column, the others are quick."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from console.table.devices.line_pattern import LONGEST, Character, PatternError, pattern

SLOWEST = 2.0
"""Seconds of the processor's time that no line may take, a hundred times what was measured."""


@pytest.mark.parametrize(
    ("written", "column", "why"),
    [
        ("CARD (?P<card>..", 6, "missing )"),
        ("CARD [9H", 6, "unterminated"),
        ("a{2}{3}", 5, "multiple repeat"),
        (r"CARD (?P<card>(?P<rank>.).)", 15, "the group rank stands in another or is repeated"),
        (r"(?P<card>..)+", 1, "the group card stands in another or is repeated"),
        (r"(?=CARD)..", 1, "'(?=' can't be used here"),
        (r"A\01", 2, r"\0 can't be used here"),
        (r"A\bB", 2, r"\b can't be used here"),
        (r"(A)\1", 4, r"\1 can't be used here"),
        (r"A^B", 2, "but for the pattern's own beginning"),
        (r"A++B", 3, "possessive"),
        (r"(a+)+b", 1, "in too many ways"),
        (r"x(a|a)*b", 2, "in too many ways"),
        (r"x(?:a|b|ab)*c", 2, "in too many ways"),
        (r"(?:,?[0-9]+)*!", 1, "in too many ways"),
        (r"[a-z]*[a-z]*[a-z]*[a-z]*!", 13, "in too many ways"),
        (r"(?:(?:a?)*)*", 1, "what can be nothing is repeated"),
        (r"(?:(?:(?:;)?)?[a-z])*", 4, "what can be nothing is repeated"),
        (r"x{1,101}", 1, "more often than the 100 characters"),
        ("x" * 501, 501, "longer than 500"),
        ("(" * 13 + "x" + ")" * 13, 14, "a group in 12 others"),
    ],
)
def test_a_pattern_that_can_not_be_used_is_refused_with_its_column(
    written: str, column: int, why: str
) -> None:
    with pytest.raises(PatternError) as refused:
        pattern(written)
    assert refused.value.column == column, str(refused.value)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "written",
    [
        r"\*X;([1-6]);([0-9]{3});((?:[ 0-2][0-9])|3[0-6]);([0-9A-Fa-f]);([0-9]{3});([01])",
        r"^STX (?P<card>[0-9A-Z]{2,3}) ETX$",
        r"(?P<card>[^;]*);(?P<battery>[0-9]+)%;(?P<error>[0-9]*)",
        r".*card=(?P<card>\w+).*",
        r"(?:[0-9]+,)*(?P<number>[0-9]+)",
        r"[♠-♦](?P<rank>.+?)\x20\t?(?P<suit>[]hH-])",
    ],
)
def test_patterns_as_people_write_them_are_taken(written: str) -> None:
    assert pattern(written).matches.pattern == written


def test_a_line_is_made_that_has_the_groups_and_no_others() -> None:
    made = pattern(
        r"CARD (?P<card>[0-9A-Z]{2,3})(?: BAT(?P<battery>[0-9]{1,3}))?|(?P<cut_card>CUT[ABC]+)|IDLE"
    )
    assert made.line_with({"card": "10H"}) == "CARD 10H"
    assert made.line_with({"card": "9H", "battery": "7"}) == "CARD 9H BAT7"
    assert made.line_with({"cut_card": None}) == "CUTA"
    assert made.line_with({"card": "no card"}) is None
    assert made.line_with({"battery": "7"}) is None


@pytest.mark.parametrize(
    "written",
    [
        *("A", "é", ".", r"\x7e", *(rf"\{each}" for each in "dDsSwWtnrfva0*")),
        *(
            "[a-f]",
            "[^a-f]",
            "[]x-]",
            "[♠-♦]",
            "[^♠]",
            "[p-\x7f]",
            "[~-é]",
            r"[\W\d]",
            r"[^\s;]",
        ),
        r"[\n-\x20]",
    ],
)
def test_a_character_of_a_pattern_stands_for_those_that_it_matches(written: str) -> None:
    (((part,),),) = (pattern(written).parts.ways,)
    assert isinstance(part.what, Character)
    of = {code for code in range(128) if re.fullmatch(written, chr(code), re.ASCII)}
    assert part.what.of - {-1} == of
    assert -1 in part.what.of or not any(re.fullmatch(written, each, re.ASCII) for each in "é♠♥")


_PARTS = st.recursive(
    st.sampled_from(["a", "b", "ab", "[ab]", "[^a]", ".", r"\d", r"\w", "1", ""]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{0,3}", "{2}", "*?"])).map(
            lambda each: f"(?:{each[0]}){each[1]}"
        ),
        st.lists(inner, min_size=2, max_size=4).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda ways: f"(?:{'|'.join(ways)})"),
    ),
    max_leaves=10,
)


@given(_PARTS, st.text("ab1", max_size=4), st.sampled_from(["", "!", "a!", "1!"]))
def test_no_pattern_that_is_taken_is_slow_on_any_line(written: str, repeated: str, end: str) -> None:
    try:
        made = pattern(written)
    except PatternError:
        assume(False)
        return
    line = ((repeated or "a") * LONGEST)[: LONGEST - len(end)] + end
    begun = time.thread_time()
    found = made.groups_of(line)
    assert time.thread_time() - begun < SLOWEST
    assert (found is None) == (re.fullmatch(written, line, re.ASCII) is None)
