"""A person as kept in the file, and which ids and names are accepted."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

import msgspec

from console.base.plain_text import is_inkless, name_key
from console.base.words import Language
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role, role_or_trade
from console.table.people import answers
from console.table.people.dealing_rights import NO_RIGHTS, DealingRights
from console.table.people.errors import BadgeForId, BadId, BadName, MixedName, UnseenInName
from console.table.people.waits import is_locked

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,15}")
NAME_MOST: Final = 40
_UNSEEN: Final = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_TURNING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of a line: with them a name could pass for another."""

PepperId = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\Z")]
NO_SECRET: Final = "0" * 16
"""The id of no secret: a PIN that names it is right for nobody."""
CHANGES_MOST: Final = 1000
"""The number of changes that are kept: for the tables' journals, and to account for each mark."""
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


MarkDigest = Annotated[str, msgspec.Meta(pattern=r"^k?[0-9a-f]{32}\Z")]
"""The digest of a change; ``k`` before one that was made with the key."""


class PersonRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person, the hash of the PIN, and how many wrong tries in a row there were."""

    id: str
    name: str
    role: answers.ListedRole
    language: Language
    pin: Annotated[str, msgspec.Meta(pattern=r"^\$argon2id\$")]
    disabled: bool = False
    badge: Hex | None = None
    wrong: Annotated[int, msgspec.Meta(ge=0)] = 0
    pepper: PepperId | None = None
    """The id of the pepper in the PIN's hash; None in older hashes."""
    badge_pepper: PepperId | None = None
    bound: bool = False
    """Whether the id is in the PIN's hash, so that it is nobody else's."""
    badge_bound: bool = False
    """The same of the badge's digest."""
    entered: answers.PinIssue | None = None
    """The person who entered this one, and when; None in older lists."""
    new_pin: answers.PinIssue | None = None
    """The person who gave a new PIN last, and when; None if nobody has."""
    rights: DealingRights | None = None
    """The conditions under which the person may deal; None if the list says nothing of them."""

    @property
    def dealing(self) -> DealingRights:
        return NO_RIGHTS if self.rights is None else self.rights

    @property
    def key(self) -> str:
        """The id in small letters: capitals make no difference when an id is looked up."""
        return self.id.casefold()

    @property
    def is_bound(self) -> bool:
        """Whether neither the PIN's hash nor the badge's digest fits another person of the list."""
        return self.bound and (self.badge is None or self.badge_bound)

    @property
    def is_locked(self) -> bool:
        """Whether the PIN was tried wrongly too often."""
        return is_locked(self.wrong)

    @property
    def state(self) -> Literal["active", "locked", "disabled"]:
        return "disabled" if self.disabled else "locked" if self.is_locked else "active"

    @property
    def person(self) -> Person:
        return Person(self.id, self.name, role_or_trade(self.role), self.language)


