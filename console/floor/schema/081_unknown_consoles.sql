-- A console whose account does not exist is unknown, whatever rule of pg_hba turned it away: where that lets in the
-- floor's roles alone, no rule fits an account that nobody made.

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
            WHEN NOT EXISTS (SELECT FROM pg_roles AS r WHERE r.rolname = l.said ->> 'user') THEN 'unknown'
            WHEN l.said ->> 'message' LIKE '%pg_hba%' THEN 'address'
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
