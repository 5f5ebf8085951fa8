-- What a hostile console tells is its own trouble alone. Before, a time that can't be reckoned with ended the reading of
-- every window, one that no reader can take the index and the nightly jobs of all tables, and a name in the server's
-- log that is no UTF-8 hid from the wall who else is refused.

CREATE OR REPLACE FUNCTION floor.moment_of(said text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- A moment that a table told; NULL where it is none, or has no end: no table takes the others' reading away.
DECLARE
    found timestamptz;
BEGIN
    found := said;
    RETURN CASE WHEN isfinite(found) THEN found END;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

CREATE FUNCTION floor.without_clock() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- A clock that is a thousand years off is none, as of a console that does not tell what its clock shows.
BEGIN
    NEW.ahead := NULL;
    RETURN NEW;
END $$;
UPDATE floor.state SET ahead = NULL WHERE ahead NOT BETWEEN '-1000 years' AND '1000 years';
CREATE TRIGGER without_clock BEFORE INSERT OR UPDATE ON floor.state FOR EACH ROW
WHEN (NEW.ahead NOT BETWEEN '-1000 years' AND '1000 years') EXECUTE FUNCTION floor.without_clock();

-- The door refuses an entry whose time or kind no reader can take; its console then sends the digest alone. What is
-- there from before stays.
ALTER TABLE floor.entry ADD CONSTRAINT entry_labels CHECK (
    at BETWEEN '0001-01-02 00:00+00' AND '9999-12-30 00:00+00' AND octet_length(kind) <= 65536
) NOT VALID;

CREATE OR REPLACE FUNCTION floor.pass_by(
    wanted text, file integer, at_number bigint, before bytea, at_time text, of_kind text, its_digest bytea,
    OUT said text, OUT number bigint, OUT chain bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes the digest alone of one entry that the door can't take, so that what follows does not wait behind it.
-- A time that is none, or that no reader can take, is the epoch's, so that nothing that a journal can say stands in
-- the way.
DECLARE
    head journal%ROWTYPE;
    had bytea;
    at_said timestamptz := 'epoch';
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(its_digest) <> 32 OR length(before) <> 32 OR octet_length(of_kind) > 200 THEN
        RAISE EXCEPTION 'no digest' USING ERRCODE = 'data_exception';
    END IF;
    BEGIN
        at_said := at_time::timestamptz;
        IF at_said NOT BETWEEN '0001-01-02 00:00+00' AND '9999-12-30 00:00+00' THEN
            at_said := 'epoch';
        END IF;
    EXCEPTION WHEN data_exception THEN
        NULL;
    END;
    SELECT * INTO STRICT head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    number := head.number;
    chain := head.chain;
    IF head.disputed THEN
        said := 'disputed';
    ELSIF at_number > head.number + 1 THEN
        said := 'behind';
    ELSIF at_number <= head.number THEN
        had := nullif(digests(wanted, file, at_number, at_number), '');
        said := 'known';
        IF had IS DISTINCT FROM its_digest THEN
            said := 'forked';
            PERFORM disputed(wanted, file, said, at_number, coalesce(had, ''), its_digest);
        END IF;
    ELSIF before <> head.chain THEN
        said := 'forked';
        PERFORM disputed(wanted, file, said, head.number, head.chain, before);
    ELSE
        said := 'taken';
        number := at_number;
        chain := sha256(head.chain || its_digest);
        INSERT INTO entry (table_id, part, number, day, at, kind, digest)
        VALUES (wanted, file, at_number, (clock_timestamp() AT TIME ZONE 'UTC')::date, at_said, of_kind, its_digest);
        UPDATE journal SET number = pass_by.number, chain = pass_by.chain, heard = clock_timestamp()
        WHERE table_id = wanted AND part = file;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.turned_away() RETURNS TABLE (
    account text, at timestamptz, why text, address text
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Which accounts the server itself has turned away within ten minutes, by the end of its own log, where it writes
-- that as JSON: token (another password), unknown (no such account), address (no line of pg_hba for it), retired
-- (may not log in), or many (too many connections). Nothing where it may not be read.
DECLARE
    file text;
    raw bytea;
BEGIN
    file := pg_current_logfile('jsonlog');
    IF file IS NULL THEN
        RETURN;
    END IF;
    raw := pg_read_binary_file(file, greatest(0, (pg_stat_file(file)).size - 131072), 131072, true);
    raw := substr(raw, position('\x0a'::bytea IN raw) + 1);
    RETURN QUERY
    SELECT DISTINCT ON (l.said ->> 'user') l.said ->> 'user', (l.said ->> 'timestamp')::timestamptz,
        CASE
            WHEN l.said ->> 'state_code' = '53300' THEN 'many'
            WHEN l.said ->> 'message' LIKE '%pg_hba%' THEN 'address'
            WHEN NOT EXISTS (SELECT FROM pg_roles AS r WHERE r.rolname = l.said ->> 'user') THEN 'unknown'
            WHEN NOT EXISTS (SELECT FROM pg_roles AS r WHERE r.rolname = l.said ->> 'user' AND r.rolcanlogin)
                THEN 'retired'
            ELSE 'token'
        END, coalesce(nullif(l.said ->> 'remote_host', '[local]'), '')
    FROM (
        SELECT json_of(line) AS said
        FROM regexp_split_to_table(convert_from(raw, 'LATIN1'), E'\n') AS line WHERE line LIKE '%FATAL%'
    ) AS l
    WHERE l.said ->> 'error_severity' = 'FATAL' AND l.said ->> 'state_code' IN ('28P01', '28000', '53300')
        AND l.said ->> 'user' ~ '^table_'
        AND l.said ->> 'dbname' = convert_from(convert_to(current_database(), 'UTF8'), 'LATIN1')
        AND (l.said ->> 'timestamp')::timestamptz > now() - interval '10 minutes'
    ORDER BY l.said ->> 'user', (l.said ->> 'timestamp')::timestamptz DESC;
EXCEPTION WHEN insufficient_privilege OR data_exception OR undefined_file THEN
    RETURN;
END $$;

-- The day after a day begins 24 hours later, whatever the clocks of the server's own zone do.
ALTER FUNCTION floor.page(
    text[], jsonb, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, text, integer, bigint, boolean,
    bigint, integer, integer
) SET timezone = 'UTC';

REVOKE ALL ON FUNCTION floor.without_clock FROM PUBLIC;
