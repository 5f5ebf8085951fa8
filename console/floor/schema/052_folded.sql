-- A device's bytes are left out of the log where nobody asks for them: they stand under what they said. How many
-- there are in an hour is kept, so that a count without them looks at no posting either.

CREATE FUNCTION floor.term_of(facet text, value text) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
-- A term's number, as the vocabulary makes it: the first 64 bits of its digest.
SELECT ('x' || encode(substr(sha256(
    convert_to(facet, 'UTF8') || '\x00'::bytea || convert_to(value, 'UTF8')
), 1, 8), 'hex'))::bit(64)::bigint
$$;

CREATE FUNCTION floor.is_folded(terms bigint[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
-- Whether an entry of these terms is a device's bytes that nobody refused.
SELECT terms @> ARRAY[floor.term_of('kind', 'bytes_received')]
    AND NOT terms && ARRAY[floor.term_of('refused', '')]
$$;

-- Filled with the index, which is made anew.
ALTER TABLE floor.hour ADD COLUMN folded bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION floor.post(
    wanted text, file integer, after bigint, its_layout integer, last_chain bytea,
    moments timestamptz[], said_each timestamptz[], arrived_each date[], terms_each text[],
    told_numbers bigint[], dealers text[], bosses text[], incidents text[],
    about text[], kinds text[], outcomes text[], clauses text[],
    new_terms bigint[], facets text[], term_values text[], folded_each text[], grams_each text[],
    met timestamptz[]
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Posts the entries after + 1, ... of a part; false where another indexer went on with it meanwhile.
DECLARE
    many integer := coalesce(array_length(moments, 1), 0);
    kept bigint;
BEGIN
    PERFORM may_index(wanted);
    IF many NOT BETWEEN 1 AND 5000 OR many <> coalesce(array_length(terms_each, 1), 0)
        OR many <> coalesce(array_length(said_each, 1), 0) OR many <> coalesce(array_length(arrived_each, 1), 0)
        OR length(last_chain) <> 32
    THEN
        RAISE EXCEPTION 'no postings' USING ERRCODE = 'data_exception';
    END IF;
    IF NOT EXISTS (
        SELECT FROM journal WHERE table_id = wanted AND part = file AND number >= after + many
    ) THEN
        RAISE EXCEPTION 'not held' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO indexed VALUES (wanted, file, 0, last_chain, '-infinity', its_layout) ON CONFLICT DO NOTHING;
    SELECT number INTO kept FROM indexed WHERE table_id = wanted AND part = file AND layout = its_layout FOR UPDATE;
    IF kept IS DISTINCT FROM after THEN
        RETURN false;
    END IF;
    PERFORM post_day(day) FROM (
        SELECT DISTINCT (moment AT TIME ZONE 'UTC')::date AS day FROM unnest(moments) AS moment
    ) AS days;
    INSERT INTO posting (table_id, part, number, day, moment, said_at, arrived, terms)
    SELECT wanted, file, after + i, (moments[i] AT TIME ZONE 'UTC')::date, moments[i], said_each[i],
        arrived_each[i], terms_each[i]::bigint[]
    FROM generate_series(1, many) AS i;
    INSERT INTO hour AS known (table_id, hour, many, folded)
    SELECT wanted, date_trunc('hour', moments[i], 'UTC'), count(*),
        count(*) FILTER (WHERE is_folded(terms_each[i]::bigint[]))
    FROM generate_series(1, many) AS i GROUP BY 2
    ON CONFLICT (table_id, hour) DO UPDATE
    SET many = known.many + excluded.many, folded = known.folded + excluded.folded;
    INSERT INTO standing SELECT wanted, file, t.* FROM unnest(told_numbers, dealers, bosses, incidents) AS t;
    INSERT INTO incident SELECT DISTINCT ON (t.incident) wanted, file, t.incident, t.kind, t.outcome, t.clause
    FROM unnest(about, kinds, outcomes, clauses) WITH ORDINALITY AS t (incident, kind, outcome, clause, i)
    ORDER BY t.incident, t.i DESC
    ON CONFLICT (table_id, part, incident) DO UPDATE
    SET kind = excluded.kind, outcome = excluded.outcome, clause = excluded.clause;
    INSERT INTO term SELECT wanted, t.term, t.facet, t.value, t.folded, t.grams::integer[], t.since
    FROM unnest(new_terms, facets, term_values, folded_each, grams_each, met)
        AS t (term, facet, value, folded, grams, since)
    ON CONFLICT DO NOTHING;
    UPDATE indexed SET number = after + many, chain = last_chain, moment = moments[many]
    WHERE table_id = wanted AND part = file;
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION floor.condition(
    mine text[], groups jsonb, since timestamptz, until timestamptz
) RETURNS text LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- What a posting p must fit, as SQL. It must have a term of each group. A group {"unfolded": terms} leaves a
-- device's bytes out that nobody refused, but for those with one of these terms. A stretch of time reaches to the
-- last entry that is in it: what happened before it is in it, too, whatever the clock said.
DECLARE
    told text := '';
    every bigint[] := '{}';
    one bigint[];
    late text := '';
    at record;
BEGIN
    IF cardinality(mine) < (SELECT count(*) FROM tables) THEN
        told := told || format(' AND p.table_id = ANY (%L::text[])', mine);
    END IF;
    FOR i IN 0 .. jsonb_array_length(groups) - 1 LOOP
        one := ARRAY(
            SELECT t::bigint
            FROM jsonb_array_elements_text(coalesce(groups -> i -> 'unfolded', groups -> i)) AS t
        );
        IF groups -> i ? 'unfolded' THEN
            told := told || format(
                ' AND NOT (p.terms @> %L::bigint[] AND NOT p.terms && %L::bigint[])',
                ARRAY[term_of('kind', 'bytes_received')], one || term_of('refused', '')
            );
        ELSIF cardinality(one) = 1 THEN
            every := every || one;
        ELSE
            told := told || format(' AND p.terms && %L::bigint[]', one);
        END IF;
    END LOOP;
    IF cardinality(every) > 0 THEN
        told := told || format(' AND p.terms @> %L::bigint[]', every);
    END IF;
    IF since IS NOT NULL THEN
        told := told || format(' AND p.moment >= %L', since);
    END IF;
    IF until IS NOT NULL THEN
        FOR at IN SELECT p.table_id, p.part, max(p.number) AS number FROM posting AS p
            WHERE p.said_at < condition.until AND p.moment >= condition.until AND p.table_id = ANY (mine)
            GROUP BY 1, 2
        LOOP
            late := late || format(
                ' OR p.table_id = %L AND p.part = %s AND p.number <= %s', at.table_id, at.part, at.number
            );
        END LOOP;
        told := told || format(' AND (p.moment < %L%s)', until, late);
    END IF;
    RETURN told;
END $$;

CREATE OR REPLACE FUNCTION floor.counted(
    wanted text[], groups jsonb, since timestamptz, until timestamptz, of_day date, high timestamptz
) RETURNS TABLE (hour timestamptz, many bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many entries of a day fit that have moments before high, by its hours, the newest first. Where any entry
-- fits, or any but a device's bytes, the hours before that of high are known.
#variable_conflict use_column
DECLARE
    mine text[] := chosen(wanted);
    begins timestamptz := of_day::timestamp AT TIME ZONE 'UTC';
    ends timestamptz := (of_day + 1)::timestamp AT TIME ZONE 'UTC';
    any_fits boolean := groups IN ('[]', '[{"unfolded": []}]') AND since IS NULL AND until IS NULL;
    folds boolean := groups <> '[]';
BEGIN
    IF any_fits AND high IS NOT NULL AND high < ends THEN
        ends := greatest(begins, date_trunc('hour', high, 'UTC'));
    END IF;
    IF NOT any_fits OR high >= ends THEN
        RETURN QUERY EXECUTE format(
            'SELECT date_trunc(''hour'', p.moment, ''UTC''), count(*) FROM floor.posting AS p '
            'WHERE p.day = %L %s AND p.moment < %L AND p.moment >= %L GROUP BY 1 ORDER BY 1 DESC',
            of_day, condition(mine, groups, since, until), coalesce(high, 'infinity'),
            CASE WHEN any_fits THEN ends ELSE '-infinity' END
        );
    END IF;
    IF any_fits THEN
        RETURN QUERY SELECT * FROM (
            SELECT h.hour, sum(h.many - CASE WHEN folds THEN h.folded ELSE 0 END)::bigint AS many
            FROM hour AS h WHERE h.hour >= begins AND h.hour < ends AND h.table_id = ANY (mine) GROUP BY 1
        ) AS kept WHERE kept.many > 0 ORDER BY 1 DESC;
    END IF;
END $$;

REVOKE ALL ON FUNCTION floor.term_of, floor.is_folded FROM PUBLIC;
