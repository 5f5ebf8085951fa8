-- The index of entries, and what is found by it.

CREATE OR REPLACE FUNCTION floor.post_day(wanted date) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Has a partition for the postings of a day. One that lies far off, as a table's clock may have it, has none of
-- its own: nobody can have thousands made.
DECLARE
    part_name text := 'posting_' || to_char(wanted, 'YYYYMMDD');
BEGIN
    IF to_regclass('floor.' || part_name) IS NOT NULL
        OR wanted NOT BETWEEN (now() AT TIME ZONE 'UTC')::date - 800 AND (now() AT TIME ZONE 'UTC')::date + 2
    THEN
        RETURN;
    END IF;
    -- Made by itself and put in its place then: to be made there it would wait for all who read.
    EXECUTE format('CREATE TABLE floor.%I (LIKE floor.posting INCLUDING ALL)', part_name);
    EXECUTE format(
        'ALTER TABLE floor.posting ATTACH PARTITION floor.%I FOR VALUES FROM (%L) TO (%L)',
        part_name, wanted, wanted + 1
    );
EXCEPTION WHEN check_violation OR duplicate_table OR unique_violation THEN
    NULL;  -- some of it stands where those of no partition do, or another indexer was quicker
END $$;

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

CREATE OR REPLACE FUNCTION floor.unpost(wanted text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes away all that a table is found by; it is made again from what is held.
BEGIN
    PERFORM may_index(wanted);
    PERFORM FROM indexed WHERE table_id = wanted FOR UPDATE;
    DELETE FROM posting WHERE table_id = wanted;
    DELETE FROM hour WHERE table_id = wanted;
    DELETE FROM standing WHERE table_id = wanted;
    DELETE FROM incident WHERE table_id = wanted;
    DELETE FROM term WHERE table_id = wanted;
    DELETE FROM indexed WHERE table_id = wanted;
END $$;

-- The reads run as the owner, who is asked for no policy: a condition on terms is not leakproof, so by the
-- account's own rights it would wait for the policy and use no index. Whose the tables are they ask first.
CREATE OR REPLACE FUNCTION floor.chosen(wanted text[]) RETURNS text[]
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- Of these tables (NULL: of all) those that the account sees.
SELECT coalesce(array_agg(t.table_id), '{}') FROM tables AS t
WHERE t.studio = ANY ((SELECT own_studios())::text[]) AND (wanted IS NULL OR t.table_id = ANY (wanted))
$$;

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

-- A page of one table's part reads once who was there.
CREATE OR REPLACE FUNCTION floor.page(
    wanted text[], groups jsonb, since timestamptz, until timestamptz,
    low timestamptz, high timestamptz, place_moment timestamptz, place_table text, place_part integer,
    place_number bigint, newest boolean, skip bigint, most integer, look integer
) RETURNS TABLE (
    moment timestamptz, table_id text, part integer, number bigint, at timestamptz, kind text, packed bytea,
    pressed bytea, dealer text, pit_boss text, incident text, incident_kind text, outcome text, decided_by text,
    in_preparation boolean
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp
SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_memoize = off SET plan_cache_mode = force_generic_plan
SET TimeZone = 'UTC' AS $$
-- Entries that fit from a place on, without it: the newest first, or the oldest. At most so many, from moments
-- low to high, looked for in so many days at most, day after day. Where more days could be looked through the last
-- row is none: it has the moment alone, from which to go on.
--
-- The places are found by a statement that is made for the question, over the one day's partition. All else about
-- them is looked up by one statement that never changes, so that its plan over all partitions is made once.
--
-- The bytes are those of the row; what stands in a block has none here. Each row of a page is looked up by its
-- key: where a day is young and its figures are not known yet, the planner would rather read all of it. A table
-- is compared as each key has it: by another collation no index of its would be used.
--
-- pressed is the entry before each row, of the days up to its own: to look for it in all days took two thirds of
-- a page's time. One that came on a later day, by a clock that was set back, has to be asked for beside the page.
--
-- Who was there is looked up for each row; where all rows are of one part, what was told from the first of them to
-- the last is read once, and each row finds its place in it.
--
-- Of a preparation are the entries that have the term of one.
#variable_conflict use_column
DECLARE
    mine text[] := chosen(wanted);
    fits text := condition(mine, groups, since, until);
    place text := '';
    way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
    begun timestamptz;
    day_begins timestamptz;
    rows_left integer := least(most, 1000);
    days_left integer := look;
    found integer;
    moments timestamptz[];
    tables_of text[];
    parts integer[];
    numbers bigint[];
    told timestamptz[];
    arrivals date[];
    preparing boolean[];
    have_rows boolean;
    told_from bigint[];
    dealers text[];
    bosses text[];
    incidents text[];
    kinds text[];
    outcomes text[];
    clauses text[];
BEGIN
    IF place_moment IS NOT NULL THEN
        place := format(
            ' AND (p.moment, p.table_id, p.part, p.number) %s (%L, %L, %s, %s)',
            CASE WHEN newest THEN '<' ELSE '>' END, place_moment, place_table, place_part, place_number
        );
    END IF;
    IF low IS NOT NULL THEN
        place := place || format(' AND p.moment >= %L', low);
    END IF;
    IF high IS NOT NULL THEN
        place := place || format(' AND p.moment < %L', high);
    END IF;
    begun := CASE WHEN newest THEN least(
            high - interval '1 us', place_moment,
            CASE WHEN fits NOT LIKE '% OR %' THEN until - interval '1 us' END
        )
        ELSE greatest(low, since, place_moment) END;
    begun := coalesce(begun, CASE WHEN newest THEN 'infinity'::timestamptz ELSE '-infinity' END);
    LOOP
        IF newest THEN
            SELECT max(hour) INTO day_begins FROM hour
            WHERE hour <= begun AND hour > coalesce(greatest(low, since), '-infinity') - interval '1 h';
        ELSE
            SELECT min(hour) INTO day_begins FROM hour
            WHERE hour > begun - interval '1 h' AND hour < coalesce(high, 'infinity');
        END IF;
        EXIT WHEN day_begins IS NULL OR rows_left <= 0;
        IF days_left <= 0 THEN
            moment := CASE WHEN newest THEN begun + interval '1 us' ELSE begun END;
            RETURN NEXT;
            EXIT;
        END IF;
        day_begins := date_trunc('day', day_begins, 'UTC');
        EXECUTE format($q$
            SELECT array_agg(moment), array_agg(table_id COLLATE "default"), array_agg(part), array_agg(number),
                array_agg(said_at), array_agg(arrived), array_agg(terms @> %7$L::bigint[])
            FROM (
                SELECT * FROM floor.posting AS p WHERE p.day = %1$L %2$s %3$s
                ORDER BY p.moment %4$s, p.table_id %4$s, p.part %4$s, p.number %4$s OFFSET %5$s LIMIT %6$s
            ) AS p
            $q$, (day_begins AT TIME ZONE 'UTC')::date, fits, place, way, skip, rows_left,
            ARRAY[term_of('stage', 'preparation')])
        INTO moments, tables_of, parts, numbers, told, arrivals, preparing;
        IF tables_of[1] = ALL (tables_of) AND parts[1] = ALL (parts) THEN
            have_rows := EXISTS (SELECT FROM entry AS e WHERE e.day <= (SELECT max(a) FROM unnest(arrivals) AS a));
            SELECT array_agg(s.number ORDER BY s.number), array_agg(s.dealer ORDER BY s.number),
                array_agg(s.pit_boss ORDER BY s.number), array_agg(s.incident ORDER BY s.number),
                array_agg(i.kind ORDER BY s.number), array_agg(i.outcome ORDER BY s.number),
                array_agg(i.clause ORDER BY s.number)
            INTO told_from, dealers, bosses, incidents, kinds, outcomes, clauses
            FROM standing AS s
            LEFT JOIN incident AS i ON i.table_id = s.table_id AND i.part = s.part AND i.incident = s.incident
            WHERE s.table_id = tables_of[1] COLLATE "C" AND s.part = parts[1]
            AND s.number <= greatest(numbers[1], numbers[cardinality(numbers)])
            AND s.number >= coalesce((
                SELECT o.number FROM standing AS o
                WHERE o.table_id = tables_of[1] COLLATE "C" AND o.part = parts[1]
                AND o.number <= least(numbers[1], numbers[cardinality(numbers)])
                ORDER BY o.number DESC LIMIT 1
            ), 0);
            RETURN QUERY
                SELECT p.moment, tables_of[1], parts[1], p.number, coalesce(p.said_at, p.moment), e.kind, e.packed,
                    b.packed, dealers[at], bosses[at], incidents[at], kinds[at], outcomes[at], clauses[at],
                    p.preparing
                FROM ROWS FROM (
                    unnest(moments), unnest(numbers), unnest(told), unnest(arrivals), unnest(preparing)
                ) WITH ORDINALITY AS p (moment, number, said_at, arrived, preparing, rank)
                CROSS JOIN LATERAL (SELECT width_bucket(p.number, told_from) OFFSET 0) AS w (at)
                LEFT JOIN LATERAL (
                    SELECT kind, packed FROM entry AS e
                    WHERE have_rows AND e.table_id = tables_of[1] AND e.part = parts[1] AND e.number = p.number
                    AND e.day = p.arrived OFFSET 0
                ) AS e ON true
                LEFT JOIN LATERAL (
                    SELECT packed FROM entry AS b
                    WHERE have_rows AND b.table_id = tables_of[1] AND b.part = parts[1] AND b.number = p.number - 1
                    AND b.day <= p.arrived OFFSET 0
                ) AS b ON true
                ORDER BY p.rank;
        ELSE
            RETURN QUERY
                SELECT p.moment, p.table_id, p.part, p.number, coalesce(p.said_at, p.moment), e.kind, e.packed,
                    b.packed, s.dealer, s.pit_boss, s.incident, i.kind, i.outcome, i.clause,
                    p.preparing
                FROM ROWS FROM (
                    unnest(moments), unnest(tables_of), unnest(parts), unnest(numbers), unnest(told), unnest(arrivals),
                    unnest(preparing)
                ) WITH ORDINALITY AS p (moment, table_id, part, number, said_at, arrived, preparing, rank)
                LEFT JOIN entry AS e
                    ON e.table_id = p.table_id AND e.part = p.part AND e.number = p.number AND e.day = p.arrived
                LEFT JOIN LATERAL (
                    SELECT packed FROM entry AS b
                    WHERE b.table_id = p.table_id AND b.part = p.part AND b.number = p.number - 1
                    AND b.day <= p.arrived
                ) AS b ON true
                LEFT JOIN LATERAL (
                    SELECT * FROM standing AS s WHERE s.table_id = p.table_id COLLATE "C" AND s.part = p.part
                    AND s.number <= p.number ORDER BY s.number DESC LIMIT 1
                ) AS s ON true
                LEFT JOIN incident AS i
                    ON i.table_id = p.table_id COLLATE "C" AND i.part = p.part AND i.incident = s.incident
                ORDER BY p.rank;
        END IF;
        GET DIAGNOSTICS found = ROW_COUNT;
        rows_left := rows_left - found;
        skip := 0;
        days_left := days_left - 1;
        begun := CASE WHEN newest THEN day_begins - interval '1 us' ELSE day_begins + interval '1 day' END;
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION floor.days(wanted text[]) RETURNS TABLE (day date, many bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The days that have something of these tables, the newest first.
SELECT (hour AT TIME ZONE 'UTC')::date, sum(many)::bigint FROM hour
WHERE table_id = ANY ((SELECT chosen(wanted))::text[]) GROUP BY 1 ORDER BY 1 DESC
$$;

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

CREATE OR REPLACE FUNCTION floor.texts(
    wanted text[], said text, in_facets text[], its_grams integer[], is_hex boolean, most integer
) RETURNS TABLE (term bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The terms whose text holds this one, those met last first. What may stand in a device's bytes is looked for
-- there, too, one text after the other.
#variable_conflict use_column
DECLARE
    mine text[] := chosen(wanted);
BEGIN
    RETURN QUERY EXECUTE format(
        'SELECT t.term FROM floor.term AS t WHERE t.table_id = ANY (%L::text[]) AND t.facet = ANY (%L::text[]) '
        'AND (%s) AND strpos(coalesce(t.folded, t.value), %L) > 0 GROUP BY t.term '
        'ORDER BY max(t.since) DESC, t.term LIMIT %s',
        mine, in_facets,
        CASE WHEN cardinality(its_grams) = 0 THEN 'true'
            ELSE format('t.grams @> %L::integer[]', its_grams)
                || CASE WHEN is_hex THEN ' OR t.facet = ''line'' AND t.grams IS NULL' ELSE '' END
        END, said, least(most, 10000)
    );
END $$;

CREATE OR REPLACE FUNCTION floor.met(wanted text[], of_facet text, most integer) RETURNS TABLE (value text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The values of a facet, those met last first.
SELECT t.value FROM term AS t WHERE t.facet = of_facet AND t.table_id = ANY ((SELECT chosen(wanted))::text[])
GROUP BY 1 ORDER BY max(t.since) DESC, 1 LIMIT least(most, 1000)
$$;

-- A device's bytes are left out of the log unless they are asked for: they stand under what they said. Their number in
-- an hour is kept, so that a count without them looks at no posting either.
CREATE OR REPLACE FUNCTION floor.term_of(facet text, value text) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
-- A term's number, as the vocabulary makes it: the first 64 bits of its digest.
SELECT ('x' || encode(substr(sha256(
    convert_to(facet, 'UTF8') || '\x00'::bytea || convert_to(value, 'UTF8')
), 1, 8), 'hex'))::bit(64)::bigint
$$;

CREATE OR REPLACE FUNCTION floor.is_folded(terms bigint[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
-- Whether an entry of these terms is a device's bytes that nobody refused.
SELECT terms @> ARRAY[floor.term_of('kind', 'bytes_received')]
    AND NOT terms && ARRAY[floor.term_of('refused', '')]
$$;

-- An unreadable entry is its table's finding, as a dispute is: the wall names the table until a supervisor has looked at
-- it, and all other tables go on.
CREATE OR REPLACE FUNCTION floor.note_unreadable(wanted text, file integer, at_number bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Once for an entry, and not while another such finding of the part is open.
BEGIN
    PERFORM may_index(wanted);
    INSERT INTO dispute SELECT wanted, file, clock_timestamp(), 'unreadable', at_number, '', ''
    WHERE EXISTS (
        SELECT FROM journal AS j WHERE j.table_id = wanted AND j.part = file AND j.number >= at_number
    ) AND NOT EXISTS (
        SELECT FROM dispute AS d WHERE d.table_id = wanted AND d.part = file AND d.said = 'unreadable'
        AND (d.number = at_number OR d.at > coalesce((
            SELECT max(y.at) FROM diary AS y WHERE y.table_id = wanted AND y.what = 'settled'
        ), '-infinity'))
    );
    IF FOUND THEN
        PERFORM hint();
    END IF;
END $$;

GRANT EXECUTE ON FUNCTION floor.post, floor.unpost, floor.note_unreadable
    TO floor_indexer;
GRANT EXECUTE ON FUNCTION floor.page, floor.days, floor.counted, floor.texts, floor.met
    TO floor_boss, floor_supervisor;
