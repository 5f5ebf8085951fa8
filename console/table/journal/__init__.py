"""The append-only log of a table: every event on disk before it is shown, chained by digests.

SQLite is used here and nowhere else. It knows entries, not what they mean.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.journal import archives
    from console.table.journal.backup_copy import backup, restore
    from console.table.journal.file import chain
    from console.table.journal.file.chain import digest_of, link, time_of
    from console.table.journal.file.connection import BROKEN
    from console.table.journal.file.errors import (
        DamagedJournal, JournalError, LosesEntries, NewerSchema, NotAJournal, OtherTable, Unreachable,
        no_journal,
    )
    from console.table.journal.file.heading import SCHEMA, Heading, is_journal, schema_of
    from console.table.journal.file.links import is_private
    from console.table.journal.file.place import Identity, clear, sibling
    from console.table.journal.file.store import Row, SqliteJournal
    from console.table.journal.log import intake, query
    from console.table.journal.log.index import SEARCHED, SHORT, Term
    from console.table.journal.log.journal_file import LogFile
    from console.table.journal.log.rows import (
        ABOUT_PROMPT, ANSWERING, COVERED, FOLDED, STOOD, UNSEEN, Doubt, Facet, Filter, LogPlace, LogRow,
        Progress, RowNames, WholeEntry, Word, covered_event, fold, note_of_kind,
    )
    from console.table.journal.log.search import Log, Tally
    from console.table.journal.older import copy_for
    from console.table.journal.opening import hold_found, open_journal, salvage, utc_now
    from console.table.journal.proof import checkpoint, inclusion, seals, succession
    from console.table.journal.proof.keys import (
        NOT_PRIVATE, NoKey, PublicKey, SealKey, default_folder, public_key, seal_key,
    )
    from console.table.journal.proof.newest_seal import NewestSeals
    from console.table.journal.proof.statement import Statement, was_made_at_terminal
    from console.table.journal.proof.tree import BLOCK, GrowingTree, perfect
    from console.table.journal.proof.verification import verify
    from console.table.journal.reader import Review, damage_named, once, opened_once, review
    from console.table.journal.repeated_times import Beginning, RepeatedTimes, SetBack
    from console.table.journal.replica import Replica, heading_of, is_heading, values_of
    from console.table.journal.shipment import MOST_SENT, STATES, Batch, Shipment

__getattr__ = door(__name__)
