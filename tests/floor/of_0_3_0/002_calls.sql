-- Who is wanted at which table, who is coming, and which alarms are laid aside; and what a window reads of all
-- tables in one statement.
--
-- A window's account sees the tables of its studios alone, and writes nothing but by the functions here. Who
-- stands at the window is proved there, by the people's file; what was done is kept with that name and with
-- the account that said it.

-- Which studios an account sees.
CREATE TABLE floor.watch (
    account name NOT NULL,
    studio text NOT NULL,
    PRIMARY KEY (account, studio)
);

-- A call is known by the entry that began it and by its time: which part it is in may change, where a file goes
-- on as another. A table has one open call at most.
CREATE TABLE floor.call (
    table_id text NOT NULL,
    call bigint NOT NULL,
    since timestamptz NOT NULL,
    part integer NOT NULL,
    kind text NOT NULL,
    heard timestamptz NOT NULL,
    taken_by text,
    taken_name text,
    taken_at timestamptz,
    arrived text,
    arrived_at timestamptz,
    ended timestamptz,
    PRIMARY KEY (table_id, call, since),
    CHECK ((taken_by IS NULL) = (taken_at IS NULL) AND (taken_by IS NULL) = (taken_name IS NULL))
);
CREATE INDEX call_open ON floor.call (table_id) WHERE ended IS NULL;

-- Alarms that somebody laid aside, until when and why.
CREATE TABLE floor.shelf (
    table_id text NOT NULL,
    what text NOT NULL,
    who text NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (table_id, what)
);

-- Who did what at the windows. Nothing is ever taken out of it.
CREATE TABLE floor.diary (
    table_id text NOT NULL,
    at timestamptz NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    what text NOT NULL,
    who text NOT NULL,
    name text NOT NULL,
    account name NOT NULL DEFAULT session_user,
    about text NOT NULL DEFAULT '',
    reason text NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, at, id)
);

CREATE FUNCTION floor.own_studios() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The studios that the account sees that is connected.
SELECT coalesce(array_agg(studio), '{}') FROM watch WHERE account = session_user
$$;

CREATE FUNCTION floor.hint() RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- Windows look at once instead of a little later. It may be lost, and anybody who may connect can send one:
-- nothing but a look ever comes of it. It says nothing, because anybody may listen, too.
SELECT pg_notify('floor', '')
$$;

CREATE FUNCTION floor.hint_table(wanted text) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- The table asks at once for its news, by the channel that is named as its account.
SELECT pg_notify(account, '') FROM tables WHERE table_id = wanted
$$;

