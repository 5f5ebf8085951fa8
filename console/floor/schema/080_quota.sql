-- A table's quota. What its account has the floor write is counted; beyond the quota it is taken slower, at the
-- quota's rate, and none of it is refused or lost. The count stands in a sequence: a transaction that is rolled back
-- has filled the server's log all the same, and takes a sequence's value back no more.

-- Bytes that a table may have written at once, as the backlog of a day, and bytes a day for which that fills up again.
CREATE TABLE floor.quota (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at_once bigint NOT NULL DEFAULT 268435456 CHECK (at_once > 0),
    a_day bigint NOT NULL DEFAULT 1073741824 CHECK (a_day > 0)
);
INSERT INTO floor.quota DEFAULT VALUES;

CREATE FUNCTION floor.meter_of(wanted text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- The sequence that counts a table's bytes. Its value is the moment, in microseconds, at which all of them would have
-- been written at the quota's rate a day.
SELECT 'floor.spent_' || left(encode(sha256(convert_to(wanted, 'UTF8')), 'hex'), 40)
$$;

CREATE FUNCTION floor.make_meter() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
BEGIN
    EXECUTE 'CREATE SEQUENCE IF NOT EXISTS ' || meter_of(NEW.table_id);
    RETURN NULL;
END $$;
CREATE TRIGGER metered AFTER INSERT ON floor.tables FOR EACH ROW EXECUTE FUNCTION floor.make_meter();

DO $$
DECLARE
    each text;
BEGIN
    FOR each IN SELECT table_id FROM floor.tables LOOP
        EXECUTE 'CREATE SEQUENCE IF NOT EXISTS ' || floor.meter_of(each);
    END LOOP;
END $$;

CREATE FUNCTION floor.owed(wanted text) RETURNS double precision
LANGUAGE sql VOLATILE SET search_path = floor, pg_temp AS $$
-- The bytes that a table has had written and that the quota's rate has not yet made up for.
SELECT greatest(coalesce(pg_sequence_last_value(to_regclass(meter_of(wanted))), 0)
    - extract(epoch FROM clock_timestamp()) * 1000000, 0)::double precision * q.a_day / 86400000000
FROM quota AS q
$$;

CREATE FUNCTION floor.spend(wanted text, bytes bigint, reserve bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Whether the quota lets a table have these bytes written now; then they are counted. The reserve is for what does not
-- wait behind a backlog. However much is owed, a day's bytes are made up for in a day.
DECLARE
    limits quota%ROWTYPE;
    owes double precision;
BEGIN
    PERFORM FROM state AS s WHERE s.table_id = wanted FOR NO KEY UPDATE;  -- one after the other counts
    SELECT * INTO limits FROM quota;
    owes := owed(wanted);
    IF owes > limits.at_once + reserve THEN
        IF owes <= limits.at_once + limits.a_day THEN
            RETURN false;
        END IF;
        owes := limits.at_once + limits.a_day;  -- the server's clock was set back
        bytes := 0;
    END IF;
    PERFORM setval(
        to_regclass(meter_of(wanted)),
        ((extract(epoch FROM clock_timestamp()) + (owes + bytes) * 86400 / limits.a_day) * 1000000)::bigint
    );
    RETURN bytes > 0;
END $$;

-- What the door did so far stands under another name, for the door within the quota alone. Its own name qualifies its
-- parameters there.
DO $$
DECLARE
    each regprocedure;
    named text;
BEGIN
    FOREACH each IN ARRAY ARRAY[
        'floor.ship(text, integer, bytea, text, bigint, bytea, timestamptz[], text[], bytea[], jsonb, bytea, timestamptz)',
        'floor.keep_states(text, integer, bigint[], bytea[])',
        'floor.pass_by(text, integer, bigint, bytea, text, text, bytea)',
        'floor.branch(text, integer, bytea, text, integer, bigint, bytea)',
        'floor.shrunk(text, integer, bigint, bytea)'
    ]::regprocedure[] LOOP
        SELECT p.proname INTO named FROM pg_proc AS p WHERE p.oid = each;
        EXECUTE replace(replace(
            pg_get_functiondef(each), 'FUNCTION floor.' || named || '(', 'FUNCTION floor.' || named || '_within('
        ), '= ' || named || '.', '= ' || named || '_within.');
    END LOOP;
END $$;
REVOKE ALL ON FUNCTION floor.ship_within, floor.keep_states_within, floor.pass_by_within, floor.branch_within,
    floor.shrunk_within FROM PUBLIC;

CREATE OR REPLACE FUNCTION floor.ship(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    its_console bytea, its_clock timestamptz,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door, within the table's quota: wait where that has no room for the entries now. A sign of life has a reserve,
-- so that calls and halts come although the entries wait.
DECLARE
    many integer := coalesce(cardinality(packed_each), 0);
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT spend(
        wanted,
        64::bigint + 150 * many + coalesce(pg_column_size(kinds), 0) + coalesce(pg_column_size(packed_each), 0)
            + coalesce(pg_column_size(now_told), 0)
            + CASE WHEN first = 1 THEN coalesce(octet_length(said_heading), 0) ELSE 0 END,
        CASE WHEN many = 0 THEN 33554432 ELSE 0 END
    ) THEN
        said := 'wait';
        number := first - 1;
        chain := before;
        RETURN;
    END IF;
    SELECT s.said, s.number, s.chain, s.news INTO said, number, chain, news FROM ship_within(
        wanted, file, began, said_heading, first, before, at_each, kinds, packed_each, now_told,
        its_console, its_clock
    ) AS s;
END $$;

CREATE FUNCTION floor.must_spend(wanted text, bytes bigint) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- The same for what has no answer 'wait': the console tries again.
BEGIN
    IF own(wanted) AND NOT spend(wanted, bytes, 33554432) THEN
        RAISE EXCEPTION 'beyond the quota of table %', wanted USING ERRCODE = 'configuration_limit_exceeded';
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.keep_states(wanted text, file integer, numbers bigint[], states bytea[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 64 + coalesce(pg_column_size(states), 0)) WHERE cardinality(states) > 0;
SELECT keep_states_within(wanted, file, numbers, states)
$$;
CREATE OR REPLACE FUNCTION floor.pass_by(
    wanted text, file integer, at_number bigint, before bytea, at_time text, of_kind text, its_digest bytea,
    OUT said text, OUT number bigint, OUT chain bytea
) LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 500);
SELECT said, number, chain FROM pass_by_within(wanted, file, at_number, before, at_time, of_kind, its_digest)
$$;
CREATE OR REPLACE FUNCTION floor.branch(
    wanted text, file integer, began bytea, said_heading text, off_part integer, after bigint, its_chain bytea
) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 500 + octet_length(said_heading));
SELECT branch_within(wanted, file, began, said_heading, off_part, after, its_chain)
$$;
CREATE OR REPLACE FUNCTION floor.shrunk(wanted text, file integer, at_number bigint, its_chain bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 500);
SELECT shrunk_within(wanted, file, at_number, its_chain)
$$;

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

CREATE OR REPLACE FUNCTION floor.ended() RETURNS TABLE (
    table_id text, called text, what text, about text, age double precision
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Of the account's studios: whose sessions were ended within ten minutes, which accounts are locked until they have a
-- new token, and which tables are slowed by their quota. The table's id is empty of a window.
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
SELECT t.table_id, t.name, 'slowed', '', 0
FROM tables AS t WHERE t.retired IS NULL AND t.studio = ANY ((SELECT own_studios())::text[])
    AND owed(t.table_id) > (SELECT q.at_once FROM quota AS q)
$$;

REVOKE ALL ON FUNCTION floor.meter_of, floor.make_meter, floor.owed, floor.spend, floor.must_spend FROM PUBLIC;