class Records(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    version: Literal[1, 2]
    """1 up to 1.0.0: that form is refused."""
    salt: Hex
    people: tuple[PersonRecord, ...]
    changes: tuple[answers.AccountChange, ...] = ()
    """The last changes, the oldest first; each table copies those from a terminal into its journal."""
    journals: dict[str, str] = {}
    """The beginning of the chain of each table's journal, in hex, by the table's name."""
    mark: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    """The number of changes of who may sign in, and how."""
    marks: tuple[MarkDigest, ...] = ()
    """The digests of the last of these changes, the oldest first (:mod:`console.table.people.marks`)."""
    tried: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    """The number of all tries that were counted: it never goes down."""
    key: PepperId | None = None
    """The id of the secret that made the seal; None in an empty list."""
    seal: Hex | None = None
    """The digest over all the rest of the file, with the secret's key; None in an empty list."""

    def with_change(
        self,
        change: answers.ChangeName | answers.OwnChangeName,
        record: PersonRecord | None,
        user: str,
        at: datetime,
        reason: str = "",
    ) -> Records:
        """The file with one more change, which leaves the next mark."""
        number = self.changes[-1].number + 1 if self.changes else 1
        when = at.astimezone(UTC).isoformat(timespec="seconds")
        of: dict[str, Any] = {} if record is None else {"id": record.id, "role": record.role}
        if record is not None and (change == "licensed" or (change == "added" and record.rights)):
            of |= {"rights": record.dealing, "reason": reason}
        made = answers.AccountChange(number, when, change, **of, user=user, mark=self.mark + 1)
        return msgspec.structs.replace(self, changes=(*self.changes[1 - CHANGES_MOST :], made))

    def of(self, id: str) -> PersonRecord | None:
        """The person with this id; without one, the only person whose id is alike. Ids of an older list that
        are alike stay two people's.
        """
        own = next((record for record in self.people if record.key == id.casefold()), None)
        if own is not None:
            return own
        found = self.alike(id)
        return found[0] if len(found) == 1 else None

    def alike(self, id: str) -> tuple[PersonRecord, ...]:
        """The people whose ids are this one but for capitals, dashes and the like."""
        return tuple(record for record in self.people if name_key(record.id) == name_key(id))

    def with_record(self, changed: PersonRecord) -> Records:
        people = tuple(changed if record.key == changed.key else record for record in self.people)
        return msgspec.structs.replace(self, people=people)

    @property
    def peppers(self) -> frozenset[str]:
        """The secrets with which the hashes were made, also one that is lost, as long as a hash needs it."""
        every = (pepper for each in self.people for pepper in (each.pepper, each.badge_pepper))
        return frozenset(pepper for pepper in (self.key, *every) if pepper not in (None, NO_SECRET))

    @property
    def supervisors(self) -> tuple[PersonRecord, ...]:
        """The supervisors who are not disabled; one who is locked is among them."""
        return tuple(one for one in self.people if one.person.role is Role.SUPERVISOR and not one.disabled)


def checked_id(id: str) -> str:
    """The id. Raises BadId unless it is 1 to 16 letters, digits and '-', BadgeForId for a badge's number."""
    if not _ID.fullmatch(id):
        raise BadId(id)
    if answers.is_badge(id):
        raise BadgeForId(id)
    return id


def checked_name(name: str) -> str:
    """The name, composed and without spaces around it. Raises BadName if it does not fit one line."""
    name = unicodedata.normalize("NFC", name)
    unseen = any(unicodedata.category(letter) in _UNSEEN for letter in name) or _TURNING.search(name)
    name = name.strip()
    if unseen or not 1 <= len(name) <= NAME_MOST or not any(map(str.isalnum, name)):
        raise BadName
    return name


def new_name(name: str) -> str:
    """The name of a new person, in which no letter passes for another. Raises BadName, UnseenInName,
    MixedName.

    Names that older lists have are not held to this. Wide and narrow forms become usual letters.
    """
    name = unicodedata.normalize("NFKC", name)
    check_letters(name)
    return checked_name(name)


def check_letters(name: str, beside: frozenset[str] = frozenset()) -> None:
    """Raises UnseenInName, MixedName unless each letter can be seen and none passes for another. ``beside``
    are scripts that may stand beside those that one language mixes.
    """
    if any(map(_is_unseen, name)):
        raise UnseenInName
    scripts = {script for letter in name if (script := _script(letter))}
    if len(scripts) > 1 and not any(scripts <= each | beside for each in _TOGETHER):
        raise MixedName


def look_alike(name: str, other: str) -> bool:
    """Whether two names look alike: as they are written, or once their letters are all small."""
    return not _skeletons(name).isdisjoint(_skeletons(other))


def _skeletons(name: str) -> frozenset[str]:
    """The forms of a name in which everything that looks alike is the same (Unicode UTS 39, 4), for its
    letters as they are and for small ones. Each begins with which of the two it is.
    """
    name = unicodedata.normalize("NFKC", name)
    return frozenset(f"{at}{_skeleton(each).casefold()}" for at, each in enumerate((name, name.casefold())))


def _skeleton(name: str) -> str:
    drawn = unicodedata.normalize("NFD", name).translate(_LOOKS_LIKE)
    for letters, one in _AS_ONE.items():
        drawn = drawn.replace(letters, one)
    return " ".join(drawn.split())


_TOGETHER: Final = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
"""The scripts that one language mixes: Japanese, Korean, Chinese (Unicode UTS 39, 5.1)."""
_OF_NO_SCRIPT: Final = frozenset(("KATAKANA-HIRAGANA", "MODIFIER", "MASCULINE", "FEMININE"))
_LOOKS_LIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜѴӀЬҒӔӘЗ"
    "аеѕіјорсухүԁԛԝѵһӏькмнтвгпиӕәз"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿϷ"
    "αγηικνορυωχϲϳϸτβ"
    "ĐƉɑɡıȷƖǀɩʋſI1|0"
    "ヘリニカタエトハロオチムー"
    "‐‑‒–—−’‘ʼʹ`´′•‧∙・"
    "\u0306\u0327\u0326",
    "ABESlJKMHOPCTYXYGQWVlbFÆƏ3"
    "aesijopcyxydqwvhlbkmhtbrnuæə3"
    "ABEZHlKMNOPTYXCJÞ"
    "aynikvopuwxcjþtß"
    "ÐÐagijllivslllO"
    "へり二力夕工卜八口才千厶一"
    "------'''''''····"
    "\u030c\u0328\u0328",
)
"""Letters with another's shape, by rows: Cyrillic, Greek, Latin; Japanese; signs; marks as breve, caron."""
_AS_ONE: Final = {"i\u0307": "i", "rn": "m", "vv": "w"}
"""Letters that together look like one."""


def _is_unseen(letter: str) -> bool:
    return is_inkless(letter) or (unicodedata.category(letter) == "Cf" and not _TURNING.match(letter))


def _script(letter: str) -> str:
    """The script of a letter, by its name in Unicode; empty for a sign of any script."""
    if not letter.isalpha():
        return ""
    name = re.sub("^(FULL|HALF)WIDTH ", "", unicodedata.name(letter, ""))
    first = name.partition(" ")[0]
    return "" if first in _OF_NO_SCRIPT else "CJK" if first == "IDEOGRAPHIC" else first
