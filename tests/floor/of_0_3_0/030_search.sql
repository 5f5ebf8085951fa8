-- What entries are found by: made from the entries that the floor holds, and made anew from them at any time.
-- Nothing here is part of the truth, and nothing is in it that the table has not shown: no such entry is held.
--
-- A term is a facet with a value, as in a journal's own index, and here it is 64 bits of its digest: the same in
-- every table, so that nothing is shared between tables and no two indexers wait for one another. Texts that are
-- looked for by a part of them stand beside their terms, with their pairs of signs.
--
-- The order of all tables is that of their moments: an entry's own time, but never before that of the entry
-- before it, nor after the day on which the floor got it, so that a clock that says 1970 or 2099 takes nothing out
-- of its place. Equal moments follow the table's id. Days are those of the moments, by UTC.

-- On which day entries arrived whose day is closed: as far as this number, by day.
CREATE TABLE floor.arrived (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (table_id, part, number)
);

-- How far each part is indexed: its last entry there with the chain and the moment, and by which vocabulary.
CREATE TABLE floor.indexed (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    chain bytea NOT NULL,
    moment timestamptz NOT NULL,
    layout integer NOT NULL,
    PRIMARY KEY (table_id, part)
) WITH (fillfactor = 50);

-- An entry's terms. What its table's clock said is kept where it is not the moment. The day of its arrival is that
-- of its row, as long as it stands as one.
CREATE TABLE floor.posting (
    moment timestamptz NOT NULL,
    said_at timestamptz,
    number bigint NOT NULL,
    day date NOT NULL,
    arrived date,
    part integer NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    terms bigint[] NOT NULL,
    PRIMARY KEY (table_id, part, number, day)
) PARTITION BY RANGE (day);
CREATE INDEX posting_moment ON floor.posting (moment, table_id, part, number);
CREATE INDEX posting_terms ON floor.posting USING gin (terms);
CREATE INDEX posting_said ON floor.posting (table_id, part, number) WHERE said_at IS NOT NULL;
ALTER TABLE floor.posting ALTER COLUMN terms SET STATISTICS 1000;
CREATE TABLE floor.posting_other PARTITION OF floor.posting DEFAULT;

-- How many entries of a table there are in an hour of the moments.
CREATE TABLE floor.hour (
    table_id text COLLATE "C" NOT NULL,
    hour timestamptz NOT NULL,
    many bigint NOT NULL,
    PRIMARY KEY (table_id, hour)
) WITH (fillfactor = 70);
CREATE INDEX hour_hour ON floor.hour (hour);

-- Terms that are looked for by a part of them, or listed. folded is the value as it is compared, where that is
-- another text; a device's bytes have no pairs.
CREATE TABLE floor.term (
    table_id text COLLATE "C" NOT NULL,
    term bigint NOT NULL,
    facet text NOT NULL,
    value text NOT NULL,
    folded text,
    grams integer[],
    since timestamptz NOT NULL,
    PRIMARY KEY (table_id, term)
);
CREATE INDEX term_grams ON floor.term USING gin (grams);
CREATE INDEX term_since ON floor.term (facet, since);

-- Who was at the table, and which incident was open, from an entry on.
CREATE TABLE floor.standing (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    number bigint NOT NULL,
    dealer text,
    pit_boss text,
    incident text,
    PRIMARY KEY (table_id, part, number)
);

CREATE TABLE floor.incident (
    table_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    incident text NOT NULL,
    kind text,
    outcome text,
    clause text,
    PRIMARY KEY (table_id, part, incident)
);

CREATE FUNCTION floor.post_day(wanted date) RETURNS void
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

