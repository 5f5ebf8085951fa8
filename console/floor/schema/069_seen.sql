-- A window reads a few tables as it reads all: after a hint it asks for those alone of which somebody was told.

CREATE INDEX diary_at ON floor.diary (at);

CREATE FUNCTION floor.hinted(moment timestamptz) RETURNS text[]
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

CREATE FUNCTION floor.seen(moment timestamptz) RETURNS TABLE (
    table_id text, name text, studio text, room text, switch text, game text, rules text,
    told text, heard float8, changed float8, part integer, number bigint,
    call bigint, call_part integer, kind text, age float8, widened integer,
    taken_by text, taken_name text, taken_age float8, arrived boolean, shelved jsonb,
    stood float8, twins jsonb, disputed text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The tables of the account's studios of which windows may have been hinted since the reading at this moment, as
-- floor.reading and floor.reading_beside tell them. Ages are those at that moment, so that a row can stand among
-- those that were read then: of what came later they are below zero.
--
-- A table is looked at by its keys, and of most there is nothing to look at.
#variable_conflict use_column
DECLARE
    wanted text[] := hinted(moment);
BEGIN
    IF wanted = '{}' THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT t.table_id, t.name, t.studio, t.room, t.switch, t.game, t.rules, s.told::text,
        date_part('epoch', moment - s.heard), date_part('epoch', moment - s.changed),
        coalesce(s.part, 0),
        coalesce((SELECT j.number FROM journal AS j WHERE j.table_id = t.table_id AND j.part = s.part), 0),
        c.call, c.part, c.kind, date_part('epoch', moment - c.heard),
        CASE
            WHEN coalesce(c.held_at, now()) - c.heard < interval '60 s' THEN 0
            WHEN coalesce(c.held_at, now()) - c.heard < interval '120 s' THEN 1
            ELSE 2
        END,
        CASE WHEN c.held_at IS NOT NULL THEN c.taken_by END,
        CASE WHEN c.held_at IS NOT NULL THEN c.taken_name END,
        date_part('epoch', moment - c.held_at), c.arrived_at IS NOT NULL,
        (
            SELECT jsonb_agg(jsonb_build_object(
                'what', h.what, 'who', h.who, 'name', h.name, 'reason', h.reason,
                'left', date_part('epoch', h.until - moment)
            ) ORDER BY h.until) FROM shelf AS h WHERE h.table_id = t.table_id AND h.until > now()
        ),
        CASE WHEN s.heard IS NOT NULL THEN
            greatest(date_part('epoch', now() + s.ahead - moment_of(s.told ->> 'since')), 0)
        END,
        CASE WHEN s.twins THEN (
            SELECT jsonb_build_object(
                'age', date_part('epoch', moment - w.since),
                'consoles', (
                    SELECT jsonb_agg(jsonb_build_object(
                        'id', encode(h.console, 'hex'), 'address', h.address,
                        'age', date_part('epoch', moment - h.since),
                        'heard', date_part('epoch', moment - h.heard)
                    ) ORDER BY h.since)
                    FROM hand AS h
                    WHERE h.table_id = t.table_id AND NOT h.is_out AND h.heard > w.since - interval '60 s'
                )
            ) FROM twins AS w WHERE w.table_id = t.table_id AND w.settled IS NULL
        ) END,
        CASE WHEN s.heard IS NOT NULL THEN (
            SELECT o.said FROM dispute AS o WHERE o.table_id = t.table_id AND o.at > coalesce((
                SELECT max(y.at) FROM diary AS y WHERE y.table_id = t.table_id AND y.what = 'settled'
            ), '-infinity') AND NOT EXISTS (
                SELECT FROM twins AS w WHERE w.table_id = t.table_id
                AND o.at BETWEEN w.since - interval '60 s' AND coalesce(w.settled, 'infinity')
            ) ORDER BY o.at DESC LIMIT 1
        ) END
    FROM tables AS t
    LEFT JOIN state AS s ON s.table_id = t.table_id
    LEFT JOIN (
        SELECT *, CASE
            WHEN arrived_at IS NOT NULL OR taken_at > now() - interval '180 s' THEN taken_at
        END AS held_at
        FROM call WHERE ended IS NULL
    ) AS c ON c.table_id = t.table_id
    WHERE t.table_id = ANY (wanted) AND t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    ORDER BY t.table_id;
END $$;

REVOKE ALL ON FUNCTION floor.hinted, floor.seen FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.seen TO floor_boss, floor_supervisor;
