"""The views in a journal for other people's tools: Datasette, DB Browser, pandas. Names that need no key.

Times are UTC, ISO 8601. A view reads the whole journal; the console's own review uses none of them. They
hold what is in the entries alone: what an incident came to is told by the rulebook, and stands in the
incident's record.
"""

from __future__ import annotations

from typing import Final

VIEWS: Final = {
    "entries": """
        -- Everything that happened, a line each, without the digests.
        SELECT number, at, kind, person, shift, shoe, round, refused,
            json_extract(prompt, '$.action') AS prompted, clauses, event, line, hex(raw) AS raw
        FROM entry
    """,
    "rounds": """
        -- A line for each round. Entries after its result, until the next opens, are counted to it.
        SELECT round, min(shoe) AS shoe, min(shift) AS shift, min(at) AS opened_at, max(at) AS last_at,
            min(number) AS first_entry, max(number) AS last_entry,
            sum(kind IN ('card_drawn', 'card_unread') AND refused IS NULL) AS cards,
            sum(kind = 'round_voided' AND refused IS NULL) > 0 AS voided_by_pit_boss,
            sum(kind = 'incident_reported' AND refused IS NULL) AS incidents
        FROM entry WHERE round IS NOT NULL GROUP BY round ORDER BY min(number)
    """,
    "cards": """
        -- Every card that was read or entered; entered_by is empty where a device read it.
        SELECT number, at, shift, shoe, round, json_extract(event, '$.card') AS card,
            json_extract(event, '$.device') AS device, json_extract(event, '$.by') AS entered_by, refused
        FROM entry WHERE kind = 'card_drawn'
    """,
    "numbers": """
        -- Every number of a wheel: read by its reader, or said by the dealer; changed is 1 where the reader
        -- had said another one in the same game.
        SELECT number, at, shift, round, json_extract(event, '$.number') AS pocket,
            json_extract(event, '$.device') AS device, json_extract(event, '$.by') AS said_by,
            coalesce(json_extract(event, '$.changed'), 0) AS changed, refused
        FROM entry WHERE kind IN ('number_read', 'number_said')
    """,
    "incidents": """
        -- Every report of an incident, with its kind and facts as they were reported.
        SELECT json_extract(event, '$.id') AS incident, number, at, shift, shoe, round, person AS reported_by,
            json_extract(event, '$.kind') AS kind, json_extract(event, '$.facts') AS facts
        FROM entry WHERE kind = 'incident_reported' AND refused IS NULL
    """,
    "decisions": """
        -- What a pit boss decided: outcomes confirmed, rounds voided.
        SELECT number, at, shift, round, kind, person AS decided_by,
            json_extract(event, '$.choice') AS choice, json_extract(event, '$.reason') AS reason
        FROM entry WHERE kind IN ('outcome_authorised', 'round_voided') AND refused IS NULL
    """,
    "corrections": """
        -- Cards mended in play, and corrections after the fact; what was wrong stays where it was.
        SELECT number, at, shift, round, person AS corrected_by,
            coalesce(json_extract(event, '$.id'), 'C' || number) AS correction,
            coalesce(json_extract(event, '$.what'),
                'card ' || json_extract(event, '$.card') || ' of ' || json_extract(event, '$.hand')) AS what,
            json_extract(event, '$.before') AS before,
            coalesce(json_extract(event, '$.after'), json_extract(event, '$.to')) AS after,
            coalesce(json_extract(event, '$.authorised_by'), person) AS authorised_by,
            json_extract(event, '$.why') AS why
        FROM entry WHERE kind IN ('card_corrected', 'entry_corrected') AND refused IS NULL
    """,
    "people_at_table": """
        -- Who signed in and out, and as what.
        SELECT number, at, shift, person, json_extract(event, '$.role') AS role,
            CASE kind WHEN 'signed_in' THEN 'in' ELSE 'out' END AS signed
        FROM entry WHERE kind IN ('signed_in', 'signed_out') AND refused IS NULL
    """,
    "device_faults": """
        -- What devices said was wrong with them, cards that could not be read, links lost and back.
        SELECT number, at, shift, round, kind,
            coalesce(json_extract(event, '$.device'), json_extract(event, '$.text')) AS device,
            coalesce(json_extract(event, '$.code'), json_extract(event, '$.meaning')) AS code,
            json_extract(event, '$.what') AS what
        FROM entry WHERE kind IN ('device_faulted', 'wheel_faulted', 'card_unread')
            OR (kind = 'noted' AND json_extract(event, '$.what') LIKE 'device%')
    """,
    "refusals": """
        -- What was tried and refused, and why.
        SELECT number, at, shift, round, kind, person, refused, line FROM entry WHERE refused IS NOT NULL
    """,
    "remarks": """
        -- What people wrote.
        SELECT number, at, shift, round, person, json_extract(event, '$.text') AS text
        FROM entry WHERE kind = 'remarked' AND refused IS NULL
    """,
    "manual_mode": """
        -- When cards were entered by hand, and by whose order.
        SELECT number, at, shift, round, person, json_extract(event, '$.on') AS begun
        FROM entry WHERE kind = 'manual_set' AND refused IS NULL
    """,
    "pit_boss_calls": """
        -- When the pit boss was called, and came.
        SELECT number, at, shift, round, person, json_extract(event, '$.on') AS called
        FROM entry WHERE kind = 'pit_boss_called' AND refused IS NULL
    """,
}
"""Each view's name and its select; the comment in it stays in the file."""
