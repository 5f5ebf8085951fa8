-- The list of tables beside what is held of them: a table that was taken out of it is found.

CREATE FUNCTION floor.unlisted() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The ids of tables of which a journal is held and that are not in the list.
SELECT DISTINCT j.table_id FROM journal AS j
WHERE NOT EXISTS (SELECT FROM tables AS t WHERE t.table_id = j.table_id) ORDER BY 1
$$;

REVOKE ALL ON FUNCTION floor.unlisted FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.unlisted TO floor_boss, floor_supervisor, floor_witness;
