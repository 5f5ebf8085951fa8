-- What there is on a floor, by whom it was changed, and who was refused.
--
-- A studio and a name are one key of a table; its id is the name where that was free when it was added, and never
-- changes. Whoever wants to know what became of a list asks its diary: each change of the lists, of the windows'
-- deeds and of the disputes is an entry of one chain, made by a trigger, so that it is made whoever changes the
-- row. An entry is kept as the bytes that its digest is of, as a table's is.

ALTER TABLE floor.tables ADD retired timestamptz;
CREATE UNIQUE INDEX tables_name ON floor.tables (studio, name);

-- The windows by their names, and when an account that is no table's was last heard.
CREATE TABLE floor.window_account (
    account name PRIMARY KEY,
    name text NOT NULL,
    role text NOT NULL
);
INSERT INTO floor.window_account
SELECT DISTINCT account, account::text, substring(account FROM '^[a-z]+') FROM floor.watch;

CREATE TABLE floor.heard (
    account name PRIMARY KEY,
    at timestamptz NOT NULL,
    program text NOT NULL
);

-- Since when an account has its token. Of those that were made before nobody knows.
CREATE TABLE floor.token (
    account name PRIMARY KEY,
    since timestamptz NOT NULL
);

-- The last time that an account was refused at the door, and the table that it asked for.
CREATE TABLE floor.refusal (
    account name PRIMARY KEY,
    at timestamptz NOT NULL,
    asked text NOT NULL
);

CREATE TABLE floor.diary_chain (
    number bigint PRIMARY KEY,
    studios text[] NOT NULL,
    packed bytea NOT NULL
);
CREATE TABLE floor.diary_head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    begins bytea NOT NULL,
    number bigint NOT NULL,
    chain bytea NOT NULL
);

