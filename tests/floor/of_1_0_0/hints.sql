-- Hints that something has changed. A hint may be lost; a window reads the truth.

CREATE OR REPLACE FUNCTION floor.hint() RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- Windows look at once instead of a little later. It may be lost; nothing but a look ever comes of it.
SELECT pg_notify(channel_of(''), '')
$$;

CREATE OR REPLACE FUNCTION floor.hint_table(wanted text) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- The table asks at once for its news.
SELECT pg_notify(channel_of(t.account::text), '') FROM tables AS t WHERE t.table_id = wanted
$$;

CREATE OR REPLACE FUNCTION floor.hinted(moment timestamptz) RETURNS text[]
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The tables of which windows may have been hinted since a moment. What was written before it and came to be seen
-- after it, because its transaction was slow, is among them for ten seconds: longer than a table's may last.
SELECT coalesce(array_agg(DISTINCT h.table_id), '{}') FROM (
    SELECT s.table_id FROM state AS s WHERE s.hinted > moment - interval '10 s'
    UNION ALL
    SELECT d.table_id FROM diary AS d WHERE d.at > moment - interval '10 s'
    UNION ALL
    SELECT d.table_id FROM dispute AS d WHERE d.at > moment - interval '10 s'
    UNION ALL
    SELECT w.table_id FROM twins AS w WHERE coalesce(w.settled, w.since) > moment - interval '10 s'
) AS h
$$;

CREATE OR REPLACE FUNCTION floor.channel_of(whose text) RETURNS text
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
SELECT 'floor_' || left(encode(sha256(convert_to(c.secret::text || whose, 'UTF8')), 'hex'), 40) FROM channel AS c
$$;

CREATE OR REPLACE FUNCTION floor.own_channel() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The channel on which the account that is connected hears hints: a table its own, all windows the same.
SELECT channel_of(coalesce((SELECT t.account::text FROM tables AS t WHERE t.account = session_user), ''))
$$;

GRANT EXECUTE ON FUNCTION floor.own_channel
    TO floor_boss, floor_supervisor, floor_table;
