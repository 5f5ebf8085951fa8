"""What an error is to a person: its own words where it has some, the disk's, or that nobody foresaw it.

An error of the console's own names the key of its words and what stands in their slots. What the system says
of a disk is English, and is for the log.
"""

from __future__ import annotations

from console.words import Words


def foreseen(error: BaseException) -> bool:
    """Whether there are words for it: a file that can't be used, a disk, and their like; but no bug."""
    return isinstance(error, OSError) or _has_words(error)


def why(error: BaseException, words: Words) -> str:
    """What went wrong, and what can be done."""
    if _has_words(error):
        return words.text(getattr(error, "key"), **getattr(error, "slots"))  # noqa: B009
    return words.text("bug.disk" if isinstance(error, OSError) else "bug.title")


def _has_words(error: BaseException) -> bool:
    return hasattr(error, "key") and hasattr(error, "slots")
