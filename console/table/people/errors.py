"""The errors of a change to the list of people, each with the key of its phrase and the slots for it."""

from __future__ import annotations

from collections.abc import Iterable

from console.base.errors import WordedError
from console.base.plain_text import cut, visible


class PeopleError(WordedError[str]):
    """A refused change to the people; its text never contains a PIN."""

    message: str
    """Plain English for a log."""

    def __init__(self, message: str | None = None, **slots: str) -> None:
        """``message`` takes the place of the class's own; ``slots`` are for the words of ``key``."""
        super().__init__(self.key, message or self.message, **slots)


class BadId(PeopleError):
    """An id is 1 to 16 letters, digits and '-', and begins with none of the latter."""

    key = "people.id.bad"

    def __init__(self, id: str) -> None:
        super().__init__("an id is 1 to 16 letters A to Z, digits and hyphens", id=one_line(id))


class BadgeForId(PeopleError):
    """Eight digits or more and nothing else are a badge's number."""

    key = "people.id.badge"

    def __init__(self, id: str) -> None:
        super().__init__("an id of 8 or more digits alone would pass for a badge's number", id=one_line(id))


class BadName(PeopleError):
    """A name is 1 to 40 characters that can be seen."""

    key = "people.name.bad"
    message = "a name is one line of 1 to 40 characters, without control characters"


class UnseenInName(PeopleError):
    """A name with invisible characters could pass for another name, or for an empty one."""

    key = "people.name.unseen"
    message = "a name has no characters that can't be seen"


class MixedName(PeopleError):
    """Letters of two scripts may look alike: a name is written in one, or in those that a language mixes."""

    key = "people.name.mixed"
    message = "a name is written in the letters of one script"


class SameName(PeopleError):
    """Somebody in the list has a name that looks the same. The person is added only if that was confirmed."""

    key = "people.name.same"

    def __init__(self, name: str, id: str) -> None:
        super().__init__(f"{id} has a name that looks the same: {name}", name=name, id=id)


class BadLength(PeopleError):
    """The PIN is too short, too long, or holds something else than digits."""

    key = "people.pin.length"

    def __init__(self, least: int, limit: int) -> None:
        super().__init__(f"a PIN has {least} to {limit} digits", least=str(least), most=str(limit))


class TooSimple(PeopleError):
    """The PIN is one of those that anybody would try first."""

    key = "people.pin.simple"
    message = "the PIN is too easy to guess: no row, no repeats"


class IdsDigits(PeopleError):
    """The PIN is the digits of the person's id."""

    key = "people.pin.id"
    message = "the PIN is the id's own digits"


class PinsDiffer(PeopleError):
    """The PIN that was entered the second time is another one."""

    key = "people.pin.differ"
    message = "the two PINs differ"


class BadBadge(PeopleError):
    """A badge's number has 8 to 20 digits and belongs to one person alone."""

    key = "people.badge.bad"
    message = "a badge's number is 8 to 20 digits that nobody else's badge has"


class IdTaken(PeopleError):
    """Somebody has the id."""

    key = "people.exists"

    def __init__(self, id: str) -> None:
        super().__init__(f"the id {id} is taken", id=id)


class UnknownPerson(PeopleError):
    """Nobody has the id."""

    key = "people.unknown"

    def __init__(self, id: str) -> None:
        super().__init__(
            f"nobody has the id {one_line(id)}", id=one_line(id), command="dealer-console people list"
        )


class SupervisorThere(PeopleError):
    """The table was to get its first supervisor, and somebody else has entered one meanwhile."""

    key = "people.first.there"

    def __init__(self, name: str, id: str) -> None:
        super().__init__(f"{id} is a supervisor already", name=name, id=id)


class AuthorBarred(PeopleError):
    """The supervisor who changes the list has been disabled since the sign-in, or is no longer in it."""

    key = "people.disabled"

    def __init__(self, name: str, id: str) -> None:
        super().__init__(f"{id} may no longer change the list", name=name, id=id)


class LastSupervisor(PeopleError):
    """Without this supervisor nobody could change the list of people."""

    key = "people.last_supervisor"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is the last supervisor", name=name)


class Unreadable(PeopleError):
    """The file is damaged, was changed by another program, or can't be read."""

    key = "people.unreadable"

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}", file=file)


class NotAFile(Unreadable):
    """In the place of the list there is a folder, a pipe or a device; it was not read."""

    key = "file.not_plain"


