-- What an account can undo by itself is watched: PostgreSQL lets everybody change the settings and the password of
-- the account that it has. What both were when a command set them stands in the account's comment, which it can't
-- change; whoever has them otherwise has taken somebody's token. Such an account is locked and its sessions are
-- ended, until it is given a new token. Windows, witnesses and indexers are watched as tables are.

CREATE FUNCTION floor.watched_accounts() RETURNS TABLE (account name, id oid, table_id text, called text, studios text[])
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The accounts that are in use, with their table's id, or the window's name.
SELECT r.rolname, r.oid, t.table_id, t.name, ARRAY[t.studio]
FROM tables AS t JOIN pg_roles AS r ON r.rolname = t.account WHERE t.retired IS NULL
UNION ALL
SELECT r.rolname, r.oid, '', a.name, (SELECT array_agg(w.studio) FROM watch AS w WHERE w.account = a.account)
FROM window_account AS a JOIN pg_roles AS r ON r.rolname = a.account
$$;

CREATE FUNCTION floor.settings_mark(id oid) RETURNS text
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- A digest of all that is set for an account.
SELECT left(encode(sha256(convert_to(coalesce(
    string_agg(s.setdatabase || ' ' || array_to_string(s.setconfig, E'\n'), E'\n' ORDER BY s.setdatabase), ''
), 'UTF8')), 'hex'), 32)
FROM pg_db_role_setting AS s WHERE s.setrole = id
$$;

CREATE FUNCTION floor.password_mark(id oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- A digest of what the server checks the token by; empty where it may not be read, as where no superuser made the
-- floor.
BEGIN
    RETURN (
        SELECT left(encode(sha256(convert_to(coalesce(p.rolpassword, ''), 'UTF8')), 'hex'), 32)
        FROM pg_authid AS p WHERE p.oid = id
    );
EXCEPTION WHEN insufficient_privilege THEN
    RETURN '';
END $$;

CREATE FUNCTION floor.undone() RETURNS TABLE (account name, table_id text, what text)
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The accounts that have changed what was set for them: ``settings`` or ``password``. One without a mark is of
-- before, and one that is locked already can't connect.
SELECT w.account, w.table_id,
    CASE WHEN m.mark[1] <> settings_mark(w.id) THEN 'settings' ELSE 'password' END
FROM watched_accounts() AS w JOIN pg_roles AS r ON r.oid = w.id
CROSS JOIN LATERAL (
    SELECT regexp_match(shobj_description(w.id, 'pg_authid'), '^floor ([0-9a-f]{32}) ([0-9a-f]{32})?$') AS mark
) AS m
WHERE r.rolcanlogin AND m.mark IS NOT NULL AND (
    m.mark[1] <> settings_mark(w.id) OR m.mark[2] <> nullif(password_mark(w.id), '')
)
$$;

CREATE FUNCTION floor.lock_undone() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many accounts were locked. Where the floor's administrator may lock nobody, their sessions are ended alone.
DECLARE
    each record;
    last text;
    many integer := 0;
BEGIN
    FOR each IN SELECT * FROM undone() LOOP
        SELECT host(a.client_addr) INTO last FROM pg_stat_activity AS a
        WHERE a.usename = each.account ORDER BY a.backend_start DESC LIMIT 1;
        BEGIN
            PERFORM lock_account(each.account);
            many := many + 1;
            INSERT INTO diary (table_id, at, what, who, name, about)
            VALUES (each.table_id, clock_timestamp(), 'account_locked', each.account::text, each.account::text,
                rtrim(each.what || ' ' || coalesce(last, '')));
        EXCEPTION WHEN undefined_function OR insufficient_privilege THEN
            PERFORM note_ended(each.account, each.table_id, coalesce(last, ''));
        END;
        PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity AS a
        WHERE a.usename = each.account AND a.pid <> pg_backend_pid();
    END LOOP;
    RETURN many;
END $$;

CREATE FUNCTION floor.note_ended(ended name, wanted text, address text) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- A session of an account was ended. It stands in the diary once a minute, however many there are.
INSERT INTO diary (table_id, at, what, who, name, about)
SELECT wanted, clock_timestamp(), 'session_ended', ended::text, ended::text, address
WHERE NOT EXISTS (
    SELECT FROM diary AS d WHERE d.table_id = wanted AND d.who = ended::text AND d.what = 'session_ended'
        AND d.at > clock_timestamp() - interval '1 minute'
)
$$;

CREATE OR REPLACE FUNCTION floor.end_older(than interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many sessions were ended. A table's transaction is one statement; a window may ask for longer, and ask several
-- things in one transaction. For the owner alone: what others may call has one limit.
DECLARE
    each record;
    ended integer := 0;
BEGIN
    FOR each IN SELECT a.pid, w.table_id, w.account, a.client_addr FROM pg_stat_activity AS a
        JOIN watched_accounts() AS w ON w.account = a.usename
        WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
            AND clock_timestamp() - a.xact_start > than
            AND (w.table_id <> ''
                OR clock_timestamp() - a.xact_start > 40 * than
                OR a.state LIKE 'idle in transaction%' AND clock_timestamp() - a.state_change > than
                OR a.state = 'active' AND clock_timestamp() - a.query_start > 3 * than)
    LOOP
        IF pg_terminate_backend(each.pid) THEN
            ended := ended + 1;
            PERFORM note_ended(each.account, each.table_id, coalesce(host(each.client_addr), ''));
        END IF;
    END LOOP;
    RETURN ended;
END $$;

CREATE OR REPLACE FUNCTION floor.end_overdue() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A statement of a table may take 10 s, one of a window 30 s. How many sessions were ended and accounts locked.
SELECT end_older(interval '15 s') + lock_undone()
$$;

CREATE FUNCTION floor.ended() RETURNS TABLE (
    table_id text, called text, what text, about text, age double precision
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of the account's studios: whose sessions were ended within ten minutes, and which accounts are locked until they
-- have a new token. The table's id is empty of a window.
SELECT w.table_id, w.called, y.what, y.about, date_part('epoch', clock_timestamp() - y.at)
FROM watched_accounts() AS w JOIN pg_roles AS r ON r.oid = w.id
CROSS JOIN LATERAL (
    SELECT d.what, d.about, d.at FROM diary AS d
    WHERE d.table_id = w.table_id AND d.who = w.account::text AND d.what IN ('session_ended', 'account_locked')
    ORDER BY d.at DESC LIMIT 1
) AS y
WHERE w.studios && (SELECT own_studios())::text[]
    AND CASE WHEN r.rolcanlogin THEN y.what = 'session_ended' AND y.at > clock_timestamp() - interval '10 minutes'
        ELSE y.what = 'account_locked' END
$$;

REVOKE ALL ON FUNCTION floor.watched_accounts, floor.settings_mark, floor.password_mark, floor.undone,
    floor.lock_undone, floor.note_ended, floor.ended FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.ended TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.end_overdue TO floor_indexer;
