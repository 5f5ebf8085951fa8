"""The handbook's pages as the suite reads them: blocks of code, links, headings, tables between marks.

The language of a block of code says how it is checked:

``console``
    Command lines after ``$``, run in one folder for each page; what they print stands beneath, ``...`` for
    what differs from run to run. Beneath ``drive`` stand the lines that go in after ``<``, and after ``>``
    what the view of the last one holds, as far as it is written. A line without a view has to be accepted.
    Beneath other commands ``<`` is what is typed.
    ``# exit status 2`` beneath a command says that it does not end well.
``toml``
    With ``# NAME.toml`` as its first line it is a table's whole file, written into the page's folder and
    loaded; with ``# NAME.toml: refused`` what it is refused with stands below;
    ``# NAME.toml: a rulebook`` (or a rehearsal) is written there for the commands. Any other has to be TOML.
``json``
    An object a line, or one over several. With ``do`` it is a line of the protocol, with ``v`` it has fields
    of a view alone.
``python``
    A program of its own, run in the page's folder; a block ``text`` right below is what it prints.
``js``
    A module that :mod:`tests.handbook.test_typescript` runs.
``text``, ``sql``
    Shown as it is; a text with ``# NAME.txt`` as its first line is written into the page's folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from console.table.commands import handbook_folder

FOLDER = handbook_folder()
LANGUAGES = {"console", "toml", "json", "python", "js", "text", "sql"}
MARK = "<!-- table: "
"""The first line of a table that the suite writes, up to its name."""
_MARKED = re.compile(r"(<!-- table: ([a-z ]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A block of code: its language, the line of the page where it begins, its text."""

    page: str
    language: str
    line: int
    text: str

    @property
    def where(self) -> str:
        """Page and line, for the message of a failed check."""
        return f"{self.page}:{self.line}"


def pages() -> dict[str, str]:
    """Every page's text by its file's name."""
    return {page.name: page.read_text("utf-8") for page in sorted(FOLDER.glob("*.md"))}


def blocks(page: str, text: str, language: str | None = None) -> Iterator[Block]:
    """A page's blocks of code, in its order."""
    for found in _BLOCK.finditer(text):
        if language in (None, found[1]):
            yield Block(page, found[1], text.count("\n", 0, found.start()) + 1, found[2])


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return _BLOCK.sub("", text)


def anchors(text: str) -> set[str]:
    """The anchors inside a page: its headings, as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-") for heading in headings}


def marked(text: str) -> dict[str, str]:
    """The tables that are written by the suite, by their names."""
    return {found[2]: found[3] for found in _MARKED.finditer(text)}


def rows(text: str) -> dict[str, list[str]]:
    """The code in the first column of each table that has to be complete, by the table's name."""
    found = re.findall(r"<!-- rows: ([a-z ]+) -->\n((?:\|.*\n)+)", text)
    return {name: re.findall(r"^\| `([^`]+)`", lines, re.MULTILINE) for name, lines in found}


def with_tables(text: str, tables: dict[str, str]) -> str:
    """The page with new tables between its marks. Raises KeyError for a table without code."""
    return _MARKED.sub(lambda found: f"{found[1]}{tables[found[2]]}\n{found[4]}", text)


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def write(folder: Path, name: str, text: str) -> None:
    """A page as the suite makes it, if it is another than is there."""
    file = folder / name
    if file.read_text("utf-8") != text:
        file.write_text(text, "utf-8")
        print(f"{name} has new tables")
