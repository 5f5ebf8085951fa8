"""The flaws of a journal that is not as it was written, and the entries at which they show."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Flaw(StrEnum):
    IDENTITY = "identity"
    """The journal's heading: its table, game, rulebook, when and by which console it was made."""
    SCHEMA = "schema"
    """A table, trigger, index or view is not the console's own: nothing in the file counts as proved."""
    ROLLBACK = "rollback"
    """A rollback journal lies beside the file, which SQLite would write over it: nothing counts as proved."""
    ALTERED = "altered"
    """An entry's fields do not give its digest."""
    CHAIN = "chain"
    """An entry is another than the one that was written after the entry before it."""
    MISSING = "missing"
    """An entry is not there, and a later one is."""
    CHECKPOINT = "checkpoint"
    """The state kept at an entry was changed, or is not the state that follows from the entries."""
    TREE = "tree"
    """A stored hash of the tree is not the hash over its entries; the entries themselves are unchanged."""
    SEAL = "seal"
    """A seal is not as it was made, or not this journal's; the entry is the last under it."""
    LOST = "lost"
    """The entry says that the journal was sealed, and the seal is not there."""
    SEALED = "sealed"
    """The chain is whole, and its entries up to here are not the sealed ones: all was recomputed."""
    CUT = "cut"
    """A seal counts more entries than there are: this is the first that was cut off."""
    KEY = "key"
    """A seal is by a key that is not among those that were named."""
    BARE = "bare"
    """Keys were named, and nothing is sealed."""
    HEAD = "head"
    """The entries up to here are not those under a seal kept elsewhere, or this one is gone."""
    OTHER = "other"
    """The seal that was kept elsewhere is another journal's."""
    MARKED = "marked"
    """The mark in the file that locks the journal names this entry, and it is another one or not there."""
    OLDER = "older"
    """The newest seal that was made of it on this computer is not in it."""
    MARK = "mark"
    """The mark itself is damaged; the journal is as it was written, and may have had a later end."""
    TOLD = "told"
    """The chain is whole, and what the entry says can't have followed on what was before it."""
    DERIVED = "derived"
    """A table or index that the file derives from its entries differs from them; the entries are whole."""
    LONGER = "longer"
    """Bytes follow on the last page: nothing in the file counts as proved."""
    FILE = "file"
    """SQLite can't read the file from this entry on, or finds it inconsistent."""


class JournalFlaw(msgspec.Struct, frozen=True):
    flaw: Flaw
    entry: int
