-- The one door through which entries come in, and what a table reports of itself. A function named ..._within does what
-- the one without does, once the table's quota has been asked.

CREATE OR REPLACE FUNCTION floor.numbered(number bigint) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
-- A whole number as MessagePack writes it, which is how an entry's bytes begin after their first. It names no
-- schema and sets none, so that it is made part of the statement that asks; only the owner's functions ask.
SELECT CASE
    WHEN number < 128 THEN pg_catalog.substr(pg_catalog.int8send(number), 8)
    WHEN number < 256 THEN '\xcc'::bytea || pg_catalog.substr(pg_catalog.int8send(number), 8)
    WHEN number < 65536 THEN '\xcd'::bytea || pg_catalog.substr(pg_catalog.int8send(number), 7)
    WHEN number < 4294967296 THEN '\xce'::bytea || pg_catalog.substr(pg_catalog.int8send(number), 5)
    ELSE '\xcf'::bytea || pg_catalog.int8send(number)
END $$;

CREATE OR REPLACE FUNCTION floor.not_before(last timestamptz, stamp timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
-- The moment at which a part is heard: never before it was heard last, unless the server's clock was set back by a day
-- or more. Of one part no entry is of an earlier day than the entry before it: days are closed in their order.
SELECT CASE WHEN last > stamp AND last < stamp + interval '1 day' THEN last ELSE stamp END
$$;

CREATE OR REPLACE FUNCTION floor.ship(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    its_console bytea, its_clock timestamptz,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door, within the table's quota: wait where that has no room for the entries now. A sign of life has a reserve,
-- so that calls and halts come although the entries wait. 512 bytes are what a sign of life leaves in the WAL.
DECLARE
    many integer := coalesce(cardinality(packed_each), 0);
    of_entries bigint := 150::bigint * many + coalesce(pg_column_size(kinds), 0)
        + coalesce(pg_column_size(packed_each), 0);
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT spend(
        wanted,
        512 + of_entries + coalesce(pg_column_size(now_told), 0)
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
    IF many > 0 AND said <> 'taken' THEN
        PERFORM give_back(wanted, of_entries);
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.ship_within(
    wanted text, file integer, began bytea, said_heading text,
    first bigint, before bytea, at_each timestamptz[], kinds text[], packed_each bytea[], now_told jsonb,
    its_console bytea, its_clock timestamptz,
    OUT said text, OUT number bigint, OUT chain bytea, OUT news jsonb
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- The door. Entries first, first + 1, ... of a file of a table's journal; none is a sign of life. its_console is
-- the id of the console's start, its_clock the time by the table's own clock; an older console gives neither.
--
-- said is taken or known (had already, to the byte), behind (send from number + 1), forked (another entry or
-- chain stands there), replaced (the file begins otherwise), shrunk (the file ends before what it shipped),
-- disputed, or twins (two consoles ship as this table: nothing was looked at). From forked to disputed nothing is
-- taken until the file goes on as another part. number and chain are the floor's head, and the answer is all that
-- a shipper needs to go on. news is what the table is to know: who is coming, which sets can't come into play, and
-- which supervisor is on duty.
DECLARE
    head journal%ROWTYPE;
    many integer := coalesce(array_length(packed_each, 1), 0);
    walked bytea;
    had bytea;
    at_number bigint;
    begun bytea;
    digest_each bytea[];
    digest bytea;
    looked_at integer := 0;
    stood state%ROWTYPE;
    hands record;
    calling boolean;
    aside jsonb;
    stamp timestamptz := clock_timestamp();
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- By their first dimension and by all of them: an array of arrays would be more entries than are counted.
    IF many > 1000 OR many <> coalesce(cardinality(at_each), 0) OR many <> coalesce(cardinality(kinds), 0)
        OR many <> coalesce(cardinality(packed_each), 0) OR first < 1 OR length(before) <> 32
        OR length(began) <> 32 OR pg_column_size(packed_each) > 8388608 OR octet_length(said_heading) > 65536
        OR octet_length(now_told::text) > 65536 OR jsonb_typeof(now_told) <> 'object' OR length(its_console) <> 16
    THEN
        RAISE EXCEPTION 'no batch' USING ERRCODE = 'data_exception';
    END IF;
    SELECT * INTO stood FROM state AS s WHERE s.table_id = wanted;
    IF its_console IS NOT NULL AND (stood.twins OR its_console IS DISTINCT FROM stood.console) THEN
        hands := may_hand(wanted, its_console, stood.console);
        IF NOT hands.counts THEN
            said := 'twins';
            number := first - 1;
            chain := before;
            news := '{"coming": null}';
            IF NOT hands.tells THEN
                RETURN;
            END IF;
        END IF;
    END IF;
    INSERT INTO state AS kept (table_id, part, heard, changed, told, console, ahead)
    VALUES (wanted, file, stamp, stamp, now_told, its_console, its_clock - stamp)
    ON CONFLICT (table_id) DO UPDATE SET part = file, heard = stamp, told = coalesce(now_told, kept.told),
        changed = CASE WHEN kept.told = coalesce(now_told, kept.told) THEN kept.changed ELSE stamp END,
        console = coalesce(its_console, kept.console), ahead = coalesce(its_clock - stamp, kept.ahead)
    RETURNING told -> 'call' IS NOT NULL INTO calling;
    IF now_told IS NOT NULL AND stood.told IS DISTINCT FROM now_told THEN
        PERFORM told_anew(wanted, file, stood.told, now_told, its_clock, stood.hinted);
    END IF;
    news := CASE WHEN calling THEN news_of(wanted) ELSE '{"coming": null}' END;
    IF coalesce(now_told, stood.told) ->> 'action' IN ('receive_decks', 'replace_shoe', 'change_shoe') THEN
        aside := sets_aside(wanted);  -- asked only while a set comes; an older console reads the numbers alone
        news := news || jsonb_build_object('sets_at', aside, 'sets', (
            SELECT coalesce(jsonb_agg(each.of_set), '[]') FROM jsonb_object_keys(aside) AS each(of_set)
        ));
    END IF;
    news := news || jsonb_build_object('duty', duty_of(wanted));
    IF said IS NOT NULL THEN
        RETURN;
    END IF;
    SELECT * INTO head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    IF NOT FOUND AND first > 1 THEN
        said := 'behind';  -- it was lost: the table places all its files again, those before this one first
        number := 0;
        chain := began;
        RETURN;
    END IF;
    IF NOT FOUND AND has_many_parts(wanted) THEN
        said := 'wait';
        number := first - 1;
        chain := before;
        PERFORM too_many_parts(wanted, file, began);
        RETURN;
    END IF;
    IF NOT FOUND THEN
        IF NOT may_begin(wanted, file) THEN
            RAISE EXCEPTION 'no part %', file USING ERRCODE = 'data_exception';
        END IF;
        INSERT INTO journal VALUES (wanted, file, began, said_heading, 0, began, stamp)
        ON CONFLICT DO NOTHING;
        SELECT * INTO head FROM journal WHERE table_id = wanted AND part = file FOR UPDATE;
    END IF;
    number := head.number;
    chain := head.chain;
    IF head.begins <> began THEN
        said := 'replaced';
        PERFORM disputed(wanted, file, said, 0, head.begins, began);
        RETURN;
    END IF;
    IF head.disputed THEN
        said := 'disputed';
        UPDATE journal SET heard = not_before(head.heard, stamp) WHERE table_id = wanted AND part = file;
        RETURN;
    END IF;
    IF first > head.number + 1 THEN
        said := 'behind';
        RETURN;
    END IF;
    IF many = 0 AND first <= head.number THEN
        said := 'shrunk';  -- or a sign of life that came late: the table looks, and says which
        RETURN;
    END IF;
    IF first = head.number + 1 AND before <> head.chain THEN
        said := 'forked';
        PERFORM disputed(wanted, file, said, head.number, head.chain, before);
        RETURN;
    END IF;
    walked := head.chain;
    said := 'known';
    -- A batch that follows on is looked at by one statement; to find each of a thousand in its array, one after
    -- the other, takes longer than all else.
    IF first = head.number + 1 AND many > 1 THEN
        SELECT array_agg(sha256(each.packed) ORDER BY each.i), min(first + each.i - 1) FILTER (
            WHERE get_byte(each.packed, 0) NOT IN (158, 159)  -- an array of 14 or 15 values
            OR substr(each.packed, 2, length(numbered(first + each.i - 1))) <> numbered(first + each.i - 1)
        ) INTO digest_each, at_number FROM unnest(packed_each) WITH ORDINALITY AS each(packed, i);
        IF at_number IS NOT NULL THEN
            RAISE EXCEPTION 'no entry %', at_number USING ERRCODE = 'data_exception';
        END IF;
        FOREACH digest IN ARRAY digest_each LOOP
            walked := sha256(walked || digest);
        END LOOP;
        said := 'taken';
        looked_at := many;
    END IF;
    FOR i IN looked_at + 1 .. many LOOP
        at_number := first + i - 1;
        IF at_number <= head.number THEN
            IF at_number <= head.forks_after THEN
                had := nullif(digests(wanted, file, at_number, at_number), '');
            ELSE
                SELECT coalesce(entry.digest, sha256(entry.packed)) INTO had FROM entry
                WHERE entry.table_id = wanted AND entry.part = file AND entry.number = at_number;
            END IF;
            -- What stands in a block can't be looked at here; a forked chain shows with what comes next.
            IF had IS DISTINCT FROM sha256(packed_each[i]) AND at_number > closed_to(wanted, file) THEN
                said := 'forked';
                PERFORM disputed(wanted, file, said, at_number, coalesce(had, ''), sha256(packed_each[i]));
                RETURN;
            END IF;
        ELSE
            begun := numbered(at_number);
            IF get_byte(packed_each[i], 0) NOT IN (158, 159)  -- an array of 14 or 15 values
                OR substr(packed_each[i], 2, length(begun)) <> begun
            THEN
                RAISE EXCEPTION 'no entry %', at_number USING ERRCODE = 'data_exception';
            END IF;
            walked := sha256(walked || sha256(packed_each[i]));
            said := 'taken';
        END IF;
    END LOOP;
    IF said = 'taken' THEN
        INSERT INTO entry (table_id, part, number, day, at, kind, packed)
        SELECT wanted, file, first + each.i - 1, (not_before(head.heard, stamp) AT TIME ZONE 'UTC')::date, each.at,
            each.kind, each.packed
        FROM unnest(at_each, kinds, packed_each) WITH ORDINALITY AS each(at, kind, packed, i)
        WHERE each.i > head.number - first + 1;
        IF 'step_done' = ANY (kinds) THEN
            PERFORM keep_sets(wanted, kinds, packed_each);
        END IF;
        number := first + many - 1;
        chain := walked;
    END IF;
    UPDATE journal SET number = ship_within.number, chain = ship_within.chain, heard = not_before(head.heard, stamp)
    WHERE table_id = wanted AND part = file;
END $$;

CREATE OR REPLACE FUNCTION floor.disputed(
    wanted text, file integer, what text, at_number bigint, ours bytea, theirs bytea
) RETURNS void LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps what did not fit, once, and stops the file: it goes on as another part. Windows are hinted of what is new: each
-- of them reads at once, and a console may try the same again as often as it likes.
BEGIN
    UPDATE journal AS j SET disputed = true, heard = not_before(j.heard, clock_timestamp())
    WHERE j.table_id = wanted AND j.part = file;
    INSERT INTO dispute SELECT wanted, file, clock_timestamp(), what, at_number, ours, theirs
    WHERE NOT EXISTS (
        SELECT FROM dispute AS d WHERE (d.table_id, d.part, d.said, d.number, d.theirs)
            = (wanted, file, what, at_number, disputed.theirs)
    );
    IF FOUND THEN
        PERFORM hint();
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.hello(
    wanted text, OUT part integer, OUT begins bytea, OUT number bigint, OUT chain bytea, OUT stopped boolean
) RETURNS SETOF record LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- What the floor holds of a table's journal, a row a file, by which it finds its place.
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY SELECT j.part, j.begins, j.number, j.chain, j.disputed FROM journal AS j
    WHERE j.table_id = wanted ORDER BY j.part;
END $$;

CREATE OR REPLACE FUNCTION floor.told_anew(
    wanted text, file integer, before jsonb, said jsonb, its_clock timestamptz, last_hint timestamptz
) RETURNS void
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- Keeps the call that a table tells, and its end; windows are hinted where somebody may have to come, once a
-- second at most. What is no call as a console writes it is none: entries never wait because of what came with
-- them. A call began when the table says so: as long before this word of it as by the table's own clock.
DECLARE
    called jsonb := said -> 'call';
    stamp timestamptz := clock_timestamp();
    its_number bigint;
    its_since timestamptz;
    its_kind text := left(called ->> 'kind', 20);
    boss text := left(called ->> 'arrived', 64);
    is_new boolean;
BEGIN
    IF ((before -> 'standing', before -> 'reason') IS DISTINCT FROM (said -> 'standing', said -> 'reason')
        OR before -> 'call' IS DISTINCT FROM called)
        AND coalesce(last_hint < stamp - interval '1 s', true)
    THEN
        UPDATE state AS s SET hinted = stamp WHERE s.table_id = wanted;
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
    -- An open call goes on by its number: a console that was started again may know its beginning less exactly.
    its_since := CASE WHEN its_since IS NOT NULL THEN coalesce((
        SELECT c.since FROM call AS c WHERE c.table_id = wanted AND c.ended IS NULL AND c.call = its_number
    ), its_since) END;
    UPDATE call SET ended = stamp WHERE table_id = wanted AND ended IS NULL
        AND (call, since) IS DISTINCT FROM (its_number, its_since);
    IF its_number IS NULL OR its_since IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO call (table_id, call, since, part, kind, heard)
    VALUES (
        wanted, its_number, its_since, file, its_kind,
        stamp - least(greatest(coalesce(its_clock - its_since, '0'), '0'), interval '7 days')
    )
    ON CONFLICT (table_id, call, since) DO UPDATE SET part = file, kind = its_kind
    RETURNING xmax = 0 INTO is_new;
    -- A call that was over waits for somebody once more: who came for it then has gone.
    UPDATE call SET ended = NULL, taken_by = NULL, taken_name = NULL, taken_at = NULL, arrived = NULL, arrived_at = NULL
    WHERE table_id = wanted AND (call, since) = (its_number, its_since) AND ended IS NOT NULL;
    IF boss <> '' THEN
        -- Who was there as the call began has not come: such a call has one time for both.
        UPDATE call SET arrived = boss, arrived_at = coalesce(arrived_at, CASE WHEN is_new THEN heard ELSE stamp END)
        WHERE table_id = wanted AND (call, since) = (its_number, its_since) AND arrived IS DISTINCT FROM boss;
        IF FOUND AND NOT is_new THEN
            -- Once a second at most: the house's diary is one chain, and nobody's entries wait behind a table's.
            INSERT INTO diary (table_id, at, what, who, name, about)
            SELECT wanted, stamp, 'arrived', boss, '', its_number::text
            WHERE NOT EXISTS (
                SELECT FROM diary AS d
                WHERE d.table_id = wanted AND d.what = 'arrived' AND d.at > stamp - interval '1 s'
            );
        END IF;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION floor.keep_states(wanted text, file integer, numbers bigint[], states bytea[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
SELECT must_spend(wanted, 512 + coalesce(pg_column_size(states), 0)) WHERE cardinality(states) > 0;
SELECT keep_states_within(wanted, file, numbers, states)
$$;

CREATE OR REPLACE FUNCTION floor.keep_states_within(wanted text, file integer, numbers bigint[], states bytea[])
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Keeps states at entries that came before; the last entry of which one is held, -1 of none. Without any it only
-- says that, by which a shipper goes on: of a branch from the entry on after which it begins.
DECLARE
    many integer := coalesce(array_length(numbers, 1), 0);
    last bigint;
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF many > 100 OR many <> coalesce(array_length(states, 1), 0) OR pg_column_size(states) > 8388608 THEN
        RAISE EXCEPTION 'no states' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO checkpoint
    SELECT wanted, file, given.number, given.state FROM unnest(numbers, states) AS given (number, state)
    JOIN journal ON journal.table_id = wanted AND journal.part = file
    WHERE given.number BETWEEN 0 AND journal.number
    ON CONFLICT DO NOTHING;
    SELECT max(number) INTO last FROM checkpoint WHERE table_id = wanted AND part = file;
    RETURN coalesce(
        last, (SELECT j.forks_after - 1 FROM journal AS j WHERE j.table_id = wanted AND j.part = file), -1
    );
END $$;

CREATE OR REPLACE FUNCTION floor.moment_of(said text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = floor, pg_temp AS $$
-- A moment that a table reported; NULL where it is none, or infinite: else one table ends the reading of every window.
DECLARE
    found timestamptz;
BEGIN
    found := said;
    RETURN CASE WHEN isfinite(found) THEN found END;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.passed_over(wanted text, its_console bytea)
RETURNS TABLE (counts text, who text, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
-- Which console counts instead of this one of the table's, in hex, and who decided that. No row: nobody has
-- decided against this one.
#variable_conflict use_column
BEGIN
    IF NOT own(wanted) THEN
        RAISE EXCEPTION 'not the account of table %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY
    SELECT d.about, d.who, d.name FROM diary AS d
    WHERE d.table_id = wanted AND d.what = 'counted' AND EXISTS (
        SELECT FROM hand AS h WHERE h.table_id = wanted AND h.console = its_console AND h.is_out
    ) ORDER BY d.at DESC LIMIT 1;
END $$;

CREATE OR REPLACE FUNCTION floor.without_clock() RETURNS trigger
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
-- A clock that is a thousand years off is none, as of a console that does not tell what its clock shows.
BEGIN
    NEW.ahead := NULL;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION floor.can_store() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = floor, pg_temp
SET work_mem = '64kB' SET temp_tablespaces = '' AS $$
-- Whether the server's disk takes anything. What is sorted does not fit into memory and goes to a temporary file, which
-- leaves nothing behind; an update of a row could succeed in a page that is there already.
BEGIN
    PERFORM count(DISTINCT repeat('x', 1000) || i) FROM generate_series(1, 200) AS i;
    RETURN true;
EXCEPTION WHEN disk_full OR io_error OR internal_error THEN  -- the last one: no file can be made, as on a read-only disk
    RETURN false;
END $$;

GRANT EXECUTE ON FUNCTION floor.hello, floor.keep_states, floor.passed_over, floor.ship
    TO floor_table;
GRANT EXECUTE ON FUNCTION floor.can_store
    TO floor_boss, floor_supervisor;
