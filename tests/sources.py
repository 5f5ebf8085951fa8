"""The program's own sources and the tests', each read and parsed once in a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(file: Path) -> ast.Module:
    """What stands in a file."""
    return ast.parse(file.read_text("utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All of it, as ``ast.walk`` comes to it."""
    return tuple(ast.walk(parsed(file)))
