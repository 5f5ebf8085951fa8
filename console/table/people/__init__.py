"""The people who may sign in at a table, with their roles and the PINs that prove who they are.

This package never knows a table, a journal or a screen. PINs are stored only as argon2 hashes, and no text
that leaves this package, in an error or a log, contains one.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.people.answers import (
        QUICK, AccountChange, BadgeForm, Known, ListedPerson, People, PinIssue, SignInObstacle, Wrong,
    )
    from console.table.people.dealing_rights import (
        NO_RIGHTS, BarKind, Barred, DealingBar, DealingRights, bar_to_dealing,
    )
    from console.table.people.dealing_words import bar_logged, rights_logged
    from console.table.people.errors import PeopleError, UnknownPerson
    from console.table.people.file import PeopleFile, default_path, system_user
    from console.table.people.marks import ListMark, mark_in
    from console.table.people.person import PersonRecord, check_letters
    from console.table.people.pins import default_pepper
    from console.table.people.private_file import check_no_link, close_to_others, own_bytes
    from console.table.people.signatures import signed_in_tries, signer
    from console.table.people.table_people import people, people_file

__getattr__ = door(__name__)
