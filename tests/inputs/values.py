"""Values that somebody hostile, or a broken program, would send in the place of a good one."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

RIGHT_TO_LEFT = "\u202eABC\u202c"
HOSTILE = (
    "",
    " ",
    "\x00",
    "a\nb",
    "a\r\nb",
    "\u2028",
    RIGHT_TO_LEFT,
    "\u200f",
    "\u2066x",
    "\U000e0041",
    "\ufeff",
    "x" * 10_000,
    "あ" * 3_000,
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "＝1",
    '=HYPERLINK("http://x","y")',
    "<script>alert(1)</script>",
    "{0}",
    "{name}",
    "%s",
    "../../etc/passwd",
    "~nobody-has-this-name/x",
    "'; DROP TABLE entry; --",
    "é\u0301",
    "9" * 400,
)
TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=40))
NUMBERS = st.one_of(
    st.integers(-3, 70),
    st.sampled_from([2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, -(10**300)]),
    st.floats(allow_nan=False, allow_infinity=False),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXT),
    lambda below: st.one_of(st.lists(below, max_size=4), st.dictionaries(TEXT, below, max_size=4)),
    max_leaves=6,
)
"""Anything that JSON can hold."""


def replaced(tables: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value in one place."""
    if not path:
        return value
    key, *rest = path
    if isinstance(tables, dict):
        return {**tables, key: replaced(tables.get(key), tuple(rest), value)}
    return [replaced(each, tuple(rest), value) if at == key else each for at, each in enumerate(tables)]
