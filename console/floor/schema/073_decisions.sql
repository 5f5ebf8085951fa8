-- Of two who decide the same at two windows the first one counts; the second one is told who did, how and when.
-- Since when a table is disputed is the floor's to say: a window that was opened later shows the same age. Of two
-- consoles that play as one table the one that does not count is told so.

CREATE FUNCTION floor.open_disputes() RETURNS TABLE (table_id text, since timestamptz)
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

CREATE FUNCTION floor.last_decision(wanted text, kind text)
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

CREATE FUNCTION floor.settle_dispute(wanted text, by text, by_name text, why text) RETURNS boolean
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

CREATE FUNCTION floor.passed_over(wanted text, its_console bytea)
RETURNS TABLE (counts text, who text, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Which console counts instead of this one of the table's, in hex, and who decided that. No row: nobody has
-- decided against this one.
#variable_conflict use_column
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY
    SELECT d.about, d.who, d.name FROM diary AS d
    WHERE d.table_id = wanted AND d.what = 'counted' AND EXISTS (
        SELECT FROM hand AS h WHERE h.table_id = wanted AND h.console = its_console AND h.is_out
    ) ORDER BY d.at DESC LIMIT 1;
END $$;

REVOKE ALL ON FUNCTION floor.open_disputes, floor.last_decision, floor.settle_dispute, floor.passed_over FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.open_disputes, floor.last_decision TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.settle_dispute TO floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.passed_over TO floor_table;
