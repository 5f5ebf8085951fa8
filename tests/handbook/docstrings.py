"""The code's own descriptions: the first sentence of a class, and of the fields of a struct."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from functools import cache


def first_paragraph(thing: object) -> str:
    """The first paragraph of a docstring, in one line, its code in Markdown's quotes."""
    return in_line((inspect.getdoc(thing) or "").partition("\n\n")[0])


def in_line(text: str) -> str:
    """A docstring's text as a cell of a table, a role such as ``:mod:`` taken from its name."""
    return re.sub(r":\w+:`~?", "`", " ".join(text.split())).replace("``", "`")


@cache
def of_fields(struct: type) -> dict[str, str]:
    """The docstrings beneath the fields of a class, its parents' too, by the fields' names."""
    found: dict[str, str] = {}
    for one in reversed(struct.__mro__):
        if not one.__module__.startswith("console"):
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(one))).body
        assert isinstance(tree, ast.ClassDef)
        for field, below in zip(tree.body, tree.body[1:], strict=False):
            match field, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    found[name] = in_line(text)
    return found
