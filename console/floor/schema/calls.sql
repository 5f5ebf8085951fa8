-- Who is wanted at which table, who is coming, which alarms are laid aside, and which supervisor is on duty.
--
-- Who stands at the window is proved there, by the people's file; what was done is kept with that name and with the
-- account that said it.

CREATE OR REPLACE FUNCTION floor.lapse(wanted text) RETURNS void
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

CREATE OR REPLACE FUNCTION floor.holder(arrived text, taker text, taker_name text, told jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- The name of who is at a calling table, as that table reports it, even if another took the call; else of who took it.
SELECT CASE
    WHEN arrived IS NULL OR arrived = taker THEN taker_name
    ELSE coalesce(nullif(left(told -> 'people' ->> arrived, 64), ''), arrived)
END
$$;

CREATE OR REPLACE FUNCTION floor.news_of(wanted text) RETURNS jsonb
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

CREATE OR REPLACE FUNCTION floor.set_in(packed bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- The number of the card set in an entry's event; NULL if none is in it, or one that nobody types.
DECLARE
    sign bytea := '"set":"';
    rest bytea := substr(packed, position(sign IN packed) + length(sign), 200);
BEGIN
    IF position(sign IN packed) > 0 THEN
        RETURN nullif(convert_from(substr(rest, 1, position('"'::bytea IN rest) - 1), 'UTF8'), '');
    END IF;
    RETURN NULL;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.keep_sets(wanted text, kinds text[], packed_each bytea[]) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
-- Keeps which card sets came to a table by its own entries: ten thousand at most.
INSERT INTO card_set (table_id, number)
SELECT DISTINCT wanted, set_in(each.packed) FROM unnest(kinds, packed_each) AS each(kind, packed)
WHERE each.kind = 'step_done' AND length(set_in(each.packed)) <= 40
    AND (SELECT count(*) FROM card_set AS c WHERE c.table_id = wanted) < 10000
ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE FUNCTION floor.sets_aside(wanted text) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The card sets that the other tables of a table's studio have put aside, as they report it, each with the table: only of
-- card games, and only sets that came to that table by its own entries, so that no report alone bars any; a hundred of
-- each table at most.
SELECT coalesce(jsonb_object_agg(number, name), '{}'::jsonb) FROM (
SELECT put_aside.number, min(other.name) AS name FROM tables AS mine
JOIN tables AS other ON other.studio = mine.studio AND other.table_id <> mine.table_id AND other.game <> 'roulette'
JOIN state AS s ON s.table_id = other.table_id
CROSS JOIN LATERAL (
    SELECT number FROM jsonb_array_elements_text(
        CASE jsonb_typeof(s.told -> 'sets_aside') WHEN 'array' THEN s.told -> 'sets_aside' ELSE '[]'::jsonb END
    ) AS number
    WHERE length(number) BETWEEN 1 AND 40 LIMIT 100
) AS put_aside
JOIN card_set AS came ON (came.table_id, came.number) = (other.table_id, put_aside.number)
WHERE mine.table_id = wanted GROUP BY put_aside.number
) AS found
$$;

CREATE OR REPLACE FUNCTION floor.is_visible(said text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
-- Whether there is a sign in a text that can be seen, as console/base/plain_text/visible_text.py has it by the Unicode of the
-- newest Python that is tried.
SELECT coalesce(said ~ ('[^'
    '\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680'
    '\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f'
    '\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0001-\U0010ffff'
']'), false)
$$;

CREATE OR REPLACE FUNCTION floor.count_deed() RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Refuses a window's account that does more than ten things a second for a minute: what is done stays in the diary, and
-- no person presses so much.
DECLARE
    stamp timestamptz := clock_timestamp();
    done integer;
BEGIN
    INSERT INTO deeds AS kept VALUES (session_user, stamp, 1) ON CONFLICT (account) DO UPDATE SET
        since = CASE WHEN stamp - kept.since BETWEEN '0' AND '60 s' THEN kept.since ELSE stamp END,
        many = CASE WHEN stamp - kept.since BETWEEN '0' AND '60 s' THEN kept.many + 1 ELSE 1 END
    RETURNING many INTO done;
    IF done > 600 THEN
        RAISE EXCEPTION 'too many deeds of %', session_user USING ERRCODE = 'configuration_limit_exceeded';
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.asked_by(by text, by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Refuses a person whose name can't stand on a line, and an account that does too much.
BEGIN
    IF length(by) > 64 OR length(by_name) > 200 OR NOT is_visible(by) OR NOT is_visible(by_name)
        OR by || by_name ~ '[[:cntrl:]]'
    THEN
        RAISE EXCEPTION 'no person' USING ERRCODE = 'data_exception';
    END IF;
    PERFORM count_deed();
END $$;

CREATE OR REPLACE FUNCTION floor.asked(wanted text, by text, by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Refuses an account that does not see the table, and a person whose name can't stand on a line.
BEGIN
    IF NOT EXISTS (SELECT FROM tables WHERE table_id = wanted AND studio = ANY (own_studios())) THEN
        RAISE EXCEPTION 'not a table of this account: %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM asked_by(by, by_name);
END $$;

CREATE OR REPLACE FUNCTION floor.take(
    wanted text, called bigint, by text, by_name text,
    OUT who text, OUT name text, OUT age double precision, OUT arrived boolean
) RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp
SET lock_timeout = '300ms' AS $$
-- Takes an open call: the first who does has it, and everybody is answered whose it is. Of a call that is over
-- there is no row. Who signed in at the table has it, too: nobody else need go there.
BEGIN
    PERFORM asked(wanted, by, by_name);
    PERFORM lapse(wanted);
    UPDATE call SET taken_by = by, taken_name = by_name, taken_at = clock_timestamp()
    WHERE table_id = wanted AND call = called AND ended IS NULL AND taken_by IS NULL AND arrived_at IS NULL;
    IF FOUND THEN
        INSERT INTO person AS kept (table_id, id, name, told, part, number)
        SELECT wanted, by, left(by_name, 64), clock_timestamp(), c.part, c.call FROM call AS c
        WHERE c.table_id = wanted AND c.call = called AND c.ended IS NULL AND left(by_name, 64) IS DISTINCT FROM (
            SELECT p.name FROM person AS p WHERE p.table_id = wanted AND p.id = by
            ORDER BY p.part DESC, p.number DESC LIMIT 1
        )
        ON CONFLICT (table_id, id, part, number) DO UPDATE SET name = excluded.name, told = excluded.told;
        INSERT INTO diary (table_id, at, what, who, name, about)
        VALUES (wanted, clock_timestamp(), 'taken', by, by_name, called::text);
        PERFORM hint(), hint_table(wanted);
    END IF;
    RETURN QUERY SELECT coalesce(c.arrived, c.taken_by), holder(c.arrived, c.taken_by, c.taken_name, s.told),
        date_part('epoch', clock_timestamp() - coalesce(c.taken_at, c.arrived_at)), c.arrived_at IS NOT NULL
    FROM call AS c LEFT JOIN state AS s USING (table_id)
    WHERE c.table_id = wanted AND c.call = called AND c.ended IS NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.release(wanted text, called bigint, by text, by_name text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp
SET lock_timeout = '300ms' AS $$
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

CREATE OR REPLACE FUNCTION floor.shelve(
    wanted text, alarm text, by text, by_name text, why text, seconds double precision
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Lays an alarm of a table aside, for an hour at most and with a reason. A table has fewer than forty alarms; each
-- window reads those that are laid aside with every reading.
BEGIN
    PERFORM asked(wanted, by, by_name);
    DELETE FROM shelf AS s WHERE s.table_id = wanted AND s.until < clock_timestamp();
    IF NOT seconds > 0 OR seconds > 3600 OR seconds IS NULL OR length(coalesce(alarm, '')) NOT BETWEEN 1 AND 64
        OR length(why) > 500 OR NOT is_visible(why)
        OR 40 <= (SELECT count(*) FROM shelf AS s WHERE s.table_id = wanted AND s.what <> alarm)
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

CREATE OR REPLACE FUNCTION floor.unshelve(wanted text, alarm text, by text, by_name text) RETURNS void
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

CREATE OR REPLACE FUNCTION floor.set_duty(by text, by_name text, begins boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Makes a person the supervisor on duty of the account's studios, in the place of the one before; or ends that
-- person's own duty. The diary's chain keeps each change of the row.
BEGIN
    PERFORM asked_by(by, by_name);
    IF begins THEN
        INSERT INTO duty AS kept (studio, who, name, since)
        SELECT each, by, by_name, clock_timestamp() FROM unnest(own_studios()) AS each
        ON CONFLICT (studio) DO UPDATE SET who = excluded.who, name = excluded.name, since = excluded.since
        WHERE kept.who <> excluded.who;
    ELSE
        UPDATE duty SET who = '', name = '', since = clock_timestamp()
        WHERE who = by AND studio = ANY (own_studios());
    END IF;
    PERFORM hint();
END $$;

CREATE OR REPLACE FUNCTION floor.duty_of(wanted text) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = floor, pg_temp AS $$
-- The supervisor on duty of a table's studio, for its journal; an empty id of nobody.
SELECT jsonb_build_object('who', coalesce(d.who, ''), 'name', coalesce(d.name, ''), 'since', d.since)
FROM tables AS t LEFT JOIN duty AS d USING (studio) WHERE t.table_id = wanted
$$;

CREATE OR REPLACE FUNCTION floor.on_duty() RETURNS TABLE (studio text, who text, name text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The supervisors on duty of the studios that a window sees. A studio where nobody is any more has an empty id, one
-- that never had anybody on duty no row.
SELECT d.studio, d.who, d.name, d.since FROM duty AS d
WHERE d.studio = ANY ((SELECT own_studios())::text[]) ORDER BY d.studio
$$;

GRANT EXECUTE ON FUNCTION floor.take, floor.release, floor.shelve, floor.unshelve, floor.set_duty, floor.on_duty
    TO floor_boss, floor_supervisor;
