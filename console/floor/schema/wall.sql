-- What a window reads of all its tables, each in one statement.

CREATE OR REPLACE FUNCTION floor.reading() RETURNS TABLE (
    table_id text, name text, studio text, room text, switch text, game text, rules text,
    told text, heard float8, changed float8, part integer, number bigint, disputed text,
    call bigint, call_part integer, kind text, age float8, widened integer,
    taken_by text, taken_name text, taken_age float8, arrived boolean, shelved jsonb
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- All tables of the account's studios, as they stand now. Ages are in seconds by the floor's own clock. It runs
-- as the owner, and asks whose the tables are once: by the account's rights each relation here would ask.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT t.table_id, t.name, t.studio, t.room, t.switch, t.game, t.rules, s.told::text,
        date_part('epoch', now() - s.heard), date_part('epoch', now() - s.changed),
        coalesce(s.part, 0),
        coalesce((SELECT j.number FROM journal AS j WHERE j.table_id = t.table_id AND j.part = s.part), 0), d.said,
        c.call, c.part, c.kind, date_part('epoch', now() - c.heard),
        CASE
            WHEN coalesce(c.held_at, now()) - c.heard < interval '60 s' THEN 0
            WHEN coalesce(c.held_at, now()) - c.heard < interval '120 s' THEN 1
            ELSE 2
        END,
        CASE WHEN c.held_at IS NOT NULL THEN coalesce(c.arrived, c.taken_by) END,
        CASE WHEN c.held_at IS NOT NULL THEN holder(c.arrived, c.taken_by, c.taken_name, s.told) END,
        date_part('epoch', now() - c.held_at), c.arrived_at IS NOT NULL, h.shelved
    FROM tables AS t
    LEFT JOIN state AS s ON s.table_id = t.table_id
    LEFT JOIN (
        SELECT *, CASE
            WHEN arrived_at IS NOT NULL THEN coalesce(taken_at, arrived_at)
            WHEN taken_at > now() - interval '180 s' THEN taken_at
        END AS held_at
        FROM call WHERE ended IS NULL
    ) AS c ON c.table_id = t.table_id
    LEFT JOIN (
        SELECT DISTINCT ON (table_id) table_id, said FROM dispute AS one
        WHERE at > coalesce((
            SELECT max(at) FROM diary WHERE diary.table_id = one.table_id AND what = 'settled'
        ), '-infinity') ORDER BY table_id, at DESC
    ) AS d ON d.table_id = t.table_id
    LEFT JOIN (
        SELECT table_id, jsonb_agg(jsonb_build_object(
            'what', what, 'who', who, 'name', name, 'reason', reason,
            'left', date_part('epoch', until - now())
        ) ORDER BY until) AS shelved FROM shelf WHERE until > now() GROUP BY table_id
    ) AS h ON h.table_id = t.table_id
    WHERE t.studio = ANY ((SELECT own_studios())::text[])
    ORDER BY t.table_id;
END $$;

CREATE OR REPLACE FUNCTION floor.reading_beside() RETURNS TABLE (
    table_id text, stood double precision, twins jsonb, disputed text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- What belongs to a reading beside floor.reading. stood is for how many seconds a table has stood as it does,
-- by its own clock; NULL where it never said what its clock shows. twins is since when two consoles play as
-- this table, and which. What they did to its history is no dispute of its own.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT s.table_id,
        greatest(date_part('epoch', now() + s.ahead - moment_of(s.told ->> 'since')), 0),
        CASE WHEN s.twins THEN (
            SELECT jsonb_build_object(
                'age', date_part('epoch', now() - w.since),
                'consoles', (
                    SELECT jsonb_agg(jsonb_build_object(
                        'id', encode(h.console, 'hex'), 'address', h.address,
                        'age', date_part('epoch', now() - h.since),
                        'heard', date_part('epoch', now() - h.heard)
                    ) ORDER BY h.since)
                    FROM hand AS h
                    WHERE h.table_id = s.table_id AND NOT h.is_out AND h.heard > w.since - interval '60 s'
                )
            ) FROM twins AS w WHERE w.table_id = s.table_id AND w.settled IS NULL
        ) END, d.said
    FROM state AS s JOIN tables AS t ON t.table_id = s.table_id
    LEFT JOIN (
        SELECT DISTINCT ON (o.table_id) o.table_id, o.said FROM dispute AS o
        WHERE o.at > coalesce((
            SELECT max(y.at) FROM diary AS y WHERE y.table_id = o.table_id AND y.what = 'settled'
        ), '-infinity') AND NOT EXISTS (
            SELECT FROM twins AS w WHERE w.table_id = o.table_id
            AND o.at BETWEEN w.since - interval '60 s' AND coalesce(w.settled, 'infinity')
        ) ORDER BY o.table_id, o.at DESC
    ) AS d ON d.table_id = s.table_id
    WHERE t.studio = ANY ((SELECT own_studios())::text[]);
END $$;

-- The list of tables beside what is held of them: finds a table that was taken out of the list.
CREATE OR REPLACE FUNCTION floor.unlisted() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The ids of tables of which a journal is held and that are not in the list.
SELECT DISTINCT j.table_id FROM journal AS j
WHERE NOT EXISTS (SELECT FROM tables AS t WHERE t.table_id = j.table_id) ORDER BY 1
$$;

CREATE OR REPLACE FUNCTION floor.keep_names() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps the names that a table reports, each from the entry after the last one held. What is no name as a console
-- writes it is passed over, and of a table 200 are kept at most, those told last.
DECLARE
    after bigint := coalesce((
        SELECT j.number FROM journal AS j WHERE j.table_id = NEW.table_id AND j.part = NEW.part
    ), 0);
BEGIN
    WITH reported AS (
        SELECT p.key AS id, p.value #>> '{}' AS name FROM jsonb_each(NEW.told -> 'people') AS p
        WHERE jsonb_typeof(p.value) = 'string' AND length(p.key) <= 64 AND length(p.value #>> '{}') BETWEEN 1 AND 64
        LIMIT 64
    ), newest AS (
        SELECT DISTINCT ON (o.id) o.id, o.name, o.part, o.number FROM person AS o
        WHERE o.table_id = NEW.table_id ORDER BY o.id, o.part DESC, o.number DESC
    ), heard_again AS (
        UPDATE person AS p SET told = NEW.heard FROM newest AS n JOIN reported AS r USING (id, name)
        WHERE p.table_id = NEW.table_id AND (p.id, p.part, p.number) = (n.id, n.part, n.number)
    )
    INSERT INTO person AS kept (table_id, id, name, told, part, number)
    SELECT NEW.table_id, r.id, r.name, NEW.heard, NEW.part, after + 1
    FROM reported AS r LEFT JOIN newest AS n USING (id) WHERE r.name IS DISTINCT FROM n.name
    ON CONFLICT (table_id, id, part, number) DO UPDATE SET name = excluded.name, told = excluded.told;
    DELETE FROM person AS p WHERE p.table_id = NEW.table_id AND (p.id, p.part, p.number) IN (
        SELECT o.id, o.part, o.number FROM person AS o
        WHERE o.table_id = NEW.table_id ORDER BY o.told DESC, o.id, o.part DESC, o.number DESC OFFSET 200
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.names() RETURNS TABLE (
    id text, name text, table_id text, part integer, number bigint, age float8
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The names by which the tables of the account's studios call people, each from an entry of its table on; and of
-- people who took a call at a window, for the table that called. Calls are never removed: none is looked at here.
SELECT p.id, p.name, p.table_id, p.part, p.number, date_part('epoch', now() - p.told)
FROM person AS p JOIN tables AS t USING (table_id) WHERE t.studio = ANY ((SELECT own_studios())::text[])
$$;

CREATE OR REPLACE FUNCTION floor.seen(moment timestamptz) RETURNS TABLE (
    table_id text, name text, studio text, room text, switch text, game text, rules text,
    told text, heard float8, changed float8, part integer, number bigint,
    call bigint, call_part integer, kind text, age float8, widened integer,
    taken_by text, taken_name text, taken_age float8, arrived boolean, shelved jsonb,
    stood float8, twins jsonb, disputed text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp
SET plan_cache_mode = 'force_generic_plan' AS $$
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
        CASE WHEN c.held_at IS NOT NULL THEN coalesce(c.arrived, c.taken_by) END,
        CASE WHEN c.held_at IS NOT NULL THEN holder(c.arrived, c.taken_by, c.taken_name, s.told) END,
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
            WHEN arrived_at IS NOT NULL THEN coalesce(taken_at, arrived_at)
            WHEN taken_at > now() - interval '180 s' THEN taken_at
        END AS held_at
        FROM call WHERE ended IS NULL
    ) AS c ON c.table_id = t.table_id
    WHERE t.table_id = ANY (wanted) AND t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    ORDER BY t.table_id;
END $$;

CREATE OR REPLACE FUNCTION floor.whole_reading() RETURNS TABLE (
    table_id text, name text, studio text, room text, switch text, game text, rules text,
    told text, heard float8, changed float8, part integer, number bigint,
    call bigint, call_part integer, kind text, age float8, widened integer,
    taken_by text, taken_name text, taken_age float8, arrived boolean, shelved jsonb,
    stood float8, twins jsonb, disputed text, moment timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp SET enable_nestloop = off AS $$
-- Without nested loops: before a new server has counted its rows it would join 200 tables row by row, 9 ms for 1.4.
-- All tables of the account's studios that are at work, as they stand now, told by one statement as floor.seen
-- tells a few of them. moment is that of the reading: all ages are those at it.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT t.table_id, t.name, t.studio, t.room, t.switch, t.game, t.rules, s.told::text,
        date_part('epoch', now() - s.heard), date_part('epoch', now() - s.changed),
        coalesce(s.part, 0), coalesce(j.number, 0),
        c.call, c.part, c.kind, date_part('epoch', now() - c.heard),
        CASE
            WHEN coalesce(c.held_at, now()) - c.heard < interval '60 s' THEN 0
            WHEN coalesce(c.held_at, now()) - c.heard < interval '120 s' THEN 1
            ELSE 2
        END,
        CASE WHEN c.held_at IS NOT NULL THEN coalesce(c.arrived, c.taken_by) END,
        CASE WHEN c.held_at IS NOT NULL THEN holder(c.arrived, c.taken_by, c.taken_name, s.told) END,
        date_part('epoch', now() - c.held_at), c.arrived_at IS NOT NULL, h.shelved,
        CASE WHEN s.heard IS NOT NULL THEN
            greatest(date_part('epoch', now() + s.ahead - moment_of(s.told ->> 'since')), 0)
        END,
        CASE WHEN s.twins THEN (
            SELECT jsonb_build_object(
                'age', date_part('epoch', now() - w.since),
                'consoles', (
                    SELECT jsonb_agg(jsonb_build_object(
                        'id', encode(h.console, 'hex'), 'address', h.address,
                        'age', date_part('epoch', now() - h.since),
                        'heard', date_part('epoch', now() - h.heard)
                    ) ORDER BY h.since)
                    FROM hand AS h
                    WHERE h.table_id = s.table_id AND NOT h.is_out AND h.heard > w.since - interval '60 s'
                )
            ) FROM twins AS w WHERE w.table_id = s.table_id AND w.settled IS NULL
        ) END, CASE WHEN s.heard IS NOT NULL THEN d.said END, now()
    FROM tables AS t
    LEFT JOIN state AS s ON s.table_id = t.table_id
    LEFT JOIN journal AS j ON j.table_id = t.table_id AND j.part = s.part
    LEFT JOIN (
        SELECT *, CASE
            WHEN arrived_at IS NOT NULL THEN coalesce(taken_at, arrived_at)
            WHEN taken_at > now() - interval '180 s' THEN taken_at
        END AS held_at
        FROM call WHERE ended IS NULL
    ) AS c ON c.table_id = t.table_id
    LEFT JOIN (
        SELECT DISTINCT ON (o.table_id) o.table_id, o.said FROM dispute AS o
        WHERE o.at > coalesce((
            SELECT max(y.at) FROM diary AS y WHERE y.table_id = o.table_id AND y.what = 'settled'
        ), '-infinity') AND NOT EXISTS (
            SELECT FROM twins AS w WHERE w.table_id = o.table_id
            AND o.at BETWEEN w.since - interval '60 s' AND coalesce(w.settled, 'infinity')
        ) ORDER BY o.table_id, o.at DESC
    ) AS d ON d.table_id = t.table_id
    LEFT JOIN (
        SELECT table_id, jsonb_agg(jsonb_build_object(
            'what', what, 'who', who, 'name', name, 'reason', reason,
            'left', date_part('epoch', until - now())
        ) ORDER BY until) AS shelved FROM shelf WHERE until > now() GROUP BY table_id
    ) AS h ON h.table_id = t.table_id
    WHERE t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    ORDER BY t.table_id;
END $$;

CREATE OR REPLACE FUNCTION floor.clocks_apart() RETURNS TABLE (table_id text, ahead double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of the account's studios: the tables whose clock is two seconds or more from the server's, and by how many seconds it
-- is ahead.
SELECT t.table_id, date_part('epoch', s.ahead) FROM tables AS t JOIN state AS s ON s.table_id = t.table_id
WHERE t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    AND s.ahead NOT BETWEEN '-1.999 s' AND '1.999 s'
$$;

GRANT EXECUTE ON FUNCTION floor.reading, floor.reading_beside, floor.names, floor.seen, floor.whole_reading,
    floor.clocks_apart
    TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.unlisted
    TO floor_boss, floor_supervisor, floor_witness;
