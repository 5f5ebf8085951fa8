-- Accounts that were refused, that changed themselves, or that hold what others wait for.

CREATE OR REPLACE FUNCTION floor.knock(wanted text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A table's console asks, before all else, whether this is its table: NULL where it is. Where not, it is kept that
-- it was refused, and the answer is the name of the table whose account it has.
DECLARE
    whose tables%ROWTYPE;
BEGIN
    IF own(wanted) THEN
        DELETE FROM refusal AS r WHERE r.account = session_user;
        RETURN NULL;
    END IF;
    SELECT * INTO whose FROM tables AS t WHERE t.account = session_user;
    PERFORM must_spend(whose.table_id, 500);
    INSERT INTO refusal VALUES (session_user, clock_timestamp(), left(wanted, 64))
    ON CONFLICT (account) DO UPDATE SET at = excluded.at, asked = excluded.asked;
    RETURN coalesce(whose.name, '');
END $$;

CREATE OR REPLACE FUNCTION floor.json_of(line text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- A line of the server's log; NULL of one that is cut.
BEGIN
    RETURN line::jsonb;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

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

CREATE OR REPLACE FUNCTION floor.refusals() RETURNS TABLE (
    table_id text, why text, asked text, address text, age double precision
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Who is refused now, and why: tables of the account's studios, and consoles by an account that nobody made, which
-- belong to no studio. A table that was heard since is not refused.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT DISTINCT ON (u.account) t.table_id, u.why, u.asked, u.address, date_part('epoch', now() - u.at)
    FROM (
        SELECT r.account::text AS account, 'name' AS why, r.asked, '' AS address, r.at FROM refusal AS r
        WHERE r.at > now() - interval '10 minutes'
        UNION ALL SELECT w.account, w.why, '', w.address, w.at FROM turned_away() AS w
    ) AS u
    LEFT JOIN tables AS t ON t.account::text = u.account
    LEFT JOIN state AS s ON s.table_id = t.table_id
    WHERE CASE
        WHEN t.table_id IS NULL THEN u.why = 'unknown'
        ELSE t.retired IS NULL AND coalesce(s.heard < u.at, true) AND t.studio = ANY ((SELECT own_studios())::text[])
    END
    ORDER BY u.account, u.at DESC;
END $$;

-- A session can change the limits that are set for its account. One that stays in a statement or transaction beyond
-- them is ended by the first window that looks, and stands in the diary. So nobody keeps others waiting for a lock for
-- long, and the queue of hints, which a bare NOTIFY fills for as long as one listener stays in a transaction, empties.
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

CREATE OR REPLACE FUNCTION floor.note_failing() RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Names the tables whose statements fail, and those that ask without a pause. The server's log keeps no statement of an
-- account's and PostgreSQL counts no failures of one: that more than one a second fails the database's own count says,
-- and who it is the sessions that ask what no console asks, or stand in a transaction that has failed. A session that
-- reads no table is not counted until it ends: one that asks so before two looks in turn is named too. What is worded
-- as a console's is suspicious by its number alone: at three looks in turn, while the floor takes hardly an entry.
-- Whoever writes without the floor's functions, at two looks within ten minutes, is locked by the look after that.
DECLARE
    before rolled_back%ROWTYPE;
    stamp timestamptz := clock_timestamp();
    now_is bigint := pg_stat_get_db_xact_rollback(oid) FROM pg_database WHERE datname = current_database();
    asks name[];
    asked_on jsonb;
    wrote jsonb;
BEGIN
    SELECT * INTO before FROM rolled_back FOR UPDATE SKIP LOCKED;
    IF NOT FOUND OR stamp BETWEEN before.at AND before.at + interval '4 s' THEN
        RETURN;
    END IF;
    SELECT coalesce(array_agg(DISTINCT t.account), '{}') INTO asks
    FROM pg_stat_activity AS a JOIN tables AS t ON t.account = a.usename
    WHERE a.datname = current_database() AND NOT is_of_console(a.query)
        AND (a.state = 'active' OR a.query_start > before.at);
    -- By account: at how many looks in turn it asked without a pause, with the entries that the floor had then; and when
    -- it wrote last, and whether that was for the second time.
    SELECT coalesce(jsonb_object_agg(o.account, jsonb_build_array(
        CASE WHEN o.entries - (before.pauseless -> o.account ->> 1)::bigint
            BETWEEN 0 AND 100 * extract(epoch FROM stamp - before.at)
            THEN (before.pauseless -> o.account ->> 0)::integer + 1 ELSE 1 END,
        o.entries
    )) FILTER (WHERE o.is_pauseless), '{}'), coalesce(jsonb_object_agg(o.account, jsonb_build_array(
        extract(epoch FROM stamp), coalesce((before.writes -> o.account ->> 0)::float8 > extract(epoch FROM stamp) - 600, false)
    )) FILTER (WHERE o.has_written), '{}') INTO asked_on, wrote
    FROM (
        SELECT t.account::text, w.is_pauseless, w.has_written,
            (SELECT coalesce(sum(j.number), 0) FROM journal AS j WHERE j.table_id = t.table_id) AS entries
        FROM at_work() AS w JOIN tables AS t ON t.account = w.account
    ) AS o;
    UPDATE rolled_back SET at = stamp, many = now_is, strange = asks, pauseless = asked_on,
        writes = before.writes || wrote;
    INSERT INTO failing SELECT t.account, stamp, coalesce(host(max(a.client_addr)), '')
    FROM pg_stat_activity AS a JOIN tables AS t ON t.account = a.usename
    WHERE a.datname = current_database() AND (
        (asked_on -> t.account::text ->> 0)::integer >= 3
        OR (a.state LIKE '%aborted%' OR NOT is_of_console(a.query))
            AND (now_is - before.many > extract(epoch FROM stamp - before.at)
                OR t.account = ANY (before.strange) AND t.account = ANY (asks))
    )
    GROUP BY t.account
    ON CONFLICT (account) DO UPDATE SET at = excluded.at, address = excluded.address;
END $$;

CREATE OR REPLACE FUNCTION floor.at_work() RETURNS TABLE (account name, is_pauseless boolean, has_written boolean)
LANGUAGE plpgsql VOLATILE SET search_path = floor, pg_temp AS $$
-- The tables' accounts that asked something new at each of four looks, 20 ms apart, and those that wrote at any of them
-- without the floor's functions. Fifty statements a second a console asks only while the floor takes a backlog of it;
-- a transaction's number it never holds otherwise. That is seen by chance, the words of a plain one for certain. If
-- nobody asks anything there is one look.
DECLARE
    latest jsonb;
    newest jsonb;
    quick text[];
    wrote text[] := '{}';
    writers text[];
    is_any_busy boolean;
BEGIN
    FOR look IN 1 .. 4 LOOP
        PERFORM pg_stat_clear_snapshot();  -- else the second look is the first one again
        SELECT coalesce(jsonb_object_agg(s.account, s.at), '{}'), coalesce(bool_or(s.is_busy), false),
            coalesce(array_agg(s.account) FILTER (WHERE s.has_written), '{}')
        INTO newest, is_any_busy, writers
        FROM (
            SELECT a.usename::text AS account, extract(epoch FROM max(a.query_start)) AS at,
                bool_or(a.state = 'active' OR a.query_start > clock_timestamp() - interval '20 ms') AS is_busy,
                bool_or(a.query ~* '^\s*(notify|alter|create|drop|grant|revoke|comment|security)\M'
                    OR a.backend_xid IS NOT NULL AND (
                        a.state LIKE 'idle in transaction%' OR a.state = 'active' AND NOT is_of_door(a.query)
                    )) AS has_written
            FROM pg_stat_activity AS a
            WHERE a.datname = current_database() AND a.usename IN (SELECT t.account FROM tables AS t)
            GROUP BY a.usename
        ) AS s;
        quick := ARRAY(
            SELECT k FROM jsonb_object_keys(newest) AS k
            WHERE look = 1 OR k = ANY (quick) AND (newest -> k)::numeric > (latest -> k)::numeric
        );
        wrote := wrote || writers;
        latest := newest;
        EXIT WHEN look = 4;
        IF NOT is_any_busy THEN
            quick := '{}';
            EXIT;
        END IF;
        PERFORM pg_sleep(0.02);
    END LOOP;
    RETURN QUERY SELECT k::name, k = ANY (quick), k = ANY (wrote) FROM unnest(quick || wrote) AS k GROUP BY k;
END $$;

CREATE OR REPLACE FUNCTION floor.is_of_door(query text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- Whether a statement calls one of the floor's functions as a console does, from its first letter to its last. A console
-- gives each value apart from its statement, so nothing but their numbers stands between the parentheses.
SELECT octet_length(query) < 400 AND query ~* ('^select (floor\.|(\*|[a-z_]+(, [a-z_]+)*) from floor\.)'
    '[a-z_]+\((\$[0-9]+(::[a-z]+(\[\])?)?(, \$[0-9]+(::[a-z]+(\[\])?)?)*)?\)$')
$$;

CREATE OR REPLACE FUNCTION floor.is_of_console(query text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- Whether a statement is one of a console's, or of what keeps its connections.
SELECT is_of_door(query) OR octet_length(query) < 400 AND query ~* ('^(|begin|commit|rollback|discard all|select 1;?'
    '|select clock_timestamp\(\)|listen "?floor(_[0-9a-f]{40})?"?|unlisten \*|deallocate (all|"?_pg3_[0-9a-f]+"?)'
    '|select \(select system_identifier from pg_control_system\(\)\), '
    '\(''x'' \|\| substr\(pg_walfile_name\(pg_current_wal_lsn\(\)\), 1, 8\)\)::bit\(32\)::int'
    '|(set (client_encoding|datestyle|timezone|standard_conforming_strings|application_name)'
    ' ?(to|=) ?''?[a-z0-9 ,/_.:+-]*''?;?)+)$')
$$;

CREATE OR REPLACE FUNCTION floor.end_overdue() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The owner's jobs that each window does for it: the diary is numbered, sessions beyond their limits are ended, tables
-- whose statements fail named, and accounts that changed themselves or wrote past the floor's functions locked. A statement of a table may take 10 s, and its
-- transactions are one statement each. A job that fails ends none of those after it: the next look does it again.
DECLARE
    ended integer := 0;
    locked integer := 0;
BEGIN
    BEGIN
        PERFORM number_diary();
    EXCEPTION
        WHEN disk_full OR io_error THEN
            RAISE;  -- nothing else could be written either, and who asks is to know
        WHEN OTHERS THEN
            NULL;
    END;
    BEGIN
        ended := end_older(interval '15 s');
    EXCEPTION WHEN OTHERS THEN
        NULL;
    END;
    BEGIN
        PERFORM note_failing();
    EXCEPTION WHEN OTHERS THEN
        NULL;
    END;
    BEGIN
        locked := lock_undone();
    EXCEPTION WHEN OTHERS THEN
        NULL;
    END;
    RETURN ended + locked;
END $$;

-- PostgreSQL lets every account change its own settings and password. The digests of both as a command set them stand
-- in the account's comment, which it can't change; another value shows that somebody took its token. Such an account is
-- locked and its sessions are ended, until it is given a new token. Windows, witnesses and indexers are watched as
-- tables are.
CREATE OR REPLACE FUNCTION floor.watched_accounts() RETURNS TABLE (account name, id oid, table_id text, called text, studios text[])
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The accounts that are in use, with their table's id, or the window's name.
SELECT r.rolname, r.oid, t.table_id, t.name, ARRAY[t.studio]
FROM tables AS t JOIN pg_roles AS r ON r.rolname = t.account WHERE t.retired IS NULL
UNION ALL
SELECT r.rolname, r.oid, '', a.name, (SELECT array_agg(w.studio) FROM watch AS w WHERE w.account = a.account)
FROM window_account AS a JOIN pg_roles AS r ON r.rolname = a.account
$$;

CREATE OR REPLACE FUNCTION floor.settings_mark(id oid) RETURNS text
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- A digest of all that is set for an account.
SELECT left(encode(sha256(convert_to(coalesce(
    string_agg(s.setdatabase || ' ' || array_to_string(s.setconfig, E'\n'), E'\n' ORDER BY s.setdatabase), ''
), 'UTF8')), 'hex'), 32)
FROM pg_db_role_setting AS s WHERE s.setrole = id
$$;

CREATE OR REPLACE FUNCTION floor.password_mark(id oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- A digest of what the server checks the token by; empty where it may not be read, as where no superuser made the
-- floor.
BEGIN
    RETURN (
        SELECT CASE
            WHEN pg_column_size(p.rolpassword) > 1024 THEN 'long'  -- no command sets such a one
            ELSE left(encode(sha256(convert_to(coalesce(p.rolpassword, ''), 'UTF8')), 'hex'), 32)
        END
        FROM pg_authid AS p WHERE p.oid = id
    );
EXCEPTION WHEN insufficient_privilege THEN
    RETURN '';
END $$;

CREATE OR REPLACE FUNCTION floor.undone_by(id oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- What an account has changed of what was set for it: ``settings`` or ``password``; NULL for nothing. One without a
-- mark is of before. Lengths are compared first: a digest of 400 MB takes more than the one who asks may use. No command
-- gives an account default privileges, by which it could not be dropped.
DECLARE
    mark text[];
BEGIN
    IF (SELECT sum(pg_column_size(s.setconfig)) FROM pg_db_role_setting AS s WHERE s.setrole = id) > 8192
        OR EXISTS (SELECT FROM pg_default_acl AS a WHERE a.defaclrole = id)
    THEN
        RETURN 'settings';
    END IF;
    mark := regexp_match(shobj_description(id, 'pg_authid'), '^floor ([0-9a-f]{32}) ([0-9a-f]{32})?$');
    IF mark[1] <> settings_mark(id) THEN
        RETURN 'settings';
    END IF;
    IF mark[2] <> nullif(password_mark(id), '') THEN
        RETURN 'password';
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.lock_undone() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How many accounts were locked; one that is locked already can't connect. Where the floor's administrator may lock
-- nobody, their sessions are ended alone. What fails of one account, as while it changes itself, ends none of the
-- others: its sessions are ended first, and the next look locks it.
DECLARE
    each record;
    undid text;
    last text;
    many integer := 0;
BEGIN
    FOR each IN SELECT w.account, w.table_id, w.id FROM watched_accounts() AS w
        JOIN pg_roles AS r ON r.oid = w.id WHERE r.rolcanlogin
    LOOP
        BEGIN
            undid := coalesce(undone_by(each.id), CASE WHEN (
                SELECT (r.writes -> each.account::text ->> 1)::boolean FROM rolled_back AS r
            ) THEN 'settings' END);  -- a wall of 1.0.0 has words for no other
        EXCEPTION WHEN OTHERS THEN
            CONTINUE;
        END;
        CONTINUE WHEN undid IS NULL;
        SELECT host(a.client_addr) INTO last FROM pg_stat_activity AS a
        WHERE a.usename = each.account ORDER BY a.backend_start DESC LIMIT 1;
        PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity AS a
        WHERE a.usename = each.account AND a.pid <> pg_backend_pid();
        BEGIN
            PERFORM lock_account(each.account);
            INSERT INTO diary (table_id, at, what, who, name, about)
            VALUES (each.table_id, clock_timestamp(), 'account_locked', each.account::text, each.account::text,
                rtrim(undid || ' ' || coalesce(last, '')));
            UPDATE rolled_back AS r SET writes = r.writes - each.account::text WHERE r.writes ? each.account::text;
            many := many + 1;
        EXCEPTION WHEN OTHERS THEN
            PERFORM note_ended(each.account, each.table_id, coalesce(last, ''));
        END;
    END LOOP;
    RETURN many;
END $$;

CREATE OR REPLACE FUNCTION floor.note_ended(ended name, wanted text, address text) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- A session of an account was ended. It stands in the diary once a minute, however many there are.
INSERT INTO diary (table_id, at, what, who, name, about)
SELECT wanted, clock_timestamp(), 'session_ended', ended::text, ended::text, address
WHERE NOT EXISTS (
    SELECT FROM diary AS d WHERE d.table_id = wanted AND d.who = ended::text AND d.what = 'session_ended'
        AND d.at > clock_timestamp() - interval '1 minute'
)
$$;

CREATE OR REPLACE FUNCTION floor.ended() RETURNS TABLE (
    table_id text, called text, what text, about text, age double precision
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of the account's studios: whose sessions were ended within ten minutes, which accounts are locked until they have a
-- new token, whose statements fail, and which tables are slowed by their quota. The table's id is empty of a window.
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
UNION ALL
SELECT t.table_id, t.name, 'failing', f.address, date_part('epoch', clock_timestamp() - f.at)
FROM failing AS f JOIN tables AS t USING (account)
WHERE f.at > clock_timestamp() - interval '10 minutes' AND t.studio = ANY ((SELECT own_studios())::text[])
UNION ALL
SELECT t.table_id, t.name, 'slowed', '', 0
FROM tables AS t WHERE t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    AND owed(t.table_id) > (SELECT q.at_once FROM quota AS q)
$$;

CREATE OR REPLACE FUNCTION floor.end_holders(relation regclass, windows interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Ends the tables' sessions that have held a lock on a relation for more than a second, and the windows' for more than
-- that: how many. A transaction that stays open would keep a closed day from being dropped. For the owner alone.
DECLARE
    each record;
    ended integer := 0;
BEGIN
    PERFORM pg_stat_clear_snapshot();  -- else a transaction sees the sessions alone that its first look found
    FOR each IN SELECT a.pid, w.table_id, w.account, a.client_addr FROM pg_stat_activity AS a
        JOIN watched_accounts() AS w ON w.account = a.usename
        WHERE a.datname = current_database()
            AND clock_timestamp() - a.xact_start > CASE w.table_id WHEN '' THEN windows ELSE '1 s' END
            AND EXISTS (SELECT FROM pg_locks AS l WHERE l.pid = a.pid AND l.granted AND l.relation = end_holders.relation)
    LOOP
        IF pg_terminate_backend(each.pid) THEN
            ended := ended + 1;
            PERFORM note_ended(each.account, each.table_id, coalesce(host(each.client_addr), ''));
        END IF;
    END LOOP;
    RETURN ended;
END $$;

GRANT EXECUTE ON FUNCTION floor.knock
    TO floor_table;
GRANT EXECUTE ON FUNCTION floor.refusals, floor.ended
    TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.end_overdue
    TO floor_boss, floor_indexer, floor_supervisor, floor_witness;
