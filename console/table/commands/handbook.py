"""``dealer-console handbook [TOPIC]``: a page of the handbook as it is written, or the list of its topics.

Knows the folder of the pages and their first lines. The pages are in English; the command's own messages are
in the person's language.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import PROGRAM, Arg, Lang, print_refusal
from console.base.plain_text import nearest
from console.base.system import resource_folder
from console.base.words import Words

INDEX: Final = "README"
"""The page that links to the others."""
_COMMAND: Final = f"{PROGRAM} handbook"


def main(topic: Annotated[str | None, Arg("option.topic", "TOPIC")] = None, *, lang: Lang) -> int:
    """Print the page of a topic, or the list of topics; for an unknown topic 2, with one line of error."""
    words, pages = Words(lang), topics()
    if topic is None:
        print(
            "\n".join((words.text("handbook.english", command=f"{_COMMAND} TOPIC"), "", *_topic_lines(pages)))
        )
        return 0
    page = pages.get(topic.casefold().removesuffix(".md"))
    if page is None:
        return print_refusal(_COMMAND, _no_topic(words, topic, pages))
    print(page.read_text("utf-8").rstrip())
    return 0


def handbook_folder() -> Path:
    """The folder of the pages."""
    return resource_folder("handbook")


def topics() -> dict[str, Path]:
    """The pages by their topics, in alphabetical order, without the index."""
    pages = sorted(handbook_folder().glob("*.md"))
    return {page.stem.casefold(): page for page in pages if page.stem != INDEX}


def first_sentence(page: Path) -> str:
    _, _, text = page.read_text("utf-8").partition("\n\n")
    return " ".join(text.partition("\n\n")[0].split()).partition(". ")[0].removesuffix(".")


def _topic_lines(pages: dict[str, Path]) -> list[str]:
    width = max(map(len, pages), default=0)
    return [f"  {topic:<{width}}  {first_sentence(page)}" for topic, page in pages.items()]


def _no_topic(words: Words, name: str, pages: dict[str, Path]) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:40])
    if (near := nearest(name, pages)) is not None:
        return words.text("handbook.no_topic.near", topic=shown, near=near)
    return words.text("handbook.no_topic", topic=shown, topics=words.list_of(pages))