CREATE FUNCTION floor.chained(relation text, done text, before jsonb, now_is jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp SET timezone = 'UTC' AS $$
-- One entry more. Two that come at once follow one another: the head is locked, at the very end of what each does.
DECLARE
    head diary_head%ROWTYPE;
    said bytea;
    whose text[];
BEGIN
    SELECT * INTO STRICT head FROM diary_head FOR UPDATE;
    said := convert_to(jsonb_build_object(
        'number', head.number + 1, 'at', clock_timestamp(), 'account', session_user,
        'relation', relation, 'done', done, 'before', before, 'row', now_is
    )::text, 'UTF8');
    SELECT array_agg(DISTINCT each) INTO whose FROM (
        SELECT unnest(ARRAY[before ->> 'studio', now_is ->> 'studio']) AS each
        UNION SELECT studio FROM tables WHERE table_id IN (before ->> 'table_id', now_is ->> 'table_id')
        UNION SELECT studio FROM watch WHERE account::text IN (before ->> 'account', now_is ->> 'account')
        UNION SELECT studio FROM tables WHERE account::text IN (before ->> 'account', now_is ->> 'account')
    ) AS found WHERE each IS NOT NULL;
    INSERT INTO diary_chain VALUES (head.number + 1, coalesce(whose, '{}'), said);
    UPDATE diary_head SET number = head.number + 1, chain = sha256(head.chain || sha256(said));
END $$;

CREATE FUNCTION floor.chain_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
-- A row of a list was made, changed or taken out, by whomever.
BEGIN
    PERFORM chained(
        TG_TABLE_NAME, lower(TG_OP),
        CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END
    );
    RETURN NULL;
END $$;

CREATE FUNCTION floor.diary_rows() RETURNS TABLE (relation text, is_now jsonb)
LANGUAGE sql STABLE SET search_path = floor, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
-- What the lists hold now, as the account that asks sees them: beside it the diary is held.
SELECT 'studio', to_jsonb(r) FROM studio AS r
UNION ALL SELECT 'tables', to_jsonb(r) FROM tables AS r
UNION ALL SELECT 'diary', to_jsonb(r) FROM diary AS r
UNION ALL SELECT 'dispute', to_jsonb(r) FROM dispute AS r
$$;

CREATE FUNCTION floor.begin_diary() RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Begins the chain with what there is. Whoever does it a second time is found by all who saw the first.
DECLARE
    each record;
    begun bytea := sha256(uuid_send(gen_random_uuid()));
BEGIN
    DELETE FROM diary_chain;
    DELETE FROM diary_head;
    INSERT INTO diary_head (begins, number, chain) VALUES (begun, 0, begun);
    FOR each IN SELECT * FROM diary_rows() LOOP
        PERFORM chained(each.relation, 'there', NULL, each.is_now);
    END LOOP;
END $$;
SELECT floor.begin_diary();

-- At the very end of a transaction: no table waits for another's batch because both were disputed.
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.studio
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.tables
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.watch
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.window_account
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.token
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.diary
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();
CREATE CONSTRAINT TRIGGER chained AFTER INSERT OR UPDATE OR DELETE ON floor.dispute
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION floor.chain_row();

CREATE FUNCTION floor.diary_end(OUT begins bytea, OUT number bigint, OUT chain bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- How far the diary has come: what a witness signs, and each window keeps.
SELECT h.begins, h.number, h.chain FROM diary_head AS h
$$;

CREATE FUNCTION floor.diary_digests(first bigint, last bigint) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The digests of the diary's entries, 32 bytes each; of 16,384 at most. They say nothing of another studio.
SELECT coalesce(string_agg(sha256(c.packed), ''::bytea ORDER BY c.number), ''::bytea)
FROM diary_chain AS c WHERE c.number BETWEEN first AND least(last, first + 16383)
$$;

CREATE OR REPLACE FUNCTION floor.prepare_days() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Has partitions for today and the seven days that follow. Whether entries lie outside all days, because for
-- longer than that nobody called this. Windows do at their start and each hour, and so are known to be there.
BEGIN
    INSERT INTO heard VALUES (session_user, clock_timestamp(), left(current_setting('application_name'), 64))
    ON CONFLICT (account) DO UPDATE SET at = excluded.at, program = excluded.program;
    PERFORM make_days((clock_timestamp() AT TIME ZONE 'UTC')::date, 8);
    RETURN EXISTS (SELECT FROM entry_other);
END $$;

CREATE FUNCTION floor.knock(wanted text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A table's console asks, before all else, whether this is its table: NULL where it is. Where not, it is kept that
-- it was refused, and the answer is the name of the table whose account it has.
BEGIN
    IF own(wanted) THEN
        DELETE FROM refusal AS r WHERE r.account = session_user;
        RETURN NULL;
    END IF;
    INSERT INTO refusal VALUES (session_user, clock_timestamp(), left(wanted, 64))
    ON CONFLICT (account) DO UPDATE SET at = excluded.at, asked = excluded.asked;
    RETURN coalesce((SELECT t.name FROM tables AS t WHERE t.account = session_user), '');
END $$;

CREATE FUNCTION floor.json_of(line text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- A line of the server's log; NULL of one that is cut.
BEGIN
    RETURN line::jsonb;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

CREATE FUNCTION floor.turned_away() RETURNS TABLE (
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
        FROM regexp_split_to_table(convert_from(raw, 'UTF8'), E'\n') AS line WHERE line LIKE '%FATAL%'
    ) AS l
    WHERE l.said ->> 'error_severity' = 'FATAL' AND l.said ->> 'state_code' IN ('28P01', '28000', '53300')
        AND l.said ->> 'user' ~ '^table_' AND l.said ->> 'dbname' = current_database()
        AND (l.said ->> 'timestamp')::timestamptz > now() - interval '10 minutes'
    ORDER BY l.said ->> 'user', (l.said ->> 'timestamp')::timestamptz DESC;
EXCEPTION WHEN insufficient_privilege OR data_exception OR undefined_file THEN
    RETURN;
END $$;

CREATE FUNCTION floor.refusals() RETURNS TABLE (
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

ALTER TABLE floor.diary_chain ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON floor.diary_chain FOR SELECT USING (studios && (SELECT floor.own_studios())::text[]);
REVOKE ALL ON FUNCTION floor.chained, floor.chain_row, floor.diary_rows, floor.begin_diary, floor.diary_end,
    floor.diary_digests, floor.knock, floor.json_of, floor.turned_away, floor.refusals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.knock TO floor_table;
GRANT EXECUTE ON FUNCTION floor.refusals TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.diary_end, floor.diary_digests TO floor_boss, floor_supervisor, floor_witness;
GRANT EXECUTE ON FUNCTION floor.diary_rows TO floor_supervisor;
GRANT SELECT ON floor.diary_chain TO floor_supervisor;
