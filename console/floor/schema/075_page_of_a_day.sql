-- A page of one table's part reads once who was there.

CREATE OR REPLACE FUNCTION floor.page(
    wanted text[], groups jsonb, since timestamptz, until timestamptz,
    low timestamptz, high timestamptz, place_moment timestamptz, place_table text, place_part integer,
    place_number bigint, newest boolean, skip bigint, most integer, look integer
) RETURNS TABLE (
    moment timestamptz, table_id text, part integer, number bigint, at timestamptz, kind text, packed bytea,
    pressed bytea, dealer text, pit_boss text, incident text, incident_kind text, outcome text, decided_by text
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp
SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_memoize = off SET plan_cache_mode = force_generic_plan AS $$
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
                array_agg(said_at), array_agg(arrived)
            FROM (
                SELECT * FROM floor.posting AS p WHERE p.day = %1$L %2$s %3$s
                ORDER BY p.moment %4$s, p.table_id %4$s, p.part %4$s, p.number %4$s OFFSET %5$s LIMIT %6$s
            ) AS p
            $q$, (day_begins AT TIME ZONE 'UTC')::date, fits, place, way, skip, rows_left)
        INTO moments, tables_of, parts, numbers, told, arrivals;
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
                    b.packed, dealers[at], bosses[at], incidents[at], kinds[at], outcomes[at], clauses[at]
                FROM ROWS FROM (unnest(moments), unnest(numbers), unnest(told), unnest(arrivals))
                WITH ORDINALITY AS p (moment, number, said_at, arrived, rank)
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
                    b.packed, s.dealer, s.pit_boss, s.incident, i.kind, i.outcome, i.clause
                FROM ROWS FROM (
                    unnest(moments), unnest(tables_of), unnest(parts), unnest(numbers), unnest(told), unnest(arrivals)
                ) WITH ORDINALITY AS p (moment, table_id, part, number, said_at, arrived, rank)
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
