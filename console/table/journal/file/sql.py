"""The statements that read and append, in the words of the present schema."""

from __future__ import annotations

from typing import Final

from console.table.journal.file.chain import FIELDS

_FIELDS: Final = ", ".join(FIELDS)

APPEND: Final = f"INSERT INTO entry ({_FIELDS}, digest, chain) VALUES ({', '.join('?' * (len(FIELDS) + 2))})"

KEEP: Final = "INSERT INTO checkpoint VALUES (?, ?, ?)"
"""A checkpoint's number, state and digest."""

META: Final = "SELECT table_name, game, rules, created, version, digest, state FROM meta"

META_ID: Final = "SELECT id FROM meta"

PREDECESSOR_ID: Final = "SELECT id FROM predecessor"

BEGINNING: Final = "SELECT 0, digest FROM meta"
"""The number before the first, and the chain there."""

LAST: Final = "SELECT number, chain FROM entry ORDER BY number DESC LIMIT 1"

_CHECKPOINTS: Final = """
    SELECT checkpoint.number, checkpoint.state, checkpoint.digest,
        CASE checkpoint.number WHEN 0 THEN (SELECT digest FROM meta) ELSE chain END,
        CASE checkpoint.number WHEN 0 THEN (SELECT state FROM meta) ELSE entry.state END
    FROM checkpoint LEFT JOIN entry ON entry.number = checkpoint.number
"""

CHECKPOINTS: Final = f"{_CHECKPOINTS} ORDER BY checkpoint.number DESC"
"""The checkpoints, the newest first. The columns are number, state, digest, the chain there (NULL if its
entry is gone), and the digest of the state that its entry, or the heading, holds (NULL if none was kept).
"""

CHECKPOINTS_IN: Final = f"{_CHECKPOINTS} WHERE checkpoint.number BETWEEN ? AND ?"
"""The states kept at one entry, at another, and between them."""

CHECKPOINTS_TO: Final = f"{_CHECKPOINTS} WHERE checkpoint.number <= ? ORDER BY checkpoint.number DESC"
"""The states kept at an entry and before it."""

BRIEF: Final = """
    SELECT number, CAST(event AS BLOB), refused, at, monotonic FROM entry WHERE number > ? ORDER BY number
"""

BACKWARD: Final = """
    SELECT number, CAST(event AS BLOB), refused, at, monotonic FROM entry ORDER BY number DESC
"""

DIGESTED: Final = f"SELECT {_FIELDS}, digest FROM entry WHERE number > ? ORDER BY number"
"""All that an entry's digest is computed of, and the digest."""

WHOLE: Final = f"SELECT {_FIELDS}, digest, chain FROM entry WHERE number > ? ORDER BY number"

STATES: Final = "SELECT count(*) FROM checkpoint"
STATE_AHEAD: Final = "SELECT 1 FROM checkpoint WHERE number > ? OR number < 0 LIMIT 1"
"""A state that is kept at no entry up to this one: none was ever kept so."""
BLOCK_AHEAD: Final = "SELECT 1 FROM subtree WHERE number > ? OR number < 1 LIMIT 1"
"""A block of the tree after these many."""
LAST_AT: Final = "SELECT number FROM entry WHERE at = ? ORDER BY number DESC LIMIT 1"
CHAIN_AT: Final = "SELECT number, chain FROM entry WHERE number = ?"
LAST_ENTRY: Final = "SELECT shift, shoe, round, prompt, clauses FROM entry ORDER BY number DESC LIMIT 1"
"""The place at which the table stood: the shift, shoe, round, prompt and clauses of the last entry."""

_GOES_ON: Final = """
    SELECT 1 FROM entry AS before
    WHERE before.number = {now}.number - 1 AND before.shift IS {now}.shift AND before.at <= {now}.at
"""
BEGINS_STRETCH: Final = f"NOT EXISTS ({_GOES_ON.format(now='NEW')})"
"""Whether a new entry belongs to another shift than the entry before it, or has an earlier time."""
STRETCHES: Final = f"""
    SELECT number, shift, at, (SELECT at FROM entry AS before WHERE before.number = now.number - 1) AS before
    FROM entry AS now WHERE NOT EXISTS ({_GOES_ON.format(now="now")})
"""
"""The beginnings of the stretches. A stretch is entries that follow each other in one shift, with times that
go up. Beside each beginning are the time there and the time of the entry before, with which the stretch
before ended.
"""
IS_NO_NEW_STRETCH: Final = f"""
    EXISTS (SELECT 1 FROM stretch WHERE number = NEW.number) OR NOT EXISTS (
        {STRETCHES.strip()} AND now.number = NEW.number AND now.shift IS NEW.shift AND now.at = NEW.at
            AND NEW.before IS (SELECT at FROM entry AS before WHERE before.number = now.number - 1)
    )
"""
"""Whether a new row of the table is there already, or is not what the entry of its number begins."""
ALL_STRETCHES: Final = "SELECT number, shift, at, before FROM stretch ORDER BY number"
STRETCHES_FROM: Final = """
    SELECT number, shift, at, before FROM stretch WHERE number > ? AND number <= ? ORDER BY number
"""
STRETCH_AHEAD: Final = "SELECT 1 FROM stretch WHERE number > ? OR number < 1 LIMIT 1"
"""A stretch that begins at no entry up to this one."""

