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
