-- What did not fit, and who settled it.

CREATE OR REPLACE FUNCTION floor.settle(wanted text, by text, by_name text, why text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A supervisor has looked at what did not fit, and says what it was. The disputes stay.
BEGIN
    PERFORM asked(wanted, by, by_name);
    IF length(why) > 500 OR NOT is_visible(why) THEN
        RAISE EXCEPTION 'no reason' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO diary (table_id, at, what, who, name, reason)
    VALUES (wanted, clock_timestamp(), 'settled', by, by_name, why);
    PERFORM hint();
END $$;

-- Of two people who decide the same at two windows the first one counts; the second one hears who did, how and when.
-- The floor says since when a table is disputed: a window that was opened later shows the same age. Of two consoles
-- that play as one table the one that does not count learns so.
CREATE OR REPLACE FUNCTION floor.open_disputes() RETURNS TABLE (table_id text, since timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The tables of the account's studios with a dispute that nobody has settled, and when the first such one began.
-- What two consoles that play as one table did to its history is no dispute of its own.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT o.table_id, min(o.at) FROM dispute AS o JOIN tables AS t ON t.table_id = o.table_id
    WHERE t.studio = ANY ((SELECT own_studios())::text[]) AND o.at > coalesce((
        SELECT max(y.at) FROM diary AS y WHERE y.table_id = o.table_id AND y.what = 'settled'
    ), '-infinity') AND NOT EXISTS (
        SELECT FROM twins AS w WHERE w.table_id = o.table_id
        AND o.at BETWEEN w.since - interval '60 s' AND coalesce(w.settled, 'infinity')
    ) GROUP BY o.table_id;
END $$;

CREATE OR REPLACE FUNCTION floor.last_decision(wanted text, kind text)
RETURNS TABLE (who text, name text, age double precision, about text, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The last decision of a kind on a table: `settled` of its disputes, `counted` of two consoles. No row: there is
-- none.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT d.who, d.name, date_part('epoch', clock_timestamp() - d.at), d.about, d.reason
    FROM diary AS d JOIN tables AS t ON t.table_id = d.table_id
    WHERE d.table_id = wanted AND d.what = kind AND kind IN ('settled', 'counted')
    AND t.studio = ANY ((SELECT own_studios())::text[])
    ORDER BY d.at DESC LIMIT 1;
END $$;

CREATE OR REPLACE FUNCTION floor.settle_dispute(wanted text, by text, by_name text, why text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A supervisor has looked at a table's open disputes, and says what it was. Whether this one counts: false where
-- none is open any more. The table's row is locked first, so that the second of two sees what the first one wrote.
BEGIN
    PERFORM asked(wanted, by, by_name);
    PERFORM FROM tables AS t WHERE t.table_id = wanted FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM open_disputes() AS o WHERE o.table_id = wanted) THEN
        RETURN false;
    END IF;
    PERFORM settle(wanted, by, by_name, why);
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION floor.has_many_disputes(wanted text, kind text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- Whether a table has a hundred disputes of a kind since somebody last settled its disputes, or said which of two
-- consoles counts: what those two did to its history is settled by that.
SELECT 100 <= (
    SELECT count(*) FROM (
        SELECT FROM dispute AS d WHERE d.table_id = wanted AND d.said = kind AND d.at > greatest(
            (SELECT max(y.at) FROM diary AS y WHERE y.table_id = wanted AND y.what = 'settled'),
            (SELECT max(w.settled) FROM twins AS w WHERE w.table_id = wanted),
            '-infinity'
        ) LIMIT 100
    ) AS kept
)
$$;

CREATE OR REPLACE FUNCTION floor.has_many_parts(wanted text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- Whether a table has a thousand parts more than somebody has settled: each reader of a floor goes through the parts.
SELECT (SELECT count(*) FROM journal AS j WHERE j.table_id = wanted)
    >= 1000 * (1 + (SELECT count(*) FROM diary AS y WHERE y.table_id = wanted AND y.what = 'settled'))
$$;

CREATE OR REPLACE FUNCTION floor.may_begin(wanted text, file integer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- Whether a part may begin by this number. A console takes the one after the last; after the largest of all there would
-- be none, and the table's next files would never come.
SELECT file BETWEEN 1 AND greatest(1073741824, max(j.part)::bigint + 1) FROM journal AS j WHERE j.table_id = wanted
$$;

CREATE OR REPLACE FUNCTION floor.too_many_parts(wanted text, file integer, began bytea) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- A part that has no place is a dispute, once: who settles it gives the table a thousand parts more.
INSERT INTO dispute SELECT wanted, file, clock_timestamp(), 'replaced', 0, ''::bytea, began
WHERE NOT EXISTS (
    SELECT FROM dispute AS d WHERE d.table_id = wanted AND d.said = 'replaced' AND d.at > disputes_settled(wanted)
)
$$;

CREATE OR REPLACE FUNCTION floor.few_disputes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of a table a hundred disputes of each kind are kept until they are settled, and more are counted: the supervisor
-- looks at the table, not at each.
DECLARE
    settled timestamptz := disputes_settled(NEW.table_id);
BEGIN
    IF NOT has_many_disputes(NEW.table_id, NEW.said) THEN
        RETURN NEW;
    END IF;
    INSERT INTO dispute_more AS m VALUES (NEW.table_id, 1, clock_timestamp())
    ON CONFLICT (table_id) DO UPDATE SET
        many = CASE WHEN m.since > settled THEN m.many + 1 ELSE 1 END,
        since = CASE WHEN m.since > settled THEN m.since ELSE excluded.since END;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.disputes_settled(wanted text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- When somebody last settled a table's disputes, or said which of two consoles counts.
SELECT greatest(
    (SELECT max(y.at) FROM diary AS y WHERE y.table_id = wanted AND y.what = 'settled'),
    (SELECT max(w.settled) FROM twins AS w WHERE w.table_id = wanted),
    '-infinity'
)
$$;

CREATE OR REPLACE FUNCTION floor.more_disputes() RETURNS TABLE (table_id text, many bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many disputes of a table were counted alone since they were settled: of the account's studios; for an
-- administrator of all.
SELECT m.table_id, m.many FROM dispute_more AS m JOIN tables AS t ON t.table_id = m.table_id
WHERE m.since > disputes_settled(m.table_id) AND (
    t.studio = ANY ((SELECT own_studios())::text[]) OR pg_has_role(session_user, 'floor_owner', 'usage')
)
$$;

GRANT EXECUTE ON FUNCTION floor.settle, floor.settle_dispute
    TO floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.open_disputes, floor.last_decision, floor.more_disputes
    TO floor_boss, floor_supervisor;
