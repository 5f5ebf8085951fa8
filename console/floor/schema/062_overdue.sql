-- What an account can undo by itself: the limits that are set for it are a session's to change. Whoever stays in one
-- statement or transaction beyond them is ended by the first window that looks, and stands in the diary. So nobody
-- keeps others waiting for a lock for long, and the queue of hints, which a bare NOTIFY fills for as long as one
-- listener stays in a transaction, is let go of.

CREATE FUNCTION floor.end_older(than interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many sessions of tables' accounts were ended. For the owner alone: what a window may call has one limit.
DECLARE
    each record;
    ended integer := 0;
BEGIN
    FOR each IN SELECT a.pid, t.table_id, t.account, a.client_addr FROM pg_stat_activity AS a
        JOIN tables AS t ON t.account = a.usename
        WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
            AND clock_timestamp() - a.xact_start > than
    LOOP
        IF pg_terminate_backend(each.pid) THEN
            ended := ended + 1;
            INSERT INTO diary (table_id, at, what, who, name, about)
            VALUES (each.table_id, clock_timestamp(), 'session_ended', each.account::text, each.account::text,
                coalesce(host(each.client_addr), ''));
        END IF;
    END LOOP;
    RETURN ended;
END $$;

CREATE FUNCTION floor.end_overdue() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A statement of a table may take 10 s, and its transactions are one statement each.
SELECT floor.end_older(interval '15 s')
$$;

REVOKE ALL ON FUNCTION floor.end_older, floor.end_overdue FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.end_overdue TO floor_boss, floor_supervisor, floor_witness;