STRANGE_STRETCH: Final = """
    WITH told AS (
        SELECT number, shift, at, before, lead(
            number, 1, (SELECT coalesce(max(number), 0) + 1 FROM entry)
        ) OVER (ORDER BY number) - 1 AS end
        FROM stretch
    )
    SELECT told.number FROM told
    LEFT JOIN entry AS first ON first.number = told.number
    LEFT JOIN entry AS ahead ON ahead.number = told.number - 1
    LEFT JOIN entry AS last ON last.number = told.end
    WHERE first.number IS NULL OR first.shift IS NOT told.shift OR first.at IS NOT told.at
        OR ahead.at IS NOT told.before OR (ahead.shift IS first.shift AND ahead.at <= first.at)
        OR last.number IS NULL OR last.shift IS NOT told.shift OR last.at < told.at
    UNION ALL SELECT 1 FROM entry WHERE number = 1 AND NOT EXISTS (SELECT 1 FROM stretch WHERE number = 1)
    ORDER BY 1 LIMIT 1
"""
"""The first row that its own entry, the entry before it or the last entry of its stretch contradicts.

It reads three entries a row, and no other. A stretch that is missing within a shift, if the clock was set
back, shows in the entries between alone.
"""
UNLIKE_STRETCH: Final = f"""
    WITH given AS MATERIALIZED ({STRETCHES.strip()}),
    kept AS (SELECT number, shift, at, before FROM stretch)
    SELECT number FROM (
        SELECT * FROM (SELECT * FROM given EXCEPT SELECT * FROM kept)
        UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM given)
    ) ORDER BY number LIMIT 1
"""
"""The first stretch that is not as all entries give it, or is missing; it reads every entry."""
BEGINS_NO_STRETCH: Final = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM stretch WHERE number = ?)"

RARE: Final = ("commissioned", "entry_corrected", "handover_signed", "noted", "remarked")
"""The kinds that are looked for in a whole journal; none of a round's, since each is indexed as it comes."""
IS_RARE: Final = "(" + " OR ".join(f"kind = '{each}'" for each in RARE) + ")"
"""In place of ``IN``, for which SQLite would make a table of these with each entry, and take 13 us for it.

SQLite uses the index of these kinds only if a statement says this in the same words.
"""

DIGESTS: Final = "SELECT digest FROM entry WHERE number > ? AND number <= ? ORDER BY number"

SEALS: Final = "SELECT number, entries, statement, signature, public_key FROM seal ORDER BY number"

LAST_SEAL: Final = "SELECT statement, signature, public_key FROM seal ORDER BY number DESC LIMIT 1"

HAS_SEAL: Final = "SELECT 1 FROM seal WHERE statement = ? AND signature = ? AND public_key = ?"

SEAL_OVER: Final = """
    SELECT statement, signature, public_key FROM seal WHERE entries >= ? ORDER BY number LIMIT 1
"""
"""The first seal that covers an entry."""

SEAL: Final = "INSERT INTO seal VALUES (?, ?, ?, ?, ?)"

BLOCKS: Final = """
    SELECT root FROM (
        SELECT number, root, row_number() OVER (ORDER BY number) AS place
        FROM subtree WHERE number > :after AND number <= :to
    ) WHERE number = :after + place ORDER BY number
"""
"""The roots of the tree's blocks, from one number to another, up to the first that is missing."""

LAST_BLOCK: Final = "SELECT coalesce(max(number), 0) FROM subtree"

KEEP_BLOCK: Final = "INSERT INTO subtree VALUES (?, ?)"

ALL_BLOCKS: Final = "SELECT number, root FROM subtree"

COUNT: Final = "SELECT coalesce(max(number), 0) FROM entry"
"""The number of entries, by the last one's number."""
