"""The program and the translations against each other: no key without a phrase, no phrase without use."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

from tests.base.words.catalogues import CHECKOUT, phrases
from tests.sources import nodes

FAMILY = re.compile(r"[a-z_]+\\\.")
"""The beginning of a key's pattern: its family stands there in letters."""


def sources() -> tuple[tuple[str, tuple[ast.AST, ...]], ...]:
    found = sorted((CHECKOUT / "console").rglob("*.py"))
    return tuple((str(path.relative_to(CHECKOUT)), nodes(path)) for path in found)


def pattern(node: ast.expr) -> str | None:
    """The keys that a literal or an f-string can give, as a regular expression; None for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts
            )
        case _:
            return None


def keys_asked_for() -> Iterator[tuple[str, str, str]]:
    """Each key asked for outright: where, by ``text`` or ``count``, and its pattern."""
    for where, every in sources():
        for node in every:
            match node:
                case ast.Call(func=ast.Attribute(attr="text" as how), args=[key, *_]):
                    pass
                case ast.Call(func=ast.Attribute(attr="count" as how), args=[key, _, *_]):
                    pass
                case _:
                    continue
            if (wanted := pattern(key)) is not None:
                yield f"{where}:{node.lineno}", how, wanted


def mentioned() -> set[str]:
    """Every key that stands in the program, or that one of its f-strings can give."""
    found = (
        pattern(node)
        for _, every in sources()
        for node in every
        if isinstance(node, (ast.Constant, ast.JoinedStr))
    )
    every = {wanted for wanted in found if wanted is not None and FAMILY.match(wanted)}
    keys = frozenset(phrases("en"))
    return {key for wanted in every for key in given(wanted, keys)}


@functools.cache
def given(wanted: str, keys: frozenset[str]) -> frozenset[str]:
    """The keys that a pattern gives."""
    if ".+" not in wanted:  # most are one key, written out
        return keys & {re.sub(r"\\(.)", r"\1", wanted)}
    whole = re.compile(wanted)
    return frozenset(filter(whole.fullmatch, keys))


def test_every_key_that_the_program_asks_for_has_a_phrase() -> None:
    singular = {key for key, message in phrases("en").items() if isinstance(message.id, str)}
    known = {"text": frozenset(singular), "count": frozenset(phrases("en")) - singular}
    unknown = [
        f"{where}: {wanted}" for where, how, wanted in keys_asked_for() if not given(wanted, known[how])
    ]
    assert unknown == []


def test_every_phrase_is_used() -> None:
    assert sorted(set(phrases("en")) - mentioned()) == []
