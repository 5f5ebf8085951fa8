-- The schema of a floor. Every account but the owner's may do what its role is granted, and nothing else; a function is
-- nobody's until it is granted.

CREATE SCHEMA IF NOT EXISTS floor;
REVOKE ALL ON SCHEMA floor FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Accounts are members of one of these roles; the server decides who may connect.
GRANT USAGE ON SCHEMA floor TO floor_table, floor_boss, floor_supervisor, floor_witness, floor_indexer;

CREATE OR REPLACE FUNCTION floor.version() RETURNS integer
LANGUAGE sql IMMUTABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
-- The schema's version, for accounts that may not read what an administrator's keeps of it. Since version 110.
SELECT 120
$$;

GRANT EXECUTE ON FUNCTION floor.version TO floor_table, floor_boss, floor_supervisor, floor_witness, floor_indexer;
