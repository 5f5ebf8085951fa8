-- Whose table it is, and what an account sees.

CREATE OR REPLACE FUNCTION floor.own(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Whether a table is that of the account that is connected.
SELECT EXISTS (SELECT FROM tables WHERE table_id = wanted AND account = session_user)
$$;

CREATE OR REPLACE FUNCTION floor.own_studios() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The studios that the account sees that is connected.
SELECT coalesce(array_agg(studio), '{}') FROM watch WHERE account = session_user
$$;

CREATE OR REPLACE FUNCTION floor.guard(relation text, visible text) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Of a relation with tables' rows an account reads those that are visible to it alone, whatever it is granted. The
-- owner, as whom the functions run, sees all. A condition that leaks what it sees, as one on an array does, waits for
-- this one and so for no index: what must be quick there is a function of the owner's.
BEGIN
    EXECUTE format('ALTER TABLE floor.%I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('DROP POLICY IF EXISTS own ON floor.%I', relation);
    EXECUTE format('CREATE POLICY own ON floor.%I FOR SELECT USING (%s)', relation, visible);
END $$;

CREATE OR REPLACE FUNCTION floor.may_witness(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Whether the account that is connected is the table's own, or sees its studio, or is an administrator's.
SELECT own(wanted) OR pg_has_role(session_user, 'floor_owner', 'MEMBER')
    OR EXISTS (SELECT FROM tables WHERE table_id = wanted AND studio = ANY(own_studios()))
$$;

CREATE OR REPLACE FUNCTION floor.may_index(wanted text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Refuses an account that does not see the table; an administrator's sees all.
BEGIN
    IF NOT pg_has_role(session_user, 'floor_owner', 'MEMBER')
        AND NOT EXISTS (SELECT FROM tables WHERE table_id = wanted AND studio = ANY (own_studios()))
    THEN
        RAISE EXCEPTION 'not a table of this account: %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;

GRANT EXECUTE ON FUNCTION floor.own_studios
    TO floor_boss, floor_indexer, floor_supervisor, floor_witness;