class TooLarge(Unreadable):
    """The file has more bytes than any list, and was not read."""

    key = "file.too_large"

    def __init__(self, file: str, limit: int) -> None:
        """``limit`` is in MiB."""
        super().__init__(file, f"it has more than {limit} MiB")
        self.slots["most"] = str(limit)


class OlderList(PeopleError):
    """The list does not continue the last one: it is an older copy, or another program changed it."""

    key = "people.older"

    def __init__(self, file: str) -> None:
        super().__init__(f"{file}: does not go on from the list that this table knew", file=file)


class OldForm(Unreadable):
    """Version 1.0 wrote the list: anybody who knows the method could make its marks."""

    key = "people.old_form"

    def __init__(self, file: str) -> None:
        super().__init__(file, "version 1.0 wrote it; start a table with it once with version 1.2.0")


class NotPrivate(PeopleError):
    """Others can write to the file or its folder, so the list proves nothing."""

    key = "people.not_private"

    def __init__(self, file: str) -> None:
        super().__init__(f"{file}: others can write to it; make it yours alone", file=file)


class SecretExposed(NotPrivate):
    """Others can read or write the secret by which PINs are hashed, so it protects none of them."""

    key = "people.pepper.exposed"

    def __init__(self, file: str) -> None:
        PeopleError.__init__(self, f"{file}: others can read or change it; make it yours alone", file=file)


class IsLink(PeopleError):
    """In the place of the file there is a link: anyone who can write to the folder decides where it leads."""

    key = "file.is_link"

    def __init__(self, file: str) -> None:
        super().__init__(f"{file}: is a link; put the file itself there, or name its place", file=file)


class NoPepper(PeopleError):
    """The secret with which the PINs were hashed is missing, so no PIN can be checked."""

    key = "people.pepper"

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: the PINs' secret can't be read: {reason}", file=file)


class LostPin(PeopleError):
    """The person's PIN was hashed with another secret than those of the other people in the list."""

    key = "people.pin.lost"

    def __init__(self, id: str) -> None:
        super().__init__(f"{id} needs a new PIN: it was made with another secret", id=id)


class NoReason(PeopleError):
    """The conditions under which somebody may deal are changed for a reason, which others read."""

    key = "people.rights.reason"
    message = "such a change needs a reason"


class RightsChanged(PeopleError):
    """Somebody changed the conditions after they were read: what was entered is not of them."""

    key = "people.rights.changed"

    def __init__(self, name: str) -> None:
        super().__init__(f"the licence of {name} was changed meanwhile", name=name)


class BadLicence(PeopleError):
    """A licence's number is one line of characters that can be seen."""

    key = "people.rights.licence"

    def __init__(self, most: int) -> None:
        super().__init__(f"a licence's number is one line of up to {most} characters", most=str(most))


class BadDay(PeopleError):
    """A licence's last day is a day of the calendar, in figures."""

    key = "people.rights.day"

    def __init__(self, day: str) -> None:
        super().__init__(f"{one_line(day)} is no day such as 2027-01-31", day=one_line(day))


class UnknownGame(PeopleError):
    """No game has this name."""

    key = "people.rights.game"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        games = ", ".join(known)
        super().__init__(f"{one_line(name)} is none of {games}", name=one_line(name), known=games)


class UnknownRehearsal(PeopleError):
    """Neither is a rehearsal shipped under this name, nor has anybody played one."""

    key = "people.rights.rehearsal"

    def __init__(self, name: str) -> None:
        command = "dealer-console rehearsal"
        super().__init__(f"no rehearsal is named {one_line(name)}", name=visible(name[:64]), command=command)


class BadRehearsalName(PeopleError):
    """A studio's own rehearsal, played here, whose file has a name that the list of people does not take."""

    key = "people.rights.rehearsal_name"

    def __init__(self, name: str, most: int) -> None:
        message = f"{one_line(name)} has more than {most} letters, or other ones than a-z, 0-9, - and _"
        super().__init__(message, name=visible(name[:64]), most=str(most))


class Unwritable(PeopleError):
    """The file can't be written: no permission, no room, another program has it."""

    key = "people.unwritable"

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: can't be written: {reason}", file=file)


def one_line(text: str) -> str:
    return cut("".join(letter if letter.isprintable() else "?" for letter in text), 20)
