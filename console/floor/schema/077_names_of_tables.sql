-- A name belongs to the table that reported it, from an entry of that table on. What another table calls the same
-- person changes nothing of it.

ALTER TABLE floor.person ADD part integer NOT NULL DEFAULT 1, ADD number bigint NOT NULL DEFAULT 0;
ALTER TABLE floor.person DROP CONSTRAINT person_pkey, ADD PRIMARY KEY (table_id, id, part, number);

CREATE OR REPLACE FUNCTION floor.keep_names() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps the names that a table reports, each from the entry after the last one held. What is no name as a console
-- writes it is passed over, and of a table 200 are kept at most, those told last.
DECLARE
    after bigint := coalesce((
        SELECT j.number FROM journal AS j WHERE j.table_id = NEW.table_id AND j.part = NEW.part
    ), 0);
BEGIN
    WITH reported AS (
        SELECT p.key AS id, p.value #>> '{}' AS name FROM jsonb_each(NEW.told -> 'people') AS p
        WHERE jsonb_typeof(p.value) = 'string' AND length(p.key) <= 64 AND length(p.value #>> '{}') BETWEEN 1 AND 64
        LIMIT 64
    ), newest AS (
        SELECT DISTINCT ON (o.id) o.id, o.name, o.part, o.number FROM person AS o
        WHERE o.table_id = NEW.table_id ORDER BY o.id, o.part DESC, o.number DESC
    ), heard_again AS (
        UPDATE person AS p SET told = NEW.heard FROM newest AS n JOIN reported AS r USING (id, name)
        WHERE p.table_id = NEW.table_id AND (p.id, p.part, p.number) = (n.id, n.part, n.number)
    )
    INSERT INTO person AS kept (table_id, id, name, told, part, number)
    SELECT NEW.table_id, r.id, r.name, NEW.heard, NEW.part, after + 1
    FROM reported AS r LEFT JOIN newest AS n USING (id) WHERE r.name IS DISTINCT FROM n.name
    ON CONFLICT (table_id, id, part, number) DO UPDATE SET name = excluded.name, told = excluded.told;
    DELETE FROM person AS p WHERE p.table_id = NEW.table_id AND (p.id, p.part, p.number) IN (
        SELECT o.id, o.part, o.number FROM person AS o
        WHERE o.table_id = NEW.table_id ORDER BY o.told DESC, o.id, o.part DESC, o.number DESC OFFSET 200
    );
    RETURN NULL;
END $$;

DROP FUNCTION floor.names();
CREATE FUNCTION floor.names() RETURNS TABLE (
    id text, name text, table_id text, part integer, number bigint, age float8
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The names by which the tables of the account's studios call people, each from an entry of its table on; and of
-- people who took a call at a window, for the table that called.
SELECT p.id, p.name, p.table_id, p.part, p.number, date_part('epoch', now() - p.told)
FROM person AS p JOIN tables AS t USING (table_id) WHERE t.studio = ANY ((SELECT own_studios())::text[])
UNION ALL
SELECT DISTINCT c.taken_by, c.taken_name, c.table_id, c.part, c.call, date_part('epoch', now() - c.taken_at)
FROM call AS c JOIN tables AS t USING (table_id)
WHERE t.studio = ANY ((SELECT own_studios())::text[]) AND c.taken_name <> ''
$$;
REVOKE ALL ON FUNCTION floor.names FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.names TO floor_boss, floor_supervisor;
