-- A table may dispute without end: each of its files that begins otherwise is one. The wall reads the open ones with
-- every reading, and looked through the whole diary for each; after ten minutes of it no wall had an answer in time.

CREATE INDEX diary_settled ON floor.diary (table_id, at) WHERE what = 'settled';
CREATE INDEX dispute_at ON floor.dispute (table_id, at);

CREATE FUNCTION floor.has_many_disputes(wanted text, kind text) RETURNS boolean
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

CREATE FUNCTION floor.few_disputes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of a table a hundred disputes of each kind are kept until they are settled: the supervisor looks at the table, not
-- at each.
BEGIN
    IF has_many_disputes(NEW.table_id, NEW.said) THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION floor.has_many_disputes, floor.few_disputes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.has_many_disputes TO floor_supervisor;
CREATE TRIGGER few BEFORE INSERT ON floor.dispute FOR EACH ROW EXECUTE FUNCTION floor.few_disputes();