CREATE FUNCTION floor.may_index(wanted text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Refuses an account that does not see the table; an administrator's sees all.
BEGIN
    IF NOT pg_has_role(session_user, 'floor_owner', 'MEMBER')
        AND NOT EXISTS (SELECT FROM tables WHERE table_id = wanted AND studio = ANY (own_studios()))
    THEN
        RAISE EXCEPTION 'not a table of this account: %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;

CREATE FUNCTION floor.post(
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
    INSERT INTO hour AS known
    SELECT wanted, date_trunc('hour', moment, 'UTC'), count(*) FROM unnest(moments) AS moment GROUP BY 2
    ON CONFLICT (table_id, hour) DO UPDATE SET many = known.many + excluded.many;
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

CREATE FUNCTION floor.unpost(wanted text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes away all that a table is found by; it is made anew from what is held.
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

CREATE FUNCTION floor.chosen(wanted text[]) RETURNS text[]
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- Of these tables (NULL: of all) those that the account sees.
SELECT coalesce(array_agg(t.table_id), '{}') FROM tables AS t
WHERE t.studio = ANY ((SELECT own_studios())::text[]) AND (wanted IS NULL OR t.table_id = ANY (wanted))
$$;

CREATE FUNCTION floor.condition(
    mine text[], groups jsonb, since timestamptz, until timestamptz
) RETURNS text LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- What a posting p must fit, as SQL. It must have a term of each group. A stretch of time reaches to the last entry
-- that is in it: what happened before it is in it, too, whatever the clock said.
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
        one := ARRAY(SELECT t::bigint FROM jsonb_array_elements_text(groups -> i) AS t);
        IF cardinality(one) = 1 THEN
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

CREATE FUNCTION floor.page(
    wanted text[], groups jsonb, since timestamptz, until timestamptz,
    low timestamptz, high timestamptz, place_moment timestamptz, place_table text, place_part integer,
    place_number bigint, newest boolean, skip bigint, most integer, look integer
) RETURNS TABLE (
    moment timestamptz, table_id text, part integer, number bigint, at timestamptz, kind text, packed bytea,
    pressed bytea, dealer text, pit_boss text, incident text, incident_kind text, outcome text, decided_by text
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp
SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
-- Entries that fit from a place on, without it: the newest first, or the oldest. At most so many, from moments
-- low to high, looked for in so many days at most, day after day. Where more days could be looked through the last
-- row is none: it has the moment alone, from which to go on.
--
-- The bytes are those of the row; what stands in a block has none here. Each row of a page is looked up by its
-- key: where a day is young and its figures are not known yet, the planner would rather read all of it. An
-- entry's table is compared as its own key has it: by another collation no index of its would be used.
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
        RETURN QUERY EXECUTE format($q$
            SELECT p.moment, p.table_id::text, p.part, p.number, coalesce(p.said_at, p.moment), e.kind, e.packed,
                b.packed, s.dealer, s.pit_boss, s.incident, i.kind, i.outcome, i.clause
            FROM (
                SELECT * FROM floor.posting AS p WHERE p.day = %1$L %2$s %3$s
                ORDER BY p.moment %4$s, p.table_id %4$s, p.part %4$s, p.number %4$s OFFSET %5$s LIMIT %6$s
            ) AS p
            LEFT JOIN floor.entry AS e
                ON e.table_id = p.table_id COLLATE "default" AND e.part = p.part AND e.number = p.number
                AND e.day = p.arrived
            LEFT JOIN LATERAL (
                SELECT packed FROM floor.entry AS b
                WHERE e.kind = 'step_done' AND b.table_id = p.table_id COLLATE "default"
                AND b.part = p.part AND b.number = p.number - 1
            ) AS b ON true
            LEFT JOIN LATERAL (
                SELECT * FROM floor.standing AS s WHERE s.table_id = p.table_id AND s.part = p.part
                AND s.number <= p.number ORDER BY s.number DESC LIMIT 1
            ) AS s ON true
            LEFT JOIN floor.incident AS i
                ON i.table_id = p.table_id AND i.part = p.part AND i.incident = s.incident
            ORDER BY p.moment %4$s, p.table_id %4$s, p.part %4$s, p.number %4$s
            $q$, (day_begins AT TIME ZONE 'UTC')::date, fits, place, way, skip, rows_left);
        GET DIAGNOSTICS found = ROW_COUNT;
        rows_left := rows_left - found;
        skip := 0;
        days_left := days_left - 1;
        begun := CASE WHEN newest THEN day_begins - interval '1 us' ELSE day_begins + interval '1 day' END;
    END LOOP;
END $$;

CREATE FUNCTION floor.days(wanted text[]) RETURNS TABLE (day date, many bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The days that have something of these tables, the newest first.
SELECT (hour AT TIME ZONE 'UTC')::date, sum(many)::bigint FROM hour
WHERE table_id = ANY ((SELECT chosen(wanted))::text[]) GROUP BY 1 ORDER BY 1 DESC
$$;

CREATE FUNCTION floor.counted(
    wanted text[], groups jsonb, since timestamptz, until timestamptz, of_day date, high timestamptz
) RETURNS TABLE (hour timestamptz, many bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many entries of a day fit that have moments before high, by its hours, the newest first.
#variable_conflict use_column
DECLARE
    mine text[] := chosen(wanted);
BEGIN
    IF groups = '[]' AND since IS NULL AND until IS NULL AND high IS NULL THEN
        RETURN QUERY SELECT h.hour, sum(h.many)::bigint FROM hour AS h
        WHERE h.hour >= of_day::timestamp AT TIME ZONE 'UTC' AND h.hour < (of_day + 1)::timestamp AT TIME ZONE 'UTC'
            AND h.table_id = ANY (mine) GROUP BY 1 ORDER BY 1 DESC;
        RETURN;
    END IF;
    RETURN QUERY EXECUTE format(
        'SELECT date_trunc(''hour'', p.moment, ''UTC''), count(*) FROM floor.posting AS p '
        'WHERE p.day = %L %s AND p.moment < %L GROUP BY 1 ORDER BY 1 DESC',
        of_day, condition(mine, groups, since, until), coalesce(high, 'infinity')
    );
END $$;

CREATE FUNCTION floor.texts(
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

CREATE FUNCTION floor.met(wanted text[], of_facet text, most integer) RETURNS TABLE (value text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The values of a facet, those met last first.
SELECT t.value FROM term AS t WHERE t.facet = of_facet AND t.table_id = ANY ((SELECT chosen(wanted))::text[])
GROUP BY 1 ORDER BY max(t.since) DESC, 1 LIMIT least(most, 1000)
$$;

SELECT floor.guard(relation)
FROM unnest(ARRAY['arrived', 'indexed', 'posting', 'hour', 'term', 'standing', 'incident']) AS relation;
REVOKE ALL ON FUNCTION floor.post_day, floor.may_index, floor.post, floor.unpost, floor.chosen, floor.condition,
    floor.page, floor.days, floor.counted, floor.texts, floor.met FROM PUBLIC;
GRANT USAGE ON SCHEMA floor TO floor_indexer;
GRANT EXECUTE ON FUNCTION floor.own_studios, floor.prepare_days, floor.post, floor.unpost TO floor_indexer;
GRANT SELECT ON floor.studio, floor.tables, floor.journal, floor.entry, floor.block, floor.checkpoint,
    floor.arrived, floor.indexed, floor.standing TO floor_indexer;
GRANT SELECT ON floor.indexed TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.page, floor.days, floor.counted, floor.texts, floor.met
    TO floor_boss, floor_supervisor;
