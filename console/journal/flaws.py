"""What can be wrong with a journal that is verified."""

from __future__ import annotations

from enum import StrEnum


class Flaw(StrEnum):
    """What is not as it was written."""

    IDENTITY = "identity"
    """What the journal says of itself: its table, game, rulebook, when and by which console it was made."""
    SCHEMA = "schema"
    """A table, trigger, index or view is not the console's own: nothing is believed."""
    ALTERED = "altered"
    """An entry's fields do not give its digest."""
    CHAIN = "chain"
    """An entry is not the one that followed the entry before it."""
    MISSING = "missing"
    """An entry is not there, and a later one is."""
    CHECKPOINT = "checkpoint"
    """The state kept at an entry is not the one that was kept there, or not what the entries come to."""
    TREE = "tree"
    """A hash kept of the tree is not the one over its entries; the entries are as they were."""
    SEAL = "seal"
    """A seal is not as it was made, or not this journal's; the entry is the last under it."""
    LOST = "lost"
    """The entry says that the journal was sealed, and the seal is not there."""
    SEALED = "sealed"
    """The chain is whole, and the entries up to this one are not those that were sealed: all was computed
    anew after a change."""
    CUT = "cut"
    """A seal counts more entries than there are: this is the first that was cut off."""
    KEY = "key"
    """A seal is by a key that is not among those that were named."""
    BARE = "bare"
    """Keys were named, and nothing is sealed."""
    HEAD = "head"
    """The entries up to this one are not those under the seal that was kept elsewhere, or this one is not
    there any more."""
    OTHER = "other"
    """The seal that was kept elsewhere is another journal's."""
    FILE = "file"
    """SQLite can't read the file from this entry on, or finds it inconsistent."""
