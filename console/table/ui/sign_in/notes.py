"""The text under the fields of a sign-in: the result of the last try, or a hint before the first. Pure
functions from values to words; they do not know the typed credentials.
"""

from __future__ import annotations

import msgspec

from console.base.words import LANGUAGES, Words, why
from console.table.people.answers import Answer, Known, Locked, PracticePerson, Unknown, Wrong
from console.table.people.dealing_rights import Barred
from console.table.people.dealing_words import barred_text
from console.table.words.names import role_inside


class SignInNote(msgspec.Struct, frozen=True):
    text: str
    heed: bool = False


def note(
    words: Words,
    answer: Answer | Exception | None,
    *,
    wait: int = 0,
    badge: bool = False,
    needed: str = "dealer",
    person: PracticePerson | None = None,
    waits: bool = True,
    unclear: bool = False,
    checking: bool = False,
) -> SignInNote:
    """The note after an answer, to a ``badge`` or a PIN; ``wait`` is the seconds of a delay that are left.

    ``needed`` is the role that may sign in, ``person`` the person to practise as who is about to sign in;
    there nobody ``waits``. ``unclear``: the last key typed a sign that is no id's and no PIN's. ``checking``:
    a try has no answer yet.
    """
    text = words.text
    if checking:
        return SignInNote(text("sign_in.checking"))
    if unclear:
        return SignInNote(text("press.letters"), heed=True)
    match answer:
        case Wrong() | Unknown() if wait:
            return SignInNote(words.count("sign_in.wait", wait), heed=True)
        case Unknown() if badge:
            return SignInNote(text("sign_in.badge.unknown"), heed=True)
        case Wrong() | Unknown():
            return SignInNote(text("sign_in.wrong"), heed=True)
        case Locked(_, "tries"):
            return SignInNote(text("sign_in.locked"), heed=True)
        case Locked():
            return SignInNote(text("sign_in.disabled"), heed=True)
        case Barred(person=barred):
            own = Words(barred.language) if barred.language in LANGUAGES else words
            return SignInNote(barred_text(own, answer), heed=True)
        case Known():
            return SignInNote(text(f"sign_in.needs.{needed}"), heed=True)
        case Exception():
            return SignInNote(why(answer, words), heed=True)
    if person:
        return SignInNote(given_text(words, person))
    return SignInNote(text("sign_in.wait_grows") if waits else "")


def given_text(words: Words, practice_person: PracticePerson) -> str:
    person = practice_person.person
    role = role_inside(words, person.role)
    return words.text(
        "sign_in.practice.person", name=person.name, role=role, id=person.id, pin=practice_person.pin
    )
