-- A table may dispute without end: each of its files that begins otherwise is one. The wall reads the open ones with
-- every reading, and looked through the whole diary for each; after ten minutes of it no wall had an answer in time.

CREATE INDEX diary_settled ON floor.diary (table_id, at) WHERE what = 'settled';
CREATE INDEX dispute_at ON floor.dispute (table_id, at);

CREATE FUNCTION floor.few_disputes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of a table a hundred disputes are kept until a supervisor has settled them: he looks at the table, not at each.
BEGIN
    IF 100 <= (
        SELECT count(*) FROM (
            SELECT FROM dispute AS d WHERE d.table_id = NEW.table_id AND d.at > coalesce((
                SELECT max(y.at) FROM diary AS y WHERE y.table_id = NEW.table_id AND y.what = 'settled'
            ), '-infinity') LIMIT 100
        ) AS kept
    ) THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION floor.few_disputes FROM PUBLIC;
CREATE TRIGGER few BEFORE INSERT ON floor.dispute FOR EACH ROW EXECUTE FUNCTION floor.few_disputes();
