"""What stands under the fields of a sign-in: what came of the last try, or what to know before one.

Values to words; it never knows what was typed.
"""

from __future__ import annotations

import msgspec

from console.people.answers import Answer, Given, Known, Locked, Unknown, Wrong
from console.words import Words
from console.words.failures import why
from console.words.names import role_inside


class Note(msgspec.Struct, frozen=True):
    """A text, and whether it is something to heed."""

    text: str
    heed: bool = False


def note(
    words: Words,
    answer: Answer | Exception | None,
    *,
    wait: int = 0,
    badge: bool = False,
    needed: str = "dealer",
    given: Given | None = None,
    waits: bool = True,
) -> Note:
    """The note after an answer, to a ``badge`` or a PIN; ``wait`` seconds of it are left.

    ``needed`` is the role that may sign in, ``given`` who is about to, to practise; there nobody ``waits``.
    """
    text = words.text
    match answer:
        case Wrong() | Unknown() if wait:
            return Note(words.count("sign_in.wait", wait), heed=True)
        case Unknown() if badge:
            return Note(text("sign_in.badge.unknown"), heed=True)
        case Wrong() | Unknown():
            return Note(text("sign_in.wrong"), heed=True)
        case Locked(_, "tries"):
            return Note(text("sign_in.locked"), heed=True)
        case Locked():
            return Note(text("sign_in.disabled"), heed=True)
        case Known():
            return Note(text(f"sign_in.needs.{needed}"), heed=True)
        case Exception():
            return Note(why(answer, words), heed=True)
    if given:
        return Note(given_text(words, given))
    return Note(text("sign_in.wait_grows") if waits else "")


def given_text(words: Words, given: Given) -> str:
    """Somebody to practise as, with the PIN."""
    person = given.person
    role = role_inside(words, person.role)
    return words.text("sign_in.practice.person", name=person.name, role=role, id=person.id, pin=given.pin)
