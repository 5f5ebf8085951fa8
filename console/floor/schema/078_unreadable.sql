-- An entry that nobody can read is its table's finding, as a dispute is: the wall names the table until a supervisor
-- has looked at it, and all other tables go on.

CREATE FUNCTION floor.note_unreadable(wanted text, file integer, at_number bigint) RETURNS void
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
REVOKE ALL ON FUNCTION floor.note_unreadable FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.note_unreadable TO floor_indexer;
