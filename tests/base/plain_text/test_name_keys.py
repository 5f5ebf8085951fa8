"""The key by which names are compared: of one name in whatever form it is typed, scanned or read."""

from __future__ import annotations

import pytest

from console.base.plain_text import name_key


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            "AB-1207",
            (
                *("ab-1207", " AB 1207 ", "AB1207", "ab--1207", "AB -1207-"),
                *("]C0AB-1207", "]c0ab1207", "]E0AB-1207", "\uff3dC0AB-1207"),
                *("\uff21\uff22-\uff11\uff12\uff10\uff17", "\uff21\uff22\uff0d1207", "AB\u30001207"),
                *("AB\u20101207", "AB\u20111207", "AB\u20141207", "AB\u22121207", "AB\u00ad1207"),
                *("AB-1207\u200b", "\ufeffAB-1207", "AB-1207\0", "A\u2060B-1207\u200e"),
            ),
        ),
        ("\u00c4-1", ("A\u0308-1", "a\u03081", "\u00e41")),
        ("STRASSE-1", ("Stra\u00dfe-1", "STRA\u1e9eE 1")),
        ("12-07", ("12 07", "12\u201307", "12 - 07", "12--07", "]C012-07")),
        ("", ("-", " ", "\u200b", "\0", "]C0", "]C0-", "\u2014 \u3164")),
    ],
)
def test_forms_of_one_name_have_one_key(name: str, forms: tuple[str, ...]) -> None:
    assert {form: name_key(form) for form in forms} == dict.fromkeys(forms, name_key(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("12-07", "1207"), ("1-207", "12-07"), ("1-2-07", "12-07")),
        *(("AB-1207", "AB-1208"), ("AB", "A"), ("\u00c4-1", "A-1"), ("0O", "00"), ("C0-AB", "AB")),
    ],
)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)
    assert name_key(one) and name_key(other)


@pytest.mark.parametrize("name", ["AB-1207", "]C0AB-1207", "12 - 07", "\u00c4-1", "stra\u00dfe"])
def test_the_key_of_a_key_is_that_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)
