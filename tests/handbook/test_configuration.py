"""The keys of a table's file as its page tells them: none more, none fewer, and within the ranges it says."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any, get_type_hints

import msgspec
import pytest
from msgspec import inspect

from console.table.config import SLOTS
from console.table.config.messages import WAYS
from tests.handbook import pages
from tests.handbook.configuration_tables import sections

PAGE = "configuration.md"


def keys() -> dict[str, Any]:
    """Every key of the file with its type."""
    return {
        f"{section}.{field.encode_name}".removeprefix("."): get_type_hints(form, include_extras=True)[
            field.name
        ]
        for section, form in sections().items()
        for field in msgspec.structs.fields(form)
    }


def test_the_page_describes_exactly_the_keys_of_the_configuration() -> None:
    assert set(WAYS) == set(keys())


def test_the_page_has_every_key_once_and_no_other() -> None:
    told = chain.from_iterable(
        re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
        for table in pages.marked(pages.pages()[PAGE]).values()
    )
    there = [key.rpartition(".")[2] for key in keys() if key not in sections()]
    assert sorted(told) == sorted(there)


def test_every_range_is_the_one_that_is_held() -> None:
    """Its ends are taken, what lies beyond is refused."""
    checked = 0
    for key, kind in keys().items():
        (number,) = numbers(kind) or (None,)
        if number is None:
            continue
        checked += 1
        low, high = map(int, re.search(r"(\d+) to (\d+)", WAYS[key]).groups())  # type: ignore[union-attr]
        assert (number.ge, number.le) == (low, high), key
        for value in (low, high):
            msgspec.convert(value, kind)
        for value in (low - 1, high + 1):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(value, kind)
    assert checked > 8


def numbers(kind: Any) -> list[inspect.IntType | inspect.FloatType]:
    told = inspect.type_info(kind)
    told = told.type if isinstance(told, inspect.Metadata) else told
    types = told.types if isinstance(told, inspect.UnionType) else (told,)
    return [one for one in types if isinstance(one, inspect.IntType | inspect.FloatType)]


def test_each_game_has_a_whole_example() -> None:
    text = pages.pages()[PAGE]
    examples = [block.text for block in pages.blocks(PAGE, text, "toml") if ": refused" not in block.text]
    games = [re.findall(r'^game = "(\w+)"$', example, re.MULTILINE) for example in examples]
    assert sorted(chain.from_iterable(games)) == ["baccarat", "blackjack", "roulette"]


def test_each_slot_of_the_videos_address_is_explained() -> None:
    text = pages.pages()[PAGE]
    assert [slot for slot in SLOTS if f"`{{{slot}}}`" not in text] == []
