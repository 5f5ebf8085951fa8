"""How many entries there are, in words, as far as it is known."""

from __future__ import annotations

from console.journal.log_rows import Filter
from console.ui.review.reading import Found
from console.words import Words
from console.words.figures import whole


def counted(found: Found, wanted: Filter, words: Words) -> str:
    """What stands beside the headline: all of them, those that fit, or how far it is."""
    if found.prepared < 1:
        return words.text("review.indexing", share=int(found.prepared * 100))
    if found.done and wanted == Filter():
        return words.count("review.count", found.count)
    if found.narrowed:
        return words.text("review.narrowed")
    key = "review.found" if found.done else "review.counting"
    return words.text(key, found=whole(found.count, words), all=whole(found.all, words))