CREATE FUNCTION floor.told_anew(wanted text, file integer, before jsonb, said jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps the call that a table tells, and its end; windows are hinted where somebody may have to come. What is
-- no call as a console writes it is none: entries never wait because of what came with them.
DECLARE
    called jsonb := said -> 'call';
    stamp timestamptz := clock_timestamp();
    its_number bigint;
    its_since timestamptz;
    its_kind text := left(called ->> 'kind', 20);
    boss text := left(called ->> 'arrived', 64);
BEGIN
    IF (before -> 'standing', before -> 'reason') IS DISTINCT FROM (said -> 'standing', said -> 'reason')
        OR before -> 'call' IS DISTINCT FROM called
    THEN
        PERFORM hint();
    END IF;
    IF before -> 'call' IS NOT DISTINCT FROM called THEN
        RETURN;
    END IF;
    IF jsonb_typeof(called) = 'object' AND its_kind <> '' THEN
        BEGIN
            its_number := called ->> 'number';
            its_since := called ->> 'since';
        EXCEPTION WHEN data_exception THEN
            its_number := NULL;
        END;
    END IF;
    UPDATE call SET ended = stamp WHERE table_id = wanted AND ended IS NULL
        AND (call, since) IS DISTINCT FROM (its_number, its_since);
    IF its_number IS NULL OR its_since IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO call (table_id, call, since, part, kind, heard)
    VALUES (wanted, its_number, its_since, file, its_kind, stamp)
    ON CONFLICT (table_id, call, since) DO UPDATE SET part = file, kind = its_kind, ended = NULL;
    IF boss <> '' THEN
        UPDATE call SET arrived = boss, arrived_at = stamp
        WHERE table_id = wanted AND (call, since) = (its_number, its_since) AND arrived_at IS NULL;
        IF FOUND THEN
            INSERT INTO diary (table_id, at, what, who, name, about)
            VALUES (wanted, stamp, 'arrived', boss, '', its_number::text);
        END IF;
    END IF;
END $$;

CREATE FUNCTION floor.lapse(wanted text) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Who took a call and is not there after 180 seconds has it no longer.
DECLARE
    due call%ROWTYPE;
BEGIN
    FOR due IN SELECT * FROM call WHERE table_id = wanted AND ended IS NULL AND arrived_at IS NULL
        AND taken_at <= clock_timestamp() - interval '180 s' FOR UPDATE
    LOOP
        UPDATE call SET taken_by = NULL, taken_name = NULL, taken_at = NULL
        WHERE table_id = wanted AND (call, since) = (due.call, due.since);
        INSERT INTO diary (table_id, at, what, who, name, about)
        VALUES (wanted, clock_timestamp(), 'lapsed', due.taken_by, due.taken_name, due.call::text);
        PERFORM hint(), hint_table(wanted);
    END LOOP;
END $$;

CREATE FUNCTION floor.news_of(wanted text) RETURNS jsonb
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- What a table's dealer is to know: who is coming, until that person signs in there.
DECLARE
    found jsonb;
BEGIN
    PERFORM lapse(wanted);
    SELECT jsonb_build_object('part', part, 'call', call, 'who', taken_by, 'name', taken_name, 'at', taken_at)
    INTO found FROM call
    WHERE table_id = wanted AND ended IS NULL AND taken_by IS NOT NULL AND arrived_at IS NULL;
    RETURN jsonb_build_object('coming', found);
END $$;

CREATE FUNCTION floor.asked(wanted text, by text, by_name text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Refuses an account that does not see the table, and a person whose name can't stand on a line.
BEGIN
    IF NOT EXISTS (SELECT FROM tables WHERE table_id = wanted AND studio = ANY (own_studios())) THEN
        RAISE EXCEPTION 'not a table of this account: %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF by IS NULL OR by_name IS NULL OR length(by) NOT BETWEEN 1 AND 64 OR length(by_name) NOT BETWEEN 1 AND 200
        OR by || by_name ~ '[[:cntrl:]]'
    THEN
        RAISE EXCEPTION 'no person' USING ERRCODE = 'data_exception';
    END IF;
END $$;

CREATE FUNCTION floor.take(
    wanted text, called bigint, by text, by_name text,
    OUT who text, OUT name text, OUT age double precision, OUT arrived boolean
) RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes an open call: the first who does has it, and everybody is answered whose it is. Of a call that is over
-- there is no row.
BEGIN
    PERFORM asked(wanted, by, by_name);
    PERFORM lapse(wanted);
    UPDATE call SET taken_by = by, taken_name = by_name, taken_at = clock_timestamp()
    WHERE table_id = wanted AND call = called AND ended IS NULL AND taken_by IS NULL;
    IF FOUND THEN
        INSERT INTO diary (table_id, at, what, who, name, about)
        VALUES (wanted, clock_timestamp(), 'taken', by, by_name, called::text);
        PERFORM hint(), hint_table(wanted);
    END IF;
    RETURN QUERY SELECT c.taken_by, c.taken_name, date_part('epoch', clock_timestamp() - c.taken_at),
        c.arrived_at IS NOT NULL
    FROM call AS c WHERE c.table_id = wanted AND c.call = called AND c.ended IS NULL;
END $$;

CREATE FUNCTION floor.release(wanted text, called bigint, by text, by_name text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Gives a call back before arrival: who took it may, and by a supervisor's account anybody. Whether it was so.
BEGIN
    PERFORM asked(wanted, by, by_name);
    UPDATE call SET taken_by = NULL, taken_name = NULL, taken_at = NULL
    WHERE table_id = wanted AND call = called AND ended IS NULL AND arrived_at IS NULL
        AND taken_by IS NOT NULL AND (taken_by = by OR pg_has_role(session_user, 'floor_supervisor', 'MEMBER'));
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO diary (table_id, at, what, who, name, about)
    VALUES (wanted, clock_timestamp(), 'released', by, by_name, called::text);
    PERFORM hint(), hint_table(wanted);
    RETURN true;
END $$;

CREATE FUNCTION floor.shelve(
    wanted text, alarm text, by text, by_name text, why text, seconds double precision
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Lays an alarm of a table aside, for an hour at most and with a reason.
BEGIN
    PERFORM asked(wanted, by, by_name);
    IF NOT seconds > 0 OR seconds > 3600 OR seconds IS NULL OR length(coalesce(alarm, '')) NOT BETWEEN 1 AND 64
        OR length(trim(coalesce(why, ''))) NOT BETWEEN 1 AND 500
    THEN
        RAISE EXCEPTION 'no shelving' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO shelf VALUES
        (wanted, alarm, by, by_name, why, clock_timestamp() + make_interval(secs => seconds))
    ON CONFLICT (table_id, what) DO UPDATE SET who = excluded.who, name = excluded.name,
        reason = excluded.reason, until = excluded.until;
    INSERT INTO diary (table_id, at, what, who, name, about, reason)
    VALUES (wanted, clock_timestamp(), 'shelved', by, by_name, alarm || ' ' || round(seconds)::text, why);
    PERFORM hint();
END $$;

CREATE FUNCTION floor.unshelve(wanted text, alarm text, by text, by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Takes an alarm up again before its end.
BEGIN
    PERFORM asked(wanted, by, by_name);
    DELETE FROM shelf WHERE table_id = wanted AND what = alarm;
    IF FOUND THEN
        INSERT INTO diary (table_id, at, what, who, name, about)
        VALUES (wanted, clock_timestamp(), 'unshelved', by, by_name, alarm);
        PERFORM hint();
    END IF;
END $$;

CREATE FUNCTION floor.settle(wanted text, by text, by_name text, why text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- A supervisor has looked at what did not fit, and says what it was. The disputes stay.
BEGIN
    PERFORM asked(wanted, by, by_name);
    IF length(trim(coalesce(why, ''))) NOT BETWEEN 1 AND 500 THEN
        RAISE EXCEPTION 'no reason' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO diary (table_id, at, what, who, name, reason)
    VALUES (wanted, clock_timestamp(), 'settled', by, by_name, why);
    PERFORM hint();
END $$;

CREATE FUNCTION floor.prepare_days() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Has partitions for today and the seven days that follow. Whether entries lie outside all days, because for
-- longer than that nobody called this.
BEGIN
    PERFORM make_days((clock_timestamp() AT TIME ZONE 'UTC')::date, 8);
    RETURN EXISTS (SELECT FROM entry_other);
END $$;

CREATE FUNCTION floor.reading() RETURNS TABLE (
    table_id text, name text, studio text, room text, switch text, game text, rules text,
    told text, heard float8, changed float8, part integer, number bigint, disputed text,
    call bigint, call_part integer, kind text, age float8, widened integer,
    taken_by text, taken_name text, taken_age float8, arrived boolean, shelved jsonb
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- All tables of the account's studios, as they stand now. Ages are in seconds by the floor's own clock. It runs
-- as the owner, and asks whose the tables are once: by the account's rights each relation here would ask.
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT t.table_id, t.name, t.studio, t.room, t.switch, t.game, t.rules, s.told::text,
        date_part('epoch', now() - s.heard), date_part('epoch', now() - s.changed),
        coalesce(s.part, 0),
        coalesce((SELECT j.number FROM journal AS j WHERE j.table_id = t.table_id AND j.part = s.part), 0), d.said,
        c.call, c.part, c.kind, date_part('epoch', now() - c.heard),
        CASE
            WHEN coalesce(c.held_at, now()) - c.heard < interval '60 s' THEN 0
            WHEN coalesce(c.held_at, now()) - c.heard < interval '120 s' THEN 1
            ELSE 2
        END,
        CASE WHEN c.held_at IS NOT NULL THEN c.taken_by END,
        CASE WHEN c.held_at IS NOT NULL THEN c.taken_name END,
        date_part('epoch', now() - c.held_at), c.arrived_at IS NOT NULL, h.shelved
    FROM tables AS t
    LEFT JOIN state AS s ON s.table_id = t.table_id
    LEFT JOIN (
        SELECT *, CASE
            WHEN arrived_at IS NOT NULL OR taken_at > now() - interval '180 s' THEN taken_at
        END AS held_at
        FROM call WHERE ended IS NULL
    ) AS c ON c.table_id = t.table_id
    LEFT JOIN (
        SELECT DISTINCT ON (table_id) table_id, said FROM dispute AS one
        WHERE at > coalesce((
            SELECT max(at) FROM diary WHERE diary.table_id = one.table_id AND what = 'settled'
        ), '-infinity') ORDER BY table_id, at DESC
    ) AS d ON d.table_id = t.table_id
    LEFT JOIN (
        SELECT table_id, jsonb_agg(jsonb_build_object(
            'what', what, 'who', who, 'name', name, 'reason', reason,
            'left', date_part('epoch', until - now())
        ) ORDER BY until) AS shelved FROM shelf WHERE until > now() GROUP BY table_id
    ) AS h ON h.table_id = t.table_id
    WHERE t.studio = ANY ((SELECT own_studios())::text[])
    ORDER BY t.table_id;
END $$;

CREATE FUNCTION floor.guard(relation text) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Of a relation with tables' rows an account reads those of its studios' tables alone, whatever it is granted.
-- The owner, as whom the functions run, sees all. A condition that leaks what it sees, as one on an array
-- does, waits for this one and so for no index: what must be quick there is a function of the owner's.
BEGIN
    EXECUTE format('ALTER TABLE floor.%I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format(
        'CREATE POLICY own ON floor.%I FOR SELECT USING (table_id IN (SELECT t.table_id FROM floor.tables AS t))',
        relation
    );
END $$;

ALTER TABLE floor.studio ENABLE ROW LEVEL SECURITY;
ALTER TABLE floor.tables ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON floor.studio FOR SELECT USING (studio = ANY ((SELECT floor.own_studios())::text[]));
CREATE POLICY own ON floor.tables FOR SELECT USING (studio = ANY ((SELECT floor.own_studios())::text[]));
SELECT floor.guard(relation)
FROM unnest(ARRAY['journal', 'entry', 'state', 'dispute', 'call', 'shelf', 'diary']) AS relation;

GRANT USAGE ON SCHEMA floor TO floor_boss, floor_supervisor, floor_witness;
GRANT EXECUTE ON FUNCTION floor.own_studios, floor.prepare_days TO floor_boss, floor_supervisor, floor_witness;
GRANT EXECUTE ON FUNCTION floor.reading, floor.take, floor.release, floor.shelve, floor.unshelve
    TO floor_boss, floor_supervisor;
GRANT EXECUTE ON FUNCTION floor.settle TO floor_supervisor;
GRANT SELECT ON floor.studio, floor.tables, floor.journal, floor.dispute
    TO floor_boss, floor_supervisor, floor_witness;
GRANT SELECT ON floor.state, floor.call, floor.shelf, floor.diary TO floor_boss, floor_supervisor;
GRANT SELECT ON floor.entry TO floor_supervisor;
