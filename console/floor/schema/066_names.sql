-- What the people at a table are called is kept beside its state, which is replaced: a wall that is started anew
-- knows the names of those who have left the people's file since. Entries hold ids alone; a name can be erased here.

CREATE TABLE floor.person (
    table_id text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    told timestamptz NOT NULL,
    PRIMARY KEY (table_id, id)
);

CREATE FUNCTION floor.keep_names() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps the names that a table tells. What is no name as a console writes it is passed over, and of a table 200 are
-- kept at most, those told last: none fills the server with them, nor takes the place of another table's.
BEGIN
    INSERT INTO person AS kept
    SELECT NEW.table_id, p.key, p.value #>> '{}', NEW.heard FROM jsonb_each(NEW.told -> 'people') AS p
    WHERE jsonb_typeof(p.value) = 'string' AND length(p.key) <= 64 AND length(p.value #>> '{}') BETWEEN 1 AND 64
    LIMIT 64
    ON CONFLICT (table_id, id) DO UPDATE SET name = excluded.name, told = excluded.told;
    DELETE FROM person AS p WHERE p.table_id = NEW.table_id AND p.id IN (
        SELECT o.id FROM person AS o WHERE o.table_id = NEW.table_id ORDER BY o.told DESC, o.id OFFSET 200
    );
    RETURN NULL;
END $$;

CREATE TRIGGER names_told AFTER INSERT ON floor.state FOR EACH ROW
WHEN (jsonb_typeof(NEW.told -> 'people') = 'object')
EXECUTE FUNCTION floor.keep_names();
CREATE TRIGGER names_told_anew AFTER UPDATE ON floor.state FOR EACH ROW
WHEN (
    jsonb_typeof(NEW.told -> 'people') = 'object'
    AND NEW.told -> 'people' IS DISTINCT FROM OLD.told -> 'people'
)
EXECUTE FUNCTION floor.keep_names();

CREATE FUNCTION floor.names() RETURNS TABLE (id text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- What people are called, by id, of the account's studios: as a table told it last, or as they signed in at a window.
SELECT DISTINCT ON (k.id) k.id, k.name FROM (
    SELECT p.id, p.name, p.told AS at FROM person AS p JOIN tables AS t USING (table_id)
    WHERE t.studio = ANY ((SELECT own_studios())::text[])
    UNION ALL
    SELECT c.taken_by, c.taken_name, c.taken_at FROM call AS c JOIN tables AS t USING (table_id)
    WHERE t.studio = ANY ((SELECT own_studios())::text[]) AND c.taken_name <> ''
) AS k
ORDER BY k.id, k.at DESC
$$;

SELECT floor.guard('person');
REVOKE ALL ON FUNCTION floor.keep_names, floor.names FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.names TO floor_boss, floor_supervisor;
