-- What a wall asks beside its reading: whether the server can write, and whose clock is wrong.

CREATE FUNCTION floor.can_store() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = floor, pg_temp
SET work_mem = '64kB' SET temp_tablespaces = '' AS $$
-- Whether the server's disk takes anything. What is sorted does not fit into memory and goes to a temporary file, which
-- leaves nothing behind; an update of a row could succeed in a page that is there already.
BEGIN
    PERFORM count(DISTINCT repeat('x', 1000) || i) FROM generate_series(1, 200) AS i;
    RETURN true;
EXCEPTION WHEN disk_full OR io_error OR internal_error THEN  -- the last one: no file can be made, as on a read-only disk
    RETURN false;
END $$;

CREATE FUNCTION floor.clocks_apart() RETURNS TABLE (table_id text, ahead double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of the account's studios: the tables whose clock is two seconds or more from the server's, and by how many seconds it
-- is ahead.
SELECT t.table_id, date_part('epoch', s.ahead) FROM tables AS t JOIN state AS s ON s.table_id = t.table_id
WHERE t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    AND s.ahead NOT BETWEEN '-1.999 s' AND '1.999 s'
$$;

REVOKE ALL ON FUNCTION floor.can_store, floor.clocks_apart FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.can_store, floor.clocks_apart TO floor_boss, floor_supervisor;

-- Every five seconds each wall looks for the accounts whose sessions were ended, and read the whole diary of each table
-- for it: with 36,000 calls in ten minutes a call waited 1.8 s behind that.
CREATE INDEX diary_ended ON floor.diary (table_id, at) WHERE what IN ('session_ended', 'account_locked');

-- Disputes beyond a hundred of a kind are counted until a table's disputes are settled: nothing is dropped unsaid.

CREATE TABLE floor.dispute_more (
    table_id text PRIMARY KEY,
    many bigint NOT NULL,
    since timestamptz NOT NULL
);

CREATE FUNCTION floor.disputes_settled(wanted text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- When somebody last settled a table's disputes, or said which of two consoles counts.
SELECT greatest(
    (SELECT max(y.at) FROM diary AS y WHERE y.table_id = wanted AND y.what = 'settled'),
    (SELECT max(w.settled) FROM twins AS w WHERE w.table_id = wanted),
    '-infinity'
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

CREATE FUNCTION floor.more_disputes() RETURNS TABLE (table_id text, many bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many disputes of a table were counted alone since they were settled: of the account's studios; for an
-- administrator of all.
SELECT m.table_id, m.many FROM dispute_more AS m JOIN tables AS t ON t.table_id = m.table_id
WHERE m.since > disputes_settled(m.table_id) AND (
    t.studio = ANY ((SELECT own_studios())::text[]) OR pg_has_role(session_user, 'floor_owner', 'usage')
)
$$;
REVOKE ALL ON FUNCTION floor.disputes_settled, floor.more_disputes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.more_disputes TO floor_boss, floor_supervisor;
REVOKE ALL ON FUNCTION floor.has_many_disputes FROM floor_supervisor;
